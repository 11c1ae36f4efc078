package check

import (
	"mancala/dsl/rules"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

const tomlBool = tomltree.Bool

// compound resolves a condition.
func (s *scope) compound(x syntax.Phrase) rules.Truth {
	switch x := x.(type) {
	case *syntax.Or:
		if parts := s.truths(x.Parts); parts != nil {
			return &rules.Or{At: at(x), Any: parts}
		}
	case *syntax.And:
		if parts := s.truths(x.Parts); parts != nil {
			return &rules.And{At: at(x), All: parts}
		}
	case *syntax.Not:
		if t := s.truth(x.Part); t != nil {
			return &rules.Not{At: at(x), C: t}
		}
	case *syntax.Repeats:
		return s.repetition(x)
	case *syntax.DirectionIs:
		if x.Way.Word == "either way" {
			s.c.eitherIsNoDirection(x.S)
			return nil
		}
		return &rules.DirectionIs{At: at(x), Way: ways[x.Way.Word]}
	case *syntax.Test:
		if x.Quant != "" {
			return s.quantified(x)
		}
		return s.test(x)
	}
	return nil
}

func (s *scope) truths(parts []syntax.Phrase) []rules.Truth {
	var out []rules.Truth
	for _, p := range parts {
		if t := s.truth(p); t != nil {
			out = append(out, t)
		}
	}
	if len(out) < len(parts) {
		return nil
	}
	return out
}

// mostOccurrences bounds the count of `position occurs N times`.
const mostOccurrences = 100

// repetition resolves `position repeats` and `position occurs N times`.
func (s *scope) repetition(x *syntax.Repeats) rules.Truth {
	if s.text == "moves" {
		s.c.repeatsInMoves(x.S)
		return nil
	}
	if x.Times == nil {
		return &rules.Repeats{At: at(x), Times: 2}
	}
	n, ok := s.c.fold(x.Times, x.Times.Span())
	switch {
	case !ok:
		return nil
	case n < 2:
		s.c.occursOnce(x.Times.Span())
		return nil
	case n > mostOccurrences:
		s.c.outOfRange(x.Times.Span(), "the times a position occurs", n, 2, mostOccurrences)
		return nil
	}
	return &rules.Repeats{At: at(x), Times: n}
}

// quantified resolves `any own has 2 or more`, `every player …`.
func (s *scope) quantified(x *syntax.Test) rules.Truth {
	w, isWord := x.Left.(*syntax.Word)
	if isWord && w.W == "player" {
		b := &rules.PlayerBinder{Name: "player"}
		who := value{kind: kPlayer, x: &rules.EachPlayer{At: at(x), Who: b}}
		pred := s.pred(who, x)
		if pred == nil {
			return nil
		}
		return &rules.QuantPlayer{At: at(x), How: x.Quant, Who: b, Pred: pred}
	}
	if isWord && (w.W == "opponent" || w.W == "mover") {
		return s.anyOpponent(x, w)
	}
	set := s.set(x.Left, nil)
	if set == nil {
		return nil
	}
	b := &rules.Binder{Name: "hole"}
	pred := s.pred(value{kind: kSpot, x: &rules.HoleVar{At: at(x), Binder: b}}, x)
	if pred == nil {
		return nil
	}
	return &rules.Quant{At: at(x), How: x.Quant, Set: set, Hole: b, Pred: pred}
}

// anyOpponent: `no opponent has seeds` walks over the players who are not the mover.
func (s *scope) anyOpponent(x *syntax.Test, w *syntax.Word) rules.Truth {
	b := &rules.PlayerBinder{Name: w.W}
	each := &rules.EachPlayer{At: at(x), Who: b}
	pred := s.pred(value{kind: kPlayer, x: each}, x)
	if pred == nil {
		return nil
	}
	same := &rules.SamePlayer{At: at(x), A: each, B: s.viewer}
	var guard rules.Truth = &rules.Not{At: at(x), C: same}
	if w.W == "mover" {
		guard = same
	}
	if x.Quant == "every" {
		return &rules.QuantPlayer{At: at(x), How: "every", Who: b, Pred: &rules.Or{At: at(x), Any: []rules.Truth{&rules.Not{At: at(x), C: guard}, pred}}}
	}
	return &rules.QuantPlayer{At: at(x), How: x.Quant, Who: b, Pred: &rules.And{At: at(x), All: []rules.Truth{guard, pred}}}
}

// test resolves `LEFT pred`, whose left side may be a word with a meaning of its own here.
func (s *scope) test(x *syntax.Test) rules.Truth {
	if w, ok := x.Left.(*syntax.Word); ok {
		switch {
		case w.W == "move" && (x.Pred.Kind == "is" || x.Pred.Kind == "is not"):
			return s.moveIs(x)
		case (w.W == "lap" || w.W == "turn") && x.Pred.Kind == "would":
			return s.forecast(x, nil, w.W == "turn")
		case (w.W == "lap" || w.W == "turn") && x.Pred.Kind == "visited":
			if set := s.set(x.Pred.Right, nil); set != nil {
				return &rules.Visited{At: at(x), Lap: w.W == "lap", Set: set}
			}
			return nil
		}
	}
	left := s.resolve(x.Left)
	if left.kind == kNone {
		return nil
	}
	return s.pred(left, x)
}

// moveIs resolves `move is LABEL`.
func (s *scope) moveIs(x *syntax.Test) rules.Truth {
	pl, ok := x.Pred.Right.(*syntax.Place)
	if !ok || len(pl.Areas) != 1 || !pl.Areas[0].Name {
		s.c.notALabel(x.Pred.S, x.Pred.S.Text(), s.c.game.Labels[1:])
		return nil
	}
	i, ok := s.c.labels[pl.Areas[0].Word]
	if !ok {
		s.c.notALabel(pl.S, pl.Areas[0].Word, s.c.game.Labels[1:])
		return nil
	}
	return negated(x.Pred.Kind == "is not", at(x), &rules.MoveIs{At: at(x), Label: i})
}

func negated(not bool, a rules.At, t rules.Truth) rules.Truth {
	if not {
		return &rules.Not{At: a, C: t}
	}
	return t
}

// pred applies a predicate to a resolved left side.
func (s *scope) pred(left value, x *syntax.Test) rules.Truth {
	p := x.Pred
	if left.kind == kMark && p.Kind != "rel" {
		// a mark on the left: its holes
		left = value{kind: kSet, x: s.markedHoles(x.Left, left)}
	} else if left.kind == kMark {
		left.kind = kNumber
	}
	switch p.Kind {
	case "is", "is not":
		return s.is(left, x)
	case "was":
		return s.was(left, x)
	case "has":
		return s.has(left, x)
	case "in", "not in":
		spot := s.asSpot(left, x.Left)
		set := s.set(p.Right, nil)
		if spot == nil || set == nil {
			return nil
		}
		return negated(p.Kind == "not in", at(x), &rules.In{At: at(x), Spot: spot, Set: set})
	case "would", "could":
		return s.couldOf(left, x)
	case "visited":
		s.c.visitedOf(x.S)
		return nil
	}
	if left.kind != kNumber {
		s.c.wantedNumber(x.Left.Span(), left.kind)
		return nil
	}
	right := s.number(p.Right)
	if right == nil {
		return nil
	}
	return &rules.Compare{At: at(x), Op: p.Word, A: left.x, B: right}
}

func (s *scope) asSpot(v value, x syntax.Phrase) rules.Spot {
	switch v.kind {
	case kSpot:
		return v.x
	case kSet:
		if n, known := s.c.staticSize(v.x); known && n != 1 {
			s.c.notOneHole(x.Span(), n)
			return nil
		}
		return &rules.OnlyHole{At: at(x), Set: v.x}
	}
	s.c.wanted(x.Span(), "one hole", v.kind)
	return nil
}

func (s *scope) asSet(v value, x syntax.Phrase) rules.Set {
	switch v.kind {
	case kSet:
		return v.x
	case kSpot:
		return &rules.Holes{At: at(x), Spots: []rules.Spot{v.x}}
	case kPlayer:
		return &rules.Area{At: at(x), Viewer: v.x, Parts: []rules.Part{{Word: "own"}}}
	}
	s.c.wanted(x.Span(), "a hole, a set or a player", v.kind)
	return nil
}

// is resolves `is empty`, `is closed`, `is MARK`, `is SET`, `is PLAYER`.
func (s *scope) is(left value, x *syntax.Test) rules.Truth {
	p, not := x.Pred, x.Pred.Kind == "is not"
	a := at(x)
	switch p.Word {
	case "empty", "occupied":
		set := s.asSet(left, x.Left)
		if set == nil {
			return nil
		}
		if (p.Word == "empty") == not {
			return &rules.Compare{At: a, Op: ">", A: &rules.SeedsOf{At: a, Set: set}, B: &rules.Int{At: a}}
		}
		empty := &rules.Compare{At: a, Op: "=", A: &rules.SeedsOf{At: a, Set: set}, B: &rules.Int{At: a}}
		if left.kind == kSpot && mayBeNowhere(left.x) {
			return &rules.And{At: a, All: []rules.Truth{&rules.Exists{At: a, Spot: left.x}, empty}}
		}
		return empty
	case "closed":
		if spot := s.asSpot(left, x.Left); spot != nil {
			return negated(not, a, &rules.IsClosed{At: a, Spot: spot})
		}
		return nil
	}
	right := s.resolve(p.Right)
	switch {
	case right.kind == kNone:
		return nil
	case left.kind == kPlayer && right.kind == kPlayer:
		return negated(not, a, &rules.SamePlayer{At: a, A: left.x, B: right.x})
	case left.kind == kPlayer || right.kind == kPlayer || right.kind == kNumber || right.kind == kTruth:
		s.c.cantBe(x.S, left.kind, right.kind)
		return nil
	}
	spot := s.asSpot(left, x.Left)
	if spot == nil {
		return nil
	}
	if right.kind == kMark {
		return negated(not, a, &rules.IsMarked{At: a, Var: right.mark, Spot: spot, Player: right.of})
	}
	return negated(not, a, &rules.In{At: a, Spot: spot, Set: s.asSet(right, p.Right)})
}

// mayBeNowhere reports spots that need not exist: `opposite` on three rows.
func mayBeNowhere(spot rules.Spot) bool {
	switch spot.(type) {
	case *rules.HoleVar, *rules.StoreOf:
		return false
	}
	return true
}

// was resolves what was true just before the last drop.
func (s *scope) was(left value, x *syntax.Test) rules.Truth {
	r, ok := left.x.(*rules.Reg)
	if left.kind != kSpot || !ok || r.Which != rules.Last {
		s.c.wasOnlyLast(x.S)
		return nil
	}
	a := at(x)
	switch x.Pred.Word {
	case "empty":
		return &rules.WasCount{At: a, Ranges: [][2]int{{0, 0}}}
	case "occupied":
		return &rules.WasCount{At: a, Ranges: [][2]int{{1, -1}}}
	case "own", "enemy":
		return &rules.WasOwner{At: a, Enemy: x.Pred.Word == "enemy"}
	}
	return &rules.WasCount{At: a, Ranges: x.Pred.Counts}
}

// has resolves counts of a hole, and what a player has.
func (s *scope) has(left value, x *syntax.Test) rules.Truth {
	p, a := x.Pred, at(x)
	if left.kind == kPlayer && (p.Word == "no" || p.Word == "a") {
		return s.playerHas(left.x, x)
	}
	if left.kind == kNumber {
		s.c.hasOfNumber(x.S)
		return nil
	}
	set := s.asSet(left, x.Left)
	if set == nil {
		return nil
	}
	n := &rules.SeedsOf{At: a, Set: set}
	several := left.kind == kSet && !s.isOne(set)
	switch p.Word {
	case "seeds":
		return &rules.Compare{At: a, Op: ">", A: n, B: &rules.Int{At: a}}
	case "no":
		if p.Thing == "seeds" {
			return &rules.Compare{At: a, Op: "=", A: n, B: &rules.Int{At: a}}
		}
		s.c.onlyPlayersHave(x.S, p.Thing)
		return nil
	case "a":
		s.c.onlyPlayersHave(x.S, p.Thing)
		return nil
	}
	if several {
		s.c.countOfSeveral(x.S, x.Left.Span().Text())
		return nil
	}
	switch p.Word {
	case "counts":
		return &rules.Within{At: a, N: n, Ranges: p.Counts}
	case "even", "odd":
		return &rules.Parity{At: a, N: n, Odd: p.Word == "odd"}
	}
	bound := s.number(p.Right)
	if bound == nil {
		return nil
	}
	op := map[string]string{"at least": ">=", "at most": "<="}[p.Word]
	return &rules.Compare{At: a, Op: op, A: n, B: bound}
}

func (s *scope) isOne(set rules.Set) bool {
	n, known := s.c.staticSize(set)
	return known && n == 1
}

// playerHas: `mover has no move`, `opponent has no seeds`, `loser has no hole`, `mover has a tuz`.
func (s *scope) playerHas(who rules.Player, x *syntax.Test) rules.Truth {
	p, a := x.Pred, at(x)
	own := func() *rules.Area {
		return &rules.Area{At: a, Viewer: who, Parts: []rules.Part{{Word: "own"}}}
	}
	var t rules.Truth
	switch p.Thing {
	case "move":
		if s.text == "moves" || s.text == "provided" {
			if w, ok := who.(*rules.Who); !ok || w.Which != rules.Opponent || s.where {
				s.c.circularMove(x.S)
				return nil
			}
		}
		s.c.hasMoves = append(s.c.hasMoves, asked{s.text, x.S})
		t = &rules.HasMove{At: a, Player: who}
	case "seeds":
		t = &rules.Compare{At: a, Op: ">", A: &rules.SeedsOf{At: a, Set: own()}, B: &rules.Int{At: a}}
	case "hole":
		b := &rules.Binder{Name: "hole"}
		t = &rules.Quant{At: a, How: "any", Set: own(), Hole: b,
			Pred: &rules.Not{At: a, C: &rules.IsClosed{At: a, Spot: &rules.HoleVar{At: a, Binder: b}}}}
	default:
		v := s.c.markNamed(p.Thing, p.ThingAt)
		if v == nil {
			return nil
		}
		b := &rules.Binder{Name: "hole"}
		t = &rules.Quant{At: a, How: "any", Set: &rules.Area{At: a, Viewer: s.viewer, Parts: []rules.Part{{Word: "board"}}}, Hole: b,
			Pred: &rules.IsMarked{At: a, Var: v, Spot: &rules.HoleVar{At: a, Binder: b}, Player: who}}
	}
	return negated(p.Word == "no", a, t)
}

// couldOf: `P could capture S`.
func (s *scope) couldOf(left value, x *syntax.Test) rules.Truth {
	if x.Pred.Kind == "would" {
		s.c.wouldOf(x.S)
		return nil
	}
	if left.kind != kPlayer {
		s.c.couldOfWhat(x.S)
		return nil
	}
	return s.forecast(x, left.x, false)
}

// mayAskCould reports a `could` that would have to look into itself: it asks
// which moves are legal and runs their first laps.
func (s *scope) mayAskCould(at spanT, who rules.Player) bool {
	switch w, isWord := who.(*rules.Who); {
	case s.could:
		s.c.couldInCould(at)
	case s.text == "moves", s.text == "provided" && (!isWord || w.Which != rules.Opponent):
		s.c.couldInMoves(at)
	case contains([]string{"lift", "drop", "lap", "at-once"}, s.text):
		s.c.couldInLap(at, s.text)
	default:
		return true
	}
	return false
}

func (s *scope) forecast(x *syntax.Test, who rules.Player, turn bool) rules.Truth {
	f := &rules.Forecast{At: at(x), Who: who, Turn: turn}
	if who == nil && s.text != "moves" && s.text != "provided" {
		s.c.forecastPlace(x.S)
		return nil
	}
	if who != nil && !s.mayAskCould(x.S, who) {
		return nil
	}
	switch x.Pred.Word {
	case "capture":
		f.What = rules.ForecastCapture
	case "end":
		f.What = rules.ForecastEnd
	case "win":
		f.What = rules.ForecastWin
	}
	if x.Pred.Right != nil {
		in := *s
		in.could = in.could || who != nil
		if f.Set = in.set(x.Pred.Right, nil); f.Set == nil {
			return nil
		}
	}
	return f
}

// markNamed finds a variable on holes.
func (c *checker) markNamed(word string, span spanT) *rules.Variable {
	n := c.names[word]
	if n == nil {
		c.undeclared(span, word, `on = "hole"`)
		return nil
	}
	n.used = true
	if n.kind != nameVariable || !n.vari.OnHole {
		c.notAMark(span, word)
		return nil
	}
	return n.vari
}
