package syntax

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"mancala/dsl/source"
)

// Hints for what people write out of habit: from other languages, from
// speech, or because two forms of this language are alike.

// habits are single words and signs.
var habits = map[string]string{
	"==": `write "=" to compare`, "&": `write "and"`, "&&": `write "and"`, "|": `write "or"`, "||": `write "or"`,
	"!": `write "not" before the condition`, "->": `write "then"`, "=>": `write "then"`, "→": `write "then"`, "⇒": `write "then"`,
	"≥": `write ">="`, "≤": `write "<="`, "≠": `write "!="`,
	"{":  `blocks need no braces; name a group of rules in [define] and use the name`,
	"}":  `blocks need no braces; name a group of rules in [define] and use the name`,
	"if": `write "when"`, "else": `write "otherwise"`, "elsif": `write "when"`, "with": `filter with "where": "from own where hole has seeds"`,
	"stones": `write "seeds"`, "beans": `write "seeds"`, "counters": `write "seeds"`, "pit": `write "hole"`, "pits": `write "hole"`,
	"zero": `write "0"`, "one": `write "1"`, "two": `write "2"`, "three": `write "3"`, "four": `write "4"`, "five": `write "5"`, "six": `write "6"`,
}

// pairs are words that do not follow each other.
var pairs = map[[2]string]string{
	{"is", "in"}:  `write "in" without "is": "last in enemy"`,
	{"was", "in"}: `write "in" without "was": "last in enemy"`,
	{"=", "="}:    `write "=" to compare`,
}

// habitHint is the hint for an unexpected token, "" if it is no known habit.
func (s *stream) habitHint(t lexer.Token) string {
	before := s.before(t)
	if h := pairs[[2]string{before.Value, t.Value}]; h != "" {
		return h
	}
	if h := habits[t.Value]; h != "" {
		return h
	}
	action := contains(actionWords, t.Value)
	switch {
	case t.Value == "going" || before.Value == "going":
		return `a lap goes "going clockwise", "going anticlockwise" or "going inward"`
	case t.Value == "[":
		return `sources stand at the end of a rule, with "@": [@lincke, p. 12]`
	case t.Type == tForeign:
		return foreignHint(t.Value)
	case before.Value == "with" && t.Value != "":
		return habits["with"]
	case t.Value == "seeds" && (before.Type == tInt || before.Type == tCounts):
		return `the number is enough, without "seeds"`
	case before.Value == "," && action, t.Value == "and" && !s.inMoves:
		return `actions follow each other after ";": "capture last; stop"`
	case contains([]string{"is", "was", "has", "in"}, t.Value) && !s.inMoves:
		return `conditions stand between "when" and "then"; choose holes with "where": "capture own where hole has 2"`
	case s.inMoves && contains([]string{"from", "enter", "step", "pass"}, t.Value):
		return `another way to move follows "also"; "otherwise" if it is allowed only when the ones before are not possible`
	case s.inMoves && contains([]string{"when", "always"}, t.Value):
		return `moves begin with "from", and their condition follows "where": "from own where hole has 2 or more"`
	case s.inMoves && contains([]string{"hole", "next", "opposite", "has"}, t.Value):
		return `choose holes with "where": "from own where hole has seeds"`
	}
	return ""
}

// missingHint is the hint where a small word or sign was left out.
func (s *stream) missingHint(t lexer.Token, want expectation) string {
	switch {
	case contains(want.words, "then") && t.Type != tName && contains(actionWords, t.Value):
		return `write "then" between the condition and what happens`
	case t.Value == "where" && !s.inMoves:
		return `put a set with its filter in brackets: "any (own where hole has seeds) is closed"`
	case t.Value == ";" && strings.HasPrefix(want.what, "a rule"):
		return `";" stands between two actions: leave out the last one`
	case t.Value == "an":
		return `write "a"`
	case strings.HasPrefix(want.what, "a place and a colon") && t.Type == tInt && s.before(t).Value != "":
		return fmt.Sprintf("write a colon before the number: \"%s: %s\"", s.before(t).Value, t.Value)
	}
	return ""
}

// aHole is a hole as positions and moves name it.
var aHole = regexp.MustCompile(`^[A-Fa-f][0-9]+$`)

// foreignHint turns my_holes and MyHoles into my-holes, When into when.
func foreignHint(word string) string {
	if aHole.MatchString(word) {
		return `rules hold for both players, so they name no hole of one: write a place, such as "own left 1" or "own column 3"`
	}
	var b strings.Builder
	for i, c := range word {
		switch {
		case c == '_':
			b.WriteByte('-')
		case c >= 'A' && c <= 'Z':
			if i > 0 && b.Len() > 0 && !strings.HasSuffix(b.String(), "-") && strings.ToUpper(word) != word {
				b.WriteByte('-')
			}
			b.WriteRune(c + 'a' - 'A')
		default:
			b.WriteRune(c)
		}
	}
	return fmt.Sprintf("words have small letters and are joined by hyphens: %q", strings.Trim(b.String(), "-"))
}

// before is the token before t; at the beginning, one without value.
func (s *stream) before(t lexer.Token) lexer.Token {
	var last lexer.Token
	for _, x := range s.toks {
		if x.Pos.Offset >= t.Pos.Offset && !t.EOF() || x.EOF() {
			break
		}
		last = x
	}
	return last
}

// spokenActions are verbs that descriptions use for an action.
var spokenActions = map[string]string{"eat": "capture", "take": "capture", "takes": "capture", "remove": "capture", "win": "capture", "lift": "relay",
	"continue-sowing": "relay", "put": "move", "give": "move", "play": "sow", "drop": "sow", "finish": "end game"}

// misspeltAction reports a rule that ends in the name of an action nobody
// knows, followed by what is no rule: "captrue last". It is one mistake.
func (s *stream) misspeltAction(rules []*Rule) bool {
	if len(rules) == 0 {
		return false
	}
	acts := rules[len(rules)-1].Acts
	last := acts[len(acts)-1]
	if last.Kind != "call" || len(rules[len(rules)-1].Cites) > 0 {
		return false
	}
	near := spokenActions[last.Name]
	if near == "" {
		near = source.Nearest(last.Name, actionWords)
	}
	if near == "" {
		return false
	}
	s.diags = append(s.diags, source.Diagnostic{Code: "syntax", Summary: "this doesn't read as a rule", Span: last.NameAt,
		Detail: fmt.Sprintf("%q is no action", last.Name), Hint: fmt.Sprintf("did you mean %q?", near)})
	return true
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
