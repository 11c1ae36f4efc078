package rules

import "sort"

// RowsOfSide is the number of rows a seat owns: 1 to 3.
func (b *Board) RowsOfSide() int {
	deepest := 0
	for _, h := range b.Holes {
		deepest = max(deepest, h.Depth)
	}
	return deepest + 1
}

// Region is the set of holes (or the store) one narrowing word names, seen
// by a seat, in board order. Roles are not regions; they have trees of their own.
func (b *Board) Region(viewer int, p Part) []int {
	var out []int
	for i := range b.Holes {
		if b.inRegion(viewer, i, p) {
			out = append(out, i)
		}
	}
	return out
}

// inRegion is one switch over the narrowing words.
func (b *Board) inRegion(viewer, hole int, p Part) bool {
	h := b.Holes[hole]
	switch {
	case p.Left > 0:
		return h.Column-b.firstColumn(hole) < p.Left
	case p.Right > 0:
		return b.lastColumn(hole)-h.Column < p.Right
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
		return h.Column == b.firstColumn(hole) || h.Column == b.lastColumn(hole)
	case "left half":
		return 2*(h.Column-b.firstColumn(hole)+1) <= b.rowLength(hole)
	case "right half":
		return 2*(b.lastColumn(hole)-h.Column+1) <= b.rowLength(hole)
	}
	return false
}

// EndHoles reports whether the board has end holes beside its rows.
func (b *Board) EndHoles() bool {
	for _, h := range b.Holes {
		if h.End {
			return true
		}
	}
	return false
}

// Row is the row of a hole, in order of columns from its owner's left.
func (b *Board) Row(hole int) []int {
	h := b.Holes[hole]
	var out []int
	for i, o := range b.Holes {
		if o.Side == h.Side && o.Depth == h.Depth && o.End == h.End {
			out = append(out, i)
		}
	}
	sort.Slice(out, func(i, j int) bool { return b.Holes[out[i]].Column < b.Holes[out[j]].Column })
	return out
}

func (b *Board) rowLength(hole int) int { return len(b.Row(hole)) }

func (b *Board) firstColumn(hole int) int { return b.Holes[b.Row(hole)[0]].Column }

func (b *Board) lastColumn(hole int) int {
	row := b.Row(hole)
	return b.Holes[row[len(row)-1]].Column
}
