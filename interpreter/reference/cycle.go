package reference

import (
	"bytes"
	"encoding/binary"
	"slices"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// A turn never ends if a lap of it begins exactly as an earlier one began:
// the same position, seeds in hand, place and direction, and the same values
// of whatever else a rule can read. Every lap start of a turn is written down
// as a key and compared with the earlier ones, so the first recurrence is
// found at once, and with it the exact period. Most turns are a few laps
// long: their keys are compared one by one by their hashes; from tableFrom
// laps on a hash table takes over. A hit is always verified byte by byte.

// tableFrom is the number of laps from which keys are looked up in a table.
const tableFrom = 48

// lapsInTurn names the budget of a turn in *interpreter.OverBudget.
const lapsInTurn = "laps in a turn"

type cycle struct {
	keys   []byte
	ends   []int // end of each lap's key in keys
	hashes []uint64
	table  map[uint64]int // hash (counted up past other keys) → lap index
}

func (c *cycle) reset() {
	c.keys, c.ends, c.hashes, c.table = c.keys[:0], c.ends[:0], c.hashes[:0], nil
}

func (c *cycle) at(i int) []byte {
	if i == 0 {
		return c.keys[:c.ends[0]]
	}
	return c.keys[c.ends[i-1]:c.ends[i]]
}

// add enters the key that was appended to keys and gives the number of laps
// since an equal one, 0 if there is none.
func (c *cycle) add() int {
	i := len(c.ends)
	c.ends = append(c.ends, len(c.keys))
	key := c.at(i)
	h := hash(key)
	if c.table != nil {
		return c.enter(i, h)
	}
	for j, other := range c.hashes {
		if other == h && bytes.Equal(c.at(j), key) {
			return i - j
		}
	}
	if c.hashes = append(c.hashes, h); len(c.hashes) == tableFrom {
		c.table = make(map[uint64]int, 4*tableFrom)
		for j, other := range c.hashes {
			c.enter(j, other)
		}
	}
	return 0
}

func (c *cycle) enter(i int, h uint64) int {
	for ; ; h++ {
		j, taken := c.table[h]
		if !taken {
			c.table[h] = i
			return 0
		}
		if bytes.Equal(c.at(j), c.at(i)) {
			return i - j
		}
	}
}

// hash is FNV-1a over eight bytes at a time, mixed a little.
func hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for ; len(b) >= 8; b = b[8:] {
		h = (h ^ binary.LittleEndian.Uint64(b)) * 1099511628211
		h ^= h >> 32
	}
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h ^ h>>29
}

// recurs writes down the lap about to begin. It is true if the turn never
// ends or has used up its laps: what that means is done then.
func (r *run) recurs() bool {
	if r.work(r.x.copying()); r.err != nil {
		return true
	}
	r.cycle.keys = r.lapKey(r.cycle.keys)
	if period := r.cycle.add(); period > 0 {
		r.endless(interpreter.EndlessExact, period)
		return true
	}
	if r.reg[program.RLap] >= r.x.budget.Laps {
		r.endless(interpreter.EndlessBudget, 0)
		return true
	}
	return false
}

// lapKey appends the key of the lap about to begin.
func (r *run) lapKey(b []byte) []byte {
	a := &r.after
	b = append(b, byte(a.kind), byte(r.reg[program.RDir]+1))
	b = binary.AppendUvarint(b, uint64(a.place+1))
	b = binary.AppendUvarint(b, uint64(a.seeds))
	b = binary.AppendUvarint(b, uint64(a.take))
	f := &r.x.p.Facts
	b = appendCounter(b, r.reg[program.RLap], f.LapKey)
	b = appendCounter(b, r.reg[program.RCaptured], f.CapturedKey)
	if f.Visits {
		for _, lap := range r.fell {
			b = append(b, byte(truth(lap > 0)))
		}
	}
	return r.appendCells(b)
}

// appendCounter appends a register as far as a key holds it: not at all (0),
// up to a value, or whole (-1).
func appendCounter(b []byte, v, upTo int) []byte {
	switch {
	case upTo == 0:
		return b
	case upTo > 0:
		v = min(v, upTo)
	}
	return binary.AppendUvarint(b, uint64(uint32(v)))
}

// appendCells appends the cells that belong to keys.
func (r *run) appendCells(b []byte) []byte {
	for _, k := range r.x.uses.key {
		v := r.cells[k.cell]
		if k.most > 0 {
			v = min(v, k.most)
		}
		if v >= 0 && v < 0x7f {
			b = append(b, byte(v)+1)
			continue
		}
		b = binary.AppendUvarint(b, uint64(uint32(v+1)))
	}
	return b
}

// repeats asks if the position stands for so many times, counting the earlier beginnings of plies. At
// the beginning of a ply its own key is not yet among the earlier ones.
func (r *run) repeats(times int) bool {
	key := r.key
	if r.reg[program.RLap] > 0 || key == nil { // in the middle of a turn
		key = r.appendCells(nil)
	}
	for _, old := range r.seen {
		if bytes.Equal(old, key) {
			times--
		}
	}
	return times <= 1
}

// endless does what the file says of a turn that never ends. Captured seeds
// that were about to be sown go home.
func (r *run) endless(kind interpreter.EndlessKind, period int) {
	r.endlessly, r.period = kind, period
	r.note(interpreter.FoundEndless, r.after.place, period, 0, "")
	if r.after.kind == sowNext {
		r.goHome(r.mover, r.after.seeds)
	}
	r.after = after{kind: stopped}
	switch r.seat.Endless {
	case rules.EndlessStop:
		r.note(interpreter.Stopped, r.reg[program.RLast], 0, 0, "")
	case rules.EndlessLoses:
		r.finish(rules.Loses, r.mover, interpreter.ByEndless, nil)
	case rules.EndlessDraw:
		r.finish(rules.Drawn, -1, interpreter.ByEndless, nil)
	case rules.EndlessIllegal:
		r.illegal = true
	default:
		r.endlessGap(kind, period)
	}
}

// endlessGap reports an endless turn that the file gives no meaning, or that
// it claims can't happen. A used-up budget proves neither.
func (r *run) endlessGap(kind interpreter.EndlessKind, period int) {
	if kind == interpreter.EndlessBudget {
		r.overBudget(lapsInTurn, r.reg[program.RLap])
		return
	}
	if r.err == nil {
		gap := interpreter.NewEndlessGap(r.reg[program.RLap], period, r.seat.Endless == rules.EndlessNever, slices.Clone(r.cells), r.rule)
		gap.Turn = r.events
		r.err = gap
	}
}
