package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// A turn: how its parts are put together. Its beginning is in start.go, the drops
// in sow.go and fast.go, what comes after it in epilogue.go.

// Modes of a turn function, bits.
const (
	modeFirstLap = 1 // stop after the first lap
	modeTest     = 2 // say in cTested if the move is legal; forget nothing
)

// A move is two numbers: the hole it starts from, and how: the option that
// offers it, its direction + 1 and the seeds taken (0 = all).
const (
	howDirShift  = 8
	howTakeShift = 10
)

// turn is the function that plays a turn of one seat in one stage being emitted.
type turn struct {
	g    *gen
	code *seatCode

	from, how, mode wasm.Local
	modal           bool       // there are modes; else the turn is played
	random          bool       // it is played in the loop of random games
	quick           bool       // gives up after watchFrom laps, see quick.go
	st              wasm.Local // status the function leaves with
	kind            wasm.Local // decision that begins the next lap, where more than one can
	place, seeds    wasm.Local // where the lap begins, with how many
	taken           wasm.Local // seeds the move takes of its hole, 0 = all
	again           wasm.Local
	sown            wasm.Local
	seedsAtLast     wasm.Local // content of t.last after the last drop
	last            wasm.Local
	endless, period wasm.Local

	bag, captured, lost, rev wasm.Local
	hasBag, hasRev           bool
	lapLocal                 *wasm.Local
	hand                     *wasm.Local // seeds in the hand while a lap is being sown
	inTurn, inAtOnce, inLap  bool
	leave                    func(status int)
	abrupt                   bool // it may leave with a status that ends the game

	lapLoop, stopped, restart, exit, gaveUp      wasm.Label
	rowBase                                      wasm.Local // tables of the lap's kind, see fast.go
	sows, takes                                  bool       // some lap sows captured seeds; a move may take fewer than all
	direct                                       bool       // some move begins with the end of a lap
	act, next, frame, logBase, hash, kept, small wasm.Local // see endless.go
	began                                        wasm.Local // rule that began the lap, where an endless turn is told with it
}

// emitTurn writes turn(from, how, mode) → status. Laps that are sown by table go
// round with the board in words, where they can.
func (c *compiler) emitTurn(sc *seatCode) {
	f := sc.turn.Body()
	emit := func(words bool) {
		g := c.newGen(f, sc.stage, sc.who)
		if words {
			g.takeWords()
			g.loadWords()
		}
		if sc.lists {
			g.useLists()
		}
		t := &turn{g: g, code: sc, from: f.Param(0), how: f.Param(1), mode: f.Param(2), modal: c.modes}
		t.emit()
		g.storeWords()
		g.leaveLists()
		f.Get(t.st)
	}
	if sc.table == nil || !sc.facts.relays || sc.lists {
		emit(false)
		return
	}
	c.tryWords(f, emit)
}

// inlineSize is the most code bytes that are written out where they are used
// instead of being called, in the loop that plays random games.
const inlineSize = 4096

// inlined tells seats whose turns are written out in that loop.
func (c *compiler) inlined(sc *seatCode) bool {
	all := 0
	for _, stage := range c.seats {
		all += stage[sc.who].turn.Body().Size()
	}
	return !c.opt.Plain && all <= inlineSize
}

// playTurn sets st to the status of a turn to be played, called or in place.
// It may stand only once in a function, outside loops. It tells if the status
// may be one that ends the game.
func (g *gen) playTurn(sc *seatCode, from, how, st wasm.Local) (abrupt bool) {
	f := g.f
	if !g.inlined(sc) {
		f.Get(from).Get(how).Const(0).Call(sc.turn).Set(st)
		return true
	}
	g.inStage(sc.stage, func(h *gen) {
		t := &turn{g: h, code: sc, from: from, how: how, random: true}
		t.quick = h.facts.relays && !t.logsAll()
		t.emit()
		f.Get(t.st).Set(st)
		abrupt = t.abrupt
	})
	return abrupt
}

