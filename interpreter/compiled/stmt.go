package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// decision is how a rule says the turn goes on.
type decision int

const (
	decStop decision = iota
	decAgain
	decLift // the place to lift is in turn.place
	decSow  // turn.seeds seeds, the first in turn.place
)

// text is one rule text being emitted: what its outermost table does with
// decisions and ends.
type text struct {
	*turn
	outermost bool                        // its rules end with the bag going home
	decide    func(d decision, loses int) // jumps; nil: decisions mean only that the table is over
	gameOver  func()                      // jumps away after the game ended
	over      wasm.Label                  // the table is over
	ran       func()                      // emitted when a rule has acted without a decision
}

// rule is where a rule's statements can go.
type ruleEnd struct {
	next wasm.Label // continue: the rules after it
	over wasm.Label // the table it stands in is over
	bag  bool       // it may leave captured seeds in the bag
	turn bool       // it may turn the direction round
	top  bool       // of the outermost table
}

// table emits a rule table: the first rule that holds acts.
func (t *text) table(b *program.Block, outer *ruleEnd) {
	g := t.g
	f := g.f
	over := f.Block()
	if outer == nil {
		t.over = over
	}
	known := g.known
	for _, r := range b.Rules {
		next := f.Block()
		narrow := len(g.narrow)
		if r.When != nil {
			g.jumpUnless(r.When, next)
			g.narrow = g.narrow[:narrow]
			g.assume(r.When, true)
		}
		saved := g.rule
		if r.Info != nil {
			g.rule = r.Info
		}
		end := &ruleEnd{next: next, over: over, top: outer == nil}
		if outer == nil {
			end.bag, end.turn = leaves(r.Do)
		} else {
			end.bag, end.turn = outer.bag, outer.turn
		}
		if !t.stmts(r.Do, end) {
			if end.top {
				t.ruleEnds(end)
				if t.ran != nil {
					t.ran()
				}
			}
			f.Br(over)
		}
		g.rule = saved
		g.narrow = g.narrow[:narrow]
		f.End()
		g.known = known
		if continues(r.Do) {
			known = nil
			g.known = nil
		}
	}
	f.End()
}

// leaves tells if statements may leave seeds in the bag, or turn the direction round.
func leaves(list []program.Stmt) (bag, turn bool) {
	v := program.Visitor{Stmt: func(s program.Stmt) {
		switch s.(type) {
		case program.Capture:
			bag = true
		case program.Reverse:
			turn = true
		}
	}}
	for _, s := range list {
		v.VisitStmt(s)
	}
	return bag, turn
}

// continues tells if statements may go on to the next rule having changed something.
func continues(list []program.Stmt) bool {
	found := false
	v := program.Visitor{Stmt: func(s program.Stmt) {
		if _, ok := s.(program.Continue); ok {
			found = true
		}
	}}
	for _, s := range list {
		v.VisitStmt(s)
	}
	return found && len(list) > 1
}

// ruleEnds sends the bag home and turns the direction round if the rule said so.
func (t *text) ruleEnds(end *ruleEnd) {
	if !t.outermost {
		return
	}
	if end.bag {
		t.bagHome()
	}
	if end.turn {
		t.turnRound()
	}
}

func (t *turn) bagHome() {
	if !t.hasBag {
		return
	}
	t.g.addCell(t.g.p.Home[t.g.who], func() { t.g.push(t.g.reg[program.RBag]) })
	t.g.f.Const(0).Set(t.bag)
	t.g.known = nil
}

func (t *turn) turnRound() {
	g := t.g
	d := g.reg[program.RDir]
	if !t.hasRev || !d.isLocal {
		return
	}
	if g.facts.noDir {
		g.f.Get(d.local).Get(t.rev).Op(wasm.I32Xor).Get(d.local)
		g.f.Get(d.local).Const(0).Op(wasm.I32GeS, wasm.Select).Set(d.local)
	} else {
		g.f.Get(d.local).Get(t.rev).Op(wasm.I32Xor).Set(d.local)
	}
	g.f.Const(0).Set(t.rev)
}

