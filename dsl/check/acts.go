package check

import (
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
)

type spanT = source.Span

var ways = map[string]rules.Way{"clockwise": rules.WayClockwise, "anticlockwise": rules.WayAnticlockwise, "inward": rules.WayInward}

// acts resolves a rule's actions in order; names chosen are known to the actions after.
func (s *scope) acts(list []*syntax.Act) []rules.Act {
	var out []rules.Act
	for _, a := range list {
		if x := s.act(a); x != nil {
			out = append(out, x)
		}
	}
	return out
}

// act is one switch over the kinds of actions.
func (s *scope) act(x *syntax.Act) rules.Act {
	a := at(x)
	switch x.Kind {
	case "stop":
		return &rules.Stop{At: a}
	case "continue":
		return &rules.Continue{At: a}
	case "reverse":
		return &rules.Reverse{At: a}
	case "draw":
		return s.ending(x, rules.Drawn)
	case "end game":
		if !s.c.scored {
			s.c.scored, s.c.scoreSpan = true, x.S
		}
		return s.ending(x, rules.ByScore)
	case "end round":
		if !s.c.scored {
			s.c.scored, s.c.scoreSpan = true, x.S
		}
		return s.ending(x, rules.RoundEnds)
	case "wins":
		return s.ending(x, rules.Wins)
	case "loses":
		return s.ending(x, rules.Loses)
	case "relay", "sow", "move again":
		return s.lapAct(x)
	case "capture":
		return s.capture(x)
	case "move seeds":
		return s.moveSeeds(x)
	case "mark", "unmark":
		return s.mark(x)
	case "claim", "close", "open":
		return s.change(x)
	case "for every":
		return s.forEvery(x)
	case "set":
		return s.setVar(x)
	case "choose":
		return s.choose(x)
	case "may":
		return &rules.May{At: a, Acts: s.acts(x.Acts)}
	case "takes", "each takes":
		return s.takes(x)
	}
	return s.call(x)
}

func (s *scope) ending(x *syntax.Act, how rules.EndKind) rules.Act {
	e := &rules.EndGame{At: at(x), How: how}
	if x.Player != nil {
		if e.Player = s.playerOf(x.Player); e.Player == nil {
			return nil
		}
	}
	return e
}

func (s *scope) way(w *syntax.Way) (*rules.Way, bool) {
	if w == nil {
		return nil, true
	}
	if w.Word == "either way" {
		s.c.eitherInLap(w.S)
		return nil, false
	}
	v := ways[w.Word]
	return &v, true
}

// lapAct: relay, sow, move again. They belong to `lap` (and what it calls).
func (s *scope) lapAct(x *syntax.Act) rules.Act {
	if s.text != "lap" {
		s.c.notHere(x.S, x.Kind, s.text, "lap")
		return nil
	}
	way, ok := s.way(x.Way)
	if !ok {
		return nil
	}
	switch x.Kind {
	case "relay":
		s.c.relays = true
		r := &rules.Relay{At: at(x), Way: way}
		s.c.goesAlong(&r.Along, x.Along, x.AlongAt)
		if x.From != nil {
			if r.From = s.spot(x.From); r.From == nil {
				return nil
			}
		}
		return r
	case "sow":
		s.c.relays = true
		r := &rules.Sow{At: at(x), Way: way}
		s.c.goesAlong(&r.Along, x.Along, x.AlongAt)
		if x.Of != nil {
			if r.Of = s.spot(x.Of); r.Of == nil {
				return nil
			}
		}
		if r.From = s.spot(x.From); r.From == nil {
			return nil
		}
		return r
	}
	m := &rules.MoveAgain{At: at(x)}
	if x.From != nil {
		s.c.relays = true
		if m.From = s.set(x.From, nil); m.From == nil {
			return nil
		}
	}
	return m
}

func (s *scope) capture(x *syntax.Act) rules.Act {
	if s.text == "at-once" {
		s.c.onlyEnds(x.S)
		return nil
	}
	c := &rules.Capture{At: at(x), Set: s.set(x.Sets, nil), Hole: &rules.Binder{Name: "hole"}}
	if c.Set == nil {
		return nil
	}
	if x.Player != nil {
		in := *s
		in.its = &rules.HoleVar{At: at(x), Binder: c.Hole}
		if c.For = in.playerOf(x.Player); c.For == nil {
			return nil
		}
	}
	if x.To != nil {
		if c.Into = s.seat(x.To); c.Into == nil {
			return nil
		}
	}
	return c
}

func (s *scope) moveSeeds(x *syntax.Act) rules.Act {
	m := &rules.MoveSeeds{At: at(x)}
	if x.Amount != nil {
		if m.Amount = s.number(x.Amount); m.Amount == nil {
			return nil
		}
	}
	if m.From = s.seat(x.From); m.From == nil {
		return nil
	}
	if x.Out {
		m.Out = true
		return m
	}
	if x.Sets != nil {
		if m.ToEach = s.set(x.Sets, nil); m.ToEach == nil {
			return nil
		}
		return m
	}
	if m.To = s.seat(x.To); m.To == nil {
		return nil
	}
	return m
}

// seat is where seeds lie: a place, or the hand of a player known before play.
func (s *scope) seat(x syntax.Phrase) rules.Spot {
	w, ok := x.(*syntax.Word)
	if !ok || w.W != "hand" {
		return s.spot(x)
	}
	v := s.resolve(x)
	h, ok := v.x.(*rules.HandOf)
	if !ok {
		return nil
	}
	switch who := h.Player.(type) {
	case *rules.Who:
		if who.Which == rules.Mover || who.Which == rules.Opponent || who.Which == rules.Winner || who.Which == rules.Loser {
			return h
		}
	case *rules.EachPlayer:
		return h
	}
	s.c.whoseHand(x.Span())
	return nil
}

