package check

import (
	"fmt"
	"path/filepath"
	"strings"

	"mancala/dsl/source"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

func idOf(name string) string {
	return strings.TrimSuffix(filepath.Base(name), ".toml")
}

// A table reads the keys of one TOML table and remembers which exist, so that
// a key nobody asked for can be reported with the nearest one that is known.
type table struct {
	c     *checker
	node  *tomltree.Node // nil: the table is absent
	name  string
	known []string
}

func (c *checker) table(n *tomltree.Node, name string) *table {
	if n != nil && n.Kind != tomltree.Table {
		c.wrongType(n, name, "a table")
		n = nil
	}
	return &table{c: c, node: n, name: name}
}

func (t *table) get(key string) *tomltree.Node {
	t.known = append(t.known, key)
	return t.node.Get(key)
}

// text reads a string, "" if absent.
func (t *table) text(key string) string {
	n := t.get(key)
	if n == nil {
		return ""
	}
	if n.Kind != tomltree.String {
		t.c.wrongType(n, key, "a text in quotes")
		return ""
	}
	return n.Str
}

// year reads a string or a number as text.
func (t *table) year(key string) string {
	n := t.get(key)
	if n != nil && n.Kind == tomltree.Integer {
		return fmt.Sprint(n.Int)
	}
	return t.text(key)
}

// flag reads a boolean.
func (t *table) flag(key string) bool {
	n := t.get(key)
	if n == nil {
		return false
	}
	if n.Kind != tomltree.Bool {
		t.c.wrongType(n, key, "true or false")
	}
	return n.Bool
}

// list reads a list of strings; one string stands for a list of one.
func (t *table) list(key string) []string {
	n := t.get(key)
	if n == nil {
		return nil
	}
	if n.Kind == tomltree.String {
		return []string{n.Str}
	}
	if n.Kind != tomltree.Array {
		t.c.wrongType(n, key, "a list of texts")
		return nil
	}
	var out []string
	for _, it := range n.Items {
		if it.Kind != tomltree.String {
			t.c.wrongType(it, key, "a list of texts")
			continue
		}
		out = append(out, it.Str)
	}
	return out
}

// word reads one of a few words, "" if absent or wrong.
func (t *table) word(key string, words ...string) string {
	n := t.get(key)
	if n == nil {
		return ""
	}
	if n.Kind != tomltree.String {
		t.c.wrongType(n, key, "one of "+quoteList(words))
		return ""
	}
	for _, w := range words {
		if n.Str == w {
			return w
		}
	}
	t.c.unknownValue(n, key, words)
	return ""
}

// number reads a number, a parameter, or a phrase of both ("columns / 2").
func (t *table) number(key string, def, lo, hi int) int {
	n := t.get(key)
	if n == nil {
		return def
	}
	v, ok := t.c.constant(n, key)
	if !ok {
		return def
	}
	if v < lo || v > hi {
		t.c.outOfRange(n.Span, key, v, lo, hi)
		return def
	}
	return v
}

// done reports keys nobody asked for.
func (t *table) done() {
	if t.node == nil {
		return
	}
	for _, k := range t.node.Keys {
		if !contains(t.known, k) {
			t.c.unknownKey(t, t.node.Fields[k], k)
		}
	}
}

// constant reads a number written as a number, a parameter's name, or a phrase.
func (c *checker) constant(n *tomltree.Node, what string) (int, bool) {
	switch n.Kind {
	case tomltree.Integer:
		if n.Int < -1<<31 || n.Int > 1<<31 {
			c.outOfRange(n.Span, what, int(n.Int), 0, 1<<31)
			return 0, false
		}
		return int(n.Int), true
	case tomltree.String:
		x, diags := syntax.Term(c.ruleText(n))
		c.diags = append(c.diags, diags...)
		if diags.HasErrors() {
			return 0, false
		}
		return c.fold(x, n.Span)
	}
	c.wrongType(n, what, "a number or the name of a parameter")
	return 0, false
}

// fold computes a number phrase made of numbers and parameters.
func (c *checker) fold(x syntax.Phrase, at source.Span) (int, bool) {
	switch x := x.(type) {
	case *syntax.Int:
		return x.V, true
	case *syntax.Arith:
		a, oka := c.fold(x.A, at)
		b, okb := c.fold(x.B, at)
		return arith(x.Op, a, b), oka && okb
	case *syntax.Place:
		if len(x.Areas) == 1 && x.Areas[0].Name && x.Of == nil {
			if v, ok := c.params[x.Areas[0].Word]; ok {
				return v, true
			}
			c.unknownParameter(x.Span(), x.Areas[0].Word)
			return 0, false
		}
	}
	c.notConstant(x.Span())
	return 0, false
}

func arith(op string, a, b int) int {
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	}
	if b == 0 {
		return 0
	}
	q, r := a/b, a%b
	if r != 0 && (r < 0) != (b < 0) {
		q, r = q-1, r+b
	}
	if op == "/" {
		return q
	}
	return r
}

// ruleText is a string of the file as a rule text.
func (c *checker) ruleText(n *tomltree.Node) syntax.Text {
	return syntax.Text{File: n.Span.File, Value: n.Str, Offset: n.Offset}
}

// text of a rule: must be a string; nil and "" mean there is none.
func (c *checker) ruleString(n *tomltree.Node, what string) *tomltree.Node {
	if n == nil {
		return nil
	}
	if n.Kind != tomltree.String {
		c.wrongType(n, what, "a rule text in ''' '''")
		return nil
	}
	if strings.TrimSpace(n.Str) == "" {
		return nil
	}
	return n
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
