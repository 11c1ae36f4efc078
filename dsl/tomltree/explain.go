package tomltree

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"mancala/dsl/source"
)

// refusal is a file the decoder refused, with what the scanner had read of it:
// enough to say what the writer meant.
type refusal struct {
	s       *scanner
	failed  *scanFailure // where the scanner stopped; nil if it did not
	message string       // the decoder's
	at      source.Span  // the decoder's place
}

// explain turns the decoder's terse refusal into a finding that says what to
// write instead. What it does not know it passes on as it is.
func explain(s *scanner, err error, failed *scanFailure) source.Diagnostic {
	r := refusal{s: s, failed: failed, message: err.Error(), at: s.span(0, 0)}
	var pe toml.ParseError
	if errors.As(err, &pe) {
		r.message = pe.Message
		start := pe.Position.Start
		if strings.HasPrefix(string(s.file.Text), bom) {
			start += len(bom) // the decoder counts from behind it
		}
		start = min(max(start, 0), len(s.file.Text))
		end := min(start+max(pe.Position.Len, 0), len(s.file.Text))
		for start+1 < end && (s.file.Text[start] == ' ' || s.file.Text[start] == '\t') {
			start++
		}
		r.at = s.span(start, end)
	}
	if d := r.unclosed(); d != nil {
		return *d
	}
	for _, e := range explanations {
		if strings.Contains(r.message, e.when) {
			return e.explain(r)
		}
	}
	return r.say("toml", "the TOML can't be read", r.message, "")
}

// explanations are tried in order by a piece of the decoder's message.
var explanations = []struct {
	when    string
	explain func(refusal) source.Diagnostic
}{
	{"control characters", refusal.controlCharacter},
	{"already been defined", refusal.twice},
	{"was already created", refusal.twice},
	{"expected value", refusal.value},
	{"expected '.' or '='", refusal.key},
	{"key name appears blank", refusal.key},
	{"keys cannot start", refusal.key},
	{"expected a top-level item to end", refusal.afterValue},
	{"table name", refusal.header},
	{"table array name", refusal.header},
	{"table separator", refusal.header},
	{"comma", refusal.comma},
	{"escape", refusal.escape},
	{"hexadecimal digits after", refusal.escape},
	{"not valid UTF-8", refusal.escape},
	{"datetime", refusal.number},
	{"nteger", refusal.number},
	{"loat", refusal.number},
	{"number", refusal.number},
	{"digit", refusal.number},
	{"out of range", refusal.number},
}

func (r refusal) say(code, summary, detail, hint string) source.Diagnostic {
	return source.Diagnostic{Code: code, Summary: summary, Detail: detail, Hint: hint, Span: r.at}
}

// line is the line of the refused place, without blanks around it.
func (r refusal) line() string { return strings.TrimSpace(r.s.file.LineText(r.at.Line())) }

// rest is what follows from the refused place to a comment or the line end.
func (r refusal) rest() string {
	text, _, _ := strings.Cut(string(r.s.file.Text[r.at.Start:]), "\n")
	text, _, _ = strings.Cut(text, "#")
	return strings.TrimSpace(text)
}

// keyText is the key of the line of the refused place, "key" if it has none.
func (r refusal) keyText() string {
	key, _, ok := strings.Cut(r.line(), "=")
	if key = strings.TrimSpace(key); !ok || key == "" || len(key) > 40 {
		return "key"
	}
	return key
}

var opensText = regexp.MustCompile(`^[ \t]*[\w."-]+[ \t]*=[ \t]*('''|""")$`)

// unclosed finds a text or bracket that was never closed. Its beginning is the
// place to show: the decoder gives the place where the mistake came to light,
// often the end of the file.
func (r refusal) unclosed() *source.Diagnostic {
	if s := r.s; len(s.stmts) > 0 {
		// A text in three quotes without its end runs on to the next three
		// quotes, which open another text.
		if v := s.stmts[len(s.stmts)-1].Value; v != nil && v.Multiline() && r.at.Start >= v.Span.End {
			text := v.Span.Text()
			if last := text[strings.LastIndexByte(text, '\n')+1:]; opensText.MatchString(last) {
				return r.unclosedText(v.Span.Start)
			}
		}
	}
	if r.failed == nil {
		return nil
	}
	switch r.failed.what {
	case unclosedText:
		return r.unclosedText(r.failed.start)
	case unclosedList, unclosedInline:
		return r.unclosedBracket(r.failed.start)
	}
	return nil
}

