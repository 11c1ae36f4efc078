package cli

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/players"
)

// newPlayCmd is `play`.
func newPlayCmd(a *app) *cobra.Command {
	var pos positionFlags
	seats := []string{"human", "random"}
	var seed uint64
	var each time.Duration
	cmd := &cobra.Command{
		Use:   "play GAME",
		Short: "Play in the terminal",
		Long: `Play draws the board and asks for moves: type the name of a hole. Also:
  moves   the legal moves and what they do      undo   take back to your last turn
  why     the last move, step by step           board  draw the board again
  why M   why M would be legal or not           quit   leave

With --json everything is told as events, one JSON object a line, and moves and
commands are read from standard input without a prompt.

Players: human, ` + players.List() + `.
A level says who plays it: easy mcts:20, normal mcts:200, hard mcts:2000, expert
mcts:20000 random games a move. With --time a search ends when the time for a move
is over; such a game can't be played again from its seed.`,
		Example: `  mancala play oware
  mancala play hus --north normal --seed 7
  mancala play kalah --south random --north greedy --seed 1
  mancala play kalah --south first --north greedy --json`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("time") && (each < time.Millisecond || each > time.Hour) {
				return usagef("--time is the time for a move, from 1ms to 1h, not %s", each)
			}
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			for i, name := range seats {
				if each != 0 {
					seats[i] = players.WithTime(name, each)
				}
			}
			return a.play(g, &pos, seats, seed)
		},
	}
	pos.register(cmd)
	cmd.Flags().StringVar(&seats[0], "south", "human", "who plays South")
	cmd.Flags().StringVar(&seats[1], "north", "random", "who plays North")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the players that draw lots")
	cmd.Flags().DurationVar(&each, "time", 0, "time for a move of players that search, besides their own limit")
	_ = cmd.RegisterFlagCompletionFunc("south", completePlayers)
	_ = cmd.RegisterFlagCompletionFunc("north", completePlayers)
	return cmd
}

// table of one game: the positions so far, for undo, and who sits where.
type sitting struct {
	a      *app
	g      *game
	x      interpreter.Explainer
	fast   interpreter.Executor // what players look ahead with
	seats  []players.Player     // nil: human
	random *interpreter.Random
	state  *interpreter.State
	past   []moment
	in     *bufio.Scanner
	names  []string // of the players
	seed   uint64
	tell   teller
}

type moment struct {
	before *interpreter.State
	move   interpreter.Move
	human  bool
}

var (
	errQuit   = errors.New("quit")
	errNoMore = fmt.Errorf("%w: the input has ended", errQuit)
)

func (a *app) play(g *game, pos *positionFlags, seats []string, seed uint64) error {
	x, err := g.executor()
	if err != nil {
		return err
	}
	t := &sitting{a: a, g: g, x: x, random: interpreter.NewRandom(interpreter.GameSeed(g.Hash, seed, 0)), in: bufio.NewScanner(a.in), names: seats, seed: seed}
	t.tell = inWords{t}
	if a.json {
		t.tell = inEvents{t}
	}
	t.fast = x
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
		if thinks, ok := p.(players.Stoppable); ok {
			thinks.OnTick(g.stop)
			if t.fast == interpreter.Executor(x) {
				done, err := t.useCompiled()
				if err != nil {
					return err
				}
				defer done()
			}
		}
		t.seats = append(t.seats, p)
	}
	if t.state, err = pos.state(g, x); err != nil {
		return a.silence(g, err)
	}
	t.tell.begins()
	err = t.run()
	if errors.Is(err, errQuit) {
		t.tell.left(err)
		return nil
	}
	return err
}

// useCompiled lets the players look ahead on the compiled engine.
func (t *sitting) useCompiled() (done func(), err error) {
	engines, err := t.g.engines(engineCompiled)
	if err != nil {
		return nil, err
	}
	e, err := engines.open()
	if err != nil {
		engines.close()
		return nil, err
	}
	t.fast = e.Executor
	return func() {
		e.Close()
		engines.close()
	}, nil
}

