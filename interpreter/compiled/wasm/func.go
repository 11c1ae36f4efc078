package wasm

// Func is the body of a function being written. Its methods append
// instructions and return the Func, so that short runs read as one line.
type Func struct {
	module *Module
	name   string
	sig    uint32
	order  int    // its number among the functions that are written
	class  int    // see fold
	calls  []call // in its code, where their numbers are left out
	params []Type
	locals []Type // after the parameters
	spare  map[Type][]Local
	code   []byte
	open   []*label

	apart                     bool
	compared                  int // length of the code when a comparison was last
	watchLo, watchHi, watched int // see Watch
}

// Watch counts from now on the instructions that touch memory at a constant
// offset from lo up to hi, or call or copy, which may. Watch(0, 0) ends it.
func (f *Func) Watch(lo, hi int) { f.watchLo, f.watchHi, f.watched = lo, hi, 0 }

// Watched is the number of instructions counted.
func (f *Func) Watched() int { return f.watched }

// Misfit counts something the caller could not write otherwise.
func (f *Func) Misfit() { f.watched++ }

// Unwatched writes instructions that are not counted.
func (f *Func) Unwatched(write func()) {
	n, lo, hi := f.watched, f.watchLo, f.watchHi
	f.watchLo, f.watchHi = 0, 0
	write()
	f.watched, f.watchLo, f.watchHi = n, lo, hi
}

// Restart throws away what was written of the body.
func (f *Func) Restart() {
	f.locals, f.spare, f.code, f.calls, f.open, f.compared = nil, nil, nil, nil, nil, 0
	f.Watch(0, 0)
}

// Local is a parameter or local variable of a function. A local starts as 0.
type Local struct{ index uint32 }

// Label is an open construct, the target of a branch.
type Label struct{ l *label }

type label struct {
	depth int
	arm   bool // the first arm of an If that has no other yet
}

// Param is the i-th parameter.
func (f *Func) Param(i int) Local { return Local{uint32(i)} }

// Local declares a local variable, or takes one that was released.
func (f *Func) Local(t Type) Local {
	if s := f.spare[t]; len(s) > 0 {
		f.spare[t] = s[:len(s)-1]
		return s[len(s)-1]
	}
	return f.FreshLocal(t)
}

// FreshLocal declares a local variable that nothing used before, so it is 0.
func (f *Func) FreshLocal(t Type) Local {
	f.locals = append(f.locals, t)
	return Local{uint32(len(f.params) + len(f.locals) - 1)}
}

// Release gives a local back for later use by Local; its value is undefined then.
func (f *Func) Release(t Type, list ...Local) {
	if f.spare == nil {
		f.spare = map[Type][]Local{}
	}
	f.spare[t] = append(f.spare[t], list...)
}

// Size is the number of code bytes so far.
func (f *Func) Size() int { return len(f.code) }

// Op appends instructions without immediates.
func (f *Func) Op(ops ...Opcode) *Func {
	for _, o := range ops {
		f.op(o)
	}
	return f
}

func (f *Func) op(o Opcode) {
	if o >= vectorBase {
		f.code = append(f.code, 0xFD)
		f.code = uleb(f.code, uint64(o-vectorBase))
		return
	}
	if o == I32Eqz && f.compared > 0 && f.compared == len(f.code) {
		f.invert()
		return
	}
	f.code = append(f.code, byte(o))
	if o >= I32Eqz && o <= I64GeU {
		f.compared = len(f.code)
	}
}

// invert turns the comparison just written into its opposite, which is what
// asking it for 0 comes to: one comparison can be part of a jump, two can't.
func (f *Func) invert() {
	at := len(f.code) - 1
	switch o := Opcode(f.code[at]); o {
	case I32Eqz:
		f.code = append(f.code[:at], byte(I32Const), 0, byte(I32Ne))
	case I64Eqz:
		f.code = append(f.code[:at], byte(I64Const), 0, byte(I64Ne))
	default:
		f.code[at] = byte(opposites[o])
	}
	f.compared = len(f.code)
}

