package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// What every turn ends with: the answer of a test, or the sums of a played turn
// and what is forgotten.

// reset gives the cells of a variable their start values.
func (g *gen) reset(v program.Field) {
	for i := range v.Len {
		c := v.Base + i
		g.f.Get(g.zero).Const(int(g.p.Start[c])).Store(g.lay.kind[c].store(), g.lay.addr[c])
	}
}

// epilogue does what every turn ends with: the answer of a test, or the sums
// and what is forgotten.
func (t *turn) epilogue() {
	g := t.g
	f := g.f
	g.known, g.rule = nil, nil
	if t.modal {
		f.Get(t.mode)
		f.If()
		t.tested()
		f.Else()
		t.played()
		f.End()
	} else {
		t.played()
	}
	t.endLog()
}

// tested asks `provided` of the finished turn.
func (t *turn) tested() {
	g := t.g
	f := g.f
	g.finished = true
	g.storeCtrlConst(cTested, 0)
	if g.uses.forecasts {
		g.storeCtrl(cTestLast, func() { f.Get(t.last) })
		g.storeCtrl(cTestWon, func() {
			f.Get(t.st).Const(stOver).Op(wasm.I32Eq)
			g.loadCtrl(cWinner)
			f.Const(g.who).Op(wasm.I32Eq, wasm.I32And)
		})
	}
	done := f.Block()
	f.Get(t.st).Const(stIllegal).Op(wasm.I32Eq).BrIf(done)
	g.onGap = func(int) { f.Br(done) }
	for i, o := range t.code.options {
		if o.opt.Provided == nil {
			continue
		}
		other := f.Block()
		f.Get(t.how).Const(255).Op(wasm.I32And).Const(i).Op(wasm.I32Ne).BrIf(other)
		f.Get(t.from).Set(g.slot(o.opt.Slot))
		t.set(program.ROrigin, func() { f.Get(t.from) })
		g.standing(o.opt.Slot, g.members(o.opt.From), func() {
			value := f.Local(wasm.I32)
			g.truth(o.opt.Provided)
			f.Set(value)
			g.storeCtrl(cTested, func() { f.Get(value) })
			f.Release(wasm.I32, value)
		})
		f.Br(done)
		f.End()
	}
	g.storeCtrlConst(cTested, 1)
	f.End()
	g.finished = false
	g.spend(func() { f.Get(*t.lapLocal).Const(4).Op(wasm.I32Add).Const(g.lapCost()).Op(wasm.I32Mul) })
}

// played adds the turn to the sums and forgets what lasts no longer.
func (t *turn) played() {
	g := t.g
	f := g.f
	if t.random && g.loop != nil {
		t.addToLoop()
	} else if g.facts.captures {
		f.Get(g.zero).Get(g.zero).Load(wasm.I64Load, cCaptured)
		f.Get(t.sown).Op(wasm.I64ExtendI32U).Const64(32).Op(wasm.I64Shl, wasm.I64Add)
		f.Get(t.captured).Op(wasm.I64ExtendI32U, wasm.I64Add).Store(wasm.I64Store, cCaptured)
	} else {
		g.addCtrl(cSown, func() { f.Get(t.sown) })
	}
	if g.facts.loses {
		g.addCtrl(cLost, func() { f.Get(t.lost) })
	}
	if !t.random {
		g.storeCtrl(cLast, func() { f.Get(t.last) })
	}
	t.moved()
	if !(t.random && (g.loop != nil || g.oneLap())) {
		g.addCtrl(cLaps, func() { f.Get(*t.lapLocal) })
		t.longest()
	}
	if !g.hasMemory() {
		return
	}
	f.Get(t.st).Const(stAgain).Op(wasm.I32LeS)
	f.If()
	t.forget()
	f.End()
}

// addToLoop adds a turn to the sums of the loop of random games.
func (t *turn) addToLoop() {
	g := t.g
	f, a := g.f, g.loop
	f.Get(a.sums).Get(t.sown).Op(wasm.I64ExtendI32U).Const64(32).Op(wasm.I64Shl, wasm.I64Add)
	if g.facts.captures {
		f.Get(t.captured).Op(wasm.I64ExtendI32U, wasm.I64Add)
	}
	f.Set(a.sums)
	if g.oneLap() {
		return
	}
	f.Get(a.laps).Get(*t.lapLocal).Op(wasm.I32Add).Set(a.laps)
	f.Get(*t.lapLocal).Get(a.longest).Get(*t.lapLocal).Get(a.longest).Op(wasm.I32GtS, wasm.Select).Set(a.longest)
}

// longest keeps the laps of the longest turn that came to an end, or that this one did not.
func (t *turn) longest() {
	g := t.g
	f := g.f
	if !g.facts.relays || t.quick {
		t.longer()
		return
	}
	f.Get(t.endless)
	f.If()
	g.storeCtrl(cEndless, func() { f.Get(t.endless) })
	g.storeCtrl(cPeriod, func() { f.Get(t.period) })
	f.Else()
	t.longer()
	f.End()
}

func (t *turn) longer() {
	g := t.g
	f := g.f
	g.storeCtrl(cMaxLaps, func() {
		f.Get(*t.lapLocal)
		g.loadCtrl(cMaxLaps)
		f.Get(*t.lapLocal)
		g.loadCtrl(cMaxLaps)
		f.Op(wasm.I32GtS, wasm.Select)
	})
}

// hasMemory tells if some variable does not outlast the turn, or the next.
func (g *gen) hasMemory() bool {
	for _, life := range []rules.Lifetime{rules.LastsLap, rules.LastsTurn, rules.LastsNextTurn} {
		if len(g.lay.lifetime(life)) > 0 {
			return true
		}
	}
	return false
}

// forget returns variables of the lap and the turn to their start values,
// and those that last until the end of the next turn if this is it: a player's
// own entries stay, and so does whatever was set in this turn.
func (t *turn) forget() {
	g := t.g
	f := g.f
	for _, life := range []rules.Lifetime{rules.LastsLap, rules.LastsTurn} {
		for _, v := range g.lay.lifetime(life) {
			g.reset(v)
		}
	}
	for _, v := range g.lay.lifetime(rules.LastsNextTurn) {
		for i := range v.Len {
			c := v.Base + i
			k, a := g.lay.kind[c], g.lay.addr[c]
			mark := v.Kind == program.Marks && v.Var.PerPlayer
			if !mark && v.Var.PerPlayer && i/max(v.Len/g.p.Players, 1) == g.who {
				continue
			}
			f.Get(g.zero).Load(wasm.I32Load8U, g.touched+c).Op(wasm.I32Eqz)
			f.If()
			f.Get(g.zero)
			if mark {
				f.Get(g.zero).Load(k.load(), a).Const(1 << g.who).Op(wasm.I32And)
			} else {
				f.Const(int(g.p.Start[c]))
			}
			f.Store(k.store(), a)
			f.End()
		}
	}
}