// addCell adds what value pushes to a cell.
func (g *gen) addCell(cell int, value func()) {
	k, a := g.lay.kind[cell], g.lay.addr[cell]
	g.f.Get(g.zero)
	g.f.Get(g.zero).Load(k.load(), a)
	value()
	g.f.Op(wasm.I32Add).Store(k.store(), a)
}

// stmts emits statements; true if the last of them never goes on.
func (t *text) stmts(list []program.Stmt, end *ruleEnd) bool {
	for _, s := range list {
		if t.stmt(s, end) {
			return true
		}
	}
	return false
}

// stmt emits a statement, one case an action; true if it never goes on.
func (t *text) stmt(s program.Stmt, end *ruleEnd) bool {
	g := t.g
	switch s := s.(type) {
	case program.Stop:
		t.ruleEnds(end)
		t.decided(decStop)
		return true
	case program.Continue:
		if end.top {
			t.ruleEnds(end)
		}
		g.f.Br(end.next)
		return true
	case program.Relay:
		t.relay(s, end)
		return true
	case program.Sow:
		t.sow(s, end)
		return true
	case program.Capture:
		t.capture(s)
	case program.MoveSeeds:
		t.moveSeeds(s)
	case program.Mark:
		t.mark(s)
	case program.Fill:
		t.fill(s)
	case program.Each:
		t.each(s, end)
	case program.SetCell:
		t.setCell(s)
	case program.Choose:
		t.choose(s)
	case program.May:
		t.may(s, end)
	case program.Again:
		return t.again(s, end)
	case program.Reverse:
		if t.hasRev {
			g.f.Get(t.rev).Const(1).Op(wasm.I32Xor).Set(t.rev)
		}
	case program.Call:
		known := g.known
		t.table(s.Block, end)
		g.known = nil
		if !writes(s.Block) {
			g.known = known
		}
	case program.Take:
		t.take(s)
	case program.End:
		t.ruleEnds(end)
		t.end(s)
		return true
	default:
		g.failf("an action of an unknown kind: %T", s)
	}
	return false
}

// writes tells if a table does anything but decide.
func writes(b *program.Block) bool {
	found := false
	v := program.Visitor{Stmt: func(s program.Stmt) {
		switch s.(type) {
		case program.Stop, program.Continue, program.Call, program.End:
		default:
			found = true
		}
	}}
	v.VisitBlock(b)
	return found
}

// decided leaves the table with a decision.
func (t *text) decided(d decision) {
	if t.decide == nil {
		if d == decSow { // nothing sows here: the seeds go home
			t.g.addCell(t.g.p.Home[t.g.who], func() { t.g.f.Get(t.seeds) })
		}
		t.g.f.Br(t.over)
		return
	}
	t.decide(d, 0)
}

func (t *text) relay(s program.Relay, end *ruleEnd) {
	g := t.g
	known := g.known
	g.val(s.From)
	g.f.Set(t.place)
	t.ruleEnds(end)
	if t.decide == nil {
		g.f.Br(t.over)
		return
	}
	if g.spots(s.From).has(-1) {
		g.f.Get(t.place).Const(0).Op(wasm.I32LtS)
		g.gapIf(gapRelay)
	}
	t.newDirection(s.Dir)
	if g.seat.Lift == nil {
		content := program.CellAt{Base: 0, Index: s.From}
		if l, ok := g.fact(content); ok && len(known) > 0 {
			g.f.Get(l).Set(t.seeds) // something just fell there
		} else {
			g.loadPlace(t.place)
			g.f.Tee(t.seeds).Op(wasm.I32Eqz)
			g.gapIf(gapRelay)
		}
	}
	t.decide(decLift, 0)
}

// loadPlace pushes the seeds of the place in p.
func (g *gen) loadPlace(p wasm.Local) {
	k := g.lay.kind[0]
	g.f.Get(p)
	g.scale(k.width)
	g.f.Load(k.load(), g.lay.addr[0])
}

