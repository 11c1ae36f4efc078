package compiled

import (
	"slices"

	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// One ply of random play, and what the loops that live in the module (counting
// move sequences, playing random games) share: moves as bits and the k-th of them.

// bitCount is the number of bits a seat's moves take.
func (sc *seatCode) bitCount() int {
	n := 0
	for _, o := range sc.options {
		n = max(n, o.base+o.span*len(o.opt.Dirs))
	}
	return n
}

// regions are the options whose bits are their own.
func (sc *seatCode) regions() []*optionCode {
	var out []*optionCode
	for _, o := range sc.options {
		if !o.merged && o.span > 0 {
			out = append(out, o)
		}
	}
	return out
}

// plainHow tells seats whose moves are played alike whichever option offers them.
func (g *gen) plainHow(sc *seatCode) bool {
	for _, o := range sc.options {
		if o.opt.Kind != rules.FromHole || o.opt.Label != sc.options[0].opt.Label || takesSome(o.opt) || len(o.opt.Dirs) != 1 ||
			o.opt.Dirs[0] != sc.options[0].opt.Dirs[0] || o.opt.Explicit != sc.options[0].opt.Explicit {
			return false
		}
	}
	return true
}

// bitMove turns a bit into a move.
func (g *gen) bitMove(sc *seatCode, b, from, how wasm.Local) {
	f := g.f
	regions := sc.regions()
	if len(regions) == 1 {
		g.optionMove(regions[0], b, from, how)
		return
	}
	if g.plainHow(sc) && len(regions) == 2 && len(regions[0].opt.Dirs) == 1 && len(regions[1].opt.Dirs) == 1 {
		a, b0 := regions[0], regions[1]
		f.Get(b).Const(b0.lo - b0.base).Op(wasm.I32Add)
		f.Get(b).Const(a.lo - a.base).Op(wasm.I32Add)
		f.Get(b).Const(b0.base).Op(wasm.I32GeS, wasm.Select).Set(from)
		g.howOf(a, nil, from)
		f.Set(how)
		return
	}
	froms, hows := make([]int, sc.bitCount()), make([]int, sc.bitCount())
	for _, o := range regions {
		nd := len(o.opt.Dirs)
		for i := range o.span * nd {
			p := o.lo + i/nd
			d := o.opt.Dirs[i%nd]
			way := -1
			switch d.Base() {
			case program.Anticlockwise, program.Clockwise:
				way = int(d.Base())
			case program.Inward:
				way = g.seat.InwardOn(d.Route()).At(p)
			}
			froms[o.base+i] = p
			hows[o.base+i] = o.index | (way+1)<<howDirShift
		}
	}
	if len(froms) == 0 {
		return
	}
	f.Get(b)
	g.entryOf(froms, 0)
	f.Set(from)
	f.Get(b)
	g.entryOf(hows, 0)
	f.Set(how)
}

// movesOf sets m to the legal moves of a seat that has them as bits.
func (g *gen) movesOf(sc *seatCode, m wasm.Local) {
	switch {
	case g.bitsKept(sc) && g.kept != nil:
		g.f.Get(*g.kept).Set(m)
	case g.bitsKept(sc):
		g.f.Get(g.zero).Load(wasm.I64Load, cBits).Set(m)
	case g.inlineMoves(sc):
		g.inStage(sc.stage, func(h *gen) {
			h.noTurn()
			h.onGap = g.onGap
			h.legalBits(sc, m)
		})
	default:
		g.f.Call(sc.legal).Set(m)
	}
}

// inlineMoves tells seats whose moves are found where they are asked for.
func (g *gen) inlineMoves(sc *seatCode) bool {
	return !sc.lists && (sc.look && sc.legal.Body().Size() <= inlineSize/4 || g.words != nil)
}

// stepFunc is the function step() of a seat that plays a random ply → status.
func (c *compiler) stepFunc(sc *seatCode) wasm.FuncRef {
	return c.helper(funcName("step", sc), nil, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		if sc.bits && !sc.lists && sc.table != nil {
			c.tryWords(f, func(words bool) { c.newGen(f, sc.stage, sc.who).stepWords(sc, words) })
			return
		}
		g := c.newGen(f, sc.stage, sc.who)
		if sc.lists {
			g.useLists()
		}
		if sc.bits {
			g.stepWords(sc, false)
		} else {
			g.stepList(sc)
		}
		g.leaveLists()
	})
}

// stepWords is a whole function that plays a ply, with the board in words or in memory.
func (g *gen) stepWords(sc *seatCode, words bool) {
	st := g.f.FreshLocal(wasm.I32)
	if words {
		g.takeWords()
		g.loadWords()
	}
	g.stepBits(sc, st)
	g.storeWords()
	g.f.Get(st)
}

