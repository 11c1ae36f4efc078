package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
)

// Finding is a silence of the description, or an endless turn, with the
// shortest line found that leads to it.
type Finding struct {
	Kind     string   `json:"kind"` // a gap kind, or one of the kinds below
	Text     string   `json:"text"`
	Games    int      `json:"games"` // random games that met it
	Of       int      `json:"of"`
	Line     []string `json:"line"`               // from the start, the last move included; empty: the start itself
	Position string   `json:"position,omitempty"` // where the line begins, if not at the start
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
	Cut       int       `json:"cut"`  // games over the ply limit or a budget
	Wins      []int     `json:"wins"` // random games won, by seat
	Draws     int       `json:"draws"`
	Proofs    []Proof   `json:"proved"` // what the checker proves, for positions of any size
	Small     []Small   `json:"small_boards,omitempty"`
}

// Proof is something the checker proves, or fails to prove, of the rules.
type Proof struct {
	Text   string `json:"text"`
	Proved bool   `json:"proved"`
	Line   int    `json:"line,omitempty"`
}

// Unfired is a rule that did nothing in any game that was told.
type Unfired struct {
	Table   string   `json:"table"`
	Phase   string   `json:"phase,omitempty"`
	Label   string   `json:"label,omitempty"`
	Text    string   `json:"text"`
	File    string   `json:"file,omitempty"` // where it is not the game's own
	Line    int      `json:"line"`
	Sources []string `json:"sources,omitempty"`
}

// Place names the line, and the file if it is another one.
func (u Unfired) Place() string { return place(u.File, u.Line) }

// Kinds of findings that are no gaps of the machine.
const (
	endlessTurn  = "endless turn"
	repetition   = "repetition" // a position comes back, and no rule reads it
	seedsChanged = "seeds made or lost"
	neverWins    = "never wins"       // a seat that won no game
	noChoice     = "choice never met" // rules with `may` or `choose` that never left one
)

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
	g := newGapSearch(timed, r, b)
	g.out.Proofs = v.proofs()
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
	g.conclude()
	if err == nil {
		g.out.Small, err = v.smallBoards(timed)
	}
	if err == nil && interrupted(ctx) {
		err = ctx.Err()
	}
	return g.out, err
}

func newGapSearch(ctx context.Context, r *RuleSet, b Budget) *gapSearch {
	return &gapSearch{r: r, ctx: ctx, found: map[string]*Finding{}, budget: b, ends: make([]int, r.Program.Players),
		out: &Survey{Findings: []Finding{}, Unfired: []Unfired{}, Proofs: []Proof{}, Wins: make([]int, r.Program.Players)}}
}

// conclude lists what was found, with the commands that show it.
func (g *gapSearch) conclude() {
	if n := g.out.Games; n > 0 && g.out.Cut < n && g.r.Program.Players > 1 {
		for seat, won := range g.out.Wins {
			if won == 0 && slices.Max(g.out.Wins) > 0 {
				g.note(neverWins, fmt.Sprintf("%s won none of %d games", rules.SeatName(seat), n), nil)
			}
		}
	}
	if g.whole && g.out.Games == 0 && g.r.Program.Players > 1 {
		for seat, won := range g.ends {
			if won == 0 && slices.Max(g.ends) > 0 {
				g.note(neverWins, fmt.Sprintf("%s wins in none of the positions a game can end in", rules.SeatName(seat)), nil)
			}
		}
	}
	if g.r.Program.Facts.Choices && g.out.Games > 0 && !g.chose {
		g.note(noChoice, "the rules offer choices inside a turn, and no turn left one", nil)
	}
	for _, k := range sortedKeys(g.found) {
		f := g.found[k]
		f.Of = g.out.Games
		f.Shortest = len(f.Line) <= g.out.Exhausted+1 && k != repetition
		f.Command = g.command(f)
		g.out.Findings = append(g.out.Findings, *f)
	}
}

func (g *gapSearch) command(f *Finding) string {
	if f.Kind == neverWins || f.Kind == noChoice {
		return fmt.Sprintf("mancala simulate %s%s --games %d", g.r.Arg, g.r.flags(), max(g.out.Games, 1))
	}
	text := lineCommand(g.r, f.Line)
	if f.Position != "" {
		before, after, _ := strings.Cut(text, g.r.Arg+g.r.flags())
		text = fmt.Sprintf("%s%s%s --position %q%s", before, g.r.Arg, g.r.flags(), f.Position, after)
	}
	return text
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
