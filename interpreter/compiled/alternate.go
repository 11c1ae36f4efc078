package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Random games of two players in one phase: the plies of both stand in one
// loop, one after the other, so that who is to move is where the code is, and
// the board stays in words from ply to ply.

// alternates tells games that are played so.
func (c *compiler) alternates() bool {
	if c.opt.Plain || c.p.Players != 2 || len(c.p.Stages) > 1 || c.uses.choices || c.p.Match != nil {
		return false
	}
	for _, sc := range c.seats[0] {
		if !sc.bits || sc.lists || sc.table == nil {
			return false
		}
	}
	return true
}

// alternating is the loop being written.
type alternating struct {
	g                 *gen // of the first seat
	st, todo, who     wasm.Local
	again             wasm.Label // the loop over plies
	over, rest        wasm.Label // the game is over; no ply is left to play in this call
	rec, plies, given wasm.Local
	left              wasm.Local

	// What is summed since the game began or went on, added to the control
	// block when the loop is left: branches as in cBranches, sums as in cCaptured.
	branches, sums        wasm.Local
	laps, longest, agains wasm.Local
	random                wasm.Local // stands for cRandom
	history, stamp        wasm.Local // stand for cHistory and cStamp, see keepsHistory
}

// emitAlternating writes playouts(plies).
func (c *compiler) emitAlternating(f *wasm.Func, words bool) {
	f.JumpApart()
	i32 := func() wasm.Local { return f.FreshLocal(wasm.I32) }
	g := c.newGen(f, 0, 0)
	g.looped = true
	if words {
		g.takeWords()
	}
	if c.bitsKept(c.seats[0][0]) || c.bitsKept(c.seats[0][1]) {
		kept := f.FreshLocal(wasm.I64)
		g.kept = &kept
	}
	i64 := func() wasm.Local { return f.FreshLocal(wasm.I64) }
	a := &alternating{g: g, left: f.Param(0), st: i32(), todo: i32(), who: i32(), rec: i32(), plies: i32(), given: i32(),
		branches: i64(), sums: i64(), random: i64(), laps: i32(), longest: i32(), agains: i32(), history: i32(), stamp: i32()}
	stop := f.Block()
	games := f.Loop()
	a.begin(stop)
	a.rest = f.Block()
	a.over = f.Block()
	a.again = f.Loop()
	g.loop = a
	second := f.Block()
	f.Get(a.who).BrIf(second)
	a.ply(g)
	f.End()
	h := c.newGenIn(f, g.zero, 0, 1)
	h.words, h.looped, h.kept, h.loop = g.words, true, g.kept, a
	a.ply(h)
	f.Const(0).Set(a.who).Br(a.again)
	f.End()
	f.End() // over
	a.end()
	f.Br(games)
	f.End() // rest
	g.storeWords()
	if g.impliesMover() {
		m := g.p.Layout.Mover
		f.Get(g.zero).Get(a.who).Store(g.lay.kind[m].store(), g.lay.addr[m])
	}
	g.storeKept()
	a.settle()
	f.Get(a.plies).Get(a.given).Op(wasm.I32Add).Set(a.plies)
	f.Get(a.plies)
	g.loadCtrl(cPlyCap)
	f.Op(wasm.I32GeS)
	f.If()
	g.endGame(a.rec, a.st, a.plies)
	f.Br(games)
	f.End()
	g.storeCtrl(cPlies, func() { f.Get(a.plies) })
	f.End()
	f.End() // stop
	g.loadCtrl(cGame)
}

