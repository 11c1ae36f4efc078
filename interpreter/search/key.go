package search

import (
	"encoding/binary"
	"math/bits"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// key is 128 bits of a position: one half finds its place in a table, both
// are compared. Two positions meet by chance once in 2^64 pairs and less.
type key struct{ at, check uint64 }

// keyer makes keys of positions. Seeds out of play are left out, for the
// others tell them; counters count as far as the rules tell them apart. Where
// rules read the history, a position alone has no value: the part of the
// history that can still be met is in the key, too.
type keyer struct {
	cells  []keyCell
	past   bool
	holes  int  // cells of holes, the first of a history key
	drains bool // seeds never return to holes: fuller positions can't come back
}

type keyCell struct {
	cell int
	most int32
}

func newKeyer(p *program.Program) *keyer {
	k := &keyer{past: p.Facts.ReadsRepeat, holes: p.Holes, drains: drains(p)}
	for _, f := range p.Layout.Fields {
		if f.Base == p.Layout.Out {
			continue
		}
		for c := range f.Len {
			k.cells = append(k.cells, keyCell{f.Base + c, int32(f.Cap)})
		}
	}
	return k
}

const (
	mulAt    = 0x9E3779B97F4A7C15
	mulCheck = 0xD1342543DE82EF95
)

// of is the key of a position.
func (k *keyer) of(s *interpreter.State) key {
	a, b := uint64(mulCheck), uint64(mulAt)
	for _, c := range k.cells {
		v := s.Cells[c.cell]
		if c.most > 0 {
			v = min(v, c.most)
		}
		a = bits.RotateLeft64((a^uint64(uint32(v)))*mulAt, 29)
		b = (b + uint64(uint32(v)) + 1) * mulCheck
		b ^= b >> 31
	}
	if k.past {
		h := k.history(s)
		a, b = a^h.at, b^h.check
	}
	return key{mix(a), mix(b)}
}

func mix(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xC2B2AE3D27D4EB4F
	return h ^ h>>29
}

// history is a key of the earlier positions that can still come back; their
// order does not matter.
func (k *keyer) history(s *interpreter.State) key {
	var sum key
	now := int64(0)
	for _, v := range s.Cells[:k.holes] {
		now += int64(v)
	}
	for _, old := range s.Seen {
		if k.drains && k.seedsOf(old) > now {
			continue
		}
		a, b := uint64(mulCheck), uint64(mulAt)
		for _, v := range old {
			a = bits.RotateLeft64((a^uint64(v))*mulAt, 29)
			b = (b + uint64(v) + 1) * mulCheck
			b ^= b >> 31
		}
		sum.at += mix(a)
		sum.check += mix(b)
	}
	return sum
}

// seedsOf counts the seeds in the holes of a history key.
func (k *keyer) seedsOf(old []byte) int64 {
	sum := int64(0)
	for range k.holes {
		v, n := binary.Uvarint(old)
		if n <= 0 {
			return 0
		}
		sum += int64(v) - 1
		old = old[n:]
	}
	return sum
}

// drains tells programs under which the seeds in holes never grow more: none
// enter, none are taken out of a store, none are moved or set.
func drains(p *program.Program) bool {
	if p.Game == nil || p.Game.Board.Stores == rules.SownOwn || p.Game.Board.Stores == rules.SownBoth || p.Layout.Hands >= 0 {
		return false
	}
	ok := true
	p.Visit(program.Visitor{
		Set: func(s program.Set) {
			switch s := s.(type) {
			case program.Holes:
				for _, h := range s.List {
					ok = ok && h < p.Holes
				}
			case program.One:
				if c, constant := s.Spot.(program.Const); constant {
					ok = ok && c.V < p.Holes
				}
			}
		},
		Stmt: func(s program.Stmt) {
			switch s := s.(type) {
			case program.MoveSeeds:
				ok = false
			case program.SetCell:
				ok = ok && s.Base >= p.Places
			case program.Relay:
				ok = ok && !isStore(p, s.From)
			case program.Sow:
				ok = ok && !isStore(p, s.Of)
			}
		},
	})
	return ok
}

func isStore(p *program.Program, e program.Expr) bool {
	c, constant := e.(program.Const)
	return constant && c.V >= p.Holes
}
