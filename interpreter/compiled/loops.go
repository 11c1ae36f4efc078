package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// The loops that live in the module: counting move sequences and playing
// random games, so that the host is not called for every move.

// bitCount is the number of bits a seat's moves take.
func (sc *seatCode) bitCount() int {
	n := 0
	for _, o := range sc.options {
		n = max(n, o.base+o.span*len(o.opt.Dirs))
	}
	return n
}

// regions are the options whose bits are their own.
func (sc *seatCode) regions() []*optionCode {
	var out []*optionCode
	for _, o := range sc.options {
		if !o.merged && o.span > 0 {
			out = append(out, o)
		}
	}
	return out
}

// bitMove turns a bit into a move.
func (g *gen) bitMove(sc *seatCode, b, from, how wasm.Local) {
	f := g.f
	regions := sc.regions()
	if len(regions) == 1 {
		g.optionMove(regions[0], b, from, how)
		return
	}
	froms, hows := make([]int, sc.bitCount()), make([]int, sc.bitCount())
	for _, o := range regions {
		nd := len(o.opt.Dirs)
		for i := range o.span * nd {
			p := o.lo + i/nd
			d := o.opt.Dirs[i%nd]
			way := -1
			switch d {
			case program.Anticlockwise, program.Clockwise:
				way = int(d)
			case program.Inward:
				way = g.seat.Inward.At(p)
			}
			froms[o.base+i] = p
			hows[o.base+i] = o.index | (way+1)<<howDirShift
		}
	}
	if len(froms) == 0 {
		return
	}
	f.Get(b)
	g.entryOf(froms, 0)
	f.Set(from)
	f.Get(b)
	g.entryOf(hows, 0)
	f.Set(how)
}

// movesOf sets m to the legal moves of a seat that has them as bits.
func (g *gen) movesOf(sc *seatCode, m wasm.Local) {
	switch {
	case g.bitsKept(sc):
		g.f.Get(g.zero).Load(wasm.I64Load, cBits).Set(m)
	case sc.look && !sc.lists:
		g.inStage(sc.stage, func(h *gen) {
			h.noTurn()
			h.onGap = g.onGap
			h.legalBits(sc, m)
		})
	default:
		g.f.Call(sc.legal).Set(m)
	}
}

// stepFunc is the function step() of a seat that plays a random ply → status.
func (c *compiler) stepFunc(sc *seatCode) wasm.FuncRef {
	return c.helper(funcName("step", sc), nil, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		g := c.newGen(f, sc.stage, sc.who)
		if sc.lists {
			g.useLists()
		}
		if sc.bits {
			g.stepBits(sc)
		} else {
			g.stepList(sc)
		}
	})
}

func (g *gen) stepBits(sc *seatCode) {
	f := g.f
	m, n, k := f.FreshLocal(wasm.I64), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	b, from, how, st := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	out := f.Block()
	g.onGap = func(int) { f.Const(stGap).Set(st).Br(out) }
	g.movesOf(sc, m)
	f.Get(m).Op(wasm.I64Eqz)
	f.If()
	g.noMove(sc, st)
	f.Br(out)
	f.End()
	f.Get(m).Op(wasm.I64Popcnt, wasm.I32WrapI64).Set(n)
	g.draw(n, k)
	g.kth(m, k, b, sc.bitCount())
	g.bitMove(sc, b, from, how)
	g.playTurn(sc, from, how, st)
	g.afterTurn(sc, st, true)
	f.End()
	f.Get(st)
}

// noMove plays a pass, or is a gap.
func (g *gen) noMove(sc *seatCode, st wasm.Local) {
	f := g.f
	if !sc.passes {
		g.storeCtrlConst(cGap, gapNoMove)
		f.Const(stGap).Set(st)
		return
	}
	one := f.Local(wasm.I32)
	f.Const(1).Set(one)
	g.countMoves(one)
	f.Call(g.passFunc(sc)).Set(st)
	f.Release(wasm.I32, one)
}

