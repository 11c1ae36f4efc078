package prose

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
)

// words renders a phrase; one switch over the kinds of nodes.
func (w *writer) words(x rules.Expr) string {
	switch x := x.(type) {
	case nil:
		return "anything"
	case *rules.Int:
		return fmt.Sprint(x.V)
	case *rules.Bool:
		if x.V {
			return "always"
		}
		return "never"
	case *rules.SeedsOf:
		return "the number of seeds in " + w.words(x.Set)
	case *rules.CountOf:
		return "the number of " + w.words(x.Set)
	case *rules.LargestOf:
		return "the most seeds in one of " + w.words(x.Set)
	case *rules.Counter:
		return counters[x.Which]
	case *rules.HandOf:
		return w.possessive(x.Player) + " hand"
	case *rules.VarOf:
		return w.variable(x)
	case *rules.Arith:
		return fmt.Sprintf("%s %s %s", w.words(x.A), x.Op, w.words(x.B))
	case *rules.Compare:
		return w.compare(x)
	case *rules.And:
		return w.all(x)
	case *rules.Or:
		return w.join(x.Any, " or ")
	case *rules.Not:
		return w.negation(x.C)
	case *rules.Within:
		return fmt.Sprintf("%s %s", w.holder(x.N), ranges(x.Ranges))
	case *rules.Parity:
		if x.Odd {
			return w.holder(x.N) + " an odd number of seeds"
		}
		return w.holder(x.N) + " an even number of seeds"
	case *rules.Exists:
		return w.words(x.Spot) + " is a hole"
	case *rules.Quant:
		if who := openHoles(x); who != nil {
			return w.words(who) + " has an open hole"
		}
		return w.quantified(x)
	case *rules.QuantPlayer:
		return fmt.Sprintf("%s player is such that %s", x.How, w.words(x.Pred))
	case *rules.In:
		return fmt.Sprintf("%s is in %s", w.words(x.Spot), w.words(x.Set))
	case *rules.WasCount:
		return w.was(x)
	case *rules.WasOwner:
		if x.Enemy {
			return "that hole was the opponent's before the seed fell"
		}
		return "that hole was the mover's before the seed fell"
	case *rules.DirectionIs:
		return "the sowing goes " + ways[x.Way]
	case *rules.Repeats:
		if x.Times > 2 {
			return fmt.Sprintf("the position has occurred %d times", x.Times)
		}
		return "the position has occurred before"
	case *rules.HasMove:
		return w.words(x.Player) + " has a legal move"
	case *rules.MoveIs:
		return fmt.Sprintf("the move is %q", w.g.Labels[x.Label])
	case *rules.Visited:
		return "a seed of the turn fell in " + w.words(x.Set)
	case *rules.SamePlayer:
		return fmt.Sprintf("%s is %s", w.words(x.A), w.words(x.B))
	case *rules.IsClosed:
		return w.words(x.Spot) + " is closed"
	case *rules.IsMarked:
		return w.marked(x)
	case *rules.Forecast:
		return w.forecast(x)
	}
	return w.place(x)
}

var quantifier = map[string]string{"any": "one", "no": "none", "every": "each"}

var counters = map[rules.CounterKind]string{rules.LapNumber: "the number of the lap", rules.TurnNumber: "the number of the mover's turn", rules.RoundNumber: "the number of the round",
	rules.TotalSeeds: "the seeds of the whole game", rules.RestSeeds: "the rest", rules.CapturedNow: "the seeds captured in this turn",
	rules.CarriedSeeds: "the seeds still to be sown"}

