package cli

import (
	"errors"
	"fmt"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// A teller says what happens at a table: in words, or as events.
type teller interface {
	begins()
	board()                        // the position to be played from
	turn(legal []interpreter.Move) // a human is asked
	moved(mover int, m interpreter.Move, ply *interpreter.Ply)
	refused(text, reason string, rule *rules.RuleInfo)
	says(text string)    // an answer to a command
	moves() error        // the legal moves, asked for
	why(text string)     // why a move would be legal or not
	last(m moment) error // the last move step by step
	tookBack()
	over()
	silent(gap *interpreter.Gap) error // the description is silent; gives the error to end with
	left(interrupted error)            // the game goes no further
}

// inWords is the teller for people.
type inWords struct{ t *sitting }

func (w inWords) print(args ...any) { fmt.Fprintln(w.t.a.out, args...) }

func (w inWords) begins() {
	w.print(w.t.a.style(w.t.a.out).dim("rules: " + w.t.g.ruleSet()))
}

func (w inWords) board() {
	fmt.Fprintf(w.t.a.out, "\n%s", notation.Draw(w.t.g.Program, w.t.state, notation.DrawOptions{}))
	w.t.a.flush()
}

func (w inWords) turn([]interpreter.Move) {
	fmt.Fprintf(w.t.a.out, "%s> ", rules.SeatName(moverOf(w.t.g, w.t.state)))
	w.t.a.flush()
}

func (w inWords) moved(mover int, m interpreter.Move, ply *interpreter.Ply) {
	fmt.Fprintf(w.t.a.out, "%s plays %s: %s.\n", rules.SeatName(mover), notation.MoveText(w.t.g.Program, mover, m), effect(w.t.g, ply))
}

func (w inWords) refused(text, reason string, rule *rules.RuleInfo) {
	if rule == nil {
		w.print(reason)
		return
	}
	fmt.Fprintf(w.t.a.out, "%s is not legal. %s %s\n", text, reason, ruleRef(rule))
}

func (w inWords) says(text string) { w.print(text) }

func (w inWords) moves() error { return w.t.a.listMoves(w.t.g, w.t.x, w.t.state.Clone()) }

func (w inWords) why(text string) {
	if err := w.t.a.why(w.t.g, w.t.x, w.t.state.Clone(), text, mostLaps); err != nil && codeOf(err) != exitFindings {
		w.print(err)
	}
}

func (w inWords) last(m moment) error {
	_, events, err := w.t.x.Explain(m.before.Clone(), m.move)
	if err == nil {
		w.t.a.narrate(w.t.g, events, mostLaps)
	}
	return err
}

func (w inWords) tookBack() {}

func (w inWords) silent(gap *interpreter.Gap) error { return w.t.a.silence(w.t.g, gap) }

func (w inWords) over() {
	w.print("The game is over:", outcomeText(w.t.g, w.t.state.Over)+".")
}

func (w inWords) left(why error) {
	position := notation.FormatState(w.t.g.Program, w.t.state)
	if why != errQuit {
		w.print() // an open prompt
	}
	if !errors.Is(why, errQuit) {
		w.print(position)
		return
	}
	w.print("Good bye.", position)
}
