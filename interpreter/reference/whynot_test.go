package reference_test

import (
	"testing"

	"mancala/dsl"
	"mancala/interpreter/notation"
)

// Why a move is not legal: the sentence, and the rule that forbids it.
func TestWhyNot(t *testing.T) {
	const (
		hus     = "2x8/2x4,0x4/0x4,2x4/2x8 - S"
		hawalis = "2x7/2x7/1,0,1,0,1,2,0/0,1,0,1,2,0,1 - S"
		oware   = "0x6/4,0,0,0,0,1 0,0 S"
		full    = "4x12/4x12 0,0 S"
	)
	for _, c := range []struct{ game, position, move, reason, rule string }{
		{"hus", hus, "A1", "A1 is empty: there is nothing to lift.", "from own where hole has 2 or more"},
		{"hus", hus, "a3", "a3 belongs to North, and South is to move.", "from own where hole has 2 or more"},
		{"hus", hus, "A5", "The move is legal.", "from own where hole has 2 or more"},
		{"hus", "2x8/2x8/1,2x7/2x8 - S", "A1", "A1 holds 1 seed. It is not among the holes of “from own where hole has 2 or more”.", "from own where hole has 2 or more"},
		{"hawalis", hawalis, "B2", "Other moves come first: while a move of “from own where hole has 2 or more” is legal, such as A6, this one is not.", "from own where hole has 2 or more"},
		{"oware", oware, "A1", "The move is offered, but what it leads to is not allowed: see “from own where hole has seeds and every enemy is empty provided enemy has seeds”.",
			"from own where hole has seeds and every enemy is empty provided enemy has seeds"},
		{"oware", oware, "pass", "These rules know no pass.", ""},
		{"anywoli", full, "pass", "A pass is only allowed when there is no other legal move; A1 is one.", "pass"},
	} {
		x := load(t, c.game, dsl.Choice{})
		p := x.Program()
		s, _, err := notation.ParsePosition(p, c.position)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Begin(s, true); err != nil {
			t.Fatal(err)
		}
		m, err := notation.ParseMove(p, int(s.Cells[p.Layout.Mover]), c.move)
		if err != nil {
			t.Fatal(err)
		}
		why, err := x.WhyNot(s, m)
		rule := ""
		if why.Rule != nil {
			rule = why.Rule.Text
		}
		if err != nil || why.Reason != c.reason || rule != c.rule {
			t.Errorf("%s %s: %q, rule %q, %v\nwant %q, %q", c.game, c.move, why.Reason, rule, err, c.reason, c.rule)
		}
	}
}
