package cli

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"mancala/games"
)

// run runs the program as a user would.
func run(t *testing.T, stdin string, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = Run(context.Background(), args, strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}

// words splits a command line at blanks outside double quotes.
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

// TestExamples runs every example of every command in a folder that holds
// what they speak of: they must work as printed.
func TestExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	library(t, "hus", "oware")
	if code, _, e := run(t, "", "new", "mygame"); code != exitOK {
		t.Fatal(e)
	}
	record := `{"record":1,"game":"oware"}` + "\n" + `{"n":1,"player":"S","move":"A3"}` + "\n"
	if err := os.WriteFile("game.jsonl", []byte(record), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"0", "1"} {
		if code, _, e := run(t, "", "simulate", "kalah", "--games", "20", "--shard", part+"/2", "--out", "part-"+part+".json"); code != exitOK {
			t.Fatal(e)
		}
	}
	ran := 0
	for _, cmd := range newRoot(&app{}).Commands() {
		if cmd.Run == nil && cmd.RunE == nil || !cmd.IsAvailableCommand() || cmd.Name() == "help" {
			continue
		}
		if cmd.Example == "" {
			t.Errorf("%s has no example", cmd.Name())
		}
		for _, line := range exampleLines(cmd) {
			if line[0] != "mancala" {
				t.Errorf("%s: example %q is no command of ours", cmd.Name(), line)
				continue
			}
			if line[1] == "new" && len(line) > 2 {
				os.Remove(line[2] + ".toml")
			}
			stdin := "quit\n"
			if line[1] == "referee" {
				stdin = strings.Replace(record, "oware", line[2], 1)
			}
			code, _, errOut := run(t, stdin, line[1:]...)
			if code != exitOK && !(code == exitFindings && mayFind(line)) {
				t.Errorf("%s: exit code %d\n%s", strings.Join(line, " "), code, errOut)
			}
			ran++
		}
	}
	if ran < 30 {
		t.Errorf("only %d examples were run", ran)
	}
}

// mayFind tells the examples that show a finding: a refuted claim, a line on
// which two games differ, the rule against an illegal move.
func mayFind(line []string) bool {
	switch line[1] {
	case "verify", "compare":
		return true
	}
	return strings.Contains(strings.Join(line, " "), "why hus --move A1")
}

// library writes games of the library into a folder games, as in a clone.
func library(t *testing.T, ids ...string) {
	t.Helper()
	if err := os.Mkdir("games", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		name, text, err := games.Open(id)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func exampleLines(cmd *cobra.Command) [][]string {
	var out [][]string
	for _, line := range strings.Split(cmd.Example, "\n") {
		if w := words(line); len(w) > 1 {
			out = append(out, w)
		}
	}
	return out
}