// place renders spots, sets and players.
func (w *writer) place(x rules.Expr) string {
	switch x := x.(type) {
	case *rules.HoleVar:
		switch {
		case x.Binder.Name != "hole":
			return "the chosen " + x.Binder.Name
		case x.Binder == w.it:
			return "it"
		}
		return "that hole"
	case *rules.ChosenSet:
		return "the chosen " + x.Binder.Name
	case *rules.Reg:
		return [...]string{"the last hole", "the hole lifted", "the first hole sown"}[x.Which]
	case *rules.Next:
		return w.next(x)
	case *rules.Rel:
		return w.rel(x)
	case *rules.StoreOf:
		return w.possessive(x.Player) + " store"
	case *rules.Extreme:
		return fmt.Sprintf("the %s of %s", x.How, w.words(x.Set))
	case *rules.OnlyHole:
		return w.words(x.Set)
	case *rules.Area:
		return w.area(x)
	case *rules.Holes:
		return w.join(x.Spots, " and ")
	case *rules.Union:
		return w.join(x.Sets, " and ")
	case *rules.Where:
		return fmt.Sprintf("%s where %s", w.words(x.Set), w.about(x.Hole, x.Cond))
	case *rules.Except:
		return fmt.Sprintf("%s except %s", w.words(x.A), w.words(x.B))
	case *rules.Run:
		way := "onward"
		if x.Back {
			way = "backward"
		}
		return fmt.Sprintf("the unbroken run %s from %s while %s", way, w.words(x.From), w.about(x.Hole, x.While))
	case *rules.Who:
		return w.who(x)
	case *rules.EachPlayer:
		return "that player"
	}
	return "…"
}

func (w *writer) who(x *rules.Who) string {
	switch x.Which {
	case rules.Owner:
		return "the owner of " + w.words(x.Spot)
	case rules.Marker:
		return "the player who marked " + w.words(x.Spot)
	case rules.Captor:
		return "the player who captured last"
	case rules.Starter:
		return "the player who began"
	}
	return [...]string{"the mover", "the opponent", "", "", "the winner", "the loser", "", "", "South", "North"}[x.Which]
}

func (w *writer) possessive(p rules.Expr) string { return w.words(p) + "'s" }

func (w *writer) next(x *rules.Next) string {
	word := "next"
	if x.Back {
		word = "previous"
	}
	if x.N > 1 {
		return fmt.Sprintf("the %s hole but %s after %s", word, number(x.N-1), w.words(x.Of))
	}
	return fmt.Sprintf("the hole %s %s", map[string]string{"next": "after", "previous": "before"}[word], w.words(x.Of))
}

func (w *writer) rel(x *rules.Rel) string {
	if in, ok := x.Of.(*rules.Rel); ok && x.How == rules.Behind && in.How == rules.Opposite {
		return "the hole behind the one opposite " + w.words(in.Of)
	}
	return [...]string{"the hole opposite ", "the hole behind ", "the hole in front of ", "the hole of the same number as "}[x.How] + w.words(x.Of)
}

// area joins narrowing words into a noun phrase.
func (w *writer) area(x *rules.Area) string {
	owner, row, part := "", "", ""
	var roles []string
	for _, p := range x.Parts {
		switch {
		case p.Role != nil:
			roles = append(roles, p.Name)
		case p.Listed != nil:
			names := make([]string, len(p.Listed))
			for i, h := range p.Listed {
				names[i] = w.g.Board.PlaceName(h)
			}
			return strings.Join(names, ", ")
		case p.Left > 0:
			part = fmt.Sprintf(" (the %d on the left)", p.Left)
		case p.Right > 0:
			part = fmt.Sprintf(" (the %d on the right)", p.Right)
		case p.Columns != [2]int{}:
			part = fmt.Sprintf(" (column %d to %d)", p.Columns[0], p.Columns[1])
			if p.Columns[0] == p.Columns[1] {
				part = fmt.Sprintf(" (column %d)", p.Columns[0])
			}
		case p.Word == "own":
			owner = w.ownerOf(x.Viewer)
		case p.Word == "enemy":
			owner = "the opponent's "
		case p.Word == "board":
		case p.Word == "ends" || strings.HasSuffix(p.Word, "half"):
			part = " (" + strings.Replace(p.Word, "ends", "the ends", 1) + ")"
		default:
			row = p.Word + " "
		}
	}
	if len(roles) > 0 {
		return w.ownerIf(x.Viewer) + strings.Join(roles, " ") + part
	}
	if owner == "" {
		owner = "the "
	}
	return owner + row + "holes" + part
}