func (g *gen) countMoves(n wasm.Local) {
	f := g.f
	f.Get(g.zero)
	f.Get(g.zero).Load(wasm.I64Load, cBranches).Get(n).Op(wasm.I64ExtendI32U, wasm.I64Add).Store(wasm.I64Store, cBranches)
}

// draw sets k to a random number below n; with one move nothing is drawn.
func (g *gen) draw(n, k wasm.Local) {
	f := g.f
	g.countMoves(n)
	more := f.Local(wasm.I32)
	f.Get(n).Const(1).Op(wasm.I32GtS).Set(more)
	g.addCtrl(cChoices, func() { f.Get(more) })
	s, next := f.Local(wasm.I64), f.Local(wasm.I64)
	f.Get(g.zero).Load(wasm.I64Load, cRandom).Tee(s)
	f.Get(s).Const64(12).Op(wasm.I64ShrU, wasm.I64Xor).Set(next)
	f.Get(next).Get(next).Const64(25).Op(wasm.I64Shl, wasm.I64Xor).Set(next)
	f.Get(next).Get(next).Const64(27).Op(wasm.I64ShrU, wasm.I64Xor).Set(next)
	f.Get(g.zero)
	f.Get(next).Get(s).Get(more).Op(wasm.Select)
	f.Store(wasm.I64Store, cRandom)
	f.Get(next).Const64(0x2545F4914F6CDD1D).Op(wasm.I64Mul).Const64(32).Op(wasm.I64ShrU)
	f.Get(n).Op(wasm.I64ExtendI32U, wasm.I64Mul).Const64(32).Op(wasm.I64ShrU, wasm.I32WrapI64).Set(k)
	f.Release(wasm.I64, s, next)
	f.Release(wasm.I32, more)
}

// kth sets b to the k-th set bit of a mask, without branches: a table of all
// bytes knows the bits of each in order.
func (g *gen) kth(m, k, b wasm.Local, bits int) {
	f := g.f
	sel := g.selectTable()
	if bits <= 8 {
		f.Get(m).Op(wasm.I32WrapI64).Const(3).Op(wasm.I32Shl).Get(k).Op(wasm.I32Add).Load(wasm.I32Load8U, sel).Set(b)
		return
	}
	if bits <= 16 {
		g.kth16(m, k, b, sel)
		return
	}
	const ones, tops = 0x0101010101010101, -0x7F7F7F7F7F7F7F80
	x, sums, rank := f.Local(wasm.I64), f.Local(wasm.I64), f.Local(wasm.I64)
	at := f.Local(wasm.I64)
	f.Get(m).Get(m).Const64(1).Op(wasm.I64ShrU).Const64(0x5555555555555555).Op(wasm.I64And, wasm.I64Sub).Set(x)
	f.Get(x).Const64(0x3333333333333333).Op(wasm.I64And)
	f.Get(x).Const64(2).Op(wasm.I64ShrU).Const64(0x3333333333333333).Op(wasm.I64And, wasm.I64Add).Set(x)
	f.Get(x).Get(x).Const64(4).Op(wasm.I64ShrU, wasm.I64Add).Const64(0x0F0F0F0F0F0F0F0F).Op(wasm.I64And)
	f.Const64(ones).Op(wasm.I64Mul).Set(sums) // set bits up to and with each byte
	f.Get(k).Op(wasm.I64ExtendI32U).Tee(rank).Const64(ones).Op(wasm.I64Mul).Const64(tops).Op(wasm.I64Or)
	f.Get(sums).Op(wasm.I64Sub).Const64(tops).Op(wasm.I64And, wasm.I64Popcnt).Const64(3).Op(wasm.I64Shl).Set(at)
	f.Get(m).Get(at).Op(wasm.I64ShrU).Const64(255).Op(wasm.I64And).Const64(3).Op(wasm.I64Shl)
	f.Get(rank).Get(sums).Const64(8).Op(wasm.I64Shl).Get(at).Op(wasm.I64ShrU).Const64(255).Op(wasm.I64And, wasm.I64Sub)
	f.Op(wasm.I64Add, wasm.I32WrapI64).Load(wasm.I32Load8U, sel)
	f.Get(at).Op(wasm.I32WrapI64, wasm.I32Add).Set(b)
	f.Release(wasm.I64, x, sums, rank, at)
}

