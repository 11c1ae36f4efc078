package compiled

import (
	"mancala/interpreter"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Inner choices. A turn is played with the choices given, as numbers into the
// alternatives of each; where no more are given it takes the first alternative
// and notes how many there were. Running the turn again with the last choice
// that has another alternative moved on by one goes through all completions
// in order.
//
// Every choice of a turn leaves a record: number taken, alternatives, kind,
// count of places, then the places. Turns run ahead in the middle of another
// have their records after those of the outer one.
const (
	chIndex   = 0
	chOptions = 4
	chKind    = 8
	chCount   = 12
	chPlaces  = 16
)

// maxChoices is the number of choices in nested turns taken together.
const maxChoices = 4096

// choiceSize is the size of a record.
func (c *compiler) choiceSize() int {
	n := 1
	c.p.Visit(program.Visitor{Stmt: func(s program.Stmt) {
		if s, ok := s.(program.Choose); ok {
			n = max(n, s.N)
		}
	}})
	return chPlaces + 4*n
}

// choiceFunc is the function choice(options, kind, count) that gives the
// address of the record of the next choice, or 0 if it is missing.
func (c *compiler) choiceFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("choice", []wasm.Type{i32, i32, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		zero, pos, rec := f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32)
		f.Get(zero).Load(i32Load, cChPos).Set(pos)
		f.Get(zero).Load(i32Load, cChBase).Get(pos).Op(wasm.I32Add).Const(c.choiceSize()).Op(wasm.I32Mul).Const(c.choices).Op(wasm.I32Add).Set(rec)
		f.Get(pos).Get(zero).Load(i32Load, cChLen).Op(wasm.I32GeS)
		f.If()
		f.Get(zero).Load(i32Load, cChProbe)
		f.Get(zero).Load(i32Load, cChBase).Get(pos).Op(wasm.I32Add).Const(maxChoices).Op(wasm.I32GeS, wasm.I32Or)
		f.If()
		f.Const(0).Op(wasm.Return)
		f.End()
		f.Get(rec).Const(0).Store(wasm.I32Store, chIndex)
		f.Get(zero).Get(pos).Const(1).Op(wasm.I32Add).Store(wasm.I32Store, cChLen)
		f.End()
		for i, at := range []int{chOptions, chKind, chCount} {
			f.Get(rec).Get(f.Param(i)).Store(wasm.I32Store, at)
		}
		f.Get(zero).Get(pos).Const(1).Op(wasm.I32Add).Store(wasm.I32Store, cChPos)
		f.Get(rec)
	})
}

const i32Load = wasm.I32Load

// ask pushes nothing: it sets rec to the record of the next choice, or leaves the turn.
func (t *turn) ask(rec wasm.Local, options func(), kind interpreter.ChoiceKind, count int) {
	f := t.g.f
	options()
	f.Const(int(kind)).Const(count).Call(t.g.choiceFunc()).Tee(rec).Op(wasm.I32Eqz)
	f.If()
	if t.leave != nil {
		t.leave(stChoice)
	} else {
		f.Op(wasm.Unreachable)
	}
	f.End()
}

// may offers actions: taken comes before declined.
func (t *text) may(s program.May, end *ruleEnd) {
	g := t.g
	f := g.f
	rec := f.Local(wasm.I32)
	t.ask(rec, func() { f.Const(2) }, interpreter.Optional, 0)
	f.Get(rec).Load(i32Load, chIndex).Op(wasm.I32Eqz)
	f.Release(wasm.I32, rec)
	f.If()
	t.stmts(s.Do, end)
	f.End()
	g.known = nil
}

// choose lets the mover name places of a set, in board order.
func (t *text) choose(s program.Choose) {
	g := t.g
	if g.wide() {
		t.chooseListed(s)
		return
	}
	f := g.f
	m, n := f.Local(wasm.I64), f.Local(wasm.I32)
	g.mask(s.Set)
	f.Tee(m).Op(wasm.I64Popcnt, wasm.I32WrapI64).Set(n)
	if s.N <= 1 {
		f.Const(-1).Set(g.slot(s.Slot))
		f.Get(n)
		f.If()
		t.chooseOne(interpreter.ChooseHoles, m, n, g.slot(s.Slot))
		f.End()
	} else {
		t.chooseSeveral(s, m, n)
	}
	f.Release(wasm.I64, m)
	f.Release(wasm.I32, n)
}

