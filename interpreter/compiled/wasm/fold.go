package wasm

import (
	"encoding/binary"
	"strconv"
)

// Folding: functions nobody can call are left out, and of functions that are
// equal, calls compared by what they call, one is written. It is done when the
// module is encoded, so whoever writes functions need not know which of them will be alike.

// call is where in the code of a function another is called: behind the opcode.
type call struct {
	at int
	fn FuncRef
}

// fold numbers the functions to be written and gives them in order.
func (m *Module) fold() []*Func {
	for _, f := range m.funcs {
		if len(f.open) > 0 {
			m.failf("%s: %d constructs left open", f.name, len(f.open))
		}
	}
	used := m.reachable()
	m.classify(used)
	var kept []*Func
	first := map[int]*Func{}
	for _, f := range m.funcs {
		if !used[f] {
			continue
		}
		if first[f.class] == nil {
			first[f.class] = f
			f.order = len(kept)
			kept = append(kept, f)
		}
		f.order = first[f.class].order
	}
	return kept
}

// reachable finds the functions that exports and the start lead to.
func (m *Module) reachable() map[*Func]bool {
	used := map[*Func]bool{}
	var next []*Func
	visit := func(r FuncRef) {
		if r.fn != nil && !used[r.fn] {
			used[r.fn] = true
			next = append(next, r.fn)
		}
	}
	visit(m.start)
	for _, e := range m.exports {
		visit(e.fn)
	}
	for len(next) > 0 {
		f := next[len(next)-1]
		next = next[:len(next)-1]
		for _, c := range f.calls {
			visit(c.fn)
		}
	}
	return used
}

// classify gives equal functions the same class. All with the same code are
// taken for equal until their calls tell them apart.
func (m *Module) classify(used map[*Func]bool) {
	classes := 0
	split := func(key func(f *Func) string) int {
		seen, next := map[string]int{}, make([]int, len(m.funcs))
		for i, f := range m.funcs {
			if !used[f] {
				continue
			}
			k := key(f)
			if _, ok := seen[k]; !ok {
				seen[k] = len(seen)
			}
			next[i] = seen[k]
		}
		for i, f := range m.funcs {
			f.class = next[i]
		}
		return len(seen)
	}
	for n := split((*Func).shape); n != classes; {
		classes = n
		n = split(func(f *Func) string {
			key := binary.AppendUvarint(nil, uint64(f.class))
			for _, c := range f.calls {
				of := 2 * c.fn.imported
				if c.fn.fn != nil {
					of = 2*c.fn.fn.class + 1
				}
				key = binary.AppendUvarint(key, uint64(of))
			}
			return string(key)
		})
	}
}

// shape is all of a function but what its calls call.
func (f *Func) shape() string {
	key := strconv.Itoa(int(f.sig)) + ":"
	for _, t := range f.locals {
		key += string(rune(t))
	}
	for _, c := range f.calls {
		key += " " + strconv.Itoa(c.at)
	}
	return key + ":" + string(f.code)
}
