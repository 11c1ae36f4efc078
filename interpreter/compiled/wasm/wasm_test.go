package wasm_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"mancala/interpreter/compiled/wasm"
)

// run builds the module, lets the runtime validate it and gives an instance.
func run(t *testing.T, m *wasm.Module) api.Module {
	t.Helper()
	code, err := m.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	rt := wazero.NewRuntime(ctx)
	t.Cleanup(func() { rt.Close(ctx) })
	inst, err := rt.Instantiate(ctx, code)
	if err != nil {
		t.Fatal(err)
	}
	return inst
}

func call(t *testing.T, inst api.Module, fn string, args ...uint64) uint64 {
	t.Helper()
	out, err := inst.ExportedFunction(fn).Call(context.Background(), args...)
	if err != nil {
		t.Fatal(err)
	}
	return out[0]
}

var (
	i32 = []wasm.Type{wasm.I32}
	i64 = []wasm.Type{wasm.I64}
)

func TestFunctionsMayCallAhead(t *testing.T) {
	m := wasm.New()
	fib := m.Func("fib", i32, i32)
	f := fib.Body()
	n := f.Param(0)
	f.Get(n).Const(2).Op(wasm.I32LtS)
	f.If(wasm.I32)
	f.Get(n)
	f.Else()
	f.Get(n).Const(1).Op(wasm.I32Sub).Call(fib)
	f.Get(n).Const(2).Op(wasm.I32Sub).Call(fib)
	f.Op(wasm.I32Add)
	f.End()
	m.Export("fib", fib)
	if got := call(t, run(t, m), "fib", 12); got != 144 {
		t.Errorf("fib(12) = %d", got)
	}
}

func TestLoopsAndBranchTables(t *testing.T) {
	m := wasm.New()
	fn := m.Func("f", i32, i32)
	f := fn.Body()
	n, sum := f.Param(0), f.Local(wasm.I32)
	done := f.Block()
	again := f.Loop()
	f.Get(n).Op(wasm.I32Eqz).BrIf(done)
	even := f.Block()
	odd := f.Block()
	f.Get(n).Const(1).Op(wasm.I32And).BrTable([]wasm.Label{even}, odd)
	f.End() // odd numbers land here
	f.Get(sum).Const(100).Op(wasm.I32Add).Set(sum)
	f.End() // even ones skip it
	f.Get(sum).Get(n).Op(wasm.I32Add).Set(sum)
	f.Get(n).Const(1).Op(wasm.I32Sub).Set(n)
	f.Br(again)
	f.End()
	f.End()
	f.Get(sum)
	m.Export("f", fn)
	if got := call(t, run(t, m), "f", 5); got != 15+300 {
		t.Errorf("f(5) = %d, want 315", got)
	}
}

func TestMemoryDataGlobalsStart(t *testing.T) {
	m := wasm.New()
	m.Memory(1, 2)
	m.ExportMemory("memory")
	m.Data(16, []byte{1, 2, 3, 4, 5, 6, 7, 8})
	g := m.Global(wasm.I64, true, -7)
	start := m.Func("start", nil, nil)
	start.Body().Const64(35).SetGlobal(g)
	m.Start(start)
	fn := m.Func("f", nil, i64)
	f := fn.Body()
	zero := f.FreshLocal(wasm.I32)
	f.Get(zero).Load(wasm.I64Load, 16).GetGlobal(g).Op(wasm.I64Add)
	m.Export("f", fn)
	if got := call(t, run(t, m), "f"); got != 0x0807060504030201+35 {
		t.Errorf("f() = %x", got)
	}
}

