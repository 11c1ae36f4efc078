package check

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/tomltree"
)

// Board sizes: generous, so that odd boards can be tried, but bounded.
const (
	maxRows    = 6
	maxColumns = 64
	maxRing    = 128
)

var storeWords = map[string]rules.Store{"": rules.NoStores, "none": rules.NoStores, "beside": rules.Beside,
	"sown own": rules.SownOwn, "sown both": rules.SownBoth}

// board reads [board] and numbers the holes.
func (c *checker) board() {
	n := c.tree.Get("board")
	if n == nil {
		c.missingTable("board", "[board]\nrows = 2\ncolumns = 6\nstores = \"beside\"")
		return
	}
	if o := c.first; o != nil && o.tree.Get("board") == n && maps.Equal(o.params, c.params) {
		c.game.Board, c.game.Players = o.game.Board, o.game.Players // it was built before
		return
	}
	before := len(c.diags)
	t := c.table(n, "board")
	if t.node == nil {
		return
	}
	b := &rules.Board{Shape: t.word("shape", "rows", "ring", "perimeter")}
	if b.Shape == "" {
		b.Shape = "rows"
	}
	b.Players = t.number("players", 2, 1, 4)
	b.Stores = storeWords[t.word("stores", "none", "beside", "sown own", "sown both")]
	owners := t.word("owners", "rows", "columns", "arcs", "nobody", "change", "seeds")
	switch b.Shape {
	case "ring":
		b.Rows = 1
		b.Columns = t.number("holes", 0, 1, maxRing)
		if n.Get("holes") == nil {
			c.missing(n.KeySpan, "[board] with shape = \"ring\"", "holes", "holes = 12")
		}
		ring(b)
	default:
		b.Rows = t.number("rows", 0, 1, maxRows)
		b.Columns = t.number("columns", 0, 1, maxColumns)
		for _, k := range []string{"rows", "columns"} {
			if n.Get(k) == nil {
				c.missing(n.KeySpan, "[board]", k, map[string]string{"rows": "rows = 2", "columns": "columns = 6"}[k])
			}
		}
		c.rows(b, t, n)
	}
	t.get("roles")
	t.get("store-end")
	t.done()
	if len(c.diags) > before && c.diags[before:].HasErrors() {
		return
	}
	switch owners {
	case "nobody":
		for i := range b.Holes {
			b.Holes[i].Owner = -1
		}
	case "columns":
		ownColumns(b)
	case "change", "seeds":
		b.OwnersChange = owners
		for i := range b.Holes {
			if b.Shape == "rows" && b.Players > 2 { // nobody's until somebody claims them
				b.Holes[i].Owner = -1
			}
		}
	}
	c.game.Board, c.game.Players = b, b.Players
}

// rows builds a rectangular board, or its edge.
func (c *checker) rows(b *rules.Board, t *table, n *tomltree.Node) {
	ends := t.number("end-holes", 0, 0, 2)
	switch {
	case b.Shape == "perimeter":
		perimeter(b)
	case b.Players == 1:
		oneSided(b)
	case b.Players > 2 && !shared(n):
		c.badRows(n, b)
	case b.Rows == 3:
		if b.Columns%2 != 0 {
			c.oddHalf(n.Get("columns"))
			return
		}
		threeRows(b)
	case b.Rows%2 != 0:
		c.badRows(n, b)
	default:
		twoSided(b)
	}
	for e := 0; e < ends; e++ {
		x, name := b.Columns, "E1"
		if e == 1 {
			x, name = -1, "E2"
		}
		b.Holes = append(b.Holes, rules.Hole{Name: name, Owner: -1, Side: -1, Column: 1, X: x, Y: 0, End: true})
	}
}

// shared tells boards that are nobody's: any number of players can sit there,
// the third beside the first, the fourth beside the second.
func shared(n *tomltree.Node) bool {
	o := n.Get("owners")
	return o != nil && o.Kind == tomltree.String && contains([]string{"nobody", "change", "seeds"}, o.Str)
}

