package compiled

import (
	"mancala/interpreter/program"
)

// Values of expressions that are known when compiling.

// fixed computes an expression that reads nothing but one slot.
func fixed(e program.Expr, slot, place int) (int, bool) {
	switch e := e.(type) {
	case program.Const:
		return e.V, true
	case program.Slot:
		return place, e.I == slot
	case program.Lookup:
		v, ok := fixed(e.Index, slot, place)
		return e.T.At(v), ok
	case program.Not:
		v, ok := fixed(e.A, slot, place)
		return b2i(v == 0), ok
	case program.In:
		h, isHoles := e.Set.(program.Holes)
		v, ok := fixed(e.Spot, slot, place)
		if !isHoles || !ok {
			return 0, false
		}
		for _, p := range h.List {
			if p == v {
				return 1, true
			}
		}
		return 0, true
	case program.Op:
		return fixedOp(e, slot, place)
	}
	return 0, false
}

func fixedOp(e program.Op, slot, place int) (int, bool) {
	a, okA := fixed(e.A, slot, place)
	b, okB := fixed(e.B, slot, place)
	switch {
	case e.Op == program.And && (okA && a == 0 || okB && b == 0):
		return 0, true
	case e.Op == program.Or && (okA && a != 0 || okB && b != 0):
		return 1, true
	case !okA || !okB:
		return 0, false
	}
	switch e.Op {
	case program.Add:
		return a + b, true
	case program.Sub:
		return a - b, true
	case program.Mul:
		return a * b, true
	case program.Eq:
		return b2i(a == b), true
	case program.Ne:
		return b2i(a != b), true
	case program.Lt:
		return b2i(a < b), true
	case program.Le:
		return b2i(a <= b), true
	case program.Gt:
		return b2i(a > b), true
	case program.Ge:
		return b2i(a >= b), true
	case program.And:
		return b2i(a != 0 && b != 0), true
	case program.Or:
		return b2i(a != 0 || b != 0), true
	case program.BitAnd:
		return a & b, true
	}
	return 0, false
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
