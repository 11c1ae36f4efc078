package format

import (
	"strings"
	"unicode/utf8"
)

// isRuleText says whether the value at a path is written in the language of
// rules, where white space means nothing.
func isRuleText(path string) bool {
	keys := parts(path)
	for i, k := range keys {
		k, _, _ = strings.Cut(k, "[")
		last := i == len(keys)-1
		switch {
		case !last && (k == "rules" || k == "define" || k == "rule" || k == "roles" || k == "match"):
			return true
		case last && (k == "holes" || k == "until" || k == "skip"):
			return true
		}
	}
	return false
}

// ruleText writes a text between ”' on lines of its own.
func ruleText(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return "''''''"
	}
	if isTable(lines) {
		lines = tableOfRules(lines)
	} else {
		lines = dedent(lines)
	}
	return "'''\n" + strings.Join(single(lines), "\n") + "\n'''"
}

// single leaves one of several blank lines.
func single(lines []string) []string {
	out := lines[:0:0]
	for _, l := range lines {
		if l != "" || len(out) > 0 && out[len(out)-1] != "" {
			out = append(out, l)
		}
	}
	return out
}

// dedent takes away the indentation that all lines share.
func dedent(lines []string) []string {
	common := -1
	for i, l := range lines {
		lines[i] = strings.ReplaceAll(l, "\t", "    ")
		if l != "" {
			if n := len(lines[i]) - len(strings.TrimLeft(lines[i], " ")); common < 0 || n < common {
				common = n
			}
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		if l != "" {
			out[i] = l[common:]
		}
	}
	return out
}

// ruleLine is one line of a table of rules, taken apart.
type ruleLine struct {
	label   string // "eat:", or ""
	cond    string // "when …" before `then`; "otherwise"; ""
	acts    string // what follows, with `then`
	sources string // "[@…] [@…]"
	comment string
	head    bool // begins a rule
}

// isTable reports whether the first words of a text begin a rule.
func isTable(lines []string) bool {
	for _, l := range lines {
		if r := takeApart(l); l != "" && (r.head || r.acts != "" || r.cond != "") {
			return r.head
		}
	}
	return false
}

func takeApart(l string) ruleLine {
	var r ruleLine
	code, comment, found := strings.Cut(l, "#")
	if found {
		r.comment = "#" + comment
	}
	if i := strings.Index(code, "[@"); i >= 0 {
		code, r.sources = code[:i], strings.Join(strings.Fields(code[i:]), " ")
	}
	words := strings.Fields(code)
	if len(words) > 1 && strings.HasSuffix(words[0], ":") && isHead(words[1]) {
		r.label, words = words[0], words[1:]
	}
	if len(words) == 0 || !isHead(words[0]) {
		r.acts = strings.Join(words, " ")
		return r
	}
	r.head = true
	if words[0] != "when" {
		r.cond, r.acts = words[0], strings.Join(words[1:], " ")
		return r
	}
	for i, w := range words {
		if w == "then" {
			r.cond, r.acts = strings.Join(words[:i], " "), strings.Join(words[i:], " ")
			return r
		}
	}
	r.acts = strings.Join(words, " ") // `then` is on a later line
	return r
}

func isHead(word string) bool { return word == "when" || word == "otherwise" || word == "always" }

// tableOfRules lays out the rules of a table: labels, conditions, `then`,
// sources and comments in columns, block by block (a block ends at an empty
// line). A line that goes on with a rule is indented to its condition.
func tableOfRules(lines []string) []string {
	var out []string
	for len(lines) > 0 {
		n := 0
		for n < len(lines) && lines[n] != "" {
			n++
		}
		out = append(out, block(lines[:n])...)
		if n < len(lines) {
			out = append(out, "")
			n++
		}
		lines = lines[n:]
	}
	return out
}

func block(lines []string) []string {
	rules := make([]ruleLine, len(lines))
	heads, label := 0, 0
	for i, l := range lines {
		rules[i] = takeApart(l)
		if rules[i].head {
			heads++
			if rules[i].label != "" {
				label = max(label, utf8.RuneCountInString(rules[i].label)+1)
			}
		}
	}
	cells := make([][]string, len(rules))
	for i, r := range rules {
		switch {
		case r.head:
			lead := r.label + strings.Repeat(" ", label-utf8.RuneCountInString(r.label))
			cells[i] = []string{lead + r.cond, r.acts, r.sources, r.comment}
			if heads == 1 || r.cond == "always" || r.cond == "" {
				cells[i] = []string{"", lead + strings.TrimSpace(r.cond+" "+r.acts), r.sources, r.comment}
			}
		case r.acts != "":
			cells[i] = []string{"", strings.Repeat(" ", label+len("when ")) + r.acts, r.sources, r.comment}
		case r.sources != "":
			cells[i] = []string{"", strings.Repeat(" ", label+len("when ")) + r.sources, "", r.comment}
		default:
			cells[i] = []string{"", r.comment, "", ""}
		}
	}
	return columns(cells, 80, 120, 160)
}

// columns pads the cells of rows so that those of one column begin at one
// place, two blanks after the widest before it. limits[c] bounds column c: a
// row that is wider so far does not push the next column out. A row begins
// with the first cell it has.
func columns(rows [][]string, limits ...int) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r[0]
	}
	for c, limit := range limits {
		start := 0
		for i, r := range rows {
			if w := utf8.RuneCountInString(out[i]); r[c+1] != "" && w > 0 && w <= limit {
				start = max(start, w+2)
			}
		}
		for i, r := range rows {
			if r[c+1] != "" && out[i] != "" {
				out[i] += strings.Repeat(" ", max(2, start-utf8.RuneCountInString(out[i])))
			}
			out[i] += r[c+1]
		}
	}
	return out
}
