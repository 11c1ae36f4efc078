package compiled

import (
	"slices"

	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

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
	one, isOne := s.(program.One)
	switch h, isHoles := s.(program.Holes); {
	case isHoles:
		g.eachOf(h.List, p, do)
	case isOne:
		nowhere := g.spots(one.Spot).has(-1)
		g.val(one.Spot)
		g.f.Set(p)
		if nowhere {
			g.f.Get(p).Const(0).Op(wasm.I32GeS)
			g.f.If()
		}
		do()
		if nowhere {
			g.f.End()
		}
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
