package lower

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

func lowered(t *testing.T, g *rules.Game) *program.Program {
	t.Helper()
	p, err := Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Fragments of dumps: what each phrase became.
func TestFragments(t *testing.T) {
	hus, kalah := program.Dump(lowered(t, handHus())), program.Dump(lowered(t, handKalah()))
	for _, c := range []struct{ dump, want string }{
		{hus, "home 34,34"},
		{hus, "from $0 in ($0 in {A1..B8} where ([at $0] >= 2))"},
		{hus, "when (was = 0)"},
		{hus, "when ((last in {A1..A8, a1..a8}) and ([at t0[last]] >= 1))  # eat"},
		{hus, "in ({t0[last]} | {t1[last]}) for -"}, // never the same hole: disjoint
		{hus, "t0 = 23,22,21,20,19,18,17,16,23,22,21,20,19,18,17,16,7,6,5,4,3,2,1,0,7,6,5,4,3,2,1,0,-1,-1"},
		{hus, "t1 = 31,30,29,28,27,26,25,24,31,30,29,28,27,26,25,24,15,14,13,12,11,10,9,8,15,14,13,12,11,10,9,8,-1,-1"},
		{hus, "sow - from (next 1 of last)"},
		{hus, "when (not (has-move 0))"},
		{hus, "end wins 1"},
		{kalah, "layout size 16 span 14"}, // stores are sown: fields on holes reach over them
		{kalah, "home 12,13"},
		{kalah, "score 1 [stores 1]"},
		{kalah, "when (last = 12)"},
		{kalah, "take {A1..A6} for 0"},
		{kalah, "take {a1..a6} for 1"},
		{kalah, "(every $3 in {a1..a6}: ([at $3] = 0))"},
	} {
		if !strings.Contains(c.dump, c.want) {
			t.Errorf("no %q in\n%s", c.want, c.dump)
		}
	}
}

// Turning the board round turns South's rules into North's.
func TestSeatsAreAlike(t *testing.T) {
	for _, g := range []*rules.Game{handHus(), handKalah()} {
		p := lowered(t, g)
		half := p.Holes / 2
		turn := func(q int) int {
			switch {
			case q < 0:
				return q
			case q < p.Holes:
				return (q + half) % p.Holes
			}
			return p.Holes + 1 - (q - p.Holes)
		}
		south, north := p.Stages[0].Seats[0], p.Stages[0].Seats[1]
		for d := range 2 {
			for q := range p.Places {
				if got, want := north.Route[d].At(turn(q)), turn(south.Route[d].At(q)); got != want {
					t.Errorf("%s: route %d from %d leads to %d, want %d", g.ID, d, turn(q), got, want)
				}
			}
		}
		south0 := seatText(p, 0)
		north0 := turned(seatText(p, 1), turn)
		if south0 != north0 {
			t.Errorf("%s: South plays by\n%s\nNorth by\n%s", g.ID, south0, north0)
		}
	}
}

// seatText is a seat's part of a dump without its route.
func seatText(p *program.Program, seat int) string {
	_, text, _ := strings.Cut(program.Dump(p), "  seat "+strconv.Itoa(seat)+"\n")
	text, _, _ = strings.Cut(text, "  seat 1\n")
	text, _, _ = strings.Cut(text, "t0 =")
	var kept []string
	for _, line := range strings.Split(text, "\n") {
		if !strings.Contains(line, "route") && !strings.Contains(line, "inward") {
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// turned swaps the names of holes, stores and seats in a text.
func turned(text string, turn func(int) int) string {
	text = regexp.MustCompile(`\b[A-Da-d]\d+`).ReplaceAllStringFunc(text, func(name string) string {
		if strings.ToUpper(name) == name {
			return strings.ToLower(name)
		}
		return strings.ToUpper(name)
	})
	text = regexp.MustCompile(`last = (\d+)`).ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.Atoi(strings.TrimPrefix(s, "last = "))
		return "last = " + strconv.Itoa(turn(n))
	})
	text = regexp.MustCompile(`(for|wins|has-move) ([01])`).ReplaceAllStringFunc(text, func(s string) string {
		return s[:len(s)-1] + string('0'+'1'-s[len(s)-1])
	})
	// Constant sets are in board order: the two sides change places in them.
	return strings.ReplaceAll(text, "{a1..a8, A1..A8}", "{A1..A8, a1..a8}")
}

func TestHash(t *testing.T) {
	base := program.Hash(lowered(t, handHus()))
	if base != program.Hash(lowered(t, handHus())) {
		t.Error("the same rules have two hashes")
	}
	for name, change := range map[string]func(*rules.Game){
		"start":     func(g *rules.Game) { g.Setup.Holes[3]++ },
		"begins":    func(g *rules.Game) { g.Setup.Begins = 1 },
		"endless":   func(g *rules.Game) { g.Phases[0].Sowing.Endless = rules.EndlessDraw },
		"per hole":  func(g *rules.Game) { g.Phases[0].Sowing.PerHole = 2 },
		"condition": func(g *rules.Game) { g.Phases[0].Lap.Rules[0].When = &rules.WasCount{Ranges: [][2]int{{0, 1}}} },
		"action":    func(g *rules.Game) { g.Phases[0].Lap.Rules[2].Acts = []rules.Act{&rules.Stop{}} },
		"score":     func(g *rules.Game) { g.Score = &rules.Score{Counts: []rules.Set{words("own")}} },
	} {
		g := handHus()
		change(g)
		if program.Hash(lowered(t, g)) == base {
			t.Errorf("another %s, the same hash", name)
		}
	}
	for name, change := range map[string]func(*rules.Game){
		"name":   func(g *rules.Game) { g.Name, g.ID = "Owela", "owela" },
		"label":  func(g *rules.Game) { g.Phases[0].Lap.Rules[1].Info.Label = "take" },
		"number": func(g *rules.Game) { g.Phases[0].Lap.Rules[1].Info.ID = 17 },
		"source": func(g *rules.Game) { g.Sources = []rules.Source{{ID: "x"}} },
	} {
		g := handHus()
		change(g)
		if program.Hash(lowered(t, g)) != base {
			t.Errorf("another %s changes the hash", name)
		}
	}
}

func TestFacts(t *testing.T) {
	hus, kalah := lowered(t, handHus()).Facts, lowered(t, handKalah()).Facts
	if !hus.Relays || hus.TwoWay || hus.Choices || hus.NeedsRun || !hus.ExactCycle || hus.MaxSeeds != 48 {
		t.Errorf("hus: %+v", hus)
	}
	if kalah.Relays || kalah.Forecasts {
		t.Errorf("kalah: %+v", kalah)
	}
	illegal := handHus()
	illegal.Phases[0].Sowing.Endless = rules.EndlessIllegal
	if !lowered(t, illegal).Facts.NeedsRun {
		t.Error("an illegal endless turn is found by running it")
	}
}

// Counters enter a key up to the largest constant they meet, and only if all
// they meet is constants.
func TestCounters(t *testing.T) {
	lap := func(cond rules.Expr) *rules.Game {
		g := handHus()
		g.Phases[0].Lap.Rules[0].When = cond
		return g
	}
	num := func(n int) rules.Expr { return &rules.Int{V: n} }
	count := func(k rules.CounterKind) rules.Expr { return &rules.Counter{Which: k} }
	for _, c := range []struct {
		name  string
		cond  rules.Expr
		lap   int
		exact bool
	}{
		{"lap = 3", &rules.Compare{Op: "=", A: count(rules.LapNumber), B: num(3)}, 4, true},
		{"1 < lap", &rules.Compare{Op: "<", A: num(1), B: count(rules.LapNumber)}, 2, true},
		{"lap = seeds(own)", &rules.Compare{Op: "=", A: count(rules.LapNumber), B: seeds(words("own"))}, -1, false},
		{"odd lap", &rules.Parity{N: count(rules.LapNumber), Odd: true}, -1, false},
		{"no counter", has(words("own"), 3, -1), 0, true},
	} {
		f := lowered(t, lap(c.cond)).Facts
		if f.LapKey != c.lap || f.ExactCycle != c.exact {
			t.Errorf("%s: lap key %d, exact %t; want %d, %t", c.name, f.LapKey, f.ExactCycle, c.lap, c.exact)
		}
	}
}

func TestVariableCaps(t *testing.T) {
	v := &rules.Variable{Name: "tally"}
	value := &rules.VarOf{Var: v}
	set := func(x rules.Expr) rules.Act { return &rules.SetVar{Var: v, Value: x} }
	num := func(n int) rules.Expr { return &rules.Int{V: n} }
	for _, c := range []struct {
		name  string
		value rules.Expr
		cap   int
		exact bool
	}{
		{"tally + 1", &rules.Arith{Op: "+", A: value, B: num(1)}, 6, true},
		{"2 + tally", &rules.Arith{Op: "+", A: num(2), B: value}, 6, true},
		{"tally - 1", &rules.Arith{Op: "-", A: value, B: num(1)}, 0, false},
		{"7", num(7), 0, true},
		{"seeds(own)", seeds(words("own")), 0, true},
		{"lap", &rules.Counter{Which: rules.LapNumber}, 0, false},
	} {
		g := handHus()
		g.State = []*rules.Variable{v}
		g.Phases[0].Lap.Rules[2].Acts = []rules.Act{set(c.value), &rules.Relay{}}
		g.Phases[0].Lap.Rules[0].When = &rules.Compare{Op: ">=", A: value, B: num(5)}
		p := lowered(t, g)
		f := p.Layout.Fields[len(p.Layout.Fields)-1]
		if f.Cap != c.cap || p.Facts.ExactCycle != c.exact {
			t.Errorf("set tally = %s: cap %d, exact %t; want %d, %t", c.name, f.Cap, p.Facts.ExactCycle, c.cap, c.exact)
		}
	}
}

// Match words outside a match are refused with their place, not played wrong.
func TestRefusals(t *testing.T) {
	for name, cond := range map[string]rules.Expr{
		"rest":   &rules.Compare{Op: "=", A: &rules.Counter{Which: rules.RestSeeds}, B: &rules.Int{V: 1}},
		"winner": &rules.SamePlayer{A: &rules.Who{Which: rules.Winner}, B: mover},
		"marker": &rules.SamePlayer{A: &rules.Who{Which: rules.Marker, Spot: last}, B: mover},
	} {
		g := handHus()
		g.Phases[0].Lap.Rules[0].When = cond
		if _, err := Lower(g); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
