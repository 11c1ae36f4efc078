package rules

import "mancala/dsl/source"

// Text is a rule text as the user wrote it, kept for prose and messages.
type Text struct {
	Table string // "lap", "moves", "end"…
	Phase string
	Rules []*RuleInfo
}

// RuleInfo identifies one rule (or one option of `moves`) to everything that
// speaks about it: records, `why`, coverage.
type RuleInfo struct {
	ID      int    // dense, unique in the game
	Table   string // lap, drop, moves, end…
	Phase   string
	Label   string   // "" if it has none
	Sources []string // source ids, with pages as written: "lincke, p. 12"
	Text    string   // the rule's own text, white space collapsed
	Span    source.Span
}

// Elsewhere is the file a rule of a game stands in, if that is one the game's
// file extends; "" for a rule of its own.
func (i *RuleInfo) Elsewhere(g *Game) string {
	if i.Span.File == nil || g.File == nil || i.Span.File.Name == g.File.Name {
		return ""
	}
	return i.Span.File.Name
}

// Table is an ordered rule text; the first rule that holds acts.
type Table struct {
	Name  string // lap, drop, … or the name of a definition
	Rules []*Rule
	Span  source.Span
}

// Rule is one `when … then …`. When nil means otherwise/always.
type Rule struct {
	Info *RuleInfo
	When Truth
	Acts []Act
}

// Moves is the `moves` text: tiers in order.
type Moves struct {
	Tiers []Tier
	Span  source.Span
}

// Tier is a group of options; the next tier is used only if no option of
// this one gives a legal complete move. Pass: the tier `pass`.
type Tier struct {
	Options []*Option
	Pass    bool
	Info    *RuleInfo // of the pass
}

// Option is one `from S …`, `enter N at S …` or `step from S to H …`.
type Option struct {
	Info     *RuleInfo
	Label    int // index into Game.Labels
	Kind     OptionKind
	From     Set     // candidates; a Where binds Hole
	Hole     *Binder // the candidate in Taking, To, Provided
	Enter    Number  // seeds entered
	EnterMax Number  // nil: Enter exactly; else Enter..EnterMax, as the move says
	To       Spot    // step target
	Sows     bool    // enter: the hole is then lifted and sown (`taking`)
	SowsHand bool    // enter: the seeds are sown, the first into the hole (`sowing`)
	TakeAll  bool
	TakeMin  int // taking N or N..M
	TakeMax  Number
	Dropping int   // seeds a hole in the turn of this move; 0 = as Sowing says
	Ways     []Way // directions offered; empty = the sowing direction
	Along    int   // route: 0 = Sowing.Route, n = Sowing.Routes[n-1]
	Provided Truth // nil: none
	At
}

// OptionKind is how a move starts.
type OptionKind int

// The option kinds.
const (
	FromHole OptionKind = iota
	EnterAt
	StepFrom
)

// Way is a direction phrase of a move or lap.
type Way int

// The ways.
const (
	WayAnticlockwise Way = iota
	WayClockwise
	WayInward // from an end of a row towards its other end: away from the edge
)

// Act is one action.
type Act interface{ Span() source.Span }

// Stop ends the turn.
type Stop struct{ At }

// Continue goes on to the next rule of the table (of the caller, from a called table).
type Continue struct{ At }

// Relay lifts a hole (nil From: the last) and sows on.
type Relay struct {
	At
	From  Spot
	Way   *Way
	Along int // n = Sowing.Routes[n-1] from here on; 0 = the route as it was
}

// Capture takes the seeds of a set: into the bag, for another player, or
// into a hole of the board. For may read the captured hole through Hole.
type Capture struct {
	At
	Set  Set
	Hole *Binder // each captured hole, for `its owner`
	For  Player  // nil: the mover
	Into Spot    // nil: the bag; *HandOf: a hand
}

// Sow sows the bag (Of nil) or the seeds of a hole, the first seed in From.
type Sow struct {
	At
	Of    Spot
	From  Spot
	Way   *Way
	Along int // as of Relay
}

// MoveAgain gives the mover another turn; with From, another start inside this one.
type MoveAgain struct {
	At
	From Set
}

// MoveSeeds moves a number of seeds (nil: all) from one place to another, to each of a set, or out of play.
type MoveSeeds struct {
	At
	Amount Number
	From   Spot // or *HandOf
	To     Spot // or *HandOf
	ToEach Set  // nil unless `to each`
	Out    bool // `out`: neither To nor ToEach
}

// MarkHoles sets or clears a mark.
type MarkHoles struct {
	At
	Set   Set
	Var   *Variable
	For   Player // nil: the mover
	Clear bool
}

// ChangeHoles claims, closes or opens holes.
type ChangeHoles struct {
	At
	How string // "claim", "close", "open"
	Set Set
}

// ForEvery does something for every hole of a set, in board order from the mover's left.
type ForEvery struct {
	At
	Set  Set
	Hole *Binder
	Acts []Act
}

// SetVar gives a variable a value.
type SetVar struct {
	At
	Var    *Variable
	Hole   Spot
	Player Player
	Value  Number
}

// Choose lets the mover name N holes of a set; from nothing it names nothing.
type Choose struct {
	At
	N      int
	Binder *Binder
	From   Set
}

// May offers actions; declined, the rule goes on after them.
type May struct {
	At
	Acts []Act
}

// Reverse turns the direction round for the rest of the turn.
type Reverse struct{ At }

// Call runs a defined table.
type Call struct {
	At
	Table *Table
}

// Takes gives all seeds of a set to a player's store. Each: every player takes his own
// (Set is then read with that player as mover, through Who).
type Takes struct {
	At
	Player Player // nil with Each
	Each   bool
	Set    Set
}

// EndGame ends the game.
type EndGame struct {
	At
	How    EndKind
	Player Player // Wins, Loses
}

// EndKind is how a game ends.
type EndKind int

// The endings.
const (
	ByScore EndKind = iota // `end game`
	Wins
	Loses
	Drawn
	RoundEnds // `end round`
)
