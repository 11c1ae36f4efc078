package check

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// Messages about names and phrases.

func (c *checker) unknownWord(at source.Span, word string, known []string) {
	hint := didYouMean(word, append([]string{}, known...))
	if q := c.definedByAnswer(word); q != "" {
		hint = fmt.Sprintf("only answers to the question %q define it: give one of them `default = true`, or define it in [define], too", q)
	} else if said := speech[word]; said != "" {
		hint = "write " + said
	} else if hint == "" {
		hint = fmt.Sprintf("give it a meaning in [define]: %s = \"…\"", word)
	}
	c.err(at, "unknown-word", "unknown word", hint, "%q is no word of the language, no role and no definition", word)
}

// speech are words of descriptions that the language says in one way of its own.
var speech = map[string]string{
	"mine": `"own"`, "my": `"own"`, "his": `"own"`, "her": `"own"`, "ours": `"own"`, "theirs": `"enemy"`, "opponents": `"enemy"`, "other": `"enemy"`,
	"pit": `"hole"`, "pits": `"hole"`, "house": `"hole"`, "houses": `"hole"`, "cup": `"hole"`, "cups": `"hole"`, "holes": `"hole", or the set: "own", "enemy", "board"`,
	"stones": `"seeds"`, "beans": `"seeds"`, "counters": `"seeds"`, "seed": `"seeds"`, "full": `"has seeds"`, "nonempty": `"has seeds"`, "row": `"own" or "enemy"; with several rows "inner" and "outer"`,
	"side": `"own" or "enemy"`, "home": `"own store"`, "kalah": `"own store"`, "bank": `"own store"`, "player": `"mover" or "opponent"`, "winner-row": `"own"`,
	"finish": `"end game"`, "win": `"mover wins"`, "lose": `"mover loses"`, "tie": `"draw"`, "eat": `"capture"`, "take": `"capture"`, "remove": `"capture"`, "again": `"move again"`, "replay": `"move again"`, "nothing": `"stop" or "continue"`, "pick": `"relay" to sow the seeds on, "capture" to take them`, "lift": `"relay"`,
}

// definedByAnswer is the question one of whose answers defines a word.
func (c *checker) definedByAnswer(word string) string {
	for _, q := range c.game.Questions {
		for _, a := range c.answerNodes[q.ID] {
			if a.Lookup("define", word) != nil || a.Lookup("board", "roles", word) != nil {
				return q.ID
			}
		}
	}
	return ""
}

// undeclared reports a variable or mark that [state] does not have.
func (c *checker) undeclared(at source.Span, word, example string) {
	var known []string
	for _, v := range c.game.State {
		known = append(known, v.Name)
	}
	hint := didYouMean(word, known)
	if hint == "" {
		hint = fmt.Sprintf("declare it in [state]: %s = { %s }", word, example)
	}
	c.err(at, "unknown-word", "unknown word", hint, "[state] has no %q", word)
}

var actionVerbs = strings.Fields("stop continue draw reverse relay capture sow move mark unmark claim close open for set choose may end each")

func (c *checker) unknownAction(at source.Span, word string) {
	hint := didYouMean(word, append(append([]string{}, actionVerbs...), c.nameList()...))
	if said := speech[word]; said != "" {
		hint = "write " + said
	} else if hint == "" {
		hint = fmt.Sprintf("actions are %s; or define it: %s = \"always …\"", strings.Join(actionVerbs, ", "), word)
	}
	c.err(at, "unknown-word", "unknown action", hint, "%q is no action and no definition of actions", word)
}

func (c *checker) emptyDefinition(n *tomltree.Node) {
	c.err(n.Span, "empty-definition", "an empty definition", "for nothing to happen write \"always continue\"; for a condition that always holds write true", "%q says nothing", n.Key)
}

func (c *checker) cycle(at source.Span, word string, use source.Span) {
	c.err(at, "cycle", "a definition that needs itself", "", "%q is defined by way of itself", word)
	c.related(use, "here it comes round again")
}

func (c *checker) tableAsPhrase(at source.Span, word string) {
	c.err(at, "actions-as-phrase", "actions where a phrase is wanted", "", "%q is a definition of actions, it stands after \"then\"", word)
}

func (c *checker) phraseAsAction(at source.Span, word string, k nameKind) {
	c.err(at, "phrase-as-action", "a phrase where actions are wanted", fmt.Sprintf("actions are defined with a rule: %s = \"always capture last\"", word), "%q is %s, not something to do", word, k)
}

func (c *checker) notASet(at source.Span, word string, k nameKind) {
	c.err(at, "not-a-set", "not a set of holes", "", "%q is %s and can't narrow a set of holes", word, k)
}

