package reference

import "mancala/interpreter"

// A call can be long: a turn of 200,000 laps, a search for moves that runs
// thousands of turns ahead. So work is counted, and after every slice of it a
// function given from outside is asked whether to go on. When it says no the
// run halts with interpreter.ErrStopped and the position stays as it was.

// sliceWork is the work between two questions: a place or rule asked, a drop
// where something can happen, eight places copied or written into a key. Each
// takes some ten nanoseconds, rarely a few hundred: a slice is a millisecond
// or two.
const sliceWork = 1 << 13

// OnTick sets a function that is asked about every millisecond during long
// calls; when it says true the call ends with interpreter.ErrStopped.
func (x *Executor) OnTick(stop func() bool) { x.stop = stop }

// work counts work done.
func (r *run) work(n int) {
	if r.x.fuel -= n; r.x.fuel < 0 {
		r.tick()
	}
}

// tick asks whether to go on.
func (r *run) tick() {
	r.x.fuel = sliceWork
	if r.x.stop != nil && r.x.stop() {
		r.x.fuel = -1 // whatever forgets the error meets it again at once
		if r.err == nil {
			r.err = interpreter.ErrStopped
		}
	}
}

// copying is the work of copying a position or writing its key.
func (x *Executor) copying() int { return x.p.Layout.Size>>3 + 1 }
