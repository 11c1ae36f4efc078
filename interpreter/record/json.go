package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"mancala/dsl/source"
)

// jsonLine is any line of a JSON record; which one is told by its fields.
type jsonLine struct {
	Record     *int              `json:"record"`
	Game       string            `json:"game"`
	Variant    *string           `json:"variant"`
	Answers    map[string]string `json:"answers"`
	Parameters map[string]int    `json:"parameters"`
	By         string            `json:"by"`
	Start      string            `json:"start"`

	N        *int     `json:"n"`
	Player   *string  `json:"player"`
	Move     *string  `json:"move"`
	Legal    []string `json:"legal"`
	After    *string  `json:"after"`
	Captured *int     `json:"captured"`
	Laps     *int     `json:"laps"`
	Endless  *bool    `json:"endless"`
	Last     bool     `json:"last"`
	Won      string   `json:"round_over"`
	Counted  []int    `json:"round_score"`
	Comment  string   `json:"comment"`

	Result *string `json:"result"`
	Score  []int   `json:"score"`
	Reason string  `json:"reason"`
	Rounds int     `json:"rounds"`
}

// readJSON reads JSON lines; a header begins a new record. Moves without a
// header make a record of their own.
func readJSON(text string) ([]*Record, error) {
	r := &jsonReader{}
	for i, raw := range strings.Split(text, "\n") {
		if strings.TrimSpace(raw) == "" {
			continue
		}
		if err := r.line(raw, i+1); err != nil {
			return r.records, err
		}
	}
	return r.records, nil
}

type jsonReader struct {
	records []*Record
	rec     *Record
}

// line reads one line into the record it belongs to.
func (r *jsonReader) line(raw string, at int) error {
	l, unknown, err := decode(raw)
	if err != nil {
		return &SyntaxError{at, err.Error()}
	}
	if l.Record != nil || r.rec == nil {
		r.begin(l, at)
	}
	rec := r.rec
	if rec.By == "" { // another program may have fields of its own
		for _, name := range unknown {
			rec.Unknown = append(rec.Unknown, Unknown{at, name})
		}
	}
	switch {
	case l.Record != nil && *l.Record != 1:
		return &SyntaxError{at, fmt.Sprintf("this is a record of version %d; this program reads version 1", *l.Record)}
	case l.Record != nil && (l.Move != nil || l.Result != nil), l.Move != nil && l.Result != nil:
		return &SyntaxError{at, "header, move and result stand on lines of their own"}
	case l.Move != nil && rec.Result != nil:
		return &SyntaxError{at, fmt.Sprintf("a move after the result of line %d", rec.Result.At)}
	case l.Result != nil && rec.Result != nil:
		return &SyntaxError{at, fmt.Sprintf("a second result; the first is on line %d", rec.Result.At)}
	case l.Move != nil:
		return l.addTo(rec, at)
	case l.Result != nil && *l.Result == "":
		return &SyntaxError{at, "the result is empty: " + resultHint}
	case l.Result != nil:
		rec.Result = &Result{Result: *l.Result, Score: l.Score, Reason: l.Reason, Rounds: l.Rounds, At: at}
		if w := resultWord(*l.Result); w != "" {
			rec.Result.Result = w
		}
	case l.Record == nil && l.Start == "" && l.Game == "":
		return &SyntaxError{at, "neither a header (\"record\"), nor a move (\"move\"), nor a result (\"result\")" + meant(unknown)}
	}
	return nil
}

// begin begins a record with the header the line holds, if it holds one.
func (r *jsonReader) begin(l *jsonLine, at int) {
	r.rec = &Record{At: at, Header: Header{Game: l.Game, Answers: l.Answers, Parameters: l.Parameters, By: l.By, Start: l.Start}}
	if l.Variant != nil {
		r.rec.Variant, r.rec.VariantStated = *l.Variant, true
	}
	r.records = append(r.records, r.rec)
}

