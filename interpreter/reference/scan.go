package reference

import (
	"fmt"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// uses is what the trees of a program read: what nobody reads is not kept.
type uses struct {
	slots     int
	picks     bool // sets named by a choice
	repeats   bool
	visited   bool
	forecasts bool
	untilNext bool // some variable lasts until the end of the next turn

	limit []int // by cell: cells of its field from it on
	field []int // by cell: index of its field, -1 for places
	key   []keyCell

	lapVars, turnVars, nextVars, phaseVars []program.Field
}

// keyCell is a cell that belongs to the keys of positions and laps.
type keyCell struct {
	cell int
	most int32 // values above count as this; 0 = no limit
}

// seatFacts is what one seat's rules can do in one phase.
type seatFacts struct {
	relays      bool // some table starts another lap
	choices     bool // some table asks an inner choice
	plainSowing bool // nothing is asked or skipped between the first and the last drop
}

func (x *Executor) scan() error {
	if err := x.sizes(); err != nil {
		return err
	}
	x.layOut()
	var bad error
	slot := func(i int) {
		x.uses.slots = max(x.uses.slots, i+1)
		if i < 0 {
			bad = fmt.Errorf("a slot has the number %d", i)
		}
	}
	cell := func(i int) {
		if i < 0 || i >= x.p.Layout.Size {
			bad = fmt.Errorf("cell %d lies outside the state of %d cells", i, x.p.Layout.Size)
		}
	}
	look := program.Visitor{
		Expr: func(e program.Expr) { x.scanExpr(e, slot, cell) },
		Set: func(s program.Set) {
			x.scanSet(s, slot)
			if h, ok := s.(program.Holes); ok && !x.onBoard(h.List) {
				bad = fmt.Errorf("a set holds places the board has not: %v", h.List)
			}
		},
		Stmt: func(s program.Stmt) { x.scanStmt(s, slot, cell) },
	}
	x.p.Visit(look)
	x.p.VisitMatch(look)
	for _, stage := range x.p.Stages {
		list := make([]seatFacts, len(stage.Seats))
		for i, seat := range stage.Seats {
			if seat.Skip != nil {
				slot(seat.SkipSlot)
			}
			if seat.PerHoleOf != nil {
				slot(seat.PerHoleSlot)
			}
			for _, tier := range seat.Moves {
				for _, o := range tier.Options {
					slot(o.Slot)
				}
			}
			list[i] = x.factsOf(seat)
		}
		x.seats = append(x.seats, list)
	}
	x.uses.repeats = x.uses.repeats || x.p.Facts.ReadsRepeat
	return bad
}

func (x *Executor) onBoard(list []int) bool {
	for _, p := range list {
		if p < 0 || p >= x.p.Places {
			return false
		}
	}
	return true
}

// sizes checks what every walk relies on.
func (x *Executor) sizes() error {
	p := x.p
	switch {
	case p == nil || p.Players < 1 || p.Players > 4 || len(p.Stages) == 0:
		return fmt.Errorf("it has no players or no rules")
	case p.Places != p.Holes+p.Players || p.Layout.Size < p.Places || len(p.Start) != p.Layout.Size:
		return fmt.Errorf("its start position does not fit its layout")
	case p.Layout.Mover < p.Places || p.Layout.Mover >= p.Layout.Size || len(p.Home) != p.Players:
		return fmt.Errorf("its layout has no mover, or a player has no home for captures")
	case p.Score != nil && len(p.Score) != p.Players:
		return fmt.Errorf("it scores %d players of %d", len(p.Score), p.Players)
	}
	for _, stage := range p.Stages {
		if len(stage.Seats) != p.Players || stage.Until != nil && len(stage.Until) != p.Players {
			return fmt.Errorf("phase %q does not say how every player plays", stage.Name)
		}
	}
	if m := p.Match; m != nil && (len(m.After) != p.Players+1 || p.Layout.Round < p.Places || p.Layout.Starter < p.Places) {
		return fmt.Errorf("its match does not say what follows a round, or has no cells for it")
	}
	return nil
}

// layOut finds for every cell where its field ends, and the cells of keys.
func (x *Executor) layOut() {
	lay := &x.p.Layout
	u := &x.uses
	u.limit = make([]int, lay.Size)
	u.field = make([]int, lay.Size)
	for i := range u.limit {
		u.limit[i], u.field[i] = 1, -1
		if i < x.p.Places {
			u.limit[i] = x.p.Places - i
		}
	}
	for i, f := range lay.Fields {
		segment := f.Len
		if f.Var != nil && f.Var.OnHole && lay.Span > 0 {
			segment = min(segment, lay.Span)
		}
		for c := range f.Len {
			u.field[f.Base+c] = i
			if f.Base+c >= x.p.Places {
				u.limit[f.Base+c] = segment - c%segment
			}
			if f.InKey {
				u.key = append(u.key, keyCell{f.Base + c, int32(f.Cap)})
			}
		}
		if f.Var != nil {
			u.sortByLife(f)
		}
	}
}

func (u *uses) sortByLife(f program.Field) {
	switch f.Var.Lasts {
	case rules.LastsLap:
		u.lapVars = append(u.lapVars, f)
	case rules.LastsTurn:
		u.turnVars = append(u.turnVars, f)
	case rules.LastsNextTurn:
		u.nextVars = append(u.nextVars, f)
		u.untilNext = true
	case rules.LastsPhase:
		u.phaseVars = append(u.phaseVars, f)
	}
}

func (x *Executor) scanExpr(e program.Expr, slot, cell func(int)) {
	switch e := e.(type) {
	case program.Cell:
		cell(e.I)
	case program.CellAt:
		cell(e.Base)
	case program.Slot:
		slot(e.I)
	case program.Fold:
		slot(e.Slot)
	case program.Repeats:
		x.uses.repeats = true
	case program.Visited:
		x.uses.visited = true
	case program.Forecast:
		x.uses.forecasts = true
	}
}

func (x *Executor) scanSet(s program.Set, slot func(int)) {
	switch s := s.(type) {
	case program.Where:
		slot(s.Slot)
	case program.Run:
		slot(s.Slot)
	case program.Picked:
		slot(s.Slot)
		x.uses.picks = true
	}
}

func (x *Executor) scanStmt(s program.Stmt, slot, cell func(int)) {
	switch s := s.(type) {
	case program.Capture:
		slot(s.Slot)
	case program.Each:
		slot(s.Slot)
	case program.Choose:
		slot(s.Slot)
		x.uses.picks = x.uses.picks || s.N > 1
	case program.Mark:
		cell(s.Base)
	case program.Fill:
		cell(s.Base)
	case program.SetCell:
		cell(s.Base)
	}
}

// factsOf finds what the tables of a seat can do.
func (x *Executor) factsOf(s *program.Seat) seatFacts {
	var f seatFacts
	v := program.Visitor{Stmt: func(st program.Stmt) {
		switch st := st.(type) {
		case program.Relay, program.Sow:
			f.relays = true
		case program.Again:
			f.relays = f.relays || st.From != nil
			f.choices = f.choices || st.From != nil
		case program.Choose, program.May:
			f.choices = true
		}
	}}
	for _, b := range s.Blocks() {
		v.VisitBlock(b)
	}
	f.plainSowing = s.Drop == nil && s.AtOnce == nil && s.Skip == nil && !s.SkipOrigin && s.PerHole <= 1 && s.PerHoleOf == nil && s.Along == nil && !x.uses.visited
	return f
}

// fieldName is the name of the field a cell belongs to.
func (x *Executor) fieldName(cell int) string {
	if i := x.uses.field[cell]; i >= 0 {
		return x.p.Layout.Fields[i].Name
	}
	return ""
}

// placeOf is the place a cell of a field on holes belongs to, -1 for others.
func (x *Executor) placeOf(cell int) int {
	i := x.uses.field[cell]
	if i < 0 || x.p.Layout.Span < 1 {
		return -1
	}
	f := x.p.Layout.Fields[i]
	if f.Var == nil || !f.Var.OnHole {
		return -1
	}
	return (cell - f.Base) % x.p.Layout.Span
}
