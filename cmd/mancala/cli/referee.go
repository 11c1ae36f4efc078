package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"mancala/dsl"
	"mancala/interpreter/record"
)

// newRefereeCmd is `referee`.
func newRefereeCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "referee GAME RECORD…",
		Short: "Replay recorded games and check everything they state",
		Long: `Referee replays records (text with tags, or JSON lines; - is standard input, a
folder stands for the .jsonl and .txt files in it) by the rules of GAME. It checks whatever a record states: game, variant, answers,
parameters and start at its head; for every move its number, whose turn it is,
that it is legal, the list of legal moves, the position after it, captures and
laps; and result, score and reason at the end. It names the first wrong move of
each record and the rule against it. Where the command line leaves the choice of
rules open, a record is judged by the variant, answers and parameters it states.

In the records of other programs (by) some ways of telling a game are read, too, and noted: the board
before the last seeds are taken, no stores, choices of a move in lines of their own, moves that had to be
played joined to the one before, passes after the end or for giving up, and arrows that mean the sense
of the sowing or nothing.`,
		Example: `  mancala referee oware game.jsonl
  mancala referee kalah - --answer empty-capture=yes`,
		Args: takes(2, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			names, err := recordFiles(args[1:])
			if err != nil {
				return err
			}
			return a.referee(g, names)
		},
	}
}

// recordFiles are the files named, and those in the folders named.
func recordFiles(args []string) ([]string, error) {
	var out []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err != nil || !info.IsDir() {
			out = append(out, arg)
			continue
		}
		before := len(out)
		for _, pattern := range []string{"*.jsonl", "*.txt"} {
			files, _ := filepath.Glob(filepath.Join(arg, pattern))
			out = append(out, files...)
		}
		if len(out) == before {
			return nil, usagef("%s: no records (.jsonl, .txt) there", arg)
		}
	}
	return out, nil
}

// records reads the records of a file, "-" for stdin. A file that is none is a finding.
func (a *app) records(name string) (string, []*record.Record, error) {
	var text []byte
	var err error
	if name == "-" {
		name = "stdin"
		text, err = a.readStdin("a record")
	} else {
		text, err = readFile(name)
	}
	if err != nil {
		return name, nil, err
	}
	records, err := record.Read(text)
	if err != nil {
		return name, nil, findingf("%s: %v", name, err)
	}
	if len(records) == 0 {
		return name, nil, findingf("%s: there is no record in it", name)
	}
	return name, records, nil
}

// refereeJSON is the verdict on one record.
type refereeJSON struct {
	File     string       `json:"file"`
	Record   int          `json:"record"`
	Plies    int          `json:"plies"`
	OK       bool         `json:"ok"`
	Findings []string     `json:"findings"`
	Notes    []string     `json:"notes"`
	Result   string       `json:"result"`
	Rules    *ruleSetJSON `json:"rule_set,omitempty"` // where the record chose other rules than the command line
	text     string       // these rules in words
}

func (a *app) referee(g *game, names []string) error {
	bad := 0
	var out []refereeJSON
	sets := map[string]*game{}
	for _, name := range names {
		name, records, err := a.records(name)
		if err != nil {
			return err
		}
		for i, r := range records {
			v, err := a.verdict(g, r, sets)
			if err != nil {
				return fmt.Errorf("%s, record %d: %w", name, i+1, err)
			}
			v.File, v.Record = name, i+1
			if !v.OK {
				bad++
			}
			out = append(out, *v)
		}
	}
	if err := a.writeVerdicts(g, out); err != nil {
		return err
	}
	if bad > 0 {
		return findings
	}
	return nil
}

// verdict judges one record; sets keeps the rule sets that records chose.
func (a *app) verdict(g *game, r *record.Record, sets map[string]*game) (*refereeJSON, error) {
	v := &refereeJSON{Findings: []string{}, Notes: []string{}, Result: outcomeLetter(nil)}
	set, wrong, err := a.rulesOf(g, r, sets)
	if err != nil {
		return nil, err
	}
	if set == nil {
		for _, text := range wrong {
			v.Findings = append(v.Findings, fmt.Sprintf("line %d: %s", max(r.At, 1), text))
		}
		return v, nil
	}
	if set != g {
		is := set.ruleSetJSON()
		v.Rules, v.text = &is, set.ruleSet()
	}
	x, err := set.executor()
	if err != nil {
		return nil, err
	}
	rep, err := record.Referee(x, r)
	if err != nil {
		return nil, err
	}
	v.Plies, v.OK, v.Result = rep.Plies, rep.OK(), outcomeLetter(rep.Outcome)
	for _, f := range rep.Findings {
		v.Findings = append(v.Findings, f.String())
	}
	for _, f := range rep.Notes {
		v.Notes = append(v.Notes, f.String())
	}
	return v, nil
}

// rulesOf is the rule set a record is judged by: that of the command line,
// and where it chooses nothing, what the head of the record states. A choice
// that the game does not have is told in words. The names another program has
// for its rules are its own.
func (a *app) rulesOf(g *game, r *record.Record, sets map[string]*game) (set *game, wrong []string, err error) {
	choice, err := a.choice.choice()
	if err != nil {
		return nil, nil, err
	}
	if r.By != "" || r.Game != "" && r.Game != g.Rules.ID {
		return g, nil, nil
	}
	chosen := false
	if choice.Variant == "" && r.Variant != "" {
		choice.Variant, chosen = r.Variant, true
	}
	chosen = lay(choice.Answers, r.Answers) || chosen
	chosen = lay(choice.Parameters, r.Parameters) || chosen
	if !chosen {
		return g, nil, nil
	}
	key := fmt.Sprint(choice)
	if set := sets[key]; set != nil {
		return set, nil, nil
	}
	checked, ds := dsl.Load(g.File, choice)
	if ds.HasErrors() {
		for _, d := range errorsOf(ds) {
			text := "these rules can't be chosen: " + d.Detail
			if d.Hint != "" {
				text += "; " + d.Hint
			}
			wrong = append(wrong, text)
		}
		return nil, wrong, nil
	}
	set, err = a.lowered(g.Arg, g.File, checked)
	sets[key] = set
	return set, nil, err
}

// lay puts the entries of over into a map that has none of the name, and
// tells whether there were any.
func lay[V any](under, over map[string]V) (any bool) {
	for name, value := range over {
		if _, has := under[name]; !has {
			under[name] = value
			any = true
		}
	}
	return any
}

func (a *app) writeVerdicts(g *game, out []refereeJSON) error {
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
		fmt.Fprintf(a.out, "%s, record %d: %s after %s, result %s\n", v.File, v.Record, verdict, plural(v.Plies, "move"), v.Result)
		if v.Rules != nil {
			fmt.Fprintln(a.out, s.dim("  rules: "+v.text))
		}
		for _, f := range v.Findings {
			fmt.Fprintf(a.out, "  %s\n", f)
		}
		for _, f := range v.Notes {
			fmt.Fprintf(a.out, "  note: %s\n", f)
		}
	}
	return nil
}
