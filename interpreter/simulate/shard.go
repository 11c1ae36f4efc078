package simulate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Plan says what a run plays, down to the texts of the game files: whoever
// has it can play any part of the run. Runs of equal plans count the same.
type Plan struct {
	Program string     `json:"program"` // version of the program that plays
	Seed    uint64     `json:"seed"`
	Games   uint64     `json:"games"` // of each cell
	Swap    bool       `json:"swap"`
	Begins  string     `json:"begins,omitempty"` // "" = as the file says
	Turns   int        `json:"max_turns"`
	Rounds  int        `json:"max_rounds,omitempty"`
	Round   bool       `json:"one_round,omitempty"` // one round of a match is a game
	Watch   uint64     `json:"watch"`
	Files   []PlanFile `json:"files"`
	Cells   []Cell     `json:"cells"`
	Layout  string     `json:"layout,omitempty"` // how reports are laid out: "" or "rows"
	Vary    []string   `json:"vary,omitempty"`   // what is different from cell to cell
}

// PlanFile is a game file with the files it extends.
type PlanFile struct {
	Name   string         `json:"name"`
	Text   string         `json:"text"`
	Others map[string]int `json:"others,omitempty"` // by id: index into Plan.Files
}

// Cell is one rule set with its players: so many games of a run.
type Cell struct {
	File       int               `json:"file"` // index into Plan.Files
	Arg        string            `json:"game"` // as the user named it
	Variant    string            `json:"variant,omitempty"`
	Parameters map[string]int    `json:"parameters,omitempty"`
	Answers    map[string]string `json:"answers,omitempty"`
	Rules      string            `json:"rules"` // hash
	Players    []string          `json:"players"`
}

// Shard is what was counted in a part of a run: a finished shard, a
// checkpoint, or a whole run.
type Shard struct {
	Version int      `json:"mancala_shard"`
	Part    Range    `json:"part"` // the games of every cell it is to cover
	Plan    *Plan    `json:"plan"`
	Tallies []*Tally `json:"tallies"` // one a cell; null: nothing yet
}

// shardVersion is the version of the file format.
const shardVersion = 1

// Part is shard index of so many: every game of a run is in one of them, and
// their sizes differ by one game at most.
func Part(games uint64, index, of int) Range {
	n := uint64(of)
	at := func(i uint64) uint64 { return games/n*i + min(games%n, i) }
	return Range{at(uint64(index)), at(uint64(index) + 1)}
}

// Done is how many games of a shard's cells are counted.
func (s *Shard) Done() uint64 {
	done := uint64(0)
	for _, t := range s.Tallies {
		if t != nil {
			done += t.Games
		}
	}
	return done
}

// Wanted is how many games a shard is to hold.
func (s *Shard) Wanted() uint64 { return (s.Part.To - s.Part.From) * uint64(len(s.Plan.Cells)) }

// sumLine ends a shard file: the digest of the line before it.
type sumLine struct {
	SHA256 string `json:"sha256"`
}

// Encode writes a shard as two lines of JSON, the second the digest of the
// first: a file that lacks a byte is found out.
func (s *Shard) Encode() ([]byte, error) {
	s.Version = shardVersion
	return Seal(s)
}

// Seal writes a value as one line of JSON and its digest as another.
func Seal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	sum, err := json.Marshal(sumLine{digest(b.Bytes())})
	if err != nil {
		return nil, err
	}
	b.Write(append(sum, '\n'))
	return b.Bytes(), nil
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// ErrTruncated and ErrDamaged are what is wrong with a sealed file.
var (
	ErrTruncated = errors.New("the end of the file is missing: it was not written to the end, or cut off")
	ErrDamaged   = errors.New("the file was changed after it was written: its digest does not match")
)

// Unseal gives the line that Seal wrote, once its digest is found to match.
func Unseal(text []byte) ([]byte, error) {
	line, rest, found := bytes.Cut(text, []byte("\n"))
	if !found {
		return nil, ErrTruncated
	}
	var sum sumLine
	if json.Unmarshal(rest, &sum) != nil || len(sum.SHA256) != 2*sha256.Size {
		return nil, ErrTruncated
	}
	if sum.SHA256 != digest(text[:len(line)+1]) {
		return nil, ErrDamaged
	}
	return line, nil
}

