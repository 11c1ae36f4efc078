package rules

import "mancala/dsl/source"

// Expr is a typed phrase. The interfaces Number, Truth and so on only
// document what a field holds; the checker has made sure of it.
type Expr interface{ Span() source.Span }

// At gives a node its place in the file.
type At struct{ S source.Span }

// Span is the place of the node.
func (a At) Span() source.Span { return a.S }

// The kinds of phrases.
type (
	Number = Expr // an integer
	Truth  = Expr // a condition
	Spot   = Expr // one place, or none
	Set    = Expr // a set of places
	Player = Expr // a seat
)

// Binder is a hole that a filter, run, quantifier, `for every` or `choose`
// walks over; HoleVar refers to it. Choose binders may hold several holes.
type Binder struct {
	Name string // "hole", or the name given by choose
	Set  bool   // a chosen set of several holes
}

// ---- numbers ----

// Int is a literal, a parameter, or a constant the checker folded.
type Int struct {
	At
	V int
}

// Bool is a constant condition.
type Bool struct {
	At
	V bool
}

// SeedsOf is the number of seeds in a set.
type SeedsOf struct {
	At
	Set Set
}

// CountOf is the number of holes in a set.
type CountOf struct {
	At
	Set Set
}

// LargestOf is the largest content in a set, 0 for the empty set.
type LargestOf struct {
	At
	Set Set
}

// Counter is a number of the machine.
type Counter struct {
	At
	Which CounterKind
}

// CounterKind names the machine's numbers.
type CounterKind int

// The counters.
const (
	LapNumber    CounterKind = iota // lap of this turn, from 1
	TurnNumber                      // turn of the mover, this one included
	RoundNumber                     // round of the match, from 1
	TotalSeeds                      // seeds of the whole game
	RestSeeds                       // match: seeds left after filling
	CapturedNow                     // seeds the mover captured in this turn
	CarriedSeeds                    // seeds of this lap that have not fallen yet
)

// HandOf is the number of seeds in a player's hand.
type HandOf struct {
	At
	Player Player
}

// VarOf is the value of a variable. Hole is set for a variable on holes,
// Player for one per player.
type VarOf struct {
	At
	Var    *Variable
	Hole   Spot
	Player Player
}

// Arith is + - * / mod. Division rounds down; by zero gives zero.
type Arith struct {
	At
	Op   string
	A, B Number
}

// ---- conditions ----

// Compare is = != < <= > >=.
type Compare struct {
	At
	Op   string
	A, B Number
}

// And holds if all do.
type And struct {
	At
	All []Truth
}

// Or holds if any does.
type Or struct {
	At
	Any []Truth
}

// Not turns a condition round.
type Not struct {
	At
	C Truth
}

// Within holds if a number lies in one of the ranges ("2 or 3", "2 or more").
// An upper bound of -1 is open.
type Within struct {
	At
	N      Number
	Ranges [][2]int
}

// Parity holds for an even number of at least two, or an odd number.
type Parity struct {
	At
	N   Number
	Odd bool
}

// Exists holds if a spot is a place at all.
type Exists struct {
	At
	Spot Spot
}

// Quant asks any, no or every hole of a set. Every holds of the empty set.
type Quant struct {
	At
	How  string // "any", "no", "every"
	Set  Set
	Hole *Binder
	Pred Truth
}

// QuantPlayer asks any, no or every player; Pred reads the player as
// EachPlayer with the same Who.
type QuantPlayer struct {
	At
	How  string
	Who  *PlayerBinder
	Pred Truth
}

// PlayerBinder is the player a QuantPlayer or `each` walks over.
type PlayerBinder struct{ Name string }

// In holds if a spot lies in a set; false for no spot.
type In struct {
	At
	Spot Spot
	Set  Set
}

// WasCount asks the content of the last hole just before the last drop.
type WasCount struct {
	At
	Ranges [][2]int
}

// WasOwner asks whose the hole was just before the drop ("was enemy").
type WasOwner struct {
	At
	Enemy bool
}

// DirectionIs asks the direction of the lap; Inward reads the origin.
type DirectionIs struct {
	At
	Way Way
}

// Repeats holds if the position stands for the Times-th time in this game or round, this time included.
type Repeats struct {
	At
	Times int // 2 or more
}

// HasMove holds if a player would have a legal move now, a pass not counted.
type HasMove struct {
	At
	Player Player
}

// MoveIs asks the kind (option label) of the move being made.
type MoveIs struct {
	At
	Label int
}

// Visited asks if a seed of this turn (or lap) fell in a set.
type Visited struct {
	At
	Lap bool
	Set Set
}

