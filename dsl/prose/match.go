package prose

import (
	"fmt"

	"mancala/dsl/rules"
)

var fillOrders = map[rules.FillOrder]string{
	rules.FillLeft: "from the left", rules.FillRight: "from the right", rules.FillOutward: "from the middle outwards",
	rules.FillInward: "from both ends inwards", rules.FillChosen: "in the order he chooses",
}

var unfilled = map[rules.Unfilled]string{
	rules.UnfilledOpen:   "A hole that can't be filled stays empty.",
	rules.UnfilledClosed: "A hole that can't be filled is closed for the round.",
	rules.UnfilledEnemy:  "A hole that can't be filled is the enemy's for the round, who fills it if he can.",
	rules.UnfilledHalf:   "The first hole that can't be filled gets what is left, the others are closed for the round.",
}

var begins = map[rules.MatchBegins]string{
	rules.BeginsOpen:      "Who begins the next round is left open.",
	rules.BeginsAlternate: "The players take turns in beginning a round.",
	rules.BeginsWinner:    "The winner of a round begins the next.",
	rules.BeginsLoser:     "The loser of a round begins the next.",
	rules.BeginsLastMover: "Who moved last in a round begins the next.",
	rules.BeginsLots:      "Who begins the next round is decided by lot.",
	rules.BeginsChosen:    "Who begins the next round is chosen.",
}

// match tells how rounds follow each other.
func (w *writer) match() {
	m := w.g.Match
	if m == nil {
		return
	}
	w.say("The game is a match of rounds.")
	if m.Points != nil {
		who := "The winner of a round gets"
		if m.PointsEach {
			who = "For a round each player gets"
		}
		if n, ok := m.Points.(*rules.Int); ok {
			w.say("%s %s.", who, plural(n.V, "point"))
		} else {
			w.say("%s as many points as %s.", who, w.words(m.Points))
		}
	}
	w.table("When a round is over, for its winner", m.Between)
	if m.Refill {
		w.say("%s", w.refill(m))
		w.table("A player who has left a hole unfilled", m.Fill)
		left := m.Unfilled
		if m.Buys && left == rules.UnfilledEnemy { // the enemy's for a price alone
			left = rules.UnfilledOpen
		}
		w.say("%s", unfilled[left])
		if m.Buys {
			w.say("Who has seeds left over gives %s for each such hole of the enemy, and it is his for the round.", plural(m.Price, "seed"))
		}
	} else {
		w.say("Every round begins with the board as at the start.")
	}
	w.say("%s", begins[m.Begins])
	w.table("Before the next round, of each player", m.Over)
}

func (w *writer) refill(m *rules.Match) string {
	how := fmt.Sprintf("fills his holes from his store, %s to a hole, %s", plural(m.Each, "seed"), fillOrders[m.Order])
	if m.Order == rules.FillArranged {
		return "Between rounds each player takes the seeds of his store in his hand, and enters them as the phases say."
	}
	first := map[rules.Fills]string{rules.BothFill: "Between rounds each player", rules.LoserFills: "Between rounds the loser", rules.WinnerFills: "Between rounds the winner"}[m.First]
	switch {
	case m.Mirrors:
		return fmt.Sprintf("%s %s; the other lays out as many in the mirror image of each hole.", first, how)
	case m.First != rules.BothFill:
		return fmt.Sprintf("%s %s; then the other does.", first, how)
	}
	return fmt.Sprintf("%s %s.", first, how)
}
