package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

// choiceFlags are --variant, --set and --answer as typed.
type choiceFlags struct {
	variant given
	sets    []string
	answers []string
	round   bool
}

func (c *choiceFlags) register(root *cobra.Command) {
	f := root.PersistentFlags()
	f.Var(&c.variant, "variant", "play a variant of the game")
	f.StringSliceVar(&c.sets, "set", nil, "give a parameter a value: --set columns=12")
	f.StringSliceVar(&c.answers, "answer", nil, "answer an open question: --answer outer=yes")
	f.BoolVar(&c.round, "round", false, "play one round of a match as a game of its own")
	_ = root.RegisterFlagCompletionFunc("variant", func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		return variantNames(args), cobra.ShellCompDirectiveNoFileComp
	})
}

// given is a flag of one text that remembers every text it was given.
type given []string

func (g *given) Set(text string) error { *g = append(*g, text); return nil }
func (g *given) Type() string          { return "string" }

// String is the text given last, "" if none was.
func (g *given) String() string {
	if len(*g) == 0 {
		return ""
	}
	return (*g)[len(*g)-1]
}

// choice reads the flags. What is given twice must be the same.
func (c *choiceFlags) choice() (dsl.Choice, error) {
	out := dsl.Choice{Variant: c.variant.String(), Answers: map[string]string{}, Parameters: map[string]int{}}
	for _, v := range c.variant {
		if v != out.Variant {
			return out, usagef("--variant %s and --variant %s contradict each other: a game is played by one variant", v, out.Variant)
		}
	}
	for _, s := range c.answers {
		question, answer, ok := strings.Cut(s, "=")
		if !ok || question == "" || answer == "" {
			return out, usagef("--answer %s: write --answer QUESTION=ANSWER, for instance --answer outer=yes", s)
		}
		if was, twice := out.Answers[question]; twice && was != answer {
			return out, usagef("--answer %s=%s and --answer %s contradict each other: a question has one answer", question, was, s)
		}
		out.Answers[question] = answer
	}
	for _, s := range c.sets {
		name, value, ok := strings.Cut(s, "=")
		n, err := strconv.Atoi(value)
		if errors.Is(err, strconv.ErrRange) {
			return out, usagef("--set %s: the number is too large", s)
		}
		if !ok || name == "" || err != nil {
			return out, usagef("--set %s: write --set PARAMETER=NUMBER, for instance --set columns=12", s)
		}
		if was, twice := out.Parameters[name]; twice && was != n {
			return out, usagef("--set %s=%d and --set %s contradict each other: a parameter has one value", name, was, s)
		}
		out.Parameters[name] = n
	}
	return out, nil
}

// game is a game ready to be played.
type game struct {
	Arg     string // as the user named it
	File    *source.File
	Rules   *rules.Game
	Program *program.Program
	Hash    string // of the rules, not of the file
	Round   bool   // one round of a match is played as a game

	stop func() bool     // asked by executors during long calls: interrupted?
	done <-chan struct{} // closed then
}

// maxInput bounds what is read from a file or from stdin, in bytes.
const maxInput = 64 << 20

// readGame finds the text of a GAME argument: a path if it ends in .toml or
// exists, "-" for stdin, else a game of the library.
func (a *app) readGame(arg string) (*source.File, error) {
	if arg == "-" {
		text, err := a.readStdin("a game file")
		return games.NewFile("stdin", text), err
	}
	if isPath(arg) {
		return fileAt(arg)
	}
	if f, err := games.File(arg); err == nil {
		return f, nil
	}
	ids := games.IDs()
	if near := source.Nearest(arg, ids); near != "" {
		return nil, usagef("no game %q in the library; did you mean %q?", arg, near)
	}
	for _, id := range ids { // a prefix or a part of a name is a good guess, too
		if len(arg) > 2 && strings.Contains(id, strings.ToLower(arg)) {
			return nil, usagef("no game %q in the library; did you mean %q?", arg, id)
		}
	}
	return nil, usagef("no game %q in the library, and no such file; `mancala list` shows the library", arg)
}

