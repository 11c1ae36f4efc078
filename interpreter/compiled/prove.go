package compiled

import (
	"encoding/binary"
	"reflect"
	"slices"

	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Many games allow only moves after which some holes still hold seeds ("one
// must feed the opponent"). Asked literally, every move is run to find out.
// Often that is not needed: sowing only adds seeds, so only a capture can empty
// those holes, and what the rules capture is bounded. Three arguments are tried
// on a turn of one lap that starts elsewhere:
//
//   - Every capture from the holes stands behind a rule that did not hold and
//     that asked if the captured seeds are all their seeds. Then some are left.
//     (The holes held seeds before, which the option's filter says.)
//   - Every captured hole holds at most M seeds. Then a hole that holds more
//     before the turn is not captured. That is tested before moves are run.
//   - What is captured depends on where the last seed falls. Then a hole with
//     seeds that no capture there can come to keeps them. That is tested of
//     every move, and those that it does not settle are run.

// keeps is what was found out about an option's `provided`.
type keeps struct {
	always   bool     // it can't fail
	holes    []int    // else it can't while one of these holes…
	above    int      // …holds more seeds than this; holes nil: nothing is known
	captures bool     // something is captured from the holes asked of
	list     []int    // the holes asked of: nil if nothing is known of what is captured
	reach    []uint64 // by place of the last drop: those of them that captures can empty
}

// provedLegal looks for an argument that an option's `provided` holds.
func (c *compiler) provedLegal(g *gen, sc *seatCode, o *optionCode) keeps {
	list, ok := someSeeds(o.opt.Provided)
	s := sc.seat
	if !ok || o.opt.Kind != rules.FromHole || sc.facts.relays || sc.facts.choices || s.Lift != nil || s.Drop != nil || s.AtOnce != nil || s.Lap == nil {
		return keeps{}
	}
	from := g.members(o.from)
	for _, p := range list {
		if from.has(p) {
			return keeps{}
		}
	}
	k := keeps{always: filterSays(o.from, list), holes: list}
	if s.Turn != nil {
		var k keeps
		if !c.spares(g, s.Turn, list, &k) || k.captures {
			return keeps{}
		}
	}
	if !c.spares(g, s.Lap, list, &k) {
		return keeps{}
	}
	k.list, k.reach = list, c.reach(g, s.Lap, list)
	return k
}

// someSeeds recognises "some of these holes hold seeds".
func someSeeds(e program.Expr) ([]int, bool) {
	f, ok := e.(program.Fold)
	if o, isOp := e.(program.Op); isOp && o.Op == program.Gt && isConstant(o.B, 0) {
		if f, ok = o.A.(program.Fold); ok && (f.How != program.Sum || !isCell(f.Body, f.Slot)) {
			return nil, false
		}
	} else if ok && (f.How != program.Any || !asksSeeds(f.Body, f.Slot) && !isCell(f.Body, f.Slot) || hasBound(f.Body)) {
		return nil, false
	}
	if !ok {
		return nil, false
	}
	h, isHoles := f.Set.(program.Holes)
	return h.List, isHoles && len(h.List) > 0
}

// hasBound tells conditions that ask for more than one seed.
func hasBound(e program.Expr) bool {
	o, ok := e.(program.Op)
	return ok && !(o.Op == program.Gt && isConstant(o.B, 0) || o.Op == program.Ge && isConstant(o.B, 1) || o.Op == program.Ne && isConstant(o.B, 0))
}

func isConstant(e program.Expr, v int) bool {
	n, ok := constant(e)
	return ok && n == v
}

func isCell(e program.Expr, slot int) bool {
	return same(e, program.CellAt{Base: 0, Index: program.Slot{I: slot}})
}

// filterSays tells if candidates are offered only while the holes hold seeds.
func filterSays(s program.Set, list []int) bool {
	switch s := s.(type) {
	case program.Where:
		return filterSays(s.Set, list) || slices.ContainsFunc(conjuncts(s.Cond), func(e program.Expr) bool {
			l, ok := someSeeds(e)
			return ok && slices.Equal(l, list)
		})
	case program.Union:
		for _, t := range s.Sets {
			if !filterSays(t, list) {
				return false
			}
		}
		return true
	}
	return false
}

// conjuncts are the parts that all hold when a condition does.
func conjuncts(e program.Expr) []program.Expr {
	if o, ok := e.(program.Op); ok && o.Op == program.And {
		return append(conjuncts(o.A), conjuncts(o.B)...)
	}
	return []program.Expr{e}
}

// spares tells if a table leaves some seeds in the holes, and under which
// conditions: k is cut to what is true of all its rules.
func (c *compiler) spares(g *gen, b *program.Block, list []int, k *keeps) bool {
	var failed []program.Expr
	for _, r := range b.Rules {
		captures := 0
		for _, st := range r.Do {
			switch st := st.(type) {
			case program.Stop, program.End, program.Again, program.SetCell, program.Reverse:
			case program.Capture:
				if apart(g.members(st.Set), list) {
					continue
				}
				captures++
				k.captures = true
				bound, bounded := boundOf(st.Set)
				if bounded {
					k.above = max(k.above, bound)
				} else {
					k.holes = nil
				}
				k.always = k.always && captures == 1 && asked(failed, st.Set, list)
			default:
				return false
			}
		}
		if r.When != nil {
			failed = append(failed, r.When)
		}
	}
	return true
}

// reach finds for every place of the last drop which of the holes a table's
// captures can come to, as bits.
func (c *compiler) reach(g *gen, b *program.Block, list []int) []uint64 {
	if c.wide() {
		return nil
	}
	out := make([]uint64, c.p.Places)
	for last := range out {
		h := *g
		h.lastSpots = c.noPlaces()
		h.lastSpots.add(last)
		for _, r := range b.Rules {
			if r.When != nil && !lastCanBe(r.When, last) {
				continue
			}
			for _, st := range r.Do {
				if s, ok := st.(program.Capture); ok {
					on := h.setSpots(s.Set)
					for _, p := range list {
						if on.has(p) {
							out[last] |= 1 << p
						}
					}
				}
			}
		}
	}
	return out
}

// lastCanBe tells if a condition leaves it open that the last drop is in a place.
func lastCanBe(e program.Expr, last int) bool {
	for _, e := range conjuncts(e) {
		if in, ok := e.(program.In); ok && in.Spot == program.Expr(program.Reg{R: program.RLast}) {
			if h, isHoles := in.Set.(program.Holes); isHoles && !slices.Contains(h.List, last) {
				return false
			}
		}
	}
	return true
}

// setSpots bounds the places of a set, a run as far as it comes.
func (g *gen) setSpots(s program.Set) places {
	run, ok := s.(program.Run)
	if !ok {
		return g.members(s)
	}
	can := g.anyPlace().without(-1)
	for _, e := range conjuncts(run.While) {
		if in, ok := e.(program.In); ok && in.Spot == program.Expr(program.Slot{I: run.Slot}) {
			if h, isHoles := in.Set.(program.Holes); isHoles {
				can = g.members(h)
			}
		}
	}
	out, at := g.noPlaces(), g.spots(run.From)
	for range g.p.Places {
		next := g.noPlaces()
		for _, p := range at.list() {
			if !can.has(p) || out.has(p) {
				continue
			}
			out.add(p)
			for _, d := range g.dirs(run.Back) {
				t, known := g.nextTable(d, max(run.By, 1))
				if !known {
					return can
				}
				next.add(t.At(p))
			}
		}
		at = next.without(-1)
	}
	return out
}

func apart(s places, list []int) bool {
	for _, p := range list {
		if s.has(p) {
			return false
		}
	}
	return true
}

// boundOf is the most seeds a captured hole of the set can hold.
func boundOf(s program.Set) (int, bool) {
	var cond program.Expr
	slot := 0
	switch s := s.(type) {
	case program.Run:
		cond, slot = s.While, s.Slot
	case program.Where:
		cond, slot = s.Cond, s.Slot
	default:
		return 0, false
	}
	for _, e := range conjuncts(cond) {
		o, ok := e.(program.Op)
		if !ok || !isCell(o.A, slot) {
			continue
		}
		v, isConst := constant(o.B)
		switch {
		case isConst && (o.Op == program.Le || o.Op == program.Eq):
			return v, true
		case isConst && o.Op == program.Lt:
			return v - 1, true
		}
	}
	return 0, false
}

// asked tells if a rule that did not hold asked if the set holds all the
// seeds of the holes, and nothing else but that it is not empty.
func asked(failed []program.Expr, s program.Set, list []int) bool {
	return slices.ContainsFunc(failed, func(e program.Expr) bool {
		equal := false
		for _, part := range conjuncts(e) {
			o, ok := part.(program.Op)
			switch {
			case ok && o.Op == program.Eq && sumOf(o.A, s) && sumOfHoles(o.B, list), ok && o.Op == program.Eq && sumOf(o.B, s) && sumOfHoles(o.A, list):
				equal = true
			case ok && o.Op == program.Gt && isConstant(o.B, 0) && countOf(o.A, s):
			default:
				return false
			}
		}
		return equal && within(s, list)
	})
}

func sumOf(e program.Expr, s program.Set) bool {
	f, ok := e.(program.Fold)
	return ok && f.How == program.Sum && isCell(f.Body, f.Slot) && reflect.DeepEqual(f.Set, s)
}

func sumOfHoles(e program.Expr, list []int) bool {
	f, ok := e.(program.Fold)
	h, isHoles := f.Set.(program.Holes)
	return ok && isHoles && f.How == program.Sum && isCell(f.Body, f.Slot) && slices.Equal(h.List, list)
}

func countOf(e program.Expr, s program.Set) bool {
	f, ok := e.(program.Fold)
	return ok && f.How == program.Sum && isConstant(f.Body, 1) && reflect.DeepEqual(f.Set, s)
}

// within tells runs that never leave the holes.
func within(s program.Set, list []int) bool {
	run, ok := s.(program.Run)
	if !ok {
		return false
	}
	return slices.ContainsFunc(conjuncts(run.While), func(e program.Expr) bool {
		in, ok := e.(program.In)
		if !ok {
			return false
		}
		slot, isSlot := in.Spot.(program.Slot)
		h, isHoles := in.Set.(program.Holes)
		return isSlot && slot.I == run.Slot && isHoles && slices.Equal(h.List, list)
	})
}

// pushSafe pushes whether a hole holds so many seeds that no move needs to be run.
func (g *gen) pushSafe(k keeps) {
	slot := -4 // no slot of the program
	cond := program.Op{Op: program.Gt, A: program.CellAt{Base: 0, Index: program.Slot{I: slot}}, B: program.Const{V: k.above}}
	g.mask(program.Where{Set: program.Holes{List: k.holes}, Slot: slot, Cond: cond})
	g.f.Op(wasm.I64Eqz, wasm.I32Eqz)
}

// settles tells options whose moves can be settled by where the last seed falls.
func (sc *seatCode) settles(o *optionCode) bool {
	tab := sc.table
	return o.keeps.reach != nil && tab != nil && len(tab.dirs) == 1 && len(o.opt.Dirs) == 1
}

// unsettled takes those moves out of a mask after which some of the holes hold
// seeds because no capture can come to them, and adds them to another.
func (g *gen) unsettled(sc *seatCode, o *optionCode, m, legal wasm.Local) {
	f := g.f
	tab, k := sc.table, o.keeps
	slot := -5 // no slot of the program
	some := program.Op{Op: program.Gt, A: program.CellAt{Base: 0, Index: program.Slot{I: slot}}, B: program.Const{V: 0}}
	held, all, bit := f.Local(wasm.I64), f.Local(wasm.I64), f.Local(wasm.I64)
	b, p, n := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	g.mask(program.Where{Set: program.Holes{List: k.list}, Slot: slot, Cond: some})
	f.Set(held)
	f.Get(m).Set(all)
	g.shortOnes(sc, o, held, m, all, legal)
	g.eachBit(all, b, func() {
		f.Get(b)
		if o.lo > 0 {
			f.Const(o.lo).Op(wasm.I32Add)
		}
		f.Set(p)
		g.loadPlace(p, g.members(o.from))
		f.Set(n)
		next := f.Block()
		if tab.rows <= g.lay.most {
			f.Get(n).Const(tab.rows).Op(wasm.I32GeU).BrIf(next)
		}
		f.Get(p)
		if tab.lo > 0 {
			f.Const(tab.lo).Op(wasm.I32Sub)
		}
		f.Const(log2(tab.rows)).Op(wasm.I32Shl).Get(n).Op(wasm.I32Add).Const(log2(tab.rowBytes())).Op(wasm.I32Shl).Load(wasm.I32Load8U, tab.lift+tab.endAt())
		f.Const(3).Op(wasm.I32Shl).Load(wasm.I64Load, g.reachTable(k.reach[tab.lo:tab.lo+tab.places]))
		f.Const64(-1).Op(wasm.I64Xor).Get(held).Op(wasm.I64And, wasm.I64Eqz, wasm.I32Eqz, wasm.I64ExtendI32U)
		f.Get(b).Op(wasm.I64ExtendI32U, wasm.I64Shl).Tee(bit)
		f.Get(legal).Op(wasm.I64Or).Set(legal)
		f.Get(m).Get(bit).Op(wasm.I64Xor).Set(m)
		f.End()
	})
	f.Release(wasm.I64, held, all, bit)
	f.Release(wasm.I32, b, p, n)
}

// shortOnes settles the moves of too few seeds to come where anything is
// captured, all at once: what the holes hold stays there.
func (g *gen) shortOnes(sc *seatCode, o *optionCode, held, m, all, legal wasm.Local) {
	from := g.members(o.from).list()
	fewest, ok := g.fewest(sc, o.keeps.reach, from)
	if !ok {
		return
	}
	f := g.f
	slot := -6 // no slot of the program
	cell := program.CellAt{Base: 0, Index: program.Slot{I: slot}}
	far := program.Op{Op: program.Ge, A: cell, B: program.Lookup{T: fewest, Index: program.Slot{I: slot}}}
	if _, ok := g.laneCond(far, slot, from); !ok {
		return
	}
	sure := f.Local(wasm.I64)
	g.mask(program.Where{Set: program.Holes{List: from}, Slot: slot, Cond: far})
	if o.lo > 0 {
		f.Const64(int64(o.lo)).Op(wasm.I64ShrU)
	}
	f.Get(m).Op(wasm.I64And).Set(all)
	f.Get(m).Get(all).Op(wasm.I64Xor).Const64(0).Get(held).Const64(0).Op(wasm.I64Ne, wasm.Select).Set(sure)
	f.Get(legal).Get(sure).Op(wasm.I64Or).Set(legal)
	f.Get(m).Get(sure).Op(wasm.I64Xor).Set(m)
	f.Release(wasm.I64, sure)
}

// fewest is the smallest number of seeds, by place, with which a lap ends where
// reach is not empty, at most what the rows of the table have.
func (g *gen) fewest(sc *seatCode, reach []uint64, from []int) (program.Table, bool) {
	tab, s := sc.table, sc.seat
	steps, known := g.nextTable(tab.dirs[0], 1)
	if !known {
		return nil, false
	}
	out := make(program.Table, g.p.Places)
	for _, p := range from {
		at := p
		n := 1
		for ; n < tab.rows; n++ {
			if !(s.FirstInOrigin && n == 1) {
				if at = steps.At(at); s.SkipOrigin && at == p {
					at = steps.At(at)
				}
			}
			if at < 0 {
				return nil, false
			}
			if reach[at] != 0 {
				break
			}
		}
		out[p] = int16(min(n, 255))
	}
	return out, true
}

// reachTable puts masks into memory.
func (g *gen) reachTable(masks []uint64) int {
	var b []byte
	for _, m := range masks {
		b = binary.LittleEndian.AppendUint64(b, m)
	}
	return g.table(b, 8)
}
