package verify

import (
	"context"
	"errors"
	"fmt"
	"sort"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
)

type gapSearch struct {
	r      *RuleSet
	ctx    context.Context
	found  map[string]*Finding
	out    *Survey
	budget Budget
	plies  int  // moves left to be made
	chose  bool // some turn left a choice inside it

	whole     bool // breadth-first search saw every position
	positions int
	ends      []int // ends it came to that a seat wins
}

func (g *gapSearch) stop() bool { return g.ctx.Err() != nil }

// note keeps the shortest line to each kind of finding.
func (g *gapSearch) note(kind, text string, line []string) {
	f := g.found[kind]
	if f == nil {
		f = &Finding{Kind: kind}
		g.found[kind] = f
	}
	if f.Text == "" || len(line) < len(f.Line) {
		f.Text, f.Line = text, append([]string(nil), line...)
	}
}

// look notes what a move (or listing moves, or the start) ran into; false
// means there is nothing to go on from.
func (g *gapSearch) look(ply *interpreter.Ply, err error, line []string) (bool, error) {
	var gap *interpreter.Gap
	var budget *interpreter.OverBudget
	switch {
	case errors.As(err, &gap):
		text := fmt.Sprintf("%s (%s)", gap.Note, gap.Text)
		if gap.Period > 0 {
			text += fmt.Sprintf("; its laps repeat every %d", gap.Period)
		}
		g.note(string(gap.Kind), text, line)
		return false, nil
	case errors.As(err, &budget):
		g.note("over budget", budget.Error(), line)
		return false, nil
	case err != nil:
		return false, err
	}
	if ply != nil && ply.Endless == interpreter.EndlessExact {
		g.note(endlessTurn, fmt.Sprintf("its laps repeat every %d; the file says what it means", ply.Period), line)
	}
	return true, nil
}

type node struct {
	s    *interpreter.State
	line []string
}

// dearWork is how often an engine may ask whether to go on while it makes the
// moves of a breadth-first search: rules with very many completions of a move
// take long for one. It counts work, not time.
const dearWork = 4_000

// breadthFirst looks at every line of play up to a number of moves played, or
// as far as the work for them goes.
func (g *gapSearch) breadthFirst(budget int) (err error) {
	x, done, err := g.r.engine(g.ctx)
	if err != nil {
		return err
	}
	defer done()
	s, err := x.Start()
	if ok, err := g.look(nil, err, nil); !ok {
		return err
	}
	work := 0
	if t, ok := x.(interpreter.Interruptible); ok {
		t.OnTick(func() bool { work++; return work > dearWork || g.stop() })
	}
	defer func() {
		if work > dearWork { // over budget, as with too many moves
			err = unlessStopped(err)
		}
	}()
	seen, level, played := map[string]bool{key(s): true}, []node{{s, nil}}, 0
	for len(level) > 0 {
		var next []node
		for _, n := range level {
			if n.s.Over != nil {
				g.ended(n.s.Over)
				continue
			}
			legal, err := x.Legal(n.s)
			if ok, err := g.look(nil, err, n.line); !ok {
				if err != nil {
					return err
				}
				continue
			}
			for _, m := range legal {
				if played++; played > budget || g.stop() {
					return nil
				}
				s := n.s.Clone()
				line := append(n.line[:len(n.line):len(n.line)], notation.MoveText(g.r.Program, mover(g.r, s), m))
				ply, err := x.Play(s, m)
				ok, err := g.look(ply, err, line)
				if err != nil {
					return err
				}
				if k := key(s); ok && !seen[k] {
					seen[k] = true
					g.seeds(s, line)
					next = append(next, node{s, line})
				}
			}
		}
		g.out.Exhausted++
		level = next
	}
	g.whole, g.positions = true, len(seen)
	return nil
}

// ended counts the winners of the ends that search came to.
func (g *gapSearch) ended(o *interpreter.Outcome) {
	if !o.Draw && o.Winner >= 0 && o.Winner < len(g.ends) {
		g.ends[o.Winner]++
	}
}

// seeds notes a position whose seeds, those out of play included, are not as
// many as at the start.
func (g *gapSearch) seeds(s *interpreter.State, line []string) {
	if n := g.total(s.Cells); n != g.total(g.r.Program.Start) {
		g.note(seedsChanged, fmt.Sprintf("%d seeds at the start, %d after it", g.total(g.r.Program.Start), n), line)
	}
}

func (g *gapSearch) total(cells []int32) int {
	n := 0
	for _, f := range g.r.Program.Layout.Fields {
		if f.Kind == program.Seeds {
			for _, v := range cells[f.Base : f.Base+f.Len] {
				n += int(v)
			}
		}
	}
	return n
}

// random plays random games and counts those that meet a finding.
func (g *gapSearch) random(games int) error {
	x, done, err := g.r.engine(g.ctx)
	if err != nil {
		return err
	}
	defer done()
	g.plies = g.budget.Plies / 40
	for i := range games {
		if g.stop() || g.plies <= 0 {
			return nil
		}
		if err := g.game(x, uint64(i), nil); err != nil {
			return err
		}
		g.out.Games++
	}
	return nil
}

const mostPlies = 5000

