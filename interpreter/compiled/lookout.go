package compiled

import (
	"mancala/interpreter/compiled/wasm"
)

// What is remembered of a watched turn, from the address in its frame on: the
// lap start kept; the milestones, one behind the other; a table of their
// hashes, each slot the number of a milestone + 1.

// milestoneBytes is about how much memory a turn's milestones take.
const milestoneBytes = 1 << 20

// mostMilestones is how many milestones are remembered, a power of 2. They are
// so rare that a turn meets half as many within its budget of laps.
func (c *compiler) mostMilestones() int {
	n := 4096
	for n > 256 && n*c.snapSize() > milestoneBytes {
		n /= 2
	}
	return n
}

// slotBytes is the size of a slot of the table.
const slotBytes = 2

// leastSpacing is how many laps lie between two milestones at least, on average.
const leastSpacing = 64

func (c *compiler) milestonesAt() int { return c.snapSize() }
func (c *compiler) slotsAt() int      { return c.milestonesAt() + c.mostMilestones()*c.snapSize() }
func (c *compiler) watchSize() int    { return c.slotsAt() + slotBytes*2*c.mostMilestones() }

// Phases of the watch.
const (
	watching = iota // for a recurrence
	writing         // lap starts are written down
	pinning         // they are compared with those a period later
)

// lookout is the function being written that looks at a lap start.
type lookout struct {
	c                        *compiler
	f                        *wasm.Func
	frame, hash, act         wasm.Local
	zero, base, lap, limit   wasm.Local
	slot, n, e, period, from wasm.Local
	again                    wasm.Label
}

// lookFunc is the function look(frame, hash, act) → act that looks at the lap
// start in the frame. Whatever it says, the turn goes on with the lap
// start that is in the frame then.
func (c *compiler) lookFunc() wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	return c.helper("look", []wasm.Type{i32, i64, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		l := &lookout{c: c, f: f, frame: f.Param(0), hash: f.Param(1), act: f.Param(2)}
		for _, local := range []*wasm.Local{&l.zero, &l.base, &l.lap, &l.limit, &l.slot, &l.n, &l.e, &l.period, &l.from} {
			*local = f.FreshLocal(i32)
		}
		f.Get(l.zero).Load(i32Load, cLapLimit).Set(l.limit)
		l.readLap()
		f.Get(l.act).Op(wasm.I32Eqz)
		f.If()
		l.open()
		f.End()
		f.Get(l.frame).Load(i32Load, frBase).Set(l.base)
		l.pay()
		l.again = f.Loop()
		watch := f.Block()
		f.Get(l.frame).Load(i32Load, frPhase).Op(wasm.I32Eqz).BrIf(watch)
		l.pin()
		f.End()
		l.watch()
		f.End()
		f.Op(wasm.Unreachable)
	})
}

func (l *lookout) readLap() {
	l.f.Get(l.frame).Load(i32Load, frHead+l.c.lapNumber()).Set(l.lap)
}

// number pushes a number of the frame.
func (l *lookout) number(at int) *wasm.Func { return l.f.Get(l.frame).Load(i32Load, at) }

// put stores what value pushes as a number of the frame.
func (l *lookout) put(at int, value func()) {
	l.f.Get(l.frame)
	value()
	l.f.Store(wasm.I32Store, at)
}

func (l *lookout) putConst(at, v int) { l.put(at, func() { l.f.Const(v) }) }

func (l *lookout) putHash(at int, v int64) { l.f.Get(l.frame).Const64(v).Store(wasm.I64Store, at) }

// lower pushes the smaller of the number on the stack and another.
func (l *lookout) lower(value func()) {
	l.f.Set(l.n).Get(l.n)
	value()
	l.f.Get(l.n)
	value()
	l.f.Op(wasm.I32LtS, wasm.Select)
}

// copySnap copies a snapshot, hash and all.
func (l *lookout) copySnap(to, from func()) {
	to()
	from()
	l.f.Const(l.c.snapSize()).MemoryCopy()
}

// looked pushes the address of the lap start in the frame.
func (l *lookout) looked() { l.f.Get(l.frame).Const(frHead).Op(wasm.I32Add) }

