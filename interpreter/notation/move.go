package notation

import (
	"fmt"
	"slices"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// MoveText is the canonical text of a move: the hole, the manner where it
// belongs to the name, then the inner choices in order.
//
//	A4  A4>  A4:2  A4-A5  A4=tax  A4+b3  A4+b1,b3  A4/A6  A4+  A4.+b3  pass
func MoveText(p *program.Program, mover int, m interpreter.Move) string {
	if m.Pass {
		return "pass"
	}
	var b strings.Builder
	b.WriteString(placeName(p, m.From))
	if m.Kind == rules.StepFrom {
		b.WriteString("-" + placeName(p, m.To))
	}
	if m.Shown&interpreter.ShowDir != 0 {
		b.WriteString(arrow(p, mover, m.From, m.Dir))
	}
	if m.Shown&interpreter.ShowTake != 0 {
		fmt.Fprintf(&b, ":%d", m.Take)
	}
	if m.Shown&interpreter.ShowLabel != 0 && m.Label > 0 && m.Label < len(p.Game.Labels) {
		b.WriteString("=" + p.Game.Labels[m.Label])
	}
	b.WriteString(choicesText(p, m.Inner))
	return b.String()
}

// choicesText writes inner choices. A declined option is written only if a
// choice follows.
func choicesText(p *program.Program, list []interpreter.Choice) string {
	var b strings.Builder
	for i, c := range list {
		switch {
		case c.Kind == interpreter.Optional && c.Taken:
			b.WriteByte('+')
		case c.Kind == interpreter.Optional:
			if anyWritten(list[i+1:]) {
				b.WriteByte('.')
			}
		case c.Kind == interpreter.StartAgain:
			b.WriteString("/" + placesText(p, c.Places))
		default:
			b.WriteString("+" + placesText(p, c.Places))
		}
	}
	return b.String()
}

func anyWritten(list []interpreter.Choice) bool {
	return slices.ContainsFunc(list, func(c interpreter.Choice) bool { return c.Kind != interpreter.Optional || c.Taken })
}

func placesText(p *program.Program, places []int) string {
	if len(places) == 0 {
		return "-"
	}
	names := make([]string, len(places))
	for i, h := range places {
		names[i] = placeName(p, h)
	}
	return strings.Join(names, ",")
}

// arrow is > for the direction towards the owner's right, < for the other.
func arrow(p *program.Program, mover, from int, d program.Dir) string {
	switch d = d.Base(); {
	case d != program.Anticlockwise && d != program.Clockwise:
		return ""
	case d == rightward(p, mover, from):
		return ">"
	}
	return "<"
}

// rightward is the direction that leads from a hole towards its owner's
// right. The routes know it: from a hole to its next in the same row, or from
// the one before it. Where the row has no other hole it is anticlockwise.
func rightward(p *program.Program, mover, from int) program.Dir {
	b := p.Game.Board
	if from < 0 || from >= len(b.Holes) {
		return program.Anticlockwise
	}
	column := func(h int) (int, bool) {
		if h < 0 || h >= len(b.Holes) {
			return 0, false
		}
		x, y := b.Holes[from], b.Holes[h]
		return y.Column, x.Side == y.Side && x.Depth == y.Depth && x.End == y.End && h != from
	}
	here := b.Holes[from].Column
	for _, stage := range p.Stages {
		route := stage.Seats[mover].Route
		for d := range 2 {
			// Neighbours only: the last hole of a row that closes on itself leads far away.
			if c, ok := column(route[d].At(from)); ok && (c == here+1 || c == here-1) {
				if (c > here) == (d == 0) {
					return program.Anticlockwise
				}
				return program.Clockwise
			}
		}
	}
	return program.Anticlockwise
}

// dirOf is the direction an arrow means at a hole.
func dirOf(p *program.Program, mover, from int, right bool) program.Dir {
	d := rightward(p, mover, from)
	if right {
		return d
	}
	return 1 - d
}
