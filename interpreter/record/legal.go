package record

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
)

// The list of legal moves that a record may give before each move.

// side is the seat on whose side a hole lies, -1 for none.
func (r *referee) side(hole int) int {
	if hole < 0 || hole >= len(r.p.Game.Board.Holes) {
		return -1
	}
	return r.p.Game.Board.Holes[hole].Side
}

// legalList compares the stated legal moves with ours as a set. In the list
// of another program, which may name only the start of a move, a stated move
// stands for all its completions.
func (r *referee) legalList(mover int, l *Line, legal []interpreter.Move) {
	if l.Legal == nil {
		return
	}
	covered := make([]bool, len(legal))
	var extra []string
	for _, text := range l.Legal {
		if text == passText && r.rec.By != "" && len(l.Legal) > 1 {
			if !r.passes {
				r.note("legal", "%s lets a player who has moves pass, which these rules do not know", r.rec.By)
			}
			r.passes = true
			continue
		}
		fits, _, err := notation.FittingStated(r.p, mover, text, legal)
		if r.rec.By != "" {
			fits, err = notation.Agreeing(r.p, mover, text, legal)
		}
		if err != nil || len(fits) == 0 {
			extra = append(extra, text)
			continue
		}
		for _, i := range fits {
			covered[i] = true
		}
	}
	var missing []string
	for i, m := range legal {
		if !covered[i] {
			missing = append(missing, notation.MoveText(r.p, mover, m))
		}
	}
	var faults []string
	if len(missing) > 0 {
		faults = append(faults, "lacks "+strings.Join(missing, ", "))
	}
	if len(extra) > 0 {
		faults = append(faults, fmt.Sprintf("has %s, not legal: %s", strings.Join(extra, ", "), r.whyNot(mover, extra[0])))
	}
	if len(faults) > 0 {
		r.wrong("legal", strings.Join(l.Legal, ","), strings.Join(moveTexts(r.p, mover, legal), ","),
			"the list of legal moves, of which %s was played, %s", l.Move, strings.Join(faults, " and "))
	}
}

func moveTexts(p *program.Program, mover int, legal []interpreter.Move) []string {
	var out []string
	for _, m := range legal {
		out = append(out, notation.MoveText(p, mover, m))
	}
	return out
}

// whyNot is the reason why a text is no legal move.
func (r *referee) whyNot(mover int, text string) string {
	m, err := notation.ParseMove(r.p, mover, text)
	if err != nil {
		return err.Error()
	}
	if side := r.side(m.From); !m.Pass && side >= 0 && side != mover {
		return fmt.Sprintf("%s is %s's hole", text, rules.SeatName(side))
	}
	why, err := r.x.WhyNot(r.s, m)
	if err != nil || why.Reason == "" {
		return "it is none of the moves of this position"
	}
	return strings.TrimSuffix(why.Reason, ".")
}
