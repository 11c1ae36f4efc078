package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"mancala/interpreter/simulate"
)

// newMergeCmd is `merge`.
func newMergeCmd(a *app) *cobra.Command {
	o := outputFlags{}
	part := false
	cmd := &cobra.Command{
		Use:   "merge FILE…",
		Short: "Put the shards of a simulation together",
		Long: `Merge reads the files that simulate --shard and --out write, checks that they are
parts of one run (program, rules, players, seed, games), that no game is missing
and none counted twice, and prints what one run of all games prints, byte for
byte. The same file given twice counts once. With --partial, what is missing may
be missing, and the report says so.

A file that is damaged or cut off ends it with exit code 3, parts that don't
belong together, overlap or leave out games with exit code 1.`,
		Example: `  mancala merge part-0.json part-1.json
  mancala merge part-0.json part-1.json --format csv
  mancala merge part-0.json --partial --json`,
		Args: takes(1, -1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := o.check(a, "text", "json", "csv"); err != nil {
				return err
			}
			if err := spare(args, o.out, o.html); err != nil {
				return err
			}
			return a.merge(args, &o, part)
		},
	}
	o.register(cmd, "text, json or csv")
	cmd.Flags().BoolVar(&part, "partial", false, "games may be missing")
	return cmd
}

// merge puts shards together and reports.
func (a *app) merge(files []string, o *outputFlags, partial bool) error {
	m := &merger{a: a, seen: map[string]string{}}
	for _, name := range files {
		if err := m.add(name); err != nil {
			return err
		}
	}
	whole := simulate.Range{To: m.planned.plan.Games}
	if err := m.missing(files, whole); err != nil && !partial {
		return err
	}
	r := &results{a: a, plan: m.planned.plan, cells: m.planned.cells, part: whole, o: o}
	errs := []error{r.writePage()}
	if o.out != "-" { // else the sums take the place of the report
		errs = append(errs, r.write(a.out))
	}
	if o.out != "" {
		j := &job{a: a, plan: r.plan, cells: r.cells, part: whole}
		errs = append(errs, j.writeShard(o.out))
	}
	return errors.Join(errs...)
}

// merger puts shards together one by one.
type merger struct {
	a       *app
	first   string // the file the plan is from
	planned *planned
	seen    map[string]string // content → file
}

func (m *merger) add(name string) error {
	text, err := readShardFile(name)
	if err != nil {
		return &exitError{exitInternal, err}
	}
	s, err := simulate.ReadShard(text)
	if err != nil {
		return &exitError{exitInternal, fmt.Errorf("%s: %w", name, err)}
	}
	if same, twice := m.seen[string(text[max(0, len(text)-100):])]; twice {
		m.a.say("%s and %s are the same; counted once", same, name)
		return nil
	}
	m.seen[string(text[max(0, len(text)-100):])] = name
	if m.planned == nil {
		m.first = name
		if m.planned, err = m.a.rebuild(name, s.Plan); err != nil {
			return err
		}
	} else if what := s.Plan.Differs(m.planned.plan); what != "" {
		return findingf("%s is no part of the run that %s is of: %s", name, m.first, what)
	}
	for i, t := range s.Tallies {
		if t == nil {
			continue
		}
		c := m.planned.cells[i]
		if err := t.Adopt(c.setup); err != nil {
			return &exitError{exitInternal, fmt.Errorf("%s: %w", name, err)}
		}
		if c.tally == nil {
			c.tally = simulate.NewTally(c.setup)
		}
		if err := c.tally.Merge(t); err != nil {
			return findingf("%s overlaps with the files before it: %v", name, err)
		}
	}
	return nil
}

// maxShard bounds what is read of a shard, in bytes: a sweep of thousands of
// rows has some tens of megabytes.
const maxShard = 1 << 30

func readShardFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: there is no such file", name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxShard+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	if len(text) > maxShard {
		return nil, fmt.Errorf("%s is larger than %d MB", name, maxShard>>20)
	}
	return text, nil
}

// missing says which games nobody counted.
func (m *merger) missing(files []string, whole simulate.Range) error {
	for _, c := range m.planned.cells {
		var done []simulate.Range
		if c.tally != nil {
			done = c.tally.Done
		}
		gaps := simulate.Missing(whole, done)
		if len(gaps) == 0 {
			continue
		}
		var list []string
		for i, g := range gaps {
			if i == 4 {
				list = append(list, "…")
				break
			}
			list = append(list, fmt.Sprintf("%d to %d", g.From, g.To-1))
		}
		what := c.g.Rules.ID
		if len(m.planned.cells) > 1 {
			what += " (" + strings.Join(append(c.vary, strings.Join(c.setup.Players, " against ")), ", ") + ")"
		}
		return findingf("of %d games of %s some are in none of the %s: games %s; add the missing parts, or --partial",
			whole.To, what, plural(len(files), "file"), strings.Join(list, ", "))
	}
	return nil
}
