package reference_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

func ints(t testing.TB, text string) []int {
	t.Helper()
	var out []int
	for _, f := range strings.Fields(text) {
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

// spell writes moves with their choices: "0[3][4 5]+" and so on.
func spell(moves []interpreter.Move) string {
	var out []string
	for _, m := range moves {
		s := fmt.Sprint(m.From)
		for _, c := range m.Inner {
			switch {
			case c.Kind == interpreter.Optional && c.Taken:
				s += "+"
			case c.Kind == interpreter.Optional:
				s += "."
			case c.Kind == interpreter.StartAgain:
				s += fmt.Sprint("/", c.Places[0])
			default:
				s += strings.ReplaceAll(fmt.Sprint(c.Places), " ", ",")
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestChoices(t *testing.T) {
	enemy := holes(3, 4, 5)
	withSeeds := program.Where{Set: enemy, Slot: 3, Cond: op(seedsAt(program.Slot{I: 3}), program.Gt, num(0))}
	chosen := program.Capture{Set: one(program.Slot{I: 4}), Slot: 8}
	for _, c := range []struct {
		name, want string
		lap        []*program.Rule
		board      string
	}{
		{"one of two", "0[3] 0[5]", []*program.Rule{always(program.Choose{N: 1, Set: withSeeds, Slot: 4}, chosen, program.Stop{})}, "1 0 0 2 0 2"},
		{"one of one is still named", "0[5]", []*program.Rule{always(program.Choose{N: 1, Set: withSeeds, Slot: 4}, chosen, program.Stop{})}, "1 0 0 0 0 2"},
		{"one of none is not asked", "0", []*program.Rule{always(program.Choose{N: 1, Set: withSeeds, Slot: 4}, chosen, program.Stop{})}, "1 0 0 0 0 0"},
		{"two of three", "0[3,4] 0[3,5] 0[4,5]", []*program.Rule{always(program.Choose{N: 2, Set: withSeeds, Slot: 4}, program.Capture{Set: program.Picked{Slot: 4}, Slot: 8}, program.Stop{})}, "1 0 0 2 2 2"},
		{"two of one", "0[4]", []*program.Rule{always(program.Choose{N: 2, Set: withSeeds, Slot: 4}, program.Capture{Set: program.Picked{Slot: 4}, Slot: 8}, program.Stop{})}, "1 0 0 0 2 0"},
		{"may stop; relay", "0+ 0.", []*program.Rule{
			rule("lap", "when lap = 1 then may stop; relay", op(program.Reg{R: program.RLap}, program.Eq, num(1)), program.May{Do: []program.Stmt{program.Stop{}}}, program.Relay{From: last}),
			always(program.Stop{})}, "1 0 0 2 0 0"},
		{"another start, of a hole with seeds", "0/2 2/0", []*program.Rule{
			rule("lap", "when lap = 1 then move again from", op(program.Reg{R: program.RLap}, program.Eq, num(1)), program.Again{From: holes(0, 2)}),
			always(program.Stop{})}, "1 0 1 0 0 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := tiny(c.lap...)
			p.Facts.Choices, p.Facts.Relays, p.Facts.LapKey = true, true, 2
			x := executor(t, p)
			var content []int32
			for _, n := range ints(t, c.board) {
				content = append(content, int32(n))
			}
			s := from(t, x, content...)
			moves, err := x.Legal(s)
			if err != nil {
				t.Fatal(err)
			}
			if got := spell(moves); got != c.want {
				t.Errorf("moves %s, want %s", got, c.want)
			}
			for _, m := range moves {
				if _, err := x.Play(s.Clone(), m); err != nil {
					t.Errorf("%s: %v", spell([]interpreter.Move{m}), err)
				}
			}
		})
	}
}

// A choice the rules do not offer, one too few and one too many are errors
// that say what is wanted, and WhyNot says the same.
func TestBadChoices(t *testing.T) {
	p := tiny(always(program.Choose{N: 1, Set: holes(3, 5), Slot: 4}, program.Capture{Set: one(program.Slot{I: 4}), Slot: 8}, program.Stop{}))
	p.Facts.Choices = true
	x := executor(t, p)
	s := start(t, x)
	choice := func(places ...int) interpreter.Choice {
		return interpreter.Choice{Kind: interpreter.ChooseHoles, Places: places}
	}
	for _, c := range []struct {
		inner []interpreter.Choice
		why   string
	}{
		{nil, "The move has to go on with a choice here: a1 or a3."},
		{[]interpreter.Choice{choice(4)}, "Choice 1 of the move does not fit: the rules ask here for one of a1, a3."},
		{[]interpreter.Choice{choice(3), choice(5)}, "The turn is over after 1 of the 2 choices of the move."},
	} {
		m := lift(0)
		m.Inner = c.inner
		_, err := x.Play(s, m)
		var bad *reference.BadChoice
		if !errors.As(err, &bad) {
			t.Errorf("%v: error %v", c.inner, err)
		}
		why, err := x.WhyNot(s, m)
		if err != nil || why.Reason != c.why {
			t.Errorf("why not %v: %q, %v\nwant %q", c.inner, why.Reason, err, c.why)
		}
	}
}