// letter is the row letter of a depth for a seat: capital for South.
func letter(seat, depth int) string {
	s := string(rune('A' + depth))
	if seat%2 == 1 {
		return strings.ToLower(s)
	}
	return s
}

func twoSided(b *rules.Board) {
	half := b.Rows / 2
	for seat := 0; seat < 2; seat++ {
		for d := 0; d < half; d++ {
			for col := 1; col <= b.Columns; col++ {
				h := rules.Hole{Name: letter(seat, d) + strconv.Itoa(col), Owner: seat, Side: seat, Depth: d, Column: col}
				h.X, h.Y = col-1, half+d
				if seat == 1 {
					h.X, h.Y = b.Columns-col, half-1-d
				}
				b.Holes = append(b.Holes, h)
			}
		}
	}
}

// threeRows: each seat owns the row nearest to it and the right half of the middle row.
func threeRows(b *rules.Board) {
	for seat := 0; seat < 2; seat++ {
		for d := 0; d < 2; d++ {
			for col := 1; col <= b.Columns; col++ {
				if d == 0 && col <= b.Columns/2 {
					continue
				}
				h := rules.Hole{Name: letter(seat, d) + strconv.Itoa(col), Owner: seat, Side: seat, Depth: d, Column: col}
				h.X, h.Y = col-1, 1+d
				if seat == 1 {
					h.X, h.Y = b.Columns-col, 1-d
				}
				b.Holes = append(b.Holes, h)
			}
		}
	}
}

// oneSided: a solitaire board, all rows the player's.
func oneSided(b *rules.Board) {
	for d := 0; d < b.Rows; d++ {
		for col := 1; col <= b.Columns; col++ {
			b.Holes = append(b.Holes, rules.Hole{Name: letter(0, d) + strconv.Itoa(col), Column: col, Depth: d, X: col - 1, Y: d})
		}
	}
}

// ring: holes on a circle, numbered anticlockwise; each seat has an equal arc.
func ring(b *rules.Board) {
	arcs(b, b.Columns, func(i int) (int, int) { return i, 0 })
}

// perimeter: the edge of a rectangle as a ring, from South's left corner anticlockwise.
func perimeter(b *rules.Board) {
	w, h := b.Columns, b.Rows
	n := 2*w + 2*(h-2)
	if h == 1 {
		n = w
	}
	arcs(b, n, func(i int) (int, int) {
		switch {
		case i < w:
			return i, h - 1
		case i < w+h-2:
			return w - 1, h - 2 - (i - w)
		case i < 2*w+h-2:
			return w - 1 - (i - (w + h - 2)), 0
		}
		return 0, 1 + (i - (2*w + h - 2))
	})
}

func arcs(b *rules.Board, n int, at func(int) (x, y int)) {
	each := n / b.Players
	for i := 0; i < n; i++ {
		seat := min(i/max(each, 1), b.Players-1)
		x, y := at(i)
		b.Holes = append(b.Holes, rules.Hole{Name: arcLetter(b.Players, seat) + strconv.Itoa(i-seat*each+1),
			Owner: seat, Side: seat, Column: i - seat*each + 1, X: x, Y: y})
	}
}

// arcLetter: A for South and a for North, as on rows; further seats B and b.
func arcLetter(players, seat int) string {
	if players <= 2 {
		return letter(seat, 0)
	}
	return []string{"A", "a", "B", "b"}[seat]
}

// ownColumns gives each seat the right half of both rows; a column in the
// middle is nobody's. Three and four seats share out the columns from the
// right, the seats in the middle first if it does not come out even.
func ownColumns(b *rules.Board) {
	if b.Players > 2 {
		shareColumns(b)
		return
	}
	for i, h := range b.Holes {
		switch {
		case h.End || 2*h.X+1 == b.Columns:
			b.Holes[i].Owner = -1
		case 2*h.X >= b.Columns:
			b.Holes[i].Owner = 0
		default:
			b.Holes[i].Owner = 1
		}
	}
}

