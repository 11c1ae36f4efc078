// Package record reads, writes and checks recorded games.
//
// A record is text (tags as in PGN, numbered moves, comments in braces) or
// JSON lines (a header, a line a move, a result). Both keep whatever the
// source states; Referee replays a record and checks every bit of it.
package record

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
)

// Record is one recorded game.
type Record struct {
	Header
	Moves  []Line
	Result *Result // nil if the record does not say how it ended
	At     int     // line of the header in its file, from 1

	Unknown []Unknown // fields that no record has: they are not checked
}

// Unknown is a field of a JSON line that this program does not know.
type Unknown struct {
	At   int
	Name string
}

// Header says what was played.
type Header struct {
	Game       string
	Variant    string
	Answers    map[string]string
	Parameters map[string]int
	By         string            // who recorded it
	Start      string            // position; "" = the game's own
	Tags       map[string]string // other text tags: Event, South, North, Date…

	// VariantStated: the record says which variant, if only that it is none.
	VariantStated bool
}

// Line is one move and what the record states about it. Fields the record
// does not have are nil or "".
type Line struct {
	N        int      // number of the ply as written, 0 if none
	Player   string   // S or N
	Move     string   //
	Legal    []string // all legal moves before it
	After    string   // position after it
	Captured *int     // seeds captured for the mover
	Laps     *int
	Endless  *bool
	Last     bool // the game (or round) ended with it

	RoundOver  string // a round of a match ended with it: S, N or draw
	RoundScore []int

	Comment string
	At      int // line in the file, from 1
}

// Result is how the game ended.
type Result struct {
	Result string // S, N (W, E), draw, unfinished
	Score  []int
	Reason string
	Rounds int // rounds of a match, 0 if not stated
	At     int
}

// New begins a record of a game played by the program's rules from a position.
func New(p *program.Program, start *interpreter.State) *Record {
	g := p.Game
	r := &Record{Header: Header{Game: g.ID, Variant: g.Variant, VariantStated: true, Start: notation.FormatPosition(p, start)}}
	for _, q := range g.Questions {
		if id, ok := g.Answers[q.ID]; ok && id != g.Unasked(q) {
			if r.Answers == nil {
				r.Answers = map[string]string{}
			}
			r.Answers[q.ID] = id
		}
	}
	for _, v := range g.Parameters {
		if v.Value != v.Default {
			if r.Parameters == nil {
				r.Parameters = map[string]int{}
			}
			r.Parameters[v.Name] = v.Value
		}
	}
	return r
}

// Add records a ply: the legal moves before it (nil: not recorded), what it
// did, and the position after it.
func (r *Record) Add(p *program.Program, legal []interpreter.Move, ply *interpreter.Ply, after *interpreter.State) {
	captured, laps := ply.Captured, ply.Laps
	line := Line{
		N: len(r.Moves) + 1, Player: rules.SeatLetter(ply.Mover), Move: notation.MoveText(p, ply.Mover, ply.Move),
		After: notation.FormatPosition(p, after), Captured: &captured, Laps: &laps,
	}
	for _, m := range legal {
		line.Legal = append(line.Legal, notation.MoveText(p, ply.Mover, m))
	}
	if ply.Endless != interpreter.NotEndless {
		endless := true
		line.Endless = &endless
	}
	if ply.Round != nil {
		line.RoundOver, line.RoundScore = winnerWord(ply.Round.Winner), ply.Round.Scores
	}
	r.Moves = append(r.Moves, line)
}

// Finish records the end of the game; nil: it was not finished, for the reason given.
func (r *Record) Finish(o *interpreter.Outcome, reason string) {
	if o == nil {
		r.Result = &Result{Result: "unfinished", Reason: reason}
		return
	}
	r.Result = &Result{Result: outcomeWord(o), Score: o.Scores, Reason: endReason(r.Game, o)}
}

func outcomeWord(o *interpreter.Outcome) string {
	if o.Draw {
		return "draw"
	}
	return winnerWord(o.Winner)
}

func winnerWord(seat int) string {
	if seat < 0 {
		return "draw"
	}
	return rules.SeatLetter(seat)
}

func endReason(game string, o *interpreter.Outcome) string {
	switch {
	case o.Kind == interpreter.ByEndless:
		return "endless turn"
	case o.Rule == nil:
		return ""
	}
	reason := o.Rule.Table + " rule"
	if o.Rule.Label != "" {
		reason += " " + o.Rule.Label
	}
	if line := o.Rule.Span.Line(); line > 0 {
		reason = fmt.Sprintf("%s, line %d", reason, line)
		if in := o.Rule.Span.File.ID(); in != game {
			reason += " of " + in
		}
	}
	return reason
}

// SyntaxError is a place where a record can't be read.
type SyntaxError struct {
	Line int
	Text string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// Read reads all records of a file, text or JSON lines: a file whose first
// character is { is JSON. Errors: *SyntaxError.
func Read(text []byte) ([]*Record, error) {
	body := strings.TrimPrefix(string(text), "\ufeff")
	trimmed := strings.TrimSpace(body)
	switch {
	case trimmed == "":
		return nil, &SyntaxError{1, "the record is empty"}
	case strings.HasPrefix(trimmed, "{"):
		return readJSON(body)
	case strings.HasPrefix(trimmed, "[{"), trimmed == "[", strings.HasPrefix(trimmed, "[\n"), strings.HasPrefix(trimmed, "[ {"):
		return nil, &SyntaxError{1, "a JSON record is lines of objects, one { … } a line, not a list [ … ]"}
	}
	if i := strings.IndexFunc(body, notText); i >= 0 {
		return nil, &SyntaxError{1 + strings.Count(body[:i], "\n"), "this is no text in UTF-8, as a record is"}
	}
	return readText(body)
}

// notText reports characters that no text record has.
func notText(c rune) bool {
	return c == utf8.RuneError || c < ' ' && c != '\n' && c != '\r' && c != '\t'
}
