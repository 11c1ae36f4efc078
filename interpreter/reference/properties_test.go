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
		p := x.Program()
		s := anyPosition(t, x)
		turned := &interpreter.State{Cells: turn(p, s.Cells)}
		if err := x.Begin(turned, false); err != nil {
			t.Fatal(err)
		}
		if (s.Over == nil) != (turned.Over == nil) {
			t.Fatalf("over: %+v, turned round %+v", s.Over, turned.Over)
		}
		moves, err := x.Legal(s)
		other, err2 := x.Legal(turned)
		if gapOr(t, err) != gapOr(t, err2) || len(moves) != len(other) {
			t.Fatalf("%v, %v\n%v, %v", moves, err, other, err2)
		}
		for i, m := range moves {
			if m.From >= 0 && (m.From+p.Holes/2)%p.Holes != other[i].From {
				t.Fatalf("move %d: %+v, turned round %+v", i, m, other[i])
			}
			a, b := s.Clone(), turned.Clone()
			ply, err := x.Play(a, m)
			ply2, err2 := x.Play(b, other[i])
			if gapOr(t, err) != gapOr(t, err2) {
				t.Fatalf("%+v: %v, turned round %v", m, err, err2)
			}
			if err != nil {
				continue
			}
			if got, want := fmt.Sprint(b.Cells), fmt.Sprint(turn(p, a.Cells)); got != want {
				t.Fatalf("%+v leads to\n%s, turned round to\n%s", m, want, got)
			}
			if ply.Laps != ply2.Laps || ply.Captured != ply2.Captured || (a.Over == nil) != (b.Over == nil) {
				t.Fatalf("%+v\n%+v", ply, ply2)
			}
		}
	})
}

// turn turns a two-player position round: every field is seen from the other seat.
func turn(p *program.Program, cells []int32) []int32 {
	lay := &p.Layout
	out := append([]int32(nil), cells...)
	seat := func(v int32) int32 {
		if v < 0 {
			return v
		}
		return 1 - v
	}
	for h := range p.Holes {
		out[h] = cells[(h+p.Holes/2)%p.Holes]
	}
	for _, base := range []int{lay.Stores, lay.Hands, lay.Turns, lay.Phases} {
		if base >= 0 {
			out[base], out[base+1] = cells[base+1], cells[base]
		}
	}
	for _, c := range []int{lay.Mover, lay.Captor, lay.Starter} {
		if c >= 0 {
			out[c] = seat(cells[c])
		}
	}
	return out
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
