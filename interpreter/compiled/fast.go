package compiled

import (
	"fmt"

	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Sowing by table: where nothing is asked between the first and the last drop
// of a lap, and the places it visits follow from its first place and its
// number of seeds alone, the lap is one addition of a row of a table to the
// holes. Row (p, n) holds for every hole what n seeds sown from p add to it,
// and -n in p itself if p was lifted. Rows are numbers of 64 bits, with borrows
// from hole to hole: added to eight holes at a time, as numbers, they give
// what adding hole by hole gives, since no hole can pass its width. The place
// of the last drop stands in the row, too.
//
// Laps of more seeds than the table has rows for are sown one by one. The
// tables are filled when the module is instantiated.

// tableBytes is the most memory the rows of a table may take.
const tableBytes = 1 << 17

// sowTable describes the tables of one seat.
type sowTable struct {
	lo, places, chunks int // window of the board: first place, places, vectors
	rows               int // numbers of seeds, 0 included: a power of 2
	lift, sow          int // addresses of rows
	dirs               []int
	ring               bool // last places are computed: the window is a ring of 2^k places
}

// endAt is where in a row the place of its last drop stands, counted from lo.
func (tab *sowTable) endAt() int { return 16 * tab.chunks }

// rowBytes is the distance of two rows, a power of 2.
func (tab *sowTable) rowBytes() int { return 32 * tab.chunks }

// sowByTable sows by adding a row of a table, where it can. It is false if
// nothing was emitted.
func (t *turn) sowByTable() bool {
	tab := t.code.table
	if tab == nil {
		return false
	}
	g := t.g
	f := g.f
	if tab.rows > g.lay.most {
		t.addRow(tab)
		t.afterSowing()
		return true
	}
	done := f.Block()
	long := f.Block()
	f.Get(t.seeds).Const(tab.rows).Op(wasm.I32GeU).BrIf(long)
	t.addRow(tab)
	f.Br(done)
	f.End()
	t.sowOneByOne()
	f.End()
	t.afterSowing()
	return true
}

// planTables lays out the tables of all seats before anything is emitted: every
// seat's code must know by which vectors the others sow.
func (c *compiler) planTables() {
	for _, stage := range c.seats {
		for _, sc := range stage {
			f := c.m.Func("unused", []wasm.Type{wasm.I32, wasm.I32, wasm.I32}, nil).Body()
			t := &turn{g: c.newGen(f, sc.stage, sc.who), code: sc, from: f.Param(0), how: f.Param(1), mode: f.Param(2)}
			t.locals()
			t.finds()
			sc.table = t.planTable()
		}
	}
}

// planTable lays out the tables; nil if this seat's laps can't be sown so.
func (t *turn) planTable() *sowTable {
	g := t.g
	s := g.seat
	if g.laneCount() == 0 || s.Drop != nil || s.AtOnce != nil || s.Lift != nil || s.PerHole > 1 || s.UnlessSingle && s.FirstInOrigin ||
		g.uses.visited || t.takes || t.movingSkip() || g.facts.noDir || t.code.offRoute {
		return nil
	}
	tab := &sowTable{dirs: g.dirs(false)}
	lo, hi := t.code.walked.span()
	if lo < 0 || hi < lo || len(tab.dirs) == 0 || len(tab.dirs) > 1 && tab.dirs[len(tab.dirs)-1] >= len(tab.dirs) {
		return nil
	}
	n := g.laneCount()
	words := g.boardWords() > 0
	if words {
		lo = lo / 8 * 8 // see addRowToWords
	}
	tab.chunks = (hi - lo + n) / n
	if rest := tab.chunks*n - (hi - lo + 1); lo == 0 && hi+1 < g.p.Holes && rest > 0 && !words {
		lo -= rest // into the zeros before the board, not into another player's holes
	}
	tab.lo, tab.places = lo, hi-lo+1
	most := g.lay.most
	if tab.chunks == 3 {
		tab.chunks = 4
	}
	room := tableBytes / (tab.places * tab.rowBytes() * len(tab.dirs))
	for tab.rows = 1; tab.rows <= most && 2*tab.rows <= room; {
		tab.rows *= 2
	}
	if tab.chunks > 4 || tab.rows < min(most+1, tab.places+2) {
		return nil
	}
	if tab = t.fillTable(tab); tab != nil {
		g.compiler.windows = append(g.compiler.windows, tab)
	}
	return tab
}

// fillTable reserves and fills the tables, once for all seats that have the same.
func (t *turn) fillTable(tab *sowTable) *sowTable {
	g := t.g
	key := fmt.Sprint("sow", tab.places, tab.rows, g.seat.SkipOrigin, g.seat.FirstInOrigin, t.sows)
	next := map[int]program.Table{}
	for _, d := range tab.dirs {
		next[d], _ = g.nextTable(d, 1)
		for p := range tab.places {
			q := next[d].At(tab.lo + p)
			if q < 0 {
				q = tab.lo + p // no lap begins here
			}
			key += fmt.Sprint(" ", q-tab.lo)
			if q < tab.lo || q >= tab.lo+tab.places {
				return nil
			}
		}
		key += "/"
	}
	first, last, by, isRing := ring(next[tab.dirs[0]], t.code.walked.list())
	tab.ring = isRing && first == tab.lo && last-first+1 == tab.places && by == 1 && len(tab.dirs) == 1 && !g.seat.SkipOrigin && !g.seat.FirstInOrigin && tab.places&(tab.places-1) == 0
	if old, ok := g.sowTables[key]; ok {
		tab.lift, tab.sow = old.lift, old.sow
		return tab
	}
	n := tab.places * tab.rows * len(tab.dirs)
	tab.lift = g.alloc(n*tab.rowBytes(), 16)
	if t.sows {
		tab.sow = g.alloc(n*tab.rowBytes(), 16)
	}
	g.sowTables[key] = tab
	g.compiler.setup = append(g.compiler.setup, func(f *wasm.Func, _ wasm.Local) { t.emitFill(f, tab, next) })
	return tab
}

// emitFill writes the calls that fill the tables.
func (t *turn) emitFill(f *wasm.Func, tab *sowTable, next map[int]program.Table) {
	c := t.g.compiler
	p := f.Local(wasm.I32)
	for i, d := range tab.dirs {
		steps := make([]byte, tab.places)
		for q := range steps {
			steps[q] = byte(max(next[d].At(tab.lo+q)-tab.lo, 0))
		}
		at := c.table(steps, 1)
		from := i * tab.places * tab.rows
		call := func(rows int, lifts, skip, first bool) {
			f.Const(0).Set(p)
			again := f.Loop()
			f.Get(p).Const(tab.rows).Op(wasm.I32Mul).Const(from).Op(wasm.I32Add).Const(tab.rowBytes()).Op(wasm.I32Mul).Const(rows).Op(wasm.I32Add)
			f.Const(tab.endAt())
			f.Get(p).Const(at).Const(tab.rows).Const(tab.rowBytes())
			f.Const(b2i(lifts)).Const(b2i(skip)).Const(b2i(first))
			f.Call(c.fillFunc())
			f.Get(p).Const(1).Op(wasm.I32Add).Tee(p).Const(tab.places).Op(wasm.I32LtS).BrIf(again)
			f.End()
		}
		s := t.g.seat
		call(tab.lift, true, s.SkipOrigin, s.FirstInOrigin)
		if t.sows {
			call(tab.sow, false, false, true)
		}
	}
	f.Release(wasm.I32, p)
}

// fillFunc is the function fill(rows, last place within a row, place, steps, rows, row size,
// lifts, skips the origin, first seed there) that fills the rows of a place.
func (c *compiler) fillFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("fill", []wasm.Type{i32, i32, i32, i32, i32, i32, i32, i32, i32}, nil, func(f *wasm.Func) {
		row, end, p, steps, rows, size := f.Param(0), f.Param(1), f.Param(2), f.Param(3), f.Param(4), f.Param(5)
		lifts, skips, first := f.Param(6), f.Param(7), f.Param(8)
		e, n := f.FreshLocal(i32), f.FreshLocal(i32)
		change := func(hole wasm.Local, op wasm.Opcode) {
			byteOf := func() { f.Get(hole).Const(log2(c.lay.lane)).Op(wasm.I32Shl) }
			word := func() {
				byteOf()
				f.Const(-8).Op(wasm.I32And).Get(row).Op(wasm.I32Add)
			}
			word()
			word()
			f.Load(wasm.I64Load, 0).Const64(1)
			byteOf()
			f.Const(3).Op(wasm.I32Shl, wasm.I64ExtendI32U, wasm.I64Shl, op).Store(wasm.I64Store, 0)
		}
		f.Get(p).Set(e).Const(1).Set(n)
		again := f.Loop()
		f.Get(row).Get(size).Op(wasm.I32Add).Get(row).Get(size).MemoryCopy()
		f.Get(row).Get(size).Op(wasm.I32Add).Set(row)
		f.Get(first).Get(n).Const(1).Op(wasm.I32Eq, wasm.I32And, wasm.I32Eqz)
		f.If()
		step := func() { f.Get(e).Get(steps).Op(wasm.I32Add).Load(wasm.I32Load8U, 0).Set(e) }
		step()
		f.Get(skips).Get(e).Get(p).Op(wasm.I32Eq, wasm.I32And)
		f.If()
		step()
		f.End()
		f.End()
		change(e, wasm.I64Add)
		f.Get(lifts)
		f.If()
		change(p, wasm.I64Sub)
		f.End()
		f.Get(row).Get(end).Op(wasm.I32Add).Get(e).Store(wasm.I32Store8, 0)
		f.Get(n).Const(1).Op(wasm.I32Add).Tee(n).Get(rows).Op(wasm.I32LtS).BrIf(again)
		f.End()
	})
}

