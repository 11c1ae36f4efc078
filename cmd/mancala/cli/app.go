// Package cli is the command line of mancala: one file a command, and the few
// things all of them share.
//
//	app.go       the root command, exit codes, the one place that prints errors
//	commands.go  the list of commands: adding one is a file and a line there
//	game.go      GAME arguments, the choice of rules, positions
//	terminal.go  colour, width; progress.go  bars on stderr
//	table.go     tables and JSON on stdout
//	topics.go    `help rules`, `help notation`, …
//
// It knows no rules: what a move does comes from the interpreter, what a rule
// says from the checked game.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mancala/dsl/source"
	"mancala/games"
	"mancala/interpreter"
)

// app is one run of the program: its streams and the global flags.
type app struct {
	in       io.Reader
	out, err io.Writer
	color    colorPolicy
	json     bool
	choice   choiceFlags
	stop     func() bool     // interrupted
	done     <-chan struct{} // closed then
}

// Main runs the program on the process's arguments and streams and gives the
// exit code.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	return Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// Run runs the program on given arguments and streams and gives the exit code.
func Run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	buffered := newOutput(out)
	a := &app{in: untilDone(ctx, in), out: buffered, err: errOut, stop: func() bool { return ctx.Err() != nil }, done: ctx.Done()}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(buffered)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if flushed := buffered.Flush(); err == nil && flushed != nil {
		err = flushed
	}
	if err == nil {
		return exitOK
	}
	return a.report(err)
}

// newRoot builds the whole tree of commands for one run.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "mancala",
		Short: "One language for every sowing game",
		Long: `Mancala reads descriptions of sowing games and plays, explains, checks and
simulates them. A game is one file; nothing about any game is built in.

GAME is the name of a game of the library (mancala list) or the path of a game
file. Everywhere, --variant, --set and --answer choose the rules.`,
		Example: `  mancala list
  mancala show hus
  mancala play oware --north greedy
  mancala simulate kalah --games 1000 --seed 1`,
		Args:          cobra.ArbitraryArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd, err) })
	root.CompletionOptions.HiddenDefaultCmd = true
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "one JSON document on stdout instead of text")
	flags.Var(&a.color, "color", "colour on stdout and stderr: auto, always or never")
	a.choice.register(root)
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
	}
	for _, c := range commands {
		cmd := c.build(a)
		cmd.GroupID = c.group
		root.AddCommand(cmd)
	}
	for _, t := range topics {
		root.AddCommand(&cobra.Command{Use: t.name, Short: t.short, Long: t.text})
	}
	root.SetHelpCommand(newHelpCmd())
	return root
}

// newHelpCmd is `help`; cobra's own exits 0 on a word it does not know.
func newHelpCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Help about a command or a topic",
		RunE: func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil || target == nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), strings.Join(args, " "))
			}
			target.InitDefaultHelpFlag()
			return target.Help()
		},
	}
}

// unknownCommand is the usage error for a word that is no command, with the
// nearest one that is.
func unknownCommand(root *cobra.Command, word string) error {
	var names []string
	for _, c := range root.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	if strings.HasSuffix(word, ".toml") || slices.Contains(games.IDs(), word) {
		return usagef("mancala has no command %q; to play that game, write `mancala play %s`", word, word)
	}
	if near := source.Nearest(word, names); near != "" {
		return usagef("mancala has no command %q; did you mean %q?", word, near)
	}
	return usagef("mancala has no command %q; `mancala help` lists them", word)
}

// ---- exit codes ----

const (
	exitOK       = 0
	exitFindings = 1
	exitUsage    = 2
	exitInternal = 3
	exitBudget   = 4
	exitInterrup = 130
)

// exitCodes documents them; `help exit-codes` is made from it.
var exitCodes = []struct {
	code int
	text string
}{
	{exitOK, "all is well"},
	{exitFindings, "findings: errors in a game file, an illegal move, a record that breaks the rules, a gap in a description, a refuted claim"},
	{exitUsage, "usage: an unknown command, flag, game, variant, answer, position or player"},
	{exitInternal, "a file could not be read or written, or the program is at fault"},
	{exitBudget, "a budget was used up, or a question stayed undecided"},
	{exitInterrup, "interrupted; what was known until then was printed"},
}

// exitError is an error with its exit code. With a nil err nothing is left to
// print: the findings are on the screen already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return "already reported"
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// findings ends with code 1 when everything to say has been printed.
var findings = &exitError{code: exitFindings}

// usagef is a usage error: exit code 2.
func usagef(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// findingf is a finding told by its message alone: exit code 1.
func findingf(format string, args ...any) error {
	return &exitError{exitFindings, fmt.Errorf(format, args...)}
}

// codeOf gives the exit code of an error.
func codeOf(err error) int {
	var exit *exitError
	var gap *interpreter.Gap
	var budget *interpreter.OverBudget
	switch {
	case errors.As(err, &exit):
		return exit.code
	case errors.Is(err, context.Canceled), errors.Is(err, interpreter.ErrStopped):
		return exitInterrup
	case errors.As(err, &gap):
		return exitFindings
	case errors.As(err, &budget):
		return exitBudget
	}
	return exitInternal
}

// report prints an error, the only place that does, and gives its exit code.
func (a *app) report(err error) int {
	code := codeOf(err)
	var exit *exitError
	if errors.As(err, &exit) && exit.err == nil {
		return code
	}
	if errors.Is(err, syscall.EPIPE) { // the reader of our output has gone: nobody to tell
		return code
	}
	style := a.style(a.err)
	if code == exitInterrup {
		fmt.Fprintln(a.err, style.warn("interrupted"))
		return code
	}
	fmt.Fprintf(a.err, "%s %s\n", style.bad("mancala:"), err)
	return code
}

// flagError says what is wrong with a flag in one line.
func flagError(cmd *cobra.Command, err error) error {
	text := err.Error()
	var invalid *pflag.InvalidValueError
	var number *strconv.NumError
	if errors.As(err, &invalid) && errors.As(err, &number) {
		wanted := "a number"
		if strings.HasPrefix(invalid.GetFlag().Value.Type(), "uint") {
			wanted = "a whole number from 0"
		} else if strings.HasPrefix(invalid.GetFlag().Value.Type(), "int") {
			wanted = "a whole number"
		}
		text = fmt.Sprintf("--%s wants %s, this is %q", invalid.GetFlag().Name, wanted, invalid.GetValue())
		if errors.Is(number.Err, strconv.ErrRange) {
			text = fmt.Sprintf("--%s: %s is too large; the largest is %d", invalid.GetFlag().Name, invalid.GetValue(), limitOf(invalid.GetFlag().Value.Type()))
		}
	}
	if name, ok := strings.CutPrefix(text, "unknown flag: --"); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflagFlag) { names = append(names, f.Name) })
		if near := source.Nearest(name, names); near != "" {
			text += fmt.Sprintf("; did you mean --%s?", near)
		}
	}
	return usagef("%s\nRun `%s --help` for usage.", text, cmd.CommandPath())
}

// limitOf is the largest number a flag of a type takes.
func limitOf(kind string) uint64 {
	if strings.HasPrefix(kind, "uint") {
		return math.MaxUint64
	}
	return math.MaxInt64
}

// takes is an argument rule whose failure is a usage error that shows the
// right form. most < 0 means any number.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		problem := "too many arguments"
		if len(args) < least {
			problem = "something is missing"
		}
		return usagef("%s: write `%s`\nRun `%s --help` for usage.", problem, cmd.UseLine(), cmd.CommandPath())
	}
}
