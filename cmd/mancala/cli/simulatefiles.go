package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/record"
	"mancala/interpreter/reference"
	"mancala/interpreter/simulate"
)

// save replaces a file as a whole; its errors name the file.
func save(name string, text []byte) error {
	if err := replaceFile(name, text); err != nil {
		return &exitError{exitInternal, fmt.Errorf("%s can't be written: %w", name, cause(err))}
	}
	return nil
}

func (j *job) writeShard(name string) error {
	text, err := j.toShard().Encode()
	if err != nil {
		return err
	}
	if name == "-" {
		_, err := j.a.out.Write(text)
		return err
	}
	return save(name, text)
}

// writeManifests writes the manifest asked for, and one into the records.
func (j *job) writeManifests() error {
	var names []string
	if j.f.manifest != "" {
		names = append(names, j.f.manifest)
	}
	if j.f.records != "" {
		names = append(names, filepath.Join(j.f.records, "manifest.json"))
	}
	if len(names) == 0 {
		return nil
	}
	m, err := simulate.NewManifest(j.toShard())
	if err != nil {
		return err
	}
	m.Made, m.Engine = time.Now().UTC().Format(time.RFC3339), j.f.engine
	m.Machine = runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return err
	}
	var errs []error
	for _, name := range names {
		errs = append(errs, save(name, b.Bytes()))
	}
	return errors.Join(errs...)
}

// ---- a line a game ----

// lineSink writes every game as a line of JSON, below a line that says which
// rules and players the games are of.
type lineSink struct {
	w    io.Writer
	plan *simulate.Plan
}

type lineHead struct {
	Simulation int `json:"simulation"`
	ruleSetJSON
	Players []string `json:"players"`
	Seed    uint64   `json:"seed"`
	Swap    bool     `json:"swap"`
	Games   uint64   `json:"games_wanted"`
}

type gameLine struct {
	Game     uint64   `json:"game_number"`
	Players  []string `json:"players"` // by seat
	Result   string   `json:"result"`
	Score    []int    `json:"score,omitempty"`
	End      string   `json:"end"`
	Line     int      `json:"line,omitempty"`
	Turns    int      `json:"turns"`
	Laps     int      `json:"laps"`
	Longest  int      `json:"longest_turn"`
	Sown     int      `json:"sown"`
	Captured int      `json:"captured"`
	Moves    int      `json:"moves"`   // legal moves, summed
	Choices  int      `json:"choices"` // turns with two or more
	Again    int      `json:"move_again"`
	Rounds   int      `json:"rounds,omitempty"` // of a match
	Endless  string   `json:"endless,omitempty"`
}

