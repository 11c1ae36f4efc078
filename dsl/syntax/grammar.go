package syntax

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of rules, options and actions. Alternatives are told apart by
// their first word or two. These structs exist for participle alone;
// convert.go turns them into the tree of this package.

type ruleNode struct {
	Pos    lexer.Position
	Label  *tokenNode  `parser:"@@?"`
	Head   *headNode   `parser:"@@"`
	Acts   []*actNode  `parser:"@@ ( ';' @@ )*"`
	Cites  []*citeNode `parser:"@@*"`
	EndPos lexer.Position
}

type headNode struct {
	Pos  lexer.Position
	Word string   `parser:"( @( 'otherwise' | 'always' )"`
	When condNode `parser:"| 'when' @@ 'then' )"`
}

// tokenNode is a label.
type tokenNode struct {
	Pos  lexer.Position
	Text string `parser:"@Label"`
}

type citeNode struct {
	Pos  lexer.Position
	Text string `parser:"@Cite"`
}

type nameNode struct {
	Pos  lexer.Position
	Text string `parser:"@Name"`
}

type optionNode struct {
	Pos      lexer.Position
	Label    *tokenNode    `parser:"@@?"`
	Start    string        `parser:"( @'pass'"`
	From     setsNode      `parser:"| 'from' @@"`
	Enter    termNode      `parser:"| 'enter' @@"`
	EnterMax termNode      `parser:"  ( '..' @@ )?"`
	At       setsNode      `parser:"  'at' @@"`
	Step     setsNode      `parser:"| 'step' 'from' @@"`
	To       refNode       `parser:"  'to' @@ )"`
	Manner   []*mannerNode `parser:"@@*"`
	Provided condNode      `parser:"( 'provided' @@ )?"`
	Cites    []*citeNode   `parser:"@@*"`
	EndPos   lexer.Position
}

type mannerNode struct {
	All bool     `parser:"( 'taking' ( @'all'"`
	Min string   `parser:"  | @Int"`
	Max termNode `parser:"    ( '..' @@ )? )"`
	Way wayNode  `parser:"| 'going' @@"`

	Along *nameNode `parser:"| 'along' @@"`
	Sown  bool      `parser:"| @'sowing'"`
	Drops string    `parser:"| 'dropping' @Int )"`
}

type actNode struct {
	Pos   lexer.Position
	Plain string `parser:"( @( 'stop' | 'continue' | 'draw' | 'reverse' )"`

	Relay bool    `parser:"| @'relay'"`
	RFrom refNode `parser:"  ( 'from' @@ )?"`
	RWay  wayNode `parser:"  ( 'going' @@ )?"`

	RAlong *nameNode `parser:"  ( 'along' @@ )?"`

	Capture setsNode `parser:"| 'capture' @@"`
	For     refNode  `parser:"  ( 'for' @@ )?"`
	Into    seatNode `parser:"  ( 'into' @@ )?"`

	Sow  *sowNode  `parser:"| 'sow' @@"`
	Move *moveNode `parser:"| 'move' @@"`

	Mark    setsNode  `parser:"| 'mark' @@"`
	MarkAs  *nameNode `parser:"  'as' @@"`
	MarkFor refNode   `parser:"  ( 'for' @@ )?"`

	Unmark   setsNode  `parser:"| 'unmark' @@"`
	UnmarkAs *nameNode `parser:"  'as' @@"`

	Change string   `parser:"| @( 'claim' | 'close' | 'open' )"`
	Holes  setsNode `parser:"  @@"`

	Every setsNode   `parser:"| 'for' 'every' @@ 'do'"`
	Do    *groupNode `parser:"  @@"`

	Set   *nameNode `parser:"| 'set' @@"`
	SetOf refNode   `parser:"  ( 'of' @@ )?"`
	Value termNode  `parser:"  '=' @@"`

	Choose     bool      `parser:"| @'choose'"`
	ChooseN    string    `parser:"  @Int?"`
	ChooseName *nameNode `parser:"  @@"`
	ChooseFrom setsNode  `parser:"  'from' @@"`

	May *groupNode `parser:"| 'may' @@"`

	End string `parser:"| 'end' @( 'game' | 'round' )"`

	Each setsNode `parser:"| 'each' 'takes' @@"`

	Player *playerNode `parser:"| @@"`
	Does   string      `parser:"  ( @( 'wins' | 'loses' )"`
	Takes  setsNode    `parser:"  | 'takes' @@ )"`

	Call *nameNode `parser:"| @@ )"`

	EndPos lexer.Position
}

type groupNode struct {
	Acts []*actNode `parser:"( '(' @@ ( ';' @@ )* ')'"`
	One  *actNode   `parser:"| @@ )"`
}

type sowNode struct {
	Captured bool    `parser:"( @'captured'"`
	Of       refNode `parser:"| @@ )"`
	From     refNode `parser:"'from' @@"`
	Way      wayNode `parser:"( 'going' @@ )?"`

	Along *nameNode `parser:"( 'along' @@ )?"`
}

type moveNode struct {
	Again bool     `parser:"( @'again'"`
	Start setsNode `parser:"  ( 'from' @@ )?"`
	All   bool     `parser:"| ( @'all'"`
	N     termNode `parser:"  | @@ )"`
	From  seatNode `parser:"  'from' @@"`
	To    *toNode  `parser:"  ( 'to' @@"`
	Out   bool     `parser:"  | @'out' ) )"`
}

type toNode struct {
	Each setsNode `parser:"( 'each' @@"`
	One  seatNode `parser:"| @@ )"`
}

type playerNode struct {
	Pos  lexer.Position
	Word string `parser:"( @( 'mover' | 'opponent' | 'starter' | 'captor' | 'winner' | 'loser' )"`
	Its  string `parser:"| 'its' @( 'owner' | 'marker' ) )"`
}

// The hand-parsed phrases, as custom productions.
// Each is an interface type of its own, which is how participle tells them apart.
type (
	condNode interface{ Phrase }
	termNode interface{ Phrase }
	setsNode interface{ Phrase }
	refNode  interface{ Phrase }
	seatNode interface{ Phrase } // where seeds lie: a hole, a store or a hand
	wayNode  interface{ Phrase }
)

func parseCond(lex *lexer.PeekingLexer) (condNode, error) { return newPhrases(lex).cond() }

func parseTerm(lex *lexer.PeekingLexer) (termNode, error) { return newPhrases(lex).term(true) }

func parseSets(lex *lexer.PeekingLexer) (setsNode, error) { return newPhrases(lex).sets() }

func parseRef(lex *lexer.PeekingLexer) (refNode, error) { return newPhrases(lex).ref() }

func parseSeat(lex *lexer.PeekingLexer) (seatNode, error) { return newPhrases(lex).seat() }

func parseWay(lex *lexer.PeekingLexer) (wayNode, error) { return newPhrases(lex).way() }

var parserOptions = []participle.Option{
	participle.Lexer(definition{}),
	participle.UseLookahead(1),
	participle.ParseTypeWith(parseCond),
	participle.ParseTypeWith(parseTerm),
	participle.ParseTypeWith(parseSets),
	participle.ParseTypeWith(parseRef),
	participle.ParseTypeWith(parseSeat),
	participle.ParseTypeWith(parseWay),
}

var (
	ruleParser   = participle.MustBuild[ruleNode](parserOptions...)
	optionParser = participle.MustBuild[optionNode](parserOptions...)
)

// Grammar is the grammar of rules and options in EBNF, for the reference manual.
func Grammar() string { return ruleParser.String() + "\n" + optionParser.String() }
