package interpreter

import "errors"

// Kid is what one legal move leads to. Searches keep lists of kids and use
// them again, so that a position costs no memory.
type Kid struct {
	State    State // after the move, its next ply begun; meaningless with Err
	Again    bool  // the mover has another ply
	Captured int   // seeds captured for the mover
	Endless  EndlessKind
	Err      error // *Gap or *OverBudget: what keeps the move from being played
}

// Expander is an executor that makes all moves of a position in one call.
type Expander interface {
	Executor
	// Expand is Expand for this executor.
	Expand(s *State, kids []Kid) ([]Kid, error)
}

// Expand makes every legal move of s on a copy of it, in canonical order, and
// gives the list, which takes the place of kids and uses its memory. A
// finished game has none. Errors are those of Legal, and of a broken program;
// a move that can't be played has its error in its Kid.
func Expand(x Executor, s *State, kids []Kid) ([]Kid, error) {
	if e, ok := x.(Expander); ok {
		return e.Expand(s, kids)
	}
	return ExpandByPlay(x, s, kids)
}

// ExpandByPlay is Expand by Legal and Play.
func ExpandByPlay(x Executor, s *State, kids []Kid) ([]Kid, error) {
	moves, err := x.Legal(s)
	if err != nil {
		return kids[:0], err
	}
	kids = Kids(kids, len(moves))
	for i, m := range moves {
		k := &kids[i]
		k.State.Cells = append(k.State.Cells[:0], s.Cells...)
		k.State.Seen, k.State.Over = s.Seen[:len(s.Seen):len(s.Seen)], nil
		ply, err := x.Play(&k.State, m)
		if k.Err = err; err != nil {
			if !Unplayable(err) {
				return kids[:0], err
			}
			k.Again, k.Captured, k.Endless = false, 0, NotEndless
			continue
		}
		k.Again, k.Captured, k.Endless = ply.Again, ply.Captured, ply.Endless
	}
	return kids, nil
}

// Kids gives a list of n kids in the memory of an earlier list.
func Kids(list []Kid, n int) []Kid {
	if n <= cap(list) {
		return list[:n]
	}
	grown := make([]Kid, n, n+n/2)
	copy(grown, list[:cap(list)])
	return grown
}

// Unplayable tells errors that belong to a position (a silence of the
// description, a budget) from faults.
func Unplayable(err error) bool {
	var gap *Gap
	var budget *OverBudget
	return errors.As(err, &gap) || errors.As(err, &budget)
}
