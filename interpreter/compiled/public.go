package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// The public interface of a module on its own, as MODULE.md describes it.
// Every function here checks what it is given: a host that counts wrong gets
// -1 or 0, never another game. The addresses of the control block stay private
// behind `get` and `budget`; what lies in memory at documented offsets are
// positions as bytes, moves, children and results of playouts.

// InterfaceVersion is the version of the public interface: it grows when
// something changes that a host can rely on, not when something is added.
const InterfaceVersion = 1

// Numbers of the control block that only the public interface uses.
const (
	cListed   = 496 // moves listed of the current position
	cChildren = 500 // address of the first child
	cReady    = 504 // 1: the position is one that moves can be made in
)

// publicNumbers are what get(k) gives, by k.
var publicNumbers = []int{
	cOver, cWinner, cDraw, cOutKind, cOutRule, cScores, cScores + 4, cScores + 8, cScores + 12,
	cEndless, cPeriod, cLaps, cSown, cCaptured, cLost, cLast, cAgain, cGap, cGapRule, cHistory, cRounds,
}

// publicBudgets are what budget(k, n) sets, by k, with the least allowed.
var publicBudgets = []struct{ at, least int }{{cLapLimit, minLaps}, {cMoveCap, 1}, {cDepthCap, 1}, {cPlyCap, 1}}

// A child of expand: these numbers, then the position.
const (
	kidStatus   = 0
	kidWinner   = 4
	kidKind     = 8
	kidLaps     = 12
	kidCaptured = 16
	kidLost     = 20
	kidEndless  = 24
	kidGap      = 28
	kidState    = 32
)

// kidSize is the distance from one child to the next.
func (c *compiler) kidSize() int { return kidState + c.lay.size }

// publicExports writes the functions of the public interface.
func (c *compiler) publicExports() {
	c.describe()
	i32, i64 := wasm.I32, wasm.I64
	one, none := []wasm.Type{i32}, []wasm.Type(nil)
	fn := func(name string, params, results []wasm.Type, emit func(g *gen)) {
		r := c.m.Func(name, params, results)
		emit(c.newGen(r.Body(), 0, 0))
		c.m.Export(name, r)
	}
	call := func(name string, params, results []wasm.Type, emit func(g *gen)) {
		fn(name, params, results, func(g *gen) {
			g.reset_()
			emit(g)
		})
	}
	number := func(name string, n int) { fn(name, none, one, func(g *gen) { g.f.Const(n) }) }

	number("version", InterfaceVersion)
	number("state", c.lay.base)
	number("size", c.lay.size)
	fn("cell", one, one, c.publicCell)
	fn("set", []wasm.Type{i32, i32}, one, c.publicSet)
	fn("mover", none, one, func(g *gen) { g.val(program.Cell{I: c.p.Layout.Mover}) })
	fn("phase", none, one, func(g *gen) {
		if ph := c.p.Layout.Phases; ph >= 0 {
			mover := g.f.FreshLocal(i32)
			g.val(program.Cell{I: c.p.Layout.Mover})
			g.f.Set(mover)
			g.stageOfLocal(mover, ph)
			return
		}
		g.f.Const(0)
	})
	fn("get", one, one, func(g *gen) {
		g.belowConst(len(publicNumbers), -1)
		g.f.Get(g.f.Param(0))
		g.entryOf(publicNumbers, 0)
		g.f.Load(i32Load, 0)
	})
	fn("budget", []wasm.Type{i32, i32}, one, publicBudget)

	call("start", none, one, func(g *gen) {
		g.toStart()
		g.publicBegin(func() { g.f.Const(1) })
		if game := c.p.Game; game != nil && game.Setup.Begins < 0 {
			g.storeCtrlConst(cReady, 0)
			g.storeCtrlConst(cGap, gapBegins)
			g.f.Op(wasm.Drop).Const(stGap)
		}
	})
	call("begin", one, one, func(g *gen) {
		g.unlessValid(-1)
		g.forgetHistory()
		g.publicBegin(func() { g.f.Get(g.f.Param(0)).Const(0).Op(wasm.I32Ne) })
	})
	call("resume", one, one, c.publicResume)
	call("moves", none, one, c.publicMoves)
	fn("move", one, one, func(g *gen) {
		g.ifListed(0)
		g.listedAt(g.f.Param(0))
	})
	call("play", one, one, func(g *gen) {
		g.ifListed(-1)
		g.storeCtrlConst(cListed, 0)
		c.playListed(g)
		g.readyUnless(stAgain)
	})
	call("expand", none, one, c.publicExpand)
	fn("child", one, one, func(g *gen) {
		g.ifListed(0)
		g.loadCtrl(cChildren)
		g.f.Op(wasm.I32Eqz)
		g.returnConstIf(0)
		g.f.Get(g.f.Param(0)).Const(c.kidSize()).Op(wasm.I32Mul)
		g.loadCtrl(cChildren)
		g.f.Op(wasm.I32Add)
	})
	call("perft", one, []wasm.Type{i64}, c.publicPerft)
	fn("count", one, []wasm.Type{i64}, func(g *gen) {
		g.below(func() { g.f.Const(64) }, func() { g.f.Const64(-1) })
		g.f.Get(g.f.Param(0)).Const(3).Op(wasm.I32Shl).Load(wasm.I64Load, cCounts)
	})
	call("playouts", one, one, c.publicPlayouts)
	call("run", one, one, c.publicRun)
}

