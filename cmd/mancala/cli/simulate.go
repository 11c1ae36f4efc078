package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"mancala/interpreter"
	"mancala/interpreter/players"
	"mancala/interpreter/simulate"
)

// simulate is several files:
//
//	simulate.go       the command and its flags
//	simulateplan.go   flags → plan → cells ready to be played
//	simulatesweep.go  --sweep; simulateshard.go  --shard and job arrays
//	simulaterun.go    playing the cells: progress, checkpoints, interrupts
//	simulatefiles.go  shards, checkpoints, manifests, records
//	simulatetext.go   a report as a person reads it
//	simulaterows.go   a row a cell: sweeps, round robins, CSV
//	simulatepage.go   a page with charts
//	simulateverify.go --verify; simulateemit.go  --emit
//	merge.go          the command that puts shards together

// simulateFlags are the flags of `simulate`.
type simulateFlags struct {
	games    uint64
	seats    [4]string // South, North, West, East
	players  []string
	time     time.Duration
	seed     uint64
	noSwap   bool
	begins   string
	maxTurns int
	rounds   int
	watch    int64
	sweeps   []string

	workers int
	engine  string

	output  outputFlags
	records string

	shard           string
	shards          int
	checkpoint      string
	checkpointEvery time.Duration
	manifest        string
	verify          string
	whole           bool
	emit            string
}

// outputFlags say how a report is written; `merge` has them, too.
type outputFlags struct {
	format  string
	details bool
	out     string
	html    string
}

const simulateLong = `Simulate plays independent games between programs and reports wins with 95 %
intervals, lengths, captures, leads, the rules that acted and how games end. The
players change seats from game to game. The same seed gives the same report, byte
for byte, on any number of workers, on either engine, and from any number of
shards put together again. Ctrl-C reports the games played until then.

The first games are told step by step for what only the explaining executor
sees: rules used, holes, leads (--watch; by default one of four thousand games,
at least 100 and at most 500).

Several rule sets or pairings at once, a row each:
  --sweep columns=8..12   values of a parameter, in its own steps; or =8,12,16
  --sweep answer:outer    every answer to a question
  --sweep variant         the base rules and every variant
  --players A,B,C         every pairing of these players, with Elo

Long runs: --checkpoint FILE keeps what is counted in a file that is replaced
as a whole; the same command goes on from it after a crash. Many machines:
--shard I/N, I from 0, plays the I-th of N parts and writes it to --out; merge
puts the parts together. In a Slurm array or an indexed Kubernetes job (there
with --shards N) the part is found by itself; --emit writes the job file.

Players: `

// newSimulateCmd is `simulate`.
func newSimulateCmd(a *app) *cobra.Command {
	f := simulateFlags{}
	cmd := &cobra.Command{
		Use:   "simulate GAME…",
		Short: "Play many games and report what happened",
		Long:  simulateLong + players.List() + ".",
		Example: `  mancala simulate hus --games 1000 --seed 1
  mancala simulate oware kalah --games 200 --south greedy --north random
  mancala simulate hus --games 200 --sweep columns=8,12 --sweep answer:outer
  mancala simulate kalah --games 100 --players random,greedy,first
  mancala simulate kalah --games 500 --begins each --details
  mancala simulate kalah --games 500 --shard 0/2 --out part.json
  mancala simulate hawalis --games 500 --json`,
		Args:              takes(0, -1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(a); err != nil {
				return err
			}
			if err := spare(append([]string{f.verify}, args...), f.output.out, f.output.html, f.manifest, f.checkpoint); err != nil {
				return err
			}
			switch {
			case f.verify != "":
				return a.verifyManifest(cmd, args, &f)
			case len(args) == 0:
				return takes(1, -1)(cmd, args)
			case f.emit != "":
				return a.emit(cmd, args, &f)
			}
			return a.simulate(cmd, args, &f)
		},
	}
	f.register(cmd)
	return cmd
}

// register declares the flags.
func (f *simulateFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.Uint64Var(&f.games, "games", 1000, "games to play, of every rule set and pairing")
	fl.StringVar(&f.seats[0], "south", "random", "who plays South in the first game")
	fl.StringVar(&f.seats[1], "north", "random", "who plays North in the first game")
	fl.StringVar(&f.seats[2], "west", "random", "who plays West, in games for three or four")
	fl.StringVar(&f.seats[3], "east", "random", "who plays East, in games for four")
	fl.StringSliceVar(&f.players, "players", nil, "every pairing of these players: random,greedy,mcts:100")
	fl.DurationVar(&f.time, "time", 0, "time for a move of players that search, besides their own limit; such games can't be repeated")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of the run")
	fl.BoolVar(&f.noSwap, "no-swap", false, "the players keep their seats")
	fl.StringVar(&f.begins, "begins", "", "who begins: south, north, … or each in turn; otherwise as the file says")
	fl.IntVar(&f.rounds, "rounds", defaultRounds, "a match is left unfinished after so many rounds; 0: no limit")
	fl.IntVar(&f.maxTurns, "max-turns", interpreter.DefaultLimits.Plies, "a game is left unfinished after so many turns")
	fl.Int64Var(&f.watch, "watch", -1, "tell so many of the first games step by step; -1: by the number of games")
	fl.StringArrayVar(&f.sweeps, "sweep", nil, "several rule sets: PARAMETER=8..12, answer:QUESTION or variant; may be given again")
	fl.IntVar(&f.workers, "workers", runtime.NumCPU(), "games played at the same time")
	fl.StringVar(&f.engine, "engine", engineCompiled, "compiled or reference")
	f.output.register(cmd, "text, json, csv or ndjson (a line a game)")
	fl.StringVar(&f.records, "records", "", "write every game as a record into this folder")
	fl.StringVar(&f.shard, "shard", "", "play part I of N, I from 0: 0/4; none: the whole run even in a job array")
	fl.IntVar(&f.shards, "shards", 0, "number of parts, where the part is found by itself or for --emit")
	fl.StringVar(&f.checkpoint, "checkpoint", "", "keep what is counted in this file, and go on from it")
	fl.DurationVar(&f.checkpointEvery, "checkpoint-every", 10*time.Second, "how often the checkpoint is written")
	fl.StringVar(&f.manifest, "manifest", "", "write what was played, by which program, and digests of the results to this file")
	fl.StringVar(&f.verify, "verify", "", "play a sample of the games of a manifest or shard again and compare")
	fl.BoolVar(&f.whole, "whole", false, "with --verify: play all games again")
	fl.StringVar(&f.emit, "emit", "", "print a job file that plays this run in --shards parts: slurm or k8s")
	for _, seat := range []string{"south", "north", "west", "east", "players"} {
		_ = cmd.RegisterFlagCompletionFunc(seat, completePlayers)
	}
}

