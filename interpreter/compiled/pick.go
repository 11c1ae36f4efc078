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

// pickFirst asks the places one by one, as few as the set can hold.
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
				for _, p := range order {
					g.f.Const(p).Set(out)
					g.f.Get(m).Const64(int64(uint64(1)<<p)).Op(wasm.I64And, wasm.I64Eqz, wasm.I32Eqz).BrIf(done)
				}
			})
		} else {
			for _, p := range order {
				g.f.Const(p).Set(out)
				g.in(program.Const{V: p}, e.Set)
				g.f.BrIf(done)
			}
		}
		g.f.Const(-1).Set(out)
		g.f.End()
		g.f.Get(out)
	})
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
