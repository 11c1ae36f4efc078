package compiled

import "mancala/interpreter/compiled/wasm"

// A recurrence that was found is pinned to the lap where it was first to be
// seen: the turn ends there. The turn is played again from the last milestone
// before the cycle, and its lap starts are written down until the first that is
// known to lie on the cycle. Then it is played again from the last milestone before
// those laps came round for the first time, and its lap starts are compared
// with the ones written down: the first that is equal recurs.

// found goes on to pin the recurrence of a lap start, whose snapshot is at an
// address; l.from is the number of the milestone that came back, or of
// milestones. All milestones before that lie before the cycle: the first one on
// it comes back first.
func (l *lookout) found(address func()) {
	f, c := l.f, l.c
	address()
	f.Load(i32Load, c.lapNumber()).Set(l.e)
	f.Get(l.lap).Get(l.e).Op(wasm.I32Sub).Set(l.period)
	l.put(frPeriod, func() { f.Get(l.period) })
	l.put(frTo, func() { f.Get(l.e) })
	l.milestoneBefore(l.from, l.e)
	l.lapOf(l.from)
	f.Tee(l.e).Get(l.period).Op(wasm.I32Add).Tee(l.n).Get(l.limit).Op(wasm.I32GtS)
	f.If()
	l.overBudget()
	f.End()
	l.put(frFrom, func() { f.Get(l.e) })
	l.number(frCount).Set(l.slot)
	f.Get(l.n).Set(l.e)
	l.milestoneBefore(l.slot, l.e)
	l.put(frThen, func() { f.Get(l.slot) })
	l.putConst(frPhase, writing)
	l.putHash(frSmall, 0)
	l.putHash(frKept, 0)
	l.backTo(l.from)
	f.Br(l.again)
}

// milestoneBefore sets n, a number of milestones, to the number of the last of
// them no later than a lap, or to -1 if there is none.
func (l *lookout) milestoneBefore(n, lap wasm.Local) {
	f := l.f
	first := f.Block()
	back := f.Loop()
	f.Get(n).Const(1).Op(wasm.I32Sub).Tee(n).Const(0).Op(wasm.I32LtS).BrIf(first)
	l.milestone(n)
	f.Load(i32Load, l.c.lapNumber()).Get(lap).Op(wasm.I32GtS).BrIf(back)
	f.End()
	f.End()
}

// lapOf pushes the lap of a milestone, or that the turn started with.
func (l *lookout) lapOf(n wasm.Local) {
	f := l.f
	f.Get(n).Const(0).Op(wasm.I32LtS)
	f.If(wasm.I32)
	f.Get(l.frame).Load(i32Load, l.c.startAtFrame()+l.c.lapNumber())
	f.Else()
	l.milestone(n)
	f.Load(i32Load, l.c.lapNumber())
	f.End()
}

// backTo puts a milestone in the frame, or goes back to the start of the turn.
func (l *lookout) backTo(n wasm.Local) {
	f, c := l.f, l.c
	f.Get(n).Const(0).Op(wasm.I32LtS)
	f.If()
	l.putConst(frNext, 0)
	l.copySnap(l.looked, func() { f.Get(l.frame).Const(c.startAtFrame()).Op(wasm.I32Add) })
	l.says(actStart)
	f.End()
	l.copySnap(l.looked, func() { l.milestone(n) })
	l.readLap()
	l.put(frPaid, func() { f.Get(l.lap) })
}

// written pushes the address of the key written down a number of laps, which is
// in a local, after the first.
func (l *lookout) written(n wasm.Local) {
	l.f.Get(n).Const(l.c.keySize()).Op(wasm.I32Mul).Get(l.base).Op(wasm.I32Add).Const(l.c.watchSize()).Op(wasm.I32Add)
}

// pin writes a lap start down, or compares it.
func (l *lookout) pin() {
	f, c := l.f, l.c
	l.put(frNext, func() { f.Get(l.lap).Const(1).Op(wasm.I32Add) })
	write := f.Block()
	l.number(frPhase).Const(writing).Op(wasm.I32Eq).BrIf(write)
	l.compare()
	f.End()
	f.Get(l.lap)
	l.number(frFrom).Op(wasm.I32Sub).Set(l.n)
	l.written(l.n)
	f.Tee(l.e).Const(c.keySize()).Op(wasm.I32Add).Tee(l.n).Call(c.ensure())
	f.Get(l.zero).Get(l.n).Store(wasm.I32Store, cLogEnd)
	f.Get(l.e)
	l.looked()
	f.Const(c.keySize()).MemoryCopy()
	f.Get(l.lap)
	l.number(frTo).Op(wasm.I32Eq)
	f.If()
	l.putConst(frPhase, pinning)
	l.number(frThen).Set(l.slot)
	l.backTo(l.slot)
	f.Br(l.again)
	f.End()
	l.says(actOn)
}

// compare compares the lap start with the one written down a period before.
func (l *lookout) compare() {
	f := l.f
	other := f.Block()
	l.number(frPeriod).Set(l.period)
	f.Get(l.lap).Get(l.period).Op(wasm.I32Sub)
	l.number(frFrom).Op(wasm.I32Sub).Tee(l.n).Const(0).Op(wasm.I32LtS)
	f.If()
	l.put(frNext, func() {
		f.Get(l.lap).Get(l.n).Op(wasm.I32Sub)
		l.lower(func() { f.Get(l.lap).Const(l.c.restEvery()).Op(wasm.I32Add) })
	})
	l.says(actOn)
	f.End()
	l.written(l.n)
	f.Set(l.e)
	l.sameKey(func() { f.Get(l.e) })
	f.Op(wasm.I32Eqz).BrIf(other)
	l.says(actExact)
	f.End()
	f.Get(l.lap).Get(l.limit).Op(wasm.I32Eq)
	f.If()
	l.putConst(frNext, 0)
	l.says(actBudget)
	f.End()
	l.says(actOn)
}
