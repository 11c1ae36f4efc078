package compiled_test

import "encoding/binary"

// Ordinary hand-written programs of the games that are measured: a struct, a
// list of moves, loops seed by seed. They play the same random games as the
// engine, which a test holds them to, and are what its speed is compared with.

// rival is a hand-written game.
type rival interface {
	start()
	moves(list *[16]int) int // how many; 0: the game is over
	play(move int)
	over() bool
}

// rivalLaps is where a turn of a rival is cut.
const rivalLaps = 1000

// playRival plays a random game and gives its plies and the sum of legal moves.
func playRival(r rival, seed uint64, cap int) (plies, moves int) {
	var list [16]int
	r.start()
	for plies < cap && !r.over() {
		n := r.moves(&list)
		if n == 0 {
			break
		}
		k := 0
		if n > 1 {
			seed ^= seed >> 12
			seed ^= seed << 25
			seed ^= seed >> 27
			k = int(seed * 0x2545F4914F6CDD1D >> 32 * uint64(n) >> 32)
		}
		plies, moves = plies+1, moves+n
		r.play(list[k])
	}
	return plies, moves
}

// countRival counts the sequences of so many moves from a position; the last
// moves are counted, not made, as the engine does it.
func countRival[G any, P interface {
	*G
	rival
}](g *G, depth int) uint64 {
	var list [16]int
	if P(g).over() {
		return 0
	}
	n := P(g).moves(&list)
	if depth == 1 {
		return uint64(n)
	}
	sum := uint64(0)
	for _, move := range list[:n] {
		next := *g
		P(&next).play(move)
		sum += countRival[G, P](&next, depth-1)
	}
	return sum
}

// husRival is Hus: relays and captures that are sown on, on two rows of one's
// own. Holes are counted along the way the seeds go: 0 to 7 are the inner row
// from the right, 8 to 15 the outer from the left.
type husRival struct {
	hole    [2][16]uint8
	mover   int
	endless bool
}

func (g *husRival) start() {
	*g = husRival{}
	for i := range 16 {
		if i < 4 || i > 7 {
			g.hole[0][i], g.hole[1][i] = 2, 2
		}
	}
}

func (g *husRival) over() bool { return g.endless }

func (g *husRival) moves(list *[16]int) int {
	n, own := 0, &g.hole[g.mover&1]
	for i := 7; i >= 0; i-- {
		if own[i] >= 2 {
			list[n&15] = i
			n++
		}
	}
	for i := 8; i < 16; i++ {
		if own[i] >= 2 {
			list[n&15] = i
			n++
		}
	}
	return n
}

func (g *husRival) play(p int) {
	own, enemy := &g.hole[g.mover&1], &g.hole[(g.mover^1)&1]
	g.mover ^= 1
	seeds := own[p&15]
	own[p&15] = 0
	for lap := 1; ; lap++ {
		for ; seeds > 0; seeds-- {
			p = (p + 1) & 15
			own[p]++
		}
		switch {
		case own[p&15] == 1:
			return
		case lap >= rivalLaps:
			g.endless = true
			return
		case p < 8 && enemy[(7-p)&15] > 0:
			seeds = enemy[(7-p)&15] + enemy[(8+p)&15]
			enemy[(7-p)&15], enemy[(8+p)&15] = 0, 0
		default:
			seeds = own[p&15]
			own[p&15] = 0
		}
	}
}

// hawalisRival is Hawalis: relays, captures at their end, positions that repeat.
// Holes are counted as in husRival, seven in a row.
type hawalisRival struct {
	hole  [2][16]uint8 // two more than there are, so that an index needs no test
	mover int
	ended bool
	seen  *seenTable // nil: repetition does not matter
}

func (g *hawalisRival) start() {
	if g.seen == nil {
		g.seen = &seenTable{}
	}
	g.seen.clear()
	g.mover, g.ended = 0, false
	for i := range 14 {
		g.hole[0][i], g.hole[1][i] = 2, 2
	}
	g.seen.met(g.hash())
}

func (g *hawalisRival) over() bool { return g.ended }

func (g *hawalisRival) moves(list *[16]int) int {
	n, own := 0, &g.hole[g.mover&1]
	for j := range 14 {
		i := j
		if j < 7 {
			i = 6 - j
		}
		if own[i&15] >= 2 {
			list[n&15] = i
			n++
		}
	}
	if n > 0 {
		return n
	}
	for j := range 14 {
		i := j
		if j < 7 {
			i = 6 - j
		}
		next := i + 1
		if next == 14 {
			next = 0
		}
		if own[i&15] == 1 && own[next&15] == 0 {
			list[n&15] = i
			n++
		}
	}
	return n
}

