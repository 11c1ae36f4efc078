package simulate

import (
	"encoding/json"
	"fmt"
	"sort"
)

// endJSON is an entry of Ends as it is written.
type endJSON struct {
	End
	Ending
}

// MarshalJSON writes a list in a fixed order.
func (e Ends) MarshalJSON() ([]byte, error) {
	list := make([]endJSON, 0, len(e))
	for end, x := range e {
		list = append(list, endJSON{end, *x})
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i].End, list[j].End
		if a.Kind != b.Kind {
			return a.Kind < b.Kind
		}
		if a.Rule != b.Rule {
			return a.Rule < b.Rule
		}
		return a.Text < b.Text
	})
	return json.Marshal(list)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Ends) UnmarshalJSON(text []byte) error {
	var list []endJSON
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	*e = Ends{}
	for _, x := range list {
		if _, twice := (*e)[x.End]; twice {
			return fmt.Errorf("the end %v is listed twice", x.End)
		}
		ending := x.Ending
		(*e)[x.End] = &ending
	}
	return nil
}

// Adopt makes a tally that was read part of a setup. It checks what can be
// checked without playing: that the sums have the shape of that setup and
// agree among themselves.
func (t *Tally) Adopt(s *Setup) error {
	n := len(s.Players)
	shape := len(t.Began) == n && t.Watched != nil && t.Watched.fits(s.Program)
	for _, m := range [][][]uint64{t.Wins, t.Sat, t.Draws, t.First} {
		shape = shape && len(m) == n
		for _, row := range m {
			shape = shape && len(row) == n
		}
	}
	shape = shape && (t.Rounds == nil) == (newRounds(s) == nil) && (t.Rounds == nil || len(t.Rounds.Wins) == n)
	if !shape {
		return fmt.Errorf("the sums are not those of %d players under these rules", n)
	}
	covered, ended := uint64(0), uint64(0)
	for i, r := range t.Done {
		if r.To <= r.From || i > 0 && r.From <= t.Done[i-1].To || r.To > s.Games {
			return fmt.Errorf("games %d to %d are no part of %d games, or overlap with others", r.From, r.To, s.Games)
		}
		covered += r.To - r.From
	}
	for _, x := range t.Ends {
		ended += x.Games
	}
	if covered != t.Games || ended != t.Games {
		return fmt.Errorf("%d games are covered, %d counted, %d ended", covered, t.Games, ended)
	}
	if t.Ends == nil {
		t.Ends = Ends{}
	}
	t.setup, t.every = s, s.checkEvery()
	return nil
}
