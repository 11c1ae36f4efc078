package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mancala/interpreter/verify"
)

// compareFlags choose B's rules and bound the search.
type compareFlags struct {
	b     choiceFlags
	games int
	nodes int
}

// newCompareCmd is `compare`.
func newCompareCmd(a *app) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "The shortest line of play after which two rule sets differ",
		Long: `Compare plays two rule sets side by side and looks for the shortest line after
which the legal moves, the position or the end of the game differ: every line
from the start as far as the budget goes, then random games. A and B may be the
same game: --variant, --answer and --set choose the rules of A, and --variant-b,
--answer-b and --set-b those of B.

It exits with 0 if no difference was found and with 1 if there is one.`,
		Example: `  mancala compare hus hus --answer outer=yes --answer-b outer=no --games 200
  mancala compare hawalis njombwa --games 200`,
		Args:              takes(2, 2),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.games < 0 || f.nodes < 1 {
				return usagef("--games and --nodes are numbers above zero")
			}
			return a.compare(cmd.Context(), args[0], args[1], f)
		},
	}
	cmd.Flags().Var(&f.b.variant, "variant-b", "variant of B")
	cmd.Flags().StringSliceVar(&f.b.answers, "answer-b", nil, "answer of B to a question: --answer-b outer=no")
	cmd.Flags().StringSliceVar(&f.b.sets, "set-b", nil, "parameter of B: --set-b columns=12")
	cmd.Flags().IntVar(&f.games, "games", 1000, "random games played side by side")
	cmd.Flags().IntVar(&f.nodes, "nodes", 200_000, "budget of the search from the start")
	return cmd
}

func (a *app) compare(ctx context.Context, argA, argB string, f compareFlags) error {
	ga, err := a.load(argA)
	if err != nil {
		return err
	}
	choiceA, err := a.choice.choice()
	if err != nil {
		return err
	}
	choiceB, err := f.b.choice()
	if err != nil {
		return err
	}
	fileB, err := a.readGame(argB)
	if err != nil {
		return err
	}
	gb, err := a.loadFile(argB, fileB, choiceB)
	if err != nil {
		return err
	}
	setA, err := verify.Load(argA, ga.File, choiceA)
	if err != nil {
		return err
	}
	defer setA.Close()
	setB, err := verify.Load(argB, gb.File, choiceB)
	if err != nil {
		return err
	}
	defer setB.Close()
	p := a.progress("steps", 0)
	steps := int64(0)
	c, err := verify.Compare(ctx, setA, setB, verify.Budget{Nodes: f.nodes, Games: f.games}, func(what string) {
		steps++
		p.what = what
		p.at(steps)
	})
	p.done()
	if c == nil {
		return err
	}
	if werr := a.writeComparison(ga, gb, c); werr != nil {
		return werr
	}
	if err == nil && c.Shortest != nil {
		return findings
	}
	return err
}

func (a *app) writeComparison(ga, gb *game, c *verify.Comparison) error {
	if a.json {
		return a.writeJSON(struct {
			A ruleSetJSON `json:"rules_a"`
			B ruleSetJSON `json:"rules_b"`
			*verify.Comparison
		}{ga.ruleSetJSON(), gb.ruleSetJSON(), c})
	}
	style := a.style(a.out)
	fmt.Fprintln(a.out, style.dim("A: "+ga.ruleSet()))
	fmt.Fprintln(a.out, style.dim("B: "+gb.ruleSet()))
	fmt.Fprintln(a.out)
	d := c.Shortest
	switch {
	case c.SameProgram:
		fmt.Fprintln(a.out, "The same: both are compiled to one program.")
		return nil
	case d == nil && c.Whole:
		fmt.Fprintln(a.out, "The same: every position was looked at.")
		return nil
	case d == nil:
		fmt.Fprintf(a.out, "The same within the budget: every line of %s, and %s.\n", plural(c.Exhausted, "move"), plural(c.Games, "random game"))
		return nil
	}
	length := "The shortest line found"
	if c.Proved {
		length = "The shortest line"
	}
	line := strings.Join(d.Line, " ")
	if line == "" {
		line = "(the start)"
	}
	fmt.Fprintf(a.out, "%s: %s  (%s)\n", length, style.head(line), plural(len(d.Line), "move"))
	if c.Drawing != "" {
		what := "Before its last move:"
		if d.What == "legal moves" || len(d.Line) == 0 {
			what = "There:"
		}
		fmt.Fprintf(a.out, "%s %s\n\n%s\n", what, d.Place, c.Drawing)
	}
	fmt.Fprintf(a.out, "%s: %s\n  A: %s\n  B: %s\n", style.head(d.What), strings.TrimSpace(d.Text), d.A, d.B)
	fmt.Fprintf(a.out, "  %s\n  %s\n", style.dim(c.CommandA), style.dim(c.CommandB))
	if c.Games > 0 {
		fmt.Fprintf(a.out, "\n%d of %s part", c.Parted, plural(c.Games, "random game"))
		if c.Parted > 0 {
			fmt.Fprintf(a.out, ", on average at turn %.1f", c.MeanTurn)
		}
		fmt.Fprintln(a.out, ".")
	}
	return nil
}
