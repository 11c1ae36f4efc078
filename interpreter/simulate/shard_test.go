package simulate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"mancala/interpreter/reference"
	"mancala/interpreter/simulate"
)

// full is a setup with everything in it that sums must keep: seats that
// change, both begin, games watched and digested.
func full(t *testing.T, b *bed, games uint64, south, north string) *simulate.Setup {
	t.Helper()
	s := b.setup(t, 3, south, north)
	s.Games, s.Watch, s.Begins = games, games/5, []int{0, 1}
	return s
}

func (b *bed) options(workers int) simulate.Options {
	return simulate.Options{Workers: workers, Engine: b.compiled, Tell: func() (simulate.Teller, error) { return reference.New(b.p, budget) }}
}

func textOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// written is a tally as a shard file brings it to another machine.
func written(t *testing.T, s *simulate.Setup, part simulate.Range, tally *simulate.Tally) *simulate.Tally {
	t.Helper()
	plan := &simulate.Plan{Games: s.Games, Files: []simulate.PlanFile{{Name: "game"}}, Cells: []simulate.Cell{{}}}
	text, err := (&simulate.Shard{Part: part, Plan: plan, Tallies: []*simulate.Tally{tally}}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	read, err := simulate.ReadShard(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := read.Tallies[0].Adopt(s); err != nil {
		t.Fatal(err)
	}
	return read.Tallies[0]
}

// interruptedRun plays a part, is broken off in the middle again and again,
// and goes on each time from what it had written.
func interruptedRun(t *testing.T, s *simulate.Setup, part simulate.Range, o simulate.Options) *simulate.Tally {
	t.Helper()
	var known *simulate.Tally
	for broken := 0; ; broken++ {
		ctx, cancel := context.WithCancel(context.Background())
		o.From = known
		stopAt := uint64(20)
		if known != nil {
			stopAt += known.Games
		}
		o.Progress = func(done uint64) {
			if done >= stopAt {
				cancel()
			}
		}
		tally, err := simulate.Run(ctx, s, part, o)
		cancel()
		if err == nil {
			return tally
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if broken > 1000 {
			t.Fatal("the run does not come to an end")
		}
		known = written(t, s, part, tally)
	}
}

// Any number of shards, one of them broken off and taken up again, put
// together in any order, are the bytes of one run.
func TestShardsAreTheWhole(t *testing.T) {
	for _, c := range []struct {
		id, north string
		games     uint64
	}{{"kalah", "random", 500}, {"hus", "greedy", 60}, {"kalah", "mcts:5", 30}} {
		b := newBed(t, c.id)
		s := full(t, b, c.games, "random", c.north)
		one, err := simulate.Run(context.Background(), s, simulate.Range{To: c.games}, b.options(1))
		if err != nil {
			t.Fatal(err)
		}
		want, wantReport := textOf(t, one), textOf(t, one.Report(c.games, 0))
		for _, n := range []int{1, 2, 3, 7} {
			total := simulate.NewTally(s)
			for i := n - 1; i >= 0; i-- {
				part := simulate.Part(c.games, i, n)
				o := b.options(1 + i%3)
				tally := (*simulate.Tally)(nil)
				if i == n/2 {
					tally = interruptedRun(t, s, part, o)
				} else if tally, err = simulate.Run(context.Background(), s, part, o); err != nil {
					t.Fatal(err)
				}
				if err := total.Merge(written(t, s, part, tally)); err != nil {
					t.Fatal(err)
				}
			}
			if got := textOf(t, total); got != want {
				t.Errorf("%s in %d shards:\n%s\nwant\n%s", c.id, n, got, want)
			}
			if got := textOf(t, total.Report(c.games, 0)); got != wantReport {
				t.Errorf("%s: the report of %d shards differs", c.id, n)
			}
		}
	}
}

// Parts cover all games, none twice, and are of one size.
func TestParts(t *testing.T) {
	for _, games := range []uint64{1, 2, 7, 100, 1 << 40} {
		for _, n := range []int{1, 2, 3, 7, 100} {
			at := uint64(0)
			for i := range n {
				p := simulate.Part(games, i, n)
				if p.From != at || p.To-p.From > games/uint64(n)+1 || p.To-p.From < games/uint64(n) {
					t.Fatalf("part %d of %d of %d games is %v", i, n, games, p)
				}
				at = p.To
			}
			if at != games {
				t.Fatalf("%d parts of %d games end at %d", n, games, at)
			}
		}
	}
}

// Whatever a checkpoint shows can be gone on from.
func TestCheckpointsAgree(t *testing.T) {
	b := newBed(t, "kalah")
	const n = 4000
	s := full(t, b, n, "random", "random")
	s.Watch = 40
	whole := simulate.Range{To: n}
	o := b.options(3)
	o.Every = time.Millisecond
	var seen []string
	o.Checkpoint = func(t *simulate.Tally) {
		if len(seen) < 50 {
			text, _ := json.Marshal(t)
			seen = append(seen, string(text))
		}
	}
	one, err := simulate.Run(context.Background(), s, whole, o)
	if err != nil {
		t.Fatal(err)
	}
	want := textOf(t, one)
	for i, text := range seen {
		var known simulate.Tally
		if err := json.Unmarshal([]byte(text), &known); err != nil {
			t.Fatal(err)
		}
		if err := known.Adopt(s); err != nil {
			t.Fatalf("checkpoint %d: %v", i, err)
		}
		if i%10 != 0 {
			continue
		}
		again := b.options(2)
		again.From = &known
		tally, err := simulate.Run(context.Background(), s, whole, again)
		if err != nil {
			t.Fatal(err)
		}
		if got := textOf(t, tally); got != want {
			t.Errorf("from a checkpoint at %d games:\n%s\nwant\n%s", known.Games, got, want)
		}
	}
}

// Each sees every game once, in order, whoever played it.
func TestGamesInOrder(t *testing.T) {
	b := newBed(t, "kalah")
	for _, north := range []string{"random", "greedy"} {
		const n = 150
		s := full(t, b, n, "random", north)
		plain, err := simulate.Run(context.Background(), s, simulate.Range{To: n}, b.options(1))
		if err != nil {
			t.Fatal(err)
		}
		next, plies := uint64(0), 0
		o := b.options(7)
		o.Each = func(g *simulate.Played) error {
			if g.Game != next {
				return fmt.Errorf("game %d comes after game %d", g.Game, next-1)
			}
			next++
			plies += g.Result.Plies
			return nil
		}
		tally, err := simulate.Run(context.Background(), s, simulate.Range{To: n}, o)
		if err != nil {
			t.Fatal(err)
		}
		if next != n || uint64(plies) != tally.Turns.Total() {
			t.Errorf("%d games of %d turns were given, %d turns counted", next, plies, tally.Turns.Total())
		}
		if textOf(t, tally) != textOf(t, plain) {
			t.Error("who looks at the games changes what is counted")
		}
	}
}

// An error of Each ends the run and is its error.
func TestEachFails(t *testing.T) {
	b := newBed(t, "kalah")
	full := errors.New("disk full")
	o := b.options(3)
	o.Each = func(g *simulate.Played) error {
		if g.Game == 77 {
			return full
		}
		return nil
	}
	if _, err := simulate.Run(context.Background(), b.setup(t, 1, "random", "random"), simulate.Range{To: 5000}, o); !errors.Is(err, full) {
		t.Errorf("the run ended with %v", err)
	}
}

// What keeps two plans from being one run is said in words.
func TestPlansDiffer(t *testing.T) {
	plan := func() *simulate.Plan {
		return &simulate.Plan{Program: "1", Seed: 1, Games: 9, Watch: 2, Files: []simulate.PlanFile{{Name: "a.toml", Text: "x"}},
			Cells: []simulate.Cell{{Arg: "a", Rules: "abc", Players: []string{"random", "first"}}}}
	}
	if text := plan().Differs(plan()); text != "" {
		t.Errorf("equal plans differ: %s", text)
	}
	for want, change := range map[string]func(*simulate.Plan){
		"version of the program 1, not 2": func(p *simulate.Plan) { p.Program = "2" },
		"seed 1, not 2":                   func(p *simulate.Plan) { p.Seed = 2 },
		"games 9, not 10":                 func(p *simulate.Plan) { p.Games = 10 },
		"rules a (abc), not a (abd)":      func(p *simulate.Plan) { p.Cells[0].Rules = "abd" },
		"players random against first, not random against random": func(p *simulate.Plan) { p.Cells[0].Players = []string{"random", "random"} },
		"number of rule sets and pairings 1, not 2":               func(p *simulate.Plan) { p.Cells = append(p.Cells, p.Cells[0]) },
		"swapping of seats false, not true":                       func(p *simulate.Plan) { p.Swap = true },
		"--begins , not each":                                     func(p *simulate.Plan) { p.Begins = "each" },
		"limit of turns 0, not 5":                                 func(p *simulate.Plan) { p.Turns = 5 },
		"number of watched games 2, not 0":                        func(p *simulate.Plan) { p.Watch = 0 },
		"another text of the same rules":                          func(p *simulate.Plan) { p.Files[0].Text = "y" },
		"another command":                                         func(p *simulate.Plan) { p.Layout = "rows" },
	} {
		o := plan()
		change(o)
		if got := plan().Differs(o); got != want {
			t.Errorf("differs by %q, want %q", got, want)
		}
	}
}

// A file that lost or changed a byte is found out.
func TestDamagedShards(t *testing.T) {
	b := newBed(t, "kalah")
	s := full(t, b, 20, "random", "random")
	tally, err := simulate.Run(context.Background(), s, simulate.Range{To: 20}, b.options(1))
	if err != nil {
		t.Fatal(err)
	}
	plan := &simulate.Plan{Games: 20, Files: []simulate.PlanFile{{Name: "game"}}, Cells: []simulate.Cell{{}}}
	text, err := (&simulate.Shard{Part: simulate.Range{To: 20}, Plan: plan, Tallies: []*simulate.Tally{tally}}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := simulate.ReadShard(text); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(text)-1; n += 13 {
		if _, err := simulate.ReadShard(text[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes were read as a shard", n, len(text))
		}
	}
	line := bytes.IndexByte(text, '\n')
	for n := 20; n < line; n += 11 {
		bad := bytes.Clone(text)
		bad[n] ^= 1
		if _, err := simulate.ReadShard(bad); err == nil {
			t.Fatalf("byte %d was changed, and nobody noticed", n)
		}
	}
}

// Sums that can't be those of a setup are refused.
func TestAdoptRefuses(t *testing.T) {
	b := newBed(t, "kalah")
	s := full(t, b, 20, "random", "random")
	tally, err := simulate.Run(context.Background(), s, simulate.Range{To: 20}, b.options(1))
	if err != nil {
		t.Fatal(err)
	}
	good := textOf(t, tally)
	for _, c := range []struct{ old, new string }{
		{`"games":20,"wins"`, `"games":21,"wins"`},
		{`"to":20`, `"to":21`},
		{`"fired":[`, `"fired":[1,`},
		{`"began":[`, `"began":[1,`},
		{`"wins":[[`, `"wins":[[1,`},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("there is no %s in %s", c.old, good)
		}
		var known simulate.Tally
		if err := json.Unmarshal([]byte(text), &known); err != nil {
			t.Fatal(err)
		}
		if known.Adopt(s) == nil {
			t.Errorf("a tally with %s was adopted", c.new)
		}
	}
}

func TestMissing(t *testing.T) {
	r := func(from, to uint64) simulate.Range { return simulate.Range{From: from, To: to} }
	for _, c := range []struct{ done, want []simulate.Range }{
		{nil, []simulate.Range{r(10, 20)}},
		{[]simulate.Range{r(0, 30)}, nil},
		{[]simulate.Range{r(0, 10), r(20, 30)}, []simulate.Range{r(10, 20)}},
		{[]simulate.Range{r(5, 12), r(14, 15), r(19, 25)}, []simulate.Range{r(12, 14), r(15, 19)}},
	} {
		if got := simulate.Missing(r(10, 20), c.done); !reflect.DeepEqual(got, c.want) {
			t.Errorf("of 10 to 20 without %v: %v, want %v", c.done, got, c.want)
		}
	}
}
