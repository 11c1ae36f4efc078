package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Legal moves come as bits where every start has one: the function legal()
// of a seat gives them. Otherwise legal(limit) lists them in memory and gives
// their number. An entry of the list is
//
//	size in bytes · hole · how · target of a step · number of choices · the records of the choices
//
// in 32-bit numbers.
const (
	mvSize    = 0
	mvFrom    = 4
	mvHow     = 8
	mvTo      = 12
	mvChoices = 16
	mvRecords = 20
)

// emitLegal writes the function that finds the legal moves of a seat.
func (c *compiler) emitLegal(sc *seatCode) {
	f := sc.legal.Body()
	g := c.newGen(f, sc.stage, sc.who)
	if sc.lists {
		g.useLists()
	}
	if sc.bits {
		out := f.FreshLocal(wasm.I64)
		done := f.Block()
		g.onGap = func(int) { f.Const64(0).Set(out).Br(done) }
		g.legalBits(sc, out)
		f.End()
		f.Get(out)
		return
	}
	g.listMoves(sc)
}

// legalBits sets out to the legal moves.
func (g *gen) legalBits(sc *seatCode, out wasm.Local) {
	f := g.f
	f.Const64(0).Set(out)
	done := f.Block()
	for ti, tier := range sc.tiers {
		if ti > 0 {
			f.Get(out).Op(wasm.I64Eqz, wasm.I32Eqz).BrIf(done)
		}
		for i, o := range tier {
			g.optionBits(sc, o, out, tier[:i])
		}
	}
	f.End()
}

// optionBits adds the moves of an option, those an earlier one gives left out.
func (g *gen) optionBits(sc *seatCode, o *optionCode, out wasm.Local, earlier []*optionCode) {
	f := g.f
	m := f.Local(wasm.I64)
	f.Const64(0).Set(m)
	nd := len(o.opt.Dirs)
	for i := range o.opt.Dirs {
		g.optionMask(o, i)
		if o.lo > 0 {
			f.Const64(int64(o.lo)).Op(wasm.I64ShrU)
		}
		g.spreadBits(nd)
		if i > 0 {
			f.Const64(int64(i)).Op(wasm.I64Shl).Get(m).Op(wasm.I64Or)
		}
		f.Set(m)
	}
	for _, e := range earlier {
		if e.opt.Label == o.opt.Label && e.opt.Kind == o.opt.Kind && o.opt.Kind != rules.StepFrom {
			f.Get(m).Get(out)
			if e.base > 0 {
				f.Const64(int64(e.base)).Op(wasm.I64ShrU)
			}
			if n := e.span * nd; n < 64 { // only the bits of that option
				f.Const64(1<<n - 1).Op(wasm.I64And)
			}
			f.Const64(-1).Op(wasm.I64Xor, wasm.I64And).Set(m)
		}
	}
	if o.run {
		tested := f.Block()
		f.Get(m).Op(wasm.I64Eqz).BrIf(tested)
		if o.keeps.holes != nil {
			g.pushSafe(o.keeps)
			f.BrIf(tested)
		}
		g.keepLegal(sc, o, m)
		f.End()
	}
	f.Get(m)
	if o.base > 0 {
		f.Const64(int64(o.base)).Op(wasm.I64Shl)
	}
	f.Get(out).Op(wasm.I64Or).Set(out)
	f.Release(wasm.I64, m)
}

// spreadBits puts zeros between the bits of the number on the stack, so that
// there is room for several directions.
func (g *gen) spreadBits(nd int) {
	if nd < 2 {
		return
	}
	f := g.f
	x := f.Local(wasm.I64)
	f.Set(x)
	for _, step := range []struct {
		shift int64
		mask  uint64
	}{{16, 0x0000FFFF0000FFFF}, {8, 0x00FF00FF00FF00FF}, {4, 0x0F0F0F0F0F0F0F0F}, {2, 0x3333333333333333}, {1, 0x5555555555555555}} {
		f.Get(x).Get(x).Const64(step.shift).Op(wasm.I64Shl, wasm.I64Or).Const64(int64(step.mask)).Op(wasm.I64And).Set(x)
	}
	f.Get(x)
	f.Release(wasm.I64, x)
}