// stepBits sets st to the status of a random ply.
func (g *gen) stepBits(sc *seatCode, st wasm.Local) {
	f := g.f
	m, n, k := f.FreshLocal(wasm.I64), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	b, from, how := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	out := f.Block()
	g.onGap = func(int) { g.leaveLoop(stGap, st, out) }
	g.movesOf(sc, m)
	f.Get(m).Op(wasm.I64Eqz)
	f.If()
	g.noMove(sc, st, out)
	f.Br(out)
	f.End()
	f.Get(m).Op(wasm.I64Popcnt, wasm.I32WrapI64).Set(n)
	g.draw(n, k)
	if o, others := g.oneTier(sc); o != nil {
		for _, e := range others {
			f.Get(m).Get(m).Const64(int64(e.base-o.base)).Op(wasm.I64ShrU, wasm.I64Or).Set(m)
		}
		bits := o.span * len(o.opt.Dirs)
		f.Get(m).Const64(1<<bits - 1).Op(wasm.I64And).Set(m)
		g.kth(m, k, b, bits)
		g.optionMove(o, b, from, how)
	} else {
		g.kth(m, k, b, sc.bitCount())
		g.bitMove(sc, b, from, how)
	}
	abrupt := g.playTurn(sc, from, how, st)
	g.nextPly(sc, st, true, abrupt)
	g.roundOver(st)
	f.End()
}

// oneTier finds seats whose tiers offer the same starts, played alike: a move is
// drawn from the bits of all as if they were those of the first, for no two
// tiers have moves at a time. The options returned are the first and the others;
// nil if there is nothing to put together.
func (g *gen) oneTier(sc *seatCode) (first *optionCode, others []*optionCode) {
	regions := sc.regions()
	if g.opt.Plain || g.facts.reads[program.RLabel] || len(regions) < 2 || regions[0].base != 0 {
		return nil, nil
	}
	first, others = regions[0], regions[1:]
	for _, o := range regions {
		a, b := first.opt, o.opt
		if b.Kind != rules.FromHole || takesSome(b) || o.lo != first.lo || o.span != first.span ||
			!slices.Equal(a.Dirs, b.Dirs) || a.Explicit != b.Explicit {
			return nil, nil
		}
	}
	for _, tier := range sc.tiers {
		n := 0
		for _, o := range tier {
			n += b2i(slices.Contains(regions, o))
		}
		if n > 1 {
			return nil, nil
		}
	}
	return first, others
}

// leaveLoop leaves with a status: the loop of random games, where this is one, else to a label.
func (g *gen) leaveLoop(status int, st wasm.Local, to wasm.Label) {
	if g.loop != nil {
		g.loop.leave(g.f, status)
		return
	}
	g.f.Const(status).Set(st).Br(to)
}

// leaveIfOver leaves the loop of random games if a status ends the game.
func (g *gen) leaveIfOver(st wasm.Local) {
	if g.loop != nil {
		g.f.Get(st).Set(g.loop.st)
		g.f.Get(st).Const(stAgain).Op(wasm.I32GtS).BrIf(g.loop.over)
	}
}

// noMove plays a pass, or is a gap.
func (g *gen) noMove(sc *seatCode, st wasm.Local, out wasm.Label) {
	f := g.f
	if !sc.passes {
		g.storeCtrlConst(cGap, gapNoMove)
		g.leaveLoop(stGap, st, out)
		return
	}
	one, none := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const(1).Set(one).Const(0).Set(none)
	g.countMoves(one, none)
	f.Release(wasm.I32, none)
	g.call(nil, g.passFunc(sc))
	f.Set(st)
	g.leaveIfOver(st)
	g.loadKept()
	f.Release(wasm.I32, one)
}

// choiceShift is where the plies with two moves or more are counted, above the
// sum of all moves.
const (
	choiceShift = 40
	mostPlies   = 1 << 22 // of a game: what both counts have room for
)

// countMoves adds n legal moves to the counts, and a choice if more is 1.
func (g *gen) countMoves(n, more wasm.Local) {
	f := g.f
	if g.loop != nil {
		f.Get(g.loop.branches).Get(n).Op(wasm.I64ExtendI32U, wasm.I64Add)
		f.Get(more).Op(wasm.I64ExtendI32U).Const64(choiceShift).Op(wasm.I64Shl, wasm.I64Add).Set(g.loop.branches)
		return
	}
	f.Get(g.zero)
	f.Get(g.zero).Load(wasm.I64Load, cBranches).Get(n).Op(wasm.I64ExtendI32U, wasm.I64Add)
	f.Get(more).Op(wasm.I64ExtendI32U).Const64(choiceShift).Op(wasm.I64Shl, wasm.I64Add)
	f.Store(wasm.I64Store, cBranches)
}