// addTo adds the line's move to a record.
func (l *jsonLine) addTo(r *Record, at int) error {
	line := Line{Move: *l.Move, Legal: l.Legal, Captured: l.Captured, Laps: l.Laps, Endless: l.Endless, Last: l.Last, Comment: l.Comment, RoundOver: l.Won, RoundScore: l.Counted, At: at}
	for _, f := range []struct {
		name  string
		value *string
		into  *string
	}{{"player", l.Player, &line.Player}, {"after", l.After, &line.After}, {"move", l.Move, &line.Move}} {
		if f.value == nil {
			continue
		}
		if strings.TrimSpace(*f.value) == "" {
			return &SyntaxError{at, fmt.Sprintf("%q is empty", f.name)}
		}
		*f.into = *f.value
	}
	if l.N != nil {
		if line.N = *l.N; line.N < 1 {
			return &SyntaxError{at, fmt.Sprintf("\"n\" counts the moves from 1, this is %d", line.N)}
		}
	}
	r.Moves = append(r.Moves, line)
	return nil
}

// decode reads one line and the names of the fields in it that no record has.
func decode(raw string) (*jsonLine, []string, error) {
	l := &jsonLine{}
	dec := json.NewDecoder(strings.NewReader(raw))
	dec.DisallowUnknownFields()
	err := dec.Decode(l)
	if err == nil {
		if strings.TrimSpace(raw[dec.InputOffset():]) != "" {
			return nil, nil, errors.New("a line holds one JSON object; something follows it")
		}
		return l, nil, nil
	}
	if !strings.Contains(err.Error(), "unknown field") {
		return nil, nil, jsonTrouble(err)
	}
	l = &jsonLine{}
	if err := json.Unmarshal([]byte(raw), l); err != nil {
		return nil, nil, jsonTrouble(err)
	}
	return l, unknownFields(raw), nil
}

// fieldNames are the fields of all lines.
var fieldNames = func() []string {
	var out []string
	t := reflect.TypeFor[jsonLine]()
	for i := range t.NumField() {
		out = append(out, t.Field(i).Tag.Get("json"))
	}
	return out
}()

func unknownFields(raw string) []string {
	var all map[string]json.RawMessage
	if json.Unmarshal([]byte(raw), &all) != nil {
		return nil
	}
	var out []string
	for name := range all {
		if !slices.ContainsFunc(fieldNames, func(known string) bool { return strings.EqualFold(known, name) }) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// meant guesses which field a misspelt one should have been.
func meant(unknown []string) string {
	for _, name := range unknown {
		if near := source.Nearest(name, fieldNames); near != "" {
			return fmt.Sprintf("; for %q, did you mean %q?", name, near)
		}
	}
	return ""
}

// jsonTrouble says in words what the decoder says in Go.
func jsonTrouble(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return fmt.Errorf("a line holds one JSON object { … }, this is %s", jsonKind(wrong.Value))
	case errors.As(err, &wrong):
		return fmt.Errorf("%q wants %s, this is %s", wrong.Field, wantedKind(wrong.Field), jsonKind(wrong.Value))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the line breaks off in the middle: every line holds one whole JSON object { … }; is the file cut short?")
	}
	return fmt.Errorf("no JSON: %w", err)
}

// wantedKind is what a field holds; fields inside lists and objects have the
// kind of their list or object.
func wantedKind(field string) string {
	name, _, inside := strings.Cut(field, ".")
	t := reflect.TypeFor[jsonLine]()
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("json") == name {
			if inside {
				return kindOf(f.Type.Elem())
			}
			return kindOf(f.Type)
		}
	}
	return "something else"
}

func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return kindOf(t.Elem())
	case reflect.Slice:
		return "a list of " + strings.TrimPrefix(kindOf(t.Elem()), "a ") + "s"
	case reflect.Map:
		return "an object of names with " + strings.TrimPrefix(kindOf(t.Elem()), "a ") + "s"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	}
	return "a text"
}

func jsonKind(value string) string {
	switch word, number, _ := strings.Cut(value, " "); word {
	case "array":
		return "a list"
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	case "number":
		if number != "" {
			return number
		}
		return "a number"
	}
	return source.A(value)
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
	add(l.RoundOver != "", "round_over", l.RoundOver)
	add(l.RoundScore != nil, "round_score", l.RoundScore)
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
