package verify

import (
	"context"
	"maps"

	"mancala/dsl"
)

// Reading is one answer to one question, all others as chosen, tried against
// all the evidence.
type Reading struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
	InForce  bool   `json:"in_force"`
	Same     bool   `json:"same_rules"` // gives the very rules in force
	// Changed are the claims whose verdict is another than under the rules in
	// force, with the new verdict.
	Changed []Verdict `json:"changed,omitempty"`
	// RuledOut are the claims that refute this answer: refuted under it while
	// some other answer lets them hold.
	RuledOut []string `json:"ruled_out_by,omitempty"`
	Error    string   `json:"error,omitempty"` // the answer can't be read on its own
	verdicts map[string]Word
}

// Decision is what the evidence says on one question.
type Decision struct {
	Question string    `json:"question"`
	Asks     string    `json:"asks"`
	Line     int       `json:"line"`
	Open     bool      `json:"open"` // no answer is in force
	Readings []Reading `json:"readings"`
	// Decided: the evidence rules out every answer but one.
	Decided bool `json:"decided"`
	// Silent: no claim tells the answers apart.
	Silent bool `json:"silent"`
}

// Questions tries every answer of every question alone against the evidence.
// When ctx ends, it gives what is known with ctx's error.
func (v *Verifier) Questions(ctx context.Context, base []Verdict) ([]Decision, error) {
	r, err := v.Base()
	if err != nil {
		return nil, err
	}
	was := map[string]Word{}
	for _, b := range base {
		was[b.Evidence] = b.Word
	}
	var out []Decision
	for _, q := range r.Game.Questions {
		if q.Variant != "" && q.Variant != r.Game.Variant {
			continue
		}
		d := Decision{Question: q.ID, Asks: q.Asks, Line: q.Span.Line(), Open: q.Chosen < 0}
		for i, a := range q.Answers {
			v.say("question %s, answer %s", q.ID, a.ID)
			reading, err := v.reading(ctx, r, q.ID, a.ID, was)
			if err != nil {
				if len(d.Readings) > 0 { // what was tried is known; a part decides nothing
					out = append(out, d)
				}
				return out, err
			}
			reading.InForce = i == q.Chosen
			d.Readings = append(d.Readings, reading)
		}
		d.decide()
		out = append(out, d)
	}
	return out, nil
}

func (v *Verifier) reading(ctx context.Context, base *RuleSet, question, answer string, was map[string]Word) (Reading, error) {
	out := Reading{Question: question, Answer: answer, verdicts: map[string]Word{}}
	c := dsl.Choice{Variant: v.Choice.Variant, Answers: maps.Clone(v.Choice.Answers), Parameters: v.Choice.Parameters}
	if c.Answers == nil {
		c.Answers = map[string]string{}
	}
	c.Answers[question] = answer
	r, err := v.ruleSet(c)
	if err != nil {
		out.Error = err.Error()
		return out, nil
	}
	out.Same = r.Hash == base.Hash
	verdicts, err := v.evidence(ctx, base, c)
	if err != nil {
		return out, err
	}
	for _, b := range verdicts {
		out.verdicts[b.Evidence] = b.Word
		if b.Word != was[b.Evidence] {
			out.Changed = append(out.Changed, b)
		}
	}
	return out, nil
}

// decide compares the readings of a question with each other.
func (d *Decision) decide() {
	left := 0
	d.Silent = true
	for i := range d.Readings {
		r := &d.Readings[i]
		for _, id := range sortedKeys(r.verdicts) {
			holds := false
			for _, o := range d.Readings {
				holds = holds || o.verdicts[id] == Holds
				if w, ok := o.verdicts[id]; ok && w != r.verdicts[id] {
					d.Silent = false
				}
			}
			if r.verdicts[id] == Refuted && holds {
				r.RuledOut = append(r.RuledOut, id)
			}
		}
		if r.RuledOut == nil && r.Error == "" {
			left++
		}
	}
	d.Decided = left == 1 && len(d.Readings) > 1
}
