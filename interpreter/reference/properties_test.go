package reference_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"mancala/dsl"
	"mancala/interpreter"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"

	"pgregory.net/rapid"
)

// Laws that hold in any position of any game, tried on random positions of
// the five first games of the library and of the handmade ones.

func everyGame(t *testing.T, property func(*rapid.T, *reference.Executor)) {
	for name, p := range map[string]*program.Program{"handmade kalah": kalah(6, 4), "handmade hus": hus(8), "handmade hawalis": hawalis(7)} {
		x := executor(t, p)
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) { property(t, x) }))
	}
	for _, id := range []string{"hawalis", "hus", "anywoli", "oware", "kalah"} {
		x := load(t, id, dsl.Choice{})
		t.Run(id, rapid.MakeCheck(func(t *rapid.T) { property(t, x) }))
	}
}

// anyPosition draws a position: seeds anywhere, either player to move.
func anyPosition(t *rapid.T, x *reference.Executor) *interpreter.State {
	p := x.Program()
	s := &interpreter.State{Cells: append([]int32(nil), p.Start...)}
	most := rapid.SampledFrom([]int{1, 2, 4, 9}).Draw(t, "most")
	for h := range p.Holes {
		s.Cells[h] = int32(rapid.IntRange(0, most).Draw(t, p.Game.Board.PlaceName(h)))
	}
	s.Cells[p.Layout.Mover] = int32(rapid.IntRange(0, 1).Draw(t, "mover"))
	if c := p.Layout.Captor; c >= 0 {
		s.Cells[c] = int32(rapid.IntRange(0, 1).Draw(t, "captor"))
	}
	if err := x.Begin(s, true); err != nil {
		t.Skip(err)
	}
	return s
}

// gapOr fails the test for any error but a gap.
func gapOr(t *rapid.T, err error) bool {
	var gap *interpreter.Gap
	if err != nil && !errors.As(err, &gap) {
		t.Fatal(err)
	}
	return err != nil
}

func TestSeedsAreConserved(t *testing.T) {
	everyGame(t, func(t *rapid.T, x *reference.Executor) {
		s := anyPosition(t, x)
		total := sum(x, s)
		for range 6 {
			moves, err := x.Legal(s)
			if gapOr(t, err) || len(moves) == 0 {
				return
			}
			before := s.Clone()
			if _, err := x.Play(s, rapid.SampledFrom(moves).Draw(t, "move")); gapOr(t, err) {
				if !reflect.DeepEqual(before.Cells, s.Cells) {
					t.Fatal("the state changed on an error")
				}
				return
			}
			if now := sum(x, s); now != total {
				t.Fatalf("%d seeds became %d", total, now)
			}
			for i := range x.Program().Places {
				if s.Cells[i] < 0 {
					t.Fatalf("%s holds %d", x.Program().Game.Board.PlaceName(i), s.Cells[i])
				}
			}
		}
	})
}

// Every legal move can be played, Explain does what Play does, and its record
// tells the same story: the seeds dropped and captured add up.
func TestLegalIsPlayable(t *testing.T) {
	everyGame(t, func(t *rapid.T, x *reference.Executor) {
		s := anyPosition(t, x)
		moves, err := x.Legal(s)
		if gapOr(t, err) {
			return
		}
		for _, m := range moves {
			a, b := s.Clone(), s.Clone()
			ply, err := x.Play(a, m)
			told, events, err2 := x.Explain(b, m)
			if gapOr(t, err) != gapOr(t, err2) {
				t.Fatalf("Play: %v, Explain: %v", err, err2)
			}
			if err != nil {
				continue
			}
			if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(ply, told) {
				t.Fatalf("Explain and Play differ on %+v:\n%+v\n%+v", m, ply, told)
			}
			checkRecord(t, ply, events)
			if why, err := x.WhyNot(s, m); err != nil || why.Reason != "The move is legal." && why.Reason != "The pass is legal." {
				t.Fatalf("why not a legal move: %+v, %v", why, err)
			}
		}
	})
}

