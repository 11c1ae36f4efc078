package reference

import (
	"slices"

	"mancala/interpreter/program"
)

// push puts the places of a set on the stack, in the set's order, each once.
// Whoever pushes takes them off again by cutting the stack to its old length.
func (r *run) push(s program.Set) {
	switch s := s.(type) {
	case nil:
	case program.Holes:
		r.stack = append(r.stack, s.List...)
	case program.One:
		if p := r.place(s.Spot); p >= 0 {
			r.stack = append(r.stack, p)
		}
	case program.Union:
		lo := len(r.stack)
		for _, part := range s.Sets {
			r.push(part)
		}
		if !s.Disjoint {
			r.stack = r.stack[:lo+dedupe(r.stack[lo:])]
		}
	case program.Where:
		r.pushWhere(s)
	case program.Minus:
		lo := len(r.stack)
		r.push(s.A)
		r.keep(lo, func(p int) bool { return !r.member(s.B, p) })
	case program.Run:
		r.pushRun(s)
	case program.Picked:
		r.stack = append(r.stack, r.named[s.Slot]...)
	case program.BySeat:
		if seat := r.eval(s.Seat); seat >= 0 && seat < len(s.Sets) {
			r.push(s.Sets[seat])
		}
	default:
		r.fail("a set of an unknown kind: %T", s)
	}
}

func (r *run) pushWhere(s program.Where) {
	if h, ok := s.Set.(program.Holes); ok {
		for _, p := range h.List {
			if r.work(1); r.err != nil {
				return
			}
			r.slots[s.Slot] = p
			if r.eval(s.Cond) != 0 {
				r.stack = append(r.stack, p)
			}
		}
		return
	}
	lo := len(r.stack)
	r.push(s.Set)
	r.keep(lo, func(p int) bool {
		r.slots[s.Slot] = p
		return r.eval(s.Cond) != 0
	})
}

// keep drops the places from lo up that a condition refuses. The condition
// may push: what it leaves lies above the places still to be asked.
func (r *run) keep(lo int, cond func(int) bool) {
	kept := lo
	for i, hi := lo, len(r.stack); i < hi && r.err == nil; i++ {
		r.work(1)
		if p := r.stack[i]; cond(p) {
			r.stack[kept] = p
			kept++
		}
	}
	r.stack = r.stack[:kept]
}

func (r *run) pushRun(s program.Run) {
	lo := len(r.stack)
	for p := r.place(s.From); p >= 0 && r.err == nil; {
		if slices.Contains(r.stack[lo:], p) {
			return
		}
		r.slots[s.Slot] = p
		if r.eval(s.While) == 0 {
			return
		}
		r.stack = append(r.stack, p)
		p = r.nextOf(p, max(s.By, 1), s.Back)
	}
}

// dedupe moves the first of each place to the front and says how many there are.
func dedupe(list []int) int {
	kept := 0
	for _, p := range list {
		if !slices.Contains(list[:kept], p) {
			list[kept] = p
			kept++
		}
	}
	return kept
}

// member asks if a place lies in a set, without listing it where it can.
func (r *run) member(s program.Set, p int) bool {
	if p < 0 {
		return false
	}
	switch s := s.(type) {
	case nil:
		return false
	case program.Holes:
		return slices.Contains(s.List, p)
	case program.One:
		return r.place(s.Spot) == p
	case program.Union:
		for _, part := range s.Sets {
			if r.member(part, p) {
				return true
			}
		}
		return false
	case program.Where:
		if !r.member(s.Set, p) {
			return false
		}
		r.slots[s.Slot] = p
		return r.eval(s.Cond) != 0
	case program.Minus:
		return r.member(s.A, p) && !r.member(s.B, p)
	case program.BySeat:
		seat := r.eval(s.Seat)
		return seat >= 0 && seat < len(s.Sets) && r.member(s.Sets[seat], p)
	}
	lo := len(r.stack)
	r.push(s)
	in := slices.Contains(r.stack[lo:], p)
	r.stack = r.stack[:lo]
	return in
}

// pick is the first place of a set in an order, or the nearest along the route.
func (r *run) pick(e program.Pick) int {
	if e.Order != nil {
		for _, p := range e.Order {
			if r.member(e.Set, p) {
				return p
			}
		}
		return -1
	}
	lo := len(r.stack)
	r.push(e.Set)
	defer func() { r.stack = r.stack[:lo] }()
	if lo == len(r.stack) {
		return -1
	}
	p, d := r.eval(e.From), r.direction(false)
	if d < 0 {
		return -1
	}
	for steps := 0; p >= 0 && steps <= r.x.p.Places; steps++ {
		if slices.Contains(r.stack[lo:], p) {
			return p
		}
		p = r.seat.Next(d).At(p)
	}
	return -1
}