// storePlace stores what value pushes as the seeds of the place in p.
func (g *gen) storePlace(p wasm.Local, value func()) {
	k := g.lay.kind[0]
	g.f.Get(p)
	g.scale(k.width)
	value()
	g.f.Store(k.store(), g.lay.addr[0])
}

func (t *text) sow(s program.Sow, end *ruleEnd) {
	g := t.g
	f := g.f
	g.val(s.From)
	f.Set(t.place)
	switch {
	case s.Of == nil && t.hasBag:
		f.Get(t.bag).Set(t.seeds).Const(0).Set(t.bag)
	case s.Of == nil:
		f.Const(0).Set(t.seeds)
	default:
		g.temp(wasm.I32, func(of wasm.Local) {
			f.Const(0).Set(t.seeds)
			g.val(s.Of)
			f.Tee(of).Const(0).Op(wasm.I32GeS)
			f.If()
			g.loadPlace(of)
			f.Set(t.seeds)
			g.storePlace(of, func() { f.Const(0) })
			f.End()
		})
		g.known = nil
	}
	f.Get(t.seeds).Op(wasm.I32Eqz)
	g.gapIf(gapRelay)
	t.ruleEnds(end)
	if t.decide != nil {
		t.newDirection(s.Dir)
	}
	t.decided(decSow)
}

// newDirection sets the direction of the lap that a decision begins at t.place.
func (t *turn) newDirection(d *program.Dir) {
	g := t.g
	r := g.reg[program.RDir]
	if d == nil || !r.isLocal {
		return
	}
	switch *d {
	case program.Anticlockwise, program.Clockwise:
		g.f.Const(int(*d)).Set(r.local)
	case program.Inward:
		g.f.Get(t.place)
		g.entry(g.seat.Inward, g.anyPlace())
		g.f.Set(r.local)
	default:
		g.f.Const(-1).Set(r.local)
	}
}

// capture takes the seeds of a set for a player or into a hole.
func (t *text) capture(s program.Capture) {
	g := t.g
	f := g.f
	if t.captureAtOnce(s) {
		g.known = nil
		return
	}
	var into, took wasm.Local
	if s.Into != nil {
		into = f.Local(wasm.I32)
		g.val(s.Into)
		f.Tee(into).Const(0).Op(wasm.I32LtS)
		g.gapIf(gapNobody)
	}
	asks := g.seat.AtOnce != nil && !t.inAtOnce
	if asks {
		took = f.Local(wasm.I32)
		f.Const(0).Set(took)
	}
	p, n := g.slot(s.Slot), f.Local(wasm.I32)
	g.each(s.Set, p, orderMatters(s), func() {
		skip := f.Block()
		g.loadPlace(p)
		f.Tee(n).Op(wasm.I32Eqz).BrIf(skip)
		if s.Into != nil {
			f.Get(p).Get(into).Op(wasm.I32Eq).BrIf(skip)
		}
		g.standing(s.Slot, g.members(s.Set), func() { t.captureFrom(p, n, into, s) })
		if asks {
			f.Const(1).Set(took)
		}
		f.End()
	})
	f.Release(wasm.I32, n)
	if s.Into != nil {
		f.Release(wasm.I32, into)
	}
	g.known = nil
	if asks {
		f.Get(took)
		f.If()
		t.atOnce()
		f.End()
		f.Release(wasm.I32, took)
	}
}

