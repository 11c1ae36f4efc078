package search

import (
	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// judge values positions that are not over, for any game: what the file's
// [score] counts for a player (seeds in his store, if it has none) and, for
// less, the seeds on his side of the board, which he can sow.
type judge struct {
	p     *program.Program
	score []program.Expr // by seat; nil if there is none that can be asked between turns
	owner []int          // of holes at the start
	slots map[int]int
	cells []int32
	known bool
}

// Weights of a seed counted and a seed held.
const (
	counted = 4
	held    = 1
)

func newJudge(p *program.Program) *judge {
	j := &judge{p: p, slots: map[int]int{}, owner: make([]int, p.Holes)}
	for i := range j.owner {
		j.owner[i] = -1
		if p.Game != nil && i < len(p.Game.Board.Holes) {
			j.owner[i] = p.Game.Board.Holes[i].Owner
		}
	}
	if len(p.Score) == p.Players {
		j.score = p.Score
		j.cells, j.known = p.Start, true
		for _, e := range p.Score {
			j.eval(e)
		}
		if !j.known {
			j.score = nil
		}
	}
	return j
}

// worth is the lead of a seat over the best of the others, in quarters of a seed.
func (j *judge) worth(cells []int32, seat int) int32 {
	j.cells = cells
	var side [4]int32
	owners := j.p.Layout.Owners
	for h, o := range j.owner {
		if owners >= 0 {
			o = int(cells[owners+h])
		}
		if o >= 0 && o < len(side) {
			side[o] += held * cells[h]
		}
	}
	best, others := int32(0), false
	for s := range j.p.Players {
		if s >= len(side) {
			break
		}
		side[s] += counted * j.counts(s)
		if h := j.p.Layout.Hands; h >= 0 {
			side[s] += held * cells[h+s]
		}
		if s != seat && (!others || side[s] > best) {
			best, others = side[s], true
		}
	}
	return side[seat] - best
}

// counts is what a seat has made so far.
func (j *judge) counts(seat int) int32 {
	if j.score != nil {
		n := int32(j.eval(j.score[seat]))
		if j.p.Least {
			return -n
		}
		return n
	}
	if j.p.Game != nil && j.p.Game.Board.Stores != rules.NoStores {
		return j.cells[j.p.Layout.Stores+seat]
	}
	return 0
}

// eval gives the value of an expression that asks for nothing but the
// position; known turns false for others.
func (j *judge) eval(e program.Expr) int {
	switch e := e.(type) {
	case program.Const:
		return e.V
	case program.Cell:
		return int(j.cells[e.I])
	case program.CellAt:
		i := e.Base + j.eval(e.Index)
		if i < e.Base || i >= len(j.cells) {
			return 0
		}
		return int(j.cells[i])
	case program.Slot:
		return j.slots[e.I]
	case program.Lookup:
		return e.T.At(j.eval(e.Index))
	case program.Not:
		return truth(j.eval(e.A) == 0)
	case program.If:
		if j.eval(e.Cond) != 0 {
			return j.eval(e.Then)
		}
		return j.eval(e.Else)
	case program.Op:
		return j.op(e)
	case program.Fold:
		return j.fold(e)
	}
	j.known = false
	return 0
}

func (j *judge) op(e program.Op) int {
	a := j.eval(e.A)
	if e.Op == program.And && a == 0 || e.Op == program.Or && a != 0 {
		return truth(a != 0)
	}
	b := j.eval(e.B)
	switch e.Op {
	case program.Add:
		return program.Word(a + b)
	case program.Sub:
		return program.Word(a - b)
	case program.Mul:
		return program.Word(a * b)
	case program.Eq:
		return truth(a == b)
	case program.Ne:
		return truth(a != b)
	case program.Lt:
		return truth(a < b)
	case program.Le:
		return truth(a <= b)
	case program.Gt:
		return truth(a > b)
	case program.Ge:
		return truth(a >= b)
	case program.And, program.Or:
		return truth(b != 0)
	case program.BitAnd:
		return a & b
	case program.Div, program.Mod:
		if b == 0 {
			return 0
		}
		q, r := a/b, a%b
		if r != 0 && (r < 0) != (b < 0) {
			q, r = q-1, r+b
		}
		if e.Op == program.Div {
			return q
		}
		return r
	}
	j.known = false
	return 0
}

func (j *judge) fold(e program.Fold) int {
	out := truth(e.How == program.Every)
	first := true
	j.each(e.Set, func(p int) {
		saved := j.slots[e.Slot]
		j.slots[e.Slot] = p
		v := j.eval(e.Body)
		j.slots[e.Slot] = saved
		switch e.How {
		case program.Sum:
			out += v
		case program.Max:
			if first || v > out {
				out = v
			}
		case program.Any:
			out |= truth(v != 0)
		case program.Every:
			out &= truth(v != 0)
		}
		first = false
	})
	return out
}

// each calls do for every place of a set.
func (j *judge) each(s program.Set, do func(p int)) {
	switch s := s.(type) {
	case program.Holes:
		for _, p := range s.List {
			do(p)
		}
	case program.One:
		if p := j.eval(s.Spot); p >= 0 {
			do(p)
		}
	case program.Union:
		met := map[int]bool{}
		for _, t := range s.Sets {
			j.each(t, func(p int) {
				if s.Disjoint || !met[p] {
					met[p] = true
					do(p)
				}
			})
		}
	case program.Where:
		j.each(s.Set, func(p int) {
			saved := j.slots[s.Slot]
			j.slots[s.Slot] = p
			in := j.eval(s.Cond) != 0
			j.slots[s.Slot] = saved
			if in {
				do(p)
			}
		})
	case program.Minus:
		out := map[int]bool{}
		j.each(s.B, func(p int) { out[p] = true })
		j.each(s.A, func(p int) {
			if !out[p] {
				do(p)
			}
		})
	default:
		j.known = false
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
