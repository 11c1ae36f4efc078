// Package search looks ahead, for players and for exact values, in any game:
// it knows positions and moves by the executors' contract alone. Two sides
// face each other in a search, the player on the move at its root and
// everybody else; whose turn it is is read from each position, so that extra
// turns, passes and more than two players need no care of their own.
package search

import (
	"errors"

	"mancala/interpreter"
)

// ErrLots is the answer to the search for the value of a game in which lots are drawn.
var ErrLots = errors.New("lots are drawn in this game: nobody can force what it ends with")

// ErrOver is the answer to a search of a finished game.
var ErrOver = errors.New("the game is over: there is nothing to search")

// Value is what a game comes to for a seat: 0 a draw, above it a win, below a
// loss. A win by the score with a margin of n seeds is Won+n, a win by other
// rules Won.
type Value int32

// Bounds of values.
const (
	Won    Value = 1 << 20
	limit  Value = 1<<21 - 1 // beyond every value
	margin Value = 1<<20 - 2 // the largest margin
)

// Result says what a value means: +1 a win, 0 a draw, -1 a loss.
func (v Value) Result() int {
	switch {
	case v >= Won:
		return 1
	case v <= -Won:
		return -1
	}
	return 0
}

// Margin is the number of seeds the winner is ahead by, 0 if the game was not
// decided by its score.
func (v Value) Margin() int {
	switch {
	case v >= Won:
		return int(v - Won)
	case v <= -Won:
		return int(-v - Won)
	}
	return 0
}

// ValueOf is the value of a finished game for a seat. Nobody's win is a loss
// for a seat alone: a solitaire that was not solved.
func ValueOf(o *interpreter.Outcome, seat int, least bool) Value {
	if o.Draw {
		return 0
	}
	ahead := Value(0)
	if seat < len(o.Scores) {
		best, others := 0, false
		for s, n := range o.Scores {
			if s != seat && (!others || n > best != least) {
				best, others = n, true
			}
		}
		if others {
			ahead = Value(o.Scores[seat] - best)
		}
	}
	if least {
		ahead = -ahead
	}
	if o.Winner == seat {
		return Won + min(max(ahead, 0), margin)
	}
	return -Won - min(max(-ahead, 0), margin)
}
