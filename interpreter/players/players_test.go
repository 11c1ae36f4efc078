package players_test

import (
	"errors"
	"flag"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/players"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

func executor(t *testing.T, id string) interpreter.Executor {
	t.Helper()
	x, err := reference.New(programOf(t, id), interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func programOf(t *testing.T, id string) *program.Program {
	t.Helper()
	file, err := games.File(id)
	if err != nil {
		t.Fatal(err)
	}
	g, ds := dsl.Load(file, dsl.Choice{})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func compiledOf(t *testing.T, id string) interpreter.Executor {
	t.Helper()
	m, err := compiled.Compile(programOf(t, id), compiled.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := compiled.NewRuntime(m)
	if err != nil {
		t.Fatal(err)
	}
	x, err := compiled.NewEngine(r, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = x.Close()
		_ = r.Close()
	})
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

// Wrong names are refused with what to write instead.
func TestNamesTeach(t *testing.T) {
	for name, want := range map[string]string{
		"mcts":                      "for instance mcts:1000",
		"mcts:":                     "for instance mcts:1000",
		"mcts:0":                    "at least 1",
		"mcts:-5":                   "at least 1",
		"mcts:many":                 `"many" is neither a number`,
		"mcts:99999999999":          "the most",
		"mcts:99999999999999999999": "the most",
		"mcts:10:20":                "given twice",
		"mcts:1s:2s":                "given twice",
		"mcts:-2s":                  "is not between",
		"mcts:100h":                 "is not between",
		"mtcs:100":                  `did you mean "mcts:100"`,
		"alphabeta":                 "for instance alphabeta:8",
		"alphabeta:0":               "at least 1",
		"alphabeta:-1":              "at least 1",
		"alphabeta:65":              "the most",
		"alphabeta:2.5":             "neither a number of plies nor a time",
		"greedy:3":                  "takes no number",
		"hrad":                      `did you mean "hard"`,
		"easy:4":                    "takes no number",
		"":                          "no player",
	} {
		if _, err := players.New(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", name, err, want)
		}
	}
	for name, want := range map[string]string{
		"easy": "mcts:20:1s", "alphabeta:4": "alphabeta:4:1s", "mcts:3:2s": "mcts:3:2s", "mcts:2s": "mcts:2s", "greedy": "greedy", "human": "human"} {
		if got := players.WithTime(name, time.Second); got != want {
			t.Errorf("%s with a second a move is %s, want %s", name, got, want)
		}
	}
	if players.Timed("mcts:100") || players.Timed("hard") || !players.Timed("alphabeta:8:1s") || !players.Timed("mcts:1s") {
		t.Error("only players with a time can't be repeated")
	}
}

// Players that look ahead choose the same on both engines, leave the position
// alone, and depend on nothing they did before.
func TestSearchersAreReproducible(t *testing.T) {
	for _, id := range []string{"kalah", "hus", "oware", "tshuba", "bao-la-kiswahili", "quendo"} {
		slow, fast := executor(t, id), compiledOf(t, id)
		for _, name := range []string{"mcts:15", "alphabeta:2"} {
			used := player(t, name)
			s, err := slow.Start()
			if err != nil {
				t.Fatal(err)
			}
			r := interpreter.NewRandom(9)
			for ply := 0; s.Over == nil && ply < 4; ply++ {
				legal, err := slow.Legal(s)
				if err != nil {
					t.Fatal(err)
				}
				before := s.Clone()
				again, third := interpreter.NewRandom(r.State()), interpreter.NewRandom(r.State())
				a := choose(t, used, slow, s, legal, r)
				b := choose(t, used, fast, s, legal, again)
				c := choose(t, player(t, name), fast, s, legal, third)
				if a != b || a != c || r.State() != again.State() || r.State() != third.State() {
					t.Fatalf("%s, %s, ply %d: moves %d, %d and %d", id, name, ply, a, b, c)
				}
				if !slices.Equal(before.Cells, s.Cells) || s.Over != nil {
					t.Fatalf("%s, %s, ply %d: the position was changed", id, name, ply)
				}
				if _, err := slow.Play(s, legal[a]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func choose(t *testing.T, p players.Player, x interpreter.Executor, s *interpreter.State, legal []interpreter.Move, r *interpreter.Random) int {
	t.Helper()
	i, err := p.Choose(x, s, legal, r)
	if err != nil || i < 0 || i >= len(legal) {
		t.Fatalf("move %d of %d: %v", i, len(legal), err)
	}
	return i
}

// A player who is told to stop gives ErrStopped, and no move.
func TestSearchersStop(t *testing.T) {
	x := executor(t, "kalah")
	s, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	legal, err := x.Legal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"mcts:1000000", "alphabeta:60", "mcts:1h"} {
		p, asked := player(t, name), 0
		p.(players.Stoppable).OnTick(func() bool { asked++; return asked > 20 })
		if _, err := p.Choose(x, s, legal, interpreter.NewRandom(1)); !errors.Is(err, interpreter.ErrStopped) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, name := range []string{"mcts:1ms", "alphabeta:1ms", "mcts:1000000:1ms"} { // an answer in the end, whatever the clock says
		choose(t, player(t, name), x, s, legal, interpreter.NewRandom(1))
	}
}

// Stronger players win: few games, fixed seeds, wide margins. The full matches
// are the long test.
func TestStrongerPlayersWin(t *testing.T) {
	for _, c := range []struct {
		game, strong, weak string
		games, atLeast     int
	}{
		{"kalah", "mcts:100", "random", 10, 8},
		{"kalah", "alphabeta:3", "greedy", 10, 8},
		{"hus", "mcts:100", "random", 6, 4},
		{"anywoli", "greedy", "random", 10, 7},
		{"oware", "alphabeta:2", "random", 6, 5},
	} {
		wins, _ := match(t, c.game, c.strong, c.weak, c.games)
		if wins < c.atLeast {
			t.Errorf("%s: %s won %d of %d against %s", c.game, c.strong, wins, c.games, c.weak)
		}
	}
}

// match plays games between two players who change seats.
func match(t *testing.T, id, a, b string, n int) (won, lost int) {
	t.Helper()
	x := compiledOf(t, id)
	seats := []players.Player{player(t, a), player(t, b)}
	mover := x.Program().Layout.Mover
	for game := range n {
		s, err := x.Start()
		if err != nil {
			t.Fatal(err)
		}
		r := interpreter.NewRandom(uint64(game) + 1)
		res, err := interpreter.PlayGame(x, s, func(s *interpreter.State, legal []interpreter.Move) (int, error) {
			return seats[(int(s.Cells[mover])+game)%2].Choose(x, s, legal, r)
		}, interpreter.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		switch o := res.Outcome; {
		case o == nil || o.Draw:
		case (o.Winner+game)%2 == 0:
			won++
		default:
			lost++
		}
	}
	return won, lost
}

var long = flag.Bool("long", false, "run the tests that take minutes, too")

// The matches that show the players are worth their time, with 95 % Wilson intervals.
func TestMatches(t *testing.T) {
	if !*long {
		t.Skip("takes minutes; run with -long")
	}
	for _, id := range []string{"hus", "oware", "kalah", "anywoli"} {
		for _, c := range []struct {
			strong, weak string
			games        int
		}{{"greedy", "random", 200}, {"mcts:2000", "greedy", 30}} {
			won, _ := match(t, id, c.strong, c.weak, c.games)
			low := wilsonLow(won, c.games)
			t.Logf("%s: %s wins %d of %d against %s, at least %.1f %%", id, c.strong, won, c.games, c.weak, 100*low)
			if low <= 0.5 {
				t.Errorf("%s: %s does not beat %s: %d of %d", id, c.strong, c.weak, won, c.games)
			}
		}
	}
	won, lost := match(t, "kalah", "alphabeta:8", "mcts:1000", 100)
	t.Logf("kalah: alphabeta:8 against mcts:1000: %d to %d of 100", won, lost)
	if won < lost {
		t.Errorf("kalah: alphabeta:8 loses to mcts:1000, %d to %d", won, lost)
	}
}

// wilsonLow is the lower end of a 95 % Wilson interval.
func wilsonLow(wins, games int) float64 {
	const z = 1.959964
	n, p := float64(games), float64(wins)/float64(games)
	return (p + z*z/(2*n) - z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))) / (1 + z*z/n)
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
