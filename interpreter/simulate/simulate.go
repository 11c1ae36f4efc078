// Package simulate plays many independent games and counts what happened.
//
// A run is a pure function of rules, players, seed and a range of game
// numbers: game n draws from its own generator, seeded from (rules, seed, n),
// so any range can be played anywhere, in any order, by any number of workers
// and on either engine. Everything is counted in integers that add up (Tally);
// shares, means and intervals are computed from the sums when a report is
// written (Report), so cutting a run into pieces never changes a byte of it.
//
//	simulate.go  what is played; options; Run
//	work.go      workers, blocks of games, what is counted when
//	play.go      one game, a batch of random games, a game told again
//	watch.go     what only a told game shows: rules used, holes, leads
//	tally.go     the sums; shard.go  their file format
//	report.go    the sums made ready to be read; space.go, elo.go  two of its figures
package simulate

import (
	"context"
	"fmt"
	"time"

	"mancala/interpreter"
	"mancala/interpreter/players"
	"mancala/interpreter/program"
)

// Setup says what is played. Two runs of equal setups count the same.
type Setup struct {
	Program *program.Program
	Hash    string   // of the rules
	Players []string // by name, one a seat
	Seed    uint64
	Swap    bool   // player i sits at seat i + game number, so everybody sits everywhere
	Begins  []int  // seats that begin, in turn, each for as many games as there are players; nil = as the file says
	Plies   int    // a game is cut off after so many; 0 = interpreter.DefaultLimits
	Rounds  int    // a match is cut off after so many; 0 = no limit
	Games   uint64 // of the whole run, of which a range may be played; 0 = not known
	Watch   uint64 // the games 0, …, Watch-1 are told step by step for the statistics that need it
}

// Range is the games From, …, To-1.
type Range struct {
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
}

// Engine is what plays: an executor of its own for every worker.
type Engine struct {
	interpreter.Executor
	Close func()
}

// Teller is the executor that tells watched games.
type Teller interface {
	interpreter.Explainer
	// Scores is what every seat would score if the game ended now; nil if the
	// rules know no score.
	Scores(s *interpreter.State) ([]int, error)
}

// Options say how a run is carried out. They never change what it counts.
type Options struct {
	Workers  int                     // at least one
	Engine   func() (*Engine, error) // called once a worker
	Tell     func() (Teller, error)  // called once a worker; needed for Setup.Watch
	Progress func(done uint64)       // may be nil; called from any worker

	// From is what an earlier run counted: its games are not played again.
	From *Tally

	// Each is given every game in the order of their numbers, one at a time,
	// before it is counted. An error ends the run.
	Each func(g *Played) error

	// Checkpoint is given what was counted about every Every. Nothing is
	// counted and Each is not called meanwhile.
	Checkpoint func(t *Tally)
	Every      time.Duration
}

// Played is one finished game.
type Played struct {
	Game   uint64
	Result interpreter.Result
	Err    error   // *interpreter.OverBudget, or nil
	Picks  []int32 // the moves chosen among two or more; nil: drawn by the game's generator
}

// Run plays the games of a range. When ctx ends it gives what was counted so
// far, with ctx's error; the tally says which games those are. Other errors
// are faults of the program, the engine or Each.
func Run(ctx context.Context, s *Setup, games Range, o Options) (*Tally, error) {
	if s.Watch > 0 && o.Tell == nil {
		return NewTally(s), fmt.Errorf("games are to be watched, and nobody tells them")
	}
	r := newRun(ctx, s, games, o)
	r.work()
	total, err := r.total()
	switch {
	case r.err != nil:
		return total, r.err
	case err != nil:
		return total, err
	}
	return total, ctx.Err()
}

// playerAt is the player who sits at a seat in a game.
func (s *Setup) playerAt(seat int, game uint64) int {
	n := len(s.Players)
	if !s.Swap || n == 0 {
		return seat
	}
	return (seat + n - int(game%uint64(n))) % n
}

// Seating names the players of a game by seat.
func (s *Setup) Seating(game uint64) []string {
	names := make([]string, len(s.Players))
	for seat := range names {
		names[seat] = s.Players[s.playerAt(seat, game)]
	}
	return names
}

// beginner is the seat that begins a game.
func (s *Setup) beginner(game uint64) int {
	if len(s.Begins) == 0 {
		return int(s.Program.Start[s.Program.Layout.Mover])
	}
	return s.Begins[game/uint64(len(s.Players))%uint64(len(s.Begins))]
}

// start is the position a game starts from.
func (s *Setup) start(x interpreter.Executor, begins int) (*interpreter.State, error) {
	if len(s.Begins) == 0 {
		return x.Start()
	}
	st := &interpreter.State{Cells: append([]int32(nil), s.Program.Start...)}
	st.Cells[s.Program.Layout.Mover] = int32(begins)
	if c := s.Program.Layout.Starter; c >= 0 {
		st.Cells[c] = int32(begins)
	}
	return st, x.Begin(st, true)
}

// chance is the generator of a game.
func (s *Setup) chance(game uint64) uint64 { return interpreter.GameSeed(s.Hash, s.Seed, game) }

// allRandom tells a run whose moves are all drawn by the games' generators.
func (s *Setup) allRandom() bool {
	for _, p := range s.Players { // what "random" draws is part of interpreter.Playout's contract
		if p != "random" {
			return false
		}
	}
	return true
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
