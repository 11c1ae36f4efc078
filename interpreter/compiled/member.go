package compiled

import (
	"slices"

	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Membership: is a place in a set?

// in pushes whether a spot lies in a set; nowhere lies in none.
func (g *gen) in(spot program.Expr, s program.Set) {
	if h, ok := s.(program.Holes); ok {
		g.inHoles(spot, h.List)
		return
	}
	g.temp(wasm.I32, func(p wasm.Local) {
		g.val(spot)
		g.f.Set(p)
		if !g.spots(spot).has(-1) {
			g.member(s, p)
			return
		}
		g.f.Get(p).Const(0).Op(wasm.I32GeS)
		g.f.If(wasm.I32)
		g.member(s, p)
		g.f.Else()
		g.f.Const(0)
		g.f.End()
	})
}

func (g *gen) inHoles(spot program.Expr, list []int) {
	f := g.f
	can := g.spots(spot)
	var yes, no []int
	for _, p := range can.list() {
		if slices.Contains(list, p) {
			yes = append(yes, p)
		} else {
			no = append(no, p)
		}
	}
	switch {
	case len(yes) == 0 && g.cost(spot) < dear:
		f.Const(0)
		return
	case len(no) == 0 && len(yes) > 0 && !can.has(-1) && g.cost(spot) < dear:
		f.Const(1)
		return
	case len(yes) == 0:
		g.val(spot)
		f.Op(wasm.Drop).Const(0)
		return
	}
	lo, hi := yes[0], yes[len(yes)-1]
	split := true // no place that is out lies between those that are in
	below, above := can.has(-1), false
	for _, p := range no {
		split = split && (p < lo || p > hi)
		below, above = below || p < lo, above || p > hi
	}
	g.val(spot)
	switch {
	case lo == hi:
		f.Const(lo).Op(wasm.I32Eq)
	case split && !below:
		f.Const(hi).Op(wasm.I32LeS)
	case split && !above:
		f.Const(lo).Op(wasm.I32GeS)
	case split:
		f.Const(lo).Op(wasm.I32Sub).Const(hi - lo + 1).Op(wasm.I32LtU)
	default:
		values := make([]int, g.p.Places+1)
		for _, p := range list {
			values[p+1] = 1
		}
		g.entryOf(values, -1)
	}
}

// member pushes whether the place in p lies in a set, without listing it where it can.
func (g *gen) member(s program.Set, p wasm.Local) {
	f := g.f
	switch s := s.(type) {
	case nil:
		f.Const(0)
	case program.Holes:
		values := make([]int, g.p.Places)
		for _, q := range s.List {
			values[q] = 1
		}
		f.Get(p)
		g.entryOf(values, 0)
	case program.One:
		g.val(s.Spot)
		f.Get(p).Op(wasm.I32Eq)
	case program.Union:
		f.Const(0)
		for _, t := range s.Sets {
			f.If(wasm.I32)
			f.Const(1)
			f.Else()
			g.member(t, p)
			f.End()
		}
	case program.Where:
		g.member(s.Set, p)
		f.If(wasm.I32)
		f.Get(p).Set(g.slot(s.Slot))
		g.standing(s.Slot, g.members(s.Set), func() { g.truth(s.Cond) })
		f.Else()
		f.Const(0)
		f.End()
	case program.Minus:
		g.member(s.A, p)
		f.If(wasm.I32)
		g.member(s.B, p)
		f.Op(wasm.I32Eqz)
		f.Else()
		f.Const(0)
		f.End()
	case program.BySeat:
		g.memberBySeat(s, p)
	default:
		g.memberOf(s, p)
	}
}

func (g *gen) memberBySeat(s program.BySeat, p wasm.Local) {
	g.temp(wasm.I32, func(seat wasm.Local) {
		g.temp(wasm.I32, func(out wasm.Local) {
			g.val(s.Seat)
			g.f.Set(seat).Const(0).Set(out)
			for i, t := range s.Sets {
				g.f.Get(seat).Const(i).Op(wasm.I32Eq)
				g.f.If()
				g.member(t, p)
				g.f.Set(out)
				g.f.End()
			}
			g.f.Get(out)
		})
	})
}

// memberOf lists a set that has no shorter way.
func (g *gen) memberOf(s program.Set, p wasm.Local) {
	if !g.wide() {
		g.mask(s)
		g.f.Get(p).Op(wasm.I64ExtendI32U, wasm.I64ShrU, wasm.I32WrapI64).Const(1).Op(wasm.I32And)
		return
	}
	l := g.pushList(s)
	g.inList(l.lo, p)
	g.popList(l)
}
