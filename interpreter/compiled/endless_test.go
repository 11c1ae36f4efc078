package compiled_test

import (
	"reflect"
	"testing"

	"mancala/dsl"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// A turn that never ends is told from one that uses up its laps, whatever the
// budget: just below its first recurrence, at it, and above.
func TestEndlessUnderEveryBudget(t *testing.T) {
	p := load(t, "hawalis", dsl.Choice{})
	south := []int32{1, 0, 1, 0, 1, 2, 0, 0, 1, 0, 1, 2, 0, 1} // ten seeds that run for ever, 98 laps a round
	kinds := map[interpreter.EndlessKind]int{}
	m, err := compiled.Compile(p, compiled.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := compiled.NewRuntime(m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	for laps := 64; laps <= 240; laps++ {
		budget := interpreter.Budget{Laps: laps}
		e, err := compiled.NewEngine(r, budget)
		if err != nil {
			t.Fatal(err)
		}
		x := oracleWith(t, p, budget)
		var plies [2]*interpreter.Ply
		var after [2][]int32
		for i, executor := range []interpreter.Executor{e, x} {
			s, err := executor.Start()
			if err != nil {
				t.Fatal(err)
			}
			copy(s.Cells, south)
			if err := executor.Begin(s, false); err != nil {
				t.Fatal(err)
			}
			moves, err := executor.Legal(s)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range moves {
				if m.From != 11 {
					continue
				}
				if plies[i], err = executor.Play(s, m); err != nil {
					t.Fatal(err)
				}
			}
			after[i] = s.Cells
		}
		got, want := plies[0], plies[1]
		if got.Laps != want.Laps || got.Sown != want.Sown || got.Endless != want.Endless || got.Period != want.Period || !reflect.DeepEqual(after[0], after[1]) {
			t.Fatalf("%d laps: %+v, want %+v", laps, got, want)
		}
		kinds[want.Endless]++
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if kinds[interpreter.EndlessExact] == 0 || kinds[interpreter.EndlessBudget] == 0 {
		t.Errorf("only %v were met", kinds)
	}
}
