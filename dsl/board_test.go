package dsl_test

import (
	"fmt"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/dsl/source"
)

// game is a small game on a board, with a route and a set-up, that checks.
func game(t *testing.T, board, route, holes, rest string) *rules.Game {
	t.Helper()
	text := "mancala = 1\n[board]\n" + board + "\n[setup]\nseeds = 10\nholes = '''\n" + holes + "\n'''\n[sowing]\nroute = " + route +
		"\ndirection = \"anticlockwise\"\n[rules]\nmoves = \"from board where hole has seeds\"\nlap = \"always stop\"\nend = \"when mover has no move then draw\"\n" + rest
	g, ds := dsl.Load(source.NewFile("game.toml", []byte(text)), dsl.Choice{})
	if ds.HasErrors() {
		t.Fatalf("%s, %s:\n%s", board, route, ds.Text())
	}
	return g
}

func places(b *rules.Board, list []int) string {
	var out []string
	for _, p := range list {
		name := b.PlaceName(p)
		out = append(out, strings.Replace(name, "store of ", "+", 1))
	}
	return strings.Join(out, " ")
}

// Every shape of board, with the holes of its routes for both players: the
// geometry of the reference manual, hole by hole.
func TestRoutes(t *testing.T) {
	for _, c := range []struct{ board, route, south, north string }{
		{"rows = 2\ncolumns = 3", `"board"`, "A1 A2 A3 a1 a2 a3", "a1 a2 a3 A1 A2 A3"},
		{"rows = 2\ncolumns = 3", `"own"`, "A1 A2 A3", "a1 a2 a3"},
		{"rows = 2\ncolumns = 3", `"ring"`, "A1 A2 A3 a1 a2 a3", "a1 a2 a3 A1 A2 A3"},
		{"rows = 2\ncolumns = 2\nstores = \"sown own\"", `"board"`, "A1 A2 +South a1 a2", "a1 a2 +North A1 A2"},
		{"rows = 2\ncolumns = 2\nstores = \"sown both\"", `"board"`, "A1 A2 +South a1 a2 +North", "a1 a2 +North A1 A2 +South"},
		{"rows = 2\ncolumns = 2\nstores = \"sown own\"\nstore-end = \"left\"", `"board"`, "+South A1 A2 a1 a2", "+North a1 a2 A1 A2"},
		{"rows = 2\ncolumns = 2\nstores = \"sown own\"", `"own"`, "A1 A2 +South", "a1 a2 +North"},
		{"rows = 2\ncolumns = 2\nend-holes = 2", `"board"`, "A1 A2 E1 a1 a2 E2", "a1 a2 E2 A1 A2 E1"},
		{"rows = 2\ncolumns = 2\nend-holes = 1", `"board"`, "A1 A2 E1 a1 a2", "a1 a2 E1 A1 A2"},
		{"rows = 3\ncolumns = 4", `"board"`, "B1 B2 B3 B4 A4 A3 b1 b2 b3 b4 a4 a3", "b1 b2 b3 b4 a4 a3 B1 B2 B3 B4 A4 A3"},
		{"rows = 4\ncolumns = 2", `"own"`, "B1 B2 A2 A1", "b1 b2 a2 a1"},
		{"rows = 4\ncolumns = 2", `"own zigzag"`, "B1 B2 A2 A1", "b1 b2 a2 a1"},
		{"rows = 6\ncolumns = 2", `"own zigzag"`, "C1 C2 B2 B1 A1 A2", "c1 c2 b2 b1 a1 a2"},
		{"rows = 2\ncolumns = 2\nplayers = 1", `"board"`, "B1 B2 A2 A1", ""},
		{"rows = 2\ncolumns = 2\nplayers = 1\nstores = \"sown own\"", `"board"`, "B1 B2 A2 A1 +South", ""},
		{"rows = 2\ncolumns = 2\nplayers = 1", `"ring"`, "B1 B2 A2 A1", ""},
		{"shape = \"ring\"\nholes = 6", `"ring"`, "A1 A2 A3 a1 a2 a3", "A1 A2 A3 a1 a2 a3"},
		{"shape = \"perimeter\"\nrows = 3\ncolumns = 3", `"board"`, "A1 A2 A3 A4 a1 a2 a3 a4", "A1 A2 A3 A4 a1 a2 a3 a4"},
		{"rows = 2\ncolumns = 3", `["A1", "A3", "a1"]`, "A1 A3 a1", "a1 a3 A1"},
		{"rows = 2\ncolumns = 2\nstores = \"beside\"", `["A1", "A2", "store", "a2"]`, "A1 A2 +South a2", "a1 a2 +North A2"},
		{"rows = 2\ncolumns = 2\nend-holes = 2", `["A1", "E1", "a1"]`, "A1 E1 a1", "a1 E2 A1"},
	} {
		b := game(t, c.board, c.route, "board: 2", "").Board
		r := game(t, c.board, c.route, "board: 2", "").Phases[0].Sowing.Route
		if got := places(b, r.Cycle[0]); got != c.south {
			t.Errorf("%q, route %s: South sows %s, want %s", c.board, c.route, got, c.south)
		}
		if c.north != "" {
			if got := places(b, r.Cycle[1]); got != c.north {
				t.Errorf("%q, route %s: North sows %s, want %s", c.board, c.route, got, c.north)
			}
		}
	}
}

