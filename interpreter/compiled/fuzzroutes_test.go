package compiled_test

import (
	"strings"
	"testing"
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
	madeUp{seed: 11, laps: 1000, completions: 1000, share: 3}.agree(t, rounds(t, 24), func(w writer) string { return w.routesAndHands(w.game()) })
}
