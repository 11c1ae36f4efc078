package reference_test

import (
	"fmt"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// Programs put together by hand, so that the executor can be tested without
// the stages that come before it. Expressions of a seat are written for a
// seat, as the lowering does.

var (
	last = program.Reg{R: program.RLast}
	was  = program.Reg{R: program.RWas}
)

func num(v int) program.Expr { return program.Const{V: v} }
func seedsAt(e program.Expr) program.Expr {
	return program.CellAt{Base: 0, Index: e}
}
func op(a program.Expr, how program.OpKind, b program.Expr) program.Expr {
	return program.Op{Op: how, A: a, B: b}
}
func and(list ...program.Expr) program.Expr {
	e := list[0]
	for _, f := range list[1:] {
		e = op(e, program.And, f)
	}
	return e
}
func holes(list ...int) program.Set { return program.Holes{List: list} }
func one(e program.Expr) program.Set {
	return program.One{Spot: e}
}
func seedsOf(s program.Set) program.Expr {
	return program.Fold{How: program.Sum, Set: s, Slot: 9, Body: seedsAt(program.Slot{I: 9})}
}
func span(from, to int) []int {
	var out []int
	for i := from; i <= to; i++ {
		out = append(out, i)
	}
	return out
}

var ruleCount int

func rule(table, text string, when program.Expr, do ...program.Stmt) *program.Rule {
	ruleCount++
	return &program.Rule{Info: &rules.RuleInfo{ID: ruleCount, Table: table, Text: text}, When: when, Do: do}
}

func block(name string, list ...*program.Rule) *program.Block {
	return &program.Block{Name: name, Rules: list}
}

// fromWhere is a tier with the one option `from S where C`, C about slot 0.
func fromWhere(text string, s program.Set, cond program.Expr) *program.Tier {
	ruleCount++
	return &program.Tier{Options: []*program.Option{{
		Rule: &rules.RuleInfo{ID: ruleCount, Table: "moves", Text: text},
		Kind: rules.FromHole, From: program.Where{Set: s, Slot: 0, Cond: cond}, Slot: 1,
		Dirs: []program.Dir{program.Anticlockwise}, TakeAll: true,
	}}}
}

// board is a board of `rows` rows a side with its places named and the state
// laid out: holes, stores, out of play, mover, captor.
func board(rows_, columns int, stores bool) *program.Program {
	b := &rules.Board{Shape: "rows", Rows: 2 * rows_, Columns: columns, Players: 2, Stores: rules.NoStores}
	for seat := range 2 {
		for d := range rows_ {
			for c := 1; c <= columns; c++ {
				letter := 'A' + rune(d)
				if seat == 1 {
					letter = 'a' + rune(d)
				}
				b.Holes = append(b.Holes, rules.Hole{Name: fmt.Sprintf("%c%d", letter, c), Owner: seat, Depth: d, Column: c})
			}
		}
	}
	h := len(b.Holes)
	p := &program.Program{Game: &rules.Game{ID: "handmade", Players: 2, Board: b, Labels: []string{""}}, Players: 2, Holes: h, Places: h + 2}
	p.Layout = program.Layout{Size: h + 5, Span: h, Stores: h, Hands: -1, Out: h + 2, Mover: h + 3, Turns: -1, Phases: -1,
		Captor: h + 4, Starter: -1, Closed: -1, Owners: -1, Round: -1,
		Fields: []program.Field{
			{Name: "holes", Kind: program.Seeds, Base: 0, Len: h, InKey: true},
			{Name: "stores", Kind: program.Seeds, Base: h, Len: 2, InKey: true},
			{Name: "out", Kind: program.Seeds, Base: h + 2, Len: 1},
			{Name: "mover", Kind: program.Machine, Base: h + 3, Len: 1, InKey: true},
			{Name: "captor", Kind: program.Machine, Base: h + 4, Len: 1},
		}}
	p.Start = make([]int32, p.Layout.Size)
	p.Start[h+4] = -1
	p.Home = []int{h + 2, h + 2}
	if stores {
		b.Stores = rules.SownOwn
		p.Home = []int{h, h + 1}
	}
	return p
}

func fillHoles(p *program.Program, n int) {
	for h := range p.Holes {
		p.Start[h] = int32(n)
	}
	p.Total = p.Holes * n
	p.Facts.MaxSeeds = p.Total
}

// tables makes a route's tables from the places in anticlockwise order.
func tables(places int, cycle []int) [2]program.Table {
	var t [2]program.Table
	for d := range t {
		t[d] = make(program.Table, places)
		for i := range t[d] {
			t[d][i] = -1
		}
	}
	for i, p := range cycle {
		next := cycle[(i+1)%len(cycle)]
		t[0][p] = int16(next)
		t[1][next] = int16(p)
	}
	return t
}

// kalah is Kalah with m holes of n seeds, standard capture.
func kalah(m, n int) *program.Program {
	p := board(1, m, true)
	fillHoles(p, n)
	opposite := make(program.Table, p.Places)
	for h := range opposite {
		opposite[h] = int16(2*m - 1 - h)
	}
	opposite[2*m], opposite[2*m+1] = -1, -1
	across := program.Lookup{T: opposite, Index: last}
	both := []program.Set{holes(span(0, m-1)...), holes(span(m, 2*m-1)...)}
	stage := &program.Stage{}
	for s := range 2 {
		// From each owner's left to his right, his store, the other's row.
		cycle := append(span(s*m, s*m+m-1), 2*m+s)
		cycle = append(cycle, span((1-s)*m, (1-s)*m+m-1)...)
		seat := &program.Seat{Seat: s, Route: tables(p.Places, cycle), PerHole: 1, Slots: 10, Endless: rules.EndlessUnset}
		seat.Moves = []*program.Tier{fromWhere("from own where hole has seeds", both[s], op(seedsAt(program.Slot{I: 0}), program.Gt, num(0)))}
		seat.Lap = block("lap",
			rule("lap", "when last is own store then move again", op(last, program.Eq, num(2*m+s)), program.Again{}),
			rule("lap", "when last in own and last was empty and opposite has seeds then capture last, opposite; stop",
				and(program.In{Spot: last, Set: both[s]}, op(was, program.Eq, num(0)), op(seedsAt(across), program.Gt, num(0))),
				program.Capture{Set: program.Union{Sets: []program.Set{one(last), one(across)}, Disjoint: true}, Slot: 8}, program.Stop{}),
			rule("lap", "otherwise stop", nil, program.Stop{}))
		empty := op(op(seedsOf(both[0]), program.Eq, num(0)), program.Or, op(seedsOf(both[1]), program.Eq, num(0)))
		seat.End = block("end", rule("end", "when a row is empty then each takes own; end game", empty,
			program.Take{Seat: num(0), Set: both[0]}, program.Take{Seat: num(1), Set: both[1]}, program.End{How: rules.ByScore}))
		stage.Seats = append(stage.Seats, seat)
		p.Score = append(p.Score, program.Cell{I: 2*m + s})
	}
	p.Stages = []*program.Stage{stage}
	return p
}

// fourRows is the frame of Hus and Hawalis: each player sows round his own
// two rows, captures leave the game, who has no move loses.
func fourRows(columns int) (*program.Program, []*fourSeat) {
	p := board(2, columns, false)
	half := p.Holes / 2
	var seats []*fourSeat
	stage := &program.Stage{}
	for s := range 2 {
		f := &fourSeat{own: holes(span(s*half, s*half+half-1)...), inner: holes(span(s*half, s*half+columns-1)...)}
		// The outer row lies farther from the middle: left to right there, back in the inner row.
		cycle := span(s*half+columns, s*half+half-1)
		for c := columns - 1; c >= 0; c-- {
			cycle = append(cycle, s*half+c)
		}
		f.opposite, f.beyond = make(program.Table, p.Places), make(program.Table, p.Places)
		for i := range f.opposite {
			f.opposite[i], f.beyond[i] = -1, -1
		}
		for c := range columns {
			facing := (1-s)*half + columns - 1 - c
			f.opposite[s*half+c], f.beyond[s*half+c] = int16(facing), int16(facing+columns)
		}
		f.Seat = &program.Seat{Seat: s, Route: tables(p.Places, cycle), PerHole: 1, Slots: 10, Endless: rules.EndlessLoses}
		f.Seat.End = block("end", rule("end", "when mover has no move then opponent wins",
			program.Not{A: program.HasMove{Seat: s}}, program.End{How: rules.Wins, Seat: num(1 - s)}))
		seats = append(seats, f)
		stage.Seats = append(stage.Seats, f.Seat)
	}
	p.Stages = []*program.Stage{stage}
	p.Facts.Relays, p.Facts.ExactCycle = true, true
	return p, seats
}

type fourSeat struct {
	*program.Seat
	own, inner       program.Set
	opposite, beyond program.Table
}

func (f *fourSeat) captures() program.Stmt {
	return program.Capture{Set: program.Union{Sets: []program.Set{
		one(program.Lookup{T: f.opposite, Index: last}), one(program.Lookup{T: f.beyond, Index: last})}, Disjoint: true}, Slot: 8}
}

func (f *fourSeat) facesSeeds() program.Expr {
	return and(program.In{Spot: last, Set: f.inner}, op(seedsAt(program.Lookup{T: f.opposite, Index: last}), program.Gt, num(0)))
}

func hawalis(columns int) *program.Program {
	p, seats := fourRows(columns)
	fillHoles(p, 2)
	for _, f := range seats {
		here := program.Slot{I: 0}
		f.Moves = []*program.Tier{
			fromWhere("from own where hole has 2 or more", f.own, op(seedsAt(here), program.Ge, num(2))),
			fromWhere("from own where hole has 1 and next is empty", f.own, and(op(seedsAt(here), program.Eq, num(1)),
				op(seedsAt(program.Next{Of: here, N: 1}), program.Eq, num(0)))),
		}
		f.Lap = block("lap",
			rule("lap", "when last was occupied then relay", op(was, program.Gt, num(0)), program.Relay{From: last}),
			rule("lap", "when last in inner and opposite has seeds then capture opposite, beyond; stop", f.facesSeeds(), f.captures(), program.Stop{}),
			rule("lap", "otherwise stop", nil, program.Stop{}))
	}
	return p
}

func hus(columns int) *program.Program {
	p, seats := fourRows(columns)
	half := p.Holes / 2
	for s := range 2 {
		for c := range columns {
			p.Start[s*half+columns+c] = 2
			if c >= columns/2 {
				p.Start[s*half+c] = 2
			}
		}
	}
	p.Total = 6 * columns
	for _, f := range seats {
		f.Moves = []*program.Tier{fromWhere("from own where hole has 2 or more", f.own, op(seedsAt(program.Slot{I: 0}), program.Ge, num(2)))}
		f.Lap = block("lap",
			rule("lap", "when last was empty then stop", op(was, program.Eq, num(0)), program.Stop{}),
			rule("lap", "when last in inner and opposite has seeds then capture opposite, beyond; sow captured from next", f.facesSeeds(),
				f.captures(), program.Sow{From: program.Next{Of: last, N: 1}}),
			rule("lap", "otherwise relay", nil, program.Relay{From: last}))
	}
	return p
}
