package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/cmd/mancala/cli"
)

// TestReadme runs every `$ mancala …` line of the project's README and
// compares what it prints with what the README shows; -update rewrites it.
func TestReadme(t *testing.T) {
	root := filepath.Join("..", "..")
	t.Chdir(root)
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	got := rewritten(t, string(text))
	if got == string(text) {
		return
	}
	if *update {
		if err := os.WriteFile("README.md", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("README.md shows output that is not what the program prints; run go test ./cmd/mancala -update")
}

// rewritten is the text with the output of every console block as it is now.
func rewritten(t *testing.T, text string) string {
	const begin, end = "```console\n", "```\n"
	var out strings.Builder
	ran := 0
	for {
		before, rest, found := strings.Cut(text, begin)
		out.WriteString(before)
		if !found {
			break
		}
		block, after, closed := strings.Cut(rest, end)
		if !closed {
			t.Fatal("a console block of README.md is not closed")
		}
		out.WriteString(begin)
		for _, line := range strings.Split(block, "\n") {
			if cmd, ok := strings.CutPrefix(line, "$ mancala "); ok {
				out.WriteString(line + "\n" + run(cmd))
				ran++
			}
		}
		out.WriteString(end)
		text = after
	}
	if ran == 0 {
		t.Fatal("README.md shows no command")
	}
	return out.String()
}

// run gives what a command prints, stdout then stderr.
func run(line string) string {
	var out, errOut bytes.Buffer
	cli.Run(context.Background(), words(line), strings.NewReader(""), &out, &errOut)
	return out.String() + errOut.String()
}

// words splits a command line at blanks, double quotes kept together.
func words(line string) []string {
	var out []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}