func (w *writer) ownerOf(viewer rules.Player) string {
	if p, ok := viewer.(*rules.Who); ok && p.Which == rules.Mover {
		if w.his {
			return "his "
		}
		return "the mover's "
	}
	return w.possessive(viewer) + " "
}

// ownerIf names the viewer only if it is not the mover.
func (w *writer) ownerIf(viewer rules.Player) string {
	if p, ok := viewer.(*rules.Who); ok && p.Which == rules.Mover {
		return "the "
	}
	return w.possessive(viewer) + " "
}

func (w *writer) variable(x *rules.VarOf) string {
	s := x.Var.Name
	if x.Hole != nil {
		s += " of " + w.words(x.Hole)
	} else if x.Player != nil {
		s += " of " + w.words(x.Player)
	}
	return s
}

// holder is "X holds" for the seeds of X, "N is" for any other number.
func (w *writer) holder(n rules.Number) string {
	if s, ok := n.(*rules.SeedsOf); ok {
		return w.words(s.Set) + " holds"
	}
	return w.words(n) + " is"
}

func ranges(rs [][2]int) string {
	var parts []string
	for _, r := range rs {
		switch {
		case r[1] < 0:
			parts = append(parts, fmt.Sprintf("%d or more", r[0]))
		case r[0] == r[1]:
			parts = append(parts, fmt.Sprint(r[0]))
		default:
			parts = append(parts, fmt.Sprintf("%d to %d", r[0], r[1]))
		}
	}
	return strings.Join(parts, " or ")
}

func (w *writer) compare(x *rules.Compare) string {
	s, seeds := x.A.(*rules.SeedsOf)
	zero, isInt := x.B.(*rules.Int)
	if seeds && isInt && zero.V == 0 {
		switch x.Op {
		case ">", "!=":
			if one := oneHole(s.Set); one != nil {
				return w.words(one) + " has seeds"
			}
			return "there are seeds in " + w.words(s.Set)
		case "=":
			return w.empty(s.Set)
		}
	}
	if seeds && isInt {
		return fmt.Sprintf("there %s in %s", amount(x.Op, zero.V), w.words(s.Set))
	}
	op := map[string]string{"=": "is", "!=": "is not", "<": "is less than", ">": "is more than", "<=": "is at most", ">=": "is at least"}[x.Op]
	return fmt.Sprintf("%s %s %s", w.words(x.A), op, w.words(x.B))
}

// oneHole is the hole of a set that is a single hole, nil of another set.
func oneHole(set rules.Set) rules.Spot {
	if h, ok := set.(*rules.Holes); ok && len(h.Spots) == 1 {
		return h.Spots[0]
	}
	return nil
}

func (w *writer) empty(set rules.Set) string {
	if one := oneHole(set); one != nil {
		return w.words(one) + " is empty"
	}
	return "there are no seeds in " + w.words(set)
}

// amount is a comparison with a number of seeds: "are at most 4 seeds".
func amount(op string, n int) string {
	verb := "are"
	if n == 1 && op == "=" {
		verb = "is"
	}
	kind := map[string]string{"=": "exactly ", "!=": "not exactly ", "<": "fewer than ", ">": "more than ", "<=": "at most ", ">=": "at least "}[op]
	return verb + " " + kind + source.Plural(n, "seed")
}

// about renders a condition on a hole, which is "it" there.
func (w *writer) about(hole *rules.Binder, cond rules.Truth) string {
	was := w.it
	w.it = hole
	defer func() { w.it = was }()
	return w.words(cond)
}

// all joins conditions; what always holds is left out, and a hole that exists
// and is empty is just empty.
func (w *writer) all(x *rules.And) string {
	var parts []rules.Expr
	for _, part := range x.All {
		if c, ok := part.(*rules.Bool); ok && c.V {
			continue
		}
		parts = append(parts, part)
	}
	if len(parts) == 2 {
		exists, isExists := parts[0].(*rules.Exists)
		none, isCompare := parts[1].(*rules.Compare)
		if isExists && isCompare && none.Op == "=" {
			if seeds, ok := none.A.(*rules.SeedsOf); ok && oneHole(seeds.Set) == exists.Spot {
				return w.empty(seeds.Set)
			}
		}
	}
	return w.join(parts, " and ")
}

