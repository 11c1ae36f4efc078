package compiled

import (
	"slices"

	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// seatCode is the code of one seat in one stage.
type seatCode struct {
	stage, who int
	seat       *program.Seat
	facts      seatFacts
	options    []*optionCode // of all tiers
	tiers      [][]*optionCode
	passes     bool // the last tier is a pass

	lifted, last, walked places
	enters               places // where seeds of the hand are sown from
	offRoute             bool   // the route can end, or a lap begin off it
	lists                bool   // its functions use lists

	bits  bool      // legal moves as bits of one number
	table *sowTable // rows to sow by; nil: one by one
	ahead bool      // some option looks ahead itself
	look  bool      // listing them looks at nothing but cells: no turn is run

	turn, legal, ply wasm.FuncRef
}

// optionCode is one option of `moves` and where its moves lie among the bits.
type optionCode struct {
	opt    *program.Option
	index  int // among the options of the seat
	from   program.Set
	base   int // bit of the first place in the first direction
	lo     int // first place
	span   int // places
	run    bool
	keeps  keeps // what is known of its `provided`
	merged bool  // its moves share the bits of an earlier tier
}

func (c *compiler) newSeatCode(stage, who int) *seatCode {
	s := c.p.Stages[stage].Seats[who]
	sc := &seatCode{stage: stage, who: who, seat: s, facts: c.factsOf(s)}
	for _, t := range s.Moves {
		if t.Pass {
			sc.passes = true
			break
		}
		var tier []*optionCode
		for _, o := range t.Options {
			oc := &optionCode{opt: o, index: len(sc.options), from: candidates(o.From, o.Slot)}
			oc.run = o.Provided != nil || sc.facts.choices || s.Endless == rules.EndlessIllegal && sc.facts.relays
			tier = append(tier, oc)
			sc.options = append(sc.options, oc)
		}
		sc.tiers = append(sc.tiers, tier)
	}
	if len(sc.options) > 255 {
		c.failf("more than 255 options of moves")
	}
	return sc
}

// candidates puts the candidate in place of the option's slot and of the
// origin wherever a filter is asked.
func candidates(s program.Set, slot int) program.Set {
	switch s := s.(type) {
	case program.Where:
		is := func(e program.Expr) program.Expr {
			switch e := e.(type) {
			case program.Slot:
				if e.I == slot {
					return program.Slot{I: s.Slot}
				}
			case program.Reg:
				if e.R == program.ROrigin {
					return program.Slot{I: s.Slot}
				}
			}
			return e
		}
		return program.Where{Set: candidates(s.Set, slot), Slot: s.Slot, Cond: rewrite(s.Cond, is)}
	case program.Union:
		out := program.Union{Disjoint: s.Disjoint}
		for _, t := range s.Sets {
			out.Sets = append(out.Sets, candidates(t, slot))
		}
		return out
	case program.Minus:
		return program.Minus{A: candidates(s.A, slot), B: s.B}
	}
	return s
}

// rewrite puts leaf(e) in place of every slot and register of an expression.
func rewrite(e program.Expr, leaf func(program.Expr) program.Expr) program.Expr {
	if e == nil {
		return nil
	}
	ex := func(e program.Expr) program.Expr { return rewrite(e, leaf) }
	st := func(s program.Set) program.Set { return rewriteSet(s, leaf) }
	switch e := e.(type) {
	case program.Slot, program.Reg:
		return leaf(e)
	case program.CellAt:
		e.Index = ex(e.Index)
		return e
	case program.Lookup:
		e.Index = ex(e.Index)
		return e
	case program.Next:
		e.Of = ex(e.Of)
		return e
	case program.Op:
		e.A, e.B = ex(e.A), ex(e.B)
		return e
	case program.Not:
		e.A = ex(e.A)
		return e
	case program.If:
		e.Cond, e.Then, e.Else = ex(e.Cond), ex(e.Then), ex(e.Else)
		return e
	case program.Fold:
		e.Set, e.Body = st(e.Set), ex(e.Body)
		return e
	case program.Pick:
		e.Set, e.From = st(e.Set), ex(e.From)
		return e
	case program.In:
		e.Spot, e.Set = ex(e.Spot), st(e.Set)
		return e
	case program.Visited:
		e.Set = st(e.Set)
		return e
	case program.Forecast:
		e.Set = st(e.Set)
		return e
	}
	return e
}

func rewriteSet(s program.Set, leaf func(program.Expr) program.Expr) program.Set {
	ex := func(e program.Expr) program.Expr { return rewrite(e, leaf) }
	all := func(list []program.Set) []program.Set {
		out := make([]program.Set, len(list))
		for i, t := range list {
			out[i] = rewriteSet(t, leaf)
		}
		return out
	}
	switch s := s.(type) {
	case program.One:
		s.Spot = ex(s.Spot)
		return s
	case program.Union:
		s.Sets = all(s.Sets)
		return s
	case program.Where:
		s.Set, s.Cond = rewriteSet(s.Set, leaf), ex(s.Cond)
		return s
	case program.Minus:
		s.A, s.B = rewriteSet(s.A, leaf), rewriteSet(s.B, leaf)
		return s
	case program.Run:
		s.From, s.While = ex(s.From), ex(s.While)
		return s
	case program.BySeat:
		s.Seat, s.Sets = ex(s.Seat), all(s.Sets)
		return s
	}
	return s
}

// analyse finds where laps can begin and end, and how legal moves are kept.
func (c *compiler) analyse(sc *seatCode) {
	sc.lifted, sc.last, sc.walked, sc.enters = c.noPlaces(), c.noPlaces(), c.noPlaces(), c.noPlaces()
	s := sc.seat
	g := c.newGen(c.m.Func("unused", nil, nil).Body(), sc.stage, sc.who)
	g.someTurn(sc)
	for d, can := range sc.facts.dirs {
		for p := range c.p.Places {
			if q := s.Next(d).At(p); can && q >= 0 {
				sc.last.add(q)
			}
		}
	}
	for _, p := range s.Along {
		sc.last.add(int(p))
		sc.walked.add(int(p))
	}
	g.lapOver = true // laps are begun by rules that are asked then
	for range 4 {
		g.lastSpots, g.liftSpots = sc.last, sc.lifted
		sc.spread(g)
	}
	for d, can := range sc.facts.dirs {
		t, known := g.nextTable(d, 1)
		for i, in := range sc.walked {
			sc.offRoute = sc.offRoute || can && in && (!known || t.At(i-1) < 0)
		}
	}
	sc.lists = c.wide() || sc.needsLists()
	c.planMoves(g, sc)
}

// someTurn lets registers hold what they can in any turn.
func (g *gen) someTurn(sc *seatCode) {
	for _, r := range []program.Register{program.RLast, program.ROrigin, program.RFirst} {
		g.reg[r] = localOperand(g.zero)
	}
	if d, one := sc.facts.onlyDir(); one {
		g.reg[program.RDir] = constOperand(d)
	} else {
		g.reg[program.RDir] = localOperand(g.zero)
	}
}

// spread adds the places the rules can lift and sow from.
func (sc *seatCode) spread(g *gen) {
	for _, o := range sc.options {
		from := g.members(o.from)
		sc.lifted.addAll(from)
		if o.opt.Kind == rules.EnterAt {
			sc.last.addAll(from)
		}
		if o.opt.SowsHand {
			sc.enters.addAll(from)
		}
		if o.opt.Kind == rules.StepFrom {
			g.slotSpots[o.opt.Slot] = from
			sc.last.addAll(g.spots(o.opt.To).without(-1))
		}
	}
	back := func(on places) {
		sc.walked.addAll(on)
		for d := range sc.seat.Directions() {
			sc.walked.addAll(g.image(sc.seat.Next(d), on.without(-1)).without(-1))
		}
	}
	back(sc.enters)
	v := program.Visitor{Stmt: func(st program.Stmt) {
		switch st := st.(type) {
		case program.Relay:
			sc.lifted.addAll(g.spots(st.From).without(-1))
		case program.Sow:
			from := g.spots(st.From)
			back(from)
			sc.last.addAll(from.without(-1))
		case program.Again:
			if st.From != nil {
				sc.lifted.addAll(g.members(st.From))
			}
		}
	}}
	for _, b := range sc.seat.Blocks() {
		v.VisitBlock(b)
	}
	if sc.seat.FirstInOrigin {
		back(sc.lifted)
		sc.last.addAll(sc.lifted.without(-1))
	}
	sc.walked.addAll(sc.lifted)
	sc.walked.addAll(sc.last)
}

func (sc *seatCode) needsLists() bool {
	needs := false
	v := program.Visitor{
		Expr: func(e program.Expr) {
			if p, ok := e.(program.Pick); ok && p.Order == nil {
				needs = true
			}
		},
		Stmt: func(s program.Stmt) {
			switch s := s.(type) {
			case program.Each:
				needs = needs || !inBoardOrder(s.Set)
			case program.MoveSeeds:
				needs = needs || !inBoardOrder(s.ToEach)
			case program.Capture:
				needs = needs || orderMatters(s) && !inBoardOrder(s.Set)
			}
		},
	}
	v.VisitSeat(sc.seat)
	return needs
}

// planMoves gives every start a bit, if 64 are enough. Each tier has bits of
// its own, unless an earlier tier's moves are named alike.
func (c *compiler) planMoves(g *gen, sc *seatCode) {
	sc.bits = !c.wide() && !sc.facts.choices
	sc.look = true
	next := 0
	for ti, tier := range sc.tiers {
		on := c.noPlaces()
		for _, o := range tier {
			on.addAll(g.members(o.from))
			if o.opt.Provided != nil && !c.opt.Plain && !c.wide() && !(sc.seat.Endless == rules.EndlessIllegal && sc.facts.relays) {
				o.keeps = c.provedLegal(g, sc, o)
				o.run = o.run && !o.keeps.always
			}
			sc.bits = sc.bits && !takesSome(o.opt) && c.plainSet(o.from)
			sc.look = sc.look && !o.run && !looksAhead(o.opt)
			sc.ahead = sc.ahead || looksAhead(o.opt)
		}
		list := on.list()
		if len(list) == 0 {
			continue
		}
		lo, span := list[0], list[len(list)-1]-list[0]+1
		if sc.mergeTier(ti, lo, span) {
			continue
		}
		for i, o := range tier {
			o.lo, o.span = lo, span
			if e := exclusive(o, tier[:i]); e != nil && !c.opt.Plain {
				o.base, o.merged = e.base, true
				continue
			}
			o.base = next
			next += span * len(o.opt.Dirs)
			for _, e := range tier[:i] { // moves two options give must be found by their bits
				if e.opt.Label == o.opt.Label && e.opt.Kind == o.opt.Kind && !slices.Equal(e.opt.Dirs, o.opt.Dirs) {
					sc.bits = false
				}
				sc.bits = sc.bits && !(e.opt.Kind == rules.StepFrom && o.opt.Kind == rules.StepFrom)
			}
		}
	}
	sc.bits = sc.bits && next <= 64
}

// exclusive finds an earlier option that never has moves when this one has, and
// whose moves are the same to play: the two can share their bits.
func exclusive(o *optionCode, earlier []*optionCode) *optionCode {
	for _, e := range earlier {
		if e.merged || o.opt.Kind != rules.FromHole || e.opt.Kind != rules.FromHole || e.opt.Label != o.opt.Label ||
			e.opt.Explicit != o.opt.Explicit || !slices.Equal(e.opt.Dirs, o.opt.Dirs) || takesSome(o.opt) || takesSome(e.opt) {
			continue
		}
		a, okA := e.from.(program.Where)
		b, okB := o.from.(program.Where)
		if okA && okB && (contradict(a.Cond, b.Cond) || contradict(b.Cond, a.Cond)) {
			return e
		}
	}
	return nil
}

// contradict tells if one condition says that some holes hold seeds, and the
// other that none of them does.
func contradict(some, none program.Expr) bool {
	for _, a := range conjuncts(some) {
		list, ok := someSeeds(a)
		for _, b := range conjuncts(none) {
			if empty, okB := noSeeds(b); ok && okB && slices.Equal(list, empty) {
				return true
			}
		}
	}
	return false
}

// noSeeds recognises "all of these holes are empty".
func noSeeds(e program.Expr) ([]int, bool) {
	switch e := e.(type) {
	case program.Not:
		return someSeeds(e.A)
	case program.Op:
		if f, ok := e.A.(program.Fold); ok && e.Op == program.Eq && isConstant(e.B, 0) && f.How == program.Sum && isCell(f.Body, f.Slot) {
			h, isHoles := f.Set.(program.Holes)
			return h.List, isHoles && len(h.List) > 0
		}
	case program.Fold:
		o, ok := e.Body.(program.Op)
		h, isHoles := e.Set.(program.Holes)
		return h.List, ok && isHoles && len(h.List) > 0 && e.How == program.Every && o.Op == program.Eq && isConstant(o.B, 0) && isCell(o.A, e.Slot)
	}
	return nil, false
}

// mergeTier lets a tier use the bits of an earlier one whose moves are the same to play.
func (sc *seatCode) mergeTier(ti, lo, span int) bool {
	tier := sc.tiers[ti]
	for _, earlier := range sc.tiers[:ti] {
		if len(earlier) < len(tier) {
			continue
		}
		fits := true
		for i, o := range tier {
			e := earlier[i]
			fits = fits && o.opt.Kind == rules.FromHole && e.opt.Kind == rules.FromHole && e.opt.Label == o.opt.Label &&
				slices.Equal(e.opt.Dirs, o.opt.Dirs) && e.opt.Explicit == o.opt.Explicit &&
				lo >= e.lo && lo+span <= e.lo+e.span
		}
		if fits {
			for i, o := range tier {
				o.base, o.lo, o.span, o.merged = earlier[i].base, earlier[i].lo, earlier[i].span, true
			}
			return true
		}
	}
	return false
}

// plainSet tells candidates that can be kept as a mask; all can, today.
func (c *compiler) plainSet(program.Set) bool { return true }

// looksAhead tells options whose filter runs turns.
func looksAhead(o *program.Option) bool {
	found := false
	program.Visitor{Expr: func(e program.Expr) {
		switch e.(type) {
		case program.Forecast, program.HasMove:
			found = true
		}
	}}.VisitOption(o)
	return found
}

// orderMatters tells captures for which it counts which hole is the last:
// where the player may differ from hole to hole.
func orderMatters(s program.Capture) bool {
	if s.For == nil {
		return false
	}
	_, fixed := constant(s.For)
	return !fixed
}
