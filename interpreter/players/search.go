package players

import (
	"time"

	"mancala/interpreter"
	"mancala/interpreter/search"
)

// Stoppable is a player that can be told to hurry: a move that was begun is
// chosen from what is known then.
type Stoppable interface {
	Player
	// OnTick sets a function that is asked every now and then while the player
	// thinks; when it says true he ends with interpreter.ErrStopped.
	OnTick(stop func() bool)
}

// clock ends a search when the time for a move is over or somebody said so.
type clock struct {
	each    time.Duration // for a move; 0 = no limit
	outside func() bool
	stopped bool // by somebody
}

func (c *clock) OnTick(stop func() bool) { c.outside = stop }

// start begins a move.
func (c *clock) start() func() bool {
	c.stopped = false
	var until time.Time
	if c.each > 0 {
		until = time.Now().Add(c.each)
	}
	return func() bool {
		if c.outside != nil && c.outside() {
			c.stopped = true
			return true
		}
		return c.each > 0 && !time.Now().Before(until)
	}
}

// monteCarlo is mcts: it plays the move it tried most in its tree.
type monteCarlo struct {
	clock
	playouts int
	tree     *search.UCT
}

func (m *monteCarlo) Choose(x interpreter.Executor, s *interpreter.State, legal []interpreter.Move, r *interpreter.Random) (int, error) {
	if len(legal) < 2 || drawn(x, s) {
		return random{}.Choose(x, s, legal, r)
	}
	if m.tree == nil {
		m.tree = search.NewUCT(x.Program())
	}
	tried, err := m.tree.Search(x, s, m.playouts, r.Next(), m.start())
	if err == nil && m.stopped {
		err = interpreter.ErrStopped
	}
	if err != nil {
		return 0, err
	}
	best := 0
	for i, t := range tried {
		if b := tried[best]; t.Visits > b.Visits || t.Visits == b.Visits && t.Gain > b.Gain {
			best = i
		}
	}
	return best, nil
}

// alphaBeta looks so many plies ahead; chance decides between equals.
type alphaBeta struct {
	clock
	limits search.Limits
	ahead  *search.AlphaBeta
}

// mostNodes is where a search of too great a depth ends: the depth that was
// finished before decides.
const mostNodes = 5_000_000

func (a *alphaBeta) Choose(x interpreter.Executor, s *interpreter.State, legal []interpreter.Move, r *interpreter.Random) (int, error) {
	if len(legal) < 2 || drawn(x, s) {
		return random{}.Choose(x, s, legal, r)
	}
	if a.ahead == nil {
		a.ahead = search.NewAlphaBeta(x.Program())
	}
	limits := a.limits
	limits.Stop = a.start()
	found, err := a.ahead.Search(x, s, limits)
	if err == nil && a.stopped {
		err = interpreter.ErrStopped
	}
	if err != nil {
		return 0, err
	}
	switch len(found.Best) {
	case 0:
		return 0, nil
	case 1:
		return found.Best[0], nil
	}
	return found.Best[r.Below(len(found.Best))], nil
}
