package games_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/dsl/rules"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

const (
	goldens     = "../testdata/games"
	goldenPlies = 20   // plies written out
	goldenEnd   = 1000 // plies after which a game is unfinished
	goldenNodes = 4000 // move sequences of the deepest count
	goldenDepth = 6    // of the counts
	goldenLaps  = 2000 // laps of a turn that is taken for endless
	lineLimit   = 100  // characters of a list of moves
	playedGame  = 0    // number of the game played
	playedSeed  = 1
)

// TestGoldens plays one game of random moves by every file of the library and
// counts its first moves. What comes out, with the rules that acted, stands in
// testdata/games: a change of a file, of the language or of an executor that
// changes any game shows there. -update writes the files anew.
func TestGoldens(t *testing.T) {
	for _, id := range games.IDs() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			got := golden(t, id)
			name := filepath.Join(goldens, id+".txt")
			if *update {
				if err := os.MkdirAll(goldens, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s is stale%s; if the change is meant, run: go test ./games -update", name, firstDifference(string(want), string(got)))
			}
		})
	}
}

// Files of games that the library no longer has are stale, too.
func TestGoldensHaveGames(t *testing.T) {
	have := map[string]bool{}
	for _, id := range games.IDs() {
		have[id+".txt"] = true
	}
	entries, err := os.ReadDir(goldens)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !have[e.Name()] {
			t.Errorf("%s/%s is of no game of the library", goldens, e.Name())
		}
	}
}

// played is a game on its way into a golden.
type played struct {
	t     *testing.T
	out   bytes.Buffer
	x     *reference.Executor
	p     *program.Program
	s     *interpreter.State
	rand  *interpreter.Random
	names map[*rules.RuleInfo]string
	plies int
	seeds int
}

func golden(t *testing.T, id string) []byte {
	g, p := load(t, id)
	x, err := reference.New(p, interpreter.Budget{Laps: goldenLaps})
	if err != nil {
		t.Fatal(err)
	}
	pl := &played{t: t, x: x, p: p, rand: interpreter.NewRandom(interpreter.GameSeed(id, playedSeed, playedGame)), names: ruleNames(p)}
	fmt.Fprintf(&pl.out, "# %s: %s\n", id, g.Name)
	if pl.s, err = x.Start(); err != nil {
		fmt.Fprintf(&pl.out, "start: %s\n", pl.trouble(err))
		return pl.out.Bytes()
	}
	pl.seeds = seedsOf(p, pl.s.Cells)
	fmt.Fprintf(&pl.out, "%s\n", notation.FormatPosition(p, pl.s))
	start := pl.s.Clone()
	pl.game()
	pl.count(start)
	return pl.out.Bytes()
}

// game plays to the end and writes the first plies.
func (pl *played) game() {
	for pl.s.Over == nil && pl.plies < goldenEnd {
		legal, err := pl.x.Legal(pl.s)
		if err != nil {
			pl.ended(pl.trouble(err))
			return
		}
		i := 0
		if len(legal) > 1 {
			i = pl.rand.Below(len(legal))
		}
		if err := pl.ply(legal, i); err != nil {
			pl.ended(pl.trouble(err))
			return
		}
		pl.plies++
		if n := seedsOf(pl.p, pl.s.Cells); n != pl.seeds {
			pl.t.Fatalf("ply %d: %d seeds became %d", pl.plies, pl.seeds, n)
		}
	}
	pl.ended(pl.outcome())
}

func (pl *played) ended(how string) {
	fmt.Fprintf(&pl.out, "after %d plies: %s\n", pl.plies, how)
}

func (pl *played) outcome() string {
	over := pl.s.Over
	if over == nil {
		return "unfinished"
	}
	how := rules.SeatName(over.Winner) + " wins"
	if over.Winner < 0 {
		how = "draw"
	}
	if over.Scores != nil {
		how += fmt.Sprintf(", scores %v", over.Scores)
	}
	switch {
	case over.Rule != nil:
		how += ", by " + pl.names[over.Rule]
	case over.Kind == interpreter.ByEndless:
		how += ", by an endless turn"
	}
	return how
}

