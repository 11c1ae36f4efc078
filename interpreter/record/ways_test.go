package record_test

import (
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/record"
	"mancala/interpreter/reference"
)

// What other programs write down in their own way is noted and not held
// against them; the same in a record of ours is wrong.
func TestWaysOfOtherPrograms(t *testing.T) {
	for name, c := range map[string]struct{ game, lines, note string }{
		"the board before the last seeds are taken, and a pass after the end": {"kalah",
			`{"n":1,"player":"S","move":"A6","after":"0x5,3/0x6 21,24 S"}
{"n":2,"player":"S","move":"pass"}
{"result":"N"}`, "the game was over"},
		"a turn that is cut off": {"hawalis",
			`{"n":1,"player":"S","move":"B5","after":"2x7/2x7/1,0,1,0,1,2,0/0,1,0,1,0,1,2 - N"}
{"result":"unfinished"}`, "in the middle of this turn"},
	} {
		start := map[string]string{"kalah": "0x5,3/0x5,1 20,24 S", "hawalis": "2x7/2x7/1,0,1,0,1,2,0/0,1,0,1,2,0,1 - S"}[c.game]
		for _, by := range []string{`"by":"Another 1",`, ""} {
			r := read(t, `{"record":1,"game":"`+c.game+`",`+by+`"start":"`+start+"\"}\n"+c.lines)
			rep, err := record.Referee(executor(t, c.game, dsl.Choice{}), r)
			if err != nil {
				t.Fatal(err)
			}
			if rep.OK() != (by != "") {
				t.Errorf("%s, by %q: %v", name, by, rep.Findings)
			}
			noted := false
			for _, n := range rep.Notes {
				noted = noted || strings.Contains(n.Text, c.note)
			}
			if noted != (by != "") {
				t.Errorf("%s, by %q: notes %v", name, by, rep.Notes)
			}
		}
	}
}

// A stated position that is nowhere on the way of the turn is wrong, whoever
// says so.
func TestNotOnTheWay(t *testing.T) {
	r := read(t, `{"record":1,"game":"hawalis","by":"Another 1","start":"2x7/2x7/1,0,1,0,1,2,0/0,1,0,1,2,0,1 - S"}
{"n":1,"player":"S","move":"B5","after":"2x7/2x7/1,0,1,0,1,2,0/0,1,0,1,1,1,1 - N"}
{"result":"unfinished"}`)
	rep, err := record.Referee(executor(t, "hawalis", dsl.Choice{}), r)
	if err != nil || rep.OK() {
		t.Errorf("%v, notes %v", err, rep.Notes)
	}
}

// A rule of a file that the game extends is named with its file.
func TestReasonElsewhere(t *testing.T) {
	g, ds := dsl.Load(games.NewFile("small.toml", []byte("mancala = 1\nextends = \"kalah\"\n[parameters]\nholes = 2\nfill = 1\n")), dsl.Choice{})
	if g == nil {
		t.Fatal(ds.Text())
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	x, err := reference.New(p, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	r := played(t, x, 200)
	if r.Result == nil || !strings.HasPrefix(r.Result.Reason, "end rule empty, line ") || !strings.HasSuffix(r.Result.Reason, " of kalah") {
		t.Fatalf("%+v", r.Result)
	}
	rep, err := record.Referee(x, r)
	if err != nil || !rep.OK() || len(rep.Notes) > 0 {
		t.Errorf("%v %v %v", err, rep.Findings, rep.Notes)
	}
}
