package tomltree

import (
	"reflect"
	"strings"
	"testing"

	"mancala/dsl/source"
)

// everything uses each form a game file may use, and some it need not.
const everything = `# first
mancala = 1
[game]
name = "Hus"          # the name
"also known" = ['Owela', "ǁHus \u00e9\t|"]
places = [
  "Namibia", # here
  "Botswana",
]
[rules]
lap = '''
when last was empty then stop
otherwise relay
'''
end = """
when \
   mover has no move then \"x\"
"""
[parameters]
columns = { default = 8, min = 0x8, step.by = +1_0, about = "" }
[[question]]
id = "outer"
[[question.answer]]
id = "no"
default = true
[[question.answer]]
id = "yes"
define.capturable = "opposite has seeds"
define.other = false
[[question]]
id = "second"
answer = [{ id = "a" }, { id = "b" }]
[variant.windhoek]
rules.moves = "from own"
rules.lap = 'always stop'
[variant.windhoek.roles]
x = 1.5e1
y = inf
z = 2006-01-02
`

func TestTree(t *testing.T) {
	root := parse(t, everything)
	if err := checkFile([]byte(everything)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		keys       []string
		path, span string
	}{
		{[]string{"game", "name"}, "game.name", `"Hus"`},
		{[]string{"game", "also known"}, `game."also known"`, `['Owela', "ǁHus \u00e9\t|"]`},
		{[]string{"parameters", "columns", "step", "by"}, "parameters.columns.step.by", "+1_0"},
		{[]string{"variant", "windhoek", "rules", "lap"}, "variant.windhoek.rules.lap", "'always stop'"},
		{[]string{"variant", "windhoek", "roles", "z"}, "variant.windhoek.roles.z", "2006-01-02"},
	} {
		n := root.Lookup(tt.keys...)
		if n == nil || n.Path() != tt.path || n.Span.Text() != tt.span {
			t.Errorf("%v: %+v", tt.keys, n)
		}
	}
	if got := strings.Join(root.Keys, " "); got != "mancala game rules parameters question variant" {
		t.Errorf("keys in the order %q", got)
	}
	if root.Lookup("game", "none", "deeper") != nil {
		t.Error("found what is not there")
	}
	w := root.Lookup("variant", "windhoek")
	if text := w.Span.Text(); !strings.HasPrefix(text, "[variant.windhoek]\n") || !strings.HasSuffix(text, "z = 2006-01-02") {
		t.Errorf("extent of a table: %q", text)
	}
	if w.KeySpan.Text() != "windhoek" {
		t.Errorf("key of a table: %q", w.KeySpan.Text())
	}
}

func TestArraysOfTables(t *testing.T) {
	q := parse(t, everything).Get("question")
	if q.Kind != Array || len(q.Items) != 2 || q.KeySpan.Text() != "question" {
		t.Fatalf("%+v", q)
	}
	first, answers := q.Items[0], q.Items[0].Get("answer")
	if first.KeySpan.Text() != "[[question]]" || first.Path() != "question[0]" {
		t.Errorf("%q %q", first.KeySpan.Text(), first.Path())
	}
	if text := first.Span.Text(); !strings.HasPrefix(text, "[[question]]\nid = \"outer\"") || !strings.HasSuffix(text, "define.other = false") {
		t.Errorf("extent: %q", text)
	}
	if len(answers.Items) != 2 {
		t.Fatalf("%d answers", len(answers.Items))
	}
	yes := answers.Items[1]
	if yes.KeySpan.Text() != "[[question.answer]]" || yes.Path() != "question[0].answer[1]" ||
		yes.Lookup("define", "capturable").Path() != "question[0].answer[1].define.capturable" {
		t.Errorf("%q %q", yes.KeySpan.Text(), yes.Path())
	}
	if b := q.Items[1].Get("answer").Items[1]; !b.Inline || b.Get("id").Str != "b" || b.Span.Text() != `{ id = "b" }` {
		t.Errorf("%+v", b)
	}
}

