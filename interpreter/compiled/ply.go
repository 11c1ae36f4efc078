package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// emitBegin writes begin(count) of a seat → status.
func (c *compiler) emitBegin(seat int) {
	f := c.begin[seat].Body()
	g := c.newGen(f, 0, seat)
	for stage := range c.p.Stages {
		if c.seats[stage][seat].lists {
			g.useLists()
			break
		}
	}
	st := f.FreshLocal(wasm.I32)
	g.beginPly(seat, func() { f.Get(f.Param(0)) }, st)
	g.leaveLists()
	f.Get(st)
}

// beginNext sets st to the status of the beginning of a seat's ply, called or
// in place. In place it may stand only once in a function, outside loops.
func (g *gen) beginNext(seat int, st wasm.Local, inPlace bool) {
	c, f := g.compiler, g.f
	if !inPlace || c.opt.Plain || len(c.p.Stages) > 1 || c.p.Players != 2 || c.seats[0][seat].lists || c.begin[seat].Body().Size() > inlineSize/2 {
		g.call(func() { f.Const(1) }, c.begin[seat])
		f.Set(st)
		g.leaveIfOver(st)
		g.loadKept()
		return
	}
	h := c.newGenIn(f, g.zero, 0, seat)
	h.words, h.looped, h.kept, h.loop = g.words, g.looped, g.kept, g.loop
	h.beginPly(seat, func() { f.Const(1) }, st)
}

// beginPly is step 1 of a seat's ply: the turn is counted, phases that are
// over are left, `end` is asked. A player who is put out by `end` hands the
// ply on. Status is set.
func (g *gen) beginPly(seat int, count func(), st wasm.Local) {
	c, f := g.compiler, g.f
	phase := f.FreshLocal(wasm.I32)
	f.Const(stNext).Set(st)
	if c.p.Layout.Turns >= 0 {
		g.addCell(c.p.Layout.Turns+seat, count)
	}
	out := f.Block()
	leave := func(status int) { g.leaveLoop(status, st, out) }
	g.leavePhases(seat, phase, leave)
	if c.uses.repeats {
		g.lookBack()
	}
	for stage := range c.p.Stages {
		if len(c.p.Stages) > 1 {
			f.Get(phase).Const(stage).Op(wasm.I32Eq)
			f.If()
		}
		g.inStage(stage, func(g *gen) { g.askEnd(leave) })
		if len(c.p.Stages) > 1 {
			f.End()
		}
	}
	if c.p.Players > 2 && c.p.Layout.Phases >= 0 {
		g.handOn(seat, st, out)
	}
	f.End()
	if c.uses.repeats {
		g.remember()
	}
}

// inStage emits code of the same function for another stage of the seat.
func (g *gen) inStage(stage int, do func(g *gen)) {
	sc := g.seats[stage][g.who]
	h := *g
	h.stage, h.seat, h.facts = stage, sc.seat, &sc.facts
	h.lastSpots, h.liftSpots = sc.last, sc.lifted
	h.known = nil
	do(&h)
	// locals taken by h stay taken: g and h share the function
}

// leavePhases moves the player past every phase whose `until` holds; a phase
// of the game is left by all who are in it.
func (g *gen) leavePhases(seat int, phase wasm.Local, leave func(int)) {
	c, f := g.compiler, g.f
	if c.p.Layout.Phases < 0 {
		return
	}
	g.stageOf(seat, phase)
	for i, stage := range c.p.Stages[:len(c.p.Stages)-1] {
		if stage.Until == nil {
			continue
		}
		stay := f.Block()
		f.Get(phase).Const(i).Op(wasm.I32Ne).BrIf(stay)
		g.inStage(i, func(g *gen) {
			g.onGap = func(int) { leave(stGap) }
			g.truth(stage.Until[seat])
		})
		f.Op(wasm.I32Eqz).BrIf(stay)
		for s := range c.p.Players {
			cell := c.p.Layout.Phases + s
			if s == seat {
				f.Get(g.zero).Const(i+1).Store(c.lay.kind[cell].store(), c.lay.addr[cell])
			} else if !stage.PerPlayer {
				g.val(program.Cell{I: cell})
				f.Const(i).Op(wasm.I32Eq)
				f.If()
				f.Get(g.zero).Const(i+1).Store(c.lay.kind[cell].store(), c.lay.addr[cell])
				f.End()
			}
		}
		g.leavePhaseVars(stage.PerPlayer)
		f.Const(i + 1).Set(phase)
		f.End()
	}
}

