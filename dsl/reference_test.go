package dsl_test

import (
	"os"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/syntax"
)

// TestReferenceExamples checks every whole game shown in dsl/README.md.
func TestReferenceExamples(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for _, part := range strings.Split(string(text), "```toml\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		if !strings.HasPrefix(block, "mancala = 1") {
			continue
		}
		games++
		if _, ds := dsl.CheckAll(example(t, block)); ds.HasErrors() {
			t.Errorf("an example of README.md is wrong:\n%s\n%s", block, ds.Text())
		}
	}
	if games == 0 {
		t.Error("README.md shows no whole game")
	}
}

// TestReferenceWords holds that the reference lists every word of the language.
func TestReferenceWords(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range syntax.Words {
		if !strings.Contains(string(text), w) {
			t.Errorf("README.md does not list the word %q", w)
		}
	}
}
