package check

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"mancala/dsl/source"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

// Every message of the checker is made in the files messages*.go, one function
// a message, so that the texts can be read together: here those about the file
// and its keys, then choices, board, phrases and rules.

func (c *checker) add(d source.Diagnostic) { c.diags = append(c.diags, d) }

func (c *checker) err(at source.Span, code, summary, hint, detail string, args ...any) {
	c.add(source.Diagnostic{Severity: source.Error, Code: code, Summary: summary, Hint: hint, Span: at, Detail: fmt.Sprintf(detail, args...)})
}

func (c *checker) warn(at source.Span, code, summary, hint, detail string, args ...any) {
	c.add(source.Diagnostic{Severity: source.Warning, Code: code, Summary: summary, Hint: hint, Span: at, Detail: fmt.Sprintf(detail, args...)})
}

func (c *checker) note(at source.Span, code, summary, hint, detail string, args ...any) {
	c.add(source.Diagnostic{Severity: source.Note, Code: code, Summary: summary, Hint: hint, Span: at, Detail: fmt.Sprintf(detail, args...)})
}

// related adds a second place to the message made last.
func (c *checker) related(at source.Span, message string) {
	if at.IsValid() {
		d := &c.diags[len(c.diags)-1]
		d.Related = append(d.Related, source.Related{Span: at, Message: message})
	}
}

func quoteList(words []string) string {
	q := make([]string, len(words))
	for i, w := range words {
		q[i] = fmt.Sprintf("%q", w)
	}
	if len(q) < 2 {
		return strings.Join(q, "")
	}
	return strings.Join(q[:len(q)-1], ", ") + " or " + q[len(q)-1]
}

