package check

import (
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
)

var regionWords = []string{"own", "enemy", "board", "inner", "middle", "outer", "ends", "store", "left half", "right half", "column", "neutral"}

// place resolves a run of narrowing words, or a single name.
func (s *scope) place(x *syntax.Place) value {
	if len(x.Areas) == 1 && x.Areas[0].Name {
		return s.nameAlone(x)
	}
	of, ok := s.ofPlayer(x)
	if !ok {
		return value{}
	}
	viewer := s.viewer
	if of != nil {
		viewer = of
	}
	if store, handled := s.storePlace(x, viewer, of != nil); handled {
		return store
	}
	area := &rules.Area{At: at(x), Viewer: viewer}
	for _, a := range x.Areas {
		p, ok := s.areaPart(a, viewer)
		if !ok {
			return value{}
		}
		area.Parts = append(area.Parts, p)
	}
	if n, known := s.c.staticSize(area); known && n == 0 {
		s.c.emptyPlace(x.S)
	}
	return value{kind: kSet, x: area}
}

// ofPlayer resolves `of P` of a place of several words.
func (s *scope) ofPlayer(x *syntax.Place) (rules.Player, bool) {
	if x.Of == nil {
		return nil, true
	}
	p := s.playerOf(x.Of)
	return p, p != nil
}

// storePlace handles places that name a store: own store, enemy store, store of P.
func (s *scope) storePlace(x *syntax.Place, viewer rules.Player, of bool) (value, bool) {
	var words []string
	store := false
	for _, a := range x.Areas {
		if a.Word == "store" && !a.Name {
			store = true
		} else {
			words = append(words, a.Word)
		}
	}
	if !store {
		return value{}, false
	}
	if s.c.game.Board.Stores == rules.NoStores {
		s.c.noStores(x.S)
		return value{}, true
	}
	player := viewer
	switch {
	case len(words) == 0 && of:
	case len(words) == 0 && s.c.game.Players == 2:
		return value{kind: kSet, x: s.everyStore(x)}, true
	case len(words) == 1 && words[0] == "own":
	case len(words) == 1 && words[0] == "enemy" && !of:
		v := s.player(&syntax.Word{Node: x.Node, W: "opponent"}, rules.Opponent)
		if v.kind == kNone {
			return value{}, true
		}
		player = v.x
	default:
		s.c.whoseStore(x.S)
		return value{}, true
	}
	return value{kind: kSpot, x: &rules.StoreOf{At: at(x), Player: player}}, true
}

// everyStore is `store` without an owner: whichever it is.
func (s *scope) everyStore(x *syntax.Place) rules.Set {
	a := at(x)
	stores := &rules.Holes{At: a}
	for _, who := range []rules.WhoKind{rules.Mover, rules.Opponent} {
		stores.Spots = append(stores.Spots, &rules.StoreOf{At: a, Player: &rules.Who{At: a, Which: who}})
	}
	return stores
}

// areaPart resolves one narrowing word.
func (s *scope) areaPart(a syntax.Area, viewer rules.Player) (rules.Part, bool) {
	if !a.Name {
		return s.c.part(a)
	}
	n := s.c.names[a.Word]
	if n == nil || n.kind == nameParameter || n.kind == nameVariable || n.table != nil {
		if n != nil {
			s.c.notASet(a.S, a.Word, n.kind)
		} else {
			s.c.unknownWord(a.S, a.Word, append(regionWords, s.c.nameList()...))
		}
		return rules.Part{}, false
	}
	in := *s
	in.viewer = viewer
	v := in.definition(a.Word, n, a.S)
	if v.kind == kSpot {
		v = value{kind: kSet, x: &rules.Holes{At: rules.At{S: a.S}, Spots: []rules.Spot{v.x}}}
	}
	if v.kind != kSet {
		if v.kind != kNone {
			s.c.wanted(a.S, "a set of holes", v.kind)
		}
		return rules.Part{}, false
	}
	return rules.Part{Role: v.x, Name: a.Word}, true
}

// part turns a word of the language into a Part and reports words this board lacks.
func (c *checker) part(a syntax.Area) (rules.Part, bool) {
	b := c.game.Board
	if a.Listed != nil {
		return rules.Part{Listed: a.Listed}, true
	}
	switch a.Word {
	case "left", "right":
		if a.N < 1 || a.N > b.Columns {
			c.columnRange(a.S, a.Word, a.N)
			return rules.Part{}, false
		}
		if a.Word == "left" {
			return rules.Part{Left: a.N}, true
		}
		return rules.Part{Right: a.N}, true
	case "column":
		if a.N < 1 || a.M > b.Columns || a.N > a.M {
			c.columnRange(a.S, "column", max(a.N, a.M))
			return rules.Part{}, false
		}
		return rules.Part{Columns: [2]int{a.N, a.M}}, true
	case "inner", "outer":
		if b.RowsOfSide() < 2 {
			c.noSuchRow(a.S, a.Word, b)
			return rules.Part{}, false
		}
	case "middle":
		if b.RowsOfSide() != 3 {
			c.noSuchRow(a.S, a.Word, b)
			return rules.Part{}, false
		}
	case "enemy":
		if b.Players == 1 {
			c.noOpponent(a.S)
			return rules.Part{}, false
		}
	case "store":
		c.whoseStore(a.S)
		return rules.Part{}, false
	}
	return rules.Part{Word: a.Word}, true
}

