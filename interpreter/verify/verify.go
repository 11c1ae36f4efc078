// Package verify asks what is true of a description: whether the evidence its
// file quotes holds under its rules, which answers to its open questions the
// evidence rules out, where the rules are silent, and where two rule sets part.
//
//	verify.go    the verifier: rule sets, budgets, verdicts
//	evidence.go  a claim under a rule set; example.go, puzzle.go, figure.go: the kinds
//	claims.go    what is wrong with the claims themselves
//	combine.go   evidence under combinations of answers; questions.go  what it says on each question
//	propose.go   positions that tell apart answers no evidence does
//	gaps.go      silences, endless turns and rules never fired; search.go  the search for them; small.go  whole small boards
//	sources.go   what each source says and where they differ
//	compare.go   the shortest line on which two rule sets differ; pair.go  the two played side by side
//
// What is searched for within a budget is called undecided, or not found,
// when the budget is used up; it is never called true.
package verify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sort"
	"strings"
	"time"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

// Budget bounds what a verification may do; zero fields mean the defaults.
type Budget struct {
	Nodes int           // positions a search visits (default 200,000)
	Time  time.Duration // for one claim (default: no limit, so that a slow machine gives the same verdicts)
	Games int           // random games in which gaps are looked for (default 2,000)
	Told  int           // random games told step by step for coverage (default 200)
	Plies int           // moves made in random games, all of them together (default 4,000,000)
	// Combinations is how many combinations of answers are tried (default
	// 200), Asked how many positions a proposal is looked for in (default 8,000).
	Combinations, Asked int
}

func (b Budget) withDefaults() Budget {
	if b.Nodes == 0 {
		b.Nodes = 200_000
	}
	if b.Time == 0 {
		b.Time = math.MaxInt64
	}
	if b.Games == 0 {
		b.Games = 2000
	}
	if b.Told == 0 {
		b.Told = 200
	}
	if b.Plies == 0 {
		b.Plies = 4_000_000
	}
	if b.Combinations == 0 {
		b.Combinations = 200
	}
	if b.Asked == 0 {
		b.Asked = 8_000
	}
	return b
}

// Verifier runs the evidence of one file. It is not safe for concurrent use.
type Verifier struct {
	File   *source.File
	Arg    string // how the user names the game, for the commands shown
	Choice dsl.Choice
	Budget Budget
	// Open reads a file that a record names; nil if no files can be read.
	Open func(name string) ([]byte, error)
	// Progress is told what is being done; it may be nil.
	Progress func(what string)

	sets     map[string]*RuleSet
	verdicts map[string]Verdict
	played   map[string]*played // simulations of figures, by rules and run
}

// Word is the outcome of a claim.
type Word string

// The outcomes.
const (
	Holds       Word = "holds"
	Refuted     Word = "refuted"
	Undecided   Word = "undecided"
	NeedsAnswer Word = "needs an answer"
)

// Verdict is what became of one claim under one rule set.
type Verdict struct {
	Evidence string   `json:"evidence"`
	Kind     string   `json:"kind"`
	Sources  []string `json:"sources,omitempty"`
	Line     int      `json:"line"` // in the file
	Word     Word     `json:"verdict"`
	Why      string   `json:"why"`     // one line; the counterexample of a refuted claim
	Command  string   `json:"command"` // shows it
	Rules    string   `json:"rules"`   // hash of the rule set it was tried under
}

// RuleSet is a rule set ready to be played.
type RuleSet struct {
	Arg     string
	Choice  dsl.Choice
	Game    *rules.Game
	Program *program.Program
	Hash    string
	runtime *compiled.Runtime
	asked   bool // for the runtime
}

// LoadError is a rule set that the file does not give.
type LoadError struct{ Diagnostics source.Diagnostics }

func (e *LoadError) Error() string {
	for _, d := range e.Diagnostics {
		if d.Severity == source.Error {
			if d.Span.IsValid() {
				return fmt.Sprintf("%s:%d: %s", d.Span.File.Name, d.Span.Line(), d.Summary)
			}
			return d.Summary
		}
	}
	return "the rules can't be read"
}

// Load makes a rule set of a file. Errors: *LoadError, and those of lowering.
func Load(arg string, f *source.File, c dsl.Choice) (*RuleSet, error) {
	g, ds := dsl.Load(f, c)
	if ds.HasErrors() || g == nil {
		return nil, &LoadError{ds}
	}
	p, err := lower.Lower(g)
	if err != nil {
		return nil, err
	}
	return &RuleSet{Arg: arg, Choice: c, Game: g, Program: p, Hash: program.Hash(p)}, nil
}

// Close frees the machine code of a rule set, if there is any.
func (r *RuleSet) Close() {
	if r.runtime != nil {
		_ = r.runtime.Close()
		r.runtime, r.asked = nil, false
	}
}

// Reference is a fresh reference executor; its calls end when ctx does.
func (r *RuleSet) Reference(ctx context.Context) (*reference.Executor, error) {
	x, err := reference.New(r.Program, interpreter.Budget{})
	if err == nil {
		x.OnTick(func() bool { return ctx.Err() != nil })
	}
	return x, err
}

// engine is a fresh executor, compiled where the compiler takes the rules; its
// calls end when ctx does.
func (r *RuleSet) engine(ctx context.Context) (interpreter.Executor, func(), error) {
	if !r.asked {
		r.asked = true
		if m, err := compiled.Compile(r.Program, compiled.Options{}); err == nil {
			if r.runtime, err = compiled.NewRuntime(m); err != nil {
				return nil, nil, err
			}
		}
	}
	if r.runtime == nil {
		x, err := r.Reference(ctx)
		return x, func() {}, err
	}
	x, err := compiled.NewEngine(r.runtime, interpreter.Budget{})
	if err != nil {
		return nil, nil, err
	}
	x.OnTick(func() bool { return ctx.Err() != nil })
	return x, func() { _ = x.Close() }, nil
}

// flags are the command line flags that choose the rule set.
func (r *RuleSet) flags() string { return Flags(r.Choice) }

// Flags writes a choice as command line flags, each with a blank before it.
func Flags(c dsl.Choice) string {
	var b strings.Builder
	if c.Variant != "" {
		fmt.Fprintf(&b, " --variant %s", c.Variant)
	}
	for _, k := range sortedKeys(c.Answers) {
		fmt.Fprintf(&b, " --answer %s=%s", k, c.Answers[k])
	}
	for _, k := range sortedKeys(c.Parameters) {
		fmt.Fprintf(&b, " --set %s=%d", k, c.Parameters[k])
	}
	return b.String()
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// ruleSet loads a rule set once.
func (v *Verifier) ruleSet(c dsl.Choice) (*RuleSet, error) {
	key := Flags(c)
	if r := v.sets[key]; r != nil {
		return r, nil
	}
	r, err := Load(v.Arg, v.File, c)
	if err != nil {
		return nil, err
	}
	if v.sets == nil {
		v.sets = map[string]*RuleSet{}
	}
	v.sets[key] = r
	return r, nil
}

// Base is the rule set chosen for the whole verification.
func (v *Verifier) Base() (*RuleSet, error) { return v.ruleSet(v.Choice) }

// Close frees what the verifier compiled.
func (v *Verifier) Close() {
	for _, r := range v.sets {
		r.Close()
	}
	clear(v.sets)
}

func (v *Verifier) say(format string, args ...any) {
	if v.Progress != nil {
		v.Progress(fmt.Sprintf(format, args...))
	}
}

// interrupted tells the end of the whole run from the end of one budget.
func interrupted(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }
