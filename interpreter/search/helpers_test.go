package search_test

import (
	"flag"
	"testing"

	"mancala/dsl"
	"mancala/dsl/source"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

var long = flag.Bool("long", false, "run the tests that take minutes, too")

type choice struct {
	set     map[string]int
	answers map[string]string
}

// loaded is a game of the library, or of a text.
type loaded struct{ p *program.Program }

func load(t *testing.T, id string, c choice) *loaded {
	t.Helper()
	file, err := games.File(id)
	if err != nil {
		t.Fatal(err)
	}
	return loadFile(t, file, c)
}

func loadFile(t *testing.T, file *source.File, c choice) *loaded {
	t.Helper()
	g, ds := dsl.Load(file, dsl.Choice{Parameters: c.set, Answers: c.answers})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return &loaded{p}
}

func (g *loaded) compiled(t *testing.T) interpreter.Executor {
	t.Helper()
	m, err := compiled.Compile(g.p, compiled.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := compiled.NewRuntime(m)
	if err != nil {
		t.Fatal(err)
	}
	x, err := compiled.NewEngine(r, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = x.Close()
		_ = r.Close()
	})
	return x
}

func (g *loaded) reference(t *testing.T) interpreter.Executor {
	t.Helper()
	x, err := reference.New(g.p, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func start(t *testing.T, x interpreter.Executor) *interpreter.State {
	t.Helper()
	s, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// follow plays the moves of a line from the start.
func (g *loaded) follow(t *testing.T, x interpreter.Executor, line []int) *interpreter.Outcome {
	t.Helper()
	return g.followFrom(t, x, start(t, x), line)
}

func (g *loaded) followFrom(t *testing.T, x interpreter.Executor, s *interpreter.State, line []int) *interpreter.Outcome {
	t.Helper()
	for _, i := range line {
		legal, err := x.Legal(s)
		if err != nil || i >= len(legal) {
			t.Fatalf("move %d of %d: %v", i, len(legal), err)
		}
		if _, err := x.Play(s, legal[i]); err != nil {
			t.Fatal(err)
		}
	}
	return s.Over
}