func (r refusal) unclosedText(start int) *source.Diagnostic {
	text := string(r.s.file.Text[start:])
	quotes := text[:1]
	if three := strings.Repeat(quotes, 3); strings.HasPrefix(text, three) {
		r.at = r.s.span(start, start+3)
		d := r.say("toml-unclosed", "a text is not closed", "this text has no closing "+three,
			"close it with "+three+" on a line of its own after its last line")
		return &d
	}
	line, _, _ := strings.Cut(text, "\n")
	line = strings.TrimRight(line, "\r")
	r.at = r.s.span(start, start+len(line))
	d := r.say("toml-unclosed", "a text is not closed", "this text has no closing "+quotes+" on its line",
		"close it on the same line; a text of several lines stands between ''' and '''")
	return &d
}

func (r refusal) unclosedBracket(start int) *source.Diagnostic {
	open := r.s.file.Text[start]
	closing, what := "]", "list"
	if open == '{' {
		closing, what = "}", "table"
	}
	r.at = r.s.span(start, start+1)
	d := r.say("toml-unclosed", "a bracket is not closed", fmt.Sprintf("the %s that begins here has no closing %s", what, closing),
		fmt.Sprintf("write %s behind its last value", closing))
	return &d
}

func (r refusal) controlCharacter() source.Diagnostic {
	text := r.s.file.Text
	at := min(r.at.Start, len(text)-1)
	for _, i := range []int{at, at + 1, at - 1} { // the decoder may stand beside it
		if i >= 0 && i < len(text) && text[i] != '\n' && text[i] != '\t' && (text[i] < ' ' || text[i] == 0x7F) {
			at = i
			break
		}
	}
	c := text[at]
	r.at = r.s.span(at, at+1)
	if c == '\r' {
		return r.say("toml-character", "a character that TOML does not allow",
			"a carriage return stands here without a line feed", `save the file with line ends "LF" or "CR LF"`)
	}
	return r.say("toml-character", "a character that TOML does not allow",
		fmt.Sprintf("the invisible character U+%04X stands here", c), "take it out")
}

var keyInMessage = regexp.MustCompile(`(?s)^Key '(.*)' (has|was) already`)

func (r refusal) twice() source.Diagnostic {
	name := r.at.Text()
	header := strings.HasPrefix(r.line(), "[")
	if header {
		n, _ := r.s.file.Position(r.at.Start)
		start := r.s.file.LineStart(n) + strings.Index(r.s.file.LineText(n), "[")
		r.at = r.s.span(start, start+strings.LastIndex(r.line(), "]")+1)
	}
	var first *Node
	if m := keyInMessage.FindStringSubmatch(r.message); m != nil {
		name = m[1]
		first = find(r.s.root, name)
	}
	d := r.say("toml-twice", "given twice", fmt.Sprintf("`%s` is already there", name), "take one of them out, or put both together")
	if first == nil || !first.KeySpan.IsValid() || first.KeySpan.Start >= r.at.Start {
		return d
	}
	d.Related = []source.Related{{Span: first.KeySpan, Message: "given here first"}}
	switch {
	case strings.HasPrefix(r.line(), "[[") && first.Kind == Table:
		d.Detail = fmt.Sprintf("`%s` is a single table above, and one of many here", name)
		d.Hint = fmt.Sprintf("write [[%s]] for every one of them", name)
	case header && first.Kind == Array && len(first.Items) > 0 && !first.Items[0].Inline && first.Items[0].Kind == Table:
		d.Detail = fmt.Sprintf("`%s` is one of many above, and a single table here", name)
		d.Hint = fmt.Sprintf("write [[%s]] for every one of them", name)
	case header && first.Kind == Table:
		d.Hint = fmt.Sprintf("put all keys of [%s] in one place", name)
	}
	return d
}

// find follows a dotted path; in an array of tables, into its last table.
func find(n *Node, path string) *Node {
	for _, key := range strings.Split(path, ".") {
		if n != nil && n.Kind == Array && len(n.Items) > 0 {
			n = n.Items[len(n.Items)-1]
		}
		n = n.Get(strings.Trim(key, `"'`))
	}
	return n
}

func (r refusal) value() source.Diagnostic {
	const code, summary = "toml-value", "a value is not understood"
	rest, key := r.rest(), r.keyText()
	switch strings.ToLower(rest) {
	case "":
		return r.say(code, "a value is missing", fmt.Sprintf("nothing follows `%s =`", key), "write its value on the same line")
	case "true", "false":
		return r.say(code, summary, "true and false are written in small letters", key+" = "+strings.ToLower(rest))
	case "yes", "no", "on", "off":
		value := "true"
		if l := strings.ToLower(rest); l == "no" || l == "off" {
			value = "false"
		}
		return r.say(code, summary, "TOML has true and false for this, and texts in quotes", fmt.Sprintf("%s = %s, or %s = %q", key, value, key, rest))
	}
	if first, _ := utf8.DecodeRuneInString(rest); strings.ContainsRune("“”„‘’‚«»`´", first) {
		return r.say(code, summary, "these are not the quotes of TOML", "use straight quotes: \"…\" or '…'")
	}
	if len(r.s.brackets) > 0 {
		return r.say(code, summary, "a text stands in quotes", fmt.Sprintf("write %q", strings.TrimRight(r.at.Text(), ",]}")))
	}
	if len(rest) > 60 {
		return r.say(code, summary, "a text stands in quotes", key+" = \"…\"")
	}
	r.at.End = r.at.Start + len(rest)
	return r.say(code, summary, "a text stands in quotes", fmt.Sprintf("%s = %q", key, rest))
}

