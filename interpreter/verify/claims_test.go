package verify

import (
	"errors"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/source"
	"mancala/games"
	"mancala/interpreter/lower"
)

func checkClaims(t *testing.T, f *source.File) source.Diagnostics {
	t.Helper()
	g, ds := dsl.Load(f, dsl.Choice{})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	return CheckClaims(f, g, p, func(name string) ([]byte, error) { return nil, errors.New(name + ": there is no such file") })
}

// Every piece of bad evidence is found at its own place in the file, with a
// hint, and good evidence beside it is left alone.
func TestBadEvidence(t *testing.T) {
	const bad = `
[[evidence]]
id = "wide"
kind = "example"
position = "4x7/4x6 0,0 S"
moves = ["A1"]
[[evidence]]
id = "many"
kind = "example"
position = "5x6/4x6 0,0 S"
moves = ["A1"]
[[evidence]]
id = "few"
kind = "example"
position = "1x6/1x6 20,0 S"
moves = ["A1"]
[[evidence]]
id = "meant"
kind = "example"
position = "5x6/4x6 0,0 S total=54"
moves = ["A1"]
[[evidence]]
id = "no-hole"
kind = "example"
moves = ["A1", "a9"]
[[evidence]]
id = "not-legal"
kind = "record"
moves = ["A1", "a1", "A1"]
[[evidence]]
id = "ends"
kind = "example"
moves = ["A1"]
ends-in = "A14"
[[evidence]]
id = "lists"
kind = "example"
legal = ["A1", "Z2"]
[[evidence]]
id = "after"
kind = "example"
moves = ["A1"]
after = "4x6 0,0 N"
[[evidence]]
id = "measure"
kind = "figure"
measure = "branchin"
between = [1, 2]
[[evidence]]
id = "range"
kind = "figure"
measure = "branching"
between = [2]
[[evidence]]
id = "puzzle"
kind = "puzzle"
claim = "mover is happy"
[[evidence]]
id = "file"
kind = "record"
file = "nowhere.jsonl"
[[evidence]]
id = "condition"
kind = "fact"
holds = "seeds(bord) = 48"
[[evidence]]
id = "nothing"
kind = "fact"
[[evidence]]
id = "uncounted"
kind = "count"
`
	want := []struct{ code, at, says, hint string }{
		{"bad-position", `"4x7/4x6 0,0 S"`, "7 holes", "4x6/4x6"},
		{"seed-total", `"5x6/4x6 0,0 S"`, "54 seeds, and the game has 48", "total=54"},
		{"seed-total", `"1x6/1x6 20,0 S"`, "32 seeds, and the game has 48", "total=32"},
		{"bad-move", `a9`, "a9", "notation"},
		{"illegal-move", `A1`, "move 3, A1", "verify"},
		{"unknown-hole", `"A14"`, `"A14"`, "A1"},
		{"bad-move", `Z2`, "Z2", "notation"},
		{"bad-position", `"4x6 0,0 N"`, "row", "4x6/4x6"},
		{"bad-measure", `"branchin"`, "branchin", `"branching"`},
		{"bad-measure", `[2]`, "range", "between"},
		{"bad-claim", `"mover is happy"`, "happy", "mover wins"},
		{"bad-record", `"nowhere.jsonl"`, "no such file", ""},
		{"unknown-word", `bord`, "bord", "board"},
		{"bad-claim", `evidence`, "nothing", "holds"},
		{"bad-claim", `evidence`, "uncounted", "perft"},
	}
	found := checkClaims(t, library(t, "oware", bad))
	for i, d := range found {
		t.Logf("%d: %s %s at %q: %s (%s)", d.Span.Line(), d.Severity, d.Code, d.Span.Text(), d.Detail, d.Hint)
		if i >= len(want) {
			continue
		}
		w := want[i]
		if d.Code != w.code || !strings.Contains(d.Span.Text(), w.at) || !strings.Contains(d.Detail, w.says) || !strings.Contains(d.Hint, w.hint) || d.Summary == "" {
			t.Errorf("finding %d: want %+v", i, w)
		}
	}
	if len(found) != len(want) {
		t.Errorf("%d findings, want %d", len(found), len(want))
	}
}

// The perfect games of Kalah are illegal under the answers in force and legal
// under another: no finding. Nor is there any in the whole library.
func TestEvidenceOfTheLibraryCanBeTried(t *testing.T) {
	for _, id := range games.IDs() {
		for _, d := range checkClaims(t, library(t, id, "")) {
			t.Errorf("%s:%d: %s %s: %s", id, d.Span.Line(), d.Severity, d.Code, d.Detail)
		}
	}
}
