package lower

import (
	"slices"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// geometry is a board as tables over places.
//
// Opposite of X is the nearest hole of the other side in X's column as it
// lies on the board; behind and front are one further from the middle and one
// nearer to it on X's own side; mirror is the hole of the same name on the
// other side. Where there is no such hole the table says -1.
type geometry struct {
	board                           *rules.Board
	opposite, behind, front, mirror program.Table
	owner                           program.Table // places → seat of the row or store
	store                           program.Table // seats → place of the store
}

func newGeometry(b *rules.Board) *geometry {
	g := &geometry{board: b}
	g.opposite = g.relation(g.oppositeOf)
	g.behind = g.relation(func(h int) int { return g.step(h, 1) })
	g.front = g.relation(func(h int) int { return g.step(h, -1) })
	g.mirror = g.relation(g.mirrorOf)
	for _, h := range b.Holes {
		g.owner = append(g.owner, int16(h.Owner))
	}
	for seat := range b.Players {
		g.owner = append(g.owner, int16(seat))
		g.store = append(g.store, int16(b.StorePlace(seat)))
	}
	return g
}

func (g *geometry) relation(f func(int) int) program.Table {
	t := make(program.Table, g.board.Places())
	for p := range t {
		t[p] = -1
		if p < len(g.board.Holes) {
			t[p] = int16(f(p))
		}
	}
	return t
}

func (g *geometry) oppositeOf(h int) int {
	x := g.board.Holes[h]
	best, distance := -1, 0
	for i, y := range g.board.Holes {
		if y.X != x.X || y.Side == x.Side || y.Side < 0 || x.Side < 0 {
			continue
		}
		if d := max(x.Y-y.Y, y.Y-x.Y); best < 0 || d < distance {
			best, distance = i, d
		}
	}
	return best
}

// step is the hole of the same side and column, depth rows further out.
func (g *geometry) step(h, depth int) int {
	x := g.board.Holes[h]
	return slices.IndexFunc(g.board.Holes, func(y rules.Hole) bool {
		return x.Side >= 0 && y.Side == x.Side && y.X == x.X && y.Depth == x.Depth+depth
	})
}

func (g *geometry) mirrorOf(h int) int {
	if g.board.Players != 2 {
		return -1
	}
	x := g.board.Holes[h]
	return slices.IndexFunc(g.board.Holes, func(y rules.Hole) bool {
		return x.Side >= 0 && y.Side == 1-x.Side && y.Depth == x.Depth && y.Column == x.Column
	})
}

// route gives the next place by direction.
func (g *geometry) route(r *rules.Route, seat int) [2]program.Table {
	var next [2]program.Table
	for d := range next {
		next[d] = slices.Repeat(program.Table{-1}, g.board.Places())
	}
	if r == nil || seat >= len(r.Cycle) {
		return next
	}
	cycle := r.Cycle[seat]
	for i, p := range cycle {
		q := cycle[(i+1)%len(cycle)]
		if next[0][p] < 0 {
			next[0][p] = int16(q)
		}
		if next[1][q] < 0 {
			next[1][q] = int16(p)
		}
	}
	return next
}

// along is the cycle of a route that visits places twice, nil of any other.
func along(r *rules.Route, seat int) []int16 {
	if r == nil || seat >= len(r.Cycle) {
		return nil
	}
	var out []int16
	been := map[int]bool{}
	twice := false
	for _, p := range r.Cycle[seat] {
		twice = twice || been[p]
		been[p] = true
		out = append(out, int16(p))
	}
	if !twice {
		return nil
	}
	return out
}

// inward is the direction that leads from an end of a row to its other end.
// In a row of one hole, and away from the ends, there is none.
func (g *geometry) inward(route [2]program.Table) program.Table {
	t := slices.Repeat(program.Table{-1}, g.board.Places())
	for h := range g.board.Holes {
		a, b := g.sameRow(h, route[0].At(h)), g.sameRow(h, route[1].At(h))
		switch {
		case a && !b:
			t[h] = 0
		case b && !a:
			t[h] = 1
		}
	}
	return t
}

func (g *geometry) sameRow(h, p int) bool {
	if p < 0 || p >= len(g.board.Holes) || p == h {
		return false
	}
	x, y := g.board.Holes[h], g.board.Holes[p]
	return x.Side == y.Side && x.Depth == y.Depth && x.End == y.End
}

// fromLeft orders all places: by column from their owner's left (or right),
// inner rows first, the seat's own side before the other.
func (g *geometry) fromLeft(seat int, right bool) []int {
	list := make([]int, len(g.board.Holes))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(a, b int) int {
		x, y := g.board.Holes[a], g.board.Holes[b]
		if x.Column != y.Column {
			if right {
				return y.Column - x.Column
			}
			return x.Column - y.Column
		}
		if x.Depth != y.Depth {
			return x.Depth - y.Depth
		}
		return truth(x.Side != seat) - truth(y.Side != seat)
	})
	for s := range g.board.Players {
		list = append(list, g.board.StorePlace(s))
	}
	return list
}