// opposites of comparisons.
var opposites = map[Opcode]Opcode{
	I32Eq: I32Ne, I32Ne: I32Eq, I64Eq: I64Ne, I64Ne: I64Eq,
	I32LtS: I32GeS, I32GeS: I32LtS, I32LtU: I32GeU, I32GeU: I32LtU,
	I32GtS: I32LeS, I32LeS: I32GtS, I32GtU: I32LeU, I32LeU: I32GtU,
	I64LtS: I64GeS, I64GeS: I64LtS, I64LtU: I64GeU, I64GeU: I64LtU,
	I64GtS: I64LeS, I64LeS: I64GtS, I64GtU: I64LeU, I64LeU: I64GtU,
}

// Const pushes a 32-bit constant.
func (f *Func) Const(v int) *Func {
	f.op(I32Const)
	f.code = sleb(f.code, int64(int32(v)))
	return f
}

// Const64 pushes a 64-bit constant.
func (f *Func) Const64(v int64) *Func {
	f.op(I64Const)
	f.code = sleb(f.code, v)
	return f
}

// ConstV pushes a vector constant.
func (f *Func) ConstV(v [16]byte) *Func {
	f.op(V128Const)
	f.code = append(f.code, v[:]...)
	return f
}

// Get pushes a local.
func (f *Func) Get(l Local) *Func { return f.indexed(opLocalGet, l.index) }

// Set pops into a local.
func (f *Func) Set(l Local) *Func { return f.indexed(opLocalSet, l.index) }

// Tee stores the top of the stack in a local and leaves it there.
func (f *Func) Tee(l Local) *Func { return f.indexed(opLocalTee, l.index) }

// GetGlobal pushes a global.
func (f *Func) GetGlobal(g Global) *Func { return f.indexed(opGlobalGet, g.index) }

// SetGlobal pops into a global.
func (f *Func) SetGlobal(g Global) *Func { return f.indexed(opGlobalSet, g.index) }

// Call calls a function.
func (f *Func) Call(r FuncRef) *Func {
	f.watched++
	if r.IsNil() {
		f.module.failf("%s: a call of no function", f.name)
		return f
	}
	f.code = append(f.code, opCall)
	f.calls = append(f.calls, call{len(f.code), r})
	return f
}

func (f *Func) indexed(op byte, index uint32) *Func {
	f.code = append(f.code, op)
	f.code = uleb(f.code, uint64(index))
	return f
}

// Load pops an address and pushes what lies at address + offset.
func (f *Func) Load(op Opcode, offset int) *Func { return f.access(op, offset) }

// Store pops a value, then an address, and stores at address + offset.
func (f *Func) Store(op Opcode, offset int) *Func { return f.access(op, offset) }

func (f *Func) access(op Opcode, offset int) *Func {
	if offset < 0 {
		f.module.failf("%s: negative offset %d", f.name, offset)
	}
	if offset < f.watchHi && offset+16 > f.watchLo {
		f.watched++
	}
	f.op(op)
	f.code = append(f.code, 0) // no alignment promised
	f.code = uleb(f.code, uint64(uint32(offset)))
	return f
}

// Lane appends a vector instruction with a lane number.
func (f *Func) Lane(op Opcode, lane int) *Func {
	f.op(op)
	f.code = append(f.code, byte(lane))
	return f
}

// MemoryGrow pops a number of pages and pushes the old size, or -1.
func (f *Func) MemoryGrow() *Func { f.code = append(f.code, 0x40, 0); return f }

// MemorySize pushes the size of the memory in pages.
func (f *Func) MemorySize() *Func { f.code = append(f.code, 0x3F, 0); return f }

// MemoryCopy pops length, source and destination and copies bytes.
func (f *Func) MemoryCopy() *Func {
	f.watched++
	f.code = append(f.code, 0xFC, 10, 0, 0)
	return f
}

