package tomltree

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"

	"mancala/dsl/source"
)

// scanner walks a file that BurntSushi/toml has accepted and builds its tree.
// On a refused file it is run as well, to find the place of what is open or
// given twice; it then stops at the first thing it does not understand.
type scanner struct {
	file *source.File
	pos  int

	root     *Node
	chain    []*Node // the open table and all tables and arrays it lies in
	brackets []int   // where the brackets of the value being read begin
	stmts    []Statement
	bare     bool               // no statements are wanted
	newly    source.Diagnostics // uses of TOML 1.1
}

// scanFailure is the panic value by which the scanner stops.
type scanFailure struct {
	start, end int
	what       failure
}

type failure int

const (
	notUnderstood failure = iota
	unclosedText
	unclosedList
	unclosedInline
	closedTable
	headerOnDotted
	dottedOnHeader
)

// part is one part of a dotted key.
type part struct {
	name string
	span source.Span
}

func (s *scanner) statement(st Statement) {
	if !s.bare {
		s.stmts = append(s.stmts, st)
	}
}

func (s *scanner) peek(ahead int) byte {
	if i := s.pos + ahead; i < len(s.file.Text) {
		return s.file.Text[i]
	}
	return 0
}

func (s *scanner) span(start, end int) source.Span {
	return source.Span{File: s.file, Start: start, End: min(end, len(s.file.Text))}
}

func (s *scanner) fail(start, end int, what failure) {
	panic(scanFailure{start, min(end, len(s.file.Text)), what})
}

func (s *scanner) skip(chars string) {
	for s.pos < len(s.file.Text) && strings.IndexByte(chars, s.file.Text[s.pos]) >= 0 {
		s.pos++
	}
}

func (s *scanner) expect(c byte) {
	if s.peek(0) != c {
		s.fail(s.pos, s.pos+1, notUnderstood)
	}
	s.pos++
}

// scan builds the tree; failed is not nil if the scanner had to stop.
func (s *scanner) scan() (failed *scanFailure) {
	defer func() {
		if r := recover(); r != nil {
			f, ok := r.(scanFailure)
			if !ok { // a slip of the scanner: refuse the file rather than stop the program
				f = scanFailure{s.pos, s.pos + 1, notUnderstood}
			}
			failed = &f
		}
	}()
	s.root = &Node{Kind: Table, Fields: map[string]*Node{}, Span: s.span(0, len(s.file.Text))}
	s.chain = []*Node{s.root}
	if bytes.HasPrefix(s.file.Text, []byte(bom)) {
		s.pos = len(bom)
	}
	for {
		s.skip(" \t\r\n")
		switch {
		case s.pos >= len(s.file.Text):
			return nil
		case s.peek(0) == '#':
			s.statement(Statement{Kind: Comment, Span: s.comment()})
		case s.peek(0) == '[':
			s.header()
		default:
			s.keyValue()
		}
	}
}

// comment reads to the end of the line; blanks at its end are not part of it.
func (s *scanner) comment() source.Span {
	begin := s.pos
	if n := bytes.IndexByte(s.file.Text[s.pos:], '\n'); n >= 0 {
		s.pos += n
	} else {
		s.pos = len(s.file.Text)
	}
	text := bytes.TrimRight(s.file.Text[begin:s.pos], " \t\r")
	return s.span(begin, begin+len(text))
}

// trailing reads a comment behind a header or value on the same line.
func (s *scanner) trailing() (comment source.Span) {
	s.skip(" \t\r")
	if s.peek(0) == '#' {
		return s.comment()
	}
	return source.Span{}
}

func (s *scanner) header() {
	begin := s.pos
	s.pos++
	double := s.peek(0) == '['
	if double {
		s.pos++
	}
	parts := s.key()
	s.expect(']')
	if double {
		s.expect(']')
	}
	span := s.span(begin, s.pos)
	s.open(parts, span, double)
	kind := TableHeader
	if double {
		kind = ArrayHeader
	}
	s.statement(Statement{Kind: kind, Span: span, Key: parts[0].span.To(parts[len(parts)-1].span),
		Value: s.chain[len(s.chain)-1], Comment: s.trailing()})
}

