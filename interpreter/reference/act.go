package reference

import (
	"math"

	"mancala/interpreter"
	"mancala/interpreter/program"
)

// flow says how a rule or table came to its end.
type flow int

const (
	ran     flow = iota // all actions done, the table is over without a decision
	goesOn              // `continue`: the rules after it are asked
	decided             // a terminal action; r.after holds it
	halted              // the run is halted
	none                // no rule held
)

// table asks a rule table. The outermost table of a text owns the bag: at the
// end of each of its rules captured seeds go home and a `reverse` comes into force.
func (r *run) table(b *program.Block, outermost bool) flow {
	if b == nil {
		return none
	}
	result := none
	for _, rule := range b.Rules {
		r.work(1)
		if rule.When != nil && r.eval(rule.When) == 0 {
			if r.err != nil {
				return halted
			}
			continue
		}
		if r.err != nil {
			return halted
		}
		result = r.act(b, rule, outermost)
		if result != goesOn {
			return result
		}
		result = ran
	}
	return result
}

// act does what a rule says.
func (r *run) act(b *program.Block, rule *program.Rule, outermost bool) flow {
	saved := r.rule
	if rule.Info != nil {
		r.rule = rule.Info
	}
	r.note(interpreter.Fired, -1, 0, 0, b.Name)
	f := r.all(rule.Do)
	if outermost && f != halted {
		r.ruleEnds()
		if f == decided && r.after.kind == gameEnds {
			r.endGame()
			if r.halted() {
				f = halted
			}
		}
	}
	r.rule = saved
	return f
}

// ruleEnds sends the bag home and turns the direction round if the rule said so.
func (r *run) ruleEnds() {
	r.goHome(r.mover, r.reg[program.RBag])
	r.reg[program.RBag] = 0
	if r.reversed {
		r.reversed = false
		if d := r.reg[program.RDir]; d >= 0 {
			r.reg[program.RDir] = d ^ 1
		}
	}
}

// goHome gives seeds to the place where a seat's captures go.
func (r *run) goHome(seat, n int) {
	if n != 0 {
		r.cells[r.x.p.Home[seat]] += int32(n)
	}
}

// all runs statements until one decides.
func (r *run) all(list []program.Stmt) flow {
	for _, s := range list {
		f := r.one(s)
		if r.err != nil {
			return halted
		}
		if f != ran {
			return f
		}
	}
	return ran
}

// one runs a statement: one case an action.
func (r *run) one(s program.Stmt) flow {
	switch s := s.(type) {
	case program.Stop:
		return r.decide(after{kind: stopped})
	case program.Continue:
		return goesOn
	case program.Relay:
		return r.decide(after{kind: liftNext, place: r.place(s.From), dir: s.Dir})
	case program.Sow:
		return r.sowOn(s)
	case program.Capture:
		return r.capture(s)
	case program.MoveSeeds:
		r.moveSeeds(s)
	case program.Mark:
		r.mark(s)
	case program.Fill:
		r.fill(s)
	case program.Each:
		return r.each(s)
	case program.SetCell:
		r.setCell(s)
	case program.Choose:
		return r.choose(s)
	case program.May:
		return r.may(s)
	case program.Again:
		return r.again(s)
	case program.Reverse:
		r.reversed = !r.reversed
		r.note(interpreter.Reversed, -1, 0, 0, "")
	case program.Call:
		return r.call(s.Block)
	case program.Take:
		r.take(s)
	case program.End:
		return r.decide(after{kind: gameEnds, end: &s})
	case program.Renew:
		r.renew(s)
	case program.Hand:
		r.takeInHand(s)
	case program.SetUp:
		r.setUp()
	default:
		r.fail("an action of an unknown kind: %T", s)
	}
	return ran
}

func (r *run) decide(a after) flow {
	a.rule = r.rule
	r.after = a
	return decided
}

// call runs a defined table; when it ends without a decision, or continues
// past its last rule, the caller goes on with its next action.
func (r *run) call(b *program.Block) flow {
	switch f := r.table(b, false); f {
	case decided, halted:
		return f
	default:
		return ran
	}
}

// sowOn makes the bag, or the seeds of a place, the next lap.
func (r *run) sowOn(s program.Sow) flow {
	from := r.place(s.From)
	n := r.reg[program.RBag]
	if s.Of == nil {
		r.reg[program.RBag] = 0
	} else if of := r.place(s.Of); of >= 0 {
		n = int(r.cells[of])
		r.cells[of] = 0
	} else {
		n = 0
	}
	if r.err == nil && n == 0 {
		r.gap(interpreter.GapRelay, "sow", "there is nothing to sow")
	}
	return r.decide(after{kind: sowNext, place: from, seeds: n, dir: s.Dir})
}

