package compiled

import (
	"mancala/interpreter"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// A turn never ends if a lap of it begins exactly as an earlier one began.
// Looking for that costs nothing on short turns and little on long ones:
//
//   - Nothing is kept but the position the turn started from until it has had
//     watchFrom laps. From then on every lap start is compared with one kept
//     earlier, which is replaced at lap 128, 256, 512 and so on (Brent's
//     method): when they are equal the laps between them are the exact period.
//   - Then the turn is played again from its start, and now every lap start is
//     written down and compared with the one a period before, so that the turn
//     stops at its first recurrence, as if all had been compared from the beginning.
//   - A recurrence within the lap budget is met this way before three times
//     the budget; a turn that goes on so long is played again up to the budget.
//
// Where the mover makes inner choices every lap start is written down from the
// first on, and searched for among all earlier ones: a completion by choices
// that has come round must not be asked for another.
//
// What is written down lies at the end of memory, which grows when it is first
// needed. A turn that is run ahead in the middle of another writes behind it.
const (
	watchFrom = 64
	logTable  = 48      // entries searched without the table
	logSlots  = 1 << 19 // of 8 bytes: generation and address
	logHead   = 16      // of a turn's log: 64 bits of generation
)

// States of the watch.
const (
	watching  = iota // comparing with one earlier lap start
	measuring        // comparing with the lap start one period before
	spending         // going on to the end of the budget
)

// parts of a log entry: hash, six numbers, a byte a place if the rules read
// what was visited, the position.
const (
	logNumbers = 8
	logVisits  = 32
)

func (c *compiler) logEntry() (visits, cells, size int) {
	visits = logVisits
	cells = visits
	if c.p.Facts.Visits {
		cells = align(visits+c.p.Places, 8)
	}
	return visits, cells, cells + c.lay.keyLen
}

// frameSize is what a turn that is watched keeps: the position it started
// from, and one lap start to compare with, and room to write another.
func (c *compiler) frameSize() int {
	_, _, size := c.logEntry()
	return align(c.lay.size+2*size, 16)
}

// logsAll tells seats whose every lap start is written down.
func (t *turn) logsAll() bool { return t.g.facts.choices }

// saveForLog keeps the position a turn starts from, or opens its log.
func (t *turn) saveForLog() {
	g := t.g
	f := g.f
	if !g.facts.relays {
		return
	}
	if t.logsAll() {
		f.Call(g.logOpen()).Set(t.logBase)
		return
	}
	f.Get(t.phase).Op(wasm.I32Eqz)
	f.If()
	f.Const(watchFrom).Tee(t.nextLog).Set(t.power)
	f.GetGlobal(g.sp).Set(t.frame)
	g.keepStart(t.frame)
	f.Get(t.frame).Const(g.frameSize()).Op(wasm.I32Add).SetGlobal(g.sp)
	f.End()
}

// startParts are the parts of the state a turn keeps to start again from: all
// but the mover, who is known. Cells that are written one by one are read one
// by one: a processor waits for a narrow store before it can load more than
// what was stored.
func (g *gen) startParts() (parts [][2]int) {
	l := g.lay
	seeds := 0
	for _, f := range g.p.Layout.Fields {
		if f.Kind == program.Seeds {
			for c := range f.Len {
				seeds = max(seeds, l.addr[f.Base+c]+l.lane-l.base)
			}
		}
	}
	parts = append(parts, [2]int{l.base, seeds})
	for _, f := range g.p.Layout.Fields {
		if f.Kind == program.Seeds || f.Base == g.p.Layout.Mover && f.Kind == program.Machine {
			continue
		}
		n, w := f.Len*l.kind[f.Base].width, l.kind[f.Base].width
		if f.Len > 8 || w < 4 {
			parts = append(parts, [2]int{l.addr[f.Base], n})
			continue
		}
		for c := range f.Len {
			parts = append(parts, [2]int{l.addr[f.Base+c], w})
		}
	}
	return parts
}

func (g *gen) keepStart(to wasm.Local) {
	for _, p := range g.startParts() {
		copyBytes(g.f, to, p[0]-g.lay.base, g.zero, p[0], p[1])
	}
}

func (g *gen) backToStart(from wasm.Local) {
	for _, p := range g.startParts() {
		copyBytes(g.f, g.zero, p[0], from, p[0]-g.lay.base, p[1])
	}
	m := g.p.Layout.Mover
	g.f.Get(g.zero).Const(g.who).Store(g.lay.kind[m].store(), g.lay.addr[m])
}

// endLog gives the space back.
func (t *turn) endLog() {
	g := t.g
	f := g.f
	if !g.facts.relays {
		return
	}
	if t.logsAll() {
		g.storeCtrl(cLogEnd, func() { f.Get(t.logBase) })
		return
	}
	f.Get(t.frame).SetGlobal(g.sp)
	f.Get(t.phase).Const(measuring).Op(wasm.I32Eq)
	f.If()
	g.storeCtrl(cLogEnd, func() { f.Get(t.logBase) })
	f.End()
}

// recurs looks if the lap about to begin began before.
func (t *turn) recurs() {
	g := t.g
	f := g.f
	lap := *t.lapLocal
	if t.logsAll() {
		t.lapNumbers()
		f.Get(t.logBase).Call(g.logFunc()).Tee(t.period)
		f.If()
		t.ended(interpreter.EndlessExact)
		f.End()
		t.outOfLaps()
		t.tick()
		return
	}
	short := f.Block()
	f.Get(lap).Get(t.nextLog).Op(wasm.I32LtU).BrIf(short)
	f.Get(t.phase).Op(wasm.I32Eqz)
	f.If()
	t.watch(short)
	f.End()
	f.Get(t.phase).Const(measuring).Op(wasm.I32Eq)
	f.If()
	t.measure()
	f.End()
	t.outOfLaps()
	f.Get(t.phase).Const(spending).Op(wasm.I32Eq)
	f.If()
	t.tick()
	t.nextRest()
	f.End()
	f.End()
}

// restEvery is how many laps a turn that spends its budget goes on for
// between two rests, in which the host is heard.
const restEvery = 1024

// nextRest sets nextLog to the next rest, or to the end of the budget.
func (t *turn) nextRest() {
	f := t.g.f
	f.Get(t.nextLog).Const(restEvery).Op(wasm.I32Add).Set(t.nextLog)
	f.Get(t.nextLog)
	t.g.loadCtrl(cLapLimit)
	f.Get(t.nextLog)
	t.g.loadCtrl(cLapLimit)
	f.Op(wasm.I32LtS, wasm.Select).Set(t.nextLog)
}

// outOfLaps ends a turn that has used up its laps.
func (t *turn) outOfLaps() {
	g := t.g
	f := g.f
	f.Get(*t.lapLocal)
	g.loadCtrl(cLapLimit)
	f.Op(wasm.I32GeS)
	f.If()
	f.Const(0).Set(t.period)
	t.ended(interpreter.EndlessBudget)
	f.End()
}

// overspent plays a turn again that came to an end while it was watched past
// its budget of laps.
func (t *turn) overspent() {
	g := t.g
	f := g.f
	if !g.facts.relays || t.logsAll() {
		return
	}
	f.Get(*t.lapLocal).Const(watchFrom).Op(wasm.I32GtS)
	f.If()
	f.Get(t.phase).Op(wasm.I32Eqz).Get(*t.lapLocal)
	g.loadCtrl(cLapLimit)
	f.Op(wasm.I32GtS, wasm.I32And)
	f.If()
	t.playAgain(spending)
	f.End()
	f.End()
}

// watch compares the lap with the one kept, or keeps it.
func (t *turn) watch(goOn wasm.Label) {
	g := t.g
	f := g.f
	lap := *t.lapLocal
	_, _, size := g.logEntry()
	kept, here := g.lay.size, g.lay.size+size
	write := func(at int) {
		t.lapNumbers()
		f.Get(t.frame).Const(at).Op(wasm.I32Add).Call(g.logWrite())
	}
	f.Get(lap).Get(t.power).Op(wasm.I32Eq)
	f.If()
	write(kept)
	f.Get(t.place).Set(t.keptPlace)
	f.Get(t.seeds).Set(t.keptSeeds)
	f.Get(t.power).Const(1).Op(wasm.I32Shl).Set(t.power)
	f.Br(goOn)
	f.End()
	f.Get(lap).Const(1023).Op(wasm.I32And, wasm.I32Eqz)
	f.If()
	f.Get(lap).Const(3).Op(wasm.I32DivU)
	g.loadCtrl(cLapLimit)
	f.Op(wasm.I32GtS)
	f.If()
	t.playAgain(spending)
	f.End()
	t.tick()
	f.End()
	f.Get(t.place).Get(t.keptPlace).Op(wasm.I32Ne).BrIf(goOn)
	if g.seat.Lift == nil {
		f.Get(t.seeds).Get(t.keptSeeds).Op(wasm.I32Ne).BrIf(goOn)
	}
	write(here)
	f.Get(t.frame).Const(kept + 8).Op(wasm.I32Add)
	f.Get(t.frame).Const(here + 8).Op(wasm.I32Add)
	f.Const(size - 8).Call(g.equalFunc()).Op(wasm.I32Eqz).BrIf(goOn)
	// the lap kept was that before the power
	f.Get(lap).Get(t.power).Const(1).Op(wasm.I32ShrU, wasm.I32Sub).Set(t.cycle)
	t.playAgain(measuring)
}

// measure writes the lap down and compares it with the one a period before.
func (t *turn) measure() {
	g := t.g
	f := g.f
	lap := *t.lapLocal
	_, _, size := g.logEntry()
	at := f.Local(wasm.I32)
	f.Get(lap).Op(wasm.I32Eqz)
	f.If()
	f.Call(g.logOpen()).Set(t.logBase)
	f.End()
	f.Get(lap).Const(size).Op(wasm.I32Mul).Get(t.logBase).Op(wasm.I32Add).Const(logHead).Op(wasm.I32Add).Tee(at)
	f.Const(2 * size).Op(wasm.I32Add).Call(g.ensure())
	g.storeCtrl(cLogEnd, func() { f.Get(at).Const(size).Op(wasm.I32Add) })
	t.lapNumbers()
	f.Get(at).Call(g.logWrite())
	first := f.Block()
	f.Get(lap).Get(t.cycle).Op(wasm.I32LtS).BrIf(first)
	f.Get(at).Const(8).Op(wasm.I32Add)
	f.Get(at).Const(8).Op(wasm.I32Add).Get(t.cycle).Const(size).Op(wasm.I32Mul, wasm.I32Sub)
	f.Const(size - 8).Call(g.equalFunc()).Op(wasm.I32Eqz).BrIf(first)
	f.Get(t.cycle).Set(t.period)
	t.ended(interpreter.EndlessExact)
	f.End()
	f.Get(lap).Const(1023).Op(wasm.I32And, wasm.I32Eqz)
	f.If()
	t.tick()
	f.End()
	f.Release(wasm.I32, at)
}

// playAgain starts the turn again, from the position kept.
func (t *turn) playAgain(phase int) {
	g := t.g
	f := g.f
	g.backToStart(t.frame)
	f.Const(phase).Set(t.phase)
	if phase == measuring {
		f.Const(0).Set(t.nextLog)
	} else {
		f.Const(0).Set(t.nextLog)
		t.nextRest()
	}
	for _, l := range []wasm.Local{*t.lapLocal, t.sown, t.bag, t.captured, t.lost, t.rev, t.again, t.kind} {
		f.Const(0).Set(l)
	}
	f.Br(t.restart)
}

// lapNumbers pushes the numbers a lap start is known by.
func (t *turn) lapNumbers() {
	g := t.g
	f := g.f
	if t.sows {
		f.Get(t.kind).Const(8).Op(wasm.I32Shl)
	} else {
		f.Const(0)
	}
	g.push(g.reg[program.RDir])
	f.Const(1).Op(wasm.I32Add, wasm.I32Or)
	f.Get(t.place)
	switch { // seeds count for captured ones only: those of a hole are on the board
	case t.sows:
		f.Get(t.seeds).Const(0).Get(t.kind).Const(kindSow).Op(wasm.I32Eq, wasm.Select)
	default:
		f.Const(0)
	}
	if t.takes {
		f.Get(t.taken)
	} else {
		f.Const(0)
	}
	facts := g.p.Facts
	t.counter(*t.lapLocal, facts.LapKey)
	t.counter(t.captured, facts.CapturedKey)
}

// counter pushes a register as far as a key holds it.
func (t *turn) counter(l wasm.Local, upTo int) {
	f := t.g.f
	switch {
	case upTo == 0:
		f.Const(0)
	case upTo < 0:
		f.Get(l)
	default:
		f.Get(l).Const(upTo).Get(l).Const(upTo).Op(wasm.I32LtS, wasm.Select)
	}
}

// tick counts down to the next time the host is asked whether to go on.
func (t *turn) tick() {
	g := t.g
	if g.opt.Standalone {
		return
	}
	f := g.f
	cost := 1024
	if t.logsAll() {
		cost = 16
	}
	g.addCtrl(cFuel, func() { f.Const(-cost) })
	g.loadCtrl(cFuel)
	f.Const(0).Op(wasm.I32LtS)
	f.If()
	f.Call(g.tickFunc())
	f.End()
}

// tickFunc refills the fuel, and stops everything if the host says so.
func (c *compiler) tickFunc() wasm.FuncRef {
	return c.helper("tick", nil, nil, func(f *wasm.Func) {
		zero := f.FreshLocal(wasm.I32)
		f.Get(zero).Const(sliceFuel).Store(wasm.I32Store, cFuel)
		f.Call(c.host)
		f.If()
		f.Get(zero).Const(1).Store(wasm.I32Store, cStopped)
		f.Op(wasm.Unreachable)
		f.End()
	})
}

// sliceFuel is what may be spent between two questions to the host, in laps
// of some ten nanoseconds: about a millisecond.
const sliceFuel = 1 << 17

// logOpen is the function that opens a log at the end of the open ones.
func (c *compiler) logOpen() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("logOpen", nil, []wasm.Type{i32}, func(f *wasm.Func) {
		zero, base := f.FreshLocal(i32), f.FreshLocal(i32)
		f.Get(zero).Load(i32Load, cLogEnd).Set(base)
		f.Get(base).Const(logHead).Op(wasm.I32Add).Call(c.ensure())
		f.Get(base).Const64(0).Store(wasm.I64Store, 0)
		f.Get(zero).Get(base).Const(logHead).Op(wasm.I32Add).Store(wasm.I32Store, cLogEnd)
		f.Get(base)
	})
}

