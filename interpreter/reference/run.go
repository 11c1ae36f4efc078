package reference

import (
	"errors"
	"fmt"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

var errOver = errors.New("the game is over: there is no move to make")

// run is one position being read or played: the cells, the registers of the
// turn, and what is remembered of it. A run is halted by an error, by the end
// of the game, by an inner choice nobody has made yet, or by an endless turn
// that is illegal; nothing happens to it any more then.
type run struct {
	x     *Executor
	cells []int32
	seen  [][]byte // keys of earlier plies
	key   []byte   // key of this ply, if some rule reads `position repeats`

	mover int
	seat  *program.Seat
	facts *seatFacts
	reg   [program.Registers]int
	slots []int
	named [][]int // by slot: sets named by a Choose of several
	stack []int   // places of the sets being walked

	move interpreter.Move // being played; its Inner choices are used in order
	used int              // inner choices used
	opt  *program.Option  // option being asked or played

	after     after // what the last table decided
	hand      int   // seeds being sown
	along     int   // how far along a route that visits places twice; -1: not on it
	reversed  bool  // `reverse` met, not yet in force
	sown      int
	lost      int
	endlessly interpreter.EndlessKind
	period    int
	cycle     cycle
	touched   []bool // cells set in this turn; nil unless some variable lasts until the next turn
	fell      []int  // by place: lap of the latest seed of this turn; nil unless a rule reads `visited`

	// For forecasts.
	firstLap bool // stop after the first lap
	finished bool // the turn is over: forecasts look back
	inCould  bool // a `could` found on the way finds nothing
	caught   []int
	anyLap   [2]bool // the mover captured: in the first lap, at all
	lastLap1 int     // last drop of the first lap
	wonLap1  bool

	outcome *interpreter.Outcome
	illegal bool
	ask     []interpreter.Choice // alternatives of the choice that is missing
	err     error

	found     []found
	limit     int // stop looking for moves at this many; 0 = all
	offer     []uint8
	recording bool
	events    []interpreter.Event
	rule      *rules.RuleInfo
	inSkip    bool
	inAtOnce  bool
	inTurn    bool // step 8 on: captures are no longer of a lap

	round     *interpreter.Round // the round that is over, until the next one begins
	forgotten bool               // a new round: the history begins again
}

// after is what a table decided: how the turn goes on.
type after struct {
	kind  afterKind
	place int // lifted; of a sowing on: where the first seed falls
	seeds int // of a sowing on
	take  int // lift only so many; 0 = all
	dir   *program.Dir
	end   *program.End
	rule  *rules.RuleInfo

	entered bool // the seeds come from the hand
}

type afterKind int

const (
	undecided afterKind = iota
	stopped
	liftNext // lift a place and sow
	sowNext  // sow the captured seeds
	another  // another ply of the same player
	gameEnds
)

func (r *run) halted() bool {
	return r.err != nil || r.outcome != nil || r.ask != nil || r.illegal
}

// at gives a run that stands on a position.
func (x *Executor) at(s *interpreter.State) (*run, error) {
	lay := &x.p.Layout
	if len(s.Cells) != lay.Size {
		return nil, fmt.Errorf("a position of this game has %d cells, not %d", lay.Size, len(s.Cells))
	}
	if m := s.Cells[lay.Mover]; m < 0 || int(m) >= x.p.Players {
		return nil, fmt.Errorf("no player has the number %d", m)
	}
	x.tried = 0
	r := x.acquire(s.Cells, s.Seen)
	if !r.sit(int(s.Cells[lay.Mover])) {
		x.release(r)
		return nil, fmt.Errorf("%s is in no phase of this game", rules.SeatName(int(s.Cells[lay.Mover])))
	}
	return r, nil
}

// acquire takes a run from the free list and clears it.
func (x *Executor) acquire(cells []int32, seen [][]byte) *run {
	var r *run
	if n := len(x.free); n > 0 {
		r, x.free = x.free[n-1], x.free[:n-1]
	} else {
		r = &run{x: x, slots: make([]int, x.uses.slots), offer: make([]uint8, x.p.Places)}
		if x.uses.picks {
			r.named = make([][]int, x.uses.slots)
		}
		if x.uses.untilNext {
			r.touched = make([]bool, x.p.Layout.Size)
		}
		if x.uses.visited {
			r.fell = make([]int, x.p.Places)
		}
		if x.uses.forecasts {
			r.caught = make([]int, x.p.Places)
		}
	}
	r.cells = append(r.cells[:0], cells...)
	r.seen = seen
	r.clear()
	return r
}

func (x *Executor) release(r *run) {
	r.seen, r.events, r.ask, r.found = nil, nil, nil, r.found[:0]
	x.free = append(x.free, r)
}

// clear forgets everything but the cells and the history.
func (r *run) clear() {
	r.key = nil
	r.stack = r.stack[:0]
	clear(r.slots)
	clear(r.named)
	r.opt, r.rule = nil, nil
	r.used, r.limit = 0, 0
	r.outcome, r.err = nil, nil
	r.illegal, r.recording, r.firstLap, r.finished, r.inCould = false, false, false, false, false
	r.inSkip, r.inAtOnce = false, false
	r.round, r.forgotten = nil, false
	r.clearTurn()
}

// clearTurn forgets the turn: registers, counts, what was visited and caught.
func (r *run) clearTurn() {
	for i := range r.reg {
		r.reg[i] = -1
	}
	r.reg[program.RLap], r.reg[program.RBag], r.reg[program.RCaptured] = 0, 0, 0
	r.reg[program.RLabel], r.reg[program.RCarried] = 0, 0
	r.after = after{}
	r.hand, r.sown, r.lost, r.period = 0, 0, 0, 0
	r.endlessly = interpreter.NotEndless
	r.reversed, r.inTurn, r.wonLap1 = false, false, false
	r.anyLap = [2]bool{}
	r.lastLap1 = -1
	r.cycle.reset()
	clear(r.touched)
	clear(r.fell)
	clear(r.caught)
}

// sit makes a seat the mover and finds the rules he plays by.
func (r *run) sit(seat int) bool {
	stage := 0
	if c := r.x.p.Layout.Phases; c >= 0 {
		stage = int(r.cells[c+seat])
	}
	if stage < 0 || stage >= len(r.x.p.Stages) {
		return false
	}
	r.mover = seat
	r.seat = r.x.p.Stages[stage].Seats[seat]
	r.facts = &r.x.seats[stage][seat]
	return true
}

// store gives a position what became of it.
func (r *run) store(s *interpreter.State) {
	s.Cells = append(s.Cells[:0], r.cells...)
	s.Over = r.outcome
	if r.forgotten {
		s.Seen = nil
	}
	if r.x.uses.repeats && r.key != nil {
		s.Seen = append(s.Seen, r.key)
	}
}

// gap stops the run where the description is silent.
func (r *run) gap(kind interpreter.GapKind, text, format string, args ...any) {
	if r.err != nil {
		return
	}
	r.err = &interpreter.Gap{Kind: kind, Text: text, Note: fmt.Sprintf(format, args...),
		Cells: append([]int32(nil), r.cells...), Turn: r.events, Rule: r.rule}
}

func (r *run) overBudget(what string, used int) {
	if r.err == nil {
		r.err = &interpreter.OverBudget{What: what, Used: used}
	}
}

// note records a step, if steps are being recorded.
func (r *run) note(kind interpreter.EventKind, place, n, to int, text string) {
	if !r.recording {
		return
	}
	if len(r.events) >= r.x.mostEvents() {
		r.events = thin(r.events)
	}
	r.events = append(r.events, interpreter.Event{Kind: kind, Place: place, N: n, To: to,
		Lap: r.reg[program.RLap], Text: text, Rule: r.rule, Cells: append([]int32(nil), r.cells...)})
}

// recordBytes is about the memory that the record of a turn may take.
const recordBytes = 64 << 20

// mostEvents is the number of events that are recorded of a turn. Of one that
// is longer the middle is forgotten: its beginning tells what the rules do,
// its end what became of it.
func (x *Executor) mostEvents() int { return max(4096, recordBytes/(4*x.p.Layout.Size+160)) }

// thin forgets the quarter of a full record that follows its first half.
func thin(events []interpreter.Event) []interpreter.Event {
	n := len(events)
	kept := n/2 + copy(events[n/2:], events[n*3/4:])
	clear(events[kept:])
	return events[:kept]
}

// name is the name of a place for a sentence.
func (r *run) name(place int) string {
	if r.x.p.Game == nil || r.x.p.Game.Board == nil || place >= r.x.p.Game.Board.Places()+r.x.p.Players {
		return fmt.Sprintf("place %d", place)
	}
	return r.x.p.Game.Board.PlaceName(place)
}

// ownerOf is the seat a place belongs to now, -1 for nobody.
func (r *run) ownerOf(place int) int {
	p := r.x.p
	switch {
	case place < 0:
		return -1
	case place >= p.Holes:
		return place - p.Holes
	case p.Layout.Owners >= 0:
		return int(r.cells[p.Layout.Owners+place])
	case p.Game == nil || p.Game.Board == nil:
		return -1
	default:
		return p.Game.Board.Holes[place].Owner
	}
}
