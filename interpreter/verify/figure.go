package verify

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/simulate"
)

// count compares counts that can be recomputed: move sequences by depth
// (perft), positions that can be reached.
func (c *claim) count() error {
	x, done, err := c.r.engine(c.ctx)
	if err != nil {
		return err
	}
	defer done()
	s, err := c.position(c.r.Program, c.x)
	if err != nil {
		return err
	}
	if said := c.numbers("perft"); said != nil {
		return c.perft(x, s, said)
	}
	if n, ok := c.number("reachable"); ok {
		return c.reachable(x, s, n)
	}
	return bad("a count has perft = [6, 35, 185] or reachable = 120")
}

func (c *claim) perft(x interpreter.Executor, s *interpreter.State, said []int) error {
	c.shownBy("perft", fmt.Sprintf(" --depth %d", len(said)))
	var counts []uint64
	for d := 1; d <= len(said); d++ { // depth by depth, so that what was counted within the time counts
		var err error
		if counts, err = perft(x, s, d, c.stop); err != nil {
			if errors.Is(err, interpreter.ErrStopped) && d > 1 {
				c.is(Undecided, "right down to depth %d; no time for more", d-1)
				return nil
			}
			return err
		}
		if counts[d] != uint64(said[d-1]) {
			c.is(Refuted, "depth %d: %d sequences, not %d", d, counts[d], said[d-1])
			return nil
		}
	}
	c.is(Holds, "the same %d counts, %d sequences at depth %d", len(said), counts[len(said)], len(said))
	return nil
}

// perft counts inside the compiled module where there is one.
func perft(x interpreter.Executor, s *interpreter.State, depth int, stop func() bool) ([]uint64, error) {
	inside, ok := x.(interface {
		OnTick(stop func() bool)
		Perft(s *interpreter.State, depth int) ([]uint64, error)
	})
	if !ok {
		return interpreter.Perft(x, s, depth, stop)
	}
	inside.OnTick(stop)
	return inside.Perft(s, depth)
}

// reachable counts the positions that play can reach, the first included.
func (c *claim) reachable(x interpreter.Executor, s *interpreter.State, said int) error {
	seen := map[string]bool{key(s): true}
	queue := []*interpreter.State{s}
	budget := c.v.Budget.withDefaults().Nodes
	for len(queue) > 0 {
		if len(seen) > said {
			c.is(Refuted, "more than %d positions", said)
			return nil
		}
		if len(seen) > budget || c.stop() {
			c.is(Undecided, "%d positions found within the budget", len(seen))
			return nil
		}
		s, queue = queue[0], queue[1:]
		if s.Over != nil {
			continue
		}
		legal, err := x.Legal(s)
		if err != nil {
			return err
		}
		for _, m := range legal {
			next := s.Clone()
			if _, err := x.Play(next, m); err != nil {
				return err
			}
			if k := key(next); !seen[k] {
				seen[k] = true
				queue = append(queue, next)
			}
		}
	}
	word := Holds
	if len(seen) != said {
		word = Refuted
	}
	c.is(word, "%d positions", len(seen))
	return nil
}

// estimate is a number with its 95 % confidence interval.
type estimate struct{ value, low, high float64 }

