package record_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/interpreter/record"
)

// Whole record sets of another program lie beside the checkout where the
// project is developed; elsewhere the samples in testdata must do.
const shared = "../../../shared/conformance/mancalagames"

// sets are the record sets that must hold, with the rules that program plays.
var sets = map[string]dsl.Choice{
	"Oware":   {},
	"Anywoli": {},
	"Kalah":   {Answers: map[string]string{"end-rule": "mover-row"}},
}

func TestSharedRecords(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("no record sets beside the checkout")
	}
	for name, choice := range sets {
		for i, r := range recordsOf(t, filepath.Join(shared, name+".jsonl")) {
			x := executor(t, r.Game, choice)
			if x == nil {
				t.Fatalf("%s does not check under %v", r.Game, choice)
			}
			rep, err := record.Referee(x, r)
			if err != nil || !rep.OK() || rep.Plies != len(r.Moves) {
				t.Errorf("%s, record %d: %d of %d plies; %v %v", name, i+1, rep.Plies, len(r.Moves), rep.Findings, err)
			}
		}
	}
}

func recordsOf(t *testing.T, path string) []*record.Record {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := record.Read(text)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return list
}

// TestSurvey tells how many of the sets hold under the base rules of the game
// of their name. It never fails for a game: which rules a set follows is for
// the game's file to say.
func TestSurvey(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(shared, "*.jsonl"))
	if len(paths) == 0 || testing.Short() {
		t.Skip("no record sets beside the checkout, or -short")
	}
	held, known := 0, 0
	for _, path := range paths {
		list := recordsOf(t, path)
		x := executor(t, list[0].Game, dsl.Choice{})
		if x == nil {
			continue
		}
		known++
		all := true
		for _, r := range list {
			rep, err := record.Referee(x, r)
			if err != nil || !rep.OK() {
				all = false
				t.Logf("%s: %d of %d plies; %v %v", strings.TrimSuffix(filepath.Base(path), ".jsonl"), rep.Plies, len(r.Moves), rep.Findings, err)
				break
			}
		}
		if all {
			held++
		}
	}
	t.Logf("%d of %d sets hold", held, known)
	if known == 0 {
		t.Error("no game of the library has a record set: the names do not meet")
	}
}
