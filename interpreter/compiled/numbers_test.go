package compiled_test

import (
	"fmt"
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// Numbers of rules are 32 bits wide in both engines, wherever they are computed.
func TestNumbersOfAnySize(t *testing.T) {
	cases := map[string][3]string{ // per-hole, the condition, what n becomes
		"a product":           {"1", "n * n > 0", "50000 + lap"},
		"a sum":               {"1", "n + 2000000000 > 0", "n * 3 + 1000000000"},
		"a half of a sum":     {"1", "(seeds(board) * 99999 + lap * 99999) * 9 / 2 > 0", "n + 1"},
		"a difference":        {"1", "0 - n - 2000000000 - 2000000000 > 0", "n * 16645 + 10139 + lap"},
		"a remainder":         {"1", "n mod 7 = 3", "n * 16645 + 10139 + lap"},
		"a negative quotient": {"1", "n / (0 - 1) mod 5 < 2", "(0 - n) * 99999 * 99999"},
		"seeds in a hole":     {"carried * 99999999 * 99999999 * 99999999", "last has 3", "n + 1"},
		"numbers":             {"1", "99999 * 99999 > n", "99999 * 99999 / 2"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			cond := c[1]
			if cond[0] == '(' { // a bracket at the start of a test opens a condition
				cond = "0 + " + cond
			}
			p := text(t, fmt.Sprintf(`mancala = 1
[board]
rows = 2
columns = 4
stores = "beside"
[setup]
holes = "board: 3"
[sowing]
route = "board"
direction = "anticlockwise"
per-hole = "%s"
endless = "draw"
[state]
n = { of = "game", start = 50000 }
[rules]
moves = "from own where hole has seeds"
lap = '''
when %s                 then capture last; set n = %s; stop
when last was occupied  then set n = %s; relay
otherwise               set n = %s; stop
'''
end = "when mover has no move then each takes own; end game"
[score]
counts = "own store"
`, c[0], cond, c[2], c[2], c[2]))
			budget := interpreter.Budget{Laps: 300}
			e, x := engineWith(t, p, compiled.Options{}, budget), oracleWith(t, p, budget)
			for game := range uint64(3) {
				agree(t, e, x, game+1, 20)
			}
		})
	}
}
