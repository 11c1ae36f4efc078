package dsl_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"mancala/dsl"
	"mancala/dsl/source"
)

var update = flag.Bool("update", false, "write the messages that are given now into testdata")

// golden compares text with a file, or writes it there under -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// Every file of testdata/bad is a mistake somebody can make, and beside it
// lies the exact message it gets. Together they are the catalogue of errors.
func TestBadFiles(t *testing.T) {
	files, err := filepath.Glob("../testdata/bad/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 60 {
		t.Fatalf("only %d bad files", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".toml")
		t.Run(name, func(t *testing.T) {
			f := source.NewFile(name+".toml", text)
			f.Others = others
			game, ds := dsl.CheckAll(f)
			if len(ds) == 0 {
				t.Error("nothing was found")
			}
			if (game == nil) != ds.HasErrors() {
				t.Error("a game and errors, or neither")
			}
			wellFormed(t, ds)
			golden(t, strings.TrimSuffix(file, ".toml")+".txt", ds.Text()+"\n"+ds.Count()+"\n")
		})
	}
}

// others are the files that bad files extend.
func others(id string) (*source.File, error) {
	text, err := os.ReadFile("../testdata/bad/extended/" + id + ".toml")
	if err != nil {
		return nil, fmt.Errorf("no game %q here", id)
	}
	f := source.NewFile(id+".toml", text)
	f.Others = others
	return f, nil
}

// The catalogue knows every kind of message.
func TestEveryCodeIsShown(t *testing.T) {
	var shown strings.Builder
	goldens, _ := filepath.Glob("../testdata/bad/*.txt")
	for _, file := range append(goldens, "../testdata/bad-choices.txt") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		shown.Write(text)
	}
	sources, _ := filepath.Glob("*/*.go")
	code := regexp.MustCompile(`(?:c\.(?:err|warn|note)\([^"]*|Code: +)"([a-z0-9.-]+)"`)
	found := 0
	for _, file := range sources {
		text, err := os.ReadFile(file)
		if err != nil || strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range code.FindAllStringSubmatch(string(text), -1) {
			found++
			// Files too large or too deep are made by TestHostileFiles, and the
			// formatter alone says that it leaves a file as it is.
			made := map[string]bool{"file-too-big": true, "nested-too-deep": true, "key-too-long": true, "too-deep": true, "too-long": true, "too-large": true, "not-formatted": true}
			if !made[m[1]] && !strings.Contains(shown.String(), "["+m[1]+"]") {
				t.Errorf("%s: no bad file shows %q", file, m[1])
			}
		}
	}
	if found < 60 {
		t.Errorf("only %d messages found in the sources", found)
	}
}

// wellFormed holds what every message owes its reader.
func wellFormed(t *testing.T, ds source.Diagnostics) {
	for _, d := range ds {
		if d.Code == "" || d.Summary == "" || d.Detail == "" {
			t.Errorf("a message lacks a part: %+v", d)
		}
		if s := d.Span; s.File != nil && (s.Start < 0 || s.End < s.Start || s.End > len(s.File.Text)) {
			t.Errorf("%s: a place outside of the file: %d..%d", d.Code, s.Start, s.End)
		}
		if strings.HasSuffix(d.Summary, ".") || strings.HasSuffix(d.Detail, ".") {
			t.Errorf("%s: messages end without a full stop", d.Code)
		}
	}
	for _, line := range strings.Split(ds.Text(), "\n") {
		if utf8.RuneCountInString(line) > 160 {
			t.Errorf("a line of %d characters: %.80s …", utf8.RuneCountInString(line), line)
		}
	}
}

// small is a game without mistakes; %s is a place for more.
const small = `mancala = 1
[parameters]
width = { default = 6, min = 4, max = 12, step = 2 }
[board]
rows = 2
columns = "width"
stores = "beside"
[setup]
holes = "board: 4"
[sowing]
route = "board"
direction = "anticlockwise"
[rules]
moves = "from own where hole has seeds"
lap = '''
when last in enemy and harvest  then capture last; stop
otherwise                       stop
'''
end = "when mover has no move then opponent takes board; end game"
[define]
harvest = "last has 2 or 3"
[score]
counts = "own store"
wins = "most"
[[question]]
id = "four"
asks = "Are four taken too?"
[[question.answer]]
id = "no"
default = true
[[question.answer]]
id = "yes"
define.harvest = "last has 2..4"
[variant.wide]
parameters.width = 10
[[variant.wide.question]]
id = "five"
asks = "Are five taken too?"
[[variant.wide.question.answer]]
id = "no"
default = true
[[variant.wide.question.answer]]
id = "yes"
define.harvest = "last has 2..5"
over = ["four"]
`

func TestSmallIsGood(t *testing.T) {
	f := source.NewFile("small.toml", []byte(small))
	if game, ds := dsl.CheckAll(f); game == nil || len(ds) > 0 {
		t.Error(ds.Text())
	}
}

// A choice on the command line gets messages without a place in the file.
func TestBadChoices(t *testing.T) {
	var b strings.Builder
	for _, c := range []dsl.Choice{
		{Variant: "wde"},
		{Variant: "narrow"},
		{Answers: map[string]string{"for": "yes"}},
		{Answers: map[string]string{"four": "maybe"}},
		{Answers: map[string]string{"five": "yes"}},
		{Parameters: map[string]int{"widht": 8}},
		{Parameters: map[string]int{"width": 2}},
		{Parameters: map[string]int{"width": 13}},
		{Parameters: map[string]int{"width": 7}},
		{Parameters: map[string]int{"width": 1 << 40}},
		{Variant: "wide", Answers: map[string]string{"five": "perhaps", "x": "y"}, Parameters: map[string]int{"a": 1, "b": 2}},
	} {
		game, ds := dsl.Load(source.NewFile("small.toml", []byte(small)), c)
		if game != nil || !ds.HasErrors() {
			t.Errorf("accepted: %+v", c)
		}
		wellFormed(t, ds)
		fmt.Fprintf(&b, "==== %+v\n%s\n", c, ds.Text())
	}
	golden(t, "../testdata/bad-choices.txt", b.String())
}