func (g *gen) kth16(m, k, b wasm.Local, sel int) {
	f := g.f
	low, n, high, w := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	f.Get(m).Op(wasm.I32WrapI64).Tee(w).Const(255).Op(wasm.I32And).Tee(low).Op(wasm.I32Popcnt).Set(n)
	f.Get(k).Get(n).Op(wasm.I32GeU).Set(high)
	f.Get(w).Const(8).Op(wasm.I32ShrU).Get(low).Get(high).Op(wasm.Select).Const(3).Op(wasm.I32Shl)
	f.Get(k).Get(n).Op(wasm.I32Sub).Get(k).Get(high).Op(wasm.Select)
	f.Op(wasm.I32Add).Load(wasm.I32Load8U, sel)
	f.Get(high).Const(3).Op(wasm.I32Shl, wasm.I32Add).Set(b)
	f.Release(wasm.I32, low, n, high, w)
}

// selectTable is the table of the places of the set bits of every byte,
// filled when the module is instantiated.
func (c *compiler) selectTable() int {
	if c.sel == 0 {
		c.sel = c.alloc(256*8, 8)
		c.setup = append(c.setup, func(f *wasm.Func, zero wasm.Local) {
			i32 := wasm.I32
			byteOf, rest, to := f.Local(i32), f.Local(i32), f.Local(i32)
			f.Const(0).Set(byteOf)
			all := f.Loop()
			f.Get(byteOf).Set(rest)
			f.Get(byteOf).Const(3).Op(wasm.I32Shl).Set(to)
			done := f.Block()
			each := f.Loop()
			f.Get(rest).Op(wasm.I32Eqz).BrIf(done)
			f.Get(to).Get(rest).Op(wasm.I32Ctz).Store(wasm.I32Store8, c.sel)
			f.Get(to).Const(1).Op(wasm.I32Add).Set(to)
			f.Get(rest).Get(rest).Const(1).Op(wasm.I32Sub, wasm.I32And).Set(rest).Br(each)
			f.End()
			f.End()
			f.Get(byteOf).Const(1).Op(wasm.I32Add).Tee(byteOf).Const(256).Op(wasm.I32LtS).BrIf(all)
			f.End()
			f.Release(i32, byteOf, rest, to)
		})
	}
	return c.sel
}

func (g *gen) stepList(sc *seatCode) {
	f := g.f
	n, k, a, moves, st := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	g.storeCtrlConst(cTried, 0)
	g.storeCtrlConst(cGap, 0)
	g.loadCtrl(cMoves)
	f.Tee(moves).Set(a)
	out := f.Block()
	f.Const(0).Call(sc.legal).Tee(n).Op(wasm.I32Eqz)
	f.If()
	g.noMove(sc, st)
	f.Br(out)
	f.End()
	g.draw(n, k)
	found := f.Block()
	again := f.Loop()
	f.Get(k).Op(wasm.I32Eqz).BrIf(found)
	f.Get(k).Const(1).Op(wasm.I32Sub).Set(k)
	f.Get(a).Get(a).Load(i32Load, mvSize).Op(wasm.I32Add).Set(a)
	f.Br(again)
	f.End()
	f.End()
	g.playEntry(sc, a, st)
	f.End()
	g.storeCtrl(cMoves, func() { f.Get(moves) })
	f.Get(st)
}

