package compiled

import "mancala/interpreter/compiled/wasm"

// Long calls ask the host whether to go on, about once a millisecond. The
// module has no clock: it spends fuel for the work it does, and asks when a
// slice of it is used up. Laps of turns that are played are paid for in
// lookout.go, and only from watchFrom on; turns run ahead pay when they are
// over; a position of a count pays for its moves, a playout's slice is so many
// plies.

// sliceFuel is what may be spent between two questions to the host, in units
// of some ten nanoseconds.
const sliceFuel = 1 << 17

// lapCost is about what a lap costs: a long one goes round the board, and a
// board of many places is slow to compare.
func (c *compiler) lapCost() int { return 1 + c.p.Places/32 + c.lay.most/256 }

// restEvery is how many laps a long turn goes on for between two looks at the
// fuel; a power of two.
func (c *compiler) restEvery() int {
	n := 1024
	for n > 16 && n*c.lapCost() > sliceFuel/8 {
		n /= 2
	}
	return n
}

// boardCost is how many times a ply on this board takes as long as one on a
// board of a few dozen places: there are more moves to look for, each looked at
// for longer.
func boardCost(places int) int {
	n := 1 + places/40
	return n * n
}

// spend takes what is on the stack off the fuel, and asks if there is none left.
func (g *gen) spend(cost func()) {
	if g.opt.Standalone {
		return
	}
	f := g.f
	g.addCtrl(cFuel, func() {
		f.Const(0)
		cost()
		f.Op(wasm.I32Sub)
	})
	g.loadCtrl(cFuel)
	f.Const(0).Op(wasm.I32LtS)
	f.If()
	f.Call(g.tickFunc())
	f.End()
}

// tickFunc refills the fuel, and stops everything if the host says so.
func (c *compiler) tickFunc() wasm.FuncRef {
	return c.helper("tick", nil, nil, func(f *wasm.Func) {
		zero := f.FreshLocal(wasm.I32)
		f.Get(zero).Const(sliceFuel).Store(wasm.I32Store, cFuel)
		f.Call(c.host)
		f.If()
		f.Get(zero).Const(1).Store(wasm.I32Store, cStopped)
		f.Op(wasm.Unreachable)
		f.End()
	})
}
