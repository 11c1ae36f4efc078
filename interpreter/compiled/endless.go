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
//     method) and for the last time at the lap budget: when they are equal the
//     laps between them are the exact period.
//   - Then the turn is played again from its start, and now every lap start is
//     written down and compared with the one a period before, so that the turn
//     stops at its first recurrence, as if all had been compared from the beginning.
//   - After a recurrence within the lap budget the lap kept at the budget comes
//     back before twice the budget; a turn that goes on so long had none, and is
//     played again up to the budget.
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
	if t.quick {
		t.keepQuickStart()
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
	if !g.facts.relays || t.quick {
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
	if t.quick {
		t.giveUp()
		return
	}
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

// nextRest sets nextLog to the next rest, or to the end of the budget.
func (t *turn) nextRest() {
	f := t.g.f
	f.Get(t.nextLog).Const(t.g.restEvery()).Op(wasm.I32Add).Set(t.nextLog)
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
	if !g.facts.relays || t.logsAll() || t.quick {
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
	f.Get(lap).Const(1).Op(wasm.I32ShrU)
	g.loadCtrl(cLapLimit)
	f.Op(wasm.I32GeS)
	f.If()
	t.playAgain(spending)
	f.End()
	write(kept)
	f.Get(t.place).Set(t.keptPlace)
	f.Get(t.seeds).Set(t.keptSeeds)
	f.Get(lap).Set(t.cycle)
	f.Get(t.power).Const(1).Op(wasm.I32Shl) // past twice the budget, which is still compared
	f.Get(lap)
	g.loadCtrl(cLapLimit)
	f.Op(wasm.I32GeS, wasm.I32Add).Set(t.power)
	f.Get(lap)
	g.loadCtrl(cLapLimit)
	f.Op(wasm.I32LtS)
	f.Get(t.power)
	g.loadCtrl(cLapLimit)
	f.Op(wasm.I32GtS, wasm.I32And)
	f.If()
	g.loadCtrl(cLapLimit)
	f.Set(t.power)
	f.End()
	f.Br(goOn)
	f.End()
	f.Get(lap).Const(g.restEvery()-1).Op(wasm.I32And, wasm.I32Eqz)
	f.If()
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
	f.Get(lap).Get(t.cycle).Op(wasm.I32Sub).Set(t.cycle) // it held the lap kept
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
	f.Get(lap).Const(g.restEvery()-1).Op(wasm.I32And, wasm.I32Eqz)
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

// tick pays for the laps since the last rest, or for one that was written down.
func (t *turn) tick() {
	cost := t.g.restEvery() * t.g.lapCost()
	if t.logsAll() {
		cost = 16 * t.g.lapCost()
	}
	t.g.spend(func() { t.g.f.Const(cost) })
}