// ensure is the function that makes memory reach an address and some way
// beyond; it stops everything if there is no more.
func (c *compiler) ensure() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("ensure", []wasm.Type{i32}, nil, func(f *wasm.Func) {
		f.Get(f.Param(0)).Const(16).Op(wasm.I32ShrU).Const(1).Op(wasm.I32Add)
		f.MemorySize().Op(wasm.I32GeU)
		f.If()
		f.Get(f.Param(0)).Const(16).Op(wasm.I32ShrU).Const(17).Op(wasm.I32Add).MemorySize().Op(wasm.I32Sub)
		f.MemoryGrow().Const(-1).Op(wasm.I32Eq)
		f.If()
		f.Op(wasm.Unreachable)
		f.End()
		f.End()
	})
}

// logWrite is the function logWrite(kind and direction, place, seeds, taken,
// lap, captured, address) that writes an entry, its hash left out.
func (c *compiler) logWrite() wasm.FuncRef {
	i32 := wasm.I32
	params := []wasm.Type{i32, i32, i32, i32, i32, i32, i32}
	return c.helper("logWrite", params, nil, func(f *wasm.Func) {
		visits, cells, _ := c.logEntry()
		e, zero := f.Param(6), f.FreshLocal(i32)
		for i := range 6 {
			f.Get(e).Get(f.Param(i)).Store(wasm.I32Store, logNumbers+4*i)
		}
		if c.p.Facts.Visits {
			f.Get(e).Const64(0).Store(wasm.I64Store, cells-8)
			for p := range c.p.Places {
				f.Get(e)
				f.Get(zero).Load(i32Load, c.fell+4*p).Const(0).Op(wasm.I32Ne)
				f.Store(wasm.I32Store8, visits+p)
			}
		}
		f.Get(e).Const(cells).Op(wasm.I32Add).Call(c.keyFunc()).Op(wasm.Drop)
	})
}