func (c *checker) wanted(at source.Span, want string, got kind) {
	hint := ""
	switch {
	case want == "a number" && (got == kSpot || got == kSet):
		hint = "for its seeds write seeds(…), for its holes count(…)"
	case want == "a condition" && (got == kSpot || got == kSet):
		hint = `say something of it: "… has seeds", "… is empty"`
	case want == "a condition" && got == kNumber:
		hint = `compare it: "… > 0"`
	case want == "one hole" && got == kNumber:
		hint = `did you mean "column N" or a role?`
	}
	c.err(at, "wrong-phrase", "the wrong kind of phrase", hint, "here stands %s, wanted is %s", got, want)
}

func (c *checker) wantedNumber(at source.Span, got kind) {
	hint := ""
	if got == kSpot || got == kSet {
		hint = `write "seeds(…) = 4", or "… has 4"`
	}
	c.err(at, "wrong-phrase", "only numbers can be compared", hint, "on the left of this comparison stands %s", got)
}

func (c *checker) notOneHole(at source.Span, n int) {
	c.err(at, "not-one-hole", "one hole is wanted", `say which: "leftmost …", "nearest …", or test them with "any" and "every"`, "%q names %s", at.Text(), source.Plural(n, "hole"))
}

func (c *checker) countOfSeveral(at source.Span, text string) {
	c.err(at, "count-of-several", "a count of several holes", fmt.Sprintf(`write "any %s has …", "every %s has …", or "seeds(%s) = …" for their sum`, text, text, text),
		"%q may be several holes: does each have that many, or all together?", text)
}

func (c *checker) hasOfNumber(at source.Span) {
	c.err(at, "wrong-phrase", "a number has nothing", `compare it: "lap = 1", "captured >= 2"`, "numbers are compared, only holes and players have something")
}

func (c *checker) onlyPlayersHave(at source.Span, thing string) {
	c.err(at, "wrong-phrase", "only players have that", "", "a hole has seeds, %q is said of mover and opponent", thing)
}

func (c *checker) cantBe(at source.Span, a, b kind) {
	c.err(at, "wrong-phrase", "these can't be the same", "", "%s can't be %s", a, b)
}

func (c *checker) notAMark(at source.Span, word string) {
	c.err(at, "not-a-mark", "not a mark", fmt.Sprintf("declare it in [state]: %s = { on = \"hole\", of = \"player\", lasts = \"game\" }", word), "%q is not a variable on holes", word)
}

func (c *checker) notAVariable(at source.Span, word string, k nameKind) {
	c.err(at, "not-a-variable", "can't be set", fmt.Sprintf("declare a variable in [state]: %s = { lasts = \"turn\" }", word), "%q is %s", word, k)
}

func (c *checker) noMark(at source.Span) {
	c.err(at, "no-mark", "no mark with an owner", `declare one in [state]: tuz = { on = "hole", of = "player" }`, "\"its marker\" needs a mark that belongs to players")
}

func (c *checker) whichMark(at source.Span, a, b string) {
	c.err(at, "which-mark", "which mark?", "", "\"its marker\" could mean %q or %q", a, b)
}

func (c *checker) badOf(at source.Span, v *rules.Variable, got kind) {
	want := "nobody and nothing"
	switch {
	case v.OnHole && v.PerPlayer:
		want = "a hole or a player"
	case v.OnHole:
		want = "a hole"
	case v.PerPlayer:
		want = "a player"
	}
	c.err(at, "wrong-phrase", "whose is it?", "", "%q belongs to %s, here stands %s", v.Name, want, got)
}

func (c *checker) notALabel(at source.Span, word string, labels []string) {
	hint := didYouMean(word, append([]string{}, labels...))
	if hint == "" {
		hint = "label the option in moves: \"eating: from …\""
	}
	c.err(at, "unknown-label", "unknown kind of move", hint, "\"move is\" wants the label of an option, %q is none", word)
}

func (c *checker) moveAlone(at source.Span) {
	c.err(at, "wrong-phrase", "what about the move?", `write "move is LABEL", or "mover has no move"`, "\"move\" alone says nothing")
}

func (c *checker) noHole(at source.Span, text string) {
	c.err(at, "no-hole-here", "which hole?", "write \"last\" (where the last seed fell) or \"origin\" (the hole lifted)", "\"hole\" is the hole being looked at in a filter (where, while, for every); in %q nothing is being looked at", text)
}

