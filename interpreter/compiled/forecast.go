package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// What turns run ahead did is gathered in an area: three flags, then two
// bytes a place.
const (
	arAny   = 0 // bit 0: the mover captured in a first lap; bit 1: at all
	arWon   = 4 // bit 0: he won in a first lap; bit 1: at all
	arLegal = 8 // some run was legal
	arCells = 12
)

// by place: bits 0, 1: captured from in a first lap, at all; then ended in
func (c *compiler) areaSize() int { return align(arCells+2*c.p.Places, 16) }

// runsFunc is the function runs(from, how, mode, legal, area) that runs a
// start with all completions and gathers what they did; with legal only the
// legal ones.
func (c *compiler) runsFunc(sc *seatCode) wasm.FuncRef {
	i32 := wasm.I32
	return c.helper(funcName("runs", sc), []wasm.Type{i32, i32, i32, i32, i32}, nil, func(f *wasm.Func) {
		g := c.newGen(f, sc.stage, sc.who)
		mode, legal, area := f.Param(2), f.Param(3), f.Param(4)
		g.aheadRuns(sc, f.Param(0), f.Param(1), mode, func() {
			skip := f.Block()
			f.Get(legal).Op(wasm.I32Eqz)
			g.loadCtrl(cTested)
			f.Op(wasm.I32Or, wasm.I32Eqz).BrIf(skip)
			g.gather(area)
			f.End()
		})
	})
}

// aheadRuns is allCompletions with the mode in a local; what the turn
// remembers is still there when ran is asked.
func (g *gen) aheadRuns(sc *seatCode, from, how, mode wasm.Local, ran func()) {
	g.allCompletionsIn(sc, from, how, func() { g.f.Get(mode).Const(modeTest).Op(wasm.I32Or) }, func(wasm.Label) { ran() }, true)
}

// gather adds what the turn just run did to an area.
func (g *gen) gather(area wasm.Local) {
	f := g.f
	or := func(at int, value func()) {
		f.Get(area)
		f.Get(area).Load(i32Load, at)
		value()
		f.Op(wasm.I32Or).Store(wasm.I32Store, at)
	}
	or(arLegal, func() { f.Const(1) })
	or(arAny, func() { // a capture in the first lap is one at all
		g.loadCtrl(cAnyLap)
		f.Const(1).Op(wasm.I32And)
		g.loadCtrl(cAnyLap)
		f.Const(0).Op(wasm.I32Ne).Const(1).Op(wasm.I32Shl, wasm.I32Or)
	})
	or(arWon, func() {
		g.loadCtrl(cWon1)
		g.loadCtrl(cTestWon)
		f.Const(1).Op(wasm.I32Shl, wasm.I32Or)
	})
	i, b := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const(0).Set(i)
	again := f.Loop()
	f.Get(i).Load(wasm.I32Load8U, g.caught).Tee(b)
	f.If()
	f.Get(area).Get(i).Op(wasm.I32Add)
	f.Get(area).Get(i).Op(wasm.I32Add).Load(wasm.I32Load8U, arCells)
	f.Get(b).Const(1).Op(wasm.I32Eq).Const(2).Op(wasm.I32Or, wasm.I32Or)
	f.Store(wasm.I32Store8, arCells)
	f.End()
	f.Get(i).Const(1).Op(wasm.I32Add).Tee(i).Const(g.p.Places).Op(wasm.I32LtS).BrIf(again)
	f.End()
	for bit, at := range []int{cLast1, cTestLast} {
		g.loadCtrl(at)
		f.Tee(i).Const(0).Op(wasm.I32GeS)
		f.If()
		f.Get(area).Get(i).Op(wasm.I32Add)
		f.Get(area).Get(i).Op(wasm.I32Add).Load(wasm.I32Load8U, arCells+g.p.Places)
		f.Const(1 << bit).Op(wasm.I32Or)
		f.Store(wasm.I32Store8, arCells+g.p.Places)
		f.End()
	}
	f.Release(wasm.I32, i, b)
}

// forecast pushes the answer to `would` or `could`.
func (g *gen) forecast(e program.Forecast) {
	switch {
	case e.Could:
		g.could(e)
	case g.finished:
		g.did(e)
	case g.option == nil:
		g.f.Const(0)
	default:
		g.would(e)
	}
}

