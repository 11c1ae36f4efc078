package dsl_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
)

// The language reference is tested as it stands: its examples check, its
// wrong examples get the messages it shows, its words are the language's.

// block is one fenced block of a page.
type block struct {
	lang, text string
	line       int
}

func blocks(t *testing.T) []block {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var out []block
	var open *block
	for i, line := range strings.Split(string(text), "\n") {
		lang, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open == nil:
			open = &block{lang: lang, line: i + 1}
		case fence:
			out = append(out, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	if open != nil {
		t.Fatalf("line %d: a block is not closed", open.line)
	}
	return out
}

func blockOf(t *testing.T, lang string) string {
	t.Helper()
	for _, b := range blocks(t) {
		if b.lang == lang {
			return b.text
		}
	}
	t.Fatalf("README.md has no %s block", lang)
	return ""
}

func TestReadmeExamples(t *testing.T) {
	list := blocks(t)
	whole, fragments, wrong := 0, 0, 0
	for i, b := range list {
		if b.lang != "toml" {
			continue
		}
		head, body, _ := strings.Cut(b.text, "\n")
		switch {
		case strings.HasPrefix(head, "mancala = 1"):
			whole++
			readmeChecks(t, b, b.text)
		case strings.HasPrefix(head, "# fragment of "):
			fragments++
			readmeChecks(t, b, inBase(t, b, strings.TrimPrefix(head, "# fragment of "), body))
		case strings.HasPrefix(head, "# wrong: fragment of "):
			wrong++
			if i+1 >= len(list) || list[i+1].lang != "" {
				t.Fatalf("line %d: no message follows", b.line)
			}
			readmeFails(t, b, inBase(t, b, strings.TrimPrefix(head, "# wrong: fragment of "), body), list[i+1].text)
		default:
			t.Errorf("line %d: a block that is neither a game nor a fragment: %q", b.line, head)
		}
	}
	if whole < 2 || fragments < 12 || wrong < 4 {
		t.Errorf("only %d games, %d fragments, %d wrong ones", whole, fragments, wrong)
	}
}

// example is an example as a file. It may extend the first game of the page.
func example(t *testing.T, text string) *source.File {
	f := source.NewFile("example.toml", []byte(text))
	f.Others = library(map[string]string{"twos-and-threes": blockOf(t, "toml")})
	return f
}

func readmeChecks(t *testing.T, b block, text string) {
	t.Helper()
	if game, found := dsl.CheckAll(example(t, text)); game == nil || found.HasErrors() {
		t.Errorf("README.md, line %d:\n%s", b.line, found.Text())
	}
}

// readmeFails wants every line of the message shown in the messages given.
func readmeFails(t *testing.T, b block, text, message string) {
	t.Helper()
	game, found := dsl.CheckAll(example(t, text))
	if game != nil {
		t.Errorf("README.md, line %d: nothing is wrong", b.line)
	}
	for _, line := range strings.Split(strings.TrimSpace(message), "\n") {
		if !strings.Contains(found.Text(), strings.TrimSpace(line)) {
			t.Errorf("README.md, line %d: no %q in\n%s", b.line, line, found.Text())
		}
	}
}

// base is the game the fragments are put into: tables in order, a chunk for
// every key.
func base(rows string) []section {
	s := []section{
		{"", []string{"mancala = 1"}},
		{"[[source]]", []string{`id = "anon"`}},
		{"[board]", []string{"rows = " + rows, "columns = 6", `stores = "beside"`}},
		{"[setup]", []string{`holes = "board: 4"`}},
		{"[sowing]", []string{`route = "board"`, `direction = "anticlockwise"`, `endless = "open"`}},
		{"[rules]", []string{`moves = "from own where hole has seeds"`, `lap = "always stop"`, `end = "when mover has no move then each takes own; end game"`}},
		{"[score]", []string{`counts = "own store"`}},
		{"[define]", nil},
	}
	if rows == "4" {
		s[4].chunks[0] = `route = "own"`
	}
	return s
}

// section is a table: its header line and the text of each of its keys.
type section struct {
	header string
	chunks []string
}

// sections cuts a TOML text into tables and keys; it knows ”' strings.
func sections(first, text string) []section {
	out := []section{{header: first}}
	literal := false
	for _, line := range strings.SplitAfter(text, "\n") {
		last := &out[len(out)-1]
		switch {
		case literal:
			last.chunks[len(last.chunks)-1] += line
		case strings.HasPrefix(line, "["):
			out = append(out, section{header: strings.TrimSpace(line)})
			continue
		case strings.TrimSpace(line) != "":
			last.chunks = append(last.chunks, line)
		}
		if strings.Count(line, "'''") == 1 {
			literal = !literal
		}
	}
	return out
}

func keyOf(chunk string) string {
	key, _, _ := strings.Cut(chunk, "=")
	return strings.TrimSpace(key)
}

// inBase puts a fragment into the base game: its keys over those of the base.
func inBase(t *testing.T, b block, where, body string) string {
	t.Helper()
	where, rows, _ := strings.Cut(where, ", ")
	game := base(map[string]string{"": "2", "four rows": "4"}[rows])
	first := ""
	if where != "the file" {
		first = where
	}
	for _, s := range sections(first, body) {
		i := slices.IndexFunc(game, func(g section) bool { return g.header == s.header })
		if i < 0 || strings.HasPrefix(s.header, "[[") {
			game = append(game, s)
			continue
		}
		for _, chunk := range s.chunks {
			game[i].chunks = slices.DeleteFunc(game[i].chunks, func(old string) bool { return keyOf(old) == keyOf(chunk) })
			game[i].chunks = append(game[i].chunks, chunk)
		}
	}
	var out strings.Builder
	for _, s := range game {
		out.WriteString(s.header + "\n")
		for _, c := range s.chunks {
			out.WriteString(strings.TrimRight(c, "\n") + "\n")
		}
	}
	return out.String()
}

func TestReadmeWords(t *testing.T) {
	if got := strings.Fields(blockOf(t, "words")); !slices.Equal(got, syntax.Words) {
		t.Errorf("README.md lists\n%v\nthe language has\n%v", got, syntax.Words)
	}
}

// The grammar uses every word of the language and no other.
func TestReadmeGrammar(t *testing.T) {
	used := map[string]bool{}
	grammar := blockOf(t, "ebnf")
	for _, m := range regexp.MustCompile(`"([a-z]+)"`).FindAllStringSubmatch(grammar, -1) {
		used[m[1]] = true
		if !syntax.Reserved(m[1]) {
			t.Errorf("the grammar has %q, which is no word", m[1])
		}
	}
	for _, w := range syntax.Words {
		if !used[w] {
			t.Errorf("the grammar lacks %q", w)
		}
	}
	defined := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+) +=`).FindAllStringSubmatch(grammar, -1) {
		defined[m[1]] = true
	}
	plain := regexp.MustCompile(`"[^"]*"`).ReplaceAllString(grammar, "")
	for _, w := range regexp.MustCompile(`[a-z][a-z-]*`).FindAllString(plain, -1) {
		if !defined[w] {
			t.Errorf("the grammar uses %s and does not define it", w)
		}
	}
}

// Every key the checker reads is in the reference.
func TestReadmeKeys(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("check/*.go")
	if err != nil {
		t.Fatal(err)
	}
	read := regexp.MustCompile(`\b[a-z]+\.(?:get|text|year|flag|list|word|number)\("([a-z-]+)"`)
	found := 0
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range read.FindAllStringSubmatch(string(code), -1) {
			found++
			if !strings.Contains(string(page), "`"+m[1]+"`") {
				t.Errorf("%s reads the key %q, and README.md doesn't have it", file, m[1])
			}
		}
	}
	code, err := os.ReadFile("check/setup.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(code), "var evidenceKeys = []string{")
	list, _, _ = strings.Cut(list, "}")
	for _, m := range regexp.MustCompile(`"([a-z-]+)"`).FindAllStringSubmatch(list, -1) {
		found++
		if !strings.Contains(string(page), "`"+m[1]+"`") {
			t.Errorf("the evidence key %q is read, and README.md doesn't have it", m[1])
		}
	}
	if found < 80 {
		t.Errorf("only %d keys found in the checker", found)
	}
}