// optionMask pushes the holes an option offers in one of its directions.
func (g *gen) optionMask(o *optionCode, dir int) {
	f := g.f
	saved := g.reg
	defer func() { g.reg = saved; g.option = nil }()
	g.option = o
	g.reg[program.RLabel] = constOperand(o.opt.Label)
	switch d := o.opt.Dirs[dir]; d {
	case program.Inward:
		f.Const64(0)
		for way := range 2 {
			var at []int
			for p := range g.p.Places {
				if g.seat.Inward.At(p) == way {
					at = append(at, p)
				}
			}
			if len(at) > 0 {
				g.reg[program.RDir] = constOperand(way)
				g.optionStarts(o)
				f.Const64(int64(maskOf(at))).Op(wasm.I64And, wasm.I64Or)
			}
		}
	case program.Anticlockwise, program.Clockwise:
		g.reg[program.RDir] = constOperand(int(d))
		g.optionStarts(o)
	default:
		g.reg[program.RDir] = constOperand(-1)
		g.optionStarts(o)
	}
}

// optionStarts pushes the candidates of an option that it can start from.
func (g *gen) optionStarts(o *optionCode) {
	f := g.f
	g.mask(o.from)
	switch o.opt.Kind {
	case rules.FromHole:
		if !needsSeeds(o.from) {
			g.laneNonEmpty(g.members(o.from))
			f.Op(wasm.I64And)
		}
		return
	}
	m, out, p := f.Local(wasm.I64), f.Local(wasm.I64), g.slot(o.opt.Slot)
	f.Set(m).Const64(0).Set(out)
	g.eachBit(m, p, func() {
		g.standing(o.opt.Slot, g.members(o.from), func() {
			reg := g.reg[program.ROrigin]
			g.reg[program.ROrigin] = localOperand(p)
			g.canStart(o.opt, p)
			g.reg[program.ROrigin] = reg
		})
		f.Op(wasm.I64ExtendI32U).Get(p).Op(wasm.I64ExtendI32U, wasm.I64Shl)
		f.Get(out).Op(wasm.I64Or).Set(out)
	})
	f.Get(out)
	f.Release(wasm.I64, m, out)
}

// canStart pushes whether an option can start from the place in p: there are
// seeds to lift, to enter, or one to step and a place to step to.
func (g *gen) canStart(o *program.Option, p wasm.Local) {
	f := g.f
	switch o.Kind {
	case rules.EnterAt:
		hands := g.p.Layout.Hands
		if hands < 0 {
			f.Const(0)
			return
		}
		g.temp(wasm.I32, func(n wasm.Local) {
			g.val(o.Enter)
			f.Tee(n).Const(1).Op(wasm.I32GeS)
			g.val(program.Cell{I: hands + g.who})
			f.Get(n).Op(wasm.I32GeS, wasm.I32And)
		})
	case rules.StepFrom:
		g.temp(wasm.I32, func(to wasm.Local) {
			g.val(o.To)
			f.Tee(to).Const(0).Op(wasm.I32GeS)
			f.Get(to).Get(p).Op(wasm.I32Ne, wasm.I32And)
			g.loadPlace(p)
			f.Const(0).Op(wasm.I32Ne, wasm.I32And)
		})
	default:
		g.loadPlace(p)
		f.Const(0).Op(wasm.I32Ne)
	}
}

// needsSeeds tells sets whose filter lets no empty hole through.
func needsSeeds(s program.Set) bool {
	switch s := s.(type) {
	case program.Where:
		return needsSeeds(s.Set) || asksSeeds(s.Cond, s.Slot)
	case program.Union:
		for _, t := range s.Sets {
			if !needsSeeds(t) {
				return false
			}
		}
		return true
	case program.Minus:
		return needsSeeds(s.A)
	}
	return false
}

func asksSeeds(e program.Expr, slot int) bool {
	o, ok := e.(program.Op)
	if !ok {
		return false
	}
	if o.Op == program.And {
		return asksSeeds(o.A, slot) || asksSeeds(o.B, slot)
	}
	if o.Op == program.Or {
		return asksSeeds(o.A, slot) && asksSeeds(o.B, slot)
	}
	v, isConst := constant(o.B)
	if !isConst || !same(o.A, program.CellAt{Base: 0, Index: program.Slot{I: slot}}) {
		return false
	}
	return o.Op == program.Eq && v > 0 || o.Op == program.Ne && v == 0 || o.Op == program.Ge && v > 0 || o.Op == program.Gt && v >= 0
}

