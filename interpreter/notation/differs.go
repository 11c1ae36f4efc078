package notation

import (
	"fmt"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// Differs lists, in words, where cells are not as stated. What is not stated
// does not differ: stores of a text that shows none, keys it leaves out, and
// closed holes of a text that writes them as empty.
func (st *Stated) Differs(p *program.Program, cells []int32) []string {
	var out []string
	differ := func(what string, said, found any) {
		out = append(out, fmt.Sprintf("%s %v, not %v", what, found, said))
	}
	for h, n := range st.Holes {
		switch closed := p.Layout.Closed >= 0 && cells[p.Layout.Closed+h] != 0; {
		case st.Closed[h] && !closed:
			out = append(out, placeName(p, h)+" is not closed")
		case int(cells[h]) != n:
			differ(placeName(p, h), n, cells[h])
		}
	}
	if p.Game.Board.Stores != rules.NoStores {
		for seat, n := range st.Stores {
			if v := cells[p.Layout.Stores+seat]; int(v) != n {
				differ(rules.SeatName(seat)+"'s store", n, v)
			}
		}
	}
	if mover := int(cells[p.Layout.Mover]); st.Mover >= 0 && st.Mover != mover {
		differ("to move", rules.SeatName(st.Mover), rules.SeatName(mover))
	}
	return append(out, st.keysDiffer(p, cells)...)
}

// keysDiffer compares the stated keys by reading them into a copy.
func (st *Stated) keysDiffer(p *program.Program, cells []int32) []string {
	var out []string
	for _, k := range keysOf(p) {
		text, ok := st.Keys[k.name]
		if !ok && k.alias != "" {
			text, ok = st.Keys[k.alias]
		}
		if !ok {
			continue
		}
		mine := append([]int32(nil), cells...)
		if err := k.parse(mine, text); err != nil {
			out = append(out, fmt.Sprintf("%s=%s can't be read: %v", k.name, text, err))
			continue
		}
		if was, said := k.format(cells), k.format(mine); was != said {
			out = append(out, fmt.Sprintf("%s %s, not %s", k.name, orNone(was), orNone(said)))
		}
	}
	return out
}

func orNone(s string) string {
	if s == "" {
		return "as at the start"
	}
	return s
}
