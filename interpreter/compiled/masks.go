package compiled

import (
	"slices"

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
	if g.straightRun(s) {
		return
	}
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

// downRun and upRun are the places of a mask that follow one another from a
// place on, down or up: the places with no gap before them.

// downRun pushes the run of the bits of m that begins with bit p and goes down.
func (g *gen) downRun(m, p wasm.Local) {
	f := g.f
	below := f.Local(wasm.I64) // bits up to and with p
	f.Const64(2).Get(p).Op(wasm.I64ExtendI32U, wasm.I64Shl).Const64(1).Op(wasm.I64Sub).Set(below)
	// all above the highest gap
	f.Const64(-1).Const64(64)
	f.Get(m).Const64(-1).Op(wasm.I64Xor).Get(below).Op(wasm.I64And, wasm.I64Clz)
	f.Op(wasm.I64Sub, wasm.I64Shl)
	f.Get(below).Op(wasm.I64And)
	f.Release(wasm.I64, below)
}

// upRun pushes the run of the bits of m that begins with bit p and goes up.
func (g *gen) upRun(m, p wasm.Local) {
	f := g.f
	at := func() { f.Get(p).Op(wasm.I64ExtendI32U) }
	f.Const64(1)
	f.Get(m).Const64(-1).Op(wasm.I64Xor)
	at()
	f.Op(wasm.I64ShrU, wasm.I64Ctz)
	f.Op(wasm.I64Shl).Const64(1).Op(wasm.I64Sub)
	at()
	f.Op(wasm.I64Shl)
}

// straightRun pushes a run as a mask without walking it, if every place it can
// stand on leads to its neighbour, and all places can be asked at once.
func (g *gen) straightRun(s program.Run) bool {
	d := g.dirs(s.Back)
	if len(d) != 1 || g.facts.noDir && g.reg[program.RDir].isLocal || g.laneCount() == 0 || g.spots(s.From).has(-1) {
		return false
	}
	t, known := g.nextTable(d[0], max(s.By, 1))
	if !known {
		return false
	}
	where := program.Where{Set: program.Holes{List: g.anyPlace().without(-1).list()}, Slot: s.Slot, Cond: s.While}
	for _, e := range conjuncts(s.While) {
		if in, ok := e.(program.In); ok && in.Spot == program.Expr(program.Slot{I: s.Slot}) {
			if h, isHoles := in.Set.(program.Holes); isHoles {
				where.Set = h
			}
		}
	}
	holes := where.Set.(program.Holes).List
	if len(holes) == 0 || holes[len(holes)-1] > 62 { // see downRun
		return false
	}
	step := 0
	for i, p := range holes {
		if i > 0 && p != holes[i-1]+1 {
			return false
		}
		q := t.At(p)
		switch {
		case q == p-1 || q == p+1:
			if step != 0 && step != q-p {
				return false
			}
			step = q - p
		case p == holes[0] || p == holes[len(holes)-1]:
			if slices.Contains(holes, q) { // round the ring
				return false
			}
		default:
			return false
		}
	}
	// the end the run goes towards must lead out of the holes, the other may lead anywhere
	if _, ok := g.laneCond(s.While, s.Slot, holes); !ok || step == 0 {
		return false
	}
	if end := map[int]int{-1: holes[0], 1: holes[len(holes)-1]}[step]; slices.Contains(holes, t.At(end)) {
		return false
	}
	f := g.f
	m, p := f.Local(wasm.I64), f.Local(wasm.I32)
	g.val(s.From)
	f.Set(p)
	g.mask(where)
	f.Set(m)
	if step < 0 {
		g.downRun(m, p)
	} else {
		g.upRun(m, p)
	}
	f.Release(wasm.I64, m)
	f.Release(wasm.I32, p)
	return true
}
