package source

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestPosition(t *testing.T) {
	f := NewFile("x", []byte("\xef\xbb\xbfab\r\né\tx\n\nend"))
	for _, tt := range []struct{ offset, line, column int }{
		{0, 1, 1}, {3, 1, 1}, {4, 1, 2}, {7, 2, 1}, {9, 2, 2}, {10, 2, 3}, {12, 3, 1}, {13, 4, 1}, {16, 4, 4}, {99, 4, 4}, {-5, 1, 1},
	} {
		if line, column := f.Position(tt.offset); line != tt.line || column != tt.column {
			t.Errorf("offset %d: %d:%d, want %d:%d", tt.offset, line, column, tt.line, tt.column)
		}
	}
	if f.LineText(2) != "é\tx" || f.LineText(3) != "" || f.LineText(4) != "end" || f.LineText(5) != "" || f.LineText(0) != "" {
		t.Errorf("%q %q %q", f.LineText(2), f.LineText(3), f.LineText(4))
	}
	if f.LineStart(2) != 7 || f.LineStart(99) != len(f.Text) {
		t.Error(f.LineStart(2), f.LineStart(99))
	}
}

// Position is what counting line ends and characters gives.
func TestPositionCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("aé名\n\t "))).Draw(t, "text")
		f := NewFile("x", []byte(text))
		for offset := range len(text) + 1 {
			before := text[:offset]
			line, column := f.Position(offset)
			start := strings.LastIndexByte(before, '\n') + 1
			if line != 1+strings.Count(before, "\n") || column != 1+utf8.RuneCountInString(before[start:]) || f.LineStart(line) != start {
				t.Fatalf("offset %d of %q: %d:%d", offset, text, line, column)
			}
		}
	})
}

// Whatever the text and the span, the printer gives an excerpt with carets
// and neither panics nor lets a control character through.
func TestPrintAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.SampledFrom([]byte("ab\xc3\xa9\xff\t\n\r\x1b \x00#"))).Draw(t, "text")
		text = append(text, bytes.Repeat([]byte("x"), rapid.IntRange(0, 300).Draw(t, "more"))...)
		f := NewFile("x", text)
		a := rapid.IntRange(0, len(text)).Draw(t, "start")
		b := rapid.IntRange(a, len(text)).Draw(t, "end")
		out := Diagnostics{{Code: "c", Summary: "s", Detail: "d", Span: Span{f, a, b}}}.Text()
		if strings.ContainsAny(out, "\x1b\x00\r\t") {
			t.Fatalf("%q", out)
		}
		if b > 0 && !strings.Contains(out, "^") {
			t.Fatalf("no caret: %q", out)
		}
	})
}

func TestSpans(t *testing.T) {
	f, g := NewFile("f", []byte("0123456789")), NewFile("g", nil)
	a, b := Span{f, 2, 4}, Span{f, 6, 8}
	if a.To(b) != (Span{f, 2, 8}) || b.To(a) != b || (Span{}).To(a) != a || a.To(Span{}) != a || a.To(Span{g, 0, 9}) != a {
		t.Error("To")
	}
	if a.Text() != "23" || (Span{}).Text() != "" || (Span{f, 5, 99}).Text() != "" || (Span{f, 5, 2}).Text() != "" {
		t.Error("Text")
	}
	if (Span{}).Line() != 0 || a.Line() != 1 || (Span{}).IsValid() {
		t.Error("Line")
	}
}

func TestSorted(t *testing.T) {
	f := NewFile("f", []byte("0123456789"))
	at := func(i int, code, detail string) Diagnostic {
		return Diagnostic{Code: code, Detail: detail, Span: Span{f, i, i + 1}}
	}
	ds := Diagnostics{at(5, "b", "x"), at(1, "a", "x"), at(5, "b", "x"), at(5, "a", "y"), at(5, "b", "x")}
	got := ds.Sorted()
	if len(got) != 3 || got[0].Span.Start != 1 || got[1].Code != "a" || got[2].Code != "b" {
		t.Errorf("%+v", got)
	}
	if ds[0].Span.Start != 5 || len(ds) != 5 {
		t.Error("Sorted changed what it was given")
	}
}
