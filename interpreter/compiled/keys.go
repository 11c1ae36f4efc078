package compiled

import (
	"fmt"
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

// keyFunc is the function key(address) → hash that writes the key of the
// position. The hash is made of the numbers on their way, not of the key: a
// processor waits for narrow stores before it can load more than what was stored.
func (c *compiler) keyFunc() wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	return c.helper("key", []wasm.Type{i32}, []wasm.Type{i64}, func(f *wasm.Func) {
		zero := f.FreshLocal(i32)
		c.writeKey(f, f.Param(0), f.FreshLocal(i64), func(addr int, load wasm.Opcode, _ int) { f.Get(zero).Load(load, addr) })
	})
}

// writeKey writes the key of the position to an address and pushes its hash.
// Read pushes the number that lies at an address of the state, so many bytes
// wide, as 64 bits.
func (c *compiler) writeKey(f *wasm.Func, to, v wasm.Local, read func(addr int, load wasm.Opcode, n int)) {
	f.Get(to).Const64(0).Store(wasm.I64Store, c.lay.keyLen-8) // what no cell fills
	h := hasher{f: f}
	f.Const64(0)
	for _, p := range c.lay.keyParts() {
		if p.most > 0 {
			k := c.lay.kind[p.cell]
			n := f.Local(wasm.I32)
			read(p.addr, map[int]wasm.Opcode{1: wasm.I64Load8U, 2: wasm.I64Load16U, 4: wasm.I64Load32U}[k.width], k.width)
			f.Op(wasm.I32WrapI64).Set(n)
			f.Get(n).Const(p.most).Get(n).Const(p.most).Op(wasm.I32LtS, wasm.Select).Set(n)
			f.Get(to).Get(n).Store(k.store(), p.at)
			f.Get(n).Op(wasm.I64ExtendI32S).Set(v)
			f.Release(wasm.I32, n)
			h.add(v)
			continue
		}
		for at := 0; at < p.n; {
			for _, s := range wordSteps {
				if p.n-at >= s.n {
					f.Get(to)
					read(p.addr+at, s.load, s.n)
					f.Tee(v).Store(s.store, p.at+at)
					h.add(v)
					at += s.n
					break
				}
			}
		}
	}
	h.end(v)
}

// wordSteps are the widths of numbers a key is made of.
var wordSteps = []struct {
	n           int
	load, store wasm.Opcode
}{{8, wasm.I64Load, wasm.I64Store}, {4, wasm.I64Load32U, wasm.I64Store32}, {2, wasm.I64Load16U, wasm.I64Store16}, {1, wasm.I64Load8U, wasm.I64Store8}}

// hasher adds numbers to the hash on the stack. They are multiplied side by
// side, so that none waits for another.
type hasher struct {
	f *wasm.Func
	n int
	k uint64
}

func (h *hasher) add(v wasm.Local) {
	h.k = (h.k*0xD1342543DE82EF95 + 0x9E3779B97F4A7C15) | 1
	h.f.Get(v).Const64(int64(h.k)).Op(wasm.I64Mul)
	h.f.Const64(int64(h.n%59+3)).Op(wasm.I64Rotl, wasm.I64Xor)
	h.n += 8
}