func checkRecord(t *rapid.T, ply *interpreter.Ply, events []interpreter.Event) {
	if ply.Sown > 50_000 {
		return // of so long a turn the record forgets the middle
	}
	drops, captured, laps := 0, 0, 0
	for _, e := range events {
		switch e.Kind {
		case interpreter.Dropped:
			drops++
		case interpreter.Captured:
			captured += e.N
		case interpreter.Lifted, interpreter.SownOn:
			laps++
		}
	}
	if drops != ply.Sown || captured != ply.Captured+ply.Lost || laps != ply.Laps {
		t.Fatalf("the record tells of %d drops, %d captured, %d laps: %+v", drops, captured, laps, ply)
	}
}

// A hole that is not in the list is refused with a reason.
func TestWhyNotHasAReason(t *testing.T) {
	everyGame(t, func(t *rapid.T, x *reference.Executor) {
		s := anyPosition(t, x)
		moves, err := x.Legal(s)
		if gapOr(t, err) {
			return
		}
		listed := map[int]bool{}
		for _, m := range moves {
			listed[m.From] = true
		}
		for h := range x.Program().Holes {
			why, err := x.WhyNot(s, lift(h))
			if err != nil || why.Reason == "" || (why.Reason == "The move is legal.") != (listed[h] && s.Over == nil) {
				t.Fatalf("%s: %+v, %v", x.Program().Game.Board.PlaceName(h), why, err)
			}
		}
	})
}

// Turned round, every position plays the same.
func TestSeatsAreSymmetric(t *testing.T) {
	everyGame(t, func(t *rapid.T, x *reference.Executor) {
		s := anyPosition(t, x)
		turned := &interpreter.State{Cells: turn(x.Program(), s.Cells)}
		if err := x.Begin(turned, false); err != nil {
			t.Fatal(err)
		}
		if diff := differsTurned(x, s, turned); diff != "" {
			t.Fatal(diff)
		}
	})
}

// differsTurned compares a position with itself turned round: legal moves and
// what each leads to.
func differsTurned(x *reference.Executor, s, turned *interpreter.State) string {
	p := x.Program()
	moves, err := x.Legal(s)
	other, err2 := x.Legal(turned)
	if (err == nil) != (err2 == nil) || len(moves) != len(other) || (s.Over == nil) != (turned.Over == nil) {
		return fmt.Sprintf("%v, %v\nturned round %v, %v", moves, err, other, err2)
	}
	used := map[int]bool{}
	for _, m := range moves {
		a := s.Clone()
		ply, err := x.Play(a, m)
		found := false
		for i, o := range other {
			if used[i] || m.Pass != o.Pass || m.From >= 0 && m.From < p.Holes-singles(p) && (m.From+(p.Holes-singles(p))/2)%(p.Holes-singles(p)) != o.From {
				continue
			}
			b := turned.Clone()
			ply2, err2 := x.Play(b, o)
			if (err == nil) != (err2 == nil) {
				continue
			}
			if err != nil || fmt.Sprint(b.Cells) == fmt.Sprint(turn(p, a.Cells)) && ply.Laps == ply2.Laps && ply.Captured == ply2.Captured && (a.Over == nil) == (b.Over == nil) {
				used[i], found = true, true
				break
			}
		}
		if !found {
			return fmt.Sprintf("%+v leads to %v from %v; turned round nothing does", m, a.Cells, s.Cells)
		}
	}
	return ""
}

