package compiled

import (
	"slices"

	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// sowing lifts a hole, or takes the captured seeds, and sows: steps 4 to 6.
func (t *turn) sowing() {
	if !t.sowByTable() {
		t.sowOneByOne()
	}
}

// sowOneByOne drops seed by seed.
func (t *turn) sowOneByOne() {
	g := t.g
	f := g.f
	if !t.sows {
		t.lift()
		t.sow(kindLift)
		return
	}
	if t.usesLoopTwice() {
		sow := f.Block()
		lift := f.Block()
		f.Get(t.kind).BrIf(lift)
		t.lift()
		t.sow(kindLift)
		f.Br(sow)
		f.End()
		t.set(program.ROrigin, func() { f.Const(-1) })
		t.sow(kindSow)
		f.End()
		t.afterSowing()
		return
	}
	lift := f.Block()
	sowOn := f.Block()
	f.Get(t.kind).Const(kindSow).Op(wasm.I32Eq).BrIf(sowOn)
	t.lift()
	t.firstInOrigin()
	f.Br(lift)
	f.End()
	t.set(program.ROrigin, func() { f.Const(-1) })
	t.stepBack()
	f.End()
	t.drops()
	t.afterSowing()
}

// usesLoopTwice tells if lifted and captured seeds need loops of their own:
// where what is skipped depends on the position, the first place does too.
func (t *turn) usesLoopTwice() bool { return t.movingSkip() }

// movingSkip tells if the places that are skipped depend on the position.
// A route that visits places twice is walked in the same way.
func (t *turn) movingSkip() bool {
	if t.g.seat.Along != nil {
		return true
	}
	for p := range t.g.p.Places {
		if _, known := t.g.skipsAt(p); !known {
			return true
		}
	}
	return false
}

// lift asks table `lift`, then takes the seeds out of the hole.
func (t *turn) lift() {
	g := t.g
	f := g.f
	t.set(program.ROrigin, func() { f.Get(t.place) })
	if g.seat.Lift != nil {
		t.aside(g.seat.Lift)
		g.loadPlace(t.place, t.code.lifted)
		f.Set(t.seeds)
		t.takeSome()
		f.Get(t.seeds).Op(wasm.I32Eqz)
		g.gapIf(gapRelay)
	}
	if t.takes {
		g.storePlace(t.place, t.code.lifted, func() {
			g.loadPlace(t.place, t.code.lifted)
			f.Get(t.seeds).Op(wasm.I32Sub)
		})
	} else {
		g.storePlace(t.place, t.code.lifted, func() { f.Const(0) })
	}
}

// sow sows t.seeds from t.place, of a lift or of captured seeds.
func (t *turn) sow(kind int) {
	// A hole off the route has no place before it to step back to.
	fromOff := t.code.offRoute && (kind == kindSow || t.g.seat.FirstInOrigin)
	if t.movingSkip() || fromOff {
		t.dropsWalking(kind)
		return
	}
	if kind == kindSow {
		t.stepBack()
	} else {
		t.firstInOrigin()
	}
	t.drops()
	t.afterSowing()
}

// afterSowing notes what is known then.
func (t *turn) afterSowing() {
	g := t.g
	g.known = nil
	g.wasLess = nil
	if g.seat.PerHole <= 1 {
		g.wasLess = &t.seedsAtLast // until the next drop
	}
	if g.seat.AtOnce != nil && writes(g.seat.AtOnce) {
		return
	}
	g.known = append(g.known, fact{program.CellAt{Base: 0, Index: program.Reg{R: program.RLast}}, t.content()})
}

// content is the local that holds the seeds of t.last after the last drop.
func (t *turn) content() wasm.Local { return t.seedsAtLast }

// firstInOrigin moves t.place back by one where the first seed falls in the origin.
func (t *turn) firstInOrigin() {
	g := t.g
	if !g.seat.FirstInOrigin {
		return
	}
	if g.seat.UnlessSingle {
		g.f.Get(t.seeds).Const(1).Op(wasm.I32GtS)
		g.f.If()
		t.stepBack()
		g.f.End()
		return
	}
	t.stepBack()
}

// stepBack moves t.place so that the next place on the route is what it was:
// the first seed falls there, if it is not skipped.
func (t *turn) stepBack() {
	g := t.g
	f := g.f
	step := func(d int) program.Table {
		back := make(program.Table, g.p.Places)
		next, _ := g.nextTable(d, 1)
		for p := range back {
			q := g.seat.Next(d ^ 1).At(p)
			back[p] = int16(q)
			if skips, _ := g.skipsAt(p); skips || q < 0 || next.At(q) != p {
				back[p] = int16(p)
				if !skips { // the raw predecessor is skipped or there is none
					if q = slices.Index(next, int16(p)); q >= 0 {
						back[p] = int16(q)
					}
				}
			}
		}
		return back
	}
	d := g.reg[program.RDir]
	if !d.isLocal {
		f.Get(t.place)
		g.entry(step(d.value), g.anyPlace())
		f.Set(t.place)
		return
	}
	both := make([]int, 0, g.seat.Directions()*(g.p.Places+1))
	for dir := range g.seat.Directions() {
		b := step(dir)
		for p := -1; p < g.p.Places; p++ {
			both = append(both, b.At(p))
		}
	}
	if g.facts.noDir {
		f.Get(d.local).Const(0).Op(wasm.I32LtS)
		f.If()
		t.noDirection()
		f.End()
	}
	f.Get(t.place).Const(1).Op(wasm.I32Add)
	f.Get(d.local).Const(g.p.Places+1).Op(wasm.I32Mul, wasm.I32Add)
	g.entryOf(both, 0)
	f.Set(t.place)
}

// noDirection is a lap without a direction. With the first seed's place given
// and nothing more to sow it needs none.
func (t *turn) noDirection() { t.g.gap(gapDirection) }

// drops is the loop over the drops of a lap, from the place after t.place on.
func (t *turn) drops() {
	g := t.g
	f := g.f
	per := max(g.seat.PerHole, 1)
	d := g.reg[program.RDir]
	if d.isLocal && g.facts.noDir {
		f.Get(d.local).Const(0).Op(wasm.I32LtS)
		f.If()
		t.noDirection()
		f.End()
	}
	f.Get(t.sown).Get(t.seeds).Op(wasm.I32Add).Set(t.sown)
	steps := f.Local(wasm.I32)
	if g.seat.SkipOrigin {
		f.Const(0).Set(steps)
	}
	g.reg[program.RCarried] = localOperand(t.seeds)
	done := f.Block()
	again := f.Loop()
	t.advance(steps, again)
	t.dropHere(per)
	if g.seat.AtOnce != nil {
		t.hand = &t.seeds
		t.sownSoFar(-1)
		t.atOnce()
		t.sownSoFar(1)
		t.hand = nil
	}
	if g.seat.Drop == nil {
		f.Get(t.seeds).BrIf(again)
	} else {
		f.Get(t.seeds).Op(wasm.I32Eqz).BrIf(done)
		t.hand = &t.seeds
		t.dropRules()
		t.hand = nil
		f.Br(again)
	}
	f.End()
	f.End()
	g.reg[program.RCarried] = constOperand(0)
	f.Release(wasm.I32, steps)
	if per == 1 {
		t.set(program.RWas, func() { f.Get(t.seedsAtLast).Const(1).Op(wasm.I32Sub) })
	}
}

// sownSoFar takes the seeds in the hand out of the sum, or puts them back:
// the game may end with them unsown.
func (t *turn) sownSoFar(sign int) {
	op := wasm.I32Add
	if sign < 0 {
		op = wasm.I32Sub
	}
	t.g.f.Get(t.sown).Get(t.seeds).Op(op).Set(t.sown)
}

// dropRules asks table `drop` with the hole just sown, whose content is at hand.
func (t *turn) dropRules() {
	g := t.g
	g.known = []fact{{program.CellAt{Base: 0, Index: program.Reg{R: program.RLast}}, t.seedsAtLast}}
	ends := endsGame(g.seat.Drop) || g.seat.AtOnce != nil // asked after a capture
	if ends {
		t.sownSoFar(-1)
	}
	t.aside(g.seat.Drop)
	if ends {
		t.sownSoFar(1)
	}
	g.known = nil
}

func endsGame(b *program.Block) bool {
	found := false
	program.Visitor{Stmt: func(s program.Stmt) {
		if _, ok := s.(program.End); ok {
			found = true
		}
	}}.VisitBlock(b)
	return found
}

// advance moves t.place to the place of the next drop.
func (t *turn) advance(steps wasm.Local, again wasm.Label) {
	g := t.g
	f := g.f
	d := g.reg[program.RDir]
	slot := program.Slot{I: -3} // stands for t.place
	g.slots[-3] = t.place
	g.slotSpots[-3] = t.code.walked
	next := program.Next{Of: slot, N: 1}
	g.quietNext(next)
	f.Set(t.place)
	_ = d
	if t.code.offRoute {
		f.Get(t.place).Const(0).Op(wasm.I32LtS)
		g.gapIf(gapSkip)
	}
	if g.seat.SkipOrigin {
		origin := g.reg[program.ROrigin].local
		f.Get(t.place).Get(origin).Op(wasm.I32Eq)
		f.If()
		f.Get(steps).Const(1).Op(wasm.I32Add).Tee(steps).Const(g.p.Places + 1).Op(wasm.I32GtS)
		g.gapIf(gapSkip)
		f.Br(again)
		f.End()
		f.Const(0).Set(steps)
	}
	delete(g.slotSpots, -3)
}

// quietNext pushes the next place without asking again if there is a direction.
func (g *gen) quietNext(e program.Next) {
	noDir := g.facts.noDir
	facts := *g.facts
	facts.noDir = false
	saved := g.facts
	g.facts = &facts
	g.next_(e)
	g.facts = saved
	g.facts.noDir = noDir
}

// dropHere drops seeds in t.place.
func (t *turn) dropHere(per int) {
	g := t.g
	f := g.f
	wasInLoop := per > 1 || g.seat.Drop != nil || g.seat.AtOnce != nil
	f.Get(t.place).Set(t.last)
	g.loadPlace(t.place, t.code.last.without(-1))
	f.Set(t.seedsAtLast)
	if wasInLoop {
		t.set(program.RWas, func() { f.Get(t.seedsAtLast) })
	}
	t.set(program.RWasOwner, func() { t.owner(t.place) })
	if first := g.reg[program.RFirst]; first.isLocal {
		f.Get(first.local).Get(t.place).Get(first.local).Const(0).Op(wasm.I32GeS, wasm.Select).Set(first.local)
	}
	if per == 1 {
		f.Get(t.seedsAtLast).Const(1).Op(wasm.I32Add).Set(t.seedsAtLast)
		f.Get(t.seeds).Const(1).Op(wasm.I32Sub).Set(t.seeds)
	} else {
		k := f.Local(wasm.I32)
		t.perHole(per)
		f.Set(k)
		f.Get(t.seeds).Get(k).Get(t.seeds).Get(k).Op(wasm.I32LtS, wasm.Select).Set(k)
		f.Get(t.seedsAtLast).Get(k).Op(wasm.I32Add).Set(t.seedsAtLast)
		f.Get(t.seeds).Get(k).Op(wasm.I32Sub).Set(t.seeds)
		f.Release(wasm.I32, k)
	}
	g.storePlace(t.place, t.code.last.without(-1), func() { f.Get(t.seedsAtLast) })
	t.fellIn(t.place)
}

// perHole pushes how many seeds fall in t.place at once.
func (t *turn) perHole(per int) {
	g := t.g
	f := g.f
	if g.seat.PerHoleOf == nil {
		f.Const(per)
		return
	}
	slot := g.seat.PerHoleSlot
	g.slots[slot] = t.place
	g.slotSpots[slot] = g.anyPlace().without(-1)
	g.temp(wasm.I32, func(n wasm.Local) {
		g.val(g.seat.PerHoleOf)
		f.Tee(n).Const(1).Get(n).Const(1).Op(wasm.I32GtS, wasm.Select)
	})
	delete(g.slots, slot)
	delete(g.slotSpots, slot)
}

// alongFrom sets at to how far along its route the lap begins, where the route
// visits places twice.
func (t *turn) alongFrom(at wasm.Local) {
	g := t.g
	if g.seat.Along == nil {
		return
	}
	first := make(program.Table, g.p.Places)
	for p := range first {
		first[p] = int16(slices.Index(g.seat.Along, int16(p)))
	}
	g.f.Get(t.place)
	g.entry(first, g.anyPlace())
	g.f.Set(at)
}

// routeStep moves t.place one place on along the route.
func (t *turn) routeStep(at wasm.Local, d operand) {
	g := t.g
	f := g.f
	n := len(g.seat.Along)
	if n == 0 {
		g.routeStep(t.place, d)
		return
	}
	off := f.Block()
	f.Const(-1).Set(t.place)
	f.Get(at).Const(0).Op(wasm.I32LtS).BrIf(off)
	if d.isLocal { // one on, or one less than all of them
		f.Get(at).Const(1).Op(wasm.I32Add).Get(d.local).Const(n-2).Op(wasm.I32Mul, wasm.I32Add)
	} else {
		f.Get(at).Const(1 + d.value*(n-2)).Op(wasm.I32Add)
	}
	f.Const(n).Op(wasm.I32RemU).Set(at)
	along := make([]int, n)
	for i, p := range g.seat.Along {
		along[i] = int(p)
	}
	f.Get(at)
	g.entryOf(along, 0)
	f.Set(t.place)
	f.End()
}

// dropsWalking sows where what is skipped depends on the position.
func (t *turn) dropsWalking(kind int) {
	g := t.g
	f := g.f
	per := max(g.seat.PerHole, 1)
	steps, inAt := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Get(t.sown).Get(t.seeds).Op(wasm.I32Add).Set(t.sown)
	switch {
	case kind == kindSow || g.seat.FirstInOrigin && !g.seat.UnlessSingle:
		f.Const(1).Set(inAt)
	case g.seat.FirstInOrigin:
		f.Get(t.seeds).Const(1).Op(wasm.I32GtS).Set(inAt)
	default:
		f.Const(0).Set(inAt)
	}
	g.reg[program.RCarried] = localOperand(t.seeds)
	at := f.Local(wasm.I32)
	t.alongFrom(at)
	done := f.Block()
	again := f.Loop()
	f.Const(0).Set(steps)
	landed := f.Block()
	f.Get(inAt)
	f.If()
	f.Const(0).Set(inAt)
	f.Get(t.place).Const(0).Op(wasm.I32GeS)
	f.If()
	g.skipped(t.place)
	f.Op(wasm.I32Eqz).BrIf(landed)
	f.End()
	f.End()
	d := g.reg[program.RDir]
	if d.isLocal && g.facts.noDir {
		f.Get(d.local).Const(0).Op(wasm.I32LtS)
		g.gapIf(gapDirection)
	}
	walk := f.Loop()
	f.Get(steps).Const(1).Op(wasm.I32Add).Tee(steps).Const(g.p.Places + 1).Op(wasm.I32GtS)
	g.gapIf(gapSkip)
	t.routeStep(at, d)
	f.Get(t.place).Const(0).Op(wasm.I32LtS)
	g.gapIf(gapSkip)
	if g.seat.SkipOrigin {
		f.Get(t.place).Get(g.reg[program.ROrigin].local).Op(wasm.I32Eq).BrIf(walk)
	}
	g.skipped(t.place)
	f.BrIf(walk)
	f.End()
	f.End() // landed
	t.dropHere(per)
	t.hand = &t.seeds
	if g.seat.AtOnce != nil {
		t.sownSoFar(-1)
		t.atOnce()
		t.sownSoFar(1)
	}
	f.Get(t.seeds).Op(wasm.I32Eqz).BrIf(done)
	if g.seat.Drop != nil {
		t.dropRules()
	}
	t.hand = nil
	f.Br(again)
	f.End()
	f.End()
	g.reg[program.RCarried] = constOperand(0)
	f.Release(wasm.I32, steps, inAt, at)
	if per == 1 {
		t.set(program.RWas, func() { f.Get(t.seedsAtLast).Const(1).Op(wasm.I32Sub) })
	}
	t.afterSowing()
}
