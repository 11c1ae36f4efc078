package syntax

import (
	"strconv"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"mancala/dsl/source"
)

// Phrases are parsed by recursive descent over participle's token stream.
// A parse function returns an error made by fail; the first error wins.

// phrases parses phrases from a participle lexer; file gives spans.
type phrases struct {
	lex  *lexer.PeekingLexer
	file *source.File
	end  int // end offset of the last token taken
}

func newPhrases(lex *lexer.PeekingLexer) *phrases {
	return &phrases{lex: lex}
}

// An expectation is what could have stood at a place.
type expectation struct {
	what  string   // "a hole or a set"
	words []string // words that could stand there, for the nearest-word hint
}

// phraseError is the error of a phrase: where, what stood there, what could have.
type phraseError struct {
	tok  lexer.Token
	want expectation
}

func (e *phraseError) Error() string { return "expected " + e.want.what }

// Message and Position make it a participle.Error, which passes through unchanged.
func (e *phraseError) Message() string { return e.Error() }

// Position is the place of the unexpected token.
func (e *phraseError) Position() lexer.Position { return e.tok.Pos }

var _ participle.Error = (*phraseError)(nil)

func (p *phrases) peek() lexer.Token { return *p.lex.Peek() }

func (p *phrases) next() lexer.Token {
	t := *p.lex.Next()
	p.end = t.Pos.Offset + len(t.Value)
	return t
}

func (p *phrases) is(words ...string) bool {
	t := p.peek()
	if t.Type != tWord && t.Type != tOp {
		return false
	}
	for _, w := range words {
		if t.Value == w {
			return true
		}
	}
	return false
}

func (p *phrases) take(w string) bool {
	if p.is(w) {
		p.next()
		return true
	}
	return false
}

func (p *phrases) expect(w string) error {
	if p.take(w) {
		return nil
	}
	return p.fail(strconv.Quote(w), w)
}

func (p *phrases) fail(what string, words ...string) error {
	return &phraseError{tok: p.peek(), want: expectation{what: what, words: words}}
}

// span covers everything from start to the last token taken. The file is
// filled in by the caller of the parser (see setFile).
func (p *phrases) span(start int) Node {
	return Node{source.Span{File: p.file, Start: start, End: max(p.end, start)}}
}

func (p *phrases) here() int { return p.peek().Pos.Offset }

// ---- numbers ----

// term = product { ("+" | "-") product }. A bracket may open only after an
// operator or relation: at the beginning of a test it is a condition's.
func (p *phrases) term(bracket bool) (Phrase, error) {
	return p.chain([]string{"+", "-"}, bracket, func(b bool) (Phrase, error) {
		return p.chain([]string{"*", "/", "mod"}, b, p.unit)
	})
}

func (p *phrases) chain(ops []string, bracket bool, part func(bool) (Phrase, error)) (Phrase, error) {
	start := p.here()
	a, err := part(bracket)
	if err != nil {
		return nil, err
	}
	for p.is(ops...) {
		op := p.next().Value
		b, err := part(true)
		if err != nil {
			return nil, err
		}
		a = &Arith{p.span(start), op, a, b}
	}
	return a, nil
}

func (p *phrases) unit(bracket bool) (Phrase, error) {
	start := p.here()
	switch {
	case bracket && p.take("("):
		x, err := p.term(true)
		if err != nil {
			return nil, err
		}
		return x, p.expect(")")
	case p.peek().Type == tInt:
		n := atoi(p.next().Value)
		return &Int{p.span(start), n}, nil
	case p.is("seeds", "count", "largest"):
		how := p.next().Value
		if err := p.expect("("); err != nil {
			return nil, err
		}
		s, err := p.sets()
		if err != nil {
			return nil, err
		}
		if err := p.expect(")"); err != nil {
			return nil, err
		}
		return &Measure{p.span(start), how, s}, nil
	case p.is("lap", "turn", "round", "total", "rest", "captured", "carried", "move"):
		w := p.next().Value
		return &Word{Node: p.span(start), W: w}, nil
	case p.is("hand"):
		return p.seat()
	}
	return p.ref()
}

// seat = "hand" [ "of" ref ] | ref: where seeds lie
func (p *phrases) seat() (Phrase, error) {
	start := p.here()
	if !p.take("hand") {
		return p.ref()
	}
	w := &Word{W: "hand"}
	if p.take("of") {
		of, err := p.ref()
		if err != nil {
			return nil, err
		}
		w.Of = of
	}
	w.Node = p.span(start)
	return w, nil
}

// ---- holes, sets, players ----

var spotWords = []string{"hole", "last", "origin", "first"}
var relWords = []string{"next", "previous", "opposite", "beyond", "behind", "front", "mirror"}
var extremeWords = []string{"leftmost", "rightmost", "nearest"}
var playerWords = []string{"mover", "opponent", "starter", "captor", "winner", "loser"}
var areaWords = []string{"own", "enemy", "board", "inner", "middle", "outer", "ends", "store", "left", "right", "column", "neutral"}

func (p *phrases) atSet() bool {
	return p.atRef() || p.is("run", "(")
}