func (s *scope) mark(x *syntax.Act) rules.Act {
	v := s.c.markNamed(x.Name, x.NameAt)
	set := s.set(x.Sets, nil)
	if v == nil || set == nil {
		return nil
	}
	m := &rules.MarkHoles{At: at(x), Set: set, Var: v, Clear: x.Kind == "unmark"}
	if x.Player != nil {
		if m.For = s.playerOf(x.Player); m.For == nil {
			return nil
		}
	}
	return m
}

func (s *scope) change(x *syntax.Act) rules.Act {
	set := s.set(x.Sets, nil)
	if set == nil {
		return nil
	}
	if x.Kind == "claim" && s.c.game.Board.OwnersChange == "" {
		s.c.ownersFixed(x.S)
		return nil
	}
	return &rules.ChangeHoles{At: at(x), How: x.Kind, Set: set}
}

func (s *scope) forEvery(x *syntax.Act) rules.Act {
	set := s.set(x.Sets, nil)
	if set == nil {
		return nil
	}
	b := &rules.Binder{Name: "hole"}
	return &rules.ForEvery{At: at(x), Set: set, Hole: b, Acts: s.with(b, x.S).acts(x.Acts)}
}

func (s *scope) setVar(x *syntax.Act) rules.Act {
	n := s.c.names[x.Name]
	if n == nil {
		s.c.undeclared(x.NameAt, x.Name, `lasts = "game"`)
		return nil
	}
	n.used = true
	if n.kind != nameVariable {
		s.c.notAVariable(x.NameAt, x.Name, n.kind)
		return nil
	}
	v := &rules.SetVar{At: at(x), Var: n.vari, Value: s.number(x.Value)}
	if v.Value == nil {
		return nil
	}
	if x.Of != nil {
		o := s.resolve(x.Of)
		switch {
		case o.kind == kNone:
			return nil
		case o.kind == kPlayer && n.vari.PerPlayer:
			v.Player = o.x
		case o.kind == kSpot && n.vari.OnHole:
			v.Hole = o.x
		default:
			s.c.badOf(x.Of.Span(), n.vari, o.kind)
			return nil
		}
	}
	if n.vari.OnHole && v.Hole == nil {
		if v.Hole = s.needAnchor(x.S, "set "+x.Name); v.Hole == nil {
			return nil
		}
	}
	if n.vari.PerPlayer && v.Player == nil {
		v.Player = s.viewer
	}
	return v
}

func (s *scope) choose(x *syntax.Act) rules.Act {
	if s.text == "at-once" || s.text == "end" {
		s.c.notHere(x.S, "choose", s.text, "lap")
		return nil
	}
	if s.c.names[x.Name] != nil {
		s.c.duplicate("name", x.Name, x.NameAt, s.c.names[x.Name].span)
		return nil
	}
	set := s.set(x.Sets, nil)
	if set == nil {
		return nil
	}
	if x.N > 8 {
		s.c.outOfRange(x.S, "the number of holes to choose", x.N, 1, 8)
		return nil
	}
	b := &rules.Binder{Name: x.Name, Set: x.N > 1}
	chosen := map[string]*rules.Binder{x.Name: b}
	for k, v := range s.chosen {
		if k != x.Name {
			chosen[k] = v
		}
	}
	s.chosen = chosen
	return &rules.Choose{At: at(x), N: x.N, Binder: b, From: set}
}

func (s *scope) takes(x *syntax.Act) rules.Act {
	t := &rules.Takes{At: at(x), Each: x.Kind == "each takes"}
	if t.Set = s.set(x.Sets, nil); t.Set == nil {
		return nil
	}
	if t.Each {
		return t
	}
	if t.Player = s.playerOf(x.Player); t.Player == nil {
		return nil
	}
	return t
}

// call puts the table of a definition in the place of its name.
func (s *scope) call(x *syntax.Act) rules.Act {
	n := s.c.names[x.Name]
	switch {
	case n == nil:
		s.c.unknownAction(x.NameAt, x.Name)
		return nil
	case n.broken:
		return nil
	case n.table == nil:
		n.used = true
		s.c.phraseAsAction(x.NameAt, x.Name, n.kind)
		return nil
	case n.open:
		s.c.cycle(n.span, x.Name, x.NameAt)
		return nil
	}
	n.used, n.open = true, true
	defer func() { n.open = false }()
	in := *s
	t := in.table(x.Name, n.table, n.span)
	return &rules.Call{At: at(x), Table: t}
}

// table resolves a rule table in this scope.
func (s *scope) table(name string, list []*syntax.Rule, span source.Span) *rules.Table {
	t := &rules.Table{Name: name, Span: span}
	for i, r := range list {
		if s.c.tooMuch(r.S) {
			break
		}
		in := *s // names chosen in one rule are unknown to the next
		rule := &rules.Rule{Info: s.c.info(s.text, r)}
		if r.When != nil {
			rule.When = in.truth(r.When)
		}
		rule.Acts = in.acts(r.Acts)
		if !s.c.broken[s.text] {
			s.c.checkHead(r, i, len(list))
		}
		t.Rules = append(t.Rules, rule)
	}
	return t
}

// info is the identity of a rule; a rule resolved twice (a definition used
// twice, a table shared by phases) is one rule.
func (c *checker) info(text string, r *syntax.Rule) *rules.RuleInfo {
	return c.ruleInfo(text, r.Label, r.S, r.Cites)
}