// playEntry plays the move of a list entry.
func (g *gen) playEntry(sc *seatCode, a, st wasm.Local) {
	f := g.f
	if g.facts.choices {
		g.storeCtrlConst(cChBase, 0)
		g.storeCtrl(cChLen, func() { f.Get(a).Load(i32Load, mvChoices) })
		g.storeCtrlConst(cChProbe, 1)
		f.Const(g.choices)
		f.Get(a).Const(mvRecords).Op(wasm.I32Add)
		f.Get(a).Load(i32Load, mvChoices).Const(g.choiceSize()).Op(wasm.I32Mul)
		f.MemoryCopy()
	}
	f.Get(a).Load(i32Load, mvFrom).Get(a).Load(i32Load, mvHow).Call(sc.ply).Set(st)
	if g.facts.choices {
		g.storeCtrlConst(cChProbe, 0)
		g.storeCtrlConst(cChLen, 0)
	}
}

// dispatch emits call for the seat that is to move and the stage it plays in.
func (g *gen) dispatch(call func(sc *seatCode)) {
	f := g.f
	mover, phase := f.Local(wasm.I32), f.Local(wasm.I32)
	g.val(program.Cell{I: g.p.Layout.Mover})
	f.Set(mover)
	done := f.Block()
	for seat := range g.p.Players {
		other := f.Block()
		if seat < g.p.Players-1 {
			f.Get(mover).Const(seat).Op(wasm.I32Ne).BrIf(other)
		}
		g.stageOf(seat, phase)
		for stage := range g.p.Stages {
			skip := f.Block()
			if stage < len(g.p.Stages)-1 {
				f.Get(phase).Const(stage).Op(wasm.I32Ne).BrIf(skip)
			}
			call(g.seats[stage][seat])
			f.Br(done)
			f.End()
		}
		f.End()
	}
	f.End()
	f.Release(wasm.I32, mover, phase)
}

// Results of playouts: a block of numbers a game.
const (
	rsSeed     = 0 // 64 bits; in
	rsMoves    = 8 // 64 bits: legal moves summed over the plies
	rsPlies    = 16
	rsLaps     = 20
	rsSown     = 24
	rsCaptured = 28
	rsLost     = 32
	rsChoices  = 36
	rsMaxLaps  = 40
	rsAgain    = 44
	rsEndless  = 48
	rsPeriod   = 52
	rsOver     = 56 // 0: not over
	rsWinner   = 60
	rsDraw     = 64
	rsKind     = 68
	rsRule     = 72
	rsScores   = 76
	rsStatus   = 92 // stNext, stAgain: the ply limit
	rsGap      = 96
	rsGapRule  = 100
	rsSize     = 104
)

// gameBatch is the number of games one call of playouts can be given.
const gameBatch = 64

// emitPlayouts writes playouts(plies) that goes on with the games given, for
// about so many plies, and gives the number finished.
func (c *compiler) emitPlayouts(ref wasm.FuncRef) {
	f := ref.Body()
	g := c.newGen(f, 0, 0)
	left, st, plies, rec := f.Param(0), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	stop := f.Block()
	games := f.Loop()
	g.loadCtrl(cGame)
	f.Const(rsSize).Op(wasm.I32Mul).Const(c.results).Op(wasm.I32Add).Set(rec)
	g.loadCtrl(cInGame)
	f.Op(wasm.I32Eqz)
	f.If()
	g.loadCtrl(cGame)
	g.loadCtrl(cGames)
	f.Op(wasm.I32GeS).BrIf(stop)
	g.newGame(rec, st)
	f.Else()
	f.Const(stNext).Set(st)
	f.End()
	g.loadCtrl(cPlies)
	f.Set(plies)
	over := f.Block()
	again := f.Loop()
	f.Get(st).Const(stAgain).Op(wasm.I32GtS).BrIf(over)
	f.Get(plies).Get(g.zero).Load(i32Load, cPlyCap).Op(wasm.I32GeS).BrIf(over)
	f.Get(left).Const(0).Op(wasm.I32LeS)
	f.If()
	g.storeCtrl(cPlies, func() { f.Get(plies) })
	f.Br(stop)
	f.End()
	f.Get(left).Const(1).Op(wasm.I32Sub).Set(left)
	f.Get(plies).Const(1).Op(wasm.I32Add).Set(plies)
	g.dispatch(func(sc *seatCode) { f.Call(c.stepFunc(sc)).Set(st) })
	f.Br(again)
	f.End()
	f.End()
	g.endGame(rec, st, plies)
	f.Br(games)
	f.End()
	f.End()
	g.loadCtrl(cGame)
}