func (o *outputFlags) register(cmd *cobra.Command, formats string) {
	fl := cmd.Flags()
	fl.StringVar(&o.format, "format", "text", formats)
	fl.BoolVar(&o.details, "details", false, "also every rule with its use, and what happened at each hole")
	fl.StringVar(&o.out, "out", "", "write the sums to this file, for merge; - is stdout")
	fl.StringVar(&o.html, "html", "", "write the report as a page with charts to this file")
}

func completePlayers(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return players.Names(), cobra.ShellCompDirectiveNoFileComp
}

func (f *simulateFlags) check(a *app) error {
	switch {
	case f.games == 0:
		return usagef("--games 0: there is nothing to play; write --games 1000")
	case f.games > 1<<48:
		return usagef("--games %d: more than anybody can play", f.games)
	case f.workers < 1:
		return usagef("--workers is at least 1, this is %d", f.workers)
	case f.workers > 4096:
		return usagef("--workers is at most 4096, this is %d", f.workers)
	case f.rounds < 0 || f.rounds > 1<<30:
		return usagef("--rounds is 0 to %d, this is %d", 1<<30, f.rounds)
	case f.maxTurns < 1:
		return usagef("--max-turns is at least 1, this is %d", f.maxTurns)
	case f.maxTurns > 1<<30:
		return usagef("--max-turns is at most %d, this is %d", 1<<30, f.maxTurns)
	case f.time < 0:
		return usagef("--time is a time such as 2s, this is %s", f.time)
	case f.checkpointEvery < 0:
		return usagef("--checkpoint-every is a time such as 10s, this is %s", f.checkpointEvery)
	case f.watch < -1:
		return usagef("--watch is a number of games, or -1, this is %d", f.watch)
	case f.shards < 0:
		return usagef("--shards is at least 1, this is %d", f.shards)
	case f.emit != "" && f.emit != "slurm" && f.emit != "k8s":
		return usagef("--emit is slurm or k8s, not %q", f.emit)
	case f.whole && f.verify == "":
		return usagef("--whole goes with --verify MANIFEST")
	}
	if err := f.output.check(a, "text", "json", "csv", "ndjson"); err != nil {
		return err
	}
	return checkEngine(f.engine)
}

// check refuses an unknown format; --json is a short form of one.
func (o *outputFlags) check(a *app, formats ...string) error {
	if a.json && o.format == "text" {
		o.format = "json"
	}
	for _, f := range formats {
		if f == o.format {
			a.json = f == "json"
			return nil
		}
	}
	if o.format == "ndjson" {
		return usagef("--format ndjson is a line a game, and shards hold sums: write it when the shards are played")
	}
	list := formats[0]
	for i, f := range formats[1:] {
		sep := ", "
		if i == len(formats)-2 {
			sep = " or "
		}
		list += sep + f
	}
	return usagef("--format is %s, not %q", list, o.format)
}

// simulate plans, plays and reports.
func (a *app) simulate(cmd *cobra.Command, args []string, f *simulateFlags) error {
	p, err := a.plan(args, f)
	if err != nil {
		return err
	}
	j := &job{a: a, plan: p.plan, cells: p.cells, part: simulate.Range{To: f.games}, f: f}
	if j.shard, err = f.shardOf(); err != nil {
		return err
	}
	if j.shard != nil {
		j.part = simulate.Part(f.games, j.shard.index, j.shard.of)
	}
	if err := j.prepare(); err != nil {
		return err
	}
	interrupted := j.run(cmd.Context())
	if interrupted != nil && !isInterrupt(interrupted) && j.toShard().Done() == 0 {
		return interrupted
	}
	// Interrupted or stopped by a full disk: what is counted is reported.
	if err := j.finish(); err != nil {
		return errors.Join(interrupted, err)
	}
	return interrupted
}

func isInterrupt(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, interpreter.ErrStopped)
}

// say tells a person something on stderr.
func (a *app) say(format string, args ...any) { fmt.Fprintf(a.err, format+"\n", args...) }
