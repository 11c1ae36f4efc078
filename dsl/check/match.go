package check

import (
	"reflect"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

// match reads [match]: what happens between two rounds.
func (c *checker) match() {
	n := c.tree.Get("match")
	if n == nil {
		return
	}
	t := c.table(n, "match")
	if t.node == nil {
		return
	}
	m := &rules.Match{Span: n.KeySpan, Infos: map[string]*rules.RuleInfo{}}
	c.game.Match = m
	c.refill(t, m)
	c.begins(t, m)
	c.points(t, m)
	c.matchOfSeveral(t)
	m.FillHole = &rules.Binder{Name: "hole"}
	m.Fill = c.matchText(t, "fill", m.FillHole)
	m.Between = c.matchText(t, "between", nil)
	m.Over = c.matchText(t, "over", nil)
	t.get("note")
	t.done()
	if t.node.Get("over") == nil {
		c.matchNoEnd(n.KeySpan)
	}
	for _, k := range []struct {
		key  string
		acts bool // it does something, so `why` may point at it
	}{{"order", m.Refill}, {"then", m.Mirrors}, {"unfilled", m.Unfilled != rules.UnfilledOpen}, {"surplus", m.Buys}, {"begins", true}, {"points", m.Points != nil}} {
		if v := t.node.Get(k.key); v != nil && k.acts {
			m.Infos[k.key] = c.ruleInfo("match", "", source.Span{File: v.Span.File, Start: v.KeySpan.Start, End: v.Span.End}, nil)
		}
	}
}

var fillOrders = map[string]rules.FillOrder{"": rules.FillLeft, "left": rules.FillLeft, "right": rules.FillRight,
	"outward": rules.FillOutward, "inward": rules.FillInward, "chosen": rules.FillChosen, "arranged": rules.FillArranged}

// refill reads the keys about seeds and holes. They all need `order`: without
// it every round begins as the game did.
func (c *checker) refill(t *table, m *rules.Match) {
	order := t.word("order", "left", "right", "outward", "inward", "chosen", "arranged")
	each := t.number("each", 0, 1, maxSeeds)
	first := t.word("first", "both", "loser", "winner")
	then := t.word("then", "own", "mirrors")
	unfilled := t.word("unfilled", "closed", "enemy", "half", "open")
	surplus := t.word("surplus", "keep", "buys")
	price := t.number("price", each, 1, maxSeeds)
	if t.node.Get("order") == nil {
		for _, k := range []string{"each", "first", "then", "unfilled", "surplus", "price", "fill"} {
			if v := t.node.Get(k); v != nil {
				c.matchKey(v.KeySpan, k, "nothing is refilled", `say in which order a player fills his holes: order = "left"; without it every round begins with [setup] again`)
			}
		}
		return
	}
	m.Refill = true
	m.Each, m.Order, m.Price, m.Buys = each, fillOrders[order], price, surplus == "buys"
	m.First = map[string]rules.Fills{"loser": rules.LoserFills, "winner": rules.WinnerFills}[first]
	m.Mirrors = then == "mirrors"
	m.Unfilled = map[string]rules.Unfilled{"closed": rules.UnfilledClosed, "enemy": rules.UnfilledEnemy, "half": rules.UnfilledHalf}[unfilled]
	c.refillFits(t, m)
}

// matchOfSeveral looks for keys that only two players can have: of one or of
// three there is not one other.
func (c *checker) matchOfSeveral(t *table) {
	if c.game.Players == 2 {
		return
	}
	for _, k := range []struct{ key, word string }{{"first", "loser"}, {"then", "mirrors"}, {"unfilled", "enemy"}, {"surplus", "buys"}, {"begins", "loser"}, {"order", "chosen"}} {
		if v := t.node.Get(k.key); v != nil && v.Str == k.word {
			c.matchPlayers(v.Span, k.key, k.word, c.game.Players)
		}
	}
}

// refillFits looks for keys that do not go together.
func (c *checker) refillFits(t *table, m *rules.Match) {
	at := func(k string) source.Span { return t.node.Get(k).KeySpan }
	has := func(k string) bool { return t.node.Get(k) != nil }
	arranged := m.Order == rules.FillArranged
	switch {
	case !arranged && !has("each"):
		c.missing(m.Span, "[match] with an order", "each", `each = 4`)
	}
	for _, k := range []string{"each", "first", "then", "unfilled", "surplus", "price", "fill"} {
		if arranged && has(k) {
			c.matchKey(at(k), k, "an arrangement is made by moves", `leave it out: the phase in which the seeds are entered says how, as in "when hand = 0 then for every own do move seeds(hole) from hand of opponent to mirror; stop"`)
		}
	}
	if !has("unfilled") && !arranged && !m.Mirrors {
		c.missing(m.Span, "[match] with an order", "unfilled", `unfilled = "closed"`)
	}
	if m.Mirrors && m.First == rules.BothFill {
		c.matchKey(at("then"), "then", "the mirror image of what?", `say who fills first: first = "loser"`)
	}
	if has("price") && !m.Buys {
		c.matchKey(at("price"), "price", "nothing is bought", `write surplus = "buys", or leave the price out`)
	}
	if c.game.Board.Stores == rules.NoStores {
		c.matchStores(at("order"))
	}
	for _, hand := range c.game.Setup.Hand {
		if hand > 0 && !arranged {
			c.matchHands(at("order"))
			break
		}
	}
	if c.game.Board.OwnersChange == "" && (m.Unfilled == rules.UnfilledEnemy || m.Buys) {
		k := "unfilled"
		if m.Buys {
			k = "surplus"
		}
		c.matchOwners(at(k))
	}
}

var matchBegins = map[string]rules.MatchBegins{"": rules.BeginsOpen, "open": rules.BeginsOpen, "alternate": rules.BeginsAlternate, "winner": rules.BeginsWinner,
	"loser": rules.BeginsLoser, "last-mover": rules.BeginsLastMover, "lots": rules.BeginsLots, "chosen": rules.BeginsChosen}

func (c *checker) begins(t *table, m *rules.Match) {
	word := t.word("begins", "alternate", "winner", "loser", "last-mover", "lots", "chosen", "open")
	m.Begins = matchBegins[word]
	switch m.Begins {
	case rules.BeginsLots:
		c.matchLots(t.node.Get("begins").Span)
	case rules.BeginsChosen:
		c.matchChosen(t.node.Get("begins").Span)
	}
	if t.node.Get("begins") == nil {
		c.missing(m.Span, "[match]", "begins", `begins = "alternate", or "open" if no source says`)
	}
}

// points reads `points` and declares the variable that counts them, before
// any text is resolved that may read it.
func (c *checker) points(t *table, m *rules.Match) {
	m.PointsEach = t.word("points-for", "winner", "each") == "each"
	n := t.get("points")
	if n == nil {
		if t.node.Get("points-for") != nil {
			c.matchKey(t.node.Get("points-for").KeySpan, "points-for", "no points are given", `say how many: points = 1`)
		}
		return
	}
	if !c.newName("points", n.KeySpan, "number") {
		return
	}
	m.PointsVar = &rules.Variable{Name: "points", PerPlayer: true, Span: n.KeySpan}
	c.names["points"] = &name{kind: nameVariable, span: n.KeySpan, vari: m.PointsVar, used: true}
	c.game.State = append(c.game.State, m.PointsVar)
	if n.Kind == tomltree.Integer {
		if n.Int < 1 || n.Int > maxSeeds {
			c.outOfRange(n.Span, "points", int(n.Int), 1, maxSeeds)
		}
		m.Points = &rules.Int{At: rules.At{S: n.Span}, V: int(n.Int)}
		return
	}
	if n = c.ruleString(n, "points"); n == nil {
		return
	}
	x, diags := syntax.PhraseOf(c.ruleText(n))
	c.diags = append(c.diags, diags...)
	if !diags.HasErrors() {
		s := &scope{c: c, text: "points", viewer: &rules.Who{Which: rules.Mover}}
		m.Points = s.number(x)
		c.onlyBetween("points", reflect.ValueOf(m.Points))
	}
}

// matchText resolves one of the rule texts of [match].
func (c *checker) matchText(t *table, key string, hole *rules.Binder) *rules.Table {
	n := c.ruleString(t.get(key), key)
	if n == nil {
		return nil
	}
	list, diags := syntax.Rules(c.ruleText(n))
	c.diags = append(c.diags, diags...)
	if diags.HasErrors() {
		return nil
	}
	c.adviseLiteral(n)
	s := &scope{c: c, text: key, viewer: &rules.Who{Which: rules.Mover}, hole: hole}
	if hole != nil {
		s.anchor = &rules.HoleVar{At: rules.At{S: n.Span}, Binder: hole}
	}
	out := s.table(key, list, n.KeySpan)
	c.onlyBetween(key, reflect.ValueOf(out))
	return out
}

// onlyBetween reports phrases that have no meaning while nobody is sowing. It
// goes by reflection, so that no node of the language is forgotten.
func (c *checker) onlyBetween(text string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		return
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		switch x := v.Interface().(type) {
		case *rules.Variable, *rules.Binder, *rules.RuleInfo:
			return
		case *rules.EndGame:
			if text != "over" || x.How == rules.RoundEnds {
				c.matchPlace(x.S, text)
			}
		case *rules.Counter:
			if x.Which == rules.LapNumber || x.Which == rules.CapturedNow || x.Which == rules.TurnNumber {
				c.matchPlace(x.S, text)
			}
		case *rules.Choose, *rules.May, *rules.Capture, *rules.Stop, *rules.Reverse, *rules.HasMove, *rules.Forecast, *rules.Repeats,
			*rules.Reg, *rules.WasCount, *rules.WasOwner, *rules.DirectionIs, *rules.MoveIs, *rules.Visited, *rules.Next, *rules.Run:
			c.matchPlace(v.Interface().(interface{ Span() source.Span }).Span(), text)
			return
		}
		c.onlyBetween(text, v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			c.onlyBetween(text, v.Index(i))
		}
	case reflect.Struct:
		if _, isSpan := v.Interface().(source.Span); isSpan {
			return
		}
		for i := range v.NumField() {
			c.onlyBetween(text, v.Field(i))
		}
	}
}

