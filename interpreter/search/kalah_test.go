package search_test

import (
	"fmt"
	"testing"

	"mancala/interpreter/search"
)

// The margins of the first player of Kalah with m holes of n seeds: table 9
// and, for the signs of all, table 10 of "Solving Kalah" (Irving, Donkers and
// Uiterwijk 2000), under whose rules an empty opposite hole captures, too; for
// one to three holes, where the paper gives the signs alone, the margins are
// those of an independent exhaustive search.
var kalahMargins = [][]int{
	1: {0, -2, 6, -2, 2, 0},
	2: {2, -2, -2, -12, 6, 8},
	3: {0, 4, 2, 2, 6, -10},
	4: {2, 6, 8},
	5: {0, 0},
	6: {2, 10},
}

// The same under the rules of everybody else, by the independent search.
var kalahStandard = [][]int{
	1: {0, -2, 6, -2, 2, 0},
	2: {2, -2, -2, -10, 6, 8},
	3: {0, 4, 2},
	4: {2, 6},
	5: {0, 2},
	6: {2, 6},
}

func TestKalahIsSolved(t *testing.T) {
	for _, c := range []struct {
		answer  string
		margins [][]int
	}{{"yes", kalahMargins}, {"no", kalahStandard}} {
		nodes := 0
		for m, row := range c.margins {
			for n, want := range row {
				g := load(t, "kalah", choice{set: map[string]int{"holes": m, "fill": n + 1}, answers: map[string]string{"empty-capture": c.answer}})
				x := g.compiled(t)
				out, err := search.NewSolver(g.p, 20).Solve(x, start(t, x), search.Budget{Nodes: 10_000_000})
				if err != nil {
					t.Fatal(err)
				}
				got := out.Low.Result() * out.Low.Margin()
				if !out.Known() || got != want {
					t.Errorf("Kalah(%d,%d), empty capture %s: between %d and %d, published %d", m, n+1, c.answer, out.Low, out.High, want)
				}
				if end := g.follow(t, x, out.Line); end == nil || end.Scores[0]-end.Scores[1] != want {
					t.Errorf("Kalah(%d,%d), empty capture %s: the line of best play ends with %v", m, n+1, c.answer, end)
				}
				nodes += out.Nodes
			}
		}
		t.Logf("empty capture %s: %d positions", c.answer, nodes)
	}
}

func ExampleValue() {
	v := search.Won + 8
	fmt.Println(v.Result(), v.Margin(), (-v).Result())
	// Output: 1 8 -1
}
