package check

import (
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
)

// Remarks: what is valid but probably not meant. Another answer or variant
// may give such a place its meaning, so a remark counts only if it comes up
// in every rule set of the file that has the place.

// eachTable visits a table and the tables it calls.
func (c *checker) eachTable(t *rules.Table, seen map[*rules.Table]bool, visit func(*rules.Table)) {
	if t == nil || seen[t] || len(seen) > maxCompared {
		return
	}
	seen[t] = true
	visit(t)
	for _, r := range t.Rules {
		eachAct(r.Acts, func(a rules.Act) {
			if call, ok := a.(*rules.Call); ok {
				c.eachTable(call.Table, seen, visit)
			}
		})
	}
}

// eachAct visits actions with those inside `may` and `for every`.
func eachAct(acts []rules.Act, visit func(rules.Act)) {
	for _, a := range acts {
		visit(a)
		switch a := a.(type) {
		case *rules.May:
			eachAct(a.Acts, visit)
		case *rules.ForEvery:
			eachAct(a.Acts, visit)
		}
	}
}

// everyAct visits all actions of a phase.
func (c *checker) everyAct(p *rules.Phase, visit func(rules.Act)) {
	for _, t := range []*rules.Table{p.Lift, p.Drop, p.Lap, p.AtOnce, p.Turn, p.End} {
		c.eachTable(t, map[*rules.Table]bool{}, func(t *rules.Table) {
			for _, r := range t.Rules {
				eachAct(r.Acts, visit)
			}
		})
	}
}

// unguardedPair: `capture opposite, beyond` takes from beyond also when
// opposite is empty; in most sources the inner hole decides.
func (c *checker) unguardedPair(r *rules.Rule) {
	for _, a := range r.Acts {
		capture, ok := a.(*rules.Capture)
		if !ok {
			continue
		}
		u, ok := capture.Set.(*rules.Union)
		if !ok || len(u.Sets) != 2 {
			continue
		}
		first, second := onlySpot(u.Sets[0]), onlySpot(u.Sets[1])
		opposite, ok := first.(*rules.Rel)
		if behind, isBehind := second.(*rules.Rel); !ok || !isBehind || opposite.How != rules.Opposite || behind.How != rules.Behind {
			continue
		}
		if !strings.Contains(form(r.When), form(first)) {
			c.pairUnguarded(capture.Set.Span())
		}
	}
}

func onlySpot(s rules.Set) rules.Spot {
	if h, ok := s.(*rules.Holes); ok && len(h.Spots) == 1 {
		return h.Spots[0]
	}
	return nil
}

// passReached: `mover has no move` is true when only a pass is left.
func (c *checker) passReached(p *rules.Phase) {
	if p.End == nil || p.Moves == nil {
		return
	}
	for _, t := range p.Moves.Tiers {
		for _, r := range p.End.Rules {
			if t.Pass && noMoveOfMover(r.When) && ends(r.Acts) {
				c.nobodyPasses(t.Info.Span, r.Info.Span)
			}
		}
	}
}

func noMoveOfMover(x rules.Truth) bool {
	n, ok := x.(*rules.Not)
	if !ok {
		return false
	}
	h, ok := n.C.(*rules.HasMove)
	if !ok {
		return false
	}
	w, ok := h.Player.(*rules.Who)
	return ok && w.Which == rules.Mover
}

// endlessUnused: `endless` is about laps that follow laps.
func (c *checker) endlessUnused() {
	var at source.Span
	relays := false
	for _, p := range c.game.Phases {
		if p.Sowing.EndlessSpan.IsValid() {
			at = p.Sowing.EndlessSpan
		}
		c.everyAct(p, func(a rules.Act) {
			switch a := a.(type) {
			case *rules.Relay, *rules.Sow:
				relays = true
			case *rules.MoveAgain:
				relays = relays || a.From != nil
			}
		})
	}
	if at.IsValid() && !relays {
		c.noEndlessTurn(at)
	}
}

// neverSet reports variables that no rule changes.
func (c *checker) neverSet() {
	set := map[*rules.Variable]bool{}
	changes := func(a rules.Act) {
		switch a := a.(type) {
		case *rules.SetVar:
			set[a.Var] = true
		case *rules.MarkHoles:
			set[a.Var] = true
		}
	}
	for _, p := range c.game.Phases {
		c.everyAct(p, changes)
	}
	if m := c.game.Match; m != nil {
		for _, t := range []*rules.Table{m.Fill, m.Between, m.Over} {
			c.everyAct(&rules.Phase{End: t}, changes)
		}
	}
	for _, v := range c.game.State {
		if !set[v] && (c.game.Match == nil || v != c.game.Match.PointsVar) {
			c.variableNeverSet(v)
		}
	}
}

// run is one checked rule set of a file.
type run struct {
	game  *rules.Game
	diags source.Diagnostics
}

// onlySometimes joins the findings of all rule sets, without the warnings and
// notes that some rule set with the same place does not have.
func onlySometimes(runs []run) source.Diagnostics {
	var all source.Diagnostics
	for _, r := range runs {
		all = append(all, r.diags...)
	}
	var out source.Diagnostics
	for _, d := range all.Sorted() {
		if d.Severity == source.Error || inEvery(d, runs) {
			out = append(out, d)
		}
	}
	return out
}

func inEvery(d source.Diagnostic, runs []run) bool {
	for _, r := range runs {
		if r.game == nil || !hasPlace(r.game, d) {
			continue
		}
		found := false
		for _, e := range r.diags {
			found = found || e.Code == d.Code && e.Span == d.Span
		}
		if !found {
			return false
		}
	}
	return true
}

// always are the codes of remarks about places that every rule set has.
var always = []string{"never-set", "no-endless-turn"}

// hasPlace reports whether a rule set has the rule a finding is about; one
// that is about no rule is not asked for again.
func hasPlace(g *rules.Game, d source.Diagnostic) bool {
	if contains(always, d.Code) {
		return true
	}
	for _, t := range g.Texts {
		for _, i := range t.Rules {
			if i.Span.Start <= d.Span.Start && d.Span.Start < i.Span.End {
				return true
			}
		}
	}
	return false
}