// fileAt reads a game file. What it extends lies beside it or in the library.
func fileAt(path string) (*source.File, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	f := source.NewFile(path, text)
	f.Others = func(id string) (*source.File, error) {
		for _, dir := range []string{"", "shared"} {
			beside := filepath.Join(filepath.Dir(path), dir, id+".toml")
			if _, err := os.Stat(beside); err == nil && beside != filepath.Clean(path) {
				return fileAt(beside)
			}
		}
		return games.NewFile(path, text).Others(id)
	}
	return f, nil
}

func isPath(arg string) bool {
	if strings.HasSuffix(arg, ".toml") || strings.ContainsRune(arg, filepath.Separator) {
		return true
	}
	info, err := os.Stat(arg)
	return err == nil && !info.IsDir()
}

// readFile reads a whole file of the user's.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &exitError{exitInternal, fmt.Errorf("%s: there is no such file", path)}
	}
	if err != nil {
		return nil, &exitError{exitInternal, err}
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, &exitError{exitInternal, fmt.Errorf("%s is a folder; name a file in it", path)}
	}
	return readAll(f, path)
}

// readStdin reads all of stdin; from a terminal it says what it waits for.
func (a *app) readStdin(what string) ([]byte, error) {
	if isTerminal(a.in) {
		fmt.Fprintf(a.err, "reading %s from the terminal; end with Ctrl-D\n", what)
	}
	return readAll(a.in, "stdin")
}

func readAll(r io.Reader, name string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if errors.Is(err, context.Canceled) {
		return nil, err
	}
	if err != nil {
		return nil, &exitError{exitInternal, fmt.Errorf("%s: %w", name, err)}
	}
	if len(text) > maxInput {
		return nil, &exitError{exitInternal, fmt.Errorf("%s is larger than %d MB", name, maxInput>>20)}
	}
	return text, nil
}

// load reads, checks and lowers a GAME under the rules chosen by the flags.
func (a *app) load(arg string) (*game, error) {
	choice, err := a.choice.choice()
	if err != nil {
		return nil, err
	}
	file, err := a.readGame(arg)
	if err != nil {
		return nil, err
	}
	return a.loadFile(arg, file, choice)
}

// loadFile is load for a file already read; its errors are printed.
func (a *app) loadFile(arg string, file *source.File, choice dsl.Choice) (*game, error) {
	checked, ds := dsl.Load(file, choice)
	if ds.HasErrors() {
		if err := source.Print(a.err, errorsOf(ds), a.colors(a.err)); err != nil {
			return nil, err
		}
		return nil, &exitError{code: codeOfFindings(ds)}
	}
	return a.lowered(arg, file, checked)
}

// lowered makes a checked game ready to be played.
func (a *app) lowered(arg string, file *source.File, checked *rules.Game) (*game, error) {
	if checked == nil {
		return nil, fmt.Errorf("%s: the checker gave no game and no reason", file.Name)
	}
	round := a.choice.round && checked.Match != nil
	if round {
		checked.OneRound()
	}
	p, err := lower.Lower(checked)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name, err)
	}
	return &game{Arg: arg, File: file, Rules: checked, Program: p, Hash: program.Hash(p), Round: round, stop: a.stop, done: a.done}, nil
}

// errorsOf leaves out what does not keep a game from being played.
func errorsOf(ds source.Diagnostics) source.Diagnostics {
	var out source.Diagnostics
	for _, d := range ds {
		if d.Severity == source.Error {
			out = append(out, d)
		}
	}
	return out
}

// codeOfFindings tells a wrong choice on the command line (no place in the
// file: usage) from errors in the file (findings).
func codeOfFindings(ds source.Diagnostics) int {
	for _, d := range errorsOf(ds) {
		if d.Span.IsValid() {
			return exitFindings
		}
	}
	return exitUsage
}

// executor is a fresh reference executor of the game.
func (g *game) executor() (*reference.Executor, error) {
	return g.executorWithin(interpreter.Budget{})
}

// executorWithin is one with budgets of its own; zero fields mean the defaults.
func (g *game) executorWithin(b interpreter.Budget) (*reference.Executor, error) {
	x, err := reference.New(g.Program, b)
	if err == nil {
		x.OnTick(g.stop)
	}
	return x, err
}

