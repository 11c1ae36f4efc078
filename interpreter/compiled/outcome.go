package compiled

import (
	"slices"
	"strconv"

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
	t.settled(byScore, kind, rule, how == rules.Drawn, func() {
		switch {
		case how == rules.Wins:
			f.Get(seat)
		case how == rules.Loses && g.p.Players == 2:
			f.Const(1).Get(seat).Op(wasm.I32Sub).Const(-1)
			f.Get(seat).Const(0).Op(wasm.I32GeS, wasm.Select)
		default:
			f.Const(-1)
		}
	})
	over()
}

// settled notes that the game is over, why, the scores and the winner that is
// pushed; by score, they decide. It is done once in a game, and in a function
// unless the scores read more than cells.
func (t *turn) settled(byScore bool, kind interpreter.OutcomeKind, rule int, draw bool, winner func()) {
	g := t.g
	f := g.f
	kindOf, ruleOf := func() { f.Const(int(kind)) }, func() { f.Const(rule) }
	drawn := func() { f.Const(b2i(draw)) }
	if g.opt.Plain || !g.scoresReadCells() {
		t.settle(byScore, kindOf, ruleOf, drawn, winner)
		return
	}
	g.storeWords()
	kindOf()
	ruleOf()
	if !byScore {
		drawn()
		winner()
	}
	f.Unwatched(func() { f.Call(g.settleFunc(byScore)) })
}

// settleFunc is the function settle(kind, rule, draw, winner), by score
// decide(kind, rule), that settles the game.
func (g *gen) settleFunc(byScore bool) wasm.FuncRef {
	name, params := "settle", []wasm.Type{wasm.I32, wasm.I32, wasm.I32, wasm.I32}
	if byScore {
		name, params = "decide", params[:2]
	}
	if g.endsMatch() {
		name += "Match" + strconv.FormatBool(g.between)
	}
	return g.helper(name, params, nil, func(f *wasm.Func) {
		h := g.newGen(f, g.stage, g.who)
		h.between = g.between
		param := func(i int) func() { return func() { f.Get(f.Param(i)) } }
		(&turn{g: h}).settle(byScore, param(0), param(1), param(2), param(3))
	})
}

// endsMatch tells where the end of the game is the end of a match: between
// rounds, and where players fill their holes.
func (g *gen) endsMatch() bool { return g.between || g.fillsHoles() }

// scoresReadCells tells if what is counted at the end reads nothing but cells.
func (g *gen) scoresReadCells() bool {
	list := g.p.Score
	if g.endsMatch() && g.p.Match.Points < 0 {
		list = g.p.Match.Holds
	}
	return !slices.ContainsFunc(list, func(e program.Expr) bool { return !readsCells(e) })
}

// settle notes that the game is over and what is pushed: why, by which rule, if
// it is a draw, who has won; the scores, and what they decide.
func (t *turn) settle(byScore bool, kind, rule, draw, winner func()) {
	g := t.g
	g.storeCtrlConst(cOver, 1)
	g.storeCtrl(cOutKind, kind)
	g.storeCtrl(cOutRule, rule)
	t.scores()
	if byScore {
		t.winner()
		return
	}
	g.storeCtrl(cDraw, draw)
	g.storeCtrl(cWinner, winner)
}

// scores notes what every player has at the end.
func (t *turn) scores() {
	g := t.g
	if g.endsMatch() {
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
	t.settled(false, kind, rule, false, func() { f.Get(who) })
	f.Release(wasm.I32, left, who)
	over()
}
