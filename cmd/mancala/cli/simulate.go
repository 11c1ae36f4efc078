package cli

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"mancala/interpreter"
	"mancala/interpreter/players"
	"mancala/interpreter/simulate"
)

// simulateFlags are the flags of `simulate`.
type simulateFlags struct {
	games    uint64
	seats    [4]string // South, North, West, East
	seed     uint64
	workers  int
	noSwap   bool
	maxTurns int
	engine   string
	format   string
}

// newSimulateCmd is `simulate`.
func newSimulateCmd(a *app) *cobra.Command {
	f := simulateFlags{}
	cmd := &cobra.Command{
		Use:   "simulate GAME…",
		Short: "Play many games and report what happened",
		Long: `Simulate plays independent games between programs and reports wins with 95 %
intervals, lengths, captures and how games end. The players change seats from
game to game. The same seed gives the same report, byte for byte, on any number
of workers and on either engine. Ctrl-C reports the games played until then.

Players: ` + strings.Join(players.Names(), ", ") + `.`,
		Example: `  mancala simulate hus --games 1000 --seed 1
  mancala simulate oware kalah --games 200 --south greedy --north random
  mancala simulate hawalis --games 500 --json`,
		Args:              takes(1, -1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(a); err != nil {
				return err
			}
			return a.simulate(cmd, args, &f)
		},
	}
	fl := cmd.Flags()
	fl.Uint64Var(&f.games, "games", 1000, "games to play")
	fl.StringVar(&f.seats[0], "south", "random", "who plays South in the first game")
	fl.StringVar(&f.seats[1], "north", "random", "who plays North in the first game")
	fl.StringVar(&f.seats[2], "west", "random", "who plays West, in games for three or four")
	fl.StringVar(&f.seats[3], "east", "random", "who plays East, in games for four")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of the run")
	fl.IntVar(&f.workers, "workers", runtime.NumCPU(), "games played at the same time")
	fl.BoolVar(&f.noSwap, "no-swap", false, "the players keep their seats")
	fl.IntVar(&f.maxTurns, "max-turns", interpreter.DefaultLimits.Plies, "a game is left unfinished after so many turns")
	fl.StringVar(&f.engine, "engine", engineCompiled, "compiled or reference")
	fl.StringVar(&f.format, "format", "text", "text or json")
	_ = cmd.RegisterFlagCompletionFunc("south", completePlayers)
	_ = cmd.RegisterFlagCompletionFunc("north", completePlayers)
	return cmd
}

func completePlayers(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return players.Names(), cobra.ShellCompDirectiveNoFileComp
}

func (f *simulateFlags) check(a *app) error {
	switch {
	case f.games == 0:
		return usagef("--games 0: there is nothing to play; write --games 1000")
	case f.workers < 1:
		return usagef("--workers is at least 1, this is %d", f.workers)
	case f.maxTurns < 1:
		return usagef("--max-turns is at least 1, this is %d", f.maxTurns)
	case f.format != "text" && f.format != "json":
		return usagef("--format is text or json, not %q", f.format)
	}
	if f.format == "json" {
		a.json = true
	}
	return checkEngine(f.engine)
}

// simulationJSON is the report of one game's run with the rules it was played by.
type simulationJSON struct {
	ruleSetJSON
	*simulate.Report
}

func (a *app) simulate(cmd *cobra.Command, args []string, f *simulateFlags) error {
	var reports []simulationJSON
	for i, arg := range args {
		g, err := a.load(arg)
		if err != nil {
			return err
		}
		report, err := a.runGames(cmd, g, f)
		if report == nil {
			return err
		}
		if a.json {
			reports = append(reports, simulationJSON{g.ruleSetJSON(), report})
		} else {
			if i > 0 {
				fmt.Fprintln(a.out)
			}
			a.writeReport(g, report)
		}
		if err != nil { // interrupted: what is known is printed
			return errors.Join(err, a.writeReports(reports))
		}
	}
	return a.writeReports(reports)
}

// writeReports prints the JSON form: one document a game, or a list of several.
func (a *app) writeReports(reports []simulationJSON) error {
	switch len(reports) {
	case 0:
		return nil
	case 1:
		return a.writeJSON(reports[0])
	}
	return a.writeJSON(reports)
}

// runGames plays the games of one rule set. The report is nil if there is
// nothing to report; with an error it holds the games played until then.
func (a *app) runGames(cmd *cobra.Command, g *game, f *simulateFlags) (*simulate.Report, error) {
	names := f.seats[:]
	setup, err := simulate.NewSetup(g.Program, g.Hash, names[:min(g.Program.Players, len(names))], f.seed)
	if err != nil {
		return nil, usagef("%v", err)
	}
	setup.Swap, setup.Plies = !f.noSwap, f.maxTurns
	e, err := g.engines(f.engine)
	if err != nil {
		return nil, err
	}
	defer e.close()
	if e.why != "" {
		fmt.Fprintf(a.err, "%s plays on the reference executor: %s\n", g.Rules.ID, e.why)
	}
	bar := a.progress("games", int64(f.games))
	tally, err := simulate.Run(cmd.Context(), setup, simulate.Range{To: f.games}, simulate.Options{
		Workers: f.workers, Engine: e.open, Progress: func(done uint64) { bar.at(int64(done)) }})
	bar.done()
	if err != nil && (cmd.Context().Err() == nil || tally.Games == 0) {
		return nil, err
	}
	return tally.Report(f.games, f.maxTurns), err
}

