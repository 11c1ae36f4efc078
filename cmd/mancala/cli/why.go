package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// newWhyCmd is `why`.
func newWhyCmd(a *app) *cobra.Command {
	var pos positionFlags
	var move string
	var svg string
	laps := mostLaps
	cmd := &cobra.Command{
		Use:   "why GAME --move M",
		Short: "A move step by step, each step with the rule behind it",
		Long: `Why plays one move and tells lap by lap what happened and which rule of the
file, from which source, made it happen. For an illegal move it names the rule
that forbids it. Of a turn of many laps the middle ones are left out (--laps).
--svg draws the turn as numbered frames, a lap each.`,
		Example: `  mancala why hus --move B1
  mancala why hus --after "B1 b1" --move B8
  mancala why hus --move A1
  mancala why oware --move A4 --json
  mancala why hus --move B7 --svg -`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if laps < 0 {
				return usagef("--laps is a number of laps, 0 for all, this is %d", laps)
			}
			if move == "" {
				return usagef("which move? write for instance `mancala why %s --move A4`; `mancala moves %s` lists them", args[0], args[0])
			}
			if err := spare(args, svg); err != nil {
				return err
			}
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			x, err := g.executor()
			if err != nil {
				return err
			}
			s, err := pos.state(g, x)
			if err != nil {
				return a.silence(g, err)
			}
			if svg != "" {
				return a.whySVG(g, x, s, move, laps, svg)
			}
			return a.why(g, x, s, move, laps)
		},
	}
	pos.register(cmd)
	cmd.Flags().StringVar(&move, "move", "", "the move to explain")
	cmd.Flags().StringVar(&svg, "svg", "", "draw the turn into this file, - for standard output, instead of telling it")
	cmd.Flags().IntVar(&laps, "laps", mostLaps, "how many laps to tell or draw; 0 = all")
	return cmd
}

func (a *app) why(g *game, x interpreter.Explainer, s *interpreter.State, text string, laps int) error {
	if s.Over != nil {
		return findingf("the game is over: %s", outcomeText(g, s.Over))
	}
	legal, err := x.Legal(s)
	if err != nil {
		return a.silence(g, err)
	}
	mover := moverOf(g, s)
	m, err := notation.FindMove(g.Program, mover, text, legal)
	if err != nil {
		return a.whyNot(g, x, s, text, err)
	}
	before := s.Clone()
	ply, events, err := x.Explain(s, m)
	if err != nil {
		return a.silence(g, err)
	}
	if a.json {
		return a.writeJSON(whyJSON(g, before, s, m, ply, events))
	}
	fmt.Fprintln(a.out, a.style(a.out).dim("rules: "+g.ruleSet()))
	fmt.Fprintln(a.out)
	fmt.Fprintln(a.out, notation.Draw(g.Program, before, notation.DrawOptions{}))
	fmt.Fprintln(a.out, a.style(a.out).head(fmt.Sprintf("%s plays %s", rules.SeatName(mover), notation.MoveText(g.Program, mover, m))))
	a.narrate(g, events, laps)
	fmt.Fprintln(a.out)
	fmt.Fprintln(a.out, "In short: "+effect(g, ply)+".")
	fmt.Fprintln(a.out)
	fmt.Fprint(a.out, notation.Draw(g.Program, s, notation.DrawOptions{}))
	fmt.Fprintln(a.out, notation.FormatState(g.Program, s))
	return nil
}

// whyNot explains an illegal move; the exit code is that of a finding.
func (a *app) whyNot(g *game, x interpreter.Explainer, s *interpreter.State, text string, find error) error {
	mover := moverOf(g, s)
	m, err := notation.ParseMove(g.Program, mover, text)
	if err != nil {
		return usagef("--move: %v", err)
	}
	r, err := x.WhyNot(s, m)
	if err != nil {
		return err
	}
	if r.Reason == "" {
		return usagef("--move: %v", find)
	}
	if a.json {
		if err := a.writeJSON(struct {
			ruleSetJSON
			Move   string `json:"move"`
			Legal  bool   `json:"legal"`
			Reason string `json:"reason"`
			Rule   string `json:"rule,omitempty"`
		}{g.ruleSetJSON(), text, false, r.Reason, ruleRef(r.Rule)}); err != nil {
			return err
		}
		return findings
	}
	fmt.Fprintln(a.out, a.style(a.out).dim("rules: "+g.ruleSet()))
	fmt.Fprintln(a.out)
	fmt.Fprintln(a.out, notation.Draw(g.Program, s, notation.DrawOptions{}))
	fmt.Fprintf(a.out, "%s is not legal. %s\n", text, r.Reason)
	if r.Rule != nil {
		fmt.Fprintf(a.out, "  %s\n  %s\n", a.style(a.out).rule(r.Rule.Text), a.style(a.out).dim(ruleRef(r.Rule)))
	}
	return findings
}
