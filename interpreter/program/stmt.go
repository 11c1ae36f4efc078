package program

import (
	"mancala/dsl/rules"
	"mancala/dsl/source"
)

// Block is a rule table: the first rule whose condition holds acts, then the
// table is over; Continue goes on to the rules after it.
//
// Running off the end of a Block (no rule holds, or a rule's statements end
// without a terminal one) is nothing in every text but Lap, where it is a gap.
// A Block called from a rule (Call) returns to the caller's next statement.
type Block struct {
	Name  string
	Rules []*Rule
}

// Rule is one rule of a Block. When nil: always.
type Rule struct {
	Info *rules.RuleInfo
	When Expr
	Do   []Stmt
}

// Stmt is one action. Terminal ones end the table: Stop, Relay, Sow,
// MoveAgain, End; Continue ends the rule.
type Stmt interface {
	stmt()
	Span() source.Span
}

// Pos gives a statement its place in the game file.
type Pos struct{ S source.Span }

// Span is the place of the statement.
func (p Pos) Span() source.Span { return p.S }

func (Pos) stmt() {}

// Stop ends the turn.
type Stop struct{ Pos }

// Continue goes on with the next rule.
type Continue struct{ Pos }

// Relay starts a new lap by lifting a place. An empty place is a gap.
type Relay struct {
	Pos
	From Expr // place, normally Reg{RLast}
	Dir  *Dir // nil: as it was
}

// Sow starts a new lap with the bag (Of nil) or the seeds of a place; the
// first seed falls in From. Nothing to sow is a gap.
type Sow struct {
	Pos
	Of   Expr
	From Expr
	Dir  *Dir
}

// Capture takes the seeds of a set. For nil or giving the mover: into the
// bag; another seat: to his Home at once; nobody (-1): an error of the game
// file, reported as a gap. Into: on that place of the board instead.
// Slot stands on each captured place while For is evaluated.
// A capture of at least one seed sets captor and RCaptured.
type Capture struct {
	Pos
	Set  Set
	Slot int
	For  Expr
	Into Expr

	IntoHand InHand // in the place of Into
}

// InHand is a seat + 1 whose hand is meant; 0 = no hand.
type InHand int

// OutOfPlay stands for a hand where seeds leave the game.
const OutOfPlay InHand = -1

// MoveSeeds moves an amount (nil: all; never more than there are) from a
// place to another, or that amount to each of a set while the seeds last.
type MoveSeeds struct {
	Pos
	Amount Expr
	From   Expr // place, store place
	To     Expr
	ToEach Set

	FromHand, ToHand InHand // in the place of From and To; ToHand may be OutOfPlay
}

// Mark sets or clears the seat bit of a mark on every place of a set.
type Mark struct {
	Pos
	Set   Set
	Base  int // cells of the mark, one a hole
	Seat  Expr
	Clear bool
}

// Fill gives the cells Base+place of a set a value (closed holes, owners).
type Fill struct {
	Pos
	Set   Set
	Base  int
	Value Expr
	What  string // "close", "open", "claim": for the trace
}

// Each runs statements with Slot on every place of a set. The set is
// evaluated once, before the first run.
type Each struct {
	Pos
	Set  Set
	Slot int
	Do   []Stmt
}

// SetCell gives the cell Base + Index (nil: Base) a value.
type SetCell struct {
	Pos
	Base  int
	Index Expr
	Value Expr
	Var   *rules.Variable
}

// Choose is an inner choice: the mover names N places of a set. N = 1 puts
// the place in Slot (-1 if the set is empty: no choice is asked); N > 1 puts
// an unordered set (all of it when it has N places or fewer) in Picked{Slot}.
type Choose struct {
	Pos
	N    int
	Set  Set
	Slot int
}

// May is an inner choice: do the statements or not.
type May struct {
	Pos
	Do []Stmt
}

// Again gives the mover another ply; with From, an inner choice of another
// start (lift) inside this turn. From an empty set it does nothing.
type Again struct {
	Pos
	From Set
}

// Reverse turns RDir round for the rest of the turn. Spots read in the same
// rule still see the direction of the lap that ended.
type Reverse struct{ Pos }

// Call runs a defined table in place.
type Call struct {
	Pos
	Block *Block
}

// Take moves all seeds of a set to the Home of a seat, or (Seat nil, between
// rounds) out of play.
type Take struct {
	Pos
	Seat Expr
	Set  Set
}

// End ends the game.
type End struct {
	Pos
	How  rules.EndKind
	Seat Expr // Wins, Loses
}

// Renew begins the next round, before anything is laid out: whatever lasts no
// longer than a round returns to its start value (holes are open and belong to
// their rows, turns and phases begin again), the round is counted, the
// history forgotten, and Begins is the mover and the starter. Nobody (-1) is a gap.
type Renew struct {
	Pos
	Begins Expr
}

// Hand moves the seeds of a seat's home to his hand, or (not Take) back.
type Hand struct {
	Pos
	Seat int
	Take bool
}

// SetUp lays all seeds out as at the start of the game.
type SetUp struct{ Pos }
