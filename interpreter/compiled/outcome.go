package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// How games end: players who win, lose or leave, and the score.

// end ends the game: what is in the bag goes home first.
func (t *text) end(s program.End) {
	g := t.g
	f := g.f
	if !t.outermost {
		t.bagHome()
	}
	seat := f.Local(wasm.I32)
	if s.Seat != nil {
		g.val(s.Seat)
	} else {
		f.Const(-1)
	}
	f.Set(seat)
	id := 0
	if g.rule != nil {
		id = g.rule.ID + 1
	}
	t.finish(s.How, seat, interpreter.ByRule, id, t.gameOver, func() {
		// of three or more players one is out, and the game goes on
		if t.decide != nil {
			t.decide(decStop, 1)
		} else {
			f.Br(t.over)
		}
	})
	f.Release(wasm.I32, seat)
}

// finish settles the game. Over jumps away once it is; goesOn is for a loss
// that leaves two players or more in the game.
func (t *turn) finish(how rules.EndKind, seat wasm.Local, kind interpreter.OutcomeKind, rule int, over, goesOn func()) {
	g := t.g
	f := g.f
	byScore := how == rules.ByScore || how == rules.RoundEnds
	if t.hand != nil {
		if byScore && g.p.Score != nil {
			f.Get(*t.hand)
			g.gapIf(gapScore)
		} else {
			g.addCell(g.p.Layout.Out, func() { f.Get(*t.hand) })
		}
	}
	if byScore && g.p.Score == nil {
		g.gap(gapScore)
		return
	}
	if how == rules.RoundEnds {
		kind = interpreter.ByRound
	}
	if how == rules.Loses && g.p.Players > 2 && g.p.Layout.Phases >= 0 {
		t.losesOfMany(seat, kind, rule, over, goesOn)
		return
	}
	t.settle(kind, rule)
	g.storeCtrlConst(cDraw, b2i(how == rules.Drawn))
	switch how {
	case rules.ByScore, rules.RoundEnds:
		t.winner()
	case rules.Wins:
		g.storeCtrl(cWinner, func() { f.Get(seat) })
	case rules.Drawn:
		g.storeCtrlConst(cWinner, -1)
	case rules.Loses:
		g.storeCtrl(cWinner, func() {
			if g.p.Players == 2 {
				f.Const(1).Get(seat).Op(wasm.I32Sub).Const(-1)
				f.Get(seat).Const(0).Op(wasm.I32GeS, wasm.Select)
			} else {
				f.Const(-1)
			}
		})
	}
	over()
}

// settle notes that the game is over, why, and the scores.
func (t *turn) settle(kind interpreter.OutcomeKind, rule int) {
	g := t.g
	g.storeCtrlConst(cOver, 1)
	g.storeCtrlConst(cOutKind, int(kind))
	g.storeCtrlConst(cOutRule, rule)
	if g.between || g.p.Match != nil && g.p.Match.Filling > 0 && g.stage == g.p.Match.Filling {
		g.matchScores()
		return
	}
	for s, e := range g.p.Score {
		g.storeCtrl(cScores+4*s, func() { g.val(e) })
	}
}

// winner compares the scores: the best wins, a tie at the top is a draw.
func (t *turn) winner() {
	g := t.g
	f := g.f
	best, who := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const(0).Set(who)
	g.loadCtrl(cScores)
	f.Set(best)
	better := wasm.I32GtS
	if g.p.Least {
		better = wasm.I32LtS
	}
	draw := f.Local(wasm.I32)
	f.Const(0).Set(draw)
	for s := 1; s < g.p.Players; s++ {
		g.loadCtrl(cScores + 4*s)
		f.Get(best).Op(wasm.I32Eq)
		f.If()
		f.Const(1).Set(draw)
		f.Else()
		g.loadCtrl(cScores + 4*s)
		f.Get(best).Op(better)
		f.If()
		f.Const(0).Set(draw).Const(s).Set(who)
		g.loadCtrl(cScores + 4*s)
		f.Set(best)
		f.End()
		f.End()
	}
	g.storeCtrl(cDraw, func() { f.Get(draw) })
	g.storeCtrl(cWinner, func() { f.Const(-1).Get(who).Get(draw).Op(wasm.Select) })
	f.Release(wasm.I32, best, who, draw)
}

// losesOfMany puts a player out; the game is over when one is left.
func (t *turn) losesOfMany(seat wasm.Local, kind interpreter.OutcomeKind, rule int, over, goesOn func()) {
	g := t.g
	f := g.f
	phases := g.p.Layout.Phases
	left, who := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const(0).Set(left).Const(-1).Set(who)
	f.Get(seat).Const(0).Op(wasm.I32GeS)
	f.If()
	f.Get(seat).Const(2).Op(wasm.I32Shl).Const(-1).Store(wasm.I32Store, g.lay.addr[phases])
	for s := range g.p.Players {
		g.val(program.Cell{I: phases + s})
		f.Const(0).Op(wasm.I32GeS)
		f.If()
		f.Get(left).Const(1).Op(wasm.I32Add).Set(left).Const(s).Set(who)
		f.End()
	}
	f.Get(left).Const(1).Op(wasm.I32GtS)
	f.If()
	goesOn()
	f.End()
	f.End()
	t.settle(kind, rule)
	g.storeCtrlConst(cDraw, 0)
	g.storeCtrl(cWinner, func() { f.Get(who) })
	f.Release(wasm.I32, left, who)
	over()
}
