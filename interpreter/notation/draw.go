package notation

import (
	"fmt"
	"slices"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// DrawOptions chooses how a board is drawn.
type DrawOptions struct {
	Highlight []int               // places set apart by brackets
	Paint     func(string) string // colours what is set apart, if not nil
	NoMover   bool                // leave out who is to move
	BoardOnly bool                // leave out everything below the board
}

// Draw draws a position as text: rows with their letters, columns numbered
// from each owner's left, stores at the ends, the mover and what else the
// rules read below. Lines have no trailing spaces; the last ends in a newline.
//
//	     6  5  4  3  2  1
//	a    4  4  4  4  4  4
//	0                        0
//	A    4  4  4  4  4  4
//	     1  2  3  4  5  6
//	South to move
func Draw(p *program.Program, s *interpreter.State, opts DrawOptions) string {
	return DrawCells(p, s.Cells, opts)
}

// DrawCells is Draw of bare cells, as gaps and events keep them.
func DrawCells(p *program.Program, cells []int32, opts DrawOptions) string {
	d := &drawing{p: p, cells: cells, opts: opts}
	d.rows, d.ends = rowsOf(p.Game.Board)
	d.measure()
	if p.Game.Board.Shape == "rows" {
		d.board()
	} else {
		d.ring()
	}
	if !opts.BoardOnly {
		d.below()
	}
	return d.out.String()
}

type drawing struct {
	p     *program.Program
	cells []int32
	opts  DrawOptions
	rows  [][]int
	ends  []int
	width int // of a hole, brackets included
	out   strings.Builder
}

// measure: a hole is as wide as the longest number, with room for brackets.
func (d *drawing) measure() {
	longest := len(fmt.Sprint(d.p.Game.Board.Columns))
	for place := range d.p.Places {
		longest = max(longest, len(fmt.Sprint(d.cells[place])))
	}
	if d.p.Game.Board.Shape != "rows" {
		for _, h := range d.p.Game.Board.Holes {
			longest = max(longest, len(h.Name))
		}
	}
	d.width = longest + 2
}

func (d *drawing) line(text string) {
	d.out.WriteString(strings.TrimRight(text, " ") + "\n")
}

// cell is one hole: its seeds, a dot when empty, x when closed.
func (d *drawing) cell(place int) string {
	text := fmt.Sprint(d.cells[place])
	switch {
	case place < d.p.Holes && d.p.Layout.Closed >= 0 && d.cells[d.p.Layout.Closed+place] != 0 && d.cells[place] == 0:
		text = "x"
	case d.cells[place] == 0 && place < d.p.Holes:
		text = "."
	}
	if !slices.Contains(d.opts.Highlight, place) {
		return fmt.Sprintf("%*s ", d.width-1, text)
	}
	text = "[" + text + "]"
	pad := strings.Repeat(" ", max(d.width-len(text), 0))
	if d.opts.Paint != nil {
		text = d.opts.Paint(text)
	}
	return pad + text
}

// board draws rows: North's column numbers above, South's below, the stores
// beside a line between the sides.
func (d *drawing) board() {
	b := d.p.Game.Board
	margin := len("A ")
	left, right := d.storeText(1), d.storeText(0)
	margin = max(margin, len(left)+1)
	indent := strings.Repeat(" ", margin)
	last := len(d.rows) - 1
	if b.Holes[d.rows[0][0]].Side == 1 {
		d.line(indent + d.numbers(d.rows[0]))
	}
	middle := (len(d.rows) + 1) / 2
	for i, row := range d.rows {
		if i == middle && (left != "" || right != "" || len(d.rows) > 2) {
			d.middle(left, right, margin, row)
		}
		letter := rowLetter(b.Holes[row[0]].Name)
		if other := rowLetter(b.Holes[row[len(row)-1]].Name); other != letter {
			letter = "" // a row shared by both sides: its holes have no one letter
		}
		text := fmt.Sprintf("%-*s", margin, letter)
		for _, h := range row {
			text += d.cell(h)
		}
		d.line(text)
	}
	d.line(indent + d.numbers(d.rows[last]))
	for seat := 2; seat < d.p.Players && b.Stores != rules.NoStores; seat++ {
		d.line(fmt.Sprintf("%s's store: %s", rules.SeatName(seat), d.storeText(seat)))
	}
	if len(d.ends) > 0 {
		text := indent
		for _, h := range d.ends {
			text += b.Holes[h].Name + strings.TrimLeft(d.cell(h), " ") + " "
		}
		d.line(text)
	}
}

// storeText is a store's content, "" on a board without.
func (d *drawing) storeText(seat int) string {
	if d.p.Game.Board.Stores == rules.NoStores || seat >= d.p.Players {
		return ""
	}
	place := d.p.Game.Board.StorePlace(seat)
	return strings.TrimSpace(d.cell(place))
}

// middle is the line between the sides: North's store at his right, which is
// on the left of the page, South's on the right.
func (d *drawing) middle(left, right string, margin int, row []int) {
	between := strings.Repeat(" ", d.width*len(row))
	if left == "" && right == "" {
		between = strings.Repeat(" ", d.width-1) + strings.Repeat("-", max(d.width*(len(row)-1), 1))
		between = fmt.Sprintf("%-*s", d.width*len(row), between[1:])
	}
	d.line(fmt.Sprintf("%-*s%s %s", margin, left, between, right))
}

func (d *drawing) numbers(row []int) string {
	text := ""
	for _, h := range row {
		text += fmt.Sprintf("%*d ", d.width-1, d.p.Game.Board.Holes[h].Column)
	}
	return text
}

// ring draws boards that are no rows: every hole where it lies, its name
// above its seeds.
func (d *drawing) ring() {
	b := d.p.Game.Board
	for _, row := range d.rows {
		names, seeds, x := "", "", 0
		for _, h := range row {
			gap := strings.Repeat(" ", d.width*max(b.Holes[h].X-x, 0))
			names += gap + fmt.Sprintf("%*s ", d.width-1, b.Holes[h].Name)
			seeds += gap + d.cell(h)
			x = b.Holes[h].X + 1
		}
		d.line(names)
		d.line(seeds)
	}
	if b.Stores == rules.NoStores {
		return
	}
	for seat := range d.p.Players {
		d.line(fmt.Sprintf("%s's store: %s", rules.SeatName(seat), d.storeText(seat)))
	}
}

// below says who is to move and what else the rules read.
func (d *drawing) below() {
	var words []string
	if !d.opts.NoMover {
		words = append(words, rules.SeatName(int(d.cells[d.p.Layout.Mover]))+" to move")
	}
	for _, k := range keysOf(d.p) {
		if text := k.format(d.cells); text != "" {
			words = append(words, k.name+" "+text)
		}
	}
	if len(words) > 0 {
		d.line(strings.Join(words, "; "))
	}
}
