package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"mancala/interpreter/verify"
)

// verifyFlags bound a verification.
type verifyFlags struct {
	games   int
	nodes   int
	seconds float64
	only    []string
	html    string
}

// newVerifyCmd is `verify`.
func newVerifyCmd(a *app) *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify GAME…",
		Short: "What a description claims, and what of it holds",
		Long: `Verify tries every piece of evidence a file quotes (facts, worked examples,
recorded games, puzzles, counts, figures) under its rules, and again under all
combinations of answers to its open questions: which answers a claim needs, which
the evidence rules out, which claims can't hold together, and, where no evidence
decides, the shortest line of play to ask about. It lists what each source says
and where they differ, and looks for positions the rules are silent about, turns
that never end, positions that come back, seeds made or lost, seats that never
win and rules that never act, each with a line that shows it. What is proved is
told apart from what was searched. --html writes one self-contained page with the
boards drawn.

  holds            the claim is so
  refuted          it is not; the line says what was found instead
  undecided        the budget was used up
  needs an answer  the rules are silent where the claim has to be tried, or the
                   verdict hangs on a question the file leaves open

Several games are verified at once, on all processors. Interrupted, it prints
what is known and exits with 130; else with 1 if a claim is refuted, with 4 if
one is undecided.`,
		Example: `  mancala verify hus --games 200
  mancala verify kalah --answer empty-capture=no --games 200
  mancala verify hawalis --only endless-10 --json
  mancala verify njombwa --games 20 --html njombwa.html`,
		Args:              takes(1, -1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.games < 0 || f.nodes < 1 || !(f.seconds >= 0) {
				return usagef("--games and --seconds are not below zero, --nodes is above")
			}
			if f.html != "" && len(args) > 1 {
				return usagef("--html writes the page of one game, these are %d", len(args))
			}
			if f.html == "-" && a.json {
				return usagef("--html - and --json both write to standard output")
			}
			if err := spare(args, f.html); err != nil {
				return err
			}
			return a.verify(cmd.Context(), args, f)
		},
	}
	cmd.Flags().IntVar(&f.games, "games", 300, "random games in which gaps are looked for; 0 = none")
	cmd.Flags().IntVar(&f.nodes, "nodes", 200_000, "positions that one search may visit")
	cmd.Flags().Float64Var(&f.seconds, "seconds", 0, "time for one claim; 0 = no limit but the other budgets")
	cmd.Flags().StringSliceVar(&f.only, "only", nil, "only these claims; no questions, no gaps")
	cmd.Flags().StringVar(&f.html, "html", "", "write the page of one game as HTML to this file, boards drawn; - for standard output")
	return cmd
}

// verified is the page on one game.
type verified struct {
	ruleSetJSON
	Evidence  []verify.Verdict  `json:"evidence"`
	Matrix    *verify.Matrix    `json:"combinations,omitempty"`
	Questions []verify.Decision `json:"questions"`
	Sources   *verify.Sources   `json:"sources,omitempty"`
	Survey    *verify.Survey    `json:"survey,omitempty"`
	Complete  bool              `json:"complete"`
	names     string
	html      []byte
}

// verify fills the pages of all games, two at a time or as many as there are
// processors, and prints them in the order of the arguments. After an
// interruption it prints what is known of every game that was begun.
func (a *app) verify(ctx context.Context, args []string, f verifyFlags) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := a.newVerifyProgress(args)
	results := a.verifyAll(ctx, args, f, p)
	var worst error
	pages := []*verified{}
	for _, done := range results {
		r := <-done
		if r.page == nil {
			if worst == nil || codeOf(r.err) != exitInterrup {
				worst = r.err
			}
			if codeOf(r.err) != exitInterrup { // a wrong argument: the rest is not wanted
				cancel()
				p.done()
				return r.err
			}
			continue
		}
		pages = append(pages, r.page)
		if f.html != "" {
			p.clear()
			if err := a.writePage(f.html, r.page); err != nil {
				return err
			}
		} else if !a.json {
			p.clear()
			if err := a.writeVerified(r.page); err != nil {
				return err
			}
		}
		switch {
		case r.err != nil:
			worst = r.err
		case codeOf(worst) != exitInterrup || worst == nil:
			worst = worse(worst, r.page)
		}
	}
	p.done()
	if a.json {
		var doc any = pages
		if len(args) == 1 && len(pages) == 1 {
			doc = pages[0]
		}
		if err := a.writeJSON(doc); err != nil {
			return err
		}
	}
	return worst
}

// writePage writes the HTML page of a game.
func (a *app) writePage(file string, p *verified) error {
	if file == "-" {
		_, err := a.out.Write(p.html)
		return err
	}
	if err := save(file, p.html); err != nil {
		return err
	}
	fmt.Fprintf(a.err, "%s: %s\n", file, plural(len(p.Evidence), "claim"))
	return nil
}

// verifyResult is what became of one game: a page with an error is a part.
type verifyResult struct {
	page *verified
	err  error
}

// verifyAll starts the work and gives a channel a game, in the order of args.
func (a *app) verifyAll(ctx context.Context, args []string, f verifyFlags, p *verifyProgress) []chan verifyResult {
	results := make([]chan verifyResult, len(args))
	for i := range results {
		results[i] = make(chan verifyResult, 1)
	}
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(args)) {
		go func() {
			for i := next.Add(1) - 1; i < int64(len(args)); i = next.Add(1) - 1 {
				if err := ctx.Err(); err != nil {
					results[i] <- verifyResult{nil, err}
					continue
				}
				page, err := a.verifyGame(ctx, args[i], f, p)
				p.finished()
				results[i] <- verifyResult{page, err}
			}
		}()
	}
	return results
}

