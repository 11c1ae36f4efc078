package syntax

import (
	"fmt"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"mancala/dsl/source"
)

// Text is a rule text and where it lies in the game file: Offset maps an
// index in the decoded string to a byte offset of the file.
type Text struct {
	File   *source.File
	Value  string
	Offset func(int) int
}

// maxDepth caps bracket nesting: deep recursion can't be recovered from.
const maxDepth = 64

// maxTokens caps the length of one text: words like `not` and `of` nest
// without brackets, and a rule table is read again for every answer.
const maxTokens = 10_000

var definition = lexer.MustSimple([]lexer.SimpleRule{
	{Name: "Comment", Pattern: `#[^\n]*`},
	{Name: "Space", Pattern: `[ \t\r\n]+`},
	{Name: "Cite", Pattern: `\[@[^\]\n]*\]`},
	{Name: "Label", Pattern: `[a-z][a-z0-9]*(?:-[a-z0-9]+)*:`},
	// A word as other languages write it: one token, so that it gets one message.
	{Name: "Foreign", Pattern: `[a-z][A-Za-z0-9_-]*[A-Z_][A-Za-z0-9_-]*|[A-Z_][A-Za-z0-9_-]*`},
	{Name: "Word", Pattern: `[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*`},
	// A list of counts is one token: "2 or 3", "2 or more". So `or` between
	// counts and `or` between conditions never meet.
	{Name: "Counts", Pattern: `\d+(?:\.\.\d+)?(?:[ \t\r\n]+or[ \t\r\n]+\d+(?:\.\.\d+)?)*[ \t\r\n]+or[ \t\r\n]+(?:more\b|\d+(?:\.\.\d+)?)`},
	{Name: "Int", Pattern: `\d+`},
	{Name: "Op", Pattern: `\.\.|!=|<=|>=|[=<>+\-*/(),;:]`},
	{Name: "Name", Pattern: `\x00`},                      // never lexed: Words that are no words of the language
	{Name: "Invalid", Pattern: `&&|\|\||==|=>|->|(?s).`}, // one stray character, so that parsing can go on
})

var (
	symbols  = definition.Symbols()
	tComment = symbols["Comment"]
	tSpace   = symbols["Space"]
	tLabel   = symbols["Label"]
	tWord    = symbols["Word"]
	tCounts  = symbols["Counts"]
	tInt     = symbols["Int"]
	tOp      = symbols["Op"]
	tName    = symbols["Name"]
	tForeign = symbols["Foreign"]
)

// tokens lexes a text. Token positions are offsets in the game file.
func tokens(t Text) ([]lexer.Token, source.Diagnostics) {
	lex, err := definition.Lex("", strings.NewReader(t.Value))
	if err != nil {
		return nil, nil
	}
	var out []lexer.Token
	depth := 0
	for {
		tok, err := lex.Next()
		if err != nil {
			return out, nil // unreachable: Invalid matches anything
		}
		at := tok.Pos.Offset
		tok.Pos = lexer.Position{Offset: t.Offset(at), Line: 1, Column: 1}
		if tok.EOF() {
			return append(out, tok), nil
		}
		if tok.Type == tWord && !reserved[tok.Value] {
			tok.Type = tName
		}
		switch tok.Value {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth > maxDepth {
			s := source.Span{File: t.File, Start: tok.Pos.Offset, End: tok.Pos.Offset + 1}
			return nil, source.Diagnostics{{
				Code: "too-deep", Summary: "brackets nested too deeply", Span: s,
				Detail: fmt.Sprintf("more than %d brackets are open here", maxDepth),
				Hint:   "give parts of the phrase a name in [define]",
			}}
		}
		if out = append(out, tok); len(out) > maxTokens {
			return nil, source.Diagnostics{{
				Code: "too-long", Summary: "a rule text is too long", Span: source.Span{File: t.File, Start: tok.Pos.Offset, End: tok.Pos.Offset + len(tok.Value)},
				Detail: fmt.Sprintf("a text has at most %d words and signs; this one goes on from here", maxTokens),
				Hint:   "give parts of it names in [define]",
			}}
		}
	}
}

// sliceLexer feeds lexed tokens to participle.
type sliceLexer struct {
	tokens []lexer.Token
}

func (l *sliceLexer) Next() (lexer.Token, error) {
	tok := l.tokens[0]
	if !tok.EOF() {
		l.tokens = l.tokens[1:]
	}
	return tok, nil
}