// did looks back at the finished turn of this function.
func (g *gen) did(e program.Forecast) {
	f := g.f
	switch e.What {
	case program.WouldWin:
		if e.First {
			g.loadCtrl(cWon1)
		} else {
			g.loadCtrl(cTestWon)
		}
	case program.WouldEnd:
		at := cTestLast
		if e.First {
			at = cLast1
		}
		g.temp(wasm.I32, func(p wasm.Local) {
			g.loadCtrl(at)
			f.Tee(p).Const(0).Op(wasm.I32GeS)
			f.If(wasm.I32)
			if e.Set == nil {
				f.Const(1)
			} else {
				g.member(e.Set, p)
			}
			f.Else()
			f.Const(0)
			f.End()
		})
	default:
		if e.Set == nil {
			g.loadCtrl(cAnyLap)
			if e.First {
				f.Const(1).Op(wasm.I32And)
			} else {
				f.Const(0).Op(wasm.I32Ne)
			}
			return
		}
		g.anyOf(e.Set, func(p wasm.Local) {
			f.Get(p).Load(wasm.I32Load8U, g.caught)
			if e.First {
				f.Const(1).Op(wasm.I32Eq)
			} else {
				f.Const(0).Op(wasm.I32Ne)
			}
		})
	}
}

// anyOf pushes whether yes holds of some place of a set.
func (g *gen) anyOf(s program.Set, yes func(p wasm.Local)) {
	f := g.f
	p, out := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const(0).Set(out)
	g.each(s, p, false, func() {
		yes(p)
		f.Get(out).Op(wasm.I32Or).Set(out)
	})
	f.Get(out)
	f.Release(wasm.I32, p, out)
}

// asks pushes what an area says of a forecast.
func (g *gen) asks(e program.Forecast, area func(), first bool) {
	f := g.f
	bit := 1
	if first {
		bit = 0
	}
	of := func(at int) {
		area()
		f.Load(i32Load, at).Const(bit).Op(wasm.I32ShrU).Const(1).Op(wasm.I32And)
	}
	cells := arCells
	switch {
	case e.What == program.WouldWin:
		of(arWon)
		return
	case e.What == program.WouldCapture && e.Set == nil:
		of(arAny)
		return
	case e.What == program.WouldEnd:
		cells += g.p.Places
	}
	set := e.Set
	if set == nil {
		set = program.Holes{List: g.anyPlace().list()}
	}
	g.anyOf(set, func(p wasm.Local) {
		area()
		f.Get(p).Op(wasm.I32Add).Load(wasm.I32Load8U, cells).Const(bit).Op(wasm.I32ShrU).Const(1).Op(wasm.I32And)
	})
}

// would runs the candidate the filter stands on, with every taking and
// completion, and asks if one of them does it.
func (g *gen) would(e program.Forecast) {
	f := g.f
	sc := g.seats[g.stage][g.who]
	o := g.option
	area, p, yes := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	g.deeper()
	g.openArea(area)
	slot := g.candidate(o)
	f.Get(slot).Set(p)
	f.Const(0).Set(yes)
	g.canStart(o.opt, p)
	f.If()
	take, last := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Get(p).Set(g.slot(o.opt.Slot))
	if takesSome(o.opt) {
		g.standing(o.opt.Slot, g.members(o.from), func() { g.takings(o.opt, p, take, last) })
	} else {
		f.Const(0).Tee(take).Set(last)
	}
	out := f.Block()
	again := f.Loop()
	f.Get(take).Get(last).Op(wasm.I32GtS).BrIf(out)
	f.Get(p)
	f.Const(o.index)
	g.pushWay(g.reg[program.RDir])
	f.Const(1).Op(wasm.I32Add).Const(howDirShift).Op(wasm.I32Shl, wasm.I32Or)
	f.Get(take).Const(howTakeShift).Op(wasm.I32Shl, wasm.I32Or)
	f.Const(b2i(e.First)).Const(0).Get(area)
	g.syncTop()
	f.Call(g.runsFunc(sc))
	f.Get(take).Const(1).Op(wasm.I32Add).Set(take).Br(again)
	f.End()
	f.End()
	f.End()
	g.asks(e, func() { f.Get(area) }, e.First)
	f.Set(yes)
	g.closeArea(area)
	f.Get(yes)
	f.Release(wasm.I32, take, last, area, p, yes)
}

// candidate is the local of the slot the filter being asked stands in.
func (g *gen) candidate(o *optionCode) wasm.Local {
	var slot = o.opt.Slot
	var find func(s program.Set)
	find = func(s program.Set) {
		switch s := s.(type) {
		case program.Where:
			if _, ok := g.slotSpots[s.Slot]; ok {
				slot = s.Slot
			}
			find(s.Set)
		case program.Union:
			for _, t := range s.Sets {
				find(t)
			}
		case program.Minus:
			find(s.A)
		}
	}
	find(o.from)
	return g.slot(slot)
}

