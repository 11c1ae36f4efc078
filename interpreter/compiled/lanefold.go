package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Folds over many holes at once: sums, and whether any or every hole is so.

// positive turns conditions round whose opposite is cheaper to ask.
func positive(e program.Expr) (cond program.Expr, flipped bool) {
	switch o := e.(type) {
	case program.Not:
		c, f := positive(o.A)
		return c, !f
	case program.Op:
		if v, ok := constant(o.B); ok && v == 0 {
			if _, isCell := o.A.(program.CellAt); isCell && (o.Op == program.Ne || o.Op == program.Gt) {
				return program.Op{Op: program.Eq, A: o.A, B: o.B}, true
			}
		}
	}
	return e, false
}

// foldLanes pushes a fold by vectors, if it can.
func (g *gen) foldLanes(e program.Fold) bool {
	if g.laneCount() == 0 {
		return false
	}
	if g.foldWords(e, true) || g.foldMask(e) {
		return true
	}
	cond := e.Body
	switch {
	case e.How == program.Max:
		return false
	case e.How == program.Sum && !boolean(e.Body):
		return false
	case e.How == program.Every:
		cond = program.Not{A: e.Body}
	}
	if _, isConst := constant(cond); isConst && e.How == program.Sum {
		g.mask(e.Set) // a plain count
		g.f.Op(wasm.I64Popcnt, wasm.I32WrapI64)
		if !isConstant(cond, 1) {
			g.f.Op(wasm.Drop).Const(0)
		}
		return true
	}
	dom := g.members(e.Set).list()
	probe, _ := positive(cond)
	if _, ok := g.laneCond(probe, e.Slot, dom); !ok {
		return false
	}
	g.laneMask(e.Set, e.Slot, cond)
	switch e.How {
	case program.Sum:
		g.f.Op(wasm.I64Popcnt, wasm.I32WrapI64)
	case program.Any:
		g.f.Op(wasm.I64Eqz, wasm.I32Eqz)
	default:
		g.f.Op(wasm.I64Eqz)
	}
	return true
}

// foldCost estimates a fold that needs no loop; 0 if it does.
func (g *gen) foldCost(e program.Fold) int {
	if g.laneCount() == 0 {
		return 0
	}
	if _, isHoles := e.Set.(program.Holes); !isHoles {
		return 0
	}
	dom := g.members(e.Set).list()
	if g.foldWords(e, false) {
		return 3 + 2*(len(dom)*g.lay.lane+7)/8
	}
	if e.How == program.Max || e.How == program.Sum && !boolean(e.Body) {
		return 0
	}
	if _, ok := g.laneCond(e.Body, e.Slot, dom); !ok {
		return 0
	}
	return 4 + 4*len(g.chunks(dom))
}

// foldWords is for the sum of seeds, and for "all empty" and "some seeds",
// of a constant set: 64 bits at a time.
func (g *gen) foldWords(e program.Fold, emit bool) bool {
	h, ok := e.Set.(program.Holes)
	if !ok || len(h.List) == 0 || g.p.Layout.Fields[g.lay.field[0]].Kind != program.Seeds {
		return false
	}
	cell := program.Expr(program.CellAt{Base: 0, Index: program.Slot{I: e.Slot}})
	isSum := e.How == program.Sum && same(e.Body, cell)
	isAny, isNone := false, false
	if o, ok := e.Body.(program.Op); ok && same(o.A, cell) {
		v, isConst := constant(o.B)
		isNone = e.How == program.Every && isConst && v == 0 && o.Op == program.Eq
		isAny = e.How == program.Any && isConst && (v == 0 && (o.Op == program.Ne || o.Op == program.Gt) || v == 1 && o.Op == program.Ge)
	}
	if e.How == program.Any && same(e.Body, cell) {
		isAny = true
	}
	if !isSum && !isAny && !isNone {
		return false
	}
	if !emit {
		return true
	}
	g.cellWords(h.List, isSum)
	switch {
	case isSum:
		ops := g.laneOps()
		g.f.Const64(ops.ones).Op(wasm.I64Mul).Const64(ops.sumShift).Op(wasm.I64ShrU, wasm.I32WrapI64)
	case isAny:
		g.f.Op(wasm.I64Eqz, wasm.I32Eqz)
	default:
		g.f.Op(wasm.I64Eqz)
	}
	return true
}

// cellWords pushes the sum lane by lane, or the union of bits, of the words that
// hold the cells of some places.
func (g *gen) cellWords(list []int, sum bool) {
	if g.words != nil {
		g.sumWords(list, sum)
		return
	}
	w, n := g.lay.lane, 8/g.lay.lane
	first := true
	for i := 0; i < len(list); {
		lo := list[i]
		mask := uint64(0)
		for ; i < len(list) && list[i] < lo+n; i++ {
			mask |= (1<<(8*w) - 1) << (8 * w * (list[i] - lo))
		}
		g.f.Get(g.zero).Load(wasm.I64Load, g.lay.addr[lo])
		if mask != ^uint64(0) {
			g.f.Const64(int64(mask)).Op(wasm.I64And)
		}
		if !first && sum {
			g.f.Op(wasm.I64Add)
		} else if !first {
			g.f.Op(wasm.I64Or)
		}
		first = false
	}
}