func (l *lineSink) write(v any) error {
	e := json.NewEncoder(l.w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

func (l *lineSink) begin(c *simCell, _ simulate.Range) error {
	s := c.setup
	return l.write(lineHead{1, c.g.ruleSetJSON(), s.Players, s.Seed, s.Swap, l.plan.Games})
}

func (l *lineSink) game(c *simCell, g *simulate.Played) error {
	r := &g.Result
	end, line := endOfGame(c.setup, g)
	out := gameLine{Game: g.Game, Players: c.setup.Seating(g.Game), Result: outcomeLetter(r.Outcome), End: end, Line: line,
		Turns: r.Plies, Laps: r.Laps, Longest: r.MaxLaps, Sown: r.Sown, Captured: r.Captured + r.Lost, Moves: r.Moves, Choices: r.Choices, Again: r.Again, Rounds: r.Rounds}
	if r.Outcome != nil {
		out.Score = r.Outcome.Scores
	}
	switch r.Endless {
	case interpreter.EndlessExact:
		out.Endless = "proved"
	case interpreter.EndlessBudget:
		out.Endless = "over the lap budget"
	}
	return l.write(out)
}

func (l *lineSink) flush() error { return nil }
func (l *lineSink) end() error   { return nil }

// endOfGame names what ended a game, and the line of the rule that did.
func endOfGame(s *simulate.Setup, g *simulate.Played) (string, int) {
	r := &g.Result
	switch {
	case g.Err != nil:
		return string(simulate.OverBudget) + ": " + g.Err.Error(), 0
	case r.Gap != nil:
		return string(simulate.ByGap) + ": " + r.Gap.Note, 0
	case r.Outcome == nil && s.Rounds > 0 && r.Rounds >= s.Rounds:
		return string(simulate.RoundLimit), 0
	case r.Outcome == nil:
		return string(simulate.PlyLimit), 0
	case r.Outcome.Rule != nil:
		return ruleName(r.Outcome.Rule), r.Outcome.Rule.Span.Line()
	case r.Outcome.Kind == interpreter.ByEndless && r.Endless == interpreter.EndlessBudget:
		return string(simulate.LapBudget), 0
	case r.Outcome.Kind == interpreter.ByEndless:
		return string(simulate.ByEndless), 0
	}
	return string(simulate.ByRound), 0
}

func ruleName(r *rules.RuleInfo) string {
	if r.Label != "" {
		return r.Table + ": " + r.Label
	}
	return r.Table
}

// ---- records ----

// recordsAFile is how many games one file of records holds.
const recordsAFile = 100

// recordSink writes games as records, a file for every hundred games. A file
// is named by the seed and the games in it, so that what an interrupted run left and what
// a later one adds lie side by side.
type recordSink struct {
	dir     string
	cell    *simCell
	prefix  string
	told    *reference.Executor
	text    bytes.Buffer
	from    uint64 // first game in text
	to      uint64 // one past the last
	written string // the file that holds the games of text as far as they were flushed
	cells   map[string]int
}

func newRecordSink(dir string) (*recordSink, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, &exitError{exitInternal, fmt.Errorf("the folder %s can't be made: %w", dir, cause(err))}
	}
	if err := canWrite(filepath.Join(dir, "manifest.json")); err != nil {
		return nil, err
	}
	return &recordSink{dir: dir, cells: map[string]int{}}, nil
}

func (s *recordSink) begin(c *simCell, _ simulate.Range) error {
	x, err := c.g.executor()
	if err != nil {
		return err
	}
	parts := append([]string{c.g.Rules.ID}, c.setup.Players...)
	if len(c.vary) > 0 {
		parts = append(parts[:1:1], c.vary...)
	}
	if v := c.g.Rules.Variant; v != "" && len(c.vary) == 0 {
		parts = append(parts, v)
	}
	parts = append(parts, fmt.Sprint("seed", c.setup.Seed)) // another run beside it takes no place of this one
	name := fileName(strings.Join(parts, "-"))
	if s.cells[name]++; s.cells[name] > 1 {
		name = fmt.Sprintf("%s.%d", name, s.cells[name])
	}
	s.cell, s.told, s.prefix = c, x, name
	return nil
}

// fileName keeps what every file system takes.
func fileName(text string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '_'
	}, text), "_.")
}

func (s *recordSink) game(c *simCell, g *simulate.Played) error {
	if s.text.Len() == 0 {
		s.from = g.Game
	} else if g.Game != s.to || g.Game%recordsAFile == 0 {
		if err := s.end(); err != nil {
			return err
		}
		s.from = g.Game
	}
	r, err := recordOf(c, s.told, g)
	if err != nil {
		return err
	}
	s.to = g.Game + 1
	return record.WriteJSON(&s.text, r)
}

// recordOf plays a game again and writes down every move.
func recordOf(c *simCell, x *reference.Executor, g *simulate.Played) (*record.Record, error) {
	var r *record.Record
	p := c.g.Program
	err := c.setup.Again(x, g, func(st *interpreter.State, legal []interpreter.Move, m interpreter.Move) error {
		if r == nil {
			r = record.New(p, st)
		}
		ply, err := x.Play(st, m)
		if err != nil {
			return err
		}
		r.Add(p, legal, ply, st)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if r == nil { // the game is over before its first move
		st, err := x.Start()
		if err != nil {
			return nil, err
		}
		r = record.New(p, st)
	}
	if len(r.Moves) > 0 {
		r.Moves[0].Comment = fmt.Sprintf("%s, seed %d, game %d", strings.Join(c.setup.Seating(g.Game), " against "), c.setup.Seed, g.Game)
	}
	reason, _ := endOfGame(c.setup, g)
	r.Finish(g.Result.Outcome, reason)
	return r, nil
}

// flush writes the games so far; the file that held fewer of them goes.
func (s *recordSink) flush() error {
	if s.text.Len() == 0 {
		return nil
	}
	name := filepath.Join(s.dir, fmt.Sprintf("%s-%07d-%07d.jsonl", s.prefix, s.from, s.to-1))
	if name == s.written {
		return nil
	}
	if err := save(name, s.text.Bytes()); err != nil {
		return err
	}
	if s.written != "" {
		_ = os.Remove(s.written) // a second copy does no harm
	}
	s.written = name
	return nil
}

func (s *recordSink) end() error {
	err := s.flush()
	s.text.Reset()
	s.written = ""
	return err
}
