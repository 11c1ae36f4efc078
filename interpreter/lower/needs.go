package lower

import (
	"reflect"

	"mancala/dsl/rules"
	"mancala/dsl/source"
)

// needs is what the rules of a game read or change: it decides which cells
// the state has.
type needs struct {
	hands, turns, captor, starter, closed, owners, round, moved, choosing bool

	marks  map[*rules.Variable]bool // set by `mark`, or asked as a mark
	seats  map[*rules.Variable]bool // marks that remember who set them
	stored bool                     // a store can stand where a hole word is asked
}

// scan walks all phases. It goes by reflection, so that a node added to the
// language can't be forgotten here: whatever holds a phrase is walked.
func scan(g *rules.Game) needs {
	n := needs{marks: map[*rules.Variable]bool{}, seats: map[*rules.Variable]bool{}}
	s := scanner{needs: &n, seen: map[*rules.Table]bool{}}
	n.owners = g.Board.OwnersChange == "seeds"
	if m := g.Match; m != nil {
		n.round, n.starter = true, true
		n.moved = m.Begins == rules.BeginsLastMover
		n.choosing = choosing(m)
		n.hands = n.hands || n.choosing || m.Refill && m.Order == rules.FillArranged
		n.closed = m.Refill && (m.Unfilled == rules.UnfilledClosed || m.Unfilled == rules.UnfilledHalf)
		n.owners = n.owners || m.Refill && (m.Unfilled == rules.UnfilledEnemy || m.Buys)
		s.walk(reflect.ValueOf(m).Elem())
	}
	for _, hand := range g.Setup.Hand {
		n.hands = n.hands || hand > 0
	}
	for _, ph := range g.Phases {
		s.walk(reflect.ValueOf(ph).Elem())
		for _, r := range append([]*rules.Route{ph.Sowing.Route}, ph.Sowing.Routes...) {
			if r == nil {
				continue
			}
			for _, cycle := range r.Cycle {
				for _, p := range cycle {
					n.stored = n.stored || p >= len(g.Board.Holes)
				}
			}
		}
	}
	if g.Score != nil {
		s.walk(reflect.ValueOf(g.Score).Elem())
	}
	for v := range n.marks {
		if v.PerPlayer || v.Lasts == rules.LastsNextTurn {
			n.seats[v] = true
		}
	}
	return n
}

type scanner struct {
	*needs
	seen map[*rules.Table]bool
}

var skipped = map[reflect.Type]bool{
	reflect.TypeFor[*rules.Variable]():     true,
	reflect.TypeFor[*rules.Binder]():       true,
	reflect.TypeFor[*rules.PlayerBinder](): true,
	reflect.TypeFor[*rules.RuleInfo]():     true,
	reflect.TypeFor[*rules.Route]():        true,
	reflect.TypeFor[source.Span]():         true,
}

func (s scanner) walk(v reflect.Value) {
	if skipped[v.Type()] {
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if t, ok := v.Interface().(*rules.Table); ok {
			if s.seen[t] {
				return
			}
			s.seen[t] = true
		}
		if !v.IsNil() {
			s.walk(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			s.walk(v.Index(i))
		}
	case reflect.Struct:
		s.note(v.Interface())
		for i := range v.NumField() {
			s.walk(v.Field(i))
		}
	}
}

func (s scanner) note(node any) {
	switch n := node.(type) {
	case rules.HandOf:
		s.hands = true
	case rules.Option:
		zero, constant := n.Enter.(*rules.Int)
		s.hands = s.hands || n.Kind == rules.EnterAt && !(constant && zero.V == 0)
	case rules.Counter:
		s.turns = s.turns || n.Which == rules.TurnNumber
		s.round = s.round || n.Which == rules.RoundNumber
	case rules.Who:
		s.captor = s.captor || n.Which == rules.Captor
		s.starter = s.starter || n.Which == rules.Starter
		if n.Which == rules.Marker && n.Var != nil {
			s.marks[n.Var], s.seats[n.Var] = true, true
		}
	case rules.ChangeHoles:
		s.closed = s.closed || n.How == "close"
		s.owners = s.owners || n.How == "claim"
	case rules.MarkHoles:
		s.marks[n.Var] = true
		s.seats[n.Var] = s.seats[n.Var] || n.For != nil
	case rules.IsMarked:
		s.marks[n.Var] = true
		s.seats[n.Var] = s.seats[n.Var] || n.Player != nil
	}
}
