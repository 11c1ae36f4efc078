package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"mancala/interpreter"
)

// newBenchCmd is `bench`.
func newBenchCmd(a *app) *cobra.Command {
	var seconds float64
	var only string
	var laps int
	cmd := &cobra.Command{
		Use:   "bench GAME",
		Short: "How fast both engines play random games, on one thread",
		Long: `Bench plays the same random games on the compiled engine and on the reference
executor, one after the other on one thread, and reports playouts, moves and
laps per second of processor time, so that other work on the machine does not
count (where the system tells no processor time: per second). Neither compiling
nor seeding games nor statistics are counted.

A few turns in ten thousand go round for tens of thousands of laps until their
period is known. Hand-written programs cut them after some 1,000: to compare
play with such a program, give the same --laps.`,
		Example: `  mancala bench hus --seconds 0.2
  mancala bench hus --laps 1000 --seconds 0.2
  mancala bench oware --engine compiled --seconds 0.2 --json`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(seconds > 0 && seconds <= 3600) {
				return usagef("--seconds lies between 0 and 3600")
			}
			if laps < 1 || laps > maxBenchLaps {
				return usagef("--laps lies between 1 and %s", count(maxBenchLaps))
			}
			names := []string{engineCompiled, engineReference}
			if only != "" {
				if err := checkEngine(only); err != nil {
					return err
				}
				names = []string{only}
			}
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			return a.bench(cmd, g, names, seconds, laps)
		},
	}
	cmd.Flags().Float64Var(&seconds, "seconds", 2, "how long each engine plays")
	cmd.Flags().IntVar(&laps, "laps", interpreter.DefaultBudget.Laps, "laps after which a turn is cut")
	cmd.Flags().StringVar(&only, "engine", "", "only this engine: compiled or reference")
	return cmd
}

// defaultRounds is after how many rounds a match is left unfinished.
const defaultRounds = 100

// maxBenchLaps is the longest turn bench plays.
const maxBenchLaps = 1_000_000

// speed is what one engine did, per second of the time in Seconds.
type speed struct {
	Playouts float64 `json:"playouts_per_second"`
	Moves    float64 `json:"moves_per_second"`
	Laps     float64 `json:"laps_per_second"`
	Games    uint64  `json:"games"`
	Seconds  float64 `json:"seconds"`
}

func (a *app) bench(cmd *cobra.Command, g *game, names []string, seconds float64, laps int) error {
	out := map[string]speed{}
	var stopped error
	t := newTable("engine", ">playouts/s", ">moves/s", ">laps/s", ">games")
	for _, name := range names {
		e, err := g.engines(name)
		if err != nil {
			return err
		}
		e.budget.Laps = laps
		if e.why != "" {
			e.close()
			fmt.Fprintf(a.err, "%s can't be compiled: %s\n", g.Rules.ID, e.why)
			continue
		}
		sp, err := a.measureSpeed(cmd, g, e, seconds)
		e.close()
		if sp.Games > 0 {
			out[name] = sp
			t.row(name, count(int64(sp.Playouts)), count(int64(sp.Moves)), count(int64(sp.Laps)), count(sp.Games))
		}
		if cmd.Context().Err() != nil { // interrupted: what is known is printed
			stopped = err
			break
		}
		if err != nil {
			return err
		}
	}
	if a.json {
		return errors.Join(stopped, a.writeJSON(struct {
			ruleSetJSON
			Laps    int              `json:"lap_budget"`
			Engines map[string]speed `json:"engines"`
			Partial bool             `json:"interrupted,omitempty"`
		}{g.ruleSetJSON(), laps, out, stopped != nil}))
	}
	fmt.Fprintln(a.out, a.style(a.out).dim("rules: "+g.ruleSet()))
	fmt.Fprintln(a.out, a.style(a.out).dim(fmt.Sprintf("turns are cut after %s laps", count(int64(laps)))))
	if stopped != nil {
		fmt.Fprintln(a.out, a.style(a.out).warn("interrupted: measured for less than was asked"))
	}
	return errors.Join(stopped, t.write(a.out, a.style(a.out)))
}

// measureSpeed plays batches of random games until the time is over. They are
// played as `simulate --seed 1` plays them, without its statistics.
func (a *app) measureSpeed(cmd *cobra.Command, g *game, e *engines, seconds float64) (sp speed, err error) {
	opened, err := e.open() // one engine throughout: making it is not play
	if err != nil {
		return speed{}, err
	}
	defer opened.Close()
	x := opened.Executor
	start, err := x.Start()
	if err != nil {
		return speed{}, err
	}
	var plies, laps int
	began := time.Now()
	defer func() {
		if sp.Seconds <= 0 { // too short for the system's clock
			sp.Seconds = max(time.Since(began).Seconds(), 1e-9)
		}
		sp.Playouts, sp.Moves, sp.Laps = float64(sp.Games)/sp.Seconds, float64(plies)/sp.Seconds, float64(laps)/sp.Seconds
	}()
	seeds := make([]uint64, 1, 1024)
	for time.Since(began).Seconds() < seconds {
		for i := range seeds {
			seeds[i] = interpreter.GameSeed(g.Hash, 1, sp.Games+uint64(i))
		}
		from := processTime()
		err := playouts(x, start, seeds, func(r interpreter.Result) {
			sp.Games++
			plies += r.Plies
			laps += r.Laps
		})
		sp.Seconds += processTime() - from
		if err := errors.Join(err, cmd.Context().Err()); err != nil {
			return sp, err
		}
		if time.Since(began).Seconds() < seconds/20 && len(seeds) < cap(seeds) { // batches of a few per cent of the time
			seeds = seeds[:min(2*len(seeds), cap(seeds))]
		}
	}
	return sp, nil
}

// playouts plays a random game from every seed, all in one call where the
// engine can. A game that a budget cut short is a game played.
func playouts(x interpreter.Executor, start *interpreter.State, seeds []uint64, each func(interpreter.Result)) error {
	limits := interpreter.Limits{Plies: interpreter.DefaultLimits.Plies, Rounds: defaultRounds}
	type batcher interface {
		Playouts(s *interpreter.State, seeds []uint64, limits interpreter.Limits, each func(i int, r interpreter.Result, err error)) error
	}
	if b, ok := x.(batcher); ok {
		var failed error
		err := b.Playouts(start, seeds, limits, func(_ int, r interpreter.Result, err error) {
			failed = errors.Join(failed, unlessCut(err))
			each(r)
		})
		return errors.Join(err, failed)
	}
	for _, seed := range seeds {
		r, err := interpreter.Playout(x, start.Clone(), interpreter.NewRandom(seed), limits)
		if err := unlessCut(err); err != nil {
			return err
		}
		each(r)
	}
	return nil
}

// unlessCut is the error but for one that says a budget was used up.
func unlessCut(err error) error {
	if budget := (*interpreter.OverBudget)(nil); errors.As(err, &budget) {
		return nil
	}
	return err
}