// open makes the table of a header the current one.
func (s *scanner) open(parts []part, header source.Span, double bool) {
	s.chain = s.chain[:1]
	last := len(parts) - 1
	for i, p := range parts {
		if i < last || !double {
			s.chain = append(s.chain, s.descend(s.chain[len(s.chain)-1], p, header.Start, byHeader)...)
		}
	}
	if n := s.chain[len(s.chain)-1]; !double && n.origin == byDottedKey {
		s.fail(header.Start, header.End, headerOnDotted)
	}
	if double {
		parent := s.chain[len(s.chain)-1]
		p := parts[last]
		list := parent.Fields[p.name]
		if list == nil {
			list = &Node{Kind: Array, Key: p.name, KeySpan: p.span, Span: header, up: parent}
			parent.Set(p.name, list)
		}
		if list.Kind != Array {
			s.fail(p.span.Start, p.span.End, notUnderstood)
		}
		element := &Node{Kind: Table, KeySpan: header, Span: header, Fields: map[string]*Node{}, up: list, index: len(list.Items)}
		list.Items = append(list.Items, element)
		s.chain = append(s.chain, list, element)
	}
	s.extend(s.chain, header.End)
}

// descend gives the table (for an array of tables, the array and its last
// table) under one part of a key, made if it is new.
func (s *scanner) descend(n *Node, p part, start int, how origin) []*Node {
	child := n.Fields[p.name]
	switch {
	case child == nil:
		child = &Node{Kind: Table, Key: p.name, KeySpan: p.span, Span: s.span(start, p.span.End),
			Fields: map[string]*Node{}, up: n, origin: how}
		n.Set(p.name, child)
		return []*Node{child}
	case child.Inline:
		s.fail(p.span.Start, p.span.End, closedTable)
	case how == byDottedKey && child.origin == byHeader:
		s.fail(p.span.Start, p.span.End, dottedOnHeader)
	case child.Kind == Table:
		return []*Node{child}
	case child.Kind == Array && len(child.Items) > 0 && child.Items[len(child.Items)-1].Kind == Table:
		return []*Node{child, child.Items[len(child.Items)-1]}
	}
	s.fail(p.span.Start, p.span.End, notUnderstood)
	return nil
}

func (s *scanner) extend(chain []*Node, end int) {
	for _, n := range chain {
		n.Span.End = max(n.Span.End, end)
	}
}

func (s *scanner) keyValue() {
	begin := s.pos
	parts, v := s.assign(s.chain)
	s.statement(Statement{Kind: KeyValue, Span: s.span(begin, v.Span.End),
		Key: parts[0].span.To(parts[len(parts)-1].span), Value: v, Comment: s.trailing()})
}

// assign reads `key = value` into the last table of a chain.
func (s *scanner) assign(chain []*Node) ([]part, *Node) {
	parts := s.key()
	chain = append([]*Node(nil), chain...)
	last := parts[len(parts)-1]
	for _, p := range parts[:len(parts)-1] {
		chain = append(chain, s.descend(chain[len(chain)-1], p, parts[0].span.Start, byDottedKey)...)
	}
	table := chain[len(chain)-1]
	s.expect('=')
	s.skip(" \t")
	v := s.value()
	v.Key, v.KeySpan, v.up = last.name, last.span, table
	if table.Fields[last.name] != nil {
		s.fail(last.span.Start, last.span.End, notUnderstood)
	}
	table.Set(last.name, v)
	s.extend(chain, v.Span.End)
	return parts, v
}

// key reads a dotted key and the blanks behind it.
func (s *scanner) key() []part {
	var parts []part
	for {
		s.skip(" \t")
		begin := s.pos
		var name string
		if c := s.peek(0); c == '"' || c == '\'' {
			name = s.scanString().Str
		} else {
			for bareKey(s.peek(0)) {
				s.pos++
			}
			if name = string(s.file.Text[begin:s.pos]); name == "" {
				s.fail(begin, begin+1, notUnderstood)
			}
		}
		parts = append(parts, part{name, s.span(begin, s.pos)})
		s.skip(" \t")
		if s.peek(0) != '.' {
			return parts
		}
		s.pos++
	}
}

