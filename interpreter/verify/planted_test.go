package verify

import (
	"strings"
	"testing"

	"mancala/dsl"
)

// A second list of claims with false ones among them, about another game, and
// a puzzle that no budget decides.
const plantedOware = `
[[evidence]]
id = "true-chain"
kind = "example"
position = "0x4,2,1/0x5,2 10,33 S"
moves = ["A6"]
captured = 5
[[evidence]]
id = "no-chain"
kind = "example"
position = "0x4,2,1/0x5,2 10,33 S"
moves = ["A6"]
captured = 2
[[evidence]]
id = "no-chain-after"
kind = "example"
position = "0x4,2,1/0x5,2 10,33 S"
moves = ["A6"]
after = "0x4,2,0/0x6 13,33 N"
[[evidence]]
id = "no-next"
kind = "example"
moves = ["A6", "a3"]
next = "N"
[[evidence]]
id = "no-seeds"
kind = "fact"
position = "0x4,2,1/0x5,2 10,33 S"
holds = "seeds(board) = 6"
[[evidence]]
id = "no-feeding"
kind = "example"
position = "0x6/1,0x4,1 20,26 S"
legal = ["A1", "A6"]
[[evidence]]
id = "no-end"
kind = "record"
position = "0x5,1/1,0x5 23,23 S"
moves = ["A1"]
result = "S"
[[evidence]]
id = "no-perft"
kind = "count"
perft = [6, 36, 217]
[[evidence]]
id = "no-reach"
kind = "count"
position = "0x5,1/1,0x5 23,23 S"
reachable = 2
[[evidence]]
id = "no-win"
kind = "puzzle"
position = "0x5,1/0x5,1 23,23 S"
claim = "North wins"
[[evidence]]
id = "no-share"
kind = "figure"
games = 400
measure = "draw share"
between = [0.3, 0.9]
[[evidence]]
id = "undecidable"
kind = "puzzle"
claim = "South wins"
[[evidence]]
id = "undecidable-loss"
kind = "puzzle"
claim = "mover loses"
`

func TestPlantedFalseClaimsOfOware(t *testing.T) {
	v := verifier(t, "oware", plantedOware, dsl.Choice{})
	v.Budget.Nodes = 3000
	got := verdicts(t, v)
	want := map[string]string{
		"no-chain": "captured: 5, not 2", "no-chain-after": "after: 0x6/", "no-next": "next: S, not N", "no-seeds": "not so in",
		"no-feeding": "A1 is not legal", "no-end": "", "no-perft": "depth 3", "no-reach": "", "no-win": "", "no-share": "outside 0.3 to 0.9",
	}
	for id, says := range want {
		if x := got[id]; x.Word != Refuted || !strings.Contains(x.Why, says) {
			t.Errorf("%s: %s, %q; want refuted, saying %q", id, x.Word, x.Why, says)
		}
		t.Log(id, got[id].Why)
	}
	for _, id := range []string{"undecidable", "undecidable-loss"} {
		if got[id].Word != Undecided {
			t.Errorf("%s: %s, %s", id, got[id].Word, got[id].Why)
		}
	}
	if got["true-chain"].Word != Holds {
		t.Errorf("true-chain: %s, %s", got["true-chain"].Word, got["true-chain"].Why)
	}
}