func TestVectors(t *testing.T) {
	m := wasm.New()
	m.Memory(1, 1)
	m.Data(0, []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	fn := m.Func("atLeast", i32, i32)
	f := fn.Body()
	zero := f.FreshLocal(wasm.I32)
	f.Get(zero).Load(wasm.V128Load, 0)
	f.Get(f.Param(0)).Op(wasm.I8x16Splat, wasm.I8x16GeU, wasm.I8x16Bitmask)
	m.Export("atLeast", fn)
	if got := call(t, run(t, m), "atLeast", 12); got != 0xF000 {
		t.Errorf("mask %x, want f000", got)
	}
}

func TestImports(t *testing.T) {
	m := wasm.New()
	double := m.Import("env", "double", i32, i32)
	fn := m.Func("f", i32, i32)
	fn.Body().Get(fn.Body().Param(0)).Call(double).Const(1).Op(wasm.I32Add)
	m.Export("f", fn)
	code, err := m.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	rt := wazero.NewRuntime(ctx)
	defer rt.Close(ctx)
	_, err = rt.NewHostModuleBuilder("env").NewFunctionBuilder().
		WithFunc(func(x uint32) uint32 { return 2 * x }).Export("double").Instantiate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	inst, err := rt.Instantiate(ctx, code)
	if err != nil {
		t.Fatal(err)
	}
	if got := call(t, inst, "f", 20); got != 41 {
		t.Errorf("f(20) = %d", got)
	}
}

func TestLocalsAreReused(t *testing.T) {
	m := wasm.New()
	f := m.Func("f", nil, nil).Body()
	a := f.Local(wasm.I32)
	f.Release(wasm.I32, a)
	if b := f.Local(wasm.I32); a != b {
		t.Errorf("released local %v not taken again: %v", a, b)
	}
	if c := f.FreshLocal(wasm.I32); a == c {
		t.Error("a fresh local was used before")
	}
}

func TestConstantsRoundTrip(t *testing.T) {
	for _, v := range []int64{0, 1, -1, 63, 64, -64, -65, 127, 128, 1 << 31, -1 << 31, 1<<63 - 1, -1 << 63} {
		m := wasm.New()
		fn := m.Func("f", nil, i64)
		fn.Body().Const64(v)
		m.Export("f", fn)
		if got := int64(call(t, run(t, m), "f")); got != v {
			t.Errorf("constant %d came back as %d", v, got)
		}
	}
}

func TestMistakesAreReported(t *testing.T) {
	cases := map[string]func(m *wasm.Module){
		"not open": func(m *wasm.Module) {
			f := m.Func("f", nil, nil).Body()
			l := f.Block()
			f.End()
			f.Br(l)
		},
		"without an open construct": func(m *wasm.Module) { m.Func("f", nil, nil).Body().End() },
		"left open":                 func(m *wasm.Module) { m.Func("f", nil, nil).Body().Block() },
		"no function":               func(m *wasm.Module) { m.Func("f", nil, nil).Body().Call(wasm.FuncRef{}) },
	}
	for want, build := range cases {
		m := wasm.New()
		build(m)
		if _, err := m.Bytes(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}

// countdown writes a function that calls itself until its argument is below a
// bound, and then another.
func countdown(m *wasm.Module, name string, bound int, then wasm.FuncRef) wasm.FuncRef {
	r := m.Func(name, i32, i32)
	f := r.Body()
	n := f.Param(0)
	f.Get(n).Const(bound).Op(wasm.I32LtS)
	f.If(wasm.I32)
	f.Get(n).Call(then)
	f.Else()
	f.Get(n).Const(1).Op(wasm.I32Sub).Call(r)
	f.End()
	return r
}

func TestEqualFunctionsAreWrittenOnce(t *testing.T) {
	build := func(bound int) (*wasm.Module, int) {
		m := wasm.New()
		ten, eleven := m.Func("ten", i32, i32), m.Func("eleven", i32, i32)
		ten.Body().Const(10)
		eleven.Body().Const(11)
		again := m.Func("ten again", i32, i32)
		again.Body().Const(10)
		countdown(m, "never called", 3, ten)
		for name, r := range map[string]wasm.FuncRef{
			"a": countdown(m, "a", 3, ten), "b": countdown(m, "b", 3, again), // alike, though what they call has two names
			"c": countdown(m, "c", 3, eleven), "d": countdown(m, "d", bound, ten),
		} {
			m.Export(name, r)
		}
		inst := run(t, m)
		for name, want := range map[string]uint64{"a": 10, "b": 10, "c": 11, "d": 10} {
			if got := call(t, inst, name, 7); got != want {
				t.Errorf("%s gives %d, want %d", name, got, want)
			}
		}
		code, err := m.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		return m, strings.Count(string(code), "ten") + strings.Count(string(code), "never called")
	}
	_, same := build(3)
	if same != 1 {
		t.Errorf("names of functions left out are there: %d", same)
	}
	a, _ := build(3)
	b, _ := build(4)
	one, _ := a.Bytes()
	two, _ := b.Bytes()
	if len(two) <= len(one) {
		t.Errorf("a function that differs in a constant takes no room: %d bytes, %d where it is alike", len(two), len(one))
	}
}