// verifyProgress counts games where there are several, steps of one otherwise.
type verifyProgress struct {
	*progress
	games bool
	count atomic.Int64
}

func (a *app) newVerifyProgress(args []string) *verifyProgress {
	if len(args) > 1 {
		return &verifyProgress{progress: a.progress("games", int64(len(args))), games: true}
	}
	return &verifyProgress{progress: a.progress("steps", 0)}
}

// step tells what is being done in a game.
func (p *verifyProgress) step(game, what string) {
	n := p.count.Load()
	if p.games {
		p.about("games, now " + game + ": " + what)
	} else {
		n = p.count.Add(1)
		p.about("steps, now " + what)
	}
	p.at(n)
}

func (p *verifyProgress) finished() {
	if p.games {
		p.at(p.count.Add(1))
	}
}

// worse is the exit code after one more page: refuted, then undecided.
func worse(worst error, page *verified) error {
	for _, v := range page.Evidence {
		switch v.Word {
		case verify.Refuted:
			return findings
		case verify.Undecided:
			if worst == nil {
				worst = &exitError{code: exitBudget}
			}
		}
	}
	return worst
}

// verifyGame fills a page; after an interruption it holds what is known.
func (a *app) verifyGame(ctx context.Context, arg string, f verifyFlags, p *verifyProgress) (*verified, error) {
	g, err := a.load(arg)
	if err != nil {
		return nil, err
	}
	choice, err := a.choice.choice()
	if err != nil {
		return nil, err
	}
	v := &verify.Verifier{
		File: g.File, Arg: arg, Choice: choice,
		Budget:   verify.Budget{Nodes: f.nodes, Time: time.Duration(f.seconds * float64(time.Second)), Games: f.games, Told: f.games / 10},
		Progress: func(what string) { p.step(arg, what) },
	}
	v.Open = beside(arg)
	defer v.Close()
	page := &verified{ruleSetJSON: g.ruleSetJSON(), names: g.ruleSet(), Evidence: []verify.Verdict{}, Questions: []verify.Decision{}}
	if len(f.only) > 0 {
		page.Evidence, err = a.verifyOnly(ctx, v, f.only)
		if codeOf(err) == exitUsage {
			return nil, err
		}
	} else {
		err = a.verifyAllOf(ctx, v, f, page)
	}
	page.Complete = err == nil
	if f.html != "" {
		var herr error
		if page.html, herr = htmlOf(context.WithoutCancel(ctx), g, v, page); herr != nil {
			return nil, herr
		}
	}
	return page, err
}

// verifyAllOf fills a page in the order in which it is read.
func (a *app) verifyAllOf(ctx context.Context, v *verify.Verifier, f verifyFlags, page *verified) (err error) {
	if page.Sources, err = v.Sources(); err != nil {
		return err
	}
	if page.Evidence, err = v.Evidence(ctx); err != nil {
		return err
	}
	if err = a.verifyQuestions(ctx, v, page); err != nil {
		return err
	}
	if f.games > 0 {
		page.Survey, err = v.Survey(ctx)
	}
	return err
}

// beside reads files that a game file names, from the directory it lies in; nil
// for a game that is no file.
func beside(arg string) func(name string) ([]byte, error) {
	if _, err := os.Stat(arg); err != nil || !isPath(arg) {
		return nil
	}
	dir := filepath.Dir(arg)
	return func(name string) ([]byte, error) { return readFile(filepath.Join(dir, name)) }
}

func (a *app) verifyOnly(ctx context.Context, v *verify.Verifier, only []string) ([]verify.Verdict, error) {
	base, err := v.Base()
	if err != nil {
		return nil, err
	}
	out := []verify.Verdict{}
	for _, id := range only {
		found := false
		for i := range base.Game.Evidence {
			if e := &base.Game.Evidence[i]; e.ID == id {
				found = true
				verdict, err := v.Try(ctx, e, v.Choice)
				if err != nil {
					return out, err
				}
				out = append(out, verdict)
			}
		}
		if !found {
			var ids []string
			for _, e := range base.Game.Evidence {
				ids = append(ids, e.ID)
			}
			return out, usagef("no evidence %q in %s; it has %s", id, v.Arg, strings.Join(ids, ", "))
		}
	}
	return out, nil
}

// writeVerified prints the page.
func (a *app) writeVerified(p *verified) error {
	style := a.style(a.out)
	fmt.Fprintln(a.out, style.dim("rules: "+p.names))
	fmt.Fprintln(a.out)
	if len(p.Evidence) == 0 {
		fmt.Fprintln(a.out, "The file quotes no evidence.")
	} else {
		t := newTable("claim", "kind", "source", "verdict", "why")
		for _, v := range p.Evidence {
			t.row(v.Evidence, v.Kind, strings.Join(v.Sources, ", "), string(v.Word), shortened(v.Why, 110))
		}
		if err := t.write(a.out, style); err != nil {
			return err
		}
	}
	for _, v := range p.Evidence {
		if v.Word != verify.Holds {
			fmt.Fprintf(a.out, "\n%s (line %d): %s. %s\n  %s\n", style.head(v.Evidence), v.Line, v.Word, v.Why, style.dim(v.Command))
		}
	}
	a.writeQuestions(p)
	a.writeSources(p.Sources)
	a.writeSurvey(p.Survey)
	if !p.Complete {
		fmt.Fprintln(a.out, "\nInterrupted: this is what was known.")
	}
	fmt.Fprintln(a.out)
	return nil
}

func shortened(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
