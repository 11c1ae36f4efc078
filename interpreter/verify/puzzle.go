package verify

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

var (
	capturesClaim = regexp.MustCompile(`^(?:mover )?captures at least (\d+)(?: in this turn)?$`)
	winsClaim     = regexp.MustCompile(`^(mover|opponent|South|North|S|N) (wins|loses)$`)
)

// puzzle solves a position as far as the budget goes.
func (c *claim) puzzle() error {
	s, err := c.position(c.r.Program, c.x)
	if err != nil {
		return err
	}
	said := strings.Join(strings.Fields(c.text("claim")), " ")
	if m := capturesClaim.FindStringSubmatch(said); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return bad("claim: %v", err)
		}
		return c.capturesPuzzle(s, n)
	}
	m := winsClaim.FindStringSubmatch(said)
	if m == nil {
		return bad("claim = %q; write \"mover wins\", \"mover loses\", \"South wins\" or \"captures at least 30\"", said)
	}
	seat := c.seatOf(s, m[1])
	if m[2] == "loses" && c.r.Program.Players == 2 {
		return c.winPuzzle(s, 1-seat, true)
	}
	return c.winPuzzle(s, seat, m[2] == "wins")
}

func (c *claim) seatOf(s *interpreter.State, word string) int {
	switch word {
	case "mover":
		return mover(c.r, s)
	case "opponent":
		return (mover(c.r, s) + 1) % max(c.r.Program.Players, 1)
	case "North", "N":
		return 1
	}
	return 0
}

// capturesPuzzle asks for one move that captures so many.
func (c *claim) capturesPuzzle(s *interpreter.State, least int) error {
	if s.Over != nil {
		c.is(Refuted, "the game is over: %s", outcomeText(s.Over))
		return nil
	}
	legal, err := c.x.Legal(s)
	if err != nil {
		return err
	}
	best, most := "", -1
	for _, m := range legal {
		ply, err := c.x.Play(s.Clone(), m)
		if err != nil {
			return err
		}
		if ply.Captured > most {
			best, most = notation.MoveText(c.r.Program, ply.Mover, m), ply.Captured
		}
	}
	c.shownBy("why", fmt.Sprintf(" --move %q", best))
	word := Holds
	if most < least {
		word = Refuted
	}
	c.is(word, "the most is %d, with %s", most, best)
	return nil
}

// winPuzzle asks if a seat can force a win; wanted false: if he can't.
func (c *claim) winPuzzle(s *interpreter.State, seat int, wanted bool) error {
	sv := newSolver(c, seat)
	value, depth, err := sv.solve(s)
	if err != nil {
		return err
	}
	who := rules.SeatName(seat)
	switch {
	case value == unknown:
		c.is(Undecided, "not solved within %s (%s deep)", positions(sv.nodes), moves(depth))
	case (value == win) != wanted && value == win:
		c.is(Refuted, "%s wins: %s", who, sv.line(s))
	case (value == win) != wanted:
		c.is(Refuted, "%s can't force a win (%s, %s deep)", who, positions(sv.nodes), moves(depth))
	case value == win:
		c.is(Holds, "%s wins: %s (%s)", who, sv.line(s), positions(sv.nodes))
		c.showPuzzle(sv.line(s))
	default:
		c.is(Holds, "%s can't force a win (%s, %s deep)", who, positions(sv.nodes), moves(depth))
	}
	if n, ok := c.number("solutions"); ok && c.out.Word == Holds {
		return c.solutions(s, sv, n)
	}
	return nil
}

func positions(n int) string { return source.Plural(n, "position") }

func moves(n int) string { return source.Plural(n, "move") }

func (c *claim) showPuzzle(line string) {
	if first, _, _ := strings.Cut(line, " "); first != "" {
		c.shownBy("why", fmt.Sprintf(" --move %q", first))
	}
}

// solutions counts: the winning lines of a game for one player, the winning
// first moves of a game for two.
func (c *claim) solutions(s *interpreter.State, sv *solver, said int) error {
	sv.nodes = 0
	found, complete, err := sv.count(s, c.r.Program.Players == 1)
	switch {
	case err != nil:
		return err
	case found > said || complete && found != said:
		c.is(Refuted, "%d solutions, not %d", found, said)
	case !complete:
		c.is(Undecided, "%d solutions found within %d positions", found, sv.nodes)
	default:
		c.out.Why += fmt.Sprintf("; solutions: %d", found)
	}
	return nil
}

type value int8

