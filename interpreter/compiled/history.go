package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// The history: the keys of the positions at the beginnings of plies, one
// behind the other. Three things find a key in it.
//
// The filter has a byte for a hash: where the position before us has never
// been, its byte does not hold the stamp of this history, and that is all
// random games almost ever ask. A new history is a new stamp.
//
// Where the filter does not rule a position out, the latest keys are compared
// one by one. If there are many, those that are not yet in it go into a table
// of hashes, as large as the history needs. A slot of the table holds a
// generation above the number of a key.
const (
	historySlots = 1 << 16
	historyFirst = 1 << 10
	historyCap   = historySlots / 2
	historyScan  = 128 // keys that are compared one by one

	filterBits = 12
	filterSize = 1 << filterBits
)

// mostMet is how often a position is looked for: the rules ask no further.
func (c *compiler) mostMet() int { return max(c.p.Facts.Repeats-1, 1) }

// lookBack finds out how often the position was met before, at the beginning
// of a ply, and writes its key behind the history.
func (g *gen) lookBack() {
	f := g.f
	if g.looped {
		g.lookBackAtOnce()
		return
	}
	g.storeCtrlConst(cBegun, 1)
	g.storeCtrlConst(cSeen, 0)
	g.loadCtrl(cIgnore)
	f.Op(wasm.I32Eqz)
	f.If()
	g.storeCtrl(cKeyAt, g.historyEnd)
	g.storeCtrl(cSeen, func() { f.Call(g.lookBackFunc()) })
	f.End()
}

// lookBackFunc is the function lookBack() that writes the key behind the
// history and tells how often it is in it.
func (c *compiler) lookBackFunc() wasm.FuncRef {
	return c.helper("lookBack", nil, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		g.askFilter(func() { f.Call(c.keyFunc()) })
	})
}

// askFilter pushes how often the key that key writes, address → hash, is in the
// history, and stamps it.
func (g *gen) askFilter(key func()) {
	f := g.f
	at, stamp := f.Local(wasm.I32), f.Local(wasm.I32)
	g.historyEnd()
	key()
	f.Const64(64-filterBits).Op(wasm.I64ShrU, wasm.I32WrapI64).Set(at)
	if g.keepsHistory() {
		f.Get(g.loop.stamp)
	} else {
		g.loadCtrl(cStamp)
	}
	f.Set(stamp)
	f.Get(at).Load(wasm.I32Load8U, g.filter).Get(stamp).Op(wasm.I32Eq)
	f.Get(at).Get(stamp).Store(wasm.I32Store8, g.filter)
	f.If(wasm.I32)
	if g.keepsHistory() {
		g.storeCtrl(cHistory, func() { f.Get(g.loop.history) })
	}
	f.Unwatched(func() { f.Call(g.seenFunc()) })
	f.Else()
	f.Const(0)
	f.End()
	f.Release(wasm.I32, at, stamp)
}

// lookBackAtOnce is lookBack in the loop of random games, where nothing is
// ignored. Unless rules ask while `end` is asked, the position is entered here.
func (g *gen) lookBackAtOnce() {
	f := g.f
	to := f.FreshLocal(wasm.I32)
	g.met = f.FreshLocal(wasm.I32)
	g.askFilter(func() {
		f.Set(to)
		g.writeKey(to)
	})
	f.Set(g.met)
	if !g.asksBack() {
		g.enter()
	}
}

// remember enters the position in the history.
func (g *gen) remember() {
	f := g.f
	if g.looped {
		if g.asksBack() {
			g.enter()
		}
		return
	}
	g.loadCtrl(cIgnore)
	f.Op(wasm.I32Eqz)
	f.If()
	g.enter()
	f.End()
}

// enter lets the key that was written behind the history be part of it, if
// there is room.
func (g *gen) enter() {
	if g.keepsHistory() {
		n := g.loop.history
		g.f.Get(n).Get(n).Const(historyCap).Op(wasm.I32LtS, wasm.I32Add).Set(n)
		return
	}
	g.addCtrl(cHistory, func() {
		g.loadCtrl(cHistory)
		g.f.Const(historyCap).Op(wasm.I32LtS)
	})
}

