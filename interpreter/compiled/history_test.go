package compiled_test

import (
	"fmt"
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// circles is a game in which seeds go round for a long time before all of them
// stand as they stood before.
func circles(columns, seeds int, stores, rules string) string {
	return fmt.Sprintf(`mancala = 1

[game]
name = "Circles"

[board]
rows = 2
columns = %d
stores = "%s"

[setup]
holes = "board: %d"

[sowing]
route = "own"
direction = "anticlockwise"

[rules]
moves = "from own where hole has seeds"
%s
`, columns, stores, seeds, rules)
}

// Histories of one position and of thousands, asked at the end of a turn and in
// the middle of it, once and twice: random games last as long on both executors,
// and more games in one go than there are stamps.
func TestHistories(t *testing.T) {
	cases := map[string]struct {
		columns, seeds, games int
		rules, stores         string
	}{
		"moments":              {2, 1, 600, "lap = \"always stop\"\nend = \"when position repeats then draw\"", "none"},
		"hundreds":             {5, 1, 10, "lap = \"always stop\"\nend = \"when position repeats then draw\"", "none"},
		"thousands":            {4, 1, 3, "lap = \"always stop\"\nend = \"when position occurs 20 times then draw\"", "none"},
		"the third time":       {6, 1, 2, "lap = \"always stop\"\nend = \"when position occurs 3 times then draw\"", "none"},
		"in a turn":            {4, 1, 10, "lap = \"always stop\"\nturn = \"when position repeats then draw\"", "none"},
		"seeds that come back": {4, 2, 20, "lap = \"when seeds(own store) > 2 then move all from own store to last; stop otherwise move 1 from last to own store; stop\"\nend = \"when position repeats then draw when mover has no move then draw\"", "beside"},
		"seeds that do not":    {4, 2, 20, "lap = \"when seeds(last) = 3 then capture last; stop otherwise stop\"\nend = \"when position repeats then draw when mover has no move then draw\"", "beside"},
		"in a turn, thrice":    {4, 1, 5, "lap = \"always stop\"\nturn = \"when position occurs 3 times then draw\"\nend = \"when position occurs 5 times then draw\"", "none"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			p := text(t, circles(c.columns, c.seeds, c.stores, c.rules))
			e, x := engine(t, p, compiled.Options{}), oracle(t, p)
			agree(t, e, x, 1, 300)
			seeds := make([]uint64, c.games)
			for i := range seeds {
				seeds[i] = interpreter.GameSeed("circles", 1, uint64(i))
			}
			s, err := e.Start()
			if err != nil {
				t.Fatal(err)
			}
			longest := 0
			err = e.Playouts(s, seeds, interpreter.Limits{Plies: 5000}, func(i int, got interpreter.Result, _ error) {
				start, err := x.Start()
				if err != nil {
					t.Fatal(err)
				}
				want, err := interpreter.Playout(x, start, interpreter.NewRandom(seeds[i]), interpreter.Limits{Plies: 5000})
				if err != nil || got.Plies != want.Plies || got.Moves != want.Moves || (got.Outcome == nil) != (want.Outcome == nil) {
					t.Fatalf("game %d: %+v, want %+v, %v", i, got, want, err)
				}
				longest = max(longest, got.Plies)
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("up to %d plies", longest)
		})
	}
}
