package search

import (
	"errors"
	"math/bits"
	"slices"

	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Budget bounds an exact search.
type Budget struct {
	Nodes int         // positions whose moves are made; 0 = DefaultNodes
	Stop  func() bool // asked every now and then; may be nil
}

// DefaultNodes is the budget of an exact search.
const DefaultNodes = 5_000_000

// Solved is what an exact search found out about a position, for the player
// on the move: its value lies between Low and High, both proved. Other players
// are taken as one side against him. With Low = High the value is known.
type Solved struct {
	Low, High Value
	Nodes     int
	Cut       bool  // the budget is spent, or the search was stopped
	Gaps      int   // moves met that the description is silent about, or that were over budget
	Loops     int   // lines met that come back to a position
	Whole     bool  // every position that can be reached was settled: no budget proves more
	Line      []int // a line of best play, by number in the canonical lists of moves; empty if the value is not known
}

// Known tells if the value is known.
func (s *Solved) Known() bool { return s.Low == s.High }

// Won tells if the bounds prove a win.
func (s *Solved) Won() bool { return s.Low >= Won }

// Lost tells if the bounds prove a loss.
func (s *Solved) Lost() bool { return s.High <= -Won }

// Solver finds exact values. What it claims it has proved by play that ends:
// a line that goes round and round, a gap or a spent budget proves nothing
// for either side. Where rules read the history it is part of a position.
//
// It asks questions ("does he get t at least?") and remembers two bounds of
// every position; a bound once proved holds for good, whatever way the
// position is reached. It keeps scratch space: use one a goroutine.
type Solver struct {
	keys      *keyer
	judge     *judge
	mover     int // cell
	least     bool
	elsewhere bool // rules read the history in other tables than `end`
	table     *proofs
	frames    []*proofFrame
	path      map[key]bool // positions of the line being searched, in deep searches

	x     interpreter.Executor
	me    int
	deep  bool
	nodes int
	limit int
	stop  func() bool

	cut, loops, gaps int // positions left for depth, because they came back, for silence
}

type proofFrame struct {
	kids  []interpreter.Kid
	rank  []int32
	order []int
}

// StopEvery is after how many nodes Budget.Stop is asked.
const StopEvery = 256

// TableFor is the size of the table that suits a budget of nodes: from 2^10
// to 2^20 positions, 2^22 for large budgets.
func TableFor(nodes int) int {
	if nodes > 4*DefaultNodes {
		return 22
	}
	return min(max(bits.Len(uint(nodes)), 10), 20)
}

// NewSolver makes a solver with a table of 2^size positions, 48 bytes each;
// see TableFor.
func NewSolver(p *program.Program, size int) *Solver {
	return &Solver{keys: newKeyer(p), judge: newJudge(p), mover: p.Layout.Mover, least: p.Least, elsewhere: readsElsewhere(p), table: newProofs(size), me: -1, path: map[key]bool{}}
}

// shallow is what is spent on growing depths at first.
const shallow = 10_000

// mostDeep bounds the recursion.
const mostDeep = 10_000

// Solve finds the value of a position, as far as the budget goes. A search
// that was cut off or stopped is no error.
//
// It begins with shallow searches, which find puzzles. Then lines are
// followed to their ends: where no position comes back this is by far the
// cheapest way, for every answer is one for good. Where positions do come
// back, all that can be reached are settled together if the budget has room
// for them, or else what is left of it goes into growing depths.
func (sv *Solver) Solve(x interpreter.Executor, s *interpreter.State, b Budget) (*Solved, error) {
	if s.Over != nil {
		return nil, ErrOver
	}
	if x.Program().HasLots() {
		return nil, ErrLots
	}
	if b.Nodes == 0 {
		b.Nodes = DefaultNodes
	}
	if me := int(s.Cells[sv.mover]); me != sv.me { // bounds are those of one player
		sv.me = me
		sv.table.forget()
	}
	sv.x, sv.stop, sv.nodes, sv.gaps, sv.loops = x, b.Stop, 0, 0, 0
	out := &Solved{Low: -limit, High: limit}
	err := sv.phases(s, out, b.Nodes)
	if err != nil && !errors.Is(err, errCut) {
		return nil, err
	}
	out.Cut = !out.Known() && err != nil
	out.Nodes, out.Gaps, out.Loops = sv.nodes, sv.gaps, sv.loops
	if out.Known() && out.Line == nil {
		sv.limit = sv.nodes + b.Nodes // showing the line may cost as much again
		out.Line = sv.line(s, out.Low)
	}
	return out, nil
}

// phases searches in one way after another. errCut: the budget ended it.
func (sv *Solver) phases(s *interpreter.State, out *Solved, nodes int) error {
	first := min(nodes/64, shallow)
	if sv.keys.past { // each history is a position of its own
		first /= 16
	}
	err := sv.growing(s, out, first)
	if !errors.Is(err, errCut) || sv.halted() {
		return err
	}
	if sv.keys.past { // there are too many histories to follow them to their ends
		if !sv.elsewhere {
			if out.Whole, err = sv.whole(s, out, nodes-nodes/4); out.Whole || !errors.Is(err, errCut) || sv.halted() {
				return err
			}
		}
		return sv.growing(s, out, nodes)
	}
	err = sv.followed(s, out, nodes)
	if out.Known() || err != nil && !errors.Is(err, errCut) || sv.loops == 0 || sv.halted() {
		return err
	}
	if out.Whole, err = sv.whole(s, out, nodes-nodes/4); out.Whole || !errors.Is(err, errCut) || sv.halted() {
		return err
	}
	return sv.growing(s, out, nodes)
}

// growing searches to growing depths until the value is known, deeper
// searches would find no more, or so many nodes were spent.
func (sv *Solver) growing(s *interpreter.State, out *Solved, nodes int) error {
	sv.deep, sv.limit = false, nodes
	for depth := 1; depth <= mostDeep; depth = deeper(depth) {
		sv.cut = 0
		if err := sv.settle(s, depth, out); err != nil || out.Known() || sv.cut == 0 {
			return err
		}
	}
	return errCut
}

// deeper is the depth after a depth.
func deeper(d int) int { return d + 1 + d/4 }

// followed searches lines to their ends.
func (sv *Solver) followed(s *interpreter.State, out *Solved, nodes int) error {
	sv.deep, sv.limit, sv.cut = true, nodes, 0
	clear(sv.path)
	err := sv.settle(s, mostDeep, out)
	sv.deep = false
	return err
}

// settle asks about one value after another until the bounds meet or the
// depth gives no answer: first who wins, then by how much.
func (sv *Solver) settle(s *interpreter.State, depth int, out *Solved) error {
	for _, t := range []Value{1, 0} { // a win? a draw at least?
		if _, err := sv.question(s, depth, t, out); err != nil {
			return err
		}
	}
	for answered := true; answered && !out.Known(); {
		t := out.High // lost: by so little?
		switch {
		case out.Won():
			t = out.Low + 1 // by more?
		case !out.Lost():
			return nil
		}
		var err error
		if answered, err = sv.question(s, depth, t, out); err != nil {
			return err
		}
	}
	return nil
}

// question asks if the value is t at least.
func (sv *Solver) question(s *interpreter.State, depth int, t Value, out *Solved) (answered bool, err error) {
	if out.Low < t && out.High >= t {
		low, high, err := sv.prove(s, depth, t, 0)
		if err != nil {
			return false, err
		}
		out.Low, out.High = max(out.Low, low), min(out.High, high)
	}
	return out.Low >= t || out.High < t, nil
}

// prove gives bounds of the value of a position: low is t at least, or high
// is below t, or nothing could be proved within the depth.
func (sv *Solver) prove(s *interpreter.State, depth int, t Value, ply int) (low, high Value, err error) {
	k := sv.keys.of(s)
	p := proof{key: k, low: -limit, high: limit, asked: t, best: -1}
	if e := sv.table.find(k); e != nil {
		p.low, p.high, p.best = e.low, e.high, e.best
		if p.answers(t) {
			return p.low, p.high, nil
		}
		if int(e.depth) >= depth && e.asked == t {
			sv.cut += truth(e.depth < endless)
			return p.low, p.high, nil
		}
	}
	if depth == 0 || sv.deep && sv.path[k] {
		sv.cut++
		sv.loops += truth(depth > 0)
		return p.low, p.high, nil
	}
	f, err := sv.expand(s, ply)
	if interpreter.Unplayable(err) {
		sv.gaps++
		return p.low, p.high, nil
	}
	if err != nil {
		return 0, 0, err
	}
	cut, loops := sv.cut, sv.loops
	if sv.deep {
		sv.path[k] = true
		defer delete(sv.path, k)
	}
	if err := sv.ask(s, f, &p, depth, ply); err != nil {
		return 0, 0, err
	}
	switch {
	case sv.cut == cut:
		p.depth = endless // deeper searches would find no more
	case sv.loops == loops:
		p.depth = int16(depth)
	} // else what was not found may be found on another way here
	sv.table.keep(p)
	return p.low, p.high, nil
}

// endless stands for a depth at which nothing was left out for depth.
const endless = 1<<15 - 1

// ask puts a question to the kids of a position, until one answers it.
func (sv *Solver) ask(s *interpreter.State, f *proofFrame, p *proof, depth, ply int) error {
	mine := int(s.Cells[sv.mover]) == sv.me
	sv.sort(f, int(p.best), mine)
	low, high := -limit, -limit // of the best so far
	if !mine {
		low, high = limit, limit
	}
	for n, i := range f.order {
		l, h, err := sv.kid(&f.kids[i], depth-1, p.asked, ply)
		if err != nil {
			return err
		}
		last := n == len(f.order)-1
		if mine {
			low, high = max(low, l), max(high, h)
			if l >= p.asked {
				p.best = int16(i)
				p.low = max(p.low, low)
				if last {
					p.high = min(p.high, high)
				}
				return nil
			}
			continue
		}
		low, high = min(low, l), min(high, h)
		if h < p.asked {
			p.best = int16(i)
			p.high = min(p.high, high)
			if last {
				p.low = max(p.low, low)
			}
			return nil
		}
	}
	p.low, p.high = max(p.low, low), min(p.high, high)
	return nil
}

// kid bounds the value of what a move leads to.
func (sv *Solver) kid(k *interpreter.Kid, depth int, t Value, ply int) (low, high Value, err error) {
	switch {
	case k.Err != nil || k.Endless == interpreter.EndlessBudget:
		sv.gaps++
		return -limit, limit, nil
	case k.State.Over != nil:
		v := ValueOf(k.State.Over, sv.me, sv.least)
		return v, v, nil
	}
	return sv.prove(&k.State, depth, t, ply+1)
}

func (sv *Solver) expand(s *interpreter.State, ply int) (*proofFrame, error) {
	if sv.nodes >= sv.limit || sv.deep && sv.loops > 0 && sv.nodes >= sv.limit/2 || sv.nodes%StopEvery == 0 && sv.halted() {
		return nil, errCut
	}
	sv.nodes++
	for len(sv.frames) <= ply {
		sv.frames = append(sv.frames, &proofFrame{})
	}
	f := sv.frames[ply]
	var err error
	f.kids, err = interpreter.Expand(sv.x, s, f.kids)
	return f, err
}

func (sv *Solver) halted() bool { return sv.stop != nil && sv.stop() }

// sort orders moves: the one that answered before, ends that answer at once,
// then what they promise whoever makes them.
func (sv *Solver) sort(f *proofFrame, hint int, mine bool) {
	f.order, f.rank = f.order[:0], f.rank[:0]
	for i := range f.kids {
		f.order = append(f.order, i)
		f.rank = append(f.rank, sv.promise(&f.kids[i], mine))
	}
	if hint >= 0 && hint < len(f.rank) {
		f.rank[hint] = int32(limit)
	}
	slices.SortStableFunc(f.order, func(i, j int) int { return int(f.rank[j]) - int(f.rank[i]) })
}

func (sv *Solver) promise(k *interpreter.Kid, mine bool) int32 {
	switch {
	case k.Err != nil:
		return -int32(limit) / 2
	case k.State.Over != nil:
		v := int32(ValueOf(k.State.Over, sv.me, sv.least))
		if !mine {
			return -v
		}
		return v
	}
	v := sv.judge.worth(k.State.Cells, sv.me)
	if !mine {
		v = -v
	}
	if k.Again {
		v += counted * 4
	}
	return v
}
