package lower

import (
	"fmt"

	"mancala/dsl/rules"
)

// The games here are built by hand, as the checker would build them, so that
// lowering can be tested on its own.

// handBoard lays out rows of two players.
func handBoard(rows, columns int, stores rules.Store) *rules.Board {
	b := &rules.Board{Shape: "rows", Rows: rows, Columns: columns, Stores: stores, Players: 2}
	for seat := range 2 {
		for depth := range rows / 2 {
			for c := 1; c <= columns; c++ {
				h := rules.Hole{Owner: seat, Side: seat, Depth: depth, Column: c, X: c, Y: rows/2 + 1 + depth}
				h.Name = fmt.Sprintf("%c%d", 'A'+depth, c)
				if seat == 1 {
					h.Name = fmt.Sprintf("%c%d", 'a'+depth, c)
					h.X, h.Y = columns+1-c, rows/2-depth
				}
				b.Holes = append(b.Holes, h)
			}
		}
	}
	return b
}

func words(list ...string) *rules.Area {
	a := &rules.Area{Viewer: &rules.Who{Which: rules.Mover}}
	for _, w := range list {
		a.Parts = append(a.Parts, rules.Part{Word: w})
	}
	return a
}

var (
	last     = &rules.Reg{Which: rules.Last}
	opposite = &rules.Rel{How: rules.Opposite, Of: last}
	beyond   = &rules.Rel{How: rules.Behind, Of: opposite}
	mover    = &rules.Who{Which: rules.Mover}
)

func spotSet(spots ...rules.Spot) rules.Set { return &rules.Holes{Spots: spots} }
func seeds(s rules.Set) rules.Expr          { return &rules.SeedsOf{Set: s} }
func has(s rules.Set, low, high int) rules.Expr {
	return &rules.Within{N: seeds(s), Ranges: [][2]int{{low, high}}}
}

func from(base rules.Set, cond func(hole rules.Spot) rules.Expr) *rules.Option {
	b := &rules.Binder{Name: "hole"}
	hole := &rules.HoleVar{Binder: b}
	return &rules.Option{From: &rules.Where{Set: base, Hole: b, Cond: cond(hole)}, Hole: b, TakeAll: true}
}

func atLeast(n int) func(rules.Spot) rules.Expr {
	return func(h rules.Spot) rules.Expr { return has(spotSet(h), n, -1) }
}

func rule(label string, when rules.Truth, acts ...rules.Act) *rules.Rule {
	return &rules.Rule{Info: &rules.RuleInfo{Label: label}, When: when, Acts: acts}
}

// finish numbers the rules and lists the texts.
func finish(g *rules.Game) *rules.Game {
	n := 0
	for _, ph := range g.Phases {
		for _, t := range []*rules.Table{ph.Lift, ph.Drop, ph.Lap, ph.AtOnce, ph.Turn, ph.End} {
			if t == nil {
				continue
			}
			text := &rules.Text{Table: t.Name}
			for _, r := range t.Rules {
				r.Info.ID, r.Info.Table = n, t.Name
				text.Rules = append(text.Rules, r.Info)
				n++
			}
			g.Texts = append(g.Texts, text)
		}
	}
	return g
}

func handHus() *rules.Game {
	b := handBoard(4, 8, rules.NoStores)
	g := &rules.Game{ID: "hus", Players: 2, Board: b}
	g.Setup.Holes = make([]int, 32)
	for i, h := range b.Holes {
		if h.Depth == 1 || h.Column > 4 {
			g.Setup.Holes[i] = 2
		}
	}
	route := &rules.Route{Name: "own", Cycle: make([][]int, 2)}
	for seat := range 2 {
		base := 16 * seat
		// Round the own rows as his left hand lies: inner right to left, outer left to right.
		for c := 7; c >= 0; c-- {
			route.Cycle[seat] = append(route.Cycle[seat], base+c)
		}
		for c := range 8 {
			route.Cycle[seat] = append(route.Cycle[seat], base+8+c)
		}
	}
	next := &rules.Next{Of: last, N: 1}
	g.Phases = []*rules.Phase{{
		Sowing: rules.Sowing{Route: route, PerHole: 1, Endless: rules.EndlessLoses},
		Moves:  &rules.Moves{Tiers: []rules.Tier{{Options: []*rules.Option{from(words("own"), atLeast(2))}}}},
		Lap: &rules.Table{Name: "lap", Rules: []*rules.Rule{
			rule("", &rules.WasCount{Ranges: [][2]int{{0, 0}}}, &rules.Stop{}),
			rule("eat", &rules.And{All: []rules.Truth{
				&rules.In{Spot: last, Set: words("inner")},
				has(spotSet(opposite), 1, -1),
			}}, &rules.Capture{Set: spotSet(opposite, beyond)}, &rules.Sow{From: next}),
			rule("", nil, &rules.Relay{}),
		}},
		End: &rules.Table{Name: "end", Rules: []*rules.Rule{
			rule("", &rules.Not{C: &rules.HasMove{Player: mover}}, &rules.EndGame{How: rules.Wins, Player: &rules.Who{Which: rules.Opponent}}),
		}},
	}}
	return finish(g)
}

func handKalah() *rules.Game {
	b := handBoard(2, 6, rules.SownOwn)
	g := &rules.Game{ID: "kalah", Players: 2, Board: b}
	g.Setup.Holes = make([]int, 12)
	for i := range g.Setup.Holes {
		g.Setup.Holes[i] = 4
	}
	route := &rules.Route{Name: "board"}
	for seat := range 2 {
		cycle := []int{}
		for i := range 6 {
			cycle = append(cycle, 6*seat+i)
		}
		cycle = append(cycle, 12+seat)
		for i := range 6 {
			cycle = append(cycle, 6*(1-seat)+i)
		}
		route.Cycle = append(route.Cycle, cycle)
	}
	store := &rules.StoreOf{Player: mover}
	every := func(a *rules.Area) rules.Expr {
		h := &rules.Binder{Name: "hole"}
		return &rules.Quant{How: "every", Set: a, Hole: h, Pred: has(spotSet(&rules.HoleVar{Binder: h}), 0, 0)}
	}
	g.Score = &rules.Score{Counts: []rules.Set{spotSet(store)}}
	g.Phases = []*rules.Phase{{
		Sowing: rules.Sowing{Route: route, PerHole: 1},
		Moves:  &rules.Moves{Tiers: []rules.Tier{{Options: []*rules.Option{from(words("own"), atLeast(1))}}}},
		Lap: &rules.Table{Name: "lap", Rules: []*rules.Rule{
			rule("", &rules.In{Spot: last, Set: spotSet(store)}, &rules.MoveAgain{}),
			rule("", &rules.And{All: []rules.Truth{
				&rules.In{Spot: last, Set: words("own")},
				&rules.WasCount{Ranges: [][2]int{{0, 0}}},
				has(spotSet(opposite), 1, -1),
			}}, &rules.Capture{Set: spotSet(last, opposite)}, &rules.Stop{}),
			rule("", nil, &rules.Stop{}),
		}},
		End: &rules.Table{Name: "end", Rules: []*rules.Rule{
			rule("", &rules.Or{Any: []rules.Truth{every(words("own")), every(words("enemy"))}},
				&rules.Takes{Each: true, Set: words("own")}, &rules.EndGame{How: rules.ByScore}),
		}},
	}}
	return finish(g)
}
