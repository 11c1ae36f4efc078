package compiled

import (
	"slices"

	"mancala/interpreter/compiled/wasm"
)

// Keys of positions: the cells that tell positions apart, counters capped,
// one behind the other as narrow as they lie in the state.

// keyPart is a run of key cells that lie side by side, or one capped cell.
type keyPart struct {
	addr, at, n int // from, to, bytes
	cell        int
	most        int
}

func (l *packed) keyParts() []keyPart {
	cells := slices.Clone(l.key)
	slices.SortFunc(cells, func(a, b keyCell) int { return l.addr[a.cell] - l.addr[b.cell] })
	var parts []keyPart
	at := 0
	for _, k := range cells {
		w, a := l.kind[k.cell].width, l.addr[k.cell]
		if n := len(parts); n > 0 && k.most == 0 && parts[n-1].most == 0 && parts[n-1].addr+parts[n-1].n == a {
			parts[n-1].n += w
		} else {
			parts = append(parts, keyPart{a, at, w, k.cell, k.most})
		}
		at += w
	}
	return parts
}

// keyOffsets gives the place of every key cell in a key, by cell.
func (l *packed) keyOffsets() map[int]int {
	out := map[int]int{}
	cells := slices.Clone(l.key)
	slices.SortFunc(cells, func(a, b keyCell) int { return l.addr[a.cell] - l.addr[b.cell] })
	at := 0
	for _, k := range cells {
		out[k.cell] = at
		at += l.kind[k.cell].width
	}
	return out
}

// keyFunc is the function key(address) that writes the key of the position.
func (c *compiler) keyFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("key", []wasm.Type{i32}, nil, func(f *wasm.Func) {
		to, zero, v := f.Param(0), f.FreshLocal(i32), f.FreshLocal(i32)
		f.Get(to).Const64(0).Store(wasm.I64Store, c.lay.keyLen-8) // what no cell fills
		for _, p := range c.lay.keyParts() {
			if p.most == 0 {
				copyBytes(f, to, p.at, zero, p.addr, p.n)
				continue
			}
			k := c.lay.kind[p.cell]
			f.Get(zero).Load(k.load(), p.addr).Set(v)
			f.Get(to)
			f.Get(v).Const(p.most).Get(v).Const(p.most).Op(wasm.I32LtS, wasm.Select)
			f.Store(k.store(), p.at)
		}
	})
}

// copyBytes copies n bytes in steps as wide as they go.
func copyBytes(f *wasm.Func, to wasm.Local, toAt int, from wasm.Local, fromAt, n int) {
	if n > 512 {
		f.Get(to).Const(toAt).Op(wasm.I32Add)
		f.Get(from).Const(fromAt).Op(wasm.I32Add)
		f.Const(n).MemoryCopy()
		return
	}
	steps := []struct {
		n           int
		load, store wasm.Opcode
	}{{16, wasm.V128Load, wasm.V128Store}, {8, wasm.I64Load, wasm.I64Store}, {4, wasm.I32Load, wasm.I32Store},
		{2, wasm.I32Load16U, wasm.I32Store16}, {1, wasm.I32Load8U, wasm.I32Store8}}
	for at := 0; at < n; {
		for _, s := range steps {
			if n-at >= s.n {
				f.Get(to).Get(from).Load(s.load, fromAt+at).Store(s.store, toAt+at)
				at += s.n
				break
			}
		}
	}
}

// hashFunc is the function hash(address, bytes), a multiple of eight bytes.
func (c *compiler) hashFunc() wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	return c.helper("hash", []wasm.Type{i32, i32}, []wasm.Type{i64}, func(f *wasm.Func) {
		a, end, h := f.Param(0), f.Param(1), f.FreshLocal(i64)
		f.Get(a).Get(end).Op(wasm.I32Add).Set(end)
		again := f.Loop()
		f.Get(h).Get(a).Load(wasm.I64Load, 0).Op(wasm.I64Xor).Const64(-7046029254386353131).Op(wasm.I64Mul).Set(h)
		f.Get(h).Get(h).Const64(32).Op(wasm.I64ShrU, wasm.I64Xor).Set(h)
		f.Get(a).Const(8).Op(wasm.I32Add).Tee(a).Get(end).Op(wasm.I32LtU).BrIf(again)
		f.End()
		f.Get(h).Const64(-4417276706812531889).Op(wasm.I64Mul).Set(h)
		f.Get(h).Get(h).Const64(29).Op(wasm.I64ShrU, wasm.I64Xor)
	})
}

