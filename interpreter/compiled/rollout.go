package compiled

import (
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Rollout plays one game of random moves to its end or its limits, as
// interpreter.Playout does with interpreter.NewRandom(seed), and changes s:
// it has the outcome of a game that is over, and the cells of one that is not.
// The history is left as it was.
func (e *Engine) Rollout(s *interpreter.State, seed uint64, limits interpreter.Limits) (interpreter.Result, error) {
	if limits.Plies == 0 {
		limits.Plies = interpreter.DefaultLimits.Plies
	}
	if s.Over != nil || e.r.m.repeats && limits.Plies+len(s.Seen) >= historyCap {
		return interpreter.Playout(e, s, interpreter.NewRandom(seed), limits)
	}
	if err := e.lay.fits(s.Cells); err != nil {
		w, err := e.wider(err)
		if err != nil {
			return interpreter.Result{}, err
		}
		return w.Rollout(s, seed, limits)
	}
	var out interpreter.Result
	var fail error
	asked := e.asked
	e.stoppedAt = nil
	err := e.Playouts(s, []uint64{seed}, limits, func(_ int, r interpreter.Result, err error) { out, fail = r, err })
	if err != nil {
		return out, err
	}
	if e.asked != asked { // words were needed: only the other executor knows the position
		ref, err := e.reference()
		if err != nil {
			return out, err
		}
		return interpreter.Playout(ref, s, interpreter.NewRandom(seed), limits)
	}
	if e.stoppedAt != nil {
		copy(s.Cells, e.stoppedAt.Cells)
		return out, fail
	}
	e.lay.unpack(e.mem(), s.Cells)
	s.Over = out.Outcome
	return out, fail
}

// fits tells if the lanes can hold a position's seeds.
func (l *packed) fits(cells []int32) error {
	total := int64(0)
	for i, v := range cells {
		if l.p.Layout.Fields[l.field[i]].Kind == program.Seeds && v > 0 {
			total += int64(v)
		}
	}
	if total > capacity(l.lane) {
		return &tooManySeeds{total}
	}
	return nil
}
