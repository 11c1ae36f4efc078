package compiled

import (
	"slices"

	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// A new kind of expression gets a case in val; in truth if it is a condition;
// in spots (places.go) if it names a place; and one in program.Visitor, which
// tells the facts the fast forms rely on. Where it can be asked of all holes
// of a set at once it gets a case in laneExpr or laneCond (lanes.go).

// val pushes the value of an expression: a number, 0 or 1, a place or seat or -1.
func (g *gen) val(e program.Expr) {
	if l, ok := g.fact(e); ok {
		g.f.Get(l)
		return
	}
	switch e := e.(type) {
	case program.Const:
		g.f.Const(e.V)
	case program.Cell:
		g.loadCell(e.I)
	case program.CellAt:
		g.cellAt(e.Base, e.Index)
	case program.Slot:
		if v, ok := g.slotConst[e.I]; ok {
			g.f.Const(v)
			return
		}
		g.f.Get(g.slot(e.I))
	case program.Reg:
		g.push(g.reg[e.R])
	case program.Lookup:
		g.lookup(e.T, e.Index)
	case program.Next:
		g.next_(e)
	case program.Op:
		g.op(e)
	case program.Not:
		g.val(e.A)
		g.f.Op(wasm.I32Eqz)
	case program.If:
		g.choice(e)
	case program.Fold:
		g.fold(e)
	case program.Pick:
		g.pick(e)
	case program.In:
		g.in(e.Spot, e.Set)
	case program.Repeats:
		g.repeats(e.Times)
	case program.HasMove:
		g.hasMove(e.Seat)
	case program.Visited:
		g.visited(e)
	case program.Forecast:
		g.forecast(e)
	default:
		g.failf("an expression of an unknown kind: %T", e)
	}
}

// fact finds a local that holds the value.
func (g *gen) fact(e program.Expr) (wasm.Local, bool) {
	switch e.(type) {
	case program.CellAt, program.Lookup:
	default:
		return wasm.Local{}, false
	}
	for _, k := range g.known {
		if same(k.expr, e) {
			return k.local, true
		}
	}
	return wasm.Local{}, false
}

// same compares small expressions: what facts are kept of.
func same(a, b program.Expr) bool {
	switch a := a.(type) {
	case program.CellAt:
		b, ok := b.(program.CellAt)
		return ok && a.Base == b.Base && same(a.Index, b.Index)
	case program.Lookup:
		b, ok := b.(program.Lookup)
		return ok && slices.Equal(a.T, b.T) && same(a.Index, b.Index)
	case program.Reg, program.Slot, program.Const, program.Cell:
		return a == b
	}
	return false
}

// choice pushes one of two values. Both are computed where that is cheap, so
// that there is no branch to predict.
func (g *gen) choice(e program.If) {
	if g.cheap(e.Then) && g.cheap(e.Else) {
		g.val(e.Then)
		g.val(e.Else)
		g.val(e.Cond)
		g.f.Op(wasm.Select)
		return
	}
	g.val(e.Cond)
	g.f.If(wasm.I32)
	g.val(e.Then)
	g.f.Else()
	g.val(e.Else)
	g.f.End()
}

// cheap tells values that cost no more than a mispredicted branch does and
// that can be computed whether or not they are needed.
func (g *gen) cheap(e program.Expr) bool { return g.cost(e) <= 12 }

const dear = 1000

// cost estimates the instructions of an expression; dear for loops, calls
// and whatever can be a gap.
func (g *gen) cost(e program.Expr) int {
	if _, ok := g.fact(e); ok {
		return 0
	}
	switch e := e.(type) {
	case program.Const, program.Slot, program.Reg:
		return 0
	case program.Cell:
		return 1
	case program.CellAt:
		return 2 + g.cost(e.Index)
	case program.Lookup:
		return 2 + g.cost(e.Index)
	case program.Next:
		if d := g.dirs(e.Back); len(d) == 1 && !g.facts.noDir {
			if _, fixed := g.nextTable(d[0], e.N); fixed {
				return 3 + g.cost(e.Of)
			}
		}
		return dear
	case program.Op:
		if e.Op == program.Div || e.Op == program.Mod {
			return dear
		}
		return 1 + g.cost(e.A) + g.cost(e.B)
	case program.Not:
		return 1 + g.cost(e.A)
	case program.If:
		return 2 + g.cost(e.Cond) + g.cost(e.Then) + g.cost(e.Else)
	case program.In:
		if h, ok := e.Set.(program.Holes); ok && !g.wide() {
			_ = h
			return 3 + g.cost(e.Spot)
		}
	case program.Fold:
		if n := g.foldCost(e); n > 0 {
			return n
		}
	}
	return dear
}

// jumpUnless leaves to a label if a condition does not hold.
func (g *gen) jumpUnless(e program.Expr, to wasm.Label) {
	switch o := e.(type) {
	case program.Op:
		if o.Op == program.And && g.cost(o.B) > 8 {
			g.jumpUnless(o.A, to)
			g.assume(o.A, true)
			g.jumpUnless(o.B, to)
			return
		}
		if g.jumpCompared(o, to) {
			return
		}
	case program.Not:
		g.val(o.A)
		g.f.BrIf(to)
		return
	}
	g.val(e)
	g.f.Op(wasm.I32Eqz).BrIf(to)
}

var inverses = map[program.OpKind]wasm.Opcode{
	program.Eq: wasm.I32Ne, program.Ne: wasm.I32Eq, program.Lt: wasm.I32GeS, program.Le: wasm.I32GtS,
	program.Gt: wasm.I32LeS, program.Ge: wasm.I32LtS,
}

// jumpCompared leaves by the opposite comparison, without making a number of
// the condition first.
func (g *gen) jumpCompared(e program.Op, to wasm.Label) bool {
	op, ok := inverses[e.Op]
	if !ok {
		return false
	}
	a := e.A
	v, isConst := constant(e.B)
	if run, ok := runAsked(e); ok {
		g.runHolds(run)
		g.f.Op(wasm.I32Eqz).BrIf(to)
		return true
	}
	if r, isReg := a.(program.Reg); isReg && r.R == program.RWas && isConst && g.wasLess != nil {
		g.f.Get(*g.wasLess).Const(v + 1).Op(op).BrIf(to) // the content now is one more
		return true
	}
	if isConst && v == 0 && e.Op == program.Eq {
		g.val(a)
		g.f.BrIf(to)
		return true
	}
	g.val(a)
	g.val(e.B)
	g.f.Op(op).BrIf(to)
	return true
}

var compares = map[program.OpKind]wasm.Opcode{
	program.Add: wasm.I32Add, program.Sub: wasm.I32Sub, program.Mul: wasm.I32Mul,
	program.Eq: wasm.I32Eq, program.Ne: wasm.I32Ne, program.Lt: wasm.I32LtS, program.Le: wasm.I32LeS,
	program.Gt: wasm.I32GtS, program.Ge: wasm.I32GeS, program.BitAnd: wasm.I32And,
}

func (g *gen) op(e program.Op) {
	switch e.Op {
	case program.And, program.Or:
		g.logic(e)
		return
	case program.Div, program.Mod:
		g.divide(e)
		return
	}
	if run, ok := runAsked(e); ok {
		g.runHolds(run)
		return
	}
	if b, ok := constant(e.B); ok && b == 0 {
		switch e.Op {
		case program.Eq:
			g.val(e.A)
			g.f.Op(wasm.I32Eqz)
			return
		case program.Gt:
			if lo, _ := g.bounds(e.A); lo >= 0 {
				g.val(e.A)
				g.f.Const(0).Op(wasm.I32Ne)
				return
			}
		}
	}
	g.val(e.A)
	g.val(e.B)
	g.f.Op(compares[e.Op])
}

// logic pushes 0 or 1 for `and`, `or`. The second operand is computed in any
// case if that is cheap.
func (g *gen) logic(e program.Op) {
	and := e.Op == program.And
	n := len(g.narrow)
	defer func() { g.narrow = g.narrow[:n] }()
	if x, lo, hi, ok := between(e); ok {
		g.val(x)
		g.f.Const(lo).Op(wasm.I32Sub).Const(hi - lo).Op(wasm.I32LeU)
		return
	}
	if g.cost(e.B) <= 8 {
		g.truth(e.A)
		if and {
			g.assume(e.A, false)
		}
		g.truth(e.B)
		if and {
			g.f.Op(wasm.I32And)
		} else {
			g.f.Op(wasm.I32Or)
		}
		return
	}
	g.val(e.A)
	g.f.If(wasm.I32)
	if and {
		g.assume(e.A, true)
		g.truth(e.B)
	} else {
		g.f.Const(1)
	}
	g.f.Else()
	if and {
		g.f.Const(0)
	} else {
		g.truth(e.B)
	}
	g.f.End()
}

// between recognises that a number lies between two constants: one comparison
// without sign.
func between(e program.Op) (x program.Expr, lo, hi int, ok bool) {
	a, okA := e.A.(program.Op)
	b, okB := e.B.(program.Op)
	if e.Op != program.And || !okA || !okB || a.Op != program.Ge || b.Op != program.Le || !same(a.A, b.A) {
		return nil, 0, 0, false
	}
	lo, okA = constant(a.B)
	hi, okB = constant(b.B)
	return a.A, lo, hi, okA && okB && lo <= hi
}

// truth pushes 1 for anything but 0.
func (g *gen) truth(e program.Expr) {
	g.val(e)
	if !boolean(e) {
		g.f.Const(0).Op(wasm.I32Ne)
	}
}

// boolean tells expressions that give 0 or 1 only.
func boolean(e program.Expr) bool {
	switch e := e.(type) {
	case program.Const:
		return e.V == 0 || e.V == 1
	case program.Op:
		return e.Op >= program.Eq && e.Op <= program.Or
	case program.Not, program.In, program.Repeats, program.HasMove, program.Visited, program.Forecast:
		return true
	case program.Fold:
		return e.How == program.Any || e.How == program.Every
	case program.If:
		return boolean(e.Then) && boolean(e.Else)
	}
	return false
}

// divide rounds down; by zero it gives 0.
func (g *gen) divide(e program.Op) {
	lo, _ := g.bounds(e.A)
	if b, ok := constant(e.B); ok && b > 0 && lo >= 0 {
		g.val(e.A)
		g.f.Const(b)
		if e.Op == program.Div {
			g.f.Op(wasm.I32DivU)
		} else {
			g.f.Op(wasm.I32RemU)
		}
		return
	}
	g.val(e.A)
	g.val(e.B)
	g.f.Call(g.divider(e.Op == program.Mod))
}

// divider is the function that divides with floors.
func (c *compiler) divider(mod bool) wasm.FuncRef {
	name := "div"
	if mod {
		name = "mod"
	}
	return c.helper(name, []wasm.Type{wasm.I32, wasm.I32}, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		a, b, r := f.Param(0), f.Param(1), f.Local(wasm.I32)
		f.Get(b).Op(wasm.I32Eqz)
		f.If()
		f.Const(0).Op(wasm.Return)
		f.End()
		f.Get(b).Const(-1).Op(wasm.I32Eq) // the one quotient that overflows
		f.If()
		if mod {
			f.Const(0)
		} else {
			f.Const(0).Get(a).Op(wasm.I32Sub)
		}
		f.Op(wasm.Return)
		f.End()
		f.Get(a).Get(b).Op(wasm.I32RemS).Set(r)
		if mod {
			f.Get(r).Get(b).Const(0)
		} else {
			f.Get(a).Get(b).Op(wasm.I32DivS).Const(1).Const(0)
		}
		// one less (or b more) if the rest and b differ in sign
		f.Get(r).Const(0).Op(wasm.I32Ne)
		f.Get(r).Get(b).Op(wasm.I32Xor).Const(0).Op(wasm.I32LtS, wasm.I32And)
		f.Op(wasm.Select)
		if mod {
			f.Op(wasm.I32Add)
		} else {
			f.Op(wasm.I32Sub)
		}
	})
}