// wholeMatch looks at what [match] needs of the other rules.
func (c *checker) wholeMatch() {
	m := c.game.Match
	if m == nil {
		return
	}
	ends, skips, enters := false, true, false
	for _, p := range c.game.Phases {
		c.everyAct(p, func(a rules.Act) {
			if e, ok := a.(*rules.EndGame); ok && e.How == rules.RoundEnds {
				ends = true
			}
			if m, ok := a.(*rules.MoveSeeds); ok {
				_, hand := m.From.(*rules.HandOf)
				enters = enters || hand
			}
		})
		for _, tier := range p.Moves.Tiers {
			for _, o := range tier.Options {
				zero, constant := o.Enter.(*rules.Int)
				enters = enters || o.Kind == rules.EnterAt && !(constant && zero.V == 0)
			}
		}
		skips = skips && asksClosed(reflect.ValueOf(p.Sowing.Skip))
	}
	if !ends && c.choice.Variant == "" && len(c.choice.Answers) == 0 { // a variant may end the match with the first round
		c.matchNoRound(m.Span)
	}
	if m.Refill && m.Order == rules.FillArranged && !enters {
		c.matchArranged(c.tree.Get("match").Get("order").Span)
	}
	if m.Refill && m.Unfilled == rules.UnfilledClosed && !skips {
		c.matchSkip(m.Infos["unfilled"].Span)
	}
}

// asksClosed tells phrases that ask if a hole is closed.
func asksClosed(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return false
		}
		switch v.Interface().(type) {
		case *rules.IsClosed:
			return true
		case *rules.Variable, *rules.Binder, *source.File:
			return false
		}
		return asksClosed(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			if asksClosed(v.Index(i)) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if asksClosed(v.Field(i)) {
				return true
			}
		}
	}
	return false
}