// chooseOne sets p to the place chosen from the n places of a mask.
func (t *turn) chooseOne(kind interpreter.ChoiceKind, m, n, p wasm.Local) {
	f := t.g.f
	rec := f.Local(wasm.I32)
	t.ask(rec, func() { f.Get(n) }, kind, 1)
	f.Get(m).Get(rec).Load(i32Load, chIndex).Call(t.g.kthFunc()).Set(p)
	f.Get(rec).Get(p).Store(wasm.I32Store, chPlaces)
	f.Release(wasm.I32, rec)
}

// chooseSeveral names s.N places of a mask, all of them if there are fewer.
func (t *text) chooseSeveral(s program.Choose, m, n wasm.Local) {
	g := t.g
	f := g.f
	out := g.picked(s.Slot)
	rec, k, i, p := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const64(0).Set(out)
	f.Get(n)
	f.If()
	f.Get(n).Const(s.N).Get(n).Const(s.N).Op(wasm.I32LtS, wasm.Select).Set(k)
	t.ask(rec, func() { f.Get(n).Get(k).Call(g.binomial()) }, interpreter.ChooseHoles, 0)
	f.Get(rec).Get(k).Store(wasm.I32Store, chCount)
	// the places of the combination with that number, in lexicographic order
	f.Get(rec).Load(i32Load, chIndex).Set(i)
	c := f.Local(wasm.I32)
	done := f.Block()
	again := f.Loop()
	f.Get(k).Op(wasm.I32Eqz).BrIf(done)
	f.Get(m).Op(wasm.I64Ctz, wasm.I32WrapI64).Set(p)
	f.Get(m).Get(m).Const64(1).Op(wasm.I64Sub, wasm.I64And).Set(m)
	f.Get(n).Const(1).Op(wasm.I32Sub).Set(n)
	f.Get(n).Get(k).Const(1).Op(wasm.I32Sub).Call(g.binomial()).Set(c) // combinations with p
	f.Get(i).Get(c).Op(wasm.I32LtU)
	f.If()
	f.Get(out).Const64(1).Get(p).Op(wasm.I64ExtendI32U, wasm.I64Shl, wasm.I64Or).Set(out)
	f.Get(k).Const(1).Op(wasm.I32Sub).Set(k)
	f.Get(rec).Get(p).Store(wasm.I32Store, chPlaces)
	f.Get(rec).Const(4).Op(wasm.I32Add).Set(rec)
	f.Else()
	f.Get(i).Get(c).Op(wasm.I32Sub).Set(i)
	f.End()
	f.Br(again)
	f.End()
	f.End()
	f.End()
	f.Release(wasm.I32, rec, k, i, p, c)
}

// chooseListed is choose on boards too wide for masks.
func (t *text) chooseListed(s program.Choose) {
	g := t.g
	if s.N > 1 {
		g.failf("choosing several holes at once on a board of more than 64 places")
		return
	}
	f := g.f
	l := g.pushList(s.Set)
	t.chooseFromList(interpreter.ChooseHoles, l, g.slot(s.Slot))
	g.popList(l)
	_ = f
}

// chooseFromList sets p to the place chosen from a list, -1 if it is empty.
func (t *turn) chooseFromList(kind interpreter.ChoiceKind, l list, p wasm.Local) {
	g := t.g
	f := g.f
	rec, n := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const(-1).Set(p)
	f.Get(g.listTop()).Get(l.lo).Op(wasm.I32Sub).Const(1).Op(wasm.I32ShrU).Tee(n)
	f.If()
	f.Get(l.lo).Get(g.listTop()).Call(g.sorter())
	t.ask(rec, func() { f.Get(n) }, kind, 1)
	f.Get(rec).Load(i32Load, chIndex).Const(1).Op(wasm.I32Shl).Get(l.lo).Op(wasm.I32Add).Load(wasm.I32Load16U, 0).Set(p)
	f.Get(rec).Get(p).Store(wasm.I32Store, chPlaces)
	f.End()
	f.Release(wasm.I32, rec, n)
}

