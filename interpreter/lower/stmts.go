package lower

import (
	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// block lowers a table.
func (e env) block(t *rules.Table) *program.Block {
	b := &program.Block{Name: t.Name}
	for _, r := range t.Rules {
		rule := &program.Rule{Info: e.met(r.Info)}
		if r.When != nil {
			rule.When = e.expr(r.When)
			if isConst(rule.When, 0) {
				continue // can never fire: the checker has said so
			}
			if isConst(rule.When, 1) {
				rule.When = nil
			}
		}
		rule.Do = e.stmts(r.Acts)
		b.Rules = append(b.Rules, rule)
	}
	return b
}

// stmts lowers actions in order. A name chosen on the way is known to the
// actions after it.
func (e env) stmts(acts []rules.Act) []program.Stmt {
	var out []program.Stmt
	for _, a := range acts {
		if c, ok := a.(*rules.Choose); ok {
			inner, n := e.bound(c.Binder)
			out = append(out, program.Choose{Pos: at(a), N: max(c.N, 1), Set: e.set(c.From), Slot: n})
			e = inner
			continue
		}
		out = append(out, e.stmt(a)...)
	}
	return out
}

func at(a rules.Act) program.Pos { return program.Pos{S: a.Span()} }

// stmt lowers one action, to no statement where it can do nothing.
func (e env) stmt(a rules.Act) []program.Stmt {
	one := func(s program.Stmt) []program.Stmt { return []program.Stmt{s} }
	switch a := a.(type) {
	case *rules.Stop:
		return one(program.Stop{Pos: at(a)})
	case *rules.Continue:
		return one(program.Continue{Pos: at(a)})
	case *rules.Reverse:
		return one(program.Reverse{Pos: at(a)})
	case *rules.Relay:
		return one(program.Relay{Pos: at(a), From: e.spot(a.From), Dir: dir(a.Way, a.Along)})
	case *rules.Sow:
		s := program.Sow{Pos: at(a), From: e.spot(a.From), Dir: dir(a.Way, a.Along)}
		if a.Of != nil {
			s.Of = e.spot(a.Of)
		}
		return one(s)
	case *rules.Capture:
		return e.capture(a)
	case *rules.MoveAgain:
		s := program.Again{Pos: at(a)}
		if a.From != nil {
			s.From = e.set(a.From)
		}
		return one(s)
	case *rules.MoveSeeds:
		return one(e.moveSeeds(a))
	case *rules.MarkHoles:
		return e.mark(a)
	case *rules.ChangeHoles:
		return e.change(a)
	case *rules.ForEvery:
		inner, n := e.bound(a.Hole)
		return one(program.Each{Pos: at(a), Set: e.set(a.Set), Slot: n, Do: inner.stmts(a.Acts)})
	case *rules.SetVar:
		return e.setVar(a)
	case *rules.May:
		return one(program.May{Pos: at(a), Do: e.stmts(a.Acts)})
	case *rules.Call:
		return one(program.Call{Pos: at(a), Block: e.block(a.Table)})
	case *rules.Takes:
		return e.takes(a)
	case *rules.EndGame:
		s := program.End{Pos: at(a), How: a.How}
		if a.Player != nil {
			s.Seat = e.player(a.Player)
		}
		return one(s)
	}
	e.fail(a.Span(), "the program has no form for %T", a)
	return nil
}

var ways = map[rules.Way]program.Dir{
	rules.WayAnticlockwise: program.Anticlockwise,
	rules.WayClockwise:     program.Clockwise,
	rules.WayInward:        program.Inward,
}

// dir is the direction a lap takes, along a route; nil if it keeps both.
func dir(w *rules.Way, along int) *program.Dir {
	if w == nil && along == 0 {
		return nil
	}
	d := program.None
	if w != nil {
		d = ways[*w]
	}
	d = d.On(along)
	return &d
}

func (e env) capture(a *rules.Capture) []program.Stmt {
	s := program.Capture{Pos: at(a), Set: e.set(a.Set)}
	if isEmpty(s.Set) {
		return nil
	}
	inner, n := e.bound(a.Hole)
	s.Slot = n
	if a.For != nil {
		s.For = inner.player(a.For)
		if isConst(s.For, e.seat.Seat) {
			s.For = nil
		}
	}
	if a.Into != nil {
		if s.IntoHand = e.hand(a.Into); s.IntoHand == 0 {
			s.Into = e.spot(a.Into)
		}
	}
	return []program.Stmt{s}
}

func (e env) moveSeeds(a *rules.MoveSeeds) program.Stmt {
	s := program.MoveSeeds{Pos: at(a), FromHand: e.hand(a.From)}
	if s.FromHand == 0 {
		s.From = e.spot(a.From)
	}
	if a.Amount != nil {
		s.Amount = e.expr(a.Amount)
	}
	if a.ToEach != nil {
		s.ToEach = e.set(a.ToEach)
	} else if a.Out {
		s.ToHand = program.OutOfPlay
	} else if s.ToHand = e.hand(a.To); s.ToHand == 0 {
		s.To = e.spot(a.To)
	}
	return s
}

// hand is whose hand is meant, if one is.
func (e env) hand(x rules.Spot) program.InHand {
	h, ok := x.(*rules.HandOf)
	if !ok {
		return 0
	}
	seat, ok := constant(e.player(h.Player))
	if !ok || seat < 0 {
		e.fail(x.Span(), "whose hand is not known before play")
		return 0
	}
	return program.InHand(seat + 1)
}

// mark sets or clears marks. A mark of no player has one bit for all; a mark
// with seats that is not one per player belongs to whoever set it last.
func (e env) mark(a *rules.MarkHoles) []program.Stmt {
	set := e.set(a.Set)
	if isEmpty(set) {
		return nil
	}
	s := program.Mark{Pos: at(a), Set: set, Base: e.vars[a.Var], Seat: zero, Clear: a.Clear}
	if !e.needs.seats[a.Var] {
		return []program.Stmt{s}
	}
	var out []program.Stmt
	if !a.Var.PerPlayer {
		for seat := range e.p.Players {
			out = append(out, program.Mark{Pos: at(a), Set: set, Base: s.Base, Seat: program.Const{V: seat}, Clear: true})
		}
		if a.Clear {
			return out
		}
	}
	s.Seat = e.player(a.For)
	return append(out, s)
}

func (e env) change(a *rules.ChangeHoles) []program.Stmt {
	s := program.Fill{Pos: at(a), Set: e.set(a.Set), What: a.How}
	switch a.How {
	case "claim":
		s.Base, s.Value = e.p.Layout.Owners, program.Const{V: e.mover}
	case "close":
		s.Base, s.Value = e.p.Layout.Closed, one
	default:
		s.Base, s.Value = e.p.Layout.Closed, zero
	}
	if isEmpty(s.Set) || s.Base < 0 {
		return nil // nothing is ever closed: nothing to open
	}
	return []program.Stmt{s}
}

func (e env) setVar(a *rules.SetVar) []program.Stmt {
	s := program.SetCell{Pos: at(a), Base: e.vars[a.Var], Value: e.expr(a.Value), Var: a.Var}
	s.Index = e.index(a.Var, a.Hole, a.Player)
	if i, ok := constant(s.Index); ok {
		if i < 0 {
			return nil
		}
		s.Base, s.Index = s.Base+i, nil
	}
	return []program.Stmt{s}
}

// takes: with `each`, every player takes what the words mean for him.
func (e env) takes(a *rules.Takes) []program.Stmt {
	if !a.Each {
		return []program.Stmt{program.Take{Pos: at(a), Seat: e.player(a.Player), Set: e.set(a.Set)}}
	}
	var out []program.Stmt
	for i := range e.p.Players {
		seat := (e.mover + i) % e.p.Players
		out = append(out, program.Take{Pos: at(a), Seat: program.Const{V: seat}, Set: e.seenBy(seat).set(a.Set)})
	}
	return out
}
