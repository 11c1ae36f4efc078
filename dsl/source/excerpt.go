package source

import (
	"strings"
	"unicode"
)

// tabStop is the distance of the columns to which tabs are expanded.
const tabStop = 4

// excerptWidth is where a line of the file is cut; rules with their sources
// are often wider than messages.
const excerptWidth = 130

// excerpt gives the line on which a span starts in three pieces: before the
// span, the span as far as it lies on this line, and what follows. Tabs are
// expanded and what a terminal would act on is replaced. Of a very long line
// only the neighbourhood of the span is given.
func excerpt(s Span, line int) (before, marked, after string) {
	text := s.File.LineText(line)
	offset := s.File.lines[line-1]
	start := min(max(s.Start-offset, 0), len(text))
	end := min(max(s.End-offset, start), len(text))
	const window = 8 * excerptWidth // bytes looked at on either side; far more than is shown
	from, to := max(0, start-window), min(len(text), end+window)
	for from > 0 && text[from]&0xC0 == 0x80 { // not inside a character
		from++
	}
	column := 0
	before = expand(text[from:start], &column)
	marked = expand(text[start:min(end, start+window)], &column)
	after = expand(strings.TrimRight(text[end:to], " \t"), &column)
	if from > 0 || width(before)+width(marked) > excerptWidth-10 && width(before) > excerptWidth/2 {
		before = "… " + lastColumns(before, excerptWidth/3)
	}
	room := excerptWidth - 10 - width(before)
	if width(marked) > room {
		return before, firstColumns(marked, room-1) + "…", ""
	}
	if room -= width(marked); width(after) > room || to < len(text) {
		after = firstColumns(after, max(0, room-2)) + " …"
	}
	return before, marked, after
}

// expand replaces tabs by blanks up to the next stop, counted from the
// beginning of the excerpt, and what cannot be shown by a substitute.
func expand(s string, column *int) string {
	var b strings.Builder
	for _, r := range s {
		n := 1
		if r == '\t' {
			r, n = ' ', tabStop-*column%tabStop
		}
		if r = shown(r); r == '\uFEFF' {
			continue // a byte order mark
		}
		b.WriteString(strings.Repeat(string(r), n))
		*column += n * runeWidth(r)
	}
	return b.String()
}

// printable replaces what a terminal would act on: names of files and words
// of a game file reach it through messages.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return shown(r)
	}, s)
}

// maxWord is how much of a word without blanks a message shows.
const maxWord = 80

// brief cuts words that are long beyond reading, as a hostile file may hold.
func brief(s string) string {
	if len(s) <= maxWord {
		return s
	}
	var b strings.Builder
	run := 0
	for _, r := range s {
		if run++; r == ' ' || r == '\n' {
			run = 0
		}
		switch {
		case run < maxWord:
			b.WriteRune(r)
		case run == maxWord:
			b.WriteRune('…')
		}
	}
	return b.String()
}

func shown(r rune) rune {
	switch {
	case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x2028, r == 0x2029:
		return unicode.ReplacementChar
	}
	return r
}

func firstColumns(s string, limit int) string {
	column := 0
	for i, r := range s {
		if column += runeWidth(r); column > limit {
			return s[:i]
		}
	}
	return s
}

func lastColumns(s string, limit int) string {
	drop := width(s) - limit
	for i, r := range s {
		if drop <= 0 {
			return s[i:]
		}
		drop -= runeWidth(r)
	}
	return ""
}

// width is the number of columns of a terminal a text takes.
func width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

// wide are the blocks whose characters take two columns (East Asian wide and
// full-width forms, pictographs).
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115F, 1}, {0x2E80, 0x303E, 1}, {0x3041, 0xA4CF, 1}, {0xA960, 0xA97C, 1},
		{0xAC00, 0xD7A3, 1}, {0xF900, 0xFAFF, 1}, {0xFE30, 0xFE6F, 1}, {0xFF00, 0xFF60, 1}, {0xFFE0, 0xFFE6, 1},
	},
	R32: []unicode.Range32{{0x1F300, 0x1F64F, 1}, {0x1F680, 0x1F6FF, 1}, {0x1F900, 0x1F9FF, 1}, {0x20000, 0x3FFFD, 1}},
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0 // a diacritic stands on the letter before it
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}
