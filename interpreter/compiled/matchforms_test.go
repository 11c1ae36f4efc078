package compiled_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
)

// roundsText is a small game of rounds: two rows of four, three seeds a hole.
const roundsText = `
mancala = 1
[board]
rows = 2
columns = 4
stores = "beside"
OWNERS
[setup]
holes = "board: 3"
[sowing]
route = "board"
direction = "anticlockwise"
skip = "hole is closed"
[rules]
moves = "from own where hole has seeds"
lap = "when last has 2..4 then capture last; stop  otherwise stop"
end = "when mover has no move or seeds(board) < 5 then each takes own; end round"
[score]
counts = "own store"
STATE
[match]
MATCH`

func roundsGame(t *testing.T, state, match string) *program.Program {
	t.Helper()
	owners := ""
	if strings.Contains(match, `"enemy"`) || strings.Contains(match, `"buys"`) || strings.Contains(match, "claim") {
		owners = `owners = "change"`
	}
	text := strings.NewReplacer("OWNERS", owners, "STATE", state, "MATCH", match).Replace(roundsText)
	g, found := dsl.Load(source.NewFile("rounds.toml", []byte(text)), dsl.Choice{})
	if g == nil {
		t.Fatal(found.Text())
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// follow is what a position in which a round is over leads to: the position
// of the next round, the end of the match, or a gap.
func follow(t *testing.T, x interpreter.Executor, position string) string {
	t.Helper()
	s, given, err := notation.ParsePosition(x.Program(), position)
	if err != nil {
		t.Fatal(err)
	}
	before := sumOf(x.Program(), s)
	err = x.Begin(s, !given["turn"])
	var gap *interpreter.Gap
	switch {
	case errors.As(err, &gap):
		return "gap " + string(gap.Kind)
	case err != nil:
		t.Fatal(err)
	case s.Over != nil && s.Over.Draw:
		return fmt.Sprint("draw ", s.Over.Scores)
	case s.Over != nil:
		return fmt.Sprint("won by ", s.Over.Winner, " ", s.Over.Scores)
	}
	if after := sumOf(x.Program(), s); after != before {
		t.Errorf("%d seeds became %d", before, after)
	}
	return notation.FormatPosition(x.Program(), s)
}

func sumOf(p *program.Program, s *interpreter.State) int {
	n := 0
	for _, f := range p.Layout.Fields {
		if f.Kind == program.Seeds {
			for _, c := range s.Cells[f.Base : f.Base+f.Len] {
				n += int(c)
			}
		}
	}
	return n
}

// Every key of [match] with every value, on both engines.
func TestWhatFollowsARound(t *testing.T) {
	const over = "\nover = \"when mover has no hole then opponent wins\"\n"
	for _, c := range []struct{ name, state, match, position, want string }{
		{"closed, from the left", "", `each = 3
order = "left"
unfilled = "closed"
begins = "loser"` + over, "0x4/0x4 17,7 S", "x,x,3x2/3x4 5,1 N starter=N round=2"},
		{"from the right", "", `each = 3
order = "right"
unfilled = "closed"
begins = "winner"` + over, "0x4/0x4 17,7 S", "3x2,x,x/3x4 5,1 S round=2"},
		{"outward", "", `each = 3
order = "outward"
unfilled = "closed"
begins = "alternate"` + over, "0x4/0x4 17,7 S", "x,3x2,x/3x4 5,1 N starter=N round=2"},
		{"inward", "", `each = 3
order = "inward"
unfilled = "closed"
begins = "alternate"` + over, "0x4/0x4 17,7 S starter=N", "3,x,x,3/3x4 5,1 S round=2"},
		{"chosen: a player who can fill some of his holes says which", "", `each = 3
order = "chosen"
unfilled = "closed"
begins = "alternate"` + over, "0x4/0x4 17,7 S", "0x4/3x4 5,0 N hand=0,7 starter=N phase=main,filling round=2 won=S"},
		{"chosen: all or none is no choice", "", `each = 3
order = "chosen"
unfilled = "closed"
begins = "winner"
over = "when round = 9 then draw"`, "0x4/0x4 22,2 N", "x,x,x,x/3x4 10,2 S round=2"},
		{"holes opened again", "", `each = 3
order = "left"
unfilled = "closed"
begins = "alternate"` + over, "x,0x3/0x4 12,12 S starter=N round=4", "3x4/3x4 0,0 S round=5"},
		{"left open", "", `each = 3
order = "left"
unfilled = "open"
begins = "loser"` + over, "0x4/0x4 17,7 S", "0x2,3x2/3x4 5,1 N starter=N round=2"},
		{"the enemy's", "", `each = 3
order = "left"
unfilled = "enemy"
begins = "loser"` + over, "0x4/0x4 17,7 S", "0,3x3/3x4 2,1 N owner=a3:S,a4:S starter=N round=2"},
		{"owners return to their rows", "", `each = 3
order = "left"
unfilled = "enemy"
begins = "loser"` + over, "0x4/0x4 12,12 S owner=a3:S,A1:N", "3x4/3x4 0,0 N starter=N round=2"},
		{"half", "", `each = 3
order = "left"
unfilled = "half"
begins = "winner"` + over, "0x4/0x4 17,7 S", "x,1,3x2/3x4 5,0 S round=2"},
		{"bought at the price of a filling", "", `each = 3
order = "left"
unfilled = "closed"
surplus = "buys"
begins = "winner"` + over, "0x4/0x4 17,7 S", "x,3x3/3x4 2,1 S owner=a3:S round=2"},
		{"bought at a higher price", "", `each = 3
order = "left"
unfilled = "open"
surplus = "buys"
price = 5
begins = "winner"` + over, "0x4/0x4 17,7 S", "0,3x3/3x4 0,3 S owner=a3:S round=2"},
		{"too dear", "", `each = 3
order = "left"
unfilled = "enemy"
surplus = "buys"
price = 6
begins = "winner"` + over, "0x4/0x4 17,7 S", "0x2,3x2/3x4 5,1 S round=2"},
		{"the winner mirrors", "", `each = 3
order = "left"
first = "loser"
then = "mirrors"
unfilled = "closed"
begins = "winner"` + over, "0x4/0x4 17,7 S", "x,x,3x2/3x2,x,x 11,1 S round=2"},
		{"the loser mirrors", "", `each = 3
order = "right"
first = "winner"
then = "mirrors"
unfilled = "closed"
begins = "winner"` + over, "0x4/0x4 7,17 S", "3x4/x,1,3x2 0,5 N starter=N round=2"},
		{"a half hole mirrored", "", `each = 3
order = "left"
first = "loser"
then = "mirrors"
unfilled = "half"
begins = "winner"` + over, "0x4/0x4 17,7 S", "x,1,3x2/3x2,1,x 10,0 S round=2"},
		{"after a drawn round both fill and the other begins", "", `each = 3
order = "left"
first = "loser"
then = "mirrors"
unfilled = "closed"
begins = "winner"` + over, "0x4/0x4 12,12 S", "3x4/3x4 0,0 N starter=N round=2"},
		{"who moved last", "", `each = 3
order = "left"
unfilled = "open"
begins = "last-mover"` + over, "0x4/0x4 12,12 N moved=N", "3x4/3x4 0,0 N starter=N round=2"},
		{"nobody moved", "", `each = 3
order = "left"
unfilled = "open"
begins = "last-mover"` + over, "0x4/0x4 12,12 N starter=N", "3x4/3x4 0,0 S round=2"},
		{"silent about who begins", "", `each = 3
order = "left"
unfilled = "open"
begins = "open"` + over, "0x4/0x4 12,12 N", "gap who-begins"},
		{"over", "", `each = 3
order = "left"
unfilled = "closed"
begins = "loser"` + over, "0x4/0x4 22,2 S", "won by 0 [22 2]"},
		{"the rest decides", "", `each = 3
order = "left"
unfilled = "closed"
begins = "winner"
fill = '''
when rest = 1 and mover is loser then move 2 from enemy store to own store; move 3 from own store to hole
when rest = 2 then close enemy right 1
'''` + over, "0x4/0x4 17,7 S", "x,3x3/3x4 3,0 S round=2"},
		{"the rest of two", "", `each = 3
order = "left"
unfilled = "open"
begins = "winner"
fill = "when rest = 2 then claim opposite of hole"` + over, "0x4/0x4 16,8 S", "0x2,3x2/3x4 4,2 S owner=A2:N round=2"},
		{"the board shrinks", "", `each = 3
order = "left"
unfilled = "open"
begins = "winner"
between = "when seeds(enemy store) * 3 < total then close board column 4"` + over, "0x4/0x4 17,7 S", "x,0,3x2/3x3,x 8,1 S round=2"},
		{"nothing between drawn rounds", "", `each = 3
order = "left"
unfilled = "open"
begins = "winner"
between = "always close board column 4"` + over, "0x4/0x4 12,12 S", "3x4/3x4 0,0 N starter=N round=2"},
		{"points", "", `points = 2
begins = "loser"
over = "when points >= 6 then mover wins"`, "0x4/0x4 17,7 S points=1,3", "3x4/3x4 0,0 N points=3,3 starter=N round=2"},
		{"points of each", "", `points = "seeds(own store)"
points-for = "each"
begins = "loser"
over = "when points >= 60 then mover wins"`, "0x4/0x4 17,7 S points=30,3", "3x4/3x4 0,0 N points=47,10 starter=N round=2"},
		{"enough points", "", `points = 2
begins = "loser"
over = "when points >= 6 then mover wins"`, "0x4/0x4 17,7 S points=4,5", "won by 0 [6 5]"},
		{"points compared", "", `points = 1
begins = "loser"
over = "when round = 5 then end game"`, "0x4/0x4 17,7 S points=1,2 round=4", "draw [2 2]"},
		{"more points", "", `points = 1
between = "when seeds(own store) >= 17 then set points = points + 1"
begins = "loser"
over = "when points > 9 then mover wins"`, "0x4/0x4 17,7 S", "3x4/3x4 0,0 N points=2,0 starter=N round=2"},
		{"what lasts a round, what lasts the game", `[state]
now = { lasts = "round", start = 4 }
won = { of = "player" }
seen = { on = "hole", lasts = "round" }`, `each = 3
order = "left"
unfilled = "open"
begins = "winner"
between = "always set won = won + 1; set now = now + 1; mark own left 1 as seen"` + over,
			"0x4/0x4 17,7 S now=9 won=3,3 seen=a1", "0x2,3x2/3x4 5,1 S now=5 won=4,3 seen=A1 round=2"},
		{"seeds that nobody took are out of play", "", `each = 3
order = "left"
unfilled = "closed"
begins = "winner"` + over, "0x4/0x4 14,4 S total=24", "x,x,x,3/3x4 2,1 S round=2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := roundsGame(t, c.state, c.match)
			if got := follow(t, oracle(t, p), c.position); got != c.want {
				t.Errorf("reference: %s, want %s", got, c.want)
			}
			e := engine(t, p, compiled.Options{})
			if got := follow(t, e, c.position); got != c.want {
				t.Errorf("compiled: %s, want %s", got, c.want)
			}
			if !strings.HasPrefix(c.want, "gap") && e.Asked() > 0 {
				t.Error("the reference executor was asked")
			}
		})
	}
}

// A round over before anybody could move would be followed by others for ever.
func TestEmptyRound(t *testing.T) {
	p := roundsGame(t, "", `each = 30
order = "left"
unfilled = "open"
begins = "loser"
over = "when points-of-nobody then mover wins"
[define]
points-of-nobody = "seeds(board) > 99"`)
	for _, x := range []interpreter.Executor{oracle(t, p), engine(t, p, compiled.Options{})} {
		if got := follow(t, x, "0x4/0x4 17,7 S"); got != "gap empty-round" {
			t.Errorf("%T: %s", x, got)
		}
	}
}

// The history of a round is forgotten when it is over: a start position that
// comes again in the next round is no repetition.
func TestHistoryOfARound(t *testing.T) {
	text := strings.NewReplacer("OWNERS", "", "STATE", "", "MATCH", `begins = "winner"
points = 1
over = "when points >= 9 then mover wins"`,
		`end = "`, `end = "when position repeats then draw  when turn > 2 then mover takes board; end round `).Replace(roundsText)
	g, found := dsl.Load(source.NewFile("rounds.toml", []byte(text)), dsl.Choice{})
	if g == nil {
		t.Fatal(found.Text())
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	e, x := engine(t, p, compiled.Options{}), oracle(t, p)
	a, err := e.Start()
	b, err2 := x.Start()
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for ply := 0; b.Over == nil; ply++ {
		moves, err := x.Legal(b)
		if err != nil {
			t.Fatal(err)
		}
		pa, err := e.Play(a, moves[ply%len(moves)])
		pb, err2 := x.Play(b, moves[ply%len(moves)])
		if err != nil || err2 != nil || !reflect.DeepEqual(pa, pb) || !reflect.DeepEqual(a, b) {
			t.Fatalf("ply %d: %v %v\n%+v\n%+v\n%v\n%v", ply, err, err2, pa, pb, show(a), show(b))
		}
		if pb.Round != nil && b.Over == nil && len(b.Seen) != 1 {
			t.Errorf("%d positions in the history of a new round", len(b.Seen))
		}
	}
	if b.Over.Draw || e.Asked() > 0 {
		t.Errorf("%+v, asked %d times", b.Over, e.Asked())
	}
	start, _ := e.Start()
	err = e.Playouts(start, []uint64{7, 8}, interpreter.Limits{}, func(i int, got interpreter.Result, err error) {
		s, _ := x.Start()
		want, err2 := interpreter.Playout(x, s, interpreter.NewRandom(uint64(7+i)), interpreter.Limits{})
		if err != nil || err2 != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("playout %d: %v %v\n%+v\n%+v", i, err, err2, got, want)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// A player chooses the holes he fills: every choice is a ply, and when all
// have chosen the round is laid out and begins with whoever is to begin.
func TestChosenHoles(t *testing.T) {
	const over = "\nover = \"when mover has no hole then opponent wins\"\n"
	for _, c := range []struct{ name, match, position, moves, want string }{
		{"one chooses and the other begins", `each = 3
order = "chosen"
unfilled = "closed"
begins = "winner"` + over, "0x4/0x4 17,7 S", "a2 a4", "3,x,3,x/3x4 5,1 S round=2"},
		{"who chose begins", `each = 3
order = "chosen"
unfilled = "closed"
begins = "loser"` + over, "0x4/0x4 17,7 S", "a2 a4", "3,x,3,x/3x4 5,1 N starter=N round=2"},
		{"both choose", `each = 3
order = "chosen"
unfilled = "enemy"
begins = "loser"` + over, "0x4/0x4 10,8 S total=24", "A1 A2 A4 a1 a4", "3,0x2,3/3x2,0,3 1,2 N owner=A3:N,a2:S,a3:S starter=N round=2"},
		{"mirrored", `each = 3
order = "chosen"
first = "loser"
then = "mirrors"
unfilled = "closed"
begins = "winner"` + over, "0x4/0x4 17,7 S", "a4 a1", "3,x,x,3/3,x,x,3 11,1 S round=2"},
		{"the enemy fills what was left", `each = 3
order = "chosen"
unfilled = "enemy"
begins = "loser"
fill = "when rest = 1 then move 2 from enemy store to own store; move 3 from own store to hole"` + over,
			"0x4/0x4 17,7 S", "a4 a1", "3x4/3x4 0,0 N owner=a3:S starter=N round=2"},
		{"over when chosen", `each = 3
order = "chosen"
unfilled = "closed"
begins = "loser"
over = "when count(own where not hole is closed) < 3 then opponent wins"`, "0x4/0x4 17,7 S", "a4 a1", "won by 0 [17 7]"},
		{"over by points", `each = 3
order = "chosen"
unfilled = "closed"
begins = "loser"
points = 2
over = "when round = 2 then end game"`, "0x4/0x4 17,7 S points=0,5", "a4 a1", "won by 1 [2 5]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := roundsGame(t, "", c.match)
			e := engine(t, p, compiled.Options{})
			for _, x := range []interpreter.Executor{oracle(t, p), e} {
				if got := chosen(t, x, c.position, strings.Fields(c.moves)); got != c.want {
					t.Errorf("%T: %s, want %s", x, got, c.want)
				}
			}
			if e.Asked() > 0 {
				t.Error("the reference executor was asked")
			}
		})
	}
}

// chosen plays moves from a position and tells what they lead to.
func chosen(t *testing.T, x interpreter.Executor, position string, moves []string) string {
	t.Helper()
	p := x.Program()
	s, _, err := notation.ParsePosition(p, position)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Begin(s, true); err != nil {
		t.Fatal(err)
	}
	before := sumOf(p, s)
	for _, text := range moves {
		legal, err := x.Legal(s)
		if err != nil {
			t.Fatal(err)
		}
		m, err := notation.FindMove(p, int(s.Cells[p.Layout.Mover]), text, legal)
		if err != nil {
			t.Fatalf("%T: %v in %s", x, err, notation.FormatPosition(p, s))
		}
		if _, err := x.Play(s, m); err != nil {
			t.Fatal(err)
		}
	}
	if after := sumOf(p, s); after != before {
		t.Errorf("%d seeds became %d", before, after)
	}
	if s.Over != nil {
		return fmt.Sprint("won by ", s.Over.Winner, " ", s.Over.Scores)
	}
	return notation.FormatPosition(p, s)
}

// Keys of [match] in any combination: both engines play the same matches, and
// no seed is lost.
func TestMatchKeysTogether(t *testing.T) {
	r := interpreter.NewRandom(11)
	pick := func(list ...string) string { return list[r.Below(len(list))] }
	rounds, ended := 0, 0
	for range 30 {
		order := pick("left", "right", "outward", "inward", "chosen", "chosen")
		match := "order = \"" + order + "\"\nunfilled = \"" + pick("closed", "enemy", "half", "open") + "\"\n"
		match += "each = " + pick("2", "3", "4") + "\n"
		match += pick("", "first = \"loser\"\nthen = \"mirrors\"\n", "first = \"winner\"\nthen = \"mirrors\"\n", "first = \"winner\"\n")
		match += pick("", "surplus = \"buys\"\nprice = 4\n")
		match += "begins = \"" + pick("winner", "loser", "alternate", "last-mover") + "\"\n"
		match += pick("", "points = \"seeds(own store) / 3\"\n", "points = 1\npoints-for = \"each\"\n")
		match += pick("", "fill = \"when rest >= 1 then move 1 from own store to hole\"\n", "fill = \"when rest = 1 and mover is loser then move 2 from enemy store to hole\"\n")
		match += pick("", "between = \"when seeds(enemy store) * 3 < total then close board column 4\"\n")
		match += pick("over = \"when mover has no hole then opponent wins\"", "over = \"when seeds(own store, own) < 5 then opponent wins\"", "over = \"when round > 3 then end game\"")
		p := roundsGame(t, "", match)
		e, x := engine(t, p, compiled.Options{}), oracle(t, p)
		limits := interpreter.Limits{Plies: 400, Rounds: 6}
		start, err := e.Start()
		if err != nil {
			t.Fatal(err)
		}
		err = e.Playouts(start, []uint64{1, 2, 3}, limits, func(i int, got interpreter.Result, err error) {
			s, _ := x.Start()
			want, err2 := interpreter.Playout(x, s, interpreter.NewRandom(uint64(1+i)), limits)
			if err != nil || err2 != nil || (got.Gap == nil) != (want.Gap == nil) || got.Gap == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("%s\nplayout %d: %v %v\n%+v\n%+v", match, i, err, err2, got, want)
			}
			if n := sumOf(p, s); n != 24 {
				t.Errorf("%s\n24 seeds became %d", match, n)
			}
			rounds += want.Rounds
			if want.Outcome != nil {
				ended++
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if rounds < 100 || ended < 20 {
		t.Errorf("only %d rounds and %d matches that ended", rounds, ended)
	}
}
