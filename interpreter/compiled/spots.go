package compiled

import (
	"encoding/binary"

	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// lookup pushes an entry of a table. Where all entries it can meet lie on a
// line, the line is computed instead.
func (g *gen) lookup(t program.Table, index program.Expr) {
	if v, ok := constant(index); ok {
		g.f.Const(t.At(v))
		return
	}
	hoped, on := g.hoped(index)
	if !on.has(-1) {
		if a, b, ok := linear(t, hoped.list()); ok && onBoard(a, b, on, g.p.Places) {
			g.line(a, b, func() { g.val(index) })
			return
		}
	}
	g.val(index)
	g.entry(t, on)
}

// onBoard tells if a line leads from all places given to places of the board.
func onBoard(a, b int, on places, n int) bool {
	for _, p := range on.list() {
		if v := a*p + b; v < 0 || v >= n {
			return false
		}
	}
	return true
}

// line pushes a*x + b.
func (g *gen) line(a, b int, x func()) {
	if a < 0 {
		g.f.Const(b)
		x()
		g.f.Op(wasm.I32Sub)
		return
	}
	x()
	if b != 0 {
		g.f.Const(b).Op(wasm.I32Add)
	}
}

// entry replaces the index on the stack by the table's entry.
func (g *gen) entry(t program.Table, on places) {
	lo, hi := on.span()
	if lo > hi { // never reached: the conditions before contradict each other
		g.f.Op(wasm.Drop).Const(-1)
		return
	}
	values := make([]int, 0, hi-lo+1)
	for p := lo; p <= hi; p++ {
		values = append(values, t.At(p))
	}
	g.entryOf(values, lo)
}

// entryOf replaces the index on the stack by values[index-lo].
func (g *gen) entryOf(values []int, lo int) {
	op, width, addr := g.numbers(values)
	offset := addr - lo*width
	if lo < 0 || offset < 0 {
		g.f.Const(-lo).Op(wasm.I32Add)
		offset = addr
	}
	g.scale(width)
	g.f.Load(op, offset)
}

// numbers puts small numbers into memory, as narrow as they go.
func (c *compiler) numbers(values []int) (load wasm.Opcode, width, addr int) {
	width = 1
	for _, v := range values {
		if v < -128 || v > 127 {
			width = max(width, 2)
		}
		if v < -1<<15 || v >= 1<<15 {
			width = 4
		}
	}
	var b []byte
	for _, v := range values {
		switch width {
		case 1:
			b = append(b, byte(v))
		case 2:
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		default:
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
	}
	load = map[int]wasm.Opcode{1: wasm.I32Load8S, 2: wasm.I32Load16S, 4: wasm.I32Load}[width]
	return load, width, c.table(b, width)
}

// skipsAt tells if a place is always or never skipped; known is false if
// that depends on the position.
func (g *gen) skipsAt(p int) (skips, known bool) {
	if g.seat.Skip == nil || g.inSkip {
		return false, true
	}
	v, ok := fixed(g.seat.Skip, g.seat.SkipSlot, p)
	return v != 0, ok
}

// nextTable is the n-th next place by place in a direction; known is false if
// what is skipped depends on the position.
func (g *gen) nextTable(d, n int) (program.Table, bool) {
	route := g.seat.Next(d)
	t := make(program.Table, g.p.Places)
	for p := range t {
		at := p
		for range n {
			steps := 0
			for {
				if at = route.At(at); at < 0 {
					break
				}
				skips, known := g.skipsAt(at)
				if !known {
					return nil, false
				}
				if !skips {
					break
				}
				if steps++; steps > g.p.Places {
					at = -1
					break
				}
			}
		}
		t[p] = int16(at)
	}
	return t, true
}

// next_ pushes the n-th next place along the mover's route.
func (g *gen) next_(e program.Next) {
	if v, ok := constant(e.Of); ok && v < 0 {
		g.f.Const(-1)
		return
	}
	rdir := g.reg[program.RDir]
	if !rdir.isLocal {
		if rdir.value < 0 {
			g.noDirection()
			return
		}
		g.nextIn(e, rdir.value^flip(e.Back))
		return
	}
	if g.facts.noDir {
		g.f.Get(rdir.local).Const(0).Op(wasm.I32LtS)
		g.gapIf(gapDirection)
	}
	if d := g.dirs(e.Back); len(d) == 1 {
		g.nextIn(e, d[0])
		return
	}
	tables := make([]program.Table, g.seat.Directions())
	known := true
	for d := range tables {
		t, ok := g.nextTable(d, e.N)
		tables[d], known = t, known && ok
	}
	if !known {
		g.temp(wasm.I32, func(d wasm.Local) {
			g.f.Get(rdir.local)
			if e.Back {
				g.f.Const(1).Op(wasm.I32Xor)
			}
			g.f.Set(d)
			g.walk(e.Of, e.N, localOperand(d))
		})
		return
	}
	// all tables in one, clockwise after anticlockwise
	all := make([]int, 0, len(tables)*(g.p.Places+1))
	for _, t := range tables {
		for p := -1; p < g.p.Places; p++ {
			all = append(all, t.At(p))
		}
	}
	g.val(e.Of)
	g.f.Const(1).Op(wasm.I32Add)
	g.f.Get(rdir.local)
	if e.Back {
		g.f.Const(1).Op(wasm.I32Xor)
	}
	g.f.Const(g.p.Places+1).Op(wasm.I32Mul, wasm.I32Add)
	g.entryOf(all, 0)
}

func flip(back bool) int {
	if back {
		return 1
	}
	return 0
}

// noDirection is a next hole asked for where there is no direction.
func (g *gen) noDirection() {
	g.gap(gapDirection)
	g.f.Const(-1)
}

func (g *gen) nextIn(e program.Next, d int) {
	t, known := g.nextTable(d, e.N)
	if !known {
		g.walk(e.Of, e.N, constOperand(d))
		return
	}
	if v, ok := constant(e.Of); ok {
		g.f.Const(t.At(v))
		return
	}
	g.stepped(t, g.spots(e.Of), func() { g.val(e.Of) })
}

// stepped pushes t[x], where x is one of the places given. A ring whose holes
// are numbered in order is stepped by adding.
func (g *gen) stepped(t program.Table, on places, x func()) {
	list := on.list()
	if !on.has(-1) {
		if a, b, ok := linear(t, list); ok {
			g.line(a, b, x)
			return
		}
		if lo, hi, by, ok := ring(t, list); ok {
			g.ringStep(lo, hi, by, x)
			return
		}
	}
	x()
	g.entry(t, on)
}

// ring finds lo..hi with t[p] = p+by, wrapped round, on all the places given.
func ring(t program.Table, on []int) (lo, hi, by int, ok bool) {
	if len(on) == 0 {
		return 0, 0, 0, false
	}
	lo, hi = on[0], on[0]
	for _, p := range on {
		lo, hi = min(lo, t.At(p), p), max(hi, t.At(p), p)
	}
	n := hi - lo + 1
	if lo < 0 {
		return 0, 0, 0, false
	}
	by = (t.At(on[0]) - on[0] + n) % n
	for _, p := range on {
		if (p-lo+by)%n+lo != t.At(p) {
			return 0, 0, 0, false
		}
	}
	return lo, hi, by, true
}

// ringStep pushes x+by wrapped round into lo..hi.
func (g *gen) ringStep(lo, hi, by int, x func()) {
	n := hi - lo + 1
	if n&(n-1) == 0 && lo%n == 0 { // the bits of the ring turn, those above stay
		x()
		g.f.Const(by).Op(wasm.I32Add)
		g.f.Const(n - 1).Op(wasm.I32And)
		if lo > 0 {
			g.f.Const(lo).Op(wasm.I32Or)
		}
		return
	}
	g.temp(wasm.I32, func(y wasm.Local) {
		x()
		g.f.Const(by).Op(wasm.I32Add).Tee(y)
		g.f.Get(y).Const(n).Op(wasm.I32Sub)
		g.f.Get(y).Const(hi).Op(wasm.I32LeS).Op(wasm.Select)
	})
}

// walk pushes the n-th next place by walking: what is skipped depends on the position.
func (g *gen) walk(of program.Expr, n int, dir operand) {
	g.temp(wasm.I32, func(p wasm.Local) {
		g.temp(wasm.I32, func(steps wasm.Local) {
			g.val(of)
			g.f.Set(p)
			for range n {
				g.f.Const(0).Set(steps)
				done := g.f.Block()
				again := g.f.Loop()
				g.routeStep(p, dir)
				g.f.Get(p).Const(0).Op(wasm.I32LtS).BrIf(done)
				g.skipped(p)
				g.f.Op(wasm.I32Eqz).BrIf(done)
				g.f.Get(steps).Const(1).Op(wasm.I32Add).Tee(steps)
				g.f.Const(g.p.Places).Op(wasm.I32LeS).BrIf(again)
				g.f.Const(-1).Set(p)
				g.f.End()
				g.f.End()
			}
			g.f.Get(p)
		})
	})
}

// routeStep moves p, which may be nowhere, to the next place of the route.
func (g *gen) routeStep(p wasm.Local, dir operand) {
	if !dir.isLocal {
		if dir.value < 0 {
			g.f.Const(-1).Set(p)
			return
		}
		g.f.Get(p)
		g.entry(g.seat.Next(dir.value), g.anyPlace())
		g.f.Set(p)
		return
	}
	both := make([]int, 0, g.seat.Directions()*(g.p.Places+1))
	for d := range g.seat.Directions() {
		for q := -1; q < g.p.Places; q++ {
			both = append(both, g.seat.Next(d).At(q))
		}
	}
	g.f.Get(p).Const(1).Op(wasm.I32Add)
	g.f.Get(dir.local).Const(g.p.Places+1).Op(wasm.I32Mul, wasm.I32Add)
	g.entryOf(both, 0)
	g.f.Set(p)
}

// skipped pushes whether the file's `skip` holds of the place in p. While it
// is being asked it is not asked again.
func (g *gen) skipped(p wasm.Local) {
	if g.seat.Skip == nil || g.inSkip {
		g.f.Const(0)
		return
	}
	slot := g.seat.SkipSlot
	saved, had := g.slots[slot]
	spots, hadSpots := g.slotSpots[slot]
	g.slots[slot] = p
	g.slotSpots[slot] = g.anyPlace().without(-1)
	g.inSkip = true
	g.truth(g.seat.Skip)
	g.inSkip = false
	delete(g.slots, slot)
	delete(g.slotSpots, slot)
	if had {
		g.slots[slot] = saved
	}
	if hadSpots {
		g.slotSpots[slot] = spots
	}
}
