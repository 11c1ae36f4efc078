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
		g.leaveLists()
		f.Get(out)
		return
	}
	g.listMoves(sc)
	g.leaveLists()
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
	if w, ok := o.from.(program.Where); ok && !g.opt.Plain {
		if same, own := g.invariant(w.Cond, w.Slot); same != nil && own != nil {
			// most of the time it holds, or it does not: a branch that is foreseen
			open := *o
			open.from = program.Where{Set: w.Set, Slot: w.Slot, Cond: own}
			g.truth(same)
			f.If()
			g.offered(sc, &open, m, out, earlier)
			f.End()
			f.Get(m).Get(out).Op(wasm.I64Or).Set(out)
			f.Release(wasm.I64, m)
			return
		}
	}
	g.offered(sc, o, m, out, earlier)
	f.Get(m).Get(out).Op(wasm.I64Or).Set(out)
	f.Release(wasm.I64, m)
}

// offered sets m to the moves of an option, at the bits of the option.
func (g *gen) offered(sc *seatCode, o *optionCode, m, out wasm.Local, earlier []*optionCode) {
	f := g.f
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
		if sc.settles(o) {
			legal := f.Local(wasm.I64)
			f.Const64(0).Set(legal)
			g.unsettled(sc, o, m, legal)
			f.Get(m).Op(wasm.I64Eqz, wasm.I32Eqz)
			f.If()
			g.keepLegal(sc, o, m)
			f.End()
			f.Get(legal).Get(m).Op(wasm.I64Or).Set(m)
			f.Release(wasm.I64, legal)
		} else {
			g.keepLegal(sc, o, m)
		}
		f.End()
	}
	if o.base > 0 {
		f.Get(m).Const64(int64(o.base)).Op(wasm.I64Shl).Set(m)
	}
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
	switch d := o.opt.Dirs[dir]; d.Base() {
	case program.Inward:
		f.Const64(0)
		for way := range 2 {
			var at []int
			for p := range g.p.Places {
				if g.seat.InwardOn(d.Route()).At(p) == way {
					at = append(at, p)
				}
			}
			if len(at) > 0 {
				g.reg[program.RDir] = constOperand(way + 2*d.Route())
				g.optionStarts(o)
				f.Const64(int64(maskOf(at))).Op(wasm.I64And, wasm.I64Or)
			}
		}
	case program.Anticlockwise, program.Clockwise:
		g.reg[program.RDir] = constOperand(d.Reg())
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
	case rules.EnterAt: // the same everywhere: asked once
		n, fixed := constant(o.opt.Enter)
		if hands := g.p.Layout.Hands; fixed && n > 0 && hands >= 0 {
			f.Const64(0)
			g.val(program.Cell{I: hands + g.who})
			f.Const(n).Op(wasm.I32GeS, wasm.Select)
			return
		}
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
		if o.EntersNothing() {
			if o.Sows {
				g.loadPlace(p, g.spots(program.Slot{I: o.Slot}).without(-1))
				f.Const(0).Op(wasm.I32Ne)
			} else {
				f.Const(1)
			}
			return
		}
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
			g.loadPlace(p, g.spots(program.Slot{I: o.Slot}).without(-1))
			f.Const(0).Op(wasm.I32Ne, wasm.I32And)
		})
	default:
		g.loadPlace(p, g.spots(program.Slot{I: o.Slot}).without(-1))
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
		switch d.Base() {
		case program.Anticlockwise, program.Clockwise:
			hows = append(hows, code(int(d.Base())))
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
			ways[p] = code(g.seat.InwardOn(o.opt.Dirs[0].Route()).At(p))
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

func funcName(what string, sc *seatCode) string {
	return what + "." + string(rune('0'+sc.stage)) + "." + string(rune('0'+sc.who))
}
