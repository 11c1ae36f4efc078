package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"mancala/interpreter"
	"mancala/interpreter/simulate"
)

// newBenchCmd is `bench`.
func newBenchCmd(a *app) *cobra.Command {
	var seconds float64
	var only string
	cmd := &cobra.Command{
		Use:   "bench GAME",
		Short: "How fast both engines play random games, on one thread",
		Long: `Bench plays the same random games on the compiled engine and on the reference
executor, one after the other on one thread, and reports playouts, moves and
laps per second. Compiling is not counted; counting the results is.`,
		Example: `  mancala bench hus --seconds 0.2
  mancala bench oware --engine compiled --seconds 0.2 --json`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(seconds > 0 && seconds <= 3600) {
				return usagef("--seconds lies between 0 and 3600")
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
			return a.bench(cmd, g, names, seconds)
		},
	}
	cmd.Flags().Float64Var(&seconds, "seconds", 2, "how long each engine plays")
	cmd.Flags().StringVar(&only, "engine", "", "only this engine: compiled or reference")
	return cmd
}

// speed is what one engine did, per second.
type speed struct {
	Playouts float64 `json:"playouts_per_second"`
	Moves    float64 `json:"moves_per_second"`
	Laps     float64 `json:"laps_per_second"`
	Games    uint64  `json:"games"`
	Seconds  float64 `json:"seconds"`
}

func (a *app) bench(cmd *cobra.Command, g *game, names []string, seconds float64) error {
	out := map[string]speed{}
	var stopped error
	t := newTable("engine", ">playouts/s", ">moves/s", ">laps/s", ">games")
	for _, name := range names {
		e, err := g.engines(name)
		if err != nil {
			return err
		}
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
			Engines map[string]speed `json:"engines"`
			Partial bool             `json:"interrupted,omitempty"`
		}{g.ruleSetJSON(), out, stopped != nil}))
	}
	fmt.Fprintln(a.out, a.style(a.out).dim("rules: "+g.ruleSet()))
	if stopped != nil {
		fmt.Fprintln(a.out, a.style(a.out).warn("interrupted: measured for less than was asked"))
	}
	return errors.Join(stopped, t.write(a.out, a.style(a.out)))
}

// measureSpeed plays batches of random games until the time is over.
func (a *app) measureSpeed(cmd *cobra.Command, g *game, e *engines, seconds float64) (speed, error) {
	setup, err := simulate.NewSetup(g.Program, g.Hash, []string{"random"}, 1)
	if err != nil {
		return speed{}, err
	}
	setup.Plies = interpreter.DefaultLimits.Plies
	x, err := e.open() // one engine throughout: making it is not play
	if err != nil {
		return speed{}, err
	}
	defer x.Close()
	open := func() (*simulate.Engine, error) {
		return &simulate.Engine{Executor: x.Executor, Close: func() {}}, nil
	}
	total := simulate.NewTally(setup)
	batch, next := uint64(1), uint64(0)
	began := time.Now()
	var spent time.Duration
	for spent.Seconds() < seconds {
		t, err := simulate.Run(cmd.Context(), setup, simulate.Range{From: next, To: next + batch}, simulate.Options{Workers: 1, Engine: open})
		spent = time.Since(began)
		if t != nil {
			err = errors.Join(err, total.Merge(t))
		}
		if err != nil {
			return speedOf(total, spent), err
		}
		next += batch
		if spent.Seconds() < seconds/20 { // batches of a few per cent of the time
			batch *= 2
		}
	}
	return speedOf(total, spent), nil
}

// speedOf is what was counted, by the second.
func speedOf(t *simulate.Tally, spent time.Duration) speed {
	s := max(spent.Seconds(), 1e-9)
	return speed{Playouts: float64(t.Games) / s, Moves: float64(t.Turns.Total()) / s, Laps: float64(t.Laps.Total()) / s, Games: t.Games, Seconds: s}
}
