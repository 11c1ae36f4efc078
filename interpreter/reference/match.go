package reference

import (
	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Between rounds: a round of a match that is over leads to the next one, or
// to the end of the match. The turn that ended the round must be done with:
// its registers are gone afterwards.

// roundOver goes on after the end of a round, and gives what became of it;
// nil if no round of a match is over. A round that is over before anybody has
// moved would lead to the next one for ever: a gap.
func (r *run) roundOver() *interpreter.Round {
	m := r.x.p.Match
	if m == nil || r.err != nil || r.outcome == nil || r.outcome.Kind != interpreter.ByRound {
		return nil
	}
	round := r.closeRound()
	r.nextRound(m, round)
	if r.err == nil && r.outcome != nil && r.outcome.Kind == interpreter.ByRound {
		r.outcome = nil
		r.gap(interpreter.GapRound, "[match]", "round %d is over before anybody has moved, and so would be every round after it", round.Number+1)
	}
	return round
}

// closeRound takes the end of the round for what it is: no end of the match.
func (r *run) closeRound() *interpreter.Round {
	o := r.outcome
	r.outcome = nil
	round := &interpreter.Round{Number: int(r.cells[r.x.p.Layout.Round]), Winner: o.Winner, Scores: o.Scores, Rule: o.Rule}
	r.rule = o.Rule
	r.note(interpreter.RoundEnded, -1, round.Number, round.Winner, "")
	r.rule = nil
	return round
}

// nextRound runs the table of the round's outcome and begins the next round
// unless the match is over.
func (r *run) nextRound(m *program.Match, round *interpreter.Round) {
	r.clearTurn()
	seat := round.Winner
	b := m.After[len(m.After)-1]
	if seat >= 0 {
		b = m.After[seat]
	}
	r.mover = max(seat, 0)
	r.seat = r.x.p.Stages[0].Seats[r.mover]
	r.round = round
	r.table(b, true)
	r.round = nil
	switch {
	case r.err != nil || r.outcome != nil:
	case !r.sit(int(r.cells[r.x.p.Layout.Mover])):
		r.fail("nobody plays the next round")
	default:
		r.rule = nil
		r.clearTurn()
		r.begin(true)
	}
}

// between tells the time between two rounds.
func (r *run) between() bool {
	m := r.x.p.Match
	return r.round != nil || m != nil && m.Filling > 0 && int(r.cells[r.x.p.Layout.Phases+r.mover]) == m.Filling
}

// takeInHand moves seeds from home to hand or back.
func (r *run) takeInHand(s program.Hand) {
	from, to := r.x.p.Home[s.Seat], r.x.p.Layout.Hands+s.Seat
	if !s.Take {
		from, to = to, from
	}
	if n := r.cells[from]; n > 0 {
		r.cells[from], r.cells[to] = 0, r.cells[to]+n
		r.note(interpreter.TookInHand, -1, int(n), s.Seat, map[bool]string{true: "take", false: "back"}[s.Take])
	}
}

// matchScores are the points, or what the last round ended with.
func (r *run) matchScores() []int {
	m := r.x.p.Match
	if m.Points < 0 && r.round != nil {
		return r.round.Scores
	}
	out := make([]int, r.x.p.Players)
	for s := range out {
		if m.Points >= 0 {
			out[s] = int(r.cells[m.Points+s])
		} else {
			out[s] = r.eval(m.Holds[s])
		}
	}
	return out
}

// renew begins the next round: whatever lasts no longer than a round returns
// to its start value.
func (r *run) renew(s program.Renew) {
	seat := r.eval(s.Begins)
	if r.err != nil {
		return
	}
	p := r.x.p
	if seat < 0 || seat >= p.Players {
		r.gap(interpreter.GapBegins, "[match] begins", "the file does not say who begins the next round")
		return
	}
	lay := &p.Layout
	round := r.cells[lay.Round] + 1
	for _, f := range lay.Fields {
		if f.Kind == program.Machine || f.Var != nil && f.Var.Lasts != rules.LastsGame {
			copy(r.cells[f.Base:f.Base+f.Len], p.Start[f.Base:])
		}
	}
	r.cells[lay.Round] = round
	r.cells[lay.Mover] = int32(seat)
	r.cells[lay.Starter] = int32(seat)
	r.seen, r.key, r.forgotten = nil, nil, true
	r.note(interpreter.RoundBegan, -1, int(round), seat, "")
}

// setUp lays all seeds out as at the start.
func (r *run) setUp() {
	for _, f := range r.x.p.Layout.Fields {
		if f.Kind == program.Seeds {
			copy(r.cells[f.Base:f.Base+f.Len], r.x.p.Start[f.Base:])
		}
	}
	r.note(interpreter.LaidOut, -1, 0, 0, "")
}

// movedNow remembers who moved last in the round, if somebody asks. Filling
// holes is no turn of the round.
func (r *run) movedNow() {
	if m := r.x.p.Match; m != nil && m.Moved >= 0 && !r.between() {
		r.cells[m.Moved] = int32(r.mover)
	}
}
