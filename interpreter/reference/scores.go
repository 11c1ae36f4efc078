package reference

import "mancala/interpreter"

// Scores is what every seat would score if the game ended in a position; nil
// where the rules know no score. Of a finished game it is what was scored.
func (x *Executor) Scores(s *interpreter.State) ([]int, error) {
	if s.Over != nil {
		return append([]int(nil), s.Over.Scores...), nil
	}
	r, err := x.at(s)
	if err != nil {
		return nil, err
	}
	defer x.release(r)
	scores := r.scores()
	return scores, r.err
}
