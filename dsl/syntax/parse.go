package syntax

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"mancala/dsl/source"
)

// A stream is one rule text being parsed: the tokens, and how to recover.
type stream struct {
	text  Text
	lex   *lexer.PeekingLexer
	diags source.Diagnostics

	toks    []lexer.Token // all, for hints and ends
	inMoves bool          // a `moves` text
}

func open(t Text) (*stream, source.Diagnostics) {
	toks, diags := tokens(t)
	if diags.HasErrors() {
		return nil, diags
	}
	lex, err := lexer.Upgrade(&sliceLexer{toks})
	if err != nil {
		return nil, source.Diagnostics{{Code: "syntax", Summary: "unreadable text", Detail: err.Error()}}
	}
	return &stream{text: t, lex: lex, toks: toks}, nil
}

func (s *stream) peek() lexer.Token { return *s.lex.Peek() }

func (s *stream) atWord(words ...string) bool {
	t := s.peek()
	for _, w := range words {
		if t.Type == tWord && t.Value == w {
			return true
		}
	}
	return false
}

// Rules parses a rule table. Every mistake gives one diagnostic; the rules
// around it are still returned.
func Rules(t Text) ([]*Rule, source.Diagnostics) {
	s, diags := open(t)
	if s == nil {
		return nil, diags
	}
	var rules []*Rule
	for !s.peek().EOF() {
		if !s.atRule() {
			if s.misspeltAction(rules) {
				rules = rules[:len(rules)-1]
				s.skipToRule()
				continue
			}
			s.unexpected(s.peek(), expectation{`a rule, which begins with "when", "otherwise" or "always"`, []string{"when", "otherwise", "always"}})
			s.skipToRule()
			continue
		}
		at := s.lex.MakeCheckpoint()
		node, err := ruleParser.ParseFromLexer(s.lex, participle.AllowTrailing(true))
		if err != nil {
			s.report(err)
			s.recover(at)
			continue
		}
		rules = append(rules, s.rule(node))
	}
	return rules, s.diags
}

// Moves parses a `moves` text.
func Moves(t Text) ([]*Tier, source.Diagnostics) {
	s, diags := open(t)
	if s == nil {
		return nil, diags
	}
	s.inMoves = true
	var tiers []*Tier
	tier := &Tier{}
	for !s.peek().EOF() {
		at := s.lex.MakeCheckpoint()
		node, err := optionParser.ParseFromLexer(s.lex, participle.AllowTrailing(true))
		if err != nil {
			s.report(err)
			s.recoverOption(at)
		} else {
			tier.Options = append(tier.Options, s.option(node))
		}
		switch {
		case s.atWord("also"):
			s.lex.Next()
			s.needOption("also")
		case s.atWord("otherwise"):
			s.lex.Next()
			tiers = append(tiers, tier)
			tier = &Tier{}
			s.needOption("otherwise")
		case s.peek().EOF():
		default:
			s.unexpected(s.peek(), expectation{`"also", "otherwise" or the end of the text`,
				[]string{"also", "otherwise", "where", "taking", "going", "provided", "except"}})
			s.recoverOption(s.lex.MakeCheckpoint())
		}
	}
	return append(tiers, tier), s.diags
}

func (s *stream) needOption(after string) {
	if s.peek().EOF() {
		s.unexpected(s.peek(), expectation{fmt.Sprintf(`another option after %q ("from …", "enter …", "step …", "pass")`, after), nil})
	}
}

// PhraseOf parses the text of a definition, role or other single phrase: a
// set, hole or number if it reads as one to its end, else a condition.
func PhraseOf(t Text) (Phrase, source.Diagnostics) {
	asSets, setErr := wholePhrase(t, (*phrases).sets)
	if setErr == nil {
		return asSets, nil
	}
	asCond, condErr := wholePhrase(t, (*phrases).cond)
	if condErr == nil {
		return asCond, nil
	}
	s, diags := open(t)
	if s == nil {
		return nil, diags
	}
	s.report(further(setErr, condErr))
	return nil, s.diags
}

// Term parses a number phrase.
func Term(t Text) (Phrase, source.Diagnostics) {
	x, err := wholePhrase(t, func(p *phrases) (Phrase, error) { return p.term(true) })
	if err == nil {
		return x, nil
	}
	s, diags := open(t)
	if s == nil {
		return nil, diags
	}
	s.report(err)
	return nil, s.diags
}

// Condition parses a condition.
func Condition(t Text) (Phrase, source.Diagnostics) {
	x, err := wholePhrase(t, (*phrases).cond)
	if err == nil {
		return x, nil
	}
	s, diags := open(t)
	if s == nil {
		return nil, diags
	}
	s.report(err)
	return nil, s.diags
}