const (
	unknown value = iota
	win
	notWin
)

// solver proves whether a seat can force a win, by a depth-first search to
// growing depths. Only what is proved is remembered, so that a position that
// comes back can't pass for solved; where rules read the history, a position
// alone has no value and nothing is remembered.
type solver struct {
	c      *claim
	seat   int
	known  map[string]value
	nodes  int
	budget int
}

func newSolver(c *claim, seat int) *solver {
	return &solver{c: c, seat: seat, known: map[string]value{}, budget: c.v.Budget.withDefaults().Nodes}
}

// mostDeep bounds the recursion; the budget of positions ends a search before.
const mostDeep = 400

func (sv *solver) solve(s *interpreter.State) (value, int, error) {
	before := -1
	for depth := 1; depth <= mostDeep; depth++ {
		v, err := sv.at(s, depth)
		if err != nil || v != unknown || sv.spent() || sv.nodes == before {
			return v, depth, err
		}
	}
	return unknown, mostDeep, nil
}

func (sv *solver) spent() bool { return sv.nodes >= sv.budget || sv.nodes&63 == 0 && sv.c.stop() }

func key(s *interpreter.State) string {
	b := make([]byte, 0, 2*len(s.Cells))
	for _, n := range s.Cells {
		b = append(b, byte(n), byte(n>>8))
	}
	return string(b)
}

func (sv *solver) at(s *interpreter.State, depth int) (value, error) {
	if s.Over != nil {
		if !s.Over.Draw && s.Over.Winner == sv.seat {
			return win, nil
		}
		return notWin, nil
	}
	if depth == 0 || sv.spent() {
		return unknown, nil
	}
	k := key(s)
	remember := !sv.c.r.Program.Facts.ReadsRepeat
	if v := sv.known[k]; remember && v != unknown {
		return v, nil
	}
	sv.nodes++
	legal, err := sv.c.x.Legal(s)
	if err != nil {
		return unknown, err
	}
	good, all := win, notWin // the seat's own turn: one win is enough
	if mover(sv.c.r, s) != sv.seat {
		good, all = notWin, win
	}
	for _, m := range legal {
		next := s.Clone()
		if _, err := sv.c.x.Play(next, m); err != nil {
			return unknown, err
		}
		v, err := sv.at(next, depth-1)
		if err != nil {
			return unknown, err
		}
		if v == good {
			all = good
			break
		}
		if v == unknown {
			all = unknown
		}
	}
	if remember && all != unknown {
		sv.known[k] = all
	}
	return all, nil
}

// line is a line of play that shows a win, as far as the table knows it.
func (sv *solver) line(s *interpreter.State) string {
	var moves []string
	s = s.Clone()
	for s.Over == nil && len(moves) < 60 {
		legal, err := sv.c.x.Legal(s)
		if err != nil {
			break
		}
		var next *interpreter.State
		for _, m := range legal {
			n := s.Clone()
			if _, err := sv.c.x.Play(n, m); err != nil {
				continue
			}
			if sv.won(n) {
				moves, next = append(moves, notation.MoveText(sv.c.r.Program, mover(sv.c.r, s), m)), n
				break
			}
		}
		if next == nil {
			break
		}
		s = next
	}
	return strings.Join(moves, " ")
}

func (sv *solver) won(s *interpreter.State) bool {
	if s.Over != nil {
		return !s.Over.Draw && s.Over.Winner == sv.seat
	}
	return sv.known[key(s)] == win
}

// count counts winning lines (all: to their ends) or winning first moves;
// complete is false if the budget ended first.
func (sv *solver) count(s *interpreter.State, lines bool) (found int, complete bool, err error) {
	if s.Over != nil {
		if sv.won(s) {
			found = 1
		}
		return found, true, nil
	}
	if sv.nodes++; sv.spent() {
		return 0, false, nil
	}
	legal, err := sv.c.x.Legal(s)
	if err != nil {
		return 0, false, err
	}
	complete = true
	for _, m := range legal {
		next := s.Clone()
		if _, err := sv.c.x.Play(next, m); err != nil {
			return found, false, err
		}
		if lines {
			n, whole, err := sv.count(next, true)
			if err != nil {
				return found, false, err
			}
			found, complete = found+n, complete && whole
			continue
		}
		v, _, err := sv.solve(next)
		if err != nil {
			return found, false, err
		}
		if v == win {
			found++
		}
		complete = complete && v != unknown
	}
	return found, complete, nil
}
