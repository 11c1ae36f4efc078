package compiled

import (
	"encoding/binary"
	"errors"

	"mancala/dsl/rules"
	"mancala/interpreter"
)

// A game that met a gap or used up a budget is told by the reference executor,
// which has words for it. It is not played there from its beginning: a second
// instance plays it again up to the ply that stopped it, and only that one is
// left to the slow executor. Turns without end need no words: one that used up
// its laps is told with their number, one that recurs is played by the second instance, too.

// lapsInTurn names the budget of a turn in *interpreter.OverBudget.
const lapsInTurn = "laps in a turn"

// overLapped is the error of a turn that used up its laps, if the module says
// that one did.
func (e *Engine) overLapped() error {
	if e.get(cGap) != overLaps {
		return nil
	}
	return &interpreter.OverBudget{What: lapsInTurn, Used: e.budget.Laps}
}

// endlessGap is the gap of a turn from a position that recurs where the rules do
// not say what that means, if the module says that one did, after so many laps.
func (e *Engine) endlessGap(from []int32, laps int) *interpreter.Gap {
	if e.get(cGap) != gapEndless || interpreter.EndlessKind(e.get(cEndless)) != interpreter.EndlessExact {
		return nil
	}
	cells := make([]int32, e.p.Layout.Size)
	e.lay.unpack(e.mem(), cells)
	mover, stage := int(from[e.p.Layout.Mover]), 0
	if c := e.p.Layout.Phases; c >= 0 {
		stage = int(from[c+mover])
	}
	never := e.p.Stages[stage].Seats[mover].Endless == rules.EndlessNever
	return interpreter.NewEndlessGap(laps, int(e.get(cPeriod)), never, cells, e.rule(e.get(cGapRule)))
}

// stopped is the result of a game that was stopped after so many plies, the
// last one included, as the record of it says.
func (e *Engine) stopped(s *interpreter.State, seed uint64, limits interpreter.Limits, record []byte) (interpreter.Result, error) {
	num := func(at int) int { return int(binary.LittleEndian.Uint32(record[at:])) }
	plies, gap := num(rsPlies), num(rsGap)
	inWords := gap != overLaps && gap != gapEndless
	if plies < 1 || inWords && (e.r.m.repeats || e.p.Match != nil) { // what the rules read is more than the position
		return e.inWords(s, seed, limits)
	}
	before, state, random, err := e.upTo(s, seed, plies-1)
	if err != nil {
		return before, err
	}
	if inWords {
		return e.lastInWords(s, seed, limits, before, state, random)
	}
	e.stoppedAt = state
	before.Moves = int(binary.LittleEndian.Uint64(record[rsMoves:]))
	before.Choices = num(rsChoices)
	if gap == overLaps {
		return before, &interpreter.OverBudget{What: lapsInTurn, Used: e.budget.Laps}
	}
	before.Gap, err = e.gapAfter(s, seed, plies, state, num(rsLaps)-before.Laps)
	if before.Gap == nil || err != nil {
		return e.inWords(s, seed, limits)
	}
	before.Endless, before.Period, before.Outcome = interpreter.EndlessExact, before.Gap.Period, nil
	return before, nil
}

// lastInWords lets the reference executor say what stopped the last ply of a game.
func (e *Engine) lastInWords(s *interpreter.State, seed uint64, limits interpreter.Limits, before interpreter.Result, state *interpreter.State, random *interpreter.Random) (interpreter.Result, error) {
	ref, err := e.reference()
	if err != nil {
		return before, err
	}
	last, err := interpreter.Playout(ref, state, random, interpreter.Limits{Plies: 1})
	if last.Plies > 0 {
		return e.inWords(s, seed, limits) // it was not stopped there: the slow way
	}
	before.Moves += last.Moves
	before.Choices += last.Choices
	before.Gap, before.Outcome = last.Gap, nil
	return before, err
}

// gapAfter plays a random game up to the turn without end that stopped it, from
// a position and for so many laps, and gives the gap.
func (e *Engine) gapAfter(s *interpreter.State, seed uint64, plies int, from *interpreter.State, laps int) (*interpreter.Gap, error) {
	second, err := e.another()
	if err != nil {
		return nil, err
	}
	second.quiet = true
	err = second.Playouts(s, []uint64{seed}, interpreter.Limits{Plies: plies}, func(int, interpreter.Result, error) {})
	second.quiet = false
	if err != nil {
		return nil, err
	}
	return second.endlessGap(from.Cells, laps), nil
}

// upTo plays a random game up to so many plies and gives the position, with
// the generator as it stands there.
func (e *Engine) upTo(s *interpreter.State, seed uint64, plies int) (interpreter.Result, *interpreter.State, *interpreter.Random, error) {
	if plies == 0 {
		return interpreter.Result{}, s.Clone(), interpreter.NewRandom(seed), nil
	}
	second, err := e.another()
	if err != nil {
		return interpreter.Result{}, nil, nil, err
	}
	var res interpreter.Result
	err = second.Playouts(s, []uint64{seed}, interpreter.Limits{Plies: plies}, func(_ int, r interpreter.Result, gameErr error) {
		res, err = r, gameErr
	})
	if err == nil && (res.Plies != plies || res.Gap != nil) {
		err = errors.New("a game was not played again as it was")
	}
	if err != nil {
		return res, nil, nil, err
	}
	state := &interpreter.State{}
	second.store(state, stNext)
	return res, state, interpreter.NewRandom(binary.LittleEndian.Uint64(second.mem()[cRandom:])), nil
}

// another is a second instance of the module.
func (e *Engine) another() (*Engine, error) {
	if e.second == nil {
		second, err := NewEngine(e.r, e.budget)
		if err != nil {
			return nil, err
		}
		second.OnTick(func() bool { return e.stop != nil && e.stop() })
		e.second = second
	}
	return e.second, nil
}
