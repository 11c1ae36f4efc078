package reference_test

import (
	"fmt"
	"slices"
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/reference"
)

// Rules of three games written by hand in Go, from the descriptions and on
// other coordinates, as a second opinion on what the game files and the
// executor make of them. This is the only place where rules of a game are Go.

// oracle is a game in progress. Holes are named by place number, as the board
// numbers them: South's from his left, inner row first, then North's.
type oracle interface {
	legal() []int
	play(place int)
	// holes, stores (nil: none), mover, over, winner (-1: draw)
	holes() []int
	stores() []int
	toMove() int
	result() (over bool, winner int)
}

// husOracle is Hus 4x8: a ring of 16 a side, outer row first, from the owner's left.
type husOracle struct {
	ring  [2][16]int
	mover int
	won   int // winner of an endless turn, -1 while the game is on
}

func newHus() *husOracle {
	g := &husOracle{won: -1}
	for s := range 2 {
		for i := range 12 {
			g.ring[s][i] = 2 // the outer row, and the inner row from its right end
		}
	}
	return g
}

func husPlace(seat, i int) int {
	if i < 8 {
		return seat*16 + 8 + i
	}
	return seat*16 + 15 - i
}

func (g *husOracle) legal() []int {
	var out []int
	for i, n := range g.ring[g.mover] {
		if n >= 2 {
			out = append(out, husPlace(g.mover, i))
		}
	}
	slices.Sort(out)
	return out
}

func (g *husOracle) play(place int) {
	own, other := &g.ring[g.mover], &g.ring[1-g.mover]
	i := place - g.mover*16 - 8 // outer row
	if i < 0 {
		i = 15 - (place - g.mover*16) // inner row
	}
	n := own[i]
	own[i] = 0
	from := i + 1
	seen := map[string]bool{}
	for {
		for k := range n {
			own[(from+k)%16]++
		}
		end := (from + n - 1) % 16
		if own[end] == 1 {
			break
		}
		captured := 0
		if end >= 8 {
			// Inner column 15-end from his left lies against column 7-(15-end)
			// of the other's, which is ring hole 15-(end-8) = 23-end there.
			facing := 23 - end
			behind := end - 8
			if other[facing] > 0 {
				captured = other[facing] + other[behind]
				other[facing], other[behind] = 0, 0
			}
		}
		if captured > 0 {
			n, from = captured, end+1
		} else {
			n, from = own[end], end+1
			own[end] = 0
		}
		key := fmt.Sprint(g.ring, n, from%16)
		if seen[key] {
			g.won = 1 - g.mover
			return
		}
		seen[key] = true
	}
	g.mover = 1 - g.mover
}

func (g *husOracle) holes() []int {
	out := make([]int, 32)
	for s := range 2 {
		for i, n := range g.ring[s] {
			out[husPlace(s, i)] = n
		}
	}
	return out
}
func (g *husOracle) stores() []int { return nil }
func (g *husOracle) toMove() int   { return g.mover }
func (g *husOracle) result() (bool, int) {
	if g.won >= 0 {
		return true, g.won
	}
	return len(g.legal()) == 0, 1 - g.mover
}

// kalahOracle is Kalah (6,4) on one ring of 14: South's row, his store, North's row, his store.
type kalahOracle struct {
	pit   [14]int
	mover int
	over  bool
}

func newKalah() *kalahOracle {
	g := &kalahOracle{}
	for i := range g.pit {
		if i%7 != 6 {
			g.pit[i] = 4
		}
	}
	return g
}

func (g *kalahOracle) legal() []int {
	var out []int
	for i := range 6 {
		if !g.over && g.pit[7*g.mover+i] > 0 {
			out = append(out, 6*g.mover+i)
		}
	}
	return out
}

func (g *kalahOracle) play(place int) {
	store, otherStore := 7*g.mover+6, 7*(1-g.mover)+6
	i := 7*g.mover + place%6
	n := g.pit[i]
	g.pit[i] = 0
	for n > 0 {
		if i = (i + 1) % 14; i != otherStore {
			g.pit[i]++
			n--
		}
	}
	if i/7 == g.mover && i != store && g.pit[i] == 1 && g.pit[12-i] > 0 {
		g.pit[store] += 1 + g.pit[12-i]
		g.pit[i], g.pit[12-i] = 0, 0
	}
	if i != store {
		g.mover = 1 - g.mover
	}
	south, north := 0, 0
	for k := range 6 {
		south += g.pit[k]
		north += g.pit[7+k]
	}
	if south == 0 || north == 0 {
		g.over = true
		g.pit[6] += south
		g.pit[13] += north
		for k := range 6 {
			g.pit[k], g.pit[7+k] = 0, 0
		}
	}
}

func (g *kalahOracle) holes() []int {
	return append(slices.Clone(g.pit[0:6]), g.pit[7:13]...)
}
func (g *kalahOracle) stores() []int { return []int{g.pit[6], g.pit[13]} }
func (g *kalahOracle) toMove() int   { return g.mover }
func (g *kalahOracle) result() (bool, int) {
	return g.over, winnerOf(g.pit[6], g.pit[13])
}

func winnerOf(south, north int) int {
	switch {
	case south > north:
		return 0
	case south < north:
		return 1
	}
	return -1
}

// owareOracle is Oware: one must feed; a grand slam is legal and captures
// nothing; who can't move, or can't feed, ends the game and each takes his own
// row; it ends at 25 and at 24 each, and when a position comes back.
type owareOracle struct {
	pit   [12]int
	store [2]int
	mover int
	over  bool
	seen  map[string]bool
}

