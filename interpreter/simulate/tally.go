package simulate

import (
	"errors"
	"fmt"
	"sort"

	"mancala/interpreter"
)

// Tally is what was counted in a set of games: integers only, so that tallies
// of parts add up to exactly the tally of the whole, in any order.
type Tally struct {
	Done  []Range // the games counted, ascending, neither touching nor overlapping
	Games uint64

	// Wins[player][seat]; a player who never swaps sits at his own seat.
	Wins    [][]uint64
	Sat     [][]uint64 // games player i sat at a seat
	Draws   [][]uint64 // games drawn of player i at a seat
	Endless uint64     // games that met a turn that never ends, whatever came of it
	Unclear uint64     // games with a turn over the lap budget: not proved endless

	Turns    Hist // of a game
	Laps     Hist // of a game
	Longest  Hist // laps of the longest turn of a game
	Captured Hist // seeds captured in a game, by anybody
	Margin   Hist // seeds the winner scored more than the next, where scores exist

	Moves   uint64 // legal moves, summed over all turns
	Choices uint64 // turns with two legal moves or more
	Sown    uint64 // seeds dropped
	Again   uint64 // turns that gave another turn

	Ends map[End]*Ending

	setup *Setup
}

// End is a way a game ends.
type End struct {
	Kind EndKind
	Rule int    // ByRule: RuleInfo.ID
	Text string // Gap: kind and text; OverBudget: which budget
}

// EndKind classes the ends of games.
type EndKind string

// The ends of a game. The last three leave it unfinished.
const (
	ByRule     EndKind = "rule"
	ByEndless  EndKind = "endless"
	ByRound    EndKind = "round"
	ByGap      EndKind = "gap"
	PlyLimit   EndKind = "turn-limit"
	OverBudget EndKind = "over-budget"
)

// Ending counts one way of ending and keeps the first game that ended so.
type Ending struct {
	Games uint64
	First uint64
	Note  string // of a gap: what was asked of the description
}

// NewTally is the tally of no games.
func NewTally(s *Setup) *Tally {
	t := &Tally{Ends: map[End]*Ending{}, setup: s}
	for range s.Players {
		t.Wins = append(t.Wins, make([]uint64, len(s.Players)))
		t.Sat = append(t.Sat, make([]uint64, len(s.Players)))
		t.Draws = append(t.Draws, make([]uint64, len(s.Players)))
	}
	return t
}

// add counts one game. An error that is no end of a game comes back.
func (t *Tally) add(game uint64, r interpreter.Result, err error) error {
	end, note, err := endOf(r, err)
	if err != nil {
		return err
	}
	t.Games++
	t.end(end, game, note)
	for seat := range t.Wins {
		player := t.setup.playerAt(seat, game)
		t.Sat[player][seat]++
		switch o := r.Outcome; {
		case o == nil:
		case o.Draw || o.Winner < 0:
			t.Draws[player][seat]++
		case o.Winner == seat:
			t.Wins[player][seat]++
		}
	}
	switch r.Endless {
	case interpreter.EndlessExact:
		t.Endless++
	case interpreter.EndlessBudget:
		t.Unclear++
	}
	t.Turns.Add(r.Plies)
	t.Laps.Add(r.Laps)
	t.Longest.Add(r.MaxLaps)
	t.Captured.Add(r.Captured + r.Lost)
	if margin, ok := marginOf(r.Outcome); ok {
		t.Margin.Add(margin)
	}
	t.Moves += uint64(r.Moves)
	t.Choices += uint64(r.Choices)
	t.Sown += uint64(r.Sown)
	t.Again += uint64(r.Again)
	return nil
}

// marginOf is how much more the best scored than the second best.
func marginOf(o *interpreter.Outcome) (int, bool) {
	if o == nil || len(o.Scores) < 2 {
		return 0, false
	}
	scores := append([]int(nil), o.Scores...)
	sort.Ints(scores)
	return scores[len(scores)-1] - scores[len(scores)-2], true
}

// endOf classes the end of a game.
func endOf(r interpreter.Result, err error) (End, string, error) {
	var budget *interpreter.OverBudget
	switch {
	case errors.As(err, &budget):
		return End{Kind: OverBudget, Text: budget.What}, "", nil
	case err != nil:
		return End{}, "", err
	case r.Gap != nil:
		return End{Kind: ByGap, Text: string(r.Gap.Kind) + ": " + r.Gap.Text}, r.Gap.Note, nil
	case r.Outcome == nil:
		return End{Kind: PlyLimit}, "", nil
	case r.Outcome.Rule != nil:
		return End{Kind: ByRule, Rule: r.Outcome.Rule.ID}, "", nil
	case r.Outcome.Kind == interpreter.ByRound:
		return End{Kind: ByRound}, "", nil
	}
	return End{Kind: ByEndless}, "", nil
}

func (t *Tally) end(e End, game uint64, note string) {
	x := t.Ends[e]
	if x == nil {
		x = &Ending{First: game, Note: note}
		t.Ends[e] = x
	}
	x.Games++
	if game < x.First {
		x.First, x.Note = game, note
	}
}

// covered adds a range to Done.
func (t *Tally) covered(r Range) { t.Done = join(append(t.Done, r)) }

// join sorts ranges and melts those that touch.
func join(rs []Range) []Range {
	sort.Slice(rs, func(i, j int) bool { return rs[i].From < rs[j].From })
	var out []Range
	for _, r := range rs {
		if n := len(out); n > 0 && out[n-1].To == r.From {
			out[n-1].To = r.To
			continue
		}
		out = append(out, r)
	}
	return out
}

// Merge adds another tally of the same setup. Games counted in both are an error.
func (t *Tally) Merge(o *Tally) error {
	done := join(append(append([]Range(nil), t.Done...), o.Done...))
	for i := 1; i < len(done); i++ {
		if done[i].From < done[i-1].To {
			return fmt.Errorf("games %d to %d are counted twice", done[i].From, min(done[i].To, done[i-1].To)-1)
		}
	}
	t.Done = done
	t.Games += o.Games
	for i := range t.Wins {
		addAll(t.Wins[i], o.Wins[i])
		addAll(t.Sat[i], o.Sat[i])
		addAll(t.Draws[i], o.Draws[i])
	}
	t.Endless += o.Endless
	t.Unclear += o.Unclear
	for _, h := range [][2]*Hist{{&t.Turns, &o.Turns}, {&t.Laps, &o.Laps}, {&t.Longest, &o.Longest}, {&t.Captured, &o.Captured}, {&t.Margin, &o.Margin}} {
		h[0].Merge(h[1])
	}
	t.Moves += o.Moves
	t.Choices += o.Choices
	t.Sown += o.Sown
	t.Again += o.Again
	for e, x := range o.Ends {
		mine := t.Ends[e]
		if mine == nil {
			mine = &Ending{First: x.First, Note: x.Note}
			t.Ends[e] = mine
		}
		mine.Games += x.Games
		if x.First < mine.First {
			mine.First, mine.Note = x.First, x.Note
		}
	}
	return nil
}

func addAll(a, b []uint64) {
	for i := range b {
		a[i] += b[i]
	}
}
