package compiled

import (
	"mancala/interpreter/compiled/wasm"
)

// Games of random moves.

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
	rsRounds   = 104 // of a match
	rsWins     = 108 // four numbers: rounds won
	rsSize     = 128
)

// gameBatch is the number of games one call of playouts can be given.
const gameBatch = 64

// emitPlayouts writes playouts(plies) that goes on with the games given, for
// about so many plies, and gives the number finished.
func (c *compiler) emitPlayouts(ref wasm.FuncRef) {
	f := ref.Body()
	if c.alternates() {
		c.tryWords(f, func(words bool) { c.emitAlternating(f, words) })
		return
	}
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
	if c.p.Match != nil {
		g.loadCtrl(cRounds)
		g.loadCtrl(cRoundCap)
		f.Op(wasm.I32GeU).BrIf(over)
	}
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
	f.Unwatched(func() { copyBytes(f, g.zero, g.lay.base, g.zero, g.gamesFrom, g.lay.size) })
	f.Get(g.zero).Get(rec).Load(wasm.I64Load, rsSeed).Store(wasm.I64Store, cRandom)
	f.Get(g.zero).Const64(0).Store(wasm.I64Store, cBranches)
	for _, at := range []int{cLaps, cSown, cCaptured, cLost, cMaxLaps, cEndless, cPeriod, cPlies, cPasses, cAgains, cOver, cGap, cGapRule, cIgnore, cDepth} {
		g.storeCtrlConst(at, 0)
	}
	g.clearRounds()
	g.storeCtrlConst(cInGame, 1)
	f.Const(stNext).Set(st)
	f.Unwatched(func() {
		if g.uses.repeats {
			f.Call(g.historyReset())
		}
		f.Call(g.readyFunc())
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
	f.Get(rec).Get(g.zero).Load(wasm.I64Load, cBranches).Const64(1<<choiceShift-1).Op(wasm.I64And).Store(wasm.I64Store, rsMoves)
	f.Get(rec).Get(g.zero).Load(wasm.I64Load, cBranches).Const64(choiceShift).Op(wasm.I64ShrU).Store(wasm.I64Store32, rsChoices)
	if g.oneLap() { // laps were not counted: every turn had one
		g.storeCtrl(cLaps, func() {
			f.Get(plies)
			g.loadCtrl(cPasses)
			f.Op(wasm.I32Sub)
		})
		g.storeCtrl(cMaxLaps, func() {
			g.loadCtrl(cLaps)
			f.Const(0).Op(wasm.I32GtS)
		})
	}
	put(rsPlies, func() { f.Get(plies) })
	put(rsStatus, func() { f.Get(st) })
	for _, pair := range [][2]int{{rsLaps, cLaps}, {rsSown, cSown}, {rsCaptured, cCaptured}, {rsLost, cLost},
		{rsMaxLaps, cMaxLaps}, {rsAgain, cAgains}, {rsEndless, cEndless}, {rsPeriod, cPeriod}, {rsOver, cOver}, {rsWinner, cWinner},
		{rsDraw, cDraw}, {rsKind, cOutKind}, {rsRule, cOutRule}, {rsGap, cGap}, {rsGapRule, cGapRule},
		{rsScores, cScores}, {rsScores + 4, cScores + 4}, {rsScores + 8, cScores + 8}, {rsScores + 12, cScores + 12}} {
		put(pair[0], func() { g.loadCtrl(pair[1]) })
	}
	if g.p.Match != nil {
		put(rsRounds, func() { g.loadCtrl(cRounds) })
		for seat := range g.p.Players {
			put(rsWins+4*seat, func() { g.loadCtrl(cRoundWins + 4*seat) })
		}
	}
	g.storeCtrlConst(cInGame, 0)
	g.addCtrl(cGame, func() { f.Const(1) })
}
