package cli

import (
	"fmt"
	"io"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/simulate"
)

// Rounds of a match: how they end and how the next one is laid out.

// roundText tells in a sentence how a round ended.
func roundText(r *interpreter.Round) string {
	text := fmt.Sprintf("round %d is drawn", r.Number)
	if r.Winner >= 0 {
		text = fmt.Sprintf("%s wins round %d", rules.SeatName(r.Winner), r.Number)
	}
	if len(r.Scores) > 0 {
		scores := make([]string, len(r.Scores))
		for i, n := range r.Scores {
			scores[i] = fmt.Sprint(n)
		}
		text += " " + strings.Join(scores, " : ")
	}
	return text
}

// between gathers the steps between two rounds that are alike: seeds from one
// store to many holes, the same change of many holes.
func (n *narrator) between(e interpreter.Event) bool {
	if !n.rounds {
		return false
	}
	switch e.Kind {
	case interpreter.Fired: // told when it does something
		n.gathered()
		n.cause = e.Rule
		return true
	case interpreter.Moved, interpreter.Changed, interpreter.Took:
		if last := len(n.alike) - 1; last >= 0 && !alike(n.alike[last], e) {
			n.gathered()
		}
		if len(n.alike) == 0 {
			n.caused()
		}
		n.alike = append(n.alike, e)
		return true
	}
	n.gathered()
	n.caused()
	return false
}

// caused names the rule that acts, once.
func (n *narrator) caused() {
	if n.cause != nil && n.cause != n.told {
		n.because(n.cause)
		n.told = n.cause
	}
	n.cause = nil
}

func alike(a, b interpreter.Event) bool {
	switch {
	case a.Kind != b.Kind || a.Rule != b.Rule:
		return false
	case a.Kind == interpreter.Moved:
		return a.Place == b.Place && a.N == b.N && (a.To < 0) == (b.To < 0)
	case a.Kind == interpreter.Took:
		return a.To == b.To
	}
	return a.Text == b.Text && a.To == b.To
}

// gathered tells what was gathered.
func (n *narrator) gathered() {
	if len(n.alike) == 0 {
		return
	}
	first, seeds := n.alike[0], 0
	places := make([]string, len(n.alike))
	for i, e := range n.alike {
		seeds += e.N
		places[i] = n.place(e.Place)
		if e.Kind == interpreter.Moved && e.To >= 0 {
			places[i] = n.place(e.To)
		}
	}
	list := shortly(places)
	switch first.Kind {
	case interpreter.Moved:
		if first.To < 0 {
			n.say("  %s from %s out of play", plural(seeds, "seed"), n.place(first.Place))
			break
		}
		each := ""
		if len(places) > 1 {
			each = " each"
		}
		n.say("  %s%s from %s into %s", plural(first.N, "seed"), each, n.place(first.Place), list)
	case interpreter.Took:
		to := "out of play"
		if first.To >= 0 {
			to = n.place(first.To)
		}
		n.say("  %s in %s → %s", plural(seeds, "seed"), list, to)
	default:
		word := map[string]string{"close": "closed", "open": "opened", "claim": rules.SeatName(max(first.To, 0)) + "'s"}[first.Text]
		n.say("  %s: %s", list, word)
	}
	n.alike = nil
}

// roundEvent tells the steps that belong to a match alone.
func (n *narrator) roundEvent(e interpreter.Event) {
	switch e.Kind {
	case interpreter.RoundEnded:
		n.rounds = true
		who := "it is drawn"
		if e.To >= 0 {
			who = rules.SeatName(e.To) + " wins it"
		}
		fmt.Fprintln(n.a.out)
		n.say("%s", n.s.head(fmt.Sprintf("Round %d is over: %s", e.N, who)))
	case interpreter.RoundBegan:
		n.say("  round %d: %s begins", e.N, rules.SeatName(e.To))
	case interpreter.TookInHand:
		if e.Text != "back" {
			n.say("  %s takes %s in hand, to choose the holes to fill", rules.SeatName(e.To), plural(e.N, "seed"))
		}
	case interpreter.LaidOut:
		n.say("  the board is laid out as at the start")
	}
}

// writeRounds tells who won the rounds of matches.
func writeRounds(w io.Writer, r *simulate.RoundReport) {
	if r == nil {
		return
	}
	var parts []string
	for seat, won := range r.Seats {
		parts = append(parts, fmt.Sprintf("%s %s", rules.SeatName(seat), percent(won.Share)))
	}
	fmt.Fprintf(w, "Rounds won: %s; drawn %s.\n", strings.Join(parts, ", "), percent(r.Drawn.Share))
}
