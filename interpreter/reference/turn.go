package reference

import (
	"slices"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Steps 3 to 8: a turn from its start to the end of table `turn`. Lap and
// turn variables are still there afterwards, for `provided`; endTurn clears them.

// play runs the turn of a move that an option offers.
func (r *run) play(m interpreter.Move, o *program.Option) {
	r.move, r.used, r.opt = m, 0, o
	r.clearTurn()
	r.reg[program.RLabel] = m.Label
	r.reg[program.RDir] = m.Dir.Reg()
	if o != nil {
		r.rule = o.Rule
		r.slots[o.Slot] = m.From
		r.note(interpreter.Fired, m.From, 0, 0, "moves")
	}
	r.start(m, o)
	for !r.halted() && !(r.firstLap && r.reg[program.RLap] > 0) {
		r.laps()
		if r.halted() || r.firstLap {
			break
		}
		r.turnEnds()
		if r.after.kind != liftNext && r.after.kind != sowNext {
			break
		}
	}
	r.rule = nil
	r.finished = true
}

// start is step 3: what the move says comes first.
func (r *run) start(m interpreter.Move, o *program.Option) {
	r.reg[program.ROrigin] = m.From
	switch {
	case m.Kind == rules.FromHole:
		r.after = after{kind: liftNext, place: m.From, take: m.Take, rule: r.rule}
	case o == nil:
		r.fail("no option of the rules offers this move")
	case m.Kind == rules.EnterAt:
		r.enter(m, o)
	default:
		r.step(m)
	}
}

// enter puts seeds of the hand in a hole, and lifts it if the option says so.
func (r *run) enter(m interpreter.Move, o *program.Option) {
	hand := r.x.p.Layout.Hands
	n := r.eval(o.Enter)
	take := m.Take
	if o.EnterMax != nil {
		n, take = m.Take, 0
	}
	if r.err != nil {
		return
	}
	switch {
	case o.EntersNothing():
	case hand < 0 || n < 1 || int(r.cells[hand+r.mover]) < n:
		r.fail("the hand does not hold the %d seeds to enter", n)
		return
	default:
		r.cells[hand+r.mover] -= int32(n)
	}
	if o.SowsHand {
		r.after = after{kind: sowNext, place: m.From, seeds: n, rule: r.rule, entered: true}
		return
	}
	r.fallsIn(m.From, n)
	r.note(interpreter.Entered, m.From, n, 0, "")
	if r.atOnce() {
		return
	}
	if o.Sows {
		r.after = after{kind: liftNext, place: m.From, take: take, rule: r.rule}
		return
	}
	r.reg[program.RLap] = 1
	r.lapEnds()
}

// step moves one seed to another place.
func (r *run) step(m interpreter.Move) {
	if m.To < 0 || m.To >= r.x.p.Places || m.From < 0 || r.cells[m.From] < 1 {
		r.fail("there is no seed to step, or nowhere to step to")
		return
	}
	r.reg[program.RLap] = 1
	r.cells[m.From]--
	r.fallsIn(m.To, 1)
	r.note(interpreter.Stepped, m.From, 1, m.To, "")
	if r.atOnce() {
		return
	}
	r.lapEnds()
}

// laps sows lap after lap until a `lap` table decides otherwise.
func (r *run) laps() {
	for !r.halted() {
		switch r.after.kind {
		case liftNext, sowNext:
			if !r.lapBegins() {
				return
			}
		default:
			return
		}
		if !r.halted() {
			r.lapEnds()
		}
		if r.firstLap {
			return
		}
	}
}

// lapBegins is step 4 up to the last drop. It is false if the turn turned out
// to be endless and stops here.
func (r *run) lapBegins() bool {
	a := r.after
	r.rule = a.rule
	if a.kind == liftNext && (a.place < 0 || a.place >= r.x.p.Places) {
		r.gap(interpreter.GapRelay, "relay", "there is no hole to lift")
		return false
	}
	if a.dir != nil {
		r.reg[program.RDir] = r.resolve(*a.dir, a.place)
	}
	if r.facts.relays && r.recurs() {
		return false
	}
	r.reg[program.RLap]++
	r.reg[program.RFirst] = -1
	if len(r.x.uses.lapVars) > 0 {
		r.resetVars(r.x.uses.lapVars)
	}
	if a.kind == sowNext {
		r.reg[program.ROrigin] = -1
		if a.entered {
			r.note(interpreter.SownOn, a.place, a.seeds, 0, "hand")
		} else {
			r.note(interpreter.SownOn, a.place, a.seeds, 0, "")
		}
		r.sow(a.seeds, a.place, true)
		return true
	}
	r.lift(a)
	return true
}

// lift asks table `lift`, then takes the seeds out of the hole and sows them.
func (r *run) lift(a after) {
	r.reg[program.ROrigin] = a.place
	if r.reg[program.RLap] > 1 {
		r.note(interpreter.Relayed, a.place, int(r.cells[a.place]), 0, "")
	}
	if r.seat.Lift != nil {
		r.aside(r.seat.Lift, true)
		if r.halted() {
			return
		}
	}
	n := int(r.cells[a.place])
	if a.take > 0 {
		n = min(n, a.take)
	}
	if n == 0 {
		r.gap(interpreter.GapRelay, "relay", "%s is to be lifted and is empty", r.name(a.place))
		return
	}
	r.cells[a.place] -= int32(n)
	r.note(interpreter.Lifted, a.place, n, 0, "")
	inOrigin := r.seat.FirstInOrigin && (n > 1 || !r.seat.UnlessSingle)
	r.sow(n, a.place, inOrigin)
}

// sow is steps 5 and 6: n seeds, the first in `at` itself or in the place after it.
func (r *run) sow(n, at int, inAt bool) {
	if r.facts.plainSowing && !r.recording && !inAt {
		r.sowPlain(n, at)
		return
	}
	r.hand = n
	r.along = slices.Index(r.seat.Along, int16(at))
	defer func() { r.reg[program.RCarried] = 0 }()
	for r.hand > 0 {
		r.work(1)
		r.reg[program.RCarried] = r.hand
		at = r.landing(at, inAt)
		inAt = false
		if r.halted() {
			return
		}
		k := min(r.perHole(at), r.hand)
		r.hand -= k
		r.reg[program.RCarried] = r.hand
		r.fallsIn(at, k)
		r.note(interpreter.Dropped, at, int(r.cells[at]), 0, "")
		if r.atOnce() {
			return
		}
		if r.hand > 0 && r.seat.Drop != nil {
			r.aside(r.seat.Drop, true)
			if r.halted() {
				return
			}
		}
	}
}

// perHole is how many seeds fall in a place at once.
func (r *run) perHole(p int) int {
	if r.seat.PerHoleOf == nil {
		return max(r.seat.PerHole, 1)
	}
	saved := r.slots[r.seat.PerHoleSlot]
	r.slots[r.seat.PerHoleSlot] = p
	n := r.eval(r.seat.PerHoleOf)
	r.slots[r.seat.PerHoleSlot] = saved
	return max(n, 1)
}

// fallsIn drops k seeds in a place and remembers what a rule may ask of it.
func (r *run) fallsIn(p, k int) {
	r.reg[program.RWas] = int(r.cells[p])
	r.reg[program.RWasOwner] = r.ownerOf(p)
	r.reg[program.RLast] = p
	if r.reg[program.RFirst] < 0 {
		r.reg[program.RFirst] = p
	}
	r.cells[p] += int32(k)
	r.sown += k
	if r.fell != nil {
		r.fell[p] = max(r.reg[program.RLap], 1)
	}
}

// sowPlain sows where nothing can happen on the way: one seed a hole, nothing
// skipped, nothing asked.
func (r *run) sowPlain(n, at int) {
	d := r.direction(false)
	if d < 0 {
		r.hand = n
		return
	}
	route := r.seat.Next(d)
	r.work(n>>4 + 1)
	r.sown += n
	for ; n > 0; n-- {
		p := route.At(at)
		if p < 0 {
			r.hand = n
			r.offRoute(at)
			return
		}
		at = p
		r.cells[at]++
		if r.reg[program.RFirst] < 0 {
			r.reg[program.RFirst] = at
		}
	}
	r.reg[program.RLast] = at
	r.reg[program.RWas] = int(r.cells[at]) - 1
	r.reg[program.RWasOwner] = r.ownerOf(at)
}

// landing is the place of the next drop: the next on the route that is not
// skipped now, or `at` itself when the first seed falls there.
func (r *run) landing(at int, inAt bool) int {
	if inAt && at >= 0 && at < r.x.p.Places && !r.skips(at) {
		return at
	}
	d := r.direction(false)
	if d < 0 {
		return -1
	}
	for range r.x.p.Places + 1 {
		r.work(1)
		p := r.onward(d, at)
		if p < 0 {
			r.offRoute(at)
			return -1
		}
		at = p
		if !(r.seat.SkipOrigin && at == r.reg[program.ROrigin]) && !r.skips(at) {
			return at
		}
		if r.err != nil {
			return -1
		}
		r.note(interpreter.Skipped, at, 0, 0, "")
	}
	r.gap(interpreter.GapSkip, "[sowing] skip", "every hole of the route is skipped, with %s still to sow", source.Plural(r.hand, "seed"))
	return -1
}

// onward is the place after one on the route. Where the route visits places
// twice the lap remembers how far along it is.
func (r *run) onward(d, at int) int {
	n := len(r.seat.Along)
	if n == 0 || r.along < 0 {
		return r.seat.Next(d).At(at)
	}
	r.along = (r.along + 1 + d*(n-2)) % n
	return int(r.seat.Along[r.along])
}

func (r *run) offRoute(at int) {
	r.gap(interpreter.GapSkip, "[sowing] route", "the route of %s does not lead on from %s", rules.SeatName(r.mover), r.name(at))
}

// lapEnds is step 7: table `lap` decides how the turn goes on.
func (r *run) lapEnds() {
	r.after = after{}
	f := r.table(r.seat.Lap, true)
	if r.reg[program.RLap] == 1 {
		r.lastLap1 = r.reg[program.RLast]
		r.wonLap1 = r.outcome != nil && r.outcome.Winner == r.mover
	}
	if r.halted() {
		return
	}
	switch f {
	case none:
		r.gap(interpreter.GapLap, "lap", "no rule of `lap` says what happens after the last seed fell in %s", r.name(r.reg[program.RLast]))
	case ran, goesOn:
		r.gap(interpreter.GapUnended, "lap", "a rule of `lap` acted but does not say how the turn goes on")
	case decided:
		if r.after.kind == stopped {
			r.note(interpreter.Stopped, r.reg[program.RLast], 0, 0, "")
		}
	}
}

// turnEnds is step 8: table `turn`, then `at-once`. What the laps decided
// (stop or another ply) stands unless the table decides something else. A turn
// stopped for being endless does not go on.
func (r *run) turnEnds() {
	r.inTurn = true
	switch saved := r.after; {
	case r.seat.Turn == nil:
	case r.endlessly != interpreter.NotEndless:
		r.aside(r.seat.Turn, true)
	default:
		if f := r.table(r.seat.Turn, true); f != decided || r.after.kind == stopped {
			r.after = saved
		}
	}
	if !r.halted() && !r.atOnce() {
		r.ruleEnds() // nothing stays in the bag after the turn, whatever `at-once` did
	}
	r.inTurn = r.after.kind != liftNext && r.after.kind != sowNext
}

// resolve turns a direction phrase into a direction for a lap that starts at a place.
func (r *run) resolve(d program.Dir, at int) int {
	switch route := d.Route(); {
	case d.Base() == program.Inward:
		if in := r.seat.InwardOn(route).At(at); in >= 0 {
			return in + 2*route
		}
		return -1
	case d.Base() == program.None && route > 0 && r.reg[program.RDir] >= 0: // the way it was
		return r.reg[program.RDir]&1 + 2*route
	}
	return d.Reg()
}
