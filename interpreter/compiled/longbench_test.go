package compiled_test

import (
	"maps"
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

// longTurnsOf looks for turns of more than so many laps in random games.
func longTurnsOf(t testing.TB, e *compiled.Engine, laps, want int) (found []longTurn) {
	s, err := e.Start()
	if err != nil {
		t.Fatal(err)
	}
	seeds := make([]uint64, 20000)
	for i := range seeds {
		seeds[i] = uint64(i) + 1
	}
	ends := map[uint64]int{} // plies before an endless turn
	err = e.Playouts(s, seeds, interpreter.Limits{Plies: 1000}, func(i int, r interpreter.Result, err error) {
		if err == nil && r.Endless != interpreter.NotEndless && len(ends) < 2*want {
			ends[seeds[i]] = r.Plies - 1
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range slices.Sorted(maps.Keys(ends)) {
		if len(found) == want {
			break
		}
		before := s.Clone()
		if _, err := interpreter.Playout(e, before, interpreter.NewRandom(n), interpreter.Limits{Plies: ends[n]}); err != nil {
			t.Fatal(err)
		}
		moves, err := e.Legal(before)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if ply, err := e.Play(before.Clone(), m); err == nil && ply.Laps > laps {
				found = append(found, longTurn{before, m, ply.Laps})
			}
		}
	}
	return found
}

// BenchmarkLongTurns plays turns that go on for most of the usual budget of laps.
func BenchmarkLongTurns(b *testing.B) {
	for _, c := range []struct {
		id   string
		laps int
	}{{"hus", 10000}, {"hawalis", 64}} {
		b.Run(c.id, func(b *testing.B) {
			e := engineWith(b, load(b, c.id, dsl.Choice{}), compiled.Options{}, interpreter.Budget{})
			found := longTurnsOf(b, e, c.laps, 5)
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
