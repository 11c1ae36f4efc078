package compiled

import (
	"fmt"
	"maps"
	"slices"

	"mancala/interpreter/compiled/wasm"
)

// Keys of positions: the cells that tell positions apart, counters capped, in
// words of 64 bits. A word is one of the state with other cells masked out, or
// two halves of such words. Nothing is moved inside a half, so that a key is
// made of whole words with few instructions.

// keyPiece is a word of the state, a half of one, or a capped counter.
type keyPiece struct {
	addr, n int    // where it lies in the state, and its bytes: 8 or 4
	mask    uint64 // bits of it that belong to the key
	cell    int    // the only cell in it, -1: several
	most    int    // values above count as this; 0 = no limit
}

// keyWord is a word of the key: a piece of 8 bytes, or up to two of 4, the
// lower one first.
type keyWord []keyPiece

// keyWords lays out the key.
func (l *packed) keyWords() []keyWord {
	var words []keyWord
	var halves []keyPiece
	chunks := map[int]*keyPiece{}
	for _, k := range l.key {
		a, w := l.addr[k.cell], l.kind[k.cell].width
		if k.most > 0 {
			halves = append(halves, keyPiece{a, 4, 1<<(8*w) - 1, k.cell, k.most})
			continue
		}
		p := chunks[a&^7]
		if p == nil {
			p = &keyPiece{addr: a &^ 7, n: 8, cell: k.cell}
			chunks[a&^7] = p
		}
		p.mask |= (1<<(8*w) - 1) << (8 * (a & 7))
		if p.cell != k.cell {
			p.cell = -1
		}
	}
	for _, a := range slices.Sorted(maps.Keys(chunks)) {
		p := *chunks[a]
		switch {
		case p.mask>>32 == 0:
			p.n = 4
			halves = append(halves, p)
		case p.mask<<32 == 0:
			p.addr, p.n, p.mask = a+4, 4, p.mask>>32
			halves = append(halves, p)
		default:
			words = append(words, keyWord{p})
		}
	}
	for pair := range slices.Chunk(halves, 2) {
		words = append(words, keyWord(pair))
	}
	return words
}

// keyOffsets gives the place of every key cell in a key, by cell.
func (l *packed) keyOffsets() map[int]int {
	out := map[int]int{}
	for i, w := range l.keyWords() {
		for half, p := range w {
			at := 8*i + 4*half
			for _, k := range l.key {
				a := l.addr[k.cell]
				if p.most > 0 && p.cell == k.cell {
					out[k.cell] = at
				} else if p.most == 0 && k.most == 0 && a >= p.addr && a < p.addr+p.n {
					out[k.cell] = at + a - p.addr
				}
			}
		}
	}
	return out
}

// keyFunc is the function key(address) → hash that writes the key of the
// position. The hash is made of the numbers on their way, not of the key: a
// processor waits for narrow stores before it can load more than what was stored.
func (c *compiler) keyFunc() wasm.FuncRef {
	return c.helper("key", []wasm.Type{wasm.I32}, []wasm.Type{wasm.I64}, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		g.writeKey(f.Param(0))
	})
}

// writeKey writes the key of the position to an address and pushes its hash.
func (g *gen) writeKey(to wasm.Local) {
	f := g.f
	v, h := f.Local(wasm.I64), f.Local(wasm.I64)
	words := g.lay.keyWords()
	for i := len(words) - 1; i >= 0; i-- { // the highest address first: it bounds the others
		f.Get(to)
		for half, p := range words[i] {
			g.readPiece(p)
			if half > 0 {
				f.Const64(32).Op(wasm.I64Shl, wasm.I64Or)
			}
		}
		f.Tee(v).Store(wasm.I64Store, 8*i)
		f.Get(v).Const64(hashFactor(i)).Op(wasm.I64Mul)
		if i < len(words)-1 {
			f.Get(h).Op(wasm.I64Add)
		}
		f.Set(h)
	}
	f.Get(h)
	f.Release(wasm.I64, v, h)
}

// readPiece pushes a piece of the key as 64 bits.
func (g *gen) readPiece(p keyPiece) {
	f := g.f
	if g.looped && p.cell == g.p.Layout.Mover && p.most == 0 {
		f.Const64(int64(g.who) << (8 * (g.lay.addr[p.cell] - p.addr)))
		return
	}
	if p.most > 0 {
		k := g.lay.kind[p.cell]
		n := f.Local(wasm.I32)
		f.Get(g.zero).Load(k.load(), p.addr).Set(n)
		f.Get(n).Const(p.most).Get(n).Const(p.most).Op(wasm.I32LtS, wasm.Select, wasm.I64ExtendI32U)
		f.Release(wasm.I32, n)
	} else if at := p.addr - g.lay.base; at >= 0 && at < 8*len(g.words) {
		f.Get(g.words[at/8])
		if at%8 > 0 {
			f.Const64(32).Op(wasm.I64ShrU)
		}
	} else {
		f.Get(g.zero).Load(map[int]wasm.Opcode{4: wasm.I64Load32U, 8: wasm.I64Load}[p.n], p.addr)
	}
	if all := ^uint64(0) >> (64 - 8*p.n); p.mask != all || p.n == 4 && p.addr < g.lay.base+8*len(g.words) {
		f.Const64(int64(p.mask)).Op(wasm.I64And)
	}
}

// hashFactor is what the word of a key with a number is multiplied by. The hash
// is the sum of the products, and its high bits are the best.
func hashFactor(i int) int64 {
	k := uint64(0x9E3779B97F4A7C15)
	for range i {
		k = k*0xD1342543DE82EF95 + 0x9E3779B97F4A7C15
	}
	return int64(k | 1)
}

// rehashFunc is the function that hashes a key as keyFunc does.
func (c *compiler) rehashFunc() wasm.FuncRef {
	return c.helper("rehash", []wasm.Type{wasm.I32}, []wasm.Type{wasm.I64}, func(f *wasm.Func) {
		for i := range c.lay.keyLen / 8 {
			f.Get(f.Param(0)).Load(wasm.I64Load, 8*i).Const64(hashFactor(i)).Op(wasm.I64Mul)
			if i > 0 {
				f.Op(wasm.I64Add)
			}
		}
	})
}

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
