// Package wasm writes WebAssembly modules: the binary format and nothing
// else. It knows no game and no optimisation; what is asked for is what is
// written.
//
// A Module is a list of functions, globals, data and one memory. Everything
// is named by a small handle (FuncRef, Local, Global, Label), never by a
// number the caller has to keep, so that functions may call each other before
// their bodies exist:
//
//	m := wasm.New()
//	fib := m.Func("fib", []wasm.Type{wasm.I32}, []wasm.Type{wasm.I32})
//	f := fib.Body()
//	n := f.Param(0)
//	f.Get(n).Const(2).Op(wasm.I32LtS)
//	f.If(wasm.I32)
//	f.Get(n)
//	f.Else()
//	f.Get(n).Const(1).Op(wasm.I32Sub).Call(fib)
//	f.Get(n).Const(2).Op(wasm.I32Sub).Call(fib)
//	f.Op(wasm.I32Add)
//	f.End()
//	m.Export("fib", fib)
//	code, err := m.Bytes()
//
// # The binary format in ten lines
//
// A module is the magic "\0asm", version 1, then sections in a fixed order,
// each an id byte, a length and its content: types (function signatures),
// imports, functions (signature of each), memory, globals, exports, start,
// code (bodies), data. Numbers are LEB128: seven bits a byte, lowest first,
// the top bit says that more follow; signed numbers are sign-extended from
// their last byte. A body is a list of locals followed by instructions of a
// stack machine; an instruction is an opcode byte (vector instructions: 0xFD
// and a LEB128 number) followed by its immediates. Names of functions go into
// a custom section "name" so that stack traces can be read.
//
// # Control
//
// Block, Loop and If open a construct and return its Label; End closes the
// innermost one. Br and BrIf jump to a label: to the end of a block or if, to
// the beginning of a loop. The distance in nested constructs, which is what
// the binary format wants, is worked out here.
//
// # Memory
//
// A load or store takes an address from the stack and adds a constant offset.
// Runtimes check bounds once for every base value, so code that addresses
// constant places should use one local that holds 0 as the base of all of
// them and put the place into the offset.
//
// Mistakes of the caller (a label that is not open, an End too many) are
// collected and returned by Bytes; types are left to the validator of the
// runtime.
package wasm
