// Package prose tells the rules of a checked game in plain English, from the
// checked trees: parameters, variant and answers are settled and definitions
// put in place, so the words are those of the rules in force, not of the file.
package prose

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
)

// Rules gives the rules of a game, a sentence or a short list entry a line.
func Rules(g *rules.Game) []string {
	w := &writer{g: g}
	w.say("%s.", upper(Board(g)))
	w.say("%s.", setup(g))
	for _, p := range g.Phases {
		w.phase(p)
	}
	w.score()
	w.match()
	return w.lines
}

// Board describes the board: "two rows of six holes, a store for each player".
func Board(g *rules.Game) string {
	b := g.Board
	var s string
	switch b.Shape {
	case "ring":
		s = fmt.Sprintf("a ring of %s", holes(len(b.Holes)))
	case "perimeter":
		s = fmt.Sprintf("a ring of %s, the edge of %d rows of %d", holes(len(b.Holes)), b.Rows, b.Columns)
	default:
		s = fmt.Sprintf("%s of %s", plural(b.Rows, "row"), holes(b.Columns))
		if b.Players == 2 && b.Rows > 2 {
			s += fmt.Sprintf(", the nearest %s each player's own", number(b.RowsOfSide()))
		}
		if b.EndHoles() {
			s += ", with end holes"
		}
	}
	switch b.Stores {
	case rules.Beside:
		s += ", a store for each player's captures"
	case rules.SownOwn:
		s += ", a store for each player, sown by its owner"
	case rules.SownBoth:
		s += ", a store for each player, sown by both"
	}
	if b.Players != 2 {
		s += fmt.Sprintf("; %s", plural(b.Players, "player"))
	}
	return s
}

func setup(g *rules.Game) string {
	total, each, same := 0, 0, true
	for i, n := range g.Setup.Holes {
		total += n
		if i == 0 {
			each = n
		}
		same = same && n == each
	}
	text := fmt.Sprintf("At the start %s lie on the board", plural(total, "seed"))
	if total == 0 {
		text = "At the start the board is empty"
	} else if same {
		text = fmt.Sprintf("At the start every hole holds %s, %d in all", plural(each, "seed"), total)
	}
	if len(g.Setup.Hand) > 0 && g.Setup.Hand[0] > 0 {
		text += fmt.Sprintf(", and each player has %d in hand", g.Setup.Hand[0])
	}
	return text
}

// writer collects the lines.
type writer struct {
	g     *rules.Game
	lines []string
	it    *rules.Binder // the hole a condition is about
	his   bool          // the mover is "he", named before

	routes []*rules.Route // further routes of the phase
}

