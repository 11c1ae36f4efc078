package check

import (
	"sort"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

// checkHead looks at the head of a rule: otherwise ends a table, always stands alone.
func (c *checker) checkHead(r *syntax.Rule, i, n int) {
	switch {
	case r.Head == "otherwise" && i != n-1:
		c.afterOtherwise(r.HeadSpan)
	case r.Head == "always" && n > 1:
		c.alwaysAlone(r.HeadSpan)
	case r.Head == "otherwise" && n == 1:
		c.otherwiseAlone(r.HeadSpan)
	}
}

// checkTable looks at a whole rule text: what can never fire, what is not covered.
func (c *checker) checkTable(text string, t *rules.Table, n *tomltree.Node, list []*syntax.Rule) {
	if c.broken[text] || c.diags[c.before:].HasErrors() {
		return // the table is not what was meant
	}
	c.eachTable(t, map[*rules.Table]bool{}, c.deadRules)
	for _, r := range t.Rules {
		c.unguardedPair(r)
	}
	for i, r := range t.Rules {
		if len(r.Acts) < len(list[i].Acts) {
			continue // an action of it is in error and was reported
		}
		c.afterEnding(r.Acts)
		if text == "lap" && !ends(r.Acts) {
			c.unended(r.Info.Span)
		}
		if text == "at-once" && !onlyEnds(r.Acts) {
			c.onlyEnds(r.Info.Span)
		}
	}
	if text == "lap" && len(list) > 0 && list[len(list)-1].Head == "when" {
		c.notTotal(n.KeySpan, list[len(list)-1].S)
	}
}

// ends reports whether a list of actions surely ends the lap or the table:
// its last action does, or a called table in it surely does.
func ends(acts []rules.Act) bool {
	for _, a := range acts {
		if terminal(a) {
			return true
		}
	}
	return false
}

// terminal reports whether an action is one after which no other runs. A
// start inside the turn is none when there is nothing to start from.
func terminal(a rules.Act) bool {
	switch a := a.(type) {
	case *rules.Stop, *rules.Continue, *rules.Relay, *rules.Sow, *rules.EndGame:
		return true
	case *rules.MoveAgain:
		return true
	case *rules.Call:
		return tableEnds(a.Table)
	}
	return false
}

// tableEnds reports whether every way through a called table ends the lap; a
// table that may run out or `continue` returns to its caller.
func tableEnds(t *rules.Table) bool {
	total := false
	for _, r := range t.Rules {
		if !endsHard(r.Acts) {
			return false
		}
		total = total || r.When == nil
	}
	return total
}

func endsHard(acts []rules.Act) bool {
	for _, a := range acts {
		if _, isContinue := a.(*rules.Continue); isContinue {
			return false
		}
		if terminal(a) {
			return true
		}
	}
	return false
}

func onlyEnds(acts []rules.Act) bool {
	for _, a := range acts {
		switch a := a.(type) {
		case *rules.EndGame, *rules.Continue:
		case *rules.Call:
			for _, r := range a.Table.Rules {
				if !onlyEnds(r.Acts) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// afterEnding reports actions that can't be reached.
func (c *checker) afterEnding(acts []rules.Act) {
	for i, a := range acts {
		if i+1 < len(acts) && terminal(a) {
			if m, ok := a.(*rules.MoveAgain); ok && m.From != nil {
				continue
			}
			c.neverReached(acts[i+1].Span(), a.Span())
			return
		}
	}
}

// adviseLiteral asks for ”' ”' around rule texts of several lines: only
// there do text and file agree byte for byte.
func (c *checker) adviseLiteral(n *tomltree.Node) {
	if !n.Literal() && strings.Contains(n.Str, "\n") {
		c.useLiteral(n.Span)
	}
}

// overrideUsed remembers that `rule.label` found its rule.
func (c *checker) overrideUsed(label string) {
	c.overridden[label] = true
}

func (c *checker) usedRuleOverrides() {
	n := c.tree.Get("rule")
	if n == nil {
		return
	}
	var labels []string
	for _, i := range c.infos {
		if i.Label != "" {
			labels = append(labels, i.Label)
		}
	}
	sort.Strings(labels)
	for _, k := range n.Keys {
		if !c.overridden[k] {
			c.unknownLabel(n.Fields[k].KeySpan, k, labels)
		}
	}
}

// everyOptionGoes: with direction = "by move" every option says `going`.
func (c *checker) everyOptionGoes(p *rules.Phase) {
	for _, t := range p.Moves.Tiers {
		for _, o := range t.Options {
			if len(o.Ways) == 0 && (o.Kind == rules.FromHole || o.Sows || o.SowsHand) {
				c.noGoing(o.Span())
			}
		}
	}
}

// wholeGame looks at what no single text shows.
func (c *checker) wholeGame() {
	g := c.game
	if c.scored && g.Score == nil {
		c.noScore(c.scoreSpan)
	}
	if c.diags.HasErrors() {
		return
	}
	for _, p := range g.Phases {
		c.wholePhase(p)
		c.passReached(p)
	}
	c.wholeMatch()
	c.endlessUnused()
	c.neverSet()
	c.unused(c.names)
	c.unusedRoutes()
}

// asked is a place that asks whether a player has a move.
type asked struct {
	text string
	at   source.Span
}

// circularTurns reports texts of the turn that ask for legal moves where the
// legality of a move is found by running its turn.
func (c *checker) circularTurns(p *rules.Phase) {
	var ahead *rules.Option
	for _, t := range p.Moves.Tiers {
		for _, o := range t.Options {
			if o.Provided != nil && ahead == nil {
				ahead = o
			}
		}
	}
	if ahead == nil {
		return
	}
	for _, a := range c.hasMoves {
		if contains([]string{"lift", "drop", "lap", "at-once", "turn"}, a.text) {
			c.movesInLap(a.at, a.text, ahead.Provided.Span())
		}
	}
}

func (c *checker) wholePhase(p *rules.Phase) {
	sows := false
	passes := false
	for _, t := range p.Moves.Tiers {
		passes = passes || t.Pass
		for _, o := range t.Options {
			sows = sows || o.Kind != rules.StepFrom
		}
	}
	if sows && p.Lap == nil {
		c.noLap(p.Moves.Span)
	}
	words := c.endWords()
	switch {
	case passes && !words.has("no move") && !words.has("player has a move") && !words.has("repeats") && !words.has("position occurs") && !words.has("seeds(board)"):
		c.passForEver(p.Moves.Span)
	case !passes && !words.has("no move") && !words.has("no seeds") && !words.has("is empty") && !words.has("each takes"):
		c.noMoveUnsaid(p.Moves.Span)
	}
	c.dropTwin(p)
}

// endWords is the text of everything that can end the game.
type endText string

func (e endText) has(s string) bool { return strings.Contains(string(e), s) }

func (c *checker) endWords() endText {
	var b strings.Builder
	add := func(n *tomltree.Node) {
		if n.Kind == tomltree.String {
			b.WriteString(c.oneLine(n))
			b.WriteByte('\n')
		}
	}
	for _, k := range []string{"end", "turn", "at-once", "lap"} {
		c.tree.Get("rules").Get(k).Walk(add)
	}
	for _, t := range []string{"define", "rule", "phase"} {
		c.tree.Get(t).Walk(add)
	}
	return endText(b.String())
}

// dropTwin notes a capture in `drop` that `lap` doesn't repeat: `drop` is
// never asked of a lap's last seed.
func (c *checker) dropTwin(p *rules.Phase) {
	if p.Drop == nil || p.Lap == nil {
		return
	}
	lap := map[string]bool{}
	for _, r := range p.Lap.Rules {
		for _, w := range counts(r.When) {
			lap[w] = true
		}
	}
	for _, r := range p.Drop.Rules {
		for _, w := range counts(r.When) {
			if !lap[w] {
				c.noTwin(r.Info.Span, p.Lap.Span)
				return
			}
		}
	}
}

// counts are the count tests of a condition as text ("has 4").
func counts(x rules.Expr) []string {
	switch x := x.(type) {
	case *rules.And:
		var out []string
		for _, p := range x.All {
			out = append(out, counts(p)...)
		}
		return out
	case *rules.Within:
		s := x.Span().Text()
		if i := strings.Index(s, "has "); i >= 0 {
			return []string{s[i:]}
		}
	}
	return nil
}
