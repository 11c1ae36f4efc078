package lower

import (
	"slices"

	"mancala/interpreter/program"
)

func holes(list ...int) program.Set {
	list = slices.Clone(list)
	slices.Sort(list)
	return program.Holes{List: slices.Compact(list)}
}

func constantSet(s program.Set) ([]int, bool) {
	h, ok := s.(program.Holes)
	return h.List, ok
}

func isEmpty(s program.Set) bool {
	list, ok := constantSet(s)
	return ok && len(list) == 0
}

// single is the set of one spot.
func single(spot program.Expr) program.Set {
	if p, ok := constant(spot); ok {
		if p < 0 {
			return holes()
		}
		return holes(p)
	}
	return program.One{Spot: spot}
}

// union puts sets together: constant ones into one, in front.
func union(sets ...program.Set) program.Set {
	var fixed []int
	var rest []program.Set
	var add func(s program.Set)
	add = func(s program.Set) {
		switch s := s.(type) {
		case program.Holes:
			fixed = append(fixed, s.List...)
		case program.Union:
			for _, t := range s.Sets {
				add(t)
			}
		default:
			rest = append(rest, s)
		}
	}
	for _, s := range sets {
		add(s)
	}
	if len(rest) == 0 {
		return holes(fixed...)
	}
	if len(fixed) > 0 {
		rest = append([]program.Set{holes(fixed...)}, rest...)
	}
	if len(rest) == 1 {
		return rest[0]
	}
	return program.Union{Sets: rest, Disjoint: allDisjoint(rest)}
}

func allDisjoint(sets []program.Set) bool {
	for i, a := range sets {
		for _, b := range sets[i+1:] {
			if !disjoint(a, b) {
				return false
			}
		}
	}
	return true
}

// disjoint tells sets that can't share a place: their bounds lie apart, or
// both are places looked up from the same spot in tables that never agree
// ("opposite" and "beyond").
func disjoint(a, b program.Set) bool {
	if x, ok := a.(program.One); ok {
		if y, ok := b.(program.One); ok && neverSame(x.Spot, y.Spot) {
			return true
		}
	}
	x, okA := bounds(a)
	y, okB := bounds(b)
	return okA && okB && len(intersect(x, y)) == 0
}

func neverSame(a, b program.Expr) bool {
	ta, ia := asTable(a)
	tb, ib := asTable(b)
	if ia == nil || ia != ib || ta == nil && tb == nil {
		return false
	}
	for p := range max(len(ta), len(tb)) {
		x, y := p, p
		if ta != nil {
			x = ta.At(p)
		}
		if tb != nil {
			y = tb.At(p)
		}
		if x >= 0 && x == y {
			return false
		}
	}
	return true
}

// asTable sees a spot as a table over a slot or register; the identity has
// no table. Nil for other spots.
func asTable(e program.Expr) (program.Table, program.Expr) {
	switch e := e.(type) {
	case program.Slot, program.Reg:
		return nil, e
	case program.Lookup:
		switch e.Index.(type) {
		case program.Slot, program.Reg:
			return e.T, e.Index
		}
	}
	return nil, nil
}

// bounds lists places a set can't leave; false if nothing is known.
func bounds(s program.Set) ([]int, bool) {
	switch s := s.(type) {
	case program.Holes:
		return s.List, true
	case program.Where:
		return bounds(s.Set)
	case program.Minus:
		return bounds(s.A)
	case program.One:
		return spotBounds(s.Spot)
	case program.Union:
		return boundsOfAll(s.Sets)
	case program.BySeat:
		return boundsOfAll(s.Sets)
	}
	return nil, false
}

func boundsOfAll(sets []program.Set) ([]int, bool) {
	var all []int
	for _, t := range sets {
		b, ok := bounds(t)
		if !ok {
			return nil, false
		}
		all = append(all, b...)
	}
	slices.Sort(all)
	return slices.Compact(all), true
}

func spotBounds(e program.Expr) ([]int, bool) {
	switch e := e.(type) {
	case program.Const:
		return []int{e.V}, true
	case program.Pick:
		return bounds(e.Set)
	case program.Lookup:
		var list []int
		for _, v := range e.T {
			if v >= 0 {
				list = append(list, int(v))
			}
		}
		slices.Sort(list)
		return slices.Compact(list), true
	}
	return nil, false
}

func intersect(a, b []int) []int {
	var both []int
	for _, p := range a {
		if slices.Contains(b, p) {
			both = append(both, p)
		}
	}
	return both
}

func without(a, b []int) []int {
	var rest []int
	for _, p := range a {
		if !slices.Contains(b, p) {
			rest = append(rest, p)
		}
	}
	return rest
}

func minus(a, b program.Set) program.Set {
	x, okA := constantSet(a)
	y, okB := constantSet(b)
	switch {
	case okA && okB:
		return holes(without(x, y)...)
	case isEmpty(a) || isEmpty(b) || disjoint(a, b):
		return a
	}
	return program.Minus{A: a, B: b}
}