func (w *writer) say(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

func (w *writer) phase(p *rules.Phase) {
	if p.Name != "" {
		line := fmt.Sprintf("Phase %q", p.Name)
		if p.Until != nil {
			line += ", until " + w.words(p.Until)
		}
		if p.PerPlayer {
			line += ", for each player on his own"
		}
		if p.Lots {
			line += ", in which lots decide between the moves"
		}
		w.say("%s:", line)
	}
	w.routes = p.Sowing.Routes
	w.sowing(p)
	w.moves(p.Moves)
	w.table("Before a hole is lifted", p.Lift)
	w.table("After every seed but the last of a lap", p.Drop)
	w.table("When the last seed of a lap has fallen", p.Lap)
	w.table("At once, also in the middle of a sowing", p.AtOnce)
	w.table("When the sowing has stopped", p.Turn)
	w.table("When a player is about to move", p.End)
}

func (w *writer) sowing(p *rules.Phase) {
	s := p.Sowing
	seeds := "one by one"
	if s.PerHoleOf != nil {
		seeds = "so many to a hole: " + w.words(s.PerHoleOf)
	} else if s.PerHole > 1 {
		seeds = fmt.Sprintf("%s to a hole", number(s.PerHole))
	}
	way := [...]string{"anticlockwise", "clockwise", "in the direction the player chooses", "in the direction of the move"}[s.Direction]
	line := fmt.Sprintf("Seeds are sown %s, %s, %s", seeds, way, route(s.Route))
	switch s.Origin {
	case rules.OriginFirst:
		line += ", the first one back into the hole just lifted"
	case rules.OriginUnlessSingle:
		line += ", the first one back into the hole just lifted unless it is a single seed"
	case rules.OriginSkipped:
		line += "; the hole lifted is left out when a lap comes round to it"
	}
	w.say("%s.", line)
	for _, r := range s.Routes {
		w.say("The route %q leads %s.", r.As, route(r))
	}
	if s.Skip != nil {
		w.say("No seed falls in a hole where %s.", w.words(s.Skip))
	}
	if m := endless[s.Endless]; m != "" {
		w.say("%s", m)
	}
}

var endless = map[rules.Endless]string{
	rules.EndlessOpen:    "What a turn that never ends means is left open.",
	rules.EndlessLoses:   "A turn that never ends loses the game for the mover.",
	rules.EndlessIllegal: "A move whose turn would never end is illegal.",
	rules.EndlessStop:    "A turn that never ends is stopped where it begins to repeat itself.",
	rules.EndlessDraw:    "A turn that never ends makes the game a draw.",
	rules.EndlessNever:   "A turn always ends, the file claims.",
}

func route(r *rules.Route) string {
	if r == nil {
		return "on no route"
	}
	switch r.Name {
	case "own":
		return "round the mover's own rows"
	case "own zigzag":
		return "to and fro over the mover's own rows"
	case "board":
		return "round the whole board"
	case "ring":
		return "round the ring"
	}
	return "on the route the file lists"
}

func (w *writer) moves(m *rules.Moves) {
	for i, t := range m.Tiers {
		if t.Pass {
			w.say("A player who has no such move passes.")
			continue
		}
		lead := "A player may"
		if i > 0 {
			lead = "If no such move is legal, he may"
		}
		for j, o := range t.Options {
			if j > 0 {
				lead = "or"
			}
			w.say("%s %s%s", lead, w.option(o), w.cites(o.Info, "."))
		}
	}
}

func (w *writer) option(o *rules.Option) string {
	w.his = true
	defer func() { w.his = false }()
	from, cond := w.words(o.From), ""
	if f, ok := o.From.(*rules.Where); ok {
		from = w.words(f.Set)
		if _, ok := f.Set.(*rules.Area); ok {
			from = "one of " + from
		}
		if text := w.about(f.Hole, f.Cond); text != "" && text != "always" {
			cond = ", if " + text + ","
		}
	}
	var s string
	switch o.Kind {
	case rules.EnterAt:
		seeds := w.words(o.Enter) + " seeds"
		if n, ok := o.Enter.(*rules.Int); ok {
			seeds = plural(n.V, "seed")
		}
		if o.EnterMax != nil {
			seeds = fmt.Sprintf("%s to %s seeds", w.words(o.Enter), w.words(o.EnterMax))
		}
		s = fmt.Sprintf("enter %s from his hand at %s", seeds, from+cond)
		if o.SowsHand {
			s += ", sowing them from there"
		}
		if o.Sows {
			s += " and sow that hole"
		}
	case rules.StepFrom:
		s = fmt.Sprintf("step with one seed from %s to %s", from+cond, w.words(o.To))
	default:
		s = "sow from " + from + cond
	}
	s = strings.TrimSuffix(s, ",")
	switch {
	case o.TakeAll:
	case o.TakeMax != nil:
		s += fmt.Sprintf(", taking %d to %s of its seeds", o.TakeMin, w.words(o.TakeMax))
	default:
		s += fmt.Sprintf(", taking %d of its seeds", o.TakeMin)
	}
	if o.Dropping > 0 {
		s += fmt.Sprintf(", dropping %s in each hole", plural(o.Dropping, "seed"))
	}
	if len(o.Ways) == 2 {
		s += ", either way"
	} else if len(o.Ways) == 1 {
		s += ", " + ways[o.Ways[0]]
	}
	s += w.along(o.Along)
	if o.Provided != nil {
		s += ", provided that afterwards " + w.words(o.Provided)
	}
	if o.Label > 0 && o.Label < len(w.g.Labels) {
		s += fmt.Sprintf(" (%s)", w.g.Labels[o.Label])
	}
	return s
}

var ways = map[rules.Way]string{rules.WayAnticlockwise: "anticlockwise", rules.WayClockwise: "clockwise", rules.WayInward: "inward"}

// table writes a rule text as a list; a table of one unconditional rule as a sentence.
func (w *writer) table(lead string, t *rules.Table) {
	if t == nil || len(t.Rules) == 0 {
		return
	}
	if len(t.Rules) == 1 && t.Rules[0].When == nil {
		w.say("%s: %s%s", lead, w.acts(t.Rules[0].Acts), w.cites(t.Rules[0].Info, "."))
		return
	}
	w.say("%s:", lead)
	for _, r := range t.Rules {
		w.say("- %s%s", w.rule(r), w.cites(r.Info, "."))
	}
}

func (w *writer) rule(r *rules.Rule) string {
	if r.When == nil {
		return "otherwise " + w.acts(r.Acts)
	}
	return fmt.Sprintf("if %s: %s", w.words(r.When), w.acts(r.Acts))
}

// cites ends a line with its sources.
func (w *writer) cites(i *rules.RuleInfo, end string) string {
	if i == nil || len(i.Sources) == 0 {
		return end
	}
	return end + " [" + strings.Join(i.Sources, "; ") + "]"
}

func (w *writer) score() {
	s := w.g.Score
	if s == nil || len(s.Counts) == 0 {
		return
	}
	var parts []string
	for _, c := range s.Counts {
		parts = append(parts, w.words(c))
	}
	most := "most"
	if s.Least {
		most = "least"
	}
	w.say("When the game ends by count, the player with the %s in %s wins; equal counts are a draw.", most, strings.Join(parts, " and "))
}

func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func number(n int) string {
	small := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(small) {
		return small[n]
	}
	return fmt.Sprint(n)
}

func plural(n int, noun string) string {
	return number(n) + " " + source.Noun(n, noun)
}

func holes(n int) string { return plural(n, "hole") }
