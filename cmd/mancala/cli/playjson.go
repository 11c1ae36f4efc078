package cli

import (
	"encoding/json"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// inEvents is the teller for programs: one JSON object a line. Each has the
// name of the event; commands and moves are read from stdin as people type them.
type inEvents struct{ t *sitting }

// event is a line; what does not belong to the event is left out.
type event struct {
	Event string `json:"event"` // begin, turn, move, refused, note, moves, why, undo, over, leave
	*ruleSetJSON
	South    string     `json:"south,omitempty"`
	North    string     `json:"north,omitempty"`
	Seed     *uint64    `json:"seed,omitempty"`
	N        int        `json:"n,omitempty"`
	Player   string     `json:"player,omitempty"`
	Move     string     `json:"move,omitempty"`
	Legal    []string   `json:"legal,omitempty"`
	Laps     *int       `json:"laps,omitempty"`
	Captured *int       `json:"captured,omitempty"`
	Again    bool       `json:"again,omitempty"`
	Endless  bool       `json:"endless,omitempty"`
	After    string     `json:"after,omitempty"`
	Position string     `json:"position,omitempty"`
	Text     string     `json:"text,omitempty"`
	Reason   string     `json:"reason,omitempty"`
	Rule     string     `json:"rule,omitempty"`
	Moves    []moveJSON `json:"moves,omitempty"`
	Told     any        `json:"told,omitempty"`
	Result   string     `json:"result,omitempty"`
	Score    []int      `json:"score,omitempty"`
}

func (w inEvents) write(e event) {
	enc := json.NewEncoder(w.t.a.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err == nil {
		w.t.a.flush()
	}
}

func (w inEvents) position() string { return notation.FormatPosition(w.t.g.Program, w.t.state) }

func (w inEvents) begins() {
	set := w.t.g.ruleSetJSON()
	e := event{Event: "begin", ruleSetJSON: &set, South: w.t.names[0], Position: w.position(), Seed: &w.t.seed}
	if len(w.t.seats) > 1 {
		e.North = w.t.names[1]
	}
	w.write(e)
}

// board: the position is told with the turn and after each move.
func (w inEvents) board() {}

func (w inEvents) turn(legal []interpreter.Move) {
	mover := moverOf(w.t.g, w.t.state)
	e := event{Event: "turn", N: len(w.t.past) + 1, Player: rules.SeatLetter(mover), Position: w.position()}
	for _, m := range legal {
		e.Legal = append(e.Legal, notation.MoveText(w.t.g.Program, mover, m))
	}
	w.write(e)
}

func (w inEvents) moved(mover int, m interpreter.Move, ply *interpreter.Ply) {
	w.write(event{Event: "move", N: len(w.t.past), Player: rules.SeatLetter(mover), Move: notation.MoveText(w.t.g.Program, mover, m), Laps: &ply.Laps,
		Captured: &ply.Captured, Again: ply.Again, Endless: ply.Endless != interpreter.NotEndless, After: notation.FormatPosition(w.t.g.Program, w.t.state)})
}

func (w inEvents) refused(text, reason string, rule *rules.RuleInfo) {
	e := event{Event: "refused", Move: text, Reason: reason}
	if rule != nil {
		e.Rule = ruleRef(rule)
	}
	w.write(e)
}

func (w inEvents) says(text string) { w.write(event{Event: "note", Text: text}) }

func (w inEvents) moves() error {
	rows, err := movesOf(w.t.g, w.t.x, w.t.state)
	if err != nil {
		return err
	}
	w.write(event{Event: "moves", Position: w.position(), Moves: rows})
	return nil
}

func (w inEvents) why(text string) {
	legal, err := w.t.x.Legal(w.t.state)
	if err == nil {
		var m interpreter.Move
		if m, err = notation.FindMove(w.t.g.Program, moverOf(w.t.g, w.t.state), text, legal); err != nil {
			w.t.refuse(text, err)
			return
		}
		err = w.last(moment{before: w.t.state, move: m})
	}
	if err != nil {
		w.says(err.Error())
	}
}

func (w inEvents) last(m moment) error {
	after := m.before.Clone()
	ply, events, err := w.t.x.Explain(after, m.move)
	if err != nil {
		return err
	}
	w.write(event{Event: "why", Told: whyJSON(w.t.g, m.before, after, m.move, ply, events)})
	return nil
}

func (w inEvents) tookBack() { w.write(event{Event: "undo", Position: w.position()}) }

func (w inEvents) silent(gap *interpreter.Gap) error {
	e := event{Event: "gap", Text: gap.Note, Reason: gap.Text}
	if gap.Cells != nil {
		e.Position = notation.FormatCells(w.t.g.Program, gap.Cells)
	}
	w.write(e)
	return findings
}

func (w inEvents) over() {
	o := w.t.state.Over
	w.write(event{Event: "over", Result: outcomeLetter(o), Score: o.Scores, Text: outcomeText(w.t.g, o), Position: w.position()})
}

// left tells the position with its history, so that the game can be taken up again.
func (w inEvents) left(error) {
	w.write(event{Event: "leave", Position: notation.FormatState(w.t.g.Program, w.t.state)})
}