// shareColumns parts the columns of an edge between three or four seats. A
// hole has the letter of its owner, its number counts his holes anticlockwise.
func shareColumns(b *rules.Board) {
	n, counted := b.Players, make([]int, b.Players)
	for i := range b.Holes {
		h := &b.Holes[i]
		fromRight := b.Columns - 1 - h.X
		for h.Owner = 0; h.Owner < n-1 && 2*n*fromRight >= 2*(h.Owner+1)*b.Columns-n; h.Owner++ {
			continue
		}
		counted[h.Owner]++
		h.Side, h.Column = h.Owner, counted[h.Owner]
		h.Name = arcLetter(n, h.Owner) + strconv.Itoa(h.Column)
	}
}

// route builds the cycle of every seat; see the language reference, "Routes".
func (c *checker) route(n *tomltree.Node, clockwise bool) *rules.Route {
	b := c.game.Board
	if n == nil {
		c.missingTable("sowing", "[sowing]\nroute = \"board\"\ndirection = \"anticlockwise\"")
		return nil
	}
	if n.Kind == tomltree.Array {
		return c.listedRoute(n)
	}
	words := []string{"own", "board", "own zigzag", "ring"}
	if n.Kind != tomltree.String || !contains(words, n.Str) {
		if n.Kind != tomltree.String {
			c.wrongType(n, "route", "a text")
		} else {
			c.unknownValue(n, "route", words)
		}
		return nil
	}
	r := &rules.Route{Name: n.Str}
	for seat := 0; seat < b.Players; seat++ {
		cycle := holesOnRoute(b, n.Str, seat)
		if cycle == nil {
			c.noSuchRoute(n, b)
			return nil
		}
		r.Cycle = append(r.Cycle, c.withStores(cycle, seat, n.Str, clockwise))
	}
	return r
}

// holesOnRoute lists the holes of a route anticlockwise, nil if the board has no such route.
func holesOnRoute(b *rules.Board, name string, seat int) []int {
	if b.Shape == "rows" {
		seat %= 2
	}
	switch {
	case b.Shape != "rows":
		if name == "own" || name == "own zigzag" {
			return nil
		}
		return count(len(b.Holes))
	case name == "own" && b.Rows != 3:
		return ownLoop(b, seat)
	case name == "own zigzag":
		return zigzag(b, seat)
	case name == "ring" && b.Players == 1:
		return ownLoop(b, seat)
	case name == "board" || name == "ring":
		return boardLoop(b, seat)
	}
	return nil
}