// relFits reports words across the board that this board lacks.
func (c *checker) relFits(x *syntax.Rel) bool {
	b := c.game.Board
	switch x.How {
	case "beyond", "behind", "front":
		if b.RowsOfSide() < 2 {
			c.noSuchRow(x.S, x.How, b)
			return false
		}
	case "opposite", "mirror":
		if b.Players == 1 || b.Shape != "rows" && x.How == "opposite" && b.Players > 2 {
			c.noOpposite(x.S, x.How)
			return false
		}
	case "next", "previous":
		if x.N > 64 {
			c.outOfRange(x.S, x.How, x.N, 1, 64)
			return false
		}
	}
	return true
}

// nameAlone resolves a place that is one name.
func (s *scope) nameAlone(x *syntax.Place) value {
	a := x.Areas[0]
	if b := s.chosen[a.Word]; b != nil && x.Of == nil {
		if b.Set {
			return value{kind: kSet, x: &rules.ChosenSet{At: at(x), Binder: b}}
		}
		return value{kind: kSpot, x: &rules.HoleVar{At: at(x), Binder: b}}
	}
	n := s.c.names[a.Word]
	if n == nil {
		if h, ok := s.c.game.Board.HoleByName(a.Word); ok && x.Of == nil {
			s.c.fixedHole(x.S, s.c.game.Board.Holes[h])
			return value{}
		}
		s.c.unknownWord(a.S, a.Word, append(append([]string{}, syntax.Words...), s.c.nameList()...))
		return value{}
	}
	n.used = true
	if n.broken {
		return value{}
	}
	switch n.kind {
	case nameParameter:
		return value{kind: kNumber, x: &rules.Int{At: at(x), V: n.value}}
	case nameVariable:
		return s.variable(x, n.vari)
	}
	in := *s
	if x.Of != nil {
		p := s.playerOf(x.Of)
		if p == nil {
			return value{}
		}
		in.viewer = p
	}
	v := in.definition(a.Word, n, x.S)
	if v.kind == kSet {
		v.x = &rules.Area{At: at(x), Viewer: in.viewer, Parts: []rules.Part{{Role: v.x, Name: a.Word}}}
	}
	return v
}

// definition resolves the phrase of a role or definition where it is used:
// its bare hole words take the anchor of the place that uses it.
func (s *scope) definition(word string, n *name, use source.Span) value {
	n.used = true
	switch {
	case n.broken:
		return value{}
	case n.open:
		s.c.cycle(n.span, word, use)
		return value{}
	case n.table != nil:
		s.c.tableAsPhrase(use, word)
		return value{}
	case n.phrase == nil: // a TOML constant
		if n.node.Key != "" && n.node.Kind == tomlBool {
			return value{kind: kTruth, x: &rules.Bool{At: rules.At{S: n.node.Span}, V: n.node.Bool}}
		}
		return value{kind: kNumber, x: &rules.Int{At: rules.At{S: n.node.Span}, V: int(n.node.Int)}}
	}
	n.open = true
	defer func() { n.open = false }()
	return s.resolve(n.phrase)
}

// variable resolves a name of [state]: the value of a variable, or a mark.
func (s *scope) variable(x *syntax.Place, v *rules.Variable) value {
	r := &rules.VarOf{At: at(x), Var: v}
	var of rules.Player
	if x.Of != nil {
		o := s.resolve(x.Of)
		switch {
		case o.kind == kNone:
			return value{}
		case o.kind == kPlayer && v.PerPlayer:
			r.Player, of = o.x, o.x
		case o.kind == kSpot && v.OnHole:
			r.Hole = o.x
		default:
			s.c.badOf(x.Of.Span(), v, o.kind)
			return value{}
		}
	}
	if v.OnHole && r.Hole == nil {
		// Without a hole it is a mark ("is tuz") or the anchor's value.
		r.Hole = s.anchor
		if v.PerPlayer && r.Player == nil {
			r.Player = s.viewer
		}
		return value{kind: kMark, x: r, mark: v, of: of}
	}
	if v.PerPlayer && r.Player == nil {
		r.Player = s.viewer
	}
	return value{kind: kNumber, x: r}
}

// staticSize is the number of holes of a set if no condition decides it.
func (c *checker) staticSize(set rules.Set) (int, bool) {
	holes, ok := c.staticHoles(set, 0)
	return len(holes), ok
}

// staticHoles are the holes of a set made of areas, seen by a seat.
func (c *checker) staticHoles(set rules.Set, seat int) ([]int, bool) {
	switch x := set.(type) {
	case *rules.Area:
		if w, ok := x.Viewer.(*rules.Who); !ok || w.Which > rules.Opponent || c.game.Board.OwnersChange != "" {
			return nil, false
		} else if w.Which == rules.Opponent {
			seat = (seat + 1) % c.game.Players
		}
		var out []int
		for i, p := range x.Parts {
			in := []int(nil)
			if p.Role != nil {
				var ok bool
				if in, ok = c.staticHoles(p.Role, seat); !ok {
					return nil, false
				}
			} else {
				in = c.game.Board.Region(seat, p)
			}
			if i == 0 {
				out = in
			} else {
				out = intersect(out, in)
			}
		}
		return out, true
	case *rules.Union:
		seen := map[int]bool{}
		var out []int
		for _, s := range x.Sets {
			in, ok := c.staticHoles(s, seat)
			if !ok {
				return nil, false
			}
			for _, h := range in {
				if !seen[h] {
					seen[h] = true
					out = append(out, h)
				}
			}
		}
		return out, true
	}
	return nil, false
}

// onlyMark is the mark that `its marker` speaks of: the only one declared per player.
func (c *checker) onlyMark(span source.Span) *rules.Variable {
	var found *rules.Variable
	for _, v := range c.game.State {
		if v.OnHole && v.PerPlayer {
			if found != nil {
				c.whichMark(span, found.Name, v.Name)
				return nil
			}
			found = v
		}
	}
	if found == nil {
		c.noMark(span)
	}
	return found
}