// ruleSet says in one line which rules are in force: "hus (Hus), variant
// windhoek, columns=8, outer=yes". Answers in force are all named.
func (g *game) ruleSet() string {
	parts := []string{g.Rules.ID}
	if g.Rules.Variant != "" {
		parts = append(parts, "variant "+g.Rules.Variant)
	}
	for _, p := range g.Rules.Parameters {
		parts = append(parts, fmt.Sprintf("%s=%d", p.Name, p.Value))
	}
	for _, q := range g.Rules.Questions {
		if answer := chosen(&q); answer != "" {
			parts = append(parts, q.ID+"="+answer)
		}
	}
	if g.Round {
		parts = append(parts, "one round")
	}
	return strings.Join(parts, ", ")
}

// chosen is the id of the answer in force, "" if the question is open.
func chosen(q *rules.Question) string {
	if q.Chosen < 0 || q.Chosen >= len(q.Answers) {
		return ""
	}
	return q.Answers[q.Chosen].ID
}

// ruleSetJSON is the same for machines; reports embed it.
type ruleSetJSON struct {
	Game       string            `json:"game"`
	Variant    string            `json:"variant"`
	Parameters map[string]int    `json:"parameters,omitempty"`
	Answers    map[string]string `json:"answers"`
	Round      bool              `json:"one_round,omitempty"`
	Rules      string            `json:"rules"` // hash
}

func (g *game) ruleSetJSON() ruleSetJSON {
	out := ruleSetJSON{Game: g.Rules.ID, Variant: g.Rules.Variant, Answers: map[string]string{}, Round: g.Round, Rules: g.Hash}
	for _, q := range g.Rules.Questions {
		if answer := chosen(&q); answer != "" {
			out.Answers[q.ID] = answer
		}
	}
	for _, p := range g.Rules.Parameters {
		if out.Parameters == nil {
			out.Parameters = map[string]int{}
		}
		out.Parameters[p.Name] = p.Value
	}
	return out
}

// ---- positions ----

// positionFlags are --position and --after.
type positionFlags struct {
	position string
	after    string
}

func (f *positionFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.position, "position", "", "start from this position instead of the beginning; see mancala help notation")
	cmd.Flags().StringVar(&f.after, "after", "", "play these moves first, separated by blanks")
}

// state is the position the flags name.
func (f *positionFlags) state(g *game, x interpreter.Executor) (*interpreter.State, error) {
	s, err := startState(g, x, f.position)
	if err != nil {
		return nil, err
	}
	for i, text := range strings.Fields(f.after) {
		m, err := findMove(g, x, s, text)
		if err != nil {
			return nil, usagef("--after, move %d: %v", i+1, err)
		}
		if _, err := x.Play(s, m); err != nil {
			return nil, fmt.Errorf("--after, move %d (%s): %w", i+1, text, err)
		}
	}
	return s, nil
}

func startState(g *game, x interpreter.Executor, position string) (*interpreter.State, error) {
	if position == "" {
		return x.Start()
	}
	s, given, err := notation.ParsePosition(g.Program, position)
	if err != nil {
		return nil, usagef("--position: %v", err)
	}
	if err := x.Begin(s, !given["turn"]); err != nil {
		return nil, err
	}
	return s, nil
}

// findMove is the legal move that a text names.
func findMove(g *game, x interpreter.Executor, s *interpreter.State, text string) (interpreter.Move, error) {
	if s.Over != nil {
		return interpreter.Move{}, findingf("the game is over: %s", outcomeText(g, s.Over))
	}
	legal, err := x.Legal(s)
	if err != nil {
		return interpreter.Move{}, err
	}
	return notation.FindMove(g.Program, moverOf(g, s), text, legal)
}

// completeGames completes a GAME argument.
func completeGames(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return games.IDs(), cobra.ShellCompDirectiveDefault
}

// variantNames lists the variants of the game named first among the arguments.
func variantNames(args []string) []string {
	if len(args) == 0 {
		return nil
	}
	name, text, err := games.Open(args[0])
	if err != nil {
		return nil
	}
	checked, _ := dsl.Load(games.NewFile(name, text), dsl.Choice{})
	if checked == nil {
		return nil
	}
	var out []string
	for _, v := range checked.Variants {
		out = append(out, v.Name)
	}
	return out
}
