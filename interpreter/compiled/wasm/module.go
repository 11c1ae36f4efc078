package wasm

import (
	"errors"
	"fmt"
)

// Type is a value type.
type Type byte

// The value types.
const (
	I32  Type = 0x7F
	I64  Type = 0x7E
	V128 Type = 0x7B
)

// PageSize is the size of a memory page in bytes.
const PageSize = 65536

// Module is a module being written.
type Module struct {
	types   [][]byte // encoded signatures, each once
	imports []importedFunc
	funcs   []*Func
	kept    []*Func // those that are written
	globals []globalDef
	exports []exportDef
	data    []segment
	custom  []customSection
	start   FuncRef
	hasMem  bool
	mem     [2]uint32 // pages: initial, most (0: no limit)
	errs    []error
}

// FuncRef is a function of a module, imported or written.
type FuncRef struct {
	fn       *Func
	imported int // 1-based index into Module.imports, 0 for a written one
}

// Global is a global variable of a module.
type Global struct{ index uint32 }

type importedFunc struct {
	module, name string
	sig          uint32
}

type globalDef struct {
	typ     Type
	mutable bool
	init    int64
}

type exportDef struct {
	name string
	kind byte
	fn   FuncRef
	idx  uint32
}

type customSection struct {
	name  string
	bytes []byte
}

type segment struct {
	offset uint32
	bytes  []byte
}

// New starts an empty module.
func New() *Module { return &Module{} }

// Import declares a function the host provides.
func (m *Module) Import(module, name string, params, results []Type) FuncRef {
	m.imports = append(m.imports, importedFunc{module, name, m.signature(params, results)})
	return FuncRef{imported: len(m.imports)}
}

// Func declares a function; its body is written through FuncRef.Body.
func (m *Module) Func(name string, params, results []Type) FuncRef {
	f := &Func{module: m, name: name, sig: m.signature(params, results), params: params, order: len(m.funcs)}
	m.funcs = append(m.funcs, f)
	return FuncRef{fn: f}
}

// Body is where the instructions of a written function go.
func (r FuncRef) Body() *Func { return r.fn }

// IsNil tells if the reference stands for no function.
func (r FuncRef) IsNil() bool { return r.fn == nil && r.imported == 0 }

// Memory gives the module its memory: pages at the start, most pages (0: no limit).
func (m *Module) Memory(pages, most uint32) {
	m.hasMem = true
	m.mem = [2]uint32{pages, most}
}

// Global declares a global variable of an integer type.
func (m *Module) Global(t Type, mutable bool, init int64) Global {
	m.globals = append(m.globals, globalDef{t, mutable, init})
	return Global{uint32(len(m.globals) - 1)}
}

// Data puts bytes into memory when the module is instantiated.
func (m *Module) Data(offset uint32, b []byte) {
	if len(b) > 0 {
		m.data = append(m.data, segment{offset, b})
	}
}

// Custom adds a section for the host to read; the module does not know it.
func (m *Module) Custom(name string, b []byte) {
	m.custom = append(m.custom, customSection{name, b})
}

// Export makes a function visible under a name.
func (m *Module) Export(name string, f FuncRef) {
	m.exports = append(m.exports, exportDef{name: name, kind: 0, fn: f})
}

// ExportMemory makes the memory visible under a name.
func (m *Module) ExportMemory(name string) {
	m.exports = append(m.exports, exportDef{name: name, kind: 2})
}

// ExportGlobal makes a global visible under a name.
func (m *Module) ExportGlobal(name string, g Global) {
	m.exports = append(m.exports, exportDef{name: name, kind: 3, idx: g.index})
}

// Start names the function that runs at instantiation.
func (m *Module) Start(f FuncRef) { m.start = f }

func (m *Module) failf(format string, args ...any) {
	m.errs = append(m.errs, fmt.Errorf(format, args...))
}

func (m *Module) index(r FuncRef) uint32 {
	switch {
	case r.imported > 0:
		return uint32(r.imported - 1)
	case r.fn == nil:
		m.failf("an export of no function")
		return 0
	default:
		return uint32(len(m.imports) + r.fn.order)
	}
}

func (m *Module) signature(params, results []Type) uint32 {
	sig := []byte{0x60}
	for _, list := range [][]Type{params, results} {
		sig = uleb(sig, uint64(len(list)))
		for _, t := range list {
			sig = append(sig, byte(t))
		}
	}
	for i, s := range m.types {
		if string(s) == string(sig) {
			return uint32(i)
		}
	}
	m.types = append(m.types, sig)
	return uint32(len(m.types) - 1)
}

