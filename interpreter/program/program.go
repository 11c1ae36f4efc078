// Package program is the one meaning of a game: the checked rules lowered to
// integers. Seats are constants, holes are numbers, routes and relations are
// tables; nothing is looked up by name. Both executors, the explainer and the
// searches start from it.
//
// The order of events around the rule texts (ply, lift, drop, lap, turn) is
// the same for every game and is described in interpreter/README.md; a
// Program holds what differs: for every stage (phase) and seat the tables and
// the moves, as trees of the nodes in expr.go and stmt.go.
package program

import (
	"slices"

	"mancala/dsl/rules"
)

// Program is one compiled rule set.
type Program struct {
	Game    *rules.Game
	Players int
	Holes   int // holes are places 0..Holes-1
	Places  int // stores follow, one a seat, whether the board has them or not
	Layout  Layout
	Start   []int32           // start position, Layout.Size cells
	Total   int               // seeds of the start position, everything included
	Stages  []*Stage          // at least one; a player's phase cell indexes it
	Match   *Match            // nil: a game of one round
	Home    []int             // by seat: cell that receives his captures
	Score   []Expr            // by seat: what counts for him; nil without [score]
	Least   bool              // the smallest score wins
	Rules   []*rules.RuleInfo // by RuleInfo.ID

	// Facts the executors and players choose their methods by.
	Facts Facts
}

// Facts are computed from the program, never declared by a game file.
type Facts struct {
	MaxSeeds    int  // no cell can exceed it (Total, plus what rules may set)
	Relays      bool // some rule starts another lap
	Choices     bool // moves have inner choices (choose, may, move again from)
	ReadsRepeat bool // some rule reads `position repeats`
	Repeats     int  // the largest number of times a rule waits for, 2 with `position repeats`; 0 = none
	TwoWay      bool // direction is not fixed
	Forecasts   bool // would, could
	NeedsRun    bool // legality needs the turn to be run (provided, illegal endless turns, forecasts)
	ExactCycle  bool // endless turns are detected exactly (see Layout key caps)

	// Registers that rules read and that a lap's key must therefore hold: 0 =
	// no rule reads it, n > 0 = the key holds min(value, n), -1 = the whole value.
	LapKey      int  // RLap
	CapturedKey int  // RCaptured
	Visits      bool // some rule reads Visited of the turn: its set is part of the key, too
}

// Match is what happens when a round is over: the seeds are gathered, points
// given, the board is laid out again, and it is asked if the match is over.
type Match struct {
	// After is the table of every way a round can end: by winner, the last one
	// for a drawn round. It is run with the winner (else seat 0) as mover;
	// every rule of it that holds acts, and an End in it ends the match.
	After  []*Block
	Slots  int // local slots its trees use
	Points int // Players cells; -1 if the match counts none
	Moved  int // cell: seat of the latest turn of the round, -1 nobody; -1 if nobody asks

	// Where players choose the holes they fill:
	Filling int    // the stage in which they do; 0 = they don't
	Won     int    // cell: who won the last round, -1 nobody
	Holds   []Expr // by seat: what a match that ends then is counted by, if not by points
}

// Layout says where everything lies in the state vector.
//
// The cell of a place is the place's own number: holes 0..Holes-1, stores
// after them. Then come the other fields, each only if a rule can tell the
// difference (the hands if one starts with seeds or a rule names them, the turns if a
// rule reads `turn`, and so on); Out and Mover are always there.
//
// A field that has a value a hole ("on holes") is Span cells long: Holes, or
// Places where a sown store can stand as `last`. A variable on holes and per
// player has Players×Span cells, seat by seat; a mark has Span cells, each
// a set of bits: bit s = marked by seat s. A mark that belongs to no player
// uses bit 0 alone.
type Layout struct {
	Size   int
	Span   int // cells of a field on holes: Holes or Places
	Fields []Field
	// Cells of the machine; -1 if the game has none.
	Stores  int // Players cells
	Hands   int // Players cells
	Out     int // seeds out of play: 1 cell
	Mover   int
	Turns   int // Players cells: turns begun
	Phases  int // Players cells: stage index
	Captor  int // seat of the latest capture, -1 nobody
	Starter int
	Closed  int // on holes, 0/1
	Owners  int // on holes: seat or -1; only if ownership can change
	Round   int
}

// Cell is the cell of a hand, or of what is out of play.
func (l *Layout) Cell(h InHand) int {
	if h == OutOfPlay {
		return l.Out
	}
	return l.Hands + int(h) - 1
}

// Field is a named run of cells.
type Field struct {
	Name  string
	Kind  FieldKind
	Base  int
	Len   int
	Var   *rules.Variable // of Variables and Marks
	Cap   int             // a key holds min(value, Cap); 0 = the whole value
	InKey bool            // part of the repetition and endless keys
	Seats bool            // of Marks: the bits are seats; else bit 0 alone is used
}

// FieldKind classes the cells.
type FieldKind int

// The field kinds.
const (
	Seeds    FieldKind = iota // seeds: holes, stores, hands, out of play (their sum is constant)
	Marks                     // per hole, a bit for every seat that marked it
	Variable                  // values
	Machine                   // mover, turns, phases, captor, starter, closed, owners, round
)

// Stage is one phase of the game.
type Stage struct {
	Name      string
	PerPlayer bool
	Lots      bool   // its moves are drawn with equal chances, not chosen
	Until     []Expr // by seat; nil for the last stage
	Seats     []*Seat
}

