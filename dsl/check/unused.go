package check

import (
	"maps"
	"regexp"
	"slices"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// Definitions and roles that no rule uses. A definition is resolved where it
// is used; one that is not is resolved on trial, so that a wrong name in it
// does not wait for its first use.

// unused reports the names of a table that nothing uses or mentions.
func (c *checker) unused(names map[string]*name) {
	if c.choice.Variant != "" || len(c.choice.Answers) > 0 {
		return
	}
	var found []string
	for n, x := range names {
		if !x.used && (x.kind == nameDefine || x.kind == nameRole) {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		return
	}
	slices.Sort(found)
	mentioned := c.mentioned()
	for _, n := range found {
		if mentioned[n] {
			continue
		}
		if x := names[n]; !x.broken {
			c.tryOut(n, x)
		}
		c.neverUsed(names[n].span, n, names[n].kind)
	}
}

// prose are the keys whose texts speak to people.
var prose = []string{"about", "asks", "note", "name", "id", "text", "sources", "title"}

var nameWord = regexp.MustCompile(`[a-z][a-z0-9]*(?:-[a-z0-9]+)*`)

// mentioned are the words of all texts of the file, also of rules that the
// answers in force remove; of definitions only if one of those words names
// them, and so on.
func (c *checker) mentioned() map[string]bool {
	words := map[string]bool{}
	var add func(text string)
	add = func(text string) {
		for _, w := range nameWord.FindAllString(text, -1) {
			if words[w] {
				continue
			}
			words[w] = true
			if n := c.names[w]; n != nil && n.node != nil {
				add(n.node.Str)
			}
		}
	}
	for _, k := range []string{"rules", "rule", "sowing", "score", "setup", "phase", "match", "variant", "question", "evidence"} {
		c.root.Get(k).Walk(func(n *tomltree.Node) {
			if n.Kind == tomltree.String && !contains(prose, n.Key) {
				add(n.Str)
			}
		})
	}
	return words
}

// tryOut resolves a definition as if each kind of text used it, and reports
// what is wrong in the best case.
func (c *checker) tryOut(word string, n *name) {
	saved := *c
	mover := &rules.Who{Which: rules.Mover}
	last := &rules.Reg{Which: rules.Last}
	b := &rules.Binder{Name: "hole"}
	candidate := &rules.HoleVar{At: rules.At{S: n.span}, Binder: b}
	var best source.Diagnostics
	for i, s := range []*scope{
		{text: "lap", anchor: last, hole: b},
		{text: "moves", anchor: candidate, hole: b, where: true},
		{text: "end"},
	} {
		c.diags, c.infos = nil, maps.Clone(saved.infos)
		s.c, s.viewer = c, mover
		if n.table != nil {
			s.table(word, n.table, n.span)
		} else {
			s.definition(word, n, n.span)
		}
		if found := c.diags; i == 0 || len(found) < len(best) {
			best = found
		}
	}
	*c = saved
	c.diags = append(c.diags, best...)
}
