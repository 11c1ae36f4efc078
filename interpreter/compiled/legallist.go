package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Legal moves as a list in memory, for rules whose starts have no bit each.

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
		route := 2 * d.Route()
		switch d.Base() {
		case program.Anticlockwise, program.Clockwise:
			ways = []int{d.Reg()}
		case program.Inward:
			ways = []int{route, route + 1}
		}
		for _, way := range ways {
			g.reg[program.RDir] = constOperand(way)
			g.eachListed(o.from, q, func() {
				skip := f.Block()
				if d.Base() == program.Inward {
					f.Get(q)
					g.entry(g.seat.InwardOn(d.Route()), g.anyPlace())
					f.Const(way - route).Op(wasm.I32Ne).BrIf(skip)
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
		switch d := o.opt.Dirs[i]; d.Base() {
		case program.Anticlockwise, program.Clockwise:
			f.Const(d.Reg()).Set(dir)
		case program.Inward:
			f.Get(p)
			g.entry(g.seat.InwardOn(d.Route()), g.anyPlace())
			g.onRoute(d.Route())
			f.Set(dir)
		default:
			f.Const(-1).Set(dir)
		}
		f.End()
	}
}

// onRoute turns a direction on the stack, 0 or 1 if it is one, into that along
// a further route.
func (g *gen) onRoute(route int) {
	if route > 0 {
		g.f.Const(2 * route).Op(wasm.I32Add)
	}
}

// takings sets the range of seeds an option takes from the place in p.
func (g *gen) takings(o *program.Option, p, first, last wasm.Local) {
	f := g.f
	if o.EnterMax != nil {
		g.val(o.Enter)
		f.Set(first)
		g.val(program.Cell{I: g.p.Layout.Hands + g.who})
		f.Set(last)
		g.temp(wasm.I32, func(most wasm.Local) {
			g.val(o.EnterMax)
			f.Tee(most).Get(last).Get(most).Get(last).Op(wasm.I32LtS, wasm.Select).Set(last)
		})
		return
	}
	content := f.Local(wasm.I32)
	g.loadPlace(p, g.anyPlace())
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
