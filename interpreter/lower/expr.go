package lower

import (
	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// expr lowers a number, a condition, a spot or a player.
func (e env) expr(x rules.Expr) program.Expr {
	switch x := x.(type) {
	case nil:
		return one // an absent condition always holds
	case *rules.Int:
		return program.Const{V: x.V}
	case *rules.Bool:
		return boolean(x.V)
	case *rules.SeedsOf:
		return e.seedsOf(e.set(x.Set))
	case *rules.CountOf:
		return fold(program.Sum, e.set(x.Set), e.peek(), one)
	case *rules.LargestOf:
		n := e.peek()
		return fold(program.Max, e.set(x.Set), n, cellAt(0, program.Slot{I: n}))
	case *rules.Counter:
		return e.counter(x)
	case *rules.HandOf:
		return cellAt(e.p.Layout.Hands, e.player(x.Player))
	case *rules.VarOf:
		return e.variable(x)
	case *rules.Arith:
		return op(arithmetic[x.Op], e.expr(x.A), e.expr(x.B))
	case *rules.HoleVar, *rules.Reg, *rules.Next, *rules.Rel, *rules.StoreOf, *rules.Extreme, *rules.OnlyHole:
		return e.spot(x)
	case *rules.Who, *rules.EachPlayer:
		return e.player(x)
	}
	return e.cond(x)
}

var arithmetic = map[string]program.OpKind{
	"+": program.Add, "-": program.Sub, "*": program.Mul, "/": program.Div, "mod": program.Mod,
}

var comparisons = map[string]program.OpKind{
	"=": program.Eq, "!=": program.Ne, "<": program.Lt, "<=": program.Le, ">": program.Gt, ">=": program.Ge,
}

// cond lowers a condition.
func (e env) cond(x rules.Expr) program.Expr {
	switch x := x.(type) {
	case *rules.Compare:
		return op(comparisons[x.Op], e.expr(x.A), e.expr(x.B))
	case *rules.And:
		all := program.Expr(one)
		for _, c := range x.All {
			all = and(all, e.expr(c))
		}
		return all
	case *rules.Or:
		any := program.Expr(zero)
		for _, c := range x.Any {
			any = or(any, e.expr(c))
		}
		return any
	case *rules.Not:
		return not(e.expr(x.C))
	case *rules.Within:
		return within(e.expr(x.N), x.Ranges)
	case *rules.Parity:
		return parity(e.expr(x.N), x.Odd)
	case *rules.WasCount:
		return within(program.Reg{R: program.RWas}, x.Ranges)
	case *rules.Exists:
		return exists(e.spot(x.Spot))
	case *rules.Quant:
		return e.quant(x)
	case *rules.QuantPlayer:
		return e.quantPlayer(x)
	case *rules.In:
		return in(e.spot(x.Spot), e.set(x.Set))
	case *rules.WasOwner:
		return e.wasOwner(x)
	case *rules.DirectionIs:
		return e.directionIs(x.Way)
	case *rules.Repeats:
		return program.Repeats{Times: x.Times}
	case *rules.MoveIs:
		return op(program.Eq, program.Reg{R: program.RLabel}, program.Const{V: x.Label})
	case *rules.Visited:
		return program.Visited{Lap: x.Lap, Set: e.set(x.Set)}
	case *rules.SamePlayer:
		a, b := e.player(x.A), e.player(x.B)
		return and(exists(a), op(program.Eq, a, b))
	case *rules.IsClosed:
		if e.p.Layout.Closed < 0 {
			return zero
		}
		return op(program.Ne, e.onHole(e.p.Layout.Closed, x.Spot), zero)
	case *rules.IsMarked:
		return e.isMarked(x)
	case *rules.HasMove, *rules.Forecast:
		return e.ahead(x)
	}
	e.fail(x.Span(), "the program has no form for %T here", x)
	return zero
}

// peek is the slot that a set lowered at this place stands in; a fold over
// it uses the same one, so that filter and fold can be asked in one go.
func (e env) peek() int {
	_, n := e.slot()
	return n
}

func (e env) seedsOf(s program.Set) program.Expr {
	n := e.peek()
	return fold(program.Sum, s, n, cellAt(0, program.Slot{I: n}))
}

func (e env) counter(x *rules.Counter) program.Expr {
	switch x.Which {
	case rules.LapNumber:
		return program.Reg{R: program.RLap}
	case rules.CapturedNow:
		return program.Reg{R: program.RCaptured}
	case rules.CarriedSeeds:
		return program.Reg{R: program.RCarried}
	case rules.TurnNumber:
		return program.Cell{I: e.p.Layout.Turns + e.mover}
	case rules.RoundNumber:
		return program.Cell{I: e.p.Layout.Round}
	case rules.TotalSeeds:
		return e.total()
	}
	if e.round != nil && e.round.rest != nil {
		return e.round.rest
	}
	e.fail(x.Span(), "`rest` is known only while a round is being filled")
	return zero
}

// total adds up all seed cells: a position given from outside may hold other
// totals than the start.
func (e env) total() program.Expr {
	places := make([]int, e.p.Places)
	for i := range places {
		places[i] = i
	}
	sum := op(program.Add, e.seedsOf(holes(places...)), program.Cell{I: e.p.Layout.Out})
	for seat := range e.p.Players {
		if e.p.Layout.Hands >= 0 {
			sum = op(program.Add, sum, program.Cell{I: e.p.Layout.Hands + seat})
		}
	}
	return sum
}

// onHole is the cell of a field on holes, read at a spot.
func (e env) onHole(base int, spot rules.Spot) program.Expr { return e.holeCell(base, e.spot(spot)) }

// holeCell reads a field on holes at a place; a store that the field has no
// cell for reads 0.
func (e env) holeCell(base int, place program.Expr) program.Expr {
	if p, ok := constant(place); ok && p >= e.p.Layout.Span {
		return zero
	}
	return cellAt(base, place)
}

func (e env) variable(x *rules.VarOf) program.Expr {
	base := e.vars[x.Var]
	if e.needs.marks[x.Var] {
		return op(program.Ne, e.onHole(base, x.Hole), zero)
	}
	index := e.index(x.Var, x.Hole, x.Player)
	if index == nil {
		return program.Cell{I: base}
	}
	return cellAt(base, index)
}

// index is where in its field a variable's value lies; nil for a single value.
func (e env) index(v *rules.Variable, hole rules.Spot, player rules.Player) program.Expr {
	switch {
	case v.OnHole && v.PerPlayer:
		place, seat := e.spot(hole), e.player(player)
		span := program.Const{V: e.p.Layout.Span}
		at := op(program.Add, place, op(program.Mul, seat, span))
		return choose(and(exists(place), exists(seat)), at, none)
	case v.OnHole:
		return e.spot(hole)
	case v.PerPlayer:
		return e.player(player)
	}
	return nil
}

// within asks if a number lies in one of the ranges. A number that is dear
// to compute is computed once and looked up.
func within(n program.Expr, ranges [][2]int) program.Expr {
	if cheap(n) || len(ranges) == 1 && (ranges[0][0] == ranges[0][1] || ranges[0][1] < 0) {
		any := program.Expr(zero)
		for _, r := range joined(ranges) {
			any = or(any, inRange(n, r))
		}
		return any
	}
	top := 0
	for _, r := range ranges {
		top = max(top, r[0], r[1])
	}
	t := make(program.Table, top+1)
	open := false
	for _, r := range ranges {
		open = open || r[1] < 0
		for i := range t {
			if i >= r[0] && (i <= r[1] || r[1] < 0) {
				t[i] = 1
			}
		}
	}
	if !open {
		return op(program.Eq, lookup(t, n), one)
	}
	// Beyond the table, where all numbers are in, a look-up says -1.
	return op(program.Ne, lookup(t, n), zero)
}

// joined puts ranges that touch into one: 2 or 3 is 2..3.
func joined(ranges [][2]int) [][2]int {
	var out [][2]int
	for _, r := range ranges {
		if k := len(out) - 1; k >= 0 && out[k][1] >= 0 && out[k][1]+1 == r[0] {
			out[k][1] = r[1]
			continue
		}
		out = append(out, r)
	}
	return out
}

func inRange(n program.Expr, r [2]int) program.Expr {
	low, high := program.Const{V: r[0]}, program.Const{V: r[1]}
	switch {
	case r[0] == r[1]:
		return op(program.Eq, n, low)
	case r[1] < 0:
		return op(program.Ge, n, low)
	case r[0] <= 0:
		return op(program.Le, n, high)
	}
	return and(op(program.Ge, n, low), op(program.Le, n, high))
}

// parity: even numbers begin at two.
func parity(n program.Expr, odd bool) program.Expr {
	half := op(program.Mod, n, program.Const{V: 2})
	if odd {
		return op(program.Eq, half, one)
	}
	return and(op(program.Gt, n, zero), op(program.Eq, half, zero))
}

func (e env) quant(x *rules.Quant) program.Expr {
	s := e.set(x.Set)
	inner, n := e.bound(x.Hole)
	pred := inner.expr(x.Pred)
	switch x.How {
	case "every":
		return fold(program.Every, s, n, pred)
	case "no":
		return not(fold(program.Any, s, n, pred))
	}
	return fold(program.Any, s, n, pred)
}

// quantPlayer writes the question out for every seat.
func (e env) quantPlayer(x *rules.QuantPlayer) program.Expr {
	any, every := program.Expr(zero), program.Expr(one)
	for seat := range e.p.Players {
		inner := e
		inner.each = &eachBinding{x.Who, seat, e.each}
		pred := inner.expr(x.Pred)
		any, every = or(any, pred), and(every, pred)
	}
	switch x.How {
	case "every":
		return every
	case "no":
		return not(any)
	}
	return any
}

// wasOwner: where holes never change hands, the row tells whose it was.
func (e env) wasOwner(x *rules.WasOwner) program.Expr {
	mine := program.Const{V: e.mover}
	if e.p.Layout.Owners >= 0 {
		owner := program.Reg{R: program.RWasOwner}
		held := program.Expr(one)
		if e.board.OwnersChange == "seeds" {
			held = op(program.Gt, program.Reg{R: program.RWas}, zero)
		}
		if x.Enemy {
			return and(held, and(exists(owner), op(program.Ne, owner, mine)))
		}
		return and(held, op(program.Eq, owner, mine))
	}
	return in(program.Reg{R: program.RLast}, holes(e.sideOf(e.mover, !x.Enemy)...))
}

// sideOf lists the holes of a seat's own rows, or of all other seats'.
func (e env) sideOf(seat int, own bool) []int {
	var list []int
	for i, h := range e.board.Holes {
		if h.Owner >= 0 && (h.Owner == seat) == own {
			list = append(list, i)
		}
	}
	return list
}

func (e env) directionIs(w rules.Way) program.Expr {
	dir := program.Reg{R: program.RDir}
	two := program.Const{V: 2}
	switch {
	case len(e.seat.More) > 0 && w == rules.WayInward:
		in := lookup(e.seat.InwardOn(len(e.seat.More)), e.originSpot())
		for r := len(e.seat.More) - 1; r >= 0; r-- {
			in = program.If{Cond: op(program.Lt, dir, program.Const{V: 2*r + 2}), Then: lookup(e.seat.InwardOn(r), e.originSpot()), Else: in}
		}
		return and(exists(dir), op(program.Eq, op(program.Mod, dir, two), in))
	case len(e.seat.More) > 0:
		return and(exists(dir), op(program.Eq, op(program.Mod, dir, two), program.Const{V: truth(w == rules.WayClockwise)}))
	case w == rules.WayInward:
		return and(exists(dir), op(program.Eq, dir, lookup(e.seat.Inward, e.originSpot())))
	}
	return op(program.Eq, dir, program.Const{V: truth(w == rules.WayClockwise)})
}

// isMarked asks for one seat's bit, or for any.
func (e env) isMarked(x *rules.IsMarked) program.Expr {
	bits := e.onHole(e.vars[x.Var], x.Spot)
	if x.Player == nil || !e.needs.seats[x.Var] {
		return op(program.Ne, bits, zero)
	}
	seat := e.player(x.Player)
	set := op(program.Ne, op(program.BitAnd, bits, lookup(e.seatBits(), seat)), zero)
	return and(exists(seat), set)
}

func (e env) seatBits() program.Table { return program.Table{1, 2, 4, 8}[:e.p.Players] }

// ahead lowers the questions that look at moves not made. Their player is a
// constant: a player known only at run time is written out seat by seat.
func (e env) ahead(x rules.Expr) program.Expr {
	switch x := x.(type) {
	case *rules.HasMove:
		return e.bySeatNumber(x.Player, func(seat int) program.Expr { return program.HasMove{Seat: seat} })
	case *rules.Forecast:
		f := program.Forecast{Could: x.Who != nil, Seat: e.mover, First: !x.Turn, What: forecasts[x.What]}
		if x.Set != nil {
			f.Set = e.set(x.Set)
		}
		if x.Who == nil {
			return f
		}
		f.First = true
		return e.bySeatNumber(x.Who, func(seat int) program.Expr { f.Seat = seat; return f })
	}
	return zero
}

var forecasts = map[rules.ForecastKind]program.ForecastKind{
	rules.ForecastCapture: program.WouldCapture,
	rules.ForecastEnd:     program.WouldEnd,
	rules.ForecastWin:     program.WouldWin,
}

// bySeatNumber asks a question whose player must be a constant.
func (e env) bySeatNumber(who rules.Player, ask func(seat int) program.Expr) program.Expr {
	seat := e.player(who)
	if s, ok := constant(seat); ok {
		if s < 0 {
			return zero
		}
		return ask(s)
	}
	any := program.Expr(zero)
	for s := range e.p.Players {
		any = or(any, and(op(program.Eq, seat, program.Const{V: s}), ask(s)))
	}
	return any
}
