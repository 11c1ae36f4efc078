package compiled

import (
	"mancala/interpreter/compiled/wasm"
)

// Turns run ahead on a copy of the position: to find out if they are legal, and
// to go through the completions of a start by inner choices.

// keepLegal runs the moves of a mask and keeps those that are legal.
func (g *gen) keepLegal(sc *seatCode, o *optionCode, m wasm.Local) {
	f := g.f
	all, out, b := f.Local(wasm.I64), f.Local(wasm.I64), f.Local(wasm.I32)
	from, how := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Get(m).Set(all).Const64(0).Set(out)
	g.storeWords()
	g.eachBit(all, b, func() {
		g.optionMove(o, b, from, how)
		g.syncTop()
		f.Get(from).Get(how)
		f.Unwatched(func() { f.Call(g.testFunc(sc)) })
		f.Op(wasm.I64ExtendI32U).Get(b).Op(wasm.I64ExtendI32U, wasm.I64Shl).Get(out).Op(wasm.I64Or).Set(out)
	})
	f.Get(out).Set(m)
	f.Release(wasm.I64, all, out)
	f.Release(wasm.I32, b, from, how)
}

// testFunc is the function test(from, how) that runs a move on a copy of the
// position and says if it is legal.
func (c *compiler) testFunc(sc *seatCode) wasm.FuncRef {
	i32 := wasm.I32
	return c.helper(funcName("test", sc), []wasm.Type{i32, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		g := c.newGen(f, sc.stage, sc.who)
		saved := f.FreshLocal(i32)
		g.pushState(saved)
		f.Get(f.Param(0)).Get(f.Param(1)).Const(modeTest).Call(sc.turn).Op(wasm.Drop)
		g.popState(saved)
		g.loadCtrl(cTested)
	})
}

// pushState keeps a copy of the position, and of what the running turn remembers.
func (g *gen) pushState(saved wasm.Local) {
	f := g.f
	n := g.savedSize()
	f.GetGlobal(g.sp).Set(saved)
	copyBytes(f, saved, 0, g.zero, g.lay.base, n)
	f.Get(saved).Const(n).Op(wasm.I32Add).SetGlobal(g.sp)
	f.Get(saved).Const(g.stackEnd - 4*(n+g.frameSize())).Op(wasm.I32GtU)
	f.If()
	f.Op(wasm.Unreachable) // nested deeper than any budget lets it
	f.End()
}

// popState goes back to it. A gap the turn run ahead met is not one of the
// turn that asked.
func (g *gen) popState(saved wasm.Local) {
	g.storeCtrlConst(cGap, 0)
	copyBytes(g.f, g.zero, g.lay.base, saved, 0, g.savedSize())
	g.f.Get(saved).SetGlobal(g.sp)
}

func (c *compiler) savedSize() int { return align(c.scratchEnd-c.lay.base, 16) }

// completeFunc is the function complete(from, how, to, limit) that lists the
// legal completions of a start by inner choices and gives their number.
func (c *compiler) completeFunc(sc *seatCode) wasm.FuncRef {
	i32 := wasm.I32
	return c.helper(funcName("complete", sc), []wasm.Type{i32, i32, i32, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		g := c.newGen(f, sc.stage, sc.who)
		count := f.FreshLocal(i32)
		g.allCompletions(sc, f.Param(0), f.Param(1), modeTest, func(done wasm.Label) {
			g.loadCtrl(cTested)
			f.If()
			f.Get(f.Param(0)).Get(f.Param(1)).Get(f.Param(2)).Call(g.entryFunc())
			f.Get(count).Const(1).Op(wasm.I32Add).Set(count)
			f.Get(f.Param(3)).BrIf(done) // one is enough
			f.End()
		})
		f.Get(count)
	})
}

// allCompletions runs a start with every completion by inner choices, on
// copies of the position, and emits what to do after each.
func (g *gen) allCompletions(sc *seatCode, from, how wasm.Local, mode int, ran func(done wasm.Label)) {
	g.allCompletionsIn(sc, from, how, func() { g.f.Const(mode) }, ran, false)
}

// allCompletionsIn does so in a mode that is pushed; with early, ran is asked
// while what the turn remembers is still there.
func (g *gen) allCompletionsIn(sc *seatCode, from, how wasm.Local, mode func(), ran func(done wasm.Label), early bool) {
	f := g.f
	saved := f.FreshLocal(wasm.I32)
	g.pushState(saved)
	var outer []wasm.Local
	choice := []int{cChBase, cChPos, cChLen, cChProbe}
	if g.facts.choices {
		for _, at := range choice {
			l := f.FreshLocal(wasm.I32)
			g.loadCtrl(at)
			f.Set(l)
			outer = append(outer, l)
		}
		g.storeCtrl(cChBase, func() { f.Get(outer[0]).Get(outer[2]).Op(wasm.I32Add) })
		g.storeCtrlConst(cChLen, 0)
		g.storeCtrlConst(cChProbe, 0)
	}
	done := f.Block()
	again := f.Loop()
	g.countTried()
	f.Get(from).Get(how)
	mode()
	f.Call(sc.turn).Op(wasm.Drop)
	if early {
		ran(done)
	}
	g.popState(saved)
	f.Get(saved).Const(g.savedSize()).Op(wasm.I32Add).SetGlobal(g.sp)
	if !early {
		ran(done)
	}
	if g.facts.choices {
		f.Call(g.nextChoice()).BrIf(again)
	}
	f.End()
	f.End()
	f.Get(saved).SetGlobal(g.sp)
	for i, l := range outer {
		g.storeCtrl(choice[i], func() { f.Get(l) })
	}
}

// countTried stops everything when too many turns were run ahead.
func (g *gen) countTried() {
	f := g.f
	g.addCtrl(cTried, func() { f.Const(1) })
	g.loadCtrl(cTried)
	g.loadCtrl(cMoveCap)
	f.Op(wasm.I32GtS)
	f.If()
	g.storeCtrlConst(cGap, overCompletions)
	f.Op(wasm.Unreachable)
	f.End()
}

// nextChoice is the function that moves on to the next completion; 0 after the last.
func (c *compiler) nextChoice() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("nextChoice", nil, []wasm.Type{i32}, func(f *wasm.Func) {
		zero, n, rec, i := f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32)
		f.Get(zero).Load(i32Load, cChPos).Set(n)
		again := f.Loop()
		f.Get(n).Op(wasm.I32Eqz)
		f.If()
		f.Const(0).Op(wasm.Return)
		f.End()
		f.Get(n).Const(1).Op(wasm.I32Sub).Set(n)
		f.Get(zero).Load(i32Load, cChBase).Get(n).Op(wasm.I32Add).Const(c.choiceSize()).Op(wasm.I32Mul).Const(c.choices).Op(wasm.I32Add).Set(rec)
		f.Get(rec).Load(i32Load, chIndex).Const(1).Op(wasm.I32Add).Tee(i).Get(rec).Load(i32Load, chOptions).Op(wasm.I32GeS).BrIf(again)
		f.End()
		f.Get(rec).Get(i).Store(wasm.I32Store, chIndex)
		f.Get(zero).Get(n).Const(1).Op(wasm.I32Add).Store(wasm.I32Store, cChLen)
		f.Const(1)
	})
}