// logFunc is the function log(kind and direction, place, seeds, taken, lap,
// captured, base) that writes an entry and gives the laps since an equal one.
func (c *compiler) logFunc() wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	params := []wasm.Type{i32, i32, i32, i32, i32, i32, i32}
	return c.helper("log", params, []wasm.Type{i32}, func(f *wasm.Func) {
		_, _, size := c.logEntry()
		base, zero := f.Param(6), f.FreshLocal(i32)
		e, a, n, h := f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i64)
		f.Get(zero).Load(i32Load, cLogEnd).Tee(e).Const(2 * size).Op(wasm.I32Add).Call(c.ensure())
		for i := range 6 {
			f.Get(f.Param(i))
		}
		f.Get(e).Call(c.logWrite())
		f.Get(e)
		f.Get(e).Const(8).Op(wasm.I32Add).Call(c.hashFunc(size - 8)).Tee(h)
		f.Store(wasm.I64Store, 0)
		f.Get(zero).Get(e).Const(size).Op(wasm.I32Add).Store(wasm.I32Store, cLogEnd)
		f.Get(e).Get(base).Op(wasm.I32Sub).Const(logHead).Op(wasm.I32Sub).Const(size).Op(wasm.I32DivU).Set(n)
		f.Get(base).Const(logHead).Op(wasm.I32Add).Set(a)
		f.Get(n).Const(logTable).Op(wasm.I32LtS)
		f.If()
		c.searchLog(f, a, e, h, size)
		f.End()
		// build the table, or build it again if another turn used it
		f.Get(n).Const(logTable).Op(wasm.I32Eq)
		f.Get(base).Load(wasm.I64Load, 0).Get(zero).Load(wasm.I64Load, cLogGen).Op(wasm.I64Ne, wasm.I32Or)
		f.If()
		f.Get(zero).Get(zero).Load(wasm.I64Load, cLogGen).Const64(1).Op(wasm.I64Add).Store(wasm.I64Store, cLogGen)
		f.Get(base).Get(zero).Load(wasm.I64Load, cLogGen).Store(wasm.I64Store, 0)
		again := f.Loop()
		f.Get(a).Call(c.logInsert()).Op(wasm.Drop)
		f.Get(a).Const(size).Op(wasm.I32Add).Tee(a).Get(e).Op(wasm.I32LtU).BrIf(again)
		f.End()
		f.End()
		f.Get(e).Call(c.logInsert())
	})
}

