package simulate

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sort"

	"mancala/interpreter"
)

// Tally is what was counted in a set of games: integers only, so that tallies
// of parts add up to exactly the tally of the whole, in any order.
type Tally struct {
	Done  []Range `json:"done"` // the games counted, ascending, neither touching nor overlapping
	Games uint64  `json:"games"`

	// Wins[player][seat]; a player who never swaps sits at his own seat.
	Wins    [][]uint64 `json:"wins"`
	Sat     [][]uint64 `json:"sat"` // games player i sat at a seat
	Draws   [][]uint64 `json:"draws"`
	Began   []uint64   `json:"began"`      // games a seat began
	First   [][]uint64 `json:"wins_begun"` // [seat that began][seat that won]
	Endless uint64     `json:"endless"`    // games that met a turn that never ends, whatever came of it
	Unclear uint64     `json:"unclear"`    // games with a turn over the lap budget: not proved endless

	Turns    Hist `json:"turns"`    // of a game
	Laps     Hist `json:"laps"`     // of a game without an endless turn
	Sown     Hist `json:"sown"`     // seeds dropped in a game without an endless turn
	Longest  Hist `json:"longest"`  // laps of the longest turn of a game that came to an end
	Captured Hist `json:"captured"` // seeds captured in a game, by anybody
	Margin   Hist `json:"margin"`   // seeds the winner scored more than the next, where scores exist

	LapTurns uint64 `json:"lap_turns"` // turns of the games without an endless turn
	Moves    uint64 `json:"moves"`     // legal moves, summed over all turns
	Choices  uint64 `json:"choices"`   // turns with two legal moves or more
	Again    uint64 `json:"again"`     // turns that gave another turn

	Rounds  *Rounds  `json:"rounds,omitempty"`
	Ends    Ends     `json:"ends"`
	Checks  []Check  `json:"checks"` // ascending
	Watched *Watched `json:"watched"`

	setup *Setup
	last  End     // of the game counted last, and its entry: most games end alike
	entry *Ending //
	every uint64  // games from check to check
}

// Check is a digest of what happened in one game, to compare runs by.
type Check struct {
	Game uint64 `json:"game"`
	Sum  string `json:"sum"`
}

// checks is about how many games of a run are digested.
const checks = 64

// End is a way a game ends.
type End struct {
	Kind EndKind `json:"end"`
	Rule int     `json:"rule,omitempty"` // ByRule: RuleInfo.ID
	Text string  `json:"text,omitempty"` // Gap: kind and text; OverBudget: which budget
}

// EndKind classes the ends of games.
type EndKind string

// The ends of a game. The last four leave it unfinished.
const (
	ByRule     EndKind = "rule"
	ByEndless  EndKind = "endless"    // proved
	LapBudget  EndKind = "lap-budget" // a turn over the lap budget ended the game as an endless one does; not proved
	ByRound    EndKind = "round"
	ByGap      EndKind = "gap"
	PlyLimit   EndKind = "turn-limit"
	RoundLimit EndKind = "round-limit"
	OverBudget EndKind = "over-budget"
)

// Ending counts one way of ending and keeps the first game that ended so.
type Ending struct {
	Games uint64 `json:"games"`
	First uint64 `json:"first"`
	Note  string `json:"note,omitempty"` // of a gap: what was asked of the description
}

// Ends counts the ways games ended.
type Ends map[End]*Ending

// NewTally is the tally of no games.
func NewTally(s *Setup) *Tally {
	n := len(s.Players)
	t := &Tally{Ends: Ends{}, Wins: square(n), Sat: square(n), Draws: square(n), First: square(n), Began: make([]uint64, n),
		Watched: newWatched(s.Program), Rounds: newRounds(s), setup: s, every: s.checkEvery()}
	return t
}

func square(n int) [][]uint64 {
	out := make([][]uint64, n)
	for i := range out {
		out[i] = make([]uint64, n)
	}
	return out
}

// checkEvery is the distance of the games that are digested.
func (s *Setup) checkEvery() uint64 { return max(1, s.Games/checks) }

// add counts one game. An error that is no end of a game comes back.
func (t *Tally) add(game uint64, r *interpreter.Result, err error) error {
	end, note, err := t.setup.endOf(r, err)
	if err != nil {
		return err
	}
	t.Games++
	t.end(end, game, note)
	begins := t.setup.beginner(game)
	t.Began[begins]++
	if o := r.Outcome; o != nil && !o.Draw && o.Winner >= 0 {
		t.First[begins][o.Winner]++
	}
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
	if end.Kind == OverBudget && end.Text == lapsInTurn { // the turn has no meaning, but it was one
		cut := *r
		cut.Endless = interpreter.EndlessBudget
		r = &cut
	}
	t.measure(r)
	if t.setup.Games > 0 && game%t.every == 0 {
		t.Checks = append(t.Checks, Check{game, checkSum(game, r, end)})
	}
	return nil
}

