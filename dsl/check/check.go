// Package check turns the tree of a game file into a checked game.
//
// Check is the list of the stages: settle the choice (variant, answers,
// parameters), lay the overrides over the base rules, read the tables, build
// the board, resolve every rule text against it, and look at the whole.
// Every message of this stage is made in messages*.go.
package check

import (
	"slices"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// Choice settles what a file leaves open; see dsl.Choice.
type Choice struct {
	Variant    string
	Answers    map[string]string
	Parameters map[string]int
}

// checker is the state of one check: the game being built and the messages.
type checker struct {
	file   *source.File
	choice Choice
	diags  source.Diagnostics

	root *tomltree.Node // the file
	tree *tomltree.Node // base rules with variant and answers laid over

	answerNodes map[string][]*tomltree.Node // by question, one for each of its answers
	first       *checker                    // of the same file under no choice; nil if this is it

	texts  *texts
	game   *rules.Game
	names  map[string]*name
	params map[string]int
	infos  map[source.Span]*rules.RuleInfo // by file and start of the rule
	labels map[string]int
	alongs []along         // uses of further routes in the phase
	onWay  map[string]bool // further routes that some rule uses
	twice  *tomltree.Node  // holes that the listed route of [sowing] may pass two times

	overridden map[string]bool // labels of `rule` whose rule was found

	broken    map[string]bool // rule texts of the phase that did not parse
	before    int             // messages before the texts of the phase
	relays    bool            // some rule of the phase starts another lap
	hasMoves  []asked         // where the phase asks for moves
	work      int             // phrases and rules resolved; see tooMuch
	scored    bool            // some rule says `end game`
	scoreSpan source.Span     // the first of them
	claim     string          // evidence whose condition stands for `end`; see Claim
}

// File is a parsed file that may be checked many times: its rule texts are
// read once. It is not safe for concurrent use.
type File struct {
	file  *source.File
	root  *tomltree.Node
	texts *texts
}

// Of is a file with its tree.
func Of(f *source.File, root *tomltree.Node) *File { return &File{f, root, newTexts()} }

// Check checks a file under a choice. The game is nil if a message is an error.
func (f *File) Check(ch Choice) (*rules.Game, source.Diagnostics) { return f.checker(ch).run() }

func (f *File) checker(ch Choice) *checker {
	return &checker{file: f.file, choice: ch, root: f.root,
		game:        &rules.Game{File: f.file, ID: idOf(f.file.Name), Labels: []string{""}, Answers: map[string]string{}},
		texts:       f.texts,
		names:       map[string]*name{},
		params:      map[string]int{},
		infos:       map[source.Span]*rules.RuleInfo{},
		answerNodes: map[string][]*tomltree.Node{},
		labels:      map[string]int{},
		overridden:  map[string]bool{},
	}
}

// again is a checker of the same file under another choice. What no choice
// changes was read and checked once: descriptions, questions, evidence.
func (c *checker) again(ch Choice) *checker {
	next := (&File{c.file, c.root, c.texts}).checker(ch)
	next.first, next.answerNodes = c, c.answerNodes
	next.game.About, next.game.Sources, next.game.Variants = c.game.About, c.game.Sources, c.game.Variants
	next.game.Questions = slices.Clone(c.game.Questions)
	for i := range next.game.Questions {
		next.game.Questions[i].Chosen = -1
	}
	return next
}

// run goes through the stages.
func (c *checker) run() (*rules.Game, source.Diagnostics) {
	stages := []func(){
		c.version, c.descriptions, c.settle, c.parameters, c.board, c.state, c.nameTables,
		c.setup, c.score, c.match, c.phases, c.claimed, c.wholeGame, c.evidence, c.differences, c.follows, c.leftovers,
	}
	if c.first != nil {
		stages = []func(){
			c.settle, c.parameters, c.board, c.state, c.nameTables,
			c.setup, c.score, c.match, c.phases, c.wholeGame,
		}
	}
	for _, stage := range stages {
		stage()
		if c.stopped() {
			c.tableNames()
			return nil, oneMistake(c.diags)
		}
	}
	if c.diags.HasErrors() {
		return nil, oneMistake(c.diags)
	}
	return c.game, c.ofThisFile(c.diags)
}

// stopped reports whether later stages would only repeat what is wrong
// already: without a board no hole word can be judged.
func (c *checker) stopped() bool {
	return c.diags.HasErrors() && (c.tree == nil || c.game.Board == nil || c.game.Board.Holes == nil)
}

// maxWork bounds the phrases and rules of a game once every definition stands
// in the place of its name: a chain of definitions that each use the next one
// twice doubles with every link.
const maxWork = 200_000

// tooMuch counts one phrase or rule and reports whether the bound is passed.
func (c *checker) tooMuch(at source.Span) bool {
	if c.work++; c.work == maxWork {
		c.tooLarge(at)
	}
	return c.work >= maxWork
}

// CheckAll checks the base rules, every variant and every answer on its own,
// and gives the base game with all messages, each once.
func (f *File) CheckAll() (*rules.Game, source.Diagnostics) {
	base := f.checker(Choice{})
	game, diags := base.run()
	if game == nil {
		return nil, diags.Sorted()
	}
	runs := []run{{game, diags}}
	try := func(ch Choice) {
		g, more := base.again(ch).run()
		runs = append(runs, run{g, underChoice(more, ch)})
	}
	for _, q := range game.Questions {
		for _, a := range q.Answers {
			try(Choice{Variant: q.Variant, Answers: map[string]string{q.ID: a.ID}})
		}
	}
	for _, v := range game.Variants {
		try(Choice{Variant: v.Name})
	}
	diags = onlySometimes(runs)
	if diags.HasErrors() {
		return nil, diags
	}
	return game, diags
}
