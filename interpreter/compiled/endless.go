package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/compiled/wasm"
)

// A turn never ends if a lap of it begins exactly as an earlier one began.
// Looking for that costs nothing on short turns and little on long ones:
//
//   - From lap watchFrom on every lap start is hashed, and a few are looked at:
//     those whose hash is small, one in a hundred or so, the milestones; one kept
//     at lap 64, 128, 256 and so on (Brent's method), and for the last time at the lap
//     budget; and wherever that one may have come back (lookout.go).
//   - All milestones are remembered. If one comes back, or the lap start kept, the
//     laps between are the exact period. The turn goes on from what is remembered of
//     it, twice, to find where the first recurrence was, as if all lap starts
//     had been compared from the beginning (pin.go).
//   - A turn that has used up its budget goes on until it meets a milestone. Had it
//     recurred within the budget, that one would have been met before. If it has not,
//     the turn stands again as it stood at its budget.
//
// Where the mover makes inner choices every lap start is written down from the
// first on, and searched for among all earlier ones: a completion by choices
// that has come round must not be asked for another.
//
// What is remembered lies at the end of memory, which grows when it is first
// needed. A turn that is run ahead in the middle of another writes behind it.
const (
	watchFrom = 64
	logTable  = 48      // entries searched without the table
	logSlots  = 1 << 19 // of 8 bytes: generation and address
	logHead   = 16      // of a turn's log: 64 bits of generation
)

// What a look at a lap start says.
const (
	actNew    = iota // no lap start was looked at yet
	actOn            // the turn goes on, from what is in the frame
	actStart         // it goes on from its start
	actExact         // it recurs here
	actBudget        // it has used up its laps here
	actEnded         // a lap has ended otherwise than by a plain relay
)

// watches tells seats whose turns are looked at now and then.
func (t *turn) watches() bool { return t.g.facts.relays && !t.quick && !t.logsAll() }

// logsAll tells seats whose every lap start is written down.
func (t *turn) logsAll() bool { return t.g.facts.choices }

// openLog makes ready to watch a turn that is about to begin.
func (t *turn) openLog() {
	f := t.g.f
	switch {
	case !t.g.facts.relays:
	case t.logsAll():
		f.Call(t.g.logOpen()).Set(t.logBase)
	case t.quick:
		t.keepQuickStart()
	}
}

// startsWatch keeps what a turn starts from.
func (t *turn) startsWatch() {
	if !t.watches() {
		return
	}
	f := t.g.f
	f.Const(watchFrom).Set(t.next)
	f.GetGlobal(t.g.sp).Tee(t.frame).Const(t.g.frameSize()).Op(wasm.I32Add).SetGlobal(t.g.sp)
	t.saveState(t.g.startAtFrame())
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
	f.Get(t.act)
	f.If()
	g.storeCtrl(cLogEnd, func() { f.Get(t.frame).Load(wasm.I32Load, frBase) })
	f.End()
}

// recurs looks if the lap about to begin began before. A run of relays goes on
// with ended when it is over.
func (t *turn) recurs(ended wasm.Label) {
	g := t.g
	f := g.f
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
	goOn := f.Block()
	if t.runsRelays() {
		f.Get(*t.lapLocal).Get(t.next).Op(wasm.I32LtS).BrIf(goOn)
		t.run(ended)
	} else {
		look := f.Block()
		t.hashLap()
		t.toBeLookedAt(look)
		f.Br(goOn)
		f.End()
		t.look()
	}
	f.End()
}

// toBeLookedAt leaves if the lap start, which was hashed, is to be looked at.
func (t *turn) toBeLookedAt(look wasm.Label) {
	f := t.g.f
	f.Get(t.hash).Get(t.small).Op(wasm.I64LtU).BrIf(look)
	f.Get(t.hash).Get(t.kept).Op(wasm.I64Eq).BrIf(look)
	f.Get(*t.lapLocal).Get(t.next).Op(wasm.I32GeS).BrIf(look)
}

// look asks what this lap start means, and does it.
func (t *turn) look() {
	g := t.g
	f := g.f
	f.Get(t.act).Const(actBudget).Op(wasm.I32Ne)
	f.If()
	t.saveLap()
	f.Unwatched(func() { f.Get(t.frame).Get(t.hash).Get(t.act).Call(g.lookFunc()).Set(t.act) })
	f.Get(t.act).Const(actStart).Op(wasm.I32Eq).BrIf(t.restart)
	t.loadLap()
	f.End()
	t.found()
}

// found does what a look has found.
func (t *turn) found() {
	f := t.g.f
	f.Get(t.act).Const(actExact).Op(wasm.I32Eq)
	f.If()
	f.Get(t.frame).Load(wasm.I32Load, frPeriod).Set(t.period)
	t.ended(interpreter.EndlessExact)
	f.End()
	f.Get(t.act).Const(actBudget).Op(wasm.I32Eq)
	f.If()
	f.Const(0).Set(t.period)
	t.ended(interpreter.EndlessBudget)
	f.End()
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

// overspent goes back to the end of the lap budget if the turn came to an end
// while it was followed past it.
func (t *turn) overspent() {
	g := t.g
	f := g.f
	if !t.watches() {
		return
	}
	f.Get(*t.lapLocal).Const(watchFrom).Op(wasm.I32GtS)
	f.If()
	f.Get(*t.lapLocal)
	g.loadCtrl(cLapLimit)
	f.Op(wasm.I32GtS)
	f.If()
	f.Unwatched(func() { f.Get(t.frame).Call(g.atBudgetFunc()) })
	f.Const(actBudget).Set(t.act)
	f.Br(t.restart)
	f.End()
	f.End()
}

// resume goes on from what is in the frame, after the turn has gone another way.
func (t *turn) resume() {
	g := t.g
	f := g.f
	t.loadLap()
	f.Const(0).Tee(t.again).Set(t.endless)
	m := g.p.Layout.Mover
	f.Get(g.zero).Const(g.who).Store(g.lay.kind[m].store(), g.lay.addr[m])
}

// tick pays for laps that were written down.
func (t *turn) tick() {
	t.g.spend(func() { t.g.f.Const(16 * t.g.lapCost()) })
}

// tellsEndless tells seats whose rules do not say what an endless turn means:
// it is told with the rule that began the lap that recurs.
func (t *turn) tellsEndless() bool {
	if !t.g.facts.relays || t.quick {
		return false
	}
	switch t.g.seat.Endless {
	case rules.EndlessStop, rules.EndlessLoses, rules.EndlessDraw, rules.EndlessIllegal:
		return false
	}
	return true
}

// beganBy notes the rule that begins another lap.
func (t *turn) beganBy() {
	if t.tellsEndless() && t.g.rule != nil {
		t.g.f.Const(t.g.rule.ID + 1).Set(t.began)
	}
}
