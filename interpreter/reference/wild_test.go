package reference_test

import (
	"errors"
	"testing"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"

	"pgregory.net/rapid"
)

// No program makes the executor panic, hang or lose seeds, however senseless:
// random trees over the tiny board, played for a few plies.

type wild struct{ t *rapid.T }

func (w wild) pick(name string, n int) int { return rapid.IntRange(0, n-1).Draw(w.t, name) }

func (w wild) expr(depth int) program.Expr {
	if depth <= 0 {
		switch w.pick("leaf", 4) {
		case 0:
			return num(w.pick("v", 10) - 2)
		case 1:
			return program.Slot{I: w.pick("slot", 4)}
		case 2:
			return program.Reg{R: program.Register(w.pick("reg", program.Registers))}
		default:
			return program.Cell{I: w.pick("cell", 11)}
		}
	}
	d := depth - 1
	switch w.pick("expr", 13) {
	case 0:
		return program.CellAt{Base: w.pick("base", 11), Index: w.expr(d)}
	case 1:
		return program.Next{Of: w.expr(d), N: w.pick("n", 3), Back: w.pick("back", 2) == 1}
	case 2, 3, 4:
		return program.Op{Op: program.OpKind(w.pick("op", int(program.BitAnd)+1)), A: w.expr(d), B: w.expr(d)}
	case 5:
		return program.Not{A: w.expr(d)}
	case 6:
		return program.Fold{How: program.FoldKind(w.pick("fold", 4)), Set: w.set(d), Slot: w.pick("slot", 4), Body: w.expr(d)}
	case 7:
		return program.Pick{Set: w.set(d), From: w.expr(d)}
	case 8:
		return program.In{Spot: w.expr(d), Set: w.set(d)}
	case 9:
		return program.HasMove{Seat: w.pick("seat", 3) - 1}
	case 10:
		return program.Visited{Lap: w.pick("lap", 2) == 1, Set: w.set(d)}
	case 11:
		return program.Forecast{Could: w.pick("could", 2) == 1, Seat: w.pick("seat", 3) - 1, First: w.pick("first", 2) == 1,
			What: program.ForecastKind(w.pick("what", 3)), Set: w.set(d)}
	}
	return w.expr(0)
}

func (w wild) set(depth int) program.Set {
	if depth <= 0 {
		return holes(span(w.pick("from", 8), w.pick("to", 8))...)
	}
	d := depth - 1
	switch w.pick("set", 7) {
	case 0:
		return one(w.expr(d))
	case 1:
		return program.Union{Sets: []program.Set{w.set(d), w.set(d)}}
	case 2:
		return program.Where{Set: w.set(d), Slot: w.pick("slot", 4), Cond: w.expr(d)}
	case 3:
		return program.Minus{A: w.set(d), B: w.set(d)}
	case 4:
		return program.Run{From: w.expr(d), Back: w.pick("back", 2) == 1, By: w.pick("by", 3), Slot: w.pick("slot", 4), While: w.expr(d)}
	case 5:
		return program.BySeat{Seat: w.expr(d), Sets: []program.Set{w.set(d), w.set(d)}}
	}
	return program.Picked{Slot: w.pick("slot", 4)}
}

func (w wild) stmts(depth int) []program.Stmt {
	var out []program.Stmt
	for range 1 + w.pick("actions", 3) {
		out = append(out, w.stmt(depth))
	}
	return out
}

