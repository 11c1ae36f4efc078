package lower

import (
	"mancala/interpreter/program"
)

// The constructors of this file build expressions and fold what is constant,
// so that executors never meet a test whose answer is known. They keep two
// promises: conditions stay 0 or 1, and nothing that could be a gap (Next
// without a direction) is moved before a test that guarded it.

var (
	zero = program.Const{V: 0}
	one  = program.Const{V: 1}
	none = program.Const{V: -1} // nowhere, nobody
)

func boolean(b bool) program.Expr {
	if b {
		return one
	}
	return zero
}

func constant(e program.Expr) (int, bool) {
	c, ok := e.(program.Const)
	return c.V, ok
}

func isConst(e program.Expr, v int) bool {
	n, ok := constant(e)
	return ok && n == v
}

func and(a, b program.Expr) program.Expr {
	switch {
	case isConst(a, 0) || isConst(b, 0) && pure(a):
		return zero
	case isConst(a, 1):
		return b
	case isConst(b, 1):
		return a
	}
	return program.Op{Op: program.And, A: a, B: b}
}

func or(a, b program.Expr) program.Expr {
	switch {
	case isConst(a, 1) || isConst(b, 1) && pure(a):
		return one
	case isConst(a, 0):
		return b
	case isConst(b, 0):
		return a
	}
	return program.Op{Op: program.Or, A: a, B: b}
}

var opposites = map[program.OpKind]program.OpKind{
	program.Eq: program.Ne, program.Ne: program.Eq, program.Lt: program.Ge,
	program.Ge: program.Lt, program.Gt: program.Le, program.Le: program.Gt,
}

func not(a program.Expr) program.Expr {
	switch a := a.(type) {
	case program.Const:
		return boolean(a.V == 0)
	case program.Not:
		return a.A
	case program.Op:
		if opp, ok := opposites[a.Op]; ok {
			return program.Op{Op: opp, A: a.A, B: a.B}
		}
	}
	return program.Not{A: a}
}

func op(k program.OpKind, a, b program.Expr) program.Expr {
	switch k {
	case program.And:
		return and(a, b)
	case program.Or:
		return or(a, b)
	}
	x, okA := constant(a)
	y, okB := constant(b)
	switch {
	case okA && okB:
		return program.Const{V: apply(k, x, y)}
	case okB && y == 0 && (k == program.Add || k == program.Sub):
		return a
	case okA && x == 0 && k == program.Add:
		return b
	}
	if e := sumTest(k, a, y, okB); e != nil {
		return e
	}
	return program.Op{Op: k, A: a, B: b}
}

// sumTest turns "the seeds of S are more than 0" into "some hole of S has
// seeds", which can be answered at the first such hole. Seeds are never negative.
func sumTest(k program.OpKind, a program.Expr, y int, isNumber bool) program.Expr {
	f, ok := a.(program.Fold)
	if !ok || !isNumber || f.How != program.Sum {
		return nil
	}
	at, ok := f.Body.(program.CellAt)
	if !ok || at.Base != 0 {
		return nil
	}
	some := k == program.Gt && y == 0 || k == program.Ge && y == 1 || k == program.Ne && y == 0
	nothing := k == program.Eq && y == 0 || k == program.Lt && y == 1 || k == program.Le && y == 0
	switch {
	case some:
		return fold(program.Any, f.Set, f.Slot, op(program.Gt, f.Body, zero))
	case nothing:
		return fold(program.Every, f.Set, f.Slot, op(program.Eq, f.Body, zero))
	}
	return nil
}

// apply computes an operator as the machine does.
func apply(k program.OpKind, a, b int) int {
	switch k {
	case program.Add:
		return program.Word(a + b)
	case program.Sub:
		return program.Word(a - b)
	case program.Mul:
		return program.Word(a * b)
	case program.Div:
		return program.Word(floorDiv(a, b))
	case program.Mod:
		if b == 0 {
			return 0
		}
		return a - b*floorDiv(a, b)
	case program.Eq:
		return truth(a == b)
	case program.Ne:
		return truth(a != b)
	case program.Lt:
		return truth(a < b)
	case program.Le:
		return truth(a <= b)
	case program.Gt:
		return truth(a > b)
	case program.Ge:
		return truth(a >= b)
	case program.And:
		return truth(a != 0 && b != 0)
	case program.Or:
		return truth(a != 0 || b != 0)
	case program.BitAnd:
		return a & b
	}
	return 0
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func floorDiv(a, b int) int {
	if b == 0 {
		return 0
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func choose(cond, then, otherwise program.Expr) program.Expr {
	if c, ok := constant(cond); ok {
		if c != 0 {
			return then
		}
		return otherwise
	}
	if a, ok := constant(then); ok && isConst(otherwise, a) {
		return then
	}
	return program.If{Cond: cond, Then: then, Else: otherwise}
}

// lookup reads a table; a table of a table is one table.
func lookup(t program.Table, index program.Expr) program.Expr {
	switch i := index.(type) {
	case program.Const:
		return program.Const{V: t.At(i.V)}
	case program.Lookup:
		both := make(program.Table, len(i.T))
		for p := range both {
			both[p] = int16(t.At(i.T.At(p)))
		}
		return lookup(both, i.Index)
	}
	for _, v := range t {
		if v >= 0 {
			return program.Lookup{T: t, Index: index}
		}
	}
	return none
}

// cellAt is the cell of a place; 0 for nowhere.
func cellAt(base int, index program.Expr) program.Expr {
	if i, ok := constant(index); ok {
		if i < 0 {
			return zero
		}
		return program.Cell{I: base + i}
	}
	return program.CellAt{Base: base, Index: index}
}

// exists asks if a spot is a place or a player anybody.
func exists(spot program.Expr) program.Expr { return op(program.Ge, spot, zero) }

// cheap tells expressions that may be written twice and moved into a loop:
// they cost no more than a look-up, hold no slots of their own and can't be a gap.
func cheap(e program.Expr) bool {
	switch e := e.(type) {
	case program.Const, program.Slot, program.Reg, program.Cell:
		return true
	case program.Lookup:
		return cheap(e.Index)
	case program.CellAt:
		return cheap(e.Index)
	}
	return false
}

// pure tells expressions whose evaluation can't be a gap.
func pure(e program.Expr) bool {
	ok := true
	v := program.Visitor{Expr: func(e program.Expr) {
		switch e.(type) {
		case program.Next, program.HasMove, program.Forecast:
			ok = false
		}
	}, Set: func(s program.Set) {
		if _, run := s.(program.Run); run {
			ok = false
		}
	}}
	v.VisitExpr(e)
	return ok
}

// evaluate computes a tree that reads nothing but one slot.
func evaluate(e program.Expr, slot, place int) (int, bool) {
	return constant(substitute(e, slot, program.Const{V: place}))
}
