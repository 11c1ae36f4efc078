package page

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Frame is one picture of a turn.
type Frame struct {
	Title string
	Cells []int32
	Marks Marks
	Steps []Step
}

// Step is a line below a picture: what happened, and the rule behind it.
type Step struct {
	Text string
	Rule *rules.RuleInfo // nil: no rule of its own
}

// Frames cuts a turn into pictures: the position before it, then one a lap, the
// last of them with what follows the sowing. Of a turn with more laps than most
// (0: no limit) the middle ones are left out, and a title says so.
func Frames(p *program.Program, before []int32, move string, events []interpreter.Event, most int) []Frame {
	mover := rules.SeatName(int(before[p.Layout.Mover]))
	first := Frame{Title: fmt.Sprintf("%s plays %s", mover, move), Cells: before, Marks: NoMarks()}
	laps := byLap(events)
	if len(laps) > 0 {
		for _, e := range laps[0] {
			if e.Kind == interpreter.Lifted && len(first.Marks.Origin) == 0 {
				first.Marks.Origin = []int{e.Place}
			}
		}
	}
	frames := []Frame{first}
	left := len(laps) - most
	for i, lap := range laps {
		if most > 0 && left > 0 && i >= most-1 && i < len(laps)-1 {
			continue
		}
		f := frameOf(p, lap)
		if most > 0 && left > 0 && i == len(laps)-1 && len(laps) > 1 {
			f.Title = fmt.Sprintf("%s (%d laps left out before it)", f.Title, left)
		}
		if f.Cells == nil {
			f.Cells = frames[len(frames)-1].Cells
		}
		frames = append(frames, f)
	}
	return frames
}

// byLap cuts the events where a lap begins; what comes before the first one
// belongs to it.
func byLap(events []interpreter.Event) [][]interpreter.Event {
	var out [][]interpreter.Event
	begin := 0
	for i := 1; i < len(events); i++ {
		if events[i].Lap != events[i-1].Lap && events[i-1].Lap > 0 {
			out = append(out, events[begin:i])
			begin = i
		}
	}
	if begin < len(events) {
		out = append(out, events[begin:])
	}
	return out
}

func frameOf(p *program.Program, events []interpreter.Event) Frame {
	f := Frame{Title: "After the sowing", Marks: NoMarks()}
	f.Marks.Captured = map[int]int{}
	name := p.Game.Board.PlaceName
	var sown []string
	flush := func() {
		if len(sown) > 0 {
			f.Steps = append(f.Steps, Step{Text: "sows " + shortly(sown)})
			sown = nil
		}
	}
	for _, e := range events {
		if e.Lap > 0 {
			f.Title = fmt.Sprintf("Lap %d", e.Lap)
		}
		if e.Cells != nil {
			f.Cells = e.Cells
		}
		if e.Kind == interpreter.Dropped {
			sown = append(sown, name(e.Place))
			f.Marks.Sown, f.Marks.Last = append(f.Marks.Sown, e.Place), e.Place
			continue
		}
		flush()
		if text := f.step(name, e); text != "" {
			f.Steps = append(f.Steps, Step{text, e.Rule})
		}
	}
	flush()
	return f
}

// step tells an event in a few words and marks its place; "" where another
// step tells it.
func (f *Frame) step(name func(int) string, e interpreter.Event) string {
	switch e.Kind {
	case interpreter.Lifted:
		f.Marks.Origin = append(f.Marks.Origin, e.Place)
		return fmt.Sprintf("lifts %d from %s", e.N, name(e.Place))
	case interpreter.Entered:
		return fmt.Sprintf("enters %d at %s", e.N, name(e.Place))
	case interpreter.Stepped:
		f.Marks.Origin, f.Marks.Last = append(f.Marks.Origin, e.Place), e.To
		return fmt.Sprintf("steps from %s to %s", name(e.Place), name(e.To))
	case interpreter.Skipped:
		return "passes over " + name(e.Place)
	case interpreter.Fired:
		return e.Rule.Text
	case interpreter.Captured:
		f.Marks.Captured[e.Place] += e.N
		return fmt.Sprintf("captures %d in %s", e.N, name(e.Place))
	case interpreter.Took:
		return fmt.Sprintf("takes %d in %s", e.N, name(e.Place))
	case interpreter.SownOn:
		return fmt.Sprintf("sows the captured %d on, from %s", e.N, name(e.Place))
	case interpreter.Stopped:
		return "the sowing stops"
	case interpreter.Moved:
		if e.To < 0 {
			return fmt.Sprintf("%d from %s out of play", e.N, name(e.Place))
		}
		return fmt.Sprintf("%d from %s to %s", e.N, name(e.Place), name(e.To))
	case interpreter.Marked:
		return fmt.Sprintf("%s is marked as %s", name(e.Place), e.Text)
	case interpreter.Unmarked:
		return fmt.Sprintf("%s is no longer marked as %s", name(e.Place), e.Text)
	case interpreter.Changed:
		return fmt.Sprintf("%s: %s", name(e.Place), e.Text)
	case interpreter.Reversed:
		return "the direction turns round"
	case interpreter.AnotherTurn:
		return rules.SeatName(e.To) + " moves again"
	case interpreter.FoundEndless:
		return "the next lap would begin as an earlier one: the turn never ends"
	case interpreter.Ended:
		if e.To >= 0 {
			return "the game is over: " + rules.SeatName(e.To) + " wins"
		}
		return "the game is over: a draw"
	}
	return ""
}

// shortly writes a long list of holes without its middle.
func shortly(holes []string) string {
	if len(holes) > 20 {
		return strings.Join(holes[:12], " ") + " … " + strings.Join(holes[len(holes)-6:], " ")
	}
	return strings.Join(holes, " ")
}

// Cite names a rule: its label, its place in the file and its sources.
func Cite(r *rules.RuleInfo) string {
	if r == nil {
		return ""
	}
	var parts []string
	if r.Label != "" {
		parts = append(parts, r.Label)
	}
	if r.Span.IsValid() {
		parts = append(parts, fmt.Sprintf("%s rule, %s:%d", r.Table, r.Span.File.Name, r.Span.Line()))
	} else {
		parts = append(parts, r.Table+" rule")
	}
	if len(r.Sources) > 0 {
		parts = append(parts, "after "+strings.Join(r.Sources, "; "))
	}
	return strings.Join(parts, ", ")
}
