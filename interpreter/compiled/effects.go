package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Actions that change the position and neither capture nor decide anything.

func (t *text) moveSeeds(s program.MoveSeeds) {
	g := t.g
	f := g.f
	if t.callMove(s) {
		return
	}
	from, amount, to, n := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	done := f.Block()
	fromOn, toOn := g.noPlaces(), g.members(s.ToEach)
	if s.ToEach == nil && s.ToHand == 0 {
		toOn = g.spots(s.To).without(-1)
	}
	if s.FromHand > 0 {
		f.Const(-2).Set(from)
	} else {
		fromOn = g.spots(s.From).without(-1)
		g.val(s.From)
		f.Tee(from).Const(0).Op(wasm.I32LtS).BrIf(done)
	}
	load := func(hand program.InHand, p wasm.Local, on places) {
		if hand != 0 {
			g.val(program.Cell{I: g.p.Layout.Cell(hand)})
			return
		}
		g.loadPlace(p, on)
	}
	add := func(hand program.InHand, p wasm.Local, on places, op wasm.Opcode) {
		if hand != 0 {
			g.addCell(g.p.Layout.Cell(hand), func() { f.Const(0).Get(n).Op(op) })
			return
		}
		g.storePlace(p, on, func() {
			g.loadPlace(p, on)
			f.Get(n).Op(op)
		})
	}
	if s.Amount != nil {
		g.val(s.Amount)
	} else {
		load(s.FromHand, from, fromOn)
	}
	f.Set(amount)
	one := func() {
		skip := f.Block()
		load(s.FromHand, from, fromOn)
		f.Set(n)
		f.Get(amount).Get(n).Get(amount).Get(n).Op(wasm.I32LtS, wasm.Select).Tee(n)
		f.Const(0).Op(wasm.I32LeS).BrIf(skip)
		if s.ToHand == 0 {
			f.Get(to).Const(0).Op(wasm.I32LtS).BrIf(skip)
			f.Get(to).Get(from).Op(wasm.I32Eq).BrIf(skip)
		}
		add(s.FromHand, from, fromOn, wasm.I32Sub)
		add(s.ToHand, to, toOn, wasm.I32Add)
		f.End()
	}
	switch {
	case s.ToHand != 0 && s.ToHand == s.FromHand:
	case s.ToHand != 0:
		one()
	case s.ToEach == nil:
		g.val(s.To)
		f.Set(to)
		one()
	default:
		g.each(s.ToEach, to, true, one)
	}
	f.End()
	f.Release(wasm.I32, from, amount, to, n)
	g.known = nil
}

// touch remembers that this turn set a cell: base + the place in p.
func (g *gen) touch(base int, p func()) {
	if g.touched == 0 {
		return
	}
	p()
	g.f.Const(1).Store(wasm.I32Store8, g.touched+base)
}

// overSet runs code with p on every place of a set that the field at base covers.
func (t *text) overSet(set program.Set, base int, do func(p wasm.Local)) {
	g := t.g
	p := g.f.Local(wasm.I32)
	_, hi := g.members(set).span()
	g.each(set, p, false, func() {
		if hi < g.lay.limit[base] {
			do(p)
			return
		}
		g.f.Get(p).Const(g.lay.limit[base]).Op(wasm.I32LtS)
		g.f.If()
		do(p)
		g.f.End()
	})
	g.f.Release(wasm.I32, p)
	g.known = nil
}

func (t *text) mark(s program.Mark) {
	g := t.g
	f := g.f
	bit := f.Local(wasm.I32)
	defer f.Release(wasm.I32, bit)
	k, a := g.lay.kind[s.Base], g.lay.addr[s.Base]
	seat := f.Local(wasm.I32)
	defer f.Release(wasm.I32, seat)
	g.val(s.Seat)
	f.Tee(seat).Const(3).Op(wasm.I32LeU)
	f.If()
	f.Const(1).Get(seat).Op(wasm.I32Shl).Set(bit)
	if s.Clear {
		f.Get(bit).Const(-1).Op(wasm.I32Xor).Set(bit)
	}
	t.overSet(s.Set, s.Base, func(p wasm.Local) {
		at := func() {
			f.Get(p)
			g.scale(k.width)
		}
		at()
		at()
		f.Load(k.load(), a).Get(bit)
		if s.Clear {
			f.Op(wasm.I32And)
		} else {
			f.Op(wasm.I32Or)
		}
		f.Store(k.store(), a)
		g.touch(s.Base, func() { f.Get(p) })
	})
	f.End()
}

func (t *text) fill(s program.Fill) {
	g := t.g
	f := g.f
	v := f.Local(wasm.I32)
	defer f.Release(wasm.I32, v)
	k, a := g.lay.kind[s.Base], g.lay.addr[s.Base]
	g.val(s.Value)
	f.Set(v)
	t.overSet(s.Set, s.Base, func(p wasm.Local) {
		f.Get(p)
		g.scale(k.width)
		f.Get(v).Store(k.store(), a)
		g.touch(s.Base, func() { f.Get(p) })
	})
}

func (t *text) each(s program.Each, end *ruleEnd) {
	g := t.g
	g.known = nil
	g.each(s.Set, g.slot(s.Slot), true, func() {
		g.standing(s.Slot, g.members(s.Set), func() {
			t.stmts(s.Do, end)
		})
		g.known = nil
	})
}

func (t *text) setCell(s program.SetCell) {
	g := t.g
	f := g.f
	k, a := g.lay.kind[s.Base], g.lay.addr[s.Base]
	if s.Index == nil {
		f.Get(g.zero)
		g.val(s.Value)
		f.Store(k.store(), a)
		g.touch(s.Base, func() { f.Const(0) })
		return
	}
	i, v := f.Local(wasm.I32), f.Local(wasm.I32)
	g.val(s.Index)
	f.Set(i)
	g.val(s.Value)
	f.Set(v)
	f.Get(i).Const(g.lay.limit[s.Base]).Op(wasm.I32LtU)
	f.If()
	f.Get(i)
	g.scale(k.width)
	f.Get(v).Store(k.store(), a)
	g.touch(s.Base, func() { f.Get(i) })
	f.End()
	f.Release(wasm.I32, i, v)
	g.known = nil
}

// take gives a player all seeds of a set.
func (t *text) take(s program.Take) {
	g := t.g
	if g.takeFromWords(s) {
		g.known = nil
		return
	}
	f := g.f
	seat, p, n, home := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	if s.Seat == nil {
		f.Const(g.p.Layout.Out).Set(home)
	} else {
		g.val(s.Seat)
		f.Tee(seat).Const(g.p.Players).Op(wasm.I32GeU)
		g.gapIf(gapNobody)
		homes := make([]int, g.p.Players)
		for i := range homes {
			homes[i] = g.p.Home[i]
		}
		f.Get(seat)
		g.entryOf(homes, 0)
		f.Set(home)
	}
	on := g.members(s.Set)
	g.each(s.Set, p, false, func() {
		skip := f.Block()
		f.Get(p).Get(home).Op(wasm.I32Eq).BrIf(skip)
		g.loadPlace(p, on)
		f.Tee(n).Op(wasm.I32Eqz).BrIf(skip)
		g.storePlace(p, on, func() { f.Const(0) })
		if s.Seat == nil {
			g.addCell(g.p.Layout.Out, func() { f.Get(n) })
		} else {
			t.goHome(seat, n)
		}
		f.End()
	})
	f.Release(wasm.I32, seat, p, n, home)
	g.known = nil
}
