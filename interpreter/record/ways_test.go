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

// Other ways of telling moves: what has to be played next joined to the move
// before, choices in lines of their own, a pass for giving up, arrows that
// mean the sense of the sowing or nothing at all.
func TestWaysOfTellingMoves(t *testing.T) {
	ludii := dsl.Choice{Variant: "ludii"}
	small := dsl.Choice{Variant: "ludii", Parameters: map[string]int{"columns": 6}}
	for name, c := range map[string]struct {
		game         string
		choice       dsl.Choice
		start, lines string
		note         string
	}{
		"a forced move of an extra turn": {"kalah", dsl.Choice{}, "4x6/2,0x4,1 10,12 S",
			`{"n":1,"player":"S","move":"A6","after":"4x2,0,4x3/0,1,0x4 16,12 N"}`, "as laps of this move"},
		"a choice in a line of its own": {"mefuvha", small, "",
			`{"n":1,"player":"S","move":"A3","legal":["A3"],"after":"0,2x5/0,2x3,1,0/0,2,0,2x3/2x6 - S"}
{"n":2,"player":"S","move":"a5","legal":["a5"],"after":"0,2x5/0,0,2x2,1,0/0,2,0,2x3/2x6 - N"}`, "in lines of their own"},
		"a pass for giving up": {"ngolo", ludii, "2x9/2x9/2x9/0x8,2 - S",
			`{"n":1,"player":"S","move":"A1","legal":["A1","A2","A3","A4","A5","A6","A7","A8","A9","B9","pass"]}
{"n":2,"player":"N","move":"pass"}
{"result":"S"}`, "for giving the game up"},
		"arrows that mean the sense": {"katra", small, "",
			`{"n":1,"player":"S","move":"A2>","after":"2x6/0,2,0,2x2,0/1,2,0,4x2,1/2,5x2,0,5,1 - N"}`, "sense of the sowing"},
		"arrows that say nothing": {"hawalis", dsl.Choice{}, "",
			`{"n":1,"player":"S","move":"B4<","legal":["A1>","A2>","A3>","A4>","A5>","A6>","A7>","B1<","B2<","B3<","B4<","B5<","B6<","B7<"]}`, "are not read"},
	} {
		for _, by := range []string{`,"by":"Another 1"`, ""} {
			head := `{"record":1,"game":"` + c.game + `"` + by
			if c.start != "" {
				head += `,"start":"` + c.start + `"`
			}
			rep, err := record.Referee(executor(t, c.game, c.choice), read(t, head+"}\n"+c.lines))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
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
