package record

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mancala/dsl/source"
)

var (
	tagLine    = regexp.MustCompile(`^\[\s*([A-Za-z][A-Za-z0-9_-]*)\s+"((?:[^"\\]|\\.)*)"\s*\]$`)
	moveNumber = regexp.MustCompile(`^(\d+)(\.\.\.|\.|:|\))`)
)

// textReader reads text records token by token, so that a comment may run
// over lines and a move list may be broken anywhere.
type textReader struct {
	records []*Record
	rec     *Record
	tags    map[string]bool // tags of the record
	number  int             // the last move number written
	comment strings.Builder
	open    int // line where a comment began, 0 if none
}

// readText reads records in text form. Tags begin a record; after a result
// the next tag or move begins another.
func readText(text string) ([]*Record, error) {
	r := &textReader{}
	for i, line := range strings.Split(text, "\n") {
		if err := r.line(strings.TrimRight(line, "\r"), i+1); err != nil {
			return r.records, err
		}
	}
	if r.open > 0 {
		return r.records, &SyntaxError{r.open, "a comment begins here and is never closed with }"}
	}
	return r.records, nil
}

// current is the record being read; one begins if there is none.
func (r *textReader) current(at int) *Record {
	if r.rec == nil {
		r.rec = &Record{At: at}
		r.tags, r.number = map[string]bool{}, 0
		r.records = append(r.records, r.rec)
	}
	return r.rec
}

func (r *textReader) line(line string, at int) error {
	trimmed := strings.TrimSpace(line)
	if r.open == 0 && strings.HasPrefix(trimmed, "[") {
		return r.tag(trimmed, at)
	}
	for line != "" {
		switch {
		case r.open > 0:
			line = r.inComment(line)
		case line[0] == '{':
			r.open, line = at, line[1:]
		case line[0] == ';' || line[0] == '#':
			return nil
		case line[0] == ' ' || line[0] == '\t':
			line = line[1:]
		default:
			end := strings.IndexAny(line, " \t{;")
			if end < 0 {
				end = len(line)
			}
			if err := r.token(line[:end], at); err != nil {
				return err
			}
			line = line[end:]
		}
	}
	if r.open > 0 {
		r.comment.WriteByte(' ')
	}
	return nil
}

// inComment takes text up to the closing brace and gives it to the move before it.
func (r *textReader) inComment(line string) string {
	before, after, closed := strings.Cut(line, "}")
	r.comment.WriteString(before)
	if !closed {
		return ""
	}
	text := strings.Join(strings.Fields(r.comment.String()), " ")
	r.comment.Reset()
	r.open = 0
	if r.rec != nil && len(r.rec.Moves) > 0 {
		m := &r.rec.Moves[len(r.rec.Moves)-1]
		m.Comment = strings.TrimSpace(m.Comment + " " + text)
	}
	return after
}

func (r *textReader) tag(line string, at int) error {
	m := tagLine.FindStringSubmatch(line)
	if m == nil {
		return &SyntaxError{at, fmt.Sprintf("%s is no tag: a tag is a name and a text in quotes, as in [Game \"oware\"]", source.Cut(line, 60))}
	}
	if r.rec != nil && len(r.rec.Moves) > 0 {
		r.rec = nil
	}
	rec := r.current(at)
	name := strings.ToLower(m[1])
	if r.tags[name] {
		return &SyntaxError{at, fmt.Sprintf("the tag %s is given twice", m[1])}
	}
	r.tags[name] = true
	value := strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(m[2])
	switch name {
	case "record":
		if value != "1" {
			return &SyntaxError{at, fmt.Sprintf("this is a record of version %s; this program reads version 1", value)}
		}
	case "game":
		rec.Game = value
	case "variant":
		rec.Variant, rec.VariantStated = value, true
	case "start", "position", "fen":
		rec.Start = value
	case "by", "annotator":
		rec.By = value
	case "answers":
		rec.Answers = map[string]string{}
		return pairs(value, at, func(k, v string) error { rec.Answers[k] = v; return nil })
	case "parameters":
		rec.Parameters = map[string]int{}
		return pairs(value, at, func(k, v string) error {
			n, err := strconv.Atoi(v)
			rec.Parameters[k] = n
			return err
		})
	case "result":
		rec.result().Result = value
		if w := resultWord(value); w != "" {
			rec.Result.Result = w
		}
		rec.Result.At = at
	case "score":
		return rec.score(value, at)
	case "reason", "termination":
		rec.result().Reason = value
		rec.Result.At = at
	default:
		if rec.Tags == nil {
			rec.Tags = map[string]string{}
		}
		rec.Tags[m[1]] = value
	}
	return nil
}

func (r *Record) result() *Result {
	if r.Result == nil {
		r.Result = &Result{}
	}
	return r.Result
}

