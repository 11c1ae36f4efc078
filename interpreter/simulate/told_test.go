package simulate_test

import (
	"context"
	"math"
	"math/big"
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/simulate"
)

var budget = interpreter.Budget{}

// What telling finds agrees with what playing counts.
func TestWatchedAgreesWithPlayed(t *testing.T) {
	for _, id := range []string{"hus", "kalah", "oware"} {
		b := newBed(t, id)
		const n = 60
		s := b.setup(t, 5, "random", "random")
		s.Watch, s.Games = n, n
		tally, err := simulate.Run(context.Background(), s, simulate.Range{To: n}, b.options(2))
		if err != nil {
			t.Fatal(err)
		}
		w := tally.Watched
		if w.Games != n || w.Plies != tally.Turns.Total() || w.Branching.Total() != tally.Moves {
			t.Errorf("%s: %d games of %d plies with %d moves told; %d games of %d plies with %d moves played", id, w.Games, w.Plies, w.Branching.Total(), tally.Games, tally.Turns.Total(), tally.Moves)
		}
		moves, taken := uint64(0), uint64(0)
		for i := range w.From {
			moves += w.From[i]
			taken += w.Taken[i]
		}
		if moves != w.Plies {
			t.Errorf("%s: %d moves start at holes, %d were made", id, moves, w.Plies)
		}
		if taken > tally.Captured.Total() || taken == 0 {
			t.Errorf("%s: %d seeds captured at holes, %d in all", id, taken, tally.Captured.Total())
		}
		for end, x := range tally.Ends {
			if end.Kind == simulate.ByRule && w.FiredIn[end.Rule] < x.Games {
				t.Errorf("%s: rule %d ended %d games and acted in %d", id, end.Rule, x.Games, w.FiredIn[end.Rule])
			}
		}
		rep := tally.Report(n, 0)
		if rep.Watched.Decided != rep.Seats[0].Wins.Count+rep.Seats[1].Wins.Count {
			t.Errorf("%s: %d games decided", id, rep.Watched.Decided)
		}
	}
}

// Games watched are the same whoever plays them, and no others change.
func TestWatchingChangesNothing(t *testing.T) {
	b := newBed(t, "hus")
	const n = 40
	s := b.setup(t, 5, "greedy", "random")
	plain := tallyOf(t, s, n, b)
	s.Watch = 7
	tally, err := simulate.Run(context.Background(), s, simulate.Range{To: n}, b.options(3))
	if err != nil {
		t.Fatal(err)
	}
	if tally.Watched.Games != 7 {
		t.Errorf("%d games watched, not 7", tally.Watched.Games)
	}
	tally.Watched = plain.Watched
	if textOf(t, tally) != textOf(t, plain) {
		t.Error("watching changes what is counted")
	}
	ref := b.options(1)
	ref.Engine = b.reference
	other, err := simulate.Run(context.Background(), s, simulate.Range{To: 7}, ref)
	if err != nil {
		t.Fatal(err)
	}
	again, err := simulate.Run(context.Background(), s, simulate.Range{To: 7}, b.options(2))
	if err != nil {
		t.Fatal(err)
	}
	if textOf(t, other) != textOf(t, again) {
		t.Error("the engines differ in what is told")
	}
}

// With each seat beginning in turn, beginning and seats are told apart.
func TestWhoBegins(t *testing.T) {
	b := newBed(t, "kalah")
	s := b.setup(t, 3, "random", "random")
	s.Begins = []int{0, 1}
	const n = 2000
	rep := tallyOf(t, s, n, b).Report(n, 0)
	if !rep.Begins.Apart || len(rep.Begins.Seats) != 2 || rep.Begins.Seats[0].Games != n/2 {
		t.Fatalf("%+v", rep.Begins)
	}
	// The board is the same from both sides: only beginning matters.
	if south := rep.Seats[0].Wins; south.Low > .5 || south.High < rep.Seats[1].Wins.Share-.05 {
		t.Errorf("South wins %v", south)
	}
	if rep.Begins.Wins.Share < rep.Seats[0].Wins.Share {
		t.Errorf("who begins wins %v, South %v: Kalah favours who begins", rep.Begins.Wins, rep.Seats[0].Wins)
	}
	s.Begins = []int{1}
	if rep := tallyOf(t, s, 300, b).Report(300, 0); rep.Begins.Apart || rep.Begins.Seats[0].Seat != "North" || rep.Seats[1].Wins.Count <= rep.Seats[0].Wins.Count {
		t.Errorf("North begins: %+v, South wins %d, North %d", rep.Begins, rep.Seats[0].Wins.Count, rep.Seats[1].Wins.Count)
	}
}

// The number of positions, against known numbers and against counting.
func TestStateSpace(t *testing.T) {
	for _, c := range []struct {
		id   string
		n, k int64 // binomial
	}{{"kalah", 48 + 14 - 1, 14 - 1}, {"hus", 48 + 32 - 1, 32 - 1}} {
		b := newBed(t, c.id)
		want := new(big.Int).Binomial(c.n, c.k)
		want.Mul(want, big.NewInt(2))
		if s := simulate.StateSpace(b.p); s.Positions != want.String() || math.Abs(s.Log10-float64(len(s.Positions)-1)) > 1 {
			t.Errorf("%s: %+v, want %s", c.id, s, want)
		}
	}
	// Two seeds in two holes and two stores, either to move: 2 × 10.
	ways := 0
	for a := 0; a <= 2; a++ {
		for b := 0; a+b <= 2; b++ {
			for c := 0; a+b+c <= 2; c++ {
				ways++
			}
		}
	}
	if got := new(big.Int).Binomial(2+4-1, 4-1); got.Int64() != int64(ways) {
		t.Errorf("C(5, 3) = %s, counted %d", got, ways)
	}
}

// Strengths that are known: 400 points for ten to one.
func TestRatings(t *testing.T) {
	find := func(rs []simulate.Rating, name string) simulate.Rating {
		for _, r := range rs {
			if r.Player == name {
				return r
			}
		}
		t.Fatalf("no %s", name)
		return simulate.Rating{}
	}
	rs := simulate.Ratings([]simulate.Pairing{{A: "a", B: "b", Wins: 1_000_000, Losses: 100_000}})
	if d := find(rs, "a").Elo - find(rs, "b").Elo; math.Abs(d-400) > .5 {
		t.Errorf("ten to one are %.1f points", d)
	}
	rs = simulate.Ratings([]simulate.Pairing{
		{A: "weak", B: "strong", Losses: 100}, {A: "weak", B: "middle", Wins: 20, Losses: 80}, {A: "middle", B: "strong", Wins: 10, Losses: 80, Draws: 10}})
	sum := 0.0
	for i, r := range rs {
		sum += r.Elo
		if math.IsInf(r.Elo, 0) || math.IsNaN(r.Elo) || r.Low >= r.Elo || r.High <= r.Elo {
			t.Errorf("%+v", r)
		}
		if want := []string{"strong", "middle", "weak"}[i]; r.Player != want || r.Games != 200 {
			t.Errorf("place %d: %+v, want %s", i+1, r, want)
		}
	}
	if math.Abs(sum) > .2 {
		t.Errorf("the mean is %.2f, not 0", sum/3)
	}
}