// newGame puts the position the games start from in place.
func (g *gen) newGame(rec, st wasm.Local) {
	f := g.f
	copyBytes(f, g.zero, g.lay.base, g.zero, g.startAt, g.lay.size)
	f.Get(g.zero).Get(rec).Load(wasm.I64Load, rsSeed).Store(wasm.I64Store, cRandom)
	f.Get(g.zero).Const64(0).Store(wasm.I64Store, cBranches)
	for _, at := range []int{cLaps, cSown, cCaptured, cLost, cMaxLaps, cEndless, cPeriod, cChoices, cPlies, cAgains, cOver, cGap, cGapRule, cIgnore, cDepth} {
		g.storeCtrlConst(at, 0)
	}
	g.storeCtrlConst(cInGame, 1)
	f.Const(stNext).Set(st)
	if g.uses.repeats {
		f.Call(g.historyReset())
	}
	f.Call(g.readyFunc())
}

// historyReset goes back to the history of the position games start from.
func (c *compiler) historyReset() wasm.FuncRef {
	return c.helper("historyReset", nil, nil, func(f *wasm.Func) {
		zero := f.FreshLocal(wasm.I32)
		f.Get(zero).Const(historyFirst-1).Store(wasm.I32Store, cHistoryMask)
		f.Get(zero).Load(i32Load, cSeenBase).Call(c.rebuildFunc())
	})
}

// readyFunc makes ready what the beginning of a ply leaves behind, in a
// position that was put in place from outside.
func (c *compiler) readyFunc() wasm.FuncRef {
	return c.helper("ready", nil, nil, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		m := f.FreshLocal(wasm.I64)
		g.dispatch(func(sc *seatCode) {
			if c.bitsKept(sc) {
				f.Call(sc.legal).Set(m)
				f.Get(g.zero).Get(m).Store(wasm.I64Store, cBits)
			}
		})
	})
}

// endGame writes the results of the game.
func (g *gen) endGame(rec, st, plies wasm.Local) {
	f := g.f
	put := func(at int, value func()) {
		f.Get(rec)
		value()
		f.Store(wasm.I32Store, at)
	}
	f.Get(rec).Get(g.zero).Load(wasm.I64Load, cBranches).Store(wasm.I64Store, rsMoves)
	put(rsPlies, func() { f.Get(plies) })
	put(rsStatus, func() { f.Get(st) })
	for _, pair := range [][2]int{{rsLaps, cLaps}, {rsSown, cSown}, {rsCaptured, cCaptured}, {rsLost, cLost}, {rsChoices, cChoices},
		{rsMaxLaps, cMaxLaps}, {rsAgain, cAgains}, {rsEndless, cEndless}, {rsPeriod, cPeriod}, {rsOver, cOver}, {rsWinner, cWinner},
		{rsDraw, cDraw}, {rsKind, cOutKind}, {rsRule, cOutRule}, {rsGap, cGap}, {rsGapRule, cGapRule},
		{rsScores, cScores}, {rsScores + 4, cScores + 4}, {rsScores + 8, cScores + 8}, {rsScores + 12, cScores + 12}} {
		put(pair[0], func() { g.loadCtrl(pair[1]) })
	}
	g.storeCtrlConst(cInGame, 0)
	g.addCtrl(cGame, func() { f.Const(1) })
}

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

// walkFuel is what a position costs of sliceFuel.
const walkFuel = 64

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
	if !g.opt.Standalone {
		g.addCtrl(cFuel, func() { f.Const(-walkFuel) })
		g.loadCtrl(cFuel)
		f.Const(0).Op(wasm.I32LtS)
		f.If()
		f.Call(g.tickFunc())
		f.End()
	}
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
