package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"mancala/interpreter/players"
	"mancala/interpreter/simulate"
)

// job plays the cells of a plan and writes what becomes of it.
type job struct {
	a     *app
	f     *simulateFlags
	plan  *simulate.Plan
	cells []*simCell
	part  simulate.Range
	shard *shardNumber // nil: the whole run

	bar     *progress
	resumed uint64 // games of an earlier run
	before  uint64 // games of this run before the cell being played
	now     int    // the cell being played
	warned  bool   // that a checkpoint could not be written
	sinks   []gameSink
}

// gameSink takes every game in order.
type gameSink interface {
	begin(c *simCell, part simulate.Range) error
	game(c *simCell, g *simulate.Played) error
	flush() error // what was given so far is to be kept
	end() error   // of the cell
}

// prepare does everything that can fail before the first game is played.
func (j *job) prepare() error {
	if j.shard != nil && j.f.output.out == "" {
		j.f.output.out = fmt.Sprintf("%s-%d-of-%d.shard.json", j.cells[0].g.Rules.ID, j.shard.index, j.shard.of)
	}
	if j.f.output.out == "-" && j.f.output.format == "ndjson" {
		return usagef("--out - and --format ndjson both write to standard output")
	}
	for _, file := range []string{notStdout(j.f.output.out), j.f.output.html, j.f.manifest, j.f.checkpoint} {
		if err := canWrite(file); err != nil {
			return err
		}
	}
	for _, c := range j.plan.Cells {
		for _, name := range c.Players {
			if players.Timed(name) {
				j.a.say("%s plays by the clock: these games can't be played again from their seed", name)
			}
		}
	}
	if err := j.resume(); err != nil {
		return err
	}
	if j.f.output.format == "ndjson" {
		j.sinks = append(j.sinks, &lineSink{w: j.a.out, plan: j.plan})
	}
	if j.f.records != "" {
		s, err := newRecordSink(j.f.records)
		if err != nil {
			return err
		}
		j.sinks = append(j.sinks, s)
	}
	return nil
}

// notStdout is the name of a file, "" for standard output.
func notStdout(name string) string {
	if name == "-" {
		return ""
	}
	return name
}

// canWrite finds out early that a file can't be written where it is wanted.
func canWrite(name string) error {
	if name == "" {
		return nil
	}
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return &exitError{exitInternal, fmt.Errorf("%s is a folder, not a file", name)}
	}
	if err == nil && !info.Mode().IsRegular() {
		return nil // a device: only writing tells
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".mancala-*")
	if err != nil {
		return &exitError{exitInternal, fmt.Errorf("%s can't be written: %w", name, cause(err))}
	}
	_ = tmp.Close()
	return os.Remove(tmp.Name())
}

