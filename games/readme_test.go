package games_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/games"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
)

var update = flag.Bool("update", false, "write README.md anew")

// The table of the library is computed from the games; a README that is not
// what the games say now fails here, and `go test ./games -update` writes it.
func TestReadme(t *testing.T) {
	want := readme(t)
	if *update {
		if err := os.WriteFile("README.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("README.md is stale%s; run: go test ./games -run Readme -update", firstDifference(string(got), want))
	}
}

// firstDifference shows the first line that is not the same.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		x, y := lineAt(a, i), lineAt(b, i)
		if x != y {
			return fmt.Sprintf(" at line %d:\n  has   %q\n  wants %q\n", i+1, x, y)
		}
	}
	return ""
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}

// mechanics are the columns of the matrix, in the order of the survey of `mancala list`.
var mechanics = []struct{ short, name, about string }{
	{"re", "relay", "a lap may go on with the lift of another hole, or captured seeds are sown"},
	{"pa", "in-passing", "a text `drop`: something happens while seeds are still being sown"},
	{"2w", "two-way", "the direction is not the same for every lap"},
	{"ch", "choices", "decisions inside a turn: `choose`, `may`, `move again from`"},
	{"ma", "marks", "holes can bear a mark"},
	{"fo", "forecast", "a rule asks what a move would do or a player could do"},
	{"st", "stores", "captured seeds are kept in stores"},
	{"ss", "sown-stores", "stores are sown, too"},
	{"rp", "repetition", "a rule asks if the position repeats"},
	{"ph", "phases", "the rules change during the game"},
	{"ro", "rounds", "a match of several rounds is played"},
}

// has tells the mechanics of a game, from the program where play decides and
// from the board where it does.
func has(g *rules.Game, p *program.Program) map[string]bool {
	m := map[string]bool{
		"relay": p.Facts.Relays, "two-way": p.Facts.TwoWay, "choices": p.Facts.Choices, "forecast": p.Facts.Forecasts,
		"repetition": p.Facts.ReadsRepeat, "phases": len(g.Phases) > 1, "rounds": p.Match != nil, "stores": g.Board.Stores != rules.NoStores,
		"sown-stores": g.Board.Stores == rules.SownOwn || g.Board.Stores == rules.SownBoth,
	}
	for _, stage := range p.Stages {
		for _, seat := range stage.Seats {
			m["in-passing"] = m["in-passing"] || seat.Drop != nil
		}
	}
	for _, f := range p.Layout.Fields {
		m["marks"] = m["marks"] || f.Kind == program.Marks
	}
	return m
}

// readme renders the whole file.
func readme(t *testing.T) string {
	var out strings.Builder
	ids := games.IDs()
	counts := map[string]int{}
	var rows []string
	for _, id := range ids {
		g, p := load(t, id)
		m := has(g, p)
		for k, yes := range m {
			if yes {
				counts[k]++
			}
		}
		rows = append(rows, row(g, p, m))
	}
	fmt.Fprintf(&out, `# The library

One file a game. This page is computed from the %d files by the test of this package; don't edit it, run

    go test ./games -run Readme -update

after adding or changing a game. How a file is written is told in [dsl/README.md](../dsl/README.md). The default rules of
every file are shown: variants, parameters and answers may change any of it.

Seeds are those of the whole game. Open are the questions of a file that have no default answer, of all its questions.
Evidence counts the claims a file makes about its game, which `+"`mancala verify`"+` runs.

| column | mechanic | games | what it means |
|---|---|--:|---|
`, len(ids))
	for _, k := range mechanics {
		fmt.Fprintf(&out, "| %s | %s | %d | %s |\n", k.short, k.name, counts[k.name], k.about)
	}
	out.WriteString("\n| game | name | places | board | seeds |")
	for _, k := range mechanics {
		fmt.Fprintf(&out, " %s |", k.short)
	}
	out.WriteString(" open | evidence |\n|---|---|---|---|--:|")
	out.WriteString(strings.Repeat(":-:|", len(mechanics)) + "--:|--:|\n")
	for _, r := range rows {
		out.WriteString(r)
	}
	return out.String()
}

func load(t *testing.T, id string) (*rules.Game, *program.Program) {
	t.Helper()
	file, err := games.File(id)
	if err != nil {
		t.Fatal(err)
	}
	g, found := dsl.Load(file, dsl.Choice{})
	if g == nil {
		t.Fatalf("%s:\n%s", file.Name, found.Text())
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return g, p
}

// row is one line of the table.
func row(g *rules.Game, p *program.Program, m map[string]bool) string {
	var out strings.Builder
	fmt.Fprintf(&out, "| [%s](%s.toml) | %s | %s | %s | %d |", g.ID, g.ID, cell(g.Name), cell(strings.Join(g.Places, ", ")), board(g.Board), p.Total)
	for _, k := range mechanics {
		if m[k.name] {
			out.WriteString(" ● |")
		} else {
			out.WriteString("  |")
		}
	}
	open := 0
	for _, q := range g.Questions {
		if q.Chosen < 0 && q.Variant == "" {
			open++
		}
	}
	fmt.Fprintf(&out, " %d of %d | %d |\n", open, len(g.Questions), len(g.Evidence))
	return out.String()
}

// cell is a text that can't break the table.
func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

func board(b *rules.Board) string {
	s := fmt.Sprintf("%dx%d", b.Rows, b.Columns)
	switch b.Shape {
	case "ring":
		s = fmt.Sprintf("ring of %d", len(b.Holes))
	case "perimeter":
		s += " edge"
	}
	if b.Players != 2 {
		s += fmt.Sprintf(", %d players", b.Players)
	}
	return s
}
