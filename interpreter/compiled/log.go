package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// The lap starts of a turn, written down to be compared.

// parts of a log entry: hash, six numbers, a byte a place if the rules read
// what was visited, the position.
const (
	logNumbers = 8
	logVisits  = 32
)

func (c *compiler) logEntry() (visits, cells, size int) {
	visits = logVisits
	cells = visits
	if c.p.Facts.Visits {
		cells = align(visits+c.p.Places, 8)
	}
	return visits, cells, cells + c.lay.keyLen
}

// lapNumbers pushes the numbers a lap start is known by.
func (t *turn) lapNumbers() {
	g := t.g
	f := g.f
	if t.sows {
		f.Get(t.kind).Const(8).Op(wasm.I32Shl)
	} else {
		f.Const(0)
	}
	g.push(g.reg[program.RDir])
	f.Const(1).Op(wasm.I32Add, wasm.I32Or)
	f.Get(t.place)
	switch { // seeds count for captured ones only: those of a hole are on the board
	case t.sows:
		f.Get(t.seeds).Const(0).Get(t.kind).Const(kindSow).Op(wasm.I32Eq, wasm.Select)
	default:
		f.Const(0)
	}
	if t.takes {
		f.Get(t.taken)
	} else {
		f.Const(0)
	}
	facts := g.p.Facts
	t.counter(*t.lapLocal, facts.LapKey)
	t.counter(t.captured, facts.CapturedKey)
}

// counter pushes a register as far as a key holds it.
func (t *turn) counter(l wasm.Local, upTo int) {
	f := t.g.f
	switch {
	case upTo == 0:
		f.Const(0)
	case upTo < 0:
		f.Get(l)
	default:
		f.Get(l).Const(upTo).Get(l).Const(upTo).Op(wasm.I32LtS, wasm.Select)
	}
}

// logReserve is memory for the logs of turns of some thousand laps, so that it
// does not have to grow, which moves all of it.
const logReserve = 3 << 19

// logTableBytes is the size of the table of lap starts, which lies before the logs.
func (c *compiler) logTableBytes() int {
	if c.uses.choices {
		return 8 * logSlots
	}
	return 0
}

// logOpen is the function that opens a log at the end of the open ones.
func (c *compiler) logOpen() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("logOpen", nil, []wasm.Type{i32}, func(f *wasm.Func) {
		zero, base := f.FreshLocal(i32), f.FreshLocal(i32)
		f.Get(zero).Load(i32Load, cLogEnd).Set(base)
		f.Get(base).Const(logHead).Op(wasm.I32Add).Call(c.ensure())
		f.Get(base).Const64(0).Store(wasm.I64Store, 0)
		f.Get(zero).Get(base).Const(logHead).Op(wasm.I32Add).Store(wasm.I32Store, cLogEnd)
		f.Get(base)
	})
}

// ensure is the function that makes memory reach an address and some way
// beyond; it stops everything if there is no more.
func (c *compiler) ensure() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("ensure", []wasm.Type{i32}, nil, func(f *wasm.Func) {
		f.Get(f.Param(0)).Const(16).Op(wasm.I32ShrU).Const(1).Op(wasm.I32Add)
		f.MemorySize().Op(wasm.I32GeU)
		f.If()
		f.Get(f.Param(0)).Const(16).Op(wasm.I32ShrU).Const(17).Op(wasm.I32Add).MemorySize().Op(wasm.I32Sub)
		f.MemoryGrow().Const(-1).Op(wasm.I32Eq)
		f.If()
		f.Op(wasm.Unreachable)
		f.End()
		f.End()
	})
}

// logWrite is the function logWrite(kind and direction, place, seeds, taken,
// lap, captured, address) that writes an entry, its hash left out.
func (c *compiler) logWrite() wasm.FuncRef {
	i32 := wasm.I32
	params := []wasm.Type{i32, i32, i32, i32, i32, i32, i32}
	return c.helper("logWrite", params, nil, func(f *wasm.Func) {
		visits, cells, _ := c.logEntry()
		e, zero := f.Param(6), f.FreshLocal(i32)
		for i := range 6 {
			f.Get(e).Get(f.Param(i)).Store(wasm.I32Store, logNumbers+4*i)
		}
		if c.p.Facts.Visits {
			f.Get(e).Const64(0).Store(wasm.I64Store, cells-8)
			for p := range c.p.Places {
				f.Get(e)
				f.Get(zero).Load(i32Load, c.fell+4*p).Const(0).Op(wasm.I32Ne)
				f.Store(wasm.I32Store8, visits+p)
			}
		}
		f.Get(e).Const(cells).Op(wasm.I32Add).Call(c.keyFunc()).Op(wasm.Drop)
	})
}

