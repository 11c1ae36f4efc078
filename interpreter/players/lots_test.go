package players_test

import (
	"os"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/players"
	"mancala/interpreter/reference"
)

// Where lots decide every player draws, whatever he would choose.
func TestLotsAreDrawn(t *testing.T) {
	text, err := os.ReadFile("../../testdata/mechanics/lots.toml")
	if err != nil {
		t.Fatal(err)
	}
	g, found := dsl.Load(games.NewFile("lots.toml", text), dsl.Choice{})
	if g == nil {
		t.Fatal(found.Text())
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	x, err := reference.New(p, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"random", "first", "greedy", "alphabeta:2", "mcts:20"} {
		player, err := players.New(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := x.Start()
		if err != nil {
			t.Fatal(err)
		}
		legal, err := x.Legal(s)
		if err != nil || len(legal) != 2 {
			t.Fatal(len(legal), err)
		}
		r, drawn := interpreter.NewRandom(5), [2]int{}
		for range 100 {
			i, err := player.Choose(x, s, legal, r)
			if err != nil {
				t.Fatal(err)
			}
			drawn[i]++
		}
		if drawn[0] < 30 || drawn[1] < 30 {
			t.Errorf("%s draws %v", name, drawn)
		}
	}
}
