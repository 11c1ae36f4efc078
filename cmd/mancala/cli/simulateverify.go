package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mancala/interpreter/players"
	"mancala/interpreter/simulate"
)

// verifyJSON is what verifying a manifest found.
type verifyJSON struct {
	Cells []verifyCell `json:"cells"`
	OK    bool         `json:"ok"`
}

type verifyCell struct {
	ruleSetJSON
	Players []string `json:"players"`
	Checked uint64   `json:"checked"` // games played again
	Differ  []uint64 `json:"differ"`  // their numbers
	Result  string   `json:"result"`  // same, different, not compared
}

// verifyManifest plays games of a manifest again and compares.
func (a *app) verifyManifest(cmd *cobra.Command, args []string, f *simulateFlags) error {
	if len(args) > 0 {
		return usagef("--verify takes the games from the manifest: leave out %s", strings.Join(args, " "))
	}
	text, err := readFile(f.verify)
	if err != nil {
		return err
	}
	m, err := simulate.ReadManifest(text)
	if err != nil {
		return &exitError{exitInternal, fmt.Errorf("%s: %w", f.verify, err)}
	}
	p, err := a.rebuild(f.verify, m.Plan)
	if err != nil {
		return err
	}
	out := verifyJSON{OK: true}
	for i, c := range p.cells {
		v, err := a.verifyCell(cmd, c, &m.Results[i], f)
		if err != nil {
			return err
		}
		out.OK = out.OK && v.Result != "different"
		out.Cells = append(out.Cells, *v)
	}
	if err := a.writeSameness(p, &out); err != nil {
		return err
	}
	if !out.OK {
		return findings
	}
	return nil
}

// verifyCell plays the digested games of a cell again, or all of them.
func (a *app) verifyCell(cmd *cobra.Command, c *simCell, want *simulate.CellResult, f *simulateFlags) (*verifyCell, error) {
	v := &verifyCell{ruleSetJSON: c.g.ruleSetJSON(), Players: c.setup.Players, Differ: []uint64{}, Result: "same"}
	if slices.ContainsFunc(c.setup.Players, players.Timed) {
		v.Result = "not compared" // moves by the clock
		return v, nil
	}
	e, err := c.g.engines(f.engine)
	if err != nil {
		return nil, err
	}
	defer e.close()
	tell := func() (simulate.Teller, error) { return c.g.executor() }
	o := simulate.Options{Workers: f.workers, Engine: e.open, Tell: tell}
	if f.whole {
		return v, a.verifyWhole(cmd, c, want, o, v)
	}
	c.setup.Watch = 0
	others := simulate.NewTally(c.setup) // all games but those that are digested
	at := uint64(0)
	for _, check := range want.Checks {
		if check.Game > at {
			others.Done = append(others.Done, simulate.Range{From: at, To: check.Game})
		}
		at = check.Game + 1
	}
	o.From = others
	t, err := simulate.Run(cmd.Context(), c.setup, simulate.Range{To: at}, o)
	if err != nil {
		return nil, err
	}
	v.Checked = t.Games
	got := map[uint64]simulate.Check{}
	for _, check := range t.Checks {
		got[check.Game] = check
	}
	for _, check := range want.Checks {
		if got[check.Game] != check {
			v.Differ = append(v.Differ, check.Game)
			v.Result = "different"
		}
	}
	if v.Checked == 0 {
		v.Result = "not compared"
	}
	return v, nil
}

func (a *app) verifyWhole(cmd *cobra.Command, c *simCell, want *simulate.CellResult, o simulate.Options, v *verifyCell) error {
	total := simulate.NewTally(c.setup)
	for _, part := range want.Done {
		t, err := simulate.Run(cmd.Context(), c.setup, part, o)
		if err == nil {
			err = total.Merge(t)
		}
		if err != nil {
			return err
		}
	}
	sum, err := total.Digest()
	if err != nil {
		return err
	}
	v.Checked = total.Games
	if sum != want.Digest {
		v.Result = "different"
	}
	for i, check := range total.Checks {
		if i < len(want.Checks) && want.Checks[i] != check {
			v.Differ = append(v.Differ, check.Game)
		}
	}
	return nil
}

func (a *app) writeSameness(p *planned, out *verifyJSON) error {
	if a.json {
		return a.writeJSON(out)
	}
	s := a.style(a.out)
	for i, v := range out.Cells {
		fmt.Fprintln(a.out, s.dim("rules: "+p.cells[i].g.ruleSet()))
		games := count(v.Checked) + " of " + count(p.plan.Games) + " games of " + strings.Join(v.Players, " against ") + ", seed " + fmt.Sprint(p.plan.Seed)
		switch v.Result {
		case "same":
			fmt.Fprintf(a.out, "%s: %s played again\n", s.good("the same"), games)
		case "different":
			fmt.Fprintf(a.out, "%s: %s played again", s.bad("different"), games)
			if len(v.Differ) > 0 {
				fmt.Fprintf(a.out, "; game %d goes another way", v.Differ[0])
			}
			fmt.Fprintln(a.out)
		default:
			fmt.Fprintf(a.out, "%s: %s\n", s.warn("not compared"), games)
		}
	}
	return nil
}