// turn turns a two-player position round: every field is seen from the other seat.
func turn(p *program.Program, cells []int32) []int32 {
	lay := &p.Layout
	out := append([]int32(nil), cells...)
	half := (p.Holes - singles(p)) / 2
	place := func(q int) int { // of the place that is q when turned
		switch {
		case q < 2*half:
			return (q + half) % (2 * half)
		case q >= p.Holes:
			return p.Holes + 1 - (q - p.Holes)
		default:
			return 4*half + singles(p) - 1 - q // end holes change sides
		}
	}
	seat := func(v int32) int32 {
		if v < 0 {
			return v
		}
		return 1 - v
	}
	onHoles := func(base, n int, value func(int32) int32) {
		for q := range n {
			out[base+q] = value(cells[base+place(q)])
		}
	}
	same := func(v int32) int32 { return v }
	onHoles(0, p.Places, same)
	for _, base := range []int{lay.Hands, lay.Turns, lay.Phases} {
		if base >= 0 {
			out[base], out[base+1] = cells[base+1], cells[base]
		}
	}
	seated := []int{lay.Mover, lay.Captor, lay.Starter}
	if p.Match != nil {
		seated = append(seated, p.Match.Moved, p.Match.Won)
	}
	for _, c := range seated {
		if c >= 0 {
			out[c] = seat(cells[c])
		}
	}
	if lay.Closed >= 0 {
		onHoles(lay.Closed, lay.Span, same)
	}
	if lay.Owners >= 0 {
		onHoles(lay.Owners, lay.Span, seat)
	}
	for _, f := range lay.Fields {
		switch {
		case f.Var == nil:
		case f.Kind == program.Marks:
			onHoles(f.Base, f.Len, func(v int32) int32 { return v })
			if seatBits(p, f) {
				onHoles(f.Base, f.Len, func(v int32) int32 { return v>>1&1 | v&1<<1 })
			}
		case f.Var.OnHole:
			for i := 0; i < f.Len; i += lay.Span {
				from := i
				if f.Var.PerPlayer {
					from = lay.Span - i
				}
				for q := range lay.Span {
					out[f.Base+i+q] = cells[f.Base+from+place(q)]
				}
			}
		case f.Var.PerPlayer:
			out[f.Base], out[f.Base+1] = cells[f.Base+1], cells[f.Base]
		}
	}
	return out
}

// neutral is the number of holes that are in nobody's row.
func neutral(p *program.Program) int {
	n := 0
	for _, h := range p.Game.Board.Holes {
		if h.Owner < 0 {
			n++
		}
	}
	return n
}

// singles are the end holes, which stand after those of the rows.
func singles(p *program.Program) int {
	n := 0
	for _, h := range p.Game.Board.Holes {
		if h.End {
			n++
		}
	}
	return n
}

// seatBits tells if a mark remembers who set it: some rule sets its second bit.
func seatBits(p *program.Program, f program.Field) bool {
	yes := false
	p.Visit(program.Visitor{Stmt: func(s program.Stmt) {
		if m, ok := s.(program.Mark); ok && m.Base == f.Base {
			if c, fixed := m.Seat.(program.Const); !fixed || c.V > 0 {
				yes = true
			}
		}
	}})
	return yes
}

// The log of a game gives its positions again, and a seed gives its game.
func TestReplay(t *testing.T) {
	everyGame(t, func(t *rapid.T, x *reference.Executor) {
		seed := rapid.Uint64().Draw(t, "seed")
		first, err := x.Start()
		if err != nil {
			t.Fatal(err)
		}
		a, b := first.Clone(), first.Clone()
		limits := interpreter.Limits{Plies: 200}
		res, err := interpreter.Playout(x, a, interpreter.NewRandom(seed), limits)
		if err != nil {
			t.Fatal(err)
		}
		random := interpreter.NewRandom(seed)
		var log []interpreter.Move
		for b.Over == nil && len(log) < res.Plies {
			moves, err := x.Legal(b)
			if err != nil {
				t.Fatal(err)
			}
			m := moves[0]
			if len(moves) > 1 {
				m = moves[random.Below(len(moves))]
			}
			if _, err := x.Play(b, m); err != nil {
				t.Fatal(err)
			}
			log = append(log, m)
		}
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("the same seed gave %v and %v", a, b)
		}
		c := first.Clone()
		for _, m := range log {
			if _, err := x.Play(c, m); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(a, c) {
			t.Fatal("the log gave another position")
		}
	})
}
