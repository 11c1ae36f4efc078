package compiled_test

import (
	"fmt"
	"testing"

	"mancala/interpreter/compiled"
)

// feeding is a game in which one must leave the opponent seeds.
func feeding(columns, seeds int, rules string) string {
	return fmt.Sprintf(`mancala = 1

[game]
name = "Feeding"

[board]
rows = 2
columns = %d
stores = "beside"

[setup]
holes = "board: %d"

[sowing]
route = "board"
direction = "anticlockwise"

[rules]
moves = '''
from own where hole has seeds provided enemy has seeds
otherwise pass
'''
end = '''
when every own is empty and every enemy is empty then end game
when position repeats             then end game
'''
%s

[score]
counts = "own store"
`, columns, seeds, rules)
}

// What a capture can come to is read from the rules; whatever they say, both
// executors allow the same moves.
func TestWhatCapturesLeave(t *testing.T) {
	cases := map[string]string{
		"runs back":       `lap = "when last in enemy and last has 2 or 3 then capture run back from last while hole in enemy and hole has seeds and seeds(hole) < 4; stop otherwise stop"`,
		"runs on":         `lap = "when last has 2 or more then capture run on from last while hole in enemy and hole has seeds; stop otherwise stop"`,
		"round the board": `lap = "when last has 2 then capture run back from last while hole has 1 or 2; stop otherwise stop"`,
		"opposite":        `lap = "when last in own and opposite has seeds then capture opposite; stop otherwise stop"`,
		"any of them":     `lap = "when last in enemy then capture enemy where hole has 1 or 2; stop otherwise stop"`,
		"after the turn":  "lap = \"always stop\"\nturn = \"when seeds(enemy) < 4 then capture enemy\"",
		"at every turn":   "lap = \"when last in enemy and last has 2 then capture last; stop otherwise stop\"\nturn = \"when seeds(enemy left 1) = 1 then capture enemy left 1\"",
	}
	for name, rules := range cases {
		t.Run(name, func(t *testing.T) {
			for columns := 2; columns <= 5; columns++ {
				p := text(t, feeding(columns, 2, rules))
				e, x := engine(t, p, compiled.Options{}), oracle(t, p)
				for seed := range uint64(12) {
					agree(t, e, x, seed+1, 80)
				}
			}
		})
	}
}