// again gives another ply, or another start inside this turn.
func (t *text) again(s program.Again, end *ruleEnd) bool {
	g := t.g
	f := g.f
	if s.From == nil {
		t.ruleEnds(end)
		t.decided(decAgain)
		return true
	}
	p := f.Local(wasm.I32)
	if g.wide() {
		l := g.pushList(s.From)
		g.keep(l.lo, p, func() {
			g.loadPlace(p, g.anyPlace())
		})
		t.chooseFromList(interpreter.StartAgain, l, p)
		g.popList(l)
	} else {
		m, n := f.Local(wasm.I64), f.Local(wasm.I32)
		g.mask(s.From)
		g.laneNonEmpty(g.members(s.From))
		f.Op(wasm.I64And)
		f.Tee(m).Op(wasm.I64Popcnt, wasm.I32WrapI64).Set(n)
		f.Const(-1).Set(p)
		f.Get(n)
		f.If()
		t.chooseOne(interpreter.StartAgain, m, n, p)
		f.End()
		f.Release(wasm.I64, m)
		f.Release(wasm.I32, n)
	}
	f.Get(p).Const(0).Op(wasm.I32GeS)
	f.If()
	f.Get(p).Set(t.place)
	t.ruleEnds(end)
	if t.decide == nil {
		f.Br(t.over)
	} else {
		if g.seat.Lift == nil {
			g.loadPlace(t.place, g.anyPlace())
			f.Tee(t.seeds).Op(wasm.I32Eqz)
			g.gapIf(gapRelay)
		}
		t.decide(decLift, 0)
	}
	f.End()
	f.Release(wasm.I32, p)
	g.known = nil
	return false
}

// laneNonEmpty pushes the mask of the places, of those given, that hold seeds.
func (g *gen) laneNonEmpty(on places) {
	slot := -2 // no slot of the program
	cond := program.Op{Op: program.Gt, A: program.CellAt{Base: 0, Index: program.Slot{I: slot}}, B: program.Const{}}
	g.maskWhere(program.Holes{List: on.list()}, slot, cond)
}

// kthFunc is the function that gives the k-th place of a mask.
func (c *compiler) kthFunc() wasm.FuncRef {
	return c.helper("kth", []wasm.Type{wasm.I64, wasm.I32}, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		m, k := f.Param(0), f.Param(1)
		done := f.Block()
		again := f.Loop()
		f.Get(k).Op(wasm.I32Eqz).BrIf(done)
		f.Get(k).Const(1).Op(wasm.I32Sub).Set(k)
		f.Get(m).Get(m).Const64(1).Op(wasm.I64Sub, wasm.I64And).Set(m)
		f.Br(again)
		f.End()
		f.End()
		f.Get(m).Op(wasm.I64Ctz, wasm.I32WrapI64)
	})
}

// binomial is the function n over k, which stops growing where it would overflow.
func (c *compiler) binomial() wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	return c.helper("binomial", []wasm.Type{i32, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		n, k := f.Param(0), f.Param(1)
		b, i := f.FreshLocal(i64), f.FreshLocal(i32)
		f.Get(k).Get(n).Op(wasm.I32GtS)
		f.If()
		f.Const(0).Op(wasm.Return)
		f.End()
		f.Const64(1).Set(b)
		done := f.Block()
		again := f.Loop()
		f.Get(i).Get(k).Op(wasm.I32GeS).BrIf(done)
		f.Get(b).Get(n).Get(i).Op(wasm.I32Sub, wasm.I64ExtendI32U, wasm.I64Mul)
		f.Get(i).Const(1).Op(wasm.I32Add).Tee(i).Op(wasm.I64ExtendI32U, wasm.I64DivU).Tee(b)
		f.Const64(1 << 30).Op(wasm.I64GtU)
		f.If()
		f.Const64(1 << 30).Set(b)
		f.Br(done)
		f.End()
		f.Br(again)
		f.End()
		f.End()
		f.Get(b).Op(wasm.I32WrapI64)
	})
}

// sorter is the function that sorts a list.
func (c *compiler) sorter() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("sort", []wasm.Type{i32, i32}, nil, func(f *wasm.Func) {
		lo, hi := f.Param(0), f.Param(1)
		i, j, v := f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32)
		f.Get(lo).Set(i)
		done := f.Block()
		outer := f.Loop()
		f.Get(i).Get(hi).Op(wasm.I32GeU).BrIf(done)
		f.Get(i).Load(wasm.I32Load16U, 0).Set(v)
		f.Get(i).Set(j)
		placed := f.Block()
		inner := f.Loop()
		f.Get(j).Get(lo).Op(wasm.I32LeU).BrIf(placed)
		f.Get(j).Const(2).Op(wasm.I32Sub).Load(wasm.I32Load16U, 0).Get(v).Op(wasm.I32LeU).BrIf(placed)
		f.Get(j)
		f.Get(j).Const(2).Op(wasm.I32Sub).Load(wasm.I32Load16U, 0)
		f.Store(wasm.I32Store16, 0)
		f.Get(j).Const(2).Op(wasm.I32Sub).Set(j)
		f.Br(inner)
		f.End()
		f.End()
		f.Get(j).Get(v).Store(wasm.I32Store16, 0)
		f.Get(i).Const(2).Op(wasm.I32Add).Set(i)
		f.Br(outer)
		f.End()
		f.End()
	})
}