// Bytes is the module in binary form, equal functions once and those that
// cannot be called left out.
func (m *Module) Bytes() ([]byte, error) {
	m.kept = m.fold()
	out := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	out = section(out, 1, m.typeSection())
	out = section(out, 2, m.importSection())
	out = section(out, 3, m.functionSection())
	out = section(out, 5, m.memorySection())
	out = section(out, 6, m.globalSection())
	out = section(out, 7, m.exportSection())
	if !m.start.IsNil() {
		out = section(out, 8, uleb(nil, uint64(m.index(m.start))))
	}
	out = section(out, 10, m.codeSection())
	out = section(out, 11, m.dataSection())
	for _, c := range m.custom {
		out = section(out, 0, append(name(nil, c.name), c.bytes...))
	}
	out = section(out, 0, m.nameSection())
	return out, errors.Join(m.errs...)
}

func section(out []byte, id byte, content []byte) []byte {
	if len(content) == 0 {
		return out
	}
	out = append(out, id)
	out = uleb(out, uint64(len(content)))
	return append(out, content...)
}

// vector is a section that begins with the number of its entries.
func vector(n int) []byte {
	if n == 0 {
		return nil
	}
	return uleb(nil, uint64(n))
}

func name(b []byte, s string) []byte {
	b = uleb(b, uint64(len(s)))
	return append(b, s...)
}

func (m *Module) typeSection() []byte {
	b := vector(len(m.types))
	for _, t := range m.types {
		b = append(b, t...)
	}
	return b
}

func (m *Module) importSection() []byte {
	b := vector(len(m.imports))
	for _, i := range m.imports {
		b = name(b, i.module)
		b = name(b, i.name)
		b = append(b, 0)
		b = uleb(b, uint64(i.sig))
	}
	return b
}

func (m *Module) functionSection() []byte {
	b := vector(len(m.kept))
	for _, f := range m.kept {
		b = uleb(b, uint64(f.sig))
	}
	return b
}

func (m *Module) memorySection() []byte {
	if !m.hasMem {
		return nil
	}
	b := vector(1)
	if m.mem[1] == 0 {
		b = append(b, 0)
		return uleb(b, uint64(m.mem[0]))
	}
	b = append(b, 1)
	b = uleb(b, uint64(m.mem[0]))
	return uleb(b, uint64(m.mem[1]))
}

func (m *Module) globalSection() []byte {
	b := vector(len(m.globals))
	for _, g := range m.globals {
		b = append(b, byte(g.typ), bit(g.mutable))
		if g.typ == I64 {
			b = append(b, byte(I64Const))
		} else {
			b = append(b, byte(I32Const))
		}
		b = sleb(b, g.init)
		b = append(b, opEnd)
	}
	return b
}

func (m *Module) exportSection() []byte {
	b := vector(len(m.exports))
	for _, e := range m.exports {
		b = name(b, e.name)
		b = append(b, e.kind)
		switch e.kind {
		case 0:
			b = uleb(b, uint64(m.index(e.fn)))
		default:
			b = uleb(b, uint64(e.idx))
		}
	}
	return b
}

func (m *Module) codeSection() []byte {
	b := vector(len(m.kept))
	for _, f := range m.kept {
		body := f.encode()
		b = uleb(b, uint64(len(body)))
		b = append(b, body...)
	}
	return b
}

func (m *Module) dataSection() []byte {
	b := vector(len(m.data))
	for _, s := range m.data {
		b = append(b, 0, byte(I32Const))
		b = sleb(b, int64(int32(s.offset)))
		b = append(b, opEnd)
		b = uleb(b, uint64(len(s.bytes)))
		b = append(b, s.bytes...)
	}
	return b
}

// nameSection holds the names of functions, for stack traces.
func (m *Module) nameSection() []byte {
	if len(m.kept) == 0 {
		return nil
	}
	list := vector(len(m.kept))
	for i, f := range m.kept {
		list = uleb(list, uint64(len(m.imports)+i))
		list = name(list, f.name)
	}
	b := name(nil, "name")
	b = append(b, 1)
	b = uleb(b, uint64(len(list)))
	return append(b, list...)
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

func uleb(b []byte, v uint64) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

func sleb(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7F)
		v >>= 7
		if (v == 0 && c&0x40 == 0) || (v == -1 && c&0x40 != 0) {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// SetGlobal changes the value a global starts with.
func (m *Module) SetGlobal(g Global, init int64) { m.globals[g.index].init = init }
