package search

import (
	"fmt"
	"slices"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

// Games with every mechanic a search can trip over: extra turns, relays and
// endless turns, choices inside a turn, phases, hands, repetition, three
// players, one.
var mixed = []struct {
	id    string
	set   map[string]int
	depth int
}{
	{"kalah", map[string]int{"holes": 4, "fill": 3}, 5},
	{"oware", nil, 4},
	{"hus", nil, 3},
	{"hawalis", nil, 3},
	{"anywoli", nil, 2},
	{"tshuba", nil, 2},
	{"bao-la-kiswahili", nil, 2},
	{"quendo", map[string]int{"players": 3}, 2},
	{"tchuka-ruma", nil, 5},
}

// engines gives the compiled engine and the reference executor of a game.
func engines(t *testing.T, id string, set map[string]int) (p *program.Program, fast, plain interpreter.Executor) {
	t.Helper()
	file, err := games.File(id)
	if err != nil {
		t.Fatal(err)
	}
	g, ds := dsl.Load(file, dsl.Choice{Parameters: set})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	if p, err = lower.Lower(g); err != nil {
		t.Fatal(err)
	}
	m, err := compiled.Compile(p, compiled.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := compiled.NewRuntime(m)
	if err != nil {
		t.Fatal(err)
	}
	e, err := compiled.NewEngine(r, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = e.Close()
		_ = r.Close()
	})
	if plain, err = reference.New(p, interpreter.Budget{}); err != nil {
		t.Fatal(err)
	}
	return p, e, plain
}

// positions are some of a random game, from the start on.
func positions(t *testing.T, x interpreter.Executor, seed uint64, every int) []*interpreter.State {
	t.Helper()
	s, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	var out []*interpreter.State
	r := interpreter.NewRandom(seed)
	for n := 0; s.Over == nil && len(out) < 5; n++ {
		if n%every == 0 {
			out = append(out, s.Clone())
		}
		legal, err := x.Legal(s)
		if err != nil {
			return out
		}
		if _, err := x.Play(s, legal[r.Below(len(legal))]); err != nil {
			return out
		}
	}
	return out
}

// plainly is AlphaBeta without windows, table and order: every line, move by
// move, on any executor. The value is that of the searching player.
type plainly struct {
	a   *AlphaBeta // for its estimate alone
	x   interpreter.Executor
	top int
}

func (p *plainly) value(s *interpreter.State, depth, ply int) (int32, error) {
	legal, err := p.x.Legal(s)
	if interpreter.Unplayable(err) {
		return p.a.judge.worth(s.Cells, p.a.me), nil
	}
	if err != nil {
		return 0, err
	}
	mine := int(s.Cells[p.a.mover]) == p.a.me
	var best int32
	for i, m := range legal {
		v, err := p.move(s, m, depth, ply)
		if err != nil {
			return 0, err
		}
		if i == 0 || v > best == mine {
			best = v
		}
	}
	return best, nil
}

func (p *plainly) move(s *interpreter.State, m interpreter.Move, depth, ply int) (int32, error) {
	next := s.Clone()
	done, err := p.x.Play(next, m)
	switch {
	case interpreter.Unplayable(err) && int(s.Cells[p.a.mover]) == p.a.me:
		return -unplayed, nil
	case interpreter.Unplayable(err):
		return unplayed, nil
	case err != nil:
		return 0, err
	case next.Over != nil:
		return int32(ValueOf(next.Over, p.a.me, p.a.least)), nil
	}
	if depth--; depth <= 0 && done.Again && ply+1 < 2*p.top {
		depth = 1
	}
	if depth <= 0 {
		return p.a.judge.worth(next.Cells, p.a.me), nil
	}
	return p.value(next, depth, ply+1)
}

// The windows, the table and the order of moves change nothing: the value of
// a position is that of a plain search through every line by the other executor.
func TestAlphaBetaIsPlainSearch(t *testing.T) {
	for _, c := range mixed {
		t.Run(c.id, func(t *testing.T) {
			p, fast, slow := engines(t, c.id, c.set)
			a, small := NewAlphaBeta(p), NewAlphaBeta(p)
			small.table = newTable(1)
			for _, s := range positions(t, slow, 3, 7) {
				for depth := 1; depth <= c.depth; depth++ {
					found, err := a.Search(fast, s, Limits{Depth: depth})
					if err != nil {
						t.Fatal(err)
					}
					again, err := small.Search(slow, s, Limits{Depth: depth})
					if err != nil || !slices.Equal(again.Best, found.Best) || again.Value != found.Value {
						t.Fatalf("depth %d: %v worth %d, with hardly a table on the other engine %v worth %d (%v)", depth, found.Best, found.Value, again.Best, again.Value, err)
					}
					if found.Depth < depth {
						break // won or lost before: the plain search may see more
					}
					best, most := bestPlainly(t, &plainly{a, slow, depth}, s, depth)
					if int32(found.Value) != most || !slices.Equal(found.Best, best) {
						t.Fatalf("depth %d: %v worth %d, by plain search %v worth %d", depth, found.Best, found.Value, best, most)
					}
				}
			}
		})
	}
}

func bestPlainly(t *testing.T, p *plainly, s *interpreter.State, depth int) (best []int, most int32) {
	t.Helper()
	legal, err := p.x.Legal(s)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range legal {
		v, err := p.move(s, m, depth, 0)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 || v > most {
			best, most = nil, v
		}
		if v == most {
			best = append(best, i)
		}
	}
	return best, most
}

// bounds finds by plain search what is proved within a depth.
func bounds(t *testing.T, x interpreter.Executor, sv *Solver, s *interpreter.State, depth int) (low, high Value) {
	t.Helper()
	if s.Over != nil {
		v := ValueOf(s.Over, sv.me, sv.least)
		return v, v
	}
	low, high = -limit, limit
	legal, err := x.Legal(s)
	if depth == 0 || err != nil {
		return low, high
	}
	mine := int(s.Cells[sv.mover]) == sv.me
	for i, m := range legal {
		next := s.Clone()
		done, err := x.Play(next, m)
		l, h := -limit, limit
		if err == nil && done.Endless != interpreter.EndlessBudget {
			l, h = bounds(t, x, sv, next, depth-1)
		}
		switch {
		case i == 0:
			low, high = l, h
		case mine:
			low, high = max(low, l), max(high, h)
		default:
			low, high = min(low, l), min(high, h)
		}
	}
	return low, high
}

// What the solver proves never contradicts a plain search, and what a plain
// search proves it finds, with any table.
func TestSolverIsPlainSearch(t *testing.T) {
	known := 0
	for _, c := range mixed {
		t.Run(c.id, func(t *testing.T) {
			p, fast, slow := engines(t, c.id, c.set)
			sv, small := NewSolver(p, 14), NewSolver(p, 1)
			for seed := range uint64(2) {
				all := positions(t, slow, seed, 1+int(seed)*9)
				for _, s := range lastOf(t, slow, seed, all) {
					out, err := sv.Solve(fast, s, Budget{Nodes: 300 * c.depth})
					if err != nil {
						t.Fatal(err)
					}
					less, err := small.Solve(slow, s, Budget{Nodes: 100})
					if err != nil {
						t.Fatal(err)
					}
					low, high := bounds(t, slow, sv, s, c.depth)
					if out.Low > high || out.High < low || less.Low > high || less.High < low || out.Low > less.High || out.High < less.Low {
						t.Fatalf("seed %d: between %d and %d, with hardly a table between %d and %d, plainly between %d and %d", seed, out.Low, out.High, less.Low, less.High, low, high)
					}
					if low == high && !out.Known() {
						t.Errorf("seed %d: between %d and %d, plainly %d", seed, out.Low, out.High, low)
					}
					if out.Known() {
						known++
						checkLine(t, slow, s, out, sv)
					}
				}
			}
		})
	}
	if known < 10 {
		t.Errorf("only %d positions were solved: the test shows little", known)
	}
}

// lastOf adds positions shortly before the end of a random game.
func lastOf(t *testing.T, x interpreter.Executor, seed uint64, list []*interpreter.State) []*interpreter.State {
	t.Helper()
	s, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	r := interpreter.NewRandom(seed + 100)
	var last []*interpreter.State
	for n := 0; s.Over == nil && n < 300; n++ {
		last = append(last, s.Clone())
		legal, err := x.Legal(s)
		if err != nil {
			break
		}
		if _, err := x.Play(s, legal[r.Below(len(legal))]); err != nil {
			break
		}
	}
	return append(list[:min(len(list), 2)], last[max(len(last)-4, 0):]...)
}

// checkLine plays a line of best play: it ends with the value.
func checkLine(t *testing.T, x interpreter.Executor, s *interpreter.State, out *Solved, sv *Solver) {
	t.Helper()
	at := s.Clone()
	for _, i := range out.Line {
		legal, err := x.Legal(at)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := x.Play(at, legal[i]); err != nil {
			t.Fatal(err)
		}
	}
	if at.Over == nil || ValueOf(at.Over, sv.me, sv.least) != out.Low {
		t.Errorf("the line %v ends with %s, the value is %d", out.Line, fmt.Sprint(at.Over), out.Low)
	}
}
