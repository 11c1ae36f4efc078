package check

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// Messages about the board and the set-up.

func (c *checker) badRows(n *tomltree.Node, b *rules.Board) {
	at := n.KeySpan
	if r := n.Get("rows"); r != nil {
		at = r.Span
	}
	if b.Players > 2 {
		c.err(at, "bad-board", "rows can't be shared out", `use shape = "ring" or shape = "perimeter" for more than two players, or owners = "nobody"`, "%d players can't each have rows of a board", b.Players)
		return
	}
	c.err(at, "bad-board", "rows can't be shared out", "write 2, 3 (one and a half rows each), 4 or 6 rows", "%s can't be shared by two players", source.Plural(b.Rows, "row"))
}

func (c *checker) oddHalf(n *tomltree.Node) {
	c.err(n.Span, "bad-board", "half a hole", "write an even number of columns", "on three rows each player owns half of the middle row, so the columns must be even")
}

func (c *checker) noSuchRoute(n *tomltree.Node, b *rules.Board) {
	hint := `on two rows write "board" (all holes) or "own" (one's own row)`
	switch {
	case b.Shape != "rows":
		hint = `on a ring write "ring"`
	case b.Rows == 4:
		hint = `on four rows write "own" (round one's own two rows)`
	case b.Rows == 6:
		hint = `on six rows write "own zigzag"`
	case b.Rows == 3:
		hint = `on three rows write "board" (an S over all holes)`
	}
	c.err(n.Span, "no-such-route", "a route this board lacks", hint, "there is no route %q on a board of %s", n.Str, source.Plural(b.Rows, "row"))
}

func (c *checker) unknownRoute(at source.Span, name string, known []string) {
	hint := didYouMean(name, known)
	if hint == "" {
		hint = fmt.Sprintf("give it a meaning: [sowing.routes] %s = \"own\", or a list of holes", name)
	}
	c.err(at, "unknown-route", "unknown route", hint, "[sowing.routes] has no route %q", name)
}

func (c *checker) alongUnsown(at source.Span) {
	c.err(at, "along-unsown", "a route for a move that is not sown", "leave it out, or say along which route the lap goes that follows: relay along …", "nothing is sown by this option itself")
}

func (c *checker) routesTwice(at source.Span) {
	c.err(at, "routes-twice", "a route that passes holes twice beside further routes", "list it without passing holes twice", "further routes need a route on which each hole is met once")
}

func (c *checker) emptyRoute(at source.Span) {
	c.err(at, "empty-route", "a route without holes", "list the holes in the order in which South sows them, for instance [\"A1\", \"A2\", \"a1\"]", "nothing can be sown along an empty list")
}

func (c *checker) notAHole(n *tomltree.Node, b *rules.Board) {
	c.err(n.Span, "not-a-hole", "not a hole of this board", fmt.Sprintf("holes are named %s to %s, and \"store\" is the owner's store", b.Holes[0].Name, b.Holes[len(b.Holes)-1].Name),
		"holes are listed by their names, and %s is none", n.Span.Text())
}

func (c *checker) twiceOnRoute(n *tomltree.Node) {
	c.err(n.Span, "twice-on-route", "a hole twice on the route", fmt.Sprintf("a hole that is passed two times, not more, is named in [sowing]: twice = [%q]", n.Str), "%q is on this route already", n.Str)
}

func (c *checker) tooManySeeds(n *tomltree.Node, total, limit int) {
	at := source.Span{}
	if n != nil {
		at = n.Span
	}
	c.err(at, "too-many-seeds", "too many seeds", fmt.Sprintf("the game may hold up to %d seeds", limit), "this set-up has %d seeds", total)
}

func (c *checker) noSeeds(n *tomltree.Node) {
	c.warn(n.KeySpan, "no-seeds", "a board without seeds", `fill it: holes = "board: 4"`, "the set-up puts no seed anywhere")
}

func (c *checker) restNotOne(at source.Span, n int) {
	c.err(at, "bad-rest", "the rest needs one hole", "name a single hole, such as own outer left 1", "each player has %s here", source.Plural(n, "hole"))
}

func (c *checker) restNegative(at source.Span, each, used int) {
	c.err(at, "bad-rest", "nothing is left", "say how many seeds a player has with seeds = … in [setup]", "each player has %s, the other lines use %d", source.Plural(each, "seed"), used)
}

func (c *checker) roleNotConstant(at source.Span, word string) {
	c.err(at, "not-constant", "not a fixed set of holes", "make the role of areas only, such as own inner right 1", "%q depends on the position, a set-up can't use it", word)
}

func (c *checker) emptyPlace(at source.Span) {
	c.err(at, "empty-place", "no such hole", "check the words: each one narrows the ones before", "no hole of this board is %q", at.Text())
}

func (c *checker) noSuchRow(at source.Span, word string, b *rules.Board) {
	hint := "leave the word out: each player has one row"
	if word == "middle" && b.RowsOfSide() == 2 {
		hint = `write "inner" or "outer": each player has two rows`
	}
	c.err(at, "no-such-row", "a word this board lacks", hint, "%q needs more rows than this board of %s has", word, source.Plural(b.Rows, "row"))
}

func (c *checker) columnRange(at source.Span, word string, n int) {
	now := ""
	if len(c.game.Parameters) > 0 {
		var values []string
		for _, p := range c.game.Parameters {
			values = append(values, fmt.Sprintf("%s = %d", p.Name, p.Value))
		}
		now = " (with " + strings.Join(values, ", ") + ")"
	}
	hint := "columns are counted from the left of the row's owner"
	if word != "column" {
		hint = fmt.Sprintf("\"%s 2\" are the two holes of a row that lie farthest to the %s of its owner", word, word)
	}
	c.err(at, "no-such-column", "a column this board lacks", hint, "%q: this board has columns 1 to %d%s", strings.TrimSpace(word+" "+fmt.Sprint(n)), c.game.Board.Columns, now)
}

func (c *checker) noOpponent(at source.Span) {
	c.err(at, "no-opponent", "nobody else plays", "write \"board\", or \"mover loses\" for the end of a solitaire", "this game has one player, there is no opponent")
}

func (c *checker) manyOpponents(at source.Span) {
	c.err(at, "many-opponents", "several opponents", `write "any opponent", "no opponent", or "mover loses"`, "%d players: which opponent?", c.game.Players)
}

func (c *checker) noOpposite(at source.Span, word string) {
	c.err(at, "no-opposite", "a word this board lacks", "", "%q needs two sides facing each other", word)
}

func (c *checker) noStores(at source.Span) {
	c.err(at, "no-stores", "this board has no stores", `write stores = "beside" in [board] if captured seeds are kept`, "the board says stores = \"none\"")
}

func (c *checker) whoseStore(at source.Span) {
	c.err(at, "whose-store", "whose store?", `write "own store", "enemy store" or "store of captor"`, "a store needs its owner and nothing else")
}

func (c *checker) fixedHole(at source.Span, h rules.Hole) {
	c.err(at, "fixed-hole", "a hole by its name", fmt.Sprintf("say it from the seat: own column %d", h.Column), "rules are said from the mover's seat, so %s can't be named", h.Name)
}

func (c *checker) ownersFixed(at source.Span) {
	c.err(at, "owners-fixed", "nobody can claim holes here", `write owners = "change" (or "seeds") in [board]`, "the holes of this board keep their owners")
}
