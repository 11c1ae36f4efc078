package simulate

import (
	"math"
	"strings"
)

// Told is what a report says of the games that were told step by step: the
// first ones of the run.
type Told struct {
	Games uint64 `json:"games"`
	Long  uint64 `json:"too_long"` // games among the first that were too long to be told

	LeadChanges Measure `json:"lead_changes"`      // of a game
	Comebacks   uint64  `json:"comebacks"`         // games won after being behind
	Decided     uint64  `json:"decided"`           // games with a winner
	Deficit     Measure `json:"deficit"`           // the winner's greatest, in seeds
	Drama       Measure `json:"drama"`             // per cent of the turns after which the winner was behind
	Settled     Measure `json:"settled"`           // per cent of the game played when the winner led for good
	Branching   Measure `json:"branching"`         // legal moves of a turn
	LeadBy      string  `json:"lead"`              // "score" or "seeds": what a lead is measured in
	Rules       []Use   `json:"rules"`             // every rule, in file order
	Holes       []Heat  `json:"holes"`             // every hole, in board order
	Never       int     `json:"rules_never_fired"` // how many
}

// Use tells how often a rule acted.
type Use struct {
	Table string `json:"table"`
	Phase string `json:"phase,omitempty"`
	Label string `json:"label,omitempty"`
	Text  string `json:"text"`
	File  string `json:"file,omitempty"` // of the line, if it is not the game's own
	Line  int    `json:"line"`
	Fired uint64 `json:"fired"`
	Games uint64 `json:"games"` // in which it acted
}

// Heat tells what happened at a hole.
type Heat struct {
	Hole   string `json:"hole"`
	Moves  uint64 `json:"moves"`    // that start there
	Taken  uint64 `json:"captured"` // seeds captured there
	Caught uint64 `json:"captures"` // captures there
	Ended  uint64 `json:"ended"`    // turns whose last seed fell there
}

// told makes the report of the watched games; nil if there are none.
func (t *Tally) told() *Told {
	w, p := t.Watched, t.setup.Program
	if w.Games == 0 {
		return nil
	}
	out := &Told{Games: w.Games, Long: w.Long, LeadBy: "seeds", LeadChanges: measure(&w.LeadChanges), Deficit: measure(&w.Deficit),
		Drama: measure(&w.Behind), Settled: measure(&w.Settled), Branching: measure(&w.Branching)}
	if p.Score != nil {
		out.LeadBy = "score"
	}
	for _, b := range w.Deficit.Bars() {
		out.Decided += b.Count
		if b.Value > 0 {
			out.Comebacks += b.Count
		}
	}
	for i, r := range p.Rules {
		out.Rules = append(out.Rules, Use{r.Table, r.Phase, r.Label, strings.TrimSpace(r.Text), r.Elsewhere(p.Game), r.Span.Line(), w.Fired[i], w.FiredIn[i]})
		if w.Fired[i] == 0 {
			out.Never++
		}
	}
	for i := range p.Holes {
		out.Holes = append(out.Holes, Heat{p.Game.Board.PlaceName(i), w.From[i], w.Taken[i], w.Takings[i], w.Landed[i]})
	}
	return out
}

// Tree estimates the size of the game tree as powers of ten.
type Tree struct {
	Log10     float64 `json:"log10"`      // of (mean legal moves) to the power of (mean turns)
	Geometric float64 `json:"log10_geom"` // of the same with the geometric mean of the legal moves; of watched games, 0 if there are none
}

func (t *Tally) tree(r *Report) Tree {
	var out Tree
	if r.Branching > 0 {
		out.Log10 = round(r.Turns.Mean * math.Log10(r.Branching))
	}
	logs, n := 0.0, uint64(0)
	for _, b := range t.Watched.Branching.Bars() {
		if b.Value > 0 {
			logs += float64(float64(b.Count) * math.Log10(float64(b.Value)))
			n += b.Count
		}
	}
	if n > 0 {
		out.Geometric = round(r.Turns.Mean * logs / float64(n))
	}
	return out
}
