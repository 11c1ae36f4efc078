package search

import (
	"mancala/interpreter"
)

// mostLine is the longest line that is shown.
const mostLine = 1000

// line is a line of best play from a position of known value, to the end of
// the game if the budget lasts. No position comes twice.
func (sv *Solver) line(s *interpreter.State, v Value) []int {
	var moves []int
	at := *s.Clone()
	met := map[key]bool{}
	for at.Over == nil && len(moves) < mostLine {
		met[sv.keys.of(&at)] = true
		kids, err := interpreter.Expand(sv.x, &at, nil)
		if err != nil {
			break
		}
		i := sv.keeps(&at, kids, v, met)
		if i < 0 {
			break
		}
		moves = append(moves, i)
		at = kids[i].State
	}
	return moves
}

// keeps finds a move that keeps the value of a position, by searches to
// growing depths, so that it is one that gets there soon; -1: none was found.
func (sv *Solver) keeps(s *interpreter.State, kids []interpreter.Kid, v Value, met map[key]bool) int {
	for depth := 0; depth <= mostDeep; depth = deeper(depth) {
		sv.cut = 0
		for i := range kids {
			k := &kids[i]
			if k.Err == nil && k.State.Over == nil && met[sv.keys.of(&k.State)] {
				continue
			}
			ok, err := sv.holds(s, k, v, depth)
			if err != nil {
				return -1
			}
			if ok {
				return i
			}
		}
		if sv.cut == 0 {
			break
		}
	}
	return -1
}

// holds tells if a move is proved to be worth v for whoever makes it: for the
// searching player at least v, for the others at most.
func (sv *Solver) holds(s *interpreter.State, k *interpreter.Kid, v Value, depth int) (bool, error) {
	mine := int(s.Cells[sv.mover]) == sv.me
	t := v
	if !mine {
		t = v + 1
	}
	low, high, err := sv.kid(k, depth, t, 0)
	if mine {
		return low >= v, err
	}
	return high <= v, err
}