func (g *hawalisRival) play(p int) {
	own, enemy := &g.hole[g.mover&1], &g.hole[(g.mover^1)&1]
	g.mover ^= 1
	seeds := own[p&15]
	own[p&15] = 0
	for lap := 1; ; lap++ {
		for ; seeds > 0; seeds-- {
			if p++; p == 14 {
				p = 0
			}
			own[p&15]++
		}
		if own[p&15] == 1 {
			break
		}
		if lap >= rivalLaps {
			g.ended = true
			return
		}
		seeds = own[p&15]
		own[p&15] = 0
	}
	if p < 7 && enemy[(6-p)&15] > 0 {
		enemy[(6-p)&15], enemy[(7+p)&15] = 0, 0
		if g.seen != nil {
			g.seen.clear() // what was captured never comes back
		}
	}
	if g.seen == nil {
		return
	}
	g.ended = g.seen.met(g.hash())
}

// hash is the position in 64 bits, near enough.
func (g *hawalisRival) hash() uint64 {
	h := uint64(g.mover)
	for s := range g.hole {
		for i := 0; i < 16; i += 8 {
			h = (h ^ binary.LittleEndian.Uint64(g.hole[s][i:])) * 0x9E3779B97F4A7C15
			h ^= h >> 32
		}
	}
	return h
}

// seenTable holds the hashes met since it was cleared.
type seenTable struct {
	slot [4096]struct{ hash, round uint64 }
	now  uint64
}

func (t *seenTable) clear() { t.now++ }

func (t *seenTable) met(h uint64) bool {
	for i := h; ; i++ {
		switch e := &t.slot[i%4096]; {
		case e.round != t.now:
			e.hash, e.round = h, t.now
			return false
		case e.hash == h:
			return true
		}
	}
}

// anywoliRival is Anywoli: something can happen at every seed.
type anywoliRival struct {
	hole        [24]uint8
	store       [2]int
	mover, left int
	captor      int
	ended       bool
}

func (g *anywoliRival) start() {
	*g = anywoliRival{left: 96}
	for i := range 24 {
		g.hole[i&31] = 4
	}
}

func (g *anywoliRival) over() bool { return g.ended }

func (g *anywoliRival) moves(list *[16]int) int {
	n, first := 0, 12*g.mover
	for i := first; i < first+12; i++ {
		if g.hole[i&31] > 0 {
			list[n&15] = i
			n++
		}
	}
	if n == 0 { // a pass
		list[0] = -1
		n = 1
	}
	return n
}

func (g *anywoliRival) take(p, seat int) {
	g.hole[p&31] = 0
	g.store[seat&1] += 4
	g.left -= 4
	g.captor = seat
}

func (g *anywoliRival) play(p int) {
	mover := g.mover
	g.mover ^= 1
	if p < 0 {
		return
	}
	seeds := g.hole[p&31]
	g.hole[p&31] = 0
	for lap := 1; ; lap++ {
		for ; seeds > 0; seeds-- {
			if p++; p == 24 {
				p = 0
			}
			g.hole[p&31]++
			if g.hole[p&31] == 4 && seeds > 1 {
				g.take(p, p/12)
			}
		}
		if g.hole[p&31] == 4 {
			g.take(p, mover)
			g.mover = mover
			break
		}
		if g.hole[p&31] == 1 {
			break
		}
		if lap >= rivalLaps {
			g.ended = true
			return
		}
		seeds = g.hole[p&31]
		g.hole[p&31] = 0
	}
	if g.left <= 4 {
		g.store[g.captor&1] += g.left
		g.ended = true
	}
}

// owareRival is Oware: a grand slam captures nothing, the game is over at 25
// or at 24 each, and who can't move ends it.
type owareRival struct {
	hole  [16]uint8
	store [2]uint8
	mover int
}

func (g *owareRival) start() {
	*g = owareRival{}
	for i := range 12 {
		g.hole[i&15] = 4
	}
}

func (g *owareRival) over() bool {
	return g.store[0] > 24 || g.store[1] > 24 || g.store[0] == 24 && g.store[1] == 24
}

func (g *owareRival) moves(list *[16]int) int {
	n, own, enemy := 0, 6*g.mover, 6-6*g.mover
	fed := false
	for i := range 6 {
		fed = fed || g.hole[(enemy+i)&15] > 0
	}
	for i := range 6 {
		if seeds := int(g.hole[(own+i)&15]); seeds > 0 && (fed || seeds >= 6-i) {
			list[n&15] = own + i
			n++
		}
	}
	return n
}

