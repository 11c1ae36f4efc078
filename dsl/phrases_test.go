package dsl_test

import (
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/prose"
	"mancala/dsl/source"
	"mancala/games"
)

// phrases is a game of four rows with everything to speak of: stores, marks,
// variables, a role, definitions. %MOVES%, %LAP%, %TURN% and %END% are put in.
const phrases = `mancala = 1
[parameters]
big = 5
[board]
rows = 4
columns = 6
stores = "beside"
owners = "change"
roles.house = "own inner left 1"
[setup]
hand = 3
holes = "board: 2"
[sowing]
route = "own"
direction = "either way"
endless = "open"
[state]
owned = { on = "hole", of = "player" }
marked = { on = "hole" }
level = { on = "hole", start = 1 }
count-of = { of = "player" }
once = { lasts = "turn" }
[define]
ready = "last in inner"
take = '''
when opposite has seeds then capture opposite
otherwise continue
'''
[rules]
moves = '''
%MOVES%
'''
lap = '''
%LAP%
otherwise stop
'''
turn = '''
%TURN%
when once = 9 then set once = 0
'''
end = '''
%END%
when mover has no move then opponent wins
'''
[score]
counts = "own store"
`

func phraseGame(slot, text string) string {
	fill := map[string]string{"MOVES": "from own where hole has seeds", "LAP": "when last was occupied then relay", "TURN": "when once = 8 then set once = 1", "END": "when mover has no seeds then opponent wins"}
	fill[slot] = text
	out := phrases
	for k, v := range fill {
		out = strings.Replace(out, "%"+k+"%", v, 1)
	}
	return out
}

// Every kind of phrase in its place, and how it is said in words.
func TestPhrases(t *testing.T) {
	for _, c := range []struct{ slot, text, words string }{
		{"LAP", "when not (last is empty or last in house) then stop", "it is not so that the last hole is empty or the last hole is in the house"},
		{"LAP", "when any enemy inner has 2 or more then stop", "one of the opponent's inner holes is such that it holds 2 or more"},
		{"LAP", "when every own outer is empty then stop", "all of the mover's outer holes are empty"},
		{"LAP", "when no enemy has seeds then stop", "none of the opponent's holes is occupied"},
		{"LAP", "when last is marked then stop", "the last hole is marked as marked"},
		{"LAP", "when last is not owned of opponent then stop", "marked as owned by the opponent"},
		{"LAP", "when opponent has a owned then stop", "marked as owned by the opponent"},
		{"LAP", "when its owner is opponent then stop", "the owner of the last hole is the opponent"},
		{"LAP", "when its marker is mover then stop", "the player who marked the last hole is the mover"},
		{"LAP", "when seeds(marked) > 2 then stop", "there are more than 2 seeds in the holes where it is marked as marked"},
		{"LAP", "when seeds(own) = 1 then stop", "there is exactly 1 seed in the mover's holes"},
		{"LAP", "when any (owned of opponent) is empty then stop", "one of the holes where it is marked as owned by the opponent is empty"},
		{"LAP", "when level > 2 then stop", "level of the last hole is more than 2"},
		{"LAP", "when level of opposite = 2 * big - 1 then stop", "level of the hole opposite the last hole is 9"},
		{"LAP", "when count-of of opponent >= hand of mover + 1 then stop", "count-of of the opponent is at least the mover's hand + 1"},
		{"LAP", "when largest(own) mod 2 = 0 then stop", "the most seeds in one of the mover's holes mod 2 is 0"},
		{"LAP", "when seeds(own, enemy inner except house) < seeds(board) / 2 then stop", "is less than the number of seeds in the holes / 2"},
		{"LAP", "when count(run back from last while hole has even) > 1 then stop", "the number of the unbroken run backward from the last hole while it holds an even number of seeds is more than 1"},
		{"LAP", "when nearest (own where hole has seeds) in inner then stop", "the nearest of the mover's holes where it has seeds is in the inner holes"},
		{"LAP", "when leftmost enemy inner is empty then stop", "the leftmost of the opponent's inner holes is empty"},
		{"LAP", "when mirror of last has 3..5 then stop", "the hole of the same number as the last hole holds 3 to 5"},
		{"LAP", "when previous is closed then stop", "the hole before the last hole is closed"},
		{"LAP", "when next 2 in own store then stop", "the next hole but one after the last hole is in the mover's store"},
		{"LAP", "when last was enemy and last was 2 or 3 then stop", "the last hole held 2 or 3 before"},
		{"LAP", "when direction is clockwise then relay going anticlockwise", "the sowing goes clockwise"},
		{"LAP", "when turn visited enemy or lap visited house then stop", "a seed of the turn fell in the opponent's holes"},
		{"LAP", "when ready then take; choose corner from own inner where hole has seeds; relay from corner", "the seeds of the chosen corner are lifted"},
		{"LAP", "when ready then may (capture last; stop); relay", ""},
		{"LAP", "when ready then for every own outer do (mark hole as marked); stop", ""},
		{"LAP", "when ready then choose 2 pair from own inner; claim pair; close last; open last; stop", ""},
		{"LAP", "when ready then move 2 from last to opposite; move all from house to each (own outer); stop", ""},
		{"LAP", "when ready then unmark last as marked; mark last as owned for opponent; stop", ""},
		{"LAP", "when ready then set level of last = 4; set count-of of opponent = 2; set once = once + 1; reverse; relay", ""},
		{"LAP", "when ready then capture last for opponent; capture opposite into beyond; sow captured from next going clockwise", ""},
		{"LAP", "when ready then move again from own where hole has seeds", "the mover starts again from"},
		{"LAP", "when lap = 1 and captured > 0 and total = 99 then move again", ""},
		{"MOVES", "from own where hole has 2 or more taking 1..2 going clockwise", "taking 1 to 2 of its seeds, clockwise"},
		{"MOVES", "enter 1 at own inner where hole is empty also step from own outer where hole has 1 to front otherwise pass", "step with one seed from"},
		{"MOVES", "from own where lap would capture house and turn would end in enemy provided not opponent could win", "the first lap would capture the house"},
		{"TURN", "when mover could capture (enemy inner) then draw", "the mover could capture the opponent's inner holes"},
		{"END", "when every player has no seeds then each takes own; end game", "every player is such that"},
		{"END", "when opponent has no hole then mover wins", "the opponent has no open hole"},
		{"END", "when position repeats then opponent takes own; draw", "the position has occurred before"},
	} {
		g, ds := dsl.Load(source.NewFile("phrases.toml", []byte(phraseGame(c.slot, c.text))), dsl.Choice{})
		if g == nil {
			t.Errorf("%s:\n%s", c.text, ds.Text())
			continue
		}
		said := strings.Join(prose.Rules(g), "\n")
		if c.words != "" && !strings.Contains(said, c.words) {
			t.Errorf("%s\nis said as\n%s\nwithout %q", c.text, said, c.words)
		}
		if strings.Contains(said, "…") || strings.Contains(said, "%!") {
			t.Errorf("%s has no words:\n%s", c.text, said)
		}
	}
}

