package games_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/games"
	"mancala/interpreter/lower"
)

// The catalogue tells for every mechanic of sowing games how it is said and
// which files show it: games of the library, or small games that stand beside it.
const (
	catalogue  = "../testdata/mechanics/catalogue.tsv"
	smallGames = "../testdata/mechanics"
)

// inexpressible begins what is said of a mechanic the language has no words for.
const inexpressible = "not expressible: "

// entry is one line of the catalogue.
type entry struct {
	line              int
	subject, mechanic string
	how               string
	shown, has        []string
}

func TestCatalogue(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range readCatalogue(t) {
		t.Run(e.subject+"/"+e.mechanic, func(t *testing.T) {
			if key := e.subject + "\t" + e.mechanic; seen[key] {
				t.Errorf("line %d: told twice", e.line)
			} else {
				seen[key] = true
			}
			if why, none := strings.CutPrefix(e.how, inexpressible); none {
				if why == "" || len(e.shown) > 0 {
					t.Errorf("line %d: what can't be said wants a reason and has no games", e.line)
				}
				return
			}
			if e.how == "" || len(e.shown) == 0 {
				t.Errorf("line %d: how is it said, and which game shows it?", e.line)
			}
			for _, name := range e.shown {
				showsMechanic(t, e, name)
			}
		})
	}
}

// readCatalogue reads the lines after the head.
func readCatalogue(t *testing.T) []entry {
	t.Helper()
	text, err := os.ReadFile(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	var out []entry
	for i, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 5 {
			t.Fatalf("line %d: %d fields, want 5: %q", i+1, len(f), line)
		}
		if i == 0 {
			if !slices.Equal(f, []string{"subject", "mechanic", "how it is said", "shown by", "has"}) {
				t.Fatalf("the head is %q", f)
			}
			continue
		}
		out = append(out, entry{line: i + 1, subject: f[0], mechanic: f[1], how: f[2], shown: words(f[3]), has: words(f[4])})
	}
	return out
}

// words parts a list at its commas; a text in backticks may hold some.
func words(list string) []string {
	var out []string
	quoted, from := false, 0
	for i, r := range list + "," {
		switch {
		case r == '`':
			quoted = !quoted
		case r == ',' && !quoted:
			if w := strings.TrimSpace(list[from:i]); w != "" {
				out = append(out, w)
			}
			from = i + 1
		}
	}
	return out
}

// showsMechanic checks that a file is there, is a game and has what its line
// says of it, under its default rules.
func showsMechanic(t *testing.T, e entry, name string) {
	t.Helper()
	file, ok := catalogueFile(name)
	if !ok {
		t.Errorf("line %d: there is no game %q", e.line, name)
		return
	}
	g, found := dsl.Load(file, dsl.Choice{})
	if g == nil {
		t.Errorf("line %d: %s: %s", e.line, name, found.Text())
		return
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Errorf("line %d: %s: %v", e.line, name, err)
		return
	}
	of := has(g, p)
	for _, what := range e.has {
		without, negative := strings.CutPrefix(what, "no ")
		if negative {
			what = without
		}
		yes, known := hasThing(g, file, of, what)
		if !known {
			t.Errorf("line %d: %q is no mechanic of the list, no number of the board and no quoted text", e.line, what)
		} else if yes == negative {
			t.Errorf("line %d: %s: %q is %v of it", e.line, name, what, yes)
		}
	}
}

// catalogueFile is a game of the library, or a small one that stands beside it.
func catalogueFile(name string) (*source.File, bool) {
	small, isSmall := strings.CutPrefix(name, "mechanics/")
	if !isSmall {
		id, text, err := games.Open(name)
		return games.NewFile(id, text), err == nil
	}
	path := filepath.Join(smallGames, small+".toml")
	text, err := os.ReadFile(path)
	return games.NewFile(path, text), err == nil
}

// hasThing tells if a game has a mechanic (`relay`), a number of its board
// (`rows 4`), or words in its file or in one that it extends (“`taking 1..3`”).
func hasThing(g *rules.Game, file *source.File, of map[string]bool, what string) (yes, known bool) {
	if strings.HasPrefix(what, "`") {
		return saysText(file, strings.Trim(what, "`")), true
	}
	if name, number, isNumber := strings.Cut(what, " "); isNumber {
		n, err := strconv.Atoi(number)
		counts := map[string]int{"rows": g.Board.Rows, "columns": g.Board.Columns, "players": g.Players, "holes": len(g.Board.Holes)}
		got, is := counts[name]
		return got == n, is && err == nil
	}
	for _, k := range mechanics { // those of `mancala list --with`
		known = known || k.name == what
	}
	return of[what], known
}

var extended = regexp.MustCompile(`(?m)^extends\s*=\s*(.*)$`)

// saysText looks for words, however they are spaced, in a file and in those it extends.
func saysText(file *source.File, words string) bool {
	plain := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if strings.Contains(plain(string(file.Text)), plain(words)) {
		return true
	}
	line := extended.FindSubmatch(file.Text)
	if line == nil {
		return false
	}
	for i, id := range strings.Split(string(line[1]), `"`) {
		if i%2 == 1 {
			if other, err := file.Others(id); err == nil && saysText(other, words) {
				return true
			}
		}
	}
	return false
}

// Every small game is there for a line of the catalogue.
func TestSmallGamesAreInTheCatalogue(t *testing.T) {
	shown := map[string]bool{}
	for _, e := range readCatalogue(t) {
		for _, name := range e.shown {
			shown[strings.TrimSuffix(filepath.Base(name), ".toml")] = true
		}
	}
	files, err := filepath.Glob(smallGames + "/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no small games: %v", err)
	}
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".toml"); !shown[name] {
			t.Errorf("%s is in no line of the catalogue", name)
		}
	}
}
