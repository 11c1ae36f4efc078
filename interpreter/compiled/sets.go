package compiled

import (
	"slices"

	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

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

// list is a list on the stack of lists, from lo to the top.
type list struct{ lo wasm.Local }

// listTop is the local that holds the end of the lists.
func (g *gen) listTop() wasm.Local {
	if !g.hasTop {
		g.failf("a function without lists uses one")
	}
	return g.topLocal
}

// useLists must be called before anything else is emitted in a function that
// may use lists or named sets. Sets named by a choice of several get their place here.
func (g *gen) useLists() {
	g.hasTop = true
	g.topLocal = g.f.FreshLocal(wasm.I32)
	g.f.GetGlobal(g.top).Set(g.topLocal)
	if !g.wide() {
		return
	}
	v := program.Visitor{Stmt: func(s program.Stmt) {
		if c, ok := s.(program.Choose); ok && c.N > 1 {
			if _, has := g.pickBase[c.Slot]; !has {
				l := g.f.FreshLocal(wasm.I32)
				g.pickBase[c.Slot] = l
				g.f.Get(g.topLocal).Set(l)
				g.f.Get(l).Const(0).Store(wasm.I32Store16, 0)
				g.f.Get(l).Const(2*g.p.Places + 2).Op(wasm.I32Add).Set(g.topLocal)
			}
		}
	}}
	for _, b := range g.seat.Blocks() {
		v.VisitBlock(b)
	}
}

// picked is the mask of a set named by a choice.
func (g *gen) picked(slot int) wasm.Local {
	l, ok := g.pickBase[slot]
	if !ok {
		l = g.f.FreshLocal(wasm.I64)
		g.pickBase[slot] = l
	}
	return l
}

// syncTop tells functions about to be called where free list space begins.
func (g *gen) syncTop() {
	if g.hasTop {
		g.f.Get(g.topLocal).SetGlobal(g.top)
	}
}

// pushList lists a set in its own order, each place once.
func (g *gen) pushList(s program.Set) list {
	l := list{g.f.Local(wasm.I32)}
	g.f.Get(g.listTop()).Set(l.lo)
	g.append(s)
	return l
}

// popList gives the space of a list back.
func (g *gen) popList(l list) {
	g.f.Get(l.lo).Set(g.listTop())
	g.f.Release(wasm.I32, l.lo)
}

func (g *gen) appendPlace(p wasm.Local) {
	top := g.listTop()
	g.f.Get(top).Get(p).Store(wasm.I32Store16, 0)
	g.f.Get(top).Const(2).Op(wasm.I32Add).Set(top)
}

// append puts the places of a set on the list at the top.
func (g *gen) append(s program.Set) {
	f, top := g.f, g.listTop()
	switch s := s.(type) {
	case nil:
	case program.Holes:
		g.temp(wasm.I32, func(p wasm.Local) {
			g.eachOf(s.List, p, func() { g.appendPlace(p) })
		})
	case program.One:
		g.temp(wasm.I32, func(p wasm.Local) {
			g.val(s.Spot)
			f.Tee(p).Const(0).Op(wasm.I32GeS)
			f.If()
			g.appendPlace(p)
			f.End()
		})
	case program.Union:
		g.appendUnion(s)
	case program.Where:
		lo := f.Local(wasm.I32)
		f.Get(top).Set(lo)
		g.append(s.Set)
		g.keep(lo, g.slot(s.Slot), func() {
			g.standing(s.Slot, g.members(s.Set), func() { g.truth(s.Cond) })
		})
		f.Release(wasm.I32, lo)
	case program.Minus:
		lo, p := f.Local(wasm.I32), f.Local(wasm.I32)
		f.Get(top).Set(lo)
		g.append(s.A)
		g.keep(lo, p, func() {
			g.member(s.B, p)
			f.Op(wasm.I32Eqz)
		})
		f.Release(wasm.I32, lo, p)
	case program.Run:
		g.appendRun(s)
	case program.Picked:
		g.appendPicked(s.Slot)
	case program.BySeat:
		seat := f.Local(wasm.I32)
		g.val(s.Seat)
		f.Set(seat)
		for i, t := range s.Sets {
			f.Get(seat).Const(i).Op(wasm.I32Eq)
			f.If()
			g.append(t)
			f.End()
		}
		f.Release(wasm.I32, seat)
	default:
		g.failf("a set of an unknown kind: %T", s)
	}
}

func (g *gen) appendUnion(s program.Union) {
	f, top := g.f, g.listTop()
	lo, p := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Get(top).Set(lo)
	for i, t := range s.Sets {
		if s.Disjoint || i == 0 {
			g.append(t)
			continue
		}
		from := f.Local(wasm.I32)
		f.Get(top).Set(from)
		g.append(t)
		g.keep(from, p, func() {
			f.Get(lo).Get(from).Get(p).Call(g.contains()).Op(wasm.I32Eqz)
		})
		f.Release(wasm.I32, from)
	}
	f.Release(wasm.I32, lo, p)
}

func (g *gen) appendRun(s program.Run) {
	f, top := g.f, g.listTop()
	lo, p := f.Local(wasm.I32), g.slot(s.Slot)
	f.Get(top).Set(lo)
	g.val(s.From)
	f.Set(p)
	done := f.Block()
	again := f.Loop()
	f.Get(p).Const(0).Op(wasm.I32LtS).BrIf(done)
	g.inList(lo, p)
	f.BrIf(done)
	g.standing(s.Slot, g.runSpots(s), func() {
		narrow := len(g.narrow)
		g.jumpUnless(s.While, done)
		g.narrow = g.narrow[:narrow]
		g.appendPlace(p)
		g.val(program.Next{Of: program.Slot{I: s.Slot}, N: max(s.By, 1), Back: s.Back})
	})
	f.Set(p).Br(again)
	f.End()
	f.End()
	f.Release(wasm.I32, lo)
}

func (g *gen) appendPicked(slot int) {
	f := g.f
	p := f.Local(wasm.I32)
	if g.wide() { // a counted list
		i, n, base := f.Local(wasm.I32), f.Local(wasm.I32), g.pickBase[slot]
		f.Get(base).Load(wasm.I32Load16U, 0).Set(n)
		f.Get(base).Set(i)
		done := f.Block()
		again := f.Loop()
		f.Get(n).Op(wasm.I32Eqz).BrIf(done)
		f.Get(n).Const(1).Op(wasm.I32Sub).Set(n)
		f.Get(i).Const(2).Op(wasm.I32Add).Tee(i).Load(wasm.I32Load16U, 0).Set(p)
		g.appendPlace(p)
		f.Br(again)
		f.End()
		f.End()
		f.Release(wasm.I32, i, n)
	} else {
		m := f.Local(wasm.I64)
		f.Get(g.picked(slot)).Set(m)
		g.eachBit(m, p, func() { g.appendPlace(p) })
		f.Release(wasm.I64, m)
	}
	f.Release(wasm.I32, p)
}

// keep drops the places from lo up that a condition, pushed with p on the
// place, refuses. The condition may push lists of its own.
func (g *gen) keep(lo, p wasm.Local, cond func()) {
	f, top := g.f, g.listTop()
	i, kept, hi := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	f.Get(lo).Tee(i).Set(kept)
	f.Get(top).Set(hi)
	done := f.Block()
	again := f.Loop()
	f.Get(i).Get(hi).Op(wasm.I32GeU).BrIf(done)
	f.Get(i).Load(wasm.I32Load16U, 0).Set(p)
	f.Get(i).Const(2).Op(wasm.I32Add).Set(i)
	cond()
	f.If()
	f.Get(kept)
	f.Get(i).Const(2).Op(wasm.I32Sub).Load(wasm.I32Load16U, 0) // p may stand elsewhere by now
	f.Store(wasm.I32Store16, 0)
	f.Get(kept).Const(2).Op(wasm.I32Add).Set(kept)
	f.End()
	f.Br(again)
	f.End()
	f.End()
	f.Get(kept).Set(top)
	f.Release(wasm.I32, i, kept, hi)
}

// inList pushes whether the place in p is on the list from lo to the top.
func (g *gen) inList(lo, p wasm.Local) {
	g.f.Get(lo).Get(g.listTop()).Get(p).Call(g.contains())
}

func (c *compiler) contains() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("contains", []wasm.Type{i32, i32, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		lo, hi, p := f.Param(0), f.Param(1), f.Param(2)
		again := f.Loop()
		f.Get(lo).Get(hi).Op(wasm.I32GeU)
		f.If()
		f.Const(0).Op(wasm.Return)
		f.End()
		f.Get(lo).Load(wasm.I32Load16U, 0).Get(p).Op(wasm.I32Eq)
		f.If()
		f.Const(1).Op(wasm.Return)
		f.End()
		f.Get(lo).Const(2).Op(wasm.I32Add).Set(lo).Br(again)
		f.End()
		f.Op(wasm.Unreachable)
	})
}

