package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// A turn that goes on and on is a run of plain relays: a hole is lifted, and
// nothing else happens between two laps. From lap watchFrom on they go
// round in a function of their own, which has room for the few numbers of such a lap in the
// processor's registers. Where a rule does anything but relay it leaves the
// end of the lap to the turn.

// runsRelays tells seats whose plain relays have a function of their own.
func (t *turn) runsRelays() bool {
	s := t.g.seat
	if !t.watches() || t.code.table == nil || t.code.lists || s.Lap == nil {
		return false
	}
	for _, r := range s.Lap.Rules {
		if t.plainRelay(r.Do) {
			return true
		}
	}
	return false
}

// plainRelay tells actions that are nothing but a relay.
func (t *turn) plainRelay(do []program.Stmt) bool {
	if len(do) != 1 {
		return false
	}
	r, ok := do[0].(program.Relay)
	return ok && (r.Dir == nil || !t.g.reg[program.RDir].isLocal)
}

// run goes on with laps until something has to be done here.
func (t *turn) run(ended wasm.Label) {
	g := t.g
	f := g.f
	f.Get(t.act).Const(actBudget).Op(wasm.I32Ne)
	f.If()
	g.storeWords()
	t.saveNumbers(frHead, t.liveLocals())
	f.Unwatched(func() { f.Get(t.frame).Get(t.act).Get(t.how).Call(g.runFunc(t.code)).Set(t.act) })
	f.Const(0).Set(t.next)
	f.Get(t.act).Const(actStart).Op(wasm.I32Eq).BrIf(t.restart)
	g.loadWords()
	t.loadNumbers()
	f.Get(t.frame).Load(wasm.I32Load, frContent).Set(t.seedsAtLast)
	f.Get(t.act).Const(actEnded).Op(wasm.I32Eq).BrIf(ended)
	f.End()
	t.found()
}

// runFunc is the function run(frame, act, how) → act of a seat that goes on from
// the lap start in the frame, for as many laps as follow each other by plain relays.
func (c *compiler) runFunc(sc *seatCode) wasm.FuncRef {
	i32 := wasm.I32
	return c.helper(funcName("run", sc), []wasm.Type{i32, i32, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		f.JumpApart()
		c.tryWords(f, func(words bool) {
			g := c.newGen(f, sc.stage, sc.who)
			if words {
				g.takeWords()
			}
			t := &turn{g: g, code: sc, frame: f.Param(0), act: f.Param(1), how: f.Param(2)}
			t.locals()
			t.frame, t.act = f.Param(0), f.Param(1)
			t.finds()
			t.emitRun()
		})
	})
}

// emitRun writes its body: laps until a lap start is to be looked at, then the
// look, and so on.
func (t *turn) emitRun() {
	g := t.g
	f := g.f
	due := f.FreshLocal(wasm.I32)
	leave := func(act int) {
		g.storeWords()
		t.saveNumbers(frHead, t.runLocals())
		f.Const(act).Op(wasm.Return)
	}
	g.loadWords()
	t.loadNumbers()
	t.loadWatch()
	ended := f.Block()
	other := f.Block()
	begin := f.Block()
	look := f.Block()
	t.hashLap()
	f.Get(t.act).Op(wasm.I32Eqz).BrIf(look)
	t.toBeLookedAt(look)
	if t.sows || t.direct {
		f.Get(t.kind).BrIf(other)
	}
	f.Br(begin)
	f.End()
	f.Const(1).Set(due)
	f.End()
	turns := f.Loop()
	f.Get(due)
	f.If()
	t.lookInRun()
	f.End()
	look = f.Block()
	t.emitLaps(ended, look, other)
	f.End()
	f.Const(1).Set(due).Br(turns)
	f.End()
	f.End()
	leave(actOn)
	f.End()
	f.Get(t.frame).Get(t.seedsAtLast).Store(wasm.I32Store, frContent)
	leave(actEnded)
	f.Op(wasm.Unreachable)
}

// lookInRun looks at a lap start, and leaves unless a lap follows that was lifted.
func (t *turn) lookInRun() {
	g := t.g
	f := g.f
	t.saveNumbers(frHead, t.runLocals())
	t.loadNumbers()
	t.saveLap()
	f.Unwatched(func() { f.Get(t.frame).Get(t.hash).Get(t.act).Call(g.lookFunc()).Set(t.act) })
	f.Get(t.act).Const(actOn).Op(wasm.I32Ne)
	if t.sows || t.direct {
		f.Get(t.frame).Load(wasm.I32Load, frHead+t.numberAt(t.kind)).Op(wasm.I32Or)
	}
	f.If()
	t.loadParts()
	f.Get(t.act).Op(wasm.Return)
	f.End()
	t.loadLap()
}

// runLocals are the numbers of the turn that change in a run.
func (t *turn) runLocals() []wasm.Local {
	list := []wasm.Local{*t.lapLocal, t.place, t.seeds, t.sown}
	if t.tellsEndless() {
		list = append(list, t.began)
	}
	for _, r := range []program.Register{program.RLast, program.ROrigin, program.RFirst, program.RWas, program.RWasOwner} {
		if o := t.g.reg[r]; o.isLocal {
			list = append(list, o.local)
		}
	}
	return list
}

// emitLaps writes the loop. Lap starts are looked at where a lap has ended: all
// that is known of it is at hand there, and need not be carried round.
func (t *turn) emitLaps(ended, look, other wasm.Label) {
	g := t.g
	f := g.f
	tab := t.code.table
	g.onGap = func(int) { f.Br(ended) } // it is met again there
	again := f.Loop()
	if tab.rows <= g.lay.most {
		f.Get(t.seeds).Const(tab.rows).Op(wasm.I32GeU).BrIf(other)
	}
	t.lapCounted()
	sows := t.sows
	t.sows = false // this lap was lifted
	t.addRow(tab)
	t.sows = sows
	t.afterSowing()
	relayed := f.Block()
	tx := &text{turn: t, outermost: true, elsewhere: func() { f.Br(ended) }}
	tx.decide = func(decision, int) {
		t.beganBy()
		f.Br(relayed)
	}
	tx.table(g.seat.Lap, nil)
	f.Br(ended)
	f.End()
	t.hashLap()
	t.toBeLookedAt(look)
	f.Br(again)
	f.End()
}