func (c *checker) noLast(at source.Span, text string) {
	hint := ""
	switch text {
	case "moves":
		hint = `"hole" is the hole that would be lifted; ask what would happen with "provided …" or "lap would end in …"`
	case "end":
		hint = `"end" is asked before a move; put the rule in "turn", which is asked when the sowing has stopped`
	}
	c.err(at, "no-last-here", "nothing has fallen yet", hint, "there is no last hole in %q", text)
}

func (c *checker) noOrigin(at source.Span, text string) {
	c.err(at, "no-origin-here", "no hole was lifted", "", "%q has no meaning in %q", at.Text(), text)
}

func (c *checker) noAnchor(at source.Span, word, text string) {
	c.err(at, "no-anchor", word+" of what?", fmt.Sprintf(`write "%s of …", or use it in a filter: "own where %s has seeds"`, word, word), "in %q there is no hole from which %q could be counted", text, word)
}

func (c *checker) wasOnlyLast(at source.Span) {
	c.err(at, "was-only-last", "\"was\" is for the last hole", `write "last was empty"`, "what a hole held before is only known of the hole of the last drop")
}

func (c *checker) occursOnce(at source.Span) {
	c.err(at, "out-of-range", "every position occurs once", `write "position repeats" if it must have stood before, "position occurs 3 times" for the third time`, "the time it stands now is counted, too")
}

func (c *checker) repeatsInMoves(at source.Span) {
	c.err(at, "repeats-in-moves", "repetition is asked before the moves", "set a variable with lasts = \"turn\" in [rules] end, and read that here",
		"when moves are looked for this position is among the earlier ones already")
}

func (c *checker) eitherIsNoDirection(at source.Span) {
	c.err(at, "wrong-phrase", "not a direction", `write "direction is clockwise" or "direction is anticlockwise"`, "a lap goes one way, not either")
}

func (c *checker) eitherInLap(at source.Span) {
	c.err(at, "wrong-phrase", "not a direction", "say clockwise or anticlockwise, or leave it out to keep the direction", "a new lap can't offer a choice of direction")
}

func (c *checker) visitedOf(at source.Span) {
	c.err(at, "wrong-phrase", "visited by what?", `write "turn visited enemy" or "lap visited enemy"`, "seeds of a turn or of a lap visit holes")
}

func (c *checker) wouldOf(at source.Span) {
	c.err(at, "wrong-phrase", "what would?", `write "lap would …", "turn would …", or "mover could …"`, "forecasts are about the lap or the turn being chosen")
}

func (c *checker) couldOfWhat(at source.Span) {
	c.err(at, "wrong-phrase", "who could?", `write "mover could …" or "opponent could …"`, "only players could do something")
}

func (c *checker) forecastPlace(at source.Span) {
	c.err(at, "forecast-place", "a forecast out of place", `use it in moves ("where lap would capture", "provided …"); elsewhere ask "mover could …"`, "\"would\" looks ahead at a move that is being chosen")
}

func (c *checker) circularMove(at source.Span) {
	c.err(at, "circular", "a question that needs its own answer", "", "whether a move is legal can't depend on whether there is a legal move; after the move, \"opponent has a move\" may be asked with provided")
}

func (c *checker) couldInCould(at source.Span) {
	c.err(at, "circular", "a question that needs its own answer", `ask the two apart and join them with "and"`, "a \"could\" can't look into another \"could\"")
}

func (c *checker) couldInMoves(at source.Span) {
	c.err(at, "circular", "a question that needs its own answer", `after the move, "opponent could …" may be asked: "provided not opponent could …"`,
		"\"could\" looks at the legal moves, so which moves are legal can't depend on it")
}

func (c *checker) couldInLap(at source.Span, text string) {
	c.err(at, "circular", "a question that needs its own answer", "ask it in \"turn\", which \"could\" does not look into", "\"could\" runs the first lap of every move, and those laps ask %q again", text)
}

func (c *checker) movesInLap(at source.Span, text string, by source.Span) {
	c.err(at, "circular", "a question that needs its own answer", "ask it in \"end\", which is asked when the next player is to move",
		"whether a move is legal here depends on the turn it makes, so %q can't ask which moves are legal", text)
	c.related(by, "this looks ahead at the turn")
}

func (c *checker) manyLosers(at source.Span) {
	c.err(at, "many-opponents", "which loser?", `ask of each player: "when mover is winner …  otherwise …"`, "of more or fewer than two players there is not one loser")
}

func (c *checker) onlyInMatch(at source.Span, word string) {
	c.err(at, "only-in-match", "only between rounds", `write "mover" or "opponent"`, "%q is known when a round is over, in the texts of [match]", word)
}
