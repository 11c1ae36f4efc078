// Package inherit reads a game file that states its differences from others:
// `extends = "id"` lays it over the rules of another file, which may extend a
// third one. What comes out is one tree, in which every value keeps its place
// in the file where it was written.
//
// Rules are inherited: parameters, board, set-up, sowing, texts, definitions,
// state, score, phases, match. So are the sources they cite and the questions
// about them. What is said of the other game is not: its names, its variants
// and its evidence.
package inherit

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

const (
	maxChain = 8  // files one above the other
	maxFiles = 16 // files read for one game
)

// left are the tables that a file keeps for itself.
var left = []string{"mancala", "extends", "answers", "game", "variant", "evidence", "difference"}

// Parse reads a file and lays it over those it extends. The tree is nil if
// there are errors, each of which points into the file it is in.
func Parse(f *source.File) (*tomltree.Node, source.Diagnostics) {
	root, diags := tomltree.Parse(f)
	if root == nil || root.Get("extends") == nil {
		return root, diags
	}
	r := &reader{diags: diags}
	root = r.over(f, root, []*source.File{f})
	if r.diags.HasErrors() {
		return nil, r.diags
	}
	return root, r.diags
}

type reader struct {
	diags source.Diagnostics
	files int
}

// over is the tree of a file over all that it extends.
func (r *reader) over(f *source.File, root *tomltree.Node, chain []*source.File) *tomltree.Node {
	base := &tomltree.Node{Kind: tomltree.Table}
	for _, n := range r.names(root.Get("extends")) {
		b := r.base(f, n, chain)
		if b == nil {
			return root
		}
		base = join(base, b)
	}
	out := join(base, root)
	settle(out, root.Get("answers"))
	return out
}

// names are the files named by `extends`, a text or a list of texts.
func (r *reader) names(n *tomltree.Node) []*tomltree.Node {
	if n == nil {
		return nil
	}
	list := []*tomltree.Node{n}
	if n.Kind == tomltree.Array {
		list = n.Items
	}
	for _, it := range list {
		if it.Kind != tomltree.String {
			r.err(it.Span, source.Diagnostic{Code: "wrong-type", Summary: "wrong kind of value",
				Detail: fmt.Sprintf("`extends` wants the id of a game, this is %s", it.Kind), Hint: `write for instance: extends = "kalah"`})
			return nil
		}
	}
	return list
}

var plain = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// base reads one file that is extended; nil if it can't be had.
func (r *reader) base(f *source.File, n *tomltree.Node, chain []*source.File) *tomltree.Node {
	id := n.Str
	if !plain.MatchString(id) {
		r.err(n.Span, source.Diagnostic{Code: "extends-path", Summary: "not the id of a game",
			Detail: fmt.Sprintf("%q is no id; a file is named by its name without .toml, and looked for beside this file, then in the library", id)})
		return nil
	}
	if r.files++; len(chain) > maxChain || r.files > maxFiles {
		r.err(n.Span, source.Diagnostic{Code: "extends-too-far", Summary: "too many files one above the other",
			Detail: fmt.Sprintf("%s: at most %d files may stand below a game, %d in one line", line(chain, id), maxFiles, maxChain)})
		return nil
	}
	if f.Others == nil {
		r.err(n.Span, source.Diagnostic{Code: "extends-nothing", Summary: "no such game", Detail: fmt.Sprintf("%q can't be extended: no other files can be read here", id)})
		return nil
	}
	other, err := f.Others(id)
	if err != nil {
		detail := fmt.Sprintf("%q can't be extended: %v", id, err)
		if id+".toml" == filepath.Base(f.Name) {
			detail = fmt.Sprintf("%q is the name of this file, and the library has no game of that name to be extended", id)
		}
		r.err(n.Span, source.Diagnostic{Code: "extends-nothing", Summary: "no such game", Detail: detail})
		return nil
	}
	for i, c := range chain {
		if c.Name == other.Name {
			r.err(n.Span, source.Diagnostic{Code: "extends-circle", Summary: "a file extends itself",
				Detail: line(chain[i:], id), Hint: "a file is laid over others; the first of them stands alone"})
			return nil
		}
	}
	root, diags := tomltree.Parse(other)
	for _, d := range diags {
		if d.Severity == source.Error {
			d.Related = append(d.Related, source.Related{Span: n.Span, Message: "extended here"})
			r.diags = append(r.diags, d)
		}
	}
	if root == nil {
		return nil
	}
	root = r.over(other, root, append(chain[:len(chain):len(chain)], other))
	rules := &tomltree.Node{Kind: tomltree.Table}
	for _, k := range root.Keys {
		if !among(left, k) {
			rules.Set(k, root.Fields[k])
		}
	}
	return rules
}

// line says which file extends which.
func line(chain []*source.File, id string) string {
	var ids []string
	for _, f := range chain {
		ids = append(ids, f.ID())
	}
	return strings.Join(append(ids, id), " extends ")
}

func (r *reader) err(at source.Span, d source.Diagnostic) {
	d.Span = at
	r.diags = append(r.diags, d)
}

// join lays a file over another: tables key by key, sources and questions one
// by one by their id; everything else is replaced.
func join(below, above *tomltree.Node) *tomltree.Node {
	out := below.Merge(above)
	for _, k := range []string{"source", "question"} {
		if list := byID(below.Get(k), above.Get(k)); list != nil {
			out = withKey(out, k, list)
		}
	}
	return out
}

// byID is the list below with its elements of the same id replaced and the
// others of the list above behind them; nil unless both are lists.
func byID(below, above *tomltree.Node) *tomltree.Node {
	if below == nil || above == nil || below.Kind != tomltree.Array || above.Kind != tomltree.Array {
		return nil
	}
	out := *above
	out.Items = nil
	replaced := map[*tomltree.Node]bool{}
	for _, b := range below.Items {
		for _, a := range above.Items {
			if id := a.Get("id"); id != nil && b.Get("id") != nil && id.Str == b.Get("id").Str {
				b, replaced[a] = a, true
				break
			}
		}
		out.Items = append(out.Items, b)
	}
	for _, a := range above.Items {
		if !replaced[a] {
			out.Items = append(out.Items, a)
		}
	}
	return &out
}

// withKey is a table with another value under a key; the table is not changed.
func withKey(n *tomltree.Node, key string, v *tomltree.Node) *tomltree.Node {
	over := &tomltree.Node{Kind: tomltree.Table}
	over.Set(key, v)
	return n.Merge(over)
}

// settle makes the answers that a file gives to inherited questions their
// defaults. What does not exist is left for the checker to report.
func settle(root, answers *tomltree.Node) {
	questions := root.Get("question")
	if answers == nil || answers.Kind != tomltree.Table || questions == nil || questions.Kind != tomltree.Array {
		return
	}
	list := *questions
	list.Items = append([]*tomltree.Node(nil), questions.Items...)
	for i, q := range list.Items {
		id := q.Get("id")
		if id == nil || answers.Get(id.Str) == nil || q.Get("answer") == nil {
			continue
		}
		q = q.Clone()
		for _, a := range q.Get("answer").Items {
			a.Delete("default")
			if want := answers.Get(id.Str); a.Get("id") != nil && a.Get("id").Str == want.Str {
				yes := &tomltree.Node{Kind: tomltree.Bool, Key: "default", KeySpan: want.KeySpan, Span: want.Span, Bool: true}
				a.Set("default", yes)
			}
		}
		list.Items[i] = q
	}
	root.Set("question", &list)
}

func among(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
