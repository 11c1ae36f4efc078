package check

import "mancala/dsl/source"

// Messages about matches, and about arrangements before the first move.

func (c *checker) matchPlayers(at source.Span, key, word string, n int) {
	c.err(at, "match-players", "a word for two players", "leave it out, or say it in the rules of \"fill\" or \"between\"", "%s = %q wants one other player; this board has %d players", key, word, n)
}

func (c *checker) matchChosen(at source.Span) {
	c.err(at, "match-chosen", "a choice is a move", "write begins = \"winner\" (who chooses), and a [[phase]] of the game with moves = \"enter 0 at own left 1  also yours: enter 0 at own left 1\" and lap = \"when move is yours then stop  otherwise move again\"",
		"who begins is chosen by a player, and what players choose is told as moves, so that it can be played and recorded")
}

func (c *checker) matchArranged(at source.Span) {
	c.err(at, "match-arranged", "an arrangement is a phase", `write a [[phase]] of = "player" with moves = "enter 1..hand at own where hole is empty", until = "hand = 0" and lap = "when hand > 0 then move again  otherwise stop"`,
		"each player has his seeds in his hand when the next round begins, and no phase enters them")
}

func (c *checker) matchKey(at source.Span, key, summary, hint string) {
	c.err(at, "match-key", summary, hint, "%q has no meaning beside the other keys of [match]", key)
}

func (c *checker) matchNoEnd(at source.Span) {
	c.err(at, "match-no-end", "a match without an end", `say when: over = "when mover has no hole then opponent wins"; "over" is asked once of each player, as mover, before the next round`, "[match] does not say when the match is over")
}

func (c *checker) matchNoRound(at source.Span) {
	c.warn(at, "match-no-round", "no rule ends a round", `end it in "end" or "turn" with "end round"; "end game" ends the match`, "the rules never say \"end round\", so there is no second round")
}

func (c *checker) matchStores(at source.Span) {
	c.err(at, "match-stores", "refilled from what?", `give the board stores = "beside"`, "players fill their holes from their stores, and this board has none")
}

func (c *checker) matchHands(at source.Span) {
	c.err(at, "match-hands", "seeds in hand and rounds that are refilled", "leave the order out: every round then begins with [setup] again, hands included", "how many seeds of a refilled round are kept in hand can't be said")
}

func (c *checker) matchOwners(at source.Span) {
	c.err(at, "match-owners", "holes that never change hands", `write owners = "change" in [board]`, "here holes go over to the enemy, and on this board a hole belongs to its row for good")
}

func (c *checker) matchLots(at source.Span) {
	c.err(at, "match-lots", "lots are drawn by moves", "write begins = \"alternate\", and a [[phase]] of the game with by = \"lots\", moves = \"enter 0 at own left 1  also other: enter 0 at own left 1\" and lap = \"when move is other then stop  otherwise move again\"",
		"what lots decide is told as moves that are drawn, so that it can be played and recorded")
}

func (c *checker) matchPlace(at source.Span, text string) {
	c.err(at, "match-place", "nobody is sowing here", `seeds are moved with "move …" and "P takes …"; the match is ended in "over" alone`, "%q of [match] is asked between two rounds, where this has no meaning", text)
}

func (c *checker) matchSkip(at source.Span) {
	c.warn(at, "match-skip", "closed holes would be sown", `write skip = "hole is closed" in [sowing]`, "holes that can't be filled are closed, but [sowing] does not skip them")
}

func (c *checker) arrangeIsPhase(at source.Span) {
	c.err(at, "arrange", "an arrangement is a phase", `give the seeds with hand = 16, and write a [[phase]] with moves = "enter 1..hand at own where hole is empty", until = "hand = 0" and lap = "when hand > 0 then move again  otherwise stop"`, "what players do before the first move is told as moves, so that it can be played and recorded")
}
