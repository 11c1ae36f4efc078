package games_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/notation"
	"mancala/interpreter/reference"
)

// Published numbers that no single line of play shows.

func executorWith(t *testing.T, id string, set map[string]int) *reference.Executor {
	t.Helper()
	file, err := games.File(id)
	if err != nil {
		t.Fatal(err)
	}
	g, found := dsl.Load(file, dsl.Choice{Parameters: set})
	if g == nil {
		t.Fatal(found.Text())
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	x, err := reference.New(p, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// at sets up a position.
func at(t *testing.T, x *reference.Executor, text string) *interpreter.State {
	t.Helper()
	s, given, err := notation.ParsePosition(x.Program(), text)
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Begin(s, !given["turn"]); err != nil {
		t.Fatal(err)
	}
	return s
}

func play(t *testing.T, x *reference.Executor, s *interpreter.State, text string) *interpreter.Ply {
	t.Helper()
	legal, err := x.Legal(s)
	if err != nil {
		t.Fatal(err)
	}
	m, err := notation.FindMove(x.Program(), int(s.Cells[x.Program().Layout.Mover]), text, legal)
	if err != nil {
		t.Fatal(err)
	}
	ply, err := x.Play(s, m)
	if err != nil {
		t.Fatal(err)
	}
	return ply
}

// openings walks all first turns of Dakon: the positions in which the first
// player has yet to move, the moves made in them, the most he has in his store
// at the end of the turn.
type openings struct {
	t                *testing.T
	x                *reference.Executor
	seen             map[string]bool
	positions, plays int
	best             int32
}

func (o *openings) walk(s *interpreter.State) {
	p := o.x.Program()
	key := fmt.Sprint(s.Cells[:p.Places])
	if o.seen[key] {
		return
	}
	o.seen[key] = true
	o.positions++
	legal, err := o.x.Legal(s)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, m := range legal {
		next := s.Clone()
		ply, err := o.x.Play(next, m)
		if err != nil {
			o.t.Fatal(err)
		}
		o.plays++
		if ply.Again && next.Over == nil {
			o.walk(next)
		}
		o.best = max(o.best, next.Cells[p.Layout.Stores])
	}
}

// Van den Herik, Uiterwijk and van Rijswijck 2002: which Dakon boards have an
// opening turn after which the opponent can't fill a hole.
func TestDakonOpenings(t *testing.T) {
	for n, want := range map[int]struct {
		positions, plays int
		best             int32
		line             string
	}{
		3: {11, 23, 12, ""},
		4: {93, 246, 30, "1,4,2,4,2,2,2,4,3,1,4,4,3,4,1"},
		5: {634, 2000, 46, "1,5,3,1,5,2,5,4,3,1,4,3,5,5,2,5,1,3,5,1,4,4,2,4"},
	} {
		x := executorWith(t, "dakon", map[string]int{"columns": n})
		s, err := x.Start()
		if err != nil {
			t.Fatal(err)
		}
		o := &openings{t: t, x: x, seen: map[string]bool{}}
		o.walk(s)
		if o.positions != want.positions || o.plays != want.plays || o.best != want.best {
			t.Errorf("Dakon-%d: %d positions, %d plays, best %d; want %+v", n, o.positions, o.plays, o.best, want)
		}
		if wins := o.best >= int32(2*n*n-n); wins != (want.line != "") {
			t.Errorf("Dakon-%d has a winning opening: %v", n, wins)
		}
		if want.line == "" {
			continue
		}
		for _, hole := range strings.Split(want.line, ",") {
			play(t, x, s, "A"+hole)
		}
		if got := s.Cells[x.Program().Layout.Stores]; got != want.best {
			t.Errorf("Dakon-%d: the line brings home %d, not %d", n, got, want.best)
		}
	}
}

// Broline and Loeb 1995: for every number of stones there is one board of
// Tchoukaillon that can be won, by always playing the smallest pit that can be.
// The boards are given from the Roumba outwards.
func TestTchoukaillonBoards(t *testing.T) {
	x := executorWith(t, "tchoukaillon", nil)
	p := x.Program()
	for s, board := range strings.Fields("1 0,2 1,2 0,1,3 1,1,3 0,0,2,4 1,0,2,4 0,2,2,4 1,2,2,4 0,1,1,3,5 1,1,1,3,5 0,0,0,2,4,6 1,0,0,2,4,6 " +
		"0,2,0,2,4,6 1,2,0,2,4,6 0,1,3,2,4,6 1,1,3,2,4,6 0,0,2,1,3,5,7 1,0,2,1,3,5,7 0,2,2,1,3,5,7 1,2,2,1,3,5,7 0,1,1,0,2,4,6,8 " +
		"1,1,1,0,2,4,6,8 0,0,0,4,2,4,6,8") {
		pits := strings.Split(board, ",")
		state := at(t, x, tchoukaillon(p.Holes, pits))
		total := 0
		for _, n := range state.Cells[:p.Holes] {
			total += int(n)
		}
		if total != s+1 {
			t.Fatalf("%s holds %d stones, not %d", board, total, s+1)
		}
		for moves := 0; state.Over == nil; moves++ {
			legal, err := x.Legal(state)
			if err != nil || moves > 100 {
				t.Fatalf("%s: %v after %d moves", board, err, moves)
			}
			if _, err := x.Play(state, legal[len(legal)-1]); err != nil {
				t.Fatalf("%s: %v", board, err)
			}
		}
		if state.Over.Winner != 0 {
			t.Errorf("%d stones, %s: lost", s+1, board)
		}
	}
}

// tchoukaillon writes a board whose last hole is the first pit.
func tchoukaillon(holes int, pits []string) string {
	row := make([]string, holes)
	for i := range row {
		row[i] = "0"
		if n := holes - 1 - i; n < len(pits) {
			row[i] = pits[n]
		}
	}
	return strings.Join(row, ",") + " 0 S"
}

// Micro-Wari, all lines of it: eleven end, one comes back to a position it has
// been in, seen from the player to move.
func TestMicroWariLines(t *testing.T) {
	x := executorWith(t, "micro-wari", nil)
	p := x.Program()
	s, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	var ended, round []string
	var walk func(s *interpreter.State, line string, been []string)
	walk = func(s *interpreter.State, line string, been []string) {
		mover := int(s.Cells[p.Layout.Mover])
		seen := fmt.Sprint(s.Cells[2*mover:2*mover+2], s.Cells[2-2*mover:4-2*mover])
		switch {
		case s.Over != nil:
			ended = append(ended, line)
			return
		case slices.Contains(been, seen):
			round = append(round, line)
			return
		}
		legal, err := x.Legal(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range legal {
			next := s.Clone()
			if _, err := x.Play(next, m); err != nil {
				t.Fatal(err)
			}
			walk(next, line+p.Game.Board.Holes[m.From].Name[1:], append(been[:len(been):len(been)], seen))
		}
	}
	walk(s, "", nil)
	if len(ended) != 11 || !slices.Equal(round, []string{"22112112"}) {
		t.Errorf("%d lines end: %v; %v go round", len(ended), ended, round)
	}
}
