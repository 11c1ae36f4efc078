package reference

import (
	"fmt"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// ply plays a whole move: its turn (steps 3 to 8), what is forgotten after
// it, whose turn is next, and the beginning of that ply (steps 9 and 1).
func (r *run) ply(m interpreter.Move, o *program.Option) *interpreter.Ply {
	ply := &interpreter.Ply{Mover: r.mover, Move: m, Last: -1}
	if m.Pass {
		r.clearTurn()
		r.after = after{kind: stopped}
		r.note(interpreter.Fired, -1, 0, 0, "pass")
	} else {
		r.movedNow()
		r.play(m, o)
		if r.used < len(m.Inner) && r.err == nil {
			r.badChoice("the turn asks for no more choices")
		}
	}
	r.checkPlayed()
	if r.err != nil {
		return nil
	}
	ply.Laps = r.reg[program.RLap]
	ply.Sown, ply.Captured, ply.Lost = r.sown, r.reg[program.RCaptured], r.lost
	ply.Last = r.reg[program.RLast]
	ply.Endless, ply.Period = r.endlessly, r.period
	if r.outcome == nil {
		ply.Again = r.after.kind == another
		r.forget()
		r.next(ply.Again)
	}
	ply.Round = r.roundOver()
	ply.Outcome = r.outcome
	return ply
}

// checkPlayed turns the ways a turn can halt that a legal move has not into errors.
func (r *run) checkPlayed() {
	switch {
	case r.err != nil:
	case r.illegal:
		r.err = fmt.Errorf("the move is illegal: its turn never ends (it goes round every %s)", source.Plural(r.period, "lap"))
	case r.ask != nil:
		r.badChoice("the move does not make this choice")
	}
}

// forget returns the variables of the lap and of the turn to their start
// values, and those that last until the end of the next turn if this is it:
// a player's own entries stay, and so does whatever was set in this turn.
func (r *run) forget() {
	u := &r.x.uses
	r.resetVars(u.lapVars)
	r.resetVars(u.turnVars)
	for _, f := range u.nextVars {
		for i := range f.Len {
			c := f.Base + i
			switch {
			case r.touched[c]:
			case f.Kind == program.Marks && f.Var.PerPlayer:
				r.cells[c] &= 1 << r.mover
			case f.Var.PerPlayer && i/max(f.Len/r.x.p.Players, 1) == r.mover:
			default:
				r.cells[c] = r.x.p.Start[c]
			}
		}
	}
}

func (r *run) resetVars(fields []program.Field) {
	for _, f := range fields {
		copy(r.cells[f.Base:f.Base+f.Len], r.x.p.Start[f.Base:])
	}
}

// next is step 9 and the beginning of the next ply.
func (r *run) next(again bool) {
	seat := r.mover
	if again {
		r.note(interpreter.AnotherTurn, -1, 0, seat, "")
	} else {
		seat = r.seatAfter(seat)
	}
	r.cells[r.x.p.Layout.Mover] = int32(seat)
	if !r.sit(seat) {
		r.fail("%s is in no phase of this game", rules.SeatName(seat))
		return
	}
	r.clearTurn()
	r.finished = false
	r.begin(true)
}

// seatAfter is the seat after a seat, those that are out passed over.
func (r *run) seatAfter(seat int) int {
	for i := 1; i <= r.x.p.Players; i++ {
		if s := (seat + i) % r.x.p.Players; !r.isOut(s) {
			return s
		}
	}
	return seat
}

// isOut tells if a player of a game of three or more has lost and left. His
// phase says so: he is in none.
func (r *run) isOut(seat int) bool {
	phases := r.x.p.Layout.Phases
	return r.x.p.Players > 2 && phases >= 0 && r.cells[phases+seat] < 0
}

// begin is step 1: the turn is counted, phases that are over are left, `end`
// is asked. A player who is put out by `end` hands the ply on.
func (r *run) begin(count bool) {
	for {
		if turns := r.x.p.Layout.Turns; count && turns >= 0 {
			r.cells[turns+r.mover]++
		}
		r.leavePhases()
		if r.x.uses.repeats {
			r.key = r.appendCells(nil)
		}
		if r.err != nil || r.seat.End == nil {
			return
		}
		r.aside(r.seat.End, true)
		if r.ask != nil {
			r.fail("the text `end` asks for a choice, which is part of no move")
		}
		if r.halted() || !r.isOut(r.mover) {
			return
		}
		seat := r.seatAfter(r.mover)
		r.cells[r.x.p.Layout.Mover] = int32(seat)
		if !r.sit(seat) {
			return
		}
		count = true
	}
}

// leavePhases moves the mover past every phase whose `until` holds; a phase of
// the game is left by all who are in it.
func (r *run) leavePhases() {
	p := r.x.p
	for p.Layout.Phases >= 0 {
		i := int(r.cells[p.Layout.Phases+r.mover])
		stage := p.Stages[i]
		if i+1 >= len(p.Stages) || stage.Until == nil || r.eval(stage.Until[r.mover]) == 0 || r.err != nil {
			return
		}
		for s := range p.Players {
			if c := p.Layout.Phases + s; s == r.mover || !stage.PerPlayer && int(r.cells[c]) == i {
				r.cells[c] = int32(i + 1)
			}
		}
		r.leavePhaseVars(stage.PerPlayer)
		r.sit(r.mover)
		r.note(interpreter.PhaseLeft, -1, 0, i+1, stage.Name)
	}
}

// leavePhaseVars resets what lasts a phase: all of it, but of a variable with
// a value a player only the mover's when he leaves on his own.
func (r *run) leavePhaseVars(perPlayer bool) {
	for _, f := range r.x.uses.phaseVars {
		for i := range f.Len {
			switch c := f.Base + i; {
			case perPlayer && f.Var.PerPlayer && f.Kind == program.Marks:
				r.cells[c] &^= 1 << r.mover
			case perPlayer && f.Var.PerPlayer && i/max(f.Len/r.x.p.Players, 1) != r.mover:
			default:
				r.cells[c] = r.x.p.Start[c]
			}
		}
	}
}

// finish settles the game. Seeds still in hand belong to nobody: with a score
// to be counted that is a gap.
func (r *run) finish(how rules.EndKind, seat int, kind interpreter.OutcomeKind, info *rules.RuleInfo) {
	byScore := how == rules.ByScore || how == rules.RoundEnds
	if r.hand > 0 {
		if byScore && r.x.p.Score != nil {
			r.gap(interpreter.GapScore, "[score]", "the game ends with %s in the hand, which nobody owns", source.Plural(r.hand, "seed"))
			return
		}
		r.cells[r.x.p.Layout.Out] += int32(r.hand)
		r.hand = 0
	}
	if byScore && r.x.p.Score == nil && (!r.between() || r.matchScores() == nil) {
		r.gap(interpreter.GapScore, "[score]", "the game ends by score, but the file says nothing of a score")
		return
	}
	o := &interpreter.Outcome{Winner: -1, Kind: kind, Rule: info, Scores: r.scores()}
	switch how {
	case rules.ByScore, rules.RoundEnds:
		o.Winner, o.Draw = best(o.Scores, r.x.p.Least)
		if how == rules.RoundEnds {
			o.Kind = interpreter.ByRound
		}
	case rules.Wins:
		o.Winner = seat
	case rules.Drawn:
		o.Draw = true
	case rules.Loses:
		if !r.loses(seat, o) {
			r.after = after{kind: stopped}
			return
		}
	}
	if r.err == nil {
		r.outcome = o
		if o.Kind != interpreter.ByRound || r.x.p.Match == nil {
			r.note(interpreter.Ended, -1, 0, o.Winner, "")
		}
	}
}

// loses settles what the loss of a player means, and says if the game is over:
// of three or more players he alone is out while two are left.
func (r *run) loses(seat int, o *interpreter.Outcome) bool {
	p := r.x.p
	if p.Players == 2 && seat >= 0 {
		o.Winner = 1 - seat
	}
	if p.Players <= 2 || p.Layout.Phases < 0 || seat < 0 {
		return true
	}
	r.cells[p.Layout.Phases+seat] = -1
	left := 0
	for s := range p.Players {
		if !r.isOut(s) {
			left++
			o.Winner = s
		}
	}
	if left <= 1 {
		return true
	}
	o.Winner = -1
	return false
}

func (r *run) scores() []int {
	if r.between() {
		return r.matchScores()
	}
	if r.x.p.Score == nil {
		return nil
	}
	out := make([]int, r.x.p.Players)
	for s, e := range r.x.p.Score {
		out[s] = r.eval(e)
	}
	return out
}

// best is the seat with the best score; a tie at the top is a draw. A single
// player has nobody to beat.
func best(scores []int, least bool) (winner int, draw bool) {
	winner = 0
	for s, v := range scores {
		switch w := scores[winner]; {
		case s == 0:
		case v == w:
			draw = true
		case (v > w) != least:
			winner, draw = s, false
		}
	}
	if draw {
		return -1, true
	}
	return winner, false
}
