package compiled

import (
	"mancala/interpreter/compiled/wasm"
)

// Counts of move sequences.

// emitPerft writes perft(depth): the numbers of move sequences by depth are added to cCounts.
func (c *compiler) emitPerft(ref wasm.FuncRef) {
	f := ref.Body()
	g := c.newGen(f, 0, 0)
	g.storeCtrlConst(cIgnore, 1)
	g.storeCtrl(cDepthMax, func() { f.Get(f.Param(0)) })
	f.Get(f.Param(0)).Const(0).Op(wasm.I32GtS)
	f.If()
	g.walkOn(func() { f.Const(0) })
	f.End()
}

// walkOn counts what follows the position, so many plies down.
func (g *gen) walkOn(depth func()) {
	g.dispatch(func(sc *seatCode) {
		depth()
		g.f.Call(g.walkFunc(sc))
	})
}

// walkFunc is the function walk(depth) of a seat that counts what follows.
func (c *compiler) walkFunc(sc *seatCode) wasm.FuncRef {
	name := funcName("walk", sc)
	if r, ok := c.helpers[name]; ok {
		return r
	}
	r := c.m.Func(name, []wasm.Type{wasm.I32}, nil)
	c.helpers[name] = r
	f := r.Body()
	g := c.newGen(f, sc.stage, sc.who)
	w := &walker{g: g, sc: sc, d: f.Param(0), saved: f.FreshLocal(wasm.I32), st: f.FreshLocal(wasm.I32)}
	f.Get(w.d).Const(1).Op(wasm.I32Add).Set(w.d)
	if sc.bits {
		w.bits()
	} else {
		w.list()
	}
	return r
}

// What a position costs of sliceFuel, and every move that leads on from it.
const (
	walkFuel = 64
	moveFuel = 8
)

type walker struct {
	g            *gen
	sc           *seatCode
	d, saved, st wasm.Local
}

// count adds n moves at the depth, and leaves where that is the last.
func (w *walker) count(n wasm.Local) {
	g := w.g
	f := g.f
	at := f.Local(wasm.I32)
	f.Get(w.d).Const(3).Op(wasm.I32Shl).Set(at)
	f.Get(at).Get(at).Load(wasm.I64Load, cCounts).Get(n).Op(wasm.I64ExtendI32U, wasm.I64Add).Store(wasm.I64Store, cCounts)
	f.Release(wasm.I32, at)
	f.Get(w.d)
	g.loadCtrl(cDepthMax)
	f.Op(wasm.I32GeS)
	f.If()
	f.Op(wasm.Return)
	f.End()
	g.spend(func() {
		f.Get(n).Const(moveFuel).Op(wasm.I32Mul).Const(walkFuel).Op(wasm.I32Add).Const(boardCost(g.p.Places)).Op(wasm.I32Mul)
	})
}

// goOn walks on from the position after a move, unless the game is over or
// the turn has no end; any other gap stops everything.
func (w *walker) goOn() {
	g := w.g
	f := g.f
	f.Get(w.st).Const(stAgain).Op(wasm.I32LeS)
	f.If()
	g.walkOn(func() { f.Get(w.d) })
	f.Else()
	f.Get(w.st).Const(stGap).Op(wasm.I32GeS)
	g.loadCtrl(cGap)
	f.Const(gapEndless).Op(wasm.I32Ne, wasm.I32And)
	f.If()
	f.Op(wasm.Unreachable)
	f.End()
	f.End()
	copyBytes(f, g.zero, g.lay.base, w.saved, 0, g.lay.size)
}

func (w *walker) push() {
	g := w.g
	f := g.f
	f.GetGlobal(g.sp).Set(w.saved)
	copyBytes(f, w.saved, 0, g.zero, g.lay.base, g.lay.size)
	f.Get(w.saved).Const(g.lay.size).Op(wasm.I32Add).SetGlobal(g.sp)
	f.Get(w.saved).Const(g.stackEnd - 8*(g.savedSize()+g.frameSize())).Op(wasm.I32GtU)
	f.If()
	g.storeCtrlConst(cGap, overStack)
	f.Op(wasm.Unreachable)
	f.End()
}

func (w *walker) bits() {
	g, sc := w.g, w.sc
	f := g.f
	m, n := f.FreshLocal(wasm.I64), f.FreshLocal(wasm.I32)
	b, from, how := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	g.onGap = func(int) { f.Op(wasm.Unreachable) }
	g.movesOf(sc, m)
	f.Get(m).Op(wasm.I64Popcnt, wasm.I32WrapI64).Tee(n).Op(wasm.I32Eqz)
	f.If()
	w.pass(n)
	f.End()
	w.count(n)
	w.push()
	g.eachBit(m, b, func() {
		g.bitMove(sc, b, from, how)
		f.Get(from).Get(how).Const(0).Call(sc.turn).Set(w.st)
		g.afterTurn(sc, w.st, false)
		w.goOn()
	})
	f.Get(w.saved).SetGlobal(g.sp)
}

// pass counts a pass and walks on, or stops everything where no move is a gap.
func (w *walker) pass(n wasm.Local) {
	g := w.g
	f := g.f
	if !w.sc.passes {
		g.storeCtrlConst(cGap, gapNoMove)
		f.Op(wasm.Unreachable)
		return
	}
	f.Const(1).Set(n)
	w.count(n)
	w.push()
	f.Call(g.passFunc(w.sc)).Set(w.st)
	w.goOn()
	f.Get(w.saved).SetGlobal(g.sp)
	f.Op(wasm.Return)
}

func (w *walker) list() {
	g, sc := w.g, w.sc
	f := g.f
	n, a, end, moves := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	g.storeCtrlConst(cTried, 0)
	g.storeCtrlConst(cGap, 0)
	g.loadCtrl(cMoves)
	f.Tee(moves).Set(a)
	f.Const(0).Call(sc.legal).Tee(n).Op(wasm.I32Eqz)
	f.If()
	w.pass(n)
	f.End()
	g.loadCtrl(cMoves)
	f.Set(end)
	f.Get(w.d)
	g.loadCtrl(cDepthMax)
	f.Op(wasm.I32GeS)
	f.If()
	g.storeCtrl(cMoves, func() { f.Get(moves) })
	f.End()
	w.count(n)
	w.push()
	done := f.Block()
	again := f.Loop()
	f.Get(a).Get(end).Op(wasm.I32GeU).BrIf(done)
	g.playEntry(sc, a, w.st)
	w.goOn()
	f.Get(a).Get(a).Load(i32Load, mvSize).Op(wasm.I32Add).Set(a)
	f.Br(again)
	f.End()
	f.End()
	g.storeCtrl(cMoves, func() { f.Get(moves) })
	f.Get(w.saved).SetGlobal(g.sp)
}
