package compiled

import "mancala/interpreter/compiled/wasm"

// The board in words: while a ply of random play goes on, the seeds of small
// boards are kept in locals of 64 bits, eight holes each, instead of in memory.
// A row of a sowing table is added to them, a hole is read by a shift, and
// nothing waits for a store before it can be loaded again.
//
// Not all code can do that: what reads or writes the board in memory, or calls
// a function that does, does not fit. Nobody has to know beforehand. A ply is
// written in words first; where an instruction touched the board's memory, the
// function is written again from its beginning, in the form that keeps the
// board there.

// maxWords is how many words a board may take.
const maxWords = 4

// wordBits is the width of a hole in a word.
const wordBits = 8

// boardWords is the number of words that hold all holes, and the stores where
// captures go to them; 0 if the board is not kept in words.
func (c *compiler) boardWords() int {
	if c.opt.Plain || c.lay.lane != 1 || c.wide() {
		return 0
	}
	cells := c.p.Holes
	for _, home := range c.p.Home {
		if home < c.p.Places {
			cells = c.p.Places
		}
	}
	if n := (cells + 7) / 8; n <= maxWords {
		return n
	}
	return 0
}

// tryWords emits a function with the board in words, and if that does not fit
// again with the board in memory.
func (c *compiler) tryWords(f *wasm.Func, emit func(words bool)) {
	n := c.boardWords()
	if n > 0 {
		f.Watch(c.lay.base, c.lay.base+8*n)
		emit(true)
		if f.Watched() == 0 {
			f.Watch(0, 0)
			return
		}
		f.Restart()
	}
	emit(false)
}

// takeWords provides the locals for the board.
func (g *gen) takeWords() {
	for range g.boardWords() {
		g.words = append(g.words, g.f.FreshLocal(wasm.I64))
	}
}

// loadWords reads the board again after a function changed it.
func (g *gen) loadWords() {
	g.f.Unwatched(func() {
		for k, w := range g.words {
			g.f.Get(g.zero).Load(wasm.I64Load, g.lay.base+8*k).Set(w)
		}
	})
	if g.keepsHistory() {
		g.loadCtrl(cHistory)
		g.f.Set(g.loop.history)
	}
}

// storeWords puts the board back into memory.
func (g *gen) storeWords() {
	g.f.Unwatched(func() {
		if g.impliesMover() { // behind the board: its address bounds those of the words
			m := g.p.Layout.Mover
			g.f.Get(g.zero).Const(g.who).Store(g.lay.kind[m].store(), g.lay.addr[m])
		}
		if g.keepsHistory() {
			g.storeCtrl(cHistory, func() { g.f.Get(g.loop.history) })
		}
		for k := len(g.words) - 1; k >= 0; k-- { // the highest address first: it bounds the others
			g.f.Get(g.zero).Get(g.words[k]).Store(wasm.I64Store, g.lay.base+8*k)
		}
	})
}

// call calls a function that reads and changes the board in memory.
func (g *gen) call(args func(), fn wasm.FuncRef) {
	g.storeWords()
	if args != nil {
		args()
	}
	g.f.Unwatched(func() { g.f.Call(fn) })
	g.loadWords()
}

// wordOf finds the word and the shift of a cell.
func (g *gen) wordOf(cell int) (w wasm.Local, shift int64, ok bool) {
	at := g.lay.addr[cell] - g.lay.base
	if at >= 0 && at < 8*len(g.words) {
		return g.words[at/8], int64(at % 8 * wordBits), true
	}
	return w, 0, false
}

// loadCell pushes a cell that is known when compiling.
func (g *gen) loadCell(cell int) {
	f := g.f
	w, shift, ok := g.wordOf(cell)
	if !ok {
		f.Get(g.zero).Load(g.lay.kind[cell].load(), g.lay.addr[cell])
		return
	}
	f.Get(w)
	if shift > 0 {
		f.Const64(shift).Op(wasm.I64ShrU)
	}
	f.Op(wasm.I32WrapI64).Const(255).Op(wasm.I32And)
}

// addToWord adds what value pushes to a cell of the words.
func (g *gen) addToWord(w wasm.Local, shift int64, value func()) {
	value()
	g.f.Op(wasm.I64ExtendI32S)
	if shift > 0 {
		g.f.Const64(shift).Op(wasm.I64Shl)
	}
	g.f.Get(w).Op(wasm.I64Add).Set(w)
}

// wordsOf lists the words that hold some places; false if one lies outside.
func (g *gen) wordsOf(on places) (list []int, ok bool) {
	for _, p := range on.list() {
		k := p / 8
		if k >= len(g.words) {
			return nil, false
		}
		if len(list) == 0 || list[len(list)-1] != k {
			list = append(list, k)
		}
	}
	return list, len(list) > 0
}

// wordAt pushes the word that holds the place in p.
func (g *gen) wordAt(list []int, p wasm.Local) {
	last := list[len(list)-1]
	if len(list) == 1 {
		g.f.Get(g.words[last])
		return
	}
	if first := list[0]; len(list) == 2 && last == first+1 {
		odd, even := last, first
		if first%2 == 1 {
			odd, even = first, last
		}
		g.f.Get(g.words[odd]).Get(g.words[even])
		g.inOddWord(p)
		g.f.Op(wasm.Select)
		return
	}
	g.f.Get(g.words[last])
	g.wordAt(list[:len(list)-1], p)
	g.f.Get(p).Const(8*last).Op(wasm.I32GeS, wasm.Select)
}

