// Package lower turns a checked game into a program. For every phase and
// every seat it lowers all rule texts with the seat as a constant: "own" and
// "opposite" become hole numbers and tables, so that nothing is left to look
// up while a game runs.
//
// What a name of the rules becomes:
//
//	areas              constant hole lists, filters where ownership can change
//	opposite, behind…  tables over places (geometry.go)
//	players            seats; captor, its owner, its marker at run time
//	variables          cells of the state (layout.go)
//	hole, names chosen slots, one a nesting depth
//
// Lower is pure: the same game gives the same program, slot for slot.
package lower

import (
	"errors"
	"fmt"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter/program"
)

// Lower lowers a game. It fails only on rules that the machine has no
// meaning for; the error names line and phrase.
func Lower(g *rules.Game) (*program.Program, error) {
	l := &lowerer{game: g, board: g.Board, geo: newGeometry(g.Board), needs: scan(g)}
	p := &program.Program{
		Game: g, Players: g.Players, Holes: len(g.Board.Holes), Places: len(g.Board.Holes) + g.Players,
	}
	l.p = p
	l.layout()
	l.startPosition()
	for i := range g.Phases {
		p.Stages = append(p.Stages, l.stage(g.Phases[i]))
	}
	l.score()
	l.match()
	l.rules()
	l.facts()
	if len(l.errs) > 0 {
		return nil, errors.Join(l.errs...)
	}
	return p, nil
}

// lowerer holds what is the same for all seats and phases.
type lowerer struct {
	game  *rules.Game
	board *rules.Board
	geo   *geometry
	needs needs
	p     *program.Program
	vars  map[*rules.Variable]int // base cell
	infos []*rules.RuleInfo       // met on the way
	errs  []error
}

// fail notes a phrase that can't be lowered.
func (l *lowerer) fail(at source.Span, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if at.IsValid() {
		text = fmt.Sprintf("%s:%d: %s", at.File.Name, at.Line(), text)
	}
	l.errs = append(l.errs, errors.New(text))
}

func (l *lowerer) stage(ph *rules.Phase) *program.Stage {
	s := &program.Stage{Name: ph.Name, PerPlayer: ph.PerPlayer, Lots: ph.Lots}
	for seat := range l.p.Players {
		s.Seats = append(s.Seats, l.seat(ph, seat, s))
	}
	return s
}

// seat lowers everything one seat plays by. Every text gets slots of its own,
// since one can be asked in the middle of another: `skip` in every walk,
// `at-once` after a capture, `moves` in a test for legal moves.
func (l *lowerer) seat(ph *rules.Phase, seat int, stage *program.Stage) *program.Seat {
	s := &program.Seat{
		Seat:          seat,
		Route:         l.geo.route(ph.Sowing.Route, seat),
		Along:         along(ph.Sowing.Route, seat),
		SkipOrigin:    ph.Sowing.Origin == rules.OriginSkipped,
		FirstInOrigin: ph.Sowing.Origin == rules.OriginFirst || ph.Sowing.Origin == rules.OriginUnlessSingle,
		UnlessSingle:  ph.Sowing.Origin == rules.OriginUnlessSingle,
		PerHole:       max(ph.Sowing.PerHole, 1),
		Endless:       ph.Sowing.Endless,
	}
	s.Inward = l.geo.inward(s.Route)
	for _, r := range ph.Sowing.Routes {
		next := l.geo.route(r, seat)
		s.More = append(s.More, program.Path{Next: next, Inward: l.geo.inward(next)})
	}
	if ph.Sowing.Direction == rules.Clockwise {
		s.Dir = 1
	}
	c := &seatCtx{lowerer: l, seat: s, stage: ph}
	if ph.Sowing.Skip != nil {
		c.skip(ph.Sowing)
	}
	if ph.Sowing.PerHoleOf != nil {
		e, slot := c.env().slot()
		s.PerHole, s.PerHoleSlot = 2, slot
		s.PerHoleOf = e.bind(ph.Sowing.PerHoleAt, program.Slot{I: slot}).expr(ph.Sowing.PerHoleOf)
	}
	c.dropping(ph.Moves)
	if ph.Until != nil {
		stage.Until = append(stage.Until, c.env().expr(ph.Until))
	}
	s.Moves = c.moves(ph.Moves)
	for _, t := range []struct {
		to   **program.Block
		from *rules.Table
	}{{&s.Lift, ph.Lift}, {&s.Drop, ph.Drop}, {&s.Lap, ph.Lap}, {&s.AtOnce, ph.AtOnce}, {&s.Turn, ph.Turn}, {&s.End, ph.End}} {
		if t.from != nil {
			*t.to = c.env().block(t.from)
		}
	}
	s.Slots = c.slots
	return s
}

