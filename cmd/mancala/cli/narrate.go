package cli

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// mostLaps is how many laps of a turn are told unless asked otherwise.
const mostLaps = 24

// narrate tells a turn: a paragraph a lap with the rules that acted and the
// board after it. Of a turn with more laps than most (0: no limit) the middle
// ones are left out.
func (a *app) narrate(g *game, events []interpreter.Event, most int) {
	n := &narrator{a: a, g: g, s: a.style(a.out)}
	laps := byLap(events)
	left := len(laps) - most
	const last = 3
	told := 0 // the latest lap
	for i, lap := range laps {
		if most > 0 && left > 0 && i >= max(most-last, 1) && i < len(laps)-last {
			continue
		}
		number := lap[len(lap)-1].Lap
		if between := number - told - 1; between > 0 && told > 0 {
			how := " (--laps 0 tells all)"
			if most == 0 { // no record holds so much
				how = ""
			}
			fmt.Fprintf(a.out, "\n… %s left out%s …\n", plural(between, "lap"), how)
		}
		told = number
		n.lap(lap, i == len(laps)-1)
	}
}

// byLap cuts the events of a turn where a lap begins. What comes before the
// first lap (the rule that allows the move) belongs to it.
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

// narrator gathers the drops between two other events into one line.
type narrator struct {
	a     *app
	g     *game
	s     style
	drops []interpreter.Event

	rounds bool // a round of a match is over
	alike  []interpreter.Event
	cause  *rules.RuleInfo // acted, and did nothing yet
	told   *rules.RuleInfo // the latest that was told
}

// lap tells one lap; the board after the final one is drawn by the caller.
func (n *narrator) lap(events []interpreter.Event, final bool) {
	number, last := 0, -1
	for _, e := range events {
		number = max(number, e.Lap)
		if e.Kind == interpreter.Dropped {
			last = e.Place
		}
	}
	fmt.Fprintln(n.a.out)
	if number > 0 {
		fmt.Fprintln(n.a.out, n.s.head(fmt.Sprintf("Lap %d", number)))
	}
	for _, e := range events {
		n.event(e)
	}
	n.sown()
	n.gathered()
	if cells := events[len(events)-1].Cells; !final && cells != nil {
		opts := notation.DrawOptions{BoardOnly: true}
		if last >= 0 {
			opts.Highlight = []int{last}
		}
		fmt.Fprint(n.a.out, indent(notation.DrawCells(n.g.Program, cells, opts), "      "))
	}
}

// indent sets every line of a text in.
func indent(text, by string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return by + strings.Join(lines, "\n"+by) + "\n"
}

func (n *narrator) say(format string, args ...any) {
	fmt.Fprintf(n.a.out, "  "+format+"\n", args...)
}

// sown tells the drops gathered so far.
func (n *narrator) sown() {
	if len(n.drops) == 0 {
		return
	}
	names := make([]string, len(n.drops))
	for i, e := range n.drops {
		names[i] = n.place(e.Place)
	}
	last := n.drops[len(n.drops)-1]
	n.say("sows %s: %s, which now holds %d", plural(len(names), "seed"), shortly(names), last.N)
	n.drops = nil
}

// shortly writes a long list of holes without its middle.
func shortly(holes []string) string {
	if len(holes) > 28 {
		return strings.Join(holes[:16], " ") + " … " + strings.Join(holes[len(holes)-8:], " ")
	}
	return strings.Join(holes, " ")
}

func (n *narrator) place(p int) string { return n.g.Rules.Board.PlaceName(p) }

// event is one switch over the kinds of steps.
func (n *narrator) event(e interpreter.Event) {
	if e.Kind == interpreter.Dropped {
		n.drops = append(n.drops, e)
		return
	}
	n.sown()
	if n.between(e) {
		return
	}
	switch e.Kind {
	case interpreter.Lifted:
		n.say("lifts %s from %s", plural(e.N, "seed"), n.place(e.Place))
	case interpreter.Entered:
		n.say("enters %s from the hand at %s", plural(e.N, "seed"), n.place(e.Place))
	case interpreter.Stepped:
		n.say("steps from %s to %s", n.place(e.Place), n.place(e.To))
	case interpreter.Skipped:
		n.say("passes over %s", n.place(e.Place))
	case interpreter.Fired:
		n.because(e.Rule)
	case interpreter.Captured, interpreter.Took:
		n.taken(e)
	case interpreter.Relayed: // the rule says so, and the lift follows
	case interpreter.SownOn:
		if e.Text == "hand" {
			n.say("sows %s of the hand, the first into %s", plural(e.N, "seed"), n.place(e.Place))
			break
		}
		n.say("sows the captured %s on, the first into %s", plural(e.N, "seed"), n.place(e.Place))
	case interpreter.Stopped:
		n.say("  the sowing stops")
	case interpreter.Moved:
		if e.To < 0 {
			n.say("  %s from %s out of play", plural(e.N, "seed"), n.place(e.Place))
			break
		}
		n.say("  %s from %s to %s", plural(e.N, "seed"), n.place(e.Place), n.place(e.To))
	case interpreter.Marked:
		n.say("  %s is marked as %s", n.place(e.Place), e.Text)
	case interpreter.Unmarked:
		n.say("  %s is no longer marked as %s", n.place(e.Place), e.Text)
	case interpreter.SetTo:
		n.say("  %s becomes %d", e.Text, e.To)
	case interpreter.Changed:
		n.say("  %s: %s", n.place(e.Place), e.Text)
	case interpreter.Chose:
		n.chose(e)
	case interpreter.Reversed:
		n.say("  the direction turns round")
	case interpreter.AnotherTurn:
		n.say("  %s moves again", rules.SeatName(e.To))
	case interpreter.FoundEndless:
		if e.N == 0 { // no period: the budget broke first
			n.say("%s", n.s.warn("the turn is over the lap budget: it is taken for endless, not proved to be"))
			return
		}
		n.say("%s", n.s.warn("the next lap would begin exactly as an earlier one of this turn: it never ends"))
	case interpreter.Ended:
		n.ended(e)
	case interpreter.PhaseLeft:
		n.say("the phase %q is over", e.Text)
	default:
		n.roundEvent(e)
	}
}

// because names the rule that acts: its label, its text, then its place and sources.
func (n *narrator) because(r *rules.RuleInfo) {
	if r == nil {
		return
	}
	n.say("  %s", n.s.rule(r.Text))
	n.say("    %s", n.s.dim(ruleRef(r)))
}

func (n *narrator) taken(e interpreter.Event) {
	to := ""
	if e.To >= 0 {
		to = " → " + n.place(e.To)
	}
	verb := "captures"
	if e.Kind == interpreter.Took {
		verb = "takes"
	}
	n.say("  %s %s in %s%s", verb, plural(e.N, "seed"), n.place(e.Place), to)
}

func (n *narrator) chose(e interpreter.Event) {
	switch {
	case e.Place >= 0:
		n.say("  chooses %s", n.place(e.Place))
	case e.N > 0:
		n.say("  does what may be done")
	default:
		n.say("  leaves it undone")
	}
}

func (n *narrator) ended(e interpreter.Event) {
	who := "a draw"
	if e.To >= 0 {
		who = rules.SeatName(e.To) + " wins"
	}
	n.say("the game is over: %s", who)
}
