package cli

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/players"
)

// newPlayCmd is `play`.
func newPlayCmd(a *app) *cobra.Command {
	var pos positionFlags
	seats := []string{"human", "random"}
	var seed uint64
	cmd := &cobra.Command{
		Use:   "play GAME",
		Short: "Play in the terminal",
		Long: `Play draws the board and asks for moves: type the name of a hole. Also:
  moves   the legal moves and what they do      undo   take back to your last turn
  why     the last move, step by step           board  draw the board again
  why M   why M would be legal or not           quit   leave

Players: human, ` + strings.Join(players.Names(), ", ") + `.`,
		Example: `  mancala play oware
  mancala play hus --north greedy --seed 7
  mancala play kalah --south random --north greedy --seed 1`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			return a.play(g, &pos, seats, seed)
		},
	}
	pos.register(cmd)
	cmd.Flags().StringVar(&seats[0], "south", "human", "who plays South")
	cmd.Flags().StringVar(&seats[1], "north", "random", "who plays North")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the players that draw lots")
	return cmd
}

// table of one game: the positions so far, for undo, and who sits where.
type sitting struct {
	a      *app
	g      *game
	x      interpreter.Explainer
	seats  []players.Player // nil: human
	random *interpreter.Random
	state  *interpreter.State
	past   []moment
	in     *bufio.Scanner
}

type moment struct {
	before *interpreter.State
	move   interpreter.Move
	human  bool
}

var errQuit = errors.New("quit")

func (a *app) play(g *game, pos *positionFlags, seats []string, seed uint64) error {
	x, err := g.executor()
	if err != nil {
		return err
	}
	t := &sitting{a: a, g: g, x: x, random: interpreter.NewRandom(interpreter.GameSeed(g.Hash, seed, 0)), in: bufio.NewScanner(a.in)}
	for seat := 0; seat < g.Program.Players; seat++ {
		name := seats[min(seat, len(seats)-1)]
		if name == "human" {
			t.seats = append(t.seats, nil)
			continue
		}
		p, err := players.New(name)
		if err != nil {
			return usagef("%v; or human", err)
		}
		t.seats = append(t.seats, p)
	}
	if t.state, err = pos.state(g, x); err != nil {
		return a.silence(g, err)
	}
	fmt.Fprintf(a.out, "%s\n", a.style(a.out).dim("rules: "+g.ruleSet()))
	err = t.run()
	if errors.Is(err, errQuit) {
		fmt.Fprintln(a.out, "Good bye.", notation.FormatState(g.Program, t.state))
		return nil
	}
	return err
}

// maxPlies ends games between programs that never end.
const maxPlies = 5000

func (t *sitting) run() error {
	for n := 0; ; n++ {
		t.draw()
		if t.state.Over != nil {
			fmt.Fprintln(t.a.out, "The game is over:", outcomeText(t.g, t.state.Over)+".")
			return nil
		}
		if n >= maxPlies && !t.anyHuman() {
			return &exitError{exitBudget, fmt.Errorf("no end after %d moves", n)}
		}
		legal, err := t.x.Legal(t.state)
		if err != nil {
			return t.a.silence(t.g, err)
		}
		mover := moverOf(t.g, t.state)
		var m interpreter.Move
		human := t.seats[mover] == nil
		if human {
			m, err = t.ask(legal, mover)
			if err == nil && m.From == undone {
				continue
			}
		} else {
			var i int
			if i, err = t.seats[mover].Choose(t.x, t.state, legal, t.random); err == nil {
				m = legal[i]
			}
		}
		if err != nil {
			return err
		}
		if err := t.make(m, mover, human); err != nil {
			return t.a.silence(t.g, err)
		}
	}
}

func (t *sitting) anyHuman() bool {
	for _, p := range t.seats {
		if p == nil {
			return true
		}
	}
	return false
}

func (t *sitting) draw() {
	fmt.Fprintf(t.a.out, "\n%s", notation.Draw(t.g.Program, t.state, notation.DrawOptions{}))
	t.a.flush()
}

func (t *sitting) make(m interpreter.Move, mover int, human bool) error {
	before := t.state.Clone()
	ply, err := t.x.Play(t.state, m)
	if err != nil {
		return err
	}
	t.past = append(t.past, moment{before, m, human})
	fmt.Fprintf(t.a.out, "%s plays %s: %s.\n", rules.SeatName(mover), notation.MoveText(t.g.Program, mover, m), effect(t.g, ply))
	return nil
}

// undone is the From of the move `ask` gives when the board went back.
const undone = -99

// ask reads a human's move; commands are answered on the way.
func (t *sitting) ask(legal []interpreter.Move, mover int) (interpreter.Move, error) {
	for {
		fmt.Fprintf(t.a.out, "%s> ", rules.SeatName(mover))
		t.a.flush()
		if !t.in.Scan() {
			fmt.Fprintln(t.a.out)
			if err := t.in.Err(); err != nil {
				fmt.Fprintln(t.a.out, notation.FormatState(t.g.Program, t.state))
				return interpreter.Move{}, err
			}
			return interpreter.Move{}, errQuit
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(t.in.Text()), " ")
		switch strings.ToLower(word) {
		case "":
		case "quit", "exit", "q":
			return interpreter.Move{}, errQuit
		case "help", "?":
			fmt.Fprintln(t.a.out, "Type a hole (A4), or: moves, why, why A4, undo, board, quit.")
		case "board":
			t.draw()
		case "moves":
			if err := t.a.listMoves(t.g, t.x, t.state.Clone()); err != nil {
				return interpreter.Move{}, err
			}
		case "why":
			t.why(strings.TrimSpace(rest))
		case "undo":
			if t.undo() {
				return interpreter.Move{From: undone}, nil
			}
			fmt.Fprintln(t.a.out, "There is nothing to take back.")
		default:
			m, err := notation.FindMove(t.g.Program, mover, strings.TrimSpace(t.in.Text()), legal)
			if err == nil {
				return m, nil
			}
			t.refuse(strings.TrimSpace(t.in.Text()), err)
		}
	}
}

// refuse says why a text is no move, with the rule if it is an illegal one.
func (t *sitting) refuse(text string, err error) {
	m, perr := notation.ParseMove(t.g.Program, moverOf(t.g, t.state), text)
	if perr != nil {
		fmt.Fprintln(t.a.out, perr)
		return
	}
	if r, werr := t.x.WhyNot(t.state, m); werr == nil && r.Reason != "" {
		fmt.Fprintf(t.a.out, "%s is not legal. %s %s\n", text, r.Reason, ruleRef(r.Rule))
		return
	}
	fmt.Fprintln(t.a.out, err)
}

// why explains a move of this position, or the last move played.
func (t *sitting) why(text string) {
	if text != "" {
		if err := t.a.why(t.g, t.x, t.state.Clone(), text, mostLaps); err != nil && codeOf(err) != exitFindings {
			fmt.Fprintln(t.a.out, err)
		}
		return
	}
	if len(t.past) == 0 {
		fmt.Fprintln(t.a.out, "Nobody has moved yet.")
		return
	}
	last := t.past[len(t.past)-1]
	s := last.before.Clone()
	_, events, err := t.x.Explain(s, last.move)
	if err != nil {
		fmt.Fprintln(t.a.out, err)
		return
	}
	t.a.narrate(t.g, events, mostLaps)
}

// undo goes back to the last position in which a human was to move.
func (t *sitting) undo() bool {
	for i := len(t.past) - 1; i >= 0; i-- {
		if t.past[i].human {
			t.state, t.past = t.past[i].before, t.past[:i]
			return true
		}
	}
	return false
}