// returnIf returns a value if the condition on the stack holds.
func (g *gen) returnIf(value func()) {
	g.f.If()
	value()
	g.f.Op(wasm.Return)
	g.f.End()
}

func (g *gen) returnConstIf(v int) { g.returnIf(func() { g.f.Const(v) }) }

// below returns a value unless the first parameter is a number from 0 below
// the one that is pushed.
func (g *gen) below(limit func(), value func()) {
	g.f.Get(g.f.Param(0))
	limit()
	g.f.Op(wasm.I32GeU)
	g.returnIf(value)
}

// belowConst does so with constants.
func (g *gen) belowConst(limit, value int) {
	g.below(func() { g.f.Const(limit) }, func() { g.f.Const(value) })
}

// ifListed returns a value unless the first parameter is the number of a listed move.
func (g *gen) ifListed(value int) {
	g.below(func() { g.loadCtrl(cListed) }, func() { g.f.Const(value) })
}

// toStart puts the start position of the game in place.
func (g *gen) toStart() {
	copyBytes(g.f, g.zero, g.lay.base, g.zero, g.startAt, g.lay.size)
	if s := g.p.Layout.Starter; s >= 0 {
		g.f.Get(g.zero)
		g.val(program.Cell{I: g.p.Layout.Mover})
		g.f.Store(g.lay.kind[s].store(), g.lay.addr[s])
	}
	g.forgetHistory()
}

func (g *gen) forgetHistory() {
	if g.uses.repeats {
		g.storeCtrlConst(cSeenBase, 0)
		g.f.Call(g.historyReset())
	}
}

// publicBegin begins the ply of the mover and pushes the status.
func (g *gen) publicBegin(count func()) {
	g.storeCtrlConst(cListed, 0)
	for _, at := range []int{cLaps, cSown, cCaptured, cLost, cEndless, cPeriod, cAgain, cGapRule} {
		g.storeCtrlConst(at, 0)
	}
	g.storeCtrlConst(cLast, -1)
	count()
	g.callBegin()
	g.readyUnless(stAgain)
}

// readyUnless notes that a move can be made if the status on the stack is not above one.
func (g *gen) readyUnless(most int) {
	st := g.f.FreshLocal(wasm.I32)
	g.f.Set(st)
	g.storeCtrl(cReady, func() { g.f.Get(st).Const(most).Op(wasm.I32LeU) })
	g.f.Get(st)
}

// publicCell is cell(i): the value of a cell, -1 if there is none.
func (c *compiler) publicCell(g *gen) {
	f := g.f
	g.belowConst(c.p.Layout.Size, -1)
	at := f.FreshLocal(wasm.I32)
	f.Get(f.Param(0))
	g.entryOf(c.lay.addr, 0)
	f.Set(at)
	g.byKind(func(k cellKind) { f.Get(at).Load(k.load(), 0).Op(wasm.Return) })
	f.Op(wasm.Unreachable)
}

// byKind emits do for every kind of cell that there is, and chooses by the first parameter.
func (g *gen) byKind(do func(k cellKind)) {
	f := g.f
	number := map[cellKind]int{}
	var kinds []cellKind
	var of []int
	for _, k := range g.lay.kind {
		if _, ok := number[k]; !ok {
			number[k] = len(kinds)
			kinds = append(kinds, k)
		}
		of = append(of, number[k])
	}
	kind := f.FreshLocal(wasm.I32)
	f.Get(f.Param(0))
	g.entryOf(of, 0)
	f.Set(kind)
	for i, k := range kinds {
		f.Get(kind).Const(i).Op(wasm.I32Eq)
		f.If()
		do(k)
		f.End()
	}
}

