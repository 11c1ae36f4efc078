package compiled_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// oddBoard makes up a board of a shape nobody would carve, and rules that ask
// for whatever there is on it.
func (w writer) oddBoard() string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	shape := w.of("rows", "rows", "rows", "ring", "perimeter")
	players, columns := 2, w.of1(1, 1, 2, 3, 4, 5, 7, 9, 12, 13, 16, 17, 25, 31, 32, 33, 50, 63, 64)
	p("mancala = 1\n[game]\nname = \"Odd board\"\n[board]\nshape = %q", shape)
	rows, route, ends := 1, w.of("board", "ring"), 0
	switch shape {
	case "rows":
		players = w.of1(1, 2, 2, 2)
		rows = w.of1(2, 2, 3, 4, 4, 6)
		if players == 1 {
			rows = 1 + w.IntN(6)
		}
		if rows == 3 && players == 2 {
			columns = 2 * min(columns, 32)
		}
		if rows > 3 {
			route = w.of("own", "own zigzag")
		}
		if rows == 6 {
			route = "own zigzag"
		}
		p("rows = %d\ncolumns = %d", rows, columns)
		if rows == 2 && w.chance(4) {
			ends = 1 + w.IntN(2)
			p("end-holes = %d", ends)
		}
	case "ring":
		players = 1 + w.IntN(4)
		p("holes = %d", min(columns*w.of1(1, 2, players), 128))
	default:
		players, rows = 1+w.IntN(4), 1+w.IntN(6)
		p("rows = %d\ncolumns = %d", rows, columns)
	}
	stores := w.of("none", "none", "beside", "beside", "sown own", "sown both")
	owners := w.of("rows", "rows", "rows", "arcs", "nobody", "change", "seeds")
	if shape != "ring" && rows == 2 && players > 1 && w.chance(3) {
		owners = "columns"
	}
	if shape == "rows" && players == 2 && owners == "nobody" {
		players = 2 + w.IntN(3)
	}
	p("players = %d\nstores = %q\nowners = %q\nstore-end = %q", players, stores, owners, w.of("left", "right"))
	p("[setup]\nholes = \"board: %d\"", w.of1(1, 2, 3, 4, 4, 9, 40))
	p("[sowing]\nroute = %q\ndirection = %q\nendless = %q", route, w.of("anticlockwise", "clockwise", "either way"), w.of("mover loses", "illegal", "stop", "draw", "open"))
	from := []string{"own", "board", "own left half", "board ends"}
	skips := []string{`skip = "origin"`, `first = "origin"`, `skip = "hole is closed"`, `skip = "hole has 3"`, `per-hole = 2`, `per-hole = "1 + count(hole where hole is empty)"`}
	tests := []string{"last was empty", "last in own", "last in ends", "last in left half", "next is empty and next 2 has seeds", "last in column 1", "last in right 1", "last is nearest (board where hole has 3 or more)", "lap > 3"}
	acts := []string{"stop", "relay", "capture last; stop", "capture next 2; stop", "move again", "capture run back from last while hole has 2 or 3; stop", "close last; stop", "reverse; relay",
		"capture leftmost (own where hole has seeds); stop", "capture last; sow captured from next"}
	if players > 1 {
		tests = append(tests, "last in enemy and last has 2 or 3")
		acts = append(acts, "capture enemy where hole has 2; stop")
		if columns <= 16 { // else the choices are too many to list by hand
			acts = append(acts, "choose prize from enemy where hole has seeds; capture prize; stop")
		}
		skips = append(skips, `skip = "hole in enemy and hole has 3"`)
	}
	if players == 2 && shape == "rows" {
		tests = append(tests, "last in own and opposite has seeds", "mirror has 2 or 3")
		acts = append(acts, "capture opposite; stop", "capture opposite; sow captured from next", "move 1 from last to mirror; stop")
		if rows > 3 {
			tests = append(tests, "last in inner and beyond has seeds", "last in outer")
			acts = append(acts, "capture opposite, beyond; stop", "capture opposite into behind; relay")
		}
	}
	if ends > 0 || owners == "nobody" || owners == "seeds" {
		tests, from = append(tests, "last in neutral"), append(from, "neutral", "own, neutral")
	}
	if owners == "change" || owners == "seeds" {
		acts = append(acts, "claim last; stop")
	}
	if stores == "sown own" || stores == "sown both" {
		tests = append(tests, "last in store")
	}
	if w.chance(2) {
		p("%s", w.of(skips...))
	}
	p("[rules]\nmoves = '''\nfrom %s where hole has seeds%s", w.of(from...), w.of("", "", " provided own has seeds", " taking 1 .. 2", " and next is empty"))
	p("%s'''", w.of("", "otherwise from own where hole has seeds\n", "otherwise pass\n", "otherwise from board where hole has seeds\notherwise pass\n"))
	if w.chance(4) {
		p("drop = \"%s\"", w.of("when hole has 4 then capture hole", "when hole in board right half and hole has 2 then capture hole"))
	}
	p("lap = '''")
	for range 1 + w.IntN(3) {
		p("when %s then %s", w.of(tests...), w.of(acts...))
	}
	p("otherwise %s\n'''", w.of("stop", "stop", "relay"))
	if stores == "none" {
		p("end = \"when mover has no move then %s\"", w.of("mover loses", "draw"))
	} else {
		p("end = '''\nwhen mover has no move then each takes own; end game\n%s'''\n[score]\ncounts = \"own store\"", w.of("", "when position repeats then draw\n"))
	}
	return b.String()
}

// Boards of one row or of six, of one column or of sixty-four, in rows, rings
// and edges, for one player or for four, play alike on both executors.
func TestOddBoardsAgree(t *testing.T) {
	madeUp{seed: 11, laps: 200, completions: 20000, share: 5, counts: true}.agree(t, rounds(t, 24), func(w writer) string { return w.oddBoard() })
}

// samePerft counts the moves to a depth of two.
func samePerft(t *testing.T, e *compiled.Engine, x interpreter.Executor) {
	t.Helper()
	s, err := x.Start()
	if err != nil || s.Over != nil {
		return
	}
	a, errA := interpreter.Count(e, s.Clone(), 2, nil)
	b, errB := interpreter.Perft(x, s.Clone(), 2, nil)
	if overBudget(errA) || overBudget(errB) {
		return
	}
	if !sameError(errA, errB) || !reflect.DeepEqual(a, b) {
		t.Fatalf("perft %v %v, want %v %v", a, errA, b, errB)
	}
}
