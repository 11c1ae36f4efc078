package notation

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter/program"
)

// rowsOf lists the holes as positions write them: row by row from the top,
// each from South's left; the end holes of a board, if it has any, apart.
func rowsOf(b *rules.Board) (rows [][]int, ends []int) {
	byY := map[int][]int{}
	var ys []int
	for i, h := range b.Holes {
		if h.End {
			ends = append(ends, i)
			continue
		}
		if byY[h.Y] == nil {
			ys = append(ys, h.Y)
		}
		byY[h.Y] = append(byY[h.Y], i)
	}
	slices.Sort(ys)
	byX := func(list []int) {
		sort.SliceStable(list, func(i, j int) bool { return b.Holes[list[i]].X < b.Holes[list[j]].X })
	}
	for _, y := range ys {
		byX(byY[y])
		rows = append(rows, byY[y])
	}
	byX(ends)
	return rows, ends
}

// rowName says which row is meant: "row 2 of 4 (North's inner row, holes a…)".
func rowName(b *rules.Board, i, n int, row []int) string {
	h := b.Holes[row[0]]
	letter := strings.TrimRight(h.Name, "0123456789")
	return fmt.Sprintf("row %d of %d (holes %s…)", i+1, n, letter)
}

// hole is one hole as a position states it.
type hole struct {
	seeds  int
	closed bool
}

// maxSeeds bounds what a position may put in one place.
const maxSeeds = 1 << 20

// parseRow reads `4x6`, `4,4,0x3,x`.
func parseRow(text string) ([]hole, error) {
	var out []hole
	for _, item := range strings.Split(text, ",") {
		if item == "" {
			return nil, fmt.Errorf("an empty entry in %q: write the number of seeds of every hole, `0` for an empty one", source.Cut(text, mostShown))
		}
		if item == "x" || item == "X" {
			out = append(out, hole{closed: true})
			continue
		}
		count, times := item, "1"
		if i := strings.IndexAny(item, "xX"); i >= 0 {
			count, times = item[:i], item[i+1:]
		}
		if len(item) > 40 {
			return nil, fmt.Errorf("%q is no number of seeds", source.Cut(item, 40))
		}
		if strings.HasSuffix(count, "*") {
			return nil, fmt.Errorf("%q: there are no big stones (`*`) here; write the number of seeds a big stone counts as", item)
		}
		seeds, err := strconv.Atoi(count)
		if errors.Is(err, strconv.ErrRange) || seeds > maxSeeds {
			return nil, fmt.Errorf("%q is too many: a hole holds up to %d seeds", item, maxSeeds)
		}
		if err != nil || seeds < 0 {
			return nil, fmt.Errorf("%q is no number of seeds: write `4`, or `4x6` for six holes of four, or `x` for a closed hole", item)
		}
		n, err := strconv.Atoi(times)
		if err != nil || n < 1 || n > 1000 {
			return nil, fmt.Errorf("%q: after the x stands the number of holes, as in `4x6` (six holes of four)", item)
		}
		for range n {
			out = append(out, hole{seeds: seeds})
		}
	}
	return out, nil
}

// parseRows reads ROWS and gives every hole's content by place.
func parseRows(b *rules.Board, text string) ([]hole, error) {
	rows, ends := rowsOf(b)
	body, tail, hasTail := strings.Cut(text, "|")
	parts := strings.Split(body, "/")
	if len(parts) != len(rows) {
		return nil, fmt.Errorf("%s given; this board has %d, separated by `/`, the one farthest from South first", source.Plural(len(parts), "row"), len(rows))
	}
	if hasTail != (len(ends) > 0) {
		if hasTail {
			return nil, fmt.Errorf("this board has no end holes: nothing stands after `|`")
		}
		return nil, fmt.Errorf("the end holes are missing: write them after `|`, as in `%s|0x%d`", text, len(ends))
	}
	out := make([]hole, len(b.Holes))
	for i, row := range rows {
		if err := fillRow(out, parts[i], row, rowName(b, i, len(rows), row)); err != nil {
			return nil, err
		}
	}
	if hasTail {
		if err := fillRow(out, tail, ends, "the end holes"); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func fillRow(out []hole, text string, row []int, name string) error {
	list, err := parseRow(text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(list) != len(row) {
		return fmt.Errorf("%s: %q has %s; this board has %d there", name, source.Cut(text, mostShown), source.Plural(len(list), "hole"), len(row))
	}
	for i, p := range row {
		out[p] = list[i]
	}
	return nil
}

// formatRow writes holes, equal neighbours once.
func formatRow(row []int, cells []int32, closed func(int) bool) string {
	var out []string
	for i := 0; i < len(row); {
		if closed(row[i]) {
			out = append(out, "x")
			i++
			continue
		}
		j := i + 1
		for j < len(row) && !closed(row[j]) && cells[row[j]] == cells[row[i]] {
			j++
		}
		if j-i > 1 {
			out = append(out, fmt.Sprintf("%dx%d", cells[row[i]], j-i))
		} else {
			out = append(out, fmt.Sprint(cells[row[i]]))
		}
		i = j
	}
	return strings.Join(out, ",")
}

// formatRows writes ROWS. Only an empty closed hole is `x`; one with seeds
// keeps its number and is named by the key `closed`.
func formatRows(p *program.Program, cells []int32) string {
	rows, ends := rowsOf(p.Game.Board)
	closed := func(h int) bool {
		return p.Layout.Closed >= 0 && cells[p.Layout.Closed+h] != 0 && cells[h] == 0
	}
	parts := make([]string, len(rows))
	for i, row := range rows {
		parts[i] = formatRow(row, cells, closed)
	}
	text := strings.Join(parts, "/")
	if len(ends) > 0 {
		text += "|" + formatRow(ends, cells, closed)
	}
	return text
}
