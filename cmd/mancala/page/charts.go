// Package page writes self-contained pages: no script, no font, nothing
// fetched; readable on light and on dark ground and on paper.
//
//	charts.go  charts as SVG: histogram, intervals, heat of a board
//	report.go  the report of a simulation
//	board.go   a position as SVG; frames.go, turn.go  a turn as a row of them
//	verification.go, template.go  what a verification found
package page

import (
	"fmt"
	"html/template"
	"strings"
)

// Bar is one bar of a histogram.
type Bar struct {
	Label string // of its values: "3" or "3–5"
	Count uint64
	Text  string // the count as it is written
}

// Interval is a share with its interval, all between 0 and 1.
type Interval struct {
	Name             string
	Share, Low, High float64
	Text             string // what stands at the end of the line
}

// Hole is a hole of a heat map: where it lies on the board, in holes from the
// top left, how much of the whole it has, and what is written into it.
type Hole struct {
	Name  string
	X, Y  int
	Share float64 // of the hottest hole: 0 to 1
	Text  string
}

// svg builds a picture; every text goes through text, which escapes it.
type svg struct{ b strings.Builder }

func (s *svg) printf(format string, args ...any) { fmt.Fprintf(&s.b, format, args...) }

func (s *svg) begin(width, height float64, label string) {
	s.printf(`<svg viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="%s">`, width, height, width, height, template.HTMLEscapeString(label))
}

func (s *svg) text(x, y float64, class, text string) {
	s.printf(`<text x="%.1f" y="%.1f" class="%s">%s</text>`, x, y, class, template.HTMLEscapeString(text))
}

func (s *svg) end() template.HTML {
	s.b.WriteString("</svg>")
	return template.HTML(s.b.String()) //nolint:gosec // built from numbers and escaped texts
}

// Histogram draws upright bars; a reader of the page finds each count in the
// bar's own title.
func Histogram(label string, bars []Bar) template.HTML {
	const height, foot, head = 180.0, 26.0, 18.0
	step := max(18, min(46, 720/float64(max(len(bars), 1))))
	top := uint64(1)
	for _, b := range bars {
		top = max(top, b.Count)
	}
	var s svg
	s.begin(step*float64(len(bars))+16, height+foot+head, label)
	every := 1
	if step < 40 {
		every = int(40/step) + 1
	}
	for i, b := range bars {
		h := height * float64(b.Count) / float64(top)
		x := 8 + step*float64(i)
		s.printf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" class="bar"><title>%s: %s</title></rect>`,
			x, head+height-h, step-2, h, template.HTMLEscapeString(b.Label), template.HTMLEscapeString(b.Text))
		if i%every == 0 {
			s.text(x+step/2-1, head+height+16, "axis", b.Label)
		}
		if step >= 34 && b.Count > 0 {
			s.text(x+step/2-1, head+height-h-4, "small", b.Text)
		}
	}
	s.printf(`<line x1="4" y1="%.1f" x2="%.1f" y2="%.1f" class="rule"/>`, head+height, 12+step*float64(len(bars)), head+height)
	return s.end()
}

// Intervals draws shares from 0 to 100 %, each with its interval.
func Intervals(label string, rows []Interval) template.HTML {
	const left, width, right, row = 210.0, 400.0, 190.0, 24.0
	bottom := row * float64(len(rows))
	var s svg
	s.begin(left+width+right, bottom+24, label)
	for p := 0; p <= 100; p += 25 {
		x := left + width*float64(p)/100
		class := "grid"
		if p == 50 {
			class = "rule"
		}
		s.printf(`<line x1="%.1f" y1="0" x2="%.1f" y2="%.1f" class="%s"/>`, x, x, bottom+4, class)
		s.text(x, bottom+18, "axis", fmt.Sprintf("%d %%", p))
	}
	for i, r := range rows {
		y := row*float64(i) + row/2
		s.text(left-10, y+4, "name", r.Name)
		s.printf(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="whisker"/>`, left+width*r.Low, y, left+width*r.High, y)
		s.printf(`<circle cx="%.1f" cy="%.1f" r="4.5" class="dot"/>`, left+width*r.Share, y)
		s.text(left+width+10, y+4, "value", r.Text)
	}
	return s.end()
}

// Heat draws a board whose holes are the darker the more they have. The rows
// lie as South sees them.
func Heat(label string, holes []Hole) template.HTML {
	const size, gap = 54.0, 6.0
	width, height := 0, 0
	for _, h := range holes {
		width, height = max(width, h.X+1), max(height, h.Y+1)
	}
	var s svg
	s.begin((size+gap)*float64(width)+gap, (size+gap)*float64(height)+gap, label)
	for _, h := range holes {
		x, y := gap+(size+gap)*float64(h.X), gap+(size+gap)*float64(h.Y)
		s.printf(`<rect x="%.1f" y="%.1f" width="%.0f" height="%.0f" rx="16" class="hole"/>`, x, y, size, size)
		s.printf(`<rect x="%.1f" y="%.1f" width="%.0f" height="%.0f" rx="16" class="heat" fill-opacity="%.2f"><title>%s: %s</title></rect>`,
			x, y, size, size, 0.6*max(0, min(h.Share, 1)), template.HTMLEscapeString(h.Name), template.HTMLEscapeString(h.Text))
		s.text(x+size/2, y+18, "label", h.Name)
		s.text(x+size/2, y+38, "number", h.Text)
	}
	return s.end()
}