func (l *lookout) atBase() { l.f.Get(l.base) }

// milestone pushes the address of the milestone whose number is in a local.
func (l *lookout) milestone(n wasm.Local) {
	l.f.Get(n).Const(l.c.snapSize()).Op(wasm.I32Mul).Get(l.base).Op(wasm.I32Add).Const(l.c.milestonesAt()).Op(wasm.I32Add)
}

// says returns what the look says.
func (l *lookout) says(act int) { l.f.Const(act).Op(wasm.Return) }

// open makes room for what is remembered.
func (l *lookout) open() {
	f := l.f
	f.Get(l.zero).Load(i32Load, cLogEnd).Const(15).Op(wasm.I32Add).Const(-16).Op(wasm.I32And).Tee(l.base)
	f.Const(l.c.watchSize()).Op(wasm.I32Add).Tee(l.n).Call(l.c.ensure())
	f.Get(l.zero).Get(l.n).Store(wasm.I32Store, cLogEnd)
	f.Get(l.base).Const(l.c.slotsAt()).Op(wasm.I32Add).Const(0).Const(slotBytes * 2 * l.c.mostMilestones()).MemoryFill()
	l.put(frBase, l.atBase)
	l.putConst(frPhase, watching)
	l.putConst(frCount, 0)
	l.putConst(frPower, watchFrom)
	l.put(frPaid, func() { f.Get(l.lap) })
	l.putHash(frKept, 0)
	f.Get(l.frame).Const64(-1)
	f.Get(l.limit).Const(l.c.mostMilestones() / 2).Op(wasm.I32DivU)
	l.lower(func() { f.Const(1 << 30) })
	f.Tee(l.n).Const(leastSpacing).Get(l.n).Const(leastSpacing).Op(wasm.I32GtS, wasm.Select)
	f.Op(wasm.I64ExtendI32U, wasm.I64DivU).Store(wasm.I64Store, frSmall)
}

// pay pays for the laps since the last look.
func (l *lookout) pay() {
	f, c := l.f, l.c
	(&gen{compiler: c, f: f, zero: l.zero}).spend(func() {
		f.Get(l.lap)
		l.number(frPaid).Op(wasm.I32Sub).Tee(l.n).Const(0).Get(l.n).Const(0).Op(wasm.I32GtS, wasm.Select)
		f.Const(c.lapCost()).Op(wasm.I32Mul)
	})
	l.put(frPaid, func() { f.Get(l.lap) })
}

// watch looks for a recurrence.
func (l *lookout) watch() {
	f := l.f
	rare := f.Block()
	f.Get(l.hash).Get(l.frame).Load(wasm.I64Load, frSmall).Op(wasm.I64GeU).BrIf(rare)
	l.findMilestone()
	l.enterMilestone()
	f.End()
	l.isKept()
	f.Get(l.lap).Get(l.limit).Op(wasm.I32Sub).Get(l.limit).Op(wasm.I32GeS)
	f.If()
	l.overBudget()
	f.End()
	f.Get(l.lap)
	l.number(frPower).Op(wasm.I32Eq)
	f.If()
	l.keep()
	f.End()
	l.put(frNext, func() {
		f.Get(l.lap).Const(l.c.restEvery()).Op(wasm.I32Add)
		l.lower(func() { l.number(frPower) })
	})
	l.says(actOn)
}

// findMilestone goes on to pin the recurrence if this milestone was met before.
// Otherwise l.slot is where it belongs.
func (l *lookout) findMilestone() {
	f, c := l.f, l.c
	f.Get(l.hash).Const64(0x2545F4914F6CDD1D).Op(wasm.I64Mul).Const64(32).Op(wasm.I64ShrU, wasm.I32WrapI64).Set(l.n)
	missing := f.Block()
	probe := f.Loop()
	f.Get(l.n).Const(2*c.mostMilestones() - 1).Op(wasm.I32And).Const(slotBytes).Op(wasm.I32Mul)
	f.Get(l.base).Op(wasm.I32Add).Const(c.slotsAt()).Op(wasm.I32Add).Tee(l.slot)
	f.Load(wasm.I32Load16U, 0).Tee(l.from).Op(wasm.I32Eqz).BrIf(missing)
	f.Get(l.from).Const(1).Op(wasm.I32Sub).Set(l.from)
	l.milestone(l.from)
	f.Set(l.e)
	f.Get(l.n).Const(1).Op(wasm.I32Add).Set(l.n)
	f.Get(l.e).Load(wasm.I64Load, 0).Get(l.hash).Op(wasm.I64Ne).BrIf(probe)
	l.sameKey(func() { f.Get(l.e) })
	f.Op(wasm.I32Eqz).BrIf(probe)
	l.found(func() { f.Get(l.e) })
	f.End()
	f.End()
}

