package page

import (
	"fmt"
	"html"
	"strings"

	"mancala/interpreter/program"
)

// Turn draws frames as one SVG file: numbered pictures, two or more side by
// side where the board is narrow, each with what happened below it.
func Turn(p *program.Program, title string, frames []Frame) string {
	l := layOut(p)
	cell := max(l.width, 300)
	across := max(1, min(len(frames), 1300/(cell+20)))
	const top, lineHeight = 34, 16
	var b strings.Builder
	y := 12
	for begin := 0; begin < len(frames); begin += across {
		row := frames[begin:min(begin+across, len(frames))]
		most := 0
		for i, f := range row {
			x := 12 + i*(cell+20)
			fmt.Fprintf(&b, `<text class="title" x="%d" y="%d">%d. %s</text>`, x, y+20, begin+i+1, html.EscapeString(f.Title))
			fmt.Fprintf(&b, `<g transform="translate(%d %d)">%s</g>`, x, y+top, l.draw(f.Cells, f.Marks))
			lines := f.lines(cell)
			for k, line := range lines {
				fmt.Fprintf(&b, `<text class="%s" x="%d" y="%d">%s</text>`, line[0], x+4, y+top+l.height+18+k*lineHeight, html.EscapeString(line[1]))
			}
			most = max(most, len(lines))
		}
		y += top + l.height + 24 + most*lineHeight + 12
	}
	return Standalone(24+across*(cell+20)-20, y, title, b.String())
}

// lines are the steps of a frame cut to a width, each with its class.
func (f *Frame) lines(width int) [][2]string {
	var out [][2]string
	add := func(class, text string, glyph int) {
		for _, line := range wrapped(text, (width-8)*10/glyph) {
			out = append(out, [2]string{class, line})
		}
	}
	for _, s := range f.Steps {
		if s.Rule == nil || s.Rule.Text != s.Text {
			add("line", s.Text, 62) // glyphs are about 6.2 units wide
			continue
		}
		add("rule", s.Text, 67)
		add("rule", "  "+Cite(s.Rule), 67)
	}
	return out
}

// wrapped cuts a text at blanks into lines of at most so many characters.
func wrapped(text string, most int) []string {
	var out []string
	line := ""
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	for _, w := range strings.Fields(text) {
		switch {
		case line == "":
			line = indent + w
		case len([]rune(line))+1+len([]rune(w)) > most:
			out = append(out, line)
			line = indent + "  " + w
		default:
			line += " " + w
		}
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}
