package compiled_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"mancala/dsl"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// longTurn is a move that begins a turn without end.
type longTurn struct {
	before *interpreter.State
	move   interpreter.Move
	laps   int
}

// longTurnsOf looks for turns of more than so many laps that do not end, in
// random games.
func longTurnsOf(t testing.TB, e *compiled.Engine, games, laps, want int) (found []longTurn) {
	s, err := e.Start()
	if err != nil {
		t.Fatal(err)
	}
	seeds := make([]uint64, games)
	for i := range seeds {
		seeds[i] = uint64(i) + 1
	}
	ends := map[uint64]int{} // plies before an endless turn
	err = e.Playouts(s, seeds, interpreter.Limits{Plies: 500}, func(i int, r interpreter.Result, err error) {
		switch {
		case len(ends) == 2*want:
		case err != nil || r.Gap != nil && r.Gap.Kind == interpreter.GapEndless:
			ends[seeds[i]] = r.Plies
		case r.Endless != interpreter.NotEndless && r.Outcome != nil:
			ends[seeds[i]] = r.Plies - 1
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range slices.Sorted(maps.Keys(ends)) {
		if len(found) >= want {
			break
		}
		before := s.Clone()
		if ends[n] > 0 {
			if _, err := interpreter.Playout(e, before, interpreter.NewRandom(n), interpreter.Limits{Plies: ends[n]}); err != nil {
				t.Fatal(err)
			}
		}
		moves, err := e.Legal(before)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if n := lapsOf(e.Play(before.Clone(), m)); n > laps {
				found = append(found, longTurn{before, m, n})
			}
		}
	}
	return found
}

// lapsOf is how many laps a turn had that did not end.
func lapsOf(ply *interpreter.Ply, err error) (n int) {
	var over *interpreter.OverBudget
	var gap *interpreter.Gap
	switch {
	case err == nil && ply.Endless != interpreter.NotEndless:
		return ply.Laps
	case errors.As(err, &over):
		return over.Used
	case errors.As(err, &gap) && gap.Kind == interpreter.GapEndless:
		_, _ = fmt.Sscanf(gap.Note, "the turn never ends: after %d laps", &n)
	}
	return n
}

// Long turns end as they do on the reference executor: at the first lap that
// begins as an earlier one began, or at their budget.
func TestLongTurns(t *testing.T) {
	exact, over := 0, 0
	for _, id := range []string{"hus", "altiev", "lela", "yovodi", "otep", "krur"} {
		p := load(t, id, dsl.Choice{})
		for _, laps := range []int{300, 3100} {
			budget := interpreter.Budget{Laps: laps}
			e, x := engineWith(t, p, compiled.Options{}, budget), oracleWith(t, p, budget)
			for _, l := range longTurnsOf(t, e, 2000, 64, 5) {
				got, after := l.before.Clone(), l.before.Clone()
				ply, err := e.Play(got, l.move)
				want, errX := x.Play(after, l.move)
				if !reflect.DeepEqual(ply, want) || !reflect.DeepEqual(err, errX) || !reflect.DeepEqual(got.Cells, after.Cells) {
					t.Errorf("%s, %d laps: %+v, %v in %v gave %+v, %v; want %+v, %v", id, laps, l.move, l.before.Cells, got.Cells, ply, err, want, errX)
				}
				if l.laps < laps {
					exact++
				} else {
					over++
				}
			}
		}
	}
	if exact < 15 || over < 10 {
		t.Errorf("%d turns recurred, %d used up their laps", exact, over)
	}
}

// BenchmarkLongTurns plays turns that go on for most of the usual budget of laps.
func BenchmarkLongTurns(b *testing.B) {
	for _, c := range []struct {
		id   string
		laps int
	}{{"hus", 10000}, {"hawalis", 64}} {
		b.Run(c.id, func(b *testing.B) {
			e := engineWith(b, load(b, c.id, dsl.Choice{}), compiled.Options{}, interpreter.Budget{})
			found := longTurnsOf(b, e, 20000, c.laps, 5)
			if len(found) == 0 {
				b.Fatal("no long turns were found")
			}
			laps := 0
			start := processTime()
			for b.Loop() {
				for _, l := range found {
					if _, err := e.Play(l.before.Clone(), l.move); err != nil {
						b.Fatal(err)
					}
					laps += l.laps
				}
			}
			b.ReportMetric((processTime()-start)*1e9/float64(laps), "cpu-ns/lap")
			b.ReportMetric(float64(laps)/float64(b.N*len(found)), "laps/turn")
		})
	}
}