// capture takes the seeds of a set for a player or into a hole.
func (r *run) capture(s program.Capture) flow {
	into := -1
	if s.IntoHand > 0 {
		into = r.x.p.Layout.Hands + int(s.IntoHand) - 1
	}
	if s.Into != nil {
		if into = r.place(s.Into); into < 0 {
			r.gap(interpreter.GapNobody, "capture", "the captured seeds have no hole to go to")
			return halted
		}
	}
	lo := len(r.stack)
	r.push(s.Set)
	took := false
	for i, hi := lo, len(r.stack); i < hi && r.err == nil; i++ {
		if p := r.stack[i]; r.cells[p] > 0 && p != into {
			r.captureFrom(p, s, into)
			took = true
		}
	}
	r.stack = r.stack[:lo]
	if r.err != nil {
		return halted
	}
	if took && r.atOnce() {
		return halted
	}
	return ran
}

// captureFrom takes one place: at least a seed lies in it.
func (r *run) captureFrom(p int, s program.Capture, into int) {
	seat := r.mover
	if s.For != nil {
		r.slots[s.Slot] = p
		if seat = r.eval(s.For); seat < 0 || seat >= r.x.p.Players {
			r.gap(interpreter.GapNobody, "capture", "%s is captured for nobody", r.name(p))
			return
		}
	}
	n := int(r.cells[p])
	r.cells[p] = 0
	switch {
	case into >= 0:
		r.cells[into] += int32(n)
	case seat == r.mover:
		r.reg[program.RBag] += n
	default:
		r.goHome(seat, n)
	}
	if c := r.x.p.Layout.Captor; c >= 0 {
		r.cells[c] = int32(seat)
	}
	if seat == r.mover {
		r.reg[program.RCaptured] += n
		r.caughtAt(p)
	} else {
		r.lost += n
	}
	r.note(interpreter.Captured, p, n, r.goesTo(seat, into), "")
}

// caughtAt remembers the lap of a place's first capture, for forecasts.
func (r *run) caughtAt(p int) {
	if r.caught == nil {
		return
	}
	lap := max(r.reg[program.RLap], 1)
	if r.inTurn {
		lap = math.MaxInt
	}
	if r.caught[p] == 0 {
		r.caught[p] = lap
	}
	r.anyLap[0] = r.anyLap[0] || lap == 1
	r.anyLap[1] = true
}

// goesTo is the place captured seeds end up in, -1 for out of play.
func (r *run) goesTo(seat, into int) int {
	if into >= 0 {
		return r.shownAt(into)
	}
	if home := r.x.p.Home[seat]; home != r.x.p.Layout.Out {
		return home
	}
	return -1
}

func (r *run) moveSeeds(s program.MoveSeeds) {
	from := r.cellOf(s.From, s.FromHand)
	if from < 0 {
		return
	}
	amount := int(r.cells[from])
	if s.Amount != nil {
		amount = r.eval(s.Amount)
	}
	if s.ToEach == nil {
		r.moveTo(from, r.cellOf(s.To, s.ToHand), amount)
		return
	}
	lo := len(r.stack)
	r.push(s.ToEach)
	for i, hi := lo, len(r.stack); i < hi; i++ {
		r.moveTo(from, r.stack[i], amount)
	}
	r.stack = r.stack[:lo]
}

// cellOf is the cell of a place or hand.
func (r *run) cellOf(place program.Expr, hand program.InHand) int {
	if hand != 0 {
		return r.x.p.Layout.Cell(hand)
	}
	return r.place(place)
}

// shownAt is a cell as events name it: hands after the places, -1 out of play.
func (r *run) shownAt(cell int) int {
	if cell == r.x.p.Layout.Out {
		return -1
	}
	if hands := r.x.p.Layout.Hands; hands >= 0 && cell >= hands && cell < hands+r.x.p.Players {
		return r.x.p.Places + cell - hands
	}
	return cell
}

func (r *run) moveTo(from, to, amount int) {
	amount = max(0, min(amount, int(r.cells[from])))
	if to < 0 || to == from || amount == 0 || r.err != nil {
		return
	}
	r.cells[from] -= int32(amount)
	r.cells[to] += int32(amount)
	r.note(interpreter.Moved, r.shownAt(from), amount, r.shownAt(to), "")
}

func (r *run) mark(s program.Mark) {
	seat := r.eval(s.Seat)
	if seat < 0 || seat > 3 {
		return
	}
	kind := interpreter.Marked
	if s.Clear {
		kind = interpreter.Unmarked
	}
	bit := int32(1) << seat
	r.overSet(s.Set, s.Base, func(p int) {
		if s.Clear {
			r.put(s.Base+p, r.cells[s.Base+p]&^bit)
		} else {
			r.put(s.Base+p, r.cells[s.Base+p]|bit)
		}
		r.note(kind, p, 0, seat, r.x.fieldName(s.Base))
	})
}