func count(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// byRow are the holes of a seat's side by depth, each row from its left.
type byRow map[int][]int

func sideRows(b *rules.Board, seat int) byRow {
	rows := byRow{}
	for i, h := range b.Holes {
		if h.Side == seat && !h.End {
			rows[h.Depth] = append(rows[h.Depth], i)
		}
	}
	return rows
}

func reversed(a []int) []int {
	out := make([]int, 0, len(a))
	for i := len(a) - 1; i >= 0; i-- {
		out = append(out, a[i])
	}
	return out
}

// ownLoop: one row in a circle of its own; of two rows, the outer to the right, the inner back.
func ownLoop(b *rules.Board, seat int) []int {
	rows := sideRows(b, seat)
	switch len(rows) {
	case 1:
		return rows[0]
	case 2:
		return append(append([]int{}, rows[1]...), reversed(rows[0])...)
	}
	return nil
}

// zigzag: outermost row to the right, the next back, and so on; then again from the outermost.
func zigzag(b *rules.Board, seat int) []int {
	rows := sideRows(b, seat)
	var out []int
	for d, right := len(rows)-1, true; d >= 0; d, right = d-1, !right {
		if right {
			out = append(out, rows[d]...)
		} else {
			out = append(out, reversed(rows[d])...)
		}
	}
	return out
}

// boardLoop: two rows in one loop, end holes in their places; of three rows, one's
// full row and half row and the enemy's in the same way.
func boardLoop(b *rules.Board, seat int) []int {
	if b.Players == 1 {
		return zigzag(b, seat)
	}
	own, other := sideRows(b, seat), sideRows(b, 1-seat)
	if b.Rows == 3 {
		out := append(append([]int{}, own[1]...), reversed(own[0])...)
		return append(append(out, other[1]...), reversed(other[0])...)
	}
	if b.Rows != 2 {
		return nil
	}
	out := append([]int{}, own[0]...)
	var ends []int
	for i, h := range b.Holes {
		if h.End {
			ends = append(ends, i)
		}
	}
	if len(ends) > 0 {
		out = append(out, ends[seat%len(ends)])
	}
	out = append(out, other[0]...)
	if len(ends) > 1 {
		out = append(out, ends[1-seat])
	}
	return out
}

// withStores puts the stores that are sown into a cycle: after the last hole
// of their owner's row in the direction of sowing.
func (c *checker) withStores(cycle []int, seat int, name string, clockwise bool) []int {
	b := c.game.Board
	if b.Stores != rules.SownOwn && b.Stores != rules.SownBoth {
		return cycle
	}
	left := clockwise
	if n := c.tree.Get("board").Get("store-end"); n != nil {
		left = n.Kind == tomltree.String && n.Str == "left"
	}
	var out []int
	for i, h := range cycle {
		side := b.Holes[h].Side
		prev := b.Holes[cycle[(i+len(cycle)-1)%len(cycle)]].Side
		next := b.Holes[cycle[(i+1)%len(cycle)]].Side
		sown := side == seat || b.Stores == rules.SownBoth
		edgeLeft := prev != side || name == "own" && i == 0
		edgeRight := next != side || name == "own" && i == len(cycle)-1
		if b.Players == 1 {
			edgeLeft, edgeRight = i == 0, i == len(cycle)-1
		}
		if sown && left && edgeLeft {
			out = append(out, b.StorePlace(side))
		}
		out = append(out, h)
		if sown && !left && edgeRight {
			out = append(out, b.StorePlace(side))
		}
	}
	return out
}

// listedRoute reads a route given hole by hole from South's seat; North's is the same turned round.
func (c *checker) listedRoute(n *tomltree.Node) *rules.Route {
	b := c.game.Board
	twice := c.visitedTwice()
	var south []int
	if len(n.Items) == 0 {
		c.emptyRoute(n.Span)
		return nil
	}
	for _, it := range n.Items {
		h, ok := b.HoleByName(it.Str)
		switch {
		case it.Kind != tomltree.String || !ok && it.Str != "store":
			c.notAHole(it, b)
			return nil
		case it.Str == "store":
			h = b.StorePlace(0)
		}
		if containsInt(south, h) && (!containsInt(twice, h) || containsInt(south[slices.Index(south, h)+1:], h)) {
			c.twiceOnRoute(it)
			return nil
		}
		south = append(south, h)
	}
	r := &rules.Route{Name: "listed", Cycle: [][]int{south}}
	for seat := 1; seat < b.Players; seat++ {
		var turned []int
		for _, h := range south {
			turned = append(turned, turnedRound(b, h, seat))
		}
		r.Cycle = append(r.Cycle, turned)
	}
	return r
}

// visitedTwice are the holes that a listed route may pass two times.
func (c *checker) visitedTwice() []int {
	n := c.twice
	if n == nil {
		return nil
	}
	items := []*tomltree.Node{n}
	if n.Kind == tomltree.Array {
		items = n.Items
	}
	var out []int
	for _, it := range items {
		h, ok := c.game.Board.HoleByName(it.Str)
		if it.Kind != tomltree.String || !ok {
			c.notAHole(it, c.game.Board)
			continue
		}
		out = append(out, h)
	}
	return out
}

func turnedRound(b *rules.Board, place, seat int) int {
	if place >= len(b.Holes) {
		return b.StorePlace(seat)
	}
	n := len(b.Holes)
	for i := range b.Holes {
		if b.Holes[i].End {
			n--
		}
	}
	if place >= n { // end holes change places
		return n + (place-n+seat)%max(len(b.Holes)-n, 1)
	}
	if b.Shape == "rows" {
		return (place + seat%2*n/2) % n
	}
	return (place + seat*n/b.Players) % n
}

func containsInt(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}