// addRow adds the row of t.seeds seeds from t.place.
func (t *turn) addRow(tab *sowTable) {
	g := t.g
	f := g.f
	row := f.Local(wasm.I32)
	f.Get(t.place).Const(log2(tab.rows)).Op(wasm.I32Shl).Get(t.seeds).Op(wasm.I32Add)
	if len(tab.dirs) > 1 {
		f.Get(g.reg[program.RDir].local).Const(tab.places*tab.rows).Op(wasm.I32Mul, wasm.I32Add)
	}
	f.Const(log2(tab.rowBytes())).Op(wasm.I32Shl)
	base := tab.lift - tab.lo*tab.rows*tab.rowBytes()
	if t.sows || base < 0 {
		f.Get(t.rowBase).Op(wasm.I32Add)
		base = 0
	}
	f.Set(row)
	t.lastOfRow(tab, row, base) // the highest address first: it bounds the others
	g.addToBoard(tab, row, base)
	t.set(program.ROrigin, func() {
		if t.sows {
			f.Get(t.place).Const(-1).Get(t.kind).Op(wasm.I32Eqz, wasm.Select)
		} else {
			f.Get(t.place)
		}
	})
	t.set(program.RFirst, t.firstOfRow)
	f.Get(t.sown).Get(t.seeds).Op(wasm.I32Add).Set(t.sown)
	g.loadPlace(t.last, t.code.last.without(-1))
	f.Set(t.seedsAtLast)
	t.set(program.RWas, func() { f.Get(t.seedsAtLast).Const(1).Op(wasm.I32Sub) })
	t.set(program.RWasOwner, func() { t.owner(t.last) })
	f.Release(wasm.I32, row)
}

