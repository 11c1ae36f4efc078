package check

import (
	"regexp"
	"slices"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

func (c *checker) ruleInfo(text, label string, span source.Span, cites []syntax.Cite) *rules.RuleInfo {
	at := source.Span{File: span.File, Start: span.Start}
	if i := c.infos[at]; i != nil {
		return i
	}
	info := &rules.RuleInfo{ID: len(c.infos), Table: text, Label: label, Span: span, Text: c.plainText(span)}
	for _, cite := range cites {
		c.checkSource(cite.Source, cite.S)
		s := cite.Source
		if cite.Pages != "" {
			s += ", " + cite.Pages
		}
		info.Sources = append(info.Sources, s)
	}
	c.infos[at] = info
	return info
}

// withoutComments is a rule's text on one line: no comments, no citations.
func withoutComments(s string) string {
	var parts []string
	for _, line := range strings.Split(s, "\n") {
		if i := strings.IndexByte(line, '#'); i >= 0 {
			line = line[:i]
		}
		parts = append(parts, line)
	}
	s = strings.Join(parts, " ")
	for {
		i := strings.Index(s, "[@")
		if i < 0 {
			break
		}
		j := strings.IndexByte(s[i:], ']')
		if j < 0 {
			s = s[:i]
			break
		}
		s = s[:i] + s[i+j+1:]
	}
	return strings.Join(strings.Fields(s), " ")
}

var ruleTexts = []string{"moves", "lift", "drop", "lap", "at-once", "turn", "end"}

// phases resolves the rule texts: one set for the main rules, one for each [[phase]].
func (c *checker) phases() {
	list := c.items(c.tree.Get("phase"), "phase")
	c.labelsOfPhases(list)
	first := map[string]*tomltree.Node{}
	for i, n := range list {
		if name := n.Get("name"); name != nil && name.Kind == tomltree.String {
			if before := first[name.Str]; before != nil {
				c.duplicate("phase", name.Str, name.Span, before.Span)
			} else {
				first[name.Str] = name
			}
		}
		c.phase(n, i == len(list)-1)
		if c.diags.HasErrors() && i == 0 {
			break // the main rules are shared: the same mistakes would come again
		}
	}
	if len(list) == 0 || list[len(list)-1].Get("until") != nil {
		c.game.Phases = append(c.game.Phases, c.resolvePhase(c.tree, "", nil))
	}
	c.usedRuleOverrides()
	for _, i := range sortedInfos(c.infos) {
		c.game.Texts = appendText(c.game.Texts, i)
	}
}

// labelsOfPhases declares the labels of all phases first: a text that several
// phases share may ask for the kind of a move that only one of them has.
func (c *checker) labelsOfPhases(list []*tomltree.Node) {
	if len(list) == 0 {
		return
	}
	found := len(c.diags)
	for _, n := range append(slices.Clip(list), c.tree) {
		if m := n.Get("rules").Get("moves"); m != nil && m.Kind == tomltree.String {
			if tiers, ok := c.parseMoves(m); ok {
				c.declareLabels(c.overrideOptions(tiers))
			}
		}
	}
	c.diags = c.diags[:found] // mistakes are told when each phase is resolved
}

func sortedInfos(m map[source.Span]*rules.RuleInfo) []*rules.RuleInfo {
	out := make([]*rules.RuleInfo, len(m))
	for _, i := range m {
		out[i.ID] = i
	}
	return out
}

func appendText(texts []*rules.Text, i *rules.RuleInfo) []*rules.Text {
	for _, t := range texts {
		if t.Table == i.Table && t.Phase == i.Phase {
			t.Rules = append(t.Rules, i)
			return texts
		}
	}
	return append(texts, &rules.Text{Table: i.Table, Phase: i.Phase, Rules: []*rules.RuleInfo{i}})
}

// phaseName is how a phase may be called: as anything else, a word of the
// language not excluded, for only positions name it.
var phaseName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// phase lays one [[phase]] over the main rules and resolves it.
func (c *checker) phase(n *tomltree.Node, last bool) {
	t := c.table(n, "phase")
	name := t.text("name")
	if name == "" {
		c.missing(n.KeySpan, "[[phase]]", "name", `name = "opening"`)
	} else if !phaseName.MatchString(name) {
		c.badName(n.Get("name").Span, name, "phase")
	}
	perPlayer := t.word("of", "player", "game") == "player"
	lots := t.word("by", "players", "lots") == "lots"
	until := c.ruleString(t.get("until"), "until")
	if until == nil && !last {
		c.missing(n.KeySpan, "[[phase]]", "until", `until = "every own is played"`)
	}
	for _, k := range []string{"rules", "sowing", "define"} {
		t.get(k)
	}
	t.get("note")
	t.done()
	over := &tomltree.Node{Kind: tomltree.Table}
	for _, k := range []string{"rules", "sowing", "define"} {
		if v := n.Get(k); v != nil {
			over.Set(k, v)
		}
	}
	saved := c.names
	if d := n.Get("define"); d != nil {
		c.names = map[string]*nameEntry{}
		for k, v := range saved {
			c.names[k] = v
		}
		if d.Kind == tomltree.Table {
			for _, k := range d.Keys {
				delete(c.names, k)
			}
		}
		c.declare(d, "phase.define", nameDefine)
	}
	p := c.resolvePhase(c.tree.Merge(over), name, until)
	p.PerPlayer, p.Lots = perPlayer, lots
	for k, v := range saved {
		if now := c.names[k]; now != nil && now.used {
			v.used = true
		}
	}
	c.names = saved
	c.game.Phases = append(c.game.Phases, p)
}

type nameEntry = name

// resolvePhase resolves all rule texts of one phase from the merged tree.
func (c *checker) resolvePhase(tree *tomltree.Node, name string, until *tomltree.Node) *rules.Phase {
	p := &rules.Phase{Name: name}
	c.broken, c.before, c.hasMoves = map[string]bool{}, len(c.diags), nil
	before := len(c.infos)
	r := c.table(tree.Get("rules"), "rules")
	if r.node == nil {
		c.missingTable("rules", "[rules]\nmoves = \"from own where hole has seeds\"\nlap = \"always stop\"")
		return p
	}
	texts := map[string]*tomltree.Node{}
	for _, k := range ruleTexts {
		texts[k] = c.ruleString(r.get(k), k)
	}
	r.done()
	lists := c.parseTexts(texts)
	tiers, movesRead := []*syntax.Tier(nil), true
	if m := texts["moves"]; m != nil {
		tiers, movesRead = c.parseMoves(m)
	} else if r.node.Get("moves") == nil {
		c.missing(r.node.KeySpan, "[rules]", "moves", `moves = "from own where hole has seeds"`)
	}
	tiers = c.overrideOptions(tiers)
	c.declareLabels(tiers)
	c.relays = false
	if !movesRead {
		tiers = nil // what was parsed beside a mistake is not what was meant
	}
	p.Moves = c.moves(tiers, texts["moves"])
	anchorLast := &rules.Reg{Which: rules.Last}
	anchorOrigin := &rules.Reg{Which: rules.Origin}
	for _, t := range []struct {
		key    string
		anchor rules.Spot
		into   **rules.Table
	}{
		{"lift", anchorOrigin, &p.Lift}, {"drop", anchorLast, &p.Drop}, {"lap", anchorLast, &p.Lap},
		{"at-once", nil, &p.AtOnce}, {"turn", anchorLast, &p.Turn}, {"end", nil, &p.End},
	} {
		if len(lists[t.key]) == 0 {
			continue
		}
		s := &scope{c: c, text: t.key, viewer: &rules.Who{Which: rules.Mover}, anchor: t.anchor}
		*t.into = s.table(t.key, lists[t.key], texts[t.key].KeySpan)
		c.checkTable(t.key, *t.into, texts[t.key], lists[t.key])
	}
	for _, i := range c.infos {
		if i.ID >= before {
			i.Phase = name
		}
	}
	c.circularTurns(p)
	p.Sowing = c.sowing(tree.Get("sowing"), p)
	if until != nil {
		if x, ok := c.parseCondition(until); ok {
			s := &scope{c: c, text: "until", viewer: &rules.Who{Which: rules.Mover}}
			p.Until = s.truth(x)
		}
	}
	return p
}

// parseTexts parses the rule tables and puts overrides by label in place.
func (c *checker) parseTexts(texts map[string]*tomltree.Node) map[string][]*syntax.Rule {
	out := map[string][]*syntax.Rule{}
	labels := map[string]source.Span{}
	for _, k := range ruleTexts {
		n := texts[k]
		if n == nil || k == "moves" {
			continue
		}
		list, ok := c.parseRules(n)
		c.broken[k] = !ok
		for _, r := range list {
			if r.Label == "" {
				out[k] = append(out[k], r)
				continue
			}
			if first, twice := labels[r.Label]; twice {
				c.duplicate("label", r.Label, r.LabelSpan, first)
			}
			labels[r.Label] = r.LabelSpan
			out[k] = append(out[k], c.inPlaceOf(r)...)
		}
		c.adviseLiteral(n)
	}
	return out
}

// inPlaceOf gives the rules that stand in the place of a labelled rule.
func (c *checker) inPlaceOf(r *syntax.Rule) []*syntax.Rule {
	n := c.tree.Get("rule").Get(r.Label)
	if n == nil {
		return []*syntax.Rule{r}
	}
	c.overrideUsed(r.Label)
	if n.Kind != tomltree.String {
		c.wrongType(n, r.Label, "a rule text, or \"\" to remove the rule")
		return nil
	}
	if strings.TrimSpace(n.Str) == "" {
		return nil
	}
	list, _ := c.parseRules(n)
	out := make([]*syntax.Rule, len(list))
	for i, x := range list {
		if x.Label != "" {
			c.labelInOverride(x.LabelSpan, x.Label)
		}
		labelled := *x
		labelled.Label, labelled.LabelSpan = r.Label, r.LabelSpan
		out[i] = &labelled
	}
	return out
}

// overrideOptions does the same for options of `moves`.
func (c *checker) overrideOptions(tiers []*syntax.Tier) []*syntax.Tier {
	var out []*syntax.Tier
	for _, t := range tiers {
		var options []*syntax.Option
		for _, o := range t.Options {
			n := c.tree.Get("rule").Get(o.Label)
			if o.Label == "" || n == nil {
				options = append(options, o)
				continue
			}
			c.overrideUsed(o.Label)
			if n.Kind != tomltree.String || strings.TrimSpace(n.Str) == "" {
				continue
			}
			more, _ := c.parseMoves(n)
			for _, m := range more {
				for _, x := range m.Options {
					labelled := *x
					if x.Label == "" {
						labelled.Label, labelled.LabelSpan = o.Label, o.LabelSpan
					}
					options = append(options, &labelled)
				}
			}
		}
		if len(options) > 0 {
			out = append(out, &syntax.Tier{Node: t.Node, Options: options})
		}
	}
	return out
}

func (c *checker) declareLabels(tiers []*syntax.Tier) {
	for _, t := range tiers {
		for _, o := range t.Options {
			if o.Label == "" && o.Along != "" {
				o.Label = o.Along // the kind of a move along another route
			}
			if _, known := c.labels[o.Label]; o.Label != "" && !known {
				c.labels[o.Label] = len(c.game.Labels)
				c.game.Labels = append(c.game.Labels, o.Label)
			}
		}
	}
}

// moves resolves the options.
func (c *checker) moves(tiers []*syntax.Tier, n *tomltree.Node) *rules.Moves {
	m := &rules.Moves{}
	if n != nil {
		m.Span = n.KeySpan
		c.adviseLiteral(n)
	}
	for i, t := range tiers {
		tier := rules.Tier{}
		for _, o := range t.Options {
			if o.Start == "pass" {
				tier.Pass = true
				tier.Info = c.ruleInfo("moves", o.Label, o.S, o.Cites)
				if len(t.Options) > 1 || i != len(tiers)-1 {
					c.passNotLast(o.S)
				}
				continue
			}
			if x := c.option(o); x != nil {
				tier.Options = append(tier.Options, x)
			}
		}
		m.Tiers = append(m.Tiers, tier)
	}
	return m
}

func (c *checker) option(o *syntax.Option) *rules.Option {
	b := &rules.Binder{Name: "hole"}
	s := &scope{c: c, text: "moves", viewer: &rules.Who{Which: rules.Mover}, where: true,
		anchor: &rules.HoleVar{At: at(o), Binder: b}, hole: b}
	x := &rules.Option{At: at(o), Info: c.ruleInfo("moves", o.Label, o.S, o.Cites), Label: c.labels[o.Label], Hole: b, TakeAll: true}
	if o.Repeats != "" {
		c.saidTwice(o.S, o.Repeats)
		return nil
	}
	switch o.Start {
	case "enter":
		x.Kind = rules.EnterAt
		x.Enter = s.number(o.Enter)
		if x.Enter == nil {
			return nil
		}
		if n, ok := x.Enter.(*rules.Int); ok && n.V < 1 && o.Sowing {
			c.enterNone(o.Enter.Span())
			return nil
		}
		if o.EnterMax != nil {
			if x.EnterMax = s.number(o.EnterMax); x.EnterMax == nil {
				return nil
			}
			if o.Taking && !o.TakeAll {
				c.enterAndTake(o.S)
				return nil
			}
			if n, ok := x.Enter.(*rules.Int); ok && n.V < 1 {
				c.enterNone(o.Enter.Span())
				return nil
			} else if m, isInt := x.EnterMax.(*rules.Int); ok && isInt && m.V < n.V {
				c.emptyRange(o.Enter.Span(), n.V, m.V)
				return nil
			}
		}
		x.Sows, x.SowsHand = o.Taking, o.Sowing
		if o.Taking && o.Sowing {
			c.enterTwoWays(o.S)
			return nil
		}
	case "step":
		x.Kind = rules.StepFrom
	}
	if o.Sowing && x.Kind != rules.EnterAt {
		c.sowingUnentered(o.S)
		return nil
	}
	if x.From = s.set(o.Sets, b); x.From == nil {
		return nil
	}
	if o.To != nil {
		if x.To = s.spot(o.To); x.To == nil {
			return nil
		}
	}
	if !c.taking(s, x, o) {
		return nil
	}
	if o.Going != nil {
		x.Ways = waysOf(o.Going)
	}
	if !c.dropping(x, o) {
		return nil
	}
	c.goesAlong(&x.Along, o.Along, o.AlongAt)
	if o.Along != "" && (x.Kind == rules.StepFrom || x.Kind == rules.EnterAt && !x.Sows && !x.SowsHand) {
		c.alongUnsown(o.AlongAt)
	}
	if o.Provided != nil {
		after := &scope{c: c, text: "provided", viewer: s.viewer, anchor: &rules.Reg{At: at(o), Which: rules.Last}, hole: b}
		if x.Provided = after.truth(o.Provided); x.Provided == nil {
			return nil
		}
	}
	return x
}

func (c *checker) taking(s *scope, x *rules.Option, o *syntax.Option) bool {
	if !o.Taking || o.TakeAll {
		return true
	}
	x.TakeAll, x.TakeMin = false, o.TakeMin
	if o.TakeMin < 1 {
		c.outOfRange(o.S, "the seeds taken", o.TakeMin, 1, maxSeeds)
		return false
	}
	if o.TakeMax != nil {
		x.TakeMax = s.number(o.TakeMax)
		if m, ok := x.TakeMax.(*rules.Int); ok && m.V < o.TakeMin {
			c.emptyRange(o.S, o.TakeMin, m.V)
			return false
		}
		return x.TakeMax != nil
	}
	return true
}

// dropping reads how many seeds a hole the turn of a move drops. The label
// tells such a move from others, in its name and while it is played.
func (c *checker) dropping(x *rules.Option, o *syntax.Option) bool {
	switch {
	case o.Dropping == 0:
		return true
	case o.Dropping < 1 || o.Dropping > 64:
		c.outOfRange(o.S, "the seeds dropped in a hole", max(o.Dropping, 0), 1, 64)
	case x.Label == 0:
		c.droppingLabel(o.S, o.Dropping)
	default:
		x.Dropping = o.Dropping
		return true
	}
	return false
}

func waysOf(w *syntax.Way) []rules.Way {
	if w.Word == "either way" {
		return []rules.Way{rules.WayAnticlockwise, rules.WayClockwise}
	}
	return []rules.Way{ways[w.Word]}
}

// sowing reads [sowing].
func (c *checker) sowing(n *tomltree.Node, p *rules.Phase) rules.Sowing {
	t := c.table(n, "sowing")
	s := rules.Sowing{PerHole: 1}
	c.perHole(t.get("per-hole"), &s)
	c.twice = t.get("twice")
	dirs := map[string]rules.Direction{"": rules.Anticlockwise, "anticlockwise": rules.Anticlockwise, "clockwise": rules.Clockwise,
		"either way": rules.EitherWay, "by move": rules.ByMove}
	s.Direction = dirs[t.word("direction", "anticlockwise", "clockwise", "either way", "by move")]
	if t.node != nil && t.node.Get("direction") == nil {
		c.missing(t.node.KeySpan, "[sowing]", "direction", `direction = "anticlockwise"`)
	}
	origins := map[string]rules.OriginRule{"": rules.OriginPlain, "next": rules.OriginPlain, "origin": rules.OriginFirst, "origin unless-single": rules.OriginUnlessSingle}
	s.Origin = origins[t.word("first", "next", "origin", "origin unless-single")]
	if r := t.get("route"); r == nil && t.node != nil {
		c.missing(t.node.KeySpan, "[sowing]", "route", `route = "board"`)
	} else {
		s.Route = c.route(r, s.Direction == rules.Clockwise)
	}
	c.routes(t, &s)
	c.skip(t, &s)
	c.endless(t, &s)
	t.get("note")
	t.done()
	if s.Direction == rules.ByMove {
		c.everyOptionGoes(p)
	}
	return s
}

// perHole reads how many seeds fall in a hole at once: a number, or a phrase
// about `hole`, asked before each drop.
func (c *checker) perHole(n *tomltree.Node, s *rules.Sowing) {
	switch {
	case n == nil:
		return
	case n.Kind == tomltree.Integer:
		s.PerHole = int(min(max(n.Int, -1), 1<<20))
	default:
		if n = c.ruleString(n, "per-hole"); n == nil {
			return
		}
		x, ok := c.parsePhrase(n)
		if !ok {
			return
		}
		b := &rules.Binder{Name: "hole"}
		sc := (&scope{c: c, text: "per-hole", viewer: &rules.Who{Which: rules.Mover}}).with(b, x.Span())
		v := sc.number(x)
		constant, ok := v.(*rules.Int)
		if v == nil || !ok {
			s.PerHoleOf, s.PerHoleAt = v, b
			return
		}
		s.PerHole = constant.V
	}
	if s.PerHole < 1 || s.PerHole > 64 {
		c.outOfRange(n.Span, "per-hole", s.PerHole, 1, 64)
		s.PerHole = 1
	}
}

func (c *checker) skip(t *table, s *rules.Sowing) {
	n := c.ruleString(t.get("skip"), "skip")
	if n == nil {
		return
	}
	if n.Str == "origin" {
		s.Origin = rules.OriginSkipped
		return
	}
	x, ok := c.parseCondition(n)
	if !ok {
		return
	}
	b := &rules.Binder{Name: "hole"}
	sc := (&scope{c: c, text: "skip", viewer: &rules.Who{Which: rules.Mover}}).with(b, x.Span())
	s.Skip, s.SkipHole = sc.truth(x), b
}

func (c *checker) endless(t *table, s *rules.Sowing) {
	meanings := map[string]rules.Endless{"": rules.EndlessUnset, "open": rules.EndlessOpen, "mover loses": rules.EndlessLoses,
		"illegal": rules.EndlessIllegal, "stop": rules.EndlessStop, "draw": rules.EndlessDraw, "never": rules.EndlessNever}
	word := t.word("endless", "open", "mover loses", "illegal", "stop", "draw", "never")
	s.Endless = meanings[word]
	if n := t.node.Get("endless"); n != nil {
		s.EndlessSpan = n.Span
	} else if t.node != nil && c.relays && !c.diags[c.before:].HasErrors() {
		c.noEndless(t.node.KeySpan)
	}
}
