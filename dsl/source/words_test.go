package source_test

import (
	"testing"

	"mancala/dsl/source"
)

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		source.Plural(1, "row"): "1 row", source.Plural(0, "row"): "0 rows", source.Plural(2, "lap"): "2 laps",
		source.A("hole"): "a hole", source.A("array"): "an array", source.A("East seat"): "an East seat", source.A(""): "a ", source.Cut("abc", 3): "abc", source.Cut("aé", 2): "a…", source.Cut("abcd", 2): "ab…",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