// helper gives a function of the module that is emitted once.
func (c *compiler) helper(name string, params, results []wasm.Type, emit func(f *wasm.Func)) wasm.FuncRef {
	if r, ok := c.helpers[name]; ok {
		return r
	}
	r := c.m.Func(name, params, results)
	c.helpers[name] = r
	emit(r.Body())
	return r
}

// many is as many seeds as a game can hold and as many laps as a turn can have.
const many = 1 << 30

// bounds gives a range the value of an expression lies in.
func (g *gen) bounds(e program.Expr) (lo, hi int) {
	const big = 1 << 31
	switch e := e.(type) {
	case program.Const:
		return e.V, e.V
	case program.Cell:
		return g.cellBounds(e.I)
	case program.CellAt:
		lo, hi = g.cellBounds(e.Base)
		return min(lo, 0), max(hi, 0)
	case program.Slot:
		return g.spots(e).span()
	case program.Reg:
		o := g.reg[e.R]
		switch {
		case !o.isLocal:
			return o.value, o.value
		case e.R == program.RWas || e.R == program.RLap || e.R == program.RBag || e.R == program.RCaptured || e.R == program.RCarried:
			return 0, many
		default:
			return -1, many
		}
	case program.Lookup:
		lo, hi = big, -big
		for _, v := range e.T {
			lo, hi = min(lo, int(v)), max(hi, int(v))
		}
		return min(lo, -1), max(hi, -1)
	case program.Op:
		if boolean(e) {
			return 0, 1
		}
		a, b := g.bounds(e.A)
		x, y := g.bounds(e.B)
		switch {
		case e.Op == program.Add && a+x >= -big && b+y < big: // else the sum may be a Word of the other sign
			return a + x, b + y
		case e.Op == program.Mul && a >= 0 && x >= 0 && (b == 0 || y < big/b):
			return 0, b * y
		case a >= 0 && x >= 0 && e.Op != program.Add && e.Op != program.Sub && e.Op != program.Mul:
			return 0, max(b, y)
		}
	case program.If:
		a, b := g.bounds(e.Then)
		x, y := g.bounds(e.Else)
		return min(a, x), max(b, y)
	case program.Fold:
		if boolean(e) {
			return 0, 1
		}
		g.slotSpots[e.Slot] = g.members(e.Set)
		if a, b := g.bounds(e.Body); a >= 0 && b <= many {
			return 0, many
		}
	default:
		if boolean(e) {
			return 0, 1
		}
	}
	return -big, big
}