func (g *gen) openArea(area wasm.Local) {
	f := g.f
	f.GetGlobal(g.sp).Set(area)
	f.Get(area).Const(0).Const(g.areaSize()).MemoryFill()
	f.Get(area).Const(g.areaSize()).Op(wasm.I32Add).SetGlobal(g.sp)
}

// closeArea gives the space back and comes up one forecast.
func (g *gen) closeArea(area wasm.Local) {
	g.f.Get(area).SetGlobal(g.sp)
	g.addCtrl(cDepth, func() { g.f.Const(-1) })
}

// deeper counts one more forecast inside another.
func (g *gen) deeper() {
	f := g.f
	g.loadCtrl(cDepth)
	g.loadCtrl(cDepthCap)
	f.Op(wasm.I32GeS)
	f.If()
	g.storeCtrlConst(cGap, overDepth)
	f.Op(wasm.Unreachable)
	f.End()
	g.addCtrl(cDepth, func() { f.Const(1) })
}

// could pushes whether some legal move of a seat does it in its first lap.
func (g *gen) could(e program.Forecast) {
	f := g.f
	g.loadCtrl(cInCould)
	f.If(wasm.I32)
	f.Const(0)
	f.Else()
	g.syncTop()
	f.Const(g.who).Call(g.could_[e.Seat])
	f.If(wasm.I32)
	g.asks(e, func() { f.Const(g.memo + g.lay.size) }, true)
	f.Else()
	f.Const(0)
	f.End()
	f.End()
}

// emitCould writes could(mover) of a seat: it fills the memo with what his
// legal moves do in their first laps and says if he has a phase to move in.
// The memo is kept for the position it was made in: a filter asks the same
// for every hole.
func (c *compiler) emitCould(seat int) {
	f := c.could_[seat].Body()
	g := c.newGen(f, 0, seat)
	mover, area, saved := f.Param(0), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	g.loadCtrl(cMemoSeat)
	f.Const(seat + 1).Op(wasm.I32Eq)
	f.If()
	f.Const(c.memo).Const(c.lay.base).Const(c.lay.size).Call(c.equalFunc())
	f.If()
	f.Const(1).Op(wasm.Return)
	f.End()
	f.End()
	g.deeper()
	g.pushState(saved)
	g.openArea(area)
	g.toMove(seat, mover)
	g.storeCtrlConst(cInCould, 1)
	phase := f.FreshLocal(wasm.I32)
	ok := f.FreshLocal(wasm.I32)
	g.stageOf(seat, phase)
	for stage := range c.p.Stages {
		f.Get(phase).Const(stage).Op(wasm.I32Eq)
		f.If()
		f.Const(1).Set(ok)
		f.Get(area).Call(c.firstLapsFunc(c.seats[stage][seat]))
		f.End()
	}
	g.storeCtrlConst(cInCould, 0)
	g.popState(saved)
	f.Get(ok)
	f.If()
	f.Const(c.memo).Const(c.lay.base).Const(c.lay.size).MemoryCopy()
	f.Const(c.memo + c.lay.size).Get(area).Const(c.areaSize()).MemoryCopy()
	g.storeCtrlConst(cMemoSeat, seat+1)
	f.End()
	g.addCtrl(cDepth, func() { f.Const(-1) })
	f.Get(ok)
}

// toMove makes a seat the mover; asked of a player who is not to move, his
// next turn counts as begun.
func (g *gen) toMove(seat int, mover wasm.Local) {
	f := g.f
	turns := g.p.Layout.Turns
	if turns >= 0 {
		f.Get(mover).Const(seat).Op(wasm.I32Ne)
		f.If()
		g.addCell(turns+seat, func() { f.Const(1) })
		f.End()
	}
	m := g.p.Layout.Mover
	f.Get(g.zero).Const(seat).Store(g.lay.kind[m].store(), g.lay.addr[m])
}

// stageOf sets phase to the stage a seat plays in; below 0: in none.
func (g *gen) stageOf(seat int, phase wasm.Local) {
	if g.p.Layout.Phases < 0 {
		g.f.Const(0).Set(phase)
		return
	}
	g.val(program.Cell{I: g.p.Layout.Phases + seat})
	g.f.Set(phase)
}