// Who owns which hole.
func TestOwners(t *testing.T) {
	for board, want := range map[string]string{
		"rows = 2\ncolumns = 2":                                       "A1:S A2:S a1:N a2:N",
		"rows = 2\ncolumns = 4\nowners = \"columns\"":                 "A1:N A2:N A3:S A4:S a1:S a2:S a3:N a4:N",
		"rows = 2\ncolumns = 2\nowners = \"nobody\"":                  "A1:- A2:- a1:- a2:-",
		"rows = 2\ncolumns = 2\nend-holes = 1":                        "A1:S A2:S a1:N a2:N E1:-",
		"rows = 3\ncolumns = 2":                                       "A2:S B1:S B2:S a2:N b1:N b2:N",
		"shape = \"ring\"\nholes = 6\nplayers = 3":                    "A1:S A2:S a1:N a2:N B1:W B2:W",
		"shape = \"ring\"\nholes = 4\nplayers = 4":                    "A1:S a1:N B1:W b1:E",
		"shape = \"perimeter\"\nrows = 1\ncolumns = 4\nplayers = 2":   "A1:S A2:S a1:N a2:N",
		"shape = \"perimeter\"\nrows = 2\ncolumns = 2\nplayers = 1":   "A1:S A2:S A3:S A4:S",
		"shape = \"ring\"\nholes = 4\nowners = \"arcs\"\nplayers = 2": "A1:S A2:S a1:N a2:N",
	} {
		b := game(t, board, `"board"`, "board: 1", "").Board
		if got := owners(b); got != want {
			t.Errorf("%q: %s, want %s", board, got, want)
		}
	}
}

func owners(b *rules.Board) string {
	var out []string
	for _, h := range b.Holes {
		who := "-"
		if h.Owner >= 0 {
			who = rules.SeatLetter(h.Owner)
		}
		out = append(out, h.Name+":"+who)
	}
	return strings.Join(out, " ")
}

// What the lines of a set-up put where, later lines over earlier ones.
func TestSetups(t *testing.T) {
	const four, two = "rows = 4\ncolumns = 4\n", "rows = 2\ncolumns = 4\n"
	for _, c := range []struct{ board, holes, rest, want string }{
		{two, "board: 3", "", "3 3 3 3 3 3 3 3"},
		{two, "own: 2\nown left 1: 0", "", "0 2 2 2 0 2 2 2"},
		{two, "own right 2: 1\nown column 1: 5", "", "5 0 1 1 5 0 1 1"},
		{two, "own column 2..3: 7", "", "0 7 7 0 0 7 7 0"},
		{two, "own left half: 1\nown right half: 2", "", "1 1 2 2 1 1 2 2"},
		{two, "own ends: 4", "", "4 0 0 4 4 0 0 4"},
		{two, "enemy left half: 6", "", "6 6 0 0 6 6 0 0"},
		{four, "own outer: 2\nown inner right half: 1", "", "0 0 1 1 2 2 2 2 0 0 1 1 2 2 2 2"},
		{"rows = 2\ncolumns = 4\nroles.house = \"own left 1\"\n", "board: 1\nhouse: 9", "", "9 1 1 1 9 1 1 1"},
		{"rows = 2\ncolumns = 4\nroles.house = \"own left 1, own right 1\"\nroles.gates = \"own house\"\n", "gates: 9", "", "9 0 0 9 9 0 0 9"},
		{two, "own left 3: n", "[parameters]\nn = 2\n", "2 2 2 0 2 2 2 0"},
		{two, "own left 3: 2\nown right 1: rest", "", "2 2 2 4 2 2 2 4"},
	} {
		g := game(t, c.board, `"own"`, c.holes, c.rest)
		got := strings.Trim(fmt.Sprint(g.Setup.Holes), "[]")
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.holes, got, c.want)
		}
	}
}
