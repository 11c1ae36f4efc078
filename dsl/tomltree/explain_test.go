package tomltree

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"mancala/dsl/source"
)

var update = flag.Bool("update", false, "write the messages that are given now into testdata")

// Each case of testdata/refused.txt is a file and the exact message it gets.
func TestRefused(t *testing.T) {
	const name = "testdata/refused.txt"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const begin, middle = "==== file\n", "---- message\n"
	var out strings.Builder
	for i, c := range strings.Split(string(text), begin)[1:] {
		file, want, _ := strings.Cut(c, middle)
		root, ds := Parse(source.NewFile("x.toml", []byte(file)))
		got := ds.Text()
		if got != strings.TrimSuffix(want, "\n") && !*update {
			t.Errorf("case %d:\n%s\ngot\n%s\nwant\n%s", i+1, file, got, want)
		}
		if root != nil && ds.HasErrors() || root == nil && !ds.HasErrors() {
			t.Errorf("case %d: a tree and an error, or neither", i+1)
		}
		out.WriteString(begin + file + middle + got + "\n")
	}
	if *update {
		if err := os.WriteFile(name, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestUnreadable(t *testing.T) {
	for _, tt := range []struct{ name, text, code string }{
		{"empty", "", "empty-file"},
		{"blank", " \n\t\r\n", "empty-file"},
		{"only a byte order mark", bom, "empty-file"},
		{"only comments", "# nothing\n", ""},
		{"byte 0", "a = 1\x00", "not-text"},
		{"UTF-16", "\xff\xfea\x00 \x00", "not-text"},
		{"Latin-1", "name = \"Gabat\xe0\"", "not-text"},
		{"program", "\x7fELF\x02\x01\x01\x00", "not-text"},
		{"1 MiB", "#" + strings.Repeat("x", MaxSize-1), ""},
		{"more", "#" + strings.Repeat("x", MaxSize), "file-too-big"},
		{"10 MB", strings.Repeat("a = 1\n", 1_700_000), "file-too-big"},
		{"brackets", "a = " + strings.Repeat("[", 1_000_000), "nested-too-deep"},
		{"closed brackets", "a = " + strings.Repeat("[", 500_000) + strings.Repeat("]", 500_000), "nested-too-deep"},
		{"braces", strings.Repeat("a={", 300_000), "nested-too-deep"},
		{"brackets in a text", "a = '" + strings.Repeat("[", 1_000_000) + "'", ""},
		{"brackets in a comment", "# " + strings.Repeat("[", 1_000_000), ""},
		{"headers of one line", "[" + strings.Repeat("a.", 400_000) + "a]", "key-too-long"},
		{"dotted key", strings.Repeat("a.", 400_000) + "a = 1", "key-too-long"},
		{"long key", strings.Repeat("a", 1_000_000) + " = 1", "key-too-long"},
		{"long quoted key", `"` + strings.Repeat("a", 1_000_000) + `" = 1`, "key-too-long"},
		{"long keys in one another", "a = " + strings.Repeat("{"+strings.Repeat("k", 100)+" = ", 8) + "1" + strings.Repeat("}", 8), "key-too-long"},
		{"many lines", strings.Repeat("[[a]]\nb = 1\n", 80_000), ""},
		{"long list of texts", "a = [" + strings.Repeat("'some text, of which there is much', ", 25_000) + "]", ""},
		{"long text", `a = "` + strings.Repeat("about. ", 100_000) + `"`, ""},
	} {
		root, ds := Parse(source.NewFile("x.toml", []byte(tt.text)))
		got := ""
		if ds.HasErrors() {
			got = ds[0].Code
		}
		if got != tt.code || (root == nil) != (tt.code != "") {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.code)
		}
		if len(ds.Text()) > 5000 {
			t.Errorf("%s: a message of %d bytes", tt.name, len(ds.Text()))
		}
	}
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/refused.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, c := range bytes.Split(text, []byte("==== file\n")) {
		file, _, _ := bytes.Cut(c, []byte("---- message\n"))
		f.Add(file)
	}
	for _, c := range []string{everything, "a = \"\"\"\\\n  b\\u00e9\\\\\"\"\"\"\"", "x=[[{a.b=1,c=''}],]", "[a.\"b c\".d]\n", "t = 1979-05-27 07:32:00Z"} {
		f.Add([]byte(c))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := checkFile(text); err != nil {
			t.Error(err)
		}
	})
}
