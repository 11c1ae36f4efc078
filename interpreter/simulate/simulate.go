// Package simulate plays many independent games and counts what happened.
//
// A run is a pure function of rules, players, seed and a range of game
// numbers: game n draws from its own generator, seeded from (rules, seed, n),
// so any range can be played anywhere, in any order, by any number of workers
// and on either engine. Everything is counted in integers that add up (Tally);
// shares, means and intervals are computed from the sums when a report is
// written (Report), so cutting a run into pieces never changes a byte of it.
package simulate

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"mancala/interpreter"
	"mancala/interpreter/players"
	"mancala/interpreter/program"
)

// Setup says what is played.
type Setup struct {
	Program *program.Program
	Hash    string   // of the rules
	Players []string // by name, one a seat
	Seed    uint64
	Swap    bool // player i sits at seat i + game number, so everybody sits everywhere
	Plies   int  // a game is cut off after so many; 0 = interpreter.DefaultLimits
}

// Range is the games From, …, To-1.
type Range struct{ From, To uint64 }

// Engine is what plays: an executor of its own for every worker.
type Engine struct {
	interpreter.Executor
	Close func()
}

// Options say how a run is carried out. They never change what it counts.
type Options struct {
	Workers  int                     // at least one
	Engine   func() (*Engine, error) // called once a worker
	Progress func(done uint64)       // may be nil; called from any worker
}

// batcher is an engine that plays whole random games by itself.
type batcher interface {
	Playouts(s *interpreter.State, seeds []uint64, limits interpreter.Limits, each func(i int, r interpreter.Result, err error)) error
	OnTick(stop func() bool)
}

// block is how many games a worker takes at a time.
const block = 64

// Run plays the games of a range. When ctx ends it gives what was counted so
// far, with ctx's error; the tally says which games those are. Other errors
// are faults of the program or the engine.
func Run(ctx context.Context, s *Setup, games Range, o Options) (*Tally, error) {
	r := &run{setup: s, games: games, ctx: ctx, progress: o.Progress}
	total := NewTally(s)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range max(o.Workers, 1) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			t, err := r.worker(o.Engine)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				err = total.Merge(t)
			}
			if err != nil {
				r.fail(err)
			}
		}()
	}
	wg.Wait()
	if r.err != nil {
		return total, r.err
	}
	return total, ctx.Err()
}

// run is what the workers of one Run share.
type run struct {
	setup    *Setup
	games    Range
	ctx      context.Context
	progress func(uint64)
	next     atomic.Uint64 // blocks handed out
	done     atomic.Uint64 // games played
	failed   atomic.Bool

	once sync.Once
	err  error
}

func (r *run) fail(err error) {
	r.once.Do(func() { r.err = err })
	r.failed.Store(true)
}

func (r *run) stopped() bool { return r.failed.Load() || r.ctx.Err() != nil }

// worker plays blocks until there are none.
func (r *run) worker(open func() (*Engine, error)) (*Tally, error) {
	tally := NewTally(r.setup)
	e, err := open()
	if err != nil {
		return nil, err
	}
	defer e.Close()
	start, err := e.Start()
	if err != nil {
		return nil, err
	}
	seated, err := seat(r.setup.Players)
	if err != nil {
		return nil, err
	}
	for !r.stopped() {
		from := r.games.From + block*(r.next.Add(1)-1)
		if from >= r.games.To {
			break
		}
		part := Range{from, min(from+block, r.games.To)}
		played, err := r.block(e.Executor, seated, start, part, tally)
		if played > 0 {
			tally.covered(Range{part.From, part.From + played})
		}
		if r.progress != nil && played > 0 {
			r.progress(r.done.Add(played))
		}
		if err != nil && !errors.Is(err, interpreter.ErrStopped) {
			return nil, err
		}
	}
	return tally, nil
}

// block plays the games of a part in order and tells how many were finished.
func (r *run) block(x interpreter.Executor, seated []players.Player, start *interpreter.State, part Range, tally *Tally) (played uint64, err error) {
	if b, ok := x.(batcher); ok && r.allRandom() {
		return r.batch(b, start, part, tally)
	}
	limits := interpreter.Limits{Plies: r.setup.Plies}
	for n := part.From; n < part.To && !r.stopped(); n++ {
		res, err := r.game(x, seated, start.Clone(), n, limits)
		if err := tally.add(n, res, err); err != nil {
			return played, err
		}
		played++
	}
	return played, nil
}

// game plays one game with the setup's players.
func (r *run) game(x interpreter.Executor, seated []players.Player, s *interpreter.State, n uint64, limits interpreter.Limits) (interpreter.Result, error) {
	random := interpreter.NewRandom(interpreter.GameSeed(r.setup.Hash, r.setup.Seed, n))
	mover := r.setup.Program.Layout.Mover
	choose := func(s *interpreter.State, legal []interpreter.Move) (int, error) {
		if r.stopped() {
			return 0, interpreter.ErrStopped
		}
		p := seated[r.setup.playerAt(int(s.Cells[mover]), n)]
		return p.Choose(x, s, legal, random)
	}
	return interpreter.PlayGame(x, s, choose, limits)
}

// batch lets the engine play a block of random games.
func (r *run) batch(b batcher, start *interpreter.State, part Range, tally *Tally) (played uint64, err error) {
	seeds := make([]uint64, 0, part.To-part.From)
	for n := part.From; n < part.To; n++ {
		seeds = append(seeds, interpreter.GameSeed(r.setup.Hash, r.setup.Seed, n))
	}
	b.OnTick(r.stopped)
	var fault error
	err = b.Playouts(start, seeds, interpreter.Limits{Plies: r.setup.Plies}, func(i int, res interpreter.Result, err error) {
		if fault == nil {
			if fault = tally.add(part.From+uint64(i), res, err); fault == nil {
				played++
			}
		}
	})
	if fault != nil {
		err = fault
	}
	return played, err
}

func (r *run) allRandom() bool {
	for _, p := range r.setup.Players { // what "random" draws is part of interpreter.Playout's contract
		if p != "random" {
			return false
		}
	}
	return true
}

// playerAt is the player who sits at a seat in a game.
func (s *Setup) playerAt(seat int, game uint64) int {
	n := len(s.Players)
	if !s.Swap || n == 0 {
		return seat
	}
	return (seat + n - int(game%uint64(n))) % n
}

// NewSetup checks the names of the players. A single name stands for every seat.
func NewSetup(p *program.Program, hash string, names []string, seed uint64) (*Setup, error) {
	if len(names) == 1 {
		for len(names) < p.Players {
			names = append(names, names[0])
		}
	}
	if len(names) != p.Players {
		return nil, fmt.Errorf("%d players named for a game of %d", len(names), p.Players)
	}
	if _, err := seat(names); err != nil {
		return nil, err
	}
	return &Setup{Program: p, Hash: hash, Players: names, Seed: seed, Swap: true}, nil
}

// seat makes the players of one worker.
func seat(names []string) ([]players.Player, error) {
	out := make([]players.Player, len(names))
	for i, name := range names {
		p, err := players.New(name)
		if err != nil {
			return nil, err
		}
		out[i] = p
	}
	return out, nil
}
