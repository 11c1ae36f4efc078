package reference

import (
	"math/bits"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Step 2: legal moves. The first tier with a legal complete move is the list.

// found is a legal move and the option that offers it.
type found struct {
	move interpreter.Move
	opt  *program.Option
}

// legal fills r.found with the legal moves of the position, or finds the gap
// that there are none.
func (r *run) legal() {
	r.found = r.found[:0]
	for _, tier := range r.seat.Moves {
		if tier.Pass {
			r.found = append(r.found, found{move: interpreter.Move{Pass: true, From: -1, To: -1, Dir: program.None}})
			return
		}
		r.tier(tier)
		if r.err != nil {
			return
		}
		if len(r.found) > 0 {
			r.tidy(len(tier.Options))
			return
		}
	}
	r.gap(interpreter.GapNoMove, "moves", "%s has no legal move, and neither a pass nor a rule of `end` says what that means", rules.SeatName(r.mover))
}

// tier adds the legal moves of a tier to r.found.
func (r *run) tier(tier *program.Tier) {
	for _, o := range tier.Options {
		r.offers(o, func(m interpreter.Move) bool {
			r.complete(o, m, func(_ *run, m interpreter.Move) bool {
				r.found = append(r.found, found{m, o})
				return !r.enough()
			})
			return !r.enough() && r.err == nil
		})
		if r.err != nil || r.enough() {
			return
		}
	}
}

// enough says that no more moves are wanted.
func (r *run) enough() bool { return r.limit > 0 && len(r.found) >= r.limit }

// anyMove asks if some move but a pass is legal.
func (r *run) anyMove() bool {
	r.limit = 1
	r.found = r.found[:0]
	for _, tier := range r.seat.Moves {
		if tier.Pass {
			return false
		}
		r.tier(tier)
		if r.err != nil || len(r.found) > 0 {
			break
		}
	}
	return len(r.found) > 0
}

// offers goes through the starts of an option: holes in board order, takings
// upwards, directions as offered.
func (r *run) offers(o *program.Option, yield func(interpreter.Move) bool) {
	r.opt = o
	r.clearAsk(o)
	r.mask(o)
	for p, dirs := range r.offer {
		if dirs == 0 {
			continue
		}
		r.offer[p] = 0
		if !r.offersAt(o, p, dirs, yield) {
			clear(r.offer)
			return
		}
	}
}

// clearAsk sets the registers as a filter of an option sees them.
func (r *run) clearAsk(o *program.Option) {
	for i := range r.reg {
		r.reg[i] = -1
	}
	r.reg[program.RLap], r.reg[program.RBag], r.reg[program.RCaptured] = 0, 0, 0
	r.reg[program.RLabel], r.reg[program.RCarried] = o.Label, 0
	r.finished = false
}

// mask sets, for every candidate, a bit for each direction it is offered in.
// The filter of an option is asked once for each direction.
func (r *run) mask(o *program.Option) {
	for i, d := range o.Dirs {
		lo := len(r.stack)
		r.pushFrom(o, o.From, d)
		for _, p := range r.stack[lo:] {
			r.offer[p] |= 1 << i
		}
		r.stack = r.stack[:lo]
	}
}

// pushFrom puts the candidates of an option for one direction on the stack:
// like push, but while a filter is asked its place is also `origin` and the
// option's slot.
func (r *run) pushFrom(o *program.Option, s program.Set, d program.Dir) {
	switch s := s.(type) {
	case program.Where:
		if h, ok := s.Set.(program.Holes); ok {
			for _, p := range h.List {
				if r.work(1); r.err != nil {
					return
				}
				r.slots[s.Slot] = p
				if r.stand(o, p, d) && r.eval(s.Cond) != 0 {
					r.stack = append(r.stack, p)
				}
			}
			return
		}
		lo := len(r.stack)
		r.pushFrom(o, s.Set, d)
		r.keep(lo, func(p int) bool {
			r.slots[s.Slot] = p
			return r.stand(o, p, d) && r.eval(s.Cond) != 0
		})
	case program.Union:
		lo := len(r.stack)
		for _, part := range s.Sets {
			r.pushFrom(o, part, d)
		}
		if !s.Disjoint {
			r.stack = r.stack[:lo+dedupe(r.stack[lo:])]
		}
	case program.Minus:
		lo := len(r.stack)
		r.pushFrom(o, s.A, d)
		r.keep(lo, func(p int) bool { return r.stand(o, p, d) && !r.member(s.B, p) })
	default:
		r.reg[program.RDir] = d.Reg()
		r.push(s)
	}
}

// stand makes a place the candidate in a direction; false if it has no such direction.
func (r *run) stand(o *program.Option, p int, d program.Dir) bool {
	r.slots[o.Slot] = p
	r.reg[program.ROrigin] = p
	r.reg[program.RDir] = r.resolve(d, p)
	return d.Base() != program.Inward || r.reg[program.RDir] >= 0
}

// offersAt yields the starts from one hole.
func (r *run) offersAt(o *program.Option, p int, dirs uint8, yield func(interpreter.Move) bool) bool {
	r.stand(o, p, o.Dirs[bits.TrailingZeros8(dirs)])
	m, first, last := r.startAt(o, p)
	for take := first; take <= last && r.err == nil; take++ {
		m.Take = take
		for i, d := range o.Dirs {
			if dirs&(1<<i) == 0 || !r.stand(o, p, d) {
				continue
			}
			m.Dir = program.DirOf(r.reg[program.RDir])
			if !yield(m) {
				return false
			}
		}
	}
	return r.err == nil
}

// startAt is the start of an option from a hole, its direction and taking
// still to be filled in, and the range of takings: empty if it can't start there.
func (r *run) startAt(o *program.Option, p int) (m interpreter.Move, first, last int) {
	m = interpreter.Move{Kind: o.Kind, Label: o.Label, From: p, To: -1, Shown: shown(o)}
	content := int(r.cells[p])
	switch o.Kind {
	case rules.EnterAt:
		if o.EntersNothing() && !o.Sows {
			return m, 0, 0
		}
		n, hand := r.eval(o.Enter), r.x.p.Layout.Hands
		if !o.EntersNothing() && (hand < 0 || n < 1 || int(r.cells[hand+r.mover]) < n) {
			return m, 1, 0
		}
		if o.EnterMax != nil {
			return m, n, min(r.eval(o.EnterMax), int(r.cells[hand+r.mover]))
		}
		content += n
	case rules.StepFrom:
		if m.To = r.place(o.To); m.To < 0 || m.To == p {
			return m, 1, 0
		}
	}
	if content < 1 || r.err != nil {
		return m, 1, 0
	}
	first, last = r.takings(o, content)
	return m, first, last
}

// takings is the range of seeds an option takes from a hole: 0 means all.
func (r *run) takings(o *program.Option, content int) (first, last int) {
	if o.TakeAll || o.Kind == rules.StepFrom || o.Kind == rules.EnterAt && !o.Sows {
		return 0, 0
	}
	last = content
	if o.TakeMax != nil {
		last = min(last, r.eval(o.TakeMax))
	}
	return max(o.TakeMin, 1), last
}

// shown says which parts of the manner an option's moves are named by.
func shown(o *program.Option) uint8 {
	var s uint8
	if o.Explicit {
		s |= interpreter.ShowDir
	}
	if o.EnterMax != nil {
		return s | interpreter.ShowTake
	}
	if c, fixed := o.TakeMax.(program.Const); !o.TakeAll && o.Kind != rules.StepFrom && (!fixed || c.V != o.TakeMin) {
		s |= interpreter.ShowTake
	}
	return s
}

// complete yields the legal completions of a start by inner choices. Where
// the rules can neither ask a choice nor refuse the finished move, the start
// is a complete legal move and need not be run.
func (r *run) complete(o *program.Option, m interpreter.Move, yield func(*run, interpreter.Move) bool) {
	endlessIllegal := r.facts.relays && r.seat.Endless == rules.EndlessIllegal
	if o.Provided == nil && !r.facts.choices && !endlessIllegal {
		yield(nil, m)
		return
	}
	r.runAll(o, m, false, func(t *run, m interpreter.Move) bool {
		if t.illegal || !t.provides(o, m) {
			if t.err != nil && r.err == nil {
				r.err = t.err
			}
			return r.err == nil
		}
		return yield(t, m)
	})
}

// runAll runs every completion of a start on a copy of the position, choices
// in order, and yields the finished runs; `firstLap` stops each after its first
// lap. It is false if the yielding or a budget stopped it.
func (r *run) runAll(o *program.Option, m interpreter.Move, firstLap bool, yield func(*run, interpreter.Move) bool) bool {
	if r.x.tried++; r.x.tried > r.x.budget.Completions {
		r.overBudget("completions of the moves of a position", r.x.tried)
		return false
	}
	if r.work(r.x.copying()); r.err != nil {
		return false
	}
	t := r.x.acquire(r.cells, r.seen)
	defer r.x.release(t)
	t.sit(r.mover)
	t.inCould, t.firstLap = r.inCould, firstLap
	t.play(m, o)
	if serious(t.err) {
		r.err = t.err
		return false
	}
	if t.ask == nil {
		return yield(t, m)
	}
	done := len(m.Inner)
	for _, c := range t.ask {
		next := m
		next.Inner = append(m.Inner[:done:done], c)
		if !r.runAll(o, next, firstLap, yield) {
			return false
		}
	}
	return true
}

// serious tells errors of a run that make it worthless from those that only
// stop the turn: a gap, or a used-up lap budget without a meaning.
func serious(err error) bool {
	switch err := err.(type) {
	case nil, *interpreter.Gap:
		return false
	case *interpreter.OverBudget:
		return err.What != lapsInTurn
	}
	return true
}

// provides asks `provided` of a finished run. A gap on the way does not
// matter here: the board is taken as it stopped, and playing the move reports it.
func (r *run) provides(o *program.Option, m interpreter.Move) bool {
	if o.Provided == nil {
		return true
	}
	r.err = nil
	r.slots[o.Slot] = m.From
	r.reg[program.ROrigin] = m.From
	return r.eval(o.Provided) != 0 && r.err == nil
}

// tidy drops moves two options give, and shows the label where two kinds of
// move start alike.
func (r *run) tidy(options int) {
	if options < 2 {
		return
	}
	kept := r.found[:0]
	for _, f := range r.found {
		if r.work(len(kept)>>3 + 1); r.err != nil {
			return
		}
		twice := false
		for i := range kept {
			k := &kept[i].move
			if k.Label != f.move.Label && looksLike(k, &f.move) {
				k.Shown |= interpreter.ShowLabel
				f.move.Shown |= interpreter.ShowLabel
			}
			if k.Label == f.move.Label && sameStart(*k, f.move) && sameInner(k.Inner, f.move.Inner) {
				twice = true
			}
		}
		if !twice {
			kept = append(kept, f)
		}
	}
	r.found = kept
}

// looksLike compares what the names of two starts say, labels apart.
func looksLike(a, b *interpreter.Move) bool {
	const manner = interpreter.ShowDir | interpreter.ShowTake
	return a.From == b.From && a.To == b.To && a.Shown&manner == b.Shown&manner &&
		(a.Shown&interpreter.ShowDir == 0 || a.Dir.Base() == b.Dir.Base()) && (a.Shown&interpreter.ShowTake == 0 || a.Take == b.Take)
}

// sameStart compares hole and manner, labels apart.
func sameStart(a, b interpreter.Move) bool {
	return a.Pass == b.Pass && a.Kind == b.Kind && a.From == b.From && a.To == b.To && a.Dir == b.Dir && a.Take == b.Take
}

func sameInner(a, b []interpreter.Choice) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Kind != b[i].Kind || a[i].Taken != b[i].Taken || len(a[i].Places) != len(b[i].Places) {
			return false
		}
		for j, p := range a[i].Places {
			if b[i].Places[j] != p {
				return false
			}
		}
	}
	return true
}

// optionOf finds the option that offers a move. Only a start from the hand
// needs it to be played; otherwise it names the rule in the record.
func (x *Executor) optionOf(s *interpreter.State, m interpreter.Move, record bool) (*program.Option, error) {
	if m.Pass {
		return nil, nil
	}
	if m.From < 0 || m.From >= x.p.Places {
		return nil, errNowhere
	}
	if m.Kind == rules.FromHole && !record {
		return nil, nil
	}
	list, err := x.legal(s)
	if err != nil && m.Kind != rules.FromHole {
		return nil, err
	}
	for _, f := range list {
		if sameStart(f.move, m) && f.move.Label == m.Label && sameInner(f.move.Inner, m.Inner) {
			return f.opt, nil
		}
	}
	return nil, nil
}
