package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// pair is two rule sets played side by side.
type pair struct {
	ctx    context.Context
	plies  int // moves left to be made in random games and in shortening their lines
	r      [2]*RuleSet
	x      [2]interpreter.Executor
	closes [2]func()
}

type both [2]*interpreter.State

func (s both) clone() both { return both{s[0].Clone(), s[1].Clone()} }

func (s both) key() string { return key(s[0]) + "|" + key(s[1]) }

func newPair(ctx context.Context, a, b *RuleSet) (*pair, error) {
	p := &pair{ctx: ctx, r: [2]*RuleSet{a, b}}
	for i, r := range p.r {
		x, done, err := r.engine(ctx)
		if err != nil {
			p.close()
			return nil, err
		}
		p.x[i], p.closes[i] = x, done
	}
	return p, nil
}

func (p *pair) close() {
	for _, c := range p.closes {
		if c != nil {
			c()
		}
	}
}

// silence is what an error says of the description; other errors are faults.
func silence(err error) (string, error) {
	var gap *interpreter.Gap
	var budget *interpreter.OverBudget
	switch {
	case err == nil:
		return "", nil
	case errors.As(err, &gap):
		return gap.Error(), nil
	case errors.As(err, &budget):
		return budget.Error(), nil
	}
	return "", err
}

// start begins both games.
func (p *pair) start() (both, *Difference, error) {
	var s both
	var said [2]string
	for i := range p.x {
		var err error
		s[i], err = p.x[i].Start()
		if said[i], err = silence(err); err != nil {
			return s, nil, err
		}
	}
	if said[0] != "" || said[1] != "" {
		if said[0] == said[1] {
			return s, nil, nil
		}
		return s, &Difference{What: "silence", A: orPlays(said[0]), B: orPlays(said[1]), Text: "one of them can't begin"}, nil
	}
	return s, p.differ(s, "start"), nil
}

func orPlays(said string) string {
	if said == "" {
		return "goes on"
	}
	return said
}

// differ compares two positions: seeds, stores and mover, then the end of the game.
func (p *pair) differ(s both, what string) *Difference {
	if s[0].Over == nil && s[1].Over == nil && p.alike(s) {
		return nil
	}
	a, b := notation.FormatPosition(p.r[0].Program, s[0]), notation.FormatPosition(p.r[1].Program, s[1])
	// At the end the mover says nothing, and how the seeds lie only what the score says.
	if s[0].Over == nil && s[1].Over == nil && !samePosition(a, b) {
		return &Difference{What: what, A: a, B: b, Text: "the position differs"}
	}
	oa, ob := s[0].Over, s[1].Over
	if outcomeText(oa) != outcomeText(ob) && (outcomeLetter(oa) != outcomeLetter(ob) || oa.Scores != nil && ob.Scores != nil) {
		return &Difference{What: "outcome", A: outcomeText(oa) + ", " + a, B: outcomeText(ob) + ", " + b, Text: "the end of the game differs"}
	}
	return nil
}

// alike tells quickly that two positions are the same; false means nothing.
func (p *pair) alike(s both) bool {
	a, b := p.r[0].Program, p.r[1].Program
	return a.Places == b.Places && mover(p.r[0], s[0]) == mover(p.r[1], s[1]) &&
		slices.Equal(s[0].Cells[:a.Places], s[1].Cells[:b.Places])
}

// samePosition compares rows, stores (where both games have them) and mover;
// further keys are shown only where rules read them, so they are no difference.
func samePosition(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) < 3 || len(y) < 3 {
		return a == b
	}
	return x[0] == y[0] && x[2] == y[2] && (x[1] == y[1] || x[1] == "-" || y[1] == "-")
}

// option is a move under both rule sets.
type option struct {
	m [2]interpreter.Move
}

// text names the move in the position it is made in.
func (p *pair) text(s both, o option) string {
	return notation.MoveText(p.r[0].Program, mover(p.r[0], s[0]), o.m[0])
}

// sameMove compares what the name of a move is made of.
func sameMove(a, b interpreter.Move) bool {
	return a.Pass == b.Pass && a.Kind == b.Kind && a.From == b.From && a.To == b.To && a.Dir == b.Dir && a.Take == b.Take && a.Shown == b.Shown &&
		a.Shown&interpreter.ShowLabel == 0 && len(a.Inner) == 0 && len(b.Inner) == 0
}

// legal lists the moves both rule sets allow, in A's order, or the difference.
func (p *pair) legal(s both) ([]option, *Difference, error) {
	var legal [2][]interpreter.Move
	var said [2]string
	for i := range p.x {
		var err error
		legal[i], err = p.x[i].Legal(s[i])
		if said[i], err = silence(err); err != nil {
			return nil, nil, err
		}
	}
	if said[0] != said[1] && (said[0] == "" || said[1] == "") {
		return nil, &Difference{What: "silence", A: orPlays(said[0]), B: orPlays(said[1]), Text: "one description is silent"}, nil
	}
	if slices.EqualFunc(legal[0], legal[1], sameMove) {
		out := make([]option, len(legal[0]))
		for i := range out {
			out[i].m = [2]interpreter.Move{legal[0][i], legal[1][i]}
		}
		return out, nil, nil
	}
	out, d := p.byName(s, legal)
	return out, d, nil
}

// byName pairs the legal moves of both sides by their names.
func (p *pair) byName(s both, legal [2][]interpreter.Move) ([]option, *Difference) {
	var texts [2][]string
	var moves [2]map[string]interpreter.Move
	for i := range p.x {
		moves[i] = map[string]interpreter.Move{}
		for _, m := range legal[i] {
			t := notation.MoveText(p.r[i].Program, mover(p.r[i], s[i]), m)
			texts[i] = append(texts[i], t)
			moves[i][t] = m
		}
	}
	var out []option
	same := len(moves[0]) == len(moves[1])
	for _, t := range texts[0] {
		m, ok := moves[1][t]
		same = same && ok
		out = append(out, option{[2]interpreter.Move{moves[0][t], m}})
	}
	if !same {
		return nil, &Difference{What: "legal moves", A: listed(texts[0]), B: listed(texts[1]),
			Text: onlyIn("A", texts[0], moves[1]) + onlyIn("B", texts[1], moves[0])}
	}
	return out, nil
}

func listed(texts []string) string {
	if len(texts) == 0 {
		return "none"
	}
	return strings.Join(texts, " ")
}

func onlyIn(name string, texts []string, other map[string]interpreter.Move) string {
	var only []string
	for _, t := range texts {
		if _, ok := other[t]; !ok {
			only = append(only, t)
		}
	}
	if len(only) == 0 {
		return ""
	}
	return fmt.Sprintf("only %s allows %s. ", name, strings.Join(only, " "))
}

// play makes a move on both sides; over tells that neither game goes on.
func (p *pair) play(s both, o option) (over bool, d *Difference, err error) {
	var said [2]string
	for i := range p.x {
		_, err := p.x[i].Play(s[i], o.m[i])
		if said[i], err = silence(err); err != nil {
			return false, nil, err
		}
	}
	switch {
	case said[0] != "" && said[1] != "":
		return true, nil, nil
	case said[0] != said[1]:
		for i := range said {
			if said[i] == "" {
				said[i] = notation.FormatPosition(p.r[i].Program, s[i])
				if s[i].Over != nil {
					said[i] = outcomeText(s[i].Over) + ", " + said[i]
				}
			}
		}
		return true, &Difference{What: "silence", A: said[0], B: said[1], Text: "one description is silent"}, nil
	}
	return s[0].Over != nil && s[1].Over != nil, p.differ(s, "position"), nil
}