func didYouMean(word string, known []string) string {
	sort.Strings(known)
	if near := source.Nearest(word, known); near != "" && near != word {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// ---- the file ----

func (c *checker) noVersion() {
	at := source.Span{File: c.file, Start: 0, End: min(1, len(c.file.Text))}
	c.err(at, "no-version", "the language version is missing", "make the first line: mancala = 1", "a game file begins with the version of the language it is written in")
}

func (c *checker) wrongVersion(n *tomltree.Node) {
	c.err(n.Span, "wrong-version", "unknown language version", "write: mancala = 1", "this program reads version 1 of the language, the file says %s", n.Span.Text())
}

func (c *checker) wrongType(n *tomltree.Node, key, want string) {
	c.err(n.Span, "wrong-type", "wrong kind of value", "", "%q wants %s, this is %s", key, want, n.Kind)
}

func (c *checker) notAnArray(n *tomltree.Node, key string) {
	c.err(spanOf(n), "wrong-type", "wrong kind of table", fmt.Sprintf("write [[%s]] with two brackets, once for each", key), "%q is a list of tables", key)
}

func spanOf(n *tomltree.Node) source.Span {
	if n.KeySpan.IsValid() {
		return n.KeySpan
	}
	return n.Span
}

func (c *checker) unknownValue(n *tomltree.Node, key string, words []string) {
	hint := didYouMean(n.Str, append([]string{}, words...))
	if hint == "" {
		hint = "write " + quoteList(words)
	}
	c.err(n.Span, "unknown-value", "unknown word", hint, "%q is not a value of %q", n.Str, key)
}

func (c *checker) noHoleNamed(at source.Span, name string) {
	b := c.game.Board
	c.err(at, "not-a-hole", "no such hole", fmt.Sprintf("holes are named %s to %s", b.Holes[0].Name, b.Holes[len(b.Holes)-1].Name), "the board has no hole %q", name)
}

func (c *checker) notSowing(at source.Span, text string) {
	c.err(at, "not-sowing", "no seeds are carried here", "in `lap` the last seed has fallen: say what becomes of the others in `drop` or `skip`",
		"`carried` counts the seeds that have yet to fall, in `skip`, `per-hole` and `drop`; this is `%s`", text)
}

func (c *checker) answersAlone(at source.Span) {
	c.err(at, "answers-alone", "nothing to answer", "mark the answer that holds: default = true",
		"`answers` speaks to the questions of a file that this one extends; this file extends none")
}

// unknownKey reports a key, and where it belongs if it is known elsewhere.
func (c *checker) unknownKey(t *table, n *tomltree.Node, key string) {
	hint := didYouMean(key, append([]string{}, t.known...))
	if t.name == "question.answer" && contains([]string{"asks", "note"}, key) {
		hint = fmt.Sprintf("did you mean the question above? In TOML everything after [[question.answer]] belongs to the answer: move %q above it", key)
	} else if hint == "" && t.name == "" && contains([]string{"rows", "columns", "route", "moves", "lap", "holes", "name"}, key) {
		hint = "keys stand below the header of their table, such as [board], [sowing], [rules], [setup], [game]"
	} else if hint == "" {
		var known []string
		seen := map[string]bool{}
		for _, k := range t.known {
			if !seen[k] {
				seen[k] = true
				known = append(known, k)
			}
		}
		sort.Strings(known)
		hint = "known here: " + strings.Join(known, ", ")
	}
	where := "[" + t.name + "]"
	if t.name == "" {
		where = "a game file"
	}
	kind := "key"
	if n.Kind == tomltree.Table || n.Kind == tomltree.Array && t.name == "" {
		kind = "table"
	}
	c.err(spanOf(n), "unknown-key", "unknown "+kind, hint, "%s has no %s %q", where, kind, key)
}

func (c *checker) missing(at source.Span, where, key, example string) {
	c.err(at, "missing-key", "a key is missing", "write for instance: "+example, "%s needs %q", where, key)
}

func (c *checker) missingTable(name, example string) {
	at := source.Span{File: c.file, Start: max(len(c.file.Text)-1, 0), End: len(c.file.Text)}
	if n := c.root.Get("mancala"); n != nil {
		at = n.KeySpan
	}
	c.err(at, "missing-table", "a table is missing", "add for instance:\n"+example, "a game file needs [%s]", name)
}

func (c *checker) duplicate(what, id string, at, first source.Span) {
	c.err(at, "duplicate", "the same "+what+" twice", "choose another name", "%s %q is there already", what, id)
	c.related(first, "first here")
}

func (c *checker) outOfRange(at source.Span, what string, v, lo, hi int) {
	if hi >= 1<<30 && v <= hi {
		c.err(at, "out-of-range", "number out of range", "", "%s must be at least %d, this is %d", what, lo, v)
		return
	}
	this := strconv.Itoa(v)
	if text := at.Text(); text != "" && strings.Trim(text, "0123456789") == "" {
		this = text // a number too large to be held was cut
	}
	c.err(at, "out-of-range", "number out of range", "", "%s must lie between %d and %d, this is %s", what, lo, hi, this)
}

func (c *checker) notConstant(at source.Span) {
	c.err(at, "not-constant", "not a fixed number", "use numbers and parameters with + - * /", "this must be known before play begins")
}

func (c *checker) reservedName(at source.Span, n, what string) {
	c.err(at, "reserved-word", "a word of the language as a name", fmt.Sprintf("call it %q", n+"-"+nameTail(what)), "%q is a word of the language and can't be the name of %s", n, source.A(what))
}

func nameTail(what string) string {
	switch what {
	case "role", "definition":
		return "hole"
	case "parameter":
		return "number"
	}
	return "value"
}

func (c *checker) badName(at source.Span, n, what string) {
	good := strings.ToLower(strings.Join(strings.FieldsFunc(n, func(r rune) bool { return r == ' ' || r == '_' || r == '-' || r == '.' }), "-"))
	if !syntax.IsName(good) {
		good = "tuz-allowed"
	}
	c.err(at, "bad-name", "not a name", "write small letters and digits, words joined by hyphens: "+good, "%q can't be the name of %s", n, source.A(what))
}

// oneMistake takes out what only follows from another finding: a key is
// missing because it is misspelt.
func oneMistake(ds source.Diagnostics) source.Diagnostics {
	misspelt := map[string]bool{}
	for _, d := range ds {
		if word := meant(d.Hint); d.Code == "unknown-key" && word != "" {
			misspelt[word] = true
		}
	}
	var out source.Diagnostics
	for _, d := range ds {
		_, needs, _ := strings.Cut(d.Detail, "needs ")
		if !strings.HasPrefix(d.Code, "missing-") || !misspelt[strings.Trim(needs, "\"[]")] {
			out = append(out, d)
		}
	}
	return out
}

// meant is the word of a hint `did you mean "word"?`.
func meant(hint string) string {
	word, ok := strings.CutPrefix(hint, `did you mean "`)
	if !ok {
		return ""
	}
	return strings.TrimSuffix(word, `"?`)
}

// underChoice says under which choice a message was found.
func underChoice(ds source.Diagnostics, ch Choice) source.Diagnostics {
	var words []string
	if ch.Variant != "" {
		words = append(words, "variant "+ch.Variant)
	}
	for q, a := range ch.Answers {
		words = append(words, fmt.Sprintf("answer %s = %s", q, a))
	}
	out := append(source.Diagnostics(nil), ds...)
	for i := range out {
		if out[i].Severity == source.Error {
			out[i].Related = append(out[i].Related, source.Related{Message: "found with " + strings.Join(words, ", ")})
		}
	}
	return out
}