// Phrases that look right and are not, each with what helps.
func TestPhrasesRefused(t *testing.T) {
	for _, c := range []struct{ slot, text, code, help string }{
		{"LAP", "when any own where hole is marked has odd then stop", "syntax", "put a set with its filter in brackets"},
		{"LAP", "when nearest own where hole has seeds is empty then stop", "syntax", "put a set with its filter in brackets"},
		{"LAP", "when opponent has an owned then stop", "syntax", `write "a"`},
		{"LAP", "when ready then sow last from next; ", "syntax", "leave out the last one"},
		{"LAP", "when next 2 of last was own then stop", "was-only-last", `write "last was empty"`},
		{"LAP", "when own has 2 then stop", "count-of-several", "any own has"},
		{"LAP", "when last is own inner left 2 then stop", "", ""},
		{"LAP", "when own is marked then stop", "", ""},
		{"LAP", "when mover is last then stop", "wrong-phrase", ""},
		{"LAP", "when mover has 2 then stop", "", ""},
		{"LAP", "when 2 has seeds then stop", "wrong-phrase", "compare it"},
		{"LAP", "when last has no move then stop", "wrong-phrase", ""},
		{"LAP", "when once of last = 1 then stop", "wrong-phrase", ""},
		{"LAP", "when level of mover = 1 then stop", "wrong-phrase", ""},
		{"LAP", "when count-of of last = 1 then stop", "wrong-phrase", ""},
		{"LAP", "when move is last then stop", "unknown-label", ""},
		{"LAP", "when take then stop", "actions-as-phrase", ""},
		{"LAP", "when big in own then stop", "wrong-phrase", ""},
		{"LAP", "when own big is empty then stop", "not-a-set", ""},
		{"LAP", "when own store inner is empty then stop", "whose-store", ""},
		{"LAP", "when hole of opponent is empty then stop", "syntax", ""},
		{"LAP", "when last in a1 then stop", "fixed-hole", "own column 1"},
		{"LAP", "when ready then choose 9 pair from own; stop", "out-of-range", ""},
		{"LAP", "when ready then choose level from own; stop", "duplicate", ""},
		{"LAP", "when ready then set house = 1; stop", "not-a-variable", ""},
		{"LAP", "when ready then mark last as once; stop", "not-a-mark", ""},
		{"LAP", "when ready then ready; stop", "phrase-as-action", "always capture"},
		{"LAP", "when count(run on by 0 from last while hole has 2) > 1 then stop", "out-of-range", ""},
		{"LAP", "when next 99 is empty then stop", "out-of-range", ""},
		{"MOVES", "slow: from own where hole has 2 or more taking 1..hole", "wrong-phrase", "seeds(…)"},
		{"MOVES", "from own where last has seeds", "no-last-here", "provided"},
		{"MOVES", "from own taking 0..2", "out-of-range", ""},
		{"TURN", "when ready then relay", "not-here", ""},
		{"TURN", "when lap would capture then draw", "forecast-place", "mover could"},
		{"TURN", "when opponent would win then draw", "wrong-phrase", "mover could"},
		{"TURN", "when last could win then draw", "wrong-phrase", "mover could"},
		{"END", "when next is empty then draw", "no-anchor", "next of"},
		{"END", "when winner has seeds then draw", "only-in-match", ""},
		{"END", "when hole is empty then draw", "no-hole-here", ""},
		{"END", "when first is empty then draw", "no-origin-here", ""},
		{"END", "when mover has no seeds then choose x from own; draw", "not-here", ""},
	} {
		_, ds := dsl.Load(source.NewFile("phrases.toml", []byte(phraseGame(c.slot, c.text))), dsl.Choice{})
		var codes []string
		hint := false
		for _, d := range ds {
			if d.Severity == source.Error {
				codes = append(codes, d.Code)
				hint = hint || strings.Contains(d.Hint, c.help)
			}
		}
		if got := strings.Join(codes, " "); got != c.code || c.code != "" && !hint {
			t.Errorf("%s: %q, want %q with help %q\n%s", c.text, got, c.code, c.help, ds.Text())
		}
	}
}