// wholePhrase parses a text that must be used up.
func wholePhrase(t Text, parse func(*phrases) (Phrase, error)) (Phrase, error) {
	s, diags := open(t)
	if s == nil {
		return nil, errors.New(diags[0].Detail)
	}
	p := newPhrases(s.lex)
	p.file = t.File
	x, err := parse(p)
	if err == nil && !p.peek().EOF() {
		err = p.fail("the end of the text or more of the phrase", "and", "or", "where", "except", "is", "has", "in", "was")
	}
	if err != nil {
		return nil, err
	}
	setFile(x, t.File)
	return x, nil
}

func further(a, b error) error {
	pa, oka := a.(*phraseError)
	pb, okb := b.(*phraseError)
	if oka && okb && pa.tok.Pos.Offset > pb.tok.Pos.Offset {
		return a
	}
	return b
}

// Fillings parses a `[setup] holes` text: lines of PLACE: N.
func Fillings(t Text) ([]*Filling, source.Diagnostics) {
	s, diags := open(t)
	if s == nil {
		return nil, diags
	}
	var out []*Filling
	for !s.peek().EOF() {
		f, err := s.filling()
		if err != nil {
			s.report(err)
			return out, s.diags
		}
		out = append(out, f)
	}
	return out, s.diags
}

// filling = place ":" value. The last word of the place may be glued to its
// colon, which the lexer takes for a label.
func (s *stream) filling() (*Filling, error) {
	p := newPhrases(s.lex)
	p.file = s.text.File
	start := p.here()
	pl := &Place{}
	for {
		t := p.peek()
		if t.Type == tLabel {
			word := strings.TrimSuffix(t.Value, ":")
			p.next()
			p.end--
			pl.Areas = append(pl.Areas, Area{Node: p.span(t.Pos.Offset), Word: word, Name: !reserved[word]})
			if word == "half" && len(pl.Areas) > 1 {
				pl.Areas = joinHalf(pl.Areas)
			}
			break
		}
		if t.Value == ":" {
			p.next()
			p.end--
			break
		}
		if t.Type == tForeign && holeName.MatchString(t.Value) {
			p.next()
			pl.Areas = append(pl.Areas, Area{Node: p.span(t.Pos.Offset), Word: t.Value, Name: true})
			continue
		}
		if !p.is(areaWords...) && t.Type != tName {
			return nil, p.fail(`a place and a colon ("own outer: 2")`, areaWords...)
		}
		a, err := s.fillingArea(p)
		if err != nil {
			return nil, err
		}
		pl.Areas = append(pl.Areas, a)
	}
	pl.Node = p.span(start)
	f := &Filling{Place: pl}
	v := p.peek()
	switch {
	case v.Type == tInt:
		p.next()
		f.N = atoi(v.Value)
	case v.Type == tName || v.Value == "rest":
		p.next()
		f.Name = v.Value
	default:
		return nil, p.fail("a number of seeds, a parameter or \"rest\"")
	}
	f.Value = p.span(v.Pos.Offset).S
	f.Node = p.span(start)
	setFile(pl, s.text.File)
	f.S.File, f.Value.File = s.text.File, s.text.File
	return f, nil
}

// holeName is the name of a hole of South's side; those of North are names
// like any other to the lexer.
var holeName = regexp.MustCompile(`^[A-Z][0-9]+$`)

// fillingArea reads one word of a place; "right half:" is finished by filling.
func (s *stream) fillingArea(p *phrases) (Area, error) {
	t := p.peek()
	if (t.Value == "left" || t.Value == "right") && s.halfLabelFollows() {
		p.next()
		return Area{Node: p.span(t.Pos.Offset), Word: t.Value}, nil
	}
	return p.area()
}

func (s *stream) halfLabelFollows() bool {
	at := s.lex.MakeCheckpoint()
	defer s.lex.LoadCheckpoint(at)
	s.lex.Next()
	return s.lex.Peek().Value == "half:"
}

func joinHalf(areas []Area) []Area {
	n := len(areas)
	side := areas[n-2]
	side.Word += " half"
	side.S.End = areas[n-1].S.End
	return append(areas[:n-2], side)
}

// ---- recovery and messages ----

func (s *stream) atRule() bool {
	return s.peek().Type == tLabel || s.atWord("when", "otherwise", "always")
}

// recover goes to the next rule after a mistake that began at checkpoint at.
func (s *stream) recover(at lexer.Checkpoint) {
	if s.lex.RawCursor() <= at.RawCursor() {
		s.lex.LoadCheckpoint(at)
		s.lex.Next() // at least the head of the faulty rule is behind us
		if s.atWord("when", "otherwise", "always") {
			s.lex.Next() // a label is part of the rule
		}
	}
	s.skipToRule()
}

