package notation

import (
	"fmt"
	"strconv"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// ParseMove reads a move that need not be legal. Hole names may be in the
// wrong case where only the mover's side has such a hole or both are meant
// to be read as his; a bare number is a hole of his inner row. What the text
// does not state stays at its zero value (Dir: None, Take: 0), so the result
// is fit for WhyNot, not for Play: use FindMove for that.
func ParseMove(p *program.Program, mover int, text string) (interpreter.Move, error) {
	st, err := parseStatedMove(p, mover, text)
	if err != nil {
		return interpreter.Move{}, err
	}
	m := st.move
	if !m.Pass && m.Kind == rules.FromHole && onlyEnters(p, mover) {
		m.Kind = rules.EnterAt
	}
	if m.Dir == program.None && !m.Pass && m.Kind == rules.FromHole {
		m.Dir = onlyDir(p, mover)
	}
	return m, nil
}

// onlyEnters: no option of the mover lifts a hole.
func onlyEnters(p *program.Program, mover int) bool {
	enters := false
	for o := range optionsOf(p, mover) {
		if o.Kind == rules.FromHole {
			return false
		}
		enters = enters || o.Kind == rules.EnterAt
	}
	return enters
}

// onlyDir is the direction all moves of the mover have, None if there are several.
func onlyDir(p *program.Program, mover int) program.Dir {
	d, met := program.None, false
	for o := range optionsOf(p, mover) {
		for _, x := range o.Dirs {
			if met && x != d {
				return program.None
			}
			d, met = x, true
		}
	}
	if d == program.Inward {
		return program.None
	}
	return d
}

func optionsOf(p *program.Program, mover int) func(yield func(*program.Option) bool) {
	return func(yield func(*program.Option) bool) {
		for _, stage := range p.Stages {
			for _, tier := range stage.Seats[mover].Moves {
				for _, o := range tier.Options {
					if !yield(o) {
						return
					}
				}
			}
		}
	}
}

// statedMove is what a move text says.
type statedMove struct {
	move  interpreter.Move
	froms []int // holes the first name can mean; move.From is the first
	// inner choices as written; the empty places of a hole choice mean none
	inner []interpreter.Choice
}

// moveReader walks over a move text.
type moveReader struct {
	p     *program.Program
	mover int
	text  string
	rest  string
}

// longestMove bounds a move text; the longest of any game are a few dozen.
const longestMove = 1000

func parseStatedMove(p *program.Program, mover int, text string) (statedMove, error) {
	r := &moveReader{p: p, mover: mover, text: text, rest: strings.Join(strings.Fields(text), "")}
	st := statedMove{move: interpreter.Move{From: -1, To: -1, Dir: program.None}}
	if len(r.rest) > longestMove {
		return st, fmt.Errorf("move %q: a text of %d characters is no move", source.Cut(text, 40), len(text))
	}
	if strings.EqualFold(r.rest, "pass") {
		st.move.Pass = true
		return st, nil
	}
	var err error
	if st.froms, err = r.hole(); err != nil {
		return st, err
	}
	st.move.From = st.froms[0]
	if err := r.manner(&st); err != nil {
		return st, err
	}
	for r.rest != "" {
		c, err := r.choice()
		if err != nil {
			return st, err
		}
		st.inner = append(st.inner, c)
	}
	st.move.Inner = st.inner
	return st, nil
}

// hole reads a hole name; several holes if its case leaves it open.
func (r *moveReader) hole() ([]int, error) {
	n := 0
	for n < len(r.rest) && isWordByte(r.rest[n]) {
		n++
	}
	name := r.rest[:n]
	if name == "" {
		return nil, fmt.Errorf("move %q: a hole is wanted at %q; %s", r.text, r.rest, holeNames(r.p.Game.Board))
	}
	r.rest = r.rest[n:]
	if strings.EqualFold(name, "store") && strings.HasPrefix(r.rest, "-") && len(r.rest) > 1 {
		name, r.rest = name+r.rest[:2], r.rest[2:]
	}
	if list := r.holesNamed(name); len(list) > 0 {
		return list, nil
	}
	return nil, fmt.Errorf("move %q: there is no hole %q; %s", r.text, name, holeNames(r.p.Game.Board))
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// holesNamed: the hole of that very name first, then the same name in the
// other case; a bare number is a hole of the mover's inner row.
func (r *moveReader) holesNamed(name string) []int {
	var list []int
	if exact, err := parsePlace(r.p, name); err == nil {
		list = append(list, exact)
	}
	for _, h := range anyCase(r.p, name) {
		if len(list) == 0 || h != list[0] {
			list = append(list, h)
		}
	}
	if len(list) > 0 {
		return list
	}
	if column, err := strconv.Atoi(name); err == nil {
		for i, h := range r.p.Game.Board.Holes {
			if h.Side == r.mover && h.Depth == 0 && h.Column == column && !h.End {
				return []int{i}
			}
		}
	}
	return nil
}

// manner reads -A5, > or <, :2 and =label, in this order.
func (r *moveReader) manner(st *statedMove) error {
	m := &st.move
	if strings.HasPrefix(r.rest, "-") {
		r.rest = r.rest[1:]
		to, err := r.hole()
		if err != nil {
			return err
		}
		m.Kind, m.To = rules.StepFrom, to[0]
	}
	if r.rest != "" && (r.rest[0] == '>' || r.rest[0] == '<') {
		m.Dir = dirOf(r.p, r.mover, m.From, r.rest[0] == '>')
		m.Shown |= interpreter.ShowDir
		r.rest = r.rest[1:]
	}
	if strings.HasPrefix(r.rest, ":") {
		n, rest := digits(r.rest[1:])
		if n < 0 {
			return fmt.Errorf("move %q: after `:` stands the number of seeds taken, as in A4:2", r.text)
		}
		m.Take, r.rest = n, rest
		m.Shown |= interpreter.ShowTake
	}
	if strings.HasPrefix(r.rest, "=") {
		return r.label(m)
	}
	return nil
}

func digits(s string) (int, string) {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	v, err := strconv.Atoi(s[:n])
	if err != nil {
		return -1, s
	}
	return v, s[n:]
}

// label reads a kind of move: the longest label that fits.
func (r *moveReader) label(m *interpreter.Move) error {
	rest := r.rest[1:]
	best := 0
	for i, l := range r.p.Game.Labels {
		if i > 0 && strings.HasPrefix(rest, l) && len(l) > len(r.p.Game.Labels[best]) {
			best = i
		}
	}
	if len(r.p.Game.Labels) < 2 {
		return fmt.Errorf("move %q: this game has no kinds of move to tell apart with \"=\"", r.text)
	}
	if best == 0 {
		return fmt.Errorf("move %q: %q is no kind of move; the kinds are %s", r.text, rest, strings.Join(r.p.Game.Labels[1:], ", "))
	}
	m.Label, r.rest = best, rest[len(r.p.Game.Labels[best]):]
	m.Shown |= interpreter.ShowLabel
	return nil
}

// choice reads one inner choice.
func (r *moveReader) choice() (interpreter.Choice, error) {
	sign := r.rest[0]
	r.rest = r.rest[1:]
	switch sign {
	case '.':
		return interpreter.Choice{Kind: interpreter.Optional}, nil
	case '/':
		list, err := r.places()
		return interpreter.Choice{Kind: interpreter.StartAgain, Places: list}, err
	case '+':
		if r.rest == "" || !isWordByte(r.rest[0]) && r.rest[0] != '-' {
			return interpreter.Choice{Kind: interpreter.Optional, Taken: true}, nil
		}
		list, err := r.places()
		return interpreter.Choice{Kind: interpreter.ChooseHoles, Places: list}, err
	}
	return interpreter.Choice{}, fmt.Errorf("move %q: %q is not understood after %q; %s", r.text, string(sign)+r.rest,
		strings.TrimSuffix(strings.Join(strings.Fields(r.text), ""), string(sign)+r.rest), moveHint)
}

const moveHint = "a move is a hole (A4), with a direction (A4> or A4<), a number taken (A4:2), a kind (A4=tax), and further choices (A4+b3, A4/A6, A4+)"

func (r *moveReader) places() ([]int, error) {
	if strings.HasPrefix(r.rest, "-") {
		r.rest = r.rest[1:]
		return nil, nil
	}
	var list []int
	for {
		h, err := r.hole()
		if err != nil {
			return nil, err
		}
		list = append(list, h[0])
		if !strings.HasPrefix(r.rest, ",") {
			return list, nil
		}
		r.rest = r.rest[1:]
	}
}