func (g *owareRival) play(from int) {
	p, seeds := from, g.hole[from&15]
	g.hole[from&15] = 0
	for seeds > 0 {
		if p++; p == 12 {
			p = 0
		}
		if p != from {
			g.hole[p&15]++
			seeds--
		}
	}
	enemy := 6 - 6*g.mover
	low := p // the harvest is what lies above low, up to p
	for low >= enemy && low < enemy+6 && (g.hole[low&15] == 2 || g.hole[low&15] == 3) {
		low--
	}
	rest := false
	for i := enemy; i < enemy+6; i++ {
		rest = rest || g.hole[i&15] > 0 && (i <= low || i > p)
	}
	if rest {
		for i := low + 1; i <= p; i++ {
			g.store[g.mover&1] += g.hole[i&15]
			g.hole[i&15] = 0
		}
	}
	g.mover ^= 1
}

// kalahRival is Kalah: holes 0 to 5 and store 6 of South, 7 to 12 and 13 of North.
type kalahRival struct {
	hole  [16]uint8
	mover int
	ended bool
}

func (g *kalahRival) start() {
	*g = kalahRival{}
	for i := range 6 {
		g.hole[i&15], g.hole[(7+i)&15] = 4, 4
	}
}

func (g *kalahRival) over() bool { return g.ended }

func (g *kalahRival) moves(list *[16]int) int {
	n, first := 0, 7*g.mover
	for i := first; i < first+6; i++ {
		if g.hole[i&15] > 0 {
			list[n&15] = i
			n++
		}
	}
	return n
}

func (g *kalahRival) play(p int) {
	first := 7 * g.mover
	store, skip := first+6, 13-first
	seeds := g.hole[p&15]
	g.hole[p&15] = 0
	for seeds > 0 {
		if p++; p == 14 {
			p = 0
		}
		if p != skip {
			g.hole[p&15]++
			seeds--
		}
	}
	if p != store {
		if p >= first && p < store && g.hole[p&15] == 1 && g.hole[(12-p)&15] > 0 {
			g.hole[store&15] += 1 + g.hole[(12-p)&15]
			g.hole[p&15], g.hole[(12-p)&15] = 0, 0
		}
		g.mover ^= 1
	}
	south, north := uint8(0), uint8(0)
	for i := range 6 {
		south += g.hole[i&15]
		north += g.hole[(7+i)&15]
	}
	g.ended = south == 0 || north == 0
}

// cliffRival is the game of testdata/cliff.toml, which no fast form fits.
type cliffRival struct {
	hole  [12]uint8
	store [2]uint8
	mover int
}

func (g *cliffRival) start() {
	*g = cliffRival{}
	for i := range g.hole {
		g.hole[i] = 4
	}
}

func (g *cliffRival) over() bool { return false }

func (g *cliffRival) moves(list *[16]int) int {
	n, own, enemy := 0, 6*g.mover, 6-6*g.mover
	for i := own; i < own+6; i++ {
		if g.hole[i] == 0 {
			continue
		}
		try := *g
		try.play(i)
		for _, seeds := range try.hole[enemy : enemy+6] {
			if seeds > 0 {
				list[n&15] = i
				n++
				break
			}
		}
	}
	if n > 0 {
		return n
	}
	for i := own; i < own+6; i++ {
		if g.hole[i] > 0 {
			list[n&15] = i
			n++
		}
	}
	return n
}

func (g *cliffRival) capture(p int) {
	g.store[g.mover&1] += g.hole[p]
	g.hole[p] = 0
}

func (g *cliffRival) play(p int) {
	enemy := 6 - 6*g.mover
	for lap := 1; ; lap++ {
		seeds := g.hole[p]
		g.hole[p] = 0
		for seeds > 0 {
			if p++; p == 12 {
				p = 0
			}
			if g.hole[p] >= 9 {
				continue
			}
			g.hole[p]++
			if seeds--; seeds > 0 && g.hole[p] == 3 && p >= enemy && p < enemy+6 {
				g.capture(p)
			}
		}
		inEnemy := p >= enemy && p < enemy+6
		if g.hole[p] > 1 && !inEnemy && lap < 3 {
			continue
		}
		if inEnemy && g.hole[p] == 2 {
			g.capture(p)
		}
		break
	}
	g.mover ^= 1
}
