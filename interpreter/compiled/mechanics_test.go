package compiled_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
)

// mechanics are small games, each about one construct of the language.
const mechanics = "../../testdata/mechanics/*.toml"

func mechanicsPrograms(t *testing.T) map[string]*program.Program {
	t.Helper()
	paths, err := filepath.Glob(mechanics)
	if err != nil || len(paths) == 0 {
		t.Fatal("no games", err)
	}
	out := map[string]*program.Program{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		g, found := dsl.Load(games.NewFile(path, text), dsl.Choice{})
		if g == nil {
			t.Fatal(found.Text())
		}
		p, err := lower.Lower(g)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(path), ".toml")] = p
	}
	return out
}

// The executors play every construct alike, in random games and from random
// positions, with and without the fast forms.
func TestMechanicsAgree(t *testing.T) {
	for name, p := range mechanicsPrograms(t) {
		t.Run(name, func(t *testing.T) {
			budget := interpreter.Budget{Laps: 500, Completions: 5000}
			for _, opt := range []compiled.Options{{}, {Plain: true}} {
				e, x := engineWith(t, p, opt, budget), oracleWith(t, p, budget)
				for game := range uint64(4) {
					agree(t, e, x, interpreter.GameSeed(name, 1, game), 60)
				}
				random := rand.New(rand.NewPCG(5, 5))
				for range rounds(t, 12) {
					a := &interpreter.State{Cells: shuffled(p, random)}
					b := a.Clone()
					errA, errB := e.Begin(a, true), x.Begin(b, true)
					if !sameError(errA, errB) {
						t.Fatalf("begin: %v, want %v in %v", errA, errB, b.Cells)
					}
					if errB == nil {
						compareMoves(t, e, x, a, b)
					}
				}
			}
		})
	}
}

// Playouts, which take the quickest way through a turn, count what the
// reference executor counts.
func TestMechanicsPlayouts(t *testing.T) {
	for name, p := range mechanicsPrograms(t) {
		t.Run(name, func(t *testing.T) {
			budget := interpreter.Budget{Laps: 500, Completions: 5000}
			e, x := engineWith(t, p, compiled.Options{}, budget), oracleWith(t, p, budget)
			limits := interpreter.Limits{Plies: 80}
			start, err := e.Start()
			if err != nil {
				t.Fatal(err)
			}
			var seeds []uint64
			for game := range uint64(10) {
				seeds = append(seeds, interpreter.GameSeed(name, 2, game))
			}
			err = e.Playouts(start, seeds, limits, func(i int, got interpreter.Result, errA error) {
				s, err := x.Start()
				if err != nil {
					t.Fatal(err)
				}
				want, errB := interpreter.Playout(x, s, interpreter.NewRandom(seeds[i]), limits)
				if overBudget(errA) != overBudget(errB) {
					t.Fatalf("game %d: %v, want %v", i, errA, errB)
				}
				if got.Plies != want.Plies || got.Sown != want.Sown || got.Captured != want.Captured || got.Laps != want.Laps {
					t.Errorf("game %d: %+v, want %+v", i, got, want)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}
