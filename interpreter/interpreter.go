// Package interpreter is the face of the engine: positions, moves, what a ply
// did, and the contract both executors keep. The packages below it:
//
//	program    the lowered rules
//	lower      checked game → program
//	reference  the slow, plain executor that explains every step
//	compiled   the same program as WebAssembly
//	players, simulate, verify   built on this package alone
package interpreter

import (
	"fmt"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter/program"
)

// State is a position with the history its rules read. It always stands
// after the beginning of a ply (machine step 1): the mover's turn is counted,
// his phase is settled, table `end` was asked. Over is set if the game is over.
type State struct {
	Cells []int32
	Seen  [][]byte // keys of earlier plies, kept only if Facts.ReadsRepeat
	Over  *Outcome
}

// Clone is a deep copy; histories are append-only and shared.
func (s *State) Clone() *State {
	c := &State{Cells: append([]int32(nil), s.Cells...), Seen: s.Seen[:len(s.Seen):len(s.Seen)], Over: s.Over}
	return c
}

// Move is one complete move: where it starts, in what manner, and the inner
// choices in the order they were asked.
type Move struct {
	Pass  bool
	Kind  rules.OptionKind
	Label int         // index into Game.Labels
	From  int         // place lifted, entered or stepped from
	To    int         // StepFrom
	Dir   program.Dir // Anticlockwise, Clockwise or None
	Take  int         // seeds taken; 0 = all
	Shown uint8       // which manner belongs to the name: ShowDir, ShowTake, ShowLabel
	Inner []Choice
}

// Bits of Move.Shown.
const (
	ShowDir = 1 << iota
	ShowTake
	ShowLabel
)

// Choice is one inner decision.
type Choice struct {
	Kind   ChoiceKind
	Places []int // ChooseHoles: one or more; StartAgain: one
	Taken  bool  // Optional
}

// ChoiceKind is the kind of an inner decision.
type ChoiceKind int

// The inner decisions.
const (
	ChooseHoles ChoiceKind = iota // `choose`
	StartAgain                    // `move again from`
	Optional                      // `may`
)

// Ply is what one move did.
type Ply struct {
	Mover    int
	Move     Move
	Laps     int // laps sown
	Sown     int // seeds dropped
	Captured int // seeds captured for the mover
	Lost     int // seeds captured for others during the ply
	Last     int // place of the last drop, -1 if none
	Again    bool
	Endless  EndlessKind
	Period   int      // laps of the cycle, when Endless is EndlessExact
	Outcome  *Outcome // set if the game is over after this ply (next ply's `end` included)
	Round    *Round   // set if a round of a match ended with this ply; the position after it is that of the next round
}

// Round is a round of a match that is over.
type Round struct {
	Number int   // from 1
	Winner int   // seat, -1 if it was drawn
	Scores []int // by seat; nil without [score]
	Rule   *rules.RuleInfo
}

// EndlessKind says how a turn was found not to end.
type EndlessKind int

// The findings.
const (
	NotEndless    EndlessKind = iota
	EndlessExact              // a lap began exactly as an earlier one of the turn
	EndlessBudget             // the lap budget was used up; not proved
)

// Outcome is the end of a game.
type Outcome struct {
	Winner int // seat, -1 for a draw
	Draw   bool
	Scores []int // by seat; nil without [score]
	Kind   OutcomeKind
	Rule   *rules.RuleInfo // the rule that ended it; nil for endless turns
}

// OutcomeKind says what ended the game.
type OutcomeKind int

// The endings.
const (
	ByRule OutcomeKind = iota
	ByEndless
	ByRound // `end round`; of a match, never the end of the game
)

// Gap is a position the description is silent about. It is an error so that
// nothing goes on past it unnoticed.
type Gap struct {
	Kind  GapKind
	Text  string  // the text or key that is silent: "lap", "moves", "[sowing] endless"
	Note  string  // what was asked of it, in a sentence
	Cells []int32 // the position at that moment
	Turn  []Event // the turn so far, if it was being recorded
	Rule  *rules.RuleInfo

	Period int // GapEndless: laps of the cycle
}

// NewEndlessGap is the gap of a turn that begins a lap as it began an earlier
// one, after so many laps, where the file does not say what that means, or
// claims that it never happens. The period is in laps.
func NewEndlessGap(laps, period int, claimed bool, cells []int32, rule *rules.RuleInfo) *Gap {
	why := "the file does not say what that means"
	if claimed {
		why = "the file claims that this never happens"
	}
	note := fmt.Sprintf("the turn never ends: after %s it goes round every %s; %s", source.Plural(laps, "lap"), source.Plural(period, "lap"), why)
	return &Gap{Kind: GapEndless, Text: "[sowing] endless", Note: note, Cells: cells, Rule: rule, Period: period}
}

// GapKind classes the gaps.
type GapKind string