// end mixes the hash once all numbers are in.
func (h *hasher) end(spare wasm.Local) {
	for range 2 {
		h.f.Set(spare).Get(spare).Get(spare).Const64(32).Op(wasm.I64ShrU, wasm.I64Xor)
		h.f.Const64(-4417276706812531889).Op(wasm.I64Mul)
	}
	h.f.Set(spare).Get(spare).Get(spare).Const64(29).Op(wasm.I64ShrU, wasm.I64Xor)
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

// hashFunc is the function hash(address) of so many bytes, a multiple of
// eight. The words are multiplied side by side, so that none waits for another.
func (c *compiler) hashFunc(n int) wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	return c.helper(fmt.Sprint("hash", n), []wasm.Type{i32}, []wasm.Type{i64}, func(f *wasm.Func) {
		a, v := f.Param(0), f.FreshLocal(i64)
		h := hasher{f: f}
		f.Const64(0)
		for at := 0; at < n; at += 8 {
			f.Get(a).Load(wasm.I64Load, at).Set(v)
			h.add(v)
		}
		h.end(v)
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
// generation above the number of a key; starting a new history is a new
// generation. The table uses as many slots as the history needs, so that
// games of ordinary length stay in the processor's nearest memory.
const (
	historySlots = 1 << 16
	historyFirst = 1 << 10
	historyCap   = historySlots / 2
)

// seenFunc is the function seen(address, hash) that tells how many equal keys
// are in the history, as far as a rule asks. Where another one would be is left in cHistorySlot.
func (c *compiler) seenFunc() wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	return c.helper("seen", []wasm.Type{i32, i64}, []wasm.Type{i32}, func(f *wasm.Func) {
		key, zero, slot, v := f.Param(0), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i64)
		n := c.lay.keyLen
		met := wasm.Local{}
		if c.mostMet() > 1 {
			met = f.FreshLocal(i32)
		}
		f.Get(f.Param(1)).Op(wasm.I32WrapI64).Set(slot)
		again := f.Loop()
		f.Get(slot).Get(zero).Load(i32Load, cHistoryMask).Op(wasm.I32And).Set(slot)
		f.Get(slot).Const(3).Op(wasm.I32Shl).Load(wasm.I64Load, c.historyTable).Set(v)
		f.Get(v).Const64(32).Op(wasm.I64ShrU, wasm.I32WrapI64).Get(zero).Load(i32Load, cHistoryGen).Op(wasm.I32Ne)
		f.If()
		f.Get(zero).Get(slot).Store(wasm.I32Store, cHistorySlot)
		if c.mostMet() > 1 {
			f.Get(met).Op(wasm.Return)
		} else {
			f.Const(0).Op(wasm.Return)
		}
		f.End()
		f.Get(v).Op(wasm.I32WrapI64).Const(n).Op(wasm.I32Mul).Const(c.history).Op(wasm.I32Add)
		f.Get(key).Const(n).Call(c.equalFunc())
		f.If()
		if c.mostMet() > 1 {
			f.Get(met).Const(1).Op(wasm.I32Add).Tee(met).Const(c.mostMet()).Op(wasm.I32GeS)
			f.If()
			f.Get(met).Op(wasm.Return)
			f.End()
		} else {
			f.Const(1).Op(wasm.Return)
		}
		f.End()
		f.Get(slot).Const(1).Op(wasm.I32Add).Set(slot)
		f.Br(again)
		f.End()
		f.Op(wasm.Unreachable)
	})
}

// mostMet is how often a key is kept: the rules ask no further.
func (c *compiler) mostMet() int { return max(c.p.Facts.Repeats-1, 1) }

// metAll turns the number of equal keys on the stack into whether that is all
// the rules ask for.
func (c *compiler) metAll(f *wasm.Func) {
	if n := c.mostMet(); n > 1 {
		f.Const(n).Op(wasm.I32GeS)
	}
}

// enterFunc is the function that enters the key at the end of the history,
// which seen was just asked of and is not there.
func (c *compiler) enterFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("enter", nil, nil, func(f *wasm.Func) {
		zero, n := f.FreshLocal(i32), f.FreshLocal(i32)
		f.Get(zero).Load(i32Load, cHistory).Tee(n).Const(historyCap).Op(wasm.I32GeS)
		f.If()
		f.Op(wasm.Return)
		f.End()
		f.Get(zero).Load(i32Load, cHistorySlot).Const(3).Op(wasm.I32Shl)
		f.Get(zero).Load(i32Load, cHistoryGen).Op(wasm.I64ExtendI32U).Const64(32).Op(wasm.I64Shl)
		f.Get(n).Op(wasm.I64ExtendI32U, wasm.I64Or).Store(wasm.I64Store, c.historyTable)
		f.Get(zero).Get(n).Const(1).Op(wasm.I32Add).Tee(n).Store(wasm.I32Store, cHistory)
		f.Get(n).Const(1).Op(wasm.I32Shl).Get(zero).Load(i32Load, cHistoryMask).Op(wasm.I32GtS)
		f.If() // half full: twice as many slots
		f.Get(zero)
		f.Get(zero).Load(i32Load, cHistoryMask).Const(1).Op(wasm.I32Shl).Const(1).Op(wasm.I32Or)
		f.Store(wasm.I32Store, cHistoryMask)
		f.Get(n).Call(c.rebuildFunc())
		f.End()
	})
}

