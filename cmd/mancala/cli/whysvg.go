package cli

import (
	"fmt"

	"mancala/cmd/mancala/page"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// whySVG draws a turn into a file, or to stdout for "-".
func (a *app) whySVG(g *game, x interpreter.Explainer, s *interpreter.State, text string, laps int, file string) error {
	if s.Over != nil {
		return findingf("the game is over: %s", outcomeText(g, s.Over))
	}
	legal, err := x.Legal(s)
	if err != nil {
		return a.silence(g, err)
	}
	m, err := notation.FindMove(g.Program, moverOf(g, s), text, legal)
	if err != nil {
		return a.whyNot(g, x, s, text, err)
	}
	before := s.Clone()
	name := notation.MoveText(g.Program, moverOf(g, before), m)
	ply, events, err := x.Explain(s, m)
	if err != nil {
		return a.silence(g, err)
	}
	frames := page.Frames(g.Program, before.Cells, name, events, laps)
	last := &frames[len(frames)-1]
	last.Steps = append(last.Steps, page.Step{Text: "In short: " + effect(g, ply)})
	drawing := page.Turn(g.Program, g.Rules.Name+": "+frames[0].Title, frames)
	if file == "-" {
		_, err := fmt.Fprint(a.out, drawing)
		return err
	}
	if err := save(file, []byte(drawing)); err != nil {
		return err
	}
	fmt.Fprintf(a.err, "%s: %s\n", file, plural(len(frames), "frame"))
	return nil
}
