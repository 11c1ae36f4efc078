package source

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"inner", "outer", "own", "enemy", "last", "relay", "tuz-allowed", "capture", "endless", "holes", "rows"}
	for word, want := range map[string]string{
		"iner": "inner", "inenr": "inner", "Inner": "inner", "outter": "outer", "onw": "own", "enmy": "enemy",
		"rely": "relay", "tuz_allowed": "tuz-allowed", "TuzAllowed": "tuz-allowed", "captrue": "capture",
		"endles": "endless", "hole": "holes", "row": "rows", "zzz": "", "": "", "x": "", "banana": "",
		"inner": "", // an exact word has no nearest
		"lsat":  "last", "owner": "",
	} {
		if got := Nearest(word, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Nearest("a", []string{"b", "ab"}); got != "ab" {
		t.Errorf("Nearest(a) = %q", got)
	}
}