// keepLegal runs the moves of a mask and keeps those that are legal.
func (g *gen) keepLegal(sc *seatCode, o *optionCode, m wasm.Local) {
	f := g.f
	all, out, b := f.Local(wasm.I64), f.Local(wasm.I64), f.Local(wasm.I32)
	from, how := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Get(m).Set(all).Const64(0).Set(out)
	g.eachBit(all, b, func() {
		g.optionMove(o, b, from, how)
		g.syncTop()
		f.Get(from).Get(how).Call(g.testFunc(sc))
		f.Op(wasm.I64ExtendI32U).Get(b).Op(wasm.I64ExtendI32U, wasm.I64Shl).Get(out).Op(wasm.I64Or).Set(out)
	})
	f.Get(out).Set(m)
	f.Release(wasm.I64, all, out)
	f.Release(wasm.I32, b, from, how)
}

// optionMove turns a bit of an option, counted from its base, into a move.
func (g *gen) optionMove(o *optionCode, b, from, how wasm.Local) {
	f := g.f
	nd := len(o.opt.Dirs)
	f.Get(b)
	if nd > 1 {
		if nd&(nd-1) == 0 {
			f.Const(1).Op(wasm.I32ShrU)
		} else {
			f.Const(nd).Op(wasm.I32DivU)
		}
	}
	if o.lo > 0 {
		f.Const(o.lo).Op(wasm.I32Add)
	}
	f.Set(from)
	g.howOf(o, func() {
		f.Get(b).Const(nd).Op(wasm.I32RemU)
	}, from)
	f.Set(how)
}

// howOf pushes how an option moves in the direction whose number dir pushes.
func (g *gen) howOf(o *optionCode, dir func(), from wasm.Local) {
	f := g.f
	code := func(d int) int { return o.index | (d+1)<<howDirShift }
	var hows []int
	inward := false
	for _, d := range o.opt.Dirs {
		switch d {
		case program.Anticlockwise, program.Clockwise:
			hows = append(hows, code(int(d)))
		case program.Inward:
			inward = true
			hows = append(hows, -1)
		default:
			hows = append(hows, code(-1))
		}
	}
	if inward {
		ways := make([]int, g.p.Places)
		for p := range ways {
			ways[p] = code(g.seat.Inward.At(p))
		}
		if len(hows) == 1 {
			f.Get(from)
			g.entryOf(ways, 0)
			return
		}
		g.temp(wasm.I32, func(h wasm.Local) {
			dir()
			g.entryOf(hows, 0)
			f.Set(h)
			f.Get(from)
			g.entryOf(ways, 0)
			f.Get(h)
			f.Get(h).Const(0).Op(wasm.I32LtS, wasm.Select)
		})
		return
	}
	if len(hows) == 1 {
		f.Const(hows[0])
		return
	}
	if len(hows) == 2 && hows[1]-hows[0] == 1<<howDirShift {
		dir()
		f.Const(howDirShift).Op(wasm.I32Shl).Const(hows[0]).Op(wasm.I32Add)
		return
	}
	dir()
	g.entryOf(hows, 0)
}

// testFunc is the function test(from, how) that runs a move on a copy of the
// position and says if it is legal.
func (c *compiler) testFunc(sc *seatCode) wasm.FuncRef {
	i32 := wasm.I32
	return c.helper(funcName("test", sc), []wasm.Type{i32, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		g := c.newGen(f, sc.stage, sc.who)
		saved := f.FreshLocal(i32)
		g.pushState(saved)
		f.Get(f.Param(0)).Get(f.Param(1)).Const(modeTest).Call(sc.turn).Op(wasm.Drop)
		g.popState(saved)
		g.loadCtrl(cTested)
	})
}

// pushState keeps a copy of the position, and of what the running turn remembers.
func (g *gen) pushState(saved wasm.Local) {
	f := g.f
	n := g.savedSize()
	f.GetGlobal(g.sp).Set(saved)
	copyBytes(f, saved, 0, g.zero, g.lay.base, n)
	f.Get(saved).Const(n).Op(wasm.I32Add).SetGlobal(g.sp)
	f.Get(saved).Const(g.stackEnd - 4*(n+g.frameSize())).Op(wasm.I32GtU)
	f.If()
	f.Op(wasm.Unreachable) // nested deeper than any budget lets it
	f.End()
}