// historyEnd pushes the address behind the history.
func (g *gen) historyEnd() {
	if g.keepsHistory() {
		g.f.Get(g.loop.history)
	} else {
		g.loadCtrl(cHistory)
	}
	g.keyAddress()
}

// keyAddress turns the number of a key on the stack into its address.
func (g *gen) keyAddress() {
	g.f.Const(g.lay.keyLen).Op(wasm.I32Mul).Const(g.history).Op(wasm.I32Add)
}

// repeats pushes whether the position stands for so many times, counting earlier
// beginnings of plies. At the beginning of a ply its own key is not yet among them.
func (g *gen) repeats(times int) {
	f := g.f
	if g.mostMet() > 1 {
		defer func() { f.Const(times - 1).Op(wasm.I32GeS) }()
	}
	switch {
	case g.plyBegins && g.looped:
		f.Get(g.met)
	case g.plyBegins:
		g.loadCtrl(cSeen)
	default:
		g.loadCtrl(cIgnore)
		f.If(wasm.I32)
		f.Const(0)
		f.Else()
		f.Const(g.keyBuf).Call(g.keyFunc()).Op(wasm.Drop)
		f.Const(g.keyBuf).Call(g.findFunc())
		f.End()
	}
}

// seenFunc is the function seen() that tells how often the key behind the history is in it.
func (c *compiler) seenFunc() wasm.FuncRef {
	return c.helper("seen", nil, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		g.historyEnd()
		f.Call(c.findFunc())
	})
}

// findFunc is the function find(key) that tells how many equal keys are in the
// history, as far as rules ask. The latest are compared first; none before them
// can be equal once one has more seeds in play, if those never come back.
func (c *compiler) findFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("find", []wasm.Type{i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		key, n, a, left, met := f.Param(0), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32)
		v, play, size := f.FreshLocal(wasm.I64), f.FreshLocal(wasm.I64), c.lay.keyLen
		inPlay := c.keyInPlay()
		if inPlay != nil {
			inPlay(f, key)
			f.Set(play)
		}
		g.loadCtrl(cHistory)
		g.loadCtrl(cIndexed)
		f.Op(wasm.I32Sub).Set(n)
		g.historyEnd()
		f.Set(a)
		f.Const(historyScan).Set(left)
		f.Get(key).Load(wasm.I64Load, 0).Set(v)
		rest := f.Block()
		again := f.Loop()
		f.Get(n).Op(wasm.I32Eqz).BrIf(rest)
		f.Get(left).Op(wasm.I32Eqz)
		f.If()
		f.Call(c.indexFunc())
		f.Const(0).Set(met)
		f.Br(rest)
		f.End()
		f.Get(n).Const(1).Op(wasm.I32Sub).Set(n)
		f.Get(left).Const(1).Op(wasm.I32Sub).Set(left)
		f.Get(a).Const(size).Op(wasm.I32Sub).Tee(a).Load(wasm.I64Load, 0).Get(v).Op(wasm.I64Eq)
		f.If()
		f.Get(a).Get(key).Const(size).Call(c.equalFunc())
		f.If()
		f.Get(met).Const(1).Op(wasm.I32Add).Tee(met).Const(c.mostMet()).Op(wasm.I32LtS).BrIf(again)
		f.Get(met).Op(wasm.Return)
		f.End()
		f.End()
		if inPlay == nil {
			f.Br(again)
		} else {
			inPlay(f, a)
			f.Get(play).Op(wasm.I64Eq).BrIf(again)
			f.Get(met).Op(wasm.Return)
		}
		f.End()
		f.End()
		g.loadCtrl(cIndexed)
		f.If()
		f.Get(key).Call(c.lookUpFunc()).Get(met).Op(wasm.I32Add).Set(met)
		f.End()
		f.Get(met)
	})
}

