package simulate

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"mancala/interpreter"
	"mancala/interpreter/players"
)

// block is how many random games a worker takes at a time; other games are
// taken one by one, for one of them may last as long as a thousand random ones.
const block = 64

// ahead bounds how many blocks may wait for an earlier one, where games are
// given on in order.
const ahead = 1024

// run is what the workers of one Run share.
//
// What is counted and which games that covers must agree whenever somebody
// looks: a worker adds a block to its tally and to done under the read lock
// of look; total takes the write lock.
type run struct {
	setup *Setup
	o     Options
	ctx   context.Context
	size  uint64  // of a block
	todo  []Range // not handed out yet

	hand   sync.Mutex
	passed int // blocks handed out

	look    sync.RWMutex
	done    *coverage
	tallies []*Tally

	row    sync.Mutex // of blocks, where games are given on in order
	moved  *sync.Cond
	next   int            // the block to be given on next
	parked map[int]*taken // blocks that wait for it
	cut    bool           // a block was not finished: nothing after it is given on

	played atomic.Uint64
	failed atomic.Bool
	once   sync.Once
	err    error
}

// coverage is the set of games counted.
type coverage struct {
	mu     sync.Mutex
	ranges []Range
}

func (c *coverage) add(r Range) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ranges = join(append(c.ranges, r))
}

// taken is a block in the hands of a worker.
type taken struct {
	number int
	part   Range
	games  []Played
	told   *Watched
}

func newRun(ctx context.Context, s *Setup, games Range, o Options) *run {
	r := &run{setup: s, o: o, ctx: ctx, size: 1, todo: []Range{games}, done: &coverage{}, parked: map[int]*taken{}}
	if s.allRandom() {
		r.size = block
	}
	if o.From != nil {
		r.todo = Missing(games, o.From.Done)
		r.done.ranges = append([]Range(nil), o.From.Done...)
		r.played.Store(o.From.Games)
	}
	r.moved = sync.NewCond(&r.row)
	blocks := uint64(0)
	for _, part := range r.todo {
		blocks += (part.To-part.From)/r.size + 1
	}
	for range max(int(min(uint64(max(o.Workers, 1)), blocks)), 1) { // no more than have work
		r.tallies = append(r.tallies, NewTally(s))
	}
	return r
}

// work starts the workers and waits for them.
func (r *run) work() {
	var workers, looker sync.WaitGroup
	over := make(chan struct{})
	if r.o.Checkpoint != nil {
		looker.Add(1)
		go func() {
			defer looker.Done()
			r.checkpoints(over)
		}()
	}
	stop := context.AfterFunc(r.ctx, r.wake)
	defer stop()
	for _, tally := range r.tallies {
		workers.Add(1)
		go func() {
			defer workers.Done()
			if err := r.worker(tally); err != nil {
				r.fail(err)
			}
		}()
	}
	workers.Wait()
	close(over)
	looker.Wait()
}

// checkpoints gives what was counted now and then.
func (r *run) checkpoints(over <-chan struct{}) {
	tick := time.NewTicker(max(r.o.Every, time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-over:
			return
		case <-tick.C:
		}
		r.look.Lock()
		t, err := r.sum()
		if err == nil {
			r.o.Checkpoint(t)
		}
		r.look.Unlock()
		if err != nil {
			r.fail(err)
		}
	}
}

// total is everything counted.
func (r *run) total() (*Tally, error) {
	r.look.Lock()
	defer r.look.Unlock()
	return r.sum()
}

func (r *run) sum() (*Tally, error) {
	total := NewTally(r.setup)
	parts := r.tallies
	if r.o.From != nil {
		parts = append([]*Tally{r.o.From}, parts...)
	}
	for _, t := range parts {
		if err := total.Merge(t); err != nil {
			return total, err
		}
	}
	total.Done = append([]Range(nil), r.done.ranges...)
	return total, nil
}

func (r *run) fail(err error) {
	r.once.Do(func() { r.err = err })
	r.failed.Store(true)
	r.wake()
}

