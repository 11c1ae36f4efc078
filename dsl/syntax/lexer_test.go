package syntax

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"

	"mancala/dsl/source"
)

// patterns is the definition of the tokens: the first pattern that matches is
// the kind. The lexer does the same by hand, several times faster.
var patterns = []struct {
	kind    string
	pattern *regexp.Regexp
}{
	{"", regexp.MustCompile(`^#[^\n]*`)},
	{"", regexp.MustCompile(`^[ \t\r\n]+`)},
	{"Cite", regexp.MustCompile(`^\[@[^\]\n]*\]`)},
	{"Label", regexp.MustCompile(`^[a-z][a-z0-9]*(?:-[a-z0-9]+)*:`)},
	{"Foreign", regexp.MustCompile(`^(?:[a-z][A-Za-z0-9_-]*[A-Z_][A-Za-z0-9_-]*|[A-Z_][A-Za-z0-9_-]*)`)},
	{"Word", regexp.MustCompile(`^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*`)},
	{"Counts", regexp.MustCompile(`^\d+(?:\.\.\d+)?(?:[ \t\r\n]+or[ \t\r\n]+\d+(?:\.\.\d+)?)*[ \t\r\n]+or[ \t\r\n]+(?:more\b|\d+(?:\.\.\d+)?)`)},
	{"Int", regexp.MustCompile(`^\d+`)},
	{"Op", regexp.MustCompile(`^(?:\.\.|!=|<=|>=|[=<>+\-*/(),;:])`)},
	{"Invalid", regexp.MustCompile(`^(?:&&|\|\||(?s).)`)},
}

// byPatterns lexes by the patterns: "Kind value" for every token.
func byPatterns(s string) []string {
	var out []string
	for s != "" {
		for _, p := range patterns {
			n := len(p.pattern.FindString(s))
			if n == 0 {
				continue
			}
			kind := p.kind
			if kind == "Word" && !Reserved(s[:n]) {
				kind = "Name"
			}
			if kind != "" {
				out = append(out, kind+" "+s[:n])
			}
			s = s[n:]
			break
		}
	}
	return out
}

func byHand(t *testing.T, s string) []string {
	names := map[lexer.TokenType]string{}
	for name, kind := range symbols {
		names[kind] = name
	}
	f := source.NewFile("text", []byte(s))
	toks, _ := tokens(Text{File: f, Value: s, Offset: func(i int) int { return i }})
	var out []string
	for _, tok := range toks[:len(toks)-1] {
		if got := s[tok.Pos.Offset : tok.Pos.Offset+len(tok.Value)]; got != tok.Value {
			t.Fatalf("%q: the token %q is said to be at %q", s, tok.Value, got)
		}
		out = append(out, names[tok.Type]+" "+tok.Value)
	}
	return out
}

func sameTokens(t *testing.T, s string) {
	t.Helper()
	want, got := byPatterns(s), byHand(t, s)
	if strings.Join(want, "\n") != strings.Join(got, "\n") {
		t.Errorf("%q is lexed as\n%q\nby its patterns as\n%q", s, got, want)
	}
}

func TestTokens(t *testing.T) {
	for _, s := range []string{
		"", "#", "# a comment", "a#b\nc", "when last has 2 or 3 or more then stop; relay", "2 or more", "2 or  3\n or\tmore",
		"2 or more3", "2 or morex", "2..4 or 6", "2.. or 3", "2 or 3..", "2 or", "2  or 3 or x", "2or 3", "2 or3", "2 or more-x", "7 more",
		"eat: x", "eat-2: x", "eat-2 x", "eat-: x", "a--b", "a-b-c:", "A4", "my_hole", "MyHole", "myHole:", "_x", "a-B", "x-",
		"[@me, p. 2] [@me", "[@a\nb]", "[1]", "a != b <= c >= d == e => f -> g && h || i & j | k", "own . ..", "é", "a é b", "\xff", "a\x00b", "←",
	} {
		sameTokens(t, s)
	}
}

// The texts of the library, whole and broken at random.
func TestTokensOfTheLibrary(t *testing.T) {
	files, _ := filepath.Glob("../../games/*.toml")
	if len(files) < 100 {
		t.Fatalf("only %d games", len(files))
	}
	r := rand.New(rand.NewPCG(1, 2))
	signs := []string{"-", "_", ":", "..", " or ", "more", "[@", "]", "\n", "#", "A", "9", "=", "é"}
	for _, file := range files[:len(files)/4] {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if len(line) > 200 || strings.Count(line, "(") > maxDepth {
				continue
			}
			sameTokens(t, line)
			at := r.IntN(len(line) + 1)
			sameTokens(t, line[:at]+signs[r.IntN(len(signs))]+line[at:])
		}
	}
}

func FuzzTokens(f *testing.F) {
	f.Add("when last has 2 or 3 or more then capture opposite [@me]; stop # yes")
	f.Add("eat-1: a-b_C 2..4 or more && x")
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) < 2000 && strings.Count(s, "(") < maxDepth {
			sameTokens(t, s)
		}
	})
}
