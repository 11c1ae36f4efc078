package check

import (
	"strings"

	"mancala/dsl/source"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

// A file is checked under each of its answers and variants, which share most
// of their rule texts. So what was parsed is kept by its place in the file.
// The trees are never changed afterwards.
type texts struct {
	rules      map[source.Span]parsed[[]*syntax.Rule]
	moves      map[source.Span]parsed[[]*syntax.Tier]
	phrases    map[source.Span]parsed[syntax.Phrase]
	conditions map[source.Span]parsed[syntax.Phrase]
	fillings   map[source.Span]parsed[[]*syntax.Filling]
	plain      map[source.Span]string // rules without comments
	lines      map[source.Span]string // texts on one line
}

// parsed is a text's tree and the messages about its words and their order.
type parsed[T any] struct {
	tree  T
	diags source.Diagnostics
}

func newTexts() *texts {
	return &texts{
		rules:      map[source.Span]parsed[[]*syntax.Rule]{},
		moves:      map[source.Span]parsed[[]*syntax.Tier]{},
		phrases:    map[source.Span]parsed[syntax.Phrase]{},
		conditions: map[source.Span]parsed[syntax.Phrase]{},
		fillings:   map[source.Span]parsed[[]*syntax.Filling]{},
		plain:      map[source.Span]string{},
		lines:      map[source.Span]string{},
	}
}

// parse gives the tree of a text, from memory if it was parsed before; false
// if it has errors. Its messages are messages of this check, too.
func parse[T any](c *checker, memory map[source.Span]parsed[T], n *tomltree.Node, parser func(syntax.Text) (T, source.Diagnostics)) (T, bool) {
	p, known := memory[n.Span]
	if !known {
		p.tree, p.diags = parser(syntax.Text{File: n.Span.File, Value: n.Str, Offset: n.Offset})
		memory[n.Span] = p
	}
	c.diags = append(c.diags, p.diags...)
	return p.tree, !p.diags.HasErrors()
}

func (c *checker) parseRules(n *tomltree.Node) ([]*syntax.Rule, bool) {
	return parse(c, c.texts.rules, n, syntax.Rules)
}

func (c *checker) parseMoves(n *tomltree.Node) ([]*syntax.Tier, bool) {
	return parse(c, c.texts.moves, n, syntax.Moves)
}

func (c *checker) parsePhrase(n *tomltree.Node) (syntax.Phrase, bool) {
	return parse(c, c.texts.phrases, n, syntax.PhraseOf)
}

func (c *checker) parseCondition(n *tomltree.Node) (syntax.Phrase, bool) {
	return parse(c, c.texts.conditions, n, syntax.Condition)
}

func (c *checker) parseFillings(n *tomltree.Node) ([]*syntax.Filling, bool) {
	return parse(c, c.texts.fillings, n, syntax.Fillings)
}

// plainText is a rule's text on one line: no comments, no citations.
func (c *checker) plainText(s source.Span) string {
	t, known := c.texts.plain[s]
	if !known {
		t = withoutComments(s.Text())
		c.texts.plain[s] = t
	}
	return t
}

// oneLine is a text with single spaces for all its white space.
func (c *checker) oneLine(n *tomltree.Node) string {
	t, known := c.texts.lines[n.Span]
	if !known {
		t = strings.Join(strings.Fields(n.Str), " ")
		c.texts.lines[n.Span] = t
	}
	return t
}