func (r *Record) score(value string, at int) error {
	res := r.result()
	res.At = at
	for _, w := range strings.FieldsFunc(value, func(c rune) bool { return c == ',' || c == '-' || c == ':' || c == ' ' }) {
		n, err := strconv.Atoi(w)
		if err != nil {
			return &SyntaxError{at, fmt.Sprintf("%q is no score: write [Score \"27-21\"], South's first", source.Cut(value, 60))}
		}
		res.Score = append(res.Score, n)
	}
	return nil
}

// pairs reads "key=value key=value".
func pairs(text string, at int, set func(k, v string) error) error {
	for _, w := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' }) {
		k, v, ok := strings.Cut(w, "=")
		if !ok || set(k, v) != nil {
			return &SyntaxError{at, fmt.Sprintf("%q is not understood: write name=value, several with spaces between", source.Cut(w, 60))}
		}
	}
	return nil
}

// token is a move number, a result, or a move.
func (r *textReader) token(word string, at int) error {
	if m := moveNumber.FindString(word); m != "" {
		if err := r.numbered(m, at); err != nil {
			return err
		}
		word = word[len(m):]
	}
	if word == "" || word == "..." || word == ".." {
		return nil
	}
	if w := resultWord(word); w != "" {
		rec := r.current(at)
		if was := rec.result().Result; was != "" && was != w {
			return &SyntaxError{at, fmt.Sprintf("the moves end with %s, the tag Result says %s", w, was)}
		}
		rec.Result.Result, rec.Result.At = w, at
		r.rec = nil
		return nil
	}
	if c := word[0]; c == '}' || c == ')' || c == '(' {
		return &SyntaxError{at, fmt.Sprintf("%q is not understood here: a comment stands in braces { }", source.Cut(word, 60))}
	}
	rec := r.current(at)
	word = strings.TrimRight(word, "!?")
	if word != "" {
		rec.Moves = append(rec.Moves, Line{N: len(rec.Moves) + 1, Move: word, At: at})
	}
	return nil
}

// numbered checks a move number: each is that of the turn before, or the next.
func (r *textReader) numbered(text string, at int) error {
	r.current(at)
	n, err := strconv.Atoi(strings.TrimRight(text, ".:)"))
	if err != nil {
		return &SyntaxError{at, fmt.Sprintf("%s is no move number", text)}
	}
	if r.number > 0 && n != r.number && n != r.number+1 {
		return &SyntaxError{at, fmt.Sprintf("the move number %d follows %d: is a move missing?", n, r.number)}
	}
	r.number = n
	return nil
}

// resultHint says how results are written.
const resultHint = "write S, N, draw or unfinished"

// resultWord reads the ways a result is written, "" if it is none. A result
// is for South first: 1-0 is a win of South.
func resultWord(word string) string {
	switch strings.ToLower(word) {
	case "s", "south", "1-0":
		return "S"
	case "n", "north", "0-1":
		return "N"
	case "w", "west":
		return "W"
	case "e", "east":
		return "E"
	case "draw", "1/2-1/2", "½-½", "=":
		return "draw"
	case "*", "unfinished":
		return "unfinished"
	}
	return ""
}

// WriteText writes a record as text: tags, then a line for each time the
// player who began has the turn again, then the result.
func WriteText(w io.Writer, r *Record) error {
	b := bufio.NewWriter(w)
	tag := func(name, value string) {
		if value != "" {
			fmt.Fprintf(b, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
		}
	}
	tag("Game", r.Game)
	tag("Variant", r.Variant)
	tag("Answers", joinPairs(r.Answers))
	tag("Parameters", joinPairs(r.Parameters))
	tag("By", r.By)
	tag("Start", r.Start)
	for _, name := range slices.Sorted(maps.Keys(r.Tags)) {
		tag(name, r.Tags[name])
	}
	if r.Result != nil {
		tag("Result", r.Result.Result)
		if r.Result.Score != nil {
			tag("Score", scoreText(r.Result.Score))
		}
		tag("Reason", r.Result.Reason)
	}
	fmt.Fprintln(b)
	writeMoves(b, r.Moves)
	if r.Result != nil {
		fmt.Fprintln(b, r.Result.Result)
	}
	return b.Flush()
}

func joinPairs[V any](m map[string]V) string {
	var list []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		list = append(list, fmt.Sprintf("%s=%v", k, m[k]))
	}
	return strings.Join(list, " ")
}

func writeMoves(b *bufio.Writer, moves []Line) {
	number, before := 0, ""
	for i, m := range moves {
		first := i == 0 || m.Player != "" && m.Player == moves[0].Player && before != m.Player || m.Player == "" && i%2 == 0
		if first {
			number++
			if i > 0 {
				fmt.Fprintln(b)
			}
			fmt.Fprintf(b, "%d.", number)
		}
		fmt.Fprintf(b, " %s", m.Move)
		if m.Comment != "" {
			fmt.Fprintf(b, " {%s}", strings.ReplaceAll(m.Comment, "}", ")"))
		}
		if m.RoundOver != "" {
			fmt.Fprintf(b, " {end of a round: %s %s}", m.RoundOver, scoreText(m.RoundScore))
		}
		before = m.Player
	}
	if len(moves) > 0 {
		fmt.Fprintln(b)
	}
}
