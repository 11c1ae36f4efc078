package check

import (
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
)

// A scope is where a phrase stands: which text, what bare hole words refer
// to, whose seat "own" is read from.
type scope struct {
	c      *checker
	text   string // lap, drop, moves, provided, end …
	viewer rules.Player
	anchor rules.Spot    // what bare `opposite`, `next` start from; nil: nothing
	hole   *rules.Binder // `hole`; nil: none (in `drop`, the hole of the drop)
	its    rules.Spot    // `its owner`; nil: the anchor
	chosen map[string]*rules.Binder
	where  bool // inside the filter of an option
	could  bool // inside a `could`
}

func (s *scope) with(b *rules.Binder, at source.Span) *scope {
	in := *s
	in.hole = b
	in.anchor = &rules.HoleVar{At: rules.At{S: at}, Binder: b}
	in.its = nil
	return &in
}

// kind is what a resolved phrase is.
type kind int

const (
	kNone kind = iota // an error was reported
	kNumber
	kTruth
	kSpot
	kSet
	kPlayer
	kMark // a variable on holes, for `is`
)

func (k kind) String() string {
	return [...]string{"nothing", "a number", "a condition", "a hole", "a set of holes", "a player", "a mark"}[k]
}

// value is a resolved phrase.
type value struct {
	kind kind
	x    rules.Expr
	mark *rules.Variable
	of   rules.Player // whose mark
}

func at(x interface{ Span() source.Span }) rules.At { return rules.At{S: x.Span()} }

// resolve settles any phrase.
func (s *scope) resolve(x syntax.Phrase) value {
	if s.c.tooMuch(x.Span()) {
		return value{}
	}
	switch x := x.(type) {
	case *syntax.Or, *syntax.And, *syntax.Not, *syntax.Test, *syntax.Repeats, *syntax.DirectionIs:
		return value{kind: kTruth, x: s.compound(x)}
	case *syntax.Int:
		return value{kind: kNumber, x: &rules.Int{At: at(x), V: x.V}}
	case *syntax.Arith:
		return s.arith(x)
	case *syntax.Measure:
		return s.measure(x)
	case *syntax.Word:
		return s.word(x)
	case *syntax.Rel:
		return s.rel(x)
	case *syntax.Extreme:
		set := s.set(x.Group, nil)
		if set == nil {
			return value{}
		}
		e := &rules.Extreme{At: at(x), How: x.How, Set: set}
		if x.How == "nearest" {
			e.From = s.needAnchor(x.S, "nearest")
			if e.From == nil {
				return value{}
			}
		}
		return value{kind: kSpot, x: e}
	case *syntax.Its:
		return s.itsWord(x)
	case *syntax.Place:
		return s.place(x)
	case *syntax.List:
		return s.list(x, nil)
	case *syntax.Run:
		return s.run(x)
	}
	return value{}
}

func (s *scope) arith(x *syntax.Arith) value {
	a, b := s.number(x.A), s.number(x.B)
	if a == nil || b == nil {
		return value{}
	}
	if i, ok := a.(*rules.Int); ok {
		if j, ok := b.(*rules.Int); ok {
			return value{kind: kNumber, x: &rules.Int{At: at(x), V: int(int32(arith(x.Op, i.V, j.V)))}} // 32 bits, as in play
		}
	}
	return value{kind: kNumber, x: &rules.Arith{At: at(x), Op: x.Op, A: a, B: b}}
}

func (s *scope) measure(x *syntax.Measure) value {
	set := s.set(x.Sets, nil)
	if set == nil {
		return value{}
	}
	switch x.How {
	case "count":
		return value{kind: kNumber, x: &rules.CountOf{At: at(x), Set: set}}
	case "largest":
		return value{kind: kNumber, x: &rules.LargestOf{At: at(x), Set: set}}
	}
	return value{kind: kNumber, x: &rules.SeedsOf{At: at(x), Set: set}}
}

var counters = map[string]rules.CounterKind{"lap": rules.LapNumber, "turn": rules.TurnNumber, "round": rules.RoundNumber,
	"total": rules.TotalSeeds, "rest": rules.RestSeeds, "captured": rules.CapturedNow, "carried": rules.CarriedSeeds}

var whoWords = map[string]rules.WhoKind{"mover": rules.Mover, "opponent": rules.Opponent, "starter": rules.Starter,
	"captor": rules.Captor, "winner": rules.Winner, "loser": rules.Loser}

