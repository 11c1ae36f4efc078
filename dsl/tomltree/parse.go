package tomltree

import (
	"bytes"
	"errors"
	"fmt"
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
	root, _, ds := read(f, true)
	return root, ds
}

// Statements reads a game file as Parse does and also gives its statements in
// the order of the file.
func Statements(f *source.File) (*Node, []Statement, source.Diagnostics) {
	return read(f, false)
}

// read is Statements; bare leaves the statements out.
func read(f *source.File, bare bool) (*Node, []Statement, source.Diagnostics) {
	if d := unreadable(f); d != nil {
		return nil, nil, source.Diagnostics{*d}
	}
	if d := tooDeep(f); d != nil {
		return nil, nil, source.Diagnostics{*d}
	}
	refused := judge(f.Text)
	s := &scanner{file: f, bare: bare && refused == nil} // to explain a refusal takes the statements
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
	var v map[string]toml.Primitive // the values are read by the scanner
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
		return notText(whole, fmt.Sprintf("its byte %d is 0, which no text has", i+1))
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