// maxPlies ends games between programs that never end.
const maxPlies = 5000

func (t *sitting) run() error {
	for n := 0; ; n++ {
		t.tell.board()
		if t.state.Over != nil {
			t.tell.over()
			return nil
		}
		if n >= maxPlies && !t.anyHuman() {
			return &exitError{exitBudget, fmt.Errorf("no end after %d moves", n)}
		}
		legal, err := t.x.Legal(t.state)
		if err != nil {
			return t.silence(err)
		}
		mover := moverOf(t.g, t.state)
		var m interpreter.Move
		drawn := t.x.Program().Drawn(t.state.Cells)
		human := t.seats[mover] == nil && !drawn
		if human {
			m, err = t.ask(legal, mover)
			if err == nil && m.From == undone {
				continue
			}
		} else {
			i, player := 0, t.seats[mover]
			if player == nil { // nobody's choice
				player, err = players.New("random")
			}
			if err != nil {
				return err
			}
			if i, err = player.Choose(t.fast, t.state, legal, t.random); err == nil {
				m = legal[i]
			}
		}
		if err != nil {
			return err
		}
		if err := t.make(m, mover, human); err != nil {
			return t.silence(err)
		}
	}
}

// silence tells a gap; other errors pass.
func (t *sitting) silence(err error) error {
	var gap *interpreter.Gap
	if errors.As(err, &gap) {
		return t.tell.silent(gap)
	}
	return err
}

func (t *sitting) anyHuman() bool {
	for _, p := range t.seats {
		if p == nil {
			return true
		}
	}
	return false
}

func (t *sitting) make(m interpreter.Move, mover int, human bool) error {
	before := t.state.Clone()
	ply, err := t.x.Play(t.state, m)
	if err != nil {
		return err
	}
	t.past = append(t.past, moment{before, m, human})
	t.tell.moved(mover, m, ply)
	return nil
}

// undone is the From of the move `ask` gives when the board went back.
const undone = -99

// ask reads a human's move; commands are answered on the way.
func (t *sitting) ask(legal []interpreter.Move, mover int) (interpreter.Move, error) {
	for {
		t.tell.turn(legal)
		if !t.in.Scan() {
			if err := t.in.Err(); err != nil {
				if errors.Is(err, bufio.ErrTooLong) {
					err = usagef("a line of %d kB or more is no move", bufio.MaxScanTokenSize>>10)
				}
				t.tell.left(err)
				return interpreter.Move{}, err
			}
			return interpreter.Move{}, errNoMore
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(t.in.Text()), " ")
		switch strings.ToLower(word) {
		case "":
		case "quit", "exit", "q":
			return interpreter.Move{}, errQuit
		case "help", "?":
			t.tell.says("Type a hole (A4), or: moves, why, why A4, undo, board, quit.")
		case "board":
			t.tell.board()
		case "moves":
			if err := t.tell.moves(); err != nil {
				return interpreter.Move{}, err
			}
		case "why":
			t.why(strings.TrimSpace(rest))
		case "undo":
			if t.undo() {
				t.tell.tookBack()
				return interpreter.Move{From: undone}, nil
			}
			t.tell.says("There is nothing to take back.")
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
		t.tell.refused(text, perr.Error(), nil)
		return
	}
	if r, werr := t.x.WhyNot(t.state, m); werr == nil && r.Reason != "" {
		reason := r.Reason
		if r.Rule == nil {
			reason = text + " is not legal. " + reason
		}
		t.tell.refused(text, reason, r.Rule)
		return
	}
	t.tell.refused(text, err.Error(), nil)
}

// why explains a move of this position, or the last move played.
func (t *sitting) why(text string) {
	if text != "" {
		t.tell.why(text)
		return
	}
	if len(t.past) == 0 {
		t.tell.says("Nobody has moved yet.")
		return
	}
	if err := t.tell.last(t.past[len(t.past)-1]); err != nil {
		t.tell.says(err.Error())
	}
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
