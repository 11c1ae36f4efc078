package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Reading and writing cells of the position.

// clearPlace takes all seeds out of the place in p, one of those given. Where
// the board is otherwise read and written by vectors this is, too: a processor
// waits for a narrow store before it can load more than what was stored.
func (g *gen) clearPlace(p wasm.Local, on places) {
	f := g.f
	n := g.laneCount()
	lo, hi := on.span()
	if g.words != nil {
		g.changeWordPlace(p, on, nil)
		return
	}
	if n == 0 || len(g.sowTables) == 0 || lo < 0 {
		g.storePlace(p, on, func() { f.Const(0) })
		return
	}
	lo, ok := g.window(lo, hi)
	if !ok {
		g.storePlace(p, on, func() { f.Const(0) })
		return
	}
	// a vector of ones with a hole in the middle, read so that the hole lies on p
	mask := make([]byte, 32)
	for i := range mask {
		mask[i] = 0xFF
	}
	for b := range g.lay.lane {
		mask[16-g.lay.lane+b] = 0
	}
	at := g.table(mask, 16)
	a := g.lay.base + lo*g.lay.lane
	f.Get(g.zero)
	f.Get(g.zero).Load(wasm.V128Load, a)
	f.Const(at + 16 - g.lay.lane + lo*g.lay.lane).Get(p)
	g.scale(g.lay.lane)
	f.Op(wasm.I32Sub).Load(wasm.V128Load, 0)
	f.Op(wasm.V128And).Store(wasm.V128Store, a)
}

// cellAt pushes a cell of a field by place; nowhere, and places the field does
// not have, hold 0.
func (g *gen) cellAt(base int, index program.Expr) {
	k, limit := g.lay.kind[base], g.lay.limit[base]
	if v, ok := constant(index); ok {
		if v < 0 || v >= limit {
			g.f.Const(0)
			return
		}
		g.loadCell(base + v)
		return
	}
	on := g.spots(index)
	lo, hi := on.span()
	switch {
	case base == 0 && g.words != nil:
		g.temp(wasm.I32, func(p wasm.Local) {
			if hoped, ok := g.hopedIndex(index); ok {
				on = hoped
			} else {
				g.val(index)
			}
			g.f.Set(p)
			g.loadWordPlace(p, on)
		})
	case lo >= 0 && hi < limit:
		g.val(index)
		g.scale(k.width)
		g.f.Load(k.load(), g.lay.addr[base])
	case base == 0 && hi < limit: // zeros lie before place 0
		g.val(index)
		g.scale(k.width)
		g.f.Const(g.lay.addr[0]).Op(wasm.I32Add).Load(k.load(), 0)
	default:
		g.temp(wasm.I32, func(i wasm.Local) {
			g.val(index)
			g.f.Tee(i).Const(limit).Op(wasm.I32LtU)
			g.f.If(wasm.I32)
			g.f.Get(i)
			g.scale(k.width)
			g.f.Load(k.load(), g.lay.addr[base])
			g.f.Else()
			g.f.Const(0)
			g.f.End()
		})
	}
}

// hopedIndex pushes an index as if the conditions asked before it held: if they
// don't, what is read with it does not count, and nothing can be read from words
// that is not there. It tells the places the index can be, else pushes nothing.
func (g *gen) hopedIndex(index program.Expr) (places, bool) {
	switch e := index.(type) {
	case program.Reg, program.Slot:
		on, all := g.hoped(e)
		if on.equal(all) || len(on.list()) == 0 || on.has(-1) {
			return nil, false
		}
		g.val(e)
		return on, true
	case program.Lookup:
		on, _ := g.hoped(e.Index)
		if len(on.list()) == 0 || on.has(-1) {
			return nil, false
		}
		a, b, ok := linear(e.T, on.list())
		if !ok {
			return nil, false
		}
		g.line(a, b, func() { g.val(e.Index) })
		out := g.noPlaces()
		for _, p := range on.list() {
			out.add(a*p + b)
		}
		return out, true
	}
	return nil, false
}

// scale turns the index on the stack into an offset of cells so wide.
func (g *gen) scale(width int) {
	switch width {
	case 2:
		g.f.Const(1).Op(wasm.I32Shl)
	case 4:
		g.f.Const(2).Op(wasm.I32Shl)
	}
}

// addCell adds what value pushes to a cell.
func (g *gen) addCell(cell int, value func()) {
	if w, shift, ok := g.wordOf(cell); ok {
		g.addToWord(w, shift, value)
		return
	}
	k, a := g.lay.kind[cell], g.lay.addr[cell]
	g.f.Get(g.zero)
	g.f.Get(g.zero).Load(k.load(), a)
	value()
	g.f.Op(wasm.I32Add).Store(k.store(), a)
}

// loadPlace pushes the seeds of the place in p, one of those given.
func (g *gen) loadPlace(p wasm.Local, on places) {
	if g.words != nil {
		g.loadWordPlace(p, on)
		return
	}
	k := g.lay.kind[0]
	g.f.Get(p)
	g.scale(k.width)
	g.f.Load(k.load(), g.lay.addr[0])
}

// storePlace stores what value pushes as the seeds of the place in p, one of
// those given.
func (g *gen) storePlace(p wasm.Local, on places, value func()) {
	if g.words != nil {
		g.changeWordPlace(p, on, value)
		return
	}
	k := g.lay.kind[0]
	g.f.Get(p)
	g.scale(k.width)
	value()
	g.f.Store(k.store(), g.lay.addr[0])
}
