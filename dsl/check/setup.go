package check

import (
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

// maxSeeds bounds the seeds of one hole and of the game; executors count in 31 bits.
const maxSeeds = 100_000

// setup reads [setup].
func (c *checker) setup() {
	b := c.game.Board
	n := c.tree.Get("setup")
	if n == nil {
		c.missingTable("setup", "[setup]\nholes = \"board: 4\"")
		return
	}
	t := c.table(n, "setup")
	s := &c.game.Setup
	s.Holes = make([]int, len(b.Holes))
	s.Stores = make([]int, b.Players)
	s.Hand = make([]int, b.Players)
	hand := t.number("hand", 0, 0, maxSeeds)
	for i := range s.Hand {
		s.Hand[i] = hand
	}
	each := t.number("seeds", 0, 0, maxSeeds)
	if h := t.get("holes"); h == nil {
		c.missing(n.KeySpan, "[setup]", "holes", `holes = "board: 4"`)
	} else if h.Kind == tomltree.Integer {
		c.fillAll(h)
	} else {
		c.fillings(h, count(b.Players), each)
	}
	for seat, key := range []string{"south", "north", "west", "east"} {
		if h := t.get(key); h != nil && seat < b.Players {
			c.fillings(h, []int{seat}, each)
		}
	}
	s.BeginsBy = t.word("begins", "south", "north", "lots", "open", "chosen")
	if s.BeginsBy == "north" && b.Players > 1 {
		s.Begins = 1
	}
	if n := t.get("arrange"); n != nil {
		c.arrangeIsPhase(n.KeySpan)
	}
	t.get("note")
	t.get("big")
	t.done()
	total := 0
	for _, list := range [][]int{s.Holes, s.Stores, s.Hand} {
		for _, x := range list {
			total += x
		}
	}
	if total > maxSeeds {
		c.tooManySeeds(n.Get("holes"), total, maxSeeds)
	}
	if total == 0 && !c.diags.HasErrors() {
		c.noSeeds(n)
	}
}

func (c *checker) fillAll(n *tomltree.Node) {
	if n.Int < 0 || n.Int > maxSeeds {
		c.outOfRange(n.Span, "holes", int(n.Int), 0, maxSeeds)
		return
	}
	for i := range c.game.Setup.Holes {
		c.game.Setup.Holes[i] = int(n.Int)
	}
}

// fillings applies the lines of a set-up, later lines over earlier ones, for
// each seat as viewer. `rest` is what is left of `seeds` a player.
func (c *checker) fillings(n *tomltree.Node, seats []int, each int) {
	if n = c.ruleString(n, "holes"); n == nil {
		return
	}
	lines, _ := c.parseFillings(n)
	var rest *syntax.Filling
	for _, f := range lines {
		if f.Name == "rest" {
			rest = f
			continue
		}
		v, ok := c.fillingValue(f)
		if !ok {
			return
		}
		for _, seat := range seats {
			for _, h := range c.fillingPlaces(f, seat) {
				*c.startCell(h) = v
			}
		}
	}
	if rest == nil {
		return
	}
	for _, seat := range seats {
		c.fillRest(c.fillingPlaces(rest, seat), rest.S, seat, each)
	}
}

// fillingValue is the number of seeds a filling puts in each of its holes.
func (c *checker) fillingValue(f *syntax.Filling) (int, bool) {
	v := f.N
	if f.Name != "" {
		p, ok := c.params[f.Name]
		if !ok {
			c.unknownParameter(f.Value, f.Name)
			return 0, false
		}
		v = p
	}
	if v < 0 || v > maxSeeds {
		c.outOfRange(f.Value, "the seeds of a hole", v, 0, maxSeeds)
		return 0, false
	}
	return v, true
}

func (c *checker) startCell(place int) *int {
	s := &c.game.Setup
	if place >= len(s.Holes) {
		return &s.Stores[place-len(s.Holes)]
	}
	return &s.Holes[place]
}

func (c *checker) fillRest(holes []int, at source.Span, seat, each int) {
	if holes == nil {
		return
	}
	if len(holes) != 1 {
		c.restNotOne(at, len(holes))
		return
	}
	left := each
	for i, h := range c.game.Board.Holes {
		if h.Side == seat && i != holes[0] {
			left -= c.game.Setup.Holes[i]
		}
	}
	if left < 0 {
		c.restNegative(at, each, each-left)
		return
	}
	c.game.Setup.Holes[holes[0]] = left
}

// fillingPlaces are the holes a filling names for a seat.
func (c *checker) fillingPlaces(f *syntax.Filling, seat int) []int {
	b := c.game.Board
	pl := f.Place.(*syntax.Place)
	out := count(len(b.Holes))
	for _, a := range pl.Areas {
		if a.Word == "store" {
			out = []int{b.StorePlace(seat)}
			continue
		}
		var in []int
		if h, ok := b.HoleByName(a.Word); ok && a.Name && c.names[a.Word] == nil {
			in = []int{h} // holes have the same names for whoever looks
		} else if a.Word[0] >= 'A' && a.Word[0] <= 'Z' {
			c.noHoleNamed(a.S, a.Word)
			return nil
		} else if a.Name {
			in = c.constantRole(a, seat)
		} else {
			part, ok := c.part(a)
			if !ok {
				return nil
			}
			in = b.Region(seat, part)
		}
		out = intersect(out, in)
	}
	if len(out) == 0 && !c.diags.HasErrors() {
		c.emptyPlace(pl.S)
	}
	return out
}

// constantRole are the holes of a role that is made of areas only, or one hole by name (a1).
func (c *checker) constantRole(a syntax.Area, seat int) []int {
	n := c.names[a.Word]
	if n == nil || n.kind != nameRole {
		c.unknownWord(a.S, a.Word, append(regionWords, c.nameList()...))
		return nil
	}
	n.used = true
	holes, ok := c.constantSet(n.phrase, seat)
	if !ok {
		c.roleNotConstant(a.S, a.Word)
	}
	return holes
}

// constantSet computes a set phrase made of areas, lists and roles.
func (c *checker) constantSet(x syntax.Phrase, seat int) ([]int, bool) {
	switch x := x.(type) {
	case *syntax.List:
		if x.Where != nil || x.Except != nil {
			return nil, false
		}
		var out []int
		for _, s := range x.Sets {
			more, ok := c.constantSet(s, seat)
			if !ok {
				return nil, false
			}
			out = append(out, more...)
		}
		return out, true
	case *syntax.Place:
		out := count(len(c.game.Board.Holes))
		for _, a := range x.Areas {
			var in []int
			if a.Name {
				n := c.names[a.Word]
				if n == nil || n.kind != nameRole || n.open {
					return nil, false
				}
				n.open = true
				var ok bool
				in, ok = c.constantSet(n.phrase, seat)
				n.open = false
				if !ok {
					return nil, false
				}
			} else if p, ok := c.part(a); ok {
				in = c.game.Board.Region(seat, p)
			}
			out = intersect(out, in)
		}
		return out, x.Of == nil
	}
	return nil, false
}

func intersect(a, b []int) []int {
	var out []int
	for _, x := range a {
		if containsInt(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// score reads [score].
func (c *checker) score() {
	n := c.tree.Get("score")
	if n == nil {
		return
	}
	t := c.table(n, "score")
	s := &rules.Score{Span: n.KeySpan}
	if k := c.ruleString(t.get("counts"), "counts"); k != nil {
		if x, ok := c.parsePhrase(k); ok {
			sc := &scope{c: c, text: "score", viewer: &rules.Who{Which: rules.Mover}}
			if set := sc.set(x, nil); set != nil {
				s.Counts = []rules.Set{set}
			}
		}
	} else {
		c.missing(n.KeySpan, "[score]", "counts", `counts = "own store"`)
	}
	s.Least = t.word("wins", "most", "least") == "least"
	t.get("note")
	t.done()
	c.game.Score = s
}

// evidence keeps the claims of the file as data; the verifier runs them.
func (c *checker) evidence() {
	ids := map[string]source.Span{}
	for _, n := range c.items(c.root.Get("evidence"), "evidence") {
		t := c.table(n, "evidence")
		e := rules.Evidence{ID: t.text("id"), Span: n.KeySpan, Values: map[string]any{}, Spans: map[string]source.Span{}}
		e.Kind = t.word("kind", "fact", "example", "record", "puzzle", "count", "figure")
		e.Sources = append(t.list("sources"), t.list("source")...)
		for _, k := range []string{"sources", "source"} {
			if s := n.Get(k); s != nil {
				c.checkSources(e.Sources, s)
			}
		}
		for _, k := range evidenceKeys {
			if v := t.get(k); v != nil {
				e.Values[k], e.Spans[k] = v.Value(), v.Span
			}
		}
		t.done()
		if e.ID == "" {
			c.missing(n.KeySpan, "[[evidence]]", "id", `id = "seeds"`)
			continue
		}
		if e.Kind == "" && n.Get("kind") == nil {
			c.missing(n.KeySpan, "[[evidence]]", "kind", `kind = "fact"`)
		}
		if first, twice := ids[e.ID]; twice {
			c.duplicate("evidence", e.ID, n.KeySpan, first)
		}
		ids[e.ID] = n.KeySpan
		c.checkEvidenceRules(n, &e)
		c.game.Evidence = append(c.game.Evidence, e)
	}
}

var evidenceKeys = []string{"text", "note", "position", "moves", "after", "captured", "laps", "ends-in", "next", "legal", "illegal", "endless", "result",
	"score", "file", "claim", "perft", "holds", "players", "games", "measure", "between", "answers", "variant", "set", "seed", "turns", "depth", "solutions", "reachable", "outcome"}

// checkEvidenceRules looks at the rule set a claim names: variant, answers, parameters.
func (c *checker) checkEvidenceRules(n *tomltree.Node, e *rules.Evidence) {
	if v := n.Get("variant"); v != nil && v.Kind == tomltree.String && c.root.Get("variant").Get(v.Str) == nil {
		c.unknownVariantAt(v)
	}
	if a := n.Get("answers"); a != nil && a.Kind == tomltree.Table {
		for _, k := range a.Keys {
			c.checkAnswer(k, a.Fields[k])
		}
	}
	if s := n.Get("set"); s != nil && s.Kind == tomltree.Table {
		for _, k := range s.Keys {
			if c.tree.Get("parameters").Get(k) == nil {
				c.unknownParameter(s.Fields[k].KeySpan, k)
			}
		}
	}
}

// checkAnswer looks whether a question and its answer exist.
func (c *checker) checkAnswer(id string, n *tomltree.Node) {
	for _, q := range c.game.Questions {
		if q.ID != id {
			continue
		}
		for _, a := range q.Answers {
			if n.Kind == tomltree.String && a.ID == n.Str {
				return
			}
		}
		c.noSuchAnswer(n, q)
		return
	}
	c.noSuchQuestion(n, id)
}

// leftovers reports tables nobody asked for and names never used.
func (c *checker) leftovers() {
	c.tableNames()
	for _, p := range c.game.Parameters {
		c.names[p.Name].used = true // a parameter may serve the board alone
	}
}

// tableNames reports tables that the language does not have.
func (c *checker) tableNames() {
	known := append([]string{"mancala", "extends", "answers", "game", "source", "question", "variant", "evidence", "difference"}, overridable...)
	t := &table{c: c, node: c.root, name: "", known: known}
	t.done()
}