// captureAtOnce takes a set for the mover's bag where nothing needs to be
// done hole by hole: short lists without branches.
func (t *text) captureAtOnce(s program.Capture) bool {
	g := t.g
	if s.For != nil && !t.isMover(s.For) || s.Into != nil || g.seat.AtOnce != nil || g.uses.forecasts || g.opt.Plain {
		return false
	}
	var ones []program.Expr
	switch set := s.Set.(type) {
	case program.One:
		ones = append(ones, set.Spot)
	case program.Holes:
		if len(set.List) > 4 {
			return false
		}
		for _, p := range set.List {
			ones = append(ones, program.Const{V: p})
		}
	case program.Union:
		for _, part := range set.Sets {
			one, ok := part.(program.One)
			if !ok || !set.Disjoint {
				return false
			}
			ones = append(ones, one.Spot)
		}
	default:
		return false
	}
	for _, spot := range ones {
		if g.cost(spot) >= dear {
			return false
		}
	}
	f := g.f
	n, p := f.Local(wasm.I32), f.Local(wasm.I32)
	sum := f.Local(wasm.I32)
	f.Const(0).Set(sum)
	for _, spot := range ones {
		g.val(spot)
		f.Set(p)
		on := g.spots(spot)
		if on.has(-1) {
			f.Get(p).Const(0).Op(wasm.I32GeS)
			f.If()
		}
		g.loadPlace(p)
		f.Get(sum).Op(wasm.I32Add).Set(sum)
		g.clearPlace(p, on.without(-1))
		if on.has(-1) {
			f.End()
		}
	}
	if c := g.p.Layout.Captor; c >= 0 {
		f.Get(sum)
		f.If()
		t.setCaptor(func() { f.Const(g.who) })
		f.End()
	}
	t.toBag(sum)
	f.Release(wasm.I32, n, p, sum)
	return true
}

func (t *turn) isMover(e program.Expr) bool {
	v, ok := constant(e)
	return ok && v == t.g.who
}

func (t *turn) setCaptor(seat func()) {
	g := t.g
	c := g.p.Layout.Captor
	g.f.Get(g.zero)
	seat()
	g.f.Store(g.lay.kind[c].store(), g.lay.addr[c])
}

// toBag puts n seeds the mover captured into his bag.
func (t *turn) toBag(n wasm.Local) {
	f := t.g.f
	f.Get(t.bag).Get(n).Op(wasm.I32Add).Set(t.bag)
	f.Get(t.captured).Get(n).Op(wasm.I32Add).Set(t.captured)
}

// captureFrom takes the n seeds of the place in p.
func (t *text) captureFrom(p, n, into wasm.Local, s program.Capture) {
	g := t.g
	f := g.f
	seat := f.Local(wasm.I32)
	defer f.Release(wasm.I32, seat)
	own := s.For == nil || t.isMover(s.For)
	if own {
		f.Const(g.who).Set(seat)
	} else {
		g.val(s.For)
		f.Tee(seat).Const(g.p.Players).Op(wasm.I32GeU)
		g.gapIf(gapNobody)
	}
	g.storePlace(p, func() { f.Const(0) })
	if g.p.Layout.Captor >= 0 {
		t.setCaptor(func() { f.Get(seat) })
	}
	if !own {
		f.Get(seat).Const(g.who).Op(wasm.I32Eq)
		f.If()
	}
	f.Get(t.captured).Get(n).Op(wasm.I32Add).Set(t.captured)
	t.caughtAt(p)
	if s.Into == nil {
		f.Get(t.bag).Get(n).Op(wasm.I32Add).Set(t.bag)
	}
	if !own {
		f.Else()
		f.Get(t.lost).Get(n).Op(wasm.I32Add).Set(t.lost)
		if s.Into == nil {
			t.goHome(seat, n)
		}
		f.End()
	}
	if s.Into != nil {
		g.storePlace(into, func() {
			g.loadPlace(into)
			f.Get(n).Op(wasm.I32Add)
		})
	}
}

// goHome gives n seeds to the place where the captures of the seat in a local go.
func (t *turn) goHome(seat, n wasm.Local) {
	g := t.g
	g.temp(wasm.I32, func(a wasm.Local) {
		homes := make([]int, g.p.Players)
		for s := range homes {
			homes[s] = g.lay.addr[g.p.Home[s]]
		}
		k := g.lay.kind[g.p.Home[0]]
		g.f.Get(seat)
		g.entryOf(homes, 0)
		g.f.Tee(a)
		g.f.Get(a).Load(k.load(), 0).Get(n).Op(wasm.I32Add).Store(k.store(), 0)
	})
}

