package compiled_test

import (
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/notation"
)

// No two legal moves have one name, also where a hole is sown along two routes
// in the same direction.
func TestNamesOfMovesDiffer(t *testing.T) {
	p := text(t, `mancala = 1
[board]
rows = 2
columns = 4
[setup]
holes = "board: 3"
[sowing]
route = "board"
direction = "anticlockwise"
[sowing.routes]
r = "own"
[rules]
moves = '''
from own where hole has seeds going either way along r
also two: from own where hole has 2 or more going clockwise dropping 2
'''
lap = "always stop"
end = "when mover has no move then opponent wins"
`)
	for _, x := range []interpreter.Executor{engine(t, p, compiled.Options{}), oracle(t, p)} {
		s, err := x.Start()
		if err != nil {
			t.Fatal(err)
		}
		moves, err := x.Legal(s)
		if err != nil || len(moves) != 12 {
			t.Fatalf("%d moves, %v", len(moves), err)
		}
		seen := map[string]bool{}
		for _, m := range moves {
			name := notation.MoveText(p, 0, m)
			if seen[name] {
				t.Errorf("two moves are called %s", name)
			}
			seen[name] = true
		}
	}
}