func bareKey(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

func (s *scanner) value() *Node {
	switch s.peek(0) {
	case '"', '\'':
		return s.scanString()
	case '[':
		return s.list()
	case '{':
		return s.inline()
	}
	return s.scalar()
}

func (s *scanner) list() *Node {
	n := &Node{Kind: Array}
	begin := s.pos
	s.brackets = append(s.brackets, begin)
	s.pos++
	for {
		s.blanks(begin, unclosedList)
		if s.peek(0) == ']' {
			s.pos++
			s.brackets = s.brackets[:len(s.brackets)-1]
			n.Span = s.span(begin, s.pos)
			return n
		}
		item := s.value()
		item.up, item.index = n, len(n.Items)
		n.Items = append(n.Items, item)
		s.blanks(begin, unclosedList)
		if s.peek(0) == ',' {
			s.pos++
		} else if s.peek(0) != ']' {
			s.fail(s.pos, s.pos+1, notUnderstood)
		}
	}
}

// blanks skips white space, line ends and comments inside brackets.
func (s *scanner) blanks(begin int, what failure) (lines bool) {
	for {
		switch c := s.peek(0); {
		case s.pos >= len(s.file.Text):
			s.fail(begin, begin+1, what)
		case c == '#':
			s.comment()
			lines = true
		case c == '\n':
			s.pos++
			lines = true
		case c == ' ', c == '\t', c == '\r':
			s.pos++
		default:
			return lines
		}
	}
}

func (s *scanner) inline() *Node {
	n := &Node{Kind: Table, Fields: map[string]*Node{}, Inline: true}
	begin := s.pos
	s.brackets = append(s.brackets, begin)
	s.pos++
	newer := ""
	blanks := func() {
		if s.blanks(begin, unclosedInline) {
			newer = "a line end inside { … }"
		}
	}
	comma := false
	for {
		blanks()
		if s.peek(0) == '}' {
			if comma {
				newer = "a comma before }"
			}
			s.pos++
			s.brackets = s.brackets[:len(s.brackets)-1]
			n.Span = s.span(begin, s.pos)
			if newer != "" {
				s.newer(begin, s.pos, newer)
			}
			return n
		}
		s.assign([]*Node{n})
		blanks()
		if comma = s.peek(0) == ','; comma {
			s.pos++
		} else if s.peek(0) != '}' {
			s.fail(s.pos, s.pos+1, notUnderstood)
		}
	}
}

var (
	date         = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	datetime     = regexp.MustCompile(`^(\d{4}-\d\d-\d\d([Tt ]|$))?(\d\d:\d\d|$)`)
	shortSeconds = regexp.MustCompile(`(^|[Tt ])\d\d:\d\d([Zz+-]|$)`)
)

// scalar reads a number, a date, true or false.
func (s *scanner) scalar() *Node {
	begin := s.pos
	word := func() {
		for s.pos < len(s.file.Text) && strings.IndexByte(" \t\r\n,]}#=", s.peek(0)) < 0 {
			s.pos++
		}
	}
	word()
	if s.peek(0) == ' ' && s.pos-begin == 10 && date.Match(s.file.Text[begin:s.pos]) && s.peek(1) >= '0' && s.peek(1) <= '9' {
		s.pos++
		word()
	}
	n := &Node{Span: s.span(begin, s.pos)}
	text := n.Span.Text()
	if v, err := strconv.Atoi(text); err == nil && text[0] != '+' { // most are plain numbers
		n.Kind, n.Int = Integer, int64(v)
		return n
	}
	digits := strings.ReplaceAll(text, "_", "")
	switch {
	case text == "true", text == "false":
		n.Kind, n.Bool = Bool, text == "true"
	case strings.Trim(text, "+-") == "inf":
		n.Kind, n.Float = Float, math.Inf(1-2*strings.Count(text, "-"))
	case strings.Trim(text, "+-") == "nan":
		n.Kind, n.Float = Float, math.NaN()
	case strings.ContainsAny(text, "-:") && datetime.MatchString(text):
		n.Kind, n.Str = Datetime, text
		if !date.MatchString(text) && !shortSeconds.MatchString(text) {
			break
		}
		if !date.MatchString(text) {
			s.newer(begin, s.pos, "a time without seconds")
		}
	case strings.ContainsAny(text, ".eE") && !strings.HasPrefix(text, "0x"):
		v, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			s.fail(begin, max(s.pos, begin+1), notUnderstood)
		}
		n.Kind, n.Float = Float, v
	default:
		v, err := strconv.ParseInt(strings.TrimPrefix(digits, "+"), 0, 64)
		if err != nil {
			s.fail(begin, max(s.pos, begin+1), notUnderstood)
		}
		n.Kind, n.Int = Integer, v
	}
	return n
}

func join(path, key string) string {
	if strings.Trim(key, bareChars) != "" || key == "" {
		key = strconv.Quote(key)
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

const bareChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