// quantified is said in the plural where all that is asked is seeds.
func (w *writer) quantified(x *rules.Quant) string {
	set := w.words(x.Set)
	if c, ok := x.Pred.(*rules.Compare); ok {
		seeds, isSeeds := c.A.(*rules.SeedsOf)
		n, isInt := c.B.(*rules.Int)
		if isSeeds && isInt && n.V == 0 {
			if v, ok := oneHole(seeds.Set).(*rules.HoleVar); ok && v.Binder == x.Hole {
				what := map[string]string{"=": "empty", ">": "occupied"}[c.Op]
				verb := map[string]string{"any": "one of %s is %s", "no": "none of %s is %s", "every": "all of %s are %s"}[x.How]
				if what != "" {
					return fmt.Sprintf(verb, set, what)
				}
			}
		}
	}
	return fmt.Sprintf("%s of %s is such that %s", quantifier[x.How], set, w.about(x.Hole, x.Pred))
}

func (w *writer) was(x *rules.WasCount) string {
	switch {
	case len(x.Ranges) == 1 && x.Ranges[0] == [2]int{0, 0}:
		return "the last hole was empty before"
	case len(x.Ranges) == 1 && x.Ranges[0] == [2]int{1, -1}:
		return "the last hole held seeds before"
	}
	return "the last hole held " + ranges(x.Ranges) + " before"
}

func (w *writer) negation(c rules.Truth) string {
	switch x := c.(type) {
	case *rules.HasMove:
		return w.words(x.Player) + " has no legal move"
	case *rules.In:
		return fmt.Sprintf("%s is not in %s", w.words(x.Spot), w.words(x.Set))
	case *rules.IsClosed:
		return w.words(x.Spot) + " is not closed"
	case *rules.Quant:
		if who := openHoles(x); who != nil {
			return w.words(who) + " has no open hole"
		}
	case *rules.Compare:
		if s, ok := x.A.(*rules.SeedsOf); ok && x.Op == ">" {
			return w.empty(s.Set)
		}
	}
	return "it is not so that " + w.words(c)
}

func (w *writer) marked(x *rules.IsMarked) string {
	s := fmt.Sprintf("%s is marked as %s", w.words(x.Spot), x.Var.Name)
	if x.Player != nil {
		s += " by " + w.words(x.Player)
	}
	return s
}

func (w *writer) forecast(x *rules.Forecast) string {
	what := map[rules.ForecastKind]string{rules.ForecastCapture: "capture", rules.ForecastEnd: "end in", rules.ForecastWin: "win"}[x.What]
	if x.Set != nil {
		what += " " + w.words(x.Set)
	}
	switch {
	case x.Who != nil:
		return w.words(x.Who) + " could " + what
	case x.Turn:
		return "the turn would " + what
	}
	return "the first lap would " + what
}

func (w *writer) join(parts []rules.Expr, by string) string {
	out := make([]string, len(parts))
	for i, p := range parts {
		out[i] = w.words(p)
		if _, or := p.(*rules.Or); or && by == " and " {
			out[i] = "either " + out[i]
		}
	}
	return strings.Join(out, by)
}

// openHoles is the player of whom a quantifier asks if he has a hole that is
// not closed; nil if it asks something else.
func openHoles(x *rules.Quant) rules.Player {
	not, isNot := x.Pred.(*rules.Not)
	own, isArea := x.Set.(*rules.Area)
	if !isNot || !isArea || x.How != "any" || len(own.Parts) != 1 || own.Parts[0].Word != "own" {
		return nil
	}
	if _, closed := not.C.(*rules.IsClosed); !closed {
		return nil
	}
	return own.Viewer
}
