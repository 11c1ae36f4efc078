package lower

import "mancala/interpreter/program"

// substitute puts a value in place of a slot and simplifies what becomes
// constant. The value must be cheap, or a constant.
func substitute(e program.Expr, slot int, value program.Expr) program.Expr {
	r := replacer{slot, value}
	return r.expr(e)
}

type replacer struct {
	slot  int
	value program.Expr
}

func (r replacer) expr(e program.Expr) program.Expr {
	switch e := e.(type) {
	case program.Slot:
		if e.I == r.slot {
			return r.value
		}
	case program.CellAt:
		return cellAt(e.Base, r.expr(e.Index))
	case program.Lookup:
		return lookup(e.T, r.expr(e.Index))
	case program.Next:
		of := r.expr(e.Of)
		if isConst(of, -1) {
			return none
		}
		return program.Next{Of: of, N: e.N, Back: e.Back}
	case program.Op:
		return op(e.Op, r.expr(e.A), r.expr(e.B))
	case program.Not:
		return not(r.expr(e.A))
	case program.If:
		return choose(r.expr(e.Cond), r.expr(e.Then), r.expr(e.Else))
	case program.Fold:
		if e.Slot == r.slot {
			return fold(e.How, r.set(e.Set), e.Slot, e.Body)
		}
		return fold(e.How, r.set(e.Set), e.Slot, r.expr(e.Body))
	case program.Pick:
		if e.From == nil {
			return pick(r.set(e.Set), e.Order)
		}
		return program.Pick{Set: r.set(e.Set), Order: e.Order, From: r.expr(e.From)}
	case program.In:
		return in(r.expr(e.Spot), r.set(e.Set))
	case program.Visited:
		return program.Visited{Lap: e.Lap, Set: r.set(e.Set)}
	case program.Forecast:
		e.Set = r.set(e.Set)
		return e
	}
	return e
}

func (r replacer) set(s program.Set) program.Set {
	switch s := s.(type) {
	case program.One:
		return single(r.expr(s.Spot))
	case program.Union:
		list := make([]program.Set, len(s.Sets))
		for i, t := range s.Sets {
			list[i] = r.set(t)
		}
		return union(list...)
	case program.Where:
		if s.Slot == r.slot {
			return where(r.set(s.Set), s.Slot, s.Cond)
		}
		return where(r.set(s.Set), s.Slot, r.expr(s.Cond))
	case program.Minus:
		return minus(r.set(s.A), r.set(s.B))
	case program.Run:
		from := r.expr(s.From)
		if s.Slot == r.slot {
			return program.Run{From: from, Back: s.Back, By: s.By, Slot: s.Slot, While: s.While}
		}
		return program.Run{From: from, Back: s.Back, By: s.By, Slot: s.Slot, While: r.expr(s.While)}
	case program.BySeat:
		list := make([]program.Set, len(s.Sets))
		for i, t := range s.Sets {
			list[i] = r.set(t)
		}
		return bySeat(r.expr(s.Seat), list)
	}
	return s
}

// bySeat chooses a set by a seat.
func bySeat(seat program.Expr, sets []program.Set) program.Set {
	if v, ok := constant(seat); ok {
		if v < 0 || v >= len(sets) {
			return holes()
		}
		return sets[v]
	}
	return program.BySeat{Seat: seat, Sets: sets}
}

// pick is the first place of a set in an order.
func pick(s program.Set, order []int) program.Expr {
	if list, ok := constantSet(s); ok {
		for _, p := range order {
			for _, q := range list {
				if p == q {
					return program.Const{V: p}
				}
			}
		}
		return none
	}
	return program.Pick{Set: s, Order: order}
}
