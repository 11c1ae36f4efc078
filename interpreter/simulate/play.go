package simulate

import (
	"errors"
	"fmt"

	"mancala/interpreter"
)

// play plays the games of a block in order, until the run is stopped.
func (w *worker) play(t *taken) error {
	if w.run.o.Each == nil {
		t.games = w.games[:0]
	}
	err := w.playAll(t)
	w.games = t.games
	if err != nil && !errors.Is(err, interpreter.ErrStopped) {
		return err
	}
	if told := w.watch(t); told != nil {
		return told
	}
	return err
}

func (w *worker) playAll(t *taken) error {
	if b, ok := w.engine.Executor.(batcher); ok && w.setup.allRandom() {
		return w.batch(b, t)
	}
	for n := t.part.From; n < t.part.To; n++ {
		g, err := w.game(n)
		if err != nil {
			return err
		}
		t.games = append(t.games, *g)
	}
	return nil
}

// batcher is an engine that plays whole random games by itself.
type batcher interface {
	Playouts(s *interpreter.State, seeds []uint64, limits interpreter.Limits, each func(i int, r interpreter.Result, err error)) error
}

// batch lets the engine play a block of random games; those with the same
// beginner lie side by side.
func (w *worker) batch(b batcher, t *taken) error {
	for n := t.part.From; n < t.part.To; {
		start, err := w.startOf(n)
		if err != nil {
			return err
		}
		begins := w.setup.beginner(n)
		from := n
		w.seeds = w.seeds[:0]
		for ; n < t.part.To && w.setup.beginner(n) == begins; n++ {
			w.seeds = append(w.seeds, w.setup.chance(n))
		}
		err = b.Playouts(start, w.seeds, w.limits(), func(i int, res interpreter.Result, err error) {
			t.games = append(t.games, Played{Game: from + uint64(i), Result: res, Err: err})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) limits() interpreter.Limits {
	return interpreter.Limits{Plies: w.setup.Plies, Rounds: w.setup.Rounds}
}

// game plays one game with the setup's players.
func (w *worker) game(n uint64) (*Played, error) {
	start, err := w.startOf(n)
	if err != nil {
		return nil, err
	}
	g := &Played{Game: n, Picks: []int32{}}
	random := interpreter.NewRandom(w.setup.chance(n))
	mover := w.setup.Program.Layout.Mover
	choose := func(s *interpreter.State, legal []interpreter.Move) (int, error) {
		if w.run.stopped() {
			return 0, interpreter.ErrStopped
		}
		p := w.seated[w.setup.playerAt(int(s.Cells[mover]), n)]
		i, err := p.Choose(w.engine.Executor, s, legal, random) // as it is: players ask what else it can do
		g.Picks = append(g.Picks, int32(i))
		return i, err
	}
	g.Result, err = interpreter.PlayGame(w.engine, start.Clone(), choose, w.limits())
	return g, g.settle(err)
}

// settle keeps the error of a game that ran out of a budget; others are none
// of the game's.
func (g *Played) settle(err error) error {
	var budget *interpreter.OverBudget
	if errors.As(err, &budget) {
		g.Err = err
		return nil
	}
	return err
}

// Again plays a game once more, move for move, on an executor. Visit is asked
// before each ply, with all legal moves and the one chosen, and makes the
// move. An error that ended the game the first time ends it here, too, and is
// not given.
func (s *Setup) Again(x interpreter.Executor, g *Played, visit func(st *interpreter.State, legal []interpreter.Move, m interpreter.Move) error) error {
	st, err := s.start(x, s.beginner(g.Game))
	if err != nil {
		return err
	}
	random := interpreter.NewRandom(s.chance(g.Game))
	picked := 0
	for ply := 0; ply < g.Result.Plies || g.Result.Gap != nil || g.Err != nil; ply++ {
		if st.Over != nil {
			return fmt.Errorf("game %d is over after %d plies, and was not the first time: please report this", g.Game, ply)
		}
		legal, err := x.Legal(st)
		if err != nil {
			return g.expected(err)
		}
		i := 0
		if len(legal) > 1 {
			if g.Picks == nil {
				i = random.Below(len(legal))
			} else if picked < len(g.Picks) {
				i = int(g.Picks[picked])
				picked++
			} else if g.Err != nil { // the budget of a search, not of a turn
				return nil
			}
		}
		if i >= len(legal) {
			return fmt.Errorf("game %d has %d legal moves where it had more the first time: please report this", g.Game, len(legal))
		}
		if err := visit(st, legal, legal[i]); err != nil {
			return g.expected(err)
		}
	}
	if (st.Over == nil) != (g.Result.Outcome == nil) {
		return fmt.Errorf("game %d does not end as it did the first time: please report this", g.Game)
	}
	return nil
}

// expected passes over the error a game ended with the first time.
func (g *Played) expected(err error) error {
	var gap *interpreter.Gap
	var budget *interpreter.OverBudget
	if g.Result.Gap != nil && errors.As(err, &gap) || g.Err != nil && errors.As(err, &budget) {
		return nil
	}
	return err
}
