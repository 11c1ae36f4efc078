package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// newPerftCmd is `perft`.
func newPerftCmd(a *app) *cobra.Command {
	var pos positionFlags
	var depth int
	var divide bool
	var engine string
	cmd := &cobra.Command{
		Use:   "perft GAME --depth N",
		Short: "How many sequences of N moves there are",
		Long: `Perft counts sequences of complete moves, the usual check that two programs play
the same rules. A turn that never ends and a finished game have no
continuation; repetition is ignored.`,
		Example: `  mancala perft hus --depth 5
  mancala perft kalah --depth 6 --divide`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if depth < 0 || depth > 60 {
				return usagef("--depth must lie between 0 and 60, this is %d", depth)
			}
			if err := checkEngine(engine); err != nil {
				return err
			}
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			return a.perft(cmd, g, &pos, depth, divide, engine)
		},
	}
	pos.register(cmd)
	cmd.Flags().IntVar(&depth, "depth", 4, "number of plies")
	cmd.Flags().BoolVar(&divide, "divide", false, "the count below every first move")
	cmd.Flags().StringVar(&engine, "engine", engineCompiled, "compiled or reference")
	return cmd
}

func (a *app) perft(cmd *cobra.Command, g *game, pos *positionFlags, depth int, divide bool, engine string) error {
	x, err := g.executor()
	if err != nil {
		return err
	}
	s, err := pos.state(g, x)
	if err != nil {
		return a.silence(g, err)
	}
	stop := func() bool { return cmd.Context().Err() != nil }
	began := time.Now()
	if divide {
		var parts []interpreter.Division
		engine, err := g.onEngine(engine, func(x interpreter.Executor) (err error) {
			parts, err = interpreter.Divide(x, s, depth, stop)
			return err
		})
		return a.writeDivision(g, s, depth, engine, parts, err)
	}
	counts := []uint64{1}
	engine, err = g.onEngine(engine, func(x interpreter.Executor) (err error) {
		counts, err = interpreter.Count(x, s, depth, stop)
		return err
	})
	stopped := interrupted(err)
	if err != nil && !stopped {
		return a.silence(g, err)
	}
	plies := 0
	if s.Over == nil {
		plies = depth
	}
	if a.json {
		out := struct {
			ruleSetJSON
			Counts  []uint64 `json:"counts"`
			Plies   int      `json:"plies"`
			Engine  string   `json:"engine"`
			Seconds float64  `json:"seconds"`
			Partial bool     `json:"interrupted,omitempty"`
		}{g.ruleSetJSON(), counts, plies, engine, time.Since(began).Seconds(), stopped}
		if jerr := a.writeJSON(out); jerr != nil {
			return jerr
		}
		return err
	}
	fmt.Fprintln(a.out, a.style(a.out).dim("rules: "+g.ruleSet()))
	if stopped {
		fmt.Fprintln(a.out, a.style(a.out).warn("interrupted: the counts are those met so far, not complete"))
	}
	t := newTable(">depth", ">sequences")
	for d, n := range counts {
		t.row(fmt.Sprint(d), count(n))
	}
	if werr := t.write(a.out, a.style(a.out)); werr != nil {
		return werr
	}
	return err
}

// interrupted tells an interrupt from other errors.
func interrupted(err error) bool {
	return errors.Is(err, interpreter.ErrStopped) || errors.Is(err, context.Canceled)
}

// writeDivision prints the count below every first move.
func (a *app) writeDivision(g *game, s *interpreter.State, depth int, engine string, parts []interpreter.Division, err error) error {
	stopped := interrupted(err)
	if err != nil && !stopped {
		return a.silence(g, err)
	}
	type line struct {
		Move  string `json:"move"`
		Count uint64 `json:"count"`
	}
	lines := []line{}
	total := uint64(0)
	t := newTable("move", ">sequences")
	for _, d := range parts {
		n := uint64(0)
		if len(d.Counts) > 0 {
			n = d.Counts[len(d.Counts)-1]
		}
		text := notation.MoveText(g.Program, moverOf(g, s), d.Move)
		lines = append(lines, line{text, n})
		t.row(text, count(n))
		total += n
	}
	if a.json {
		jerr := a.writeJSON(struct {
			ruleSetJSON
			Engine  string `json:"engine"`
			Depth   int    `json:"depth"`
			Divide  []line `json:"divide"`
			Total   uint64 `json:"total"`
			Partial bool   `json:"interrupted,omitempty"`
		}{g.ruleSetJSON(), engine, depth, lines, total, stopped})
		if jerr != nil {
			return jerr
		}
		return err
	}
	if stopped {
		fmt.Fprintln(a.out, a.style(a.out).warn("interrupted: only the moves counted to the end are listed"))
	}
	t.row("total", count(total))
	if werr := t.write(a.out, a.style(a.out)); werr != nil {
		return werr
	}
	return err
}
