package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// newWhyCmd is `why`.
func newWhyCmd(a *app) *cobra.Command {
	var pos positionFlags
	var move string
	cmd := &cobra.Command{
		Use:   "why GAME --move M",
		Short: "A move step by step, each step with the rule behind it",
		Long: `Why plays one move and tells lap by lap what happened and which rule of the
file, from which source, made it happen. For an illegal move it names the rule
that forbids it.`,
		Example: `  mancala why hus --move B1
  mancala why hus --position "2x8/2x4,0x4/0x4,2x4/2x8 - S" --move A3
  mancala why oware --move A4 --json`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if move == "" {
				return usagef("which move? write for instance `mancala why %s --move A4`; `mancala moves %s` lists them", args[0], args[0])
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
			return a.why(g, x, s, move)
		},
	}
	pos.register(cmd)
	cmd.Flags().StringVar(&move, "move", "", "the move to explain")
	return cmd
}

func (a *app) why(g *game, x interpreter.Explainer, s *interpreter.State, text string) error {
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
	a.narrate(g, events)
	fmt.Fprintln(a.out)
	fmt.Fprintln(a.out, "In short: "+effect(g, ply)+".")
	fmt.Fprintln(a.out)
	fmt.Fprint(a.out, notation.Draw(g.Program, s, notation.DrawOptions{}))
	fmt.Fprintln(a.out, notation.FormatPosition(g.Program, s))
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
	fmt.Fprintln(a.out, notation.Draw(g.Program, s, notation.DrawOptions{}))
	fmt.Fprintf(a.out, "%s is not legal. %s\n", text, r.Reason)
	if r.Rule != nil {
		fmt.Fprintf(a.out, "  %s\n  %s\n", a.style(a.out).rule(r.Rule.Text), a.style(a.out).dim(ruleRef(r.Rule)))
	}
	return findings
}

// narrate tells a turn: a paragraph a lap, the board after each lap.
func (a *app) narrate(g *game, events []interpreter.Event) {
	n := &narrator{a: a, g: g, s: a.style(a.out)}
	for i := range events {
		n.event(&events[i])
	}
	n.flushDrops()
}

// narrator gathers the drops of a lap into one line.
type narrator struct {
	a     *app
	g     *game
	s     style
	drops []string
	cells []int32
	lap   int
}

func (n *narrator) say(format string, args ...any) {
	fmt.Fprintf(n.a.out, "  "+format+"\n", args...)
}

func (n *narrator) flushDrops() {
	if len(n.drops) == 0 {
		return
	}
	n.say("sows %s: %s", plural(len(n.drops), "seed"), runs(n.drops))
	n.drops = nil
}

// runs writes a long list of holes shortly.
func runs(holes []string) string {
	if len(holes) > 24 {
		return strings.Join(holes[:12], " ") + " … " + strings.Join(holes[len(holes)-8:], " ")
	}
	return strings.Join(holes, " ")
}

func (n *narrator) place(p int) string { return n.g.Rules.Board.PlaceName(p) }

// event is one switch over the kinds of steps.
func (n *narrator) event(e *interpreter.Event) {
	if e.Kind == interpreter.Dropped {
		n.drops = append(n.drops, n.place(e.Place))
		n.cells = e.Cells
		return
	}
	n.flushDrops()
	switch e.Kind {
	case interpreter.Lifted:
		n.beginLap(e)
		n.say("lifts %s from %s", plural(e.N, "seed"), n.place(e.Place))
	case interpreter.Entered:
		n.beginLap(e)
		n.say("enters %s from the hand at %s", plural(e.N, "seed"), n.place(e.Place))
	case interpreter.Stepped:
		n.beginLap(e)
		n.say("steps from %s to %s", n.place(e.Place), n.place(e.To))
	case interpreter.Fired:
		n.fired(e)
	case interpreter.Captured:
		n.captured(e)
	case interpreter.Relayed:
		n.say("  the lap goes on: %s is lifted next", n.place(e.Place))
	case interpreter.SownOn:
		n.beginLap(e)
		n.say("sows the %s on, the first into %s", plural(e.N, "captured seed"), n.place(e.Place))
	case interpreter.Stopped:
		n.say("  the sowing stops")
	case interpreter.Moved, interpreter.Took:
		n.say("  %s from %s to %s", plural(e.N, "seed"), n.place(e.Place), n.place(e.To))
	case interpreter.Marked:
		n.say("  %s is marked as %s", n.place(e.Place), e.Text)
	case interpreter.Unmarked:
		n.say("  %s is no longer marked as %s", n.place(e.Place), e.Text)
	case interpreter.SetTo:
		n.say("  %s becomes %d", e.Text, e.To)
	case interpreter.Changed:
		n.say("  %s: %s", n.place(e.Place), e.Text)
	case interpreter.Chose:
		n.say("chooses %s", e.Text)
	case interpreter.Reversed:
		n.say("  the direction turns round")
	case interpreter.AnotherTurn:
		n.say("  and moves again")
	case interpreter.FoundEndless:
		n.say("%s", n.s.warn("this turn never ends: the lap begins exactly as an earlier one did"))
	case interpreter.Ended:
		n.say("the game ends")
		n.because(e.Rule)
	case interpreter.PhaseLeft:
		n.say("the phase %q is over", e.Text)
	}
	n.cells = e.Cells
}