// ply plays one legal move and writes it if it is one of the first.
func (pl *played) ply(legal []interpreter.Move, i int) error {
	mover := int(pl.s.Cells[pl.p.Layout.Mover])
	if pl.plies >= goldenPlies {
		_, err := pl.x.Play(pl.s, legal[i])
		return err
	}
	var moves []string
	for _, m := range legal {
		moves = append(moves, notation.MoveText(pl.p, mover, m))
	}
	list := strings.Join(moves, " ")
	if len(list) > lineLimit {
		list = list[:strings.LastIndexByte(list[:lineLimit], ' ')] + " …"
	}
	fmt.Fprintf(&pl.out, "%d. %s %s   of %d: %s\n", pl.plies+1, rules.SeatLetter(mover), moves[i], len(legal), list)
	ply, events, err := pl.x.Explain(pl.s, legal[i])
	if err != nil {
		return err
	}
	fmt.Fprintf(&pl.out, "   %s\n   %s\n", notation.FormatPosition(pl.p, pl.s), pl.reasons(ply, events))
	return nil
}

// reasons tells what a ply did and which rules acted, in the order in which
// each did first.
func (pl *played) reasons(ply *interpreter.Ply, events []interpreter.Event) string {
	out := fmt.Sprintf("%d laps, %d sown, %d captured", ply.Laps, ply.Sown, ply.Captured)
	if ply.Lost != 0 {
		out += fmt.Sprintf(", %d lost", ply.Lost)
	}
	if ply.Endless != interpreter.NotEndless {
		out += fmt.Sprintf(", endless with period %d", ply.Period)
	}
	var order []string
	times := map[string]int{}
	for _, e := range events {
		if e.Kind != interpreter.Fired || e.Rule == nil {
			continue
		}
		name := pl.names[e.Rule]
		if times[name]++; times[name] == 1 {
			order = append(order, name)
		}
	}
	for _, name := range order {
		out += ", " + name
		if n := times[name]; n > 1 {
			out += fmt.Sprintf(" ×%d", n)
		}
	}
	return out
}

// count writes the numbers of move sequences as deep as they stay small.
func (pl *played) count(start *interpreter.State) {
	out := "move sequences:"
	last := uint64(1)
	for depth := 1; depth <= goldenDepth; depth++ {
		counts, err := interpreter.Perft(pl.x, start, depth, nil)
		if err != nil {
			out += fmt.Sprintf(" (depth %d: %s)", depth, pl.trouble(err))
			break
		}
		n := counts[depth]
		out += fmt.Sprintf(" %d", n)
		if n == 0 || n > goldenNodes || n*max(n/last, 2) > goldenNodes {
			break
		}
		last = n
	}
	fmt.Fprintln(&pl.out, out)
}

// trouble says why a game does not go on: a gap or a budget. Any other error
// is a fault.
func (pl *played) trouble(err error) string {
	var gap *interpreter.Gap
	var over *interpreter.OverBudget
	switch {
	case errors.As(err, &gap):
		if gap.Period > 0 {
			return fmt.Sprintf("gap %s, period %d", gap.Kind, gap.Period)
		}
		return fmt.Sprintf("gap %s", gap.Kind)
	case errors.As(err, &over):
		return "over budget: " + over.What
	}
	pl.t.Fatalf("after %d plies: %v", pl.plies, err)
	return ""
}

// ruleNames names rules by their label, or by their text and number in it, so
// that a rule moved to another line keeps its name.
func ruleNames(p *program.Program) map[*rules.RuleInfo]string {
	names := map[*rules.RuleInfo]string{}
	numbers := map[string]int{}
	for _, r := range p.Rules {
		if r == nil {
			continue
		}
		text := r.Table
		if r.Phase != "" {
			text = r.Phase + "/" + text
		}
		numbers[text]++
		names[r] = fmt.Sprintf("%s %d", text, numbers[text])
		if r.Label != "" {
			names[r] = text + " " + r.Label
		}
	}
	return names
}

func seedsOf(p *program.Program, cells []int32) int {
	n := 0
	for _, f := range p.Layout.Fields {
		if f.Kind == program.Seeds {
			for i := range f.Len {
				n += int(cells[f.Base+i])
			}
		}
	}
	return n
}

// What lies in shared is extended by several games: else it belongs into the
// one that does.
func TestSharedRulesAreShared(t *testing.T) {
	entries, err := os.ReadDir("shared")
	if err != nil {
		t.Fatal(err)
	}
	users := map[string]int{}
	for _, id := range games.IDs() {
		g, _ := load(t, id)
		for _, x := range g.Extends {
			users[x+".toml"]++
		}
	}
	for _, e := range entries {
		if users[e.Name()] < 2 {
			t.Errorf("shared/%s is extended by %d games", e.Name(), users[e.Name()])
		}
	}
}
