package interpreter

import "errors"

// Limits bounds a playout; a zero field means the default.
type Limits struct {
	Plies  int // default 20,000
	Rounds int // of a match; 0: no limit
}

// DefaultLimits is used where Limits has zeros.
var DefaultLimits = Limits{Plies: 20_000}

// Result is what happened in a playout.
type Result struct {
	Plies    int
	Laps     int
	Sown     int // seeds dropped
	Captured int // seeds captured for the player on the move
	Lost     int // seeds captured for others than the player on the move
	Moves    int // legal moves, summed over the plies
	Choices  int // plies with two legal moves or more
	MaxLaps  int // laps of the longest turn that came to an end
	Again    int // plies that gave the mover another one

	Rounds    int    // rounds of a match that ended
	RoundWins [4]int // of them, won by each seat; the others were drawn

	Outcome *Outcome // nil: unfinished (ply limit or a gap)
	Endless EndlessKind
	Period  int  // laps of the cycle, when Endless is EndlessExact
	Gap     *Gap // the gap that stopped the game
}

// Playout plays a game of uniformly random moves from s to its end, a gap or
// the ply limit, and changes s.
//
// Which number decides what is part of the contract, for a compiled engine
// plays the same games from the same generator: before each ply the legal
// moves are listed in canonical order (Executor.Legal); with two or more of
// them Below(number of moves) is drawn once and names the move by its index;
// a forced move or pass draws nothing. Nothing else draws. An inner choice is
// part of the move, so it never draws on its own.
//
// A gap is not an error here: the game stops there unfinished. Errors are
// *OverBudget and those of a broken program; the counts so far come with them.
func Playout(x Executor, s *State, r *Random, limits Limits) (Result, error) {
	return PlayGame(x, s, func(_ *State, legal []Move) (int, error) { return r.Below(len(legal)), nil }, limits)
}

// PlayGame is Playout with a choice of moves: choose gives the index of one of
// two or more legal moves and is not asked for a forced one. It must not
// change the state. Its errors end the game.
func PlayGame(x Executor, s *State, choose func(s *State, legal []Move) (int, error), limits Limits) (Result, error) {
	var res Result
	if limits.Plies == 0 {
		limits.Plies = DefaultLimits.Plies
	}
	for s.Over == nil && res.Plies < limits.Plies && (limits.Rounds == 0 || res.Rounds < limits.Rounds) {
		moves, err := x.Legal(s)
		if err != nil {
			return res, res.stopped(err)
		}
		i := 0
		if len(moves) > 1 {
			if i, err = choose(s, moves); err != nil {
				return res, err
			}
			res.Choices++
		}
		res.Moves += len(moves)
		ply, err := x.Play(s, moves[i])
		if err != nil {
			return res, res.stopped(err)
		}
		res.add(ply)
	}
	res.Outcome = s.Over
	return res, nil
}

func (res *Result) add(ply *Ply) {
	res.Plies++
	res.Laps += ply.Laps
	res.Sown += ply.Sown
	res.Captured += ply.Captured
	res.Lost += ply.Lost
	if ply.Again {
		res.Again++
	}
	if ply.Round != nil {
		res.Rounds++
		if w := ply.Round.Winner; w >= 0 {
			res.RoundWins[w]++
		}
	}
	if ply.Endless == NotEndless {
		res.MaxLaps = max(res.MaxLaps, ply.Laps)
	} else {
		res.Endless, res.Period = ply.Endless, ply.Period
	}
}

// stopped records a gap as the end of the game and hands other errors on.
func (res *Result) stopped(err error) error {
	var gap *Gap
	if !errors.As(err, &gap) {
		return err
	}
	res.Gap = gap
	if gap.Kind == GapEndless {
		res.Endless = EndlessExact
		res.Period = gap.Period
	}
	return nil
}
