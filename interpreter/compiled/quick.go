package compiled

import "mancala/interpreter/compiled/wasm"

// Almost every turn ends after a few laps. The turn written into the loop that
// plays random games therefore knows nothing of turns that never end: it has
// no locals for it, which would have to be carried through every lap. After
// watchFrom laps it gives up, puts back the position it started from and leaves
// the whole turn to the function that plays turns of any length.

// keepQuickStart keeps the position a quick turn starts from, at a fixed place:
// quick turns do not nest.
func (t *turn) keepQuickStart() {
	g := t.g
	g.storeWords()
	for _, p := range g.quickParts() {
		copyBytes(g.f, g.zero, g.quickStart+p[0]-g.lay.base, g.zero, p[0], p[1])
	}
}

// giveUp plays the turn again from its start if it has had watchFrom laps.
func (t *turn) giveUp() {
	g := t.g
	f := g.f
	f.Get(*t.lapLocal).Const(watchFrom).Op(wasm.I32GeS)
	f.If()
	for _, p := range g.quickParts() {
		copyBytes(f, g.zero, p[0], g.zero, g.quickStart+p[0]-g.lay.base, p[1])
	}
	f.Get(t.from).Get(t.how).Const(0)
	f.Unwatched(func() { f.Call(t.code.turn).Set(t.st) })
	if g.loop != nil {
		g.leaveIfOver(t.st)
	} else {
		t.abrupt = true
	}
	g.loadWords()
	f.Br(t.gaveUp)
	f.End()
}

// quickParts are the parts of the state a quick turn keeps: a board in words
// stays in memory as it was stored at the beginning.
func (g *gen) quickParts() (parts [][2]int) {
	end := g.lay.base + 8*len(g.words)
	for _, p := range g.startParts() {
		if cut := end - p[0]; cut > 0 && cut < p[1] {
			p = [2]int{end, p[1] - cut}
		} else if cut >= p[1] {
			continue
		}
		parts = append(parts, p)
	}
	return parts
}
