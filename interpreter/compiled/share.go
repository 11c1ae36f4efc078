package compiled

import (
	"reflect"

	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Cold code is written once. What happens between two rounds, what a player
// does who has filled his holes, and what is gathered just before a game ends
// reads and changes cells only, is lowered alike for every seat and outcome, and runs
// once a round: it becomes a function that all of them call. A module is made
// ready in a time that grows with its code.

// sharedRun is a run of actions written as a function → 1 if it met a gap.
type sharedRun struct {
	list  []program.Stmt
	of    *gen // it was written for
	fn    wasm.FuncRef
	gaps  bool    // it can meet one: then the rule is part of it
	walks bool    // it walks the route of the seat,
	dir   operand // in this direction; in a local: in that of its parameter
}

// The least weight of a run that is worth a call: where it is cold, and anywhere.
const (
	leastShared = 6
	leastAlways = 60
)

// callShared emits a call of the run of actions a list begins with, if it is
// cold or long, and gives its length; 0 if it is better written out.
func (t *text) callShared(list []program.Stmt) int {
	g := t.g
	if g.shares || g.opt.Plain || g.wide() {
		return 0
	}
	n, weight := 0, 0
	walks := false
	for n < len(list) {
		alone, next := standsAlone(list[n])
		if !alone || next && !g.routeKnown() {
			break
		}
		walks = walks || next
		weight += weightOf(list[n])
		n++
	}
	ends := false
	if n < len(list) {
		_, ends = list[n].(program.End)
	}
	if weight < leastShared || !ends && !g.cold() && (weight < leastAlways || g.words != nil) {
		return 0
	}
	run := g.sharedRun(list[:n], walks)
	g.call(func() {
		if walks {
			g.push(g.reg[program.RDir])
		}
	}, run.fn)
	if run.gaps {
		g.f.If()
		g.onGap(0)
		g.f.End()
	} else {
		g.f.Op(wasm.Drop)
	}
	g.known = nil
	return n
}

// fillsHoles tells the stage in which the players of a match fill their holes.
func (g *gen) fillsHoles() bool {
	return g.p.Match != nil && g.p.Match.Filling > 0 && g.stage == g.p.Match.Filling
}

// cold tells code that runs once a round or less.
func (g *gen) cold() bool { return g.shares || g.between || g.fillsHoles() }

// routeKnown tells seats whose next places follow from the direction alone.
func (g *gen) routeKnown() bool {
	for d := range g.seat.Directions() {
		if _, known := g.nextTable(d, 1); !known {
			return false
		}
	}
	return true
}

// sharedRun finds the function of equal actions, or writes it.
func (g *gen) sharedRun(list []program.Stmt, walks bool) *sharedRun {
	c := g.compiler
	for _, r := range c.shared {
		if r.fits(g, walks) && reflect.DeepEqual(r.list, list) {
			return r
		}
	}
	var params []wasm.Type
	if walks {
		params = []wasm.Type{wasm.I32}
	}
	r := &sharedRun{list: list, walks: walks, dir: g.reg[program.RDir], fn: c.m.Func("shared", params, []wasm.Type{wasm.I32})}
	f := r.fn.Body()
	h := c.newGen(f, g.stage, g.who)
	h.between, h.rule, h.shares, r.of = g.between, g.rule, true, h
	if walks {
		if h.reg[program.RDir] = r.dir; r.dir.isLocal {
			h.reg[program.RDir] = localOperand(f.Param(0))
		}
	}
	h.onGap = func(int) {
		r.gaps = true
		f.Const(1).Op(wasm.Return)
	}
	t := &turn{g: h, code: c.seats[g.stage][g.who]}
	t.place, t.seeds = f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	(&text{turn: t}).stmts(list, nil)
	f.Const(0)
	c.shared = append(c.shared, r)
	return r
}

// fits tells if the function does in another place what it does in its own.
func (r *sharedRun) fits(g *gen, walks bool) bool {
	if r.gaps && r.of.rule != g.rule || r.of.between != g.between || r.walks != walks {
		return false
	}
	dir := g.reg[program.RDir]
	return !walks || r.of.stage == g.stage && r.of.who == g.who && r.dir.isLocal == dir.isLocal && (dir.isLocal || r.dir.value == dir.value)
}

// weightOf is about how much code an action is: its expressions, sets and actions.
func weightOf(s program.Stmt) int {
	n := 0
	program.Visitor{
		Expr: func(e program.Expr) {
			n++
			if _, ok := e.(program.Pick); ok {
				n += 4
			}
		},
		Set:  func(program.Set) { n++ },
		Stmt: func(program.Stmt) { n += 2 },
	}.VisitStmt(s)
	return n
}

// standsAlone tells actions that only change cells and read nothing else,
// but perhaps the route.
func standsAlone(s program.Stmt) (alone, walks bool) {
	alone = true
	used, bound := map[int]bool{}, map[int]bool{}
	set := func(s program.Set) {
		switch s := s.(type) {
		case program.Where:
			bound[s.Slot] = true
		case program.Run, program.Picked:
			alone = false
		}
	}
	v := program.Visitor{
		Expr: func(e program.Expr) {
			switch e := e.(type) {
			case program.Slot:
				used[e.I] = true
			case program.Fold:
				bound[e.Slot] = true
			case program.Next:
				walks = true
			case program.Pick: // the nearest depends on the route
				alone = alone && e.Order != nil
			case program.Const, program.Cell, program.CellAt, program.Lookup, program.Op, program.Not, program.If, program.In:
			default:
				alone = false
			}
		},
		Set: set,
		Stmt: func(s program.Stmt) {
			switch s := s.(type) {
			case program.Each:
				bound[s.Slot] = true
				alone = alone && inBoardOrder(s.Set)
			case program.MoveSeeds:
				alone = alone && (s.ToEach == nil || inBoardOrder(s.ToEach))
			case program.Mark, program.Fill, program.SetCell, program.Take, program.Renew, program.Hand, program.SetUp:
			default:
				alone = false
			}
		},
	}
	v.VisitStmt(s)
	for slot := range used {
		alone = alone && bound[slot]
	}
	return alone, walks
}

// readsCells tells expressions that read nothing but cells.
func readsCells(e program.Expr) bool {
	alone, walks := standsAlone(program.SetCell{Value: e})
	return alone && !walks
}

// callAtOnce emits a call of the function that asks the text `at-once` and
// settles the game, if all it does is to end the game for what it sees in cells.
func (t *turn) callAtOnce() bool {
	g := t.g
	if g.opt.Plain || g.wide() || g.words != nil || t.hand != nil || g.p.Players > 2 {
		return false
	}
	for _, r := range g.seat.AtOnce.Rules {
		if len(r.Do) != 1 || r.When != nil && !readsCells(r.When) {
			return false
		}
		end, ok := r.Do[0].(program.End)
		if !ok || end.Seat != nil && !readsCells(end.Seat) || end.Seat == nil && g.p.Score == nil {
			return false
		}
	}
	f := g.f
	g.push(g.reg[program.RBag])
	f.Call(g.atOnceFunc(t.code, t.hasBag))
	f.If()
	if t.hasBag {
		f.Const(0).Set(t.bag)
	}
	t.gameOver()
	f.End()
	return true
}

// atOnceFunc is the function atOnce(bag) of a seat → 1 if the game is over: the
// bag has gone home then.
func (c *compiler) atOnceFunc(sc *seatCode, hasBag bool) wasm.FuncRef {
	return c.helper(funcName("atOnce", sc), []wasm.Type{wasm.I32}, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		g := c.newGen(f, sc.stage, sc.who)
		t := &turn{g: g, code: sc, hasBag: hasBag, bag: f.Param(0), inAtOnce: true, inTurn: true}
		g.reg[program.RBag] = localOperand(f.Param(0))
		over := func() { f.Const(1).Op(wasm.Return) }
		(&text{turn: t, gameOver: over}).table(g.seat.AtOnce, nil)
		f.Const(0)
	})
}

