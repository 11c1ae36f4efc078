package compiled

import (
	"encoding/binary"
	"errors"
	"fmt"

	"mancala/interpreter"
)

// maxDepth is the deepest count of move sequences.
const maxDepth = 60

// Perft counts move sequences as interpreter.Perft does, inside the module.
func (e *Engine) Perft(s *interpreter.State, depth int) ([]uint64, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("move sequences of more than %d plies", maxDepth)
	}
	counts := make([]uint64, max(depth, 0)+1)
	counts[0] = 1
	if s.Over != nil || depth < 1 {
		return counts, nil
	}
	start := s.Clone()
	start.Seen = nil
	if err := e.load(start); err != nil {
		w, err := e.wider(err)
		if err != nil {
			return nil, err
		}
		return w.Perft(s, depth)
	}
	e.cells = e.cells[:0]
	if _, err := e.call("ready", 0); err != nil {
		return nil, err
	}
	_, err := e.call("perft", depth)
	mem := e.mem()
	for d := 1; d <= depth; d++ {
		counts[d] = binary.LittleEndian.Uint64(mem[cCounts+8*d:])
	}
	if errors.Is(err, interpreter.ErrStopped) {
		return counts, err
	}
	if err != nil {
		if over := e.overLapped(); over != nil {
			return counts, over
		}
		ref, refErr := e.reference()
		if refErr != nil {
			return nil, refErr
		}
		return interpreter.Perft(ref, s, depth, e.stop)
	}
	return counts, nil
}

// slicePlies is a slice on a small board: a call takes about a millisecond.
const slicePlies = 20_000

// Playouts plays a game of random moves from a position for every seed, as
// interpreter.Playout does with interpreter.NewRandom(seed), and gives the
// results to each, in order. An error of one game is given with its result;
// when the engine is stopped the rest is not played and ErrStopped returned.
func (e *Engine) Playouts(s *interpreter.State, seeds []uint64, limits interpreter.Limits, each func(i int, r interpreter.Result, err error)) error {
	if limits.Plies == 0 {
		limits.Plies = interpreter.DefaultLimits.Plies
	}
	// the history of the start is kept where that of the next round would lie
	if s.Over != nil || limits.Plies > mostPlies || e.r.m.repeats && (e.p.Match != nil || limits.Plies+len(s.Seen) >= historyCap) {
		return e.playoutsOneByOne(s, seeds, limits, each)
	}
	if err := e.load(s); err != nil {
		w, err := e.wider(err)
		if err != nil {
			return err
		}
		return w.Playouts(s, seeds, limits, each)
	}
	e.cells = e.cells[:0]
	defer func() { e.seen = unknownHistory }() // the module's history is not that of any state
	mem := e.mem()
	copy(mem[e.r.m.startAt:], mem[e.lay.base:e.lay.base+e.lay.size])
	e.put(cPlyCap, int32(min(limits.Plies, 1<<30)))
	e.put(cRoundCap, int32(min(max(limits.Rounds, -1), 1<<30)-b2i(limits.Rounds == 0)))
	if e.r.m.repeats {
		e.put(cSeenBase, int32(len(s.Seen)))
	}
	for from := 0; from < len(seeds); from += gameBatch {
		part := seeds[from:min(from+gameBatch, len(seeds))]
		if err := e.playBatch(s, from, part, limits, each); err != nil {
			return err
		}
	}
	return nil
}

// playBatch plays as many games as one call can be given.
func (e *Engine) playBatch(s *interpreter.State, from int, seeds []uint64, limits interpreter.Limits, each func(i int, r interpreter.Result, err error)) error {
	mem := e.mem()
	for i, seed := range seeds {
		if seed == 0 {
			seed = 1
		}
		binary.LittleEndian.PutUint64(mem[e.r.m.results+i*rsSize+rsSeed:], seed)
	}
	e.put(cGame, 0)
	e.put(cGames, int32(len(seeds)))
	e.put(cInGame, 0)
	outcomes := make([]interpreter.Outcome, len(seeds))
	scores := make([]int, len(seeds)*len(e.p.Score)) // of all games, made at once
	given := 0
	for given < len(seeds) {
		done, err := e.call("playouts", max(1, e.slice/boardCost(e.p.Places)))
		trapped := errors.Is(err, errTrap)
		if err != nil && !trapped {
			return err
		}
		if trapped { // a budget ran out in the middle of this game
			done = e.get(cGame)
		}
		for ; given < int(done); given++ {
			o := &outcomes[given]
			if k := len(e.p.Score); k > 0 {
				o.Scores = scores[given*k : (given+1)*k : (given+1)*k]
			}
			r, err := e.result(s, seeds[given], limits, given, o)
			each(from+given, r, err)
		}
		if trapped {
			r, err := e.inWords(s, seeds[given], limits)
			each(from+given, r, err)
			given++
			e.put(cGame, int32(given))
			e.put(cInGame, 0)
		}
		if e.stop != nil && e.stop() {
			return interpreter.ErrStopped
		}
	}
	return nil
}

// result reads the result of a game, its outcome into o; what stopped it is told
// in words.
func (e *Engine) result(s *interpreter.State, seed uint64, limits interpreter.Limits, i int, o *interpreter.Outcome) (interpreter.Result, error) {
	b := e.mem()[e.r.m.results+i*rsSize:][:rsSize]
	num := func(at int) int { return int(int32(binary.LittleEndian.Uint32(b[at:]))) }
	if num(rsStatus) > stOver && !e.quiet {
		return e.stopped(s, seed, limits, b)
	}
	r := interpreter.Result{
		Plies: num(rsPlies), Laps: num(rsLaps), Sown: num(rsSown), Captured: num(rsCaptured), Lost: num(rsLost),
		Moves: int(binary.LittleEndian.Uint64(b[rsMoves:])), Choices: num(rsChoices), MaxLaps: num(rsMaxLaps), Again: num(rsAgain),
		Endless: interpreter.EndlessKind(num(rsEndless)), Period: num(rsPeriod),
	}
	if e.p.Match != nil {
		r.Rounds = num(rsRounds)
		for seat := range e.p.Players {
			r.RoundWins[seat] = num(rsWins + 4*seat)
		}
	}
	if num(rsStatus) == stOver {
		o.Winner, o.Draw, o.Kind = num(rsWinner), num(rsDraw) != 0, interpreter.OutcomeKind(num(rsKind))
		o.Rule = e.rule(int32(num(rsRule)))
		for seat := range o.Scores {
			o.Scores[seat] = num(rsScores + 4*seat)
		}
		r.Outcome = o
	}
	return r, nil
}

func (e *Engine) inWords(s *interpreter.State, seed uint64, limits interpreter.Limits) (interpreter.Result, error) {
	ref, err := e.reference()
	if err != nil {
		return interpreter.Result{}, err
	}
	return interpreter.Playout(ref, s.Clone(), interpreter.NewRandom(seed), limits)
}

func (e *Engine) playoutsOneByOne(s *interpreter.State, seeds []uint64, limits interpreter.Limits, each func(i int, r interpreter.Result, err error)) error {
	for i, seed := range seeds {
		if e.stop != nil && e.stop() {
			return interpreter.ErrStopped
		}
		r, err := interpreter.Playout(e, s.Clone(), interpreter.NewRandom(seed), limits)
		each(i, r, err)
	}
	return nil
}