// measure counts how long a game was and what happened in it.
func (t *Tally) measure(r *interpreter.Result) {
	t.Turns.Add(r.Plies)
	switch r.Endless {
	case interpreter.NotEndless:
		t.Laps.Add(r.Laps)
		t.Sown.Add(r.Sown)
		t.LapTurns += uint64(r.Plies)
	case interpreter.EndlessExact:
		t.Endless++
	case interpreter.EndlessBudget:
		t.Unclear++
	}
	t.Longest.Add(r.MaxLaps)
	t.Captured.Add(r.Captured + r.Lost)
	if margin, ok := marginOf(r.Outcome); ok {
		t.Margin.Add(margin)
	}
	t.Moves += uint64(r.Moves)
	t.Choices += uint64(r.Choices)
	t.Again += uint64(r.Again)
	t.Rounds.add(r)
}

// checkSum digests a game: another one has another digest.
func checkSum(game uint64, r *interpreter.Result, end End) string {
	winner, scores := -2, []int(nil)
	if o := r.Outcome; o != nil {
		winner, scores = o.Winner, o.Scores
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %v %d %v %d %d %d %d %d %d %d %d %d %d", game, end, winner, scores,
		r.Plies, r.Laps, r.Sown, r.Captured, r.Lost, r.Moves, r.Choices, r.MaxLaps, r.Again, r.Endless))
	return hex.EncodeToString(sum[:8])
}

// marginOf is how much more the best scored than the second best.
func marginOf(o *interpreter.Outcome) (int, bool) {
	if o == nil || len(o.Scores) < 2 {
		return 0, false
	}
	best, next := max(o.Scores[0], o.Scores[1]), min(o.Scores[0], o.Scores[1])
	for _, s := range o.Scores[2:] {
		best, next = max(best, s), max(next, min(best, s))
	}
	return best - next, true
}

// lapsInTurn is the budget of *interpreter.OverBudget that a turn uses up.
const lapsInTurn = "laps in a turn"

// endOf classes the end of a game.
func (s *Setup) endOf(r *interpreter.Result, err error) (End, string, error) {
	var budget *interpreter.OverBudget
	switch {
	case errors.As(err, &budget):
		return End{Kind: OverBudget, Text: budget.What}, "", nil
	case err != nil:
		return End{}, "", err
	case r.Gap != nil:
		return End{Kind: ByGap, Text: string(r.Gap.Kind) + ": " + r.Gap.Text}, r.Gap.Note, nil
	case r.Outcome == nil && s.Rounds > 0 && r.Rounds >= s.Rounds:
		return End{Kind: RoundLimit}, "", nil
	case r.Outcome == nil:
		return End{Kind: PlyLimit}, "", nil
	case r.Outcome.Rule != nil:
		return End{Kind: ByRule, Rule: r.Outcome.Rule.ID}, "", nil
	case r.Outcome.Kind == interpreter.ByRound:
		return End{Kind: ByRound}, "", nil
	case r.Endless == interpreter.EndlessBudget:
		return End{Kind: LapBudget}, "", nil
	}
	return End{Kind: ByEndless}, "", nil
}

func (t *Tally) end(e End, game uint64, note string) {
	x := t.entry
	if x == nil || e != t.last {
		if x = t.Ends[e]; x == nil {
			x = &Ending{First: game, Note: note}
			t.Ends[e] = x
		}
		t.last, t.entry = e, x
	}
	x.Games++
	if game < x.First {
		x.First, x.Note = game, note
	}
}

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

// Missing is what of a range is not done.
func Missing(games Range, done []Range) []Range {
	var out []Range
	at := games.From
	for _, d := range done {
		if d.To <= at {
			continue
		}
		if d.From >= games.To {
			break
		}
		if d.From > at {
			out = append(out, Range{at, d.From})
		}
		at = d.To
	}
	if at < games.To {
		out = append(out, Range{at, games.To})
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
		addAll(t.First[i], o.First[i])
	}
	addAll(t.Began, o.Began)
	t.Endless += o.Endless
	t.Unclear += o.Unclear
	for i, h := range t.hists() {
		h.Merge(o.hists()[i])
	}
	t.LapTurns += o.LapTurns
	t.Moves += o.Moves
	t.Choices += o.Choices
	t.Again += o.Again
	t.Checks = append(t.Checks, o.Checks...)
	sort.Slice(t.Checks, func(i, j int) bool { return t.Checks[i].Game < t.Checks[j].Game })
	t.Watched.merge(o.Watched)
	t.Rounds.merge(o.Rounds)
	t.mergeEnds(o)
	return nil
}

func (t *Tally) hists() []*Hist {
	return []*Hist{&t.Turns, &t.Laps, &t.Sown, &t.Longest, &t.Captured, &t.Margin}
}

func (t *Tally) mergeEnds(o *Tally) {
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
}

func addAll(a, b []uint64) {
	for i := range b {
		a[i] += b[i]
	}
}
