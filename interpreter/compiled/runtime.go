package compiled

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Modules made ready to run.

// Runtime holds a module ready to run. Engines made from it share its machine
// code; it may be used by several goroutines at once.
type Runtime struct {
	m    *Module
	rt   wazero.Runtime
	code wazero.CompiledModule

	mu   sync.Mutex
	wide *Runtime // the same program with wider lanes, for positions that need them
}

type engineKey struct{}

// NewRuntime makes a module ready to run: to machine code where the runtime
// can, else it is interpreted.
func NewRuntime(m *Module) (*Runtime, error) {
	ctx := context.Background()
	rt := wazero.NewRuntime(ctx)
	tick := api.GoFunc(func(ctx context.Context, stack []uint64) {
		e, _ := ctx.Value(engineKey{}).(*Engine)
		stack[0] = 0
		if e != nil && e.stop != nil && e.stop() {
			stack[0] = 1
		}
	})
	_, err := rt.NewHostModuleBuilder("mancala").NewFunctionBuilder().
		WithGoFunction(tick, nil, []api.ValueType{api.ValueTypeI32}).Export("tick").Instantiate(ctx)
	if err == nil {
		var code wazero.CompiledModule
		if code, err = rt.CompileModule(ctx, m.bytes); err == nil {
			return &Runtime{m: m, rt: rt, code: code}, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("making %s ready: %w", gameID(m.p), err), rt.Close(ctx))
}

// Module is the module that was made ready.
func (r *Runtime) Module() *Module { return r.m }

// Close frees the machine code. No engine of the runtime may be used afterwards.
func (r *Runtime) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var err error
	if r.wide != nil {
		err = r.wide.Close()
	}
	return errors.Join(err, r.rt.Close(context.Background()))
}

// wider is a runtime whose holes can count so many seeds.
func (r *Runtime) wider(seeds int64) (*Runtime, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wide != nil && int64(r.wide.m.lay.most) >= seeds {
		return r.wide, nil
	}
	if seeds > 1<<30 {
		return nil, fmt.Errorf("%d seeds are too many", seeds)
	}
	opt := r.m.opt
	opt.Seeds = int(seeds)
	m, err := Compile(r.m.p, opt)
	if err != nil {
		return nil, err
	}
	w, err := NewRuntime(m)
	if err == nil {
		r.wide = w
	}
	return w, err
}