// leavePhaseVars resets what lasts a phase: all of it, but of a variable with
// a value a player only the mover's when he leaves on his own.
func (g *gen) leavePhaseVars(perPlayer bool) {
	f := g.f
	for _, v := range g.lay.lifetime(rules.LastsPhase) {
		for i := range v.Len {
			c := v.Base + i
			k, a := g.lay.kind[c], g.lay.addr[c]
			switch {
			case perPlayer && v.Var.PerPlayer && v.Kind == program.Marks:
				f.Get(g.zero)
				f.Get(g.zero).Load(k.load(), a).Const(^(1 << g.who)).Op(wasm.I32And)
				f.Store(k.store(), a)
			case perPlayer && v.Var.PerPlayer && i/max(v.Len/g.p.Players, 1) != g.who:
			default:
				f.Get(g.zero).Const(int(g.p.Start[c])).Store(k.store(), a)
			}
		}
	}
}

// askEnd asks table `end` of the stage.
func (g *gen) askEnd(leave func(int)) {
	if g.seat.End == nil {
		return
	}
	f := g.f
	g.onGap = func(int) { leave(stGap) }
	g.noTurn()
	g.plyBegins = true
	t := &turn{g: g, code: g.seats[g.stage][g.who], leave: leave}
	t.bag, t.captured, t.lost, t.rev = f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	t.place, t.seeds = f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	if g.looped {
		for _, l := range []wasm.Local{t.bag, t.captured, t.lost, t.rev} {
			f.Const(0).Set(l)
		}
	}
	t.hasBag = g.facts.captures || g.facts.loses
	t.inTurn = true
	if t.hasBag {
		g.reg[program.RBag] = localOperand(t.bag)
		g.reg[program.RCaptured] = localOperand(t.captured)
	}
	g.bitsAtHand()
	tx := &text{turn: t, outermost: true, gameOver: func() { leave(stOver) }}
	tx.table(g.seat.End, nil)
}

// bitsAtHand computes the legal moves once where `end` asks for them and
// nothing can change them on the way.
func (g *gen) bitsAtHand() {
	sc := g.seats[g.stage][g.who]
	if !g.bitsKept(sc) {
		return
	}
	l := g.f.FreshLocal(wasm.I64)
	if g.inlineMoves(sc) {
		h := *g
		h.noTurn()
		h.legalBits(sc, l)
	} else {
		g.f.Call(sc.legal).Set(l)
	}
	g.bits = &l
	if g.kept != nil {
		g.f.Get(l).Set(*g.kept)
		return
	}
	g.f.Get(g.zero).Get(l).Store(wasm.I64Store, cBits)
}

// bitsKept tells seats whose begin leaves the legal moves in cBits.
func (c *compiler) bitsKept(sc *seatCode) bool {
	return sc.bits && !sc.ahead && sc.seat.End != nil && asksMoves(sc.seat.End, sc.who) && !changes(sc.seat.End)
}

func asksMoves(b *program.Block, seat int) bool {
	found := false
	program.Visitor{Expr: func(e program.Expr) {
		if h, ok := e.(program.HasMove); ok && h.Seat == seat {
			found = true
		}
	}}.VisitBlock(b)
	return found
}

// changes tells if a table can change the position without ending the game,
// or before it asks for legal moves again.
func changes(b *program.Block) bool {
	for _, r := range b.Rules {
		if len(r.Do) == 0 {
			continue
		}
		if _, ends := r.Do[len(r.Do)-1].(program.End); ends && onlyPlain(r.Do) {
			continue
		}
		if writes(&program.Block{Rules: []*program.Rule{r}}) || hasCall(r.Do) {
			return true
		}
	}
	return false
}

// onlyPlain tells lists of actions in which nothing leaves early.
func onlyPlain(list []program.Stmt) bool {
	for _, s := range list {
		switch s.(type) {
		case program.Take, program.MoveSeeds, program.SetCell, program.Mark, program.Fill, program.End:
		default:
			return false
		}
	}
	return true
}

func hasCall(list []program.Stmt) bool {
	for _, s := range list {
		if _, ok := s.(program.Call); ok {
			return true
		}
	}
	return false
}

