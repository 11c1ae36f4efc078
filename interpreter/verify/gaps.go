package verify

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// Finding is a silence of the description, or an endless turn, with the
// shortest line found that leads to it.
type Finding struct {
	Kind     string   `json:"kind"` // a gap kind, or "endless turn"
	Text     string   `json:"text"`
	Games    int      `json:"games"` // random games that met it
	Of       int      `json:"of"`
	Line     []string `json:"line"` // from the start, the last move included; empty: the start itself
	Shortest bool     `json:"shortest"`
	Command  string   `json:"command"`
}

// Survey is what was looked for beyond the evidence.
type Survey struct {
	Games     int       `json:"games"`     // random games played
	Exhausted int       `json:"exhausted"` // every line of so many moves was looked at
	Findings  []Finding `json:"findings"`
	Told      int       `json:"told"` // games told step by step
	Unfired   []Unfired `json:"never_fired"`
	Cut       int       `json:"cut"` // games over the ply limit or a budget
}

// Unfired is a rule that did nothing in any game that was told.
type Unfired struct {
	Table   string   `json:"table"`
	Phase   string   `json:"phase,omitempty"`
	Label   string   `json:"label,omitempty"`
	Text    string   `json:"text"`
	Line    int      `json:"line"`
	Sources []string `json:"sources,omitempty"`
}

const endlessTurn = "endless turn"

// Survey looks for gaps and endless turns, breadth-first from the start and
// in random games, and for rules that never act. When ctx ends, it gives what
// is known with ctx's error.
func (v *Verifier) Survey(ctx context.Context) (*Survey, error) {
	r, err := v.Base()
	if err != nil {
		return nil, err
	}
	b := v.Budget.withDefaults()
	timed, cancel := context.WithTimeout(ctx, b.Time)
	defer cancel()
	g := &gapSearch{r: r, ctx: timed, found: map[string]*Finding{}, out: &Survey{}, budget: b}
	v.say("gaps: every line from the start")
	err = unlessStopped(g.breadthFirst(b.Nodes / 10))
	if err == nil {
		v.say("gaps: %d random games", b.Games)
		err = unlessStopped(g.random(b.Games))
	}
	if err == nil {
		v.say("rules never fired: %d games", b.Told)
		err = unlessStopped(g.coverage(b.Told))
	}
	for _, k := range sortedKeys(g.found) {
		f := g.found[k]
		f.Of = g.out.Games
		f.Shortest = len(f.Line) <= g.out.Exhausted+1
		f.Command = lineCommand(r, f.Line)
		g.out.Findings = append(g.out.Findings, *f)
	}
	if err == nil && interrupted(ctx) {
		err = ctx.Err()
	}
	return g.out, err
}

// unlessStopped forgets that the time was used up: what was found until then stands.
func unlessStopped(err error) error {
	if errors.Is(err, interpreter.ErrStopped) {
		return nil
	}
	return err
}

// lineCommand shows the last move of a line.
func lineCommand(r *RuleSet, line []string) string {
	text := "mancala why " + r.Arg + r.flags()
	if len(line) == 0 {
		return "mancala moves " + r.Arg + r.flags()
	}
	if n := len(line) - 1; n > 0 {
		text += fmt.Sprintf(" --after %q", strings.Join(line[:n], " "))
	}
	return text + fmt.Sprintf(" --move %q", line[len(line)-1])
}

type gapSearch struct {
	r      *RuleSet
	ctx    context.Context
	found  map[string]*Finding
	out    *Survey
	budget Budget
	plies  int // moves left to be made
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

// breadthFirst looks at every line of play up to a number of moves played.
func (g *gapSearch) breadthFirst(budget int) error {
	x, done, err := g.r.engine(g.ctx)
	if err != nil {
		return err
	}
	defer done()
	s, err := x.Start()
	if ok, err := g.look(nil, err, nil); !ok {
		return err
	}
	seen, level, played := map[string]bool{key(s): true}, []node{{s, nil}}, 0
	for len(level) > 0 {
		var next []node
		for _, n := range level {
			if n.s.Over != nil {
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
					next = append(next, node{s, line})
				}
			}
		}
		g.out.Exhausted++
		level = next
	}
	return nil
}

// random plays random games and counts those that meet a finding.
func (g *gapSearch) random(games int) error {
	x, done, err := g.r.engine(g.ctx)
	if err != nil {
		return err
	}
	defer done()
	g.plies = g.budget.Plies / 10
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
	}
	return nil
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
	g.plies = g.budget.Plies / 200
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
				g.out.Unfired = append(g.out.Unfired, unfired(i))
			}
		}
	}
	sort.SliceStable(g.out.Unfired, func(a, b int) bool { return g.out.Unfired[a].Line < g.out.Unfired[b].Line })
	return nil
}

func unfired(i *rules.RuleInfo) Unfired {
	u := Unfired{Table: i.Table, Phase: i.Phase, Label: i.Label, Text: i.Text, Sources: i.Sources}
	if i.Span.IsValid() {
		u.Line = i.Span.Line()
	}
	return u
}