func (s *stream) skipToRule() {
	for !s.peek().EOF() && !s.atRule() {
		s.lex.Next()
	}
}

func (s *stream) recoverOption(at lexer.Checkpoint) {
	if s.lex.RawCursor() <= at.RawCursor() && !s.peek().EOF() {
		s.lex.Next()
	}
	for !s.peek().EOF() && !s.atWord("also", "otherwise") {
		s.lex.Next()
	}
}

// report turns a parser error into a diagnostic.
func (s *stream) report(err error) {
	var pe *phraseError
	var ue *participle.UnexpectedTokenError
	switch {
	case errors.As(err, &pe):
		s.unexpected(pe.tok, pe.want)
	case errors.As(err, &ue):
		s.unexpected(ue.Unexpected, s.expected(ue))
	default:
		t := s.peek()
		s.unexpected(t, expectation{"something else", nil})
	}
}

// expected says in words what participle would have accepted: its message
// ends in "(expected EBNF)".
func (s *stream) expected(ue *participle.UnexpectedTokenError) expectation {
	_, ebnf, _ := strings.Cut(ue.Error(), "(expected ")
	words := quotedWords(ebnf)
	switch {
	case strings.HasPrefix(ebnf, "ActNode"), strings.HasPrefix(ebnf, "GroupNode"), strings.HasPrefix(ebnf, "("+`"stop"`):
		return expectation{"an action (stop, relay, capture, sow, …)", actionWords}
	case strings.Contains(ebnf, `"pass"`):
		return expectation{`a way to move: "from …", "enter …", "step …" or "pass"`, []string{"from", "enter", "step", "pass"}}
	case strings.HasPrefix(ebnf, `"then"`):
		return expectation{`"then", or more of the condition after "and" or "or"`, append([]string{"then", "and", "or"}, predWords...)}
	case strings.HasPrefix(strings.ToLower(ebnf), "<name>"), strings.HasPrefix(ebnf, "NameNode"):
		return expectation{"a name", nil}
	case strings.HasPrefix(ebnf, `"`) && len(words) > 0:
		return expectation{fmt.Sprintf("%q", words[0]), words[:1]}
	case len(words) > 0:
		return expectation{orList(words), words}
	}
	return expectation{"something else", nil}
}

var actionWords = strings.Fields(`stop continue draw reverse relay capture sow move mark unmark claim close open for set choose may end each
mover opponent starter captor winner loser its`)

// quotedWords are the words between quotes of an EBNF fragment.
func quotedWords(ebnf string) []string {
	var out []string
	for i, part := range strings.Split(ebnf, `"`) {
		if i%2 == 1 {
			out = append(out, part)
		}
	}
	return out
}

func orList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	if len(quoted) == 1 {
		return quoted[0]
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + " or " + quoted[len(quoted)-1]
}

// unexpected adds the diagnostic "expected …, found …" with the nearest word.
func (s *stream) unexpected(t lexer.Token, want expectation) {
	end := t.Pos.Offset + len(t.Value)
	d := source.Diagnostic{
		Code: "syntax", Summary: "this doesn't read as a rule",
		Detail: fmt.Sprintf("expected %s, found %s", want.what, found(t)),
		Span:   source.Span{File: s.text.File, Start: t.Pos.Offset, End: end},
	}
	if t.EOF() {
		d.Span.Start, d.Span.End = s.lastByte(), s.lastByte()+1
	}
	if h := s.missingHint(t, want); h != "" {
		d.Hint = h
	} else if h := s.habitHint(t); h != "" {
		d.Hint = h
	} else if near := source.Nearest(strings.TrimSuffix(t.Value, ":"), want.words); near != "" && near != t.Value && t.Type != tOp && t.Type != tWord {
		d.Hint = fmt.Sprintf("did you mean %q?", near)
	}
	s.diags = append(s.diags, d)
}

// lastByte is the place of the last character of the text that isn't blank.
func (s *stream) lastByte() int {
	n := len(strings.TrimRight(s.text.Value, " \t\r\n"))
	return s.text.Offset(max(n-1, 0))
}

func found(t lexer.Token) string {
	switch {
	case t.EOF():
		return "the end of the text"
	case t.Type == tName:
		return fmt.Sprintf("the name %q", t.Value)
	case t.Type == tLabel:
		return fmt.Sprintf("the label %q", t.Value)
	}
	return fmt.Sprintf("%q", t.Value)
}