// keyInPlay gives what pushes the number of seeds in play of the key at an
// address, those in holes and hands; nil if it may grow from ply to ply, or if it
// is not to be had by adding up bytes.
func (c *compiler) keyInPlay() func(f *wasm.Func, key wasm.Local) {
	if c.lay.lane != 1 || !c.leaveForGood() {
		return nil
	}
	masks := make([]uint64, c.lay.keyLen/8)
	lay := &c.p.Layout
	for cell, at := range c.lay.keyOffsets() {
		if field := lay.Fields[c.lay.field[cell]]; field.Kind == program.Seeds && (cell < lay.Stores || cell >= c.p.Places) {
			masks[at/8] |= 255 << (at % 8 * 8)
		}
	}
	return func(f *wasm.Func, key wasm.Local) {
		f.Const64(0)
		for i, m := range masks {
			if m != 0 {
				f.Get(key).Load(wasm.I64Load, 8*i).Const64(int64(m)).Op(wasm.I64And, wasm.I64Add)
			}
		}
		f.Const64(0x0101010101010101).Op(wasm.I64Mul).Const64(56).Op(wasm.I64ShrU)
	}
}

// leaveForGood tells if no rule ever takes seeds out of a store or brings back
// those out of play: who has more seeds in play than before has not been there.
func (c *compiler) leaveForGood() bool {
	if c.p.Match != nil {
		return false
	}
	for _, stage := range c.seats {
		for _, sc := range stage {
			if c.takesFromStores(sc) {
				return false
			}
		}
	}
	return true
}

// takesFromStores tells if something of a seat may. To take for a player is to
// put into his store.
func (c *compiler) takesFromStores(sc *seatCode) bool {
	g := c.newGen(c.m.Func("unused", nil, nil).Body(), sc.stage, sc.who)
	g.someTurn(sc)
	takes := false
	from := func(on places) {
		for p := c.p.Layout.Stores; p < c.p.Places; p++ {
			takes = takes || on.has(p)
		}
	}
	from(sc.lifted)
	v := program.Visitor{Stmt: func(st program.Stmt) {
		switch st := st.(type) {
		case program.Capture:
			from(g.members(st.Set))
		case program.MoveSeeds:
			from(g.spots(st.From))
		case program.Sow:
			if st.Of != nil {
				from(g.spots(st.Of))
			}
		case program.Renew, program.Hand, program.SetUp:
			takes = true
		}
	}}
	for _, b := range sc.seat.Blocks() {
		v.VisitBlock(b)
	}
	return takes
}

// lookUpFunc is the function lookUp(key) that gives the number of equal keys in
// the table, as far as rules ask, and leaves in cSlot where one more belongs.
func (c *compiler) lookUpFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("lookUp", []wasm.Type{i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		key, slot, met, v, h := f.Param(0), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(wasm.I64), f.FreshLocal(wasm.I64)
		f.Get(key).Call(c.rehashFunc()).Tee(h).Get(h).Const64(29).Op(wasm.I64ShrU, wasm.I64Xor)
		f.Const64(hashFactor(0)).Op(wasm.I64Mul).Const64(40).Op(wasm.I64ShrU, wasm.I32WrapI64).Set(slot)
		again := f.Loop()
		f.Get(slot)
		g.loadCtrl(cHistoryMask)
		f.Op(wasm.I32And).Set(slot)
		f.Get(slot).Const(3).Op(wasm.I32Shl).Load(wasm.I64Load, c.historyTable).Set(v)
		f.Get(v).Const64(32).Op(wasm.I64ShrU, wasm.I32WrapI64)
		g.loadCtrl(cHistoryGen)
		f.Op(wasm.I32Ne)
		f.If()
		g.storeCtrl(cSlot, func() { f.Get(slot) })
		f.Get(met).Op(wasm.Return)
		f.End()
		f.Get(key).Get(v).Op(wasm.I32WrapI64)
		g.keyAddress()
		f.Const(c.lay.keyLen).Call(c.equalFunc())
		f.If()
		f.Get(met).Const(1).Op(wasm.I32Add).Tee(met).Const(c.mostMet()).Op(wasm.I32GeS)
		f.If()
		f.Get(met).Op(wasm.Return)
		f.End()
		f.End()
		f.Get(slot).Const(1).Op(wasm.I32Add).Set(slot)
		f.Br(again)
		f.End()
		f.Op(wasm.Unreachable)
	})
}

