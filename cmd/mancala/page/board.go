package page

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// Marks are the places that a drawing sets apart.
type Marks struct {
	Origin   []int       // lifted
	Sown     []int       // a seed fell there
	Last     int         // the last seed fell there, -1 if none did
	Captured map[int]int // seeds taken from there
}

// NoMarks sets nothing apart.
func NoMarks() Marks { return Marks{Last: -1} }

// Sizes in user units of the drawing.
const (
	step   = 46 // from hole to hole
	radius = 19
	edge   = 26 // room for names
	gap    = 12 // between the two sides
)

// Style is the style sheet of all drawings. It follows the reader's choice of
// light or dark.
const Style = `
.mb{--ink:#1f2328;--dim:#6e7781;--wood:#efe6d8;--hole:#fffaf2;--line:#b9a88f;--origin:#0969da;--sown:#bf8700;--taken:#cf222e;font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
@media (prefers-color-scheme:dark){.mb{--ink:#e6edf3;--dim:#9198a1;--wood:#2b241b;--hole:#17130e;--line:#6b5b45;--origin:#58a6ff;--sown:#e3b341;--taken:#ff7b72}}
.mb text{fill:var(--ink);text-anchor:middle}
.mb .wood{fill:var(--wood);stroke:var(--line)}
.mb .hole{fill:var(--hole);stroke:var(--line);stroke-width:1.2}
.mb .name{fill:var(--dim);font-size:10px}
.mb .n{font-size:16px;font-weight:600}
.mb .none{fill:var(--dim);font-weight:400}
.mb .sown{stroke:var(--sown);stroke-width:2.4}
.mb .last{stroke:var(--sown);stroke-width:4}
.mb .origin{stroke:var(--origin);stroke-width:3;stroke-dasharray:4 3}
.mb .taken{stroke:var(--taken);stroke-width:3}
.mb .less{fill:var(--taken);font-size:10px;font-weight:600}
.mb .title{font-size:14px;font-weight:600;text-anchor:start}
.mb .line{font-size:12px;text-anchor:start}
.mb .rule{fill:var(--dim);font-size:11px;text-anchor:start;font-family:ui-monospace,Menlo,Consolas,monospace}
`

// Board draws a position as an SVG element. It has no style sheet of its own:
// the page it stands on has Style.
func Board(p *program.Program, cells []int32, m Marks) string {
	l := layOut(p)
	return fmt.Sprintf(`<svg class="mb" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">%s</svg>`,
		l.width, l.height, l.width, l.height, html.EscapeString(label(p, cells)), l.draw(cells, m))
}

// Standalone is a drawing as a file of its own.
func Standalone(width, height int, title, content string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="mb" viewBox="0 0 %d %d" width="%d" height="%d" role="img"><title>%s</title><style>%s.mb .paper{fill:#fff}@media (prefers-color-scheme:dark){.mb .paper{fill:#0d1117}}</style><rect class="paper" width="%d" height="%d"/>%s</svg>
`, width, height, width, height, html.EscapeString(title), Style, width, height, content)
}

// label tells a board to those who can't see it.
func label(p *program.Program, cells []int32) string {
	var parts []string
	for _, h := range p.Game.Board.Holes {
		place := len(parts)
		parts = append(parts, fmt.Sprintf("%s %d", h.Name, cells[place]))
	}
	return "Board: " + strings.Join(parts, ", ")
}

// layout is where everything of a board lies.
type layout struct {
	p             *program.Program
	at            [][2]int // centre of every hole
	stores        bool     // drawn at the ends, as two players have them
	left          int      // room for the store on the left
	width, height int
}

func layOut(p *program.Program) *layout {
	b := p.Game.Board
	l := &layout{p: p, stores: b.Stores != rules.NoStores && p.Players == 2 && b.Shape == "rows"}
	minX, minY, maxX, maxY := 1<<30, 1<<30, 0, 0
	for _, h := range b.Holes {
		minX, minY, maxX, maxY = min(minX, h.X), min(minY, h.Y), max(maxX, h.X), max(maxY, h.Y)
	}
	if l.stores {
		l.left = step
	}
	split := l.split()
	for _, h := range b.Holes {
		y := edge + radius + step*(h.Y-minY)
		if h.Y >= split {
			y += gap
		}
		l.at = append(l.at, [2]int{edge + l.left + radius + step*(h.X-minX), y})
	}
	l.width = 2*edge + 2*l.left + 2*radius + step*(maxX-minX)
	l.height = 2*edge + 2*radius + step*(maxY-minY)
	if split <= maxY {
		l.height += gap
	}
	if b.Stores != rules.NoStores && !l.stores {
		l.height += 18 * p.Players
	}
	return l
}

// split is the first row of the nearer side: there is a gap before it.
func (l *layout) split() int {
	split := 1 << 30
	if l.p.Players != 2 {
		return split
	}
	for _, h := range l.p.Game.Board.Holes {
		if h.Side == 0 && !h.End {
			split = min(split, h.Y)
		}
	}
	for _, h := range l.p.Game.Board.Holes {
		if h.Side == 1 && h.Y >= split { // the sides share rows
			return 1 << 30
		}
	}
	return split
}

func (l *layout) draw(cells []int32, m Marks) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<rect class="wood" x="4" y="4" width="%d" height="%d" rx="14"/>`, l.width-8, l.height-8)
	for place, xy := range l.at {
		l.hole(&b, place, xy, cells, m)
	}
	if !l.stores {
		if l.p.Game.Board.Stores != rules.NoStores {
			for seat := range l.p.Players {
				fmt.Fprintf(&b, `<text class="name" x="%d" y="%d">%s’s store: %d</text>`, l.width/2, l.height-12-18*(l.p.Players-1-seat), rules.SeatName(seat), cells[l.p.Layout.Stores+seat])
			}
		}
		return b.String()
	}
	for seat := range 2 {
		l.store(&b, seat, cells, m)
	}
	return b.String()
}