// popState goes back to it. A gap the turn run ahead met is not one of the
// turn that asked.
func (g *gen) popState(saved wasm.Local) {
	g.storeCtrlConst(cGap, 0)
	copyBytes(g.f, g.zero, g.lay.base, saved, 0, g.savedSize())
	g.f.Get(saved).SetGlobal(g.sp)
}

func (c *compiler) savedSize() int { return align(c.scratchEnd-c.lay.base, 16) }

// listMoves lists the legal moves: tiers, options, holes, takings, directions, completions.
func (g *gen) listMoves(sc *seatCode) {
	f := g.f
	limit := f.Param(0)
	count, tierStart := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	done := f.Block()
	g.onGap = func(int) { f.Br(done) }
	for ti, tier := range sc.tiers {
		if ti > 0 {
			f.Get(count).BrIf(done)
		}
		g.loadCtrl(cMoves)
		f.Set(tierStart)
		for i, o := range tier {
			g.listOption(sc, o, tier[:i], count, limit, tierStart, done)
		}
	}
	f.End()
	f.Get(count)
}

// listOption lists the moves of an option.
func (g *gen) listOption(sc *seatCode, o *optionCode, earlier []*optionCode, count, limit, tierStart wasm.Local, done wasm.Label) {
	f := g.f
	p := g.slot(o.opt.Slot)
	g.option = o
	each := func(offered func(i int)) {
		g.standing(o.opt.Slot, g.members(o.from), func() {
			saved := g.reg
			g.reg[program.ROrigin] = localOperand(p)
			g.reg[program.RLabel] = constOperand(o.opt.Label)
			g.startsAt(sc, o, earlier, p, offered, count, limit, tierStart, done)
			g.reg = saved
		})
	}
	if g.wide() {
		g.listWide(o, p, each)
	} else {
		var masks []wasm.Local
		all := f.Local(wasm.I64)
		f.Const64(0).Set(all)
		for i := range o.opt.Dirs {
			m := f.Local(wasm.I64)
			g.optionMask(o, i)
			f.Tee(m).Get(all).Op(wasm.I64Or).Set(all)
			masks = append(masks, m)
		}
		g.option = o
		g.eachBit(all, p, func() {
			each(func(i int) {
				f.Get(masks[i]).Get(p).Op(wasm.I64ExtendI32U, wasm.I64ShrU, wasm.I32WrapI64).Const(1).Op(wasm.I32And)
			})
		})
		f.Release(wasm.I64, masks...)
		f.Release(wasm.I64, all)
	}
	g.option = nil
}

// listWide goes through the candidates of a wide board: a byte for every
// place gathers the directions it is offered in.
func (g *gen) listWide(o *optionCode, p wasm.Local, each func(offered func(i int))) {
	f := g.f
	top := g.listTop()
	offers, q := f.Local(wasm.I32), f.Local(wasm.I32)
	n := align(g.p.Places, 2)
	f.Get(top).Set(offers)
	f.Get(top).Const(0).Const(n).MemoryFill()
	f.Get(top).Const(n).Op(wasm.I32Add).Set(top)
	for i, d := range o.opt.Dirs {
		saved := g.reg
		g.reg[program.RLabel] = constOperand(o.opt.Label)
		ways := []int{-1}
		if d == program.Anticlockwise || d == program.Clockwise {
			ways = []int{int(d)}
		}
		if d == program.Inward {
			ways = []int{0, 1}
		}
		for _, way := range ways {
			g.reg[program.RDir] = constOperand(way)
			g.eachListed(o.from, q, func() {
				skip := f.Block()
				if d == program.Inward {
					f.Get(q)
					g.entry(g.seat.Inward, g.anyPlace())
					f.Const(way).Op(wasm.I32Ne).BrIf(skip)
				}
				f.Get(q).Get(offers).Op(wasm.I32Add)
				f.Get(q).Get(offers).Op(wasm.I32Add).Load(wasm.I32Load8U, 0).Const(1 << i).Op(wasm.I32Or)
				f.Store(wasm.I32Store8, 0)
				f.End()
			})
		}
		g.reg = saved
	}
	f.Const(0).Set(q)
	again := f.Loop()
	skip := f.Block()
	f.Get(q).Get(offers).Op(wasm.I32Add).Load(wasm.I32Load8U, 0).Op(wasm.I32Eqz).BrIf(skip)
	f.Get(q).Set(p)
	f.Get(p)
	f.Op(wasm.Drop)
	g.canStart(o.opt, p)
	f.Op(wasm.I32Eqz).BrIf(skip)
	each(func(i int) {
		f.Get(p).Get(offers).Op(wasm.I32Add).Load(wasm.I32Load8U, 0).Const(i).Op(wasm.I32ShrU).Const(1).Op(wasm.I32And)
	})
	f.End()
	f.Get(q).Const(1).Op(wasm.I32Add).Tee(q).Const(g.p.Places).Op(wasm.I32LtS).BrIf(again)
	f.End()
	f.Get(offers).Set(top)
	f.Release(wasm.I32, offers, q)
}

