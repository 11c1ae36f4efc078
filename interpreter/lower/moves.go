package lower

import (
	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

func (c *seatCtx) moves(m *rules.Moves) []*program.Tier {
	if m == nil {
		return nil
	}
	var tiers []*program.Tier
	for _, t := range m.Tiers {
		tier := &program.Tier{Pass: t.Pass, Rule: c.met(t.Info)}
		for _, o := range t.Options {
			tier.Options = append(tier.Options, c.option(o))
		}
		tiers = append(tiers, tier)
	}
	explicit(tiers)
	return tiers
}

// option lowers one way to move. The candidate is `hole` and `origin` in all
// its texts and stands in the option's slot.
func (c *seatCtx) option(o *rules.Option) *program.Option {
	e, slot := c.env().slot()
	s := program.Slot{I: slot}
	e = e.bind(o.Hole, s)
	e.origin = s
	out := &program.Option{Rule: c.met(o.Info), Label: o.Label, Kind: o.Kind, Slot: slot, TakeAll: true, Sows: o.Sows, SowsHand: o.SowsHand}
	candidates := e
	candidates.option = &s
	out.From = candidates.set(o.From)
	out.Dirs = c.dirs(o)
	if !o.TakeAll && (o.TakeMin > 0 || o.TakeMax != nil) {
		out.TakeAll, out.TakeMin = false, o.TakeMin
		out.TakeMax = program.Const{V: o.TakeMin}
		if o.TakeMax != nil {
			out.TakeMax = e.expr(o.TakeMax)
		}
	}
	if o.Enter != nil {
		out.Enter = e.expr(o.Enter)
	}
	if o.EnterMax != nil {
		out.EnterMax = e.expr(o.EnterMax)
	}
	if o.To != nil {
		out.To = e.spot(o.To)
	}
	if o.Provided != nil {
		if p := e.expr(o.Provided); !isConst(p, 1) {
			out.Provided = p
		}
	}
	return out
}

// dirs are the directions an option offers. A step and a seed entered
// without sowing have a direction only where the game has one for all.
func (c *seatCtx) dirs(o *rules.Option) []program.Dir {
	var list []program.Dir
	for _, w := range o.Ways {
		list = append(list, ways[w].On(o.Along))
	}
	if len(list) > 0 {
		return list
	}
	sows := o.Kind == rules.FromHole || o.Kind == rules.EnterAt && (o.Sows || o.SowsHand)
	switch c.stage.Sowing.Direction {
	case rules.Anticlockwise, rules.Clockwise:
		if o.Kind == rules.EnterAt && !o.Sows && !o.SowsHand {
			return []program.Dir{program.None}
		}
		return []program.Dir{program.Dir(c.seat.Dir).On(o.Along)}
	case rules.EitherWay:
		if sows {
			return []program.Dir{program.Anticlockwise.On(o.Along), program.Clockwise.On(o.Along)}
		}
	}
	return []program.Dir{program.None}
}

// explicit sets where the direction belongs to a move's name: where an
// option offers several, and where another option of the seat may start the
// same hole in another direction.
func explicit(tiers []*program.Tier) {
	var all []*program.Option
	for _, t := range tiers {
		all = append(all, t.Options...)
	}
	for _, o := range all {
		o.Explicit = len(o.Dirs) > 1
		for _, other := range all {
			if len(o.Dirs) == 1 && o.Dirs[0].Base() != usual(all) && other.Kind == o.Kind && overlap(o, other) {
				o.Explicit = o.Explicit || other.Dirs[0].Base() != o.Dirs[0].Base()
			}
		}
	}
}

// usual is the direction that needs no mention: that of the first option.
func usual(all []*program.Option) program.Dir { return all[0].Dirs[0].Base() }

func overlap(a, b *program.Option) bool {
	x, okA := bounds(a.From)
	y, okB := bounds(b.From)
	return !okA || !okB || len(intersect(x, y)) > 0
}

// dropping makes the seeds a hole depend on the kind of the move, where
// options say how many they drop.
func (c *seatCtx) dropping(m *rules.Moves) {
	if m == nil {
		return
	}
	s := c.seat
	n := s.PerHoleOf
	if n == nil {
		n = program.Const{V: s.PerHole}
	}
	found := map[int]bool{}
	for _, t := range m.Tiers {
		for _, o := range t.Options {
			if o.Dropping > 0 && !found[o.Label] {
				found[o.Label] = true
				n = program.If{Cond: op(program.Eq, program.Reg{R: program.RLabel}, program.Const{V: o.Label}), Then: program.Const{V: o.Dropping}, Else: n}
			}
		}
	}
	if len(found) == 0 {
		return
	}
	if s.PerHoleOf == nil {
		_, s.PerHoleSlot = c.env().slot()
	}
	s.PerHole, s.PerHoleOf = 2, n
}