// publicSet is set(i, value): 1 if the cell can hold the value and does now, else 0.
func (c *compiler) publicSet(g *gen) {
	f := g.f
	var low, high []int
	for i := range c.p.Layout.Size {
		l, h := c.bounds(i)
		low, high = append(low, l), append(high, h)
	}
	g.belowConst(c.p.Layout.Size, 0)
	f.Get(f.Param(1)).Get(f.Param(0))
	g.entryOf(low, 0)
	f.Op(wasm.I32LtS)
	f.Get(f.Param(1)).Get(f.Param(0))
	g.entryOf(high, 0)
	f.Op(wasm.I32GtS, wasm.I32Or)
	g.returnConstIf(0)
	g.storeCtrlConst(cListed, 0)
	g.storeCtrlConst(cReady, 0)
	at := f.FreshLocal(wasm.I32)
	f.Get(f.Param(0))
	g.entryOf(c.lay.addr, 0)
	f.Set(at)
	g.byKind(func(k cellKind) { f.Get(at).Get(f.Param(1)).Store(k.store(), 0) })
	f.Const(1)
}

// bounds are the values a cell may be given from outside.
func (c *compiler) bounds(cell int) (low, high int) {
	l := &c.p.Layout
	field := l.Fields[c.lay.field[cell]]
	switch {
	case field.Kind == program.Seeds:
		return 0, c.lay.most
	case field.Kind == program.Marks:
		return 0, 1<<c.p.Players - 1
	case field.Kind == program.Variable:
		return -1 << 31, 1<<31 - 1
	case cell == l.Mover:
		return 0, c.p.Players - 1
	case field.Base == l.Phases:
		return -1, len(c.p.Stages) - 1
	case field.Base == l.Closed:
		return 0, 1
	case field.Base == l.Owners, field.Base == l.Captor, field.Base == l.Starter:
		return -1, c.p.Players - 1
	}
	return -1 << 31, 1<<31 - 1
}

// publicBudget is budget(k, n): 1 if budget k is n now, else 0.
func publicBudget(g *gen) {
	f := g.f
	for k, b := range publicBudgets {
		f.Get(f.Param(0)).Const(k).Op(wasm.I32Eq)
		f.Get(f.Param(1)).Const(b.least).Op(wasm.I32GeS, wasm.I32And)
		f.If()
		g.storeCtrl(b.at, func() { f.Get(f.Param(1)) })
		f.Const(1).Op(wasm.Return)
		f.End()
	}
	f.Const(0)
}

// unlessValid returns a value unless the position is one that can be played:
// the mover exists and is in a phase, and there are not more seeds than a
// hole can come to hold.
func (g *gen) unlessValid(value int) {
	f := g.f
	f.Call(g.validFunc()).Op(wasm.I32Eqz)
	g.returnConstIf(value)
}

// validFunc is the function valid() → 1 or 0.
func (c *compiler) validFunc() wasm.FuncRef {
	return c.helper("valid", nil, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		mover, sum := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I64)
		g.val(program.Cell{I: c.p.Layout.Mover})
		f.Set(mover)
		f.Get(mover).Const(c.p.Players).Op(wasm.I32GeU)
		g.returnConstIf(0)
		if ph := c.p.Layout.Phases; ph >= 0 {
			g.stageOfLocal(mover, ph)
			f.Const(len(c.p.Stages)).Op(wasm.I32GeU)
			g.returnConstIf(0)
		}
		for _, field := range c.p.Layout.Fields {
			if field.Kind != program.Seeds {
				continue
			}
			for i := range field.Len {
				f.Get(sum).Get(g.zero).Load(c.lay.kind[field.Base+i].load(), c.lay.addr[field.Base+i])
				f.Op(wasm.I64ExtendI32U, wasm.I64Add).Set(sum)
			}
		}
		f.Get(sum).Const64(int64(c.lay.most)).Op(wasm.I64GtU, wasm.I32Eqz)
	})
}