func (r *run) fill(s program.Fill) {
	v := int32(r.eval(s.Value))
	r.overSet(s.Set, s.Base, func(p int) {
		r.put(s.Base+p, v)
		r.note(interpreter.Changed, p, 0, int(v), s.What)
	})
}

// overSet does something for every place of a set that the field at base covers.
func (r *run) overSet(set program.Set, base int, do func(p int)) {
	lo := len(r.stack)
	r.push(set)
	for i, hi := lo, len(r.stack); i < hi && r.err == nil; i++ {
		if p := r.stack[i]; p < r.x.uses.limit[base] {
			do(p)
		}
	}
	r.stack = r.stack[:lo]
}

// put writes a cell that is not seeds and remembers that this turn did.
func (r *run) put(cell int, v int32) {
	r.cells[cell] = v
	if r.touched != nil {
		r.touched[cell] = true
	}
}

func (r *run) each(s program.Each) flow {
	lo := len(r.stack)
	r.push(s.Set)
	list := append([]int(nil), r.stack[lo:]...) // choices and captures below may push
	r.stack = r.stack[:lo]
	for _, p := range list {
		r.slots[s.Slot] = p
		if f := r.all(s.Do); f != ran {
			return f
		}
	}
	return ran
}

func (r *run) setCell(s program.SetCell) {
	i := 0
	if s.Index != nil {
		i = r.eval(s.Index)
	}
	v := r.eval(s.Value)
	if r.err != nil || i < 0 || i >= r.x.uses.limit[s.Base] {
		return
	}
	r.put(s.Base+i, int32(max(math.MinInt32, min(v, math.MaxInt32))))
	if s.Var != nil { // what the machine sets is told by what follows
		r.note(interpreter.SetTo, r.x.placeOf(s.Base+i), 0, v, r.x.fieldName(s.Base))
	}
}

// take gives a player all seeds of a set.
func (r *run) take(s program.Take) {
	home, to := r.x.p.Layout.Out, -1
	if s.Seat != nil {
		seat := r.eval(s.Seat)
		if r.err == nil && (seat < 0 || seat >= r.x.p.Players) {
			r.gap(interpreter.GapNobody, "takes", "nobody is there to take the seeds")
		}
		if r.err != nil {
			return
		}
		home, to = r.x.p.Home[seat], r.goesTo(seat, -1)
	}
	lo := len(r.stack)
	r.push(s.Set)
	for i, hi := lo, len(r.stack); i < hi && r.err == nil; i++ {
		if p := r.stack[i]; p != home && r.cells[p] > 0 {
			n := r.cells[p]
			r.cells[p] = 0
			r.cells[home] += n
			r.note(interpreter.Took, p, int(n), to, "")
		}
	}
	r.stack = r.stack[:lo]
}

func (r *run) again(s program.Again) flow {
	if s.From == nil {
		return r.decide(after{kind: another})
	}
	lo := len(r.stack)
	r.push(s.From)
	r.keep(lo, func(p int) bool { return r.cells[p] > 0 })
	c, f := r.chosen(interpreter.StartAgain, 1, lo)
	r.stack = r.stack[:lo]
	if f != ran || c == nil {
		return f
	}
	return r.decide(after{kind: liftNext, place: c.Places[0]})
}

// atOnce asks the text `at-once`, which may only end the game, and says if
// the run is halted now.
func (r *run) atOnce() bool {
	if r.seat.AtOnce == nil || r.inAtOnce {
		return r.halted()
	}
	r.inAtOnce = true
	r.aside(r.seat.AtOnce, false)
	r.inAtOnce = false
	return r.halted()
}

// aside asks a table that may end the game but not decide how the turn goes
// on: every one but `lap` and `turn`. Whatever else it decides means no more
// than that the table is over.
func (r *run) aside(b *program.Block, outermost bool) {
	saved := r.after
	f := r.table(b, outermost)
	if f == decided {
		switch {
		case r.after.kind == gameEnds && !outermost:
			r.endGame()
		case r.after.kind == sowNext:
			r.goHome(r.mover, r.after.seeds)
		}
	}
	r.after = saved
}

// endGame ends the game as r.after says: what is in the bag goes home first.
func (r *run) endGame() {
	end := r.after.end
	info := r.after.rule
	r.goHome(r.mover, r.reg[program.RBag])
	r.reg[program.RBag] = 0
	seat := -1
	if end.Seat != nil {
		if seat = r.eval(end.Seat); r.err != nil {
			return
		}
	}
	r.finish(end.How, seat, interpreter.ByRule, info)
}
