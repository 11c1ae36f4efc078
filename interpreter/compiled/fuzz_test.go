package compiled_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/source"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
)

// rounds is how many random games a test goes through; MANCALA_FUZZ makes it many.
func rounds(t *testing.T, usual int) int {
	if n, err := strconv.Atoi(os.Getenv("MANCALA_FUZZ")); err == nil {
		return n
	}
	if testing.Short() {
		return max(usual/4, 1)
	}
	return usual
}

// writer makes up small games: senseless, but in the language users write.
type writer struct{ *rand.Rand }

func (w writer) of(list ...string) string { return list[w.IntN(len(list))] }

func (w writer) chance(n int) bool { return w.IntN(n) == 0 }

func (w writer) condition(fourRows bool) string {
	c := []string{"last was empty", "last was occupied", "last has 2 or 3", "last has even", "last in own", "last in enemy", "opposite has seeds",
		"next is empty", "lap <= 3", "captured > 0", "seeds(enemy) > 5", "count(own where hole has seeds) > 2", "any enemy has 4",
		"every own has 1 or more", "turn visited enemy", "lap visited enemy", "last has 5 or more", "seeds(own) > seeds(enemy)", "turn > 2",
		"largest(enemy) > 4", "was 1 or 2", "direction is clockwise", "last is ripe", "next 2 has seeds", "count(run back from last while hole has 2 or 3) > 1"}
	if fourRows {
		c = append(c, "last in inner", "beyond has seeds", "last in outer")
	}
	out := w.of(c...)
	if strings.HasPrefix(out, "was ") {
		out = "last " + out
	}
	if w.chance(3) {
		out += w.of(" and ", " and ", " or ") + w.of(c[:14]...)
	}
	if w.chance(6) {
		return "not (" + out + ")"
	}
	return out
}

func (w writer) actions(fourRows bool) string {
	a := []string{"stop", "stop", "relay", "relay", "relay from next", "move again", "capture last; stop", "capture last, opposite; stop",
		"capture opposite; sow captured from next", "capture run back from last while hole in enemy and hole has 2 or 3; stop",
		"choose prize from enemy where hole has seeds; capture prize; stop", "may relay; stop", "reverse; relay", "capture opposite into last; relay",
		"mark last as ripe; stop", "capture next; relay", "capture enemy where hole has 2; stop", "continue",
		"choose 2 prizes from enemy where hole has seeds; capture prizes; stop", "set count-up = count-up + 1; relay",
		"move again from own where hole has 3 or more; stop", "capture every enemy hole; stop", "may (capture next; stop); relay"}
	if fourRows {
		a = append(a, "capture opposite, beyond; sow captured from next", "capture opposite, beyond; stop")
	}
	return w.of(a...)
}

func (w writer) game() string {
	four := w.chance(3)
	rows := 2
	if four {
		rows = 4
	}
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	stores := w.of("beside", "none", "sown own")
	if four {
		stores = "none"
	}
	p("mancala = 1\n[game]\nname = \"Made up\"\n[board]\nrows = %d\ncolumns = %d\nstores = %q", rows, 2+w.IntN(6), stores)
	p("[setup]\nholes = \"board: %d\"", 1+w.IntN(w.of1(4, 40)))
	route := "board"
	if four {
		route = "own"
	}
	either := w.chance(4)
	p("[sowing]\nroute = %q\ndirection = %q", route, map[bool]string{false: w.of("anticlockwise", "clockwise"), true: "either way"}[either])
	p("endless = %q", w.of("mover loses", "illegal", "stop", "draw", "open"))
	if w.chance(3) && !four {
		p("%s", w.of(`skip = "origin"`, `first = "origin"`, `first = "origin unless-single"`, `skip = "hole is ripe"`))
	}
	p("[state]\nripe = { on = \"hole\", lasts = %q }\ncount-up = { start = 0, lasts = %q }", w.of("game", "turn", "lap"), w.of("game", "turn"))
	p("[rules]\nmoves = '''\nfrom own where hole has %s%s", w.of("seeds", "2 or more", "seeds and next is empty"), w.of("", "", " provided enemy has seeds", " provided not turn would capture"))
	if w.chance(3) {
		p("otherwise from own where hole has seeds")
	}
	if w.chance(4) {
		p("otherwise pass")
	}
	p("'''")
	if w.chance(4) && stores == "beside" {
		p("drop = \"when hole has 4 then capture hole for its owner\"")
	}
	p("lap = '''")
	for range 1 + w.IntN(3) {
		p("when %s then %s", w.condition(four), w.actions(four))
	}
	p("otherwise %s\n'''", w.of("stop", "relay", "stop"))
	if w.chance(5) {
		p("at-once = \"when every enemy is empty then mover wins\"")
	}
	if w.chance(4) {
		p("turn = \"when seeds(own) > 2 * seeds(enemy) + 6 then mover wins\"")
	}
	if stores == "none" {
		p("end = '''\nwhen mover has no move then opponent wins\n%s'''", w.of("", "when position repeats then draw\n"))
	} else {
		p("end = '''\nwhen mover has no move then each takes own; end game\n%s'''", w.of("", "when position repeats then draw\n"))
		p("[score]\ncounts = \"own store\"\nwins = \"most\"")
	}
	return b.String()
}

func (w writer) of1(list ...int) int { return list[w.IntN(len(list))] }

