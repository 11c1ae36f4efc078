package program

import (
	"fmt"
	"strings"
)

var registerNames = [...]string{"last", "origin", "first", "was", "was-owner", "lap", "dir", "bag", "captured", "kind", "carried"}

// String is the register's word.
func (r Register) String() string { return registerNames[r] }

var opNames = [...]string{"+", "-", "*", "/", "mod", "=", "!=", "<", "<=", ">", ">=", "and", "or", "&"}

// String is the operator's sign.
func (k OpKind) String() string { return opNames[k] }

var foldNames = [...]string{"sum", "max", "any", "every"}

// String is the fold's word.
func (k FoldKind) String() string { return foldNames[k] }

// place is a place's name where names are wanted, else its number.
func (d *dumper) place(p int) string {
	if d.names && d.p.Game != nil && d.p.Game.Board != nil && p < d.p.Holes {
		return d.p.Game.Board.PlaceName(p)
	}
	return fmt.Sprint(p)
}

// cell is a cell's name: the place, or field and number.
func (d *dumper) cell(i int) string {
	if !d.names {
		return fmt.Sprintf("[%d]", i)
	}
	if i < d.p.Holes {
		return "[" + d.place(i) + "]"
	}
	for _, f := range d.p.Layout.Fields {
		if i >= f.Base && i < f.Base+f.Len {
			return fmt.Sprintf("[%s %d]", f.Name, i-f.Base)
		}
	}
	return fmt.Sprintf("[%d]", i)
}

func (d *dumper) base(i int) string {
	if d.names {
		for _, f := range d.p.Layout.Fields {
			if i >= f.Base && i < f.Base+f.Len && f.Base > 0 {
				return f.Name
			}
		}
	}
	return fmt.Sprint(i)
}

func (d *dumper) expr(e Expr) string {
	switch e := e.(type) {
	case nil:
		return "-"
	case Const:
		return fmt.Sprint(e.V)
	case Cell:
		return d.cell(e.I)
	case CellAt:
		if e.Base == 0 {
			return fmt.Sprintf("[at %s]", d.expr(e.Index))
		}
		return fmt.Sprintf("[%s at %s]", d.base(e.Base), d.expr(e.Index))
	case Slot:
		return fmt.Sprintf("$%d", e.I)
	case Reg:
		return e.R.String()
	case Lookup:
		return fmt.Sprintf("%s[%s]", d.table(e.T), d.expr(e.Index))
	case Next:
		word := "next"
		if e.Back {
			word = "previous"
		}
		return fmt.Sprintf("(%s %d of %s)", word, e.N, d.expr(e.Of))
	case Op:
		return fmt.Sprintf("(%s %s %s)", d.expr(e.A), e.Op, d.expr(e.B))
	case Not:
		return fmt.Sprintf("(not %s)", d.expr(e.A))
	case If:
		return fmt.Sprintf("(if %s then %s else %s)", d.expr(e.Cond), d.expr(e.Then), d.expr(e.Else))
	case Fold:
		return fmt.Sprintf("(%s $%d in %s: %s)", e.How, e.Slot, d.set(e.Set), d.expr(e.Body))
	case Pick:
		if e.Order == nil {
			return fmt.Sprintf("(nearest to %s in %s)", d.expr(e.From), d.set(e.Set))
		}
		return fmt.Sprintf("(first of %s in %s)", ints(e.Order), d.set(e.Set))
	case In:
		return fmt.Sprintf("(%s in %s)", d.expr(e.Spot), d.set(e.Set))
	case Repeats:
		if e.Times > 2 {
			return fmt.Sprintf("(repeats %d)", e.Times)
		}
		return "repeats"
	case HasMove:
		return fmt.Sprintf("(has-move %d)", e.Seat)
	case Visited:
		return fmt.Sprintf("(visited lap %t %s)", e.Lap, d.set(e.Set))
	case Forecast:
		return fmt.Sprintf("(forecast could %t seat %d first %t what %d %s)", e.Could, e.Seat, e.First, e.What, d.set(e.Set))
	}
	return fmt.Sprintf("?%T", e)
}

func (d *dumper) set(s Set) string {
	switch s := s.(type) {
	case nil:
		return "-"
	case Holes:
		return d.holes(s.List)
	case One:
		return fmt.Sprintf("{%s}", d.expr(s.Spot))
	case Union:
		parts := make([]string, len(s.Sets))
		for i, t := range s.Sets {
			parts[i] = d.set(t)
		}
		sign := " + "
		if s.Disjoint {
			sign = " | "
		}
		return "(" + strings.Join(parts, sign) + ")"
	case Where:
		return fmt.Sprintf("($%d in %s where %s)", s.Slot, d.set(s.Set), d.expr(s.Cond))
	case Minus:
		return fmt.Sprintf("(%s minus %s)", d.set(s.A), d.set(s.B))
	case Run:
		return fmt.Sprintf("(run back %t by %d from %s $%d while %s)", s.Back, s.By, d.expr(s.From), s.Slot, d.expr(s.While))
	case Picked:
		return fmt.Sprintf("{picked $%d}", s.Slot)
	case BySeat:
		parts := make([]string, len(s.Sets))
		for i, t := range s.Sets {
			parts[i] = d.set(t)
		}
		return fmt.Sprintf("(by-seat %s: %s)", d.expr(s.Seat), strings.Join(parts, "; "))
	}
	return fmt.Sprintf("?%T", s)
}

// holes writes a constant set as runs of neighbours: {A1..A8, B1}.
func (d *dumper) holes(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if j > i {
			parts = append(parts, d.place(list[i])+".."+d.place(list[j]))
		} else {
			parts = append(parts, d.place(list[i]))
		}
		i = j + 1
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
