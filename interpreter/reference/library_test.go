package reference_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

// load makes an executor for a game of the library under a choice.
func load(t testing.TB, id string, c dsl.Choice) *reference.Executor {
	t.Helper()
	name, text, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return loadText(t, name, text, c)
}

func loadText(t testing.TB, name string, text []byte, c dsl.Choice) *reference.Executor {
	t.Helper()
	g, found := dsl.Load(games.NewFile(name, text), c)
	if g == nil {
		for _, d := range found {
			t.Log(d.Span.Line(), d.Summary, d.Detail)
		}
		t.Fatalf("%s does not load", name)
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return executor(t, p)
}

func answers(list string) dsl.Choice {
	c := dsl.Choice{Answers: map[string]string{}}
	for _, f := range strings.Fields(list) {
		question, answer, _ := strings.Cut(f, "=")
		c.Answers[question] = answer
	}
	return c
}

// counts reads the independent counts and the answers they hold under.
func counts(t testing.TB) (byGame map[string][]uint64, under map[string]dsl.Choice) {
	t.Helper()
	f, err := os.Open("../../testdata/perft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	byGame, under = map[string][]uint64{}, map[string]dsl.Choice{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if rest, ok := strings.CutPrefix(line, "# answers "); ok {
			game, list, _ := strings.Cut(rest, " ")
			under[game] = answers(list)
			continue
		}
		fields := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || len(fields) != 3 {
			continue
		}
		n, err := strconv.ParseUint(fields[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if byGame[fields[0]] == nil {
			byGame[fields[0]] = []uint64{1}
		}
		byGame[fields[0]] = append(byGame[fields[0]], n)
	}
	return byGame, under
}

// The game files count as independent programs do, to every depth listed.
func TestPerftLibrary(t *testing.T) {
	byGame, under := counts(t)
	if len(byGame) != 5 {
		t.Fatalf("%d games counted, want 5", len(byGame))
	}
	for id, want := range byGame {
		t.Run(id, func(t *testing.T) {
			x := load(t, id, under[id])
			got, err := interpreter.Perft(x, start(t, x), len(want)-1, nil)
			if err != nil {
				t.Fatal(err)
			}
			for d := range want {
				if got[d] != want[d] {
					t.Errorf("depth %d: %d, want %d", d, got[d], want[d])
				}
			}
		})
	}
}

func TestOracleLibrary(t *testing.T) {
	_, under := counts(t)
	oware := under["oware"]
	oware.Answers["repetition"] = "own-side"
	t.Run("hus", func(t *testing.T) {
		compare(t, load(t, "hus", under["hus"]), func() oracle { return newHus() }, 400)
	})
	t.Run("kalah", func(t *testing.T) {
		compare(t, load(t, "kalah", under["kalah"]), func() oracle { return newKalah() }, 400)
	})
	t.Run("oware", func(t *testing.T) { compare(t, load(t, "oware", oware), func() oracle { return newOware() }, 200) })
}

// evidence is testdata/evidence.json.
type evidence struct {
	Facts []fact
	Kalah struct {
		Games []struct {
			ID          string
			Holes, Fill int
			Groups      [][]string
			Score       []int
			Standard    bool
		}
	}
}

type fact struct {
	ID, Game, Says, Position, Move, Last, After, Stores string
	Laps, Sown, Period                                  int
	Captured                                            int
}

func readEvidence(t *testing.T) evidence {
	t.Helper()
	text, err := os.ReadFile("../../testdata/evidence.json")
	if err != nil {
		t.Fatal(err)
	}
	var e evidence
	if err := json.Unmarshal(text, &e); err != nil {
		t.Fatal(err)
	}
	return e
}

// rows reads "2x7/0,3,2x5/…" (seven holes of two…), from the row farthest from South to his
// nearest, holes from left to right as South sees them.
func rows(t testing.TB, p *program.Program, text string) []int32 {
	t.Helper()
	content := make([]int32, p.Holes)
	at := map[[2]int]int{}
	for h, hole := range p.Game.Board.Holes {
		at[[2]int{hole.X, hole.Y}] = h
	}
	y0, x0 := p.Game.Board.Holes[0].Y, p.Game.Board.Holes[0].X
	for _, hole := range p.Game.Board.Holes {
		x0, y0 = min(x0, hole.X), min(y0, hole.Y)
	}
	for y, row := range strings.Split(text, "/") {
		x := 0
		for _, part := range strings.Split(row, ",") {
			value, times, ok := strings.Cut(part, "x")
			if !ok {
				times = "1"
			}
			for range ints(t, times)[0] {
				h, ok := at[[2]int{x0 + x, y0 + y}]
				if !ok {
					t.Fatalf("%s: no hole at column %d of row %d", text, x, y)
				}
				content[h] = int32(ints(t, value)[0])
				x++
			}
		}
	}
	return content
}

func moveFrom(t testing.TB, x *reference.Executor, s *interpreter.State, name string) interpreter.Move {
	t.Helper()
	hole, _ := x.Program().Game.Board.HoleByName(name)
	moves, err := x.Legal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if m.From == hole {
			return m
		}
	}
	t.Fatalf("%s is not legal", name)
	return interpreter.Move{}
}

func TestEvidence(t *testing.T) {
	for _, f := range readEvidence(t).Facts {
		t.Run(f.ID, func(t *testing.T) {
			x := load(t, f.Game, dsl.Choice{})
			p := x.Program()
			s := start(t, x)
			if f.Position != "" {
				s = from(t, x, rows(t, p, f.Position)...)
			}
			ply, err := x.Play(s, moveFrom(t, x, s, f.Move))
			if err != nil {
				t.Fatal(err)
			}
			if f.Laps > 0 && ply.Laps != f.Laps || f.Sown > 0 && ply.Sown != f.Sown || ply.Captured != f.Captured || ply.Period != f.Period {
				t.Errorf("%+v\nwant %+v", ply, f)
			}
			if last := p.Game.Board.PlaceName(ply.Last); f.Last != "" && last != f.Last {
				t.Errorf("ends in %s, want %s", last, f.Last)
			}
			if f.After != "" {
				for h, n := range rows(t, p, f.After) {
					if s.Cells[h] != n {
						t.Errorf("%s holds %d, want %d", p.Game.Board.PlaceName(h), s.Cells[h], n)
					}
				}
			}
			if f.Stores != "" {
				for seat, n := range ints(t, strings.ReplaceAll(f.Stores, ",", " ")) {
					if int(s.Cells[p.Layout.Stores+seat]) != n {
						t.Errorf("store %d holds %d, want %d", seat, s.Cells[p.Layout.Stores+seat], n)
					}
				}
			}
		})
	}
}

// Published perfect games of Kalah hold under empty capture; of those, only
// some come out under the standard rule.
func TestPerfectKalah(t *testing.T) {
	for _, g := range readEvidence(t).Kalah.Games {
		for _, empty := range []string{"yes", "no"} {
			t.Run(g.ID+" empty capture "+empty, func(t *testing.T) {
				c := answers("empty-capture=" + empty)
				c.Parameters = map[string]int{"holes": g.Holes, "fill": g.Fill}
				why := replayGroups(t, load(t, "kalah", c), g.Groups, g.Score)
				if comesOut := empty == "yes" || g.Standard; comesOut != (why == "") {
					t.Errorf("comes out: want %v; %s", comesOut, why)
				}
			})
		}
	}
}

// replayGroups plays a game written in groups of sowings and says what, if
// anything, does not come out.
func replayGroups(t *testing.T, x *reference.Executor, groups [][]string, score []int) string {
	board := x.Program().Game.Board
	s := start(t, x)
	for i, group := range groups {
		for j, name := range group {
			where := "group " + strconv.Itoa(i+1) + ", " + name + ": "
			if s.Over != nil {
				return where + "the game is over"
			}
			moves, err := x.Legal(s)
			if err != nil {
				t.Fatal(err)
			}
			k := 0
			for k < len(moves) && board.PlaceName(moves[k].From) != name {
				k++
			}
			if k == len(moves) {
				return where + "illegal"
			}
			ply, err := x.Play(s, moves[k])
			if err != nil {
				t.Fatal(err)
			}
			if again := j+1 < len(group); s.Over == nil && ply.Again != again {
				return where + "another move: " + strconv.FormatBool(ply.Again)
			}
		}
	}
	if s.Over == nil {
		return "the game is not over"
	}
	if s.Over.Scores[0] != score[0] || s.Over.Scores[1] != score[1] {
		return "score " + strconv.Itoa(s.Over.Scores[0]) + "-" + strconv.Itoa(s.Over.Scores[1])
	}
	return ""
}