// searchLog returns the laps since an entry equal to e, looking at all from a on.
func (c *compiler) searchLog(f *wasm.Func, a, e, h wasm.Local, size int) {
	again := f.Loop()
	f.Get(a).Get(e).Op(wasm.I32GeU)
	f.If()
	f.Const(0).Op(wasm.Return)
	f.End()
	f.Get(a).Load(wasm.I64Load, 0).Get(h).Op(wasm.I64Eq)
	f.If()
	f.Get(a).Get(e).Const(size).Call(c.equalFunc())
	f.If()
	f.Get(e).Get(a).Op(wasm.I32Sub).Const(size).Op(wasm.I32DivU, wasm.Return)
	f.End()
	f.End()
	f.Get(a).Const(size).Op(wasm.I32Add).Set(a)
	f.Br(again)
	f.End()
}

// logInsert is the function that enters an entry in the table, or gives the
// laps since an equal one.
func (c *compiler) logInsert() wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	return c.helper("logInsert", []wasm.Type{i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		_, _, size := c.logEntry()
		e, zero, slot, b, at, v := f.Param(0), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i64)
		f.Get(e).Load(wasm.I64Load, 0).Op(wasm.I32WrapI64).Const(logSlots - 1).Op(wasm.I32And).Set(slot)
		again := f.Loop()
		f.Get(slot).Const(3).Op(wasm.I32Shl).GetGlobal(c.logStart).Op(wasm.I32Add).Tee(at).Load(wasm.I64Load, 0).Set(v)
		f.Get(v).Const64(32).Op(wasm.I64ShrU)
		f.Get(zero).Load(wasm.I64Load, cLogGen).Op(wasm.I64Ne)
		f.If()
		f.Get(at)
		f.Get(zero).Load(wasm.I64Load, cLogGen).Const64(32).Op(wasm.I64Shl).Get(e).Op(wasm.I64ExtendI32U, wasm.I64Or)
		f.Store(wasm.I64Store, 0)
		f.Const(0).Op(wasm.Return)
		f.End()
		f.Get(v).Op(wasm.I32WrapI64).Set(b)
		f.Get(b).Load(wasm.I64Load, 0).Get(e).Load(wasm.I64Load, 0).Op(wasm.I64Eq)
		f.If()
		f.Get(b).Get(e).Const(size).Call(c.equalFunc())
		f.If()
		f.Get(e).Get(b).Op(wasm.I32Sub).Const(size).Op(wasm.I32DivU, wasm.Return)
		f.End()
		f.End()
		f.Get(slot).Const(1).Op(wasm.I32Add).Const(logSlots - 1).Op(wasm.I32And).Set(slot)
		f.Br(again)
		f.End()
		f.Op(wasm.Unreachable)
	})
}