// emit writes a turn; its status is in t.st then.
func (t *turn) emit() {
	g := t.g
	f := g.f
	t.locals()
	t.finds()
	if t.quick {
		t.gaveUp = f.Block()
	}
	loops := t.watches()
	if loops {
		t.restart = f.Loop()
	}
	t.exit = f.Block()
	t.leave = func(status int) {
		if status == stGap && t.random && g.loop != nil {
			g.loop.leave(f, status) // a game that stops is played again elsewhere, its sums don't count
			return
		}
		t.abrupt = t.abrupt || status > stAgain
		f.Const(status).Set(t.st).Br(t.exit)
	}
	g.onGap = func(int) { t.leave(stGap) }
	if loops {
		f.Get(t.act)
		f.If()
		t.resume()
		f.Else()
		t.begins()
		f.End()
	} else {
		t.begins()
	}
	if g.facts.relays {
		t.lapLoop = f.Loop()
	}
	t.stopped = f.Block()
	if g.facts.relays && g.words == nil {
		g.reach()
	}
	if t.direct {
		lapEnds := f.Block()
		f.Get(t.kind).Const(kindDirect).Op(wasm.I32Eq).BrIf(lapEnds)
		t.lapBegins()
		f.End()
		g.known, g.wasLess = nil, nil
	} else {
		t.lapBegins()
	}
	t.lapEnds()
	f.End() // stopped
	t.turnEnds()
	if g.facts.relays {
		f.End() // laps
	}
	f.End() // exit
	if loops {
		t.overspent()
		f.End() // restart
	}
	if g.facts.relays && g.words != nil {
		g.reach()
	}
	t.epilogue()
	if t.quick {
		f.End()
	}
}

// kinds of lap starts.
const (
	kindLift   = 0
	kindSow    = 1
	kindDirect = 2
)

// finds looks for what the turn needs code for.
func (t *turn) finds() {
	v := program.Visitor{Stmt: func(s program.Stmt) {
		if _, ok := s.(program.Sow); ok {
			t.sows = true
		}
	}}
	for _, b := range []*program.Block{t.g.seat.Lap, t.g.seat.Turn} {
		if b != nil {
			v.VisitBlock(b)
		}
	}
	for _, o := range t.code.options {
		t.takes = t.takes || takesSome(o.opt)
		t.sows = t.sows || o.opt.SowsHand
		t.direct = t.direct || o.opt.Kind == rules.StepFrom || o.opt.Kind == rules.EnterAt && !o.opt.Sows && !o.opt.SowsHand
	}
}

func (t *turn) locals() {
	g := t.g
	f := g.f
	i32 := func() wasm.Local { return f.FreshLocal(wasm.I32) }
	t.st, t.kind, t.place, t.seeds, t.taken, t.again = i32(), i32(), i32(), i32(), i32(), i32()
	t.sown, t.last, t.endless, t.period, t.seedsAtLast = i32(), i32(), i32(), i32(), i32()
	facts := g.facts
	t.hasBag = facts.captures || facts.loses
	t.bag, t.captured, t.lost = i32(), i32(), i32()
	t.rowBase = i32()
	t.hasRev = facts.reverse
	t.rev = i32()
	lap := i32()
	t.lapLocal = &lap
	if facts.relays && !t.quick {
		t.act, t.next, t.frame, t.logBase = i32(), i32(), i32(), i32()
		t.hash, t.kept, t.small = f.FreshLocal(wasm.I64), f.FreshLocal(wasm.I64), f.FreshLocal(wasm.I64)
		t.began = i32()
	}

	g.reg[program.RLast] = localOperand(t.last)
	g.reg[program.RLap] = localOperand(lap)
	g.reg[program.RBag] = localOperand(t.bag)
	g.reg[program.RCaptured] = localOperand(t.captured)
	for _, r := range []program.Register{program.ROrigin, program.RFirst, program.RWas, program.RWasOwner} {
		if facts.reads[r] || r == program.ROrigin && g.seat.SkipOrigin {
			g.reg[r] = localOperand(i32())
		}
	}
	if d, one := facts.onlyDir(); one {
		g.reg[program.RDir] = constOperand(d)
	} else {
		g.reg[program.RDir] = localOperand(i32())
	}
	if facts.reads[program.RLabel] {
		g.reg[program.RLabel] = t.label()
	}
}

