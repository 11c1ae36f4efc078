// Package players chooses moves. A player sees what everybody sees: the
// executor, the position, the legal moves; chance comes from the game's one
// generator, so that a game is played again from its seed on any engine.
package players

import (
	"errors"

	"mancala/interpreter"
	"mancala/interpreter/search"
)

// Player chooses one of the legal moves of a position. Where lots decide (a
// phase by lots) every player draws.
type Player interface {
	// Choose gives the index of a move of legal, which holds one at least.
	// It leaves s as it is and draws from r only where chance decides between
	// two moves or more. Errors are those of the executor.
	Choose(x interpreter.Executor, s *interpreter.State, legal []interpreter.Move, r *interpreter.Random) (int, error)
}

// plain lists the players that need no number, in the order they are shown.
var plain = []struct {
	name  string
	build func() Player
}{
	{"random", func() Player { return random{} }},
	{"first", func() Player { return first{} }},
	{"greedy", func() Player { return &greedy{} }},
}

// Names lists players New knows, those with a number by an example.
func Names() []string {
	names := make([]string, 0, len(plain)+len(searches)+len(levels))
	for _, p := range plain {
		names = append(names, p.name)
	}
	for _, s := range searches {
		names = append(names, s.example)
	}
	for _, l := range levels {
		names = append(names, l.name)
	}
	return names
}

// New makes a player by name: random, first, greedy, mcts:PLAYOUTS,
// alphabeta:DEPTH or a level; see Timed for times. An error says what is
// wrong with a name and which there are. A player keeps scratch space: make
// one for each goroutine, for the games of one rule set.
func New(name string) (Player, error) {
	s, err := parse(name)
	if err != nil {
		return nil, err
	}
	switch s.name {
	case "mcts":
		p := &monteCarlo{clock: clock{each: s.time}, playouts: s.count}
		if s.count == 0 {
			p.playouts = searches[0].most
		}
		return p, nil
	case "alphabeta":
		p := &alphaBeta{clock: clock{each: s.time}, limits: search.Limits{Depth: s.count, Nodes: mostNodes}}
		if s.count == 0 {
			p.limits.Depth = searches[1].most
		}
		return p, nil
	}
	for _, p := range plain {
		if p.name == s.name {
			return p.build(), nil
		}
	}
	return nil, unknown(name)
}

// random plays every legal move with the same chance, as interpreter.Playout does.
type random struct{}

func (random) Choose(_ interpreter.Executor, _ *interpreter.State, legal []interpreter.Move, r *interpreter.Random) (int, error) {
	if len(legal) < 2 {
		return 0, nil
	}
	return r.Below(len(legal)), nil
}

// drawn tells if lots decide and not the player.
func drawn(x interpreter.Executor, s *interpreter.State) bool { return x.Program().Drawn(s.Cells) }

// first plays the first legal move in canonical order.
type first struct{}

func (first) Choose(x interpreter.Executor, s *interpreter.State, legal []interpreter.Move, r *interpreter.Random) (int, error) {
	if drawn(x, s) {
		return random{}.Choose(x, s, legal, r)
	}
	return 0, nil
}

// greedy looks one ply ahead: a move that wins the game at once, else one that
// captures the most seeds for the mover; chance decides between equals.
type greedy struct{ best []int }

// Worth of a move that is no number of seeds.
const (
	unplayable = -1 // runs into a gap or a budget: only if nothing else is left
	winning    = int(^uint(0) >> 1)
)

func (g *greedy) Choose(x interpreter.Executor, s *interpreter.State, legal []interpreter.Move, r *interpreter.Random) (int, error) {
	if len(legal) < 2 || drawn(x, s) {
		return random{}.Choose(x, s, legal, r)
	}
	g.best = g.best[:0]
	most := unplayable
	for i, m := range legal {
		worth, err := worthOf(x, s.Clone(), m)
		if err != nil {
			return 0, err
		}
		if worth > most {
			most, g.best = worth, g.best[:0]
		}
		if worth == most {
			g.best = append(g.best, i)
		}
	}
	if len(g.best) == 1 {
		return g.best[0], nil
	}
	return g.best[r.Below(len(g.best))], nil
}

// worthOf plays a move on a position of its own.
func worthOf(x interpreter.Executor, s *interpreter.State, m interpreter.Move) (int, error) {
	ply, err := x.Play(s, m)
	var gap *interpreter.Gap
	var budget *interpreter.OverBudget
	switch {
	case errors.As(err, &gap), errors.As(err, &budget):
		return unplayable, nil
	case err != nil:
		return 0, err
	case ply.Outcome != nil && !ply.Outcome.Draw && ply.Outcome.Winner == ply.Mover:
		return winning, nil
	}
	return ply.Captured, nil
}