// stageOfLocal pushes the phase cell of the seat in a local.
func (g *gen) stageOfLocal(seat wasm.Local, phases int) {
	k := g.lay.kind[phases]
	g.f.Get(seat).Const(k.width).Op(wasm.I32Mul).Load(k.load(), g.lay.addr[phases])
}

// publicResume is resume(n): goes on from a position whose bytes were put
// back, with the first n positions of the history. 0, or -1 if it can't.
func (c *compiler) publicResume(g *gen) {
	f := g.f
	if c.uses.repeats {
		f.Get(f.Param(0))
		g.loadCtrl(cHistory)
		f.Op(wasm.I32GtU)
		g.returnConstIf(-1)
	}
	g.unlessValid(-1)
	g.again(func() { f.Get(f.Param(0)) })
	f.Const(0)
}

// again makes everything ready for the position in place, with so much history.
func (g *gen) again(history func()) {
	f := g.f
	for _, at := range []int{cOver, cGap, cGapRule, cListed} {
		g.storeCtrlConst(at, 0)
	}
	g.storeCtrlConst(cReady, 1)
	g.clearRounds()
	if g.uses.repeats {
		g.storeCtrl(cSeenBase, history)
		f.Call(g.historyReset())
	}
	f.Call(g.readyFunc())
}

// publicMoves is moves(): the number of legal moves, listed; 0 if the game is
// over, -1 if the description is silent.
func (c *compiler) publicMoves(g *gen) {
	f := g.f
	n := f.FreshLocal(wasm.I32)
	g.loadCtrl(cReady)
	f.Op(wasm.I32Eqz)
	g.returnConstIf(0)
	g.storeCtrlConst(cListed, 0)
	g.storeCtrlConst(cChildren, 0)
	g.storeCtrlConst(cGapRule, 0)
	c.listLegal(g)
	f.Set(n)
	f.Get(n).Const(0).Op(wasm.I32GtS)
	f.If()
	g.storeCtrl(cListed, func() { f.Get(n) })
	f.Else()
	f.Const(-1).Set(n)
	g.loadCtrl(cGap)
	f.Op(wasm.I32Eqz)
	f.If()
	g.storeCtrlConst(cGap, gapNoMove)
	f.End()
	f.End()
	f.Get(n)
}

// listedAt pushes the address of a move of the list.
func (g *gen) listedAt(i wasm.Local) {
	f := g.f
	a, k := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	f.Const(g.moves).Set(a).Get(i).Set(k)
	found := f.Block()
	again := f.Loop()
	f.Get(k).Op(wasm.I32Eqz).BrIf(found)
	f.Get(k).Const(1).Op(wasm.I32Sub).Set(k)
	f.Get(a).Get(a).Load(i32Load, mvSize).Op(wasm.I32Add).Set(a)
	f.Br(again)
	f.End()
	f.End()
	f.Get(a)
}

// publicExpand is expand(): the number of legal moves, each played on a copy
// of the position. The children lie behind the list of moves.
func (c *compiler) publicExpand(g *gen) {
	f := g.f
	i32 := wasm.I32
	n, i, kid, st, saved, history := f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32)
	list := c.m.Func("list", nil, []wasm.Type{i32})
	h := c.newGen(list.Body(), 0, 0)
	c.publicMoves(h)
	play := c.m.Func("playChild", []wasm.Type{i32}, []wasm.Type{i32})
	c.playListed(c.newGen(play.Body(), 0, 0))

	f.Call(list).Tee(n).Const(1).Op(wasm.I32LtS)
	g.returnIf(func() { f.Get(n) })
	g.loadCtrl(cMoves)
	f.Const(15).Op(wasm.I32Add).Const(-16).Op(wasm.I32And).Tee(kid)
	f.Get(n).Const(c.kidSize()).Op(wasm.I32Mul, wasm.I32Add).Const(c.movesEnd - 64).Op(wasm.I32GtU)
	f.If()
	g.storeCtrlConst(cGap, overCompletions)
	f.Op(wasm.Unreachable)
	f.End()
	g.storeCtrl(cChildren, func() { f.Get(kid) })
	g.storeCtrl(cMoves, func() { f.Get(kid).Get(n).Const(c.kidSize()).Op(wasm.I32Mul, wasm.I32Add) })
	g.loadCtrl(cHistory)
	f.Set(history)
	f.GetGlobal(c.sp).Tee(saved).Const(c.lay.size).Op(wasm.I32Add).SetGlobal(c.sp)
	copyBytes(f, saved, 0, g.zero, c.lay.base, c.lay.size)
	each := f.Loop()
	f.Get(i).Call(play).Set(st)
	f.Get(kid).Get(st).Store(wasm.I32Store, kidStatus)
	for _, pair := range [][2]int{{kidWinner, cWinner}, {kidKind, cOutKind}, {kidLaps, cLaps}, {kidCaptured, cCaptured},
		{kidLost, cLost}, {kidEndless, cEndless}, {kidGap, cGap}} {
		f.Get(kid)
		g.loadCtrl(pair[1])
		f.Store(wasm.I32Store, pair[0])
	}
	copyBytes(f, kid, kidState, g.zero, c.lay.base, c.lay.size)
	copyBytes(f, g.zero, c.lay.base, saved, 0, c.lay.size)
	g.back(history)
	f.Get(kid).Const(c.kidSize()).Op(wasm.I32Add).Set(kid)
	f.Get(i).Const(1).Op(wasm.I32Add).Tee(i).Get(n).Op(wasm.I32LtU).BrIf(each)
	f.End()
	g.storeCtrl(cListed, func() { f.Get(n) })
	f.Get(n)
}