// equalFunc is the function equal(a, b, bytes), a multiple of eight bytes.
func (c *compiler) equalFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("equal", []wasm.Type{i32, i32, i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		a, b, n := f.Param(0), f.Param(1), f.Param(2)
		again := f.Loop()
		f.Get(a).Load(wasm.I64Load, 0).Get(b).Load(wasm.I64Load, 0).Op(wasm.I64Ne)
		f.If()
		f.Const(0).Op(wasm.Return)
		f.End()
		f.Get(a).Const(8).Op(wasm.I32Add).Set(a)
		f.Get(b).Const(8).Op(wasm.I32Add).Set(b)
		f.Get(n).Const(8).Op(wasm.I32Sub).Tee(n).BrIf(again)
		f.End()
		f.Const(1)
	})
}

// The history: keys of the positions at the beginnings of plies, one behind
// the other, and a table of their hashes. A slot of the table holds a
// generation above the number of a key; starting a new history is a new generation.
const (
	historySlots = 1 << 16
	historyCap   = historySlots / 2
)

// seenFunc is the function seen(address) that tells if an equal key is in the history.
func (c *compiler) seenFunc() wasm.FuncRef {
	return c.historyFunc("seen", false)
}

// enterFunc is the function that enters the key at an address in the history.
func (c *compiler) enterFunc() wasm.FuncRef {
	return c.historyFunc("enter", true)
}

func (c *compiler) historyFunc(name string, enter bool) wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	return c.helper(name, []wasm.Type{i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		key, zero, slot, v := f.Param(0), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i64)
		n := c.lay.keyLen
		entry := func() { // address of the key that v names
			f.Get(v).Op(wasm.I32WrapI64).Const(n).Op(wasm.I32Mul).Const(c.history).Op(wasm.I32Add)
		}
		f.Get(key).Const(n).Call(c.hashFunc()).Const64(48).Op(wasm.I64ShrU, wasm.I32WrapI64).Const(historySlots - 1).Op(wasm.I32And).Set(slot)
		again := f.Loop()
		f.Get(slot).Const(3).Op(wasm.I32Shl).Load(wasm.I64Load, c.historyTable).Set(v)
		f.Get(v).Const64(32).Op(wasm.I64ShrU, wasm.I32WrapI64).Get(zero).Load(i32Load, cHistoryGen).Op(wasm.I32Ne)
		f.If()
		if enter {
			f.Get(zero).Load(i32Load, cHistory).Const(historyCap).Op(wasm.I32GeS)
			f.If()
			f.Const(0).Op(wasm.Return)
			f.End()
			f.Get(zero).Load(i32Load, cHistoryGen).Op(wasm.I64ExtendI32U).Const64(32).Op(wasm.I64Shl)
			f.Get(zero).Load(i32Load, cHistory).Op(wasm.I64ExtendI32U, wasm.I64Or).Set(v)
			f.Get(slot).Const(3).Op(wasm.I32Shl).Get(v).Store(wasm.I64Store, c.historyTable)
			entry()
			f.Get(key).Const(n).MemoryCopy()
			f.Get(zero)
			f.Get(zero).Load(i32Load, cHistory).Const(1).Op(wasm.I32Add).Store(wasm.I32Store, cHistory)
		}
		f.Const(0).Op(wasm.Return)
		f.End()
		entry()
		f.Get(key).Const(n).Call(c.equalFunc())
		f.If()
		f.Const(1).Op(wasm.Return)
		f.End()
		f.Get(slot).Const(1).Op(wasm.I32Add).Const(historySlots - 1).Op(wasm.I32And).Set(slot)
		f.Br(again)
		f.End()
		f.Op(wasm.Unreachable)
	})
}

// repeats pushes whether the position was met at an earlier beginning of a
// ply. At the beginning of a ply its own key is not yet among the earlier ones.
func (g *gen) repeats() {
	f := g.f
	g.loadCtrl(cIgnore)
	f.If(wasm.I32)
	f.Const(0)
	f.Else()
	if !g.plyBegins {
		f.Const(g.keyBuf2).Call(g.keyFunc())
		f.Const(g.keyBuf2).Call(g.seenFunc())
	} else {
		f.Const(g.keyBuf).Call(g.seenFunc())
	}
	f.End()
}