var (
	ruleLine = regexp.MustCompile(`^([\w-]+:[ \t]*)?(when|otherwise|always|from|also)\b`)
	jsonLine = regexp.MustCompile(`^[{}]|^"[^"]*"[ \t]*:`)
	keyColon = regexp.MustCompile(`^([\w-]+)[ \t]*:[ \t]*(.*)$`)
)

func (r refusal) key() source.Diagnostic {
	const code, summary = "toml-key", "this line is not understood"
	line := r.line()
	whole := r
	if i := strings.Index(r.s.file.LineText(r.at.Line()), line); i >= 0 && line != "" && len(line) < 200 {
		n, _ := r.s.file.Position(r.at.Start)
		start := r.s.file.LineStart(n) + i
		whole.at = r.s.span(start, start+len(line))
	}
	switch {
	case ruleLine.MatchString(line):
		return whole.say(code, summary, "a rule stands outside of a text", "put the rules between three quotes:\n  lap = '''\n  when … then …\n  '''")
	case strings.HasPrefix(line, "//"), strings.HasPrefix(line, ";"), strings.HasPrefix(line, "--"), strings.HasPrefix(line, "/*"):
		return whole.say(code, summary, "a comment begins with #", "# "+strings.TrimLeft(line, "/;-* "))
	case jsonLine.MatchString(line):
		return whole.say(code, summary, "this looks like JSON; a game file is TOML", "write `key = value` lines under a header `[table]`")
	case keyColon.MatchString(line):
		m := keyColon.FindStringSubmatch(line)
		return r.say(code, summary, "a value follows `=`, not `:`", m[1]+" = "+m[2])
	case strings.HasPrefix(line, "="):
		return r.say(code, "a key is missing", "no key stands before `=`", "key = value")
	case strings.HasPrefix(line, "'"), strings.HasPrefix(line, `"`):
		return whole.say(code, summary, "a text stands here without a key", "key = \"…\"")
	}
	if c, _ := utf8.DecodeRuneInString(r.at.Text()); c >= utf8.RuneSelf {
		return r.say(code, summary, fmt.Sprintf("a key has the letters a–z, A–Z, digits, - and _ only; %q is another", c), "put the key in quotes: \"…\" = …")
	}
	return whole.say(code, summary, "a line is `key = value`, a header `[table]`, or a comment that begins with #", "")
}

var grouped = regexp.MustCompile(`^\d{1,3}(,\d{3})+`)

func (r refusal) afterValue() source.Diagnostic {
	const code, summary = "toml-after-value", "something follows a value"
	if len(r.s.stmts) > 0 {
		if last := r.s.stmts[len(r.s.stmts)-1]; last.Kind == KeyValue && last.Span.End <= r.at.Start {
			return r.afterThis(last.Value)
		}
	}
	if strings.HasPrefix(r.line(), "[") {
		return r.say(code, "something follows a header", "a header stands on a line of its own", "put what follows it on the next line")
	}
	return r.say(code, summary, "one line holds one `key = value`", "put the next key on a line of its own")
}

func (r refusal) afterThis(v *Node) source.Diagnostic {
	const code, summary = "toml-after-value", "something follows a value"
	key := r.keyText()
	text := string(r.s.file.Text[v.Span.Start:])
	text, _, _ = strings.Cut(text, "\n")
	text = strings.TrimSpace(text)
	switch {
	case v.Kind == String && !v.Multiline() && v.Literal() && r.at.Start == v.Span.End:
		return r.say(code, summary, "the text ends at the second '", "put a text that holds an apostrophe in double quotes: \"…\"")
	case v.Kind == String && !v.Multiline() && r.at.Start == v.Span.End:
		return r.say(code, summary, "the text ends at the second \"", "put a text that holds double quotes in single ones: '…'")
	case grouped.MatchString(text):
		return r.say(code, summary, "a number has no commas", key+" = "+strings.ReplaceAll(grouped.FindString(text), ",", ""))
	case strings.HasPrefix(r.at.Text(), ",") && strings.Contains(r.rest(), "="):
		return r.say(code, summary, "one line holds one `key = value`", "put the next key on a line of its own, without the comma")
	case strings.HasPrefix(r.at.Text(), ","):
		return r.say(code, summary, "several values stand in brackets", fmt.Sprintf("%s = [%s]", key, firstLetters(text, 60)))
	case v.Kind == Integer && !strings.Contains(r.rest(), "="):
		return r.say(code, summary, fmt.Sprintf("the value of `%s` ends with the number; the rest of the line is neither part of it nor a comment", key),
			fmt.Sprintf("%s = %d, or put a text in quotes", key, v.Int))
	}
	return r.say(code, summary, "one line holds one `key = value`", "put the next key on a line of its own; a comment begins with #")
}

