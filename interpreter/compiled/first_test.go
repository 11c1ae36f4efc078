package compiled_test

import (
	"fmt"
	"reflect"
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// firstHoles is a game whose rules ask for the first hole of a lap.
const firstHoles = `mancala = 1
[game]
name = "First holes"
[board]
rows = 4
columns = 6
stores = "none"
[setup]
holes = "board: 2"
[sowing]
route = "own"
direction = %q
%s
endless = "stop"
[rules]
moves = "from own where hole has 2 or more"
lap = '''
when last was empty                        then stop
when last in inner and opposite has seeds  then capture opposite, beyond; sow captured from first
when first has 5 or more                   then stop
otherwise                                  relay
'''
end = "when mover has no move then opponent wins"
`

// Laps that are sown by table know where their first seed fell.
func TestFirstHoleOfALap(t *testing.T) {
	for _, direction := range []string{"anticlockwise", "clockwise", "either way"} {
		for _, key := range []string{"", `first = "origin"`, `skip = "origin"`} {
			p := text(t, fmt.Sprintf(firstHoles, direction, key))
			budget := interpreter.Budget{Laps: 100}
			e, x := engineWith(t, p, compiled.Options{}, budget), oracleWith(t, p, budget)
			s, err := x.Start()
			if err != nil {
				t.Fatal(err)
			}
			seeds := make([]uint64, 20)
			for i := range seeds {
				seeds[i] = uint64(i) + 1
			}
			limits := interpreter.Limits{Plies: 40}
			err = e.Playouts(s, seeds, limits, func(i int, r interpreter.Result, err error) {
				want, errX := interpreter.Playout(x, s.Clone(), interpreter.NewRandom(seeds[i]), limits)
				if !reflect.DeepEqual(r, want) || !reflect.DeepEqual(err, errX) {
					t.Errorf("%s, %s, game %d: %+v, %v; want %+v, %v", direction, key, i, r, err, want, errX)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