// Every word of a rule text must be found at its own bytes of the file.
func TestOffsets(t *testing.T) {
	for _, tt := range []struct {
		text    string
		literal bool
	}{
		{"a = 'when last then stop'", true},
		{"a = '''when last then stop'''", true},
		{"a = '''\nwhen\nlast then stop'''", true},
		{"a = '''\r\nwhen\r\nlast then stop\r\n'''", true},
		{`a = "when last then stop"`, false},
		{`a = "\twhen \"last\" then \\ stop"`, false},
		{`a = "\u00e9 when ǁ \U0001F600last then stop\n"`, false},
		{"a = \"\"\"\nwhen \\\n\n   last \\t then\\\\ \\\r\n stop\"\"\"", false},
		{"a = '''\nwhen last then 'stop''''", true},
		{"\ufeffa = 'when last then stop'", true},
	} {
		n := parse(t, tt.text).Get("a")
		if n.Literal() != tt.literal {
			t.Errorf("%q: literal %v", tt.text, n.Literal())
		}
		for _, word := range []string{"when", "last", "then", "stop"} {
			i := strings.Index(n.Str, word)
			if got := n.SpanOf(i, i+len(word)).Text(); got != word {
				t.Errorf("%q: %q is at %q", tt.text, word, got)
			}
		}
		if n.Offset(-5) != n.Offset(0) || n.Offset(1000) != n.Offset(len(n.Str)) {
			t.Errorf("%q: offsets are not clamped", tt.text)
		}
	}
}

func TestCloneAndMerge(t *testing.T) {
	base := parse(t, "[rules]\nlap = 'base'\nend = 'base'\n[board]\nrows = 2\nlist = [1, 2, 3]\n[board.roles]\na = 'x'\n")
	before := base.Value()
	over := parse(t, "rules.lap = 'over'\nboard.list = [9]\nboard.roles.b = 'y'\nextra.new = 1\n")
	merged := base.Merge(over)
	if got := merged.Lookup("rules", "lap"); got.Str != "over" || got.Span.File == base.Span.File {
		t.Errorf("not replaced with its own place: %+v", got)
	}
	if merged.Lookup("rules", "end").Str != "base" || len(merged.Lookup("board", "list").Items) != 1 ||
		merged.Lookup("board", "roles", "a").Str != "x" || merged.Lookup("board", "roles", "b").Str != "y" || merged.Lookup("extra", "new").Int != 1 {
		t.Errorf("%v", merged.Value())
	}
	if strings.Join(merged.Keys, " ") != "rules board extra" {
		t.Errorf("order: %v", merged.Keys)
	}
	merged = merged.Clone()
	merged.Lookup("board", "roles").Set("a", merged.Get("extra"))
	merged.Lookup("board", "roles").Delete("b")
	if !equal(base.Value(), before) || over.Lookup("board", "roles", "b") == nil {
		t.Error("a merge changed what it was made of")
	}
	if base.Clone().Lookup("board", "list").Items[0] == base.Lookup("board", "list").Items[0] {
		t.Error("a clone shares nodes")
	}
	if scalar := base.Merge(parse(t, "rules = 1")); scalar.Get("rules").Kind != Integer {
		t.Error("a table is not replaced by a number")
	}
}

func equal(a, b any) bool { return reflect.DeepEqual(a, b) }

func TestNewer(t *testing.T) {
	for text, want := range map[string]int{
		"a = { b = 1 }":                     0,
		"a = { b = 1, }":                    1,
		"a = {\n b = 1\n}":                  1,
		"a = {}":                            0,
		`a = "\e"`:                          1,
		`a = "\\e"`:                         0,
		"t = 07:32":                         1,
		"t = 1979-05-27T07:32:00Z":          0,
		"t = 1979-05-27 07:32Z":             1,
		"a = [\n1,\n]":                      0,
		"a = { b = [\n1,\n2 ] }":            0,
		"a = { b = '''\nx\n''' }":           0,
		"a = { b = { c = 1, }, d = '\\x' }": 1,
	} {
		_, ds := Parse(source.NewFile("x.toml", []byte(text)))
		if len(ds) != want || ds.HasErrors() {
			t.Errorf("%q: %d warnings: %s", text, len(ds), ds.Text())
		}
	}
}
