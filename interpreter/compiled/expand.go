package compiled

import (
	"errors"

	"mancala/interpreter"
)

// Expand makes every legal move of a position on a copy of it, as
// interpreter.ExpandByPlay does: the moves are listed once, and the position
// is put back by a copy of a few bytes. What needs words is left to Play.
func (e *Engine) Expand(s *interpreter.State, kids []interpreter.Kid) ([]interpreter.Kid, error) {
	if s.Over != nil {
		return kids[:0], nil
	}
	if err := e.load(s); err != nil {
		w, err := e.wider(err)
		if err != nil {
			return kids[:0], err
		}
		return w.Expand(s, kids)
	}
	e.cells = e.cells[:0] // the list in the module is that of no position asked for
	n, err := e.call("legal", 0)
	if errors.Is(err, interpreter.ErrStopped) {
		return kids[:0], err
	}
	if err != nil || n < 0 {
		return interpreter.ExpandByPlay(e, s, kids)
	}
	kids = interpreter.Kids(kids, int(n))
	e.before = append(e.before[:0], e.mem()[e.lay.base:e.lay.base+e.lay.size]...)
	for i := range kids {
		if i > 0 {
			copy(e.mem()[e.lay.base:], e.before)
			if e.r.m.repeats {
				if err := e.loadHistory(s.Seen); err != nil {
					return kids[:0], err
				}
			}
		}
		status, err := e.call("play", i)
		if errors.Is(err, interpreter.ErrStopped) {
			return kids[:0], err
		}
		if err != nil || status > stOver {
			e.seen = unknownHistory
			return interpreter.ExpandByPlay(e, s, kids)
		}
		k := &kids[i]
		k.State.Seen = s.Seen[:len(s.Seen):len(s.Seen)]
		e.store(&k.State, status)
		k.Again, k.Captured, k.Endless, k.Err = e.get(cAgain) != 0, int(e.get(cCaptured)), interpreter.EndlessKind(e.get(cEndless)), nil
	}
	return kids, nil
}