// MemoryFill pops length, value and destination and sets bytes.
func (f *Func) MemoryFill() *Func {
	f.code = append(f.code, 0xFC, 11, 0)
	return f
}

// Block opens a block; branches to its label leave it.
func (f *Func) Block(results ...Type) Label { return f.construct(opBlock, results) }

// Loop opens a loop; branches to its label repeat it.
func (f *Func) Loop(results ...Type) Label { return f.construct(opLoop, results) }

// If pops a condition and opens its arm; branches to its label leave it.
func (f *Func) If(results ...Type) Label { return f.construct(opIf, results) }

func (f *Func) construct(op byte, results []Type) Label {
	f.code = append(f.code, op)
	switch len(results) {
	case 0:
		f.code = append(f.code, 0x40)
	case 1:
		f.code = append(f.code, byte(results[0]))
	default:
		f.code = sleb(f.code, int64(f.module.signature(nil, results)))
	}
	l := &label{depth: len(f.open), arm: op == opIf}
	f.open = append(f.open, l)
	return Label{l}
}

// Else begins the other arm of the innermost If.
func (f *Func) Else() *Func {
	if n := len(f.open); n > 0 {
		f.open[n-1].arm = false
	}
	f.code = append(f.code, opElse)
	return f
}

// End closes the innermost construct. An If without another arm gets an empty
// one: it changes nothing, but the compiler of wazero forgets at the end of a
// lone arm which addresses it has found to be in bounds.
func (f *Func) End() *Func {
	if len(f.open) == 0 {
		f.module.failf("%s: End without an open construct", f.name)
		return f
	}
	if f.open[len(f.open)-1].arm {
		f.Else()
	}
	f.open = f.open[:len(f.open)-1]
	f.code = append(f.code, opEnd)
	return f
}

// Br jumps to a label.
func (f *Func) Br(l Label) *Func { return f.indexed(opBr, f.distance(l)) }

// BrIf pops a condition and jumps to a label if it is not 0.
func (f *Func) BrIf(l Label) *Func {
	if f.apart {
		f.If()
		f.Br(l)
		return f.End()
	}
	return f.indexed(opBrIf, f.distance(l))
}

// JumpApart writes conditional jumps from now on as an If around a jump: three
// bytes more, and three instructions less where wazero compiles a comparison
// and the jump it decides. Values are carried to where the jump leads on an
// edge of its own then, which it otherwise makes after it has paired the two.
func (f *Func) JumpApart() { f.apart = true }

// BrTable pops a number and jumps to that label of the list, or to the last one given.
func (f *Func) BrTable(list []Label, otherwise Label) *Func {
	f.code = append(f.code, opBrTable)
	f.code = uleb(f.code, uint64(len(list)))
	for _, l := range list {
		f.code = uleb(f.code, uint64(f.distance(l)))
	}
	f.code = uleb(f.code, uint64(f.distance(otherwise)))
	return f
}

func (f *Func) distance(l Label) uint32 {
	if l.l == nil || l.l.depth >= len(f.open) || f.open[l.l.depth] != l.l {
		f.module.failf("%s: branch to a label that is not open", f.name)
		return 0
	}
	return uint32(len(f.open) - 1 - l.l.depth)
}

func (f *Func) encode() []byte {
	var groups []byte
	n := 0
	for i := 0; i < len(f.locals); n++ {
		j := i
		for j < len(f.locals) && f.locals[j] == f.locals[i] {
			j++
		}
		groups = uleb(groups, uint64(j-i))
		groups = append(groups, byte(f.locals[i]))
		i = j
	}
	body := uleb(nil, uint64(n))
	body = append(body, groups...)
	from := 0
	for _, c := range f.calls {
		body = append(body, f.code[from:c.at]...)
		body = uleb(body, uint64(f.module.index(c.fn)))
		from = c.at
	}
	body = append(body, f.code[from:]...)
	return append(body, opEnd)
}
