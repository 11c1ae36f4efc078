package interpreter

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
)

// Random is the one generator of the project, xorshift64*: small enough to
// live in a compiled module, so that both executors play the same games from
// the same seed. Its outputs are pinned by a test; records depend on them.
type Random struct{ s uint64 }

// NewRandom starts a generator. Zero, from which xorshift never leaves, counts as 1.
func NewRandom(seed uint64) *Random {
	if seed == 0 {
		seed = 1
	}
	return &Random{seed}
}

// State is the generator's whole state: NewRandom(r.State()) goes on as r does.
func (r *Random) State() uint64 { return r.s }

// Next is the next output.
func (r *Random) Next() uint64 {
	s := r.s
	s ^= s >> 12
	s ^= s << 25
	s ^= s >> 27
	r.s = s
	return s * 0x2545F4914F6CDD1D
}

// Below draws a number 0..n-1: the high 32 bits of the next output times n,
// shifted down. For the few dozens of moves of a position the bias is below
// one in 10^7. It gives 0, and still draws, for n < 1.
func (r *Random) Below(n int) int {
	high := uint64(uint32(r.Next() >> 32))
	if n < 1 {
		return 0
	}
	return int((high * uint64(n)) >> 32)
}

// GameSeed is the seed of one game of a run: the first eight bytes, big
// endian, of the SHA-256 of a text that names rules, run and game. Every game
// has its own generator, so a run can be cut into shards anywhere.
func GameSeed(rulesHash string, seed uint64, game uint64) uint64 {
	var room [160]byte // a game of Kalah takes little more time than an allocation or two
	text := append(room[:0], "mancala game\n"...)
	text = append(append(text, rulesHash...), '\n')
	text = append(strconv.AppendUint(text, seed, 10), '\n')
	sum := sha256.Sum256(strconv.AppendUint(text, game, 10))
	if s := binary.BigEndian.Uint64(sum[:8]); s != 0 {
		return s
	}
	return 1
}
