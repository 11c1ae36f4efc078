package search

import (
	"math"
	"math/bits"

	"mancala/interpreter"
	"mancala/interpreter/program"
)

// UCT is Monte-Carlo tree search: a tree grown by random games, each begun
// where the tree promises most to the player on the move. It keeps scratch
// space: use one a goroutine.
//
// A node is a position at the beginning of a ply and belongs to the player
// who moves there, so extra turns and more than two players need no care; an
// inner choice is part of a move. A random game that does not end within its
// plies counts as far as the position it came to promises.
type UCT struct {
	lots  bool // some phase is by lots
	p     *program.Program
	judge *judge
	mover int // cell
	plies int // of a random game
	nodes []uctNode
	path  []int32
}

type uctNode struct {
	state  *interpreter.State // nil once a leaf for good
	moves  []interpreter.Move // nil until the node is opened
	kids   []int32            // by move, 0 = not made yet
	order  []int32            // moves not made yet, the next one last
	visits int32
	mover  int8
	end    leafKind
	gain   [4]int32 // of a leaf for good, by seat
	sum    [4]int64 // of gains, by seat
}

type leafKind int8

const (
	inner leafKind = iota
	over           // the game is over here
	stuck          // the move can't be made, or the description is silent
)

// most gain of one game; half of it is a draw.
const fullGain = 1 << 10

// Bounds of a tree.
const (
	mostNodes = 1 << 17
	mostCells = 1 << 24 // of all positions kept
)

// NewUCT makes a searcher of a program's positions.
func NewUCT(p *program.Program) *UCT {
	return &UCT{p: p, lots: p.HasLots(), judge: newJudge(p), mover: p.Layout.Mover, plies: 100 + 2*p.Holes}
}

// Visited is what a search tells of one move.
type Visited struct {
	Visits int
	Gain   float64 // mean, 0 to 1, for the player who makes it
}

// Search plays so many random games and tells how often each move was tried,
// in canonical order; the move tried most is the one to play. Stop, asked
// before every game, may be nil. With the same seed it finds the same on any engine.
func (u *UCT) Search(x interpreter.Executor, s *interpreter.State, playouts int, seed uint64, stop func() bool) ([]Visited, error) {
	if s.Over != nil {
		return nil, ErrOver
	}
	r := interpreter.NewRandom(seed)
	u.nodes = append(u.nodes[:0], uctNode{state: s.Clone(), mover: int8(s.Cells[u.mover])})
	if err := u.open(x, 0, r); err != nil {
		return nil, err
	}
	for range playouts {
		if stop != nil && stop() {
			break
		}
		if err := u.playout(x, r); err != nil {
			return nil, err
		}
	}
	root := &u.nodes[0]
	out := make([]Visited, len(root.moves))
	for i, k := range root.kids {
		if k > 0 {
			n := &u.nodes[k]
			out[i] = Visited{int(n.visits), float64(n.sum[root.mover]) / float64(max(n.visits, 1)) / fullGain}
		}
	}
	return out, nil
}

// open lists the moves of a node.
func (u *UCT) open(x interpreter.Executor, at int32, r *interpreter.Random) error {
	moves, err := x.Legal(u.nodes[at].state)
	if err != nil {
		return err
	}
	n := &u.nodes[at]
	n.moves, n.kids = moves, make([]int32, len(moves))
	n.order = make([]int32, len(moves))
	for i := range n.order { // in any order, lest the first moves be tried more often
		j := r.Below(i + 1)
		n.order[i] = n.order[j]
		n.order[j] = int32(i)
	}
	return nil
}

// playout goes down the tree, adds a node, plays on at random and counts the
// result on the way.
func (u *UCT) playout(x interpreter.Executor, r *interpreter.Random) error {
	at, made := int32(0), false
	u.path = append(u.path[:0], 0)
	for !made {
		n := &u.nodes[at]
		if n.end != inner || n.state == nil {
			break
		}
		if n.moves == nil {
			if n.visits == 0 || u.full() {
				break
			}
			err := u.open(x, at, r)
			if interpreter.Unplayable(err) {
				u.close(at, stuck)
				break
			}
			if err != nil {
				return err
			}
			n = &u.nodes[at]
		}
		if len(n.order) > 0 {
			next, err := u.grow(x, at)
			if err != nil {
				return err
			}
			at, made = next, true
		} else {
			if u.lots && u.p.Drawn(n.state.Cells) {
				at = n.kids[r.Below(len(n.kids))]
			} else {
				at = u.pick(n)
			}
		}
		u.path = append(u.path, at)
	}
	gain, err := u.gain(x, at, r)
	if err != nil {
		return err
	}
	for _, i := range u.path {
		n := &u.nodes[i]
		n.visits++
		for s := range gain {
			n.sum[s] += int64(gain[s])
		}
	}
	return nil
}