// measures are what a figure can be about. Shares have Wilson intervals; the
// means of a game have normal ones; means of a turn, whose turns hang
// together within a game, have theirs from the means of batches of games.
var measures = map[string]func(r *simulate.Report, batches []*simulate.Report) estimate{
	"first mover share": func(r *simulate.Report, _ []*simulate.Report) estimate { return share(r.Seats[0].Wins) },
	"draw share":        func(r *simulate.Report, _ []*simulate.Report) estimate { return share(r.Draws) },
	"endless share":     func(r *simulate.Report, _ []*simulate.Report) estimate { return share(r.Endless) },
	"unfinished share":  func(r *simulate.Report, _ []*simulate.Report) estimate { return share(r.Open) },
	"mean turns":        func(r *simulate.Report, _ []*simulate.Report) estimate { return mean(r.Turns.Summary, r.Games) },
	"turns":             func(r *simulate.Report, _ []*simulate.Report) estimate { return mean(r.Turns.Summary, r.Games) },
	"laps":              func(r *simulate.Report, _ []*simulate.Report) estimate { return mean(r.Laps.Summary, r.Games) },
	"longest turn":      func(r *simulate.Report, _ []*simulate.Report) estimate { return mean(r.Longest.Summary, r.Games) },
	"captured":          func(r *simulate.Report, _ []*simulate.Report) estimate { return mean(r.Captured.Summary, r.Games) },
	"branching": func(r *simulate.Report, b []*simulate.Report) estimate {
		return batched(r, b, func(r *simulate.Report) float64 { return r.Branching })
	},
	"decisions": func(r *simulate.Report, b []*simulate.Report) estimate {
		return batched(r, b, func(r *simulate.Report) float64 { return r.Decisions })
	},
	"laps per turn": func(r *simulate.Report, b []*simulate.Report) estimate {
		return batched(r, b, func(r *simulate.Report) float64 { return r.LapsATurn })
	},
}

func share(i simulate.Interval) estimate { return estimate{i.Share, i.Low, i.High} }

func mean(s simulate.Summary, games uint64) estimate {
	half := 1.96 * s.SD / math.Sqrt(math.Max(float64(games), 1))
	return estimate{s.Mean, s.Mean - half, s.Mean + half}
}

// batched takes the interval of a mean from the spread of its batches
// (Student's t for 19 degrees of freedom).
func batched(r *simulate.Report, batches []*simulate.Report, of func(*simulate.Report) float64) estimate {
	value, n := of(r), float64(len(batches))
	if n < 2 {
		return estimate{value, math.Inf(-1), math.Inf(1)}
	}
	sum, squares := 0.0, 0.0
	for _, b := range batches {
		sum += of(b)
	}
	for _, b := range batches {
		squares += (of(b) - sum/n) * (of(b) - sum/n)
	}
	half := 2.093 * math.Sqrt(squares/(n-1)/n)
	return estimate{value, value - half, value + half}
}

const batchesOfFigure = 20

// figure plays random games, or those of other players, and compares a statistic.
func (c *claim) figure() error {
	measure := measures[c.text("measure")]
	if measure == nil && c.text("measure") != holdsShare {
		all, hint := append(sortedKeys(measures), holdsShare), ""
		if near := source.Nearest(c.text("measure"), all); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return bad("measure = %q is none of %s%s", c.text("measure"), strings.Join(all, ", "), hint)
	}
	least, most, err := c.between()
	if err != nil {
		return err
	}
	games, ok := c.number("games")
	if !ok || games < batchesOfFigure {
		games = 2000
	}
	var e estimate
	var played uint64
	if measure == nil {
		e, played, err = c.holdsAtEnd(games)
	} else {
		var report *simulate.Report
		var batches []*simulate.Report
		if report, batches, err = c.simulate(games); err == nil {
			e, played = measure(report, batches), report.Games
		}
	}
	if err != nil {
		return err
	}
	found := fmt.Sprintf("%.4g (95 %% interval %.4g to %.4g, %d games)", e.value, e.low, e.high, played)
	switch {
	case e.high < least || e.low > most:
		c.is(Refuted, "%s outside %g to %g", found, least, most)
	case played < uint64(games):
		c.is(Undecided, "%s when the time was over", found)
	default:
		c.is(Holds, "%s", found)
	}
	return nil
}

// holdsShare is the share of random games at whose end, or after as many
// turns as the key `turns` says, the condition `holds` is true.
const holdsShare = "holds share"