// draw sets k to a random number below n; with one move nothing is drawn.
func (g *gen) draw(n, k wasm.Local) {
	f := g.f
	more := f.Local(wasm.I32)
	f.Get(n).Const(1).Op(wasm.I32GtS).Set(more)
	g.countMoves(n, more)
	s, next := f.Local(wasm.I64), f.Local(wasm.I64)
	if g.loop != nil {
		f.Get(g.loop.random)
	} else {
		f.Get(g.zero).Load(wasm.I64Load, cRandom)
	}
	f.Tee(s).Get(s).Const64(12).Op(wasm.I64ShrU, wasm.I64Xor).Set(next)
	f.Get(next).Get(next).Const64(25).Op(wasm.I64Shl, wasm.I64Xor).Set(next)
	f.Get(next).Get(next).Const64(27).Op(wasm.I64ShrU, wasm.I64Xor).Set(next)
	if g.loop != nil {
		f.Get(next).Get(s).Get(more).Op(wasm.Select).Set(g.loop.random)
	} else {
		f.Get(g.zero)
		f.Get(next).Get(s).Get(more).Op(wasm.Select)
		f.Store(wasm.I64Store, cRandom)
	}
	f.Get(next).Const64(0x2545F4914F6CDD1D).Op(wasm.I64Mul).Const64(32).Op(wasm.I64ShrU)
	f.Get(n).Op(wasm.I64ExtendI32U, wasm.I64Mul).Const64(32).Op(wasm.I64ShrU, wasm.I32WrapI64).Set(k)
	f.Release(wasm.I64, s, next)
	f.Release(wasm.I32, more)
}

// kth sets b to the k-th set bit of a mask, without branches: a table of all
// bytes knows the bits of each in order.
func (g *gen) kth(m, k, b wasm.Local, bits int) {
	f := g.f
	sel := g.selectTable()
	if bits <= 8 {
		f.Get(m).Op(wasm.I32WrapI64).Const(3).Op(wasm.I32Shl).Get(k).Op(wasm.I32Add).Load(wasm.I32Load8U, sel).Set(b)
		return
	}
	if bits <= 16 {
		g.kth16(m, k, b, sel)
		return
	}
	const ones, tops = 0x0101010101010101, -0x7F7F7F7F7F7F7F80
	x, sums, rank := f.Local(wasm.I64), f.Local(wasm.I64), f.Local(wasm.I64)
	at := f.Local(wasm.I64)
	f.Get(m).Get(m).Const64(1).Op(wasm.I64ShrU).Const64(0x5555555555555555).Op(wasm.I64And, wasm.I64Sub).Set(x)
	f.Get(x).Const64(0x3333333333333333).Op(wasm.I64And)
	f.Get(x).Const64(2).Op(wasm.I64ShrU).Const64(0x3333333333333333).Op(wasm.I64And, wasm.I64Add).Set(x)
	f.Get(x).Get(x).Const64(4).Op(wasm.I64ShrU, wasm.I64Add).Const64(0x0F0F0F0F0F0F0F0F).Op(wasm.I64And)
	f.Const64(ones).Op(wasm.I64Mul).Set(sums) // set bits up to and with each byte
	f.Get(k).Op(wasm.I64ExtendI32U).Tee(rank).Const64(ones).Op(wasm.I64Mul).Const64(tops).Op(wasm.I64Or)
	f.Get(sums).Op(wasm.I64Sub).Const64(tops).Op(wasm.I64And, wasm.I64Popcnt).Const64(3).Op(wasm.I64Shl).Set(at)
	f.Get(m).Get(at).Op(wasm.I64ShrU).Const64(255).Op(wasm.I64And).Const64(3).Op(wasm.I64Shl)
	f.Get(rank).Get(sums).Const64(8).Op(wasm.I64Shl).Get(at).Op(wasm.I64ShrU).Const64(255).Op(wasm.I64And, wasm.I64Sub)
	f.Op(wasm.I64Add, wasm.I32WrapI64).Load(wasm.I32Load8U, sel)
	f.Get(at).Op(wasm.I32WrapI64, wasm.I32Add).Set(b)
	f.Release(wasm.I64, x, sums, rank, at)
}

func (g *gen) kth16(m, k, b wasm.Local, sel int) {
	f := g.f
	low, n, high, w := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	f.Get(m).Op(wasm.I32WrapI64).Tee(w).Const(255).Op(wasm.I32And).Tee(low).Op(wasm.I32Popcnt).Set(n)
	f.Get(k).Get(n).Op(wasm.I32GeU).Set(high)
	f.Get(w).Const(8).Op(wasm.I32ShrU).Get(low).Get(high).Op(wasm.Select).Const(3).Op(wasm.I32Shl)
	f.Get(k).Get(n).Op(wasm.I32Sub).Get(k).Get(high).Op(wasm.Select)
	f.Op(wasm.I32Add).Load(wasm.I32Load8U, sel)
	f.Get(high).Const(3).Op(wasm.I32Shl, wasm.I32Add).Set(b)
	f.Release(wasm.I32, low, n, high, w)
}

