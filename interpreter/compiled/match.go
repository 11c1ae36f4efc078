package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Between rounds: what follows the end of a round of a match. A game of one
// round has none of this code.

// The control block of matches.
const (
	cRounds      = 352 // rounds that ended since it was cleared
	cRoundNo     = 356 // the latest: its number,
	cRoundWinner = 360 // winner or -1,
	cRoundRule   = 364 // rule id + 1 that ended it,
	cRoundScores = 368 // four numbers
	cRoundWins   = 384 // four numbers: rounds won by each seat since they were cleared
	cRoundCap    = 400 // rounds a match may have, at most 2^32 - 1 unsigned = any number
)

// clearRounds clears the counts.
func (g *gen) clearRounds() {
	if g.p.Match == nil {
		return
	}
	g.storeCtrlConst(cRounds, 0)
	for seat := range g.p.Players {
		g.storeCtrlConst(cRoundWins+4*seat, 0)
	}
}

// roundOver goes on after the end of a round.
func (g *gen) roundOver(st wasm.Local) {
	if g.p.Match == nil {
		return
	}
	f := g.f
	f.Get(st).Const(stOver).Op(wasm.I32Eq)
	f.If()
	g.loadCtrl(cOutKind)
	f.Const(int(interpreter.ByRound)).Op(wasm.I32Eq)
	f.If()
	f.Call(g.nextRoundFunc()).Set(st)
	f.End()
	f.End()
}

// nextRoundFunc is the function nextRound() → status: the table of the round's
// outcome, then the first ply of the next round begins unless the match is
// over. A round over before its first move is a gap.
func (c *compiler) nextRoundFunc() wasm.FuncRef {
	return c.helper("nextRound", nil, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		st, winner := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
		g.closeRound(winner)
		last := len(c.p.Match.After) - 1
		for i := range c.p.Match.After {
			f.Get(winner).Const(i).Op(wasm.I32Eq)
			if i == last {
				f.Op(wasm.Drop).Get(winner).Const(0).Op(wasm.I32LtS)
			}
			f.If()
			f.Call(c.afterRoundFunc(i)).Set(st)
			f.End()
		}
		f.Get(st).Const(stAgain).Op(wasm.I32LeS)
		f.If()
		f.Const(1)
		g.beginMover()
		f.Set(st)
		f.Get(st).Const(stOver).Op(wasm.I32Eq)
		f.If()
		g.loadCtrl(cOutKind)
		f.Const(int(interpreter.ByRound)).Op(wasm.I32Eq)
		f.If()
		g.storeCtrlConst(cGap, gapRound)
		f.Const(stGap).Set(st)
		f.End()
		f.End()
		f.End()
		f.Get(st)
	})
}

// closeRound notes the round that is over, which is no end of the match.
func (g *gen) closeRound(winner wasm.Local) {
	f := g.f
	g.loadCtrl(cWinner)
	f.Set(winner)
	g.addCtrl(cRounds, func() { f.Const(1) })
	g.storeCtrl(cRoundNo, func() { g.val(program.Cell{I: g.p.Layout.Round}) })
	g.storeCtrl(cRoundWinner, func() { f.Get(winner) })
	g.storeCtrl(cRoundRule, func() { g.loadCtrl(cOutRule) })
	for seat := range g.p.Players {
		g.storeCtrl(cRoundScores+4*seat, func() { g.loadCtrl(cScores + 4*seat) })
	}
	f.Get(winner).Const(0).Op(wasm.I32GeS)
	f.If()
	at := f.Local(wasm.I32)
	f.Get(winner).Const(2).Op(wasm.I32Shl).Set(at)
	f.Get(at).Get(at).Load(wasm.I32Load, cRoundWins).Const(1).Op(wasm.I32Add).Store(wasm.I32Store, cRoundWins)
	f.Release(wasm.I32, at)
	f.End()
	g.storeCtrlConst(cOver, 0)
}

