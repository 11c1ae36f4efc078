package search

import (
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// graph is every position that can be reached from one, each once, whatever
// was before it. Where all of them fit into the budget, play that goes round
// and round can be judged, too.
//
// Bounds are settled from the ends backwards, one knot (positions that lead
// to each other) at a time: low is what the searching player can force, high
// what the others can hold him to, by play that leaves the knot. Play that
// stays in it for ever is worth nothing to either, unless a position that
// comes back ends the game: then he gets at least what that is worth at the
// least, if he is not held to less, and no more than it is worth at the most,
// if he can't force more. For to leave a knot nobody has to repeat a position.
type graph struct {
	sv    *Solver
	keys  *keyer         // of positions alone
	past  map[string]int // how often positions stood before the first one
	index map[key]int32
	nodes []graphNode
	links []link
	cells []int32
	size  int // cells of a position
}

type graphNode struct {
	first, kids   int32 // links
	knot          int32
	lowAt, highAt int32 // rounds until the bound was found: who heads for it goes where it was found sooner; -1 = by staying
	low, high     Value
	mine          bool
}

// link is a move: to a position, or to an end.
type link struct {
	to        int32 // -1: an end with these bounds
	low, high Value
}

// mostCellsKept bounds the cells of all positions of a graph.
const mostCellsKept = 1 << 25

// readsElsewhere tells rules that read the history in other tables than
// `end`: a position means nothing then without its history.
func readsElsewhere(p *program.Program) bool {
	all, inEnd := 0, 0
	count := func(n *int) program.Visitor {
		return program.Visitor{Expr: func(e program.Expr) {
			if _, ok := e.(program.Repeats); ok {
				*n++
			}
		}}
	}
	p.Visit(count(&all))
	for _, stage := range p.Stages {
		for _, seat := range stage.Seats {
			count(&inEnd).VisitBlock(seat.End)
		}
	}
	return inEnd < all
}

// whole judges a position by the graph of all that can be reached from it.
// It tells if that was possible within so many nodes, of the whole search.
func (sv *Solver) whole(s *interpreter.State, out *Solved, nodes int) (bool, error) {
	plain := *sv.keys
	plain.past = false
	g := &graph{sv: sv, keys: &plain, index: map[key]int32{}, size: len(s.Cells), past: map[string]int{}}
	if sv.keys.past && len(s.Seen) > 0 {
		for _, k := range s.Seen[:len(s.Seen)-1] {
			g.past[string(k)]++
		}
	}
	sv.limit = nodes
	if err := g.build(s); err != nil {
		return false, err
	}
	if err := g.knots(); err != nil {
		return false, err
	}
	out.Low, out.High = max(out.Low, g.nodes[0].low), min(out.High, g.nodes[0].high)
	if out.Known() {
		out.Line = g.line(s, out.Low)
	}
	return true, nil
}

// add gives the number of a position.
func (g *graph) add(s *interpreter.State) int32 {
	k := g.keys.of(s)
	if n, ok := g.index[k]; ok {
		return n
	}
	n := int32(len(g.nodes))
	g.index[k] = n
	g.nodes = append(g.nodes, graphNode{mine: int(s.Cells[g.sv.mover]) == g.sv.me, low: -limit, high: limit, knot: -1})
	g.cells = append(g.cells, s.Cells...)
	return n
}

func (g *graph) state(n int32) *interpreter.State {
	at := int(n) * g.size
	return &interpreter.State{Cells: append([]int32(nil), g.cells[at:at+g.size]...)}
}

// build makes every move of every position. errCut: there are too many.
func (g *graph) build(s *interpreter.State) error {
	g.add(s)
	at := &interpreter.State{}
	var kids []interpreter.Kid
	for n := int32(0); int(n) < len(g.nodes); n++ {
		if g.sv.nodes >= g.sv.limit || len(g.cells) > mostCellsKept || g.sv.nodes%StopEvery == 0 && g.sv.halted() {
			return errCut
		}
		g.sv.nodes++
		at.Cells = append(at.Cells[:0], g.cells[int(n)*g.size:(int(n)+1)*g.size]...)
		at.Seen, at.Over = nil, nil
		var err error
		kids, err = interpreter.Expand(g.sv.x, at, kids)
		g.nodes[n].first = int32(len(g.links))
		switch {
		case interpreter.Unplayable(err):
			g.sv.gaps++
			g.links = append(g.links, link{-1, -limit, limit})
		case err != nil:
			return err
		}
		for i := range kids {
			l, err := g.link(&kids[i])
			if err != nil {
				return err
			}
			g.links = append(g.links, l)
		}
		g.nodes[n].kids = int32(len(g.links)) - g.nodes[n].first
	}
	return nil
}

func (g *graph) link(k *interpreter.Kid) (link, error) {
	if k.Err != nil || k.State.Over != nil || k.Endless == interpreter.EndlessBudget {
		low, high, err := g.sv.kid(k, 0, 0, 0)
		return link{-1, low, high}, err
	}
	if n := len(k.State.Seen); n > 0 && g.past[string(k.State.Seen[n-1])]+1 >= g.times() {
		v, ok, err := g.again(&k.State)
		if !ok {
			return link{-1, -limit, limit}, err
		}
		return link{-1, v, v}, err
	}
	return link{to: g.add(&k.State)}, nil
}

// times is how often a position stands before the rules make something of it.
func (g *graph) times() int { return max(g.sv.x.Program().Facts.Repeats, 2) }

// again is the value of a position that comes back; ok is false if the game
// goes on.
func (g *graph) again(s *interpreter.State) (v Value, ok bool, err error) {
	c := &interpreter.State{Cells: append([]int32(nil), s.Cells...)}
	for range g.times() { // until the last of them it only enters the history
		if err := g.sv.x.Begin(c, false); err != nil {
			if interpreter.Unplayable(err) {
				err = nil
			}
			return 0, false, err
		}
		if c.Over != nil {
			return ValueOf(c.Over, g.sv.me, g.sv.least), true, nil
		}
	}
	return 0, false, nil
}

// knots finds the knots, those first that lead to no other, and settles each
// (Tarjan's algorithm, with a stack of its own).
func (g *graph) knots() error {
	number := make([]int32, len(g.nodes)) // order of discovery, from 1
	least := make([]int32, len(g.nodes))
	type visit struct{ node, link int32 }
	var open []int32
	var stack []visit
	last, knot := int32(0), int32(0)
	enter := func(n int32) {
		last++
		number[n], least[n] = last, last
		open = append(open, n)
		stack = append(stack, visit{n, 0})
	}
	enter(0)
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		n := v.node
		if v.link < g.nodes[n].kids {
			to := g.links[g.nodes[n].first+v.link].to
			v.link++
			switch {
			case to < 0 || number[to] > 0 && g.nodes[to].knot >= 0:
			case number[to] == 0:
				enter(to)
			default:
				least[n] = min(least[n], number[to])
			}
			continue
		}
		stack = stack[:len(stack)-1]
		if len(stack) > 0 {
			up := stack[len(stack)-1].node
			least[up] = min(least[up], least[n])
		}
		if least[n] != number[n] {
			continue
		}
		at := len(open) - 1
		for open[at] != n {
			at--
		}
		for _, m := range open[at:] {
			g.nodes[m].knot = knot
		}
		if err := g.settle(open[at:], knot); err != nil {
			return err
		}
		open = open[:at]
		knot++
	}
	return nil
}

