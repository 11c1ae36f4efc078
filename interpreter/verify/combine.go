package verify

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"mancala/dsl"
	"mancala/dsl/rules"
)

// Matrix is all evidence under combinations of the answers to the questions a
// file leaves open to choice.
type Matrix struct {
	Claims []string      `json:"claims"` // evidence ids, in file order
	Rows   []Combination `json:"rows"`   // the rules in force first
	// Product is how many combinations there are; Whole tells that all of them
	// were tried. Otherwise every answer was tried alone and, as far as the
	// budget went, in pairs, the other answers as in force.
	Product int  `json:"product"`
	Whole   bool `json:"whole"`
	// Agree are the rows, by index, that no claim refutes.
	Agree     []int       `json:"agree"`
	Conflicts []Conflict  `json:"conflicts,omitempty"` // sets of claims no row lets hold together
	Needs     []ClaimNeed `json:"needs,omitempty"`     // claims that hold under some answers only
	Never     []string    `json:"never,omitempty"`     // claims refuted in every row
}

// Combination is one answer to every question and what becomes of the claims.
type Combination struct {
	Answers map[string]string `json:"answers"`
	InForce bool              `json:"in_force,omitempty"`
	Words   []Word            `json:"verdicts,omitempty"` // by claim, as Matrix.Claims
	Refuted []string          `json:"refuted,omitempty"`
	Rules   string            `json:"rules,omitempty"` // hash
	Error   string            `json:"error,omitempty"` // these answers give no rules together
	why     []string
}

// Conflict is two sets of claims that no combination of answers lets hold
// together, though each holds under some.
type Conflict struct {
	A       []string `json:"a"`
	B       []string `json:"b"`
	SourceA []string `json:"sources_a,omitempty"`
	SourceB []string `json:"sources_b,omitempty"`
	// Questions whose answers the two sets disagree on, with what each needs.
	Questions []string `json:"questions,omitempty"`
}

// ClaimNeed says under which answers a claim can hold.
type ClaimNeed struct {
	Evidence string              `json:"evidence"`
	Answers  map[string][]string `json:"answers"` // question → the answers under which it holds, where not all do
}

// asked are the questions that apply and that the choice leaves to be varied.
func (v *Verifier) asked(g *rules.Game) []rules.Question {
	var out []rules.Question
	for _, q := range g.Questions {
		if _, fixed := v.Choice.Answers[q.ID]; !fixed && (q.Variant == "" || q.Variant == g.Variant) {
			out = append(out, q)
		}
	}
	return out
}

// combinations lists what to try: the rules in force, then all combinations,
// or, where they are more than the budget, every answer alone and then pairs.
func combinations(base map[string]string, questions []rules.Question, budget int) (rows []map[string]string, product int, whole bool) {
	product = 1
	for _, q := range questions {
		if product *= len(q.Answers); product > 1<<20 {
			product = 1 << 20
		}
	}
	seen := map[string]bool{}
	add := func(answers map[string]string) {
		if key := fmt.Sprint(answers); !seen[key] {
			seen[key] = true
			rows = append(rows, answers)
		}
	}
	add(maps.Clone(base))
	if product <= budget {
		for n := range product {
			answers := maps.Clone(base)
			for i := len(questions) - 1; i >= 0; i-- { // the last question turns fastest
				q := questions[i]
				answers[q.ID] = q.Answers[n%len(q.Answers)].ID
				n /= len(q.Answers)
			}
			add(answers)
		}
		return rows, product, true
	}
	for _, q := range questions {
		for _, a := range q.Answers {
			add(with(base, q.ID, a.ID))
		}
	}
	for i, p := range questions {
		for _, q := range questions[i+1:] {
			for _, a := range p.Answers {
				for _, b := range q.Answers {
					if len(rows) < budget {
						add(with(with(base, p.ID, a.ID), q.ID, b.ID))
					}
				}
			}
		}
	}
	return rows, product, false
}

func with(answers map[string]string, question, answer string) map[string]string {
	out := maps.Clone(answers)
	if out == nil {
		out = map[string]string{}
	}
	out[question] = answer
	return out
}

// Matrix tries all evidence under combinations of answers. When ctx ends, it
// gives the rows that were finished with ctx's error.
func (v *Verifier) Matrix(ctx context.Context) (*Matrix, error) {
	base, err := v.Base()
	if err != nil {
		return nil, err
	}
	questions := v.asked(base.Game)
	m := &Matrix{Claims: []string{}, Rows: []Combination{}, Agree: []int{}}
	for _, e := range base.Game.Evidence {
		m.Claims = append(m.Claims, e.ID)
	}
	rows, product, whole := combinations(base.Game.Answers, questions, v.Budget.withDefaults().Combinations)
	m.Product, m.Whole = product, whole
	for i, answers := range rows {
		v.say("combination %d of %d", i+1, len(rows))
		row, err := v.combination(ctx, base, answers)
		if err != nil {
			m.Whole = false
			m.conclude(base.Game)
			return m, err
		}
		row.InForce = i == 0
		m.Rows = append(m.Rows, row)
	}
	m.conclude(base.Game)
	return m, nil
}