func (s *scope) word(x *syntax.Word) value {
	if k, ok := counters[x.W]; ok {
		if k == rules.RestSeeds && s.text != "fill" {
			s.c.onlyInMatch(x.S, x.W)
			return value{}
		}
		if k == rules.CarriedSeeds && !contains([]string{"skip", "per-hole", "drop"}, s.text) {
			s.c.notSowing(x.S, s.text)
			return value{}
		}
		return value{kind: kNumber, x: &rules.Counter{At: at(x), Which: k}}
	}
	if k, ok := whoWords[x.W]; ok {
		return s.player(x, k)
	}
	switch x.W {
	case "hand":
		p := s.viewer
		if x.Of != nil {
			if p = s.playerOf(x.Of); p == nil {
				return value{}
			}
		}
		return value{kind: kNumber, x: &rules.HandOf{At: at(x), Player: p}}
	case "move":
		s.c.moveAlone(x.S)
		return value{}
	}
	return s.spotWord(x)
}

func (s *scope) player(x *syntax.Word, k rules.WhoKind) value {
	switch {
	case k == rules.Opponent && s.c.game.Players == 1:
		s.c.noOpponent(x.S)
		return value{}
	case k == rules.Opponent && s.c.game.Players > 2:
		s.c.manyOpponents(x.S)
		return value{}
	case (k == rules.Winner || k == rules.Loser) && !matchText(s.text):
		s.c.onlyInMatch(x.S, x.W)
		return value{}
	case k == rules.Loser && s.c.game.Players != 2:
		s.c.manyLosers(x.S)
		return value{}
	}
	return value{kind: kPlayer, x: &rules.Who{At: at(x), Which: k}}
}

func matchText(text string) bool {
	return text == "fill" || text == "between" || text == "over" || text == "round"
}

// spotWord resolves hole, last, origin, first by the text they stand in.
func (s *scope) spotWord(x *syntax.Word) value {
	reg := func(k rules.RegKind) value {
		return value{kind: kSpot, x: &rules.Reg{At: at(x), Which: k}}
	}
	switch x.W {
	case "hole":
		switch {
		case s.hole != nil:
			return value{kind: kSpot, x: &rules.HoleVar{At: at(x), Binder: s.hole}}
		case s.text == "drop":
			return reg(rules.Last)
		}
		s.c.noHole(x.S, s.text)
		return value{}
	case "last":
		if s.where || contains([]string{"end", "at-once", "until", "score", "skip", "lift"}, s.text) {
			s.c.noLast(x.S, s.text)
			return value{}
		}
		return reg(rules.Last)
	case "origin":
		if contains([]string{"end", "at-once", "until", "score"}, s.text) {
			s.c.noOrigin(x.S, s.text)
			return value{}
		}
		return reg(rules.Origin)
	case "first":
		if !contains([]string{"lap", "drop", "turn"}, s.text) {
			s.c.noOrigin(x.S, s.text)
			return value{}
		}
		return reg(rules.First)
	}
	return value{}
}

func (s *scope) needAnchor(span source.Span, word string) rules.Spot {
	if s.anchor == nil {
		s.c.noAnchor(span, word, s.text)
	}
	return s.anchor
}

func (s *scope) rel(x *syntax.Rel) value {
	of := s.anchor
	if x.Of != nil {
		of = s.spot(x.Of)
	} else if of == nil {
		s.c.noAnchor(x.S, x.How, s.text)
	}
	if of == nil || !s.c.relFits(x) {
		return value{}
	}
	a := at(x)
	switch x.How {
	case "next", "previous":
		return value{kind: kSpot, x: &rules.Next{At: a, Of: of, N: max(1, x.N), Back: x.How == "previous"}}
	case "beyond":
		return value{kind: kSpot, x: &rules.Rel{At: a, How: rules.Behind, Of: &rules.Rel{At: a, How: rules.Opposite, Of: of}}}
	}
	how := map[string]rules.RelKind{"opposite": rules.Opposite, "behind": rules.Behind, "front": rules.Front, "mirror": rules.Mirror}[x.How]
	return value{kind: kSpot, x: &rules.Rel{At: a, How: how, Of: of}}
}

func (s *scope) itsWord(x *syntax.Its) value {
	spot := s.its
	if spot == nil {
		spot = s.needAnchor(x.S, "its "+x.What)
	}
	if spot == nil {
		return value{}
	}
	w := &rules.Who{At: at(x), Which: rules.Owner, Spot: spot}
	if x.What == "marker" {
		w.Which = rules.Marker
		w.Var = s.c.onlyMark(x.S)
		if w.Var == nil {
			return value{}
		}
	}
	return value{kind: kPlayer, x: w}
}

