package verify

import (
	"slices"
	"testing"

	"mancala/dsl"
)

// The three descriptions of Hawalis give the same rules and differ in four
// points that are none: two labels, two relatives.
func TestSourcesOfHawalis(t *testing.T) {
	s, err := verifier(t, "hawalis", "", dsl.Choice{}).Sources()
	if err != nil {
		t.Fatal(err)
	}
	family := []string{"mancala-world", "mancala-world-ru", "mancala-world-te"}
	if len(s.Families) != 1 || !slices.Equal(s.Families[0], family) {
		t.Errorf("families: %v", s.Families)
	}
	pt, ru := s.find("mancala-world"), s.find("mancala-world-ru")
	if len(pt.Rules) < 7 || !slices.Equal(pt.Rules, ru.Rules) || ru.Language != "ru" || ru.Answers["repetition"] != "draw" {
		t.Errorf("the Russian text says %+v, the Portuguese %+v", ru, pt)
	}
	sides := [][][]string{
		{{"mancala-world"}, {"mancala-world-ru", "mancala-world-te"}},
		{{"mancala-world"}, {"mancala-world-ru", "mancala-world-te"}},
		{{"mancala-world"}, {"mancala-world-ru", "mancala-world-te"}},
		{{"mancala-world", "mancala-world-ru"}, {"mancala-world-te"}},
	}
	if len(s.Differ) != len(sides) {
		t.Fatalf("%d differences: %+v", len(s.Differ), s.Differ)
	}
	for i, p := range s.Differ {
		for k, said := range p.Sayings {
			if !slices.Equal(said.Sources, sides[i][k]) || said.Text == "" || p.Line == 0 {
				t.Errorf("%s: %+v", p.About, said)
			}
		}
	}
	found := false
	for _, p := range s.Disagree {
		if p.Question == "repetition" {
			found = slices.Equal(p.Sayings[0].Sources, family) && slices.Equal(p.Sayings[1].Sources, []string{"devoogt"})
		}
	}
	if !found || len(s.Disagree) != 2 {
		t.Errorf("disagreements: %+v", s.Disagree)
	}
	if len(s.Unproved) != 0 || len(s.Unused) != 0 || !slices.Contains(s.Ruleless, "times-of-oman") {
		t.Errorf("rules without a source %v, sources without a rule %v, unused %v", s.Unproved, s.Ruleless, s.Unused)
	}
}

// Rules without a source and sources without a rule are listed.
func TestUnsourced(t *testing.T) {
	s, err := verifier(t, "kalah", "", dsl.Choice{}).Sources()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range s.Unproved {
		if r.Line == 0 {
			t.Errorf("%s has no line", r.Text)
		}
		lines = append(lines, r.Text)
	}
	if !slices.Contains(lines, "otherwise stop") || slices.ContainsFunc(lines, func(l string) bool { return l == "from own where hole has seeds" }) {
		t.Errorf("rules without a source: %q", lines)
	}
	if !slices.Contains(s.Ruleless, "openspiel") || slices.Contains(s.Ruleless, "irving") {
		t.Errorf("sources without a rule: %v", s.Ruleless)
	}
}
