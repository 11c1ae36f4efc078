package notation_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"

	"pgregory.net/rapid"
)

func load(t testing.TB, id string, c dsl.Choice) *program.Program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../games", id+".toml"))
	if err != nil {
		t.Fatal(err)
	}
	return build(t, id, string(text), c)
}

func build(t testing.TB, id, text string, c dsl.Choice) *program.Program {
	t.Helper()
	g, diags := dsl.Load(games.NewFile(id+".toml", []byte(text)), c)
	if g == nil {
		t.Fatalf("%s does not check: %+v", id, diags.Sorted()[0])
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// everything has a field of every kind.
const everything = `mancala = 1
[game]
name = "Everything"
[board]
rows = 4
columns = 5
stores = "beside"
[setup]
holes = "board: 2"
hand = 3
[sowing]
route = "own"
direction = "either way"
skip = "hole is closed"
endless = "mover loses"
[state]
tuz = { on = "hole", of = "player", lasts = "game" }
fallen = { on = "hole", lasts = "game" }
house = { of = "player", start = 1, lasts = "game" }
tally = { lasts = "game" }
[rules]
moves = '''
twice: from own where hole has 2 or more and turn > 1 and not hole is fallen
also
thrice: from own where hole has 3 or more
also enter 1 at own where hole is empty taking all going clockwise
otherwise pass
'''
lap = '''
when last was empty and not last is tuz then mark last as tuz; set house = 0; set tally = tally + 1; stop
when last was empty                     then mark last as fallen; close last; stop
when last in inner and opposite has seeds then capture opposite for captor; stop
otherwise relay
'''
end = '''
when turn > 30 and tally > 2 and house of mover = 1 then starter wins
when position repeats then draw
'''
[[phase]]
name = "opening"
of = "player"
until = "turn > 2"
[phase.rules]
moves = "from own where hole has 2 or more"
`

// randomState fills every field with values it can hold.
func randomState(t *rapid.T, p *program.Program) *interpreter.State {
	cells := make([]int32, p.Layout.Size)
	for _, f := range p.Layout.Fields {
		low, high := 0, 40
		switch {
		case f.Kind == program.Marks && f.Seats:
			high = 1<<p.Players - 1
		case f.Kind == program.Marks || f.Name == "closed":
			high = 1
		case f.Name == "phase":
			low, high = -1, len(p.Stages)-1
		case f.Name == "mover" || f.Name == "starter":
			high = p.Players - 1
		case f.Name == "captor" || f.Name == "owner":
			low, high = -1, p.Players-1
		}
		few := rapid.Bool().Draw(t, "few")
		for i := range f.Len {
			if !few || rapid.IntRange(0, 3).Draw(t, "set") == 0 {
				cells[f.Base+i] = int32(rapid.IntRange(low, high).Draw(t, f.Name))
			} else {
				cells[f.Base+i] = 0
			}
		}
	}
	if p.Game.Board.Stores == 0 {
		clear(cells[p.Layout.Stores:][:p.Players])
	}
	return &interpreter.State{Cells: cells}
}

func TestPositionRoundTrip(t *testing.T) {
	programs := []*program.Program{build(t, "everything", everything, dsl.Choice{})}
	for _, id := range []string{"hus", "kalah", "oware", "anywoli", "hawalis"} {
		programs = append(programs, load(t, id, dsl.Choice{}))
	}
	for _, p := range programs {
		t.Run(p.Game.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := randomState(t, p)
				text := notation.FormatPosition(p, s)
				back, _, err := notation.ParsePosition(p, text)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(back.Cells, s.Cells) {
					t.Fatalf("%q gives\n%v, not\n%v", text, back.Cells, s.Cells)
				}
				stated, err := notation.ParseStated(p, text)
				if err != nil {
					t.Fatal(err)
				}
				if diff := stated.Differs(p, s.Cells); len(diff) > 0 {
					t.Fatalf("%q differs from its own cells: %v", text, diff)
				}
			})
		})
	}
}

