package lower

import (
	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// spot lowers a hole word to a place, -1 for nowhere.
func (e env) spot(x rules.Spot) program.Expr {
	switch x := x.(type) {
	case nil:
		return program.Reg{R: program.RLast}
	case *rules.HoleVar:
		if v := e.lookupName(x.Binder); v != nil {
			return v
		}
		e.fail(x.Span(), "no hole is meant here: `%s` stands outside the phrase that names it", x.Binder.Name)
		return none
	case *rules.Reg:
		return e.register(x.Which)
	case *rules.Next:
		of := e.spot(x.Of)
		if isConst(of, -1) {
			return none
		}
		return program.Next{Of: of, N: max(x.N, 1), Back: x.Back}
	case *rules.Rel:
		return lookup(e.relation(x.How), e.spot(x.Of))
	case *rules.StoreOf:
		return lookup(e.geo.store, e.player(x.Player))
	case *rules.Extreme:
		return e.extreme(x)
	case *rules.OnlyHole:
		return e.only(e.set(x.Set))
	}
	e.fail(x.Span(), "the program has no form for %T as a hole", x)
	return none
}

func (e env) register(r rules.RegKind) program.Expr {
	switch r {
	case rules.Last:
		return program.Reg{R: program.RLast}
	case rules.First:
		return program.Reg{R: program.RFirst}
	}
	return e.originSpot()
}

// originSpot is the candidate in the texts of an option, else the lifted hole.
func (e env) originSpot() program.Expr {
	if e.origin != nil {
		return e.origin
	}
	return program.Reg{R: program.ROrigin}
}

func (e env) relation(r rules.RelKind) program.Table {
	switch r {
	case rules.Opposite:
		return e.geo.opposite
	case rules.Behind:
		return e.geo.behind
	case rules.Front:
		return e.geo.front
	}
	return e.geo.mirror
}

func (e env) extreme(x *rules.Extreme) program.Expr {
	s := e.set(x.Set)
	if isEmpty(s) {
		return none
	}
	if x.How != "nearest" {
		return pick(s, e.geo.fromLeft(e.mover, x.How == "rightmost"))
	}
	if list, ok := constantSet(s); ok && len(list) == 1 {
		return program.Const{V: list[0]}
	}
	return program.Pick{Set: s, From: e.spot(x.From)}
}

// only is the one hole of a set; of several (the file promised one) the first.
func (e env) only(s program.Set) program.Expr {
	if o, ok := s.(program.One); ok {
		return o.Spot
	}
	order := make([]int, e.p.Places)
	for i := range order {
		order[i] = i
	}
	return pick(s, order)
}

// player lowers a player word to a seat, -1 for nobody; nil is the mover.
func (e env) player(x rules.Player) program.Expr {
	switch x := x.(type) {
	case nil:
		return program.Const{V: e.mover}
	case *rules.EachPlayer:
		for b := e.each; b != nil; b = b.outer {
			if b.key == x.Who {
				return program.Const{V: b.seat}
			}
		}
		e.fail(x.Span(), "no player is meant here")
	case *rules.Who:
		return e.who(x)
	default:
		e.fail(x.Span(), "the program has no form for %T as a player", x)
	}
	return none
}

func (e env) who(x *rules.Who) program.Expr {
	switch x.Which {
	case rules.Mover:
		return program.Const{V: e.mover}
	case rules.Opponent:
		if e.p.Players != 2 {
			return none
		}
		return program.Const{V: 1 - e.mover}
	case rules.Starter:
		return program.Cell{I: e.p.Layout.Starter}
	case rules.Captor:
		return program.Cell{I: e.p.Layout.Captor}
	case rules.SeatSouth:
		return program.Const{V: 0}
	case rules.SeatNorth:
		return program.Const{V: 1}
	case rules.Owner:
		return e.owner(e.spot(x.Spot))
	case rules.Marker:
		return e.marker(x)
	case rules.Winner, rules.Loser:
		if e.round != nil {
			seat := e.round.winner
			if x.Which == rules.Loser && seat >= 0 {
				seat = 1 - seat
			}
			return program.Const{V: seat}
		}
	}
	e.fail(x.Span(), "winner and loser are known only between the rounds of a match")
	return none
}

// owner is the seat of a place: of its row, or, where holes change hands, of
// whoever holds it now.
func (e env) owner(place program.Expr) program.Expr {
	if e.p.Layout.Owners < 0 {
		return lookup(e.geo.owner, place)
	}
	if p, ok := constant(place); ok && p >= e.p.Holes {
		return lookup(e.geo.owner, place)
	}
	held := exists(place)
	if e.board.OwnersChange == "seeds" {
		held = op(program.Gt, cellAt(0, place), zero)
	}
	return choose(held, e.holeCell(e.p.Layout.Owners, place), none)
}

// marker is the seat whose bit a mark has; nobody for none and for several.
func (e env) marker(x *rules.Who) program.Expr {
	v := x.Var
	if v == nil {
		v = e.onlyMark(x)
	}
	if v == nil {
		return none
	}
	t := make(program.Table, 1<<e.p.Players)
	for bits := range t {
		t[bits] = -1
		for seat := range e.p.Players {
			if bits == 1<<seat {
				t[bits] = int16(seat)
			}
		}
	}
	return lookup(t, e.onHole(e.vars[v], x.Spot))
}

func (e env) onlyMark(x *rules.Who) *rules.Variable {
	var only *rules.Variable
	for _, v := range e.game.State {
		if e.needs.marks[v] {
			if only != nil {
				e.fail(x.Span(), "`its marker` of which mark? The game has %q and %q", only.Name, v.Name)
				return nil
			}
			only = v
		}
	}
	if only == nil {
		e.fail(x.Span(), "`its marker` asks for a mark, but the game has none")
	}
	return only
}