// ReadShard reads what Encode wrote. The tallies are still to be adopted by
// the setups of the plan's cells.
func ReadShard(text []byte) (*Shard, error) {
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{\"mancala_shard\"")) {
		return nil, errors.New("this is no shard: mancala simulate --out writes them")
	}
	line, err := Unseal(text)
	if err != nil {
		return nil, err
	}
	var s Shard
	if err := json.Unmarshal(line, &s); err != nil {
		return nil, fmt.Errorf("this is no shard: %w", err)
	}
	switch {
	case s.Version != shardVersion:
		return nil, fmt.Errorf("a shard of version %d; this program reads version %d", s.Version, shardVersion)
	case s.Plan == nil || len(s.Plan.Cells) == 0:
		return nil, errors.New("a shard without a plan")
	case len(s.Tallies) != len(s.Plan.Cells):
		return nil, fmt.Errorf("a shard of %d cells with the sums of %d", len(s.Plan.Cells), len(s.Tallies))
	case s.Part.From > s.Part.To || s.Part.To > s.Plan.Games:
		return nil, fmt.Errorf("a shard of games %d to %d of %d", s.Part.From, s.Part.To, s.Plan.Games)
	}
	return &s, s.Plan.check()
}

// check finds indices that lead nowhere.
func (p *Plan) check() error {
	inside := func(i int) bool { return i >= 0 && i < len(p.Files) }
	for _, f := range p.Files {
		for id, i := range f.Others {
			if !inside(i) {
				return fmt.Errorf("the plan has no file %d, which %s extends as %s", i, f.Name, id)
			}
		}
	}
	for _, c := range p.Cells {
		if !inside(c.File) {
			return fmt.Errorf("the plan has no file %d", c.File)
		}
	}
	return nil
}

// Differs says in words what keeps two plans from being one run; "" if
// nothing does.
func (p *Plan) Differs(o *Plan) string {
	for _, d := range []struct {
		what string
		a, b any
	}{
		{"version of the program", p.Program, o.Program},
		{"seed", p.Seed, o.Seed},
		{"games", p.Games, o.Games},
		{"number of rule sets and pairings", len(p.Cells), len(o.Cells)},
	} {
		if d.a != d.b {
			return fmt.Sprintf("%s %v, not %v", d.what, d.a, d.b)
		}
	}
	for i := range p.Cells {
		if text := p.Cells[i].differs(&o.Cells[i]); text != "" {
			return text
		}
	}
	for _, d := range []struct {
		what string
		a, b any
	}{
		{"swapping of seats", p.Swap, o.Swap},
		{"--begins", p.Begins, o.Begins},
		{"limit of turns", p.Turns, o.Turns},
		{"limit of rounds", p.Rounds, o.Rounds},
		{"choice of one round", p.Round, o.Round},
		{"number of watched games", p.Watch, o.Watch},
	} {
		if d.a != d.b {
			return fmt.Sprintf("%s %v, not %v", d.what, d.a, d.b)
		}
	}
	if !reflect.DeepEqual(p.Files, o.Files) {
		return "another text of the same rules"
	}
	if canonical(p) != canonical(o) {
		return "another command"
	}
	return ""
}

func (c *Cell) differs(o *Cell) string {
	switch {
	case c.Rules != o.Rules:
		return fmt.Sprintf("rules %s (%.12s), not %s (%.12s)", c.Arg, c.Rules, o.Arg, o.Rules)
	case !reflect.DeepEqual(c.Players, o.Players):
		return fmt.Sprintf("players %s, not %s", strings.Join(c.Players, " against "), strings.Join(o.Players, " against "))
	}
	return ""
}

// canonical is a plan as it is written, which makes nil and empty one.
func canonical(p *Plan) string {
	text, err := json.Marshal(p)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
