// Package source holds what every stage needs to speak about a game file:
// the file itself, spans of bytes in it, and diagnostics as values.
//
// Inside the program a place is always a byte offset; lines and columns are
// computed at the edge, by the printer, in characters.
package source

import (
	"bytes"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// File is one game file: its name as the user wrote it and its bytes.
type File struct {
	Name string
	Text []byte

	// Others gives the file that `extends` in this one names, by its id. Nil:
	// no other files can be read.
	Others func(id string) (*File, error)

	lines []int // offset of the first byte of each line
	kept  *kept
}

// kept is what a later stage has found out about a file.
type kept struct {
	mu    sync.Mutex
	value any
}

// Keep lets a stage keep what it finds out about the file, so that the next
// call need not find it out again: use is given what was kept last (nil at
// first) and gives what to keep. Calls for one file wait for each other.
func (f *File) Keep(use func(before any) any) {
	if f.kept == nil { // a file made without NewFile
		use(nil)
		return
	}
	f.kept.mu.Lock()
	defer f.kept.mu.Unlock()
	f.kept.value = use(f.kept.value)
}

// NewFile wraps text. The name is shown in messages and never opened.
func NewFile(name string, text []byte) *File {
	f := &File{Name: name, Text: text, lines: []int{0}, kept: &kept{}}
	for i := 0; ; {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			return f
		}
		i += n + 1
		f.lines = append(f.lines, i)
	}
}

// ID is the id of the game in the file: its name without directory and ".toml".
func (f *File) ID() string { return strings.TrimSuffix(filepath.Base(f.Name), ".toml") }

// Span is a range of bytes [Start, End) of a file. A span without a file
// belongs to nothing the user wrote (a default, the command line).
type Span struct {
	File       *File
	Start, End int
}

// IsValid reports whether the span points into a file.
func (s Span) IsValid() bool { return s.File != nil }

// Text is the source text the span covers, "" for an invalid span.
func (s Span) Text() string {
	if s.File == nil || s.Start < 0 || s.End > len(s.File.Text) || s.Start > s.End {
		return ""
	}
	return string(s.File.Text[s.Start:s.End])
}

// To is the span from the start of s to the end of t.
func (s Span) To(t Span) Span {
	if !s.IsValid() {
		return t
	}
	if t.IsValid() && t.File == s.File && t.End > s.End {
		s.End = t.End
	}
	return s
}

// Line is the 1-based line on which the span starts, 0 for an invalid span.
func (s Span) Line() int {
	if s.File == nil {
		return 0
	}
	line, _ := s.File.Position(s.Start)
	return line
}

func (s Span) fileName() string {
	if s.File == nil {
		return ""
	}
	return s.File.Name
}

// Position gives the 1-based line and column (in characters) of an offset.
func (f *File) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(f.Text))
	line = sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset })
	before := f.Text[f.lines[line-1]:offset]
	if line == 1 {
		before = bytes.TrimPrefix(before, []byte("\xef\xbb\xbf")) // editors do not count a byte order mark
	}
	return line, 1 + utf8.RuneCount(before)
}

// LineStart is the offset of the first byte of a 1-based line; beyond the
// file it is the end of the file.
func (f *File) LineStart(line int) int {
	if line < 1 || line > len(f.lines) {
		return len(f.Text)
	}
	return f.lines[line-1]
}

// LineText is the text of a 1-based line without its line end, "" beyond the file.
func (f *File) LineText(line int) string {
	if line < 1 || line > len(f.lines) {
		return ""
	}
	end := len(f.Text)
	if line < len(f.lines) {
		end = f.lines[line] - 1
	}
	return string(bytes.TrimSuffix(f.Text[f.lines[line-1]:end], []byte("\r")))
}

// Severity says whether a finding forbids playing.
type Severity int

// The severities, worst first.
const (
	Error   Severity = iota // the game can't be played
	Warning                 // it can, but something is probably not meant
	Note                    // worth knowing; never changes an exit code
)

func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// Related is a second place a message is about ("also defined here").
type Related struct {
	Span    Span
	Message string
}

// Diagnostic is one finding about a game file.
//
// Summary names the class of problem in one line, Detail says what is wrong
// here in a sentence or two, Hint says what to write instead. Code is stable
// and belongs to the class ("unknown-key").
type Diagnostic struct {
	Severity Severity
	Code     string
	Summary  string
	Detail   string
	Hint     string
	Span     Span
	Related  []Related
}

// Diagnostics is a list of findings; functions append and pass it on.
type Diagnostics []Diagnostic

// HasErrors reports whether any finding is an Error.
func (ds Diagnostics) HasErrors() bool {
	for _, d := range ds {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Sorted gives the findings by place, exact repetitions removed: an answer
// or variant is checked several times, but one mistake gets one message.
func (ds Diagnostics) Sorted() Diagnostics {
	out := append(Diagnostics(nil), ds...)
	sort.SliceStable(out, func(i, j int) bool { return less(out[i], out[j]) })
	kept := out[:0]
	for _, d := range out {
		if n := len(kept); n > 0 && same(kept[n-1], d) {
			continue
		}
		kept = append(kept, d)
	}
	return kept
}

func less(a, b Diagnostic) bool {
	if x, y := a.Span.fileName(), b.Span.fileName(); x != y {
		return x < y
	}
	if a.Span.Start != b.Span.Start {
		return a.Span.Start < b.Span.Start
	}
	if a.Severity != b.Severity {
		return a.Severity < b.Severity
	}
	if a.Code != b.Code {
		return a.Code < b.Code
	}
	return a.Detail < b.Detail
}

func same(a, b Diagnostic) bool {
	return a.Span == b.Span && a.Code == b.Code && a.Detail == b.Detail
}