// rebuildFunc is the function that makes a history of the first n keys again.
func (c *compiler) rebuildFunc() wasm.FuncRef {
	name := "rebuild"
	if r, ok := c.helpers[name]; ok {
		return r
	}
	r := c.m.Func(name, []wasm.Type{wasm.I32}, nil)
	c.helpers[name] = r
	f := r.Body()
	n, zero, key, to := f.Param(0), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	f.Get(zero).Get(zero).Load(i32Load, cHistoryGen).Const(1).Op(wasm.I32Add).Store(wasm.I32Store, cHistoryGen)
	f.Get(zero).Const(0).Store(wasm.I32Store, cHistory)
	f.Const(c.history).Set(key)
	done := f.Block()
	again := f.Loop()
	f.Get(n).Op(wasm.I32Eqz).BrIf(done)
	f.Get(n).Const(1).Op(wasm.I32Sub).Set(n)
	// keys met more often than rules ask are not kept: what follows moves up
	f.Get(zero).Load(i32Load, cHistory).Const(c.lay.keyLen).Op(wasm.I32Mul).Const(c.history).Op(wasm.I32Add).Set(to)
	copyBytes(f, to, 0, key, 0, c.lay.keyLen)
	f.Get(to).Get(to).Call(c.rehashFunc()).Call(c.seenFunc())
	c.metAll(f)
	f.Op(wasm.I32Eqz)
	f.If()
	f.Call(c.enterFunc())
	f.End()
	f.Get(key).Const(c.lay.keyLen).Op(wasm.I32Add).Set(key)
	f.Br(again)
	f.End()
	f.End()
	return r
}

// rehashFunc is the function that hashes a key as keyFunc does.
func (c *compiler) rehashFunc() wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	return c.helper("rehash", []wasm.Type{i32}, []wasm.Type{i64}, func(f *wasm.Func) {
		key, v := f.Param(0), f.FreshLocal(i64)
		h := hasher{f: f}
		f.Const64(0)
		for _, p := range c.lay.keyParts() {
			if p.most > 0 {
				k := c.lay.kind[p.cell]
				f.Get(key).Load(k.load(), p.at).Op(wasm.I64ExtendI32S).Set(v)
				h.add(v)
				continue
			}
			for at := 0; at < p.n; {
				for _, s := range wordSteps {
					if p.n-at >= s.n {
						f.Get(key).Load(s.load, p.at+at).Set(v)
						h.add(v)
						at += s.n
						break
					}
				}
			}
		}
		h.end(v)
	})
}

// repeats pushes whether the position stands for so many times, counting earlier
// beginnings of plies. At the beginning of a ply its own key is not yet among them.
func (g *gen) repeats(times int) {
	f := g.f
	if g.mostMet() > 1 {
		defer func() { f.Const(times - 1).Op(wasm.I32GeS) }()
	}
	if g.plyBegins {
		g.loadCtrl(cSeen)
		return
	}
	g.loadCtrl(cIgnore)
	f.If(wasm.I32)
	f.Const(0)
	f.Else()
	f.Const(g.keyBuf)
	f.Const(g.keyBuf).Call(g.keyFunc())
	f.Call(g.seenFunc())
	f.End()
}
