package format

import (
	"strings"

	"mancala/dsl/tomltree"
)

// parts splits a dotted key as it is written, quotes kept.
func parts(key string) []string {
	var out []string
	quote := byte(0)
	begin := 0
	for i := 0; i < len(key); i++ {
		switch c := key[i]; {
		case quote != 0:
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"', c == '\'':
			quote = c
		case c == '.':
			out = append(out, strings.TrimSpace(key[begin:i]))
			begin = i + 1
		}
	}
	return append(out, strings.TrimSpace(key[begin:]))
}

func dotted(key []string) string { return strings.Join(key, ".") }

// value writes a value canonically.
func (w *writer) value(n *tomltree.Node) string {
	if n.Literal() && n.Multiline() && isRuleText(n.Path()) {
		return ruleText(n.Str)
	}
	if n.Kind == tomltree.Array || n.Kind == tomltree.Table {
		r := valueReader{text: n.Span.Text()}
		return r.value(0)
	}
	return n.Span.Text()
}

// valueReader rewrites a list or inline table from its own text.
type valueReader struct {
	text     string
	pos      int
	comments []string // all that were met
}

func (r *valueReader) peek() byte {
	if r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

// value rewrites the value under the cursor, depth lists deep.
func (r *valueReader) value(depth int) string {
	switch r.peek() {
	case '[':
		return r.list(depth)
	case '{':
		return r.table(depth)
	}
	begin := r.pos
	r.word(" \t\r\n,]}#")
	if r.peek() == ' ' && isDate(r.text[begin:r.pos]) && r.pos+1 < len(r.text) && r.text[r.pos+1] >= '0' && r.text[r.pos+1] <= '9' {
		r.pos++ // a date and a time with a blank between
		r.word(" \t\r\n,]}#")
	}
	return r.text[begin:r.pos]
}

func isDate(s string) bool { return len(s) == 10 && s[4] == '-' && s[7] == '-' }

// word moves on to one of the characters in ends that is in no text.
func (r *valueReader) word(ends string) {
	for r.pos < len(r.text) && strings.IndexByte(ends, r.peek()) < 0 {
		if c := r.peek(); c == '"' || c == '\'' {
			r.pos = endOfText(r.text, r.pos)
		} else {
			r.pos++
		}
	}
}

// gap is what stands between two tokens.
type gap struct {
	beside string   // a comment on the line of the token before
	own    []string // comments on lines of their own
	broken bool     // a line ends
}

func (r *valueReader) gap() gap {
	var g gap
	for {
		switch c := r.peek(); c {
		case '\n':
			g.broken = true
			r.pos++
		case ' ', '\t', '\r':
			r.pos++
		case '#':
			begin := r.pos
			for r.pos < len(r.text) && r.peek() != '\n' {
				r.pos++
			}
			comment := strings.TrimRight(r.text[begin:r.pos], " \t\r")
			r.comments = append(r.comments, comment)
			if g.broken {
				g.own = append(g.own, comment)
			} else {
				g.beside = comment
			}
		default:
			return g
		}
	}
}

// and joins two gaps with a comma between them.
func (g gap) and(h gap) gap {
	if g.beside == "" && !g.broken {
		g.beside = h.beside
	} else if h.beside != "" {
		g.own = append(g.own, h.beside)
	}
	return gap{g.beside, append(g.own, h.own...), g.broken || h.broken}
}

// list rewrites a list: on one line if it was, otherwise with its values on
// the lines they had, a comma after the last, and the bracket below.
func (r *valueReader) list(depth int) string {
	r.pos++
	before := r.gap()
	broken := before.broken
	var items []string
	gaps := []gap{before} // before each item and before the bracket
	for r.peek() != ']' && r.pos < len(r.text) {
		items = append(items, r.value(depth+1))
		g := r.gap()
		if r.peek() == ',' {
			r.pos++
			g = g.and(r.gap())
		}
		broken = broken || g.broken
		gaps = append(gaps, g)
	}
	r.pos++
	if !broken {
		return "[" + strings.Join(items, ", ") + "]"
	}
	return writeLines(items, gaps, depth)
}

func writeLines(items []string, gaps []gap, depth int) string {
	var b strings.Builder
	indent := "\n" + strings.Repeat("  ", depth+1)
	b.WriteString("[")
	for i, g := range gaps {
		if i > 0 {
			b.WriteString(",")
		}
		if g.beside != "" {
			b.WriteString("  " + g.beside)
		}
		for _, c := range g.own {
			b.WriteString(indent + c)
		}
		switch {
		case i == len(items):
			b.WriteString("\n" + strings.Repeat("  ", depth) + "]")
			continue
		case i == 0 || g.broken:
			b.WriteString(indent)
		default:
			b.WriteString(" ")
		}
		b.WriteString(items[i])
	}
	return b.String()
}

// table rewrites an inline table on one line. With comments inside, which
// only TOML 1.1 allows, it stays as it is.
func (r *valueReader) table(depth int) string {
	begin, known := r.pos, len(r.comments)
	r.pos++
	r.gap()
	var items []string
	for r.peek() != '}' && r.pos < len(r.text) {
		key := r.pos
		r.word("=")
		name := dotted(parts(r.text[key:r.pos]))
		r.pos++
		r.gap()
		items = append(items, name+" = "+r.value(depth))
		r.gap()
		if r.peek() == ',' {
			r.pos++
			r.gap()
		}
	}
	r.pos++
	switch {
	case len(r.comments) > known:
		return r.text[begin:min(r.pos, len(r.text))]
	case len(items) == 0:
		return "{}"
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

// endOfText gives the offset behind the text that begins at i.
func endOfText(s string, i int) int {
	quote := s[i : i+1]
	three := strings.Repeat(quote, 3)
	if !strings.HasPrefix(s[i:], three) {
		three = quote
	}
	for i += len(three); i < len(s); i++ {
		if s[i] == '\\' && quote == `"` {
			i++
		} else if strings.HasPrefix(s[i:], three) {
			i += len(three)
			for more := 0; len(three) == 3 && more < 2 && i < len(s) && s[i:i+1] == quote; more++ {
				i++ // quotes before the closing three belong to the text
			}
			return i
		}
	}
	return len(s)
}
