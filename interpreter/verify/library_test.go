package verify

import (
	"context"
	"testing"

	"mancala/games"
)

// refuted are the claims of the library that the answers in force refute:
// other answers give them, or measure what other programs play.
var refuted = map[string]bool{
	"anywoli turn-is-over": true, "anywoli eight-left": true, "buqruru two-by-two": true, "hawalis branching": true, "hoyito-ii few-of-the-enemy": true,
	"kalah perfect-4-3": true, "kalah perfect-4-4": true, "kalah perfect-4-5": true, "kalah perfect-5-2": true, "kalah perfect-5-3": true, "kalah perfect-5-4": true, "kalah perfect-6-3": true,
}

// What the files of the library claim holds.
func TestEvidenceOfTheLibraryHolds(t *testing.T) {
	for _, id := range games.IDs() {
		t.Run(id, func(t *testing.T) {
			name, text, err := games.Open(id)
			if err != nil {
				t.Fatal(err)
			}
			v := &Verifier{File: games.NewFile(name, text), Arg: id}
			t.Cleanup(v.Close)
			verdicts, err := v.Evidence(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range verdicts {
				if other := refuted[id+" "+b.Evidence]; (b.Word == Holds) == other {
					t.Errorf("%s, line %d: %s: %s", b.Evidence, b.Line, b.Word, b.Why)
				}
			}
		})
	}
}