// indexFunc is the function that brings the table up to date.
func (c *compiler) indexFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("index", nil, nil, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		i := f.FreshLocal(i32)
		large := f.Loop() // enough to be half empty
		g.loadCtrl(cHistory)
		f.Const(1).Op(wasm.I32Shl)
		g.loadCtrl(cHistoryMask)
		f.Op(wasm.I32GtS)
		f.If()
		g.storeCtrl(cHistoryMask, func() {
			g.loadCtrl(cHistoryMask)
			f.Const(1).Op(wasm.I32Shl).Const(1).Op(wasm.I32Or)
		})
		g.clearTable()
		f.Br(large)
		f.End()
		f.End()
		g.loadCtrl(cIndexed)
		f.Set(i)
		done := f.Block()
		again := f.Loop()
		f.Get(i)
		g.loadCtrl(cHistory)
		f.Op(wasm.I32GeS).BrIf(done)
		f.Get(i)
		g.keyAddress()
		f.Call(c.lookUpFunc()).Const(c.mostMet()).Op(wasm.I32LtS)
		f.If() // keys met more often than rules ask stay out
		g.loadCtrl(cSlot)
		f.Const(3).Op(wasm.I32Shl)
		g.loadCtrl(cHistoryGen)
		f.Op(wasm.I64ExtendI32U).Const64(32).Op(wasm.I64Shl)
		f.Get(i).Op(wasm.I64ExtendI32U, wasm.I64Or).Store(wasm.I64Store, c.historyTable)
		f.End()
		f.Get(i).Const(1).Op(wasm.I32Add).Set(i)
		f.Br(again)
		f.End()
		f.End()
		g.storeCtrl(cIndexed, func() { f.Get(i) })
	})
}

// clearTable empties the table.
func (g *gen) clearTable() {
	g.addCtrl(cHistoryGen, func() { g.f.Const(1) })
	g.storeCtrlConst(cIndexed, 0)
}

// historyReset goes back to the history of the position games start from.
func (c *compiler) historyReset() wasm.FuncRef {
	return c.helper("historyReset", nil, nil, func(f *wasm.Func) {
		zero := f.FreshLocal(wasm.I32)
		f.Get(zero).Load(i32Load, cSeenBase).Call(c.rebuildFunc())
	})
}

// rebuildFunc is the function rebuild(n) that begins a history of the first n keys.
func (c *compiler) rebuildFunc() wasm.FuncRef {
	return c.helper("rebuild", []wasm.Type{wasm.I32}, nil, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		n, key := f.Param(0), f.FreshLocal(wasm.I32)
		g.storeCtrl(cHistory, func() { f.Get(n) })
		g.storeCtrlConst(cHistoryMask, historyFirst-1)
		g.clearTable()
		g.addCtrl(cStamp, func() { f.Const(1) })
		g.loadCtrl(cStamp)
		f.Const(255).Op(wasm.I32GtU)
		f.If()
		f.Const(c.filter).Const(0).Const(filterSize).MemoryFill()
		g.storeCtrlConst(cStamp, 1)
		f.End()
		f.Const(c.history).Set(key)
		done := f.Block()
		again := f.Loop()
		f.Get(n).Op(wasm.I32Eqz).BrIf(done)
		f.Get(n).Const(1).Op(wasm.I32Sub).Set(n)
		f.Get(key).Call(c.rehashFunc()).Const64(64-filterBits).Op(wasm.I64ShrU, wasm.I32WrapI64)
		g.loadCtrl(cStamp)
		f.Store(wasm.I32Store8, c.filter)
		f.Get(key).Const(c.lay.keyLen).Op(wasm.I32Add).Set(key)
		f.Br(again)
		f.End()
		f.End()
	})
}

// asksBack tells if rules ask for repetitions elsewhere than in `end`.
func (g *gen) asksBack() bool {
	found := false
	v := program.Visitor{Expr: func(e program.Expr) {
		if _, ok := e.(program.Repeats); ok {
			found = true
		}
	}}
	for _, stage := range g.p.Stages {
		for _, s := range stage.Seats {
			for _, b := range s.Blocks() {
				if b != s.End {
					v.VisitBlock(b)
				}
			}
			for _, t := range s.Moves {
				for _, o := range t.Options {
					v.VisitOption(o)
				}
			}
		}
	}
	return found
}