// logFunc is the function log(kind and direction, place, seeds, taken, lap,
// captured, base) that writes an entry and gives the laps since an equal one.
func (c *compiler) logFunc() wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	params := []wasm.Type{i32, i32, i32, i32, i32, i32, i32}
	return c.helper("log", params, []wasm.Type{i32}, func(f *wasm.Func) {
		_, _, size := c.logEntry()
		base, zero := f.Param(6), f.FreshLocal(i32)
		e, a, n, h := f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i64)
		f.Get(zero).Load(i32Load, cLogEnd).Tee(e).Const(2 * size).Op(wasm.I32Add).Call(c.ensure())
		for i := range 6 {
			f.Get(f.Param(i))
		}
		f.Get(e).Call(c.logWrite())
		f.Get(e)
		f.Get(e).Const(8).Op(wasm.I32Add).Call(c.hashFunc(size - 8)).Tee(h)
		f.Store(wasm.I64Store, 0)
		f.Get(zero).Get(e).Const(size).Op(wasm.I32Add).Store(wasm.I32Store, cLogEnd)
		f.Get(e).Get(base).Op(wasm.I32Sub).Const(logHead).Op(wasm.I32Sub).Const(size).Op(wasm.I32DivU).Set(n)
		f.Get(base).Const(logHead).Op(wasm.I32Add).Set(a)
		f.Get(n).Const(logTable).Op(wasm.I32LtS)
		f.If()
		c.searchLog(f, a, e, h, size)
		f.End()
		// build the table, or build it again if another turn used it
		f.Get(n).Const(logTable).Op(wasm.I32Eq)
		f.Get(base).Load(wasm.I64Load, 0).Get(zero).Load(wasm.I64Load, cLogGen).Op(wasm.I64Ne, wasm.I32Or)
		f.If()
		f.Get(zero).Get(zero).Load(wasm.I64Load, cLogGen).Const64(1).Op(wasm.I64Add).Store(wasm.I64Store, cLogGen)
		f.Get(base).Get(zero).Load(wasm.I64Load, cLogGen).Store(wasm.I64Store, 0)
		again := f.Loop()
		f.Get(a).Call(c.logInsert()).Op(wasm.Drop)
		f.Get(a).Const(size).Op(wasm.I32Add).Tee(a).Get(e).Op(wasm.I32LtU).BrIf(again)
		f.End()
		f.End()
		f.Get(e).Call(c.logInsert())
	})
}

// searchLog returns the laps since an entry equal to e, looking at all from a on.
func (c *compiler) searchLog(f *wasm.Func, a, e, h wasm.Local, size int) {
	again := f.Loop()
	f.Get(a).Get(e).Op(wasm.I32GeU)
	f.If()
	f.Const(0).Op(wasm.Return)
	f.End()
	f.Get(a).Load(wasm.I64Load, 0).Get(h).Op(wasm.I64Eq)
	f.If()
	f.Get(a).Get(e).Const(size).Call(c.equalFunc())
	f.If()
	f.Get(e).Get(a).Op(wasm.I32Sub).Const(size).Op(wasm.I32DivU, wasm.Return)
	f.End()
	f.End()
	f.Get(a).Const(size).Op(wasm.I32Add).Set(a)
	f.Br(again)
	f.End()
}

// logInsert is the function that enters an entry in the table, or gives the
// laps since an equal one.
func (c *compiler) logInsert() wasm.FuncRef {
	i32, i64 := wasm.I32, wasm.I64
	return c.helper("logInsert", []wasm.Type{i32}, []wasm.Type{i32}, func(f *wasm.Func) {
		_, _, size := c.logEntry()
		e, zero, slot, b, at, v := f.Param(0), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i32), f.FreshLocal(i64)
		f.Get(e).Load(wasm.I64Load, 0).Op(wasm.I32WrapI64).Const(logSlots - 1).Op(wasm.I32And).Set(slot)
		again := f.Loop()
		f.Get(slot).Const(3).Op(wasm.I32Shl).GetGlobal(c.logStart).Op(wasm.I32Add).Tee(at).Load(wasm.I64Load, 0).Set(v)
		f.Get(v).Const64(32).Op(wasm.I64ShrU)
		f.Get(zero).Load(wasm.I64Load, cLogGen).Op(wasm.I64Ne)
		f.If()
		f.Get(at)
		f.Get(zero).Load(wasm.I64Load, cLogGen).Const64(32).Op(wasm.I64Shl).Get(e).Op(wasm.I64ExtendI32U, wasm.I64Or)
		f.Store(wasm.I64Store, 0)
		f.Const(0).Op(wasm.Return)
		f.End()
		f.Get(v).Op(wasm.I32WrapI64).Set(b)
		f.Get(b).Load(wasm.I64Load, 0).Get(e).Load(wasm.I64Load, 0).Op(wasm.I64Eq)
		f.If()
		f.Get(b).Get(e).Const(size).Call(c.equalFunc())
		f.If()
		f.Get(e).Get(b).Op(wasm.I32Sub).Const(size).Op(wasm.I32DivU, wasm.Return)
		f.End()
		f.End()
		f.Get(slot).Const(1).Op(wasm.I32Add).Const(logSlots - 1).Op(wasm.I32And).Set(slot)
		f.Br(again)
		f.End()
		f.Op(wasm.Unreachable)
	})
}
