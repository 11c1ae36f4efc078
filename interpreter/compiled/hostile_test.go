package compiled_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"mancala/dsl"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
)

// text makes the program of a game file.
func text(t testing.TB, file string) *program.Program {
	t.Helper()
	g, found := dsl.Load(source.NewFile("hostile.toml", []byte(file)), dsl.Choice{})
	if g == nil {
		t.Fatalf("does not load: %s", found.Text())
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// relays is a game in which every lap is followed by another, as long as it can.
func relays(rows, columns, seeds int, route string) string {
	return fmt.Sprintf(`mancala = 1
[game]
name = "Hostile"
[board]
rows = %d
columns = %d
stores = "none"
[setup]
holes = "board: %d"
[sowing]
route = %q
direction = "anticlockwise"
endless = "stop"
[rules]
moves = '''
from own where hole has seeds
'''
lap = '''
when last was occupied then relay
when opposite has seeds then capture opposite%s; sow captured from next
otherwise stop
'''
end = '''
when mover has no move then opponent wins
when position repeats then draw
'''
`, rows, columns, seeds, route, map[bool]string{true: ", beyond"}[rows == 4])
}

// Boards of any size give right answers.
func TestBoardsOfAnySize(t *testing.T) {
	cases := map[string]string{
		"one hole each":         relays(2, 1, 3, "board"),
		"no seeds":              relays(2, 6, 0, "board"),
		"1,024 seeds, 4x64":     relays(4, 64, 4, "own"),
		"1,000 seeds a hole":    relays(2, 6, 1000, "board"),
		"20,000 seeds a hole":   relays(2, 2, 20_000, "board"),
		"400 seeds, 2x50":       relays(2, 50, 4, "board"),
		"a board of 64 places":  relays(2, 31, 2, "board"),
		"a board of 66 places":  relays(4, 16, 2, "own"),
		"endless relays, small": relays(4, 4, 3, "own"),
	}
	for name, file := range cases {
		t.Run(name, func(t *testing.T) {
			p := text(t, file)
			budget := interpreter.Budget{Laps: 300}
			e, x := engineWith(t, p, compiled.Options{}, budget), oracleWith(t, p, budget)
			for game := range uint64(2) {
				agree(t, e, x, game+1, 12)
			}
		})
	}
}

// Positions with more seeds than the module was made for get a wider one.
func TestMoreSeedsThanTheGameHas(t *testing.T) {
	p := load(t, "oware", dsl.Choice{})
	e, x := engine(t, p, compiled.Options{}), oracle(t, p)
	cells := append([]int32(nil), p.Start...)
	cells[2], cells[8] = 300, 70_000
	a := &interpreter.State{Cells: cells}
	b := a.Clone()
	if err := errors.Join(e.Begin(a, true), x.Begin(b, true)); err != nil {
		t.Fatal(err)
	}
	compareMoves(t, e, x, a, b)
}

// An interrupt stops a call within 50 ms. A turn over its budget of laps is
// played by the reference executor, which isn't asked in between: on the
// largest boards that takes seconds, so it is not what is tested here.
func TestInterruptsAreHeard(t *testing.T) {
	hus := load(t, "hus", dsl.Choice{})
	calls := map[string]func(e *compiled.Engine, s *interpreter.State) error{
		"playouts": func(e *compiled.Engine, s *interpreter.State) error {
			seeds := make([]uint64, 100_000)
			for i := range seeds {
				seeds[i] = uint64(i) + 1
			}
			return e.Playouts(s, seeds, interpreter.Limits{}, func(int, interpreter.Result, error) {})
		},
		"perft": func(e *compiled.Engine, s *interpreter.State) error {
			_, err := e.Perft(s, 12)
			return err
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			e := engine(t, hus, compiled.Options{})
			s, err := e.Start()
			if err != nil {
				t.Fatal(err)
			}
			var stopAt time.Time
			start := time.Now()
			e.OnTick(func() bool {
				if stopAt.IsZero() && time.Since(start) > 100*time.Millisecond {
					stopAt = time.Now()
				}
				return !stopAt.IsZero()
			})
			last, widest := start, time.Duration(0)
			inner := e.Tick()
			e.OnTick(func() bool {
				now := time.Now()
				widest = max(widest, now.Sub(last))
				last = now
				return inner()
			})
			if err := call(e, s); !errors.Is(err, interpreter.ErrStopped) {
				t.Fatalf("error %v, want ErrStopped", err)
			}
			if late := time.Since(stopAt); late > 50*time.Millisecond {
				t.Errorf("stopped after %v", late)
			}
			t.Logf("asked at least every %v", widest)
			if widest > 50*time.Millisecond {
				t.Errorf("not asked for %v", widest)
			}
			if _, err := e.Legal(s); err != nil { // the engine goes on working
				t.Error(err)
			}
		})
	}
}

// Modules stay small.
func TestModulesAreSmall(t *testing.T) {
	for _, id := range benchGames {
		m, err := compiled.Compile(load(t, id, dsl.Choice{}), compiled.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(m.Bytes()); n >= 64<<10 {
			t.Errorf("%s takes %d bytes", id, n)
		}
	}
}
