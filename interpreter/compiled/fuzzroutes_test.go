package compiled_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
)

// routesAndHands gives a made-up game further routes, seeds in hand, and moves
// that use them.
func (w writer) routesAndHands(text string) string {
	four := strings.Contains(text, "rows = 4")
	other := `"own"`
	if four {
		other = `"own zigzag"`
	}
	columns := strings.TrimSpace(strings.SplitN(strings.SplitN(text, "columns = ", 2)[1], "\n", 2)[0])
	listed := `["A1", "A2", "a1", "a2"]`
	if w.chance(3) {
		listed = `["A` + columns + `", "A1", "a1", "a` + columns + `"]`
	}
	text = strings.Replace(text, "[setup]\n", "[setup]\nhand = "+w.of("0", "3", "7")+"\n", 1)
	text = strings.Replace(text, "[state]\n", "[sowing.routes]\nother = "+other+"\ncorners = "+listed+"\n[state]\n", 1)
	option := w.of("from own where hole has seeds along other", "from own where hole has 2 or more going clockwise along other",
		"from own ends where hole has seeds going inward along corners", "from own where hole has seeds going either way along other",
		"enter 1..hand at own where hole is empty", "enter 1..3 at own sowing", "enter hand at own left 1 sowing along other",
		"enter 1..hand at own taking all", "enter 1 at own where hole has seeds going anticlockwise", "twos: from own where hole has even dropping 2",
		"from own where hole has seeds and next is empty along other", "from own where hole has 2 or more along other provided lap would capture",
		"from own where lap would capture along other")
	head, rest, _ := strings.Cut(text, "moves = '''\n")
	line, rest, _ := strings.Cut(rest, "\n")
	text = head + "moves = '''\n" + line + "\nalso " + option + "\n" + rest
	head, lap, _ := strings.Cut(text, "lap = '''\n")
	for _, change := range [][2]string{
		{"then relay\n", "then relay along other\n"}, {"sow captured from next", "sow captured from next along other"},
		{"relay from next", "relay from next going clockwise along corners"}, {"reverse; relay", "reverse; relay along other"},
		{"capture last; stop", "capture last into hand; stop"}, {"capture next; relay", "move all from next to hand; relay"},
		{"otherwise stop", "otherwise move 2 from hand to last; stop"}, {"otherwise relay", "otherwise relay going clockwise along other"},
		{"capture opposite into last", "capture opposite into hand of opponent"},
	} {
		if w.chance(2) {
			lap = strings.Replace(lap, change[0], change[1], 1)
		}
	}
	return strings.Replace(head+"lap = '''\n"+lap, "position repeats", "position occurs 3 times", 1)
}

// Further routes, hands and chosen numbers play alike on both executors,
// together with whatever else a game has.
func TestMadeUpRoutesAndHandsAgree(t *testing.T) {
	played, refused := 0, map[string]int{}
	for n := range rounds(t, 24) {
		w := writer{rand.New(rand.NewPCG(uint64(n), 11))}
		text := w.routesAndHands(w.game())
		g, found := dsl.Load(source.NewFile("made-up.toml", []byte(text)), dsl.Choice{})
		if g == nil {
			refused[found[0].Summary]++
			continue
		}
		p, err := lower.Lower(g)
		if err != nil {
			t.Fatal(err, text)
		}
		played++
		ok := t.Run(strconv.Itoa(n), func(t *testing.T) {
			for _, opt := range []compiled.Options{{}, {Plain: true}} {
				budget := interpreter.Budget{Laps: 1000, Completions: 1000}
				e, x := engineWith(t, p, opt, budget), oracleWith(t, p, budget)
				for game := range uint64(2) {
					agree(t, e, x, interpreter.GameSeed("made up", 1, game), 20)
				}
				samePlayouts(t, e, x, 3)
			}
		})
		if !ok {
			t.Logf("game %d:\n%s", n, text)
			break
		}
	}
	t.Logf("%d games played; refused: %v", played, refused)
	if played < rounds(t, 24)/3 {
		t.Errorf("only %d games of %d could be played", played, rounds(t, 24))
	}
}