// startsAt lists the moves of an option from the place in p.
func (g *gen) startsAt(sc *seatCode, o *optionCode, earlier []*optionCode, p wasm.Local, offered func(i int), count, limit, tierStart wasm.Local, done wasm.Label) {
	f := g.f
	take, last, how, to := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const(-1).Set(to)
	dir := f.Local(wasm.I32)
	g.firstDirection(o, offered, p, dir)
	g.reg[program.RDir] = localOperand(dir)
	if o.opt.Kind == rules.StepFrom {
		g.val(o.opt.To)
		f.Set(to)
	}
	takes := takesSome(o.opt)
	if takes {
		g.takings(o.opt, p, take, last)
	} else {
		f.Const(0).Tee(take).Set(last)
	}
	out := f.Block()
	again := f.Loop()
	f.Get(take).Get(last).Op(wasm.I32GtS).BrIf(out)
	for i := range o.opt.Dirs {
		skip := f.Block()
		offered(i)
		f.Op(wasm.I32Eqz).BrIf(skip)
		g.howOf(o, func() { f.Const(i) }, p)
		f.Get(take).Const(howTakeShift).Op(wasm.I32Shl, wasm.I32Or).Set(how)
		g.addMove(sc, o, earlier, p, how, to, count, limit, tierStart)
		f.Get(limit)
		f.If()
		f.Get(count).Get(limit).Op(wasm.I32GeS).BrIf(done)
		f.End()
		f.End()
	}
	f.Get(take).Const(1).Op(wasm.I32Add).Set(take).Br(again)
	f.End()
	f.End()
	f.Release(wasm.I32, take, last, how, to, dir)
}

// firstDirection sets dir to the first direction offered at the place in p:
// the one in which targets and takings are asked.
func (g *gen) firstDirection(o *optionCode, offered func(i int), p, dir wasm.Local) {
	f := g.f
	f.Const(-1).Set(dir)
	for i := len(o.opt.Dirs) - 1; i >= 0; i-- {
		offered(i)
		f.If()
		switch d := o.opt.Dirs[i]; d {
		case program.Anticlockwise, program.Clockwise:
			f.Const(int(d)).Set(dir)
		case program.Inward:
			f.Get(p)
			g.entry(g.seat.Inward, g.anyPlace())
			f.Set(dir)
		default:
			f.Const(-1).Set(dir)
		}
		f.End()
	}
}

// takings sets the range of seeds an option takes from the place in p.
func (g *gen) takings(o *program.Option, p, first, last wasm.Local) {
	f := g.f
	content := f.Local(wasm.I32)
	g.loadPlace(p)
	if o.Kind == rules.EnterAt {
		g.val(o.Enter)
		f.Op(wasm.I32Add)
	}
	f.Set(content)
	if o.TakeMax != nil {
		most := f.Local(wasm.I32)
		g.val(o.TakeMax)
		f.Set(most)
		f.Get(most).Get(content).Get(most).Get(content).Op(wasm.I32LtS, wasm.Select).Set(last)
		f.Release(wasm.I32, most)
	} else {
		f.Get(content).Set(last)
	}
	f.Const(max(o.TakeMin, 1)).Set(first)
	f.Release(wasm.I32, content)
}

