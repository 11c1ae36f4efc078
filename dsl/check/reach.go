package check

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"mancala/dsl/rules"
)

// Which rules of a table can ever act? A condition is taken apart into
// alternatives of facts joined by `and`. A rule is dead if each of its
// alternatives contradicts itself or is covered by a rule before it. Facts
// that are not understood are compared by their form alone, so a rule is
// called dead only if it surely is.

// fact is one condition without and/or.
type fact struct {
	subject string   // what it is about; two facts about one subject are compared
	not     bool     // of a fact that is compared by its form
	ranges  [][2]int // numbers it allows, -1 = no upper end; nil: not a number
	holes   []int    // holes it allows; nil: not a hole
}

type facts []fact

// alternatives takes a condition apart; nil means it never holds.
func (c *checker) alternatives(x rules.Truth) []facts {
	switch x := x.(type) {
	case nil:
		return []facts{{}}
	case *rules.Or:
		var out []facts
		for _, part := range x.Any {
			out = append(out, c.alternatives(part)...)
		}
		return out
	case *rules.Bool:
		if !x.V {
			return nil
		}
		return []facts{{}}
	}
	var all facts
	if !c.collect(x, &all) || c.contradictory(all) {
		return nil
	}
	return []facts{all}
}

// collect adds the facts of a conjunction; false if a constant one is false.
func (c *checker) collect(x rules.Truth, into *facts) bool {
	switch x := x.(type) {
	case *rules.And:
		for _, part := range x.All {
			if !c.collect(part, into) {
				return false
			}
		}
		return true
	case *rules.Bool:
		return x.V
	}
	*into = append(*into, c.fact(x))
	return true
}

func (c *checker) fact(x rules.Truth) fact {
	switch x := x.(type) {
	case *rules.Not:
		f := c.fact(x.C)
		if f.ranges == nil && f.holes == nil {
			f.not = !f.not
			return f
		}
	case *rules.Compare:
		if n, ok := x.B.(*rules.Int); ok {
			if r := rangesOf(x.Op, n.V); r != nil {
				return fact{subject: form(x.A), ranges: r}
			}
		}
	case *rules.Within:
		return fact{subject: form(x.N), ranges: x.Ranges}
	case *rules.WasCount:
		return fact{subject: "was", ranges: x.Ranges}
	case *rules.In:
		if holes, ok := c.fixedPlaces(x.Set); ok {
			return fact{subject: "in " + form(x.Spot), holes: append([]int{-1}, holes...)}
		}
	}
	return fact{subject: form(x)}
}

// fixedPlaces are the holes and stores of a set that no position changes.
func (c *checker) fixedPlaces(set rules.Set) ([]int, bool) {
	if h, ok := set.(*rules.Holes); ok && len(h.Spots) == 1 {
		if st, ok := h.Spots[0].(*rules.StoreOf); ok {
			if w, ok := st.Player.(*rules.Who); ok && w.Which <= rules.Opponent && c.game.Players == 2 {
				return []int{c.game.Board.StorePlace(int(w.Which))}, true
			}
		}
	}
	return c.staticHoles(set, 0)
}

func rangesOf(op string, v int) [][2]int {
	switch op {
	case "=":
		return [][2]int{{v, v}}
	case "<":
		return [][2]int{{0, v - 1}}
	case "<=":
		return [][2]int{{0, v}}
	case ">":
		return [][2]int{{v + 1, -1}}
	case ">=":
		return [][2]int{{v, -1}}
	}
	return nil
}

// contradictory reports facts that never hold together in this game.
func (c *checker) contradictory(all facts) bool {
	total := 0
	for _, list := range [][]int{c.game.Setup.Holes, c.game.Setup.Stores, c.game.Setup.Hand} {
		for _, n := range list {
			total += n
		}
	}
	for i, a := range all {
		if total > 0 && a.ranges != nil && (a.subject == "was" || strings.HasPrefix(a.subject, "SeedsOf")) && outside(a.ranges, total) {
			return true
		}
		for _, b := range all[:i] {
			if a.subject == b.subject && apart(a, b) {
				return true
			}
		}
	}
	return false
}

// outside reports ranges that no number from 0 to limit lies in.
func outside(ranges [][2]int, limit int) bool {
	for _, r := range ranges {
		if r[0] <= limit && (r[1] < 0 || r[1] >= r[0]) && (r[1] != -1 || r[0] <= limit) {
			return false
		}
	}
	return true
}

// apart reports two facts about one subject that exclude each other.
func apart(a, b fact) bool {
	switch {
	case a.ranges != nil && b.ranges != nil:
		for _, r := range a.ranges {
			for _, s := range b.ranges {
				if (r[1] < 0 || s[0] <= r[1]) && (s[1] < 0 || r[0] <= s[1]) {
					return false
				}
			}
		}
		return true
	case a.holes != nil && b.holes != nil:
		return len(intersect(a.holes[1:], b.holes[1:])) == 0
	}
	return a.ranges == nil && b.ranges == nil && a.holes == nil && b.holes == nil && a.not != b.not
}

