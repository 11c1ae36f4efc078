package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Sets as lists in memory, where order matters or a mask has too few bits.

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
	g.entryTop = g.f.FreshLocal(wasm.I32)
	g.f.GetGlobal(g.top).Tee(g.topLocal).Set(g.entryTop)
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

// leaveLists gives back all list space at the end of a function: whoever calls
// it again must not find less.
func (g *gen) leaveLists() {
	if g.hasTop {
		g.f.Get(g.entryTop).SetGlobal(g.top)
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
