package cli

import (
	"context"
	"sync"

	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/simulate"
)

// engines hands out executors of one game: instances of the compiled module,
// or reference executors where asked for or where the compiler has to refuse.
type engines struct {
	g       *game
	name    string
	why     string // why the compiled engine is not used, if it was asked for
	runtime *compiled.Runtime
	budget  interpreter.Budget // zero: the default
	mu      sync.Mutex
}

const (
	engineCompiled  = "compiled"
	engineReference = "reference"
)

// checkEngine refuses an unknown --engine.
func checkEngine(name string) error {
	if name != engineCompiled && name != engineReference {
		return usagef("--engine is compiled or reference, not %q", name)
	}
	return nil
}

func (g *game) engines(name string) (*engines, error) {
	e := &engines{g: g, name: name}
	if name != engineCompiled {
		return e, nil
	}
	made := make(chan error, 1)
	go func() { made <- e.compile() }()
	select {
	case err := <-made:
		return e, err
	case <-g.done: // making machine code can't be interrupted; nobody waits for it any more
		return nil, context.Canceled
	}
}

// compile makes the machine code, or notes why there is none.
func (e *engines) compile() error {
	m, err := compiled.Compile(e.g.Program, compiled.Options{})
	if err != nil {
		e.name, e.why = engineReference, err.Error()
		return nil
	}
	e.runtime, err = compiled.NewRuntime(m)
	return err
}

// onEngine does something on the engine asked for and gives the name of the one
// it was done on.
func (g *game) onEngine(name string, do func(x interpreter.Executor) error) (used string, err error) {
	e, err := g.engines(name)
	if err != nil {
		return name, err
	}
	defer e.close()
	x, err := e.open()
	if err != nil {
		return e.name, err
	}
	defer x.Close()
	return e.name, do(x.Executor)
}

// open makes an executor for one goroutine.
func (e *engines) open() (*simulate.Engine, error) {
	if e.runtime == nil {
		x, err := e.g.executorWithin(e.budget)
		if err != nil {
			return nil, err
		}
		return &simulate.Engine{Executor: x, Close: func() {}}, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	x, err := compiled.NewEngine(e.runtime, e.budget)
	if err != nil {
		return nil, err
	}
	x.OnTick(e.g.stop)
	return &simulate.Engine{Executor: x, Close: func() { _ = x.Close() }}, nil
}

// close frees the machine code; every executor must be closed before.
func (e *engines) close() {
	if e.runtime != nil {
		_ = e.runtime.Close()
	}
}
