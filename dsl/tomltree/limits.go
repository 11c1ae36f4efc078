package tomltree

import (
	"bytes"
	"strings"

	"mancala/dsl/source"
)

// The bounds of nesting; a game file needs three levels.
const (
	maxDepth = 32  // brackets inside brackets
	maxKey   = 600 // bytes of a key with those it lies in
	maxParts = 32  // parts of a dotted key
)

// tooDeep bounds nesting and the length of keys before the file is decoded:
// the decoder recurses on brackets and stores every key with all it lies in.
// It knows only texts, comments and brackets, so it may misjudge a broken
// file, but only one that is broken in another way too.
func tooDeep(f *source.File) *source.Diagnostic {
	l := limiter{file: f, text: f.Text, open: []int{0}}
	for l.pos < len(l.text) {
		if d := l.step(); d != nil {
			return d
		}
	}
	return nil
}

type limiter struct {
	file   *source.File
	text   []byte
	pos    int
	open   []int // lengths of the keys that lead to each open bracket, summed; [0] is the open table
	key    int   // length of the key whose value is being read; it counts for all inside
	begin  int   // where the current run of key characters began
	parts  int   // dots in it
	header bool
}

func (l *limiter) step() *source.Diagnostic {
	c := l.text[l.pos]
	l.pos++
	switch c {
	case '#':
		l.skipTo("\n")
	case '"', '\'':
		l.skipText(c)
	case '.':
		l.parts++
	case '\n', ',':
		l.begin, l.parts = l.pos, 0
		if c == '\n' && len(l.open) == 1 {
			l.header = false
		}
	case '=':
		return l.endKey()
	case '[', '{':
		return l.push()
	case ']', '}':
		return l.pop()
	}
	return nil
}

func (l *limiter) endKey() *source.Diagnostic {
	length := l.pos - 1 - l.begin
	if over := l.open[len(l.open)-1] + length; over > maxKey || l.parts > maxParts {
		return keyTooLong(source.Span{File: l.file, Start: l.begin, End: l.pos - 1})
	}
	l.key, l.begin, l.parts = length, l.pos, 0
	return nil
}

func (l *limiter) push() *source.Diagnostic {
	if len(l.open) == 1 && len(bytes.TrimSpace(l.text[l.lineStart():l.pos-1])) == 0 {
		l.header = true
	}
	if len(l.open) > maxDepth {
		return nestedTooDeep(source.Span{File: l.file, Start: l.pos - 1, End: l.pos})
	}
	l.open = append(l.open, l.open[len(l.open)-1]+l.key)
	l.key = 0
	l.begin, l.parts = l.pos, 0
	return nil
}

func (l *limiter) pop() *source.Diagnostic {
	if len(l.open) > 1 {
		l.open = l.open[:len(l.open)-1]
	}
	if l.header {
		if length := l.pos - 1 - l.begin; length > maxKey || l.parts > maxParts {
			return keyTooLong(source.Span{File: l.file, Start: l.begin, End: l.pos - 1})
		} else if length > 0 {
			l.open[0] = length
		}
	}
	return nil
}

func (l *limiter) lineStart() int { return bytes.LastIndexByte(l.text[:l.pos-1], '\n') + 1 }

func (l *limiter) skipTo(end string) {
	if i := bytes.Index(l.text[l.pos:], []byte(end)); i >= 0 {
		l.pos += i
	} else {
		l.pos = len(l.text)
	}
}

func (l *limiter) skipText(quote byte) {
	three := strings.Repeat(string(quote), 3)
	if bytes.HasPrefix(l.text[l.pos-1:], []byte(three)) {
		l.pos += 2
		for l.pos < len(l.text) && !bytes.HasPrefix(l.text[l.pos:], []byte(three)) {
			if quote == '"' && l.text[l.pos] == '\\' {
				l.pos++
			}
			l.pos++
		}
		l.pos += 3
		return
	}
	for l.pos < len(l.text) && l.text[l.pos] != quote && l.text[l.pos] != '\n' {
		if quote == '"' && l.text[l.pos] == '\\' {
			l.pos++
		}
		l.pos++
	}
	if l.pos < len(l.text) && l.text[l.pos] == quote {
		l.pos++
	}
}