func newOware() *owareOracle {
	g := &owareOracle{seen: map[string]bool{}}
	for i := range g.pit {
		g.pit[i] = 4
	}
	g.begin()
	return g
}

func (g *owareOracle) row(seat int) int {
	sum := 0
	for i := range 6 {
		sum += g.pit[6*seat+i]
	}
	return sum
}

// sown gives the board after a sowing from a pit and where it ended.
func (g *owareOracle) sown(from int) ([12]int, int) {
	pit := g.pit
	n, i := pit[from], from
	pit[from] = 0
	for n > 0 {
		if i = (i + 1) % 12; i != from {
			pit[i]++
			n--
		}
	}
	return pit, i
}

func (g *owareOracle) legal() []int {
	var out []int
	if g.over {
		return nil
	}
	starving := g.row(1-g.mover) == 0
	for i := 6 * g.mover; i < 6*g.mover+6; i++ {
		if g.pit[i] == 0 {
			continue
		}
		if starving {
			pit, _ := g.sown(i)
			fed := 0
			for k := range 6 {
				fed += pit[6*(1-g.mover)+k]
			}
			if fed == 0 {
				continue
			}
		}
		out = append(out, i)
	}
	return out
}

func (g *owareOracle) play(place int) {
	pit, i := g.sown(place)
	first, last := 6*(1-g.mover), 6*(1-g.mover)+5
	after, won := pit, 0
	for i >= first && i <= last && (pit[i] == 2 || pit[i] == 3) {
		won += pit[i]
		after[i] = 0
		i--
	}
	g.pit = pit
	rest := 0
	for k := first; k <= last; k++ {
		rest += after[k]
	}
	if rest > 0 {
		g.pit = after
		g.store[g.mover] += won
	}
	if g.store[0] > 24 || g.store[1] > 24 || g.store[0] == 24 && g.store[1] == 24 {
		g.over = true
		return
	}
	g.mover = 1 - g.mover
	g.begin()
}

func (g *owareOracle) begin() {
	key := fmt.Sprint(g.pit, g.store, g.mover)
	if g.seen[key] || len(g.legal()) == 0 {
		g.over = true
		g.store[0] += g.row(0)
		g.store[1] += g.row(1)
		g.pit = [12]int{}
		return
	}
	g.seen[key] = true
}

func (g *owareOracle) holes() []int  { return slices.Clone(g.pit[:]) }
func (g *owareOracle) stores() []int { return g.store[:] }
func (g *owareOracle) toMove() int   { return g.mover }
func (g *owareOracle) result() (bool, int) {
	return g.over, winnerOf(g.store[0], g.store[1])
}

// compare plays random games on both and fails at the first difference.
func compare(t *testing.T, x *reference.Executor, fresh func() oracle, games int) {
	t.Helper()
	random := interpreter.NewRandom(interpreter.GameSeed("oracle", 1, uint64(games)))
	plies := 0
	for range games {
		s, g := start(t, x), fresh()
		var log []int
		for ply := 0; ply < 2000; ply++ {
			if diff := differs(x, s, g); diff != "" {
				t.Fatalf("after %v: %s", log, diff)
			}
			if s.Over != nil {
				break
			}
			moves, err := x.Legal(s)
			if err != nil {
				t.Fatalf("after %v: %v", log, err)
			}
			if diff := sameMoves(moves, g.legal()); diff != "" {
				t.Fatalf("after %v: %s", log, diff)
			}
			m := moves[random.Below(len(moves))]
			log = append(log, m.From)
			if _, err := x.Play(s, m); err != nil {
				t.Fatalf("after %v: %v", log, err)
			}
			g.play(m.From)
			plies++
		}
	}
	t.Logf("%d games, %d plies agree", games, plies)
}

// differs compares two positions.
func differs(x *reference.Executor, s *interpreter.State, g oracle) string {
	over, winner := g.result()
	if over != (s.Over != nil) {
		return fmt.Sprintf("over: %v, the oracle says %v", s.Over, over)
	}
	if over && s.Over.Winner != winner {
		return fmt.Sprintf("winner %d, the oracle says %d", s.Over.Winner, winner)
	}
	if over && s.Over.Kind == interpreter.ByEndless {
		return "" // where a cycle is cut is each one's own affair
	}
	lay := x.Program().Layout
	for p, n := range g.holes() {
		if int(s.Cells[p]) != n {
			return fmt.Sprintf("%s holds %d, the oracle says %d", x.Program().Game.Board.PlaceName(p), s.Cells[p], n)
		}
	}
	for seat, n := range g.stores() {
		if int(s.Cells[lay.Stores+seat]) != n {
			return fmt.Sprintf("store %d holds %d, the oracle says %d", seat, s.Cells[lay.Stores+seat], n)
		}
	}
	if !over && int(s.Cells[lay.Mover]) != g.toMove() {
		return fmt.Sprintf("mover %d, the oracle says %d", s.Cells[lay.Mover], g.toMove())
	}
	return ""
}

func sameMoves(moves []interpreter.Move, want []int) string {
	var got []int
	for _, m := range moves {
		got = append(got, m.From)
	}
	if !slices.Equal(got, want) {
		return fmt.Sprintf("legal moves %v, the oracle says %v", got, want)
	}
	return ""
}

func TestOracleHandmade(t *testing.T) {
	t.Run("hus", func(t *testing.T) { compare(t, executor(t, hus(8)), func() oracle { return newHus() }, 300) })
	t.Run("kalah", func(t *testing.T) { compare(t, executor(t, kalah(6, 4)), func() oracle { return newKalah() }, 300) })
}
