package notation

import (
	"fmt"
	"slices"
	"strings"

	"mancala/interpreter"
	"mancala/interpreter/program"
)

// NotFound is a move text that names none of the legal moves, or several.
type NotFound struct {
	Text  string
	Among []string // texts of the legal moves it could mean (several), or of all (none)
	Many  bool     // it could mean several
	Said  interpreter.Move
}

func (e *NotFound) Error() string {
	if e.Many {
		return fmt.Sprintf("%s can be played in several ways: %s", e.Text, strings.Join(e.Among, ", "))
	}
	return fmt.Sprintf("%s is not a legal move; legal are %s", e.Text, shorten(e.Among))
}

func shorten(list []string) string {
	const most = 24
	if len(list) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
	}
	if len(list) == 0 {
		return "none: the game is over"
	}
	return strings.Join(list, ", ")
}

// FindMove finds the legal move a text means. Canonical texts always do;
// beyond that everything is understood that fits exactly one legal move: the
// wrong case, a direction, number or kind left out, choices left out, spaces.
// Errors: *NotFound, or a text that is no move at all.
func FindMove(p *program.Program, mover int, text string, legal []interpreter.Move) (interpreter.Move, error) {
	return find(p, mover, text, legal, Fitting)
}

// FindStated is FindMove for a record: hole names are taken at their word, so
// the hole of the wrong player does not pass for the mover's.
func FindStated(p *program.Program, mover int, text string, legal []interpreter.Move) (interpreter.Move, error) {
	return find(p, mover, text, legal, FittingStated)
}

type fitting func(*program.Program, int, string, []interpreter.Move) ([]int, interpreter.Move, error)

func find(p *program.Program, mover int, text string, legal []interpreter.Move, fitting fitting) (interpreter.Move, error) {
	text = strings.TrimSpace(text)
	fits, said, err := fitting(p, mover, text, legal)
	if err != nil {
		return interpreter.Move{}, err
	}
	if len(fits) == 1 {
		return legal[fits[0]], nil
	}
	e := &NotFound{Text: text, Many: len(fits) > 1, Said: said}
	for i, m := range legal {
		if !e.Many || slices.Contains(fits, i) {
			e.Among = append(e.Among, MoveText(p, mover, m))
		}
	}
	return interpreter.Move{}, e
}

// Fitting lists the legal moves (by index) a text could mean: the one with
// this very text; else those that differ in case alone; else those that agree
// in everything it states. Said is the move as far as it is stated.
func Fitting(p *program.Program, mover int, text string, legal []interpreter.Move) (fits []int, said interpreter.Move, err error) {
	return fittingAs(p, mover, text, legal, true)
}

// FittingStated is Fitting with hole names taken at their word.
func FittingStated(p *program.Program, mover int, text string, legal []interpreter.Move) (fits []int, said interpreter.Move, err error) {
	return fittingAs(p, mover, text, legal, false)
}

func fittingAs(p *program.Program, mover int, text string, legal []interpreter.Move, anyCase bool) (fits []int, said interpreter.Move, err error) {
	text = strings.Join(strings.Fields(text), "")
	st, err := parseStatedMove(p, mover, text)
	if err != nil {
		return nil, said, err
	}
	texts := make([]string, len(legal))
	for i, m := range legal {
		texts[i] = MoveText(p, mover, m)
	}
	for _, same := range []func(i int) bool{
		func(i int) bool { return texts[i] == text },
		func(i int) bool { return anyCase && strings.EqualFold(texts[i], text) },
		func(i int) bool { return st.agrees(p, mover, legal[i], true) },
		func(i int) bool { return anyCase && st.agrees(p, mover, legal[i], false) },
	} {
		for i := range legal {
			if same(i) {
				fits = append(fits, i)
			}
		}
		if len(fits) > 0 {
			return fits, st.move, nil
		}
	}
	return nil, st.move, nil
}

// Agreeing lists the legal moves (by index) that have everything a text
// states: `A4` stands for all moves that begin with A4, whatever else they choose.
func Agreeing(p *program.Program, mover int, text string, legal []interpreter.Move) ([]int, error) {
	st, err := parseStatedMove(p, mover, text)
	if err != nil {
		return nil, err
	}
	var list []int
	for _, exact := range []bool{true, false} {
		for i, m := range legal {
			if st.agrees(p, mover, m, exact) {
				list = append(list, i)
			}
		}
		if len(list) > 0 {
			break
		}
	}
	return list, nil
}

// agrees reports whether a legal move has everything that is stated. With
// exact the first hole is taken at its word, else its case does not count.
func (st *statedMove) agrees(p *program.Program, mover int, m interpreter.Move, exact bool) bool {
	said := st.move
	switch {
	case said.Pass || m.Pass:
		return said.Pass == m.Pass
	case exact && m.From != said.From:
		return false
	case !slices.Contains(st.froms, m.From):
		return false
	case said.To >= 0 && m.To != said.To:
		return false
	case said.Shown&interpreter.ShowTake != 0 && m.Take != said.Take:
		return false
	case said.Shown&interpreter.ShowLabel != 0 && m.Label != said.Label:
		return false
	case said.Shown&interpreter.ShowDir != 0 && m.Dir.Base() != st.dirAt(p, mover, m.From):
		return false
	}
	return choicesBegin(m.Inner, st.inner)
}

// dirAt is the stated arrow's direction at the hole of the legal move.
func (st *statedMove) dirAt(p *program.Program, mover, from int) program.Dir {
	right := st.move.Dir == rightward(p, mover, st.move.From)
	return dirOf(p, mover, from, right)
}

// choicesBegin reports whether the choices made begin with those stated;
// declined options may be left unstated.
func choicesBegin(made, stated []interpreter.Choice) bool {
	for len(stated) > 0 {
		if len(made) == 0 {
			return false
		}
		if sameChoice(made[0], stated[0]) {
			made, stated = made[1:], stated[1:]
			continue
		}
		if made[0].Kind == interpreter.Optional && !made[0].Taken {
			made = made[1:]
			continue
		}
		return false
	}
	return true
}

func sameChoice(a, b interpreter.Choice) bool {
	if a.Kind != b.Kind || a.Taken != b.Taken {
		return false
	}
	x, y := slices.Clone(a.Places), slices.Clone(b.Places)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