func (g *gen) cellBounds(cell int) (lo, hi int) {
	switch k := g.lay.kind[cell]; {
	case k.width == 4:
		if g.p.Layout.Fields[g.lay.field[cell]].Kind == program.Seeds {
			return 0, many
		}
		return -1 << 31, 1<<31 - 1
	case k.signed:
		return -128, 127
	default:
		return 0, 1<<(8*k.width) - 1
	}
}

// runAsked recognises the question if a run has any place at all.
func runAsked(e program.Op) (program.Run, bool) {
	f, ok := e.A.(program.Fold)
	if !ok || f.How != program.Sum || !isConstant(f.Body, 1) || !(e.Op == program.Gt && isConstant(e.B, 0) || e.Op == program.Ge && isConstant(e.B, 1)) {
		return program.Run{}, false
	}
	run, ok := f.Set.(program.Run)
	return run, ok
}

// runHolds pushes whether a run has any place: its condition asked of the first.
func (g *gen) runHolds(r program.Run) {
	p := g.slot(r.Slot)
	on := g.spots(r.From)
	g.val(r.From)
	g.f.Set(p)
	if on.has(-1) {
		g.f.Get(p).Const(0).Op(wasm.I32GeS)
		g.f.If(wasm.I32)
	}
	known := g.known
	if l, ok := g.fact(program.CellAt{Base: 0, Index: r.From}); ok {
		g.known = append(known[:len(known):len(known)], fact{program.CellAt{Base: 0, Index: program.Slot{I: r.Slot}}, l})
	}
	g.standing(r.Slot, on, func() { g.truth(r.While) })
	g.known = known
	if on.has(-1) {
		g.f.Else().Const(0)
		g.f.End()
	}
}