func (n *narrator) beginLap(e *interpreter.Event) {
	if e.Lap != n.lap {
		n.lap = e.Lap
		fmt.Fprintf(n.a.out, "\n%s\n", n.s.head(fmt.Sprintf("Lap %d", e.Lap)))
	}
}

func (n *narrator) fired(e *interpreter.Event) {
	if e.Rule == nil {
		return
	}
	n.because(e.Rule)
}

func (n *narrator) because(r *rules.RuleInfo) {
	if r != nil {
		n.say("  %s  %s", n.s.rule(r.Text), n.s.dim("["+ruleRef(r)+"]"))
	}
}

func (n *narrator) captured(e *interpreter.Event) {
	to := "out of play"
	if e.To >= 0 {
		to = "for " + rules.SeatName(e.To)
	}
	n.say("  captures %s in %s, %s", plural(e.N, "seed"), n.place(e.Place), to)
}

// whyJSON is the explanation for machines.
func whyJSON(g *game, before, after *interpreter.State, m interpreter.Move, p *interpreter.Ply, events []interpreter.Event) any {
	type step struct {
		Step    string   `json:"step"`
		Lap     int      `json:"lap"`
		Place   string   `json:"place,omitempty"`
		N       int      `json:"n"`
		Text    string   `json:"text,omitempty"`
		Rule    string   `json:"rule,omitempty"`
		Line    int      `json:"line,omitempty"`
		Label   string   `json:"label,omitempty"`
		Sources []string `json:"sources,omitempty"`
		Cells   string   `json:"position,omitempty"`
	}
	names := []string{"lift", "enter", "step", "drop", "skip", "rule", "capture", "relay", "sow captured", "stop", "move", "mark", "unmark", "set",
		"change", "choose", "reverse", "move again", "take", "endless", "end", "phase left"}
	steps := make([]step, 0, len(events))
	for _, e := range events {
		st := step{Step: "other", Lap: e.Lap, N: e.N, Text: e.Text}
		if int(e.Kind) < len(names) {
			st.Step = names[e.Kind]
		}
		if e.Place >= 0 {
			st.Place = g.Rules.Board.PlaceName(e.Place)
		}
		if e.Rule != nil {
			st.Rule, st.Line, st.Label, st.Sources = e.Rule.Text, e.Rule.Span.Line(), e.Rule.Label, e.Rule.Sources
		}
		if e.Cells != nil {
			st.Cells = notation.FormatCells(g.Program, e.Cells)
		}
		steps = append(steps, st)
	}
	return struct {
		ruleSetJSON
		Position string `json:"position"`
		Move     string `json:"move"`
		Legal    bool   `json:"legal"`
		Laps     int    `json:"laps"`
		Captured int    `json:"captured"`
		After    string `json:"after"`
		Steps    []step `json:"steps"`
	}{g.ruleSetJSON(), notation.FormatPosition(g.Program, before), notation.MoveText(g.Program, p.Mover, m), true, p.Laps, p.Captured,
		notation.FormatPosition(g.Program, after), steps}
}
