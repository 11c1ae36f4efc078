package compiled

import "mancala/interpreter/program"

// places is a set of places known when compiling, -1 (nowhere) included:
// bit i+1 stands for place i.
type places []bool

func (c *compiler) noPlaces() places { return make(places, c.p.Places+1) }

func (c *compiler) anyPlace() places {
	s := c.noPlaces()
	for i := range s {
		s[i] = true
	}
	return s
}

func (s places) has(p int) bool { return p >= -1 && p+1 < len(s) && s[p+1] }

func (s places) add(p int) {
	if p >= -1 && p+1 < len(s) {
		s[p+1] = true
	}
}

func (s places) addAll(t places) {
	for i, in := range t {
		if in {
			s[i] = true
		}
	}
}

func (s places) without(p int) places {
	t := append(places(nil), s...)
	t[p+1] = false
	return t
}

// list gives the members, nowhere left out.
func (s places) list() []int {
	var out []int
	for i, in := range s[1:] {
		if in {
			out = append(out, i)
		}
	}
	return out
}

func (s places) span() (lo, hi int) {
	lo, hi = len(s), -2
	for i, in := range s {
		if in {
			lo, hi = min(lo, i-1), max(hi, i-1)
		}
	}
	return lo, hi
}

func (s places) equal(t places) bool {
	for i := range s {
		if s[i] != t[i] {
			return false
		}
	}
	return true
}

// spots bounds the places a spot can be.
func (g *gen) spots(e program.Expr) places {
	switch e := e.(type) {
	case program.Const:
		s := g.noPlaces()
		s.add(e.V)
		return s
	case program.Slot:
		if s, ok := g.slotSpots[e.I]; ok {
			return g.narrowed(e, s, true)
		}
	case program.Reg:
		return g.narrowed(e, g.regSpots(e.R), true)
	case program.Lookup:
		hoped, on := g.hoped(e.Index)
		if a, b, ok := linear(e.T, hoped.list()); ok && !on.has(-1) && onBoard(a, b, on, g.p.Places) {
			s := g.noPlaces() // computed, see lookup
			for _, p := range on.list() {
				s.add(a*p + b)
			}
			return s
		}
		return g.image(e.T, on)
	case program.Next:
		return g.nextSpots(e)
	case program.If:
		s := g.noPlaces()
		s.addAll(g.spots(e.Then))
		s.addAll(g.spots(e.Else))
		return s
	case program.Pick:
		s := append(places(nil), g.members(e.Set)...)
		s.add(-1)
		return s
	}
	return g.anyPlace()
}

func (g *gen) image(t program.Table, of places) places {
	s := g.noPlaces()
	for i, in := range of {
		if in {
			v := t.At(i - 1)
			if v >= g.p.Places || v < -1 {
				return g.anyPlace() // a table of something else
			}
			s.add(v)
		}
	}
	return s
}

func (g *gen) nextSpots(e program.Next) places {
	s := g.noPlaces()
	for _, d := range g.dirs(e.Back) {
		t, fixed := g.nextTable(d, e.N)
		if !fixed { // walked at run time: anything on the route
			s.add(-1)
			for p := range g.p.Places {
				s.add(g.seat.Next(d).At(p))
			}
			continue
		}
		s.addAll(g.image(t, g.spots(e.Of)))
	}
	return s
}

// members bounds the places of a set.
func (g *gen) members(s program.Set) places {
	out := g.noPlaces()
	switch s := s.(type) {
	case nil:
	case program.Holes:
		for _, p := range s.List {
			out.add(p)
		}
	case program.One:
		return g.spots(s.Spot).without(-1)
	case program.Union:
		for _, t := range s.Sets {
			out.addAll(g.members(t))
		}
	case program.BySeat:
		for _, t := range s.Sets {
			out.addAll(g.members(t))
		}
	case program.Where:
		return g.members(s.Set)
	case program.Minus:
		return g.members(s.A)
	case program.Run:
		out.addAll(g.spots(s.From))
		for d := range g.seat.Directions() {
			for p := range g.p.Places {
				out.add(g.seat.Next(d).At(p))
			}
		}
		return out.without(-1)
	default:
		return g.anyPlace().without(-1)
	}
	return out
}

// linear finds a and b with t[p] = a*p + b, a = 1 or -1, on all the places given.
func linear(t program.Table, on []int) (a, b int, ok bool) {
	if len(on) == 0 {
		return 0, 0, false
	}
	for _, a = range []int{1, -1} {
		b = t.At(on[0]) - a*on[0]
		ok = true
		for _, p := range on {
			ok = ok && t.At(p) >= 0 && t.At(p) == a*p+b
		}
		if ok {
			return a, b, true
		}
	}
	return 0, 0, false
}

// hoped is spots under conditions that are still being met, and all the
// places it can be in truth.
func (g *gen) hoped(e program.Expr) (hoped, all places) {
	all = g.spots(e)
	switch e.(type) {
	case program.Slot, program.Reg:
		return g.narrowed(e, all, false), all
	}
	return all, all
}
