package notation_test

import (
	"bytes"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/reference"
)

// A position with its history is read back as if the game had been played:
// the same keys, and so the same answer to `position repeats`.
func TestHistoryRoundTrip(t *testing.T) {
	for _, id := range []string{"oware", "hawalis", "micro-wari", "nano-wari"} {
		p := load(t, id, dsl.Choice{})
		if !p.Facts.ReadsRepeat {
			t.Fatalf("%s reads no history", id)
		}
		x, err := reference.New(p, interpreter.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := x.Start()
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n < 30 && s.Over == nil; n++ {
			text := notation.FormatState(p, s)
			if strings.Contains(text, " since=") != (n > 0) {
				t.Fatalf("%s, ply %d: %s", id, n, text)
			}
			again, given, err := notation.ParsePosition(p, text)
			if err != nil {
				t.Fatalf("%s, ply %d: %s: %v", id, n, text, err)
			}
			if err := x.Begin(again, !given["turn"] && p.Layout.Turns < 0); err != nil {
				t.Fatal(err)
			}
			if len(again.Seen) != len(s.Seen) {
				t.Fatalf("%s, ply %d: a history of %d positions became one of %d", id, n, len(s.Seen), len(again.Seen))
			}
			for i, key := range s.Seen {
				if !bytes.Equal(key, again.Seen[i]) {
					t.Fatalf("%s, ply %d: position %d of the history changed: %x, was %x", id, n, i, again.Seen[i], key)
				}
			}
			legal, err := x.Legal(s)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := x.Play(s, legal[(3*n+1)%len(legal)]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A position that was met before is a draw where the rules say so, but only
// if the history is told.
func TestHistoryCounts(t *testing.T) {
	p := load(t, "hawalis", dsl.Choice{})
	x, err := reference.New(p, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	const position = "0x7/2,0x6/2,0x6/0x7 - S"
	for text, over := range map[string]bool{position: false, position + " since=" + strings.ReplaceAll(position, " ", ";"): true} {
		s, _, err := notation.ParsePosition(p, text)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Begin(s, true); err != nil {
			t.Fatal(err)
		}
		if (s.Over != nil) != over {
			t.Errorf("%s: over %v", text, s.Over)
		}
	}
}

func TestHistoryErrors(t *testing.T) {
	hawalis, hus := load(t, "hawalis", dsl.Choice{}), load(t, "hus", dsl.Choice{})
	const at = "2x7/2x7/2x7/2x7 - S since="
	for _, c := range []struct{ text, want string }{
		{"", "earlier position 1: the position is empty"},
		{"2x7", "earlier position 1: position \"2x7\": 1 row given"},
		{"2x7/2x7/2x7/2x7;-;S+2x7/2x7/2x7/2x7;-", "earlier position 2: who was to move? Write S or N"},
		{"2x7/2x7/2x7/2x7;-;S;since=x", "earlier position 1 has a history of its own"},
	} {
		_, _, err := notation.ParsePosition(hawalis, at+c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	if _, _, err := notation.ParsePosition(hus, "2x8/2x8/2x8/2x8 - S since=x"); err == nil || !strings.Contains(err.Error(), "no history to give") {
		t.Errorf("a history of Hus: %v", err)
	}
}
