package interpreter

import "errors"

// ErrStopped is returned when a stop function asked for it.
var ErrStopped = errors.New("stopped")

// Perft counts move sequences: counts[d] is the number of sequences of d
// plies from s, d = 0..depth. A ply is one complete move, a forced pass
// included; an extra turn begins a new ply. A finished game has no
// continuation, and neither has a turn that never ends, whatever the file
// makes of it ("stop" alone goes on: there the turn ends). Repetition is
// ignored.
//
// Stop, if not nil, is asked now and then; when it says true the counts so
// far come back with ErrStopped. Other errors are the executor's.
func Perft(x Executor, s *State, depth int, stop func() bool) (counts []uint64, err error) {
	p := perft{x: x, stop: stop, counts: make([]uint64, max(depth, 0)+1), states: make([]*State, max(depth, 0)+1)}
	p.counts[0] = 1
	start := s.Clone()
	start.Seen = nil
	err = p.walk(start, 0)
	return p.counts, err
}

// Counter is an executor that counts move sequences by itself, as Perft does.
type Counter interface {
	Interruptible
	Perft(s *State, depth int) (counts []uint64, err error)
}

// Count is Perft, by the executor's own means if it has any.
func Count(x Executor, s *State, depth int, stop func() bool) (counts []uint64, err error) {
	c, ok := x.(Counter)
	if !ok {
		return Perft(x, s, depth, stop)
	}
	c.OnTick(stop)
	return c.Perft(s, depth)
}

// Division is the share of one first move in a Perft.
type Division struct {
	Move   Move
	Counts []uint64 // Counts[d]: sequences of d plies after the move
}

// Divide counts, for every legal move of s, the sequences of up to depth-1
// plies after it, to find where two engines part.
func Divide(x Executor, s *State, depth int, stop func() bool) ([]Division, error) {
	moves, err := x.Legal(s)
	if err != nil || depth < 1 {
		return nil, err
	}
	out := make([]Division, 0, len(moves))
	for _, m := range moves {
		next := s.Clone()
		next.Seen = nil
		counts := make([]uint64, depth)
		counts[0] = 1
		_, err := x.Play(next, m)
		if err != nil && !isEndless(err) {
			return out, err
		}
		if err == nil {
			if counts, err = Count(x, next, depth-1, stop); err != nil {
				return out, err
			}
		}
		out = append(out, Division{m, counts})
	}
	return out, nil
}

type perft struct {
	x      Executor
	stop   func() bool
	asked  int
	counts []uint64
	states []*State // one a depth, reused
}

// walk counts what follows s, d plies down.
func (p *perft) walk(s *State, d int) error {
	if d+1 >= len(p.counts) || s.Over != nil {
		return nil
	}
	if p.asked++; p.stop != nil && p.asked&255 == 0 && p.stop() {
		return ErrStopped
	}
	moves, err := p.x.Legal(s)
	if err != nil {
		return err
	}
	p.counts[d+1] += uint64(len(moves))
	if d+2 == len(p.counts) {
		return nil // the last ply need not be played to be counted
	}
	for _, m := range moves {
		next := p.copyOf(s, d+1)
		ply, err := p.x.Play(next, m)
		if isEndless(err) {
			continue
		}
		if err != nil {
			return err
		}
		next.Seen = nil
		if ply.Outcome != nil {
			continue
		}
		if err := p.walk(next, d+1); err != nil {
			return err
		}
	}
	return nil
}

func (p *perft) copyOf(s *State, d int) *State {
	if p.states[d] == nil {
		p.states[d] = &State{}
	}
	c := p.states[d]
	c.Cells = append(c.Cells[:0], s.Cells...)
	c.Seen, c.Over = nil, nil
	return c
}

// isEndless tells a turn that never ends and has no meaning from other gaps.
func isEndless(err error) bool {
	var gap *Gap
	return errors.As(err, &gap) && gap.Kind == GapEndless
}
