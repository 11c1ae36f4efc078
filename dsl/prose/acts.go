package prose

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
)

func (w *writer) acts(list []rules.Act) string {
	var out []string
	for _, a := range list {
		if s := w.act(a); s != "" {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return "nothing happens"
	}
	return strings.Join(out, ", then ")
}

// act renders one action; one switch over their kinds.
func (w *writer) act(x rules.Act) string {
	switch x := x.(type) {
	case *rules.Stop:
		return "the turn stops"
	case *rules.Continue:
		return "the next rule is asked"
	case *rules.Relay:
		if x.From == nil {
			return "its seeds are lifted and sown on" + w.going(x.Way) + w.along(x.Along)
		}
		return "the seeds of " + w.words(x.From) + " are lifted and sown on" + w.going(x.Way) + w.along(x.Along)
	case *rules.Sow:
		if x.Of == nil {
			return fmt.Sprintf("the captured seeds are sown on, the first into %s%s", w.words(x.From), w.going(x.Way)+w.along(x.Along))
		}
		return fmt.Sprintf("the seeds of %s are sown on, the first into %s%s", w.words(x.Of), w.words(x.From), w.going(x.Way)+w.along(x.Along))
	case *rules.Capture:
		return w.capture(x)
	case *rules.MoveAgain:
		if x.From != nil {
			return "the mover starts again from " + w.words(x.From)
		}
		return "the mover moves again"
	case *rules.MoveSeeds:
		return w.moveSeeds(x)
	case *rules.MarkHoles:
		verb := "marked"
		if x.Clear {
			verb = "no longer marked"
		}
		s := fmt.Sprintf("%s is %s as %s", w.words(x.Set), verb, x.Var.Name)
		if x.For != nil {
			s += " for " + w.words(x.For)
		}
		return s
	case *rules.ChangeHoles:
		verb := map[string]string{"claim": "becomes the mover's", "close": "is closed", "open": "is opened"}[x.How]
		return w.words(x.Set) + " " + verb
	case *rules.ForEvery:
		return fmt.Sprintf("for every one of %s: %s", w.words(x.Set), w.acts(x.Acts))
	case *rules.SetVar:
		return fmt.Sprintf("%s becomes %s", w.variable(&rules.VarOf{Var: x.Var, Hole: x.Hole, Player: x.Player}), w.words(x.Value))
	case *rules.Choose:
		if x.N > 1 {
			return fmt.Sprintf("the mover chooses %s %s from %s", number(x.N), x.Binder.Name, w.words(x.From))
		}
		return fmt.Sprintf("the mover chooses one %s from %s", x.Binder.Name, w.words(x.From))
	case *rules.May:
		return "the mover may choose this: " + w.acts(x.Acts) + "; if not"
	case *rules.Reverse:
		return "the direction turns round"
	case *rules.Call:
		return w.call(x)
	case *rules.Takes:
		if x.Each {
			was := w.his
			w.his = true // every player takes what is his
			set := w.words(x.Set)
			w.his = was
			return "each player takes the seeds in " + set
		}
		return fmt.Sprintf("%s takes the seeds in %s", w.words(x.Player), w.words(x.Set))
	case *rules.EndGame:
		return w.ending(x)
	}
	return "…"
}

func (w *writer) going(way *rules.Way) string {
	if way == nil {
		return ""
	}
	return ", going " + ways[*way]
}

// along names a further route.
func (w *writer) along(n int) string {
	if n < 1 || n > len(w.routes) {
		return ""
	}
	return fmt.Sprintf(" along the route %q", w.routes[n-1].As)
}

func (w *writer) capture(x *rules.Capture) string {
	s := "the seeds of " + w.words(x.Set) + " are captured"
	if x.For != nil {
		s += " for " + w.words(x.For)
	}
	if x.Into != nil {
		s += " and put into " + w.seat(x.Into)
	}
	return s
}

// seat is where seeds lie.
func (w *writer) seat(x rules.Spot) string {
	if h, ok := x.(*rules.HandOf); ok {
		return "the hand of " + w.words(h.Player)
	}
	return w.words(x)
}

func (w *writer) moveSeeds(x *rules.MoveSeeds) string {
	n := "all seeds"
	if x.Amount != nil {
		n = w.words(x.Amount) + " of the seeds"
	}
	if x.ToEach != nil {
		return fmt.Sprintf("%s of %s go to each of %s", n, w.seat(x.From), w.words(x.ToEach))
	}
	if x.Out {
		return fmt.Sprintf("%s of %s leave the game", n, w.seat(x.From))
	}
	return fmt.Sprintf("%s of %s go to %s", n, w.seat(x.From), w.seat(x.To))
}

// call renders a called table in place: its one rule, or its name and rules.
func (w *writer) call(x *rules.Call) string {
	t := x.Table
	if len(t.Rules) == 1 && t.Rules[0].When == nil {
		return w.acts(t.Rules[0].Acts)
	}
	var parts []string
	for _, r := range t.Rules {
		parts = append(parts, w.rule(r))
	}
	return fmt.Sprintf("%s (%s)", t.Name, strings.Join(parts, "; "))
}

func (w *writer) ending(x *rules.EndGame) string {
	switch x.How {
	case rules.Wins:
		return w.words(x.Player) + " wins"
	case rules.Loses:
		return w.words(x.Player) + " loses"
	case rules.Drawn:
		return "the game is a draw"
	case rules.RoundEnds:
		return "the round ends"
	}
	return "the game ends and the counts decide"
}