func (p *phrases) atRef() bool {
	return p.is(spotWords...) || p.is(relWords...) || p.is(extremeWords...) || p.is(playerWords...) ||
		p.is(areaWords...) || p.is("its") || p.peek().Type == tName
}

// group = ref | "(" sets ")"
func (p *phrases) group() (Phrase, error) {
	if p.take("(") {
		s, err := p.sets()
		if err != nil {
			return nil, err
		}
		return s, p.expect(")")
	}
	return p.ref()
}

// sets = set { "," set } [ "except" set ] [ "where" cond ]
func (p *phrases) sets() (Phrase, error) {
	start := p.here()
	l := &List{}
	for {
		s, err := p.set()
		if err != nil {
			return nil, err
		}
		l.Sets = append(l.Sets, s)
		if !p.take(",") {
			break
		}
	}
	var err error
	if p.take("except") {
		if l.Except, err = p.set(); err != nil {
			return nil, err
		}
	}
	if p.take("where") {
		if l.Where, err = p.cond(); err != nil {
			return nil, err
		}
	}
	if len(l.Sets) == 1 && l.Except == nil && l.Where == nil {
		return l.Sets[0], nil
	}
	l.Node = p.span(start)
	return l, nil
}

func (p *phrases) set() (Phrase, error) {
	switch {
	case p.is("run"):
		return p.run()
	case p.take("("):
		s, err := p.sets()
		if err != nil {
			return nil, err
		}
		return s, p.expect(")")
	}
	return p.ref()
}

// run = "run" ("on" | "back") [ "by" INT ] "from" ref "while" cond
func (p *phrases) run() (Phrase, error) {
	start := p.here()
	p.next()
	r := &Run{By: 1}
	switch {
	case p.take("on"):
	case p.take("back"):
		r.Back = true
	default:
		return nil, p.fail(`"on" or "back"`, "on", "back")
	}
	if p.take("by") {
		if p.peek().Type != tInt {
			return nil, p.fail("the length of a step, a number")
		}
		r.By = atoi(p.next().Value)
	}
	var err error
	if err = p.expect("from"); err != nil {
		return nil, err
	}
	if r.From, err = p.ref(); err != nil {
		return nil, err
	}
	if err = p.expect("while"); err != nil {
		return nil, err
	}
	if r.While, err = p.cond(); err != nil {
		return nil, err
	}
	r.Node = p.span(start)
	return r, nil
}

// ref = player | spot | place
func (p *phrases) ref() (Phrase, error) {
	start := p.here()
	switch {
	case p.is(spotWords...) || p.is(playerWords...):
		w := p.next().Value
		return &Word{Node: p.span(start), W: w}, nil
	case p.take("its"):
		if !p.is("owner", "marker") {
			return nil, p.fail(`"owner" or "marker"`, "owner", "marker")
		}
		w := p.next().Value
		return &Its{p.span(start), w}, nil
	case p.is(relWords...):
		return p.rel()
	case p.is(extremeWords...):
		how := p.next().Value
		g, err := p.group()
		if err != nil {
			return nil, err
		}
		return &Extreme{p.span(start), how, g}, nil
	case p.is(areaWords...) || p.peek().Type == tName:
		return p.place()
	}
	all := append(append(append(append([]string{}, spotWords...), relWords...), areaWords...), playerWords...)
	return nil, p.fail("a hole, a set, a player or a name", all...)
}

func (p *phrases) rel() (Phrase, error) {
	start := p.here()
	r := &Rel{How: p.next().Value, N: 1}
	if (r.How == "next" || r.How == "previous") && p.peek().Type == tInt {
		r.N = atoi(p.next().Value)
	}
	if p.take("of") {
		of, err := p.ref()
		if err != nil {
			return nil, err
		}
		r.Of = of
	}
	r.Node = p.span(start)
	return r, nil
}

// place = area { area } [ "of" (player | hole) ]
func (p *phrases) place() (Phrase, error) {
	start := p.here()
	pl := &Place{}
	for p.is(areaWords...) || p.peek().Type == tName {
		a, err := p.area()
		if err != nil {
			return nil, err
		}
		pl.Areas = append(pl.Areas, a)
	}
	if p.take("of") {
		of, err := p.ref()
		if err != nil {
			return nil, err
		}
		pl.Of = of
	}
	pl.Node = p.span(start)
	return pl, nil
}

func (p *phrases) area() (Area, error) {
	t := p.next()
	a := Area{Word: t.Value, Name: t.Type == tName}
	switch {
	case a.Name:
	case t.Value == "left" || t.Value == "right":
		switch {
		case p.take("half"):
			a.Word += " half"
		case p.peek().Type == tInt:
			a.N = atoi(p.next().Value)
		default:
			return a, p.fail(`"half" or a number of columns`, "half")
		}
	case t.Value == "column":
		if p.peek().Type != tInt {
			return a, p.fail("a column number")
		}
		a.N = atoi(p.next().Value)
		a.M = a.N
		if p.take("..") {
			if p.peek().Type != tInt {
				return a, p.fail("the last column, a number")
			}
			a.M = atoi(p.next().Value)
		}
	}
	a.Node = p.span(t.Pos.Offset)
	return a, nil
}
