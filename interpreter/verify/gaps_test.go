package verify

import (
	"context"
	"strings"
	"testing"

	"mancala/dsl/source"
)

// tiny is a small game with places to spoil.
const tiny = `mancala = 1
[game]
name = "Tiny"
[board]
rows = 2
columns = 5
stores = "beside"
[setup]
holes = "board: 2"
[sowing]
route = "board"
direction = "anticlockwise"
[rules]
moves = "from own where hole has seeds"
lap = '''
when last in enemy and last has 2 or 3  then capture last; stop
otherwise                               stop
'''
end = "when mover has no move then each takes own; end game"
[score]
counts = "own store"
wins = "most"
`

func survey(t *testing.T, changes ...string) (*Survey, *Verifier) {
	t.Helper()
	text := tiny
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(text, changes[i]) {
			t.Fatalf("nothing to change: %s", changes[i])
		}
		text = strings.Replace(text, changes[i], changes[i+1], 1)
	}
	v := &Verifier{File: source.NewFile("tiny.toml", []byte(text)), Arg: "tiny.toml", Budget: Budget{Nodes: 20_000, Games: 60, Told: 10, Plies: 240_000}}
	t.Cleanup(v.Close)
	s, err := v.Survey(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s, v
}

func found(findings []Finding, kind string) *Finding {
	for i := range findings {
		if findings[i].Kind == kind {
			return &findings[i]
		}
	}
	return nil
}

// Every kind of gap is found where it was planted, with a line and a command.
func TestEveryGapIsFound(t *testing.T) {
	relays := []string{"when last in enemy and last has 2 or 3  then capture last; stop", "when last was empty then stop",
		"otherwise                               stop", "otherwise relay", "board: 2", "board: 3"}
	cases := []struct {
		kind    string
		says    string
		changes []string
	}{
		{"lap-end", "lap", []string{"otherwise                               stop\n", ""}},
		{"no-move", "move", []string{`end = "when mover has no move then each takes own; end game"`, `end = "when seeds(board) = 0 then end game"`}},
		{"endless", "repeat every", append([]string{`"board"`, "\"own\"\nendless = \"open\""}, relays...)},
		{endlessTurn, "the file says what it means", append([]string{`"board"`, "\"own\"\nendless = \"mover loses\""}, relays...)},
		{repetition, "comes back", nil},
		{neverWins, "won none", []string{"when mover has no move then each takes own; end game", "when turn > 20 or mover has no move then starter wins"}},
		{noChoice, "left one", []string{"then capture last; stop", "and seeds(own store) = 19 then may capture last; stop"}},
	}
	for _, c := range cases {
		t.Run(c.kind, func(t *testing.T) {
			s, _ := survey(t, c.changes...)
			f := found(s.Findings, c.kind)
			if f == nil {
				t.Fatalf("not found; found %+v", s.Findings)
			}
			if !strings.Contains(f.Text, c.says) || !strings.HasPrefix(f.Command, "mancala ") {
				t.Errorf("%+v", f)
			}
			if c.kind != neverWins && c.kind != noChoice && len(f.Line) == 0 {
				t.Errorf("no line: %+v", f)
			}
		})
	}
}

// What the checker proves is told apart from what was searched, and a small
// board is searched to its end.
func TestProvedAndSearched(t *testing.T) {
	s, _ := survey(t)
	if len(s.Proofs) == 0 || !s.Proofs[0].Proved || found(s.Findings, "lap-end") != nil {
		t.Errorf("%+v", s.Proofs)
	}
	if len(s.Small) == 0 || s.Small[0].Positions < 50 || s.Small[0].Board != "columns = 2" {
		t.Errorf("small boards: %+v", s.Small)
	}
	silent, _ := survey(t, "otherwise                               stop\n", "")
	if silent.Proofs[0].Proved || silent.Proofs[0].Line == 0 {
		t.Errorf("a rule table with holes passes for whole: %+v", silent.Proofs)
	}
	if len(silent.Small) == 0 || found(silent.Small[0].Findings, "lap-end") == nil {
		t.Errorf("the silence is not found on the smallest board: %+v", silent.Small)
	}
}
