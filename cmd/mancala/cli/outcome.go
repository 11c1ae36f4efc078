package cli

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
)

// moverOf is the seat to move.
func moverOf(g *game, s *interpreter.State) int { return int(s.Cells[g.Program.Layout.Mover]) }

// ruleRef names a rule to a person: label, place in the file, sources.
func ruleRef(i *rules.RuleInfo) string {
	if i == nil {
		return ""
	}
	var parts []string
	if i.Label != "" {
		parts = append(parts, i.Label)
	}
	place := i.Table
	if i.Span.IsValid() {
		place += fmt.Sprintf(" rule, %s:%d", i.Span.File.Name, i.Span.Line())
	}
	parts = append(parts, place)
	if len(i.Sources) > 0 {
		parts = append(parts, "after "+strings.Join(i.Sources, "; "))
	}
	return strings.Join(parts, ", ")
}

// endlessRef is where the file says what an endless turn means.
func endlessRef(g *game) string {
	for _, p := range g.Rules.Phases {
		if at := p.Sowing.EndlessSpan; at.IsValid() {
			return fmt.Sprintf("[sowing] endless, %s:%d", at.File.Name, at.Line())
		}
	}
	return "[sowing] endless"
}

// outcomeText tells in a sentence how a game ended.
func outcomeText(g *game, o *interpreter.Outcome) string {
	text := "a draw"
	if !o.Draw && o.Winner >= 0 {
		text = rules.SeatName(o.Winner) + " wins"
	}
	if len(o.Scores) > 0 {
		scores := make([]string, len(o.Scores))
		for i, n := range o.Scores {
			scores[i] = fmt.Sprint(n)
		}
		text += " " + strings.Join(scores, " : ")
	}
	switch {
	case o.Rule != nil:
		text += " (" + ruleRef(o.Rule) + ")"
	case o.Kind == interpreter.ByEndless:
		text += " (a turn that never ends; " + endlessRef(g) + ")"
	}
	return text
}

// outcomeLetter is the result as records write it.
func outcomeLetter(o *interpreter.Outcome) string {
	switch {
	case o == nil:
		return "unfinished"
	case o.Draw || o.Winner < 0:
		return "draw"
	}
	return rules.SeatLetter(o.Winner)
}

// endlessText says that a turn goes round for ever, and how that was found.
func endlessText(p *interpreter.Ply) string {
	if p.Endless == interpreter.EndlessBudget {
		return "over the lap budget: not proved endless"
	}
	return fmt.Sprintf("never ends: its laps repeat every %s", plural(p.Period, "lap"))
}

// effect sums a ply up in a few words.
func effect(g *game, p *interpreter.Ply) string {
	parts := []string{plural(p.Laps, "lap")}
	if p.Last >= 0 {
		parts = append(parts, "ends in "+g.Rules.Board.PlaceName(p.Last))
	}
	if p.Captured > 0 {
		parts = append(parts, "captures "+count(p.Captured))
	}
	if p.Lost > 0 {
		parts = append(parts, "gives away "+count(p.Lost))
	}
	if p.Again && p.Outcome == nil && p.Round == nil {
		parts = append(parts, "moves again")
	}
	if p.Endless != interpreter.NotEndless {
		parts = append(parts, endlessText(p))
	}
	if p.Round != nil {
		parts = append(parts, roundText(p.Round))
	}
	if p.Outcome != nil {
		parts = append(parts, outcomeText(g, p.Outcome))
	}
	return strings.Join(parts, ", ")
}

// gapText explains a silence of the description: the text, the position, the turn so far.
func gapText(g *game, gap *interpreter.Gap, drawn string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the description is silent here (%s).\n%s", gap.Text, gap.Note)
	if gap.Rule != nil {
		fmt.Fprintf(&b, "\nrule: %s", ruleRef(gap.Rule))
	}
	if drawn != "" {
		fmt.Fprintf(&b, "\n%s", drawn)
	}
	return b.String()
}