// afterRoundFunc is the function that runs the table of one outcome → status.
func (c *compiler) afterRoundFunc(outcome int) wasm.FuncRef {
	return c.helper("afterRound."+string(rune('0'+outcome)), nil, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		who := outcome % c.p.Players
		g := c.newGen(f, 0, who)
		g.between = true
		st := f.FreshLocal(wasm.I32)
		out := f.Block()
		leave := func(status int) { f.Const(status).Set(st).Br(out) }
		g.onGap = func(int) { leave(stGap) }
		t := &turn{g: g, code: c.seats[0][who], leave: leave}
		t.place, t.seeds = f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
		t.inTurn = true
		tx := &text{turn: t, outermost: true, gameOver: func() { leave(stOver) }}
		tx.table(c.p.Match.After[outcome], nil)
		f.End()
		f.Get(st)
	})
}

// matchScores notes what a match ended with: its points; without points the
// scores of the last round are there already.
func (g *gen) matchScores() {
	m := g.p.Match
	for seat := range g.p.Players {
		switch {
		case m.Points >= 0:
			g.storeCtrl(cScores+4*seat, func() { g.val(program.Cell{I: m.Points + seat}) })
		case !g.between: // in the stage in which players fill their holes
			g.storeCtrl(cScores+4*seat, func() { g.val(m.Holds[seat]) })
		}
	}
}

// renew begins the next round: whatever lasts no longer than a round returns
// to its start value.
func (t *text) renew(s program.Renew) {
	g := t.g
	f := g.f
	lay := &g.p.Layout
	seat, round := f.Local(wasm.I32), f.Local(wasm.I32)
	g.val(s.Begins)
	f.Tee(seat).Const(g.p.Players).Op(wasm.I32GeU)
	g.gapIf(gapBegins)
	g.val(program.Cell{I: lay.Round})
	f.Const(1).Op(wasm.I32Add).Set(round)
	for _, field := range lay.Fields {
		if field.Kind == program.Machine || field.Var != nil && field.Var.Lasts != rules.LastsGame {
			g.reset(field)
		}
	}
	for _, c := range []struct {
		cell  int
		value wasm.Local
	}{{lay.Round, round}, {lay.Mover, seat}, {lay.Starter, seat}} {
		f.Get(g.zero).Get(c.value).Store(g.lay.kind[c.cell].store(), g.lay.addr[c.cell])
	}
	if g.uses.repeats {
		f.Const(0).Call(g.rebuildFunc())
		g.storeCtrlConst(cBegun, 0)
	}
	f.Release(wasm.I32, seat, round)
	g.known = nil
}

// inHand moves seeds from home to hand or back.
func (t *text) inHand(s program.Hand) {
	g := t.g
	from, to := g.p.Home[s.Seat], g.p.Layout.Hands+s.Seat
	if !s.Take {
		from, to = to, from
	}
	g.addCell(to, func() { g.val(program.Cell{I: from}) })
	g.f.Get(g.zero).Const(0).Store(g.lay.kind[from].store(), g.lay.addr[from])
	g.known = nil
}

// setUp lays all seeds out as at the start of the game.
func (t *text) setUp() {
	for _, field := range t.g.p.Layout.Fields {
		if field.Kind == program.Seeds {
			t.g.reset(field)
		}
	}
	t.g.known = nil
}

// moved remembers who moved last in the round, if somebody asks.
func (t *turn) moved() {
	g := t.g
	if m := g.p.Match; m != nil && m.Moved >= 0 && (m.Filling == 0 || g.stage != m.Filling) {
		g.f.Get(g.zero).Const(g.who).Store(g.lay.kind[m.Moved].store(), g.lay.addr[m.Moved])
	}
}

// lastRound is the round that ended with the ply just played, nil if none did.
func (e *Engine) lastRound() *interpreter.Round {
	if e.p.Match == nil || e.get(cRounds) == 0 {
		return nil
	}
	r := &interpreter.Round{Number: int(e.get(cRoundNo)), Winner: int(e.get(cRoundWinner)), Rule: e.rule(e.get(cRoundRule))}
	for i := range e.p.Players {
		r.Scores = append(r.Scores, int(e.get(cRoundScores+4*i)))
	}
	return r
}
