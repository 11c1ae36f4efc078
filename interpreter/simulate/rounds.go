package simulate

import (
	"mancala/interpreter"
)

// Rounds is what was counted of the rounds of matches; nil in the tally of
// games that are not matches.
type Rounds struct {
	Played Hist     `json:"played"` // of a match, those that came to an end
	Wins   []uint64 `json:"wins"`   // rounds won by each seat
}

func newRounds(s *Setup) *Rounds {
	if s.Program == nil || s.Program.Match == nil {
		return nil
	}
	return &Rounds{Wins: make([]uint64, len(s.Players))}
}

func (r *Rounds) add(res *interpreter.Result) {
	if r == nil {
		return
	}
	r.Played.Add(res.Rounds)
	for seat := range r.Wins {
		r.Wins[seat] += uint64(res.RoundWins[seat])
	}
}

func (r *Rounds) merge(o *Rounds) {
	if r != nil && o != nil {
		r.Played.Merge(&o.Played)
		addAll(r.Wins, o.Wins)
	}
}

// RoundReport tells of the rounds of matches.
type RoundReport struct {
	Played Measure    `json:"played"` // of a match
	Seats  []Interval `json:"wins"`   // rounds won, by seat
	Drawn  Interval   `json:"drawn"`
}

func (t *Tally) rounds() *RoundReport {
	if t.Rounds == nil {
		return nil
	}
	all := t.Rounds.Played.Total()
	out := &RoundReport{Played: measure(&t.Rounds.Played)}
	drawn := all
	for _, n := range t.Rounds.Wins {
		out.Seats = append(out.Seats, Wilson(n, all))
		drawn -= min(n, drawn)
	}
	out.Drawn = Wilson(drawn, all)
	return out
}