func TestPositions(t *testing.T) {
	hus, kalah := load(t, "hus", dsl.Choice{}), load(t, "kalah", dsl.Choice{})
	all := build(t, "everything", everything, dsl.Choice{})
	for _, c := range []struct {
		p          *program.Program
		text, want string // want "": the same
	}{
		{hus, "2x8/2x4,0x4/0x4,2x4/2x8 - S", ""},
		{hus, "2x8 / 2x4, 0x4 / 0x4,2x4 / 2 x 8 S", "!"},
		{hus, "2x8 / 2x4, 0x4 / 0x4,2x4 / 2x8 S", "2x8/2x4,0x4/0x4,2x4/2x8 - S"},
		{hus, "2,2,2,2,2,2,2,2/2x4,0x4/0x4,2x4/2x8 - north", "2x8/2x4,0x4/0x4,2x4/2x8 - N"},
		{kalah, "4x6/4,4,4,4,4,4 0,0 s", "4x6/4x6 0,0 S"},
		{kalah, "4x5,5/4x6 0 , 1 N", "4x5,5/4x6 0,1 N"},
		{all, "2x5/2x5/2x5/2x5 0,0 S hand=3,3", "2x5/2x5/2x5/2x5 0,0 S hand=3,3 turn=0"},
		{all, "2x5/2x5/2x4,x/2x5 0,0 N hand=3,1 tuz=A1:S,b2:N,b2:S house=1,0 turn=7 phase=opening,main", "2x5/2x5/2x4,x/2x5 0,0 N hand=3,1 tuz=A1:S,b2:S,b2:N house=1,0 phase=opening,main turn=7"},
		{all, "2x5/2x5/2x5/2x5 0,0 S fallen=A1,a5 tally=4 captor=N starter=N turn=5,5 total=50", "2x5/2x5/2x5/2x5 0,0 S fallen=A1,a5 tally=4 captor=N starter=N turn=5,5 total=50"},
	} {
		s, _, err := notation.ParsePosition(c.p, c.text)
		if c.want == "!" {
			if err == nil {
				t.Errorf("%q is read", c.text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if c.want == "" {
			c.want = c.text
		}
		if got := notation.FormatPosition(c.p, s); got != c.want {
			t.Errorf("%q is written %q, want %q", c.text, got, c.want)
		}
	}
}

// What is wrong, and what to write instead.
func TestPositionErrors(t *testing.T) {
	hus, kalah := load(t, "hus", dsl.Choice{}), load(t, "kalah", dsl.Choice{})
	all := build(t, "everything", everything, dsl.Choice{})
	for _, c := range []struct {
		p          *program.Program
		text, want string
	}{
		{hus, "", `the position is empty; the start is "2x8/2x4,0x4/0x4,2x4/2x8 - S"`},
		{hus, "2x8/2x8 - S", "2 rows given; this board has 4, separated by `/`, the one farthest from South first"},
		{hus, "2x8/2x4,0x3/0x4,2x4/2x8 - S", `row 2 of 4 (holes a…): "2x4,0x3" has 7 holes; this board has 8 there`},
		{hus, "2x8/2x4,0x4/0x4,2x4/2x8 3,0 S", "this game has no stores: write `-` after the rows"},
		{hus, "2x8/2x4,0x4/0x4,2x4/2x8 -", "who is to move? Write S or N after the stores"},
		{hus, "2x8/2x4,0x4/0x4,2x4/2x7,x - S", "hole B8 is given as closed (x), but no rule of this game closes holes"},
		{hus, "2x8/2x4,0x4/0x4,2x4/2x7,-1 - S", "\"-1\" is no number of seeds: write `4`, or `4x6` for six holes of four, or `x` for a closed hole"},
		{hus, "2x8/2x4,0x4/0x4,2x4/2x7,99999999999 - S", "is too many: a hole holds up to 1048576 seeds"},
		{hus, "2x8/2x4,0x4/0x4,2x4/2x6,,2 - S", "an empty entry"},
		{hus, "2x8/2x4,0x4/0x4,2x4/2x999999 - S", "after the x stands the number of holes"},
		{hus, "2x8/2x4,0x4/0x4,2x4/2x8|0 - S", "this board has no end holes"},
		{kalah, "4x6/4x6 S", "the stores are missing: write them after the rows"},
		{kalah, "4x6/4x6 1 S", "\"1\" gives 1 store; there are 2 players: write `0,0`, South's first"},
		{kalah, "4x6/4x6 0,0 S S", `"S" is not understood`},
		{kalah, "4x6/4x6 0,0 S hand=3,3", `unknown key "hand": this game reads total`},
		{kalah, "4x6/4x6 0,0 S since=3", "so there is no history to give with"},
		{all, "2x5/2x5/2x5/2x5 0,0 S tun=3", `did you mean "tuz"?`},
		{all, "2x5/2x5/2x5/2x5 0,0 S turn=3 turn=4", `"turn" is given twice`},
		{all, "2x5/2x5/2x5/2x5 0,0 S tuz=A1", "\"A1\" is not understood: entries look like A1:S"},
		{all, "2x5/2x5/2x5/2x5 0,0 S tuz=A9:S", `there is no hole "A9": the holes are A1 to A5, B1 to B5, a1 to a5, b1 to b5`},
		{all, "2x5/2x5/2x5/2x5 0,0 S tuz=A1:W", `"W" is no player: write S or N`},
		{all, "2x5/2x5/2x5/2x5 0,0 S house=1", "2 numbers are wanted, one a player, South's first"},
		{all, "2x5/2x5/2x5/2x5 0,0 S phase=closing", "no such phase; the phases are opening, main"},
		{all, "2x5/2x5/2x5/2x5 0,0 S total=12", "40 seeds can be seen already"},
		{all, "2x5/2x5/2x5/2x5 0,0 S hand=-1,0", "a hand can't hold fewer than no seeds"},
	} {
		_, _, err := notation.ParsePosition(c.p, c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v\nwant %s", c.text, err, c.want)
		}
	}
}

// Every legal move has a text of its own, and its text finds it, all through
// random games of the whole library; so does every position.
func TestMovesAlongGames(t *testing.T) {
	paths, _ := filepath.Glob("../../games/*.toml")
	if len(paths) == 0 {
		t.Fatal("no games")
	}
	for _, path := range paths {
		id := strings.TrimSuffix(filepath.Base(path), ".toml")
		t.Run(id, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if g, ds := dsl.Load(games.NewFile(id, text), dsl.Choice{}); g == nil {
				t.Fatal(ds.Text())
			}
			p := load(t, id, dsl.Choice{})
			x, err := reference.New(p, interpreter.Budget{Laps: 500, Completions: 5000})
			if err != nil {
				t.Fatal(err)
			}
			s, err := x.Start()
			if err != nil {
				t.Skip(err)
			}
			for n := 0; n < 25 && s.Over == nil; n++ {
				checkPosition(t, p, s)
				legal, err := x.Legal(s)
				if err != nil {
					t.Skip(err)
				}
				checkMoves(t, p, int(s.Cells[p.Layout.Mover]), legal)
				if _, err := x.Play(s, legal[(7*n+3)%len(legal)]); err != nil {
					t.Skip(err)
				}
			}
		})
	}
}

func checkPosition(t *testing.T, p *program.Program, s *interpreter.State) {
	t.Helper()
	text := notation.FormatPosition(p, s)
	back, given, err := notation.ParsePosition(p, text)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(back.Cells, s.Cells) {
		t.Fatalf("%q gives\n%v, not\n%v", text, back.Cells, s.Cells)
	}
	if p.Layout.Turns >= 0 && !given["turn"] {
		t.Fatalf("%q does not state the turn", text)
	}
}

func checkMoves(t *testing.T, p *program.Program, mover int, legal []interpreter.Move) {
	t.Helper()
	texts := map[string]bool{}
	for _, m := range legal {
		text := notation.MoveText(p, mover, m)
		if texts[text] {
			t.Fatalf("two moves are called %s", text)
		}
		texts[text] = true
		found, err := notation.FindMove(p, mover, text, legal)
		if err != nil || !reflect.DeepEqual(found, m) {
			t.Fatalf("%s finds %+v (%v), not %+v", text, found, err, m)
		}
	}
}

func TestFindMove(t *testing.T) {
	p := build(t, "everything", everything, dsl.Choice{})
	place := func(name string) int {
		h, ok := p.Game.Board.HoleByName(name)
		if !ok {
			t.Fatal(name)
		}
		return h
	}
	// On a four-row board > is clockwise in row A and anticlockwise in row B.
	move := func(from string, d program.Dir, inner ...interpreter.Choice) interpreter.Move {
		return interpreter.Move{From: place(from), To: -1, Dir: d, Shown: interpreter.ShowDir, Inner: inner}
	}
	hole := func(names ...string) interpreter.Choice {
		c := interpreter.Choice{Kind: interpreter.ChooseHoles}
		for _, n := range names {
			c.Places = append(c.Places, place(n))
		}
		return c
	}
	taken, declined := interpreter.Choice{Kind: interpreter.Optional, Taken: true}, interpreter.Choice{Kind: interpreter.Optional}
	again := interpreter.Choice{Kind: interpreter.StartAgain, Places: []int{place("A3")}}
	kinds := func(label int) interpreter.Move {
		return interpreter.Move{From: place("B4"), To: -1, Label: label, Shown: interpreter.ShowLabel}
	}
	legal := []interpreter.Move{
		move("A1", program.Clockwise), move("A1", program.Anticlockwise),
		move("B2", program.Anticlockwise), move("B2", program.Clockwise, taken, hole("b3")), move("B2", program.Clockwise, declined, hole("b3")),
		move("A2", program.Clockwise, hole("b1", "b3")), move("A2", program.Clockwise, hole("b1", "b4")), move("A2", program.Clockwise, declined),
		move("A3", program.Clockwise, again), move("A3", program.Clockwise, taken),
		kinds(1), kinds(2),
		{From: place("A4"), To: -1, Take: 2, Shown: interpreter.ShowTake}, {From: place("A5"), To: place("B5"), Kind: 2},
		{Pass: true, From: -1, To: -1},
	}
	want := []string{"A1>", "A1<", "B2>", "B2<++b3", "B2<.+b3", "A2>+b1,b3", "A2>+b1,b4", "A2>", "A3>/A3", "A3>+", "B4=twice", "B4=thrice", "A4:2", "A5-B5", "pass"}
	for i, m := range legal {
		if got := notation.MoveText(p, 0, m); got != want[i] {
			t.Errorf("move %d is called %q, want %q", i, got, want[i])
		}
	}
	checkMoves(t, p, 0, legal)
	for _, c := range []struct {
		text string
		want int // -1: refused
		err  string
	}{
		{"a1>", 0, ""}, {" A1 > ", 0, ""}, {"1<", 1, ""}, {"b2>", 2, ""}, {"B2<+b3", 4, ""}, {"B2", -1, "B2 can be played in several ways: B2>, B2<++b3, B2<.+b3"},
		{"A2+b3,b1", 5, ""}, {"a4", 12, ""}, {"A4:2", 12, ""}, {"A4:3", -1, "A4:3 is not a legal move"}, {"A5", 13, ""}, {"PASS", 14, ""},
		{"B4=tw", -1, `"tw" is no kind of move; the kinds are twice, thrice`}, {"B4=twice", 10, ""}, {"A9", -1, `there is no hole "A9"; the holes are A1 to A5`},
		{"A3+", 9, ""}, {"", -1, "a hole is wanted"}, {"A1*", -1, `"*" is not understood after "A1"; a move is a hole (A4)`}, {"A4:", -1, "the number of seeds taken"},
		{"B5", -1, "B5 is not a legal move; legal are A1>"},
	} {
		m, err := notation.FindMove(p, 0, c.text, legal)
		switch {
		case c.want < 0 && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%q: %v, want %q", c.text, err, c.err)
		case c.want >= 0 && err != nil:
			t.Errorf("%q: %v", c.text, err)
		case c.want >= 0 && !reflect.DeepEqual(m, legal[c.want]):
			t.Errorf("%q finds %s", c.text, notation.MoveText(p, 0, m))
		}
	}
	var missing *notation.NotFound
	if _, err := notation.FindMove(p, 0, "A4:3", legal); !errors.As(err, &missing) || missing.Many || len(missing.Among) != len(legal) {
		t.Errorf("%+v", missing)
	}
}

func TestParseMove(t *testing.T) {
	hus := load(t, "hus", dsl.Choice{})
	for text, want := range map[string]int{"A3": 2, "b2": 25, "3": 2, "B8": 15} {
		m, err := notation.ParseMove(hus, 0, text)
		if err != nil || m.From != want || m.Dir != program.Anticlockwise {
			t.Errorf("%q: %+v %v", text, m, err)
		}
	}
	if m, err := notation.ParseMove(hus, 1, "3"); err != nil || m.From != 18 {
		t.Errorf("a bare number is the mover's: %+v %v", m, err)
	}
}

func FuzzMoveText(f *testing.F) {
	for _, s := range []string{"A4", "A4>", "A4:2", "A4+b1,b3", "A4/A6", "A4-A5", "A4+", "A4=tax", "pass", "A4.+b3", "+", "::", "A4+-"} {
		f.Add(s)
	}
	p := build(f, "everything", everything, dsl.Choice{})
	f.Fuzz(func(t *testing.T, text string) {
		m, err := notation.ParseMove(p, 0, text)
		if err == nil && !m.Pass && m.From < 0 {
			t.Errorf("%q is a move from nowhere", text)
		}
	})
}

func FuzzPosition(f *testing.F) {
	for _, s := range []string{"2x5/2x5/2x5/2x5 0,0 S", "2x5/2x5/2x4,x/2x5 0,0 N hand=3,1 tuz=A1:S turn=7", "x/x/x", "=", "| - S"} {
		f.Add(s)
	}
	p := build(f, "everything", everything, dsl.Choice{})
	f.Fuzz(func(t *testing.T, text string) {
		s, _, err := notation.ParsePosition(p, text)
		if err != nil {
			return
		}
		again, _, err := notation.ParsePosition(p, notation.FormatPosition(p, s))
		if err != nil || !slices.Equal(again.Cells, s.Cells) {
			t.Errorf("%q: %v", text, err)
		}
	})
}
