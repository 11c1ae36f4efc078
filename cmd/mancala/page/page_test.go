package page

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

func load(t *testing.T, id string) *program.Program {
	t.Helper()
	f, err := games.File(id)
	if err != nil {
		t.Fatal(err)
	}
	g, ds := dsl.Load(f, dsl.Choice{})
	if g == nil {
		t.Fatal(ds)
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// wellFormed reads a drawing as XML and gives the texts in it.
func wellFormed(t *testing.T, svg string) []string {
	t.Helper()
	d, texts := xml.NewDecoder(strings.NewReader(svg)), []string(nil)
	for {
		token, err := d.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		if c, ok := token.(xml.CharData); ok && strings.TrimSpace(string(c)) != "" {
			texts = append(texts, string(c))
		}
	}
}

// Every board of the library can be drawn: one circle a hole, none on top of
// another, all inside the drawing.
func TestBoardsOfTheLibrary(t *testing.T) {
	for _, id := range games.IDs() {
		t.Run(id, func(t *testing.T) {
			p := load(t, id)
			svg := Board(p, p.Start, NoMarks())
			wellFormed(t, svg)
			if n := strings.Count(svg, "<circle"); n != len(p.Game.Board.Holes) {
				t.Errorf("%d circles for %d holes", n, len(p.Game.Board.Holes))
			}
			l, seen := layOut(p), map[[2]int]string{}
			for i, xy := range l.at {
				name := p.Game.Board.Holes[i].Name
				if other := seen[xy]; other != "" {
					t.Errorf("%s lies on %s", name, other)
				}
				seen[xy] = name
				if xy[0] < radius || xy[1] < radius || xy[0] > l.width-radius || xy[1] > l.height-radius {
					t.Errorf("%s lies outside: %v of %dx%d", name, xy, l.width, l.height)
				}
			}
		})
	}
}

func frames(t *testing.T, id, position, move string, most int) (*program.Program, []Frame) {
	t.Helper()
	p := load(t, id)
	x, err := reference.New(p, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := x.Start()
	if position != "" {
		if s, _, err = notation.ParsePosition(p, position); err == nil {
			err = x.Begin(s, true)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	legal, err := x.Legal(s)
	if err != nil {
		t.Fatal(err)
	}
	m, err := notation.FindMove(p, int(s.Cells[p.Layout.Mover]), move, legal)
	if err != nil {
		t.Fatal(err)
	}
	before := append([]int32(nil), s.Cells...)
	_, events, err := x.Explain(s, m)
	if err != nil {
		t.Fatal(err)
	}
	return p, Frames(p, before, move, events, most)
}

// A capture of two holes in Oware: origin, sown and captured holes are marked,
// and the rule is told with its place and source.
func TestFramesOfACapture(t *testing.T) {
	p, list := frames(t, "oware", "0x4,2,1/0x5,2 10,33 S", "A6", 0)
	if len(list) != 3 || list[2].Title != "After the sowing" { // the game ends by it
		t.Fatalf("%d frames: %+v", len(list), list)
	}
	before, lap := list[0], list[1]
	if len(before.Marks.Origin) != 1 || p.Game.Board.PlaceName(before.Marks.Origin[0]) != "A6" || before.Cells[5] != 2 {
		t.Errorf("before: %+v", before)
	}
	taken := map[string]int{}
	for place, n := range lap.Marks.Captured {
		taken[p.Game.Board.PlaceName(place)] = n
	}
	if fmt.Sprint(taken) != "map[a1:2 a2:3]" || len(lap.Marks.Sown) != 2 {
		t.Errorf("captured %v, sown %v", taken, lap.Marks.Sown)
	}
	svg := Turn(p, "Oware", list)
	texts := strings.Join(wellFormed(t, svg), "\n")
	for _, want := range []string{"1. South plays A6", "2. Lap 1", "captures 3 in a2", "lap rule, games/oware.toml:", "after allis", "−3"} {
		if !strings.Contains(texts, want) {
			t.Errorf("the drawing doesn't say %q:\n%s", want, texts)
		}
	}
}

// Of a long turn the middle is left out, and the last picture says so.
func TestFramesOfALongTurn(t *testing.T) {
	_, all := frames(t, "hus", "", "B1", 0)
	if len(all) != 6 {
		t.Fatalf("%d frames of a turn of five laps", len(all))
	}
	_, some := frames(t, "hus", "", "B1", 3)
	if len(some) != 4 || !strings.Contains(some[3].Title, "Lap 5 (2 laps left out") {
		t.Errorf("%d frames, the last %q", len(some), some[len(some)-1].Title)
	}
	if fmt.Sprint(all[5].Cells) != fmt.Sprint(some[3].Cells) {
		t.Error("leaving out laps changes the end")
	}
}
