package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Almost every turn ends after a few laps. The turn written into the loop that
// plays random games therefore knows nothing of turns that never end: it has
// no locals for it, which would have to be carried through every lap. After
// watchFrom laps it gives up, puts back the position it started from and leaves
// the whole turn to the function that plays turns of any length.

// keepQuickStart keeps the position a quick turn starts from, at a fixed place:
// quick turns do not nest. A board in words is left in memory as it is then;
// more locals would be carried through every lap.
func (t *turn) keepQuickStart() {
	g := t.g
	g.storeWords()
	for _, p := range t.quickParts() {
		copyBytes(g.f, g.zero, g.quickStart+p[0]-g.lay.base, g.zero, p[0], p[1])
	}
}

// giveUp plays the turn again from its start if it has had watchFrom laps.
func (t *turn) giveUp() {
	g := t.g
	f := g.f
	f.Get(*t.lapLocal).Const(watchFrom).Op(wasm.I32GeS)
	f.If()
	for _, p := range t.quickParts() {
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
func (t *turn) quickParts() (parts [][2]int) {
	g := t.g
	if t.sparesRest() {
		return nil
	}
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

// sparesRest tells turns that change nothing but holes, the board being in
// words: what they capture is sown on before anything else happens.
func (t *turn) sparesRest() bool {
	g := t.g
	s := g.seat
	if g.words == nil || s.Lap == nil || s.Turn != nil || s.Drop != nil || s.AtOnce != nil || s.Lift != nil ||
		g.p.Layout.Captor >= 0 || g.scratchEnd > g.scratch || g.uses.forecasts || g.uses.choices || g.hasMemory() {
		return false
	}
	for _, o := range t.code.options {
		if o.opt.Kind != rules.FromHole {
			return false
		}
	}
	for _, r := range s.Lap.Rules {
		if !t.sowsCaptures(r.Do) {
			return false
		}
	}
	return true
}

// sowsCaptures tells actions that leave nothing captured behind and do nothing
// else than sow and relay.
func (t *turn) sowsCaptures(do []program.Stmt) bool {
	caught := false
	for _, st := range do {
		switch st := st.(type) {
		case program.Stop, program.Relay:
			return !caught
		case program.Sow:
			return st.Of == nil
		case program.Capture:
			if st.Into != nil || st.For != nil && !t.isMover(st.For) {
				return false
			}
			caught = true
		default:
			return false
		}
	}
	return !caught
}
