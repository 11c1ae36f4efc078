package reference_test

import (
	"math"
	"testing"

	"mancala/interpreter"
)

// Random play against figures of an independent program: 100,000 games of
// Hawalis (repetition ignored, an endless turn lost, cut at 20,000 turns: a few
// shuffles weigh heavily in its means), 20,000 of Hus. A share or mean of ours
// may lie four standard errors away.
func TestFiguresOfRandomPlay(t *testing.T) {
	for _, c := range []struct {
		game, answers              string
		games                      int
		first, turns, moves, laps  float64
		endless                    float64
		sdTurns, sdMoves, lapsSlop float64 // of one game's mean
	}{
		{"hawalis", "repetition=plays-on", 2000, .5092, 110, 2.70, 2.11, .0211, 700, 2.5, 2},
		{"hus", "", 3000, .4817, 29.0, 6.59, 3.05, .0007, 25, 1.2, .8},
	} {
		t.Run(c.game, func(t *testing.T) {
			x := load(t, c.game, answers(c.answers))
			n := float64(c.games)
			first, endless, plies, moves, laps, lapPlies := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
			for game := range c.games {
				s := start(t, x)
				r := interpreter.NewRandom(interpreter.GameSeed("figures", 1, uint64(game)))
				res, err := interpreter.Playout(x, s, r, interpreter.Limits{Plies: 20_000})
				if err != nil {
					t.Fatal(err)
				}
				if res.Outcome != nil && res.Outcome.Winner == 0 {
					first++
				}
				if res.Endless != interpreter.NotEndless {
					endless++
				}
				plies += float64(res.Plies)
				moves += float64(res.Moves)
				if res.Endless == interpreter.NotEndless { // where a cycle is cut is each one's own affair
					laps += float64(res.Laps)
					lapPlies += float64(res.Plies)
				}
			}
			near := func(what string, got, want, sd float64) {
				if math.Abs(got-want) > 4*sd/math.Sqrt(n) {
					t.Errorf("%s %.4f, want %.4f ± %.4f", what, got, want, 4*sd/math.Sqrt(n))
				}
				t.Logf("%s %.4f (%.4f)", what, got, want)
			}
			near("first player wins", first/n, c.first, .5)
			near("endless", endless/n, c.endless, math.Sqrt(c.endless))
			near("turns", plies/n, c.turns, c.sdTurns)
			near("legal moves", moves/plies, c.moves, c.sdMoves*2)
			near("laps a turn", laps/lapPlies, c.laps, c.lapsSlop*2)
		})
	}
}