// sameKey pushes whether the snapshot at an address is of the lap start in the frame.
func (l *lookout) sameKey(of func()) {
	of()
	l.f.Const(8).Op(wasm.I32Add)
	l.looked()
	l.f.Const(8).Op(wasm.I32Add).Const(l.c.keySize() - 8).Call(l.c.equalFunc())
}

// enterMilestone remembers a milestone not met before. Past the budget, and
// past as many laps as nothing was watched, it is the proof that the turn did not recur within it:
// if it had, this milestone would have been met one period ago.
func (l *lookout) enterMilestone() {
	f, c := l.f, l.c
	room := f.Block()
	l.number(frCount).Tee(l.n).Const(c.mostMilestones()).Op(wasm.I32GeS).BrIf(room)
	f.Get(l.lap).Get(l.limit).Op(wasm.I32Sub).Const(watchFrom).Op(wasm.I32GeS)
	f.If()
	l.overBudget()
	f.End()
	f.Get(l.slot).Get(l.n).Const(1).Op(wasm.I32Add).Store(wasm.I32Store16, 0)
	f.Get(l.frame).Get(l.hash).Store(wasm.I64Store, frHead)
	l.copySnap(func() { l.milestone(l.n) }, l.looked)
	l.put(frCount, func() { f.Get(l.n).Const(1).Op(wasm.I32Add) })
	f.End()
}

// isKept goes on to pin the recurrence if this is the lap start kept.
func (l *lookout) isKept() {
	f := l.f
	other := f.Block()
	f.Get(l.hash).Get(l.frame).Load(wasm.I64Load, frKept).Op(wasm.I64Ne).BrIf(other)
	l.number(frPower).Const(watchFrom).Op(wasm.I32LeS).BrIf(other) // none was kept yet
	l.sameKey(l.atBase)
	f.Op(wasm.I32Eqz).BrIf(other)
	l.number(frCount).Set(l.from)
	l.found(l.atBase)
	f.End()
}

// keep keeps the lap start: at lap 64, 128, 256 and so on, and at the budget;
// after that none, since it comes back before twice the budget if the turn recurs within it.
func (l *lookout) keep() {
	f := l.f
	l.copySnap(l.atBase, l.looked)
	f.Get(l.frame).Get(l.hash).Store(wasm.I64Store, frKept)
	f.Get(l.lap).Get(l.limit).Op(wasm.I32GeS)
	f.If()
	l.put(frPower, func() { f.Get(l.limit).Const(1).Op(wasm.I32Shl) }) // a last look
	f.Else()
	l.put(frPower, func() {
		f.Get(l.lap).Const(1).Op(wasm.I32Shl)
		l.lower(func() { f.Get(l.limit) })
	})
	f.End()
}

// overBudget goes back to the lap start kept, which is that at the budget.
func (l *lookout) overBudget() {
	l.f.Get(l.frame).Call(l.c.atBudgetFunc())
	l.says(actBudget)
}

// atBudgetFunc is the function that puts the lap start kept, which is that at
// the budget, in the frame, to be looked at.
func (c *compiler) atBudgetFunc() wasm.FuncRef {
	return c.helper("atBudget", []wasm.Type{wasm.I32}, nil, func(f *wasm.Func) {
		l := &lookout{c: c, f: f, frame: f.Param(0)}
		l.putConst(frNext, 0)
		l.copySnap(l.looked, func() { l.number(frBase) })
	})
}
