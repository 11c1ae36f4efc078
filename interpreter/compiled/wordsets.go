package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Sets of holes of a board in words (words.go): their sums, what is captured or
// taken of them, and which of them a condition holds of, all holes at once.

// spreadMask pushes a word with all bits of a hole set where the mask has its bit.
func (g *gen) spreadMask(m wasm.Local, k int) {
	f := g.f
	y := f.Local(wasm.I64)
	f.Get(m)
	if k > 0 {
		f.Const64(int64(8 * k)).Op(wasm.I64ShrU)
	}
	f.Const64(255).Op(wasm.I64And)
	f.Const64(0x0101010101010101).Op(wasm.I64Mul).Const64(-0x7FBFDFEFF7FBFDFF).Op(wasm.I64And) // bit i in byte i
	f.Const64(0x7F7F7F7F7F7F7F7F).Op(wasm.I64Add).Const64(-0x7F7F7F7F7F7F7F80).Op(wasm.I64And).Set(y)
	f.Get(y).Const64(1).Op(wasm.I64Shl).Get(y).Const64(7).Op(wasm.I64ShrU, wasm.I64Sub)
	f.Release(wasm.I64, y)
}

// sumMask pushes the seeds of the places of a mask, and takes them if clear says so.
func (g *gen) sumMask(m wasm.Local, list []int, clear bool) {
	f := g.f
	full, sum := f.Local(wasm.I64), f.Local(wasm.I64)
	f.Const64(0).Set(sum)
	for _, k := range list {
		w := g.words[k]
		g.spreadMask(m, k)
		f.Get(w).Op(wasm.I64And).Tee(full).Get(sum).Op(wasm.I64Add).Set(sum)
		if clear {
			f.Get(w).Get(full).Op(wasm.I64Xor).Set(w)
		}
	}
	f.Get(sum).Const64(0x0101010101010101).Op(wasm.I64Mul).Const64(56).Op(wasm.I64ShrU, wasm.I32WrapI64)
	f.Release(wasm.I64, full, sum)
}

// foldMask pushes the seeds of a set whose places are found all at once.
func (g *gen) foldMask(e program.Fold) bool {
	if g.words == nil || e.How != program.Sum || !isCell(e.Body, e.Slot) {
		return false
	}
	list, ok := g.wordsOf(g.members(e.Set).without(-1))
	if !ok {
		return false
	}
	m := g.f.Local(wasm.I64)
	g.mask(e.Set)
	g.f.Set(m)
	g.sumMask(m, list, false)
	g.f.Release(wasm.I64, m)
	return true
}

// captureMask takes a set whose places are found all at once for the mover's bag.
func (g *gen) captureMask(t *text, s program.Capture) bool {
	if _, isRun := s.Set.(program.Run); !isRun {
		return false
	}
	list, ok := g.wordsOf(g.members(s.Set).without(-1))
	if !ok || g.p.Layout.Captor >= 0 {
		return false
	}
	m, sum := g.f.Local(wasm.I64), g.f.Local(wasm.I32)
	g.mask(s.Set)
	g.f.Set(m)
	g.sumMask(m, list, true)
	g.f.Set(sum)
	t.toBag(sum)
	g.f.Release(wasm.I64, m)
	g.f.Release(wasm.I32, sum)
	return true
}

// takeFromWords takes the seeds of some holes home all at once.
func (g *gen) takeFromWords(s program.Take) bool {
	h, isHoles := s.Set.(program.Holes)
	home := g.p.Layout.Out
	if s.Seat != nil {
		seat, ok := constant(s.Seat)
		if !ok || seat < 0 || seat >= g.p.Players {
			return false
		}
		home = g.p.Home[seat]
	}
	if !isHoles || g.words == nil {
		return false
	}
	var from []int
	for _, p := range h.List {
		if p/8 >= len(g.words) {
			return false
		}
		if p != home {
			from = append(from, p)
		}
	}
	if len(from) == 0 {
		return true
	}
	f := g.f
	n := f.Local(wasm.I32)
	g.sumWords(from, true)
	f.Const64(0x0101010101010101).Op(wasm.I64Mul).Const64(56).Op(wasm.I64ShrU, wasm.I32WrapI64).Set(n)
	masks := make([]uint64, len(g.words))
	for _, p := range from {
		masks[p/8] |= 255 << (p % 8 * wordBits)
	}
	for k, m := range masks {
		if m != 0 {
			f.Get(g.words[k]).Const64(int64(^m)).Op(wasm.I64And).Set(g.words[k])
		}
	}
	g.addCell(home, func() { f.Get(n) })
	f.Release(wasm.I32, n)
	return true
}

// wordMask pushes the mask of the holes of a constant set whose seeds compare
// with a constant as asked, if one word holds them: a hole holds c or more where adding
// 128 - c sets its high bit. That wants holes of less than 128 seeds.
func (g *gen) wordMask(s program.Set, slot int, cond program.Expr) bool {
	h, ok := s.(program.Holes)
	o, isOp := cond.(program.Op)
	if !ok || !isOp || g.words == nil || g.lay.most > 127 || len(h.List) == 0 || !isCell(o.A, slot) {
		return false
	}
	v, isConst := constant(o.B)
	equal, not := false, false
	switch o.Op {
	case program.Ge:
	case program.Gt:
		v++
	case program.Lt:
		not = true
	case program.Le:
		v, not = v+1, true
	case program.Eq, program.Ne:
		equal, not = true, o.Op == program.Ne
		if v == 0 {
			equal, not, v = false, !not, 1
		}
	default:
		return false
	}
	if !isConst || v < 1 || v > 127 {
		return false
	}
	list, ok := g.wordsOf(g.members(s))
	if !ok || len(list) > 1 { // two words at a time are faster as a vector
		return false
	}
	f := g.f
	const ones, tops = 0x0101010101010101, -0x7F7F7F7F7F7F7F80
	k := list[0]
	f.Get(g.words[k])
	if equal { // equal holes become 0: not 1 or more
		f.Const64(int64(v * ones)).Op(wasm.I64Xor).Const64(127 * ones)
	} else {
		f.Const64(int64((128 - v) * ones))
	}
	f.Op(wasm.I64Add).Const64(tops).Op(wasm.I64And)
	f.Const64(0x0002040810204081).Op(wasm.I64Mul).Const64(56).Op(wasm.I64ShrU)
	holes := int64(maskOf(h.List) >> (8 * k) & 255)
	if not != equal {
		f.Const64(holes).Op(wasm.I64Xor)
	}
	if holes != 255 {
		f.Const64(holes).Op(wasm.I64And)
	}
	if k > 0 {
		f.Const64(int64(8 * k)).Op(wasm.I64Shl)
	}
	return true
}
