// Package tomltree reads a game file into an ordered tree in which every key
// and every value knows its place.
//
// BurntSushi/toml is the one judge of what is valid TOML, but it does not say
// where a value stands. So a file is first decoded by it, only to be accepted
// or refused; then the scanner of this package, which may rely on the file
// being valid, walks the same bytes and builds the tree. Two bounds are held
// before either of them reads: the size of the file and the depth of nesting,
// since both would otherwise let a file of a megabyte take gigabytes.
package tomltree

import (
	"strconv"

	"mancala/dsl/source"
)

// Kind is the type of a TOML value.
type Kind int

// The kinds.
const (
	String Kind = iota
	Integer
	Float
	Bool
	Datetime
	Array
	Table
)

// String names the kind as a message does: "a text", "a table".
func (k Kind) String() string {
	return [...]string{"a text", "a whole number", "a decimal number", "true or false", "a date", "a list", "a table"}[k]
}

// Node is one value of the file.
//
// Places: KeySpan is the last part of the key that named the value. For the
// elements of an array of tables it is the whole header `[[question]]`; for a
// table, the part of the header or dotted key where it was first named; it is
// invalid for the root and for elements of a list. Span is the whole value;
// for a table, all from its header (or first key) to its last value.
type Node struct {
	Kind          Kind
	Key           string // last part of the key, "" for the root and list elements
	KeySpan, Span source.Span

	Str   string // String, decoded; Datetime, as written
	Int   int64
	Float float64
	Bool  bool

	Items []*Node // Array

	Keys   []string // Table: its keys in the order of the file
	Fields map[string]*Node

	// Inline says that a table is written { … }; an array of tables has
	// elements with Inline false.
	Inline bool

	up     *Node // the table or list it stands in, nil for the root
	index  int   // its place in a list
	text   textMap
	origin origin
}

// origin says how a table came to be, which decides what may add to it.
type origin int

const (
	byValue     origin = iota // inline, or not a table
	byHeader                  // named in a header
	byDottedKey               // named in a dotted key
)

// Path is the key of the node from the root, as in "question[0].answer[1].id"
// (counted from 0); "" for the root. A node merged in from a variant or an
// answer keeps the path of the place where it was written.
func (n *Node) Path() string {
	switch {
	case n.up == nil:
		return ""
	case n.up.Kind == Array:
		return n.up.Path() + "[" + strconv.Itoa(n.index) + "]"
	}
	return join(n.up.Path(), n.Key)
}

// Get is the value under a key, nil if there is none, if n is not a table, or
// if n is nil.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	return n.Fields[key]
}

// Lookup follows several keys, nil if one of them is missing.
func (n *Node) Lookup(keys ...string) *Node {
	for _, k := range keys {
		n = n.Get(k)
	}
	return n
}

// Set puts a value under a key of a table, at the end if the key is new.
func (n *Node) Set(key string, v *Node) {
	if n.Fields == nil {
		n.Fields = map[string]*Node{}
	}
	if n.Fields[key] == nil {
		n.Keys = append(n.Keys, key)
	}
	n.Fields[key] = v
}

// Delete takes a key out of a table.
func (n *Node) Delete(key string) {
	if n.Get(key) == nil {
		return
	}
	delete(n.Fields, key)
	kept := make([]string, 0, len(n.Keys))
	for _, k := range n.Keys {
		if k != key {
			kept = append(kept, k)
		}
	}
	n.Keys = kept
}

// Clone is a deep copy; the file itself is shared.
func (n *Node) Clone() *Node {
	if n == nil {
		return nil
	}
	c := *n
	c.Items, c.Keys, c.Fields = nil, append([]string(nil), n.Keys...), nil
	for _, it := range n.Items {
		c.Items = append(c.Items, it.Clone())
	}
	if n.Fields != nil {
		c.Fields = make(map[string]*Node, len(n.Fields))
		for k, v := range n.Fields {
			c.Fields[k] = v.Clone()
		}
	}
	return &c
}

// Merge is the tree n with the values of over put over it: tables are merged
// key by key, everything else is replaced by the node of over, which keeps
// its own places. Neither n nor over is changed; what is the same in the
// result is shared with them, so change only a Clone of it.
func (n *Node) Merge(over *Node) *Node {
	switch {
	case over == nil:
		return n
	case n == nil || n.Kind != Table || over.Kind != Table:
		return over
	case len(over.Keys) == 0:
		return n
	}
	out := *n
	out.Keys = append(make([]string, 0, len(n.Keys)+len(over.Keys)), n.Keys...)
	out.Fields = make(map[string]*Node, len(n.Fields)+len(over.Fields))
	for k, v := range n.Fields {
		out.Fields[k] = v
	}
	for _, k := range over.Keys {
		out.Set(k, n.Fields[k].Merge(over.Fields[k]))
	}
	return &out
}

// Value is the plain Go value of the node: string, int64, float64, bool,
// []any or map[string]any. A date is a string, as it was written.
func (n *Node) Value() any {
	switch n.Kind {
	case Integer:
		return n.Int
	case Float:
		return n.Float
	case Bool:
		return n.Bool
	case Array:
		out := make([]any, 0, len(n.Items))
		for _, it := range n.Items {
			out = append(out, it.Value())
		}
		return out
	case Table:
		out := make(map[string]any, len(n.Keys))
		for k, v := range n.Fields {
			out[k] = v.Value()
		}
		return out
	default:
		return n.Str
	}
}

// Walk visits n and all below it, in the order of the file.
func (n *Node) Walk(visit func(*Node)) {
	if n == nil {
		return
	}
	visit(n)
	for _, it := range n.Items {
		it.Walk(visit)
	}
	for _, k := range n.Keys {
		n.Fields[k].Walk(visit)
	}
}
