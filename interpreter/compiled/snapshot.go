package compiled

import (
	"slices"

	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// What is remembered of a lap start, so that the turn can go on from there: its
// key (log.go), the numbers of the turn, and the state.

// Snapshots hold, behind the key, the numbers of the turn and then the state
// as it lies in memory, with what is kept of the turn behind it.
const snapNumbers = 64

// A frame is what a watched turn keeps on the stack of states.
const (
	frNext    = 0  // lap to be looked at next
	frPeriod  = 4  //
	frKept    = 8  // 64 bits: hash of the lap start kept
	frSmall   = 16 // 64 bits: milestones have smaller hashes
	frBase    = 24 // address of what is remembered
	frPhase   = 28
	frCount   = 32 // milestones
	frPower   = 36 // lap to be kept next
	frPaid    = 40 // laps paid for
	frFrom    = 44 // see pin.go
	frTo      = 48
	frThen    = 52
	frContent = 56 // seeds of the last drop's place
	frHead    = 64 // here follow the lap start looked at, and the start of the turn
)

// keySize is the size of a lap start's key, its hash included.
func (c *compiler) keySize() int {
	_, _, size := c.logEntry()
	return size
}

// snapSize is the size of a snapshot.
func (c *compiler) snapSize() int { return align(c.keySize()+snapNumbers+c.savedSize()+16, 16) }

func (c *compiler) frameSize() int { return frHead + 2*c.snapSize() }

func (c *compiler) startAtFrame() int { return frHead + c.snapSize() }

// lapNumber is where the lap stands in a snapshot.
func (c *compiler) lapNumber() int { return c.keySize() }

// liveLocals are the numbers a lap begins with; the lap is the first.
func (t *turn) liveLocals() []wasm.Local {
	g := t.g
	list := []wasm.Local{*t.lapLocal, t.place, t.seeds, t.sown}
	may := func(has bool, l ...wasm.Local) {
		if has {
			list = append(list, l...)
		}
	}
	may(t.sows || t.direct, t.kind)
	may(t.takes, t.taken)
	may(g.facts.captures, t.captured)
	may(g.facts.loses, t.lost)
	may(t.hasRev, t.rev)
	may(t.tellsEndless(), t.began)
	may(t.code.table != nil, t.rowBase)
	if d := g.reg[program.RDir]; d.isLocal {
		list = append(list, d.local)
	}
	for _, r := range []program.Register{program.RLast, program.ROrigin, program.RFirst, program.RWas, program.RWasOwner} {
		if o := g.reg[r]; o.isLocal { // tables asked after an endless turn read them
			list = append(list, o.local)
		}
	}
	return list
}

// startParts are the parts of the state that a turn can change: all but the
// mover. Cells that are written one by one are read one by one: a processor
// waits for a narrow store before it can load more than what was stored.
func (g *gen) startParts() (parts [][2]int) {
	l := g.lay
	seeds := 0
	for _, f := range g.p.Layout.Fields {
		if f.Kind == program.Seeds {
			for c := range f.Len {
				seeds = max(seeds, l.addr[f.Base+c]+l.lane-l.base)
			}
		}
	}
	parts = append(parts, [2]int{l.base, seeds})
	for _, f := range g.p.Layout.Fields {
		if f.Kind == program.Seeds || f.Base == g.p.Layout.Mover && f.Kind == program.Machine {
			continue
		}
		n, w := f.Len*l.kind[f.Base].width, l.kind[f.Base].width
		if f.Len > 8 || w < 4 {
			parts = append(parts, [2]int{l.addr[f.Base], n})
			continue
		}
		for c := range f.Len {
			parts = append(parts, [2]int{l.addr[f.Base+c], w})
		}
	}
	return parts
}

// snapParts are the parts of memory in a snapshot, and where they are there.
func (g *gen) snapParts() (parts [][2]int, at func(addr int) int) {
	parts = g.startParts()
	if g.scratchEnd > g.scratch {
		parts = append(parts, [2]int{g.scratch, g.scratchEnd - g.scratch})
	}
	state := g.keySize() + snapNumbers
	if g.uses.forecasts {
		parts = append(parts, [2]int{cAnyLap, 12})
	}
	return parts, func(addr int) int {
		if addr == cAnyLap {
			return state + g.savedSize()
		}
		return state + addr - g.lay.base
	}
}

// saveState writes a snapshot without its key into the frame.
func (t *turn) saveState(at int) {
	g := t.g
	f := g.f
	g.storeWords()
	parts, in := g.snapParts()
	for _, p := range parts {
		f.Unwatched(func() { copyBytes(f, t.frame, at+in(p[0]), g.zero, p[0], p[1]) })
	}
	t.saveNumbers(at, t.liveLocals())
}

// saveNumbers writes numbers of the turn into the frame.
func (t *turn) saveNumbers(at int, list []wasm.Local) {
	for _, l := range list {
		t.g.f.Get(t.frame).Get(l).Store(wasm.I32Store, at+t.numberAt(l))
	}
}

// numberAt is where a number of the turn stands in a snapshot.
func (t *turn) numberAt(l wasm.Local) int {
	return t.g.keySize() + 4*slices.Index(t.liveLocals(), l)
}

// saveLap writes the lap start into the frame.
func (t *turn) saveLap() {
	f := t.g.f
	t.saveState(frHead)
	t.lapNumbers()
	f.Unwatched(func() { f.Get(t.frame).Const(frHead).Op(wasm.I32Add).Call(t.g.logWrite()) })
}

// loadLap goes on with the lap start in the frame.
func (t *turn) loadLap() {
	t.loadParts()
	t.g.loadWords()
	t.loadNumbers()
	t.loadWatch()
}

// loadParts puts the state in the frame in place.
func (t *turn) loadParts() {
	f := t.g.f
	parts, in := t.g.snapParts()
	for _, p := range parts {
		f.Unwatched(func() { copyBytes(f, t.g.zero, p[0], t.frame, frHead+in(p[0]), p[1]) })
	}
}

// loadNumbers reads the numbers of the turn.
func (t *turn) loadNumbers() {
	for i, l := range t.liveLocals() {
		t.g.f.Get(t.frame).Load(wasm.I32Load, frHead+t.g.keySize()+4*i).Set(l)
	}
}

// loadWatch reads what is to be looked at next.
func (t *turn) loadWatch() {
	f := t.g.f
	f.Get(t.frame).Load(wasm.I32Load, frNext).Set(t.next)
	f.Get(t.frame).Load(wasm.I64Load, frKept).Set(t.kept)
	f.Get(t.frame).Load(wasm.I64Load, frSmall).Set(t.small)
}

// mostHashed is how many words of the board are hashed at every lap.
const mostHashed = 4

// hashLap sets t.hash to a hash of the lap start: of the place and of those
// words of the board the mover sows in, at most mostHashed. It only chooses
// what is looked at: lap starts are compared by their keys.
func (t *turn) hashLap() {
	g := t.g
	f := g.f
	k := uint64(0x9E3779B97F4A7C15)
	f.Get(t.place).Op(wasm.I64ExtendI32U)
	lo, hi := t.code.walked.without(-1).span()
	if lo < 0 {
		f.Set(t.hash)
		return
	}
	per := 8 / g.lay.lane
	first, last := lo/per, hi/per
	if g.words != nil {
		last = min(last, len(g.words)-1)
	}
	n := min(last-first+1, mostHashed)
	for i := range n {
		word := first + i*(last-first+1)/n
		k = (k*0xD1342543DE82EF95 + 0x9E3779B97F4A7C15) | 1
		if g.words != nil {
			f.Get(g.words[word])
		} else {
			f.Get(g.zero).Load(wasm.I64Load, g.lay.base+8*word)
		}
		if i == 0 {
			f.Op(wasm.I64Add).Const64(int64(k)).Op(wasm.I64Mul)
		} else {
			f.Const64(int64(k)).Op(wasm.I64Mul, wasm.I64Add)
		}
	}
	f.Set(t.hash)
}
