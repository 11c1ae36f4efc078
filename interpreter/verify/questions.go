package verify

import (
	"context"
	"maps"
	"slices"

	"mancala/dsl/rules"
)

// Reading is one answer to one question under the evidence.
type Reading struct {
	Question string   `json:"question"`
	Answer   string   `json:"answer"`
	About    string   `json:"about,omitempty"`
	Sources  []string `json:"sources,omitempty"`
	InForce  bool     `json:"in_force"`
	Same     bool     `json:"same_rules"` // the other answers as in force, it gives the very rules in force
	// Changed are the claims whose verdict is another than under the rules in
	// force when this answer alone is changed, with the new verdict.
	Changed []Verdict `json:"changed,omitempty"`
	// RuledOut are the claims that refute this answer: refuted in every
	// combination that has it, while some other answer lets them hold.
	RuledOut []string `json:"ruled_out_by,omitempty"`
	// Agrees is how many combinations that have it no claim refutes, Of how many were tried.
	Agrees int    `json:"agrees"`
	Of     int    `json:"of"`
	Error  string `json:"error,omitempty"` // the answer can't be read on its own
}

// Decision is what the evidence says on one question.
type Decision struct {
	Question string    `json:"question"`
	Asks     string    `json:"asks"`
	Note     string    `json:"note,omitempty"`
	Line     int       `json:"line"`
	Open     bool      `json:"open"` // no answer is in force
	Readings []Reading `json:"readings"`
	// Decided: the evidence rules out every answer but one.
	Decided bool `json:"decided"`
	// Silent: no claim tells the answers apart.
	Silent bool `json:"silent"`
	// Proposals are positions that would tell apart answers that no claim does.
	Proposals []Proposal `json:"proposals,omitempty"`
}

// Questions reads the decisions off the rows of a matrix.
func (v *Verifier) Questions(ctx context.Context, m *Matrix) ([]Decision, error) {
	base, err := v.Base()
	if err != nil {
		return nil, err
	}
	out := []Decision{}
	for _, q := range v.asked(base.Game) {
		d := Decision{Question: q.ID, Asks: q.Asks, Note: q.Note, Line: q.Span.Line(), Open: q.Chosen < 0, Silent: true}
		for i, a := range q.Answers {
			r, err := v.reading(ctx, base, m, q, a)
			if err != nil {
				return out, err
			}
			r.InForce = i == q.Chosen
			d.Readings = append(d.Readings, r)
		}
		d.decide(m, q)
		out = append(out, d)
	}
	return out, nil
}

// reading is one answer: alone beside the rules in force, and in all rows.
func (v *Verifier) reading(ctx context.Context, base *RuleSet, m *Matrix, q rules.Question, a rules.Answer) (Reading, error) {
	out := Reading{Question: q.ID, Answer: a.ID, About: a.About, Sources: a.Sources}
	alone := m.row(with(base.Game.Answers, q.ID, a.ID))
	if alone == nil {
		return out, nil
	}
	out.Error, out.Same = alone.Error, alone.Rules == base.Hash
	for i := range alone.Words {
		if alone.Words[i] == m.Rows[0].Words[i] {
			continue
		}
		c := v.Choice
		c.Answers = alone.Answers
		changed, err := v.Try(ctx, &base.Game.Evidence[i], c) // known already
		if err != nil {
			return out, err
		}
		out.Changed = append(out.Changed, changed)
	}
	for _, r := range m.Rows {
		if r.Error == "" && r.Answers[q.ID] == a.ID {
			out.Of++
			if len(r.Refuted) == 0 {
				out.Agrees++
			}
		}
	}
	for i, id := range m.Claims {
		if out.Of > 0 && m.under(q.ID, a.ID, i, Refuted) == out.Of && m.count(i, Holds) > 0 {
			out.RuledOut = append(out.RuledOut, id)
		}
	}
	return out, nil
}

// row is the row of a combination, nil if it was not tried.
func (m *Matrix) row(answers map[string]string) *Combination {
	for i := range m.Rows {
		if maps.Equal(m.Rows[i].Answers, answers) {
			return &m.Rows[i]
		}
	}
	return nil
}

// under counts the rows with an answer in which a claim has a verdict.
func (m *Matrix) under(question, answer string, claim int, w Word) int {
	n := 0
	for _, r := range m.Rows {
		if r.Error == "" && r.Answers[question] == answer && r.Words[claim] == w {
			n++
		}
	}
	return n
}

// decide compares the readings of a question with each other.
func (d *Decision) decide(m *Matrix, q rules.Question) {
	left := 0
	for i, r := range d.Readings {
		if r.RuledOut == nil && r.Error == "" {
			left++
		}
		for _, o := range d.Readings[:i] {
			d.Silent = d.Silent && !m.apart(q.ID, o.Answer, r.Answer)
		}
	}
	d.Decided = left == 1 && len(d.Readings) > 1
}

// apart tells if some claim has different verdicts in two rows that differ in
// this one answer.
func (m *Matrix) apart(question, a, b string) bool {
	for _, r := range m.Rows {
		if r.Error != "" || r.Answers[question] != a {
			continue
		}
		o := m.row(with(r.Answers, question, b))
		if o != nil && o.Error == "" && !slices.Equal(r.Words, o.Words) {
			return true
		}
	}
	return false
}
