package lower

import (
	"fmt"
	"slices"
	"testing"

	"mancala/interpreter/program"

	"pgregory.net/rapid"
)

// A plain evaluator over 8 places, against which every simplification is held.
type machine struct {
	cells []int
	reg   int // the one register in use
	slots map[int]int
}

func (m *machine) at(i int) int {
	if i < 0 || i >= len(m.cells) {
		return 0
	}
	return m.cells[i]
}

func (m *machine) eval(e program.Expr) int {
	switch e := e.(type) {
	case program.Const:
		return e.V
	case program.Cell:
		return m.at(e.I)
	case program.CellAt:
		if i := m.eval(e.Index); i >= 0 {
			return m.at(e.Base + i)
		}
		return 0
	case program.Slot:
		return m.slots[e.I]
	case program.Reg:
		return m.reg
	case program.Lookup:
		return e.T.At(m.eval(e.Index))
	case program.Op:
		return apply(e.Op, m.eval(e.A), m.eval(e.B))
	case program.Not:
		return truth(m.eval(e.A) == 0)
	case program.If:
		if m.eval(e.Cond) != 0 {
			return m.eval(e.Then)
		}
		return m.eval(e.Else)
	case program.In:
		return truth(slices.Contains(m.set(e.Set), m.eval(e.Spot)))
	case program.Fold:
		return m.fold(e)
	}
	panic(fmt.Sprintf("%T", e))
}

func (m *machine) fold(e program.Fold) int {
	total, every, any := 0, 1, 0
	for _, p := range m.set(e.Set) {
		m.slots[e.Slot] = p
		v := m.eval(e.Body)
		switch e.How {
		case program.Max:
			total = max(total, v)
		case program.Sum:
			total += v
		}
		every, any = every&truth(v != 0), any|truth(v != 0)
	}
	switch e.How {
	case program.Every:
		return every
	case program.Any:
		return any
	}
	return total
}

