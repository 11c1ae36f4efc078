package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Captures, and the bag they are kept in until the rule ends.

func (t *turn) bagHome() {
	if !t.hasBag {
		return
	}
	t.g.addCell(t.g.p.Home[t.g.who], func() { t.g.push(t.g.reg[program.RBag]) })
	t.g.f.Const(0).Set(t.bag)
	t.g.known = nil
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
	on := g.members(s.Set)
	intoOn := g.noPlaces()
	if s.Into != nil {
		intoOn = g.spots(s.Into).without(-1)
	}
	g.each(s.Set, p, orderMatters(s), func() {
		skip := f.Block()
		g.loadPlace(p, on)
		f.Tee(n).Op(wasm.I32Eqz).BrIf(skip)
		if s.Into != nil {
			f.Get(p).Get(into).Op(wasm.I32Eq).BrIf(skip)
		}
		g.standing(s.Slot, on, func() { t.captureFrom(p, n, into, s, on, intoOn) })
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
	if s.For != nil && !t.isMover(s.For) || s.Into != nil || s.IntoHand > 0 || g.seat.AtOnce != nil || g.uses.forecasts || g.opt.Plain {
		return false
	}
	if g.words != nil && g.captureMask(t, s) {
		return true
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
		g.loadPlace(p, on.without(-1))
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
func (t *text) captureFrom(p, n, into wasm.Local, s program.Capture, on, intoOn places) {
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
	g.clearPlace(p, on)
	if g.p.Layout.Captor >= 0 {
		t.setCaptor(func() { f.Get(seat) })
	}
	if !own {
		f.Get(seat).Const(g.who).Op(wasm.I32Eq)
		f.If()
	}
	f.Get(t.captured).Get(n).Op(wasm.I32Add).Set(t.captured)
	t.caughtAt(p)
	if s.Into == nil && s.IntoHand == 0 {
		f.Get(t.bag).Get(n).Op(wasm.I32Add).Set(t.bag)
	}
	if !own {
		f.Else()
		f.Get(t.lost).Get(n).Op(wasm.I32Add).Set(t.lost)
		if s.Into == nil && s.IntoHand == 0 {
			t.goHome(seat, n)
		}
		f.End()
	}
	if s.IntoHand > 0 {
		g.addCell(g.p.Layout.Hands+int(s.IntoHand)-1, func() { f.Get(n) })
	}
	if s.Into != nil {
		g.storePlace(into, intoOn, func() {
			g.loadPlace(into, intoOn)
			f.Get(n).Op(wasm.I32Add)
		})
	}
}

// goHome gives n seeds to the place where the captures of the seat in a local go.
func (t *turn) goHome(seat, n wasm.Local) {
	g := t.g
	if g.words != nil {
		for s, home := range g.p.Home {
			g.f.Get(seat).Const(s).Op(wasm.I32Eq)
			g.f.If()
			g.addCell(home, func() { g.f.Get(n) })
			g.f.End()
		}
		return
	}
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
	g.f.Get(p)
	t.pushLapClass()
	g.f.Call(g.caughtFunc())
}

// caughtFunc is the function caught(place, lap class) that remembers a capture.
func (c *compiler) caughtFunc() wasm.FuncRef {
	return c.helper("caught", []wasm.Type{wasm.I32, wasm.I32}, nil, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		p, class := f.Param(0), f.Param(1)
		f.Get(p).Load(wasm.I32Load8U, c.caught).Op(wasm.I32Eqz)
		f.If()
		f.Get(p).Get(class).Store(wasm.I32Store8, c.caught)
		f.End()
		g.storeCtrl(cAnyLap, func() {
			g.loadCtrl(cAnyLap)
			f.Get(class).Op(wasm.I32Or)
		})
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