// class names how a place is set apart.
func (m Marks) class(place int) string {
	switch {
	case m.Captured[place] > 0:
		return " taken"
	case m.Last == place:
		return " last"
	case slices.Contains(m.Sown, place):
		return " sown"
	case slices.Contains(m.Origin, place):
		return " origin"
	}
	return ""
}

func (l *layout) hole(b *strings.Builder, place int, xy [2]int, cells []int32, m Marks) {
	h := l.p.Game.Board.Holes[place]
	n, class := fmt.Sprint(cells[place]), "n"
	if cells[place] == 0 {
		class = "n none"
		if c := l.p.Layout.Closed; c >= 0 && cells[c+place] != 0 {
			n = "×"
		}
	}
	fmt.Fprintf(b, `<circle class="hole%s" cx="%d" cy="%d" r="%d"/>`, m.class(place), xy[0], xy[1], radius)
	fmt.Fprintf(b, `<text class="%s" x="%d" y="%d">%s</text>`, class, xy[0], xy[1]+6, n)
	if taken := m.Captured[place]; taken > 0 {
		fmt.Fprintf(b, `<text class="less" x="%d" y="%d">−%d</text>`, xy[0]+radius-2, xy[1]-radius+5, taken)
	}
	l.name(b, h, xy)
}

// name writes the name of a hole at the outer edge of the board.
func (l *layout) name(b *strings.Builder, h rules.Hole, xy [2]int) {
	switch {
	case l.p.Game.Board.Shape != "rows" || h.End:
		fmt.Fprintf(b, `<text class="name" x="%d" y="%d">%s</text>`, xy[0], xy[1]-radius+9, h.Name)
	case h.Side == 1 && xy[1] == edge+radius:
		fmt.Fprintf(b, `<text class="name" x="%d" y="%d">%d</text>`, xy[0], edge-8, h.Column)
	case h.Side == 0 && xy[1] == l.height-edge-radius:
		fmt.Fprintf(b, `<text class="name" x="%d" y="%d">%d</text>`, xy[0], l.height-edge+16, h.Column)
	}
	if l.p.Game.Board.Shape == "rows" && !h.End && (h.Side == 0 && h.Column == 1 || h.Side == 1 && h.Column == l.p.Game.Board.Columns) {
		letter := strings.TrimRight(h.Name, "0123456789")
		fmt.Fprintf(b, `<text class="name" x="%d" y="%d">%s</text>`, 15, xy[1]+4, letter)
	}
}

// store draws South's store on the right, North's on the left.
func (l *layout) store(b *strings.Builder, seat int, cells []int32, m Marks) {
	x := edge + radius - 18
	if seat == 0 {
		x = l.width - edge - radius - 18
	}
	place := l.p.Game.Board.StorePlace(seat)
	fmt.Fprintf(b, `<rect class="hole%s" x="%d" y="%d" width="36" height="%d" rx="16"/>`, m.class(place), x, edge, l.height-2*edge)
	fmt.Fprintf(b, `<text class="n" x="%d" y="%d">%d</text>`, x+18, l.height/2+6, cells[l.p.Layout.Stores+seat])
}
