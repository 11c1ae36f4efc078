package verify

import (
	"context"
	"fmt"
	"strings"

	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// Difference is where two rule sets part.
type Difference struct {
	What  string   `json:"what"` // start, legal moves, position, outcome, silence
	Line  []string `json:"line"` // moves from the start; the last one parts them, unless legal moves differ
	Text  string   `json:"text"`
	A     string   `json:"a"`      // what A gives
	B     string   `json:"b"`      // what B gives
	Place string   `json:"before"` // the last position both agree on
}

// Comparison is what was found about two rule sets.
type Comparison struct {
	SameProgram bool        `json:"same_program"`      // proved the same: they compile to one program
	Shortest    *Difference `json:"difference"`        // nil: none found
	Proved      bool        `json:"shortest"`          // no shorter line differs
	Exhausted   int         `json:"exhausted"`         // all lines of so many moves are the same
	Whole       bool        `json:"whole"`             // every position was looked at: the same for good
	Games       int         `json:"games"`             // random games played
	Parted      int         `json:"parted"`            // of them, those that part
	MeanTurn    float64     `json:"mean_turn"`         // the turn at which those part, on average
	CommandA    string      `json:"command_a"`         // shows the line under A's rules
	CommandB    string      `json:"command_b"`         // and under B's
	Over        int         `json:"over_limit"`        // games the same up to the ply limit
	Drawing     string      `json:"drawing,omitempty"` // the position, drawn
	drawn       *interpreter.State
}

// Compare looks for the shortest line of play after which the legal moves,
// the position a move leads to, or the end of the game differ: breadth-first
// to a budget of positions, then in random games whose lines are shortened.
// When ctx ends it gives what is known with ctx's error.
func Compare(ctx context.Context, a, b *RuleSet, budget Budget, progress func(string)) (*Comparison, error) {
	budget = budget.withDefaults()
	out := &Comparison{SameProgram: a.Hash == b.Hash}
	if out.SameProgram {
		return out, nil
	}
	p, err := newPair(ctx, a, b)
	if err != nil {
		return nil, err
	}
	defer p.close()
	if progress == nil {
		progress = func(string) {}
	}
	progress("every line from the start")
	err = p.breadthFirst(out, budget.Nodes/4)
	if err == nil && (out.Shortest == nil || out.Shortest.What != "start") && !out.Whole {
		progress(fmt.Sprintf("%d random games", budget.Games))
		p.plies = budget.Plies
		err = p.random(out, budget.Games)
		if err == nil && !out.Proved {
			progress("games of captures, for a shorter line")
			p.plies = budget.Plies / 4
			err = p.hunt(out, budget.Games/4+1)
		}
	}
	out.show(a, b)
	return out, err
}

// compareOn compares two rule sets on one line of play, and on every move
// after it: whether a line that parts others parts these, too.
func compareOn(ctx context.Context, a, b *RuleSet, line []string) (*Comparison, error) {
	p, err := newPair(ctx, a, b)
	if err != nil {
		return nil, err
	}
	defer p.close()
	out := &Comparison{}
	played, d, at, err := p.follow(func(n int, s both, o []option) int { return p.pick(s, o, line, n) }, len(line)+1)
	if err != nil {
		return nil, err
	}
	if d != nil {
		p.note(out, d, at, played)
		out.show(a, b)
		return out, nil
	}
	if len(played) < len(line) || at[0] == nil || at[1] == nil || at[0].Over != nil {
		return out, nil
	}
	options, d, err := p.legal(at)
	if err != nil || d != nil {
		return out, err
	}
	for _, o := range options {
		s := at.clone()
		_, d, err := p.play(s, o)
		if err != nil {
			return nil, err
		}
		if d != nil {
			p.note(out, d, at, append(played[:len(played):len(played)], p.text(at, o)))
			out.show(a, b)
			return out, nil
		}
	}
	return out, nil
}

// show adds the commands that show a difference, and the drawing.
func (out *Comparison) show(a, b *RuleSet) {
	d := out.Shortest
	if d == nil {
		return
	}
	out.CommandA, out.CommandB = lineCommand(a, d.Line), lineCommand(b, d.Line)
	if d.What == "legal moves" {
		out.CommandA, out.CommandB = movesCommand(a, d.Line), movesCommand(b, d.Line)
	}
	if out.drawn != nil {
		out.Drawing = notation.Draw(a.Program, out.drawn, notation.DrawOptions{})
	}
}

func movesCommand(r *RuleSet, line []string) string {
	text := "mancala moves " + r.Arg + r.flags()
	if len(line) > 0 {
		text += fmt.Sprintf(" --after %q", strings.Join(line, " "))
	}
	return text
}

// note keeps the shortest difference.
func (p *pair) note(out *Comparison, d *Difference, before both, line []string) {
	if out.Shortest != nil && len(out.Shortest.Line) <= len(line) {
		return
	}
	d.Line = append([]string{}, line...)
	if before[0] != nil {
		d.Place = notation.FormatPosition(p.r[0].Program, before[0])
		out.drawn = before[0].Clone()
	}
	out.Shortest = d
}

type bothNode struct {
	s    both
	line []string
}

// breadthFirst looks at every line until one differs or the budget is used up.
// Legal moves are compared when a position is reached, so that a line of n
// moves is found before any line of n + 1.
func (p *pair) breadthFirst(out *Comparison, budget int) error {
	s, d, err := p.start()
	if err != nil {
		return err
	}
	if d != nil {
		p.note(out, d, both{}, nil)
		out.Proved = true
		return nil
	}
	if s[0] == nil || s[1] == nil || s[0].Over != nil {
		out.Whole = true
		return nil
	}
	seen, level, played := map[string]bool{s.key(): true}, []bothNode{{s, nil}}, 0
	history := p.r[0].Program.Facts.ReadsRepeat || p.r[1].Program.Facts.ReadsRepeat
	for len(level) > 0 {
		var options [][]option
		for _, n := range level {
			o, d, err := p.legal(n.s)
			if err != nil {
				return err
			}
			if d != nil {
				p.note(out, d, n.s, n.line)
				out.Proved = true
				return nil
			}
			options = append(options, o)
		}
		var next []bothNode
		for i, n := range level {
			for _, o := range options[i] {
				if played++; played > budget || p.ctx.Err() != nil {
					return p.ctx.Err()
				}
				s := n.s.clone()
				line := append(n.line[:len(n.line):len(n.line)], p.text(n.s, o))
				over, d, err := p.play(s, o)
				if err != nil {
					return err
				}
				if d != nil {
					p.note(out, d, n.s, line)
					out.Proved = true
					return nil
				}
				if k := s.key(); !over && !seen[k] {
					seen[k] = true
					next = append(next, bothNode{s, line})
				}
			}
		}
		out.Exhausted++
		level = next
	}
	out.Whole = !history
	return nil
}

// random plays games in which both rule sets make the same random moves, and
// shortens the lines of the first that part.
func (p *pair) random(out *Comparison, games int) error {
	turns, shrunk := 0, 0
	for i := range games {
		if p.plies <= 0 {
			return nil
		}
		if err := p.ctx.Err(); err != nil {
			return err
		}
		r := interpreter.NewRandom(interpreter.GameSeed(p.r[0].Hash, 1, uint64(i)))
		line, d, before, err := p.follow(func(_ int, _ both, o []option) int { return r.Below(len(o)) }, mostPlies)
		if err != nil {
			return err
		}
		out.Games++
		if d == nil {
			if len(line) == mostPlies {
				out.Over++
			}
			continue
		}
		out.Parted++
		turns += turnOf(d, line)
		out.MeanTurn = float64(turns) / float64(out.Parted)
		shorter := out.Shortest == nil || len(line) < len(out.Shortest.Line)
		p.note(out, d, before, line)
		if !out.Proved && shorter && shrunk < 20 {
			shrunk++
			if err := p.shrink(out, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// hunt plays games in which captures are sought, three moves in four: such
// games come to their end sooner, and so to what differs there. They are not
// random play and are not counted.
func (p *pair) hunt(out *Comparison, games int) error {
	for i := 0; i < games && p.plies > 0; i++ {
		if err := p.ctx.Err(); err != nil {
			return err
		}
		r := interpreter.NewRandom(interpreter.GameSeed(p.r[0].Hash, 2, uint64(i)))
		most := mostPlies
		if out.Shortest != nil {
			most = len(out.Shortest.Line)
		}
		line, d, before, err := p.follow(func(_ int, s both, o []option) int { return p.hungry(r, s, o) }, most)
		if err != nil {
			return err
		}
		if d == nil || out.Shortest != nil && len(line) >= len(out.Shortest.Line) {
			continue
		}
		p.note(out, d, before, line)
		if err := p.shrink(out, line); err != nil {
			return err
		}
	}
	return nil
}

// hungry is mostly a move that captures most, else any.
func (p *pair) hungry(r *interpreter.Random, s both, o []option) int {
	any := r.Below(len(o))
	if r.Below(4) == 0 {
		return any
	}
	best, most := any, 0
	for i := range o {
		at := (any + i) % len(o)
		p.plies--
		if ply, err := p.x[0].Play(s[0].Clone(), o[at].m[0]); err == nil && ply.Captured > most {
			best, most = at, ply.Captured
		}
	}
	return best
}

// turnOf is the turn at which a line parts, from 1: the last move of the line,
// or the one to come where the legal moves differ.
func turnOf(d *Difference, line []string) int {
	if d.What == "legal moves" {
		return len(line) + 1
	}
	return len(line)
}

// follow plays both sides from the start by a choice of moves (a negative
// one ends the game) until they part or the game is over.
func (p *pair) follow(choose func(n int, s both, o []option) int, most int) (line []string, d *Difference, before both, err error) {
	s, d, err := p.start()
	if err != nil || d != nil || s[0] == nil || s[1] == nil {
		return nil, d, s, err
	}
	for len(line) < most && s[0].Over == nil {
		p.plies--
		o, d, err := p.legal(s)
		if err != nil || d != nil || len(o) == 0 {
			return line, d, s, err
		}
		i := choose(len(line), s, o)
		if i < 0 {
			return line, nil, s, nil
		}
		before = s.clone()
		line = append(line, p.text(s, o[i]))
		over, d, err := p.play(s, o[i])
		if err != nil || d != nil || over {
			return line, d, before, err
		}
	}
	return line, nil, s, nil
}

// shrink leaves out moves, in stretches from long to short, as long as the
// rest is a line that still parts the two.
func (p *pair) shrink(out *Comparison, line []string) error {
	enough := p.plies / 2 // the rest is for more games
	for size := len(line) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(line); {
			if p.ctx.Err() != nil || p.plies < enough {
				return p.ctx.Err()
			}
			rest := append(append([]string{}, line[:at]...), line[at+size:]...)
			found, d, before, err := p.follow(func(n int, s both, o []option) int { return p.pick(s, o, rest, n) }, len(rest)+1)
			if err != nil {
				return err
			}
			if d == nil || len(found) >= len(line) {
				at += size
				continue
			}
			line = found
			p.note(out, d, before, line)
		}
	}
	return nil
}

// pick is the move a line names, -1 when it has no more or the move is not legal.
func (p *pair) pick(s both, o []option, line []string, n int) int {
	if n < len(line) {
		for i := range o {
			if p.text(s, o[i]) == line[n] {
				return i
			}
		}
	}
	return -1
}