// Games of one, three and four players ask about players one by one.
func TestPlayers(t *testing.T) {
	for _, c := range []struct{ players, end, words, code string }{
		{"3", "when no opponent has seeds then mover wins", "no player is such that", ""},
		{"4", "when every opponent has no seeds then mover wins", "every player is such that", ""},
		{"4", "when any player has no seeds then draw", "any player is such that", ""},
		{"3", "when opponent has no seeds then mover wins", "", "many-opponents"},
		{"3", "when enemy is empty then mover wins", "there are no seeds in the opponent's holes", ""},
		{"1", "when enemy is empty then mover wins", "", "no-opponent"},
		{"1", "when opponent has seeds then mover wins", "", "no-opponent"},
		{"1", "when seeds(board) = 1 then mover wins", "there is exactly 1 seed in the holes", ""},
	} {
		text := strings.NewReplacer("PLAYERS", c.players, "END", c.end).Replace(`mancala = 1
board = { shape = "ring", holes = 12, players = PLAYERS }
setup.holes = "board: 2"
sowing = { route = "ring", direction = "clockwise" }
rules.moves = "from own where hole has seeds otherwise pass"
rules.lap = "always stop"
rules.end = "END"
`)
		g, ds := dsl.Load(source.NewFile("players.toml", []byte(text)), dsl.Choice{})
		code := ""
		for _, d := range ds {
			if d.Severity == source.Error {
				code = d.Code
			}
		}
		if code != c.code {
			t.Errorf("%s players, %s: %q, want %q\n%s", c.players, c.end, code, c.code, ds.Text())
			continue
		}
		if g != nil && !strings.Contains(strings.Join(prose.Rules(g), "\n"), c.words) {
			t.Errorf("%s players, %s:\n%s\nwithout %q", c.players, c.end, strings.Join(prose.Rules(g), "\n"), c.words)
		}
	}
}

// A claim about positions is a condition like any other: read, resolved and
// explained in its own place.
func TestClaims(t *testing.T) {
	const evidence = "\n[[evidence]]\nid = \"even\"\nkind = \"fact\"\nholds = \"CLAIM\"\n"
	for claim, code := range map[string]string{
		"seeds(board) + seeds(store) = 48": "",
		"no enemy has 13 or more":          "",
		"last is empty":                    "no-last-here",
		"seeds(bord) = 48":                 "unknown-word",
		"seeds(board) = ":                  "syntax",
	} {
		f := source.NewFile("claim.toml", []byte(small+strings.Replace(evidence, "CLAIM", claim, 1)))
		g, ds := dsl.LoadClaim(f, dsl.Choice{}, "even")
		switch {
		case code == "" && (g == nil || g.Phases[0].End == nil || len(g.Phases[0].End.Rules) != 1):
			t.Errorf("%s: no claim in the place of end\n%s", claim, ds.Text())
		case code != "" && (g != nil || !strings.Contains(ds.Text(), "["+code+"]")):
			t.Errorf("%s: want %s\n%s", claim, code, ds.Text())
		}
	}
}