// caughtAt remembers the lap of a place's first capture by the mover, for forecasts.
func (t *turn) caughtAt(p wasm.Local) {
	g := t.g
	if !g.uses.forecasts {
		return
	}
	f := g.f
	g.temp(wasm.I32, func(a wasm.Local) {
		f.Get(p).Const(g.caught).Op(wasm.I32Add).Tee(a).Load(wasm.I32Load8U, 0).Op(wasm.I32Eqz)
		f.If()
		f.Get(a)
		t.pushLapClass()
		f.Store(wasm.I32Store8, 0)
		f.End()
	})
	g.storeCtrl(cAnyLap, func() {
		g.loadCtrl(cAnyLap)
		t.pushLapClass()
		f.Op(wasm.I32Or)
	})
}

// pushLapClass pushes 1 in the first lap, 2 later and in table `turn`.
func (t *turn) pushLapClass() {
	if t.inTurn || t.lapLocal == nil {
		t.g.f.Const(2)
		return
	}
	t.g.f.Const(1).Const(2).Get(*t.lapLocal).Const(1).Op(wasm.I32LeS, wasm.Select)
}

func (t *text) moveSeeds(s program.MoveSeeds) {
	g := t.g
	f := g.f
	from, amount, to, n := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	done := f.Block()
	g.val(s.From)
	f.Tee(from).Const(0).Op(wasm.I32LtS).BrIf(done)
	if s.Amount != nil {
		g.val(s.Amount)
	} else {
		g.loadPlace(from)
	}
	f.Set(amount)
	one := func() {
		skip := f.Block()
		g.loadPlace(from)
		f.Set(n)
		f.Get(amount).Get(n).Get(amount).Get(n).Op(wasm.I32LtS, wasm.Select).Tee(n)
		f.Const(0).Op(wasm.I32LeS).BrIf(skip)
		f.Get(to).Const(0).Op(wasm.I32LtS).BrIf(skip)
		f.Get(to).Get(from).Op(wasm.I32Eq).BrIf(skip)
		g.storePlace(from, func() {
			g.loadPlace(from)
			f.Get(n).Op(wasm.I32Sub)
		})
		g.storePlace(to, func() {
			g.loadPlace(to)
			f.Get(n).Op(wasm.I32Add)
		})
		f.End()
	}
	if s.ToEach == nil {
		g.val(s.To)
		f.Set(to)
		one()
	} else {
		g.each(s.ToEach, to, true, one)
	}
	f.End()
	f.Release(wasm.I32, from, amount, to, n)
	g.known = nil
}

// touch remembers that this turn set a cell: base + the place in p.
func (g *gen) touch(base int, p func()) {
	if g.touched == 0 {
		return
	}
	p()
	g.f.Const(1).Store(wasm.I32Store8, g.touched+base)
}

// overSet runs code with p on every place of a set that the field at base covers.
func (t *text) overSet(set program.Set, base int, do func(p wasm.Local)) {
	g := t.g
	p := g.f.Local(wasm.I32)
	_, hi := g.members(set).span()
	g.each(set, p, false, func() {
		if hi < g.lay.limit[base] {
			do(p)
			return
		}
		g.f.Get(p).Const(g.lay.limit[base]).Op(wasm.I32LtS)
		g.f.If()
		do(p)
		g.f.End()
	})
	g.f.Release(wasm.I32, p)
	g.known = nil
}

func (t *text) mark(s program.Mark) {
	g := t.g
	f := g.f
	bit := f.Local(wasm.I32)
	defer f.Release(wasm.I32, bit)
	k, a := g.lay.kind[s.Base], g.lay.addr[s.Base]
	seat := f.Local(wasm.I32)
	defer f.Release(wasm.I32, seat)
	g.val(s.Seat)
	f.Tee(seat).Const(3).Op(wasm.I32LeU)
	f.If()
	f.Const(1).Get(seat).Op(wasm.I32Shl).Set(bit)
	if s.Clear {
		f.Get(bit).Const(-1).Op(wasm.I32Xor).Set(bit)
	}
	t.overSet(s.Set, s.Base, func(p wasm.Local) {
		at := func() {
			f.Get(p)
			g.scale(k.width)
		}
		at()
		at()
		f.Load(k.load(), a).Get(bit)
		if s.Clear {
			f.Op(wasm.I32And)
		} else {
			f.Op(wasm.I32Or)
		}
		f.Store(k.store(), a)
		g.touch(s.Base, func() { f.Get(p) })
	})
	f.End()
}