// settle finds the bounds of the positions of a knot; those it leads to have theirs.
func (g *graph) settle(list []int32, knot int32) error {
	low, high := make([]Value, len(list)), make([]Value, len(list))
	for round := int32(1); ; round++ {
		for i, n := range list { // all by what was known in the last round
			low[i], high[i] = g.backUp(&g.nodes[n])
		}
		changed := false
		for i, n := range list {
			node := &g.nodes[n]
			if low[i] > node.low {
				node.low, node.lowAt, changed = low[i], round, true
			}
			if high[i] < node.high {
				node.high, node.highAt, changed = high[i], round, true
			}
		}
		if !changed {
			break
		}
	}
	if !g.sv.keys.past || !g.turns(list, knot) {
		return nil
	}
	return g.stay(list)
}

// turns tells if play can stay in a knot.
func (g *graph) turns(list []int32, knot int32) bool {
	if len(list) > 1 {
		return true
	}
	n := g.nodes[list[0]]
	for _, l := range g.links[n.first : n.first+n.kids] {
		if l.to == list[0] {
			return true
		}
	}
	return false
}

func (g *graph) backUp(n *graphNode) (low, high Value) {
	low, high = -limit, -limit
	if !n.mine {
		low, high = limit, limit
	}
	for _, l := range g.links[n.first : n.first+n.kids] {
		if l.to >= 0 {
			l.low, l.high = g.nodes[l.to].low, g.nodes[l.to].high
		}
		if n.mine {
			low, high = max(low, l.low), max(high, l.high)
		} else {
			low, high = min(low, l.low), min(high, l.high)
		}
	}
	return low, high
}

// stay counts what positions of a knot are worth when they come back.
func (g *graph) stay(list []int32) error {
	least, most := limit, -limit
	for _, n := range list {
		v, ok, err := g.again(g.state(n))
		if err != nil {
			return err
		}
		if !ok { // the game goes on
			return nil
		}
		least, most = min(least, v), max(most, v)
	}
	for _, n := range list {
		node := &g.nodes[n]
		low, high := max(node.low, min(least, node.high)), min(node.high, max(most, node.low))
		if low > node.low {
			node.low, node.lowAt = low, -1
		}
		if high < node.high {
			node.high, node.highAt = high, -1
		}
	}
	return nil
}

// line is a line of best play from the first position.
func (g *graph) line(s *interpreter.State, v Value) []int {
	var moves []int
	at := s.Clone()
	for n := int32(0); at.Over == nil && len(moves) < mostLine; {
		i := g.keeps(n, v)
		kids, err := interpreter.Expand(g.sv.x, at, nil)
		if err != nil || i < 0 || i >= len(kids) || kids[i].Err != nil {
			break
		}
		moves = append(moves, i)
		*at = kids[i].State
		if n = g.links[int(g.nodes[n].first)+i].to; n < 0 {
			break
		}
	}
	return moves
}

// keeps is a move that keeps the value of a position and comes nearer to where
// it is settled; -1: there is none.
func (g *graph) keeps(at int32, v Value) int {
	n := &g.nodes[at]
	for i, l := range g.links[n.first : n.first+n.kids] {
		sooner := true
		if l.to >= 0 {
			to := &g.nodes[l.to]
			l.low, l.high = to.low, to.high
			if to.knot == n.knot {
				sooner = n.mine && (n.lowAt < 0 || to.lowAt >= 0 && to.lowAt < n.lowAt) ||
					!n.mine && (n.highAt < 0 || to.highAt >= 0 && to.highAt < n.highAt)
			}
		}
		if sooner && (n.mine && l.low >= v || !n.mine && l.high <= v) {
			return i
		}
	}
	return -1
}