// The library says nothing that the checker has no words for: every message
// about it is well formed, and none is an error.
func TestLibrary(t *testing.T) {
	for _, id := range games.IDs() {
		f, err := games.File(id)
		if err != nil {
			t.Fatal(err)
		}
		g, ds := dsl.CheckAll(f)
		if g == nil {
			t.Errorf("%s:\n%s", id, ds.Text())
			continue
		}
		wellFormed(t, ds)
		for _, line := range prose.Rules(g) {
			if strings.Contains(line, "…") || strings.Contains(line, "%!") || strings.Contains(line, "  ") {
				t.Errorf("%s: said as %q", id, line)
			}
		}
	}
}

// Of two answers that change one thing the one that says `over` wins, whichever
// question stands first.
func TestOver(t *testing.T) {
	const question = "\n[[question]]\nid = \"ID\"\nasks = \"?\"\n[[question.answer]]\nid = \"yes\"\ndefault = true\nOVER\ndefine.harvest = \"last has N\"\n"
	ask := func(id, n, over string) string {
		return strings.NewReplacer("ID", id, "N", n, "OVER", over).Replace(question)
	}
	for text, words := range map[string]string{
		ask("a", "5", `over = ["b"]`) + ask("b", "7", ""): "the last hole holds 5",
		ask("a", "5", "") + ask("b", "7", `over = "a"`):   "the last hole holds 7",
	} {
		g, ds := dsl.Load(source.NewFile("over.toml", []byte(small+text)), dsl.Choice{})
		if g == nil {
			t.Errorf("%s\n%s", text, ds.Text())
			continue
		}
		if said := strings.Join(prose.Rules(g), "\n"); !strings.Contains(said, words) {
			t.Errorf("%s\nis said as\n%s", text, said)
		}
	}
	if _, ds := dsl.Load(source.NewFile("over.toml", []byte(small+ask("a", "5", "")+ask("b", "7", ""))), dsl.Choice{}); !strings.Contains(ds.Text(), "[clashing-answers]") {
		t.Errorf("two answers clash unseen:\n%s", ds.Text())
	}
}

// Numbers may be reckoned from parameters; division rounds down.
func TestNumbers(t *testing.T) {
	for phrase, want := range map[string]int{
		"width": 6, "width + 1": 7, "2 * width - 4": 8, "width / 4": 1, "(width + 5) mod 4": 3, "width - 7 + 2 * 3": 5, "(0 - 7) / 2 + 8": 4, "(0 - 7) mod 4": 1, "8 / 0 + 3": 3,
	} {
		text := strings.Replace(small, `columns = "width"`, `columns = "`+phrase+`"`, 1)
		g, ds := dsl.Load(source.NewFile("numbers.toml", []byte(text)), dsl.Choice{})
		if g == nil || g.Board.Columns != want {
			t.Errorf("%s: want %d columns\n%s", phrase, want, ds.Text())
		}
	}
}

// What is kept of a file changes nothing: checked again, and under another
// choice in between, it says the same.
func TestKept(t *testing.T) {
	f := source.NewFile("small.toml", []byte(small))
	first, ds := dsl.CheckAll(f)
	wide, _ := dsl.Load(f, dsl.Choice{Variant: "wide", Answers: map[string]string{"four": "yes"}})
	again, more := dsl.CheckAll(f)
	fresh, _ := dsl.Load(source.NewFile("small.toml", []byte(small)), dsl.Choice{Variant: "wide", Answers: map[string]string{"four": "yes"}})
	if ds.Text() != more.Text() {
		t.Errorf("%s\nbecame\n%s", ds.Text(), more.Text())
	}
	for _, c := range [][2]string{
		{strings.Join(prose.Rules(first), "\n"), strings.Join(prose.Rules(again), "\n")},
		{strings.Join(prose.Rules(fresh), "\n"), strings.Join(prose.Rules(wide), "\n")},
	} {
		if c[0] != c[1] {
			t.Errorf("%s\nbecame\n%s", c[0], c[1])
		}
	}
	if bad, _ := dsl.CheckAll(source.NewFile("bad.toml", []byte("x = "))); bad != nil {
		t.Error("a broken file gives a game")
	}
}