// selectTable is the table of the places of the set bits of every byte,
// filled when the module is instantiated.
func (c *compiler) selectTable() int {
	if c.sel == 0 {
		c.sel = c.alloc(256*8, 8)
		c.setup = append(c.setup, func(f *wasm.Func, zero wasm.Local) {
			i32 := wasm.I32
			byteOf, rest, to := f.Local(i32), f.Local(i32), f.Local(i32)
			f.Const(0).Set(byteOf)
			all := f.Loop()
			f.Get(byteOf).Set(rest)
			f.Get(byteOf).Const(3).Op(wasm.I32Shl).Set(to)
			done := f.Block()
			each := f.Loop()
			f.Get(rest).Op(wasm.I32Eqz).BrIf(done)
			f.Get(to).Get(rest).Op(wasm.I32Ctz).Store(wasm.I32Store8, c.sel)
			f.Get(to).Const(1).Op(wasm.I32Add).Set(to)
			f.Get(rest).Get(rest).Const(1).Op(wasm.I32Sub, wasm.I32And).Set(rest).Br(each)
			f.End()
			f.End()
			f.Get(byteOf).Const(1).Op(wasm.I32Add).Tee(byteOf).Const(256).Op(wasm.I32LtS).BrIf(all)
			f.End()
			f.Release(i32, byteOf, rest, to)
		})
	}
	return c.sel
}

func (g *gen) stepList(sc *seatCode) {
	f := g.f
	n, k, a, moves, st := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	g.storeCtrlConst(cTried, 0)
	g.storeCtrlConst(cGap, 0)
	g.loadCtrl(cMoves)
	f.Tee(moves).Set(a)
	out := f.Block()
	f.Const(0).Call(sc.legal).Tee(n).Op(wasm.I32Eqz)
	f.If()
	g.noMove(sc, st, out)
	f.Br(out)
	f.End()
	g.draw(n, k)
	found := f.Block()
	again := f.Loop()
	f.Get(k).Op(wasm.I32Eqz).BrIf(found)
	f.Get(k).Const(1).Op(wasm.I32Sub).Set(k)
	f.Get(a).Get(a).Load(i32Load, mvSize).Op(wasm.I32Add).Set(a)
	f.Br(again)
	f.End()
	f.End()
	g.playEntry(sc, a, st)
	f.End()
	g.storeCtrl(cMoves, func() { f.Get(moves) })
	f.Get(st)
}

// playEntry plays the move of a list entry.
func (g *gen) playEntry(sc *seatCode, a, st wasm.Local) {
	f := g.f
	if g.facts.choices {
		g.storeCtrlConst(cChBase, 0)
		g.storeCtrl(cChLen, func() { f.Get(a).Load(i32Load, mvChoices) })
		g.storeCtrlConst(cChProbe, 1)
		f.Const(g.choices)
		f.Get(a).Const(mvRecords).Op(wasm.I32Add)
		f.Get(a).Load(i32Load, mvChoices).Const(g.choiceSize()).Op(wasm.I32Mul)
		f.MemoryCopy()
	}
	f.Get(a).Load(i32Load, mvFrom).Get(a).Load(i32Load, mvHow).Call(sc.ply).Set(st)
	if g.facts.choices {
		g.storeCtrlConst(cChProbe, 0)
		g.storeCtrlConst(cChLen, 0)
	}
}

// dispatch emits call for the seat that is to move and the stage it plays in.
func (g *gen) dispatch(call func(sc *seatCode)) {
	f := g.f
	mover, phase := f.Local(wasm.I32), f.Local(wasm.I32)
	g.val(program.Cell{I: g.p.Layout.Mover})
	f.Set(mover)
	done := f.Block()
	for seat := range g.p.Players {
		other := f.Block()
		if seat < g.p.Players-1 {
			f.Get(mover).Const(seat).Op(wasm.I32Ne).BrIf(other)
		}
		g.stageOf(seat, phase)
		for stage := range g.p.Stages {
			skip := f.Block()
			if stage < len(g.p.Stages)-1 {
				f.Get(phase).Const(stage).Op(wasm.I32Ne).BrIf(skip)
			}
			call(g.seats[stage][seat])
			f.Br(done)
			f.End()
		}
		f.End()
	}
	f.End()
	f.Release(wasm.I32, mover, phase)
}
