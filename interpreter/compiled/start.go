package compiled

import (
	"slices"

	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// How a turn begins: registers, what is lifted, entered or stepped.

// takesSome tells options whose moves name a number of seeds.
func takesSome(o *program.Option) bool {
	return o.EnterMax != nil || !o.TakeAll && o.Kind != rules.StepFrom && !(o.Kind == rules.EnterAt && !o.Sows)
}

// begins is step 3: the registers of a new turn, and what the move says comes first.
func (t *turn) begins() {
	g := t.g
	f := g.f
	if g.looped {
		for _, l := range []wasm.Local{t.kind, t.again, t.sown, t.endless, t.period, t.bag, t.captured, t.lost, t.rev, *t.lapLocal} {
			f.Const(0).Set(l)
		}
	}
	f.Const(-1).Set(t.last)
	for _, r := range []program.Register{program.RFirst, program.RWas, program.RWasOwner} {
		t.set(r, func() { f.Const(-1) })
	}
	t.set(program.ROrigin, func() { f.Get(t.from) })
	t.set(program.RDir, func() {
		g.directionOf(t.how)
	})
	if t.takes {
		f.Get(t.how).Const(howTakeShift).Op(wasm.I32ShrU).Set(t.taken)
	}
	if g.scratchEnd > g.scratch {
		g.clearScratch()
	}
	if g.uses.forecasts {
		g.storeCtrlConst(cAnyLap, 0)
		g.storeCtrlConst(cWon1, 0)
		g.storeCtrlConst(cLast1, -1)
	}
	if g.facts.choices {
		g.storeCtrlConst(cChPos, 0)
	}
	t.openLog()
	t.setRows(kindLift)
	f.Get(t.from).Set(t.place)
	for i, o := range t.code.options {
		if o.opt.Kind != rules.FromHole {
			t.startOtherwise(i, o.opt)
		}
	}
	if g.seat.Lift == nil {
		sowsHand := slices.ContainsFunc(t.code.options, func(o *optionCode) bool { return o.opt.SowsHand })
		if sowsHand {
			f.Get(t.kind).Const(kindSow).Op(wasm.I32Ne)
			f.If()
		}
		g.loadPlace(t.place, t.code.lifted.without(-1))
		f.Set(t.seeds)
		t.takeSome()
		if sowsHand {
			f.End()
		}
	}
	t.startsWatch()
}

// directionOf pushes the direction of a move, along the route of its option.
func (g *gen) directionOf(how wasm.Local) {
	f := g.f
	f.Get(how).Const(howDirShift).Op(wasm.I32ShrU).Const(3).Op(wasm.I32And).Const(1).Op(wasm.I32Sub)
	if len(g.seat.More) == 0 {
		return
	}
	var plus []int
	for _, t := range g.seat.Moves {
		for _, o := range t.Options {
			plus = append(plus, 2*o.Dirs[0].Route())
		}
	}
	if len(plus) > 0 {
		f.Get(how).Const(255).Op(wasm.I32And)
		g.entryOf(plus, 0)
		f.Op(wasm.I32Add)
	}
}

// pushWay pushes a direction whatever its route, as the manner of a move holds it.
func (g *gen) pushWay(dir operand) {
	if len(g.seat.More) == 0 {
		g.push(dir)
		return
	}
	if !dir.isLocal {
		g.f.Const(int(program.DirOf(dir.value).Base().Reg()))
		return
	}
	g.f.Get(dir.local).Const(1).Op(wasm.I32And).Const(-1)
	g.f.Get(dir.local).Const(0).Op(wasm.I32GeS, wasm.Select)
}

// clearScratch empties what is remembered of a turn.
func (g *gen) clearScratch() {
	g.f.Const(g.scratch).Const(0).Const(g.scratchEnd - g.scratch).MemoryFill()
}

// takeSome cuts t.seeds to what the move takes.
func (t *turn) takeSome() {
	if !t.takes {
		return
	}
	f := t.g.f
	f.Get(t.taken).Get(t.seeds)
	f.Get(t.taken).Get(t.seeds).Op(wasm.I32LtS)
	f.Get(t.taken).Const(0).Op(wasm.I32GtS, wasm.I32And)
	f.Op(wasm.Select).Set(t.seeds)
}

// startOtherwise begins the moves of an option that enters seeds or steps.
func (t *turn) startOtherwise(i int, o *program.Option) {
	g := t.g
	f := g.f
	other := f.Block()
	f.Get(t.how).Const(255).Op(wasm.I32And).Const(i).Op(wasm.I32Ne).BrIf(other)
	f.Get(t.from).Set(g.slot(o.Slot))
	on := g.members(o.From)
	rule := g.rule
	g.rule = o.Rule
	g.standing(o.Slot, on, func() {
		n, p := f.Local(wasm.I32), f.Local(wasm.I32)
		if o.Kind == rules.EnterAt {
			if o.EnterMax != nil {
				f.Get(t.taken).Set(n).Const(0).Set(t.taken)
			} else {
				g.val(o.Enter)
				f.Set(n)
			}
			if !o.EntersNothing() {
				g.addCell(g.p.Layout.Hands+g.who, func() { f.Const(0).Get(n).Op(wasm.I32Sub) })
			}
			f.Get(t.from).Set(p)
			t.set(program.RLap, func() { f.Const(0) })
			if o.SowsHand {
				f.Get(n).Set(t.seeds)
				f.Const(kindSow).Set(t.kind)
				t.setRows(kindSow)
				f.Release(wasm.I32, n, p)
				return
			}
		} else {
			g.val(o.To)
			f.Set(p)
			f.Const(1).Set(n)
			f.Const(1).Set(*t.lapLocal)
			g.storePlace(t.from, on, func() {
				g.loadPlace(t.from, on)
				f.Const(1).Op(wasm.I32Sub)
			})
		}
		t.fallsIn(p, n, false)
		f.Get(t.sown).Get(n).Op(wasm.I32Add).Set(t.sown)
		f.Release(wasm.I32, n, p)
		t.atOnce()
	})
	if o.Kind == rules.StepFrom || !o.Sows && !o.SowsHand {
		f.Const(1).Set(*t.lapLocal)
		f.Const(kindDirect).Set(t.kind)
	}
	g.rule = rule
	f.End()
}

// fallsIn drops n seeds in the place p, which is not t.last yet.
func (t *turn) fallsIn(p, n wasm.Local, sowing bool) {
	g := t.g
	f := g.f
	on := t.code.last.without(-1)
	t.set(program.RWas, func() { g.loadPlace(p, on) })
	t.set(program.RWasOwner, func() { t.owner(p) })
	f.Get(p).Set(t.last)
	if first := g.reg[program.RFirst]; first.isLocal {
		f.Get(first.local).Get(p).Get(first.local).Const(0).Op(wasm.I32GeS, wasm.Select).Set(first.local)
	}
	g.storePlace(p, on, func() {
		g.loadPlace(p, on)
		f.Get(n).Op(wasm.I32Add)
	})
	t.fellIn(p)
}

// fellIn remembers the lap of the latest seed in a place.
func (t *turn) fellIn(p wasm.Local) {
	g := t.g
	if !g.uses.visited {
		return
	}
	g.f.Get(p).Const(2).Op(wasm.I32Shl)
	g.f.Get(*t.lapLocal).Const(1).Get(*t.lapLocal).Const(1).Op(wasm.I32GtS, wasm.Select)
	g.f.Store(wasm.I32Store, g.fell)
}

// owner pushes the seat the place in p belongs to now, -1 for nobody.
func (t *turn) owner(p wasm.Local) {
	g := t.g
	values := make([]int, g.p.Places)
	for q := range values {
		values[q] = -1
		switch {
		case q >= g.p.Holes:
			values[q] = q - g.p.Holes
		case g.p.Game != nil && g.p.Game.Board != nil:
			values[q] = g.p.Game.Board.Holes[q].Owner
		}
	}
	base := g.p.Layout.Owners
	if base < 0 {
		g.f.Get(p)
		g.entryOf(values, 0)
		return
	}
	g.f.Get(p).Const(g.p.Holes).Op(wasm.I32LtS)
	g.f.If(wasm.I32)
	g.f.Get(p).Load(g.lay.kind[base].load(), g.lay.addr[base])
	g.f.Else()
	g.f.Get(p)
	g.entryOf(values, 0)
	g.f.End()
}
