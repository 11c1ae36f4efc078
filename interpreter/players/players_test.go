package players_test

import (
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/players"
	"mancala/interpreter/reference"
)

func executor(t *testing.T, id string) interpreter.Executor {
	t.Helper()
	name, text, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	g, ds := dsl.Load(games.NewFile(name, text), dsl.Choice{})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	x, err := reference.New(p, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func player(t *testing.T, name string) players.Player {
	t.Helper()
	p, err := players.New(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestUnknownPlayer(t *testing.T) {
	_, err := players.New("gredy")
	if err == nil || !strings.Contains(err.Error(), `did you mean "greedy"`) || !strings.Contains(err.Error(), "random, first, greedy") {
		t.Errorf("error %v: want the nearest name and the list", err)
	}
	for _, name := range players.Names() {
		player(t, name)
	}
}

// Two random players play the game of interpreter.Playout, ply for ply.
func TestRandomIsThePlayout(t *testing.T) {
	x := executor(t, "kalah")
	start, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	p := player(t, "random")
	for seed := range uint64(50) {
		want := start.Clone()
		res, err := interpreter.Playout(x, want, interpreter.NewRandom(seed), interpreter.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		s, r, plies := start.Clone(), interpreter.NewRandom(seed), 0
		for s.Over == nil {
			legal, err := x.Legal(s)
			if err != nil {
				t.Fatal(err)
			}
			i, err := p.Choose(x, s, legal, r)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := x.Play(s, legal[i]); err != nil {
				t.Fatal(err)
			}
			plies++
		}
		if plies != res.Plies || s.Over.Winner != res.Outcome.Winner {
			t.Fatalf("seed %d: %d plies, winner %d; the playout has %d and %d", seed, plies, s.Over.Winner, res.Plies, res.Outcome.Winner)
		}
	}
}

// Along games of its own greedy never takes less than another move offers,
// leaves the position alone and draws only where moves are equal.
func TestGreedyTakesTheMost(t *testing.T) {
	for _, id := range []string{"kalah", "oware", "hus"} {
		x := executor(t, id)
		s, err := x.Start()
		if err != nil {
			t.Fatal(err)
		}
		p, r, took := player(t, "greedy"), interpreter.NewRandom(5), 0
		for ply := 0; s.Over == nil && ply < 60; ply++ {
			legal, err := x.Legal(s)
			if err != nil {
				t.Fatal(err)
			}
			most, equal, wins := -1, 0, map[int]bool{}
			for i, m := range legal {
				c := s.Clone()
				done, err := x.Play(c, m)
				if err != nil {
					t.Fatal(err)
				}
				if c.Over != nil && c.Over.Winner == done.Mover {
					wins[i] = true
				}
				if done.Captured > most {
					most, equal = done.Captured, 0
				}
				if done.Captured == most {
					equal++
				}
			}
			before, state := append([]int32(nil), s.Cells...), r.State()
			i, err := p.Choose(x, s, legal, r)
			if err != nil {
				t.Fatal(err)
			}
			for c := range before {
				if s.Cells[c] != before[c] {
					t.Fatalf("%s, ply %d: greedy changed the position", id, ply)
				}
			}
			if len(wins) == 0 && (equal == 1) != (r.State() == state) {
				t.Fatalf("%s, ply %d: %d equal moves, drawn: %v", id, ply, equal, r.State() != state)
			}
			done, err := x.Play(s, legal[i])
			if err != nil {
				t.Fatal(err)
			}
			if len(wins) > 0 && !wins[i] || len(wins) == 0 && done.Captured != most {
				t.Fatalf("%s, ply %d: takes %d where %d can be had (wins %v)", id, ply, done.Captured, most, wins)
			}
			took += done.Captured
		}
		if took == 0 {
			t.Errorf("%s: greedy never captured anything", id)
		}
	}
}
