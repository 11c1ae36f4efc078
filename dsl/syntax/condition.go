package syntax

import (
	"strconv"
	"strings"
)

// Conditions: what can stand between `when` and `then`, and after `where`.

// cond = conj { "or" conj }
func (p *phrases) cond() (Phrase, error) {
	start := p.here()
	parts, err := p.joined("or", func() (Phrase, error) {
		start := p.here()
		parts, err := p.joined("and", p.neg)
		if err != nil || len(parts) == 1 {
			return first(parts), err
		}
		return &And{p.span(start), parts}, nil
	})
	if err != nil || len(parts) == 1 {
		return first(parts), err
	}
	return &Or{p.span(start), parts}, nil
}

func first(parts []Phrase) Phrase {
	if len(parts) == 0 {
		return nil
	}
	return parts[0]
}

func (p *phrases) joined(word string, part func() (Phrase, error)) ([]Phrase, error) {
	var parts []Phrase
	for {
		x, err := part()
		if err != nil {
			return nil, err
		}
		parts = append(parts, x)
		if !p.take(word) {
			return parts, nil
		}
	}
}

// neg = "not" neg | "(" cond ")" | test
func (p *phrases) neg() (Phrase, error) {
	start := p.here()
	switch {
	case p.take("not"):
		c, err := p.neg()
		if err != nil {
			return nil, err
		}
		return &Not{p.span(start), c}, nil
	case p.take("("):
		c, err := p.cond()
		if err != nil {
			return nil, err
		}
		return c, p.expect(")")
	}
	return p.test()
}

func (p *phrases) test() (Phrase, error) {
	start := p.here()
	switch {
	case p.is("any", "no", "every"):
		return p.quantified()
	case p.take("position"):
		return p.repetition(start)
	case p.take("direction"):
		if err := p.expect("is"); err != nil {
			return nil, err
		}
		w, err := p.way()
		if err != nil {
			return nil, err
		}
		return &DirectionIs{p.span(start), *w.(*Way)}, nil
	}
	left, err := p.term(false)
	if err != nil {
		return nil, err
	}
	if !p.atPred() {
		return left, nil
	}
	pred, err := p.pred()
	if err != nil {
		return nil, err
	}
	return &Test{p.span(start), "", left, pred}, nil
}

// repetition = "repeats" | "occurs" term "times"
func (p *phrases) repetition(start int) (Phrase, error) {
	switch {
	case p.take("repeats"):
		if t := p.peek(); t.Type == tInt {
			return nil, p.fail(`the end of the condition: a position that stands for the third time is "position occurs 3 times"`, "occurs")
		}
		return &Repeats{Node: p.span(start)}, nil
	case p.take("occurs"):
		n, err := p.term(true)
		if err == nil {
			err = p.expect("times")
		}
		return &Repeats{p.span(start), n}, err
	}
	return nil, p.fail(`"repeats" or "occurs … times"`, "repeats", "occurs")
}

func (p *phrases) quantified() (Phrase, error) {
	start := p.here()
	quant := p.next().Value
	var left Phrase
	var err error
	if at := p.here(); p.take("player") {
		left = &Word{Node: p.span(at), W: "player"}
	} else if left, err = p.group(); err != nil {
		return nil, err
	}
	if !p.atPred() {
		return nil, p.fail(`what is said of them ("is empty", "has seeds", …)`, predWords...)
	}
	pred, err := p.pred()
	if err != nil {
		return nil, err
	}
	return &Test{p.span(start), quant, left, pred}, nil
}

var predWords = []string{"is", "was", "has", "in", "not", "would", "could", "visited"}
var relops = []string{"=", "!=", "<=", ">=", "<", ">"}

func (p *phrases) atPred() bool { return p.is(predWords...) || p.is(relops...) }

func (p *phrases) pred() (*Pred, error) {
	start := p.here()
	pr := &Pred{}
	var err error
	switch {
	case p.take("is"):
		err = p.predIs(pr)
	case p.take("was"):
		err = p.predWas(pr)
	case p.take("has"):
		err = p.predHas(pr)
	case p.take("in"):
		pr.Kind = "in"
		pr.Right, err = p.group()
	case p.take("not"):
		pr.Kind = "not in"
		if err = p.expect("in"); err == nil {
			pr.Right, err = p.group()
		}
	case p.is("would", "could"):
		pr.Kind = p.next().Value
		err = p.forecast(pr)
	case p.take("visited"):
		pr.Kind = "visited"
		pr.Right, err = p.group()
	default:
		pr.Kind, pr.Word = "rel", p.next().Value
		pr.Right, err = p.term(true)
	}
	pr.Node = p.span(start)
	return pr, err
}