func (m *machine) set(s program.Set) []int {
	var out []int
	add := func(p int) {
		if p >= 0 && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	switch s := s.(type) {
	case program.Holes:
		return s.List
	case program.One:
		add(m.eval(s.Spot))
	case program.Union:
		for _, t := range s.Sets {
			for _, p := range m.set(t) {
				if s.Disjoint && slices.Contains(out, p) {
					panic("not disjoint")
				}
				add(p)
			}
		}
	case program.Minus:
		b := m.set(s.B)
		for _, p := range m.set(s.A) {
			if !slices.Contains(b, p) {
				add(p)
			}
		}
	case program.Where:
		for _, p := range m.set(s.Set) {
			m.slots[s.Slot] = p
			if m.eval(s.Cond) != 0 {
				add(p)
			}
		}
	case program.BySeat:
		if seat := m.eval(s.Seat); seat >= 0 && seat < len(s.Sets) {
			return m.set(s.Sets[seat])
		}
	}
	return out
}

// pair is a tree built by the constructors and the same tree built plainly.
type pair struct{ smart, plain program.Expr }

type setPair struct{ smart, plain program.Set }

// maker draws trees; slots below depth are bound.
type maker struct{ t *rapid.T }

func (k maker) int(label string, low, high int) int {
	return rapid.IntRange(low, high).Draw(k.t, label)
}

func (k maker) table() program.Table {
	t := make(program.Table, 8)
	for i := range t {
		t[i] = int16(k.int("entry", -1, 7))
	}
	return t
}

// spot is a place, cheap as places in rules are.
func (k maker) spot(slots int) pair {
	var base program.Expr
	switch k.int("spot", 0, 2) {
	case 0:
		base = program.Const{V: k.int("place", -1, 7)}
	case 1:
		base = program.Reg{R: program.RLast}
	default:
		if slots == 0 {
			base = program.Reg{R: program.RLast}
		} else {
			base = program.Slot{I: k.int("slot", 0, slots-1)}
		}
	}
	p := pair{base, base}
	for range k.int("tables", 0, 2) {
		t := k.table()
		p = pair{lookup(t, p.smart), program.Lookup{T: t, Index: p.plain}}
	}
	return p
}

func (k maker) number(slots, depth int) pair {
	switch k.int("number", 0, 3) {
	case 0:
		n := program.Const{V: k.int("n", 0, 3)}
		return pair{n, n}
	case 1:
		s := k.spot(slots)
		return pair{cellAt(0, s.smart), program.CellAt{Base: 0, Index: s.plain}}
	default:
		if depth == 0 {
			n := program.Cell{I: k.int("cell", 0, 7)}
			return pair{n, n}
		}
		s := k.set(slots, depth-1)
		body := pair{cellAt(0, program.Slot{I: slots}), program.CellAt{Base: 0, Index: program.Slot{I: slots}}}
		if rapid.Bool().Draw(k.t, "count") {
			body = pair{one, one}
		}
		how := rapid.SampledFrom([]program.FoldKind{program.Sum, program.Max}).Draw(k.t, "fold")
		return pair{fold(how, s.smart, slots, body.smart), program.Fold{How: how, Set: s.plain, Slot: slots, Body: body.plain}}
	}
}

func (k maker) cond(slots, depth int) pair {
	switch k.int("cond", 0, 6) {
	case 0:
		b := boolean(rapid.Bool().Draw(k.t, "b"))
		return pair{b, b}
	case 1:
		if depth > 0 {
			a, b := k.cond(slots, depth-1), k.cond(slots, depth-1)
			how := rapid.SampledFrom([]program.OpKind{program.And, program.Or}).Draw(k.t, "join")
			return pair{op(how, a.smart, b.smart), program.Op{Op: how, A: a.plain, B: b.plain}}
		}
	case 2:
		if depth > 0 {
			a := k.cond(slots, depth-1)
			return pair{not(a.smart), program.Not{A: a.plain}}
		}
	case 3:
		if depth > 0 {
			s, x := k.set(slots, depth-1), k.spot(slots)
			return pair{in(x.smart, s.smart), program.In{Spot: x.plain, Set: s.plain}}
		}
	case 4:
		if depth > 0 {
			s, c := k.set(slots, depth-1), k.cond(slots+1, depth-1)
			how := rapid.SampledFrom([]program.FoldKind{program.Any, program.Every}).Draw(k.t, "quant")
			return pair{fold(how, s.smart, slots, c.smart), program.Fold{How: how, Set: s.plain, Slot: slots, Body: c.plain}}
		}
	}
	a, b := k.number(slots, depth), k.number(slots, 0)
	how := program.OpKind(k.int("compare", int(program.Eq), int(program.Ge)))
	return pair{op(how, a.smart, b.smart), program.Op{Op: how, A: a.plain, B: b.plain}}
}

func (k maker) set(slots, depth int) setPair {
	switch kind := k.int("set", 0, 4); {
	case kind == 1:
		s := k.spot(slots)
		return setPair{single(s.smart), program.One{Spot: s.plain}}
	case kind == 2 && depth > 0:
		a, b := k.set(slots, depth-1), k.set(slots, depth-1)
		return setPair{union(a.smart, b.smart), program.Union{Sets: []program.Set{a.plain, b.plain}}}
	case kind == 3 && depth > 0:
		a, b := k.set(slots, depth-1), k.set(slots, depth-1)
		return setPair{minus(a.smart, b.smart), program.Minus{A: a.plain, B: b.plain}}
	case kind == 4 && depth > 0:
		a, c := k.set(slots, depth-1), k.cond(slots+1, depth-1)
		return setPair{where(a.smart, slots, c.smart), program.Where{Set: a.plain, Slot: slots, Cond: c.plain}}
	}
	var list []int
	for p := range 8 {
		if rapid.Bool().Draw(k.t, "in") {
			list = append(list, p)
		}
	}
	return setPair{holes(list...), program.Holes{List: list}}
}

// What the constructors simplify means the same on every position.
func TestSimplifyKeepsMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := maker{t}
		cond, set := k.cond(0, 3), k.set(0, 3)
		for range 4 {
			m := &machine{reg: k.int("last", -1, 7), slots: map[int]int{}}
			for range 8 {
				m.cells = append(m.cells, k.int("seeds", 0, 3))
			}
			if got, want := m.eval(cond.smart), m.eval(cond.plain); got != want {
				t.Fatalf("%#v is %d, plainly %d:\n%#v", cond.smart, got, want, cond.plain)
			}
			a, b := slices.Clone(m.set(set.smart)), slices.Clone(m.set(set.plain))
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) {
				t.Fatalf("%#v is %v, plainly %v:\n%#v", set.smart, a, b, set.plain)
			}
		}
	})
}

func TestWithin(t *testing.T) {
	sum := program.Fold{How: program.Sum, Set: program.One{Spot: program.Reg{R: program.RLast}}, Slot: 0, Body: program.CellAt{Index: program.Slot{I: 0}}}
	for _, n := range []program.Expr{program.CellAt{Index: program.Reg{R: program.RLast}}, sum} {
		for _, ranges := range [][][2]int{{{2, 2}}, {{2, 3}}, {{2, 2}, {3, 3}}, {{1, 1}, {3, 3}}, {{2, -1}}, {{0, 0}, {4, -1}}, {{0, 2}}} {
			for v := range 9 {
				want := 0
				for _, r := range ranges {
					if v >= r[0] && (v <= r[1] || r[1] < 0) {
						want = 1
					}
				}
				m := &machine{cells: []int{v}, slots: map[int]int{}}
				if got := m.eval(within(n, ranges)); got != want {
					t.Errorf("%d within %v: %d, want %d", v, ranges, got, want)
				}
			}
		}
	}
}