// label is the kind of the move being made.
func (t *turn) label() operand {
	labels := make([]int, len(t.code.options))
	same := true
	for i, o := range t.code.options {
		labels[i] = o.opt.Label
		same = same && labels[i] == labels[0]
	}
	if len(labels) == 0 {
		return constOperand(0)
	}
	if same {
		return constOperand(labels[0])
	}
	l := t.g.f.FreshLocal(wasm.I32)
	t.g.f.Get(t.how).Const(255).Op(wasm.I32And)
	t.g.entryOf(labels, 0)
	t.g.f.Set(l)
	return localOperand(l)
}

func (t *turn) set(r program.Register, value func()) {
	if o := t.g.reg[r]; o.isLocal {
		value()
		t.g.f.Set(o.local)
	}
}

// lapBegins is step 4 up to the last drop.
func (t *turn) lapBegins() {
	g := t.g
	f := g.f
	if t.modal {
		f.Get(t.mode).Const(modeFirstLap).Op(wasm.I32And)
		f.Get(*t.lapLocal).Const(0).Op(wasm.I32GtS, wasm.I32And)
		f.If()
		t.leave(stNext)
		f.End()
	}
	ended := f.Block()
	if g.facts.relays {
		t.recurs(ended)
	}
	t.lapCounted()
	t.sowing()
	f.End()
}

// lapCounted begins a lap.
func (t *turn) lapCounted() {
	g := t.g
	g.f.Get(*t.lapLocal).Const(1).Op(wasm.I32Add).Set(*t.lapLocal)
	t.set(program.RFirst, func() { g.f.Const(-1) })
	for _, v := range g.lay.lifetime(rules.LastsLap) {
		g.reset(v)
	}
}

// lapEnds is step 7: table `lap` decides how the turn goes on.
func (t *turn) lapEnds() {
	g := t.g
	f := g.f
	g.rule = nil
	t.inLap = true
	if g.uses.forecasts {
		g.storeCtrl(cLast1, func() {
			f.Get(t.last)
			g.loadCtrl(cLast1)
			f.Get(*t.lapLocal).Const(1).Op(wasm.I32Eq, wasm.Select)
		})
	}
	tx := &text{turn: t, outermost: true, decide: t.decide, gameOver: t.gameOver,
		ran: func() { g.gap(gapUnended) }}
	if g.seat.Lap != nil {
		tx.table(g.seat.Lap, nil)
	}
	if g.seat.Lap != nil && continuesAny(g.seat.Lap) {
		g.gap(gapUnended)
	} else {
		g.gap(gapLap)
	}
	t.inLap = false
	g.known, g.wasLess = nil, nil
}

func continuesAny(b *program.Block) bool {
	for _, r := range b.Rules {
		for _, s := range r.Do {
			if _, ok := s.(program.Continue); ok {
				return true
			}
		}
	}
	return false
}

// decide goes on as a rule of `lap` or `turn` says.
func (t *turn) decide(d decision, _ int) {
	f := t.g.f
	if d == decLift || d == decSow {
		t.beganBy()
	}
	switch d {
	case decStop:
		f.Br(t.stopped)
	case decAgain:
		f.Const(1).Set(t.again).Br(t.stopped)
	case decLift:
		if t.sows || t.direct {
			f.Const(kindLift).Set(t.kind)
		}
		t.setRows(kindLift)
		if t.takes {
			f.Const(0).Set(t.taken)
		}
		f.Br(t.lapLoop)
	case decSow:
		f.Const(kindSow).Set(t.kind)
		t.setRows(kindSow)
		if t.takes {
			f.Const(0).Set(t.taken)
		}
		f.Br(t.lapLoop)
	}
}

func (t *turn) gameOver() {
	g := t.g
	if g.uses.forecasts && t.inLap {
		g.f.Get(*t.lapLocal).Const(1).Op(wasm.I32Eq)
		g.f.If()
		g.storeCtrl(cWon1, func() {
			g.loadCtrl(cWinner)
			g.f.Const(g.who).Op(wasm.I32Eq)
		})
		g.f.End()
	}
	t.leave(stOver)
}

