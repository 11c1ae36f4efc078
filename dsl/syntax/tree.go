// Package syntax parses rule texts into trees. It knows words and their
// order; what a name means and whether a phrase fits this board is settled by
// the checker, which can explain it better.
//
// Rules, options and actions are parsed by participle, rule by rule, so that
// one mistake costs one rule (grammar.go). Conditions, numbers and sets are
// parsed by hand behind participle's custom productions (phrase.go): their
// error messages then name what could stand at the place.
package syntax

import "mancala/dsl/source"

// Node gives a tree node its place in the game file.
type Node struct{ S source.Span }

// Span is the place of the node.
func (n Node) Span() source.Span { return n.S }

// Rule is one `when … then …`, `otherwise …` or `always …`.
type Rule struct {
	Node
	Label     string // without the colon
	LabelSpan source.Span
	Head      string // "when", "otherwise", "always"
	HeadSpan  source.Span
	When      Phrase // nil unless Head is "when"
	Acts      []*Act
	Cites     []Cite
}

// Cite is one `[@source, pages]`.
type Cite struct {
	Node
	Source, Pages string
}

// Tier is a group of options in a moves text, or `pass`.
type Tier struct {
	Node
	Options []*Option
}

// Option is one way to start a move.
type Option struct {
	Node
	Label     string
	LabelSpan source.Span
	Start     string // "from", "enter", "step", "pass"
	Sets      Phrase // from, enter at, step from
	Enter     Phrase // number of seeds
	EnterMax  Phrase // nil: Enter exactly; set for N..M
	To        Phrase // step target
	TakeAll   bool
	TakeMin   int
	TakeMax   Phrase // nil: TakeMin exactly; set for N..M
	Taking    bool
	Dropping  int  // seeds a hole; 0: not said
	Sowing    bool // enter: the seeds are sown from there
	Going     *Way
	Repeats   string // a word of manner that is said twice, "" if none
	Along     string // name of a route; "": the usual one
	AlongAt   source.Span
	Provided  Phrase
	Cites     []Cite
}

// Way is a direction phrase: clockwise, anticlockwise, either way, inward.
type Way struct {
	Node
	Word string
}

// Act is one action. Kind is its first word, or "call", "wins", "loses",
// "takes", "each takes", "move again", "move seeds", "end game", "end round".
type Act struct {
	Node
	Kind   string
	Sets   Phrase // capture, mark, claim, for every, choose from, takes, move again from, to each
	Of     Phrase // sow: what (nil = captured); set: of
	From   Phrase // relay, sow, move
	To     Phrase // capture into, move to
	Way    *Way
	Player Phrase // capture for, mark for, wins, loses, takes
	Name   string // mark as, set, choose, call
	NameAt source.Span
	N      int    // choose N
	Amount Phrase // move; nil = all
	Out    bool   // move … out
	Value  Phrase // set
	Acts   []*Act // may, for every

	Along   string // relay, sow: name of a route; "": as before
	AlongAt source.Span
}

// Phrase is a condition, number, set, hole or player: which one, the checker decides.
type Phrase interface{ Span() source.Span }

// Or, And and Not join conditions.
type (
	// Or holds if any of its parts does.
	Or struct {
		Node
		Parts []Phrase
	}
	// And holds if all of its parts do.
	And struct {
		Node
		Parts []Phrase
	}
	// Not turns a condition round.
	Not struct {
		Node
		Part Phrase
	}
)

// Test is `LEFT pred`, or `any LEFT pred`.
type Test struct {
	Node
	Quant string // "", "any", "no", "every"
	Left  Phrase // a Word "player" for any player
	Pred  *Pred
}

// Repeats is `position repeats`, or `position occurs N times`.
type Repeats struct {
	Node
	Times Phrase // nil: repeats
}

// DirectionIs is `direction is WAY`.
type DirectionIs struct {
	Node
	Way Way
}

// Pred is what a test says about its left side.
type Pred struct {
	Node
	Kind    string // "is", "is not", "was", "has", "in", "not in", "rel", "would", "could", "visited"
	Word    string // is/was: empty occupied closed own enemy; has: even odd seeds "at least" "at most" "no" "a" counts; rel: operator; would/could: capture end win
	Thing   string // has no/a THING
	ThingAt source.Span
	Counts  [][2]int // has/was counts; -1 = open
	Right   Phrase   // group or number
}

// Int is a number.
type Int struct {
	Node
	V int
}

// Arith is + - * / mod.
type Arith struct {
	Node
	Op   string
	A, B Phrase
}

// Measure is seeds(S), count(S) or largest(S).
type Measure struct {
	Node
	How  string
	Sets Phrase
}

// Word is a single reserved word used as a number or hole: lap, turn, round,
// total, rest, captured, move, hand, hole, last, origin, first, mover, …
type Word struct {
	Node
	W  string
	Of Phrase // hand of P
}

// Rel is next/previous/opposite/beyond/behind/front/mirror [N] [of REF].
type Rel struct {
	Node
	How string
	N   int
	Of  Phrase // nil: the anchor
}

// Extreme is leftmost/rightmost/nearest GROUP.
type Extreme struct {
	Node
	How   string
	Group Phrase
}

// Its is `its owner` or `its marker`.
type Its struct {
	Node
	What string
}

// Place is a run of narrowing words: own inner right half, enemy store, nyumba of opponent.
type Place struct {
	Node
	Areas []Area
	Of    Phrase // player or hole; nil: none
}

// Area is one narrowing word of a Place.
type Area struct {
	Node
	Word string // own enemy board inner middle outer ends store "left half" "right half" left right column neutral, or a name
	N    int    // left N, right N, column N
	M    int    // column N..M (= N otherwise)
	Name bool   // Word is a name

	Listed []int // a role that lists holes: their numbers
}

// List is sets joined by commas, with `except` and `where`.
type List struct {
	Node
	Sets   []Phrase
	Except Phrase
	Where  Phrase
}

// Run is run on/back.
type Run struct {
	Node
	Back  bool
	By    int
	From  Phrase
	While Phrase
}

// Filling is one `PLACE: N` of a set-up.
type Filling struct {
	Node
	Place Phrase
	N     int
	Name  string // a parameter, or "rest"
	Value source.Span
}
