package rules

import "mancala/dsl/source"

// Match is [match]: what happens between two rounds, and when the match is over.
type Match struct {
	Span source.Span

	// Refill says that every player fills his holes from his own seeds; without
	// it each round begins with [setup] again.
	Refill   bool
	Each     int // seeds a hole
	Order    FillOrder
	First    Fills
	Mirrors  bool // the second player fills as the first one did, as far as his seeds go
	Unfilled Unfilled
	Buys     bool // holes change hands only for Price seeds each
	Price    int
	Begins   MatchBegins

	Points     Number // what the winner of a round gets; nil: no points
	PointsEach bool   // every player gets points
	PointsVar  *Variable

	FillHole *Binder // `hole` in Fill: the first hole that could not be filled
	Fill     *Table  // nil: nothing happens
	Between  *Table
	Over     *Table

	Infos map[string]*RuleInfo // by key of the file: what `why` points at
}

// FillOrder is the order in which a player fills his holes.
type FillOrder int

// The orders.
const (
	FillLeft     FillOrder = iota // from his left
	FillRight                     // from his right
	FillOutward                   // from the middle to both ends
	FillInward                    // from both ends to the middle
	FillChosen                    // the player says which
	FillArranged                  // any number of seeds in any hole
)

// Fills says who fills his holes first.
type Fills int

// The players who fill first.
const (
	BothFill Fills = iota
	LoserFills
	WinnerFills
)

// Unfilled is what becomes of a hole its player could not fill.
type Unfilled int

// The meanings.
const (
	UnfilledOpen   Unfilled = iota // it is empty and may be sown
	UnfilledClosed                 // closed for the round
	UnfilledEnemy                  // the enemy's for the round, who fills it
	UnfilledHalf                   // it gets what is left, and is shared when the round is over
)

// MatchBegins says who begins the next round.
type MatchBegins int

// The players who begin. After a drawn round there is no winner: then the
// player begins who did not begin the last one.
const (
	BeginsOpen MatchBegins = iota // the file does not say: a gap
	BeginsAlternate
	BeginsWinner
	BeginsLoser
	BeginsLastMover
	BeginsLots
	BeginsChosen
)

// OneRound makes a game that is a match one of a single round: `end round`
// ends it, and there are no rules of [match].
func (g *Game) OneRound() {
	if g.Match == nil {
		return
	}
	g.Match = nil
	texts, id := g.Texts, 0
	g.Texts = nil
	for _, t := range texts {
		switch t.Table {
		case "match", "fill", "between", "over":
			continue
		}
		g.Texts = append(g.Texts, t)
		for _, r := range t.Rules {
			r.ID = id
			id++
		}
	}
}