// eachOf runs code with p on each place of a constant list.
func (g *gen) eachOf(list []int, p wasm.Local, do func()) {
	f := g.f
	if len(list) == 0 {
		return
	}
	last := len(list) - 1
	if list[last]-list[0] == last && slices.IsSorted(list) {
		f.Const(list[0]).Set(p)
		again := f.Loop()
		do()
		f.Get(p).Const(1).Op(wasm.I32Add).Tee(p)
		f.Const(list[last]).Op(wasm.I32LeS).BrIf(again)
		f.End()
		return
	}
	i := f.Local(wasm.I32)
	op, width, addr := g.numbers(append([]int{0}, list...)) // unsigned below 32768
	if op == wasm.I32Load8S {
		op = wasm.I32Load8U
	}
	f.Const(width).Set(i)
	again := f.Loop()
	f.Get(i).Load(op, addr).Set(p)
	do()
	f.Get(i).Const(width).Op(wasm.I32Add).Tee(i)
	f.Const(width * len(list)).Op(wasm.I32LeS).BrIf(again)
	f.End()
	f.Release(wasm.I32, i)
}

// inBoardOrder tells sets whose own order is that of the board.
func inBoardOrder(s program.Set) bool {
	switch s := s.(type) {
	case nil, program.One, program.Picked:
		return true
	case program.Holes:
		return slices.IsSorted(s.List)
	case program.Where:
		return inBoardOrder(s.Set)
	case program.Minus:
		return inBoardOrder(s.A)
	case program.BySeat:
		return !slices.ContainsFunc(s.Sets, func(t program.Set) bool { return !inBoardOrder(t) })
	}
	return false
}

