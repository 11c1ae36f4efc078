package lower

import (
	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// facts computes what executors choose their methods by, and how much of
// every counter a key of endless turns or repetitions must hold.
func (l *lowerer) facts() {
	p := l.p
	f := &p.Facts
	f.MaxSeeds = p.Total
	for _, stage := range p.Stages {
		for _, s := range stage.Seats {
			l.seatFacts(f, s)
		}
	}
	p.Visit(program.Visitor{Expr: func(e program.Expr) {
		switch e := e.(type) {
		case program.Repeats:
			f.ReadsRepeat = true
			f.Repeats = max(f.Repeats, e.Times)
		case program.Forecast:
			f.Forecasts = true
		case program.Visited:
			f.Visits = f.Visits || !e.Lap
		}
	}, Stmt: func(s program.Stmt) {
		switch s := s.(type) {
		case program.Relay:
			f.Relays, f.TwoWay = true, f.TwoWay || s.Dir != nil
		case program.Sow:
			f.Relays, f.TwoWay = true, f.TwoWay || s.Dir != nil
		case program.Reverse:
			f.TwoWay = true
		case program.Choose, program.May:
			f.Choices = true
		case program.Again:
			f.Choices = f.Choices || s.From != nil
			f.Relays = f.Relays || s.From != nil
		}
	}})
	// Only now is it known whether a turn can go on for ever.
	for _, stage := range p.Stages {
		for _, s := range stage.Seats {
			f.NeedsRun = f.NeedsRun || f.Relays && s.Endless == rules.EndlessIllegal
		}
	}
	l.counters()
}

func (l *lowerer) seatFacts(f *program.Facts, s *program.Seat) {
	look := program.Visitor{Expr: func(e program.Expr) {
		if _, ahead := e.(program.Forecast); ahead {
			f.NeedsRun = true
		}
	}}
	dirs := map[program.Dir]bool{}
	for _, t := range s.Moves {
		for _, o := range t.Options {
			f.NeedsRun = f.NeedsRun || o.Provided != nil
			look.VisitSet(o.From)
			for _, d := range o.Dirs {
				dirs[d] = true
			}
		}
	}
	f.TwoWay = f.TwoWay || len(dirs) > 1 || dirs[program.Inward]
}

// counters finds the caps. A counter that only grows would make every lap of
// an endless turn look new; but if rules do no more than compare it with
// constants, all values above the largest of them are alike.
//
// A variable needs that only if some rule adds to it: one that is set to
// constants, places, seats or seeds has no more values than the board allows.
func (l *lowerer) counters() {
	c := newCounts(l.p)
	f := &l.p.Facts
	f.LapKey = c.lap.key()
	f.CapturedKey = c.captured.key()
	f.ExactCycle = f.LapKey >= 0 && f.CapturedKey >= 0
	for i := range l.p.Layout.Fields {
		field := &l.p.Layout.Fields[i]
		use := c.fields[i]
		switch {
		case field.Name == "turn" && field.Var == nil:
			field.Cap = max(use.key(), 0)
		case field.Kind != program.Variable || !use.grows && !use.free:
		case use.grows && !use.free && !use.whole():
			field.Cap = max(use.top+1, 1)
		default:
			f.ExactCycle = false
		}
	}
}

// use is what rules do with one counter.
type use struct {
	reads   int  // times it is read
	against int  // of these, times against a constant or to add to itself
	top     int  // largest constant it meets
	grows   bool // some rule adds a constant to it
	free    bool // some rule sets it to what may have no bound
}

// whole: it is read in a way that tells large values apart.
func (u use) whole() bool { return u.reads > u.against }

// key is what a key must hold: 0 nothing, n the value up to n, -1 all of it.
func (u use) key() int {
	switch {
	case u.reads == 0:
		return 0
	case u.whole():
		return -1
	}
	return max(u.top+1, 1)
}

func (u *use) meets(n int) { u.against++; u.top = max(u.top, n) }

type counts struct {
	p             *program.Program
	fields        []use
	lap, captured use
}

func newCounts(p *program.Program) *counts {
	c := &counts{p: p, fields: make([]use, len(p.Layout.Fields))}
	p.Visit(program.Visitor{Expr: c.expr, Stmt: c.stmt})
	return c
}

// expr sees every node, a comparison before the counter inside it: the
// counter is counted as read, the comparison says that the read is harmless.
func (c *counts) expr(e program.Expr) {
	if u := c.counter(e); u != nil {
		u.reads++
	}
	switch e := e.(type) {
	case program.Lookup:
		if u := c.counter(e.Index); u != nil {
			u.meets(len(e.T))
		}
	case program.Op:
		if e.Op < program.Eq || e.Op > program.Ge {
			return
		}
		for _, pair := range [][2]program.Expr{{e.A, e.B}, {e.B, e.A}} {
			n, ok := constant(pair[1])
			if u := c.counter(pair[0]); u != nil && ok {
				u.meets(n)
			}
		}
	}
}

// counter is the counter an expression reads, nil if none.
func (c *counts) counter(e program.Expr) *use {
	switch e := e.(type) {
	case program.Reg:
		switch e.R {
		case program.RLap:
			return &c.lap
		case program.RCaptured:
			return &c.captured
		}
	case program.Cell:
		return c.field(e.I)
	case program.CellAt:
		return c.field(e.Base)
	}
	return nil
}

func (c *counts) field(cell int) *use {
	for i, f := range c.p.Layout.Fields {
		if cell >= f.Base && cell < f.Base+f.Len {
			return &c.fields[i]
		}
	}
	return nil
}

// stmt sees how variables are set.
func (c *counts) stmt(s program.Stmt) {
	set, ok := s.(program.SetCell)
	if !ok {
		return
	}
	u := c.field(set.Base)
	if sum, ok := set.Value.(program.Op); ok && sum.Op == program.Add {
		for _, pair := range [][2]program.Expr{{sum.A, sum.B}, {sum.B, sum.A}} {
			n, isNumber := constant(pair[1])
			if isNumber && n >= 0 && c.counter(pair[0]) == u && sameCell(pair[0], set) {
				u.grows = true
				u.against++ // the read inside the sum
				return
			}
		}
	}
	u.free = u.free || c.unbounded(set.Value)
}

// sameCell: the sum reads the very cell that is set.
func sameCell(read program.Expr, set program.SetCell) bool {
	cell, ok := read.(program.Cell)
	return ok && set.Index == nil && cell.I == set.Base
}

// unbounded: a value made from counters may grow without end.
func (c *counts) unbounded(e program.Expr) bool {
	found := false
	v := program.Visitor{Expr: func(e program.Expr) {
		switch e := e.(type) {
		case program.Reg:
			found = found || e.R == program.RLap || e.R == program.RCaptured
		case program.Cell:
			found = found || c.isCounter(e.I)
		case program.CellAt:
			found = found || c.isCounter(e.Base)
		}
	}}
	v.VisitExpr(e)
	return found
}

func (c *counts) isCounter(cell int) bool {
	for _, f := range c.p.Layout.Fields {
		if cell >= f.Base && cell < f.Base+f.Len {
			return f.Kind == program.Variable || f.Name == "turn" || f.Name == "round"
		}
	}
	return false
}
