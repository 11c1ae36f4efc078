package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/search"
)

// newSolveCmd is `solve`.
func newSolveCmd(a *app) *cobra.Command {
	var pos positionFlags
	var engine string
	nodes := search.DefaultNodes
	cmd := &cobra.Command{
		Use:   "solve GAME",
		Short: "The exact value of a position, with a line of best play",
		Long: `Solve searches until it has proved what the player to move gets against best
play: a win, a draw or a loss, and by how many seeds where the score decides.
Nothing is estimated. Lines that come back to a position, turns the description
is silent about and turns over the lap budget prove nothing for either side; what
can't be proved within --nodes positions is undecided (exit code 4), and the
bounds proved so far are told. Of three players or more all others are taken as
one side against the player to move.`,
		Example: `  mancala solve kalah --set holes=3 --set fill=2
  mancala solve oware --position "0,1,0,0,0,0/0,0,1,0,0,2 24,20 S"
  mancala solve tchuka-ruma --json`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if nodes < 1 || nodes > mostSolveNodes {
				return usagef("--nodes lies between 1 and %s, this is %d", count(mostSolveNodes), nodes)
			}
			if err := checkEngine(engine); err != nil {
				return err
			}
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			return a.solve(cmd, g, &pos, nodes, engine)
		},
	}
	pos.register(cmd)
	cmd.Flags().IntVar(&nodes, "nodes", nodes, "positions to search at the most")
	cmd.Flags().StringVar(&engine, "engine", engineCompiled, "compiled or reference")
	return cmd
}

const mostSolveNodes = 1_000_000_000

// solution is what `solve` reports.
type solution struct {
	g      *game
	from   *positionFlags
	start  *interpreter.State
	mover  int
	found  *search.Solved
	moves  []solvedMove
	halted bool
}

// solvedMove is one move of the line of best play.
type solvedMove struct {
	Player   string `json:"player"`
	Move     string `json:"move"`
	Does     string `json:"-"`
	Captured int    `json:"captured"`
	After    string `json:"after"`
	Result   string `json:"result,omitempty"`
}

func (a *app) solve(cmd *cobra.Command, g *game, pos *positionFlags, nodes int, engine string) error {
	x, err := g.executor()
	if err != nil {
		return err
	}
	s, err := pos.state(g, x)
	if err != nil {
		return a.silence(g, err)
	}
	if s.Over != nil {
		return findingf("the game is over: %s", outcomeText(g, s.Over))
	}
	engines, err := g.engines(engine)
	if err != nil {
		return err
	}
	defer engines.close()
	e, err := engines.open()
	if err != nil {
		return err
	}
	defer e.Close()
	bar := a.progress("positions", 0)
	searched := int64(0)
	stop := func() bool {
		searched += search.StopEvery
		bar.at(searched)
		return cmd.Context().Err() != nil
	}
	found, err := search.NewSolver(g.Program, search.TableFor(nodes)).Solve(e.Executor, s, search.Budget{Nodes: nodes, Stop: stop})
	bar.done()
	if err != nil {
		return a.silence(g, err)
	}
	r := &solution{g: g, from: pos, start: s, mover: moverOf(g, s), found: found, halted: cmd.Context().Err() != nil}
	if err := r.play(x); err != nil {
		return err
	}
	if a.json {
		err = a.writeJSON(r.json())
	} else {
		err = a.writeSolution(r)
	}
	switch {
	case err != nil:
		return err
	case r.halted && !found.Known():
		return cmd.Context().Err()
	case !found.Known():
		return &exitError{code: exitBudget}
	}
	return nil
}

// play makes the moves of the line.
func (r *solution) play(x interpreter.Executor) error {
	s := r.start.Clone()
	for _, i := range r.found.Line {
		legal, err := x.Legal(s)
		if err != nil {
			return err
		}
		if i >= len(legal) {
			return fmt.Errorf("move %d of the line is not in the list of moves", len(r.moves)+1)
		}
		seat := moverOf(r.g, s)
		ply, err := x.Play(s, legal[i])
		if err != nil {
			return err
		}
		m := solvedMove{Player: rules.SeatLetter(seat), Move: notation.MoveText(r.g.Program, seat, legal[i]), Does: effect(r.g, ply),
			Captured: ply.Captured, After: notation.FormatPosition(r.g.Program, s)}
		if ply.Outcome != nil {
			m.Result = outcomeLetter(ply.Outcome)
		}
		r.moves = append(r.moves, m)
	}
	return nil
}

