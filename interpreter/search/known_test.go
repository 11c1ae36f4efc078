package search_test

import (
	"fmt"
	"slices"
	"testing"

	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/search"
)

// Tchuka Ruma of four pits of two has one solution, six moves of one turn
// after another: 3, 4, 3, 4, 2, 4 (DeGrazia 1948). Every search finds it.
func TestTheOneSolution(t *testing.T) {
	g := load(t, "tchuka-ruma", choice{})
	x := g.compiled(t)
	out, err := search.NewSolver(g.p, 12).Solve(x, start(t, x), search.Budget{})
	if err != nil || !out.Known() || out.Low != search.Won {
		t.Fatalf("%+v, %v", out, err)
	}
	s, ahead, tree := start(t, x), search.NewAlphaBeta(g.p), search.NewUCT(g.p)
	for n, want := range []int{2, 3, 2, 3, 1, 3} {
		legal, err := x.Legal(s)
		if err != nil {
			t.Fatal(err)
		}
		if from := legal[out.Line[n]].From; from != want {
			t.Errorf("move %d of the line lifts hole %d, not %d", n+1, from+1, want+1)
		}
		found, err := ahead.Search(x, s, search.Limits{Depth: 6})
		if err != nil || len(found.Best) != 1 || legal[found.Best[0]].From != want || found.Value != search.Won {
			t.Errorf("move %d: alphabeta finds %+v, %v", n+1, found, err)
		}
		tried, err := tree.Search(x, s, 500, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		most := slices.MaxFunc(tried, func(a, b search.Visited) int { return a.Visits - b.Visits })
		if from := legal[slices.Index(tried, most)].From; from != want {
			t.Errorf("move %d: mcts lifts hole %d, not %d: %+v", n+1, from+1, want+1, tried)
		}
		if _, err := x.Play(s, legal[out.Line[n]]); err != nil {
			t.Fatal(err)
		}
	}
	if s.Over == nil || s.Over.Winner != 0 {
		t.Errorf("the line ends with %+v", s.Over)
	}
}

const round = `mancala = 1
[game]
name = "Round"
[board]
rows = 2
columns = 1
stores = "beside"
[setup]
holes = "board: 1"
[sowing]
route = "board"
direction = "anticlockwise"
endless = "%s"
[rules]
moves = """
from own where hole has seeds
otherwise pass
"""
lap = "%s"
[score]
counts = "own store"
wins = "most"
`

// What a turn that never ends is worth is what the file makes of it; where the
// file leaves it open, and where moves and not laps go round for ever, nothing
// is proved.
func TestEndless(t *testing.T) {
	for _, c := range []struct {
		endless, lap string
		low, high    int // results
		gaps, whole  bool
	}{
		{"mover loses", "always relay", -1, -1, false, false},
		{"draw", "always relay", 0, 0, false, false},
		{"open", "always relay", -1, 1, true, false},
		{"never", "always stop", -1, 1, false, true},
	} {
		g := loadFile(t, source.NewFile("round.toml", []byte(fmt.Sprintf(round, c.endless, c.lap))), choice{})
		for name, x := range map[string]interpreter.Executor{"compiled": g.compiled(t), "reference": g.reference(t)} {
			out, err := search.NewSolver(g.p, 10).Solve(x, start(t, x), search.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			if out.Low.Result() != c.low || out.High.Result() != c.high || out.Gaps > 0 != c.gaps || out.Whole != c.whole {
				t.Errorf("%s, %s, %s engine: %+v", c.endless, c.lap, name, out)
			}
			if _, err := search.NewAlphaBeta(g.p).Search(x, start(t, x), search.Limits{Depth: 4}); err != nil {
				t.Errorf("%s, %s, %s engine: alphabeta: %v", c.endless, c.lap, name, err)
			}
			if _, err := search.NewUCT(g.p).Search(x, start(t, x), 30, 1, nil); err != nil {
				t.Errorf("%s, %s, %s engine: mcts: %v", c.endless, c.lap, name, err)
			}
		}
	}
}

// A search ends when its budget is spent or when it is told to.
func TestBudgetIsKept(t *testing.T) {
	g := load(t, "hus", choice{})
	x := g.compiled(t)
	asked := 0
	for _, b := range []search.Budget{{Nodes: 500}, {Nodes: 100_000, Stop: func() bool { asked++; return asked > 2 }}} {
		out, err := search.NewSolver(g.p, 10).Solve(x, start(t, x), b)
		if err != nil || out.Known() || !out.Cut || out.Nodes > 500 && b.Nodes == 500 || out.Nodes > 5*search.StopEvery {
			t.Errorf("%+v, %v", out, err)
		}
	}
	s := start(t, x)
	s.Over = &interpreter.Outcome{Winner: 0}
	if _, err := search.NewSolver(g.p, 10).Solve(x, s, search.Budget{}); err == nil {
		t.Error("a finished game was searched")
	}
}
