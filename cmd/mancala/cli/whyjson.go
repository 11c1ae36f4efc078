package cli

import (
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// whyJSON is the explanation for machines.
func whyJSON(g *game, before, after *interpreter.State, m interpreter.Move, p *interpreter.Ply, events []interpreter.Event) any {
	type step struct {
		Step    string   `json:"step"`
		Lap     int      `json:"lap"`
		Place   string   `json:"place,omitempty"`
		N       int      `json:"n"`
		Text    string   `json:"text,omitempty"`
		Rule    string   `json:"rule,omitempty"`
		Line    int      `json:"line,omitempty"`
		Label   string   `json:"label,omitempty"`
		Sources []string `json:"sources,omitempty"`
		Cells   string   `json:"position,omitempty"`
	}
	names := []string{"lift", "enter", "step", "drop", "skip", "rule", "capture", "relay", "sow captured", "stop", "move", "mark", "unmark", "set",
		"change", "choose", "reverse", "move again", "take", "endless", "end", "phase left", "round over", "round begins", "set up", "hand"}
	steps := make([]step, 0, len(events))
	for _, e := range events {
		st := step{Step: "other", Lap: e.Lap, N: e.N, Text: e.Text}
		if int(e.Kind) < len(names) {
			st.Step = names[e.Kind]
		}
		if e.Place >= 0 {
			st.Place = g.Rules.Board.PlaceName(e.Place)
		}
		if e.Rule != nil {
			st.Rule, st.Line, st.Label, st.Sources = e.Rule.Text, e.Rule.Span.Line(), e.Rule.Label, e.Rule.Sources
		}
		if e.Cells != nil {
			st.Cells = notation.FormatCells(g.Program, e.Cells)
		}
		steps = append(steps, st)
	}
	return struct {
		ruleSetJSON
		Position string `json:"position"`
		Move     string `json:"move"`
		Legal    bool   `json:"legal"`
		Laps     int    `json:"laps"`
		Captured int    `json:"captured"`
		After    string `json:"after"`
		Steps    []step `json:"steps"`
	}{g.ruleSetJSON(), notation.FormatState(g.Program, before), notation.MoveText(g.Program, p.Mover, m), true, p.Laps, p.Captured,
		notation.FormatState(g.Program, after), steps}
}
