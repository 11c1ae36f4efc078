// Package rules is the checked game: what a game file says once its names,
// types, parameters, variant and answers are settled. It is still seen from
// the seats ("own", "opposite"), so it can be shown in words; the interpreter
// lowers it to a program of plain hole numbers.
//
// A tree of this package is only ever built by the checker, so its readers
// may rely on it: every name is resolved, every definition is put in place of
// its name, every hole word has its anchor.
package rules

import "mancala/dsl/source"

// Game is one checked rule set.
type Game struct {
	File    *source.File
	ID      string   // file name without .toml
	Extends []string // ids of the files it states its differences from
	About
	Sources   []Source
	Questions []Question // all of them, with the answer in force
	Variants  []Variant
	Evidence  []Evidence
	// Differences are where the descriptions part in what is no rule.
	Differences []Difference

	Variant    string            // chosen variant, "" for the base rules
	Answers    map[string]string // question id → answer id in force
	Parameters []Parameter       // in file order, with the value in force

	Players int
	Board   *Board
	Setup   Setup
	State   []*Variable
	Score   *Score   // nil: no [score]
	Phases  []*Phase // never empty; the last one is the main rules
	Labels  []string // kinds of move; index 0 is "" (no label)
	Match   *Match   // nil: a game of one round
	Texts   []*Text  // every rule text in force, for prose and coverage
}

// About is the [game] table.
type About struct {
	Name    string
	Aliases []string
	Places  []string
	Peoples []string
	About   string
}

// Source is one [[source]].
type Source struct {
	ID, Author, Title, Year, Pages, Language, Address, Note string
	Follows                                                 string // the source whose rules it gives, "" for its own
	Span                                                    source.Span
}

// Difference is a point on which descriptions part without a difference in
// the rules: a name, a label, a relative.
type Difference struct {
	About, Note string
	Says        []Saying // two or more
	Span        source.Span
}

// Saying is what some sources say on a point.
type Saying struct {
	Text    string
	Sources []string
	Span    source.Span
}

// Parameter is one entry of [parameters] with its value in force.
type Parameter struct {
	Name           string
	Value, Default int
	Min, Max, Step int
	About          string
	Span           source.Span
}

// Question is an open point of the description.
type Question struct {
	ID, Asks, Note string
	Answers        []Answer
	Variant        string // the variant it belongs to, "" for all
	Chosen         int    // index into Answers; -1 when the file leaves it open
	Span           source.Span
}

// Answer is one possible answer to a question.
type Answer struct {
	ID, About string
	Default   bool
	Sources   []string
	Span      source.Span
}

// Variant is a named set of overrides.
type Variant struct {
	Name, About string
	Sources     []string
	Answers     map[string]string // question id → answer id, in the place of the defaults
	Span        source.Span
}

// Unasked is the answer to a question that is in force when nobody chooses
// one: the variant's, else the default; "" if the question is open then.
func (g *Game) Unasked(q Question) string {
	for _, v := range g.Variants {
		if a, ok := v.Answers[q.ID]; ok && v.Name == g.Variant {
			return a
		}
	}
	for _, a := range q.Answers {
		if a.Default {
			return a.ID
		}
	}
	return ""
}

// Evidence is one claim about the game, still as text: the verifier runs it.
// Values are strings, int64, bool, []any or map[string]any as TOML gave them.
type Evidence struct {
	ID, Kind string
	Sources  []string
	Values   map[string]any
	Spans    map[string]source.Span // span of each value by key
	Span     source.Span
}

// Variable is a declared piece of state beyond seeds ([state]).
//
// A mark is a variable on holes that rules set with `mark S as NAME`.
type Variable struct {
	Name      string
	OnHole    bool // one value a hole
	PerPlayer bool // one value a player
	Start     int
	Lasts     Lifetime
	Span      source.Span
	Cap       int // counters enter a repetition key only up to this value; 0 = whole
}

// Lifetime says when a variable returns to its start value.
type Lifetime int

// The lifetimes.
const (
	LastsGame Lifetime = iota
	LastsRound
	LastsPhase
	LastsNextTurn // until the end of the opponent's next turn
	LastsTurn
	LastsLap
)

// Store says what the stores of a board are for.
type Store int

// The kinds of stores.
const (
	NoStores Store = iota // captured seeds leave the game
	Beside                // captures only
	SownOwn               // sown by their owner
	SownBoth              // sown by everybody
)

// Phase is one set of rule texts; a game without [[phase]] has one, named "".
type Phase struct {
	Name      string
	PerPlayer bool // each player leaves it on his own
	Lots      bool // its moves are drawn, not chosen
	Until     Expr // nil for the last phase
	Sowing    Sowing
	Moves     *Moves
	Lift      *Table // nil: nothing happens
	Drop      *Table
	Lap       *Table // nil only if no move can sow
	AtOnce    *Table
	Turn      *Table
	End       *Table
}

// Sowing is the [sowing] table.
type Sowing struct {
	Route       *Route
	Routes      []*Route // further ones, which moves and laps go `along` by name
	Direction   Direction
	Origin      OriginRule
	Skip        Expr    // nil: none; asked with Binder = the hole a seed would fall in
	SkipHole    *Binder // binder of Skip
	PerHole     int     // seeds dropped in each hole, normally 1
	PerHoleOf   Number  // nil: PerHole; asked with PerHoleAt = the hole the seeds fall in
	PerHoleAt   *Binder // binder of PerHoleOf
	Endless     Endless
	EndlessSpan source.Span
}

// Direction of sowing as the file gives it.
type Direction int

// The directions.
const (
	Anticlockwise Direction = iota
	Clockwise
	EitherWay // a choice of the move
	ByMove    // every option of `moves` says it
)

// OriginRule says what becomes of the hole lifted when the sowing starts or
// comes round again.
type OriginRule int

// The origin rules.
const (
	OriginPlain        OriginRule = iota // first seed in the next hole; origin sown when reached again
	OriginFirst                          // first seed back into the origin
	OriginUnlessSingle                   // as OriginFirst, but a single seed goes on
	OriginSkipped                        // never sown in its own lap
)

// Endless is the meaning of a turn that never ends.
type Endless int

// The meanings.
const (
	EndlessUnset   Endless = iota // no relay possible: nothing to say
	EndlessOpen                   // the description is silent: a gap
	EndlessLoses                  // the mover loses
	EndlessIllegal                // the move is illegal
	EndlessStop                   // the turn stops where the cycle closes
	EndlessDraw
	EndlessNever // a claim that it can't happen; if it does, a gap
)

// Score is [score].
type Score struct {
	Counts []Set // sets whose seeds count for the mover ("own store")
	Least  bool  // wins = "least"
	Span   source.Span
}

// Setup is the start position by place (holes 0..H-1, see Board).
type Setup struct {
	Holes    []int  // seeds of every hole
	Stores   []int  // one a player
	Hand     []int  // one a player
	Begins   int    // seat that begins
	BeginsBy string // "south", "north", "lots", "open"…: as written
}
