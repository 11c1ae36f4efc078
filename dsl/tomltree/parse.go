package tomltree

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"mancala/dsl/source"
)

// MaxSize is the largest game file that is read, in bytes.
const MaxSize = 1 << 20

const bom = "\xef\xbb\xbf"

// Statement is one statement of the file, for tools that rewrite it.
type Statement struct {
	Kind    StatementKind
	Span    source.Span // the whole, without the comment behind it
	Key     source.Span // the dotted key of a header or value
	Value   *Node       // the value, or the table a header opens
	Comment source.Span // a comment behind it on the same line
}

// StatementKind tells the statements of a file apart.
type StatementKind int

// The kinds of statements.
const (
	Comment     StatementKind = iota // a comment on a line of its own
	TableHeader                      // [table]
	ArrayHeader                      // [[table]]
	KeyValue                         // key = value
)

// Parse reads a game file. The tree is nil if the file is not valid TOML 1.0;
// use of what only TOML 1.1 allows is a warning.
func Parse(f *source.File) (*Node, source.Diagnostics) {
	root, _, ds := Statements(f)
	return root, ds
}

// Statements reads a game file as Parse does and also gives its statements in
// the order of the file.
func Statements(f *source.File) (*Node, []Statement, source.Diagnostics) {
	if d := unreadable(f); d != nil {
		return nil, nil, source.Diagnostics{*d}
	}
	if d := tooDeep(f); d != nil {
		return nil, nil, source.Diagnostics{*d}
	}
	refused := judge(f.Text)
	s := &scanner{file: f}
	failed := s.scan()
	switch {
	case refused != nil:
		return nil, nil, source.Diagnostics{explain(s, refused, failed)}
	case failed != nil:
		return nil, nil, source.Diagnostics{notScanned(s, failed)}
	}
	return s.root, s.stmts, s.newly
}

// judge asks BurntSushi/toml whether the file is valid; nil if it is.
func judge(text []byte) (err error) {
	defer func() {
		if r := recover(); r != nil { // a bug in the library must not stop a check
			err = errors.New("unexpected text")
		}
	}()
	var v map[string]any
	_, err = toml.Decode(string(text), &v)
	return err
}

// unreadable refuses what is not a text file of a sensible size.
func unreadable(f *source.File) *source.Diagnostic {
	text := f.Text
	whole := source.Span{File: f}
	switch {
	case len(text) > MaxSize:
		return fileTooBig(whole, len(text))
	case len(bytes.TrimSpace(bytes.TrimPrefix(text, []byte(bom)))) == 0:
		return emptyFile(whole)
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return notText(whole, "it is written in UTF-16")
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return notText(source.Span{File: f, Start: i, End: i + 1}, "it contains a byte 0, which no text has")
	}
	if !utf8.Valid(text) {
		i := 0
		for i < len(text) {
			r, n := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			i += n
		}
		return notText(source.Span{File: f, Start: i, End: i + 1}, "a byte here is not UTF-8")
	}
	return nil
}

// The bounds of nesting; a game file needs three levels.
const (
	maxDepth = 32  // brackets inside brackets
	maxKey   = 600 // bytes of a key with those it lies in
	maxParts = 32  // parts of a dotted key
)

// tooDeep bounds nesting and the length of keys before the file is decoded:
// the decoder recurses on brackets and stores every key with all it lies in.
// It knows only texts, comments and brackets, so it may misjudge a broken
// file, but only one that is broken in another way too.
func tooDeep(f *source.File) *source.Diagnostic {
	l := limiter{file: f, text: f.Text, open: []int{0}}
	for l.pos < len(l.text) {
		if d := l.step(); d != nil {
			return d
		}
	}
	return nil
}

type limiter struct {
	file   *source.File
	text   []byte
	pos    int
	open   []int // lengths of the keys that lead to each open bracket, summed; [0] is the open table
	begin  int   // where the current run of key characters began
	parts  int   // dots in it
	header bool
}

func (l *limiter) step() *source.Diagnostic {
	c := l.text[l.pos]
	l.pos++
	switch c {
	case '#':
		l.skipTo("\n")
	case '"', '\'':
		l.skipText(c)
	case '.':
		l.parts++
	case '\n', ',':
		l.begin, l.parts = l.pos, 0
		if c == '\n' && len(l.open) == 1 {
			l.header = false
		}
	case '=':
		return l.endKey()
	case '[', '{':
		return l.push(c)
	case ']', '}':
		return l.pop()
	}
	return nil
}

func (l *limiter) endKey() *source.Diagnostic {
	length := l.pos - 1 - l.begin
	if over := l.open[len(l.open)-1] + length; over > maxKey || l.parts > maxParts {
		return keyTooLong(source.Span{File: l.file, Start: l.begin, End: l.pos - 1})
	}
	l.begin, l.parts = l.pos, 0
	return nil
}

func (l *limiter) push(c byte) *source.Diagnostic {
	if len(l.open) == 1 && len(bytes.TrimSpace(l.text[l.lineStart():l.pos-1])) == 0 {
		l.header = true
	}
	if len(l.open) > maxDepth {
		return nestedTooDeep(source.Span{File: l.file, Start: l.pos - 1, End: l.pos})
	}
	length := 0
	if c == '{' { // the key before `{` counts for all inside
		length = l.pos - l.lineStart()
		if length > maxKey {
			length = 0
		}
	}
	l.open = append(l.open, l.open[len(l.open)-1]+length)
	l.begin, l.parts = l.pos, 0
	return nil
}

func (l *limiter) pop() *source.Diagnostic {
	if len(l.open) > 1 {
		l.open = l.open[:len(l.open)-1]
	}
	if l.header {
		if length := l.pos - 1 - l.begin; length > maxKey || l.parts > maxParts {
			return keyTooLong(source.Span{File: l.file, Start: l.begin, End: l.pos - 1})
		} else if length > 0 {
			l.open[0] = length
		}
	}
	return nil
}

func (l *limiter) lineStart() int { return bytes.LastIndexByte(l.text[:l.pos-1], '\n') + 1 }

func (l *limiter) skipTo(end string) {
	if i := bytes.Index(l.text[l.pos:], []byte(end)); i >= 0 {
		l.pos += i
	} else {
		l.pos = len(l.text)
	}
}

func (l *limiter) skipText(quote byte) {
	three := strings.Repeat(string(quote), 3)
	if bytes.HasPrefix(l.text[l.pos-1:], []byte(three)) {
		l.pos += 2
		for l.pos < len(l.text) && !bytes.HasPrefix(l.text[l.pos:], []byte(three)) {
			if quote == '"' && l.text[l.pos] == '\\' {
				l.pos++
			}
			l.pos++
		}
		l.pos += 3
		return
	}
	for l.pos < len(l.text) && l.text[l.pos] != quote && l.text[l.pos] != '\n' {
		if quote == '"' && l.text[l.pos] == '\\' {
			l.pos++
		}
		l.pos++
	}
	if l.pos < len(l.text) && l.text[l.pos] == quote {
		l.pos++
	}
}
