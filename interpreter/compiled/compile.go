package compiled

import (
	"fmt"

	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Limits of a module.
const (
	maxBytes     = 1 << 20 // of a module
	stackStates  = 160     // positions kept at a time
	listBytes    = 1 << 17
	moveBytes    = 1 << 22 // of the move list
	memoryPages  = 4096    // most memory, 256 MB
	stateAddress = ctrlEnd + 16
)

// Module is a compiled program.
type Module struct {
	p     *program.Program
	lay   *packed
	opt   Options
	bytes []byte

	startAt, results, moves, history, choices int
	choiceSize                                int
	seats                                     [][]*seatCode
	repeats                                   bool
	keyAt                                     map[int]int
}

// Bytes is the module in WebAssembly's binary format.
func (m *Module) Bytes() []byte { return m.bytes }

// Program is the program the module plays.
func (m *Module) Program() *program.Program { return m.p }

// Supported tells if Compile can translate a program, and if not why: then
// the reference executor is there for it.
func Supported(p *program.Program) (bool, string) {
	if _, err := Compile(p, Options{}); err != nil {
		return false, err.Error()
	}
	return true, ""
}

// Compile translates a program. It fails for programs that are broken, and
// for those that need more than a module can have: places, code, seeds.
func Compile(p *program.Program, opt Options) (*Module, error) {
	if err := check(p); err != nil {
		return nil, err
	}
	c := &compiler{p: p, opt: opt, m: wasm.New(), tables: map[string]int{}, helpers: map[string]wasm.FuncRef{}, sowTables: map[string]*sowTable{}}
	if err := c.build(); err != nil {
		return nil, fmt.Errorf("compiling %s: %w", gameID(p), err)
	}
	code, err := c.m.Bytes()
	if err != nil {
		return nil, fmt.Errorf("compiling %s: %w", gameID(p), err)
	}
	if len(code) > maxBytes {
		return nil, fmt.Errorf("compiling %s: the module would have %d bytes, more than %d", gameID(p), len(code), maxBytes)
	}
	return &Module{p: p, lay: c.lay, opt: opt, bytes: code, startAt: c.gamesFrom, results: c.results, moves: c.moves,
		history: c.history, choices: c.choices, choiceSize: c.choiceSize(), seats: c.seats, repeats: c.uses.repeats, keyAt: c.lay.keyOffsets()}, nil
}

func gameID(p *program.Program) string {
	if p == nil || p.Game == nil {
		return "an unnamed game"
	}
	return p.Game.ID
}

// check makes sure of what every part relies on.
func check(p *program.Program) error {
	switch {
	case p == nil || p.Players < 1 || p.Players > 4 || len(p.Stages) == 0:
		return fmt.Errorf("a program without players or rules")
	case p.Places != p.Holes+p.Players || p.Layout.Size < p.Places || len(p.Start) != p.Layout.Size:
		return fmt.Errorf("the start position of %s does not fit its layout", gameID(p))
	case p.Places > 1000:
		return fmt.Errorf("the board of %s has %d places, more than 1,000", gameID(p), p.Places)
	case p.Score != nil && len(p.Score) != p.Players:
		return fmt.Errorf("%s scores %d players of %d", gameID(p), len(p.Score), p.Players)
	}
	for _, s := range p.Stages {
		if len(s.Seats) != p.Players || s.Until != nil && len(s.Until) != p.Players {
			return fmt.Errorf("phase %q of %s does not say how every player plays", s.Name, gameID(p))
		}
	}
	return nil
}

// build translates the whole program: memory, then functions seat by seat,
// then what is exported.
func (c *compiler) build() error {
	lay, err := newPacked(c.p, max(c.p.Facts.MaxSeeds, c.p.Total, c.opt.Seeds), stateAddress)
	if err != nil {
		return err
	}
	c.lay = lay
	c.scan()
	if !c.opt.Standalone {
		c.host = c.m.Import("mancala", "tick", nil, []wasm.Type{wasm.I32})
	}
	c.memory()
	c.declare()
	if c.err != nil {
		return c.err
	}
	for seat := range c.p.Players {
		c.emitBegin(seat)
		c.emitAny(seat)
		if c.uses.could {
			c.emitCould(seat)
		}
		for _, stage := range c.seats {
			c.emitTurn(stage[seat])
			c.emitLegal(stage[seat])
			c.emitPly(stage[seat])
		}
	}
	c.exports()
	c.finish()
	return c.err
}

// memory reserves what lies at fixed places.
func (c *compiler) memory() {
	l := c.lay
	c.scratch = l.base + l.size
	c.next = c.scratch
	if len(l.lifetime(rules.LastsNextTurn)) > 0 {
		c.touched = c.alloc(c.p.Layout.Size, 1)
	}
	if c.uses.forecasts {
		c.caught = c.alloc(c.p.Places, 1)
	}
	if c.uses.visited {
		c.fell = c.alloc(4*c.p.Places, 4)
	}
	c.scratchEnd = c.next
	c.next += 32 // vectors are read past the end
	c.quickStart = c.alloc(l.size, 16)
	c.touchedTo = c.next
	c.startAt = c.alloc(l.size+16, 16)
	start := make([]byte, l.base+l.size)
	if err := l.pack(start, c.p.Start); err != nil {
		c.failf("the start position: %v", err)
	}
	c.m.Data(uint32(c.startAt), start[l.base:])
	c.gamesFrom = c.alloc(l.size+16, 16)
	c.keyBuf = c.alloc(l.keyLen, 16)
	c.results = c.alloc(gameBatch*rsSize, 16)
	if c.uses.could {
		c.memo = c.alloc(l.size+c.areaSize(), 16)
	}
	if c.uses.choices {
		c.choices = c.alloc(maxChoices*c.choiceSize(), 16)
	}
	c.lists = c.alloc(listBytes, 16)
	c.stack = c.alloc(stackStates*(c.savedSize()+c.frameSize()), 16)
	c.stackEnd = c.next
	c.moves = c.alloc(moveBytes, 16)
	c.movesEnd = c.next
	if c.uses.repeats {
		c.history = c.alloc((historyCap+1)*l.keyLen, 16)
		c.historyTable = c.alloc(8*historySlots, 16)
		c.filter = c.alloc(filterSize, 64)
	}
	c.top = c.m.Global(wasm.I32, true, int64(c.lists))
	c.sp = c.m.Global(wasm.I32, true, int64(c.stack))
	c.logStart = c.m.Global(wasm.I32, false, 0)
}

// declare makes the functions of all seats known before any is written.
func (c *compiler) declare() {
	i32, i64 := []wasm.Type{wasm.I32}, []wasm.Type{wasm.I64}
	c.modes = c.uses.forecasts
	for stage := range c.p.Stages {
		var list []*seatCode
		for who := range c.p.Players {
			sc := c.newSeatCode(stage, who)
			for _, o := range sc.options {
				c.modes = c.modes || o.run
			}
			list = append(list, sc)
		}
		c.seats = append(c.seats, list)
	}
	for _, stage := range c.seats {
		for _, sc := range stage {
			c.analyse(sc)
			sc.turn = c.m.Func(funcName("turn", sc), []wasm.Type{wasm.I32, wasm.I32, wasm.I32}, i32)
			if sc.bits {
				sc.legal = c.m.Func(funcName("legal", sc), nil, i64)
			} else {
				sc.legal = c.m.Func(funcName("legal", sc), i32, i32)
			}
			sc.ply = c.m.Func(funcName("ply", sc), []wasm.Type{wasm.I32, wasm.I32}, i32)
		}
	}
	c.planTables()
	for seat := range c.p.Players {
		n := string(rune('0' + seat))
		c.begin = append(c.begin, c.m.Func("begin."+n, i32, i32))
		c.any_ = append(c.any_, c.m.Func("any."+n, i32, i32))
		if c.uses.could {
			c.could_ = append(c.could_, c.m.Func("could."+n, i32, i32))
		}
	}
}

// finish fixes the size of memory and what happens at instantiation.
func (c *compiler) finish() {
	init := c.m.Func("init", nil, nil)
	f := init.Body()
	zero := f.FreshLocal(wasm.I32)
	for _, s := range c.setup {
		s(f, zero)
	}
	logs := align(c.next, 16)
	c.m.SetGlobal(c.logStart, int64(logs))
	for _, v := range [][2]int{{cLogEnd, logs + c.logTableBytes()}, {cFuel, sliceFuel}, {cMoves, c.moves}, {cPlyCap, 20000},
		{cLapLimit, 200000}, {cMoveCap, 100000}, {cDepthCap, 4}, {cHistoryMask, historyFirst - 1}, {cHistoryGen, 1}, {cStamp, 1}} {
		f.Get(zero).Const(v[1]).Store(wasm.I32Store, v[0])
	}
	c.m.Start(init)
	reserve := 0
	if c.p.Facts.Relays && !c.uses.choices {
		reserve = logReserve
	}
	pages := uint32(logs+reserve+wasm.PageSize-1) / wasm.PageSize
	if pages > memoryPages/2 {
		c.failf("the game needs %d MB of memory", pages/16)
	}
	c.m.Memory(pages, memoryPages)
	c.m.ExportMemory("memory")
}

// exports writes the functions the host calls; engine.go and batch.go use them.
func (c *compiler) exports() {
	if c.opt.Standalone {
		c.publicExports()
		return
	}
	i32 := []wasm.Type{wasm.I32}
	public := func(name string, params []wasm.Type, results []wasm.Type, emit func(g *gen)) {
		fn := c.m.Func(name, params, results)
		g := c.newGen(fn.Body(), 0, 0)
		if name != "info" {
			g.reset_()
		}
		emit(g)
		c.m.Export(name, fn)
	}
	public("info", i32, i32, c.info)
	public("start", nil, i32, func(g *gen) {
		g.toStart()
		g.f.Const(1)
		g.callBegin()
	})
	public("begin", i32, i32, func(g *gen) {
		g.f.Get(g.f.Param(0))
		g.callBegin()
	})
	public("ready", nil, nil, func(g *gen) { g.f.Call(c.readyFunc()) })
	if c.uses.repeats {
		public("history", nil, nil, func(g *gen) { g.f.Call(c.historyReset()) })
	}
	public("legal", nil, i32, c.listLegal)
	public("play", i32, i32, c.playListed)
	perft := c.m.Func("perftAll", i32, nil)
	c.emitPerft(perft)
	public("perft", i32, nil, func(g *gen) {
		g.f.Const(cCounts).Const(0).Const(8 * 64).MemoryFill()
		g.f.Get(g.f.Param(0)).Call(perft)
		g.storeCtrlConst(cIgnore, 0)
	})
	playouts := c.m.Func("playoutsAll", i32, i32)
	c.emitPlayouts(playouts)
	public("playouts", i32, i32, func(g *gen) {
		g.f.Get(g.f.Param(0)).Call(playouts)
	})
}

// reset_ makes every call start from the same: after one that was stopped the
// stacks may stand anywhere.
func (g *gen) reset_() {
	f := g.f
	f.Const(g.lists).SetGlobal(g.top)
	f.Const(g.stack).SetGlobal(g.sp)
	for _, at := range []int{cTried, cDepth, cInCould, cStopped, cChBase, cChPos, cChLen, cChProbe, cMemoSeat, cBegun} {
		g.storeCtrlConst(at, 0)
	}
	if g.p.Facts.Relays {
		g.storeCtrl(cLogEnd, func() { f.GetGlobal(g.logStart).Const(g.logTableBytes()).Op(wasm.I32Add) })
	}
}

// callBegin begins the ply of the mover; the count is on the stack.
func (g *gen) callBegin() {
	f := g.f
	count, st := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Set(count)
	g.storeCtrlConst(cGap, 0)
	g.storeCtrlConst(cOver, 0)
	g.clearRounds()
	f.Get(count)
	g.beginMover()
	f.Set(st)
	g.roundOver(st)
	f.Get(st)
	f.Release(wasm.I32, count, st)
}

// beginMover begins the ply of the mover: count → status.
func (g *gen) beginMover() {
	f := g.f
	count, st, mover := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	f.Set(count)
	g.val(program.Cell{I: g.p.Layout.Mover})
	f.Set(mover)
	for seat := range g.p.Players {
		f.Get(mover).Const(seat).Op(wasm.I32Eq)
		f.If()
		f.Get(count).Call(g.begin[seat]).Set(st)
		f.End()
	}
	f.Get(st)
	f.Release(wasm.I32, count, st, mover)
}

// info gives numbers about the module.
func (c *compiler) info(g *gen) {
	f := g.f
	mover := c.p.Layout.Mover
	values := []int{1, c.lay.addr[0], c.lay.lane, c.p.Holes, c.p.Players, c.lay.addr[mover], c.moves, c.results, rsSize, gameBatch, c.lay.size, cCounts}
	f.Get(f.Param(0)).Const(len(values)).Op(wasm.I32GeU)
	f.If()
	f.Const(-1).Op(wasm.Return)
	f.End()
	f.Get(f.Param(0))
	g.entryOf(values, 0)
}

// listLegal lists the legal moves; -1: none, and the rules do not say what that means.
func (c *compiler) listLegal(g *gen) {
	f := g.f
	n := f.FreshLocal(wasm.I32)
	g.storeCtrlConst(cMoves, c.moves)
	g.storeCtrlConst(cGap, 0)
	g.dispatch(func(sc *seatCode) {
		if sc.bits {
			f.Call(c.unpackFunc(sc)).Set(n)
		} else {
			f.Const(0).Call(sc.legal).Set(n)
		}
		if sc.passes {
			f.Get(n).Op(wasm.I32Eqz)
			f.If()
			f.Const(-1).Const(0).Const(-1)
			if c.uses.choices {
				g.storeCtrlConst(cChPos, 0)
			}
			f.Call(c.entryFunc())
			f.Const(1).Set(n)
			f.End()
		}
	})
	f.Const(-1).Get(n)
	f.Get(n).Op(wasm.I32Eqz)
	g.loadCtrl(cGap)
	f.Const(0).Op(wasm.I32Ne, wasm.I32Or, wasm.Select)
}

// unpackFunc is the function unpack() of a seat that lists moves kept as bits.
func (c *compiler) unpackFunc(sc *seatCode) wasm.FuncRef {
	return c.helper(funcName("unpack", sc), nil, []wasm.Type{wasm.I32}, func(f *wasm.Func) {
		g := c.newGen(f, sc.stage, sc.who)
		if sc.lists {
			g.useLists()
		}
		m, n := f.FreshLocal(wasm.I64), f.FreshLocal(wasm.I32)
		b, from, how, to := f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
		g.onGap = func(int) { f.Const(0).Op(wasm.Return) }
		f.Call(sc.legal).Tee(m).Op(wasm.I64Popcnt, wasm.I32WrapI64).Set(n)
		if c.uses.choices {
			g.storeCtrlConst(cChPos, 0)
		}
		g.eachBit(m, b, func() {
			g.bitMove(sc, b, from, how)
			f.Const(-1).Set(to)
			for _, o := range sc.options {
				if o.opt.Kind == rules.StepFrom {
					f.Get(how).Const(255).Op(wasm.I32And).Const(o.index).Op(wasm.I32Eq)
					f.If()
					f.Get(from).Set(g.slot(o.opt.Slot))
					g.reg[program.ROrigin] = localOperand(from)
					dir := f.Local(wasm.I32)
					g.directionOf(how)
					f.Set(dir)
					g.reg[program.RDir] = localOperand(dir)
					g.val(o.opt.To)
					f.Set(to)
					f.Release(wasm.I32, dir)
					f.End()
				}
			}
			f.Get(from).Get(how).Get(to).Call(c.entryFunc())
		})
		f.Get(n)
	})
}

// playListed plays the move of the list with a number.
func (c *compiler) playListed(g *gen) {
	f := g.f
	i, a, st := f.Param(0), f.FreshLocal(wasm.I32), f.FreshLocal(wasm.I32)
	f.Const(c.moves).Set(a)
	found := f.Block()
	again := f.Loop()
	f.Get(i).Const(0).Op(wasm.I32LeS).BrIf(found)
	f.Get(i).Const(1).Op(wasm.I32Sub).Set(i)
	f.Get(a).Get(a).Load(i32Load, mvSize).Op(wasm.I32Add).Set(a)
	f.Br(again)
	f.End()
	f.End()
	for _, at := range []int{cLaps, cSown, cCaptured, cLost, cMaxLaps, cEndless, cPeriod, cGap, cGapRule, cOver, cAgain} {
		g.storeCtrlConst(at, 0)
	}
	g.clearRounds()
	g.dispatch(func(sc *seatCode) {
		if sc.passes {
			f.Get(a).Load(i32Load, mvFrom).Const(0).Op(wasm.I32LtS)
			f.If()
			f.Call(c.passFunc(sc)).Set(st)
			f.Else()
			g.inStage(sc.stage, func(h *gen) { (&gen{}).with(h, sc).playEntry(sc, a, st) })
			f.End()
		} else {
			(&gen{}).with(g, sc).playEntry(sc, a, st)
		}
	})
	f.Get(st)
}

// with is a copy of g for another seat.
func (*gen) with(g *gen, sc *seatCode) *gen {
	h := *g
	h.stage, h.who, h.seat, h.facts = sc.stage, sc.who, sc.seat, &sc.facts
	return &h
}
