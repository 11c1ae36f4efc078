package compiled

import (
	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// gen emits one function for one seat of one stage. Trees are emitted in
// place: expressions push their value, statements leave the stack as it was.
type gen struct {
	*compiler
	f     *wasm.Func
	zero  wasm.Local // always 0: the base of every constant address
	stage int
	who   int
	seat  *program.Seat
	facts *seatFacts

	slots     map[int]wasm.Local
	slotSpots map[int]places
	slotConst map[int]int // slots that stand on a known place
	reg       [program.Registers]operand
	lastSpots places
	liftSpots places
	hasTop    bool
	topLocal  wasm.Local
	entryTop  wasm.Local // where it stood when the function was called
	pickBase  map[int]wasm.Local
	words     []wasm.Local // the board, see words.go; nil: it is in memory
	looped    bool         // the code is run again and again: no local is 0 because it is new
	inSkip    bool
	lapOver   bool         // a lap has ended: its first place is known
	finished  bool         // the turn is over: forecasts look back
	option    *optionCode  // option whose filter is being asked
	plyBegins bool         // in table `end`
	met       wasm.Local   // there, in the loop of random games: the position was met before
	between   bool         // between two rounds of a match
	shares    bool         // in a function that is shared already
	bits      *wasm.Local  // legal moves of the seat, where they are at hand
	kept      *wasm.Local  // stands for cBits, from ply to ply
	loop      *alternating // the loop of random games this code stands in; nil: it stands elsewhere

	onGap   func(kind int) // jumps away after a gap was noted; nil: gaps are ignored
	rule    *rules.RuleInfo
	known   []fact      // values at hand instead of a load
	wasLess *wasm.Local // holds RWas + 1
	narrow  []narrowing // places registers and slots are known to be on
}

// operand is where a register is to be had.
type operand struct {
	local   wasm.Local
	isLocal bool
	value   int
}

func constOperand(v int) operand         { return operand{value: v} }
func localOperand(l wasm.Local) operand  { return operand{local: l, isLocal: true} }
func (g *gen) push(o operand) *wasm.Func { return o.push(g.f) }

func (o operand) push(f *wasm.Func) *wasm.Func {
	if o.isLocal {
		return f.Get(o.local)
	}
	return f.Const(o.value)
}

// fact says that a local holds a cell of the seat's board.
type fact struct {
	expr  program.Expr
	local wasm.Local
}

// newGen starts emitting into a function. Registers are as outside a turn.
func (c *compiler) newGen(f *wasm.Func, stage, who int) *gen {
	g := c.newGenIn(f, f.FreshLocal(wasm.I32), stage, who)
	g.reach()
	return g
}

// newGenIn goes on in a function for another seat.
func (c *compiler) newGenIn(f *wasm.Func, zero wasm.Local, stage, who int) *gen {
	sc := c.seats[stage][who]
	g := &gen{
		compiler: c, f: f, zero: zero, stage: stage, who: who, seat: sc.seat, facts: &sc.facts,
		slots: map[int]wasm.Local{}, slotSpots: map[int]places{}, slotConst: map[int]int{}, pickBase: map[int]wasm.Local{},
	}
	g.noTurn()
	g.lastSpots = sc.last
	g.liftSpots = sc.lifted
	return g
}

// reach touches the end of the state and of what lies beside it once, at the beginning of a function: the
// runtime then knows that nothing before it lies out of bounds. It knows that of
// a value, and a local has another after a loop or where paths meet: there it is
// set again, and touched again.
func (g *gen) reach() {
	g.f.Const(0).Tee(g.zero).Load(wasm.I32Load8U, g.touchedTo-1).Op(wasm.Drop)
}

// noTurn gives the registers the values they have outside a turn.
func (g *gen) noTurn() {
	for i := range g.reg {
		g.reg[i] = constOperand(-1)
	}
	for _, r := range []program.Register{program.RLap, program.RBag, program.RCaptured, program.RLabel, program.RCarried} {
		g.reg[r] = constOperand(0)
	}
}

// regSpots bounds the place a register can hold.
func (g *gen) regSpots(r program.Register) places {
	o := g.reg[r]
	if !o.isLocal {
		s := g.noPlaces()
		s.add(o.value)
		return s
	}
	switch r {
	case program.RLast, program.RFirst:
		if g.lastSpots != nil {
			s := append(places(nil), g.lastSpots...)
			if r == program.RFirst && !g.lapOver {
				s.add(-1)
			}
			return s
		}
	case program.ROrigin:
		if g.liftSpots != nil {
			return g.liftSpots
		}
	}
	return g.anyPlace()
}

// slot is the local of a slot.
func (g *gen) slot(i int) wasm.Local {
	l, ok := g.slots[i]
	if !ok {
		l = g.f.FreshLocal(wasm.I32)
		g.slots[i] = l
	}
	return l
}

// temp takes a local for the time of do.
func (g *gen) temp(t wasm.Type, do func(l wasm.Local)) {
	l := g.f.Local(t)
	do(l)
	g.f.Release(t, l)
}

// load pushes a 32-bit number of the control block.
func (g *gen) loadCtrl(at int) *wasm.Func { return g.f.Get(g.zero).Load(wasm.I32Load, at) }

// storeCtrl stores what value pushes in the control block.
func (g *gen) storeCtrl(at int, value func()) {
	g.f.Get(g.zero)
	value()
	g.f.Store(wasm.I32Store, at)
}

func (g *gen) storeCtrlConst(at, v int) {
	g.storeCtrl(at, func() { g.f.Const(v) })
}

// addCtrl adds what value pushes to a number of the control block.
func (g *gen) addCtrl(at int, value func()) {
	g.storeCtrl(at, func() {
		g.loadCtrl(at)
		value()
		g.f.Op(wasm.I32Add)
	})
}

// gap notes a gap and leaves.
func (g *gen) gap(kind int) {
	if g.onGap == nil {
		g.f.Op(wasm.Unreachable)
		return
	}
	g.storeCtrlConst(cGap, kind)
	id := 0
	if g.rule != nil {
		id = g.rule.ID + 1
	}
	g.storeCtrlConst(cGapRule, id)
	g.onGap(kind)
}

// gapIf notes a gap if the condition on the stack holds.
func (g *gen) gapIf(kind int) {
	g.f.If()
	g.gap(kind)
	g.f.End()
}

// dirs are the directions that a step forward (or back) can take.
func (g *gen) dirs(back bool) []int {
	flip := 0
	if back {
		flip = 1
	}
	if o := g.reg[program.RDir]; !o.isLocal {
		if o.value < 0 {
			return nil
		}
		return []int{o.value ^ flip}
	}
	var out []int
	for d, can := range g.facts.dirs {
		if can {
			out = append(out, d^flip)
		}
	}
	return out
}

// narrowing says that a register or slot stands on one of some places, as a
// condition that was met says, or that is being met: values computed under it
// are not used when it does not hold, but must not leave the memory.
type narrowing struct {
	expr program.Expr
	on   places
	met  bool
}

// assume notes what a condition says of places, for the code that follows.
func (g *gen) assume(e program.Expr, met bool) {
	switch e := e.(type) {
	case program.Op:
		if e.Op == program.And {
			g.assume(e.A, met)
			g.assume(e.B, met)
		}
	case program.In:
		h, ok := e.Set.(program.Holes)
		if !ok {
			return
		}
		switch e.Spot.(type) {
		case program.Reg, program.Slot:
			on := g.noPlaces()
			for _, p := range h.List {
				on.add(p)
			}
			g.narrow = append(g.narrow, narrowing{e.Spot, on, met})
		}
	}
}

// narrowed cuts the places an expression can be to what is known of it.
func (g *gen) narrowed(e program.Expr, s places, met bool) places {
	out := append(places(nil), s...)
	for _, n := range g.narrow {
		if n.expr == e && (n.met || !met) {
			for i := range out {
				out[i] = out[i] && n.on[i]
			}
		}
	}
	return out
}
