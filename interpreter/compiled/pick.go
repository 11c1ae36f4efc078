package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// One place of a set.

// pick pushes the first place of a set in an order, or the nearest along the route.
func (g *gen) pick(e program.Pick) {
	if e.Order != nil {
		g.pickFirst(e)
		return
	}
	g.pickNearest(e)
}

// pickFirst finds the first place of an order: where it goes up or down the
// board, at once.
func (g *gen) pickFirst(e program.Pick) {
	can := g.members(e.Set)
	var order []int
	for _, p := range e.Order {
		if can.has(p) {
			order = append(order, p)
		}
	}
	if len(order) == 0 {
		g.f.Const(-1)
		return
	}
	g.temp(wasm.I32, func(out wasm.Local) {
		g.f.Const(-1).Set(out)
		done := g.f.Block()
		if !g.wide() {
			g.temp(wasm.I64, func(m wasm.Local) {
				g.mask(e.Set)
				g.f.Set(m)
				for len(order) > 0 {
					n, up := monotone(order)
					g.pickOf(m, order[:n], up, out)
					order = order[n:]
					if len(order) > 0 {
						g.f.Get(out).Const(0).Op(wasm.I32GeS).BrIf(done)
					}
				}
			})
		} else {
			for _, p := range order {
				g.f.Const(p).Set(out)
				g.in(program.Const{V: p}, e.Set)
				g.f.BrIf(done)
			}
			g.f.Const(-1).Set(out)
		}
		g.f.End()
		g.f.Get(out)
	})
}

// monotone is the length of the longest beginning of a list that goes up or down.
func monotone(list []int) (n int, up bool) {
	up = len(list) > 1 && list[1] > list[0]
	for n = 1; n < len(list) && (list[n] > list[n-1]) == up; n++ {
	}
	return n, up
}

// pickOf sets out to the first or last place of a mask that is in a list, -1 if none is.
func (g *gen) pickOf(m wasm.Local, list []int, up bool, out wasm.Local) {
	f := g.f
	in := f.Local(wasm.I64)
	f.Get(m).Const64(int64(maskOf(list))).Op(wasm.I64And).Set(in)
	if up {
		f.Get(in).Op(wasm.I64Ctz, wasm.I32WrapI64).Const(-1)
		f.Get(in).Op(wasm.I64Eqz, wasm.I32Eqz, wasm.Select).Set(out)
	} else { // 63 - 64 if none is
		f.Const(63).Get(in).Op(wasm.I64Clz, wasm.I32WrapI64, wasm.I32Sub).Set(out)
	}
	f.Release(wasm.I64, in)
}

// pickNearest walks the route from a spot until it meets the set; closed
// holes are stepped over like others.
func (g *gen) pickNearest(e program.Pick) {
	f := g.f
	p, steps, out := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const(-1).Set(out)
	done := f.Block()
	restore := g.pushList(e.Set)
	lo, hi := restore.lo, g.listTop()
	f.Get(lo).Get(hi).Op(wasm.I32Eq).BrIf(done)
	g.val(e.From)
	f.Set(p)
	dir := g.reg[program.RDir]
	if !dir.isLocal && dir.value < 0 {
		g.gap(gapDirection)
	} else if dir.isLocal && g.facts.noDir {
		f.Get(dir.local).Const(0).Op(wasm.I32LtS)
		g.gapIf(gapDirection)
	}
	f.Const(0).Set(steps)
	again := f.Loop()
	f.Get(p).Const(0).Op(wasm.I32LtS).BrIf(done)
	g.inList(lo, p)
	f.If()
	f.Get(p).Set(out).Br(done)
	f.End()
	g.routeStep(p, dir)
	f.Get(steps).Const(1).Op(wasm.I32Add).Tee(steps)
	f.Const(g.p.Places).Op(wasm.I32LeS).BrIf(again)
	f.End()
	f.End()
	g.popList(restore)
	f.Get(out)
	f.Release(wasm.I32, p, steps, out)
}
