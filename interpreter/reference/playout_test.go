package reference_test

import (
	"errors"
	"testing"

	"mancala/interpreter"
)

// A playout is the game that hand-written rules play with the same numbers:
// one for each ply with a choice, none for a forced move.
func TestPlayoutIsDefined(t *testing.T) {
	x := executor(t, kalah(6, 4))
	for game := range uint64(200) {
		seed := interpreter.GameSeed("handmade", 7, game)
		s := start(t, x)
		res, err := interpreter.Playout(x, s, interpreter.NewRandom(seed), interpreter.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		g, random := newKalah(), interpreter.NewRandom(seed)
		plies, moves, choices := 0, 0, 0
		for !g.over {
			legal := g.legal()
			i := 0
			if len(legal) > 1 {
				i = random.Below(len(legal))
				choices++
			}
			moves += len(legal)
			g.play(legal[i])
			plies++
		}
		if diff := differs(x, s, g); diff != "" || res.Plies != plies || res.Moves != moves || res.Choices != choices || res.Outcome != s.Over {
			t.Fatalf("game %d: %s, %+v; by hand %d plies, %d moves, %d choices", game, diff, res, plies, moves, choices)
		}
	}
}

func TestPlayoutStops(t *testing.T) {
	x := executor(t, kalah(6, 4))
	s := start(t, x)
	res, err := interpreter.Playout(x, s, interpreter.NewRandom(1), interpreter.Limits{Plies: 5})
	if err != nil || res.Plies != 5 || res.Outcome != nil {
		t.Errorf("%+v, %v: want five plies of an unfinished game", res, err)
	}
	// A gap ends the game unfinished and is handed back.
	x = executor(t, tiny(always()))
	res, err = interpreter.Playout(x, start(t, x), interpreter.NewRandom(1), interpreter.Limits{})
	if err != nil || res.Gap == nil || res.Gap.Kind != interpreter.GapUnended || res.Outcome != nil {
		t.Errorf("%+v, %v", res, err)
	}
}

func TestDivideAddsUp(t *testing.T) {
	x := executor(t, hawalis(7))
	s := start(t, x)
	counts, err := interpreter.Perft(x, s, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := interpreter.Divide(x, s, 4, nil)
	if err != nil || len(list) != 14 {
		t.Fatalf("%d moves, %v", len(list), err)
	}
	for d := 1; d <= 4; d++ {
		total := uint64(0)
		for _, e := range list {
			total += e.Counts[d-1]
		}
		if total != counts[d] {
			t.Errorf("depth %d: the shares add up to %d, not %d", d, total, counts[d])
		}
	}
}

func TestPerftStops(t *testing.T) {
	x := executor(t, kalah(6, 4))
	_, err := interpreter.Perft(x, start(t, x), 9, func() bool { return true })
	if !errors.Is(err, interpreter.ErrStopped) {
		t.Errorf("error %v", err)
	}
}
