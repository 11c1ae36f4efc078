package verify

import (
	"errors"
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/record"
)

// example plays the moves of a worked example and compares what the last of
// them did, and the position reached, with what the claim states of them.
func (c *claim) example() error {
	s, err := c.position(c.r.Program, c.x)
	if err != nil {
		return err
	}
	moves := c.list("moves")
	c.showLine(moves)
	var ply *interpreter.Ply
	var gap *interpreter.Gap
	for i, text := range moves {
		if s.Over != nil {
			c.is(Refuted, "the game is over before move %d (%s): %s", i+1, text, outcomeText(s.Over))
			return nil
		}
		m, ok, err := c.legalMove(s, text, i)
		if err != nil || !ok {
			return err
		}
		ply, err = c.x.Play(s, m)
		if i == len(moves)-1 && errors.As(err, &gap) && gap.Kind == interpreter.GapEndless && c.e.Values["endless"] != nil {
			break // the claim is about the turn, not about what it means
		}
		if err != nil {
			return err
		}
	}
	wrong, err := c.differences(s, ply, gap)
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		c.is(Refuted, "%s", strings.Join(wrong, "; "))
		return nil
	}
	c.is(Holds, "%s", c.summary(ply, gap))
	return nil
}

// showLine is the command that shows the last of some moves.
func (c *claim) showLine(moves []string) {
	if len(moves) == 0 {
		return
	}
	rest := ""
	if n := len(moves) - 1; n > 0 {
		rest = fmt.Sprintf(" --after %q", strings.Join(moves[:n], " "))
	}
	c.shownBy("why", fmt.Sprintf("%s --move %q", rest, moves[len(moves)-1]))
}

// legalMove finds the move a text names; if there is none the claim is
// refuted and the rules say why.
func (c *claim) legalMove(s *interpreter.State, text string, i int) (interpreter.Move, bool, error) {
	legal, err := c.x.Legal(s)
	if err != nil {
		return interpreter.Move{}, false, err
	}
	m, err := notation.FindMove(c.r.Program, mover(c.r, s), text, legal)
	if err == nil {
		return m, true, nil
	}
	why := err.Error()
	var none *notation.NotFound
	if errors.As(err, &none) && !none.Many {
		if refusal, err := c.x.WhyNot(s, none.Said); err == nil && refusal.Reason != "" {
			why = refusal.Reason
		}
	}
	c.is(Refuted, "move %d, %s, is not legal in %s: %s", i+1, text, notation.FormatPosition(c.r.Program, s), why)
	return interpreter.Move{}, false, nil
}

func mover(r *RuleSet, s *interpreter.State) int { return int(s.Cells[r.Program.Layout.Mover]) }

// differences lists what the claim states and the rules do not give.
func (c *claim) differences(s *interpreter.State, ply *interpreter.Ply, gap *interpreter.Gap) ([]string, error) {
	var wrong []string
	differs := func(what string, said, found any) {
		if fmt.Sprint(said) != fmt.Sprint(found) {
			wrong = append(wrong, fmt.Sprintf("%s: %v, not %v", what, found, said))
		}
	}
	if e := c.e.Values["endless"]; e != nil {
		c.endless(differs, e, ply, gap)
	}
	for _, k := range []string{"captured", "laps", "ends-in"} {
		if c.e.Values[k] != nil && ply == nil && gap == nil {
			return nil, bad("%s is about a move; write moves = [\"A4\"]", k)
		}
	}
	if ply != nil {
		if n, ok := c.number("captured"); ok {
			differs("captured", n, ply.Captured)
		}
		if n, ok := c.number("laps"); ok {
			differs("laps", n, ply.Laps)
		}
		if h := c.text("ends-in"); h != "" {
			differs("ends in", h, c.r.Game.Board.PlaceName(ply.Last))
		}
	}
	if gap != nil {
		return wrong, nil
	}
	if p := c.text("after"); p != "" {
		st, err := notation.ParseStated(c.r.Program, p)
		if err != nil {
			return nil, bad("after: %v", err)
		}
		if d := st.Differs(c.r.Program, s.Cells); len(d) > 0 {
			wrong = append(wrong, fmt.Sprintf("after: %s (%s)", notation.FormatPosition(c.r.Program, s), strings.Join(d, ", ")))
		}
	}
	if n := c.text("next"); n != "" {
		differs("next", n, rules.SeatLetter(mover(c.r, s)))
	}
	c.results(differs, s)
	lists, err := c.legalLists(s)
	return append(wrong, lists...), err
}

// endless compares a number of laps (the exact period), or yes or no.
func (c *claim) endless(differs func(string, any, any), said any, ply *interpreter.Ply, gap *interpreter.Gap) {
	kind, period := interpreter.NotEndless, 0
	switch {
	case gap != nil:
		kind, period = interpreter.EndlessExact, gap.Period
	case ply != nil:
		kind, period = ply.Endless, ply.Period
	}
	if flag, ok := said.(bool); ok {
		differs("endless", flag, kind == interpreter.EndlessExact)
		return
	}
	found := any("the turn ends")
	switch kind {
	case interpreter.EndlessExact:
		found = period
	case interpreter.EndlessBudget:
		found = "over the lap budget, not proved"
	}
	differs("endless, laps a round", said, found)
}