// turnEnds is step 8: table `turn`, then `at-once`. What the laps decided
// stands unless the table decides something else.
func (t *turn) turnEnds() {
	g := t.g
	f := g.f
	g.rule = nil
	t.inTurn = true
	if t.modal {
		f.Get(t.mode).Const(modeFirstLap).Op(wasm.I32And)
		f.If()
		t.leave(stNext)
		f.End()
	}
	if g.seat.Turn != nil {
		over := f.Block()
		decide := func(d decision, _ int) {
			switch d {
			case decStop:
				f.Br(over)
			case decAgain:
				if t.quick {
					f.Const(1).Set(t.again)
				} else {
					f.Get(t.endless).Op(wasm.I32Eqz).Get(t.again).Op(wasm.I32Or).Set(t.again)
				}
				f.Br(over)
			default: // a turn stopped for being endless does not go on
				if g.facts.relays && !t.quick {
					f.Get(t.endless)
					f.If()
					if d == decSow {
						g.addCell(g.p.Home[g.who], func() { f.Get(t.seeds) })
					}
					f.Br(over)
					f.End()
				}
				f.Const(0).Set(t.again)
				t.decide(d, 0)
			}
		}
		tx := &text{turn: t, outermost: true, decide: decide, gameOver: t.gameOver}
		tx.table(g.seat.Turn, nil)
		f.End()
	}
	g.known = nil
	t.atOnce()
	f.Get(t.again).Set(t.st) // stNext or stAgain
	f.Br(t.exit)
	t.inTurn = false
}

// aside asks a table that may end the game but not decide how the turn goes on.
func (t *turn) aside(b *program.Block) {
	if b == nil {
		return
	}
	rule := t.g.rule
	known := t.g.known
	tx := &text{turn: t, outermost: true, gameOver: t.gameOver}
	tx.table(b, nil)
	t.g.rule = rule
	t.g.known = known
	if writes(b) {
		t.g.known = nil
	}
}

// atOnce asks the text `at-once`, which may only end the game.
func (t *turn) atOnce() {
	if t.g.seat.AtOnce == nil || t.inAtOnce {
		return
	}
	if t.callAtOnce() {
		return
	}
	t.inAtOnce = true
	rule, known := t.g.rule, t.g.known
	tx := &text{turn: t, gameOver: t.gameOver}
	tx.table(t.g.seat.AtOnce, nil)
	t.g.rule, t.g.known = rule, known
	if writes(t.g.seat.AtOnce) {
		t.g.known = nil
	}
	t.inAtOnce = false
}

// ended is what an endless turn means.
func (t *turn) ended(kind interpreter.EndlessKind) {
	g := t.g
	f := g.f
	f.Const(int(kind)).Set(t.endless)
	if t.sows {
		f.Get(t.kind).Const(kindSow).Op(wasm.I32Eq)
		f.If()
		g.addCell(g.p.Home[g.who], func() { f.Get(t.seeds) })
		f.End()
	}
	rule := g.rule
	g.rule = nil
	seat := f.Local(wasm.I32)
	f.Const(g.who).Set(seat)
	stop := func() { f.Br(t.stopped) }
	switch g.seat.Endless {
	case rules.EndlessStop:
		stop()
	case rules.EndlessLoses:
		t.finish(rules.Loses, seat, interpreter.ByEndless, 0, t.gameOver, stop)
	case rules.EndlessDraw:
		t.finish(rules.Drawn, seat, interpreter.ByEndless, 0, t.gameOver, stop)
	case rules.EndlessIllegal:
		t.leave(stIllegal)
	default:
		if kind == interpreter.EndlessBudget {
			g.gap(overLaps)
		} else {
			g.storeCtrlConst(cGap, gapEndless)
			g.storeCtrl(cGapRule, func() { f.Get(t.began) })
			g.onGap(gapEndless)
		}
	}
	f.Release(wasm.I32, seat)
	g.rule = rule
}
