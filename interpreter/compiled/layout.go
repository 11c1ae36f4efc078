package compiled

import (
	"fmt"

	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// cellKind says how a cell lies in memory.
type cellKind struct {
	width  int // bytes: 1, 2 or 4
	signed bool
}

func (k cellKind) load() wasm.Opcode {
	switch {
	case k.width == 1 && k.signed:
		return wasm.I32Load8S
	case k.width == 1:
		return wasm.I32Load8U
	case k.width == 2:
		return wasm.I32Load16U
	}
	return wasm.I32Load
}

func (k cellKind) store() wasm.Opcode {
	switch k.width {
	case 1:
		return wasm.I32Store8
	case 2:
		return wasm.I32Store16
	}
	return wasm.I32Store
}

// packed is the state vector as it lies in memory: seeds in the narrowest
// lane that no hole can overflow, marks and flags in bytes, everything else in 32 bits.
//
// The current position lies at a fixed address, so that every cell has a
// constant one. Sixteen zero bytes before the first place make "nowhere", the
// place -1, an empty hole. Vectors may be read up to 15 bytes past the end.
type packed struct {
	p      *program.Program
	lane   int // bytes of a seed cell
	most   int // seeds of a position; no cell can hold more
	base   int // address of place 0, a multiple of 16
	size   int // bytes of the whole state, a multiple of 16
	addr   []int
	kind   []cellKind
	limit  []int // by cell: cells of its field from it on (see reference)
	field  []int // by cell: index of its field
	key    []keyCell
	keyLen int // bytes of a position key in memory, a multiple of 8
}

// keyCell is a cell of the keys of positions and laps, in the order of the layout.
type keyCell struct {
	cell int
	most int // values above count as this; 0 = no limit
}

// laneFor is the width of a seed cell when no cell can exceed n.
func laneFor(n int) int {
	switch {
	case n <= 0xFF:
		return 1
	case n <= 0xFFFF:
		return 2
	}
	return 4
}

// capacity is the most seeds a cell of the lane can hold.
func capacity(lane int) int64 {
	return int64(1)<<(8*lane) - 1
}

// mostSeeds is how many seeds a position may have in a module made for n: a
// few more, so that one position more does not ask for another module.
func mostSeeds(n int) int {
	most := 15
	for most < n {
		most = 2*most + 1
	}
	return most
}

func newPacked(p *program.Program, seeds, base int) (*packed, error) {
	l := &packed{p: p, most: mostSeeds(seeds), base: base}
	l.lane = laneFor(l.most)
	lane := l.lane
	n := p.Layout.Size
	l.addr, l.kind = make([]int, n), make([]cellKind, n)
	l.limit, l.field = make([]int, n), make([]int, n)
	next := base
	place := func(f program.Field, i int, k cellKind) {
		next = align(next, k.width)
		for c := range f.Len {
			l.addr[f.Base+c], l.kind[f.Base+c], l.field[f.Base+c] = next, k, i
			next += k.width
		}
	}
	for _, seeds := range []bool{true, false} {
		for i, f := range p.Layout.Fields {
			if (f.Kind == program.Seeds) == seeds {
				place(f, i, l.kindOf(f))
			}
		}
		next = align(next, 16) // seeds are loaded by vectors, the rest is not
	}
	l.size = align(next-base, 16)
	for i := range p.Places {
		if p.Layout.Stores != p.Holes || l.addr[i] != base+i*lane {
			return nil, fmt.Errorf("the layout does not begin with holes and stores")
		}
	}
	l.limits()
	return l, nil
}

func (l *packed) kindOf(f program.Field) cellKind {
	switch {
	case f.Kind == program.Seeds:
		return cellKind{width: l.lane}
	case f.Kind == program.Marks:
		return cellKind{width: 1}
	case f.Base == l.p.Layout.Closed && f.Base >= 0 && f.Kind == program.Machine:
		return cellKind{width: 1}
	case f.Kind == program.Machine && f.Base == l.p.Layout.Owners:
		return cellKind{width: 1, signed: true}
	}
	return cellKind{width: 4, signed: true}
}

// limits finds for every cell where its field ends, and the cells of keys.
func (l *packed) limits() {
	lay := &l.p.Layout
	for i := range l.p.Places {
		l.limit[i] = l.p.Places - i
	}
	for _, f := range lay.Fields {
		segment := f.Len
		if f.Var != nil && f.Var.OnHole && lay.Span > 0 {
			segment = min(segment, lay.Span)
		}
		for c := range f.Len {
			cell := f.Base + c
			if cell >= l.p.Places {
				l.limit[cell] = segment - c%segment
			}
			if f.InKey {
				l.key = append(l.key, keyCell{cell, f.Cap})
			}
		}
	}
	l.keyLen = 8 * len(l.keyWords())
}

// lifetime lists the variables that last so long.
func (l *packed) lifetime(t rules.Lifetime) []program.Field {
	var out []program.Field
	for _, f := range l.p.Layout.Fields {
		if f.Var != nil && f.Var.Lasts == t {
			out = append(out, f)
		}
	}
	return out
}

// pack writes the cells of a state to memory. It fails for seeds that the
// lanes can't hold, in a cell or taken together: any cell may come to hold them all.
func (l *packed) pack(mem []byte, cells []int32) error {
	if len(cells) != l.p.Layout.Size {
		return fmt.Errorf("a position of this game has %d cells, not %d", l.p.Layout.Size, len(cells))
	}
	total := int64(0)
	for i, v := range cells {
		k := l.kind[i]
		if l.p.Layout.Fields[l.field[i]].Kind == program.Seeds {
			if v < 0 {
				return fmt.Errorf("cell %d holds %d seeds", i, v)
			}
			total += int64(v)
		}
		b := mem[l.addr[i]:]
		switch k.width {
		case 1:
			b[0] = byte(v)
		case 2:
			b[0], b[1] = byte(v), byte(v>>8)
		default:
			b[0], b[1], b[2], b[3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
		}
	}
	if total > int64(l.most) {
		return &tooManySeeds{total}
	}
	return nil
}

// tooManySeeds asks for a module made for more seeds.
type tooManySeeds struct{ total int64 }

func (e *tooManySeeds) Error() string {
	return fmt.Sprintf("%d seeds are more than this module's holes can count", e.total)
}

// unpack reads the cells of a state from memory.
func (l *packed) unpack(mem []byte, cells []int32) {
	for i := range cells {
		cells[i] = l.kind[i].read(mem[l.addr[i]:])
	}
}

func (k cellKind) read(b []byte) int32 {
	switch {
	case k.width == 1 && k.signed:
		return int32(int8(b[0]))
	case k.width == 1:
		return int32(b[0])
	case k.width == 2:
		return int32(b[0]) | int32(b[1])<<8
	}
	return int32(b[0]) | int32(b[1])<<8 | int32(b[2])<<16 | int32(b[3])<<24
}

func align(n, to int) int { return (n + to - 1) / to * to }
