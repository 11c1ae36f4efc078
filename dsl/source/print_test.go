package source

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// at finds the span of word in text; "|" in word is not special.
func at(f *File, word string) Span {
	i := strings.Index(string(f.Text), word)
	if i < 0 {
		panic("no " + word)
	}
	return Span{f, i, i + len(word)}
}

func TestPrint(t *testing.T) {
	f := NewFile("games/x.toml", []byte("mancala = 1\n[rules]\nlap = '''\nwhen last in iner then stop\n\twhen\t名前 in ọwn then stop\r\n'''\n"))
	tests := []struct {
		name string
		d    Diagnostic
		want string
	}{
		{"excerpt", Diagnostic{Code: "unknown-word", Summary: "unknown word", Detail: `"iner" is not a hole, set or definition`,
			Hint: `did you mean "inner"?`, Span: at(f, "iner")}, `
error[unknown-word]: unknown word
  --> games/x.toml:4:14
   |
 4 | when last in iner then stop
   |              ^^^^ "iner" is not a hole, set or definition
   = help: did you mean "inner"?
`},
		{"tabs, wide and combining characters", Diagnostic{Severity: Warning, Code: "w", Summary: "s", Detail: "here", Span: at(f, "in ọwn")}, `
warning[w]: s
  --> games/x.toml:5:10
   |
 5 |     when    名前 in ọwn then stop
   |                  ^^^^^^ here
`},
		{"several lines", Diagnostic{Severity: Note, Code: "n", Summary: "s", Detail: "d", Span: at(f, "'''\nwhen last in iner then")}, `
note[n]: s
  --> games/x.toml:3:7
   |
 3 | lap = '''
   |       ^^^ d
`},
		{"related", Diagnostic{Code: "twice", Summary: "given twice", Detail: "again here", Span: at(f, "lap"),
			Related: []Related{{at(f, "mancala"), "first given here"}}}, `
error[twice]: given twice
  --> games/x.toml:3:1
   |
 3 | lap = '''
   | ^^^ again here
  ::: games/x.toml:1:1
   |
 1 | mancala = 1
   | ------- first given here
`},
		{"no place", Diagnostic{Code: "choice", Summary: "unknown variant", Detail: `"w" is none`, Hint: "one of: a, b"}, `
error[choice]: unknown variant
   = "w" is none
   = help: one of: a, b
`},
		{"whole file", Diagnostic{Code: "empty-file", Summary: "the file is empty", Detail: "it says nothing", Span: Span{File: f}}, `
error[empty-file]: the file is empty
  --> games/x.toml
   = it says nothing
`},
		{"end of file", Diagnostic{Code: "c", Summary: "s", Detail: "d", Span: Span{f, len(f.Text), len(f.Text)}}, `
error[c]: s
  --> games/x.toml:7:1
   |
 7 |
   | ^ d
`},
		{"a long message goes below and is wrapped", Diagnostic{Code: "c", Summary: "s", Detail: strings.Repeat("word ", 30) + "end", Hint: "write\n  lap = \"x\"", Span: at(f, "rules")}, `
error[c]: s
  --> games/x.toml:2:2
   |
 2 | [rules]
   |  ^^^^^
   = word word word word word word word word word word word word word word word word word word word
     word word word word word word word word word word word end
   = help: write
             lap = "x"
`},
	}
	for _, tt := range tests {
		if got := (Diagnostics{tt.d}).Text(); got != tt.want[1:] {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want[1:])
		}
	}
}

func TestPrintHostile(t *testing.T) {
	long := strings.Repeat("é", 400_000) + "HERE" + strings.Repeat("x", 100_000)
	f := NewFile("\x1b[31mred.toml", []byte(long+"\nbad \x1b]0;title\x07 \u202e end"))
	out := Diagnostics{
		{Code: "a", Summary: "s", Detail: "d", Span: at(f, "HERE")},
		{Code: "b", Summary: "s", Detail: "d\x1b[0m", Span: at(f, "title")},
		{Code: "c", Summary: "s", Detail: "d", Span: Span{f, 10, len(f.Text) - 3}},
	}.Text()
	if strings.ContainsAny(out, "\x1b\x07\u202e") {
		t.Errorf("control characters reach the terminal: %q", out)
	}
	if !strings.Contains(out, "éHERExxx") {
		t.Errorf("the place is not in the excerpt:\n%s", out)
	}
	for _, line := range strings.Split(out, "\n") {
		if width(line) > excerptWidth+5 {
			t.Errorf("a line of %d columns: %.150s", width(line), line)
		}
	}
	// The carets stand under the place even where the line was cut.
	lines := strings.Split(out, "\n")
	for i, l := range lines {
		if before, _, ok := strings.Cut(l, "HERE"); ok {
			if carets, _, _ := strings.Cut(lines[i+1], "^"); width(carets) != width(before) {
				t.Errorf("carets at %d, place at %d", width(carets), width(before))
			}
		}
	}
}

func TestPrintCap(t *testing.T) {
	f := NewFile("x", []byte(strings.Repeat("abc\n", 300)))
	var ds Diagnostics
	for i := range 250 {
		s := Warning
		if i >= 200 {
			s = Error
		}
		ds = append(ds, Diagnostic{Severity: s, Code: "c", Summary: "s", Detail: fmt.Sprint(i), Span: Span{f, 4 * i, 4*i + 3}})
	}
	ds = append(ds, ds[0]) // a repetition is one finding
	out := ds.Text()
	if n := strings.Count(out, "error[c]"); n != 50 {
		t.Errorf("%d of 50 errors shown", n)
	}
	if n := strings.Count(out, "warning[c]"); n != 50 {
		t.Errorf("%d warnings shown", n)
	}
	if !strings.HasSuffix(out, "\nand 150 more\n") {
		t.Errorf("ends %q", out[len(out)-30:])
	}
	if got := ds.Count(); got != "50 errors, 200 warnings" {
		t.Errorf("Count: %s", got)
	}
}

func TestPrintColor(t *testing.T) {
	f := NewFile("x", []byte("abc"))
	ds := Diagnostics{{Code: "c", Summary: "s", Detail: "d", Hint: "h", Span: Span{f, 1, 2}}}
	var b strings.Builder
	if err := Print(&b, ds, true); err != nil {
		t.Fatal(err)
	}
	plain := b.String()
	for _, c := range []string{bold, blue, "0", "1;31"} {
		plain = strings.ReplaceAll(plain, "\x1b["+c+"m", "")
	}
	if plain == b.String() || plain != ds.Text() {
		t.Errorf("colour changes the text: %q", plain)
	}
}

func TestJSON(t *testing.T) {
	f := NewFile("x.toml", []byte("é = 1\nlap = 2\n"))
	ds := Diagnostics{
		{Code: "c", Summary: "s", Detail: "d", Hint: "h", Span: at(f, "= 1\nlap"), Related: []Related{{at(f, "lap"), "m"}}},
		{Severity: Warning, Code: "w", Summary: "s"},
	}
	got, err := json.Marshal(ds)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"file":"x.toml","range":{"start":{"line":1,"column":3,"offset":3},"end":{"line":2,"column":4,"offset":10}},` +
		`"severity":"error","code":"c","summary":"s","message":"d","hint":"h",` +
		`"related":[{"file":"x.toml","range":{"start":{"line":2,"column":1,"offset":7},"end":{"line":2,"column":4,"offset":10}},"message":"m"}]},` +
		`{"severity":"warning","code":"w","summary":"s","message":""}]`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
