package rules

import "slices"

// RowsOfSide is the number of rows a seat owns: 1 to 3.
func (b *Board) RowsOfSide() int {
	deepest := 0
	for i := range b.Holes {
		deepest = max(deepest, b.Holes[i].Depth)
	}
	return deepest + 1
}

// Region is the set of holes (or the store) one narrowing word names, seen
// by a seat, in board order. Roles are not regions; they have trees of their own.
func (b *Board) Region(viewer int, p Part) []int {
	out := make([]int, 0, len(b.Holes))
	for i := range b.Holes {
		if b.InRegion(viewer, i, p) {
			out = append(out, i)
		}
	}
	return out
}

// InRegion reports whether a hole is in the region one narrowing word names, seen
// by a seat: one switch over the words.
func (b *Board) InRegion(viewer, hole int, p Part) bool {
	h := &b.Holes[hole]
	switch {
	case p.Listed != nil:
		return slices.Contains(p.Listed, hole)
	case p.Left > 0:
		first, _, _ := b.columnsOf(hole)
		return h.Column-first < p.Left
	case p.Right > 0:
		_, last, _ := b.columnsOf(hole)
		return last-h.Column < p.Right
	case p.Columns != [2]int{}:
		return h.Column >= p.Columns[0] && h.Column <= p.Columns[1]
	}
	switch p.Word {
	case "board":
		return true
	case "own":
		return h.Owner == viewer
	case "enemy":
		return h.Owner >= 0 && h.Owner != viewer
	case "neutral":
		return h.Owner < 0
	case "inner":
		return h.Depth == 0 && !h.End
	case "middle":
		return h.Depth == 1 && b.RowsOfSide() == 3
	case "outer":
		return h.Depth > 0 && h.Depth == b.RowsOfSide()-1
	case "ends":
		if b.EndHoles() {
			return h.End
		}
		first, last, _ := b.columnsOf(hole)
		return h.Column == first || h.Column == last
	case "left half":
		first, _, holes := b.columnsOf(hole)
		return 2*(h.Column-first+1) <= holes
	case "right half":
		_, last, holes := b.columnsOf(hole)
		return 2*(last-h.Column+1) <= holes
	}
	return false
}

// EndHoles reports whether the board has end holes beside its rows.
func (b *Board) EndHoles() bool {
	for i := range b.Holes {
		if b.Holes[i].End {
			return true
		}
	}
	return false
}

// columnsOf is the first and the last column of the row a hole lies in, and
// the number of holes in it.
func (b *Board) columnsOf(hole int) (first, last, holes int) {
	h := &b.Holes[hole]
	first, last = h.Column, h.Column
	for i := range b.Holes {
		if o := &b.Holes[i]; o.Side == h.Side && o.Depth == h.Depth && o.End == h.End {
			first, last = min(first, o.Column), max(last, o.Column)
			holes++
		}
	}
	return first, last, holes
}
