// Package players holds programs that choose moves. They know a game only by
// its executor, so every player plays every game, and they draw from the
// game's generator alone, so the same seed gives the same game.
package players

import (
	"errors"
	"fmt"
	"strings"

	"mancala/dsl/source"
	"mancala/interpreter"
)

// A Player chooses among two or more legal moves; forced moves are made
// without asking. It must leave the state as it is.
type Player interface {
	// Choose gives the index of a move in legal, which is the canonical list.
	Choose(x interpreter.Executor, s *interpreter.State, legal []interpreter.Move, r *interpreter.Random) (int, error)
}

// kinds are the players by name. A new kind is a line here.
var kinds = []struct {
	name, about string
	player      Player
}{
	{"random", "every legal move is equally likely", random{}},
	{"first", "the first legal move in canonical order", first{}},
	{"greedy", "the move that captures most in this turn; lots decide between equals", greedy{}},
}

// Names lists the players New knows, each with a line about it.
func Names() (names, about []string) {
	for _, k := range kinds {
		names, about = append(names, k.name), append(about, k.about)
	}
	return names, about
}

// New makes the player a name stands for. Players keep nothing between moves
// and may be shared by goroutines.
func New(name string) (Player, error) {
	names, _ := Names()
	for _, k := range kinds {
		if k.name == name {
			return k.player, nil
		}
	}
	hint := "the players are " + strings.Join(names, ", ")
	if near := source.Nearest(name, names); near != "" {
		hint = fmt.Sprintf("did you mean %q", near)
	}
	return nil, fmt.Errorf("there is no player %q; %s", name, hint)
}

// IsRandom reports whether a player draws every move uniformly, as
// interpreter.Playout does: then a compiled engine can play the game itself.
func IsRandom(p Player) bool { return p == Player(random{}) }

type random struct{}

func (random) Choose(_ interpreter.Executor, _ *interpreter.State, legal []interpreter.Move, r *interpreter.Random) (int, error) {
	return r.Below(len(legal)), nil
}

type first struct{}

func (first) Choose(interpreter.Executor, *interpreter.State, []interpreter.Move, *interpreter.Random) (int, error) {
	return 0, nil
}

type greedy struct{}

// Choose tries every legal move on a copy. A move whose turn has no meaning in
// the description (a gap) counts as capturing nothing: chosen, it stops the
// game there. One number is drawn if several moves capture most.
func (greedy) Choose(x interpreter.Executor, s *interpreter.State, legal []interpreter.Move, r *interpreter.Random) (int, error) {
	best, most := []int(nil), -1
	for i, m := range legal {
		captured := 0
		ply, err := x.Play(s.Clone(), m)
		switch {
		case err == nil:
			captured = ply.Captured
		case !isGap(err):
			return 0, err
		}
		if captured > most {
			best, most = best[:0], captured
		}
		if captured == most {
			best = append(best, i)
		}
	}
	if len(best) == 1 {
		return best[0], nil
	}
	return best[r.Below(len(best))], nil
}
// isGap tells a silence of the description from other errors.
func isGap(err error) bool {
	var gap *interpreter.Gap
	return errors.As(err, &gap)
}
