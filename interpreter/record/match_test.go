package record_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/interpreter"
	"mancala/interpreter/record"
)

// A match is recorded round by round; a record may stop where a round ends.
func TestRecordOfAMatch(t *testing.T) {
	x := executor(t, "dakon", dsl.Choice{})
	s, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	rec, r, rounds := record.New(x.Program(), s), interpreter.NewRandom(5), 0
	for rounds < 2 {
		legal, err := x.Legal(s)
		if err != nil {
			t.Fatal(err)
		}
		ply, err := x.Play(s, legal[r.Below(len(legal))])
		if err != nil {
			t.Fatal(err)
		}
		rec.Add(x.Program(), legal, ply, s)
		if ply.Round != nil {
			rounds++
		}
	}
	rec.Finish(nil, "two rounds are enough")
	var text, lines bytes.Buffer
	if err := errors.Join(record.WriteText(&text, rec), record.WriteJSON(&lines, rec)); err != nil {
		t.Fatal(err)
	}
	for _, b := range [][]byte{text.Bytes(), lines.Bytes()} {
		judged(t, x, b, true)
	}
	first := strings.Index(lines.String(), `"round_over"`)
	if first < 0 || !strings.Contains(text.String(), "{end of a round: ") {
		t.Fatalf("no round is written:\n%s", text.String())
	}
	end := first + strings.IndexByte(lines.String()[first:], '\n') + 1
	one := lines.String()[:end]
	winner := one[first+len(`"round_over":"`):][:1]
	other := map[string]string{"S": "N", "N": "S"}[winner]
	judged(t, x, []byte(one+`{"result":"`+winner+`"}`), true)
	judged(t, x, []byte(one+`{"result":"`+other+`"}`), false)
	judged(t, x, []byte(strings.Replace(one, `"round_over":"`+winner, `"round_over":"`+other, 1)), false)
	judged(t, x, []byte(strings.Replace(one, `"round_score":[`, `"round_score":[1`, 1)), false)
	judged(t, x, []byte(strings.Replace(one, `"n":1,`, `"n":1,"round_over":"S",`, 1)), false)
}

func judged(t *testing.T, x interpreter.Explainer, text []byte, ok bool) {
	t.Helper()
	recs, err := record.Read(text)
	if err != nil || len(recs) != 1 {
		t.Fatal(err, len(recs))
	}
	rep, err := record.Referee(x, recs[0])
	if err != nil {
		t.Fatal(err)
	}
	if rep.OK() != ok {
		t.Errorf("%v, want %v: %v", rep.OK(), ok, rep.Findings)
	}
}
