package record

import (
	"regexp"
	"strings"

	"mancala/interpreter"
)

// Arrows of moves point along the row, `A4>` to the right of its owner's seat.
// Other programs write them in other ways.

// arrowReading is a way in which another program writes arrows.
type arrowReading struct {
	about string
	here  func(move string) string // the move with arrows as they are here
}

var arrowReadings = []arrowReading{
	{"the arrows of %s are read as the sense of the sowing, > anticlockwise in every row", func(m string) string {
		return frontArrow.ReplaceAllStringFunc(m, func(a string) string {
			turned := "<"
			if strings.HasSuffix(a, "<") {
				turned = ">"
			}
			return a[:len(a)-1] + turned
		})
	}},
	{"the arrows of %s are not read: every hole is sown in one direction", func(m string) string {
		return anyArrow.ReplaceAllString(m, "$1")
	}},
}

var (
	frontArrow = regexp.MustCompile(`\b[Aa][0-9]+[<>]`)
	anyArrow   = regexp.MustCompile(`\b([A-Za-z][0-9]+)[<>]`)
)

// otherArrows replays a record of another program that does not hold with its
// arrows read in other ways; nil if it holds in none of them.
func otherArrows(x interpreter.Explainer, r *Record) (*Report, error) {
	if r.By == "" {
		return nil, nil
	}
	for _, way := range arrowReadings {
		turned, changed := *r, false
		turned.Moves = make([]Line, len(r.Moves))
		for i, l := range r.Moves {
			move := way.here(l.Move)
			changed = changed || move != l.Move
			l.Move, l.Legal = move, append([]string(nil), l.Legal...)
			for k, m := range l.Legal {
				l.Legal[k] = way.here(m)
			}
			turned.Moves[i] = l
		}
		if !changed {
			continue
		}
		report, err := replay(x, &turned)
		if err != nil {
			return nil, err
		}
		if report.OK() {
			note := Finding{Line: max(r.At, 1), Field: "move", Text: strings.Replace(way.about, "%s", r.By, 1)}
			report.Notes = append([]Finding{note}, report.Notes...)
			return report, nil
		}
	}
	return nil, nil
}
