package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"mancala/interpreter/record"
)

// newRefereeCmd is `referee`.
func newRefereeCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "referee GAME RECORD",
		Short: "Replay recorded games and check everything they state",
		Long: `Referee replays records (text with tags, or JSON lines; - is standard input) by
the rules of GAME. It checks whatever a record states: whose turn it is, that the
move is legal, the list of legal moves, the position after it, captures, laps,
result. It names the first wrong move of each record and the rule against it.`,
		Example: `  mancala referee oware game.jsonl
  mancala referee kalah - --answer empty-capture=yes`,
		Args: takes(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			var text []byte
			if args[1] == "-" {
				text, err = a.readStdin("a record")
			} else {
				text, err = readFile(args[1])
			}
			if err != nil {
				return err
			}
			return a.referee(g, args[1], text)
		},
	}
}

// refereeJSON is the verdict on one record.
type refereeJSON struct {
	Record   int      `json:"record"`
	Plies    int      `json:"plies"`
	OK       bool     `json:"ok"`
	Findings []string `json:"findings"`
	Notes    []string `json:"notes"`
	Result   string   `json:"result"`
}

func (a *app) referee(g *game, name string, text []byte) error {
	records, err := record.Read(text)
	if err != nil {
		return findingf("%s: %v", name, err)
	}
	if len(records) == 0 {
		return findingf("%s: there is no record in it", name)
	}
	bad := 0
	var out []refereeJSON
	for i, r := range records {
		x, err := g.executor()
		if err != nil {
			return err
		}
		rep, err := record.Referee(x, r)
		if err != nil {
			return fmt.Errorf("record %d: %w", i+1, err)
		}
		v := refereeJSON{Record: i + 1, Plies: rep.Plies, OK: rep.OK(), Findings: []string{}, Notes: []string{}, Result: outcomeLetter(rep.Outcome)}
		for _, f := range rep.Findings {
			v.Findings = append(v.Findings, f.String())
		}
		for _, f := range rep.Notes {
			v.Notes = append(v.Notes, f.String())
		}
		if !v.OK {
			bad++
		}
		out = append(out, v)
	}
	if err := a.writeVerdicts(g, name, out); err != nil {
		return err
	}
	if bad > 0 {
		return findings
	}
	return nil
}

func (a *app) writeVerdicts(g *game, name string, out []refereeJSON) error {
	if a.json {
		return a.writeJSON(struct {
			ruleSetJSON
			Records []refereeJSON `json:"records"`
		}{g.ruleSetJSON(), out})
	}
	s := a.style(a.out)
	fmt.Fprintln(a.out, s.dim("rules: "+g.ruleSet()))
	for _, v := range out {
		verdict := s.good("holds")
		if !v.OK {
			verdict = s.bad("breaks the rules")
		}
		fmt.Fprintf(a.out, "%s, record %d: %s after %s, result %s\n", name, v.Record, verdict, plural(v.Plies, "move"), v.Result)
		for _, f := range v.Findings {
			fmt.Fprintf(a.out, "  %s\n", f)
		}
		for _, f := range v.Notes {
			fmt.Fprintf(a.out, "  note: %s\n", f)
		}
	}
	return nil
}
