package reference

import (
	"fmt"
	"slices"

	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Inner choices. A turn is played with the choices its move names, in order;
// where the move names no more, the run halts with the alternatives, and the
// search for moves plays it again from the start with each of them.

// choose lets the mover name places of a set.
func (r *run) choose(s program.Choose) flow {
	lo := len(r.stack)
	r.push(s.Set)
	c, f := r.chosen(interpreter.ChooseHoles, max(s.N, 1), lo)
	r.stack = r.stack[:lo]
	if f != ran {
		return f
	}
	var places []int
	if c != nil {
		places = c.Places
	}
	if s.N > 1 {
		r.named[s.Slot] = places
		return ran
	}
	r.slots[s.Slot] = -1
	if len(places) == 1 {
		r.slots[s.Slot] = places[0]
	}
	return ran
}

// may offers actions.
func (r *run) may(s program.May) flow {
	if r.used >= len(r.move.Inner) {
		r.ask = []interpreter.Choice{{Kind: interpreter.Optional, Taken: true}, {Kind: interpreter.Optional}}
		return halted
	}
	c := &r.move.Inner[r.used]
	if c.Kind != interpreter.Optional {
		r.badChoice("the rules ask here whether to do an optional action")
		return halted
	}
	r.used++
	r.note(interpreter.Chose, -1, truth(c.Taken), 0, "may")
	if !c.Taken {
		return ran
	}
	return r.all(s.Do)
}

// chosen is the next choice of n places among those on the stack from lo up.
// It is nil with `ran` if there is nothing to choose from.
func (r *run) chosen(kind interpreter.ChoiceKind, n, lo int) (*interpreter.Choice, flow) {
	if r.err != nil {
		return nil, halted
	}
	from := r.stack[lo:]
	if len(from) == 0 {
		return nil, ran
	}
	slices.Sort(from)
	n = min(n, len(from))
	if r.used >= len(r.move.Inner) {
		r.askFor(kind, n, from)
		return nil, halted
	}
	c := &r.move.Inner[r.used]
	if c.Kind != kind || len(c.Places) != n || !slices.IsSorted(c.Places) || !subset(c.Places, from) {
		r.badChoice("the rules ask here for %s", r.listed(n, from))
		return nil, halted
	}
	r.used++
	for _, p := range c.Places {
		r.note(interpreter.Chose, p, 0, 0, "choose")
	}
	return c, ran
}

func subset(list, of []int) bool {
	for i, p := range list {
		if !slices.Contains(of, p) || slices.Contains(list[:i], p) {
			return false
		}
	}
	return true
}

// askFor halts the run with every way to name n of the places.
func (r *run) askFor(kind interpreter.ChoiceKind, n int, from []int) {
	index := make([]int, n)
	for i := range index {
		index[i] = i
	}
	for {
		if r.work(1); r.err != nil {
			return
		}
		c := interpreter.Choice{Kind: kind, Places: make([]int, n)}
		for i, k := range index {
			c.Places[i] = from[k]
		}
		r.ask = append(r.ask, c)
		if len(r.ask) > r.x.budget.Completions {
			r.overBudget("completions of a move", len(r.ask))
			return
		}
		if !nextCombination(index, len(from)) {
			return
		}
	}
}

// nextCombination steps to the next combination of indices below total, in
// lexicographic order; false after the last.
func nextCombination(index []int, total int) bool {
	i := len(index) - 1
	for i >= 0 && index[i] == total-len(index)+i {
		i--
	}
	if i < 0 {
		return false
	}
	index[i]++
	for j := i + 1; j < len(index); j++ {
		index[j] = index[j-1] + 1
	}
	return true
}

// BadChoice tells that an inner choice of a move is none the rules offer there.
type BadChoice struct {
	Index int    // of the choice, from 0
	Wants string // what the rules ask for at that point, a clause
}

func (e *BadChoice) Error() string {
	return fmt.Sprintf("choice %d of the move does not fit: %s", e.Index+1, e.Wants)
}

func (r *run) badChoice(format string, args ...any) {
	if r.err == nil {
		r.err = &BadChoice{Index: r.used, Wants: fmt.Sprintf(format, args...)}
	}
}

// listed is "one of A1, A2" or "2 of A1, A2, A3".
func (r *run) listed(n int, from []int) string {
	out := "one of "
	if n > 1 {
		out = fmt.Sprintf("%d of ", n)
	}
	for i, p := range from {
		if i > 0 {
			out += ", "
		}
		out += r.name(p)
	}
	return out
}