// addMove adds a start, or its legal completions, to the list.
func (g *gen) addMove(sc *seatCode, o *optionCode, earlier []*optionCode, p, how, to, count, limit, tierStart wasm.Local) {
	f := g.f
	skip := f.Block()
	for _, e := range earlier {
		if e.opt.Label == o.opt.Label && e.opt.Kind == o.opt.Kind {
			f.Get(tierStart).Get(p).Get(how).Get(to).Const(e.index).Call(g.listedFunc()).BrIf(skip)
		}
	}
	g.syncTop()
	if o.run {
		f.Get(count).Get(p).Get(how).Get(to).Get(limit).Call(g.completeFunc(sc)).Op(wasm.I32Add).Set(count)
	} else {
		f.Get(p).Get(how).Get(to).Call(g.entryFunc())
		f.Get(count).Const(1).Op(wasm.I32Add).Set(count)
	}
	f.End()
}

// listedFunc is the function listed(start, from, how, to, option) that tells
// if another option has given the same move.
func (c *compiler) listedFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("listed", []wasm.Type{i32, i32, i32, i32, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		a, from, how, to, opt := f.Param(0), f.Param(1), f.Param(2), f.Param(3), f.Param(4)
		zero := f.FreshLocal(i32)
		f.Get(how).Const(-256).Op(wasm.I32And).Get(opt).Op(wasm.I32Or).Set(how)
		again := f.Loop()
		f.Get(a).Get(zero).Load(i32Load, cMoves).Op(wasm.I32GeU)
		f.If()
		f.Const(0).Op(wasm.Return)
		f.End()
		f.Get(a).Load(i32Load, mvFrom).Get(from).Op(wasm.I32Eq)
		f.Get(a).Load(i32Load, mvHow).Get(how).Op(wasm.I32Eq, wasm.I32And)
		f.Get(a).Load(i32Load, mvTo).Get(to).Op(wasm.I32Eq, wasm.I32And)
		f.If()
		f.Const(1).Op(wasm.Return)
		f.End()
		f.Get(a).Get(a).Load(i32Load, mvSize).Op(wasm.I32Add).Set(a)
		f.Br(again)
		f.End()
		f.Op(wasm.Unreachable)
	})
}

// entryFunc is the function entry(from, how, to) that lists a move with the
// choices of the turn just run, if it had any.
func (c *compiler) entryFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("entry", []wasm.Type{i32, i32, i32}, nil, func(f *wasm.Func) {
		zero, a, n, bytes := f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32)
		size := c.choiceSize()
		f.Get(zero).Load(i32Load, cMoves).Set(a)
		if c.uses.choices {
			f.Get(zero).Load(i32Load, cChPos).Set(n)
		}
		f.Get(n).Const(size).Op(wasm.I32Mul).Tee(bytes)
		f.Get(a).Op(wasm.I32Add).Const(c.movesEnd - 64).Op(wasm.I32GtU)
		f.If()
		f.Get(zero).Const(overCompletions).Store(wasm.I32Store, cGap)
		f.Op(wasm.Unreachable)
		f.End()
		f.Get(a).Get(bytes).Const(mvRecords).Op(wasm.I32Add).Store(wasm.I32Store, mvSize)
		f.Get(a).Get(f.Param(0)).Store(wasm.I32Store, mvFrom)
		f.Get(a).Get(f.Param(1)).Store(wasm.I32Store, mvHow)
		f.Get(a).Get(f.Param(2)).Store(wasm.I32Store, mvTo)
		f.Get(a).Get(n).Store(wasm.I32Store, mvChoices)
		if c.uses.choices {
			f.Get(a).Const(mvRecords).Op(wasm.I32Add)
			f.Get(zero).Load(i32Load, cChBase).Const(size).Op(wasm.I32Mul).Const(c.choices).Op(wasm.I32Add)
			f.Get(bytes).MemoryCopy()
		}
		f.Get(zero)
		f.Get(a).Get(a).Load(i32Load, mvSize).Op(wasm.I32Add)
		f.Store(wasm.I32Store, cMoves)
	})
}

