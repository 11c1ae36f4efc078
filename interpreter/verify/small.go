package verify

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"mancala/dsl"
	"mancala/dsl/source"
)

// Small is the whole game on a small board: every position that play can
// reach was looked at, so that what is said of it is proved for that board.
type Small struct {
	Board     string    `json:"board"`     // what was changed: "columns=2"
	Positions int       `json:"positions"` // all there are
	Findings  []Finding `json:"findings"`
	// Command makes the smaller file, where no parameter does.
	Command string `json:"command,omitempty"`
	// Aside: repetition was not followed, for a rule reads the history.
	Aside bool `json:"history_aside,omitempty"`
}

// smallest and largest small board tried, and the moves one may take.
const (
	smallFrom   = 2
	smallTo     = 4
	smallBudget = 30_000
)

var columnsLine = regexp.MustCompile(`(?m)^columns = \d+$`)

// smallBoards looks at every position of the game on boards of two, three and
// four columns, as long as that can be done.
func (v *Verifier) smallBoards(ctx context.Context) ([]Small, error) {
	base, err := v.Base()
	if err != nil {
		return nil, err
	}
	var out []Small
	for columns := smallFrom; columns <= smallTo && columns < base.Game.Board.Columns; columns++ {
		r, small := v.smaller(base, columns)
		if r == nil {
			continue
		}
		v.say("every position of %d columns", columns)
		g := newGapSearch(ctx, r, v.Budget.withDefaults())
		err := unlessStopped(g.breadthFirst(smallBudget))
		r.Close()
		if err != nil {
			return out, err
		}
		if !g.whole {
			break
		}
		g.conclude()
		small.Positions, small.Findings, small.Aside = g.positions, g.out.Findings, r.Program.Facts.ReadsRepeat
		out = append(out, *small)
	}
	return out, nil
}

// smaller is the rule set on fewer columns: by the parameter the columns are
// made of, else in a copy of the file.
func (v *Verifier) smaller(base *RuleSet, columns int) (*RuleSet, *Small) {
	for _, p := range base.Game.Parameters {
		if p.Value == base.Game.Board.Columns && columns >= p.Min && columns <= p.Max {
			c := dsl.Choice{Variant: v.Choice.Variant, Answers: v.Choice.Answers, Parameters: map[string]int{}}
			for k, n := range v.Choice.Parameters {
				c.Parameters[k] = n
			}
			c.Parameters[p.Name] = columns
			r, err := Load(v.Arg, v.File, c)
			if err != nil || r.Game.Board.Columns != columns {
				return nil, nil
			}
			return r, &Small{Board: fmt.Sprintf("%s=%d", p.Name, columns)}
		}
	}
	text := string(v.File.Text)
	found := columnsLine.FindAllString(text, -1)
	if len(found) != 1 {
		return nil, nil
	}
	f := source.NewFile(v.File.Name, []byte(strings.Replace(text, found[0], fmt.Sprintf("columns = %d", columns), 1)))
	f.Others = v.File.Others
	r, err := Load("small.toml", f, v.Choice)
	if err != nil || r.Game.Board.Columns != columns {
		return nil, nil
	}
	return r, &Small{Board: fmt.Sprintf("columns = %d", columns), Command: fmt.Sprintf("small.toml is the file with columns = %d", columns)}
}

// proofs says what the checker proves of the rules in force for every
// position, or fails to prove.
func (v *Verifier) proofs() []Proof {
	_, ds := dsl.Load(v.File, v.Choice)
	total := Proof{Text: "Every end of a lap has its rule.", Proved: true}
	out := []Proof{}
	for _, d := range ds {
		switch d.Code {
		case "not-total":
			total = Proof{Text: "Not proved: that every end of a lap has its rule (" + d.Detail + ").", Line: d.Span.Line()}
		case "never-fires":
			out = append(out, Proof{Text: "This rule can't act: " + d.Detail + ".", Proved: true, Line: d.Span.Line()})
		case "no-move-unsaid":
			out = append(out, Proof{Text: "Not said: what happens without a legal move (" + d.Detail + ").", Proved: true, Line: d.Span.Line()})
		}
	}
	return append([]Proof{total}, out...)
}
