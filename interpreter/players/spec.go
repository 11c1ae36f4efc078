package players

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/dsl/source"
)

// A player's name is one of the plain ones, a level, or a search with what it
// may spend on a move, in any order:
//
//	mcts:1000        so many random games
//	alphabeta:8      so many plies
//	mcts:2s          so much time
//	alphabeta:12:2s  whichever ends first
type spec struct {
	name  string // of plain or search
	count int    // playouts or plies; 0 = not given
	time  time.Duration
}

// searches are the players that look ahead, with what their number counts.
var searches = []struct {
	name, counts, example string
	most                  int
}{
	{"mcts", "random games a move", "mcts:1000", 10_000_000},
	{"alphabeta", "plies", "alphabeta:8", 64},
}

// levels are names for players of growing strength.
var levels = []struct{ name, means string }{
	{"easy", "mcts:20"},
	{"normal", "mcts:200"},
	{"hard", "mcts:2000"},
	{"expert", "mcts:20000"},
}

// Bounds of time for a move.
const (
	leastTime = time.Millisecond
	mostTime  = time.Hour
)

// parse reads the name of a player.
func parse(name string) (spec, error) {
	for _, l := range levels {
		if l.name == name {
			return parse(l.means)
		}
	}
	head, rest, more := strings.Cut(name, ":")
	for _, s := range searches {
		if s.name == head {
			out := spec{name: head}
			if !more || rest == "" {
				return out, fmt.Errorf("%s wants the %s it may spend, for instance %s, or a time: %s:2s", head, s.counts, s.example, head)
			}
			for _, part := range strings.Split(rest, ":") {
				if err := out.limit(part, s.counts, s.most); err != nil {
					return out, fmt.Errorf("player %q: %w", name, err)
				}
			}
			return out, nil
		}
	}
	if more && slices.Contains(words(), head) {
		return spec{}, fmt.Errorf("player %q: %s takes no number", name, head)
	}
	for _, p := range plain {
		if p.name == name {
			return spec{name: name}, nil
		}
	}
	return spec{}, unknown(name)
}

// limit reads one number or time.
func (s *spec) limit(part, counts string, most int) error {
	if d, err := time.ParseDuration(part); err == nil && part != "0" {
		switch {
		case s.time > 0:
			return errors.New("the time is given twice")
		case d < leastTime || d > mostTime:
			return fmt.Errorf("%s a move is not between %s and 1h", part, leastTime)
		}
		s.time = d
		return nil
	}
	n, err := strconv.Atoi(part)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && n > most:
		return fmt.Errorf("%s %s are more than %d, the most", part, counts, most)
	case err != nil:
		return fmt.Errorf("%q is neither a number of %s nor a time (2s, 500ms)", part, counts)
	case n < 1:
		return fmt.Errorf("%s %s: at least 1", part, counts)
	case s.count > 0:
		return fmt.Errorf("the number of %s is given twice", counts)
	}
	s.count = n
	return nil
}

// unknown is the error for a name nobody has.
func unknown(name string) error {
	head, rest, more := strings.Cut(name, ":")
	if near := source.Nearest(head, words()); near != "" {
		if more {
			near += ":" + rest
		}
		return fmt.Errorf("no player %q; did you mean %q? Players: %s", name, near, List())
	}
	return fmt.Errorf("no player %q; players: %s", name, List())
}

// words are all names without their numbers.
func words() []string {
	var out []string
	for _, p := range plain {
		out = append(out, p.name)
	}
	for _, s := range searches {
		out = append(out, s.name)
	}
	for _, l := range levels {
		out = append(out, l.name)
	}
	return out
}

// List is the players there are, for help and errors.
func List() string {
	var out []string
	for _, p := range plain {
		out = append(out, p.name)
	}
	out = append(out, "mcts:PLAYOUTS", "alphabeta:DEPTH")
	for _, l := range levels {
		out = append(out, l.name)
	}
	return strings.Join(out, ", ")
}

// Meaning is the player a level stands for; other names stand for themselves.
func Meaning(name string) string {
	for _, l := range levels {
		if l.name == name {
			return l.means
		}
	}
	return name
}

// Timed tells players whose moves depend on the clock: their games can't be
// played again from the seed.
func Timed(name string) bool {
	s, err := parse(name)
	return err == nil && s.time > 0
}

// WithTime gives a search a time for each move, besides what its name says;
// other players are left as they are.
func WithTime(name string, d time.Duration) string {
	s, err := parse(name)
	if err != nil || s.time > 0 || s.count == 0 {
		return name
	}
	return Meaning(name) + ":" + d.String()
}
