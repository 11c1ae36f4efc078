package reference

import (
	"fmt"

	"mancala/interpreter"
	"mancala/interpreter/program"
)

// eval gives the value of an expression: a number, 0 or 1, a place or seat
// or -1. After an error the value is meaningless and the run is halted.
func (r *run) eval(e program.Expr) int {
	switch e := e.(type) {
	case program.Const:
		return e.V
	case program.Cell:
		return int(r.cells[e.I])
	case program.CellAt:
		return r.cellAt(e.Base, r.eval(e.Index))
	case program.Slot:
		return r.slots[e.I]
	case program.Reg:
		return r.reg[e.R]
	case program.Lookup:
		return e.T.At(r.eval(e.Index))
	case program.Next:
		return r.nextOf(r.eval(e.Of), e.N, e.Back)
	case program.Op:
		return r.op(e)
	case program.Not:
		return truth(r.eval(e.A) == 0)
	case program.If:
		if r.eval(e.Cond) != 0 {
			return r.eval(e.Then)
		}
		return r.eval(e.Else)
	case program.Fold:
		return r.fold(e)
	case program.Pick:
		return r.pick(e)
	case program.In:
		return truth(r.member(e.Set, r.eval(e.Spot)))
	case program.Repeats:
		return truth(r.repeats(e.Times))
	case program.HasMove:
		return truth(r.hasMove(e.Seat))
	case program.Visited:
		return truth(r.visited(e))
	case program.Forecast:
		return truth(r.forecast(e))
	}
	r.fail("an expression of an unknown kind: %T", e)
	return 0
}

// place gives the place an expression names, -1 for nowhere or nonsense.
func (r *run) place(e program.Expr) int {
	if p := r.eval(e); p >= 0 && p < r.x.p.Places {
		return p
	}
	return -1
}

// fail reports a program that can't be walked; the scan keeps it from happening.
func (r *run) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// cellAt reads a cell of a field by place; nowhere, and places the field does
// not have (stores in a field of holes), hold 0.
func (r *run) cellAt(base, i int) int {
	if i < 0 || i >= r.x.uses.limit[base] {
		return 0
	}
	return int(r.cells[base+i])
}

func (r *run) op(e program.Op) int {
	a := r.eval(e.A)
	switch e.Op {
	case program.And:
		if a == 0 {
			return 0
		}
		return truth(r.eval(e.B) != 0)
	case program.Or:
		if a != 0 {
			return 1
		}
		return truth(r.eval(e.B) != 0)
	}
	b := r.eval(e.B)
	switch e.Op {
	case program.Add:
		return program.Word(a + b)
	case program.Sub:
		return program.Word(a - b)
	case program.Mul:
		return program.Word(a * b)
	case program.Div:
		q, _ := floorDiv(a, b)
		return program.Word(q)
	case program.Mod:
		_, m := floorDiv(a, b)
		return m
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
	case program.BitAnd:
		return a & b
	}
	r.fail("an operator of an unknown kind: %d", e.Op)
	return 0
}

// floorDiv divides rounding down; by zero it gives zeros.
func floorDiv(a, b int) (q, m int) {
	if b == 0 {
		return 0, 0
	}
	q, m = a/b, a%b
	if m != 0 && (m < 0) != (b < 0) {
		q--
		m += b
	}
	return q, m
}

func (r *run) fold(e program.Fold) int {
	out := truth(e.How == program.Every)
	if h, ok := e.Set.(program.Holes); ok { // the common case, without a copy of the list
		for _, p := range h.List {
			r.slots[e.Slot] = p
			if r.folded(&out, e.How, r.eval(e.Body)) {
				break
			}
		}
		return out
	}
	lo := len(r.stack)
	r.push(e.Set)
	for i, hi := lo, len(r.stack); i < hi; i++ {
		r.slots[e.Slot] = r.stack[i]
		if r.folded(&out, e.How, r.eval(e.Body)) {
			break
		}
	}
	r.stack = r.stack[:lo]
	return out
}

// folded combines a value and says if the rest can't change the result.
func (r *run) folded(out *int, how program.FoldKind, v int) bool {
	switch how {
	case program.Sum:
		*out += v
	case program.Max:
		*out = max(*out, v)
	case program.Any:
		*out = truth(v != 0)
		return v != 0
	case program.Every:
		*out = truth(v != 0)
		return v == 0
	}
	return false
}

// direction is the direction to walk in, -1 (and a gap) if the lap has none.
func (r *run) direction(back bool) int {
	d := r.reg[program.RDir]
	if d < 0 {
		r.gap(interpreter.GapDirection, "direction", "a next hole is asked for, but this lap has no direction")
		return -1
	}
	if back {
		return d ^ 1
	}
	return d
}

// nextOf walks n places along the mover's route, past skipped ones but not
// past the origin for being the origin; -1 off the route.
func (r *run) nextOf(p, n int, back bool) int {
	if p < 0 {
		return -1
	}
	d := r.direction(back)
	if d < 0 {
		return -1
	}
	route := r.seat.Next(d)
	for ; n > 0; n-- {
		steps := 0
		for {
			if p = route.At(p); p < 0 {
				return -1
			}
			if !r.skips(p) {
				break
			}
			if steps++; steps > r.x.p.Places {
				return -1 // everything is closed: there is no next hole
			}
		}
	}
	return p
}

// skips asks the file's `skip` about a place. While it is being asked it is
// not asked again, so that a `skip` that reads `next` can't run for ever.
func (r *run) skips(p int) bool {
	if r.seat.Skip == nil || r.inSkip {
		return false
	}
	saved := r.slots[r.seat.SkipSlot]
	r.inSkip = true
	r.slots[r.seat.SkipSlot] = p
	v := r.eval(r.seat.Skip)
	r.slots[r.seat.SkipSlot] = saved
	r.inSkip = false
	return v != 0
}

func (r *run) visited(e program.Visited) bool {
	for p, lap := range r.fell {
		if lap > 0 && (!e.Lap || lap == r.reg[program.RLap]) && r.member(e.Set, p) {
			return true
		}
	}
	return false
}
