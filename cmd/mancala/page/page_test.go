package page

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
)

// wellFormed reads a picture as XML and counts its elements.
func wellFormed(t *testing.T, picture string) map[string]int {
	t.Helper()
	count := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatalf("%v in %s", err, picture)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
}

const nasty = `<b>"&'`

func TestCharts(t *testing.T) {
	bars := make([]Bar, 30)
	for i := range bars {
		bars[i] = Bar{Label: nasty, Count: uint64(i), Text: nasty}
	}
	if n := wellFormed(t, string(Histogram(nasty, bars))); n["rect"] != 30 || n["b"] != 0 {
		t.Errorf("histogram: %v", n)
	}
	if n := wellFormed(t, string(Histogram("nothing", nil))); n["rect"] != 0 {
		t.Errorf("histogram of nothing: %v", n)
	}
	rows := []Interval{{nasty, .5, .4, .6, nasty}, {"all", 1, .9, 1, ""}}
	if n := wellFormed(t, string(Intervals(nasty, rows))); n["circle"] != 2 {
		t.Errorf("intervals: %v", n)
	}
	holes := []Hole{{nasty, 0, 0, 2, nasty}, {"a", 3, 1, -1, "0"}}
	if n := wellFormed(t, string(Heat(nasty, holes))); n["rect"] != 4 {
		t.Errorf("heat: %v", n)
	}
}

// A page fetches nothing and escapes what it is given.
func TestReport(t *testing.T) {
	table := Table{Caption: nasty, Heads: []string{nasty, "n"}, Right: []bool{false, true}, Rows: [][]string{{nasty, "1"}}}
	r := &Report{Title: nasty, Lead: []string{nasty}, Table: &table, Foot: nasty,
		Runs: []Run{{Title: nasty, Charts: []Chart{{nasty, Heat("h", nil)}}, Notes: []string{nasty}, Tables: []Table{table}, Unfolds: []Table{table}}}}
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, "<b>") || strings.Contains(page, "<script") {
		t.Error("a text of the report became part of the page")
	}
	if found := regexp.MustCompile(`(?i)(src|href)\s*=|url\(|@import|https?:`).FindString(page); found != "" {
		t.Errorf("the page fetches something: %q", found)
	}
	if !strings.Contains(page, "prefers-color-scheme: dark") || strings.Count(page, "<table>") != 3 {
		t.Error(page)
	}
}
