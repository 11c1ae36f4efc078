package verify

import (
	"context"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// Replay is the last move of a line, ready to be drawn.
type Replay struct {
	Rules  *RuleSet
	Before []int32 // the position before the move; the last one there is, if there is no move
	Move   string  // "" if there is none, or if it can't be made
	Events []interpreter.Event
	After  []int32 // nil without a move
}

// RulesOf is the rule set a claim is about.
func (v *Verifier) RulesOf(e *rules.Evidence) (*RuleSet, error) {
	return v.ruleSet(v.overlay(e, v.Choice))
}

// RulesWith is the rule set chosen, with one question answered otherwise and
// parameters laid over.
func (v *Verifier) RulesWith(question, answer string, set map[string]int) (*RuleSet, error) {
	c := dsl.Choice{Variant: v.Choice.Variant, Answers: with(v.Choice.Answers, question, answer), Parameters: map[string]int{}}
	for _, m := range []map[string]int{v.Choice.Parameters, set} {
		for k, n := range m {
			c.Parameters[k] = n
		}
	}
	return v.ruleSet(c)
}

// Replay plays a line from a position ("" = the start) as far as it goes and
// tells its last move.
func (v *Verifier) Replay(ctx context.Context, r *RuleSet, position string, moves []string) (*Replay, error) {
	x, err := r.Reference(ctx)
	if err != nil {
		return nil, err
	}
	c := &claim{v: v, r: r, x: x, e: &rules.Evidence{Values: map[string]any{"position": position}}}
	s, err := c.position(r.Program, x)
	if err != nil {
		return nil, err
	}
	out := &Replay{Rules: r, Before: s.Clone().Cells}
	for i, text := range moves {
		if s.Over != nil {
			return out, nil
		}
		legal, err := x.Legal(s)
		if err != nil {
			return out, nil // a silence: the position is all there is to see
		}
		m, err := notation.FindMove(r.Program, mover(r, s), text, legal)
		if err != nil {
			return out, nil
		}
		if i < len(moves)-1 {
			if _, err := x.Play(s, m); err != nil {
				return out, nil
			}
			out.Before = s.Clone().Cells
			continue
		}
		name := notation.MoveText(r.Program, mover(r, s), m)
		if _, events, err := x.Explain(s, m); err == nil {
			out.Move, out.Events, out.After = name, events, s.Cells
		}
	}
	return out, nil
}