// The gaps of the machine (language reference, "Gaps").
const (
	GapLap       GapKind = "lap-end"       // no `lap` rule holds
	GapUnended   GapKind = "rule-unended"  // a `lap` rule runs out without stop, relay…
	GapNoMove    GapKind = "no-move"       // no legal move, no pass, no end rule
	GapSkip      GapKind = "all-skipped"   // a whole circuit is skipped
	GapRelay     GapKind = "relay-nothing" // relay or sow of nothing
	GapEndless   GapKind = "endless"       // endless = "open", or "never" was wrong
	GapScore     GapKind = "no-score"      // `end game` without [score]
	GapDirection GapKind = "no-direction"  // `next` asked of a lap without direction
	GapBegins    GapKind = "who-begins"
	GapNobody    GapKind = "nobody"      // a capture for nobody
	GapRound     GapKind = "empty-round" // a round of a match is over before its first move
)

func (g *Gap) Error() string {
	return fmt.Sprintf("the description is silent: %s (%s)", g.Note, g.Text)
}

// OverBudget tells which budget a search or turn used up.
type OverBudget struct {
	What string // "laps in a turn", "completions of a move", …
	Used int
}

func (e *OverBudget) Error() string { return fmt.Sprintf("over budget: %d %s", e.Used, e.What) }

// Budget bounds what one call may do; zero fields mean the defaults.
type Budget struct {
	Laps        int // laps in a turn (default 200,000)
	Completions int // complete moves of one position (default 100,000)
	Depth       int // nested forecasts (default 4)
}

// DefaultBudget is used where a Budget has zeros.
var DefaultBudget = Budget{Laps: 200_000, Completions: 100_000, Depth: 4}

// WithDefaults fills the zero fields.
func (b Budget) WithDefaults() Budget {
	if b.Laps == 0 {
		b.Laps = DefaultBudget.Laps
	}
	if b.Completions == 0 {
		b.Completions = DefaultBudget.Completions
	}
	if b.Depth == 0 {
		b.Depth = DefaultBudget.Depth
	}
	return b
}

// Executor plays a program. An Executor is not safe for concurrent use.
type Executor interface {
	// Program is the rules being played.
	Program() *program.Program
	// Start is the start position, its first ply begun.
	Start() (*State, error)
	// Begin settles a position given from outside: phases, then `end`. With
	// count, the mover's turn is counted, too.
	Begin(s *State, count bool) error
	// Legal lists the legal complete moves in canonical order: tiers, then
	// options in file order, holes in board order, takings upwards,
	// directions as offered, inner choices in order. Two options that give
	// the same move (hole, manner, label) give it once. Inner choices run
	// through holes in board order, sets of holes in lexicographic order, an
	// optional action taken before declined. A completion that runs into a gap
	// is listed, for playing it is what reports the gap. The list is empty only
	// if the game is over. Errors: *Gap, *OverBudget.
	Legal(s *State) ([]Move, error)
	// Play makes a legal move: machine steps 3 to 9 and 1. On an error the
	// state is unchanged.
	Play(s *State, m Move) (*Ply, error)
}

// Interruptible is an Executor whose calls can be stopped; both are.
type Interruptible interface {
	Executor
	// OnTick sets a function that is asked about every millisecond during
	// long calls; when it says true the call ends with ErrStopped and leaves
	// the state as it was. Nil takes it away.
	OnTick(stop func() bool)
}

// Explainer is an Executor that can tell what happened.
type Explainer interface {
	Executor
	// Explain plays a move and records every step. Of a turn of very many laps
	// the middle of the record is left out: Event.Lap tells where.
	Explain(s *State, m Move) (*Ply, []Event, error)
	// WhyNot tells why a move that is not in Legal is not legal.
	WhyNot(s *State, m Move) (Refusal, error)
}

// Refusal is the reason against a move.
type Refusal struct {
	Reason string          // a sentence
	Rule   *rules.RuleInfo // the option or rule that forbids it; nil if no option offers it
}

// Event is one step of a turn.
type Event struct {
	Kind  EventKind
	Place int // place the event is about, -1 if none
	N     int // seeds: lifted, in the hole after a drop, captured…
	To    int // Moved: target place; Captured: cell's seat, -1 out of play; SetTo: value
	Lap   int
	Text  string // variable, mark, choice, table asked
	Rule  *rules.RuleInfo
	Cells []int32 // the position after the event
}

// EventKind is the kind of a step.
type EventKind int

// The steps.
const (
	Lifted EventKind = iota
	Entered
	Stepped
	Dropped
	Skipped
	Fired    // a rule acts; Text = table
	Captured // Place, N, To
	Relayed
	SownOn // captured seeds become the next lap
	Stopped
	Moved
	Marked
	Unmarked
	SetTo
	Changed // closed, opened, claimed: Text
	Chose
	Reversed
	AnotherTurn
	Took // seeds of a place go to a player's store at the end
	FoundEndless
	Ended
	PhaseLeft
	RoundEnded // N = number of the round, To = winner or -1
	RoundBegan // N, To = who begins
	LaidOut    // the board is set up as at the start
	TookInHand // N seeds of To's store into his hand, or (Text "back") back
)
