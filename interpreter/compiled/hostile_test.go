package compiled_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

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

// The space for lists is given back: boards too wide for masks play thousands
// of plies in one call as they play them one by one.
func TestLongCallsOnWideBoards(t *testing.T) {
	p := text(t, relays(4, 16, 2, "own"))
	budget := interpreter.Budget{Laps: 64}
	e, x := engineWith(t, p, compiled.Options{}, budget), oracleWith(t, p, budget)
	s, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	seeds := []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	limits := interpreter.Limits{Plies: 200}
	plies := 0
	err = e.Playouts(s, seeds, limits, func(i int, r interpreter.Result, err error) {
		want, errX := interpreter.Playout(x, s.Clone(), interpreter.NewRandom(seeds[i]), limits)
		if !sameError(err, errX) || !reflect.DeepEqual(r, want) {
			t.Errorf("game %d: %+v, %v\nwant %+v, %v", i, r, err, want, errX)
		}
		plies += r.Plies
	})
	if err != nil || plies < 1500 {
		t.Errorf("%d plies, %v", plies, err)
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

// An interrupt stops a call: it is asked for after every slice of work, the
// slices are short, and once the answer is yes nothing more is played. What
// is held is how much work lies between two questions, not how long it takes:
// a clock tells of the machine.
func TestInterruptsAreHeard(t *testing.T) {
	const games = 2_000
	hus := load(t, "hus", dsl.Choice{})
	seeds := make([]uint64, games)
	for i := range seeds {
		seeds[i] = uint64(i) + 1
	}
	played := 0
	calls := map[string]struct {
		call  func(e *compiled.Engine, s *interpreter.State) error
		asked int // at least this often in a whole run
	}{
		"playouts": {func(e *compiled.Engine, s *interpreter.State) error {
			return e.Playouts(s, seeds, interpreter.Limits{}, func(int, interpreter.Result, error) { played++ })
		}, 10},
		"perft": {func(e *compiled.Engine, s *interpreter.State) error {
			_, err := e.Perft(s, 8)
			return err
		}, 10},
	}
	for name, c := range calls {
		t.Run(name, func(t *testing.T) {
			e := engine(t, hus, compiled.Options{})
			s, err := e.Start()
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			e.OnTick(func() bool { asked++; return false })
			if err := c.call(e, s); err != nil {
				t.Fatal(err)
			}
			t.Logf("asked %d times", asked)
			if asked < c.asked {
				t.Errorf("asked %d times in a whole run, want at least %d", asked, c.asked)
			}
			asked, played = 0, 0
			e.OnTick(func() bool { asked++; return asked >= 3 })
			if err := c.call(e, s); !errors.Is(err, interpreter.ErrStopped) {
				t.Fatalf("error %v, want ErrStopped", err)
			}
			if asked != 3 || played >= games {
				t.Errorf("asked %d times and played %d games after the third answer was to stop", asked, played)
			}
			if _, err := e.Legal(s); err != nil { // the engine goes on working
				t.Error(err)
			}
		})
	}
}