// game plays one random game; tell, if given, is handed every step.
func (g *gapSearch) game(x interpreter.Executor, number uint64, tell func([]interpreter.Event, *interpreter.Ply)) error {
	r := interpreter.NewRandom(interpreter.GameSeed(g.r.Hash, 1, number))
	s, err := x.Start()
	if ok, err := g.look(nil, err, nil); !ok {
		return err
	}
	var line []string
	met := map[string]bool{}
	back := g.newReturns(tell == nil)
	defer func() {
		for k, ok := range met {
			if ok && tell == nil {
				g.found[k].Games++
			}
		}
	}()
	for plies := 0; s.Over == nil; plies++ {
		g.plies--
		if plies == mostPlies {
			if tell == nil {
				g.out.Cut++
			}
			return nil
		}
		legal, err := x.Legal(s)
		if ok, ferr := g.look(nil, err, line); !ok {
			met[kindOf(err)] = ferr == nil
			return ferr
		}
		m := legal[0]
		if len(legal) > 1 {
			m = legal[r.Below(len(legal))]
		}
		g.chose = g.chose || choices(legal)
		if back.here(s, line) && !met[repetition] {
			met[repetition] = true
			g.comesBack(back, s, line)
		}
		line = append(line, notation.MoveText(g.r.Program, mover(g.r, s), m))
		var ply *interpreter.Ply
		var events []interpreter.Event
		if e, ok := x.(interpreter.Explainer); ok && tell != nil {
			ply, events, err = e.Explain(s, m)
			tell(events, ply)
		} else {
			ply, err = x.Play(s, m)
		}
		if ok, ferr := g.look(ply, err, line); !ok {
			met[kindOf(err)] = ferr == nil
			return ferr
		}
		if ply.Endless == interpreter.EndlessExact {
			met[endlessTurn] = true
		}
		g.seeds(s, line)
	}
	if tell == nil {
		if s.Over.Draw || s.Over.Winner < 0 || s.Over.Winner >= len(g.out.Wins) {
			g.out.Draws++
		} else {
			g.out.Wins[s.Over.Winner]++
		}
	}
	return nil
}

// choices tells if two legal moves begin alike and part inside the turn.
func choices(legal []interpreter.Move) bool {
	for i := 1; i < len(legal); i++ {
		a, b := legal[i-1], legal[i]
		if len(a.Inner)+len(b.Inner) > 0 && a.From == b.From && a.Kind == b.Kind && a.Dir == b.Dir && a.Take == b.Take && a.Label == b.Label {
			return true
		}
	}
	return false
}

// returns remembers the positions of one game, where no rule reads whether
// they come back; nil remembers nothing.
type returns struct {
	fields []program.Field // what a position is
	at     map[string]int  // by position: the moves made before it
	since  int             // where the position that came back was before
}

func (g *gapSearch) newReturns(wanted bool) *returns {
	if !wanted || g.r.Program.Facts.ReadsRepeat || g.r.Program.Players < 2 {
		return nil
	}
	b := &returns{at: map[string]int{}}
	for _, f := range g.r.Program.Layout.Fields {
		if f.InKey {
			b.fields = append(b.fields, f)
		}
	}
	return b
}

// key is the position as the rules would compare it if they asked for
// repetition: counters of turns and the like are no part of it.
func (b *returns) key(s *interpreter.State) string {
	var out []byte
	for _, f := range b.fields {
		for _, n := range s.Cells[f.Base : f.Base+f.Len] {
			out = append(out, byte(n), byte(n>>8))
		}
	}
	return string(out)
}

// here tells if the position was there before in this game.
func (b *returns) here(s *interpreter.State, line []string) bool {
	if b == nil {
		return false
	}
	k := b.key(s)
	was, known := b.at[k]
	if known {
		b.since = was
		return true
	}
	b.at[k] = len(line)
	return false
}

// comesBack notes the shortest round of moves that leads back to its position.
func (g *gapSearch) comesBack(b *returns, s *interpreter.State, line []string) {
	round := line[b.since:]
	if f := g.found[repetition]; f != nil && len(f.Line) <= len(round) {
		return
	}
	games := 0
	if f := g.found[repetition]; f != nil {
		games = f.Games
		delete(g.found, repetition)
	}
	g.note(repetition, fmt.Sprintf("the position comes back after %d moves, and no rule says what that means", len(round)), round)
	g.found[repetition].Position, g.found[repetition].Games = notation.FormatPosition(g.r.Program, s), games
}

func kindOf(err error) string {
	var gap *interpreter.Gap
	if errors.As(err, &gap) {
		return string(gap.Kind)
	}
	return "over budget"
}

// coverage tells games step by step and lists the rules that never acted.
func (g *gapSearch) coverage(games int) error {
	x, err := g.r.Reference(g.ctx)
	if err != nil {
		return err
	}
	fired := map[int]bool{}
	tell := func(events []interpreter.Event, ply *interpreter.Ply) {
		for _, e := range events {
			if e.Rule != nil {
				fired[e.Rule.ID] = true
			}
		}
		if ply != nil && ply.Outcome != nil && ply.Outcome.Rule != nil {
			fired[ply.Outcome.Rule.ID] = true
		}
	}
	g.plies = g.budget.Plies / 400
	for i := range games {
		if g.stop() || g.plies <= 0 {
			break
		}
		if err := g.game(x, uint64(i), tell); err != nil {
			return err
		}
		g.out.Told++
	}
	if g.out.Told == 0 {
		return nil // nothing was told: nothing is known
	}
	for _, t := range g.r.Game.Texts {
		for _, i := range t.Rules {
			if !fired[i.ID] {
				g.out.Unfired = append(g.out.Unfired, unfired(g.r.Game, i))
			}
		}
	}
	sort.SliceStable(g.out.Unfired, func(a, b int) bool { return g.out.Unfired[a].Line < g.out.Unfired[b].Line })
	return nil
}

func unfired(g *rules.Game, i *rules.RuleInfo) Unfired {
	u := Unfired{Table: i.Table, Phase: i.Phase, Label: i.Label, Text: i.Text, Sources: i.Sources, File: otherFile(g, i)}
	if i.Span.IsValid() {
		u.Line = i.Span.Line()
	}
	return u
}
