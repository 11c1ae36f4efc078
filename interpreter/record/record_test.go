package record_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/record"
	"mancala/interpreter/reference"
)

// executor plays a game of the library; nil if its file does not check.
func executor(t testing.TB, id string, c dsl.Choice) interpreter.Explainer {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../games", id+".toml"))
	if err != nil {
		return nil
	}
	g, _ := dsl.Load(games.NewFile(id+".toml", text), c)
	if g == nil {
		return nil
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	x, err := reference.New(p, interpreter.Budget{Laps: 3000})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// played is a record of a game: every third move or so.
func played(t testing.TB, x interpreter.Explainer, plies int) *record.Record {
	t.Helper()
	p := x.Program()
	s, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	r := record.New(p, s)
	for n := 0; n < plies && s.Over == nil; n++ {
		legal, err := x.Legal(s)
		if err != nil {
			t.Fatal(err)
		}
		ply, err := x.Play(s, legal[(5*n+2)%len(legal)])
		if err != nil {
			t.Fatal(err)
		}
		r.Add(p, legal, ply, s)
	}
	r.Finish(s.Over, "cut short")
	return r
}

func read(t testing.TB, text string) *record.Record {
	t.Helper()
	list, err := record.Read([]byte(text))
	if err != nil || len(list) != 1 {
		t.Fatalf("%d records, %v", len(list), err)
	}
	return list[0]
}

func written(t testing.TB, r *record.Record, write func(*bytes.Buffer, *record.Record) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func asJSON(b *bytes.Buffer, r *record.Record) error { return record.WriteJSON(b, r) }
func asText(b *bytes.Buffer, r *record.Record) error { return record.WriteText(b, r) }

// What is recorded is read back, found right, and written the same again.
func TestRoundTrip(t *testing.T) {
	for _, id := range []string{"hus", "kalah", "oware", "anywoli", "hawalis"} {
		x := executor(t, id, dsl.Choice{})
		if x == nil {
			t.Fatal(id, "does not check")
		}
		r := played(t, x, 200)
		text := written(t, r, asJSON)
		back := read(t, text)
		if again := written(t, back, asJSON); again != text {
			t.Errorf("%s: JSON changes:\n%s\n%s", id, text, again)
		}
		for i, l := range back.Moves {
			l.At = 0
			if !reflect.DeepEqual(l, r.Moves[i]) {
				t.Errorf("%s: line %+v, was %+v", id, l, r.Moves[i])
			}
		}
		accepted(t, x, back)
		plain := read(t, written(t, r, asText))
		if plain.Game != r.Game || plain.Start != r.Start || len(plain.Moves) != len(r.Moves) || plain.Result.Result != r.Result.Result || !reflect.DeepEqual(plain.Result.Score, r.Result.Score) {
			t.Errorf("%s: text keeps %+v %+v", id, plain.Header, plain.Result)
		}
		accepted(t, x, plain)
	}
}

func accepted(t testing.TB, x interpreter.Explainer, r *record.Record) *record.Report {
	t.Helper()
	rep, err := record.Referee(x, r)
	if err != nil {
		t.Fatal(err)
	}
	if !rep.OK() || rep.Plies != len(r.Moves) {
		t.Errorf("%s: %d of %d plies; %v %v", r.Game, rep.Plies, len(r.Moves), rep.Findings, rep.Notes)
	}
	return rep
}

// The samples of another program's play hold under our rules.
func TestSamples(t *testing.T) {
	for _, id := range []string{"oware", "kalah", "anywoli"} {
		text, err := os.ReadFile(filepath.Join("testdata", id+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		r := read(t, string(text))
		if len(r.Moves) < 20 || r.Moves[0].Legal == nil || r.Moves[0].After == "" {
			t.Fatalf("%s: %+v", id, r.Moves[0])
		}
		accepted(t, executor(t, id, dsl.Choice{}), r)
	}
}

// Every single thing a record states is checked: changed, it is found, on its
// line, by its name.
func TestFaults(t *testing.T) {
	x := executor(t, "kalah", dsl.Choice{})
	number := func(n int) *int { return &n }
	yes := true
	for _, c := range []struct {
		field  string
		line   int // of the finding
		change func(*record.Record)
		want   string
	}{
		{"player", 6, func(r *record.Record) { r.Moves[4].Player = other(r.Moves[4].Player) }, "is to move, not"},
		{"move", 6, func(r *record.Record) { r.Moves[4].Move = illegal(r.Moves[4]) }, "is not legal:"},
		{"move", 6, func(r *record.Record) { r.Moves[4].Move = "A9" }, "there is no hole"},
		{"move", 6, func(r *record.Record) { r.Moves[4].Move = "pass" }, "pass is not legal:"},
		{"legal", 5, func(r *record.Record) { r.Moves[3].Legal = r.Moves[3].Legal[1:] }, "the list of legal moves, of which A2 was played, lacks A1"},
		{"legal", 5, func(r *record.Record) { r.Moves[3].Legal = append(r.Moves[3].Legal, "pass") }, "has pass, not legal: These rules know no pass"},
		{"after", 4, func(r *record.Record) { r.Moves[2].After = r.Moves[1].After }, "differs: "},
		{"after", 4, func(r *record.Record) { r.Moves[2].After = "4x6 0,0 S" }, "can't be read"},
		{"captured", 4, func(r *record.Record) { r.Moves[2].Captured = number(*r.Moves[2].Captured + 1) }, "captured, not"},
		{"laps", 4, func(r *record.Record) { r.Moves[2].Laps = number(7) }, "1 lap, not 7"},
		{"endless", 4, func(r *record.Record) { r.Moves[2].Endless = &yes }, "the turn ends after 1 lap"},
		{"last", 4, func(r *record.Record) { r.Moves[2].Last = true }, "by these rules the game goes on"},
		{"move", 6, func(r *record.Record) { r.Moves[4].Move = otherCase(r.Moves[4].Move) }, "'s hole, and "},
		{"legal", 5, func(r *record.Record) { r.Moves[3].Legal[0] = otherCase(r.Moves[3].Legal[0]) }, "'s hole"},
		{"n", 5, func(r *record.Record) { r.Moves[3].N = 5 }, "move 5 follows move 3: is a line missing?"},
		{"n", 2, func(r *record.Record) { r.Moves[0].N = 2 }, "from the beginning of the game is numbered 2"},
		{"game", 1, func(r *record.Record) { r.Game = "oware" }, "a record of \"oware\"; the rules are those of \"kalah\""},
		{"variant", 1, func(r *record.Record) { r.Variant = "long" }, "it was played by the variant long, these are the rules without a variant"},
		{"answers", 1, func(r *record.Record) { r.Answers = map[string]string{"empty-captur": "yes"} }, "did you mean \"empty-capture\"?"},
		{"answers", 1, func(r *record.Record) { r.Answers = map[string]string{"empty-capture": "yess"} }, "has no answer \"yess\""},
		{"answers", 1, func(r *record.Record) { r.Answers = map[string]string{"empty-capture": "yes"} }, "it was played with empty-capture=yes, these rules have empty-capture=no"},
		{"parameters", 1, func(r *record.Record) { r.Parameters = map[string]int{"hols": 6} }, "has no parameter \"hols\""},
		{"parameters", 1, func(r *record.Record) { r.Parameters = map[string]int{"holes": 7} }, "it was played with holes=7, these rules have holes=6"},
		{"start", 1, func(r *record.Record) { r.Start = "4x6/4x5 0,0 S" }, "has 5 holes; this board has 6 there"},
		{"move", 3, func(r *record.Record) { r.Start = "5x6/4x6 0,0 N"; r.Moves = r.Moves[1:] }, ""},
	} {
		r := read(t, written(t, played(t, x, 40), asJSON))
		c.change(r)
		rep, err := record.Referee(x, r)
		if err != nil {
			t.Fatal(err)
		}
		if rep.OK() {
			t.Errorf("a false %s is not seen", c.field)
			continue
		}
		if c.want == "" {
			continue
		}
		f := rep.Findings[0]
		if f.Field != c.field || f.Line != c.line || !strings.Contains(f.Text, c.want) {
			t.Errorf("false %s: %+v, want line %d: %q", c.field, f, c.line, c.want)
		}
		if f.Line > 1 && rep.Plies != c.line-2 {
			t.Errorf("false %s: %d plies are right", c.field, rep.Plies)
		}
	}
}

// otherCase names the hole of the other player: A3 for a3.
func otherCase(move string) string {
	if up := strings.ToUpper(move); up != move {
		return up
	}
	return strings.ToLower(move)
}

func other(player string) string {
	if player == "S" {
		return "N"
	}
	return "S"
}

// illegal is a hole of the mover that is not among the legal moves, or one of the enemy.
func illegal(l record.Line) string {
	row := l.Move[:1]
	for c := 1; c <= 6; c++ {
		name := fmt.Sprint(row, c)
		if !strings.Contains(" "+strings.Join(l.Legal, " ")+" ", " "+name+" ") {
			return name
		}
	}
	return map[string]string{"A": "a1", "a": "A1"}[row]
}

func TestResults(t *testing.T) {
	x := executor(t, "kalah", dsl.Choice{})
	whole := played(t, x, 400)
	if whole.Result.Result == "unfinished" {
		t.Fatal("the sample game does not end")
	}
	wrong := "S"
	if whole.Result.Result == "S" {
		wrong = "N"
	}
	for _, c := range []struct {
		name   string
		change func(*record.Record)
		field  string // "" = accepted
	}{
		{"as it is", func(*record.Record) {}, ""},
		{"other winner", func(r *record.Record) { r.Result.Result = wrong }, "result"},
		{"draw", func(r *record.Record) { r.Result.Result = "draw" }, "result"},
		{"score", func(r *record.Record) { r.Result.Score[0]++ }, "score"},
		{"unfinished", func(r *record.Record) { r.Result.Result = "unfinished" }, "result"},
		{"of a match", func(r *record.Record) { r.Result.Result, r.Result.Rounds = wrong, 3 }, ""},
		{"none", func(r *record.Record) { r.Result = nil }, ""},
		{"no word for it", func(r *record.Record) { r.Result.Result = "West" }, "result"},
		{"no result", func(r *record.Record) { r.Result.Result = "won" }, "result"},
		{"other rule", func(r *record.Record) { r.Result.Reason = "lap rule, line 3" }, "reason"},
		{"endless", func(r *record.Record) { r.Result.Reason = "endless turn" }, "reason"},
		{"other words", func(r *record.Record) { r.Result.Reason = "North was out of seeds." }, ""},
		{"a move too many", func(r *record.Record) { r.Moves = append(r.Moves, r.Moves[0]) }, "move"},
		{"a move too few", func(r *record.Record) { r.Moves = r.Moves[:len(r.Moves)-1] }, "result"},
	} {
		r := read(t, written(t, whole, asJSON))
		c.change(r)
		rep, err := record.Referee(x, r)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case c.field == "" && !rep.OK():
			t.Errorf("%s: %v", c.name, rep.Findings)
		case c.field != "" && (rep.OK() || rep.Findings[0].Field != c.field):
			t.Errorf("%s: %v, want a fault of %s", c.name, rep.Findings, c.field)
		}
	}
}

// Endless turns of a record are endless by these rules, too.
func TestEndless(t *testing.T) {
	x := executor(t, "hawalis", dsl.Choice{})
	p := x.Program()
	r := endlessGame(t, x)
	if rep := accepted(t, x, r); len(rep.Notes) != 1 {
		t.Errorf("%s: notes %v", p.Game.ID, rep.Notes)
	}
	no := false
	r.Moves[len(r.Moves)-1].Endless = &no
	if rep, _ := record.Referee(x, r); rep.OK() || rep.Findings[0].Field != "endless" {
		t.Errorf("an endless turn passes as one that ends: %v", rep.Findings)
	}
}

// endlessGame plays until some turn never ends.
func endlessGame(t *testing.T, x interpreter.Explainer) *record.Record {
	t.Helper()
	for game := range 60 {
		s, err := x.Start()
		if err != nil {
			t.Fatal(err)
		}
		r := record.New(x.Program(), s)
		for n := 0; n < 200 && s.Over == nil; n++ {
			legal, err := x.Legal(s)
			if err != nil {
				t.Fatal(err)
			}
			ply, err := x.Play(s, legal[(n*n+game*7+n/3)%len(legal)])
			if err != nil {
				t.Fatal(err)
			}
			r.Add(x.Program(), legal, ply, s)
			if ply.Endless != interpreter.NotEndless {
				return r
			}
		}
	}
	t.Fatal("no endless turn met")
	return nil
}

// A turn that another program gives up as endless, and that is not decided
// within the budget, does not stand against the record.
func TestEndlessBeyondTheBudget(t *testing.T) {
	full := executor(t, "j-odu", dsl.Choice{Variant: "mancalagames"})
	x, err := reference.New(full.Program(), interpreter.Budget{Laps: 200})
	if err != nil {
		t.Fatal(err)
	}
	list, err := record.Read([]byte(`{"record":1,"game":"j-odu","by":"another program","start":"0,5,4,1,8,5/5,0,1,5,0,2 0,0 S"}
{"n":6,"player":"S","move":"A4","last":true,"endless":true}
{"result":"S","rounds":1}
`))
	if err != nil {
		t.Fatal(err)
	}
	rep, err := record.Referee(x, list[0])
	if err != nil || !rep.OK() || len(rep.Notes) == 0 {
		t.Errorf("%v, findings %v, notes %v", err, rep.Findings, rep.Notes)
	}
	list[0].By = ""
	if _, err := record.Referee(x, list[0]); err == nil {
		t.Error("a record of this program that runs over the budget is judged")
	}
}

func TestText(t *testing.T) {
	list, err := record.Read([]byte(`[Game "kalah"]
[Answers "empty-capture=yes pie=no"]
[Start "4x6/4x6 0,0 S"]
[South "A. Person"]
[Score "30-18"]

; a remark that is no move
1. A3 A5! {extra move,
   then the second} a2
2. A6	a1 {two
lines} 3... A2
S

[Game "hus"]
1.A3 A2 *
`))
	if err != nil || len(list) != 2 {
		t.Fatalf("%d records, %v", len(list), err)
	}
	r := list[0]
	var moves []string
	for _, m := range r.Moves {
		moves = append(moves, fmt.Sprintf("%d:%s@%d", m.N, m.Move, m.At))
	}
	if got, want := strings.Join(moves, " "), "1:A3@8 2:A5@8 3:a2@9 4:A6@10 5:a1@10 6:A2@11"; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	if r.Moves[1].Comment != "extra move, then the second" || r.Moves[4].Comment != "two lines" {
		t.Errorf("comments %q, %q", r.Moves[1].Comment, r.Moves[4].Comment)
	}
	want := record.Header{Game: "kalah", Start: "4x6/4x6 0,0 S", Answers: map[string]string{"empty-capture": "yes", "pie": "no"}, Tags: map[string]string{"South": "A. Person"}}
	if !reflect.DeepEqual(r.Header, want) {
		t.Errorf("header %+v", r.Header)
	}
	if r.Result.Result != "S" || !reflect.DeepEqual(r.Result.Score, []int{30, 18}) {
		t.Errorf("result %+v", r.Result)
	}
	if list[1].Game != "hus" || len(list[1].Moves) != 2 || list[1].Result.Result != "unfinished" {
		t.Errorf("second record %+v", list[1])
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "line 1: the record is empty"},
		{"[Game oware]\n1. A3", "line 1: [Game oware] is no tag"},
		{"1. A3 {never\nclosed", "line 1: a comment begins here and is never closed"},
		{"1. A3 (A4)", "line 1: \"(A4)\" is not understood here"},
		{"[Answers \"yes\"]", "line 1: \"yes\" is not understood: write name=value"},
		{"[Score \"many\"]", "line 1: \"many\" is no score"},
		{"{\"record\":1}\n{\"move\":3}", "line 2: \"move\" wants a text, this is a number"},
		{"{\"record\":1}\n{\"move\":\"A3\"", "line 2: the line breaks off in the middle"},
		{"{\"record\":1}\n{move:3}", "line 2: no JSON: invalid character"},
		{"{\"record\":1}\n[1]", "line 2: a line holds one JSON object { … }, this is a list"},
		{"{\"record\":1}\n{\"move\":\"A3\"} {\"move\":\"A4\"}", "line 2: a line holds one JSON object; something follows it"},
		{"{\"record\":1}\n{\"move\":\"A3\",\"n\":1.5}", "line 2: \"n\" wants a whole number, this is 1.5"},
		{"{\"record\":1}\n{\"move\":\"A3\",\"n\":0}", "line 2: \"n\" counts the moves from 1, this is 0"},
		{"{\"record\":1}\n{\"move\":\"A3\",\"legal\":\"A3\"}", "line 2: \"legal\" wants a list of texts, this is a text"},
		{"{\"record\":1}\n{\"move\":\"A3\",\"after\":\"\"}", "line 2: \"after\" is empty"},
		{"{\"record\":1}\n{\"move\":\"\"}", "line 2: \"move\" is empty"},
		{"{\"record\":1,\"answers\":[]}", "line 1: \"answers\" wants an object of names with texts, this is a list"},
		{"{\"record\":1,\"parameters\":{\"columns\":\"8\"}}", "line 1: \"parameters\" wants an object of names with whole numbers, this is a text"},
		{"{\"record\":2}", "line 1: this is a record of version 2; this program reads version 1"},
		{"{\"record\":\"1\"}", "line 1: \"record\" wants a whole number, this is a text"},
		{"{\"record\":1,\"move\":\"A3\"}", "line 1: header, move and result stand on lines of their own"},
		{"{\"record\":1}\n{\"result\":\"\"}", "line 2: the result is empty"},
		{"{\"record\":1}\n{\"result\":\"S\"}\n{\"move\":\"A3\"}", "line 3: a move after the result of line 2"},
		{"{\"record\":1}\n{\"result\":\"S\"}\n{\"result\":\"N\"}", "line 3: a second result; the first is on line 2"},
		{"[{\"record\":1}]", "line 1: a JSON record is lines of objects"},
		{"[Record \"3\"]", "line 1: this is a record of version 3"},
		{"[Game \"a\"]\n[Game \"b\"]", "line 2: the tag Game is given twice"},
		{"1. A3 a2 3. A4", "line 1: the move number 3 follows 1: is a move missing?"},
		{"[Result \"1-0\"]\n1. A3 0-1", "line 2: the moves end with N, the tag Result says S"},
		{"[Parameters \"columns=x\"]", "line 1: \"columns=x\" is not understood"},
		{"1. A3\x00", "line 1: this is no text in UTF-8"},
		{"1. A3\n\xff\xfe", "line 2: this is no text in UTF-8"},
		{"{\"record\":1}\n{\"mov\":\"A3\"}", "line 2: neither a header (\"record\"), nor a move (\"move\"), nor a result (\"result\"); for \"mov\", did you mean \"move\"?"},
	} {
		_, err := record.Read([]byte(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("[Game \"kalah\"]\n1. A3 a2 {x}\nS"))
	f.Add([]byte("{\"record\":1,\"start\":\"4x6/4x6 0,0 S\"}\n{\"move\":\"A3\",\"legal\":[\"A1\"]}\n{\"result\":\"S\"}"))
	x := executor(f, "kalah", dsl.Choice{})
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := record.Read(text)
		if err != nil {
			return
		}
		for _, r := range list {
			if _, err := record.Referee(x, r); err != nil {
				t.Error(err)
			}
		}
	})
}
