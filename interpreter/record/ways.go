package record

import (
	"fmt"
	"slices"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// Ways of other programs of writing games down, which are told apart from faults
// of theirs: positions without stores, games given up, moves in parts or joined,
// seeds swept later, games cut off.

// withoutStores reads a start whose record shows no stores of a game that has
// them (empty then, or filled as at the start of the game if its holes are, too),
// or shows empty ones of a game that has none.
func (r *referee) withoutStores(first error) (*interpreter.State, notation.Given, error) {
	st, err := notation.ParseStated(r.p, r.rec.Start)
	if err != nil || st.Stores != nil || r.p.Game.Board.Stores == rules.NoStores {
		return nil, nil, first
	}
	words := strings.Fields(r.rec.Start)
	stores := make([]string, r.p.Players)
	st.Mover = -1
	asAtStart := len(st.Differs(r.p, r.p.Start)) == 0
	for seat := range stores {
		stores[seat] = "0"
		if asAtStart {
			stores[seat] = fmt.Sprint(r.p.Start[r.p.Layout.Stores+seat])
		}
	}
	text := strings.Join(stores, ",")
	i := slices.Index(words, "-")
	if i < 0 {
		words = slices.Insert(words, 1, text)
	} else {
		words[i] = text
	}
	return notation.ParsePosition(r.p, strings.Join(words, " "))
}

// fillFromStart: a record of another program does not know this game's
// hands; where its board is the start's, so are the hands.
func (r *referee) fillFromStart(s *interpreter.State, given notation.Given) {
	l := r.p.Layout
	if l.Hands >= 0 && !given["hand"] && slices.Equal(s.Cells[:r.p.Places], r.p.Start[:r.p.Places]) {
		hands := r.p.Start[l.Hands:][:r.p.Players]
		copy(s.Cells[l.Hands:], hands)
		s.Cells[l.Out] = r.p.Start[l.Out]
	}
}

// givenUp: the record of another program ends with a pass that a player makes
// though he has moves.
func (r *referee) givenUp(i int, legal []interpreter.Move) bool {
	last := i == len(r.rec.Moves)-1
	return r.rec.By != "" && last && r.rec.Moves[i].Move == passText && len(legal) > 0 && !legal[0].Pass
}

// inParts: another program may tell the choices inside a move as moves of
// their own, in the lines after it. The move that all of them mean, and how
// many lines that are; 0 if the line stands alone.
func (r *referee) inParts(mover, i int, legal []interpreter.Move) (interpreter.Move, int) {
	first := &r.rec.Moves[i]
	if _, err := notation.FindStated(r.p, mover, first.Move, legal); err == nil || r.rec.By == "" {
		return interpreter.Move{}, 0
	}
	texts := []string{first.Move}
	for parts := 1; parts <= maxParts && i+parts < len(r.rec.Moves); parts++ {
		next := &r.rec.Moves[i+parts]
		if next.Player == "" || next.Player != first.Player {
			break
		}
		hole := strings.TrimRight(next.Move, "<>")
		texts = []string{texts[0] + "+" + hole, texts[0] + "/" + hole} // a choice, or another start inside the turn
		for k, text := range texts {
			if m, err := notation.FindStated(r.p, mover, text, legal); err == nil {
				return m, parts
			}
			if _, err := notation.Agreeing(r.p, mover, text, legal); err == nil {
				texts[0] = texts[k]
			}
		}
	}
	return interpreter.Move{}, 0
}

// passesOnly: the record of another program goes on with nothing but passes.
func (r *referee) passesOnly(i int) bool {
	for _, l := range r.rec.Moves[i:] {
		if l.Move != passText || r.rec.By == "" {
			return false
		}
	}
	return true
}

// unswept: the move ended the game, and the record of another program shows
// the board before the rule that ended it took what was left.
func (r *referee) unswept(before *interpreter.State, m interpreter.Move, l *Line) bool {
	if r.s.Over == nil || r.rec.By == "" {
		return false
	}
	st, err := notation.ParseStated(r.p, l.After)
	if err != nil {
		return false
	}
	st.Mover = -1
	_, events, err := r.x.Explain(before.Clone(), m)
	if err != nil {
		return false
	}
	for i := len(events) - 1; i >= 0; i-- {
		if e := events[i]; e.Kind == interpreter.Fired && e.Rule == r.s.Over.Rule {
			return len(st.Differs(r.p, e.Cells)) == 0
		}
	}
	return false
}

// joined: the move gave its player another one that he could not choose, and
// the record of another program takes it, and more of the kind, for laps of
// this turn. The moves that lead to the stated position, and the state there;
// "" if none do.
func (r *referee) joined(l *Line) (string, *interpreter.State) {
	st, err := notation.ParseStated(r.p, l.After)
	if err != nil || r.rec.By == "" {
		return "", nil
	}
	var forced []string
	s := r.s.Clone()
	for again := r.again; again && s.Over == nil && len(forced) < maxForced; {
		legal, err := r.x.Legal(s)
		if err != nil || len(legal) != 1 {
			return "", nil
		}
		forced = append(forced, notation.MoveText(r.p, int(s.Cells[r.p.Layout.Mover]), legal[0]))
		ply, err := r.x.Play(s, legal[0])
		if err != nil {
			return "", nil
		}
		if s.Over != nil {
			st.Mover = -1
		}
		if len(st.Differs(r.p, s.Cells)) == 0 {
			return strings.Join(forced, " "), s
		}
		again = ply.Again
	}
	return "", nil
}

// cutOff: the record of another program is unfinished and its last position
// is one on the way of this turn, after a lap of it.
func (r *referee) cutOff(before *interpreter.State, m interpreter.Move, l *Line) bool {
	if r.rec.By == "" || !r.final || r.rec.Result == nil || r.rec.Result.Result != "unfinished" || l.After == "" {
		return false
	}
	st, err := notation.ParseStated(r.p, l.After)
	if err != nil {
		return false
	}
	st.Mover = -1
	_, events, err := r.x.Explain(before.Clone(), m)
	if gap := asGap(err); gap != nil {
		events = gap.Turn
	} else if err != nil {
		return false
	}
	for i, e := range events {
		if e.Kind == interpreter.Relayed && i > 0 && len(st.Differs(r.p, events[i-1].Cells)) == 0 {
			return true
		}
	}
	return false
}