func (p *phrases) predIs(pr *Pred) (err error) {
	pr.Kind = "is"
	if p.take("not") {
		pr.Kind = "is not"
	}
	if p.is("empty", "occupied", "closed") {
		pr.Word = p.next().Value
		return nil
	}
	pr.Right, err = p.group()
	if err != nil {
		if e, ok := err.(*phraseError); ok {
			e.want.what = `"empty", "occupied", "closed", a mark, a set or a player`
			e.want.words = append(e.want.words, "empty", "occupied", "closed")
		}
	}
	return err
}

func (p *phrases) predWas(pr *Pred) error {
	pr.Kind = "was"
	if p.is("empty", "occupied", "own", "enemy") {
		pr.Word = p.next().Value
		return nil
	}
	if p.atCounts() {
		return p.counts(pr)
	}
	return p.fail(`"empty", "occupied", "own", "enemy" or a number`, "empty", "occupied", "own", "enemy")
}

func (p *phrases) predHas(pr *Pred) (err error) {
	pr.Kind = "has"
	switch {
	case p.atCounts():
		return p.counts(pr)
	case p.is("even", "odd", "seeds"):
		pr.Word = p.next().Value
		return nil
	case p.take("at"):
		if !p.is("least", "most") {
			return p.fail(`"least" or "most"`, "least", "most")
		}
		pr.Word = "at " + p.next().Value
		pr.Right, err = p.term(true)
		return err
	case p.is("no", "a"):
		pr.Word = p.next().Value
		t := p.peek()
		if p.is("seeds", "move", "hole") || t.Type == tName {
			p.next()
			pr.Thing, pr.ThingAt = t.Value, p.span(t.Pos.Offset).S
			return nil
		}
		return p.fail(`"seeds", "move", "hole" or the name of a mark`, "seeds", "move", "hole")
	}
	return p.fail(`a number ("2 or more"), "even", "odd", "seeds", "at least", "at most", "no …" or "a …"`,
		"even", "odd", "seeds", "at", "no", "a")
}

func (p *phrases) forecast(pr *Pred) (err error) {
	switch {
	case p.take("capture"):
		pr.Word = "capture"
		if p.atSet() {
			pr.Right, err = p.group()
		}
		return err
	case p.take("end"):
		pr.Word = "end"
		if err = p.expect("in"); err == nil {
			pr.Right, err = p.group()
		}
		return err
	case p.take("win"):
		pr.Word = "win"
		return nil
	}
	return p.fail(`"capture", "end in …" or "win"`, "capture", "end", "win")
}

func (p *phrases) atCounts() bool {
	t := p.peek()
	return t.Type == tCounts || t.Type == tInt
}

// counts = INT [".." INT] | COUNTS
func (p *phrases) counts(pr *Pred) error {
	t := p.next()
	pr.Word = "counts"
	if t.Type == tCounts {
		pr.Counts = parseCounts(t.Value)
		return nil
	}
	lo := atoi(t.Value)
	hi := lo
	if p.take("..") {
		if p.peek().Type != tInt {
			return p.fail("the upper bound, a number")
		}
		hi = atoi(p.next().Value)
	}
	pr.Counts = [][2]int{{lo, hi}}
	return nil
}

func parseCounts(s string) [][2]int {
	var out [][2]int
	for _, w := range strings.Fields(s) {
		switch w {
		case "or":
		case "more":
			out[len(out)-1][1] = -1
		default:
			lo, hi, found := strings.Cut(w, "..")
			r := [2]int{atoi(lo), atoi(lo)}
			if found {
				r[1] = atoi(hi)
			}
			out = append(out, r)
		}
	}
	return out
}

// atoi reads digits; anything too large becomes a number no board reaches.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n > 1<<30 {
		return 1 << 30
	}
	return n
}

func (p *phrases) way() (Phrase, error) {
	start := p.here()
	switch {
	case p.is("clockwise", "anticlockwise", "inward"):
		w := p.next().Value
		return &Way{p.span(start), w}, nil
	case p.take("either"):
		if err := p.expect("way"); err != nil {
			return nil, err
		}
		return &Way{p.span(start), "either way"}, nil
	}
	return nil, p.fail(`"clockwise", "anticlockwise", "either way" or "inward"`, "clockwise", "anticlockwise", "either", "inward")
}