// each runs code with p on each place of a set, which is listed before the
// first: whatever the code does to the board. Ordered asks for the set's own order.
func (g *gen) each(s program.Set, p wasm.Local, ordered bool, do func()) {
	switch h, isHoles := s.(program.Holes); {
	case isHoles:
		g.eachOf(h.List, p, do)
	case !g.wide() && (!ordered || inBoardOrder(s)):
		m := g.f.Local(wasm.I64)
		g.mask(s)
		g.f.Set(m)
		g.eachBit(m, p, do)
		g.f.Release(wasm.I64, m)
	default:
		g.eachListed(s, p, do)
	}
}

func (g *gen) eachListed(s program.Set, p wasm.Local, do func()) {
	f := g.f
	l := g.pushList(s)
	i, hi := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Get(l.lo).Set(i)
	f.Get(g.listTop()).Set(hi)
	done := f.Block()
	again := f.Loop()
	f.Get(i).Get(hi).Op(wasm.I32GeU).BrIf(done)
	f.Get(i).Load(wasm.I32Load16U, 0).Set(p)
	f.Get(i).Const(2).Op(wasm.I32Add).Set(i)
	do()
	f.Br(again)
	f.End()
	f.End()
	f.Release(wasm.I32, i, hi)
	g.popList(l)
}

// fold pushes the combined values of a set.
func (g *gen) fold(e program.Fold) {
	if g.foldLanes(e) {
		return
	}
	f := g.f
	on := g.members(e.Set)
	out, p := f.Local(wasm.I32), g.slot(e.Slot)
	f.Const(b2i(e.How == program.Every)).Set(out)
	_, isHoles := e.Set.(program.Holes)
	leaves := g.wide() && !isHoles // a loop over a list may be left in the middle
	var saved wasm.Local
	if leaves {
		saved = f.Local(wasm.I32)
		f.Get(g.listTop()).Set(saved)
	}
	done := f.Block()
	g.each(e.Set, p, false, func() {
		g.standing(e.Slot, on, func() {
			switch e.How {
			case program.Sum:
				g.val(e.Body)
				f.Get(out).Op(wasm.I32Add).Set(out)
			case program.Max:
				g.temp(wasm.I32, func(v wasm.Local) {
					g.val(e.Body)
					f.Tee(v).Get(out).Get(v).Get(out).Op(wasm.I32GtS, wasm.Select).Set(out)
				})
			case program.Any:
				g.truth(e.Body)
				f.Tee(out).BrIf(done)
			case program.Every:
				g.truth(e.Body)
				f.Tee(out).Op(wasm.I32Eqz).BrIf(done)
			}
		})
	})
	f.End()
	if leaves {
		f.Get(saved).Set(g.listTop())
		f.Release(wasm.I32, saved)
	}
	f.Get(out)
	f.Release(wasm.I32, out)
}
