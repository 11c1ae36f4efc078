package verify

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"mancala/dsl"
	"mancala/dsl/rules"
)

// Proposal is a position that tells two answers apart where no evidence does:
// what to ask a player, or look for in a source.
type Proposal struct {
	A, B string `json:"-"`
	// Answers are the two answers, A's first.
	Answers [2]string `json:"answers"`
	// Found tells that a position was found; Same that there is none, since
	// both answers give the same rules. With neither, none was found within
	// the budget.
	Found    bool           `json:"found"`
	Same     bool           `json:"same_rules,omitempty"`
	Set      map[string]int `json:"set,omitempty"`      // parameters under which they differ, where the file's own give the same rules
	What     string         `json:"what,omitempty"`     // as Difference.What
	Line     []string       `json:"line,omitempty"`     // from the start
	Shortest bool           `json:"shortest,omitempty"` // no shorter line parts them
	Position string         `json:"position,omitempty"` // before the last move of the line
	Move     string         `json:"move,omitempty"`     // empty: what may be played there
	Gives    [2]string      `json:"gives,omitempty"`    // what A and B give
	Commands [2]string      `json:"commands,omitempty"` // show it
	Searched string         `json:"searched,omitempty"` // how far, if nothing was found
}

// mostPairs bounds the pairs of answers of one question that are compared.
const mostPairs = 6

// Propose looks, for every pair of answers that no claim tells apart, for the
// shortest line of play on which they part. It fills the decisions in place;
// when ctx ends it leaves the rest as it is and gives ctx's error.
func (v *Verifier) Propose(ctx context.Context, m *Matrix, decisions []Decision) error {
	base, err := v.Base()
	if err != nil {
		return err
	}
	for i := range decisions {
		d := &decisions[i]
		for _, pair := range d.untold(m) {
			v.say("question %s: %s or %s", d.Question, pair[0], pair[1])
			p, err := v.propose(ctx, base, d.Question, pair)
			if p != nil {
				d.Proposals = append(d.Proposals, *p)
			}
			if err != nil {
				return err
			}
		}
		if err := v.carryOver(ctx, base, d); err != nil {
			return err
		}
	}
	return nil
}

// carryOver tries the lines that part some answers of a question on the pairs
// for which none was found: what is rare, as endless turns are, is met by luck.
func (v *Verifier) carryOver(ctx context.Context, base *RuleSet, d *Decision) error {
	for i := range d.Proposals {
		p := &d.Proposals[i]
		for k := 0; k < len(d.Proposals) && !p.Found && !p.Same; k++ {
			o := &d.Proposals[k]
			if !o.Found || o.Set != nil {
				continue
			}
			a, b, err := v.both(base, d.Question, p.Answers, nil)
			if err != nil {
				return err
			}
			c, err := compareOn(ctx, a, b, o.Line)
			if err != nil {
				return err
			}
			if c.Shortest != nil {
				p.fill(a, b, c)
			}
		}
	}
	return nil
}

// untold are the pairs of answers that no claim tells apart, those with the
// answer in force first.
func (d *Decision) untold(m *Matrix) [][2]string {
	var first, others [][2]string
	for i, b := range d.Readings {
		for _, a := range d.Readings[:i] {
			if a.Error != "" || b.Error != "" || m.apart(d.Question, a.Answer, b.Answer) {
				continue
			}
			pair := [2]string{a.Answer, b.Answer}
			switch {
			case b.InForce:
				first = append(first, [2]string{b.Answer, a.Answer})
			case a.InForce:
				first = append(first, pair)
			default:
				others = append(others, pair)
			}
		}
	}
	all := append(first, others...)
	return all[:min(len(all), mostPairs)]
}

// propose compares the rules under two answers, the others as in force. Where
// both give the same rules, other values of a parameter are tried.
func (v *Verifier) propose(ctx context.Context, base *RuleSet, question string, pair [2]string) (*Proposal, error) {
	p := &Proposal{A: pair[0], B: pair[1], Answers: pair}
	a, b, err := v.both(base, question, pair, nil)
	if err != nil {
		return nil, err
	}
	if a.Hash == b.Hash {
		if a, b, p.Set, err = v.elsewhere(base, question, pair); err != nil {
			return nil, err
		}
		if a == nil {
			p.Same = true
			return p, nil
		}
	}
	budget := v.Budget.withDefaults()
	c, err := Compare(ctx, a, b, Budget{Nodes: budget.Asked, Games: budget.Asked / 100, Plies: 4 * budget.Asked}, nil)
	if c == nil {
		return nil, err
	}
	p.fill(a, b, c)
	return p, err
}