// back makes everything ready again for a position moves were tried from.
func (g *gen) back(history wasm.Local) {
	g.again(func() { g.f.Get(history) })
}

// publicPerft is perft(depth): the number of sequences of so many moves, -1
// for a depth below 0 or beyond maxDepth.
func (c *compiler) publicPerft(g *gen) {
	f := g.f
	g.below(func() { f.Const(maxDepth + 1) }, func() { f.Const64(-1) })
	f.Const(cCounts).Const(0).Const(8 * 64).MemoryFill()
	f.Get(g.zero).Const64(1).Store(wasm.I64Store, cCounts)
	history := f.FreshLocal(wasm.I32)
	g.loadCtrl(cReady)
	f.If()
	g.loadCtrl(cHistory)
	f.Set(history)
	g.storeCtrlConst(cMoves, c.moves)
	walk := c.m.Func("perftAll", []wasm.Type{wasm.I32}, nil)
	c.emitPerft(walk)
	f.Get(f.Param(0)).Call(walk)
	g.storeCtrlConst(cIgnore, 0)
	g.back(history)
	f.End()
	f.Get(f.Param(0)).Const(3).Op(wasm.I32Shl).Load(wasm.I64Load, cCounts)
}

// publicPlayouts is playouts(n): makes ready for n random games from this
// position and gives the address of their records, 0 if it can't.
func (c *compiler) publicPlayouts(g *gen) {
	f := g.f
	f.Get(f.Param(0)).Const(1).Op(wasm.I32Sub).Const(gameBatch).Op(wasm.I32GeU)
	g.loadCtrl(cReady)
	f.Op(wasm.I32Eqz, wasm.I32Or)
	g.returnConstIf(0)
	copyBytes(f, g.zero, c.gamesFrom, g.zero, c.lay.base, c.lay.size)
	if c.uses.repeats {
		g.storeCtrl(cSeenBase, func() { g.loadCtrl(cHistory) })
	}
	if c.p.Match != nil {
		g.storeCtrlConst(cRoundCap, -1)
	}
	g.storeCtrl(cGames, func() { f.Get(f.Param(0)) })
	g.storeCtrlConst(cGame, 0)
	g.storeCtrlConst(cInGame, 0)
	f.Const(c.results)
}

// publicRun is run(plies): goes on with the games for about so many plies and
// gives the number finished. When all are, the position is that of before.
func (c *compiler) publicRun(g *gen) {
	f := g.f
	done := f.FreshLocal(wasm.I32)
	playouts := c.m.Func("playoutsAll", []wasm.Type{wasm.I32}, []wasm.Type{wasm.I32})
	c.emitPlayouts(playouts)
	g.storeCtrlConst(cMoves, c.moves)
	g.storeCtrlConst(cListed, 0)
	f.Get(f.Param(0)).Call(playouts).Set(done)
	f.Get(done)
	g.loadCtrl(cGames)
	f.Op(wasm.I32GeS)
	g.loadCtrl(cGames)
	f.Const(0).Op(wasm.I32GtS, wasm.I32And)
	f.If()
	copyBytes(f, g.zero, c.lay.base, g.zero, c.gamesFrom, c.lay.size)
	g.again(func() { g.loadCtrl(cSeenBase) })
	f.End()
	f.Get(done)
}