// cause is an error without the name of a file nobody has heard of.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// resume takes over what a checkpoint holds.
func (j *job) resume() error {
	name := j.f.checkpoint
	if name == "" {
		return nil
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return &exitError{exitInternal, fmt.Errorf("checkpoint %s is no regular file: it is to be replaced as a whole", name)}
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(text) == 0 {
		return nil
	}
	if err != nil {
		return &exitError{exitInternal, fmt.Errorf("checkpoint %s: %w", name, cause(err))}
	}
	s, err := simulate.ReadShard(text)
	if err != nil {
		return &exitError{exitInternal, fmt.Errorf("checkpoint %s: %w; remove it to begin again", name, err)}
	}
	what := s.Plan.Differs(j.plan)
	if what == "" && s.Part != j.part {
		what = fmt.Sprintf("games %d to %d, not %d to %d", s.Part.From, s.Part.To, j.part.From, j.part.To)
	}
	if what != "" {
		return usagef("checkpoint %s belongs to another run (%s); remove it or name another", name, what)
	}
	if err := adopt(j.cells, s); err != nil {
		return &exitError{exitInternal, fmt.Errorf("checkpoint %s: %w", name, err)}
	}
	if j.resumed = s.Done(); j.resumed > 0 {
		j.a.say("going on from %s: %s of %s games are counted", name, count(j.resumed), count(s.Wanted()))
	}
	return nil
}

// adopt takes the sums of a shard into the cells.
func adopt(cells []*simCell, s *simulate.Shard) error {
	for i, t := range s.Tallies {
		if t == nil {
			continue
		}
		if err := t.Adopt(cells[i].setup); err != nil {
			return fmt.Errorf("%s: %w", cells[i].g.Rules.ID, err)
		}
		cells[i].tally = t
	}
	return nil
}

// run plays what is still to be played.
func (j *job) run(ctx context.Context) error {
	total := int64(uint64(len(j.cells)) * (j.part.To - j.part.From))
	j.bar = j.a.progress("games", total-int64(j.resumed))
	defer j.bar.done()
	for i, c := range j.cells {
		j.now = i
		if err := j.cell(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// cell plays one cell.
func (j *job) cell(ctx context.Context, c *simCell) error {
	had := uint64(0)
	if c.tally != nil {
		had = c.tally.Games
	}
	if len(j.missing(c)) == 0 {
		return nil
	}
	e, err := c.g.engines(j.f.engine)
	if err != nil {
		return err
	}
	defer e.close()
	if e.why != "" {
		j.a.say("%s plays on the reference executor: %s", c.g.Rules.ID, e.why)
	}
	for _, s := range j.sinks {
		if err := s.begin(c, j.part); err != nil {
			return err
		}
	}
	o := simulate.Options{Workers: j.f.workers, Engine: e.open, From: c.tally,
		Tell:     func() (simulate.Teller, error) { return c.g.executor() },
		Progress: func(done uint64) { j.bar.at(int64(j.before + done - had)) }}
	if len(j.sinks) > 0 {
		o.Each = func(g *simulate.Played) error { return j.give(c, g) }
	}
	if j.f.checkpoint != "" {
		o.Every = j.f.checkpointEvery
		o.Checkpoint = func(t *simulate.Tally) { j.checkpoint(c, t) }
	}
	tally, err := simulate.Run(ctx, c.setup, j.part, o)
	if tally != nil {
		c.tally = tally
		j.before += tally.Games - had
	}
	for _, s := range j.sinks {
		err = errors.Join(err, s.end())
	}
	return err
}

func (j *job) missing(c *simCell) []simulate.Range {
	if c.tally == nil {
		return simulate.Missing(j.part, nil)
	}
	return simulate.Missing(j.part, c.tally.Done)
}

func (j *job) give(c *simCell, g *simulate.Played) error {
	for _, s := range j.sinks {
		if err := s.game(c, g); err != nil {
			return err
		}
	}
	return nil
}

// checkpoint keeps what is counted. A disk that is full now may have room
// later: the run goes on.
func (j *job) checkpoint(c *simCell, t *simulate.Tally) {
	var err error
	for _, s := range j.sinks {
		err = errors.Join(err, s.flush())
	}
	c.tally = t
	if err == nil {
		err = j.writeShard(j.f.checkpoint)
	}
	if err != nil && !j.warned {
		j.warned = true
		j.a.say("the checkpoint can't be written: %v; the games go on", err)
	}
}

// keep writes the checkpoint at the end.
func (j *job) keep() error {
	if j.f.checkpoint == "" {
		return nil
	}
	return j.writeShard(j.f.checkpoint)
}

// finish writes the files and the report. A file that can't be written keeps
// nothing else from being written.
func (j *job) finish() error {
	errs := []error{j.keep()}
	if j.f.output.out != "" {
		errs = append(errs, j.writeShard(j.f.output.out))
	}
	r := &results{a: j.a, plan: j.plan, cells: j.cells, part: j.part, o: &j.f.output}
	switch {
	case j.f.output.out == "-": // the sums take the place of the report
	case j.shard == nil:
		errs = append(errs, r.write(j.a.out))
	default:
		s := j.toShard()
		j.a.say("part %d of %d: %s of %s games in %s", j.shard.index, j.shard.of, count(s.Done()), count(s.Wanted()), j.f.output.out)
	}
	errs = append(errs, r.writePage(), j.writeManifests())
	return errors.Join(errs...)
}

func (j *job) toShard() *simulate.Shard {
	s := &simulate.Shard{Part: j.part, Plan: j.plan}
	for _, c := range j.cells {
		s.Tallies = append(s.Tallies, c.tally)
	}
	return s
}

// results are cells with sums, and how they are to be shown.
type results struct {
	a     *app
	plan  *simulate.Plan
	cells []*simCell
	part  simulate.Range
	o     *outputFlags
}

// write prints the report in the format asked for.
func (r *results) write(w io.Writer) error {
	switch {
	case r.o.format == "ndjson": // printed game by game
		return nil
	case r.o.format == "json":
		return r.writeJSON()
	case r.o.format == "csv":
		return r.writeCSV(w)
	case r.plan.Layout == "rows":
		return r.writeRows()
	}
	shown := 0
	for _, c := range r.known() {
		if shown > 0 {
			fmt.Fprintln(w)
		}
		r.a.writeReport(c.g, c.report(r.plan), r.o.details)
		shown++
	}
	return nil
}

// known are the cells of which something is known.
func (r *results) known() []*simCell {
	var out []*simCell
	for _, c := range r.cells {
		if c.tally != nil && c.tally.Games > 0 {
			out = append(out, c)
		}
	}
	return out
}

func (c *simCell) report(p *simulate.Plan) *simulate.Report { return c.tally.Report(p.Games, p.Turns) }

// simulationJSON is the report of one game's run with the rules it was played by.
type simulationJSON struct {
	ruleSetJSON
	*simulate.Report
}

// writeJSON prints one document for one cell, a list for several games, and
// rows with the strengths of the players for a sweep or round robin.
func (r *results) writeJSON() error {
	var reports []simulationJSON
	for _, c := range r.known() {
		reports = append(reports, simulationJSON{c.g.ruleSetJSON(), c.report(r.plan)})
	}
	switch {
	case r.plan.Layout == "rows":
		return r.writeRowsJSON(reports)
	case len(r.cells) > 1:
		if reports == nil {
			reports = []simulationJSON{}
		}
		return r.a.writeJSON(reports)
	case len(reports) == 0: // interrupted before the first game was over
		c := r.cells[0]
		c.tally = simulate.NewTally(c.setup)
		reports = append(reports, simulationJSON{c.g.ruleSetJSON(), c.report(r.plan)})
	}
	return r.a.writeJSON(reports[0])
}
