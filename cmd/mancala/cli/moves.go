package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// newMovesCmd is `moves`.
func newMovesCmd(a *app) *cobra.Command {
	var pos positionFlags
	cmd := &cobra.Command{
		Use:   "moves GAME",
		Short: "The legal moves of a position, each with what it does",
		Example: `  mancala moves hus
  mancala moves oware --position "0,0,1,3,1,1/1,0,4,19,4,2 5,7 S"`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			x, err := g.executor()
			if err != nil {
				return err
			}
			s, err := pos.state(g, x)
			if err != nil {
				return a.silence(g, err)
			}
			if !a.json {
				fmt.Fprintf(a.out, "%s\n\n", a.style(a.out).dim("rules: "+g.ruleSet()))
			}
			return a.listMoves(g, x, s)
		},
	}
	pos.register(cmd)
	return cmd
}

// moveJSON is a legal move and what it does.
type moveJSON struct {
	Move     string `json:"move"`
	Laps     int    `json:"laps"`
	Sown     int    `json:"sown"`
	Captured int    `json:"captured"`
	EndsIn   string `json:"ends_in,omitempty"`
	Again    bool   `json:"again"`
	Endless  int    `json:"endless,omitempty"` // period in laps
	Result   string `json:"result,omitempty"`
	After    string `json:"after,omitempty"`
	Gap      string `json:"gap,omitempty"`
	text     string // all of it in words
}

func (a *app) listMoves(g *game, x interpreter.Executor, s *interpreter.State) error {
	if s.Over != nil {
		if a.json {
			return a.writeJSON(struct {
				ruleSetJSON
				Position string     `json:"position"`
				Over     string     `json:"over"`
				Moves    []moveJSON `json:"moves"`
			}{g.ruleSetJSON(), notation.FormatState(g.Program, s), outcomeLetter(s.Over), []moveJSON{}})
		}
		fmt.Fprint(a.out, notation.Draw(g.Program, s, notation.DrawOptions{}))
		fmt.Fprintln(a.out, "The game is over:", outcomeText(g, s.Over))
		return nil
	}
	rows, err := movesOf(g, x, s)
	if err != nil {
		return a.silence(g, err)
	}
	if a.json {
		return a.writeJSON(struct {
			ruleSetJSON
			Position string     `json:"position"`
			Moves    []moveJSON `json:"moves"`
		}{g.ruleSetJSON(), notation.FormatState(g.Program, s), rows})
	}
	t := newTable("move", "what it does")
	for _, row := range rows {
		t.row(row.Move, row.text)
	}
	fmt.Fprint(a.out, notation.Draw(g.Program, s, notation.DrawOptions{}))
	fmt.Fprintln(a.out)
	return t.write(a.out, a.style(a.out))
}

// movesOf is every legal move of a position with what it does.
func movesOf(g *game, x interpreter.Executor, s *interpreter.State) ([]moveJSON, error) {
	legal, err := x.Legal(s)
	if err != nil {
		return nil, err
	}
	mover := moverOf(g, s)
	var rows []moveJSON
	for _, m := range legal {
		next := s.Clone()
		row := moveJSON{Move: notation.MoveText(g.Program, mover, m)}
		ply, err := x.Play(next, m)
		var gap *interpreter.Gap
		switch {
		case errors.As(err, &gap):
			row.Gap, row.text = gap.Note, "the description is silent: "+gap.Note
		case err != nil:
			return nil, err
		default:
			row.Laps, row.Sown, row.Captured, row.Again = ply.Laps, ply.Sown, ply.Captured, ply.Again
			if ply.Last >= 0 {
				row.EndsIn = g.Rules.Board.PlaceName(ply.Last)
			}
			row.Endless, row.After = ply.Period, notation.FormatPosition(g.Program, next)
			if ply.Outcome != nil {
				row.Result = outcomeLetter(ply.Outcome)
			}
			row.text = effect(g, ply)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// silence prints a gap with its position and ends with code 1; other errors pass.
func (a *app) silence(g *game, err error) error {
	var gap *interpreter.Gap
	if !errors.As(err, &gap) {
		return err
	}
	if a.json {
		out := struct {
			ruleSetJSON
			Gap      string `json:"gap"`
			Silent   string `json:"silent"` // the text or key that says nothing
			Position string `json:"position,omitempty"`
		}{ruleSetJSON: g.ruleSetJSON(), Gap: gap.Note, Silent: gap.Text}
		if gap.Cells != nil {
			out.Position = notation.FormatCells(g.Program, gap.Cells)
		}
		if err := a.writeJSON(out); err != nil {
			return err
		}
		return findings
	}
	drawn := ""
	if gap.Cells != nil {
		drawn = notation.DrawCells(g.Program, gap.Cells, notation.DrawOptions{}) + notation.FormatCells(g.Program, gap.Cells)
	}
	a.narrate(g, gap.Turn, mostLaps)
	return findingf("%s", gapText(g, gap, drawn))
}