// verdict is what was proved, in a sentence without its full stop.
func (r *solution) verdict() string {
	f, who := r.found, rules.SeatName(r.mover)
	by := func(v search.Value) string {
		if n := v.Margin(); n > 0 {
			return " by " + count(n)
		}
		return ""
	}
	switch {
	case f.Known() && f.Won():
		return who + " wins" + by(f.Low)
	case f.Known() && f.Lost():
		return who + " loses" + by(f.High)
	case f.Known():
		return "a draw"
	case f.Won():
		return who + " wins" + strings.Replace(by(f.Low), " by ", " by at least ", 1)
	case f.Lost():
		return who + " loses" + strings.Replace(by(f.High), " by ", " by at least ", 1)
	case f.Low >= 0:
		return who + " does not lose"
	case f.High <= 0:
		return who + " does not win"
	}
	return "nothing is proved"
}

// reasons tell why the value is not known.
func (r *solution) reasons() []string {
	f := r.found
	var out []string
	if r.halted {
		out = append(out, "the search was interrupted")
	} else if f.Cut {
		out = append(out, "the budget is spent (--nodes)")
	}
	switch {
	case f.Whole:
		out = append(out, "play can go round for ever, and neither side can force an end that is better for it: no budget proves more")
	case f.Loops > 0:
		out = append(out, "play can come back to a position and go round for ever")
	}
	if f.Gaps > 0 {
		out = append(out, "some moves lead where the description is silent, or over the lap budget")
	}
	return out
}

func (a *app) writeSolution(r *solution) error {
	s, w := a.style(a.out), a.out
	fmt.Fprintln(w, s.dim("rules: "+r.g.ruleSet()))
	fmt.Fprintf(w, "%s\n", notation.Draw(r.g.Program, r.start, notation.DrawOptions{}))
	against := ""
	if r.g.Program.Players > 2 {
		against = ", all others playing against him"
	}
	searched := plural(r.found.Nodes, "position") + " searched"
	if !r.found.Known() {
		fmt.Fprintf(w, "%s: %s%s; %s.\n", s.warn("undecided"), r.verdict(), against, searched)
		for _, reason := range r.reasons() {
			fmt.Fprintln(w, "  "+reason)
		}
		return nil
	}
	fmt.Fprintf(w, "%s%s; %s.\n\n", s.head(r.verdict()), against, searched)
	t := newTable(">", "", "best play", "what it does")
	for i, m := range r.moves {
		t.row(fmt.Sprint(i+1), m.Player, m.Move, m.Does)
	}
	if err := t.write(w, s); err != nil {
		return err
	}
	if len(r.moves) > 0 {
		words := append([]string{"mancala", "why", r.g.Arg}, a.choice.words()...)
		words = append(words, r.from.words()...)
		fmt.Fprintf(w, "\nThe first move step by step: %s\n", quoted(append(words, "--move", r.moves[0].Move)))
	}
	return nil
}

// words are the flags that choose the same rules again.
func (c *choiceFlags) words() []string {
	var out []string
	if v := c.variant.String(); v != "" {
		out = append(out, "--variant", v)
	}
	for _, s := range c.sets {
		out = append(out, "--set", s)
	}
	for _, s := range c.answers {
		out = append(out, "--answer", s)
	}
	if c.round {
		out = append(out, "--round")
	}
	return out
}

// words are the flags that name the same position again.
func (f *positionFlags) words() []string {
	var out []string
	if f.position != "" {
		out = append(out, "--position", f.position)
	}
	if f.after != "" {
		out = append(out, "--after", f.after)
	}
	return out
}

// solutionJSON is the report for machines.
type solutionJSON struct {
	ruleSetJSON
	Position string       `json:"position"`
	Mover    string       `json:"mover"`
	Value    string       `json:"value"`            // win, draw or loss for the mover, or undecided
	Margin   *int         `json:"margin,omitempty"` // seeds the mover is ahead by at the end, if the score decides
	Proved   string       `json:"proved"`           // in a sentence
	Nodes    int          `json:"nodes"`
	Why      []string     `json:"why,omitempty"` // undecided: the reasons
	Line     []solvedMove `json:"line"`
}

func (r *solution) json() solutionJSON {
	f := r.found
	out := solutionJSON{ruleSetJSON: r.g.ruleSetJSON(), Position: notation.FormatPosition(r.g.Program, r.start), Mover: rules.SeatLetter(r.mover),
		Value: "undecided", Proved: r.verdict(), Nodes: f.Nodes, Line: append([]solvedMove{}, r.moves...)}
	if !f.Known() {
		out.Why = r.reasons()
		return out
	}
	out.Value = [...]string{"loss", "draw", "win"}[f.Low.Result()+1]
	if n := f.Low.Margin() * f.Low.Result(); n != 0 || f.Low == 0 && r.g.Program.Score != nil {
		out.Margin = &n
	}
	return out
}