// callMove emits a call of the function that moves seeds from place to place,
// where that is not done often.
func (t *text) callMove(s program.MoveSeeds) bool {
	g := t.g
	if g.opt.Plain || !g.cold() || g.words != nil || s.FromHand != 0 || s.ToHand != 0 || s.ToEach != nil {
		return false
	}
	if s.Amount != nil {
		g.val(s.Amount)
	} else {
		g.f.Const(1 << 30)
	}
	g.val(s.From)
	g.val(s.To)
	g.f.Call(g.moveFunc())
	g.known = nil
	return true
}

// moveFunc is the function move(amount, from, to): no more than there are, and
// nothing from or to nowhere.
func (c *compiler) moveFunc() wasm.FuncRef {
	i32 := wasm.I32
	return c.helper("move", []wasm.Type{i32, i32, i32}, nil, func(f *wasm.Func) {
		g := c.newGen(f, 0, 0)
		n, from, to, all := f.Param(0), f.Param(1), f.Param(2), f.FreshLocal(i32)
		on := g.anyPlace().without(-1)
		f.Get(from).Const(0).Op(wasm.I32LtS).Get(to).Const(0).Op(wasm.I32LtS, wasm.I32Or)
		f.Get(from).Get(to).Op(wasm.I32Eq, wasm.I32Or)
		f.If()
		f.Op(wasm.Return)
		f.End()
		g.loadPlace(from, on)
		f.Set(all)
		f.Get(n).Get(all).Get(n).Get(all).Op(wasm.I32LtS, wasm.Select).Tee(n).Const(0).Op(wasm.I32LeS)
		f.If()
		f.Op(wasm.Return)
		f.End()
		g.storePlace(from, on, func() { f.Get(all).Get(n).Op(wasm.I32Sub) })
		g.storePlace(to, on, func() {
			g.loadPlace(to, on)
			f.Get(n).Op(wasm.I32Add)
		})
	})
}
