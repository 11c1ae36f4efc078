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
	Version   int      `json:"simulation"`
	Players   []string `json:"players"`
	Seed      uint64   `json:"seed"`
	Swap      bool     `json:"swap"`
	MaxTurns  int      `json:"max_turns"`
	MaxRounds int      `json:"max_rounds,omitempty"` // of a match
	Games     uint64   `json:"games"`
	Wanted    uint64   `json:"games_wanted"`

	Seats   []Party  `json:"seats"`
	ByName  []Party  `json:"by_player"`
	Draws   Interval `json:"draws"`
	Open    Interval `json:"unfinished"` // limits of turns and rounds, gaps, budgets
	Endless Interval `json:"endless"`    // met a turn that never ends, proved
	Unclear uint64   `json:"over_lap_budget"`
	Begins  Begins   `json:"begins"`

	Turns    Measure  `json:"turns"`
	Laps     Measure  `json:"laps"` // of games without an endless turn
	Longest  Measure  `json:"longest_turn"`
	Sown     Measure  `json:"sown"` // of games without an endless turn
	Captured Measure  `json:"captured"`
	Margin   *Measure `json:"margin,omitempty"`

	Branching float64 `json:"branching"` // legal moves a turn
	Decisions float64 `json:"decisions"` // share of turns with a real choice
	LapsATurn float64 `json:"laps_per_turn"`
	SownATurn float64 `json:"sown_per_turn"`
	Again     float64 `json:"move_again"` // share of turns that gave another

	Tree  Tree  `json:"game_tree"`
	Space Space `json:"state_space"`

	Rounds  *RoundReport `json:"rounds,omitempty"` // of matches
	Ends    []EndLine    `json:"ends"`
	Watched *Told        `json:"watched,omitempty"`
}

// Party is a seat or a player and the games won there.
type Party struct {
	Name  string   `json:"name"`
	Games uint64   `json:"games"`
	Wins  Interval `json:"wins"`
	Draws uint64   `json:"draws"`
}

// Begins tells the effect of beginning from that of the seat. Where one seat
// begins every game they can't be told apart.
type Begins struct {
	Apart bool         `json:"apart"`
	Wins  Interval     `json:"wins"` // of whoever began
	Seats []SeatBegins `json:"seats"`
}

// SeatBegins are the games that one seat began.
type SeatBegins struct {
	Seat  string   `json:"seat"`
	Games uint64   `json:"games"`
	Wins  Interval `json:"wins"` // of the seat that began
}

// Measure is a histogram with its summary.
type Measure struct {
	Summary
	Hist Hist `json:"histogram"`
}

func measure(h *Hist) Measure { return Measure{h.Summary(), *h} }

// EndLine is one way games ended.
type EndLine struct {
	End        EndKind  `json:"end"`
	Text       string   `json:"text"`
	File       string   `json:"file,omitempty"` // of the line, if it is not the game's own
	Line       int      `json:"line,omitempty"`
	Label      string   `json:"label,omitempty"`
	Repetition bool     `json:"repetition,omitempty"` // the rule asks for a position that repeats
	Games      Interval `json:"games"`
	First      uint64   `json:"first"` // lowest number of a game that ended so
}

// Unfinished tells ends that leave a game without a result.
func (k EndKind) Unfinished() bool {
	return k == ByGap || k == PlyLimit || k == RoundLimit || k == OverBudget
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
		if e.Kind.Unfinished() {
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
	r.Begins = t.begins()
	t.measures(r)
	if r.Rounds = t.rounds(); r.Rounds != nil {
		r.MaxRounds = s.Rounds
	}
	r.Space = StateSpace(s.Program)
	r.Watched = t.told()
	r.Tree = t.tree(r)
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

// begins tells beginning and seats apart.
func (t *Tally) begins() Begins {
	var b Begins
	var won uint64
	for seat, games := range t.Began {
		if games == 0 {
			continue
		}
		won += t.First[seat][seat]
		b.Seats = append(b.Seats, SeatBegins{rules.SeatName(seat), games, Wilson(t.First[seat][seat], games)})
	}
	b.Wins = Wilson(won, t.Games)
	b.Apart = len(b.Seats) > 1
	return b
}

func (t *Tally) measures(r *Report) {
	r.Turns, r.Laps, r.Longest = measure(&t.Turns), measure(&t.Laps), measure(&t.Longest)
	r.Sown, r.Captured = measure(&t.Sown), measure(&t.Captured)
	if len(t.Margin.Bars()) > 0 {
		m := measure(&t.Margin)
		r.Margin = &m
	}
	turns := t.Turns.Total()
	r.Branching, r.Decisions, r.Again = ratio(t.Moves, turns), ratio(t.Choices, turns), ratio(t.Again, turns)
	r.LapsATurn, r.SownATurn = ratio(t.Laps.Total(), t.LapTurns), ratio(t.Sown.Total(), t.LapTurns)
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
			l.File = info.Elsewhere(t.setup.Program.Game)
			l.Repetition = strings.Contains(info.Text, "position repeats") || strings.Contains(info.Text, "position occurs")
		}
	case ByEndless:
		l.Text = "a turn that never ends ([sowing] endless)"
	case LapBudget:
		l.Text = "a turn over the lap budget, taken for one that never ends: not proved"
	case ByRound:
		l.Text = "the round is over"
	case ByGap:
		l.Text = fmt.Sprintf("the description is silent (%s): %s", e.Text, x.Note)
	case PlyLimit:
		l.Text = "unfinished: the limit of turns"
	case RoundLimit:
		l.Text = "unfinished: the limit of rounds"
	case OverBudget:
		l.Text = "unfinished: over budget, " + e.Text
	}
	return l
}
