package simulate_test

import (
	"context"
	"math"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
	"mancala/interpreter/simulate"
)

// randomGames plays random games of a library game on the compiled engine.
func randomGames(t *testing.T, id string, answers map[string]string, r simulate.Range) *simulate.Tally {
	t.Helper()
	name, text, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	g, ds := dsl.Load(games.NewFile(name, text), dsl.Choice{Answers: answers})
	if g == nil {
		t.Fatal(ds.Text())
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	m, err := compiled.Compile(p, compiled.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runtime, err := compiled.NewRuntime(m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { runtime.Close() })
	s, err := simulate.NewSetup(p, program.Hash(p), []string{"random"}, 7)
	if err != nil {
		t.Fatal(err)
	}
	tally, err := simulate.Run(context.Background(), s, r, simulate.Options{Workers: 2, Engine: func() (*simulate.Engine, error) {
		e, err := compiled.NewEngine(runtime, interpreter.Budget{})
		return &simulate.Engine{Executor: e, Close: func() { e.Close() }}, err
	}})
	if err != nil {
		t.Fatal(err)
	}
	return tally
}

// Figures of independently written programs on other coordinates: random
// play, endless turns lost by the mover, no draw by repetition, games left
// after 20,000 turns. Each allows three standard errors of ours and theirs.
func TestIndependentFigures(t *testing.T) {
	const n = 30_000
	for _, c := range []struct {
		id             string
		answers        map[string]string
		theirs         float64 // games they played
		turns          float64
		first, endless float64 // shares: won by who begins, met an endless turn
	}{
		{"hus", nil, 20_000, 29.0, .4817, .0007},
		{"hawalis", map[string]string{"repetition": "plays-on"}, 200_000, 110.1, .5074, .0211},
	} {
		r := randomGames(t, c.id, c.answers, simulate.Range{To: n}).Report(n, 0)
		spread := math.Sqrt(1/float64(n) + 1/c.theirs)
		near := func(what string, got, want, sd float64) {
			if math.Abs(got-want) > 3*sd*spread {
				t.Errorf("%s: %s is %.4f, independent programs have %.4f ± %.4f", c.id, what, got, want, 3*sd*spread)
			}
		}
		near("mean turns", r.Turns.Mean, c.turns, r.Turns.SD)
		near("share of the player who begins", r.Seats[0].Wins.Share, c.first, .5)
		near("share of games with an endless turn", float64(r.Endless.Count+r.Unclear)/n, c.endless, math.Sqrt(c.endless))
	}
}

func TestMergeRefusesGamesCountedTwice(t *testing.T) {
	a := randomGames(t, "kalah", nil, simulate.Range{From: 0, To: 10})
	b := randomGames(t, "kalah", nil, simulate.Range{From: 9, To: 20})
	if err := a.Merge(b); err == nil {
		t.Error("game 9 was counted twice without an error")
	}
	if a.Games != 10 {
		t.Errorf("a refused merge left %d games", a.Games)
	}
}