func (c *claim) holdsAtEnd(games int) (estimate, uint64, error) {
	if c.text("holds") == "" {
		return estimate{}, 0, bad(`the measure %q needs its condition: holds = "seeds(board) = 8"`, holdsShare)
	}
	if names := c.list("players"); len(names) > 1 || len(names) == 1 && names[0] != "random" {
		return estimate{}, 0, bad("the measure %q is one of random games", holdsShare)
	}
	_, asks, err := c.condition()
	if err != nil {
		return estimate{}, 0, err
	}
	x, done, err := c.r.engine(c.ctx)
	if err != nil {
		return estimate{}, 0, err
	}
	defer done()
	turns, _ := c.number("turns")
	seed, ok := c.number("seed")
	if !ok {
		seed = 1
	}
	c.shownBy("simulate", fmt.Sprintf(" --games %d --seed %d --max-turns %d", games, seed, max(turns, 1)))
	played, held := 0, 0
	for ; played < games && !c.stop(); played++ {
		s, err := x.Start()
		if err != nil {
			return estimate{}, 0, err
		}
		r := interpreter.NewRandom(interpreter.GameSeed(c.r.Hash, uint64(seed), uint64(played)))
		if _, err := interpreter.Playout(x, s, r, interpreter.Limits{Plies: turns}); err != nil {
			return estimate{}, 0, err
		}
		asked, _, err := notation.ParsePosition(asks.Program(), notation.FormatPosition(c.r.Program, s))
		if err != nil {
			return estimate{}, 0, err
		}
		if err := asks.Begin(asked, false); err != nil {
			return estimate{}, 0, err
		}
		if asked.Over != nil {
			held++
		}
	}
	return share(simulate.Wilson(uint64(held), uint64(played))), uint64(played), nil
}

func (c *claim) between() (least, most float64, err error) {
	items, _ := c.e.Values["between"].([]any)
	var ends []float64
	for _, x := range items {
		switch n := x.(type) {
		case int64:
			ends = append(ends, float64(n))
		case float64:
			ends = append(ends, n)
		case string: // numbers with a fraction as the file writes them
			var f float64
			if _, err := fmt.Sscan(n, &f); err != nil {
				return 0, 0, bad("between: %q is no number", n)
			}
			ends = append(ends, f)
		}
	}
	if len(ends) != 2 || ends[0] > ends[1] {
		return 0, 0, bad("a figure has a range: between = [0.45, 0.55]")
	}
	return ends[0], ends[1], nil
}

// played is a simulation that several figures may be about.
type played struct {
	report  *simulate.Report
	batches []*simulate.Report
}

// simulate plays the games of a figure in batches of nearly equal size.
func (c *claim) simulate(games int) (*simulate.Report, []*simulate.Report, error) {
	names := c.list("players")
	if names == nil {
		names = []string{"random"}
	}
	seed, ok := c.number("seed")
	if !ok {
		seed = 1
	}
	turns, _ := c.number("turns")
	rest := fmt.Sprintf(" --games %d --seed %d", games, seed)
	if turns > 0 {
		rest += fmt.Sprintf(" --max-turns %d", turns)
	}
	c.shownBy("simulate", rest)
	key := fmt.Sprint(c.r.Hash, names, seed, games, turns)
	if p := c.v.played[key]; p != nil {
		return p.report, p.batches, nil
	}
	setup, err := simulate.NewSetup(c.r.Program, c.r.Hash, names, uint64(seed))
	if err != nil {
		return nil, nil, bad("players: %v", err)
	}
	setup.Plies = turns
	total := simulate.NewTally(setup)
	var batches []*simulate.Report
	for i := range batchesOfFigure {
		part := simulate.Range{From: uint64(games * i / batchesOfFigure), To: uint64(games * (i + 1) / batchesOfFigure)}
		t, err := simulate.Run(c.ctx, setup, part, simulate.Options{Workers: 1, Engine: c.open})
		if t != nil && t.Games > 0 {
			if merr := total.Merge(t); merr != nil {
				return nil, nil, merr
			}
			batches = append(batches, t.Report(t.Games, setup.Plies))
		}
		if err != nil && c.stop() && total.Games > 0 {
			return total.Report(uint64(games), setup.Plies), batches, nil
		}
		if err != nil {
			return nil, nil, err
		}
	}
	report := total.Report(uint64(games), setup.Plies)
	if c.v.played == nil {
		c.v.played = map[string]*played{}
	}
	c.v.played[key] = &played{report, batches}
	return report, batches, nil
}

func (c *claim) open() (*simulate.Engine, error) {
	x, done, err := c.r.engine(c.ctx)
	return &simulate.Engine{Executor: x, Close: done}, err
}
