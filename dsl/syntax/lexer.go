package syntax

import (
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf8"

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
// without brackets.
const maxTokens = 10_000

// The kinds of tokens. A word of the language is tWord, any other tName; a
// word as other languages write it (my_hole, MyHole) is one token, so that it
// gets one message; a list of counts ("2 or 3", "2 or more") is one token, so
// that `or` between counts and `or` between conditions never meet.
const (
	tLabel lexer.TokenType = lexer.EOF - 1 - iota
	tCite
	tForeign
	tWord
	tName
	tCounts
	tInt
	tOp
	tInvalid // one stray character, so that parsing can go on
)

// definition tells participle the kinds of tokens by the names the grammar uses.
type definition struct{}

var symbols = map[string]lexer.TokenType{"EOF": lexer.EOF, "Label": tLabel, "Cite": tCite, "Foreign": tForeign, "Word": tWord,
	"Name": tName, "Counts": tCounts, "Int": tInt, "Op": tOp, "Invalid": tInvalid}

func (definition) Symbols() map[string]lexer.TokenType { return symbols }

// Lex is how participle would read a text by itself; here it is always given tokens.
func (definition) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	toks, diags := tokens(Text{Value: string(text), Offset: func(i int) int { return i }})
	if diags.HasErrors() {
		return nil, fmt.Errorf("%s", diags[0].Detail)
	}
	return &sliceLexer{toks}, nil
}

// tokens lexes a text; blanks and comments are left out. Token positions are
// offsets in the game file.
func tokens(t Text) ([]lexer.Token, source.Diagnostics) {
	out := make([]lexer.Token, 0, len(t.Value)/5+2)
	depth := 0
	for at := 0; ; {
		at += blank(t.Value[at:])
		pos := lexer.Position{Offset: t.Offset(at), Line: 1, Column: 1}
		if at == len(t.Value) {
			return append(out, lexer.EOFToken(pos)), nil
		}
		kind, n := token(t.Value[at:])
		tok := lexer.Token{Type: kind, Value: t.Value[at : at+n], Pos: pos}
		at += n
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

// blank is the length of the white space and comments at the beginning of s.
func blank(s string) int {
	n := 0
	for n < len(s) {
		switch s[n] {
		case ' ', '\t', '\r', '\n':
			n++
		case '#':
			line := strings.IndexByte(s[n:], '\n')
			if line < 0 {
				return len(s)
			}
			n += line
		default:
			return n
		}
	}
	return n
}

func small(c byte) bool { return c >= 'a' && c <= 'z' }
func digit(c byte) bool { return c >= '0' && c <= '9' }
func large(c byte) bool { return c >= 'A' && c <= 'Z' || c == '_' }

// span is the number of bytes at the beginning of s of one of the kinds given.
func span(s string, kinds ...func(byte) bool) int {
	n := 0
next:
	for n < len(s) {
		for _, is := range kinds {
			if is(s[n]) {
				n++
				continue next
			}
		}
		break
	}
	return n
}

// token is the kind and length of the token at the beginning of s, which is
// neither empty nor blank.
func token(s string) (lexer.TokenType, int) {
	switch c := s[0]; {
	case small(c), large(c):
		return word(s)
	case digit(c):
		if n := counts(s); n > 0 {
			return tCounts, n
		}
		return tInt, span(s, digit)
	case c == '[' && strings.HasPrefix(s, "[@"):
		if n := strings.IndexAny(s, "]\n"); n > 0 && s[n] == ']' {
			return tCite, n + 1
		}
	}
	for _, op := range []string{"..", "!=", "<=", ">="} {
		if strings.HasPrefix(s, op) {
			return tOp, 2
		}
	}
	if strings.IndexByte("=<>+-*/(),;:", s[0]) >= 0 {
		return tOp, 1
	}
	if strings.HasPrefix(s, "&&") || strings.HasPrefix(s, "||") {
		return tInvalid, 2
	}
	_, n := utf8.DecodeRuneInString(s)
	return tInvalid, n
}

// word reads a label, a foreign word, a word of the language or a name:
// small letters and digits in parts joined by hyphens. The part of a label
// may begin with a digit, that of a word may not: "next-2" is "next", "-", "2".
func word(s string) (lexer.TokenType, int) {
	n := joined(s, func(c byte) bool { return small(c) || digit(c) })
	if n > 0 && n < len(s) && s[n] == ':' {
		return tLabel, n + 1
	}
	run := span(s, small, digit, large, func(c byte) bool { return c == '-' })
	if strings.IndexFunc(s[:run], func(r rune) bool { return large(byte(r)) }) >= 0 {
		return tForeign, run
	}
	n = joined(s, small)
	if reserved[s[:n]] {
		return tWord, n
	}
	return tName, n
}

// joined is the length of parts joined by hyphens, each begun by a byte that
// may begin one (the first always by a small letter).
func joined(s string, begins func(byte) bool) int {
	if !small(s[0]) {
		return 0
	}
	n := span(s, small, digit)
	for n+1 < len(s) && s[n] == '-' && begins(s[n+1]) {
		n += 1 + span(s[n+1:], small, digit)
	}
	return n
}

// counts is the length of a list of counts, 0 if s begins with a single one:
// N or N..M, joined by `or`; the last may be `or more`.
func counts(s string) int {
	n := count(s)
	total := 0
	for {
		gap := span(s[n:], white)
		if gap == 0 || !strings.HasPrefix(s[n+gap:], "or") {
			return total
		}
		at := n + gap + 2
		gap = span(s[at:], white)
		at += gap
		switch more := count(s[at:]); {
		case gap == 0:
			return total
		case more > 0:
			n = at + more
			total = n
		case strings.HasPrefix(s[at:], "more") && span(s[at+4:], small, digit, large) == 0:
			return at + 4
		default:
			return total
		}
	}
}

func white(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// count is the length of N or N..M.
func count(s string) int {
	n := span(s, digit)
	if n > 0 && strings.HasPrefix(s[n:], "..") {
		if m := span(s[n+2:], digit); m > 0 {
			return n + 2 + m
		}
	}
	return n
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

// lastBefore is the end in the file of the last token that begins before an
// offset, the offset itself if there is none.
func (s *stream) lastBefore(offset int) int {
	i := sort.Search(len(s.toks), func(i int) bool { return s.toks[i].Pos.Offset >= offset || s.toks[i].EOF() })
	if i == 0 {
		return offset
	}
	t := s.toks[i-1]
	return t.Pos.Offset + len(t.Value)
}