func (c *claim) results(differs func(string, any, any), s *interpreter.State) {
	said := c.text("result")
	if said == "" {
		said = c.text("outcome")
	}
	if said != "" {
		differs("result", said, outcomeLetter(s.Over))
	}
	if score := c.numbers("score"); score != nil {
		var found []int
		if s.Over != nil {
			found = s.Over.Scores
		}
		differs("score", score, found)
	}
}

// legalLists compares `legal` (the whole set) and `illegal`. A text stands
// for every completion of the move it begins.
func (c *claim) legalLists(s *interpreter.State) ([]string, error) {
	said, not := c.list("legal"), c.list("illegal")
	if said == nil && not == nil {
		return nil, nil
	}
	var legal []interpreter.Move
	if s.Over == nil {
		var err error
		if legal, err = c.x.Legal(s); err != nil {
			return nil, err
		}
	}
	seat, covered, wrong := mover(c.r, s), make([]bool, len(legal)), []string(nil)
	for _, text := range said {
		at, err := notation.Agreeing(c.r.Program, seat, text, legal)
		if err != nil {
			return nil, bad("legal: %v", err)
		}
		if len(at) == 0 {
			wrong = append(wrong, text+" is not legal")
		}
		for _, i := range at {
			covered[i] = true
		}
	}
	for i, m := range legal {
		if said != nil && !covered[i] {
			wrong = append(wrong, notation.MoveText(c.r.Program, seat, m)+" is legal, too")
		}
	}
	for _, text := range not {
		at, err := notation.Agreeing(c.r.Program, seat, text, legal)
		if err != nil {
			return nil, bad("illegal: %v", err)
		}
		if len(at) > 0 {
			wrong = append(wrong, text+" is legal")
		}
	}
	return wrong, nil
}

// summary says in a few words what the last move did.
func (c *claim) summary(ply *interpreter.Ply, gap *interpreter.Gap) string {
	switch {
	case gap != nil:
		return fmt.Sprintf("never ends: its laps repeat every %d", gap.Period)
	case ply == nil:
		return "as stated"
	case ply.Endless == interpreter.EndlessExact:
		return fmt.Sprintf("never ends: its laps repeat every %d", ply.Period)
	}
	text := fmt.Sprintf("%s: laps %d, captured %d", notation.MoveText(c.r.Program, ply.Mover, ply.Move), ply.Laps, ply.Captured)
	if ply.Last >= 0 {
		text += ", ends in " + c.r.Game.Board.PlaceName(ply.Last)
	}
	return text
}

func outcomeLetter(o *interpreter.Outcome) string {
	switch {
	case o == nil:
		return "unfinished"
	case o.Draw || o.Winner < 0:
		return "draw"
	}
	return rules.SeatLetter(o.Winner)
}

func outcomeText(o *interpreter.Outcome) string {
	if o == nil {
		return "the game goes on"
	}
	text := "a draw"
	if !o.Draw && o.Winner >= 0 {
		text = rules.SeatName(o.Winner) + " wins"
	}
	for i, n := range o.Scores {
		sep := " : "
		if i == 0 {
			sep = " "
		}
		text += sep + fmt.Sprint(n)
	}
	return text
}

// record has the referee replay a whole game.
func (c *claim) record() error {
	recs, err := c.records()
	if err != nil {
		return err
	}
	plies := 0
	for _, r := range recs {
		var moves []string
		for _, l := range r.Moves {
			moves = append(moves, l.Move)
		}
		c.showLine(moves)
		report, err := record.Referee(c.x, r)
		if err != nil {
			return err
		}
		if !report.OK() {
			f := report.Findings[0]
			if f.N > 0 && f.N <= len(moves) {
				c.showLine(moves[:f.N])
			}
			word := Refuted
			if f.Found == "" && strings.Contains(f.Text, "the description is silent") { // a gap, told by the referee
				word = NeedsAnswer
			}
			c.is(word, "%s", findingText(f))
			return nil
		}
		if report.Outcome == nil && r.Result != nil && r.Result.Result != "unfinished" {
			c.is(Undecided, "the record stops before the end")
			for _, n := range report.Notes {
				c.is(Undecided, "%s", n.Text)
			}
			return nil
		}
		plies += report.Plies
		c.is(Holds, "%d moves, %s", plies, outcomeText(report.Outcome))
	}
	return nil
}

func findingText(f record.Finding) string {
	if f.Move != "" {
		return fmt.Sprintf("move %d, %s: %s", f.N, f.Move, f.Text)
	}
	return f.Text
}

// records are the games of a claim: those of its file, or its list of moves.
func (c *claim) records() ([]*record.Record, error) {
	if name := c.text("file"); name != "" {
		if c.v.Open == nil {
			return nil, bad("file %s: no files can be read here", name)
		}
		text, err := c.v.Open(name)
		if err != nil {
			return nil, bad("file %s: %v", name, err)
		}
		return record.Read(text)
	}
	moves := c.list("moves")
	if len(moves) == 0 {
		return nil, bad(`a record has its moves: moves = ["A3", "a2"]`)
	}
	r := &record.Record{Header: record.Header{Game: c.r.Game.ID, Variant: c.r.Game.Variant, Start: c.text("position")}}
	for i, m := range moves {
		r.Moves = append(r.Moves, record.Line{N: i + 1, Move: m, At: c.e.Spans["moves"].Line()})
	}
	if result := c.text("result"); result != "" {
		r.Result = &record.Result{Result: result, Score: c.numbers("score"), At: c.e.Spans["result"].Line()}
	}
	return []*record.Record{r}, nil
}
