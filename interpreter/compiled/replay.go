package compiled

import (
	"encoding/binary"
	"errors"

	"mancala/interpreter"
)

// A game that met a gap or used up a budget is told by the reference executor,
// which has words for it. It is not played there from its beginning: a second
// instance plays it again up to the ply that stopped it, and only that one is
// left to the slow executor. A turn that used up its laps needs no words.

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

// stopped is the result of a game that was stopped after so many plies, the
// last one included, as the record of it says.
func (e *Engine) stopped(s *interpreter.State, seed uint64, limits interpreter.Limits, record []byte) (interpreter.Result, error) {
	plies := int(binary.LittleEndian.Uint32(record[rsPlies:]))
	if plies < 1 || e.r.m.repeats || e.p.Match != nil { // what the rules read is more than the position
		return e.inWords(s, seed, limits)
	}
	before, state, random, err := e.upTo(s, seed, plies-1)
	if err != nil {
		return before, err
	}
	if int(binary.LittleEndian.Uint32(record[rsGap:])) == overLaps {
		before.Moves = int(binary.LittleEndian.Uint64(record[rsMoves:]))
		before.Choices = int(binary.LittleEndian.Uint32(record[rsChoices:]))
		return before, &interpreter.OverBudget{What: lapsInTurn, Used: e.budget.Laps}
	}
	ref, err := e.reference()
	if err != nil {
		return before, err
	}
	last, err := interpreter.Playout(ref, state, random, interpreter.Limits{Plies: 1})
	before.Moves += last.Moves
	before.Choices += last.Choices
	before.Gap, before.Outcome = last.Gap, nil
	if last.Gap != nil && last.Gap.Kind == interpreter.GapEndless {
		before.Endless, before.Period = last.Endless, last.Period
	}
	if last.Plies > 0 {
		return e.inWords(s, seed, limits) // it was not stopped there: the slow way
	}
	return before, err
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
