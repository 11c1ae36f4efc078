package check

import (
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// differences reads [[difference]]: where descriptions part in what is no rule.
func (c *checker) differences() {
	for _, n := range c.items(c.root.Get("difference"), "difference") {
		t := c.table(n, "difference")
		d := rules.Difference{About: t.text("about"), Note: t.text("note"), Span: n.KeySpan}
		said := t.get("says")
		t.done()
		if d.About == "" {
			c.missing(n.KeySpan, "[[difference]]", "about", `about = "What is rule 3 called?"`)
		}
		for _, s := range c.items(said, "says") {
			d.Says = append(d.Says, c.saying(s))
		}
		if len(d.Says) < 2 {
			c.oneSaying(n.KeySpan)
		}
		c.game.Differences = append(c.game.Differences, d)
	}
}

func (c *checker) saying(n *tomltree.Node) rules.Saying {
	t := c.table(n, "says")
	s := rules.Saying{Text: t.text("text"), Sources: t.list("sources"), Span: n.Span}
	t.done()
	if s.Text == "" {
		c.missing(n.Span, "a description in `says`", "text", `{ text = "relay sowing", sources = ["pt"] }`)
	}
	if len(s.Sources) == 0 {
		c.missing(n.Span, "a description in `says`", "sources", `{ text = "relay sowing", sources = ["pt"] }`)
	}
	if at := n.Get("sources"); at != nil {
		c.checkSources(s.Sources, at)
	}
	return s
}

// follows checks that a source which gives the rules of another names one.
func (c *checker) follows() {
	for _, n := range c.items(c.root.Get("source"), "source") {
		f := n.Get("follows")
		if f == nil || f.Kind != tomltree.String {
			continue
		}
		if id := n.Get("id"); id != nil && id.Str == f.Str {
			c.followsItself(f.Span, f.Str)
			continue
		}
		c.checkSource(f.Str, f.Span)
	}
}

func (c *checker) oneSaying(at source.Span) {
	c.err(at, "bad-difference", "a difference with one side", `write for instance: says = [{ text = "relay", sources = ["pt"] }, { text = "singles", sources = ["ru"] }]`,
		"a difference needs what two descriptions say, at least")
}

func (c *checker) followsItself(at source.Span, id string) {
	c.err(at, "bad-follows", "a source that follows itself", "name the source whose rules it gives, or leave `follows` out", "%q gives its own rules", id)
}