// addToBoard adds the row at an address to the holes.
func (g *gen) addToBoard(tab *sowTable, row wasm.Local, base int) {
	if g.words != nil {
		g.addRowToWords(tab, row, base)
		return
	}
	f := g.f
	for k := range tab.chunks {
		a := g.lay.base + tab.lo*g.lay.lane + 16*k
		f.Get(g.zero)
		f.Get(g.zero).Load(wasm.V128Load, a)
		f.Get(row).Load(wasm.V128Load, base+16*k)
		f.Op(wasm.I64x2Add).Store(wasm.V128Store, a)
	}
}

// firstOfRow pushes the place of the first drop.
func (t *turn) firstOfRow() {
	g := t.g
	f := g.f
	if g.seat.FirstInOrigin {
		f.Get(t.place)
		return
	}
	if t.sows { // captured seeds begin in the place itself
		f.Get(t.place)
	}
	const here = -3
	g.slots[here], g.slotSpots[here] = t.place, t.code.walked
	g.quietNext(program.Next{Of: program.Slot{I: here}, N: 1})
	delete(g.slotSpots, here)
	if t.sows {
		f.Get(t.kind).Op(wasm.Select)
	}
}

// lastOfRow sets t.last, the place of the last drop; t.place is where the lap began.
func (t *turn) lastOfRow(tab *sowTable, row wasm.Local, base int) {
	g := t.g
	f := g.f
	if tab.ring {
		f.Get(t.place).Get(t.seeds).Op(wasm.I32Add)
		if t.sows { // captured seeds begin in the place itself
			f.Get(t.kind).Const(0).Op(wasm.I32Ne, wasm.I32Sub)
		}
		if tab.lo%tab.places != 0 {
			f.Const(tab.lo).Op(wasm.I32Sub)
		}
		f.Const(tab.places - 1).Op(wasm.I32And)
		if tab.lo > 0 {
			f.Const(tab.lo).Op(wasm.I32Add)
		}
		f.Set(t.last)
		return
	}
	f.Get(row).Load(wasm.I32Load8U, base+tab.endAt())
	if tab.lo != 0 {
		f.Const(tab.lo).Op(wasm.I32Add)
	}
	f.Set(t.last)
}

// window finds the vector that some places are sown by: that of a table, else none.
func (g *gen) window(lo, hi int) (first int, ok bool) {
	n := g.laneCount()
	for _, tab := range g.windows {
		for k := range tab.chunks {
			w := tab.lo + k*n
			if w <= lo && hi < w+n {
				return w, true
			}
		}
	}
	return 0, false
}

// setRows notes which tables the next lap is sown by.
func (t *turn) setRows(kind int) {
	tab := t.code.table
	if tab == nil {
		return
	}
	below := tab.lo * tab.rows * tab.rowBytes()
	if !t.sows && tab.lift >= below {
		return
	}
	rows := tab.lift
	if kind == kindSow {
		rows = tab.sow
	}
	t.g.f.Const(rows - below).Set(t.rowBase)
}

// log2 is the logarithm of a power of 2.
func log2(n int) int {
	k := 0
	for 1<<k < n {
		k++
	}
	return k
}
