package notation_test

import (
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/interpreter/notation"
)

func TestDraw(t *testing.T) {
	all := build(t, "everything", everything, dsl.Choice{})
	for _, c := range []struct {
		name, text string
		opts       notation.DrawOptions
		want       string
	}{
		{"hus", "2x8/2x4,0x4/0x4,2x4/2x7,12 - S", notation.DrawOptions{Highlight: []int{5, 15}}, `
    8   7   6   5   4   3   2   1
b   2   2   2   2   2   2   2   2
a   2   2   2   2   .   .   .   .
    ----------------------------
A   .   .   .   .   2  [2]  2   2
B   2   2   2   2   2   2   2 [12]
    1   2   3   4   5   6   7   8
South to move
`},
		{"kalah", "4x6/4,0,4x4 10,1 N", notation.DrawOptions{}, `
    6   5   4   3   2   1
a   4   4   4   4   4   4
1                          10
A   4   .   4   4   4   4
    1   2   3   4   5   6
North to move
`},
		{"everything", "2x5/2x5/2x4,x/2x5 0,0 S tuz=A1:S turn=3", notation.DrawOptions{}, `
   5  4  3  2  1
b  2  2  2  2  2
a  2  2  2  2  2
0                 0
A  2  2  2  2  x
B  2  2  2  2  2
   1  2  3  4  5
South to move; tuz A1:S; turn 3
`},
	} {
		p := all
		if c.name != "everything" {
			p = load(t, c.name, dsl.Choice{})
		}
		s, _, err := notation.ParsePosition(p, c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := notation.Draw(p, s, c.opts); got != c.want[1:] {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want[1:])
		}
	}
}

// A board of any shape is drawn with every hole on it.
func TestDrawEveryBoard(t *testing.T) {
	for _, id := range []string{"quendo", "tchoukaillon", "tchuka-ruma", "oware", "hus"} {
		p := load(t, id, dsl.Choice{})
		cells := append([]int32(nil), p.Start...)
		for h := range p.Holes {
			cells[h] = int32(100 + h)
		}
		text := notation.DrawCells(p, cells, notation.DrawOptions{})
		for _, want := range cells[:p.Holes] {
			if !strings.Contains(text, string('0'+want/100)+string('0'+want/10%10)+string('0'+want%10)) {
				t.Errorf("%s: no %d in\n%s", id, want, text)
			}
		}
		t.Logf("%s\n%s", id, notation.DrawCells(p, p.Start, notation.DrawOptions{}))
	}
}
