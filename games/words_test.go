package games_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// told are the keys whose text speaks to readers, not to the engine.
var told = map[string]bool{"about": true, "text": true, "name": true, "note": true, "asks": true, "id": true, "title": true, "author": true}

var wordInRules = regexp.MustCompile(`[a-z][a-z-]*`)

// Every word of the language stands in a rule of some small game, where both
// executors are tried on it.
func TestEveryWordIsPlayed(t *testing.T) {
	reference, err := os.ReadFile("../dsl/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(reference), "```words\n")
	list, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the reference lists no words")
	}
	paths, err := filepath.Glob(smallGames + "/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no games", err)
	}
	said := map[string]bool{}
	for _, path := range paths {
		var file map[string]any
		if _, err := toml.DecodeFile(path, &file); err != nil {
			t.Fatal(path, err)
		}
		sayWords(file, said)
	}
	for _, word := range strings.Fields(list) {
		if !said[word] {
			t.Errorf("no small game says %q", word)
		}
	}
}

// sayWords notes the words of all texts below a value.
func sayWords(value any, said map[string]bool) {
	switch v := value.(type) {
	case string:
		for _, word := range wordInRules.FindAllString(v, -1) {
			said[word] = true
		}
	case map[string]any:
		for key, below := range v {
			if !told[key] {
				sayWords(below, said)
			}
		}
	case []map[string]any:
		for _, below := range v {
			sayWords(below, said)
		}
	case []any:
		for _, below := range v {
			sayWords(below, said)
		}
	}
}
