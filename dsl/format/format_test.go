package format

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

var update = flag.Bool("update", false, "write what is given now into testdata")

func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/messy.toml")
	if err != nil {
		t.Fatal(err)
	}
	got, ds := Format(source.NewFile("messy.toml", text))
	if len(ds) > 0 {
		t.Fatal(ds.Text())
	}
	const golden = "testdata/messy.golden"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s", got)
	}
}

func files(t testing.TB) []string {
	var all []string
	for _, pattern := range []string{"testdata/*.toml", "../../games/*.toml", "../../testdata/bad/*.toml", "../../../shared/design/sketches/*.toml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	if len(all) < 7 {
		t.Fatalf("only %d files found", len(all))
	}
	return all
}

// reporter is what the tests and the random tests have in common.
type reporter interface{ Errorf(string, ...any) }

// check holds what Format promises for one file.
func check(t reporter, name string, text []byte) {
	f := source.NewFile(name, text)
	out, ds := Format(f)
	root, _ := tomltree.Parse(f)
	if root == nil {
		if out != nil || !ds.HasErrors() {
			t.Errorf("%s: formatted, but not valid", name)
		}
		return
	}
	if len(ds) > 0 {
		t.Errorf("%s: %s", name, ds.Text())
		return
	}
	again, ds := Format(source.NewFile(name, out))
	if len(ds) > 0 || string(again) != string(out) {
		t.Errorf("%s: formatted twice differs %s\nonce\n%s\ntwice\n%s", name, ds.Text(), out, again)
	}
	s := string(out)
	if !strings.HasSuffix(s, "\n") || strings.HasSuffix(s, "\n\n") || strings.HasPrefix(s, "\n") {
		t.Errorf("%s: begins or ends with an empty line: %q", name, s)
	}
}

func TestFiles(t *testing.T) {
	for _, name := range files(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		check(t, name, text)
		crlf := []byte("\xef\xbb\xbf" + strings.ReplaceAll(string(text), "\n", "\r\n"))
		a, _ := Format(source.NewFile(name, text))
		b, _ := Format(source.NewFile(name, crlf))
		if string(a) != string(b) {
			t.Errorf("%s: line ends change the layout", name)
		}
	}
}

// A file that says the same in another layout must come out the same.
func TestOneLayout(t *testing.T) {
	for _, tt := range [][2]string{
		{"[a]\nb=1\n\n\n\nc = 2\n\n", "[a]\n\nb  =  1\n\nc=2"},
		{"a = {b=1,c=[1,2]}", "a = { b = 1, c = [ 1, 2, ] }\n"},
		{"[variant.w]\nrules.lap = 'x'\nboard.rows = 2\n", "[variant.w]\n[variant.w.rules]\nlap = 'x'\n\n[variant.w.board]\nrows = 2\n"},
		{"[rules]\nlap = '''\n  when a then b\n  otherwise c\n'''", "[rules]\nlap = '''when a    then b\notherwise   c'''"},
		{"[define]\np = '''\n\n a or\n   b\n'''", "[define]\np = '''\na or\n  b'''"},
		{"a . 'b c' . d = 1", "a.'b c'.d = 1"},
	} {
		a, ds := Format(source.NewFile("a", []byte(tt[0])))
		b, _ := Format(source.NewFile("b", []byte(tt[1])))
		if string(a) != string(b) || len(ds) > 0 {
			t.Errorf("%s\n%s\n%s", ds.Text(), a, b)
		}
	}
}

// What is not a rule text is not changed in any byte.
func TestValuesStay(t *testing.T) {
	const text = "[game]\nabout = '''\n  two  \n\n\n lines \n'''\nx = \"a  b\\t\"\ny = \"\"\"\n  q  \n\"\"\"\nz = 1_000\nt = 0x1F\n"
	out, _ := Format(source.NewFile("a", []byte(text)))
	if string(out) != text {
		t.Errorf("%q", out)
	}
}

func FuzzFormat(f *testing.F) {
	for _, name := range files(f) {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 6000 {
			f.Add(text)
		}
	}
	f.Add([]byte("a = [[1,\n2], # c\n{b=1}\n,3 ]\n#d\n[rules]\nl='''\n\twhen a\n then b # c\n[@x] y\n'''"))
	f.Add([]byte("[variant.a]#x\n#y\n[variant.a.'b.c']#z\nd=1\n[variant.a.e]\n[variant.a.f]\ng.h=1\n"))
	f.Fuzz(func(t *testing.T, text []byte) { check(t, "fuzz", text) })
}