// begin goes on with the game begun, or begins the next.
func (a *alternating) begin(stop wasm.Label) {
	g := a.g
	f := g.f
	g.loadCtrl(cGame)
	f.Const(rsSize).Op(wasm.I32Mul).Const(g.results).Op(wasm.I32Add).Set(a.rec)
	g.loadCtrl(cInGame)
	f.Op(wasm.I32Eqz)
	f.If()
	g.loadCtrl(cGame)
	g.loadCtrl(cGames)
	f.Op(wasm.I32GeS).BrIf(stop)
	g.newGame(a.rec, a.st)
	f.Else()
	f.Const(stNext).Set(a.st)
	f.End()
	g.loadCtrl(cPlies)
	f.Set(a.plies)
	g.loadCtrl(cPlyCap)
	f.Get(a.plies).Op(wasm.I32Sub).Set(a.todo)
	f.Get(a.todo).Get(a.left).Get(a.todo).Get(a.left).Op(wasm.I32LtS, wasm.Select).Tee(a.todo).Set(a.given)
	f.Get(a.left).Get(a.todo).Op(wasm.I32Sub).Set(a.left)
	g.loadWords()
	g.loadKept()
	if g.words != nil && g.uses.repeats {
		g.loadCtrl(cHistory)
		f.Set(a.history)
		g.loadCtrl(cStamp)
		f.Set(a.stamp)
	}
	f.Get(g.zero).Load(wasm.I64Load, cRandom).Set(a.random)
	f.Const64(0).Set(a.branches).Const64(0).Set(a.sums)
	f.Const(0).Set(a.laps).Const(0).Set(a.longest).Const(0).Set(a.agains)
	g.val(program.Cell{I: g.p.Layout.Mover})
	f.Set(a.who)
}

// settle adds what was summed to the control block.
func (a *alternating) settle() {
	g := a.g
	f := g.f
	f.Get(g.zero).Get(a.random).Store(wasm.I64Store, cRandom)
	for _, s := range []struct {
		at  int
		sum wasm.Local
	}{{cBranches, a.branches}, {cCaptured, a.sums}} {
		f.Get(g.zero)
		f.Get(g.zero).Load(wasm.I64Load, s.at).Get(s.sum).Op(wasm.I64Add).Store(wasm.I64Store, s.at)
	}
	g.addCtrl(cLaps, func() { f.Get(a.laps) })
	g.addCtrl(cAgains, func() { f.Get(a.agains) })
	g.storeCtrl(cMaxLaps, func() {
		f.Get(a.longest)
		g.loadCtrl(cMaxLaps)
		f.Get(a.longest)
		g.loadCtrl(cMaxLaps)
		f.Op(wasm.I32GtS, wasm.Select)
	})
}

// loadKept reads the legal moves again that a function left in cBits.
func (g *gen) loadKept() {
	if g.kept != nil {
		g.f.Get(g.zero).Load(wasm.I64Load, cBits).Set(*g.kept)
	}
}

// storeKept leaves them there for the next call.
func (g *gen) storeKept() {
	if g.kept != nil {
		g.f.Get(g.zero).Get(*g.kept).Store(wasm.I64Store, cBits)
	}
}

// ply plays a ply of a seat.
func (a *alternating) ply(g *gen) {
	f := g.f
	sc := g.seats[0][g.who]
	f.Const(g.who).Set(a.who)
	f.Get(a.todo).Op(wasm.I32Eqz).BrIf(a.rest)
	f.Get(a.todo).Const(1).Op(wasm.I32Sub).Set(a.todo)
	if g.impliesMover() {
		f.Const(0).Set(g.zero)
	} else {
		g.reach()
	}
	g.stepBits(sc, a.st)
}

// impliesMover tells if who is to move is known from where the code is, and
// written to the position only before it is left to others. A ply needs to touch no
// memory at fixed addresses then, if the board is in words.
func (g *gen) impliesMover() bool { return g.loop != nil && g.words != nil }

// keepsHistory tells if the length of the history is kept in a local meanwhile.
func (g *gen) keepsHistory() bool { return g.impliesMover() && g.uses.repeats }

// leave leaves the loop with a status that ends the game.
func (a *alternating) leave(f *wasm.Func, status int) {
	f.Const(status).Set(a.st).Br(a.over)
}

// end gives the results of a game that is over, and the plies not needed back.
func (a *alternating) end() {
	f := a.g.f
	a.settle()
	f.Get(a.left).Get(a.todo).Op(wasm.I32Add).Set(a.left)
	f.Get(a.plies).Get(a.given).Op(wasm.I32Add).Get(a.todo).Op(wasm.I32Sub).Set(a.plies)
	a.g.endGame(a.rec, a.st, a.plies)
}

// oneLap tells games in which every turn of the loop has exactly one lap: who
// counts plies need not count laps.
func (c *compiler) oneLap() bool {
	if !c.alternates() || c.p.Facts.Relays {
		return false
	}
	for _, sc := range c.seats[0] {
		if !c.inlined(sc) {
			return false
		}
		for _, o := range sc.options {
			if o.opt.Kind != rules.FromHole {
				return false
			}
		}
	}
	return true
}
