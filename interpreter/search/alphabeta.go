package search

import (
	"errors"
	"slices"

	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Limits bound a search for a move. Nodes are positions whose moves were made.
type Limits struct {
	Depth int         // plies; at least 1
	Nodes int         // 0 = no limit
	Stop  func() bool // asked every now and then; may be nil
}

// Found is what AlphaBeta.Search found.
type Found struct {
	Best  []int // moves of the best value, by number in the canonical list
	Value Value // of the moves: Won and more, -Won and less are certain, others an estimate in quarters of a seed
	Depth int   // plies looked ahead to the end
	Nodes int
}

// AlphaBeta searches to a depth with a window, deeper and deeper. It keeps
// scratch space: use one a goroutine.
//
// A ply is a move. A turn that goes on at the horizon (the mover has another
// ply) is followed to its end, for at most as many plies again, because the
// estimate in the middle of a turn means little.
type AlphaBeta struct {
	keys   *keyer
	judge  *judge
	table  *table
	mover  int // cell
	least  bool
	frames []*frame

	x       interpreter.Executor
	limits  Limits
	me      int
	nodes   int
	stopped bool
}

// frame is what one level of a search needs.
type frame struct {
	kids  []interpreter.Kid
	value []int32 // of kids that need no search, or estimates to order them by
	sure  []bool
	order []int
}

const (
	tableSize = 18                 // bits
	unplayed  = int32(Won) - 1<<16 // what a move that can't be made costs its player
	noEnd     = int32(limit)
)

// errCut ends a search that ran out of nodes or time.
var errCut = errors.New("cut off")

// NewAlphaBeta makes a searcher of a program's positions.
func NewAlphaBeta(p *program.Program) *AlphaBeta {
	return &AlphaBeta{keys: newKeyer(p), judge: newJudge(p), table: newTable(tableSize), mover: p.Layout.Mover, least: p.Least}
}

// Search finds the best moves of a position. What it finds depends on the
// position and on Depth and Nodes alone, unless Stop ends it.
func (a *AlphaBeta) Search(x interpreter.Executor, s *interpreter.State, limits Limits) (Found, error) {
	if s.Over != nil {
		return Found{}, ErrOver
	}
	a.x, a.limits, a.nodes, a.stopped = x, limits, 0, false
	a.me = int(s.Cells[a.mover])
	a.table.forget()
	var found Found
	for depth := 1; depth <= max(limits.Depth, 1); depth++ {
		best, value, err := a.root(s, depth, found.Best)
		found.Nodes = a.nodes
		if errors.Is(err, errCut) && found.Depth > 0 {
			return found, nil
		}
		if err != nil && !errors.Is(err, errCut) {
			return found, err
		}
		if value <= int32(-Won) && found.Depth > 0 {
			return found, nil // lost: what looked best before loses latest
		}
		found.Best, found.Value, found.Depth = best, Value(value), depth
		if err != nil || len(best) == 0 || value >= int32(Won) {
			return found, nil
		}
	}
	return found, nil
}

// root searches every move of the position, each as far as it takes to tell
// which are the best.
func (a *AlphaBeta) root(s *interpreter.State, depth int, first []int) (moves []int, best int32, err error) {
	f, err := a.expand(s, 0)
	if err != nil {
		return nil, 0, err
	}
	a.sort(f, 0)
	for i, n := range first { // the best of the last depth first
		if at := slices.Index(f.order, n); at > i {
			copy(f.order[i+1:at+1], f.order[i:at])
			f.order[i] = n
		}
	}
	best = -noEnd
	for _, i := range f.order {
		v := f.value[i]
		if !f.sure[i] {
			alpha := max(best-1, -noEnd)
			if v, err = a.kid(f, i, depth, alpha, noEnd, 0, 0); err != nil {
				return moves, best, err
			}
		}
		if v > best {
			best, moves = v, moves[:0]
		}
		if v == best {
			moves = append(moves, i)
		}
	}
	slices.Sort(moves)
	return moves, best, nil
}

// side is 0 where the searching player is to move.
func (a *AlphaBeta) side(s *interpreter.State) int {
	if int(s.Cells[a.mover]) == a.me {
		return 0
	}
	return 1
}

// kid is the value of a move for the side that makes it.
func (a *AlphaBeta) kid(f *frame, i, depth int, alpha, beta int32, ply, side int) (int32, error) {
	k := &f.kids[i]
	if f.sure[i] {
		return f.value[i], nil
	}
	depth--
	if depth <= 0 && k.Again && ply+1 < 2*a.limits.Depth {
		depth = 1
	}
	if depth <= 0 {
		return f.value[i], nil
	}
	if a.side(&k.State) == side {
		return a.search(&k.State, depth, alpha, beta, ply+1)
	}
	v, err := a.search(&k.State, depth, -beta, -alpha, ply+1)
	return -v, err
}

// search is the value of a position for the side to move.
func (a *AlphaBeta) search(s *interpreter.State, depth int, alpha, beta int32, ply int) (int32, error) {
	k := a.keys.of(s)
	hint := -1
	if e := a.table.find(k); e != nil {
		hint = int(e.best)
		if int(e.depth) >= depth {
			switch {
			case e.bound == exact, e.bound == atLeast && e.value >= beta, e.bound == atMost && e.value <= alpha:
				return e.value, nil
			}
		}
	}
	side := a.side(s)
	f, err := a.expand(s, ply)
	if interpreter.Unplayable(err) {
		return a.estimate(s, side), nil
	}
	if err != nil {
		return 0, err
	}
	a.sort(f, hint)
	best, which, low := -noEnd, -1, alpha
	for _, i := range f.order {
		v, err := a.kid(f, i, depth, low, beta, ply, side)
		if err != nil {
			return 0, err
		}
		if v > best {
			best, which = v, i
		}
		if low = max(low, best); low >= beta {
			break
		}
	}
	e := entry{key: k, value: best, depth: int16(depth), best: int16(which), bound: exact}
	switch {
	case best <= alpha:
		e.bound = atMost
	case best >= beta:
		e.bound = atLeast
	}
	a.table.keep(e)
	return best, nil
}

// expand makes the moves of a position and values what they lead to, for the
// side to move.
func (a *AlphaBeta) expand(s *interpreter.State, ply int) (*frame, error) {
	if a.nodes++; a.limits.Nodes > 0 && a.nodes > a.limits.Nodes {
		a.stopped = true
	}
	if a.limits.Stop != nil && a.nodes&63 == 0 && a.limits.Stop() {
		a.stopped = true
	}
	if a.stopped {
		return nil, errCut
	}
	for len(a.frames) <= ply {
		a.frames = append(a.frames, &frame{})
	}
	f := a.frames[ply]
	var err error
	if f.kids, err = interpreter.Expand(a.x, s, f.kids); err != nil {
		return nil, err
	}
	n := len(f.kids)
	f.value, f.sure = slices.Grow(f.value[:0], n)[:n], slices.Grow(f.sure[:0], n)[:n]
	side := a.side(s)
	for i := range f.kids {
		f.value[i], f.sure[i] = a.worth(&f.kids[i], side)
	}
	return f, nil
}

// worth is the value of what a move led to, for the side that made it; sure
// if no search could change it.
func (a *AlphaBeta) worth(k *interpreter.Kid, side int) (value int32, sure bool) {
	switch {
	case k.Err != nil:
		return -unplayed, true
	case k.State.Over != nil:
		v := int32(ValueOf(k.State.Over, a.me, a.least))
		if side == 1 {
			v = -v
		}
		return v, true
	}
	return a.estimate(&k.State, side), false
}

// estimate values a position for a side.
func (a *AlphaBeta) estimate(s *interpreter.State, side int) int32 {
	v := a.judge.worth(s.Cells, a.me)
	if side == 1 {
		return -v
	}
	return v
}

// sort orders moves: the one a table remembers, then by what they lead to.
func (a *AlphaBeta) sort(f *frame, hint int) {
	f.order = f.order[:0]
	for i := range f.kids {
		f.order = append(f.order, i)
	}
	slices.SortStableFunc(f.order, func(i, j int) int {
		switch {
		case i == hint:
			return -1
		case j == hint:
			return 1
		}
		return int(f.rank(j)) - int(f.rank(i))
	})
}

// rank is what a move promises at first sight: another ply is worth a seed.
func (f *frame) rank(i int) int32 {
	if f.kids[i].Again && !f.sure[i] {
		return f.value[i] + counted
	}
	return f.value[i]
}
