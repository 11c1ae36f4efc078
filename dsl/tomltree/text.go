package tomltree

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"mancala/dsl/source"
)

// textMap says where each byte of a decoded text stands in the file.
type textMap struct {
	start   int     // offset of the first byte of the text
	offsets []int32 // one a decoded byte and one for the end; nil: byte for byte from start
	literal bool    // written in ' or '''
	multi   bool    // written in ''' or """
}

// Offset is the place in the file of byte i of the decoded text n.Str.
// len(n.Str) gives the place just after the text. Beyond either end it gives
// the nearer end. For a value that is not a text it is the start of the value.
func (n *Node) Offset(i int) int {
	if n.Kind != String {
		return n.Span.Start
	}
	i = min(max(i, 0), len(n.Str))
	if n.text.offsets != nil {
		return int(n.text.offsets[i])
	}
	return n.text.start + i
}

// SpanOf is the place in the file of the bytes [i, j) of the decoded text.
func (n *Node) SpanOf(i, j int) source.Span {
	return source.Span{File: n.Span.File, Start: n.Offset(i), End: n.Offset(j)}
}

// Literal reports whether the text is written in ' or ”', where no character
// has a second meaning, so that a rule stands in the file as it is read.
func (n *Node) Literal() bool { return n.Kind == String && n.text.literal }

// Multiline reports whether the text is written in three quotes.
func (n *Node) Multiline() bool { return n.Kind == String && n.text.multi }

// scanString reads the text that begins at the quote under the cursor.
func (s *scanner) scanString() *Node {
	quote := s.peek(0)
	n := &Node{Kind: String, text: textMap{literal: quote == '\''}}
	begin := s.pos
	s.pos++
	if s.peek(0) == quote && s.peek(1) == quote {
		n.text.multi = true
		s.pos += 2
		if s.peek(0) == '\r' && s.peek(1) == '\n' {
			s.pos += 2
		} else if s.peek(0) == '\n' {
			s.pos++
		}
	} else if s.peek(0) == quote { // the empty text
		n.text.start = s.pos
		s.pos++
		n.Span = s.span(begin, s.pos)
		return n
	}
	n.text.start = s.pos
	end := s.closingQuote(quote, n.text.multi, begin)
	raw := string(s.file.Text[n.text.start:end])
	if quote == '"' && strings.Contains(raw, `\`) {
		n.Str, n.text.offsets = s.unescape(raw, n.text.start)
	} else {
		n.Str = raw
	}
	n.Span = s.span(begin, s.pos)
	return n
}

// closingQuote moves past the quotes that close a text and gives the offset
// of the end of its content. Up to two quotes more before the closing three
// belong to the text.
func (s *scanner) closingQuote(quote byte, multi bool, begin int) int {
	for {
		switch c := s.peek(0); {
		case c == 0 && s.pos >= len(s.file.Text), c == '\n' && !multi:
			s.fail(begin, s.pos, unclosedText)
		case c == '\\' && quote == '"':
			s.pos += 2
		case c != quote:
			s.pos++
		case !multi:
			s.pos++
			return s.pos - 1
		default:
			run := 1
			for run < 5 && s.peek(run) == quote {
				run++
			}
			s.pos += run
			if run >= 3 {
				return s.pos - 3
			}
		}
	}
}

// unescape decodes a basic text and notes where each decoded byte came from.
func (s *scanner) unescape(raw string, start int) (string, []int32) {
	var b strings.Builder
	offsets := make([]int32, 0, len(raw)+1)
	put := func(text string, at int) {
		b.WriteString(text)
		for range len(text) {
			offsets = append(offsets, int32(start+at))
		}
	}
	for i := 0; i < len(raw); {
		if raw[i] != '\\' || i+1 >= len(raw) {
			b.WriteByte(raw[i])
			offsets = append(offsets, int32(start+i))
			i++
			continue
		}
		if next := lineEndingBackslash(raw, i); next > i {
			i = next
			continue
		}
		r, length := escape(raw[i:])
		if raw[i+1] == 'e' || raw[i+1] == 'x' {
			s.newer(start+i, start+i+length, `the escape \`+raw[i+1:i+2])
		}
		put(string(r), i)
		i += length
	}
	return b.String(), append(offsets, int32(start+len(raw)))
}

// lineEndingBackslash gives the index after the white space that a backslash
// at the end of a line swallows, or i if raw[i] is another escape.
func lineEndingBackslash(raw string, i int) int {
	j := i + 1
	for j < len(raw) && strings.IndexByte(" \t\r\n", raw[j]) >= 0 {
		j++
	}
	if !strings.Contains(raw[i:j], "\n") {
		return i
	}
	return j
}

// escape decodes the escape at the beginning of s and gives its length.
func escape(s string) (rune, int) {
	const plain = "b\bt\tn\nf\fr\re\x1b\"\"\\\\"
	for i := 0; i < len(plain); i += 2 {
		if s[1] == plain[i] {
			return rune(plain[i+1]), 2
		}
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[1]]
	if digits == 0 || len(s) < 2+digits {
		return utf8.RuneError, 2
	}
	v, err := strconv.ParseUint(s[2:2+digits], 16, 32)
	if err != nil {
		return utf8.RuneError, 2
	}
	return rune(v), 2 + digits
}
