package compiled

import (
	"slices"

	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Conditions on the holes of a set are asked of all holes at once where they
// read nothing but cells of the hole, of holes found from it by a table, and
// values that are the same for all: 16 holes in a vector with seeds in
// bytes, 8 with seeds in 16 bits.

// lanes is a number, or a condition, of every place of a chunk: chunk k holds
// the places from k*n on, n to a vector.
type lanes struct {
	known func(p int) int // the value by place, if it needs no position; else nil
	emit  func(chunk int) // pushes the vector
	cond  bool            // all bits of a lane set or none
	seeds bool            // plain cells of seeds
}

// laneCount is the number of places in a vector; 0 if there are no lanes.
func (g *gen) laneCount() int {
	if g.lay.lane > 2 || g.opt.Plain || g.wide() {
		return 0
	}
	return 16 / g.lay.lane
}

// laneOps are the vector instructions of the lane width.
type laneOps struct {
	splat, eq, ne, lt, le, gt, ge, bitmask, add, sub wasm.Opcode
	ones                                             int64
	sumShift                                         int64
}

var byteLanes = laneOps{wasm.I8x16Splat, wasm.I8x16Eq, wasm.I8x16Ne, wasm.I8x16LtU, wasm.I8x16LeU, wasm.I8x16GtU, wasm.I8x16GeU,
	wasm.I8x16Bitmask, wasm.I8x16Add, wasm.I8x16Sub, 0x0101010101010101, 56}

var wordLanes = laneOps{wasm.I16x8Splat, wasm.I16x8Eq, wasm.I16x8Ne, wasm.I16x8LtU, wasm.I16x8LeU, wasm.I16x8GtU, wasm.I16x8GeU,
	wasm.I16x8Bitmask, wasm.I16x8Add, wasm.I16x8Sub, 0x0001000100010001, 48}

func (g *gen) laneOps() *laneOps {
	if g.lay.lane == 1 {
		return &byteLanes
	}
	return &wordLanes
}

// vector builds a constant vector of the lane width.
func (g *gen) vector(chunk int, value func(p int) int) (v [16]byte) {
	n := g.laneCount()
	for i := range n {
		x := value(chunk*n + i)
		if g.lay.lane == 1 {
			v[i] = byte(x)
		} else {
			v[2*i], v[2*i+1] = byte(x), byte(x>>8)
		}
	}
	return v
}

// laneExpr finds the vector form of an expression with a slot on every place
// of a domain.
func (g *gen) laneExpr(e program.Expr, slot int, dom []int) (lanes, bool) {
	if g.laneCount() == 0 {
		return lanes{}, false
	}
	if l, ok := g.laneKnown(e, slot, dom); ok {
		return l, true
	}
	if !mentions(e, slot) {
		return g.laneSame(e)
	}
	switch e := e.(type) {
	case program.CellAt:
		return g.laneCell(e, slot, dom)
	case program.Not:
		a, ok := g.laneCond(e.A, slot, dom)
		return lanes{cond: true, emit: func(k int) {
			a.emit(k)
			g.f.Op(wasm.V128Not)
		}}, ok
	case program.Op:
		return g.laneOp(e, slot, dom)
	case program.Fold:
		return g.laneOne(e, slot, dom)
	}
	return lanes{}, false
}

// laneOne asks a fold over one hole of that hole, where there is one for every place.
func (g *gen) laneOne(e program.Fold, slot int, dom []int) (lanes, bool) {
	one, ok := e.Set.(program.One)
	if !ok || e.How == program.Max {
		return lanes{}, false
	}
	at, ok := g.sources(one.Spot, slot, dom)
	if !ok || slices.Min(append(at, 0)) < 0 {
		return lanes{}, false
	}
	body := rewrite(e.Body, func(leaf program.Expr) program.Expr {
		if leaf == program.Expr(program.Slot{I: e.Slot}) {
			return one.Spot
		}
		return leaf
	})
	if e.How == program.Sum {
		return g.laneExpr(body, slot, dom)
	}
	return g.laneCond(body, slot, dom)
}

// laneKnown is for values that follow from the place alone.
func (g *gen) laneKnown(e program.Expr, slot int, dom []int) (lanes, bool) {
	in := make(map[int]int, len(dom))
	most := int(capacity(g.lay.lane))
	values, ok := g.sources(e, slot, dom)
	for i, p := range dom {
		if !ok || values[i] < -1 || values[i] >= most {
			return lanes{}, false
		}
		in[p] = values[i]
	}
	l := lanes{known: func(p int) int { return in[p] }}
	l.emit = func(k int) { g.f.ConstV(g.vector(k, l.known)) }
	return l, true
}

// laneSame is for values that are the same for all places.
func (g *gen) laneSame(e program.Expr) (lanes, bool) {
	if g.cost(e) >= dear {
		return lanes{}, false
	}
	if boolean(e) {
		return lanes{cond: true, emit: func(int) {
			g.f.Const(0)
			g.val(e)
			g.f.Op(wasm.I32Sub, g.laneOps().splat)
		}}, true
	}
	lo, hi := g.bounds(e)
	if lo < -1 || hi >= int(capacity(g.lay.lane)) && !(lo >= 0 && hi == int(capacity(g.lay.lane))) {
		return lanes{}, false
	}
	signed := lo < 0
	return lanes{emit: func(int) {
		g.val(e)
		g.f.Op(g.laneOps().splat)
	}, seeds: !signed}, true
}

// laneCell reads the cell of every place, or of the place a table gives for it.
func (g *gen) laneCell(e program.CellAt, slot int, dom []int) (lanes, bool) {
	k := g.lay.kind[e.Base]
	if k.width != g.lay.lane || k.signed {
		return lanes{}, false
	}
	from, ok := g.sources(e.Index, slot, dom)
	if !ok {
		return lanes{}, false
	}
	limit, addr, n := g.lay.limit[e.Base], g.lay.addr[e.Base], g.laneCount()
	straight := true
	for i, p := range dom {
		if from[i] >= limit {
			return lanes{}, false
		}
		straight = straight && from[i] == p
	}
	if straight {
		return lanes{seeds: true, emit: func(chunk int) {
			if g.words != nil && e.Base == 0 {
				g.wordVector(chunk * n)
				return
			}
			g.f.Get(g.zero).Load(wasm.V128Load, addr+chunk*n*g.lay.lane)
		}}, true
	}
	return g.laneShuffled(from, dom, e.Base, addr)
}

// sources lists where an index expression leads from each place.
func (g *gen) sources(index program.Expr, slot int, dom []int) ([]int, bool) {
	out := make([]int, len(dom))
	for i, p := range dom {
		if next, ok := index.(program.Next); ok {
			d := g.dirs(next.Back)
			if len(d) != 1 || g.facts.noDir && g.reg[program.RDir].isLocal {
				return nil, false
			}
			t, known := g.nextTable(d[0], next.N)
			at, ok := fixed(next.Of, slot, p)
			if !known || !ok {
				return nil, false
			}
			out[i] = t.At(at)
			continue
		}
		v, ok := fixed(index, slot, p)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// laneShuffled reads cells in another order; they must lie in one vector for
// every chunk. Nowhere holds 0.
func (g *gen) laneShuffled(from, dom []int, base, addr int) (lanes, bool) {
	n, w := g.laneCount(), g.lay.lane
	type plan struct {
		lo    int
		index [16]byte
	}
	plans := map[int]*plan{}
	lows := map[int]int{}
	for i, p := range dom {
		if lo, ok := lows[p/n]; from[i] >= 0 && (!ok || from[i] < lo) {
			lows[p/n] = from[i]
		}
	}
	for i, p := range dom {
		pl := plans[p/n]
		if pl == nil {
			pl = &plan{lo: lows[p/n]}
			for j := range pl.index {
				pl.index[j] = 0xFF
			}
			plans[p/n] = pl
		}
		if from[i] < 0 {
			continue
		}
		d := from[i] - pl.lo
		if d >= n {
			return lanes{}, false
		}
		for b := range w {
			pl.index[(p%n)*w+b] = byte(d*w + b)
		}
	}
	return lanes{seeds: true, emit: func(chunk int) {
		if g.words != nil && base == 0 {
			g.shuffleWords(from, dom, chunk)
			return
		}
		pl := plans[chunk]
		if pl == nil {
			g.f.ConstV([16]byte{})
			return
		}
		g.f.Get(g.zero).Load(wasm.V128Load, addr+pl.lo*w)
		g.f.ConstV(pl.index).Op(wasm.I8x16Swizzle)
	}}, true
}

func (g *gen) laneOp(e program.Op, slot int, dom []int) (lanes, bool) {
	switch e.Op {
	case program.And, program.Or:
		a, okA := g.laneCond(e.A, slot, dom)
		b, okB := g.laneCond(e.B, slot, dom)
		op := wasm.V128And
		if e.Op == program.Or {
			op = wasm.V128Or
		}
		if okA && okB && e.Op == program.And && allTrue(a, dom) {
			return b, true
		}
		return lanes{cond: true, emit: func(k int) {
			a.emit(k)
			b.emit(k)
			g.f.Op(op)
		}}, okA && okB
	case program.BitAnd:
		a, okA := g.laneExpr(e.A, slot, dom)
		b, okB := g.laneExpr(e.B, slot, dom)
		return lanes{seeds: true, emit: func(k int) {
			a.emit(k)
			b.emit(k)
			g.f.Op(wasm.V128And)
		}}, okA && okB && !a.cond && !b.cond
	case program.Eq, program.Ne, program.Lt, program.Le, program.Gt, program.Ge:
		return g.laneCompare(e, slot, dom)
	}
	return lanes{}, false
}

// laneCompare compares without sign; numbers that may be -1 are only compared
// for being equal.
func (g *gen) laneCompare(e program.Op, slot int, dom []int) (lanes, bool) {
	if v, ok := constant(e.B); ok {
		a, ok := g.laneExpr(e.A, slot, dom)
		if !ok || a.cond {
			return lanes{}, false
		}
		if a.seeds && (v < 0 || v > int(capacity(g.lay.lane))) {
			return g.laneBeyond(e.Op, v), true
		}
	}
	a, okA := g.laneExpr(e.A, slot, dom)
	b, okB := g.laneExpr(e.B, slot, dom)
	if !okA || !okB || a.cond || b.cond {
		return lanes{}, false
	}
	if a.known != nil && b.known != nil {
		if e.Op == program.Ge && isConstant(e.B, 0) {
			return lanes{cond: true, known: func(p int) int { return b2i(a.known(p) >= 0) }, emit: func(k int) {
				g.f.ConstV(g.vector(k, func(p int) int { return -b2i(a.known(p) >= 0) }))
			}}, true
		}
	}
	ops := g.laneOps()
	op, ordered := ops.eq, true
	switch e.Op {
	case program.Eq:
		ordered = false
	case program.Ne:
		op, ordered = ops.ne, false
	case program.Lt:
		op = ops.lt
	case program.Le:
		op = ops.le
	case program.Gt:
		op = ops.gt
	default:
		op = ops.ge
	}
	if ordered && !(g.unsignedLanes(a, dom) && g.unsignedLanes(b, dom)) {
		return lanes{}, false
	}
	return lanes{cond: true, emit: func(k int) {
		a.emit(k)
		b.emit(k)
		g.f.Op(op)
	}}, true
}

func (g *gen) unsignedLanes(l lanes, dom []int) bool {
	if l.known == nil {
		return l.seeds
	}
	for _, p := range dom {
		if l.known(p) < 0 {
			return false
		}
	}
	return true
}

// laneBeyond compares seeds with a number no hole can hold.
func (g *gen) laneBeyond(op program.OpKind, v int) lanes {
	holds := op == program.Ne || v > 0 && (op == program.Lt || op == program.Le) || v < 0 && (op == program.Gt || op == program.Ge)
	return lanes{cond: true, emit: func(k int) {
		g.f.ConstV(g.vector(k, func(int) int { return -b2i(holds) }))
	}}
}

// laneCond finds the vector form of a condition.
func (g *gen) laneCond(e program.Expr, slot int, dom []int) (lanes, bool) {
	l, ok := g.laneExpr(e, slot, dom)
	if !ok || l.cond {
		return l, ok
	}
	if l.known != nil {
		return lanes{cond: true, emit: func(k int) {
			g.f.ConstV(g.vector(k, func(p int) int { return -b2i(l.known(p) != 0) }))
		}}, true
	}
	return lanes{cond: true, emit: func(k int) {
		l.emit(k)
		g.f.ConstV([16]byte{}).Op(g.laneOps().ne)
	}}, true
}

// allTrue tells conditions that hold of all places of a domain.
func allTrue(l lanes, dom []int) bool {
	if l.known == nil {
		return false
	}
	for _, p := range dom {
		if l.known(p) == 0 {
			return false
		}
	}
	return true
}

// mentions tells if an expression reads a slot.
func mentions(e program.Expr, slot int) bool {
	found := false
	program.Visitor{Expr: func(e program.Expr) {
		if s, ok := e.(program.Slot); ok && s.I == slot {
			found = true
		}
	}}.VisitExpr(e)
	return found
}

// chunks lists the vectors that cover some places.
func (g *gen) chunks(dom []int) []int {
	var out []int
	for _, p := range dom {
		k := p / g.laneCount()
		if len(out) == 0 || out[len(out)-1] != k {
			out = append(out, k)
		}
	}
	return out
}

// invariant splits a condition in what is the same for all places, and cheap,
// and the rest; nil: there is nothing of that.
func (g *gen) invariant(cond program.Expr, slot int) (same, own program.Expr) {
	and := func(a, b program.Expr) program.Expr {
		if a == nil {
			return b
		}
		return program.Op{Op: program.And, A: a, B: b}
	}
	for _, e := range conjuncts(cond) {
		if mentions(e, slot) || g.cost(e) >= dear {
			own = and(own, e)
		} else {
			same = and(same, e)
		}
	}
	return same, own
}

// laneMask pushes a condition as a mask of the places of a set, if it has a vector form.
func (g *gen) laneMask(s program.Set, slot int, cond program.Expr) bool {
	if same, own := g.invariant(cond, slot); same != nil && own != nil {
		if !g.laneMask(s, slot, own) {
			return false
		}
		g.f.Const64(0)
		g.truth(same)
		g.f.Op(wasm.Select)
		return true
	}
	if g.wordMask(s, slot, cond) {
		return true
	}
	dom := g.members(s).list()
	cond, flipped := positive(cond)
	l, ok := g.laneCond(cond, slot, dom)
	if !ok {
		return false
	}
	h, isHoles := s.(program.Holes)
	if len(dom) == 0 {
		g.f.Const64(0)
		return true
	}
	n := g.laneCount()
	for i, k := range g.chunks(dom) {
		l.emit(k)
		g.f.Op(g.laneOps().bitmask)
		if flipped {
			g.f.Const(1<<n - 1).Op(wasm.I32Xor)
		}
		if isHoles { // a narrow constant
			g.f.Const(int(maskOf(h.List) >> (k * n) & (1<<n - 1))).Op(wasm.I32And)
		}
		g.f.Op(wasm.I64ExtendI32U)
		if k > 0 {
			g.f.Const64(int64(k * n)).Op(wasm.I64Shl)
		}
		if i > 0 {
			g.f.Op(wasm.I64Or)
		}
	}
	if !isHoles {
		g.mask(s)
		g.f.Op(wasm.I64And)
	}
	return true
}
