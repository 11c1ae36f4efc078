package dsl_test

import (
	"testing"

	"mancala/dsl"
	"mancala/dsl/source"
)

// answered is a game with a question that its variants answer.
const answered = `
mancala = 1
[board]
rows = 2
columns = 6
stores = "beside"
[setup]
holes = "board: 4"
[sowing]
route = "board"
direction = "anticlockwise"
[rules]
moves = "from own where hole has seeds"
lap = '''
when last in enemy and small  then capture last; stop
otherwise                     stop
'''
end = "when mover has no move then each takes own; end game"
[score]
counts = "own store"
[define]
small = "last has 2 or 3"

[[question]]
id = "eats"
asks = "Are holes of three captured?"
[[question.answer]]
id = "yes"
default = true
[[question.answer]]
id = "no"
define.small = "last has 2"
[[question]]
id = "left"
asks = "Who gets the seeds left?"
[[question.answer]]
id = "owner"
[[question.answer]]
id = "opponent"
rules.end = "when mover has no move then opponent takes board; end game"

[variant.children]
answers = { eats = "no" }
[variant.strict]
answers.left = "opponent"
answers.first = "south"
[[variant.strict.question]]
id = "first"
asks = "Who begins?"
[[variant.strict.question.answer]]
id = "south"
[[variant.strict.question.answer]]
id = "north"
default = true
setup.begins = "north"
`

// A variant's answers stand in the place of the defaults, the reader's choice
// in the place of both.
func TestVariantAnswers(t *testing.T) {
	f := source.NewFile("answered.toml", []byte(answered))
	for _, c := range []struct {
		choice            dsl.Choice
		eats, left, first string
	}{
		{dsl.Choice{}, "yes", "", ""},
		{dsl.Choice{Variant: "children"}, "no", "", ""},
		{dsl.Choice{Variant: "children", Answers: map[string]string{"eats": "yes"}}, "yes", "", ""},
		{dsl.Choice{Variant: "strict"}, "yes", "opponent", "south"},
		{dsl.Choice{Variant: "strict", Answers: map[string]string{"first": "north"}}, "yes", "opponent", "north"},
	} {
		g, ds := dsl.Load(f, c.choice)
		if g == nil {
			t.Fatal(ds.Text())
		}
		if g.Answers["eats"] != c.eats || g.Answers["left"] != c.left || g.Answers["first"] != c.first {
			t.Errorf("%v: answers %v", c.choice, g.Answers)
		}
		if (g.Setup.Begins == 1) != (c.first == "north") {
			t.Errorf("%v: seat %d begins", c.choice, g.Setup.Begins)
		}
	}
}
