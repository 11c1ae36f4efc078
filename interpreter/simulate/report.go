package simulate

import (
	"fmt"
	"sort"
	"strings"

	"mancala/dsl/rules"
)

// Report is a tally made ready to be read: shares with intervals, summaries,
// the ends of games named. Its JSON form has a version and only grows.
type Report struct {
	Version  int      `json:"simulation"`
	Players  []string `json:"players"`
	Seed     uint64   `json:"seed"`
	Swap     bool     `json:"swap"`
	MaxTurns int      `json:"max_turns"`
	Games    uint64   `json:"games"`
	Wanted   uint64   `json:"games_wanted"`

	Seats   []Party  `json:"seats"`
	ByName  []Party  `json:"by_player"`
	Draws   Interval `json:"draws"`
	Open    Interval `json:"unfinished"` // turn limits, gaps, budgets
	Endless Interval `json:"endless"`    // met a turn that never ends, proved
	Unclear uint64   `json:"over_lap_budget"`

	Turns    Measure  `json:"turns"`
	Laps     Measure  `json:"laps"`
	Longest  Measure  `json:"longest_turn"`
	Captured Measure  `json:"captured"`
	Margin   *Measure `json:"margin,omitempty"`

	Branching float64 `json:"branching"` // legal moves a turn
	Decisions float64 `json:"decisions"` // share of turns with a real choice
	LapsATurn float64 `json:"laps_per_turn"`
	SownATurn float64 `json:"sown_per_turn"`
	Again     float64 `json:"move_again"` // share of turns that gave another

	Ends []EndLine `json:"ends"`
}

// Party is a seat or a player and the games won there.
type Party struct {
	Name  string   `json:"name"`
	Games uint64   `json:"games"`
	Wins  Interval `json:"wins"`
	Draws uint64   `json:"draws"`
}

// Measure is a histogram with its summary.
type Measure struct {
	Summary
	Hist Hist `json:"histogram"`
}

func measure(h *Hist) Measure { return Measure{h.Summary(), *h} }

// EndLine is one way games ended.
type EndLine struct {
	End   EndKind  `json:"end"`
	Text  string   `json:"text"`
	Line  int      `json:"line,omitempty"`
	Label string   `json:"label,omitempty"`
	Games Interval `json:"games"`
	First uint64   `json:"first"` // lowest number of a game that ended so
}

// Report computes the report of a tally. Wanted is the number of games asked for.
func (t *Tally) Report(wanted uint64, maxTurns int) *Report {
	s := t.setup
	r := &Report{Version: 1, Players: s.Players, Seed: s.Seed, Swap: s.Swap, MaxTurns: maxTurns, Games: t.Games, Wanted: wanted}
	drawn, unfinished := uint64(0), uint64(0)
	for seat := range s.Players {
		var wins, draws uint64
		for player := range s.Players {
			wins += t.Wins[player][seat]
			draws += t.Draws[player][seat]
		}
		drawn = draws
		r.Seats = append(r.Seats, Party{rules.SeatName(seat), t.Games, Wilson(wins, t.Games), draws})
	}
	for player, name := range s.Players {
		r.ByName = append(r.ByName, t.party(player, name))
	}
	for e, x := range t.Ends {
		switch e.Kind {
		case ByGap, PlyLimit, OverBudget:
			unfinished += x.Games
		}
		r.Ends = append(r.Ends, t.endLine(e, x))
	}
	sort.Slice(r.Ends, func(i, j int) bool {
		a, b := r.Ends[i], r.Ends[j]
		if a.Games.Count != b.Games.Count {
			return a.Games.Count > b.Games.Count
		}
		return a.First < b.First
	})
	r.Draws, r.Open, r.Endless, r.Unclear = Wilson(drawn, t.Games), Wilson(unfinished, t.Games), Wilson(t.Endless, t.Games), t.Unclear
	t.measures(r)
	return r
}

// party sums a player up over the seats he sat at.
func (t *Tally) party(player int, name string) Party {
	var wins, sat, draws uint64
	for seat := range t.setup.Players {
		wins += t.Wins[player][seat]
		sat += t.Sat[player][seat]
		draws += t.Draws[player][seat]
	}
	return Party{name, sat, Wilson(wins, sat), draws}
}

func (t *Tally) measures(r *Report) {
	r.Turns, r.Laps, r.Longest, r.Captured = measure(&t.Turns), measure(&t.Laps), measure(&t.Longest), measure(&t.Captured)
	if len(t.Margin.Bars()) > 0 {
		m := measure(&t.Margin)
		r.Margin = &m
	}
	turns, laps := t.Turns.Total(), t.Laps.Total()
	r.Branching, r.Decisions = ratio(t.Moves, turns), ratio(t.Choices, turns)
	r.LapsATurn, r.SownATurn, r.Again = ratio(laps, turns), ratio(t.Sown, turns), ratio(t.Again, turns)
}

// Total is the sum of all values counted.
func (h *Hist) Total() uint64 {
	sum := uint64(0)
	for _, b := range h.Bars() {
		sum += uint64(b.Value) * b.Count
	}
	return sum
}

func ratio(a, b uint64) float64 {
	if b == 0 {
		return 0
	}
	return round(float64(a) / float64(b))
}

// endLine names a way of ending.
func (t *Tally) endLine(e End, x *Ending) EndLine {
	l := EndLine{End: e.Kind, Games: Wilson(x.Games, t.Games), First: x.First}
	switch e.Kind {
	case ByRule:
		l.Text = "rule"
		if e.Rule >= 0 && e.Rule < len(t.setup.Program.Rules) {
			info := t.setup.Program.Rules[e.Rule]
			l.Text, l.Label, l.Line = info.Table+": "+strings.TrimSpace(info.Text), info.Label, info.Span.Line()
		}
	case ByEndless:
		l.Text = "a turn that never ends ([sowing] endless)"
	case ByRound:
		l.Text = "the round is over"
	case ByGap:
		l.Text = fmt.Sprintf("the description is silent (%s): %s", e.Text, x.Note)
	case PlyLimit:
		l.Text = "unfinished: the limit of turns"
	case OverBudget:
		l.Text = "unfinished: over budget, " + e.Text
	}
	return l
}