// SamePlayer compares two players; false if either is nobody.
type SamePlayer struct {
	At
	A, B Player
}

// IsClosed asks for a closed hole.
type IsClosed struct {
	At
	Spot Spot
}

// IsMarked asks for a mark on a hole; Player nil = by anybody.
type IsMarked struct {
	At
	Var    *Variable
	Spot   Spot
	Player Player
}

// Forecast runs ahead on a copy of the position.
//
//   - `lap would …` (Who nil, Turn false) and `turn would …` (Turn true) are
//     about the candidate move in `where`, the finished move in `provided`;
//   - `P could …` (Who set) asks if some legal move of P does it in its first lap.
type Forecast struct {
	At
	Who  Player
	Turn bool
	What ForecastKind
	Set  Set // ForecastCapture: nil = anything; ForecastEnd: the set
}

// ForecastKind is what a forecast looks for.
type ForecastKind int

// The forecasts.
const (
	ForecastCapture ForecastKind = iota // captures (a hole of Set)
	ForecastEnd                         // the last seed falls in Set
	ForecastWin                         // the mover wins
)

// ---- spots ----

// HoleVar is the hole a Binder stands on.
type HoleVar struct {
	At
	Binder *Binder
}

// Reg is a hole the machine remembers.
type Reg struct {
	At
	Which RegKind
}

// RegKind names the machine's holes.
type RegKind int

// The registers.
const (
	Last   RegKind = iota // hole of the last drop (in `drop`: of this drop)
	Origin                // hole lifted in this lap; in `moves` the candidate
	First                 // hole of the first drop of this lap
)

// Next is the n-th next (or previous) place on the route from a spot,
// honouring skip except that of the origin.
type Next struct {
	At
	Of   Spot
	N    int
	Back bool
}

// Rel is a place reached across the board.
type Rel struct {
	At
	How RelKind
	Of  Spot
}

// RelKind names the ways across the board.
type RelKind int

// The relations (see the language reference, "Geometry").
const (
	Opposite RelKind = iota
	Behind           // one further from the middle on the same side
	Front            // one nearer to the middle on the same side
	Mirror           // the hole with the same name on the other side
)

// StoreOf is a player's store.
type StoreOf struct {
	At
	Player Player
}

// Extreme is the leftmost or rightmost hole of a set (columns counted from
// the owner's left, inner row first), or the nearest along the route from From.
type Extreme struct {
	At
	How  string // "leftmost", "rightmost", "nearest"
	Set  Set
	From Spot // nearest
}

// OnlyHole is the single hole of a set used where one hole is wanted.
type OnlyHole struct {
	At
	Set Set
}

// ---- sets ----

// Area is a region of the board, named by narrowing words. Viewer is whose
// seat "own" and "enemy" are read from.
type Area struct {
	At
	Viewer Player
	Parts  []Part
}

// Part narrows an Area. Exactly one field is set, or Word.
type Part struct {
	Word    string // own enemy board inner middle outer ends neutral, "left half", "right half"
	Left    int    // left N
	Right   int    // right N
	Columns [2]int // column A..B
	Listed  []int  // holes of a role that lists them
	Role    Set    // a set named in [board.roles] or [define], seen by Viewer
	Name    string // its name, for prose
}

// Holes is a set of spots given one by one; spots that are nowhere add nothing.
type Holes struct {
	At
	Spots []Spot
}

// Union is several sets; a hole in two of them counts once.
type Union struct {
	At
	Sets []Set
}

// Where filters a set.
type Where struct {
	At
	Set  Set
	Hole *Binder
	Cond Truth
}

// Except is A without B.
type Except struct {
	At
	A, B Set
}

// Run walks the route from a spot, forward or back, by steps of By, as long
// as the condition holds, each hole at most once.
type Run struct {
	At
	Back  bool
	By    int
	From  Spot
	Hole  *Binder
	While Truth
}

// ChosenSet is the set chosen with `choose N NAME from S`.
type ChosenSet struct {
	At
	Binder *Binder
}

// ---- players ----

// Who is a player word.
type Who struct {
	At
	Which WhoKind
	Spot  Spot      // its owner, its marker: of this hole
	Var   *Variable // its marker: of this mark (nil = the only mark declared)
}

// WhoKind names the player words.
type WhoKind int

// The players.
const (
	Mover WhoKind = iota
	Opponent
	Starter
	Captor // player of the latest capture; nobody before the first
	Winner // of the round (match texts)
	Loser
	Owner
	Marker
	SeatSouth // match and set-up only
	SeatNorth
)

// EachPlayer is the player a QuantPlayer or `each` stands on.
type EachPlayer struct {
	At
	Who *PlayerBinder
}