// Made-up games play alike on both executors, with and without the fast forms.
func TestMadeUpGamesAgree(t *testing.T) {
	madeUp{seed: 7, laps: 2000, completions: 1000, share: 4}.agree(t, rounds(t, 120), func(w writer) string { return w.game() })
}

// madeUp is how games are made up and tried on both executors.
type madeUp struct {
	seed              uint64
	laps, completions int
	share             int  // one text in so many must be a game
	counts            bool // moves are counted, too
}

// agree tries games, each a text of its own, with and without the fast forms.
func (m madeUp) agree(t *testing.T, games int, text func(w writer) string) {
	played, refused := 0, map[string]int{}
	for n := range games {
		file := text(writer{rand.New(rand.NewPCG(uint64(n), m.seed))})
		g, found := dsl.Load(source.NewFile("made-up.toml", []byte(file)), dsl.Choice{})
		if g == nil {
			refused[found[0].Summary]++
			continue
		}
		p, err := lower.Lower(g)
		if err != nil {
			refused[err.Error()]++
			continue
		}
		played++
		if !t.Run(strconv.Itoa(n), func(t *testing.T) { m.play(t, p) }) {
			t.Logf("game %d:\n%s", n, file)
			break
		}
	}
	t.Logf("%d games of %d played; refused: %v", played, games, refused)
	if played < games/m.share {
		t.Errorf("only %d games of %d could be played", played, games)
	}
}

// play plays a game on both.
func (m madeUp) play(t *testing.T, p *program.Program) {
	for _, opt := range []compiled.Options{{}, {Plain: true}} {
		budget := interpreter.Budget{Laps: m.laps, Completions: m.completions}
		e, x := engineWith(t, p, opt, budget), oracleWith(t, p, budget)
		for game := range uint64(3) {
			agree(t, e, x, interpreter.GameSeed("made up", 1, game), 25)
		}
		samePlayouts(t, e, x, 4)
		if m.counts {
			samePerft(t, e, x)
		}
	}
}

// samePlayouts holds the loop of random games against the reference executor.
func samePlayouts(t *testing.T, e *compiled.Engine, x interpreter.Executor, games int) {
	t.Helper()
	s, err := x.Start()
	if err != nil || s.Over != nil {
		return
	}
	seeds := make([]uint64, games)
	for i := range seeds {
		seeds[i] = interpreter.GameSeed("made up", 2, uint64(i))
	}
	limits := interpreter.Limits{Plies: 60}
	err = e.Playouts(s, seeds, limits, func(i int, got interpreter.Result, err error) {
		want, errX := interpreter.Playout(x, s.Clone(), interpreter.NewRandom(seeds[i]), limits)
		if overBudget(errX) || overBudget(err) {
			return // the executors count their attempts differently
		}
		if !sameError(err, errX) || !reflect.DeepEqual(got, want) {
			t.Fatalf("playout %d: %+v %+v, %v\nwant %+v %+v, %v", i, got, got.Outcome, err, want, want.Outcome, errX)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// From random positions of every game the executors list the same moves, and
// every move leads to the same position.
func TestRandomPositionsAgree(t *testing.T) {
	for _, id := range games.IDs() {
		t.Run(id, func(t *testing.T) {
			p := load(t, id, dsl.Choice{})
			e, x := engine(t, p, compiled.Options{}), oracle(t, p)
			random := rand.New(rand.NewPCG(3, 3))
			for range rounds(t, 12) {
				a := &interpreter.State{Cells: shuffled(p, random)}
				b := a.Clone()
				errA, errB := e.Begin(a, true), x.Begin(b, true)
				if !sameError(errA, errB) {
					t.Fatalf("begin: %v, want %v in %v", errA, errB, b.Cells)
				}
				if errB == nil {
					compareMoves(t, e, x, a, b)
				}
			}
		})
	}
}

// shuffled throws the seeds of the start position about.
func shuffled(p *program.Program, random *rand.Rand) []int32 {
	cells := append([]int32(nil), p.Start...)
	for h := range p.Holes {
		for cells[h] > 0 && random.IntN(3) > 0 {
			to := random.IntN(p.Places)
			if to >= p.Holes && random.IntN(2) == 0 {
				to = p.Layout.Out
			}
			cells[h]--
			cells[to]++
		}
	}
	cells[p.Layout.Mover] = int32(random.IntN(p.Players))
	return cells
}

func compareMoves(t *testing.T, e *compiled.Engine, x interpreter.Executor, a, b *interpreter.State) {
	t.Helper()
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("position %v, want %v", show(a), show(b))
	}
	list, errA := e.Legal(a)
	want, errB := x.Legal(b)
	if !sameError(errA, errB) || fmt.Sprint(list) != fmt.Sprint(want) {
		t.Fatalf("moves %v %v\nwant %v %v\nin %v", list, errA, want, errB, b.Cells)
	}
	for _, m := range want {
		sa, sb := a.Clone(), b.Clone()
		pa, errA := e.Play(sa, m)
		pb, errB := x.Play(sb, m)
		if !sameError(errA, errB) {
			t.Fatalf("%+v: %v, want %v in %v", m, errA, errB, b.Cells)
		}
		if errB == nil && (!reflect.DeepEqual(pa, pb) || !reflect.DeepEqual(sa, sb)) {
			t.Fatalf("%+v in %v gave\n%+v %v\nwant\n%+v %v", m, b.Cells, pa, show(sa), pb, show(sb))
		}
	}
}