// completeFunc is the function complete(from, how, to, limit) that lists the
// legal completions of a start by inner choices and gives their number.
func (c *compiler) completeFunc(sc *seatCode) wasm.FuncRef {
	i32 := wasm.I32
	return c.helper(funcName("complete", sc), []wasm.Type{i32, i32, i32, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		g := c.newGen(f, sc.stage, sc.who)
		count := f.FreshLocal(i32)
		g.allCompletions(sc, f.Param(0), f.Param(1), modeTest, func(done wasm.Label) {
			g.loadCtrl(cTested)
			f.If()
			f.Get(f.Param(0)).Get(f.Param(1)).Get(f.Param(2)).Call(g.entryFunc())
			f.Get(count).Const(1).Op(wasm.I32Add).Set(count)
			f.Get(f.Param(3)).BrIf(done) // one is enough
			f.End()
		})
		f.Get(count)
	})
}

// allCompletions runs a start with every completion by inner choices, on
// copies of the position, and emits what to do after each.
func (g *gen) allCompletions(sc *seatCode, from, how wasm.Local, mode int, ran func(done wasm.Label)) {
	g.allCompletionsIn(sc, from, how, func() { g.f.Const(mode) }, ran, false)
}

// allCompletionsIn does so in a mode that is pushed; with early, ran is asked
// while what the turn remembers is still there.
func (g *gen) allCompletionsIn(sc *seatCode, from, how wasm.Local, mode func(), ran func(done wasm.Label), early bool) {
	f := g.f
	saved := f.FreshLocal(wasm.I32)
	g.pushState(saved)
	var outer []wasm.Local
	choice := []int{cChBase, cChPos, cChLen, cChProbe}
	if g.facts.choices {
		for _, at := range choice {
			l := f.FreshLocal(wasm.I32)
			g.loadCtrl(at)
			f.Set(l)
			outer = append(outer, l)
		}
		g.storeCtrl(cChBase, func() { f.Get(outer[0]).Get(outer[2]).Op(wasm.I32Add) })
		g.storeCtrlConst(cChLen, 0)
		g.storeCtrlConst(cChProbe, 0)
	}
	done := f.Block()
	again := f.Loop()
	g.countTried()
	f.Get(from).Get(how)
	mode()
	f.Call(sc.turn).Op(wasm.Drop)
	if early {
		ran(done)
	}
	g.popState(saved)
	f.Get(saved).Const(g.savedSize()).Op(wasm.I32Add).SetGlobal(g.sp)
	if !early {
		ran(done)
	}
	if g.facts.choices {
		f.Call(g.nextChoice()).BrIf(again)
	}
	f.End()
	f.End()
	f.Get(saved).SetGlobal(g.sp)
	for i, l := range outer {
		g.storeCtrl(choice[i], func() { f.Get(l) })
	}
}

// countTried stops everything when too many turns were run ahead.
func (g *gen) countTried() {
	f := g.f
	g.addCtrl(cTried, func() { f.Const(1) })
	g.loadCtrl(cTried)
	g.loadCtrl(cMoveCap)
	f.Op(wasm.I32GtS)
	f.If()
	g.storeCtrlConst(cGap, overCompletions)
	f.Op(wasm.Unreachable)
	f.End()
}

// nextChoice is the function that moves on to the next completion; 0 after the last.
func (c *compiler) nextChoice() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("nextChoice", nil, []wasm.Type{i32}, func(f *wasm.Func) {
		zero, n, rec, i := f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32)
		f.Get(zero).Load(i32Load, cChPos).Set(n)
		again := f.Loop()
		f.Get(n).Op(wasm.I32Eqz)
		f.If()
		f.Const(0).Op(wasm.Return)
		f.End()
		f.Get(n).Const(1).Op(wasm.I32Sub).Set(n)
		f.Get(zero).Load(i32Load, cChBase).Get(n).Op(wasm.I32Add).Const(c.choiceSize()).Op(wasm.I32Mul).Const(c.choices).Op(wasm.I32Add).Set(rec)
		f.Get(rec).Load(i32Load, chIndex).Const(1).Op(wasm.I32Add).Tee(i).Get(rec).Load(i32Load, chOptions).Op(wasm.I32GeS).BrIf(again)
		f.End()
		f.Get(rec).Get(i).Store(wasm.I32Store, chIndex)
		f.Get(zero).Get(n).Const(1).Op(wasm.I32Add).Store(wasm.I32Store, cChLen)
		f.Const(1)
	})
}

func funcName(what string, sc *seatCode) string {
	return what + "." + string(rune('0'+sc.stage)) + "." + string(rune('0'+sc.who))
}
