// Package format writes game files in the one canonical layout.
//
// What it does:
//
//   - one blank line before a table and none inside a family ([[question]] and
//     its [[question.answer]], [variant.x] and its [variant.x.board]); inside
//     a table a single blank line of the writer stays;
//   - one blank around `=` and inside { }, one after a comma; a list written
//     over several lines keeps its lines, indented by two;
//   - overrides of a variant or an answer are dotted keys: the header
//     [variant.x.rules] directly after [variant.x] becomes `rules.… = …`;
//   - comments behind values of neighbouring lines stand in one column;
//   - rule texts between ”' lose common indentation and blanks at line ends;
//     in a table of rules the labels, `then` and the sources stand in columns.
//     Line breaks in a rule text stay where the writer put them, and texts in
//     " or ' stay as they are.
//
// It never reorders anything, never loses a comment, and changes no value but
// for white space in rule texts; the result is read again to make sure.
package format

import (
	"bytes"
	"fmt"
	"strings"

	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// Format gives the canonical layout of a game file. The bytes are nil if the
// file is not valid TOML; the rules in it need not be right.
func Format(f *source.File) ([]byte, source.Diagnostics) {
	if _, ds := tomltree.Parse(f); ds.HasErrors() {
		return nil, ds
	}
	text := bytes.TrimPrefix(f.Text, []byte("\xef\xbb\xbf"))
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	plain := source.NewFile(f.Name, text)
	before, stmts, _ := tomltree.Statements(plain)
	if before == nil { // cannot be: the line ends of a valid file were changed
		return f.Text, nil
	}
	w := writer{file: plain}
	for i := range stmts {
		w.statement(stmts, i)
	}
	out := w.bytes()
	if err := sameMeaning(before, stmts, out); err != nil {
		return f.Text, source.Diagnostics{{Severity: source.Warning, Code: "not-formatted", Summary: "the file is left as it is",
			Detail: fmt.Sprintf("its canonical layout would change its meaning: %v", err), Span: source.Span{File: f}}}
	}
	return out, nil
}

// line is one statement of the output. Its code may run over several lines.
type line struct {
	code    string
	comment string // behind the code; a comment of its own has no code
	blank   bool   // a blank line goes before it
	header  bool
}

type writer struct {
	file    *source.File
	lines   []line
	family  []string // the header that opened the present family of tables
	open    bool     // the family's own header is the last one written
	prefix  string   // goes before the keys of a sub-table written as dotted keys
	prevEnd int      // line on which the previous statement ended
}

func (w *writer) statement(stmts []tomltree.Statement, i int) {
	s := stmts[i]
	first := s.Span.Line()
	gap := len(w.lines) > 0 && first > w.prevEnd+1
	comment := s.Comment.Text()
	w.prevEnd = w.lastLine(s)
	switch s.Kind {
	case tomltree.Comment:
		w.add(line{comment: s.Span.Text(), blank: gap})
	case tomltree.KeyValue:
		key := w.prefix + dotted(parts(s.Key.Text()))
		w.add(line{code: key + " = " + w.value(s.Value), comment: comment, blank: gap})
	default:
		w.header(stmts, i, gap, comment)
	}
}

// lastLine is the line on which a statement, with the comment behind it, ends.
func (w *writer) lastLine(s tomltree.Statement) int {
	end := s.Span.End
	if s.Comment.IsValid() {
		end = s.Comment.End
	}
	n, _ := w.file.Position(end)
	return n
}

func (w *writer) add(l line) {
	if n := len(w.lines); n > 0 && w.lines[n-1].header {
		l.blank = false // nothing stands between a header and its first line
	}
	w.lines = append(w.lines, l)
}

func (w *writer) header(stmts []tomltree.Statement, i int, gap bool, comment string) {
	s := stmts[i]
	key := parts(s.Key.Text())
	if s.Kind == tomltree.TableHeader && w.open && overrides(w.family) && below(key, w.family) && hasValues(stmts[i+1:]) {
		w.prefix = dotted(key[len(w.family):]) + "."
		if comment != "" {
			w.add(line{comment: comment})
		}
		return
	}
	w.prefix = ""
	inside := below(key, w.family)
	if !inside {
		w.family = key
	} else if s.Kind == tomltree.ArrayHeader && strings.Join(key, ".") == "question.answer" {
		w.family = key // overrides follow, of this answer
	}
	w.open = dotted(key) == dotted(w.family)
	code := "[" + dotted(key) + "]"
	if s.Kind == tomltree.ArrayHeader {
		code = "[" + code + "]"
	}
	l := line{code: code, comment: comment, header: true}
	w.spaceBefore(&l, gap, inside || isAnswer(key))
	w.lines = append(w.lines, l)
}

// spaceBefore puts the blank line of a header before the comments that stand
// directly above it: they speak about the table that begins.
func (w *writer) spaceBefore(l *line, gap, inside bool) {
	first := len(w.lines)
	for !gap && first > 0 && w.lines[first-1].code == "" {
		first--
		gap = w.lines[first].blank
	}
	switch {
	case first == 0: // the file begins here
	case first == len(w.lines):
		l.blank = !inside
	case !inside:
		w.lines[first].blank = true
	}
}

func isAnswer(key []string) bool { return len(key) > 1 && key[len(key)-1] == "answer" }

// overrides says whether the keys under a header replace others of the file.
func overrides(key []string) bool {
	return len(key) == 2 && (key[0] == "variant" || key[0] == "question" && key[1] == "answer")
}

// below reports whether key lies under the header family.
func below(key, family []string) bool {
	if len(family) == 0 || len(key) <= len(family) {
		return false
	}
	for i := range family {
		if key[i] != family[i] {
			return false
		}
	}
	return true
}

// hasValues reports whether a value comes before the next header.
func hasValues(stmts []tomltree.Statement) bool {
	for _, s := range stmts {
		switch s.Kind {
		case tomltree.KeyValue:
			return true
		case tomltree.TableHeader, tomltree.ArrayHeader:
			return false
		}
	}
	return false
}

// bytes joins the lines, with the comments behind neighbouring lines in one
// column.
func (w *writer) bytes() []byte {
	var b bytes.Buffer
	for i := 0; i < len(w.lines); {
		j := i + 1
		for j < len(w.lines) && !w.lines[j].blank && !w.lines[j].apart() && !w.lines[j-1].apart() {
			j++
		}
		cells := make([][]string, 0, j-i)
		for _, l := range w.lines[i:j] {
			cells = append(cells, []string{l.code, l.comment})
		}
		if i > 0 && w.lines[i].blank {
			b.WriteByte('\n')
		}
		for _, l := range columns(cells, 70) {
			b.WriteString(l)
			b.WriteByte('\n')
		}
		i = j
	}
	return b.Bytes()
}

// apart says that the comment behind a line stands in no column with others.
func (l line) apart() bool { return l.header || strings.Contains(l.code, "\n") }