// where filters a set. Conditions that depend on the place alone are settled
// here: they cut a constant set and leave only the rest to be asked.
func where(s program.Set, slot int, cond program.Expr) program.Set {
	if isEmpty(s) || isConst(cond, 0) {
		return holes()
	}
	if isConst(cond, 1) {
		return s
	}
	if list, ok := constantSet(s); ok {
		list, cond = settle(list, slot, cond)
		switch {
		case len(list) == 0:
			return holes()
		case isConst(cond, 1):
			return holes(list...)
		}
		s = program.Holes{List: list}
	}
	if w, ok := s.(program.Where); ok && w.Slot == slot {
		return program.Where{Set: w.Set, Slot: slot, Cond: and(w.Cond, cond)}
	}
	return program.Where{Set: s, Slot: slot, Cond: cond}
}

// settle cuts the list by every part of an "and" that it can answer.
func settle(list []int, slot int, cond program.Expr) ([]int, program.Expr) {
	if o, ok := cond.(program.Op); ok && o.Op == program.And {
		list, a := settle(list, slot, o.A)
		list, b := settle(list, slot, o.B)
		return list, and(a, b)
	}
	var kept []int
	for _, p := range list {
		v, ok := evaluate(cond, slot, p)
		if !ok {
			return list, cond
		}
		if v != 0 {
			kept = append(kept, p)
		}
	}
	return kept, one
}

// in asks if a spot lies in a set. A filter is asked of the spot itself
// instead of walking the set.
func in(spot program.Expr, s program.Set) program.Expr {
	if isConst(spot, -1) || isEmpty(s) {
		return zero
	}
	switch s := s.(type) {
	case program.Holes:
		if p, ok := constant(spot); ok {
			return boolean(slices.Contains(s.List, p))
		}
		if b, ok := spotBounds(spot); ok && len(intersect(b, s.List)) == 0 && pure(spot) {
			return zero
		}
		if len(s.List) == 1 {
			return op(program.Eq, spot, program.Const{V: s.List[0]})
		}
	case program.One:
		if cheap(s.Spot) && cheap(spot) {
			return and(exists(s.Spot), op(program.Eq, spot, s.Spot))
		}
	case program.Where:
		if cheap(spot) {
			return and(in(spot, s.Set), substitute(s.Cond, s.Slot, spot))
		}
	case program.Union:
		if cheap(spot) {
			any := program.Expr(zero)
			for _, t := range s.Sets {
				any = or(any, in(spot, t))
			}
			return any
		}
	case program.Minus:
		if cheap(spot) {
			return and(in(spot, s.A), not(in(spot, s.B)))
		}
	}
	return program.In{Spot: spot, Set: s}
}

// fold combines Body over a set, without a loop where the set has no or one place.
func fold(how program.FoldKind, s program.Set, slot int, body program.Expr) program.Expr {
	neutral := program.Expr(boolean(how == program.Every))
	if isEmpty(s) {
		return neutral
	}
	if (how == program.Any || how == program.Every) && pure(body) && isConst(body, constOf(neutral)) {
		return neutral
	}
	switch t := s.(type) {
	case program.Holes:
		if len(t.List) == 1 {
			return substitute(body, slot, program.Const{V: t.List[0]})
		}
		if n, ok := constant(body); ok && how == program.Sum {
			return program.Const{V: n * len(t.List)}
		}
	case program.One:
		if cheap(t.Spot) {
			return foldOne(neutral, t.Spot, slot, body)
		}
	case program.Where:
		if e := fuse(how, t, slot, body); e != nil {
			return e
		}
	}
	return program.Fold{How: how, Set: s, Slot: slot, Body: body}
}

func constOf(e program.Expr) int { n, _ := constant(e); return n }

// foldOne asks the body of a spot that may be nowhere. No guard is needed
// where the body of nowhere has the neutral value anyway.
func foldOne(neutral, spot program.Expr, slot int, body program.Expr) program.Expr {
	value := substitute(body, slot, spot)
	if v, ok := nowhere(body, slot); ok && v == constOf(neutral) {
		return value
	}
	return choose(exists(spot), value, neutral)
}

// nowhere is the value of a body when its slot stands nowhere.
func nowhere(body program.Expr, slot int) (int, bool) {
	return evaluate(body, slot, -1)
}

// fuse asks the filter and the body in one go: any own where C has P = any
// own has C and P; the count of a filter is the sum of its condition.
func fuse(how program.FoldKind, w program.Where, slot int, body program.Expr) program.Expr {
	cond := substitute(w.Cond, w.Slot, program.Slot{I: slot})
	switch {
	case how == program.Any:
		return fold(how, w.Set, slot, and(cond, body))
	case how == program.Every:
		return fold(how, w.Set, slot, or(not(cond), body))
	case how == program.Sum && isConst(body, 1):
		return fold(how, w.Set, slot, cond)
	}
	return nil
}