// list resolves sets with except and where; binder is used for the filter
// if given (the candidate of an option).
func (s *scope) list(x *syntax.List, binder *rules.Binder) value {
	var sets []rules.Set
	for _, p := range x.Sets {
		set := s.set(p, nil)
		if set == nil {
			return value{}
		}
		sets = append(sets, set)
	}
	out := sets[0]
	if len(sets) > 1 {
		out = &rules.Union{At: at(x), Sets: sets}
	}
	if x.Except != nil {
		b := s.set(x.Except, nil)
		if b == nil {
			return value{}
		}
		out = &rules.Except{At: at(x), A: out, B: b}
	}
	if x.Where != nil {
		if binder == nil {
			binder = &rules.Binder{Name: "hole"}
		}
		cond := s.with(binder, x.S).truth(x.Where)
		if cond == nil {
			return value{}
		}
		out = &rules.Where{At: at(x), Set: out, Hole: binder, Cond: cond}
	}
	return value{kind: kSet, x: out}
}

func (s *scope) run(x *syntax.Run) value {
	from := s.spot(x.From)
	b := &rules.Binder{Name: "hole"}
	while := s.with(b, x.S).truth(x.While)
	if from == nil || while == nil {
		return value{}
	}
	if x.By < 1 {
		s.c.outOfRange(x.S, "the step of a run", x.By, 1, 64)
		return value{}
	}
	return value{kind: kSet, x: &rules.Run{At: at(x), Back: x.Back, By: x.By, From: from, Hole: b, While: while}}
}

// ---- conversions to the kind a place wants ----

func (s *scope) number(x syntax.Phrase) rules.Number {
	v := s.resolve(x)
	switch v.kind {
	case kNone:
		return nil
	case kNumber:
		return v.x
	}
	s.c.wanted(x.Span(), "a number", v.kind)
	return nil
}

func (s *scope) truth(x syntax.Phrase) rules.Truth {
	v := s.resolve(x)
	switch v.kind {
	case kNone:
		return nil
	case kTruth:
		return v.x
	}
	s.c.wanted(x.Span(), "a condition", v.kind)
	return nil
}

// spot wants one hole: a set of one hole will do.
func (s *scope) spot(x syntax.Phrase) rules.Spot {
	v := s.resolve(x)
	switch v.kind {
	case kNone:
		return nil
	case kSpot:
		return v.x
	case kSet:
		if n, known := s.c.staticSize(v.x); known && n != 1 {
			s.c.notOneHole(x.Span(), n)
			return nil
		}
		return &rules.OnlyHole{At: at(x), Set: v.x}
	case kMark:
		return &rules.OnlyHole{At: at(x), Set: s.markedHoles(x, v)}
	}
	s.c.wanted(x.Span(), "one hole", v.kind)
	return nil
}

// set wants a set: a hole is a set of one.
func (s *scope) set(x syntax.Phrase, binder *rules.Binder) rules.Set {
	var v value
	if l, ok := x.(*syntax.List); ok {
		v = s.list(l, binder)
	} else {
		v = s.resolve(x)
	}
	switch v.kind {
	case kNone:
		return nil
	case kSet:
		return v.x
	case kSpot:
		return &rules.Holes{At: at(x), Spots: []rules.Spot{v.x}}
	case kMark:
		return s.markedHoles(x, v)
	}
	s.c.wanted(x.Span(), "a hole or a set of holes", v.kind)
	return nil
}

// markedHoles is a mark used as a set: every hole that bears it.
func (s *scope) markedHoles(x syntax.Phrase, v value) rules.Set {
	a := at(x)
	b := &rules.Binder{Name: "hole"}
	return &rules.Where{At: a, Set: &rules.Area{At: a, Viewer: s.viewer, Parts: []rules.Part{{Word: "board"}}}, Hole: b,
		Cond: &rules.IsMarked{At: a, Var: v.mark, Spot: &rules.HoleVar{At: a, Binder: b}, Player: v.of}}
}

func (s *scope) playerOf(x syntax.Phrase) rules.Player {
	v := s.resolve(x)
	switch v.kind {
	case kNone:
		return nil
	case kPlayer:
		return v.x
	}
	s.c.wanted(x.Span(), "a player (mover, opponent, …)", v.kind)
	return nil
}
