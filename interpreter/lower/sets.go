package lower

import (
	"slices"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// set lowers a set of holes. A hole word is the set of that one hole.
func (e env) set(x rules.Set) program.Set {
	switch x := x.(type) {
	case nil:
		return holes()
	case *rules.Area:
		return e.area(x)
	case *rules.Holes:
		list := make([]program.Set, len(x.Spots))
		for i, s := range x.Spots {
			list[i] = single(e.spot(s))
		}
		return union(list...)
	case *rules.Union:
		list := make([]program.Set, len(x.Sets))
		for i, s := range x.Sets {
			list[i] = e.set(s)
		}
		return union(list...)
	case *rules.Where:
		return e.where(x)
	case *rules.Except:
		return minus(e.set(x.A), e.inner().set(x.B))
	case *rules.Run:
		from := e.inner().spot(x.From)
		if isConst(from, -1) {
			return holes()
		}
		inner, n := e.inner().bound(x.Hole)
		return program.Run{From: from, Back: x.Back, By: max(x.By, 1), Slot: n, While: inner.expr(x.While)}
	case *rules.ChosenSet:
		return e.chosen(x.Binder)
	case *rules.HoleVar:
		if x.Binder.Set {
			return e.chosen(x.Binder)
		}
	}
	return single(e.inner().spot(x))
}

// inner leaves the candidates of an option: what follows is about other holes.
func (e env) inner() env {
	e.option = nil
	return e
}

// where lowers a filter. In the candidates of an option the tested hole is
// the candidate: it stands in the option's slot and is `origin`, too.
func (e env) where(x *rules.Where) program.Set {
	s := e.set(x.Set)
	if e.option != nil {
		slot := *e.option
		inner := e.inner().bind(x.Hole, slot)
		inner.origin = slot
		return where(s, slot.I, inner.expr(x.Cond))
	}
	inner, n := e.bound(x.Hole)
	return where(s, n, inner.expr(x.Cond))
}

func (e env) chosen(b *rules.Binder) program.Set {
	switch v := e.lookupName(b).(type) {
	case program.Slot:
		if b.Set {
			return program.Picked{Slot: v.I}
		}
		return single(v)
	case nil:
		e.fail(rules.At{}.Span(), "`%s` is not chosen yet where it is used", b.Name)
		return holes()
	default:
		return single(v)
	}
}

// area lowers a region. A viewer known only at run time gives one set a seat.
func (e env) area(x *rules.Area) program.Set {
	viewer := e.player(x.Viewer)
	if !readsViewer(x.Parts) {
		return e.areaSeenBy(x, 0)
	}
	if seat, ok := constant(viewer); ok {
		if seat < 0 {
			return holes()
		}
		return e.areaSeenBy(x, seat)
	}
	sets := make([]program.Set, e.p.Players)
	for seat := range sets {
		sets[seat] = e.areaSeenBy(x, seat)
	}
	return bySeat(viewer, sets)
}

// readsViewer: only own and enemy depend on who looks. A role's set has its
// viewer inside it.
func readsViewer(parts []rules.Part) bool {
	return slices.ContainsFunc(parts, func(p rules.Part) bool { return p.Word == "own" || p.Word == "enemy" })
}

// areaSeenBy cuts the board by every part: by geometry at once, by ownership
// at once where it never changes, by filters of roles when the set is asked.
func (e env) areaSeenBy(x *rules.Area, seat int) program.Set {
	var fixed []int
	for h := range e.board.Holes {
		if e.covers(x.Parts, h, seat) {
			fixed = append(fixed, h)
		}
	}
	s := holes(fixed...)
	for _, part := range x.Parts {
		if part.Role != nil {
			s = e.within(s, e.set(part.Role), len(fixed) == len(e.board.Holes))
		}
	}
	if e.p.Layout.Owners >= 0 {
		s = e.ownedNow(s, x.Parts, seat)
	}
	return s
}

// covers asks the words of an area about one hole. Where holes change hands,
// own and enemy are left to ownedNow.
func (e env) covers(parts []rules.Part, h, seat int) bool {
	for _, part := range parts {
		owned := part.Word == "own" || part.Word == "enemy"
		if part.Role != nil || owned && e.p.Layout.Owners >= 0 {
			continue
		}
		if !e.board.InRegion(seat, h, part) {
			return false
		}
	}
	return true
}

// within cuts a role's set to the places of another; everything says that
// the other is the whole board.
func (e env) within(s, role program.Set, everything bool) program.Set {
	a, okA := constantSet(s)
	b, okB := constantSet(role)
	switch {
	case everything:
		return role
	case okA && okB:
		return holes(intersect(a, b)...)
	}
	if around, ok := bounds(role); ok && okA && len(without(around, a)) == 0 {
		return role
	}
	n := e.peekSlot()
	return where(role, n, in(program.Slot{I: n}, s))
}

// ownedNow filters by the cells that say who holds a hole. Where seeds make
// the owner, an empty hole is nobody's.
func (e env) ownedNow(s program.Set, parts []rules.Part, seat int) program.Set {
	n := e.peekSlot()
	owner := cellAt(e.p.Layout.Owners, program.Slot{I: n})
	mine := program.Const{V: seat}
	held := program.Expr(one)
	if e.board.OwnersChange == "seeds" {
		held = op(program.Gt, cellAt(0, program.Slot{I: n}), zero)
	}
	for _, part := range parts {
		switch part.Word {
		case "own":
			s = where(s, n, and(held, op(program.Eq, owner, mine)))
		case "enemy":
			s = where(s, n, and(held, and(op(program.Ge, owner, zero), op(program.Ne, owner, mine))))
		}
	}
	return s
}

// peekSlot is the slot filters of this set stand in.
func (e env) peekSlot() int {
	if e.option != nil {
		return e.option.I
	}
	return e.peek()
}
