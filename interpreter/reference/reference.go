// Package reference plays a program by walking its trees: the plain, slow
// executor that can tell what happened and why. It is the oracle the compiled
// engine is compared with, so it is written to be read beside the order of
// events in interpreter/README.md. The files follow that order:
//
//	ply.go    1, 9  a ply begins: turn counted, phases left, table `end`; whose turn is next
//	moves.go  2     legal moves: tiers, candidates, completions by inner choices
//	turn.go   3–8   start, lift, drop, end of lap, end of turn
//	cycle.go        turns that never end, positions that repeat: the keys
//	act.go          rule tables and their actions
//	eval.go sets.go conditions, numbers, places; sets of places
//	ahead.go        forecasts
//	whynot.go       reasons against a move
//	scan.go         what the trees read, found once
//	interrupt.go    long calls ask whether to go on
//
// Where the order of events leaves a corner open, this executor decides as
// follows, and the compiled engine does the same:
//
//   - A start lifts at least one seed: empty holes are not offered, nor are
//     takings above the content, nor an `enter` of more than the hand holds,
//     nor a step to nowhere.
//   - Seeds entered from the hand are a drop: `at-once` is asked.
//   - A capture counts for `would capture` when it is the mover's, in the bag
//     or into a hole of the board.
//   - `at-once` is asked once after a capture action, however many holes it empties.
//   - `nearest` counts from the spot itself (0 steps), closed holes included.
//   - A turn recurs at the first lap start whose key equals an earlier one of
//     the turn; it stops there, so its laps are the laps up to that moment.
//     Captured seeds about to be sown then go home. In a key the lap counter
//     still counts the laps before the one that begins.
//   - `provided` is asked of the board as it stopped, gaps included; playing
//     such a move reports the gap.
//   - A game phase is left by every player who is in it.
//   - A `could` inside a `could` finds nothing.
package reference

import (
	"errors"
	"fmt"
	"slices"

	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Executor plays one program. It keeps scratch space and is not safe for
// concurrent use; make one a goroutine.
type Executor struct {
	p      *program.Program
	budget interpreter.Budget
	uses   uses
	seats  [][]seatFacts // [stage][seat]

	free  []*run // runs to use again
	depth int    // nested forecasts now
	tried int    // turns run ahead in this call
	could couldMemo

	stop func() bool // see interrupt.go
	fuel int
}

var (
	_ interpreter.Explainer     = (*Executor)(nil)
	_ interpreter.Interruptible = (*Executor)(nil)
)

// New makes an executor. It fails for a program it can't walk (a node it does
// not know, a table of the wrong size), never for one that merely plays badly.
func New(p *program.Program, b interpreter.Budget) (*Executor, error) {
	x := &Executor{p: p, budget: b.WithDefaults(), fuel: sliceWork}
	if err := x.scan(); err != nil {
		return nil, fmt.Errorf("program of %s: %w", gameID(p), err)
	}
	return x, nil
}

func gameID(p *program.Program) string {
	if p == nil || p.Game == nil {
		return "an unnamed game"
	}
	return p.Game.ID
}

// Program is the rules being played.
func (x *Executor) Program() *program.Program { return x.p }

// Start is the start position, its first ply begun.
func (x *Executor) Start() (*interpreter.State, error) {
	if g := x.p.Game; g != nil && g.Setup.Begins < 0 {
		return nil, &interpreter.Gap{Kind: interpreter.GapBegins, Text: "[setup] begins",
			Note: "the file does not say who begins", Cells: append([]int32(nil), x.p.Start...)}
	}
	s := &interpreter.State{Cells: append([]int32(nil), x.p.Start...)}
	if c := x.p.Layout.Starter; c >= 0 {
		s.Cells[c] = s.Cells[x.p.Layout.Mover]
	}
	return s, x.Begin(s, true)
}

// Begin settles a position given from outside: step 1 of the ply.
func (x *Executor) Begin(s *interpreter.State, count bool) error {
	r, err := x.at(s)
	if err != nil {
		return err
	}
	defer x.release(r)
	r.begin(count)
	r.roundOver()
	if r.err != nil {
		return r.err
	}
	r.store(s)
	return nil
}

// Legal lists the legal complete moves.
func (x *Executor) Legal(s *interpreter.State) ([]interpreter.Move, error) {
	if s.Over != nil {
		return nil, nil
	}
	r, err := x.at(s)
	if err != nil {
		return nil, err
	}
	defer x.release(r)
	if r.legal(); r.err != nil {
		return nil, r.err
	}
	moves := make([]interpreter.Move, len(r.found))
	for i := range r.found {
		moves[i] = r.found[i].move
	}
	return moves, nil
}

// legal lists the legal moves with the options that offer them.
func (x *Executor) legal(s *interpreter.State) ([]found, error) {
	if s.Over != nil {
		return nil, nil
	}
	r, err := x.at(s)
	if err != nil {
		return nil, err
	}
	defer x.release(r)
	r.legal()
	return slices.Clone(r.found), r.err
}

// Play makes a legal move.
func (x *Executor) Play(s *interpreter.State, m interpreter.Move) (*interpreter.Ply, error) {
	ply, _, err := x.play(s, m, false)
	return ply, err
}

// Explain plays a move and records every step, up to the gap if one stops it.
func (x *Executor) Explain(s *interpreter.State, m interpreter.Move) (*interpreter.Ply, []interpreter.Event, error) {
	return x.play(s, m, true)
}

func (x *Executor) play(s *interpreter.State, m interpreter.Move, record bool) (*interpreter.Ply, []interpreter.Event, error) {
	if s.Over != nil {
		return nil, nil, errOver
	}
	r, err := x.at(s)
	if err != nil {
		return nil, nil, err
	}
	defer x.release(r)
	o, err := x.optionOf(s, m, record)
	if err != nil {
		return nil, nil, err
	}
	r.recording = record
	ply := r.ply(m, o)
	if r.err != nil {
		return nil, r.events, r.err
	}
	events := r.events
	r.store(s)
	return ply, events, nil
}

var errNowhere = errors.New("the move starts nowhere on the board")