// Seat is everything one seat plays by in one stage.
type Seat struct {
	Seat  int
	Route [2]Table // next place by direction: 0 anticlockwise, 1 clockwise; stores in it where sown
	// Along is the cycle of a route that visits places twice, anticlockwise; nil
	// for other routes. A lap goes along it from the first visit of the place
	// it is lifted from; Route knows first visits alone.
	Along []int16
	// More are further routes, which moves and laps go along: route n is More[n-1].
	More          []Path
	Skip          Expr // nil: none. Asked with Slot SkipSlot = the place; true = no seed falls there
	SkipSlot      int
	SkipOrigin    bool // the hole lifted in this lap is skipped, too
	FirstInOrigin bool // the first seed of a lap goes back into the origin…
	UnlessSingle  bool // …unless the lap has one seed
	PerHole       int  // seeds dropped at each place, normally 1; 2 stands for "several" with PerHoleOf
	PerHoleOf     Expr // nil: PerHole. Asked with Slot PerHoleSlot = the place; less than 1 counts as 1
	PerHoleSlot   int
	Dir           int   // direction when a move names none: 0 anticlockwise, 1 clockwise
	Inward        Table // by place: the direction Inward means there, -1 = none
	Endless       rules.Endless

	Moves                              []*Tier
	Lift, Drop, Lap, AtOnce, Turn, End *Block // nil: nothing to ask
	Slots                              int    // number of local slots any tree of this seat uses
}

// Tier is a group of options; see rules.Moves.
type Tier struct {
	Options []*Option
	Pass    bool
	Rule    *rules.RuleInfo
}

// Option offers moves. Candidates are tried in board order; for each, the
// takings upwards, then directions in the order of Dirs.
type Option struct {
	Rule     *rules.RuleInfo
	Label    int
	Kind     rules.OptionKind
	From     Set   // asked once for each direction offered, with RDir set and ROrigin = Slot = the candidate
	Slot     int   // candidate
	Dirs     []Dir // at least one
	Explicit bool  // the direction is part of the move's name (`going`, "either way")
	TakeAll  bool
	TakeMin  int
	TakeMax  Expr // with !TakeAll: TakeMin..TakeMax seeds, named in the move when there is a choice
	Enter    Expr // EnterAt: seeds
	EnterMax Expr // EnterAt: Enter..EnterMax seeds, as Move.Take says; nil: Enter
	To       Expr // StepFrom: target place, with Slot = candidate
	Sows     bool // EnterAt: lift the hole and sow it
	SowsHand bool // EnterAt: sow the seeds, the first into the hole itself
	Provided Expr // nil: none
}

// EntersNothing tells an option `enter 0`: a move that begins without seeds.
func (o *Option) EntersNothing() bool {
	c, constant := o.Enter.(Const)
	return constant && c.V == 0
}

// Path is a further route of a seat.
type Path struct {
	Next   [2]Table // as Seat.Route
	Inward Table    // as Seat.Inward
}

// Drawn tells if the move of a position is drawn by lots.
func (p *Program) Drawn(cells []int32) bool {
	stage := 0
	if c := p.Layout.Phases; c >= 0 {
		stage = int(cells[c+int(cells[p.Layout.Mover])])
	}
	return stage >= 0 && stage < len(p.Stages) && p.Stages[stage].Lots
}

// HasLots tells if lots are drawn in some phase.
func (p *Program) HasLots() bool {
	return slices.ContainsFunc(p.Stages, func(s *Stage) bool { return s.Lots })
}

// Directions is the number of values RDir can have: two a route.
func (s *Seat) Directions() int { return 2 + 2*len(s.More) }

// Next is the table of next places for a value of RDir.
func (s *Seat) Next(dir int) Table {
	if dir < 2 {
		return s.Route[dir]
	}
	return s.More[dir/2-1].Next[dir&1]
}

// InwardOn is the table of inward directions of a route; 0 is the usual one.
// Its directions are 0 and 1 whatever the route.
func (s *Seat) InwardOn(route int) Table {
	if route == 0 {
		return s.Inward
	}
	return s.More[route-1].Inward
}

// Dir is a direction offered: a constant, or inward, which depends on the
// candidate. Along the usual route it is one of the four; along further route n
// it is On(n) of them. Of a lap None.On(n) means the direction as it was.
type Dir int

// On is a direction along a route.
func (d Dir) On(route int) Dir { return d&3 + Dir(4*route) }

// Base is a direction whatever the route.
func (d Dir) Base() Dir { return d & 3 }

// Route is the number of the route a direction is along.
func (d Dir) Route() int { return int(d >> 2) }

// Reg is a direction as RDir holds it; -1 unless it is clockwise or anticlockwise.
func (d Dir) Reg() int {
	if d.Base() > Clockwise {
		return -1
	}
	return int(d.Base()) + 2*d.Route()
}

// DirOf is the direction RDir holds.
func DirOf(reg int) Dir {
	if reg < 0 {
		return None
	}
	return Dir(reg & 1).On(reg >> 1)
}

// The directions. Inward at an end of a row is the direction that leads to
// the row's other end; elsewhere it is no direction and the move is not offered.
const (
	Anticlockwise Dir = iota
	Clockwise
	Inward
	None // after enter: the lap has no direction until one is given
)

// Table maps places to places (or anything small); -1 means none.
type Table []int16

// At looks a place up; nowhere leads nowhere.
func (t Table) At(p int) int {
	if p < 0 || p >= len(t) {
		return -1
	}
	return int(t[p])
}