func (t *text) fill(s program.Fill) {
	g := t.g
	f := g.f
	v := f.Local(wasm.I32)
	defer f.Release(wasm.I32, v)
	k, a := g.lay.kind[s.Base], g.lay.addr[s.Base]
	g.val(s.Value)
	f.Set(v)
	t.overSet(s.Set, s.Base, func(p wasm.Local) {
		f.Get(p)
		g.scale(k.width)
		f.Get(v).Store(k.store(), a)
		g.touch(s.Base, func() { f.Get(p) })
	})
}

func (t *text) each(s program.Each, end *ruleEnd) {
	g := t.g
	g.known = nil
	g.each(s.Set, g.slot(s.Slot), true, func() {
		g.standing(s.Slot, g.members(s.Set), func() {
			t.stmts(s.Do, end)
		})
		g.known = nil
	})
}

func (t *text) setCell(s program.SetCell) {
	g := t.g
	f := g.f
	k, a := g.lay.kind[s.Base], g.lay.addr[s.Base]
	if s.Index == nil {
		f.Get(g.zero)
		g.val(s.Value)
		f.Store(k.store(), a)
		g.touch(s.Base, func() { f.Const(0) })
		return
	}
	i, v := f.Local(wasm.I32), f.Local(wasm.I32)
	g.val(s.Index)
	f.Set(i)
	g.val(s.Value)
	f.Set(v)
	f.Get(i).Const(g.lay.limit[s.Base]).Op(wasm.I32LtU)
	f.If()
	f.Get(i)
	g.scale(k.width)
	f.Get(v).Store(k.store(), a)
	g.touch(s.Base, func() { f.Get(i) })
	f.End()
	f.Release(wasm.I32, i, v)
	g.known = nil
}

// take gives a player all seeds of a set.
func (t *text) take(s program.Take) {
	g := t.g
	f := g.f
	seat, p, n, home := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	g.val(s.Seat)
	f.Tee(seat).Const(g.p.Players).Op(wasm.I32GeU)
	g.gapIf(gapNobody)
	homes := make([]int, g.p.Players)
	for i := range homes {
		homes[i] = g.p.Home[i]
	}
	f.Get(seat)
	g.entryOf(homes, 0)
	f.Set(home)
	g.each(s.Set, p, false, func() {
		skip := f.Block()
		f.Get(p).Get(home).Op(wasm.I32Eq).BrIf(skip)
		g.loadPlace(p)
		f.Tee(n).Op(wasm.I32Eqz).BrIf(skip)
		g.storePlace(p, func() { f.Const(0) })
		t.goHome(seat, n)
		f.End()
	})
	f.Release(wasm.I32, seat, p, n, home)
	g.known = nil
}

// end ends the game: what is in the bag goes home first.
func (t *text) end(s program.End) {
	g := t.g
	f := g.f
	if !t.outermost {
		t.bagHome()
	}
	seat := f.Local(wasm.I32)
	if s.Seat != nil {
		g.val(s.Seat)
	} else {
		f.Const(-1)
	}
	f.Set(seat)
	id := 0
	if g.rule != nil {
		id = g.rule.ID + 1
	}
	t.finish(s.How, seat, interpreter.ByRule, id, t.gameOver, func() {
		// of three or more players one is out, and the game goes on
		if t.decide != nil {
			t.decide(decStop, 1)
		} else {
			f.Br(t.over)
		}
	})
	f.Release(wasm.I32, seat)
}