func (u *UCT) full() bool {
	return len(u.nodes) >= mostNodes || len(u.nodes)*u.p.Layout.Size >= mostCells
}

// grow makes the next move of a node that was not made yet.
func (u *UCT) grow(x interpreter.Executor, at int32) (int32, error) {
	n := &u.nodes[at]
	i := n.order[len(n.order)-1]
	n.order = n.order[:len(n.order)-1]
	s := n.state.Clone()
	_, err := x.Play(s, n.moves[i])
	if err != nil && !interpreter.Unplayable(err) {
		return 0, err
	}
	kid := int32(len(u.nodes))
	n.kids[i] = kid
	mover := n.mover
	u.nodes = append(u.nodes, uctNode{state: s, mover: int8(s.Cells[u.mover])})
	switch {
	case err != nil:
		u.close(kid, stuck)
		k := &u.nodes[kid]
		for s := range u.p.Players { // he who makes it gains nothing
			k.gain[s] = fullGain / 2
		}
		k.gain[mover] = 0
	case s.Over != nil:
		u.close(kid, over)
	}
	return kid, nil
}

// close makes a node a leaf for good.
func (u *UCT) close(at int32, end leafKind) {
	n := &u.nodes[at]
	n.end = end
	if end == over {
		n.gain = u.outcome(n.state.Over)
	} else {
		n.gain = u.promise(n.state.Cells)
	}
	n.state = nil
}

// exploration is how much a move tried seldom is worth trying, squared.
const exploration = 0.5

// pick is the kid with the best upper bound for the player on the move.
func (u *UCT) pick(n *uctNode) int32 {
	best, most := int32(0), math.Inf(-1)
	log := log2(uint32(n.visits))
	for _, k := range n.kids {
		kid := &u.nodes[k]
		v := float64(kid.visits)
		// each step is rounded by itself, so that every processor agrees
		mean := float64(kid.sum[n.mover]) / float64(v*fullGain)
		bound := mean + math.Sqrt(float64(exploration*log)/v)
		if bound > most {
			best, most = k, bound
		}
	}
	return best
}

// log2 is the logarithm to base 2, along straight lines between powers of
// two: near enough for a bound, and the same on every processor.
func log2(n uint32) float64 {
	if n == 0 {
		return 0
	}
	whole := bits.Len32(n) - 1
	return float64(whole) + float64(n-1<<whole)/float64(uint32(1)<<whole)
}

// roller is an engine that plays a random game to its end in one call.
type roller interface {
	// Rollout is interpreter.Playout.
	Rollout(s *interpreter.State, seed uint64, limits interpreter.Limits) (interpreter.Result, error)
}

// gain is what a random game from a node brings each seat.
func (u *UCT) gain(x interpreter.Executor, at int32, r *interpreter.Random) ([4]int32, error) {
	n := &u.nodes[at]
	if n.end != inner {
		return n.gain, nil
	}
	s, seed := n.state.Clone(), r.Next()
	limits := interpreter.Limits{Plies: u.plies}
	var err error
	if e, ok := x.(roller); ok {
		_, err = e.Rollout(s, seed, limits)
	} else {
		_, err = interpreter.Playout(x, s, interpreter.NewRandom(seed), limits)
	}
	if err != nil && !interpreter.Unplayable(err) {
		return [4]int32{}, err
	}
	if s.Over != nil {
		return u.outcome(s.Over), nil
	}
	return u.promise(s.Cells), nil
}

func (u *UCT) outcome(o *interpreter.Outcome) (gain [4]int32) {
	for s := range u.p.Players {
		switch {
		case o.Draw:
			gain[s] = fullGain / 2
		case o.Winner == s:
			gain[s] = fullGain
		}
	}
	return gain
}

// promise is what a position that is not over counts for: at the most a
// little less than a win, for a lead of a quarter of the seeds.
func (u *UCT) promise(cells []int32) (gain [4]int32) {
	scale := int32(max(u.p.Total, 4))
	for s := range u.p.Players {
		lead := u.judge.worth(cells, s) // in quarters of a seed
		gain[s] = fullGain/2 + max(-scale, min(lead, scale))*(fullGain/2-64)/scale
	}
	return gain
}