// inOddWord pushes a number that is 0 where the place in p lies in a word with
// an even number: a select by it takes fewer instructions than one by a comparison.
func (g *gen) inOddWord(p wasm.Local) { g.f.Get(p).Const(8).Op(wasm.I32And) }

// shiftOf pushes the shift of the place in p; its high bits do not count.
func (g *gen) shiftOf(p wasm.Local) {
	g.f.Get(p).Const(3).Op(wasm.I32Shl, wasm.I64ExtendI32U)
}

// loadWordPlace pushes the seeds of the place in p, one of those given.
func (g *gen) loadWordPlace(p wasm.Local, on places) {
	f := g.f
	list, ok := g.wordsOf(on)
	if !ok {
		f.Misfit()
		f.Const(0)
		return
	}
	g.wordAt(list, p)
	g.shiftOf(p)
	f.Op(wasm.I64ShrU, wasm.I32WrapI64).Const(255).Op(wasm.I32And)
	if on.has(-1) {
		f.Const(0).Get(p).Const(0).Op(wasm.I32GeS, wasm.Select)
	}
}

// changeWordPlace replaces the seeds of the place in p, one of those given, by
// what value pushes; nil: by nothing.
func (g *gen) changeWordPlace(p wasm.Local, on places, value func()) {
	f := g.f
	list, ok := g.wordsOf(on)
	if !ok {
		f.Misfit()
		return
	}
	keep, put := f.Local(wasm.I64), f.Local(wasm.I64)
	if value != nil {
		value()
		f.Op(wasm.I64ExtendI32U)
		g.shiftOf(p)
		f.Op(wasm.I64Shl).Set(put)
	}
	f.Const64(^255)
	g.shiftOf(p)
	f.Op(wasm.I64Rotl).Set(keep)
	for _, k := range list {
		w := g.words[k]
		f.Get(w)
		here := func(then func(), otherwise int64) {
			switch {
			case len(list) == 1:
				then()
			case len(list) == 2 && list[1] == list[0]+1 && k%2 == 1:
				then()
				f.Const64(otherwise)
				g.inOddWord(p)
				f.Op(wasm.Select)
			case len(list) == 2 && list[1] == list[0]+1:
				f.Const64(otherwise)
				then()
				g.inOddWord(p)
				f.Op(wasm.Select)
			default:
				then()
				f.Const64(otherwise)
				f.Get(p).Const(3).Op(wasm.I32ShrS).Const(k).Op(wasm.I32Eq, wasm.Select)
			}
		}
		here(func() { f.Get(keep) }, -1)
		f.Op(wasm.I64And)
		if value != nil {
			here(func() { f.Get(put) }, 0)
			f.Op(wasm.I64Or)
		}
		f.Set(w)
	}
	f.Release(wasm.I64, keep, put)
}

// wordVector pushes 16 places from a place on, a multiple of 16, as a vector.
func (g *gen) wordVector(first int) {
	f := g.f
	k := first / 8
	f.ConstV([16]byte{}).Get(g.words[k]).Lane(wasm.I64x2ReplaceLane, 0) // a splat would write both lanes twice
	if k+1 < len(g.words) {
		f.Get(g.words[k+1]).Lane(wasm.I64x2ReplaceLane, 1)
	}
}

// shuffleWords pushes a vector of the places from[i] for dom[i], those of one
// chunk; nowhere holds 0.
func (g *gen) shuffleWords(from, dom []int, chunk int) {
	f := g.f
	first := true
	for lo := 0; lo < 8*len(g.words); lo += 16 {
		var index [16]byte
		for i := range index {
			index[i] = 0xFF
		}
		any := false
		for i, p := range dom {
			if p/16 == chunk && from[i] >= lo && from[i] < lo+16 {
				index[p%16] = byte(from[i] - lo)
				any = true
			}
		}
		if !any {
			continue
		}
		g.wordVector(lo)
		f.ConstV(index).Op(wasm.I8x16Swizzle)
		if !first {
			f.Op(wasm.V128Or)
		}
		first = false
	}
	if first {
		f.ConstV([16]byte{})
	}
}

// sumWords pushes the sum lane by lane, or the union of bits, of the words that
// hold the cells of some places.
func (g *gen) sumWords(list []int, sum bool) {
	f := g.f
	masks := make([]uint64, len(g.words))
	for _, p := range list {
		if p/8 >= len(masks) {
			f.Misfit()
			f.Const64(0)
			return
		}
		masks[p/8] |= 255 << (p % 8 * wordBits)
	}
	first := true
	for k, m := range masks {
		if m == 0 {
			continue
		}
		f.Get(g.words[k])
		if m != ^uint64(0) {
			f.Const64(int64(m)).Op(wasm.I64And)
		}
		if !first && sum {
			f.Op(wasm.I64Add)
		} else if !first {
			f.Op(wasm.I64Or)
		}
		first = false
	}
}

// addRowToWords adds the row whose address is in row, less base, to the words.
func (g *gen) addRowToWords(tab *sowTable, row wasm.Local, base int) {
	f := g.f
	first, last := tab.lo/8, (tab.lo+tab.places-1)/8
	if tab.lo%8 != 0 || last >= len(g.words) {
		f.Misfit()
		return
	}
	for k := last; k >= first; k-- { // the highest address first: it bounds the others
		f.Get(g.words[k]).Get(row).Load(wasm.I64Load, base+8*(k-first)).Op(wasm.I64Add).Set(g.words[k])
	}
}