func (p *Proposal) fill(a, b *RuleSet, c *Comparison) {
	d := c.Shortest
	if d == nil {
		p.Searched = fmt.Sprintf("every line of %d moves and %d random games", c.Exhausted, c.Games)
		p.Same = c.Whole
		return
	}
	p.Found, p.What, p.Line, p.Shortest, p.Position = true, d.What, d.Line, c.Proved, d.Place
	p.Gives = [2]string{d.A, d.B}
	p.Commands = [2]string{c.CommandA, c.CommandB}
	n := len(d.Line)
	if n == 0 {
		return
	}
	command, move := "moves", ""
	if d.What != "legal moves" {
		p.Move = d.Line[n-1]
		command, move = "why", fmt.Sprintf(" --move %q", p.Move)
	}
	for i, r := range [2]*RuleSet{a, b} { // where the position alone shows it, it is the shorter way
		if d.Place != "" && !r.Program.Facts.ReadsRepeat {
			p.Commands[i] = fmt.Sprintf("mancala %s %s%s --position %q%s", command, r.Arg, r.flags(), d.Place, move)
		}
	}
}

// both are the rule sets of two answers.
func (v *Verifier) both(base *RuleSet, question string, pair [2]string, set map[string]int) (a, b *RuleSet, err error) {
	var out [2]*RuleSet
	for i, answer := range pair {
		c := dsl.Choice{Variant: v.Choice.Variant, Answers: with(v.Choice.Answers, question, answer), Parameters: maps.Clone(v.Choice.Parameters)}
		for k, n := range set {
			if c.Parameters == nil {
				c.Parameters = map[string]int{}
			}
			c.Parameters[k] = n
		}
		if out[i], err = v.ruleSet(c); err != nil {
			return nil, nil, err
		}
	}
	return out[0], out[1], nil
}

// elsewhere looks for a value of a parameter under which two answers that give
// the same rules in the file's own size give different ones.
func (v *Verifier) elsewhere(base *RuleSet, question string, pair [2]string) (a, b *RuleSet, set map[string]int, err error) {
	for _, p := range base.Game.Parameters {
		if _, fixed := v.Choice.Parameters[p.Name]; fixed {
			continue
		}
		for _, n := range nearby(p) {
			set := map[string]int{p.Name: n}
			a, b, err := v.both(base, question, pair, set)
			if err == nil && a.Hash != b.Hash {
				return a, b, set, nil
			}
		}
	}
	return nil, nil, nil, nil
}

// nearby are a few values of a parameter near its own.
func nearby(p rules.Parameter) []int {
	var out []int
	for k := 1; k <= 3; k++ {
		for _, n := range []int{p.Value + k*p.Step, p.Value - k*p.Step} {
			if n >= p.Min && n <= p.Max {
				out = append(out, n)
			}
		}
	}
	return out
}

// Text says in a sentence what to ask.
func (p *Proposal) Text() string {
	pair := p.A + " and " + p.B
	switch {
	case p.Same:
		return pair + " give the same rules here."
	case !p.Found:
		return fmt.Sprintf("%s: no difference found in %s.", pair, p.Searched)
	}
	where := ""
	for _, k := range sortedKeys(p.Set) {
		where += fmt.Sprintf(" with %s=%d", k, p.Set[k])
	}
	length := "the shortest line found"
	if p.Shortest {
		length = "the shortest line"
	}
	if len(p.Line) == 0 {
		return fmt.Sprintf("%s part%s before the first move.", pair, where)
	}
	ask := fmt.Sprintf("what %s leads to in %s", p.Move, p.Position)
	if p.Move == "" {
		ask = "what may be played in " + p.Position
	}
	return fmt.Sprintf("%s part%s: ask %s (%s: %s).", pair, where, ask, length, strings.Join(p.Line, " "))
}