// handOn begins the ply of the next seat if `end` has put this one out.
func (g *gen) handOn(seat int, st wasm.Local, out wasm.Label) {
	f := g.f
	g.val(program.Cell{I: g.p.Layout.Phases + seat})
	f.Const(0).Op(wasm.I32GeS).BrIf(out)
	g.nextSeat(seat, func(next int) {
		f.Const(1).Call(g.begin[next]).Set(st)
		g.leaveLists()
		f.Get(st).Op(wasm.Return)
	})
}

// nextSeat emits then for the seat after a seat, those that are out passed over.
func (g *gen) nextSeat(seat int, then func(next int)) {
	f := g.f
	n := g.p.Players
	many := n > 2 && g.p.Layout.Phases >= 0
	m := g.p.Layout.Mover
	found := f.Block()
	for i := 1; i <= n; i++ {
		next := (seat + i) % n
		if many && i < n {
			skip := f.Block()
			g.val(program.Cell{I: g.p.Layout.Phases + next})
			f.Const(0).Op(wasm.I32LtS).BrIf(skip)
			f.Get(g.zero).Const(next).Store(g.lay.kind[m].store(), g.lay.addr[m])
			then(next)
			f.Br(found)
			f.End()
			continue
		}
		if many {
			next = seat
		}
		if !g.impliesMover() {
			f.Get(g.zero).Const(next).Store(g.lay.kind[m].store(), g.lay.addr[m])
		}
		then(next)
		break
	}
	f.End()
}

// emitPly writes ply(from, how) of a seat in a stage → status: the whole
// move, steps 3 to 9 and the beginning of the next ply.
func (c *compiler) emitPly(sc *seatCode) {
	f := sc.ply.Body()
	g := c.newGen(f, sc.stage, sc.who)
	st := f.FreshLocal(wasm.I32)
	f.Get(f.Param(0)).Get(f.Param(1)).Const(0).Call(sc.turn).Set(st)
	g.afterTurn(sc, st, false)
	f.Get(st)
}

// afterTurn is step 9: whose turn is next, and the beginning of that ply; of
// a match, the next round where one is over.
func (g *gen) afterTurn(sc *seatCode, st wasm.Local, inPlace bool) {
	g.nextPly(sc, st, inPlace, true)
	g.roundOver(st)
}

// nextPly is afterTurn of a game without rounds. Abrupt says that the turn may
// have ended the game.
func (g *gen) nextPly(sc *seatCode, st wasm.Local, inPlace, abrupt bool) {
	f := g.f
	done := f.Block()
	if g.loop == nil {
		f.Get(st).Const(stAgain).Op(wasm.I32GtS).BrIf(done)
	} else if abrupt {
		g.leaveIfOver(st)
	}
	if !inPlace {
		g.storeCtrl(cAgain, func() { f.Get(st) })
	}
	if !givesAgain(sc.seat) {
		g.nextSeat(sc.who, func(next int) { g.beginNext(next, st, inPlace) })
		f.End()
		return
	}
	f.Get(st)
	f.If()
	if g.loop != nil {
		f.Get(g.loop.agains).Const(1).Op(wasm.I32Add).Set(g.loop.agains)
	} else {
		g.addCtrl(cAgains, func() { f.Const(1) })
	}
	g.beginNext(sc.who, st, inPlace)
	if g.loop != nil {
		f.Br(g.loop.again)
	}
	f.Else()
	g.nextSeat(sc.who, func(next int) { g.beginNext(next, st, inPlace) })
	f.End()
	f.End()
}

// passFunc is the function pass() of a seat → status: the ply of a player
// who may or must pass.
func (c *compiler) passFunc(sc *seatCode) wasm.FuncRef {
	return c.helper(funcName("pass", sc), nil, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		g := c.newGen(f, sc.stage, sc.who)
		st := f.FreshLocal(wasm.I32)
		if g.touched > 0 {
			g.clearScratch()
		}
		(&turn{g: g, code: sc}).forget()
		g.storeCtrlConst(cLast, -1)
		g.addCtrl(cPasses, func() { f.Const(1) })
		g.afterTurn(sc, st, false)
		f.Get(st)
	})
}

// givesAgain tells if some rule gives another ply.
func givesAgain(s *program.Seat) bool {
	found := false
	v := program.Visitor{Stmt: func(s program.Stmt) {
		if a, ok := s.(program.Again); ok && a.From == nil {
			found = true
		}
	}}
	for _, b := range s.Blocks() {
		v.VisitBlock(b)
	}
	return found
}
