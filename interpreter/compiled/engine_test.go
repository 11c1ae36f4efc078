package compiled_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

// load makes the program of a game of the library under a choice.
func load(t testing.TB, id string, c dsl.Choice) *program.Program {
	t.Helper()
	name, text, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	g, found := dsl.Load(games.NewFile(name, text), c)
	if g == nil {
		for _, d := range found {
			t.Log(d.Span.Line(), d.Summary, d.Detail)
		}
		t.Fatalf("%s does not load", name)
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func engine(t testing.TB, p *program.Program, opt compiled.Options) *compiled.Engine {
	t.Helper()
	return engineWith(t, p, opt, interpreter.Budget{})
}

func engineWith(t testing.TB, p *program.Program, opt compiled.Options, budget interpreter.Budget) *compiled.Engine {
	t.Helper()
	m, err := compiled.Compile(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	r, err := compiled.NewRuntime(m)
	if err != nil {
		t.Fatal(err)
	}
	e, err := compiled.NewEngine(r, budget)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(e.Close(), r.Close()); err != nil {
			t.Error(err)
		}
	})
	return e
}

func oracle(t testing.TB, p *program.Program) *reference.Executor {
	t.Helper()
	return oracleWith(t, p, interpreter.Budget{})
}

func oracleWith(t testing.TB, p *program.Program, budget interpreter.Budget) *reference.Executor {
	t.Helper()
	x, err := reference.New(p, budget)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestMain(m *testing.M) {
	if os.Getenv("MANCALA_TRAPS") != "" {
		compiled.SetDebugTrap(func(call string, err error) { fmt.Println("trap:", call, err) })
	}
	os.Exit(m.Run())
}

// Every game of the library compiles, and the two executors play the same
// random games move for move.
func TestEveryGameAgrees(t *testing.T) {
	for _, id := range games.IDs() {
		t.Run(id, func(t *testing.T) {
			p := load(t, id, dsl.Choice{})
			e, x := engine(t, p, compiled.Options{}), oracle(t, p)
			for game := range uint64(2) {
				agree(t, e, x, interpreter.GameSeed(id, 1, game), 60)
			}
		})
	}
}

// agree plays a random game on both executors and compares everything.
func agree(t *testing.T, e *compiled.Engine, x *reference.Executor, seed uint64, plies int) {
	t.Helper()
	a, errA := e.Start()
	b, errB := x.Start()
	if overBudget(errB) {
		return
	}
	if !sameError(errA, errB) {
		t.Fatalf("start: %v, want %v", errA, errB)
	}
	if errB != nil {
		return
	}
	random, asked := interpreter.NewRandom(seed), e.Asked()
	for ply := range plies {
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("ply %d: position\n%v\nwant\n%v", ply, show(a), show(b))
		}
		if e.Asked() > asked {
			t.Fatalf("ply %d: the reference executor was asked", ply)
		}
		if b.Over != nil {
			return
		}
		list, errA := e.Legal(a)
		want, errB := x.Legal(b)
		if overBudget(errB) {
			return // the executors count their attempts differently
		}
		if !sameError(errA, errB) {
			t.Fatalf("ply %d: legal: %v, want %v in %v", ply, errA, errB, b.Cells)
		}
		if errB != nil {
			return
		}
		if !reflect.DeepEqual(list, want) {
			t.Fatalf("ply %d: moves\n%v\nwant\n%v\nin %v", ply, list, want, b.Cells)
		}
		m := want[random.Below(len(want))]
		before := append([]int32(nil), b.Cells...)
		pa, errA := e.Play(a, m)
		pb, errB := x.Play(b, m)
		if overBudget(errB) {
			return
		}
		if !sameError(errA, errB) {
			t.Fatalf("ply %d: play: %v, want %v in %v", ply, errA, errB, before)
		}
		if errB != nil {
			return
		}
		if !reflect.DeepEqual(pa, pb) {
			t.Fatalf("ply %d: %+v in %v gave\n%+v %v\nwant\n%+v %v", ply, m, before, pa, a.Cells, pb, b.Cells)
		}
	}
}

func show(s *interpreter.State) []any { return []any{s.Cells, len(s.Seen), s.Over} }

func overBudget(err error) bool {
	var over *interpreter.OverBudget
	return errors.As(err, &over)
}

func sameError(a, b error) bool {
	if (a == nil) != (b == nil) {
		return false
	}
	return a == nil || a.Error() == b.Error()
}
