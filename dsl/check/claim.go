package check

import (
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// Claim checks a file as Check does and puts the condition of a piece of
// evidence (its key `holds`) in the place of every text `end`: under the game
// it gives, exactly the positions the claim holds of are over. So a claim is
// resolved, lowered and asked by the same code as a rule, and a mistake in it
// is shown in the file.
func (f *File) Claim(ch Choice, evidence string) (*rules.Game, source.Diagnostics) {
	c := f.checker(ch)
	c.claim = evidence
	return c.run()
}

// claimed is the stage of Check that does so; without a claim it does nothing.
func (c *checker) claimed() {
	if c.claim == "" {
		return
	}
	var n *tomltree.Node
	for _, e := range c.items(c.root.Get("evidence"), "evidence") {
		if id := e.Get("id"); id != nil && id.Kind == tomltree.String && id.Str == c.claim {
			n = c.ruleString(e.Get("holds"), "holds")
		}
	}
	if n == nil {
		return
	}
	x, ok := c.parseCondition(n)
	if !ok {
		return
	}
	s := &scope{c: c, text: "end", viewer: &rules.Who{Which: rules.Mover}}
	holds := s.truth(x)
	info := c.ruleInfo("end", "", n.Span, nil)
	at := rules.At{S: n.Span}
	table := &rules.Table{Name: "end", Span: n.Span, Rules: []*rules.Rule{{
		Info: info, When: holds, Acts: []rules.Act{&rules.EndGame{At: at, How: rules.Drawn}},
	}}}
	for _, p := range c.game.Phases {
		p.End = table
	}
}
