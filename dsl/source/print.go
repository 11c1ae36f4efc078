package source

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxShown is how many findings are printed; the rest is counted.
const maxShown = 100

// lineWidth is the width a message is wrapped to; an excerpt is cut to it.
const lineWidth = 100

// Print writes findings as a person reads them, sorted by place: the class of
// the problem, the line of the file with carets under the place, what is wrong
// there, and what to write instead. It is the only printer of findings.
//
// At most 100 are shown, errors first if there are more.
func Print(w io.Writer, ds Diagnostics, color bool) error {
	ds = ds.Sorted()
	shown := ds
	if len(ds) > maxShown {
		shown = worst(ds, maxShown)
	}
	p := &printer{color: color}
	for i, d := range shown {
		if i > 0 {
			p.text("\n")
		}
		p.diagnostic(d)
	}
	if more := len(ds) - len(shown); more > 0 {
		p.text(fmt.Sprintf("\nand %d more\n", more))
	}
	_, err := io.WriteString(w, p.out.String())
	return err
}

// Text is what Print writes, without colour.
func (ds Diagnostics) Text() string {
	var b strings.Builder
	_ = Print(&b, ds, false)
	return b.String()
}

// worst keeps the first n findings by severity, still in order of place.
func worst(ds Diagnostics, n int) Diagnostics {
	var kept [3]int
	for _, d := range ds {
		kept[d.Severity]++
	}
	left := n
	for i := range kept {
		kept[i] = min(kept[i], left)
		left -= kept[i]
	}
	out := make(Diagnostics, 0, n)
	for _, d := range ds {
		if kept[d.Severity] > 0 {
			kept[d.Severity]--
			out = append(out, d)
		}
	}
	return out
}

// Count says how many errors and warnings there are: "2 errors, 1 warning";
// "" if there are none.
func (ds Diagnostics) Count() string {
	var n [3]int
	for _, d := range ds.Sorted() {
		n[d.Severity]++
	}
	var parts []string
	for severity, count := range n {
		if count > 0 {
			word := Severity(severity).String()
			if count > 1 {
				word += "s"
			}
			parts = append(parts, strconv.Itoa(count)+" "+word)
		}
	}
	return strings.Join(parts, ", ")
}

type printer struct {
	out    strings.Builder
	color  bool
	gutter int // width of the line numbers of the finding being printed
}

// The colours, as the numbers of the terminal's "select graphic rendition".
const (
	bold = "1"
	blue = "1;34"
)

func (s Severity) color() string { return [...]string{"1;31", "1;33", "1;36"}[s] }

func (p *printer) text(s string) { p.out.WriteString(s) }

func (p *printer) paint(color, s string) {
	if p.color && s != "" {
		s = "\x1b[" + color + "m" + s + "\x1b[0m"
	}
	p.out.WriteString(s)
}

func (p *printer) diagnostic(d Diagnostic) {
	p.gutter = 2
	for _, at := range append([]Related{{Span: d.Span}}, d.Related...) {
		p.gutter = max(p.gutter, len(strconv.Itoa(at.Span.Line())))
	}
	head := d.Severity.String()
	if d.Code != "" {
		head += "[" + d.Code + "]"
	}
	p.paint(d.Severity.color(), head)
	p.paint(bold, ": "+brief(printable(d.Summary)))
	p.text("\n")
	if d.Span.IsValid() {
		p.place("-->", d.Span, '^', d.Severity.color(), d.Detail)
	} else {
		p.note("", d.Detail)
	}
	for _, r := range d.Related {
		if r.Span.IsValid() {
			p.place(":::", r.Span, '-', blue, r.Message)
		} else {
			p.note("", r.Message)
		}
	}
	p.note("help: ", d.Hint)
}

// place writes where a finding is, its line, and a message under it.
func (p *printer) place(arrow string, s Span, mark rune, color, message string) {
	line, column := s.File.Position(s.Start)
	margin := strings.Repeat(" ", p.gutter)
	p.text(margin)
	p.paint(blue, arrow)
	if s.Start == 0 && s.End == 0 { // about the file as a whole
		p.text(" " + printable(s.File.Name) + "\n")
		p.note("", message)
		return
	}
	p.text(fmt.Sprintf(" %s:%d:%d\n", printable(s.File.Name), line, column))
	before, marked, after := excerpt(s, line)
	p.paint(blue, margin+" |\n"+fmt.Sprintf("%*d |", p.gutter, line))
	p.text(strings.TrimRight(" "+before+marked+after, " ") + "\n")
	p.paint(blue, margin+" |")
	p.text(" " + strings.Repeat(" ", width(before)))
	p.paint(color, strings.Repeat(string(mark), max(1, width(marked))))
	if message = brief(printable(message)); width(before)+width(marked)+width(message)+p.gutter+5 <= lineWidth {
		if message != "" {
			p.paint(color, " "+message)
		}
		p.text("\n")
		return
	}
	p.text("\n")
	p.note("", message)
}

// note writes a line under the excerpt, wrapped.
func (p *printer) note(lead, message string) {
	if message == "" {
		return
	}
	margin := strings.Repeat(" ", p.gutter+1)
	p.text(margin)
	p.paint(blue, "= ")
	p.paint(bold, lead)
	indent := margin + strings.Repeat(" ", 2+len(lead))
	for i, paragraph := range strings.Split(message, "\n") {
		if i > 0 {
			p.text(indent)
		}
		for j, l := range wrap(brief(printable(paragraph)), lineWidth-len(indent)) {
			if j > 0 {
				p.text(indent)
			}
			p.text(l + "\n")
		}
	}
}

// wrap breaks a message at blanks, as far as it has any. A line that fits is
// left as it is, so that a message may hold an indented example.
func wrap(s string, limit int) []string {
	var lines []string
	for width(s) > limit {
		cut, column := 0, 0
		for i, r := range s {
			if column += runeWidth(r); column > limit && cut > 0 {
				break
			}
			if r == ' ' && i > 0 {
				cut = i
			}
		}
		if cut == 0 {
			break
		}
		lines = append(lines, s[:cut])
		s = s[cut+1:]
	}
	return append(lines, s)
}