// with puts a text in the place of another of the small game.
func with(old, text string) string {
	if !strings.Contains(small, old) {
		panic("no " + old)
	}
	return strings.Replace(small, old, text, 1)
}

// Files that are made to be hard must be answered fast, with a message of a
// size one can read.
func TestHostileFiles(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	const cond, define = "when last in enemy and harvest", "harvest = \"last has 2 or 3\"\n"
	for name, text := range map[string]string{
		"10 MB":                            strings.Repeat("# nothing\n", 1_000_000),
		"1,000,000 brackets":               "mancala = 1\nx = " + strings.Repeat("[", 1_000_000),
		"1,000,000 brackets of a rule":     with(cond, "when "+strings.Repeat("(", 1_000_000)),
		"closed brackets of a rule":        with(cond, "when "+strings.Repeat("(", 200_000)+"last is empty"+strings.Repeat(")", 200_000)),
		"200,000 times not":                with(cond, "when "+strings.Repeat("not ", 200_000)+"last is empty"),
		"100,000 conditions":               with(cond, "when last is empty"+strings.Repeat(" or last is empty", 50_000)),
		"nested may":                       with("then capture last", "then "+strings.Repeat("may (", 100_000)+"stop"),
		"nested of":                        with(cond, "when "+strings.Repeat("next of ", 80_000)+"last is empty"),
		"a long sum":                       with(cond, "when 1"+strings.Repeat(" + 1", 200_000)+" = 2"),
		"a large number":                   with(cond, "when last has "+strings.Repeat("9", 100_000)),
		"a long word":                      with(cond, "when last in "+strings.Repeat("inner", 100_000)),
		"20,000 rules":                     with("when last in enemy", strings.Repeat("when last has 2 then stop\n", 20_000)+"when last in enemy"),
		"50,000 mistakes":                  with("when last in enemy", strings.Repeat("when last hsa 2 then stop\n", 30_000)+"when last in enemy"),
		"5,000 definitions":                with(define, define+many(5_000, "d%[1]d = \"last has %[1]d\"\n")),
		"definitions in one another":       with(define, "harvest = \"d0\"\n"+chain(2_000, "d%d = \"d%d\"\n", "last has 2 or 3")),
		"definitions that double":          with(define, "harvest = \"d0\"\n"+chain(40, "d%d = \"d%[2]d and d%[2]d\"\n", "last has 2 or 3")),
		"actions that double":              strings.Replace(with(define, define+chain(40, "d%d = \"when last is empty then d%[2]d otherwise d%[2]d\"\n", "always stop")), "otherwise                       stop", "otherwise d0", 1),
		"20,000 questions":                 small + many(20_000, "[[question]]\nid = \"q%d\"\n"),
		"200 questions with 2 answers":     small + many(200, "[[question]]\nid = \"q%d\"\n[[question.answer]]\nid = \"a\"\ndefault = true\n[[question.answer]]\nid = \"b\"\n"),
		"200 variants":                     small + many(200, "[variant.v%d]\nboard.rows = 2\n"),
		"20,000 parameters":                with("[board]", many(20_000, "p%d = 1\n")+"[board]"),
		"20,000 sources":                   small + many(20_000, "[[source]]\nid = \"s%d\"\n"),
		"a board as large as possible":     with("rows = 2\ncolumns = \"width\"", "rows = 6\ncolumns = 64"),
		"a step of parameters at the edge": with("min = 4, max = 12, step = 2", "min = -9223372036854775808, max = 9223372036854775807, step = 9223372036854775807"),
		"numbers at the edge":              with("holes = \"board: 4\"", "holes = 9223372036854775807\nhand = -9223372036854775808"),
		"a sum at the edge":                with("columns = \"width\"", "columns = \"2147483647 * 2147483647 * 2147483647\""),
	} {
		begin := time.Now()
		game, ds := dsl.CheckAll(source.NewFile("hostile.toml", []byte(text)))
		took := time.Since(begin)
		t.Logf("%-35s %v", name, took.Round(time.Millisecond))
		if took > time.Minute { // of a machine that may be busy with other tests
			t.Errorf("%s: took %v", name, took)
		}
		if (game == nil) != ds.HasErrors() {
			t.Errorf("%s: a game and errors, or neither", name)
		}
		if n := len(ds.Text()); n > 60_000 {
			t.Errorf("%s: %d bytes of messages", name, n)
		}
		wellFormed(t, ds)
	}
}

// chain makes n definitions, each using the next, and the last.
func chain(n int, format, last string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i, i+1)
	}
	fmt.Fprintf(&b, "d%d = %q\n", n, last)
	return b.String()
}

// FuzzCheckAll: no file makes the checker panic or hang.
func FuzzCheckAll(f *testing.F) {
	for _, pattern := range []string{"../testdata/bad/*.toml", "../games/*.toml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			if len(text) < 8000 {
				f.Add(text)
			}
		}
	}
	f.Add([]byte(small))
	f.Fuzz(func(t *testing.T, text []byte) {
		begin := time.Now()
		game, ds := dsl.CheckAll(source.NewFile("fuzz.toml", text))
		if (game == nil) != ds.HasErrors() {
			t.Error("a game and errors, or neither")
		}
		_ = ds.Text()
		if took := time.Since(begin); took > time.Minute {
			t.Errorf("took %v", took)
		}
	})
}