// finish settles the game. Over jumps away once it is; goesOn is for a loss
// that leaves two players or more in the game.
func (t *turn) finish(how rules.EndKind, seat wasm.Local, kind interpreter.OutcomeKind, rule int, over, goesOn func()) {
	g := t.g
	f := g.f
	byScore := how == rules.ByScore || how == rules.RoundEnds
	if t.hand != nil {
		if byScore && g.p.Score != nil {
			f.Get(*t.hand)
			g.gapIf(gapScore)
		} else {
			g.addCell(g.p.Layout.Out, func() { f.Get(*t.hand) })
		}
	}
	if byScore && g.p.Score == nil {
		g.gap(gapScore)
		return
	}
	if how == rules.RoundEnds {
		kind = interpreter.ByRound
	}
	if how == rules.Loses && g.p.Players > 2 && g.p.Layout.Phases >= 0 {
		t.losesOfMany(seat, kind, rule, over, goesOn)
		return
	}
	t.settle(kind, rule)
	g.storeCtrlConst(cDraw, b2i(how == rules.Drawn))
	switch how {
	case rules.ByScore, rules.RoundEnds:
		t.winner()
	case rules.Wins:
		g.storeCtrl(cWinner, func() { f.Get(seat) })
	case rules.Drawn:
		g.storeCtrlConst(cWinner, -1)
	case rules.Loses:
		g.storeCtrl(cWinner, func() {
			if g.p.Players == 2 {
				f.Const(1).Get(seat).Op(wasm.I32Sub).Const(-1)
				f.Get(seat).Const(0).Op(wasm.I32GeS, wasm.Select)
			} else {
				f.Const(-1)
			}
		})
	}
	over()
}

// settle notes that the game is over, why, and the scores.
func (t *turn) settle(kind interpreter.OutcomeKind, rule int) {
	g := t.g
	g.storeCtrlConst(cOver, 1)
	g.storeCtrlConst(cOutKind, int(kind))
	g.storeCtrlConst(cOutRule, rule)
	for s, e := range g.p.Score {
		g.storeCtrl(cScores+4*s, func() { g.val(e) })
	}
}

// winner compares the scores: the best wins, a tie at the top is a draw.
func (t *turn) winner() {
	g := t.g
	f := g.f
	best, who := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const(0).Set(who)
	g.loadCtrl(cScores)
	f.Set(best)
	better := wasm.I32GtS
	if g.p.Least {
		better = wasm.I32LtS
	}
	draw := f.Local(wasm.I32)
	f.Const(0).Set(draw)
	for s := 1; s < g.p.Players; s++ {
		g.loadCtrl(cScores + 4*s)
		f.Get(best).Op(wasm.I32Eq)
		f.If()
		f.Const(1).Set(draw)
		f.Else()
		g.loadCtrl(cScores + 4*s)
		f.Get(best).Op(better)
		f.If()
		f.Const(0).Set(draw).Const(s).Set(who)
		g.loadCtrl(cScores + 4*s)
		f.Set(best)
		f.End()
		f.End()
	}
	g.storeCtrl(cDraw, func() { f.Get(draw) })
	g.storeCtrl(cWinner, func() { f.Const(-1).Get(who).Get(draw).Op(wasm.Select) })
	f.Release(wasm.I32, best, who, draw)
}

// losesOfMany puts a player out; the game is over when one is left.
func (t *turn) losesOfMany(seat wasm.Local, kind interpreter.OutcomeKind, rule int, over, goesOn func()) {
	g := t.g
	f := g.f
	phases := g.p.Layout.Phases
	left, who := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Const(0).Set(left).Const(-1).Set(who)
	f.Get(seat).Const(0).Op(wasm.I32GeS)
	f.If()
	f.Get(seat).Const(2).Op(wasm.I32Shl).Const(-1).Store(wasm.I32Store, g.lay.addr[phases])
	for s := range g.p.Players {
		g.val(program.Cell{I: phases + s})
		f.Const(0).Op(wasm.I32GeS)
		f.If()
		f.Get(left).Const(1).Op(wasm.I32Add).Set(left).Const(s).Set(who)
		f.End()
	}
	f.Get(left).Const(1).Op(wasm.I32GtS)
	f.If()
	goesOn()
	f.End()
	f.End()
	t.settle(kind, rule)
	g.storeCtrlConst(cDraw, 0)
	g.storeCtrl(cWinner, func() { f.Get(who) })
	f.Release(wasm.I32, left, who)
	over()
}
