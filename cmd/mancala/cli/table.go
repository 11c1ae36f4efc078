package cli

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"mancala/dsl/source"
)

// table lays out rows in columns, two spaces apart; a column whose name
// begins with ">" is set to the right. Empty trailing cells leave no blanks.
type table struct {
	heads []string
	rows  [][]string
}

func newTable(heads ...string) *table { return &table{heads: heads} }

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

// write prints the table, the heads first unless all are empty.
func (t *table) write(w io.Writer, s style) error {
	right := make([]bool, len(t.heads))
	heads := make([]string, len(t.heads))
	width := make([]int, len(t.heads))
	shown := false
	for i, h := range t.heads {
		heads[i], right[i] = strings.CutPrefix(h, ">")
		width[i] = utf8.RuneCountInString(heads[i])
		shown = shown || heads[i] != ""
	}
	for _, r := range t.rows {
		for i, c := range r {
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	var b strings.Builder
	line := func(cells []string, paint func(string) string) {
		var l strings.Builder
		for i, c := range cells {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if i > 0 {
				l.WriteString("  ")
			}
			if right[i] {
				l.WriteString(pad + c)
			} else {
				l.WriteString(c + pad)
			}
		}
		b.WriteString(paint(strings.TrimRight(l.String(), " ")) + "\n")
	}
	if shown {
		line(heads, s.head)
	}
	for _, r := range t.rows {
		line(r, func(x string) string { return x })
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeJSON prints one JSON document, indented, keys in the order of the struct.
func (a *app) writeJSON(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// count writes a number with thin groups of three: 12,345.
func count[N int | int64 | uint64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// plural writes a number with its noun: 1 lap, 2 laps.
func plural(n int, noun string) string {
	return count(n) + " " + source.Noun(n, noun)
}
