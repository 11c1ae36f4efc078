package simulate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
	"mancala/interpreter/simulate"
)

// bed is a game with both its engines.
type bed struct {
	p       *program.Program
	runtime *compiled.Runtime
}

func newBed(t testing.TB, id string) *bed {
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
	return &bed{p, r}
}

func (b *bed) compiled() (*simulate.Engine, error) {
	x, err := compiled.NewEngine(b.runtime, interpreter.Budget{})
	if err != nil {
		return nil, err
	}
	return &simulate.Engine{Executor: x, Close: func() { _ = x.Close() }}, nil
}

func (b *bed) reference() (*simulate.Engine, error) {
	x, err := reference.New(b.p, interpreter.Budget{})
	if err != nil {
		return nil, err
	}
	return &simulate.Engine{Executor: x, Close: func() {}}, nil
}

func (b *bed) setup(t testing.TB, seed uint64, south, north string) *simulate.Setup {
	t.Helper()
	s, err := simulate.NewSetup(b.p, program.Hash(b.p), []string{south, north}, seed)
	if err != nil {
		t.Fatal(err)
	}
	s.Swap = true
	return s
}

func reportBytes(t *testing.T, s *simulate.Setup, n uint64, o simulate.Options) []byte {
	t.Helper()
	tally, err := simulate.Run(context.Background(), s, simulate.Range{To: n}, o)
	if err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(tally.Report(n, interpreter.DefaultLimits.Plies))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A run is the same bytes on any number of workers and on both engines:
// enough games of chance that every worker gets some.
func TestSameBytesOnEveryEngineAndWorker(t *testing.T) {
	for _, id := range []string{"hus", "kalah", "oware"} {
		for north, n := range map[string]uint64{"random": 300, "greedy": 70} {
			t.Run(id+" "+north, func(t *testing.T) {
				if testing.Short() {
					n /= 10
				}
				b := newBed(t, id)
				s := b.setup(t, 3, "random", north)
				want := reportBytes(t, s, n, simulate.Options{Workers: 1, Engine: b.reference})
				for _, workers := range []int{1, 2, 7} {
					if got := reportBytes(t, s, n, simulate.Options{Workers: workers, Engine: b.compiled}); !bytes.Equal(got, want) {
						t.Errorf("compiled, %d workers:\n%s\nwant\n%s", workers, got, want)
					}
				}
				if got := reportBytes(t, s, n, simulate.Options{Workers: 7, Engine: b.reference}); !bytes.Equal(got, want) {
					t.Errorf("reference, 7 workers:\n%s\nwant\n%s", got, want)
				}
				other := b.setup(t, 4, "random", north)
				a, z := tallyOf(t, s, n, b), tallyOf(t, other, n, b)
				if a.Turns.Total() == z.Turns.Total() && a.Captured.Total() == z.Captured.Total() && a.Laps.Total() == z.Laps.Total() {
					t.Error("another seed plays the same games")
				}
			})
		}
	}
}

func tallyOf(t *testing.T, s *simulate.Setup, n uint64, b *bed) *simulate.Tally {
	t.Helper()
	tally, err := simulate.Run(context.Background(), s, simulate.Range{To: n}, simulate.Options{Workers: 2, Engine: b.compiled})
	if err != nil {
		t.Fatal(err)
	}
	return tally
}

// The sums are those of the playouts, added by hand.
func TestSumsAreThoseOfThePlayouts(t *testing.T) {
	b := newBed(t, "kalah")
	const n = 100
	tally := tallyOf(t, b.setup(t, 3, "random", "random"), n, b)
	x, err := b.reference()
	if err != nil {
		t.Fatal(err)
	}
	var plies, captured, south, draws uint64
	for i := range uint64(n) {
		s, err := x.Start()
		if err != nil {
			t.Fatal(err)
		}
		seed := interpreter.GameSeed(program.Hash(b.p), 3, i)
		r, err := interpreter.Playout(x, s, interpreter.NewRandom(seed), interpreter.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		plies += uint64(r.Plies)
		captured += uint64(r.Captured)
		switch {
		case r.Outcome.Draw:
			draws++
		case r.Outcome.Winner == 0:
			south++
		}
	}
	rep := tally.Report(n, 0)
	if tally.Turns.Total() != plies || tally.Captured.Total() != captured || rep.Seats[0].Wins.Count != south || rep.Draws.Count != draws {
		t.Errorf("%d plies, %d captured, %d won by South, %d drawn; by hand %d, %d, %d, %d",
			tally.Turns.Total(), tally.Captured.Total(), rep.Seats[0].Wins.Count, rep.Draws.Count, plies, captured, south, draws)
	}
}

// Seats are swapped every other game: the better player wins from both.
func TestTheBetterPlayerWinsFromBothSeats(t *testing.T) {
	b := newBed(t, "kalah")
	s := b.setup(t, 3, "greedy", "random")
	w := tallyOf(t, s, 400, b).Wins
	if w[0][0] <= w[1][1] || w[0][1] <= w[1][0] {
		t.Errorf("wins by player and seat %v: greedy should beat chance from either seat", w)
	}
	s.Swap = false
	if w = tallyOf(t, s, 60, b).Wins; w[0][1] != 0 || w[1][0] != 0 {
		t.Errorf("without swapping: wins by player and seat %v", w)
	}
}

// A game cut off is never scored.
func TestGamesOverTheLimitAreNotScored(t *testing.T) {
	b := newBed(t, "kalah")
	s := b.setup(t, 3, "random", "random")
	s.Plies = 5
	rep := tallyOf(t, s, 40, b).Report(40, 5)
	if rep.Open.Count != 40 || rep.Draws.Count != 0 || rep.Seats[0].Wins.Count+rep.Seats[1].Wins.Count != 0 {
		t.Errorf("%d unfinished, %d drawn, wins %d and %d of 40 games cut off", rep.Open.Count, rep.Draws.Count, rep.Seats[0].Wins.Count, rep.Seats[1].Wins.Count)
	}
}

// An interrupted run gives the games played until then.
func TestInterruptedRunKeepsWhatItKnows(t *testing.T) {
	b := newBed(t, "hus")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	tally, err := simulate.Run(ctx, b.setup(t, 3, "random", "random"), simulate.Range{To: 10_000_000},
		simulate.Options{Workers: 2, Engine: b.compiled, Progress: func(uint64) { cancel() }})
	if !errors.Is(err, context.Canceled) || tally == nil || tally.Games == 0 || tally.Games > 10_000 {
		t.Fatalf("%+v, %v", tally, err)
	}
}
