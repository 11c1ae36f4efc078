package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// jsonLine is any line of a JSON record; which one is told by its fields.
// Fields this program does not know are passed over.
type jsonLine struct {
	Record     *int              `json:"record"`
	Game       string            `json:"game"`
	Variant    string            `json:"variant"`
	Answers    map[string]string `json:"answers"`
	Parameters map[string]int    `json:"parameters"`
	By         string            `json:"by"`
	Start      string            `json:"start"`

	N        int      `json:"n"`
	Player   string   `json:"player"`
	Move     *string  `json:"move"`
	Legal    []string `json:"legal"`
	After    string   `json:"after"`
	Captured *int     `json:"captured"`
	Laps     *int     `json:"laps"`
	Endless  *bool    `json:"endless"`
	Last     bool     `json:"last"`
	Comment  string   `json:"comment"`

	Result *string `json:"result"`
	Score  []int   `json:"score"`
	Reason string  `json:"reason"`
	Rounds int     `json:"rounds"`
}

// readJSON reads JSON lines; a header begins a new record. Moves without a
// header make a record of their own.
func readJSON(text string) ([]*Record, error) {
	var records []*Record
	for i, raw := range strings.Split(text, "\n") {
		at := i + 1
		if strings.TrimSpace(raw) == "" {
			continue
		}
		var l jsonLine
		if err := json.Unmarshal([]byte(raw), &l); err != nil {
			return records, &SyntaxError{at, jsonTrouble(err)}
		}
		if l.Record != nil || len(records) == 0 {
			r := &Record{At: at, Header: Header{Game: l.Game, Variant: l.Variant, Answers: l.Answers, Parameters: l.Parameters, By: l.By, Start: l.Start}}
			records = append(records, r)
		}
		r := records[len(records)-1]
		switch {
		case l.Move != nil:
			r.Moves = append(r.Moves, l.line(at))
		case l.Result != nil:
			r.Result = &Result{Result: *l.Result, Score: l.Score, Reason: l.Reason, Rounds: l.Rounds, At: at}
		case l.Record == nil && l.Start == "" && l.Game == "":
			return records, &SyntaxError{at, "neither a header (\"record\"), nor a move (\"move\"), nor a result (\"result\")"}
		}
	}
	return records, nil
}

func (l *jsonLine) line(at int) Line {
	return Line{N: l.N, Player: l.Player, Move: *l.Move, Legal: l.Legal, After: l.After, Captured: l.Captured,
		Laps: l.Laps, Endless: l.Endless, Last: l.Last, Comment: l.Comment, At: at}
}

// jsonTrouble says in words what the decoder says in Go.
func jsonTrouble(err error) string {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Sprintf("%q can't be a %s", wrong.Field, wrong.Value)
	}
	return "no JSON: " + err.Error()
}

// field is one entry of a JSON line that keeps the order it is written in.
type field struct {
	name  string
	value any
}

// encode writes fields as one JSON object, without HTML escapes (moves hold > and <).
func encode(b *bytes.Buffer, fields []field) error {
	b.WriteByte('{')
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "%q:", f.name)
		if err := enc.Encode(f.value); err != nil {
			return err
		}
		b.Truncate(b.Len() - 1) // the encoder's line end
	}
	b.WriteString("}\n")
	return nil
}

// WriteJSON writes a record as JSON lines.
func WriteJSON(w io.Writer, r *Record) error {
	var b bytes.Buffer
	answers := r.Answers
	if answers == nil {
		answers = map[string]string{}
	}
	head := []field{{"record", 1}, {"game", r.Game}, {"variant", r.Variant}, {"answers", answers}}
	if len(r.Parameters) > 0 {
		head = append(head, field{"parameters", r.Parameters})
	}
	if r.By != "" {
		head = append(head, field{"by", r.By})
	}
	if r.Start != "" {
		head = append(head, field{"start", r.Start})
	}
	lines := [][]field{head}
	for _, l := range r.Moves {
		lines = append(lines, l.fields())
	}
	if r.Result != nil {
		lines = append(lines, r.Result.fields())
	}
	for _, l := range lines {
		if err := encode(&b, l); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(w)
	if _, err := out.Write(b.Bytes()); err != nil {
		return err
	}
	return out.Flush()
}

// fields keeps the order of the format's description.
func (l *Line) fields() []field {
	var out []field
	add := func(given bool, name string, value any) {
		if given {
			out = append(out, field{name, value})
		}
	}
	add(l.N > 0, "n", l.N)
	add(l.Player != "", "player", l.Player)
	add(true, "move", l.Move)
	add(l.Legal != nil, "legal", l.Legal)
	add(l.After != "", "after", l.After)
	add(l.Captured != nil, "captured", l.Captured)
	add(l.Laps != nil, "laps", l.Laps)
	add(l.Endless != nil, "endless", l.Endless)
	add(l.Last, "last", true)
	add(l.Comment != "", "comment", l.Comment)
	return out
}

func (r *Result) fields() []field {
	out := []field{{"result", r.Result}}
	if r.Score != nil {
		out = append(out, field{"score", r.Score})
	}
	if r.Reason != "" {
		out = append(out, field{"reason", r.Reason})
	}
	if r.Rounds > 0 {
		out = append(out, field{"rounds", r.Rounds})
	}
	return out
}
