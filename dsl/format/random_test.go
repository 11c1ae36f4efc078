package format

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// layout draws white space where TOML allows it.
type layout struct{ t *rapid.T }

func (l layout) pick(of ...string) string { return rapid.SampledFrom(of).Draw(l.t, "pick") }
func (l layout) blanks() string           { return l.pick("", " ", "  ", "\t") }
func (l layout) comment() string          { return l.pick("", "", " # c", "#c \t", "  ## ", "\t#'''[x") }
func (l layout) lineEnd() string          { return l.comment() + l.pick("\n", "\n", "\n\n", " \n\n\n", "\r\n") }

func (l layout) value(depth int) string {
	n := rapid.IntRange(0, 9).Draw(l.t, "kind")
	if depth > 2 {
		n %= 6
	}
	switch n {
	case 0:
		return l.pick("1", "0x1F", "1_0", "true", "2006-01-02", "1.5", "-inf", "07:32:00")
	case 1:
		return l.pick(`"a"`, `"a # \" \\"`, `''`, `'a]"'`, `"\u00e9"`, `"when a   then b"`)
	case 2:
		return l.pick("'''\nx  \n\n\n y '''", `"""`+"\n a \\\n  b\n\"\"\"", "''''x''''", `""""x"""""`, "''''''")
	case 3:
		return "'''\n" + l.rules() + "'''"
	case 4, 5:
		return l.pick("'from own'", "8")
	case 6, 7:
		return l.list(depth)
	}
	return l.table(depth)
}

func (l layout) list(depth int) string {
	space := func() string {
		if rapid.Bool().Draw(l.t, "line") {
			return l.lineEnd()
		}
		return l.blanks()
	}
	s := "[" + space()
	for i, n := 0, rapid.IntRange(0, 3).Draw(l.t, "items"); i < n; i++ {
		s += l.value(depth+1) + space()
		if i < n-1 || rapid.Bool().Draw(l.t, "comma") {
			s += "," + space()
		}
	}
	return s + "]"
}

func (l layout) table(depth int) string {
	var items []string
	for i := range rapid.IntRange(0, 3).Draw(l.t, "items") {
		items = append(items, l.blanks()+l.key(i)+l.blanks()+"="+l.blanks()+l.value(depth+1)+l.blanks())
	}
	return "{" + strings.Join(items, ",") + l.blanks() + "}"
}

// key is a key of its own for each number.
func (l layout) key(i int) string {
	k := fmt.Sprintf(l.pick("k%d", `"k %d"`, "'k.%d'"), i)
	if rapid.Bool().Draw(l.t, "dotted") {
		k += l.blanks() + "." + l.blanks() + l.pick("x", `"y z"`)
	}
	return k
}

func (l layout) rules() string {
	s := ""
	for range rapid.IntRange(0, 5).Draw(l.t, "lines") {
		s += l.blanks() + l.pick("", "", "eat: ", "a-long-label:") + l.blanks() +
			l.pick("when a then b", "when  a", "then c", "otherwise b", "always", "x; y", "", "when "+strings.Repeat("long ", 20)+"then z") +
			l.pick("", "", " [@s]", "  [@s, p.  2]   [@t]") + l.lineEnd()
	}
	return strings.ReplaceAll(s, "'''", "\"")
}

func (l layout) file() string {
	s := l.pick("", "\n", "# first\n", "\n\n# first\n\n")
	key := 0
	values := func() {
		for range rapid.IntRange(0, 3).Draw(l.t, "values") {
			key++
			s += l.pick("", "", "# own\n", "\t# own\n\n") + l.blanks() + l.key(key) + l.blanks() + "=" + l.blanks() + l.value(0) + l.lineEnd()
		}
	}
	values()
	headers := []string{"[game]", "[ board ]", "[board.roles]", "[rules]", "[define]", "[[question]]", "[[question.answer]]",
		"[question.answer.define]", "[[question.answer]]", "[[question]]", "[variant.a]", "[variant.a.rules]", "[variant.a.board]",
		"[variant.a.board.roles]", "[variant . b]", "[[variant.b.question]]", "[variant.c.rules]", "[variant.c]", "[variant.d]",
		"[variant.d.'x y']", "[[phase]]", "[phase.rules]", "[[phase]]", "[phase.define]"}
	for _, h := range headers {
		if rapid.IntRange(0, 3).Draw(l.t, "leave out") > 0 || h == "[[question]]" || h == "[[question.answer]]" || h == "[[phase]]" {
			s += l.pick("", "", "# own\n", "# own\n\n") + l.blanks() + h + l.lineEnd()
			values()
		}
	}
	return s + l.pick("", "# end", "\n\n")
}

// Random files in a random layout: every promise of Format holds.
func TestRandomFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := layout{t}.file()
		root, ds := tomltree.Parse(source.NewFile("random", []byte(text)))
		if root == nil {
			t.Fatalf("the drawn file is not valid: %s\n%s", ds.Text(), text)
		}
		check(t, "random", []byte(text))
	})
}