// writeReport prints a report as a person reads it.
func (a *app) writeReport(g *game, r *simulate.Report) {
	s, w := a.style(a.out), a.out
	fmt.Fprintln(w, s.head(g.Rules.Name+", "+count(r.Games)+" games, "+strings.Join(r.Players, " against ")+", seed "+fmt.Sprint(r.Seed)))
	fmt.Fprintln(w, s.dim("rules: "+g.ruleSet()))
	if r.Games < r.Wanted {
		fmt.Fprintln(w, s.warn(fmt.Sprintf("interrupted: %s of %s games were played", count(r.Games), count(r.Wanted))))
	}
	fmt.Fprintln(w)
	t := newTable("", ">games", ">share", "95 % interval")
	add := func(name string, i simulate.Interval) {
		t.row(name, count(i.Count), percent(i.Share), percent(i.Low)+" – "+percent(i.High))
	}
	for _, p := range r.Seats {
		add(p.Name+" wins", p.Wins)
	}
	add("draws", r.Draws)
	add("unfinished", r.Open)
	add("met an endless turn", r.Endless)
	if differ(r.Players) {
		for i, p := range r.ByName {
			add(fmt.Sprintf("%s (player %d) wins", p.Name, i+1), p.Wins)
		}
	}
	_ = t.write(w, s)
	if r.Unclear > 0 {
		fmt.Fprintf(w, "%s had a turn over the lap budget: not proved endless\n", plural(int(r.Unclear), "game"))
	}
	a.writeMeasures(w, s, r)
	a.writeEnds(w, s, g, r)
	fmt.Fprintf(w, "\n%s\n%s", s.head("Length of the games in turns"), histogram(&r.Turns.Hist))
}

func (a *app) writeMeasures(w io.Writer, s style, r *simulate.Report) {
	fmt.Fprintln(w)
	t := newTable("a game", ">mean", ">sd", ">least", ">5 %", ">median", ">95 %", ">most")
	add := func(name string, m *simulate.Measure) {
		t.row(name, fmt.Sprintf("%.2f", m.Mean), fmt.Sprintf("%.2f", m.SD), count(m.Min), count(m.P5), count(m.Median), count(m.P95), count(m.Max))
	}
	add("turns", &r.Turns)
	add("laps", &r.Laps)
	add("laps of its longest turn", &r.Longest)
	add("seeds captured", &r.Captured)
	if r.Margin != nil {
		add("margin", r.Margin)
	}
	_ = t.write(w, s)
	fmt.Fprintf(w, "\nA turn has %.2f legal moves, %.2f laps and %.2f seeds sown; %s of turns leave a choice, %s give another turn.\n",
		r.Branching, r.LapsATurn, r.SownATurn, percent(r.Decisions), percent(r.Again))
}

func (a *app) writeEnds(w io.Writer, s style, g *game, r *simulate.Report) {
	fmt.Fprintln(w)
	t := newTable(">games", ">share", "how they ended", "where")
	for _, e := range r.Ends {
		where := fmt.Sprintf("first in game %d", e.First)
		if e.Line > 0 {
			where = fmt.Sprintf("%s:%d", g.File.Name, e.Line)
		}
		t.row(count(e.Games.Count), percent(e.Games.Share), e.Text, where)
	}
	_ = t.write(w, s)
}

func differ(names []string) bool {
	for _, n := range names {
		if n != names[0] {
			return true
		}
	}
	return false
}

func percent(share float64) string { return fmt.Sprintf("%.2f %%", 100*share) }

// histogram draws at most twenty bars of equal width in values.
func histogram(h *simulate.Hist) string {
	bars := h.Bars()
	if len(bars) == 0 {
		return ""
	}
	low, high := bars[0].Value, h.Summary().P95
	const most = 20
	step := max(1, (high-low+most)/most)
	counts := make([]uint64, (high-low)/step+1)
	beyond, top := uint64(0), uint64(0)
	for _, b := range bars {
		if i := (b.Value - low) / step; i < len(counts) {
			counts[i] += b.Count
			top = max(top, counts[i])
		} else {
			beyond += b.Count
		}
	}
	var out strings.Builder
	for i, n := range counts {
		from := low + i*step
		label := fmt.Sprint(from)
		if step > 1 {
			label = fmt.Sprintf("%d–%d", from, from+step-1)
		}
		fmt.Fprintf(&out, "%13s %s\n", label, strings.TrimRight(strings.Repeat("█", int(n*50/max(top, 1)))+" "+count(n), " "))
	}
	if beyond > 0 {
		fmt.Fprintf(&out, "%13s %s\n", "more", count(beyond))
	}
	return out.String()
}
