package program

// Expr is an integer-valued tree. Conditions give 0 or 1; spots give a place
// or -1 (nowhere); players give a seat or -1 (nobody).
type Expr interface{ expr() }

// Const is a constant.
type Const struct{ V int }

// Cell is a cell of the state.
type Cell struct{ I int }

// CellAt is the state cell Base + index; 0 if the index is -1.
type CellAt struct {
	Base  int
	Index Expr
}

// Slot is a local: the hole a filter, loop or choice stands on.
type Slot struct{ I int }

// Reg is a register of the running turn.
type Reg struct{ R Register }

// Register names what the machine remembers within a turn.
type Register int

// The registers.
const (
	RLast     Register = iota // place of the last drop, -1 before any
	ROrigin                   // place lifted in this lap, -1 if none (a lap of captured seeds)
	RFirst                    // place of the first drop of this lap
	RWas                      // content of RLast before its last drop
	RWasOwner                 // owner of RLast before its last drop
	RLap                      // laps begun in this turn
	RDir                      // direction of the lap: 0 anticlockwise, 1 clockwise, -1 none; plus 2n along further route n
	RBag                      // seeds in the bag of the rule now acting
	RCaptured                 // seeds captured for the mover in this turn
	RLabel                    // kind of the move being made
	RCarried                  // seeds of the lap that have not fallen yet; 0 outside of a sowing

	Registers = int(iota) // how many there are
)

// Lookup is a table look-up.
type Lookup struct {
	T     Table
	Index Expr
}

// Next walks N places along the route of the seat from a spot, skipping what
// Seat.Skip skips (not the origin), back or forward as seen in direction RDir;
// with RDir = -1 the machine reports a gap. -1 if the spot is not on the route.
type Next struct {
	Of   Expr
	N    int
	Back bool
}

// Op is a binary operation.
type Op struct {
	Op   OpKind
	A, B Expr
}

// Word is a number as programs count: 32 bits with a sign. What passes the
// greatest goes on from the least.
func Word(n int) int { return int(int32(n)) }

// OpKind is a binary operator. Div and Mod round down; by zero they give 0.
// And and Or do not evaluate B when A decides.
type OpKind int

// The operators.
const (
	Add OpKind = iota
	Sub
	Mul
	Div
	Mod
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	And
	Or
	BitAnd // marks: cell & seat bit
)

// Not is 1 for 0 and 0 for anything else.
type Not struct{ A Expr }

// If is a choice between two values.
type If struct{ Cond, Then, Else Expr }

// Fold walks a set with Slot on each place and combines Body.
type Fold struct {
	How  FoldKind
	Set  Set
	Slot int
	Body Expr
}

// FoldKind is how a Fold combines.
type FoldKind int

// The folds. Every of the empty set is 1; the others 0.
const (
	Sum FoldKind = iota
	Max
	Any
	Every
)

// Pick is one place of a set, -1 if the set is empty: the first in Order, or
// (Order nil) the nearest along the route from From, in direction RDir.
type Pick struct {
	Set   Set
	Order []int
	From  Expr
}

// In asks if a spot lies in a set; 0 for nowhere.
type In struct {
	Spot Expr
	Set  Set
}

// Repeats asks if the position was met at the beginnings of so many plies,
// this one included.
type Repeats struct{ Times int }

// HasMove asks if a seat has a legal move now, a pass not counted.
type HasMove struct{ Seat int }

// Visited asks if a seed of the turn (or of the lap) fell in a set.
type Visited struct {
	Lap bool
	Set Set
}

// Forecast runs ahead on a copy of the state.
//
// Could: some legal move of Seat, first lap only, its `provided` asked without
// forecasts of this kind. Otherwise it is about the move of the enclosing
// option: asked in From it runs the candidate, asked in Provided it looks back
// at the finished move. First: its first lap only (`lap would`), else the whole turn.
type Forecast struct {
	Could bool
	Seat  int
	First bool
	What  ForecastKind
	Set   Set // nil: anything
}

// ForecastKind is what a forecast looks for.
type ForecastKind int

// The forecasts.
const (
	WouldCapture ForecastKind = iota
	WouldEnd
	WouldWin
)

// Set is a set of places. Executors walk it in order; a place is met once.
type Set interface{ set() }

// Holes is a constant set in board order.
type Holes struct{ List []int }

// One is the set of one spot, empty for -1.
type One struct{ Spot Expr }

// Union walks several sets; a place already met is not met again.
// Disjoint is set when the parts can't overlap.
type Union struct {
	Sets     []Set
	Disjoint bool
}

// Where filters a set with Slot on each place.
type Where struct {
	Set  Set
	Slot int
	Cond Expr
}

// Minus is A without B.
type Minus struct{ A, B Set }

// Run walks the route (see Next) from a spot, by steps of By, while the
// condition holds, each place at most once. The first place is From itself.
type Run struct {
	From  Expr
	Back  bool
	By    int
	Slot  int
	While Expr
}

// Picked is the set named by a Choose with N > 1.
type Picked struct{ Slot int }

// BySeat is a set chosen by a seat known only at run time; empty for nobody.
type BySeat struct {
	Seat Expr
	Sets []Set
}

func (Const) expr()    {}
func (Cell) expr()     {}
func (CellAt) expr()   {}
func (Slot) expr()     {}
func (Reg) expr()      {}
func (Lookup) expr()   {}
func (Next) expr()     {}
func (Op) expr()       {}
func (Not) expr()      {}
func (If) expr()       {}
func (Fold) expr()     {}
func (Pick) expr()     {}
func (In) expr()       {}
func (Repeats) expr()  {}
func (HasMove) expr()  {}
func (Visited) expr()  {}
func (Forecast) expr() {}

func (Holes) set()  {}
func (One) set()    {}
func (Union) set()  {}
func (Where) set()  {}
func (Minus) set()  {}
func (Run) set()    {}
func (Picked) set() {}
func (BySeat) set() {}