// seatCtx is one seat of one phase being lowered.
type seatCtx struct {
	*lowerer
	seat  *program.Seat
	stage *rules.Phase
	slots int // slots used so far
}

// env opens a text: no names bound, slots from here on.
func (c *seatCtx) env() env {
	return env{seatCtx: c, mover: c.seat.Seat, next: c.slots}
}

// skip asks the condition of the hole a seed would fall in; a condition that
// can never hold is none.
func (c *seatCtx) skip(s rules.Sowing) {
	e, slot := c.env().slot()
	if s.SkipHole != nil {
		e = e.bind(s.SkipHole, program.Slot{I: slot})
	}
	if cond := e.expr(s.Skip); !isConst(cond, 0) {
		c.seat.Skip, c.seat.SkipSlot = cond, slot
	}
}

// env is what the words of a phrase mean at one place of a text.
type env struct {
	*seatCtx
	mover  int           // seat that "own", "opponent" are read from
	names  *binding      // holes bound by filters, loops, choices
	each   *eachBinding  // players bound by "any player", "each"
	origin program.Expr  // what `origin` is; nil: the register
	next   int           // first free slot
	option *program.Slot // in the candidates of an option: the slot they stand in
	round  *roundEnv     // between two rounds; nil inside one
}

type binding struct {
	key   *rules.Binder
	value program.Expr
	outer *binding
}

type eachBinding struct {
	key   *rules.PlayerBinder
	seat  int
	outer *eachBinding
}

// slot takes the next free slot.
func (e env) slot() (env, int) {
	n := e.next
	e.next++
	e.slots = max(e.slots, e.next)
	return e, n
}

func (e env) bind(b *rules.Binder, value program.Expr) env {
	if b != nil {
		e.names = &binding{b, value, e.names}
	}
	return e
}

func (e env) lookupName(b *rules.Binder) program.Expr {
	for n := e.names; n != nil; n = n.outer {
		if n.key == b {
			return n.value
		}
	}
	return nil
}

// bound opens a scope in which a binder stands in a new slot.
func (e env) bound(b *rules.Binder) (env, int) {
	inner, n := e.slot()
	return inner.bind(b, program.Slot{I: n}), n
}

// seenBy reads words from another seat.
func (e env) seenBy(seat int) env {
	e.mover = seat
	return e
}

// score lowers what counts, for every seat.
func (l *lowerer) score() {
	if l.game.Score == nil {
		return
	}
	l.p.Least = l.game.Score.Least
	for seat := range l.p.Players {
		c := &seatCtx{lowerer: l, seat: &program.Seat{Seat: seat}}
		e := c.env()
		sets := make([]program.Set, len(l.game.Score.Counts))
		for i, s := range l.game.Score.Counts {
			sets[i] = e.set(s)
		}
		l.p.Score = append(l.p.Score, e.seedsOf(union(sets...)))
		for _, stage := range l.p.Stages {
			for _, s := range stage.Seats {
				s.Slots = max(s.Slots, c.slots)
			}
		}
	}
}

// rules indexes every rule by its number.
func (l *lowerer) rules() {
	for _, t := range l.game.Texts {
		l.infos = append(l.infos, t.Rules...)
	}
	for _, info := range l.infos {
		for len(l.p.Rules) <= info.ID {
			l.p.Rules = append(l.p.Rules, nil)
		}
		l.p.Rules[info.ID] = info
	}
}

// met notes a rule seen while lowering.
func (l *lowerer) met(info *rules.RuleInfo) *rules.RuleInfo {
	if info != nil {
		l.infos = append(l.infos, info)
	}
	return info
}