// implies reports whether b holds whenever a does.
func (a fact) implies(b fact) bool {
	if a.subject != b.subject {
		return false
	}
	switch {
	case a.ranges != nil && b.ranges != nil:
		for _, r := range a.ranges {
			if !inside(r, b.ranges) {
				return false
			}
		}
		return true
	case a.holes != nil && b.holes != nil:
		return len(intersect(a.holes[1:], b.holes[1:])) == len(a.holes)-1
	}
	return (a.ranges == nil) == (b.ranges == nil) && (a.holes == nil) == (b.holes == nil) && a.not == b.not
}

func inside(r [2]int, ranges [][2]int) bool {
	for _, s := range ranges {
		if r[0] >= s[0] && (s[1] < 0 || r[1] >= 0 && r[1] <= s[1]) {
			return true
		}
	}
	return false
}

// imply reports whether all of the weaker facts follow from these.
func (all facts) imply(weaker facts) bool {
	for _, b := range weaker {
		found := false
		for _, a := range all {
			found = found || a.implies(b)
		}
		if !found {
			return false
		}
	}
	return true
}

// earlier is an alternative of a rule before.
type earlier struct {
	facts facts
	rule  *rules.Rule
}

// maxCompared bounds the work on a table that is long beyond reason.
const maxCompared = 200

// deadRules reports the rules of a table that never act.
func (c *checker) deadRules(t *rules.Table) {
	var before []earlier
	for _, r := range t.Rules {
		alts := c.alternatives(r.When)
		if len(alts) == 0 {
			c.neverTrue(r.When.Span())
		} else if by := coveredBy(alts, before); by != nil && by.When != nil {
			c.shadowed(r.Info.Span, by.Info.Span)
		}
		if goesOn(r.Acts) {
			before = nil // the rules after it see another position
			continue
		}
		for _, a := range alts {
			if len(before) < maxCompared {
				before = append(before, earlier{a, r})
			}
		}
	}
}

// coveredBy is a rule before that takes a case of this one, if every case is taken.
func coveredBy(alts []facts, before []earlier) *rules.Rule {
	var by *rules.Rule
	for _, a := range alts {
		found := false
		for _, e := range before {
			if a.imply(e.facts) {
				by, found = e.rule, true
				break
			}
		}
		if !found {
			return nil
		}
	}
	return by
}

// goesOn reports whether `continue` is among the actions.
func goesOn(acts []rules.Act) bool {
	for _, a := range acts {
		switch a := a.(type) {
		case *rules.Continue:
			return true
		case *rules.May:
			if goesOn(a.Acts) {
				return true
			}
		case *rules.ForEvery:
			if goesOn(a.Acts) {
				return true
			}
		}
	}
	return false
}

// form writes a tree without places, so that two phrases that say the same in
// the same way are equal. Binders are told apart by when they are met.
func form(x any) string {
	var f former
	f.write(reflect.ValueOf(x), 0)
	return f.out.String()
}

type former struct {
	out     strings.Builder
	binders map[any]int
}

func (f *former) write(v reflect.Value, depth int) {
	if depth > 60 || f.out.Len() > 4000 {
		fmt.Fprintf(&f.out, "%p", f) // too large to compare: equal to nothing
		return
	}
	switch v.Kind() {
	case reflect.Invalid:
	case reflect.Interface:
		if !v.IsNil() {
			f.write(v.Elem(), depth+1)
		}
	case reflect.Pointer:
		f.pointer(v, depth)
	case reflect.Struct:
		t := shapeOf(v.Type())
		f.out.WriteString(t.name)
		f.out.WriteByte('(')
		for _, i := range t.fields {
			f.write(v.Field(i), depth+1)
			f.out.WriteByte(' ')
		}
		f.out.WriteByte(')')
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			f.write(v.Index(i), depth+1)
			f.out.WriteByte(',')
		}
	case reflect.String:
		f.out.WriteString(v.String())
	case reflect.Int:
		f.out.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Bool:
		f.out.WriteString(strconv.FormatBool(v.Bool()))
	default:
		fmt.Fprint(&f.out, v.Interface())
	}
}

// shape is what a type adds to a form: its name and its fields without places
// and names.
type shape struct {
	name   string
	fields []int
}

// shapes is a table of the types met; it only saves asking again.
var shapes sync.Map

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := &shape{name: t.Name()}
	for i := range t.NumField() {
		if name := t.Field(i).Name; name != "At" && name != "S" && name != "Name" {
			s.fields = append(s.fields, i)
		}
	}
	shapes.Store(t, s)
	return s
}

func (f *former) pointer(v reflect.Value, depth int) {
	if v.IsNil() {
		return
	}
	switch x := v.Interface().(type) {
	case *rules.Binder, *rules.PlayerBinder:
		if _, met := f.binders[x]; !met {
			if f.binders == nil {
				f.binders = map[any]int{}
			}
			f.binders[x] = len(f.binders)
		}
		f.out.WriteString("#" + strconv.Itoa(f.binders[x]))
	case *rules.Variable:
		f.out.WriteString("$" + x.Name)
	default:
		f.write(v.Elem(), depth+1)
	}
}