// wake lets those who wait for a block look whether the run goes on. The row
// is locked so that nobody misses it between looking and waiting.
func (r *run) wake() {
	r.row.Lock()
	defer r.row.Unlock()
	r.moved.Broadcast()
}

func (r *run) stopped() bool { return r.failed.Load() || r.ctx.Err() != nil }

// take hands out the next block, nil if there is none.
func (r *run) take() *taken {
	r.hand.Lock()
	defer r.hand.Unlock()
	if len(r.todo) == 0 || r.stopped() {
		return nil
	}
	first := &r.todo[0]
	t := &taken{number: r.passed, part: Range{first.From, min(first.From+r.size, first.To)}}
	r.passed++
	if first.From = t.part.To; first.From >= first.To {
		r.todo = r.todo[1:]
	}
	return t
}

// worker plays blocks until there are none.
func (r *run) worker(tally *Tally) error {
	w := &worker{run: r, setup: r.setup, starts: map[int]*interpreter.State{}}
	if err := w.open(); err != nil {
		return err
	}
	defer w.engine.Close()
	for {
		t := r.take()
		if t == nil {
			return nil
		}
		err := w.play(t)
		if err != nil && !errors.Is(err, interpreter.ErrStopped) {
			return err
		}
		if r.o.Each != nil {
			err = r.inOrder(t)
		} else {
			err = r.count(tally, t)
		}
		if err != nil {
			return err
		}
	}
}

// count gives the games of a block on, where somebody wants them, and adds
// them to a tally; who looks sees all of a block or nothing.
func (r *run) count(tally *Tally, t *taken) error {
	if len(t.games) == 0 {
		return nil
	}
	r.look.RLock()
	defer r.look.RUnlock()
	for i := range t.games {
		if r.o.Each == nil {
			break
		}
		if err := r.o.Each(&t.games[i]); err != nil {
			return err
		}
	}
	for i := range t.games {
		g := &t.games[i]
		if err := tally.add(g.Game, &g.Result, g.Err); err != nil {
			return err
		}
	}
	if t.told != nil {
		tally.Watched.merge(t.told)
	}
	r.done.add(Range{t.part.From, t.part.From + uint64(len(t.games))})
	if r.o.Progress != nil {
		r.o.Progress(r.played.Add(uint64(len(t.games))))
	}
	return nil
}

// inOrder gives on and counts this block and those that waited for it, or
// parks it; a worker too far ahead waits.
func (r *run) inOrder(t *taken) error {
	r.row.Lock()
	defer r.row.Unlock()
	for t.number > r.next+ahead && !r.stopped() {
		r.moved.Wait()
	}
	r.parked[t.number] = t
	for {
		t := r.parked[r.next]
		if t == nil || r.cut {
			return nil
		}
		delete(r.parked, r.next)
		r.next++
		r.cut = uint64(len(t.games)) < t.part.To-t.part.From
		if err := r.count(r.tallies[0], t); err != nil { // one block at a time: the row is locked
			return err
		}
		r.moved.Broadcast()
	}
}

// worker is what one worker plays with.
type worker struct {
	run    *run
	setup  *Setup
	engine *Engine
	seated []players.Player
	tell   Teller
	starts map[int]*interpreter.State // by the seat that begins
	games  []Played                   // of the block before, to be used again
	seeds  []uint64
}

func (w *worker) open() (err error) {
	if w.engine, err = w.run.o.Engine(); err != nil {
		return err
	}
	if w.seated, err = seat(w.setup.Players); err != nil {
		w.engine.Close()
		return err
	}
	for _, p := range w.seated {
		if s, ok := p.(players.Stoppable); ok {
			s.OnTick(w.run.stopped)
		}
	}
	if x, ok := w.engine.Executor.(interpreter.Interruptible); ok {
		x.OnTick(w.run.stopped)
	}
	return nil
}

// startOf is the position a game starts from; it is not to be changed.
func (w *worker) startOf(game uint64) (*interpreter.State, error) {
	b := w.setup.beginner(game)
	if s := w.starts[b]; s != nil {
		return s, nil
	}
	s, err := w.setup.start(w.engine, b)
	if err == nil {
		w.starts[b] = s
	}
	return s, err
}
