package check

import (
	"slices"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

// Further routes: [sowing.routes] gives them names, and moves and laps go
// `along` them. The names are settled once the texts of a phase are read, for
// [sowing] is read after them.

// along is one use of a route's name.
type along struct {
	name string
	at   source.Span
	into *int
}

// mostRoutes bounds the routes of one phase.
const mostRoutes = 8

func (c *checker) goesAlong(into *int, name string, at source.Span) {
	if name != "" {
		c.alongs = append(c.alongs, along{name, at, into})
	}
}

// routes reads [sowing.routes] and settles which route every `along` means.
func (c *checker) routes(t *table, s *rules.Sowing) {
	n := t.get("routes")
	var names []string
	switch {
	case n == nil:
	case n.Kind != tomltree.Table:
		c.wrongType(n, "routes", "a table of routes by name")
	case len(n.Keys) > mostRoutes:
		c.outOfRange(n.KeySpan, "the number of further routes", len(n.Keys), 0, mostRoutes)
	default:
		names = n.Keys
	}
	if len(names) > 0 && c.twice != nil {
		c.routesTwice(t.get("twice").KeySpan)
	}
	c.twice = nil // for the route alone
	for _, name := range names {
		r := n.Get(name)
		switch {
		case syntax.Reserved(name):
			c.reservedName(r.KeySpan, name, "route")
		case !syntax.IsName(name):
			c.badName(r.KeySpan, name, "route")
		}
		way := c.route(r, s.Direction == rules.Clockwise)
		if way == nil {
			way = &rules.Route{}
		}
		way.As = name
		s.Routes = append(s.Routes, way)
	}
	for _, a := range c.alongs {
		i := slices.IndexFunc(s.Routes, func(r *rules.Route) bool { return r.As == a.name })
		if i < 0 {
			c.unknownRoute(a.at, a.name, names)
			continue
		}
		*a.into = i + 1
		if c.onWay == nil {
			c.onWay = map[string]bool{}
		}
		c.onWay[a.name] = true
	}
	c.alongs = nil
}

// unusedRoutes warns of further routes that no rule goes along, whatever the answers.
func (c *checker) unusedRoutes() {
	n := c.tree.Get("sowing").Get("routes")
	if n == nil || c.choice.Variant != "" || len(c.choice.Answers) > 0 {
		return
	}
	words := c.mentioned()
	for _, name := range n.Keys {
		if !c.onWay[name] && !words[name] {
			c.routeUnused(n.Get(name).KeySpan, name)
		}
	}
}
