package check

import (
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

// A name is what a word that isn't the language's stands for. Parameters,
// roles, definitions and variables share one space of names.
type name struct {
	kind  nameKind
	span  source.Span
	value int             // parameter
	vari  *rules.Variable // variable or mark
	node  *tomltree.Node  // role, definition: the text
	used  bool

	phrase syntax.Phrase  // parsed once
	table  []*syntax.Rule // a definition of actions
	broken bool           // its text has errors, which were reported
	open   bool           // being resolved: meeting it again is a cycle
}

type nameKind int

const (
	nameParameter nameKind = iota
	nameRole
	nameDefine
	nameVariable
)

func (k nameKind) String() string {
	return [...]string{"a parameter", "a role", "a definition", "a variable"}[k]
}

// newName reports names that can't be names or are taken.
func (c *checker) newName(n string, at source.Span, what string) bool {
	switch {
	case syntax.Reserved(n):
		c.reservedName(at, n, what)
	case !syntax.IsName(n):
		c.badName(at, n, what)
	case c.names[n] != nil:
		c.duplicate("name", n, at, c.names[n].span)
		c.names[n].broken = true // which one a text means is not known
	default:
		return true
	}
	return false
}

// state reads [state].
func (c *checker) state() {
	t := c.table(c.tree.Get("state"), "state")
	if t.node == nil {
		return
	}
	lifetimes := map[string]rules.Lifetime{"": rules.LastsGame, "game": rules.LastsGame, "round": rules.LastsRound, "phase": rules.LastsPhase,
		"next turn": rules.LastsNextTurn, "turn": rules.LastsTurn, "lap": rules.LastsLap}
	for _, key := range t.node.Keys {
		n := t.node.Fields[key]
		if !c.newName(key, n.KeySpan, "variable") {
			continue
		}
		v := c.table(n, "state."+key)
		if v.node == nil {
			continue
		}
		vr := &rules.Variable{Name: key, Span: n.KeySpan}
		vr.OnHole = v.word("on", "hole") == "hole"
		vr.PerPlayer = v.word("of", "player", "game") == "player"
		vr.Start = v.number("start", 0, -1<<20, 1<<20)
		vr.Lasts = lifetimes[v.word("lasts", "game", "round", "phase", "next turn", "turn", "lap")]
		v.get("about")
		v.done()
		c.names[key] = &name{kind: nameVariable, span: n.KeySpan, vari: vr}
		c.game.State = append(c.game.State, vr)
	}
}

// nameTables declares roles and definitions; their texts are resolved where they are used.
func (c *checker) nameTables() {
	c.declare(c.tree.Get("board").Get("roles"), "board.roles", nameRole)
	c.declare(c.tree.Get("define"), "define", nameDefine)
}

func (c *checker) declare(n *tomltree.Node, what string, kind nameKind) {
	t := c.table(n, what)
	if t.node == nil {
		return
	}
	for _, key := range t.node.Keys {
		d := t.node.Fields[key]
		if c.newName(key, d.KeySpan, kind.String()[2:]) {
			c.names[key] = c.parseDefinition(d, kind)
		}
	}
}

// parseDefinition reads the text of a role or definition: a phrase, a rule
// table, or a constant.
func (c *checker) parseDefinition(d *tomltree.Node, kind nameKind) *name {
	n := &name{kind: kind, span: d.KeySpan, node: d}
	switch {
	case d.Kind == tomltree.Bool && kind == nameDefine, d.Kind == tomltree.Integer && kind == nameDefine:
	case d.Kind == tomltree.Array && kind == nameRole:
		n.phrase = c.listedHoles(d)
		n.broken = n.phrase == nil
	case d.Kind != tomltree.String:
		c.wrongType(d, d.Key, "a text")
		n.broken = true
	case strings.TrimSpace(d.Str) == "":
		c.emptyDefinition(d)
		n.broken = true
	default:
		var ok bool
		if kind == nameDefine && isTable(d.Str) {
			n.table, ok = c.parseRules(d)
		} else {
			n.phrase, ok = c.parsePhrase(d)
		}
		n.broken = !ok
	}
	return n
}

// listedHoles is a role given as a list of holes by their names: the same
// holes for every player.
func (c *checker) listedHoles(d *tomltree.Node) syntax.Phrase {
	if c.game.Board == nil {
		return nil
	}
	listed := []int{}
	for _, it := range d.Items {
		h, ok := c.game.Board.HoleByName(it.Str)
		if it.Kind != tomltree.String || !ok {
			c.notAHole(it, c.game.Board)
			return nil
		}
		listed = append(listed, h)
	}
	at := syntax.Node{S: d.Span}
	return &syntax.Place{Node: at, Areas: []syntax.Area{{Node: at, Word: d.Key, Listed: listed}}}
}

// isTable reports whether a definition is a rule table: it begins like one.
func isTable(s string) bool {
	for _, line := range strings.Split(s, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		word := strings.Fields(line)[0]
		return word == "when" || word == "otherwise" || word == "always" || strings.HasSuffix(word, ":")
	}
	return false
}

// nameList lists the names of some kinds, for hints.
func (c *checker) nameList() []string {
	var out []string
	for n := range c.names {
		out = append(out, n)
	}
	return out
}