func (r refusal) header() source.Diagnostic {
	line := r.line()
	if strings.Contains(r.message, "empty") || strings.Contains(r.message, "separator") {
		return r.say("toml-header", "a header is not understood", "a part of the name in this header is missing", "[table], [table.inner] or [[table]]")
	}
	closing := "]"
	if strings.HasPrefix(line, "[[") {
		closing = "]]"
	}
	return r.say("toml-header", "a header is not closed", fmt.Sprintf("this header should end with %s", closing),
		strings.TrimRight(line, "] \t")+closing)
}

var keyValueLine = regexp.MustCompile(`^(\[|[\w.-]+[ \t]*=)`)

func (r refusal) comma() source.Diagnostic {
	if strings.Contains(r.message, "unexpected comma") {
		return r.say("toml-comma", "a comma too many", "no value stands before this comma", "take it out")
	}
	if n := len(r.s.brackets); n > 0 {
		start := r.s.brackets[n-1]
		from, _ := r.s.file.Position(start)
		to, _ := r.s.file.Position(r.at.Start)
		if to > from && keyValueLine.MatchString(r.line()) || r.at.Start >= len(r.s.file.Text) {
			return *r.unclosedBracket(start)
		}
	}
	return r.say("toml-comma", "a comma is missing", "values in brackets are parted by commas", "put a comma before this")
}

func (r refusal) escape() source.Diagnostic {
	if i := strings.LastIndexByte(r.at.Text(), '\\'); i > 0 {
		r.at.Start += i
	}
	return r.say("toml-escape", "a backslash is not understood", fmt.Sprintf("`%s` is none of the escapes TOML knows in double quotes", r.at.Text()),
		`write \\ for a backslash, or put the text in single quotes, where \ is only a letter`)
}

func (r refusal) number() source.Diagnostic {
	const code, summary = "toml-number", "a number is not understood"
	text := r.at.Text()
	switch {
	case strings.Contains(r.message, "leading zeroes"):
		return r.say(code, summary, "a number does not begin with 0", fmt.Sprintf("%s = %s", r.keyText(), strings.TrimLeft(text, "0+-_")))
	case strings.Contains(r.message, "out of range"):
		return r.say(code, summary, text+" is far too large", "")
	case strings.Contains(r.message, "datetime"):
		return r.say(code, "a date is not understood", fmt.Sprintf("%q is not a date", text), "a date is written 2006-01-31; put other texts in quotes")
	}
	return r.say(code, summary, fmt.Sprintf("%q is not a number as TOML writes it", r.rest()), "whole numbers are written 8 or 1_000; put a text in quotes")
}

// notScanned reports what the decoder lets pass and the scanner does not: a
// line that adds to an inline table or to a list, or replaces a table.
func notScanned(s *scanner, f *scanFailure) source.Diagnostic {
	at := s.span(f.start, f.end)
	d := source.Diagnostic{Code: "toml-twice", Summary: "given twice",
		Detail: fmt.Sprintf("`%s` has its whole value already", at.Text()), Hint: "give all of it in one place", Span: at}
	switch f.what {
	case headerOnDotted:
		d.Detail = "dotted keys above made this table; TOML lets no header add to it"
		d.Hint = "go on with dotted keys there, or give all of it under the header"
	case dottedOnHeader:
		d.Detail = fmt.Sprintf("a header above made the table `%s`; TOML lets no dotted key add to it", at.Text())
		d.Hint = "put the key under that header"
	}
	name := strings.Trim(at.Text(), "[]")
	key := name[strings.LastIndexByte(name, '.')+1:]
	var first *Node
	s.root.Walk(func(n *Node) {
		if n.Key == strings.Trim(key, " \"'") && n.KeySpan.Start < at.Start {
			first = n
		}
	})
	if first != nil {
		d.Related = []source.Related{{Span: first.KeySpan, Message: "given here first"}}
	}
	return d
}

func firstLetters(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + " …"
}
