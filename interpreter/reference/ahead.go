package reference

import (
	"slices"

	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Forecasts: `has a move`, `could`, `would`. Each runs on a copy of the position.

// hasMove asks if a seat has a legal move now. Asked of a player who is not
// to move, his next turn counts as begun.
func (r *run) hasMove(seat int) bool {
	t := r.ahead(seat)
	if t == nil {
		return false
	}
	defer r.back(t)
	return t.anyMove()
}

// ahead gives a run in which a seat is to move in the position of r; nil if
// forecasts are nested too deep or he is in no phase. Its errors go to r in back.
func (r *run) ahead(seat int) *run {
	x := r.x
	if seat < 0 || seat >= x.p.Players || !r.deeper() {
		return nil
	}
	t := x.acquire(r.cells, r.seen)
	if !t.sit(seat) {
		x.release(t)
		x.depth--
		return nil
	}
	t.inCould = r.inCould
	t.cells[x.p.Layout.Mover] = int32(seat)
	if turns := x.p.Layout.Turns; turns >= 0 && seat != r.mover {
		t.cells[turns+seat]++
	}
	return t
}

func (r *run) back(t *run) {
	r.x.depth--
	if t.err != nil && r.err == nil {
		r.err = t.err
	}
	r.x.release(t)
}

// forecast answers `would` and `could`.
func (r *run) forecast(e program.Forecast) bool {
	switch {
	case e.Could:
		return !r.inCould && r.could(e)
	case r.finished:
		return r.did(e)
	case r.opt == nil:
		return false
	}
	return r.would(e)
}

// did looks back at the finished move.
func (r *run) did(e program.Forecast) bool {
	switch e.What {
	case program.WouldCapture:
		if e.Set == nil {
			return r.anyLap[truth(!e.First)]
		}
		for p, lap := range r.caught {
			if lap > 0 && (!e.First || lap == 1) && r.member(e.Set, p) {
				return true
			}
		}
		return false
	case program.WouldEnd:
		last := r.reg[program.RLast]
		if e.First {
			last = r.lastLap1
		}
		return last >= 0 && r.member(e.Set, last)
	default:
		if e.First {
			return r.wonLap1
		}
		return r.outcome != nil && r.outcome.Winner == r.mover
	}
}

// would runs the candidate the filter stands on, with every taking and
// completion, and asks if one of them does it.
func (r *run) would(e program.Forecast) bool {
	if !r.deeper() {
		return false
	}
	defer func() { r.x.depth-- }()
	o, p := r.opt, r.reg[program.ROrigin]
	if p < 0 {
		return false
	}
	m, first, last := r.startAt(o, p)
	m.Dir = program.DirOf(r.reg[program.RDir])
	yes := false
	for take := first; take <= last && !yes && r.err == nil; take++ {
		m.Take = take
		r.runAll(o, m, e.First, func(t *run, _ interpreter.Move) bool {
			yes = r.asks(t, e)
			return !yes && r.err == nil
		})
	}
	return yes
}

// deeper counts one more forecast inside another; false over the budget.
func (r *run) deeper() bool {
	if r.x.depth >= r.x.budget.Depth {
		r.overBudget("nested forecasts", r.x.depth)
		return false
	}
	r.x.depth++
	return true
}

// asks asks a finished run about a forecast; the set is read in the position
// it was asked in, for a set such as "holes with seeds" means those of now.
func (r *run) asks(t *run, e program.Forecast) bool {
	if e.Set == nil || e.What == program.WouldWin {
		return t.did(e)
	}
	lo := len(r.stack)
	r.push(e.Set)
	list := program.Holes{List: slices.Clone(r.stack[lo:])}
	r.stack = r.stack[:lo]
	e.Set = list
	return t.did(e)
}

// couldMemo holds what the legal moves of a seat do in their first laps, for
// the position it was last asked of: a filter asks the same for every hole.
type couldMemo struct {
	cells  []int32
	seat   int
	ok     bool
	caught []bool
	ends   []bool
	wins   bool
	any    bool
}

// could asks if some legal move of a seat does it in its first lap.
func (r *run) could(e program.Forecast) bool {
	memo := r.couldOf(e.Seat)
	if memo == nil {
		return false
	}
	var places []bool
	switch e.What {
	case program.WouldWin:
		return memo.wins
	case program.WouldCapture:
		if e.Set == nil {
			return memo.any
		}
		places = memo.caught
	case program.WouldEnd:
		places = memo.ends
	}
	for p, yes := range places {
		if yes && r.member(e.Set, p) {
			return true
		}
	}
	return false
}

func (r *run) couldOf(seat int) *couldMemo {
	memo := &r.x.could
	if memo.ok && memo.seat == seat && slices.Equal(memo.cells, r.cells) {
		return memo
	}
	t := r.ahead(seat)
	if t == nil {
		return nil
	}
	defer r.back(t)
	places := r.x.p.Places
	fresh := couldMemo{cells: slices.Clone(r.cells), seat: seat, ok: true, caught: make([]bool, places), ends: make([]bool, places)}
	t.inCould = true
	t.firstLaps(&fresh)
	if t.err != nil {
		return nil
	}
	*memo = fresh
	return memo
}

// firstLaps runs the first laps of the legal moves and gathers what they do.
func (r *run) firstLaps(memo *couldMemo) {
	for _, tier := range r.seat.Moves {
		legal := false
		for _, o := range tier.Options {
			r.offers(o, func(m interpreter.Move) bool {
				r.runAll(o, m, true, func(t *run, m interpreter.Move) bool {
					if t.illegal || !t.provides(o, m) {
						return true
					}
					legal = true
					memo.add(t)
					return true
				})
				return r.err == nil
			})
			if r.err != nil {
				return
			}
		}
		if legal {
			return
		}
	}
}

func (m *couldMemo) add(t *run) {
	m.any = m.any || t.anyLap[0]
	m.wins = m.wins || t.wonLap1
	if t.lastLap1 >= 0 {
		m.ends[t.lastLap1] = true
	}
	for p, lap := range t.caught {
		m.caught[p] = m.caught[p] || lap == 1
	}
}
