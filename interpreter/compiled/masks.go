package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Sets as masks of 64 bits. A new kind of set gets a case in mask (here), in
// member (member.go), in append (lists.go), in members (places.go) and in
// inBoardOrder (sets.go).

// Sets of places come in two forms. Boards of up to 64 places use masks, one
// bit a place, wherever the order does not matter or is that of the board.
// Lists in memory, 16 bits a place, keep any order and any size of board.

// mask pushes a set as 64 bits.
func (g *gen) mask(s program.Set) {
	f := g.f
	switch s := s.(type) {
	case nil:
		f.Const64(0)
	case program.Holes:
		f.Const64(int64(maskOf(s.List)))
	case program.One:
		g.maskOne(s.Spot)
	case program.Union:
		f.Const64(0)
		for _, t := range s.Sets {
			g.mask(t)
			f.Op(wasm.I64Or)
		}
	case program.Minus:
		g.mask(s.A)
		g.mask(s.B)
		f.Const64(-1).Op(wasm.I64Xor, wasm.I64And)
	case program.Where:
		g.maskWhere(s.Set, s.Slot, s.Cond)
	case program.Run:
		g.maskRun(s)
	case program.Picked:
		f.Get(g.picked(s.Slot))
	case program.BySeat:
		g.maskBySeat(s)
	default:
		g.failf("a set of an unknown kind: %T", s)
	}
}

func maskOf(list []int) uint64 {
	m := uint64(0)
	for _, p := range list {
		m |= 1 << p
	}
	return m
}

func (g *gen) maskOne(spot program.Expr) {
	f := g.f
	if v, ok := constant(spot); ok {
		m := uint64(0)
		if v >= 0 {
			m = 1 << v
		}
		f.Const64(int64(m))
		return
	}
	if !g.spots(spot).has(-1) {
		f.Const64(1)
		g.val(spot)
		f.Op(wasm.I64ExtendI32U, wasm.I64Shl)
		return
	}
	g.temp(wasm.I32, func(p wasm.Local) {
		f.Const64(1)
		g.val(spot)
		f.Tee(p).Op(wasm.I64ExtendI32U, wasm.I64Shl)
		f.Const64(0)
		f.Get(p).Const(0).Op(wasm.I32GeS, wasm.Select)
	})
}

func (g *gen) maskBySeat(s program.BySeat) {
	g.temp(wasm.I32, func(seat wasm.Local) {
		g.temp(wasm.I64, func(m wasm.Local) {
			g.val(s.Seat)
			g.f.Set(seat).Const64(0).Set(m)
			for i, t := range s.Sets {
				g.f.Get(seat).Const(i).Op(wasm.I32Eq)
				g.f.If()
				g.mask(t)
				g.f.Set(m)
				g.f.End()
			}
			g.f.Get(m)
		})
	})
}

// maskWhere asks the condition of all places at once where it can, else one by one.
func (g *gen) maskWhere(s program.Set, slot int, cond program.Expr) {
	if g.laneMask(s, slot, cond) {
		return
	}
	f := g.f
	m, out, p := f.Local(wasm.I64), f.Local(wasm.I64), g.slot(slot)
	g.mask(s)
	f.Set(m).Const64(0).Set(out)
	g.eachBit(m, p, func() {
		g.standing(slot, g.members(s), func() { g.truth(cond) })
		f.Op(wasm.I64ExtendI32U).Get(p).Op(wasm.I64ExtendI32U, wasm.I64Shl)
		f.Get(out).Op(wasm.I64Or).Set(out)
	})
	f.Get(out)
	f.Release(wasm.I64, m, out)
}

// eachBit empties a mask, with p on each of its places.
func (g *gen) eachBit(m, p wasm.Local, do func()) {
	f := g.f
	done := f.Block()
	again := f.Loop()
	f.Get(m).Op(wasm.I64Eqz).BrIf(done)
	f.Get(m).Op(wasm.I64Ctz, wasm.I32WrapI64).Set(p)
	f.Get(m).Get(m).Const64(1).Op(wasm.I64Sub, wasm.I64And).Set(m)
	do()
	f.Br(again)
	f.End()
	f.End()
}

// standing emits code in which a slot is known to stand on one of some places.
func (g *gen) standing(slot int, on places, do func()) {
	saved, had := g.slotSpots[slot]
	g.slotSpots[slot] = on.without(-1)
	do()
	delete(g.slotSpots, slot)
	if had {
		g.slotSpots[slot] = saved
	}
}

func (g *gen) maskRun(s program.Run) {
	f := g.f
	m, bit, p := f.Local(wasm.I64), f.Local(wasm.I64), g.slot(s.Slot)
	g.val(s.From)
	f.Set(p).Const64(0).Set(m)
	done := f.Block()
	again := f.Loop()
	if g.runSpots(s).has(-1) {
		f.Get(p).Const(0).Op(wasm.I32LtS).BrIf(done)
	}
	f.Const64(1).Get(p).Op(wasm.I64ExtendI32U, wasm.I64Shl).Tee(bit)
	f.Get(m).Op(wasm.I64And, wasm.I64Eqz, wasm.I32Eqz).BrIf(done)
	g.standing(s.Slot, g.runSpots(s), func() {
		narrow := len(g.narrow)
		g.jumpUnless(s.While, done)
		g.narrow = g.narrow[:narrow]
		f.Get(m).Get(bit).Op(wasm.I64Or).Set(m)
		g.val(program.Next{Of: program.Slot{I: s.Slot}, N: max(s.By, 1), Back: s.Back})
	})
	f.Set(p).Br(again)
	f.End()
	f.End()
	f.Get(m)
	f.Release(wasm.I64, m, bit)
}

// runSpots bounds where a run can come, nowhere included if it can leave the route.
func (g *gen) runSpots(s program.Run) places {
	on := append(places(nil), g.spots(s.From)...)
	for range g.p.Places {
		before := append(places(nil), on...)
		for _, d := range g.dirs(s.Back) {
			t, known := g.nextTable(d, max(s.By, 1))
			if !known {
				return g.anyPlace()
			}
			on.addAll(g.image(t, on.without(-1)))
		}
		if on.equal(before) {
			break
		}
	}
	return on
}