func (v *Verifier) combination(ctx context.Context, base *RuleSet, answers map[string]string) (Combination, error) {
	row := Combination{Answers: answers}
	c := dsl.Choice{Variant: v.Choice.Variant, Answers: answers, Parameters: v.Choice.Parameters}
	r, err := v.ruleSet(c)
	if err != nil {
		row.Error = err.Error()
		return row, nil
	}
	row.Rules = r.Hash
	verdicts, err := v.evidence(ctx, base, c)
	v.rest(base)
	if err != nil {
		return row, err
	}
	for _, x := range verdicts {
		row.Words, row.why = append(row.Words, x.Word), append(row.why, x.Why)
		if x.Word == Refuted {
			row.Refuted = append(row.Refuted, x.Evidence)
		}
	}
	return row, nil
}

// rest frees the machine code of all rule sets but one: there may be hundreds.
func (v *Verifier) rest(but *RuleSet) {
	for _, r := range v.sets {
		if r != but {
			r.Close()
		}
	}
}

// conclude draws what follows from the rows.
func (m *Matrix) conclude(g *rules.Game) {
	for i, r := range m.Rows {
		if r.Error == "" && len(r.Refuted) == 0 {
			m.Agree = append(m.Agree, i)
		}
	}
	for i, id := range m.Claims {
		holds, refuted := m.count(i, Holds), m.count(i, Refuted)
		switch {
		case refuted > 0 && refuted == m.tried():
			m.Never = append(m.Never, id)
		case holds > 0 && holds < m.tried():
			if need := m.needs(i); len(need) > 0 {
				m.Needs = append(m.Needs, ClaimNeed{id, need})
			}
		}
	}
	m.conflicts(g)
}

// tried is how many rows are rule sets.
func (m *Matrix) tried() int {
	n := 0
	for _, r := range m.Rows {
		if r.Error == "" {
			n++
		}
	}
	return n
}

func (m *Matrix) count(claim int, w Word) int {
	n := 0
	for _, r := range m.Rows {
		if r.Error == "" && r.Words[claim] == w {
			n++
		}
	}
	return n
}

// needs lists, for every question, the answers under which a claim holds in
// some row, where there is another under which it never does.
func (m *Matrix) needs(claim int) map[string][]string {
	out := map[string][]string{}
	for _, q := range sortedKeys(m.Rows[len(m.Rows)-1].Answers) {
		var all, good []string
		for _, r := range m.Rows {
			a := r.Answers[q]
			if r.Error != "" || a == "" {
				continue
			}
			if !slices.Contains(all, a) {
				all = append(all, a)
			}
			if r.Words[claim] == Holds && !slices.Contains(good, a) {
				good = append(good, a)
			}
		}
		if len(good) > 0 && len(good) < len(all) {
			out[q] = good
		}
	}
	return out
}

// conflicts groups the claims by the rows that refute them and looks for
// groups that no row reconciles.
func (m *Matrix) conflicts(g *rules.Game) {
	type group struct {
		pattern string
		claims  []int
	}
	var groups []group
	for i := range m.Claims {
		if m.count(i, Holds) == 0 || m.count(i, Refuted) == 0 {
			continue
		}
		p := ""
		for _, r := range m.Rows {
			if r.Error == "" {
				p += map[bool]string{true: "-", false: "+"}[r.Words[i] == Refuted]
			}
		}
		at := slices.IndexFunc(groups, func(x group) bool { return x.pattern == p })
		if at < 0 {
			groups, at = append(groups, group{pattern: p}), len(groups)
		}
		groups[at].claims = append(groups[at].claims, i)
	}
	for i, a := range groups {
		for _, b := range groups[i+1:] {
			if meet(a.pattern, b.pattern) {
				continue
			}
			c := Conflict{A: m.ids(a.claims), B: m.ids(b.claims), SourceA: sourcesOf(g, a.claims), SourceB: sourcesOf(g, b.claims)}
			needA, needB := m.needs(a.claims[0]), m.needs(b.claims[0])
			for _, q := range sortedKeys(needA) {
				if len(needB[q]) > 0 && !slices.ContainsFunc(needA[q], func(x string) bool { return slices.Contains(needB[q], x) }) {
					c.Questions = append(c.Questions, q)
				}
			}
			m.Conflicts = append(m.Conflicts, c)
		}
	}
}

// meet tells if some row refutes neither of two groups.
func meet(a, b string) bool {
	for i := range a {
		if a[i] == '+' && b[i] == '+' {
			return true
		}
	}
	return false
}

func (m *Matrix) ids(claims []int) []string {
	var out []string
	for _, i := range claims {
		out = append(out, m.Claims[i])
	}
	return out
}

func sourcesOf(g *rules.Game, claims []int) []string {
	var out []string
	for _, i := range claims {
		for _, s := range g.Evidence[i].Sources {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}
