package dsl_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
)

var wordOrSign = regexp.MustCompile(`[A-Za-z0-9_-]+|[^\sA-Za-z0-9_-]|\s+`)

// mutate changes a few words of a file: takes them out, doubles or swaps
// them, or puts other words of the file or the language in their place. That
// goes deeper into the checker than random bytes, which are mostly not TOML.
func mutate(r *rand.Rand, text string) string {
	words := wordOrSign.FindAllString(text, -1)
	for range 1 + r.IntN(4) {
		i, j := r.IntN(len(words)), r.IntN(len(words))
		switch r.IntN(6) {
		case 0:
			words[i] = ""
		case 1:
			words[i] += " " + words[i]
		case 2:
			words[i], words[j] = words[j], words[i]
		case 3:
			words[i] = words[j]
		case 4:
			words[i] = syntax.Words[r.IntN(len(syntax.Words))]
		case 5:
			words[i] = []string{"0", "1", "-1", "99999999999", "true", "\"\"", "''", "[]", "{}", "'''", "(", ")", ";", ",", "where hole has seeds", "of opponent", "next 2 of last"}[r.IntN(17)]
		}
	}
	return strings.Join(words, "")
}

// Files with a few wrong words: never a panic, and what is found is well formed.
func TestMutatedGames(t *testing.T) {
	games, err := filepath.Glob("../games/*.toml")
	if err != nil || len(games) == 0 {
		t.Fatal("no games", err)
	}
	n := 1500
	if testing.Short() {
		n = 200
	}
	r := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range n {
		name := games[r.IntN(len(games))]
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		changed := mutate(r, string(text))
		ds := checkSafely(t, name, changed)
		wellFormed(t, ds)
		if ds.HasErrors() {
			refused++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d refused", refused, n)
}

func checkSafely(t *testing.T, name, text string) source.Diagnostics {
	defer func() {
		if r := recover(); r != nil {
			file := filepath.Join(t.TempDir(), "mutated.toml")
			_ = os.WriteFile(file, []byte(text), 0o644)
			t.Fatalf("%s changed: panic: %v\n%s\n%s", name, r, debug.Stack(), text)
		}
	}()
	game, ds := dsl.CheckAll(source.NewFile(filepath.Base(name), []byte(text)))
	if (game == nil) != ds.HasErrors() {
		t.Errorf("%s changed: a game and errors, or neither\n%s", name, text)
	}
	return ds
}