func (w wild) stmt(depth int) program.Stmt {
	dirs := []*program.Dir{nil, ptr(program.Clockwise), ptr(program.Inward), ptr(program.None)}
	switch w.pick("stmt", 16) {
	case 0:
		return program.Continue{}
	case 1, 2:
		return program.Relay{From: w.expr(1), Dir: dirs[w.pick("dir", 4)]}
	case 3:
		return program.Sow{From: w.expr(1), Dir: dirs[w.pick("dir", 4)]}
	case 4:
		return program.Sow{Of: w.expr(1), From: w.expr(1)}
	case 5:
		return program.Capture{Set: w.set(2), Slot: w.pick("slot", 4)}
	case 6:
		return program.Capture{Set: w.set(1), Slot: w.pick("slot", 4), For: w.expr(1), Into: w.expr(1)}
	case 7:
		return program.MoveSeeds{Amount: w.expr(1), From: w.expr(1), To: w.expr(1)}
	case 8:
		return program.MoveSeeds{From: w.expr(1), ToEach: w.set(1)}
	case 9:
		if depth > 0 {
			return program.Each{Set: w.set(1), Slot: w.pick("slot", 4), Do: w.stmts(depth - 1)}
		}
	case 10:
		return program.Choose{N: 1 + w.pick("n", 2), Set: w.set(1), Slot: w.pick("slot", 4)}
	case 11:
		if depth > 0 {
			return program.May{Do: w.stmts(depth - 1)}
		}
	case 12:
		return program.Again{From: w.set(1)}
	case 13:
		return program.Reverse{}
	case 14:
		return program.Take{Seat: w.expr(1), Set: w.set(1)}
	}
	return []program.Stmt{program.Stop{}, program.Again{}, program.End{How: rules.ByScore}, program.End{How: rules.Loses, Seat: w.expr(1)}}[w.pick("ending", 4)]
}

func ptr(d program.Dir) *program.Dir { return &d }

func (w wild) block(name string) *program.Block {
	if w.pick("no "+name, 3) == 0 {
		return nil
	}
	b := block(name)
	for range 1 + w.pick("rules", 3) {
		r := rule(name, "wild", w.expr(2), w.stmts(1)...)
		if w.pick("always", 3) == 0 {
			r.When = nil
		}
		b.Rules = append(b.Rules, r)
	}
	return b
}

func (w wild) program() *program.Program {
	p := tiny()
	p.Score = []program.Expr{program.Cell{I: 6}, program.Cell{I: 7}}
	p.Facts = program.Facts{Relays: true, LapKey: 3, CapturedKey: 4, Visits: true}
	return bothSeats(p, func(s *program.Seat) {
		s.Lift, s.Drop, s.Lap, s.AtOnce, s.Turn = w.block("lift"), w.block("drop"), w.block("lap"), w.block("at-once"), w.block("turn")
		if w.pick("ends", 6) == 0 {
			s.End = w.block("end")
		}
		if s.Lap == nil {
			s.Lap = block("lap")
		}
		s.Lap.Rules = append(s.Lap.Rules, always(program.Stop{}))
		s.Endless = rules.Endless(w.pick("endless", 7))
		s.PerHole = 1 + w.pick("per hole", 2)
		s.SkipOrigin, s.FirstInOrigin = w.pick("skip", 3) == 0, w.pick("first", 3) == 0
		if w.pick("skips", 4) == 0 {
			s.Skip, s.SkipSlot = w.expr(2), 5
		}
		o := s.Moves[0].Options[0]
		if w.pick("from", 2) == 0 {
			o.From = program.Union{Sets: []program.Set{o.From, w.set(3)}}
		}
		o.Dirs = [][]program.Dir{{program.Anticlockwise}, {program.Anticlockwise}, {program.Anticlockwise, program.Clockwise}, {program.Inward}, {program.None}}[w.pick("dirs", 5)]
		if w.pick("provided", 2) == 0 {
			o.Provided = w.expr(2)
		}
		s.Moves = append(s.Moves, &program.Tier{Pass: true})
	})
}

func TestWildPrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := wild{t}.program()
		x, err := reference.New(p, interpreter.Budget{Laps: 60, Completions: 300, Depth: 2})
		if err != nil {
			t.Skip(err)
		}
		s, err := x.Start()
		if err != nil {
			return
		}
		for range 4 {
			moves, err := x.Legal(s)
			if err != nil || len(moves) == 0 {
				return
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			total := sum(x, s)
			if _, _, err := x.Explain(s, m); err != nil {
				if bad := (*reference.BadChoice)(nil); errors.As(err, &bad) {
					t.Fatalf("a listed move: %v", err)
				}
				return
			}
			if now := sum(x, s); now != total {
				t.Fatalf("%d seeds became %d by %+v\n%v\n%s", total, now, m, s.Cells, program.Dump(p))
			}
			if _, err := x.WhyNot(s, lift(4)); err != nil && s.Over == nil {
				return
			}
		}
	})
}