// firstLapsFunc is the function firstLaps(area) of a seat in a stage that
// gathers the first laps of his legal moves: of the first tier that has any.
func (c *compiler) firstLapsFunc(sc *seatCode) wasm.FuncRef {
	return c.helper(funcName("firstLaps", sc), []wasm.Type{wasm.I32}, nil, func(f *wasm.Func) {
		g := c.newGen(f, sc.stage, sc.who)
		if sc.lists {
			g.useLists()
		}
		area := f.Param(0)
		done := f.Block()
		g.onGap = func(int) { f.Br(done) }
		for ti, tier := range sc.tiers {
			if ti > 0 {
				f.Get(area).Load(i32Load, arLegal).BrIf(done)
			}
			for _, o := range tier {
				g.firstLapsOf(sc, o, area)
			}
		}
		f.End()
		g.leaveLists()
	})
}

func (g *gen) firstLapsOf(sc *seatCode, o *optionCode, area wasm.Local) {
	f := g.f
	if g.wide() {
		g.failf("forecasts on a board of more than 64 places")
		return
	}
	p := g.slot(o.opt.Slot)
	for i := range o.opt.Dirs {
		m := f.Local(wasm.I64)
		g.optionMask(o, i)
		f.Set(m)
		g.option = o
		g.eachBit(m, p, func() {
			take, last, how := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
			if takesSome(o.opt) {
				g.standing(o.opt.Slot, g.members(o.from), func() { g.takings(o.opt, p, take, last) })
			} else {
				f.Const(0).Tee(take).Set(last)
			}
			out := f.Block()
			again := f.Loop()
			f.Get(take).Get(last).Op(wasm.I32GtS).BrIf(out)
			g.howOf(o, func() { f.Const(i) }, p)
			f.Get(take).Const(howTakeShift).Op(wasm.I32Shl, wasm.I32Or).Set(how)
			g.syncTop()
			f.Get(p).Get(how).Const(modeFirstLap).Const(1).Get(area).Call(g.runsFunc(sc))
			f.Get(take).Const(1).Op(wasm.I32Add).Set(take).Br(again)
			f.End()
			f.End()
			f.Release(wasm.I32, take, last, how)
		})
		f.Release(wasm.I64, m)
	}
}

// hasMove pushes whether a seat has a legal move now, a pass not counted.
func (g *gen) hasMove(seat int) {
	f := g.f
	if seat == g.who && g.bits != nil {
		f.Get(*g.bits).Op(wasm.I64Eqz, wasm.I32Eqz)
		return
	}
	g.syncTop()
	f.Const(g.who).Call(g.any_[seat])
}

// emitAny writes any(mover) of a seat: has he a legal move?
func (c *compiler) emitAny(seat int) {
	f := c.any_[seat].Body()
	g := c.newGen(f, 0, seat)
	mover, saved, phase, out := f.Param(0), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	g.deeper()
	g.pushState(saved)
	g.toMove(seat, mover)
	g.stageOf(seat, phase)
	for stage := range c.p.Stages {
		sc := c.seats[stage][seat]
		f.Get(phase).Const(stage).Op(wasm.I32Eq)
		f.If()
		if sc.bits {
			f.Call(sc.legal).Op(wasm.I64Eqz, wasm.I32Eqz).Set(out)
		} else {
			moves := f.Local(wasm.I32)
			g.loadCtrl(cMoves)
			f.Set(moves)
			f.Const(1).Call(sc.legal).Const(0).Op(wasm.I32Ne).Set(out)
			g.storeCtrl(cMoves, func() { f.Get(moves) })
			f.Release(wasm.I32, moves)
		}
		f.End()
	}
	g.popState(saved)
	g.addCtrl(cDepth, func() { f.Const(-1) })
	f.Get(out)
}

// visited pushes whether a seed of the turn, or of the lap, fell in a set.
func (g *gen) visited(e program.Visited) {
	g.anyOf(e.Set, func(p wasm.Local) {
		g.f.Get(p).Const(2).Op(wasm.I32Shl).Load(i32Load, g.fell)
		if e.Lap {
			g.temp(wasm.I32, func(lap wasm.Local) {
				g.f.Tee(lap)
				g.push(g.reg[program.RLap])
				g.f.Op(wasm.I32Eq)
				g.f.Get(lap).Const(0).Op(wasm.I32GtS, wasm.I32And)
			})
		} else {
			g.f.Const(0).Op(wasm.I32Ne)
		}
	})
}
