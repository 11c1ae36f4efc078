package lower

import (
	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// order = "chosen": a player whose seeds fill some of his holes, but not all,
// says which. That is a stage of its own, the last of the program, in which
// such a player takes his seeds in hand and enters a filling at a time; when
// all are done the round is laid out and begins. The cell `won` remembers how
// the last round ended, for what is laid out may depend on it.

const (
	fillingStage = "filling"
	wonField     = "won"
)

// choosing tells matches in which players choose.
func choosing(m *rules.Match) bool { return m != nil && m.Refill && m.Order == rules.FillChosen }

func (b *between) hand(seat int) program.Expr { return program.Cell{I: b.p.Layout.Hands + seat} }

func (b *between) phase(seat int) int { return b.p.Layout.Phases + seat }

// chosen fills the holes of players who have no choice, and lets the others
// choose; the rest of the laying out comes when they have.
func (b *between) chosen(finish *program.Block) {
	filling := program.Const{V: b.p.Match.Filling}
	choosers := b.order()
	if b.mirrored() {
		choosers = choosers[:1]
	}
	any := program.Expr(zero)
	first := program.Expr(program.Const{V: choosers[0]})
	for i := len(choosers) - 1; i >= 0; i-- {
		seat := choosers[i]
		chooses := op(program.Eq, program.Cell{I: b.phase(seat)}, filling)
		any, first = or(any, chooses), choose(chooses, program.Const{V: seat}, first)
	}
	for _, seat := range choosers {
		b.when("order", b.hasChoice(seat), program.Hand{Seat: seat, Take: true}, program.SetCell{Base: b.phase(seat), Value: filling})
		b.rule("order", b.fill(seat)...)
	}
	b.block.Rules = append(b.block.Rules, &program.Rule{When: any, Info: b.m.Infos["order"],
		Do: []program.Stmt{program.SetCell{Base: b.p.Layout.Mover, Value: first},
			program.SetCell{Base: b.p.Match.Won, Value: program.Const{V: b.winner}}, program.Stop{}}})
	b.rule("", program.Call{Block: finish})
}

// when adds a rule that acts if a condition holds, and goes on.
func (b *between) when(key string, cond program.Expr, do ...program.Stmt) {
	b.rule(key, do...)
	b.block.Rules[len(b.block.Rules)-1].When = cond
}

// hasChoice: his seeds fill one hole at least, and not all that are open.
func (b *between) hasChoice(seat int) program.Expr {
	open := program.Expr(zero)
	for _, h := range b.row(seat) {
		open = op(program.Add, open, b.open(h))
	}
	each := program.Const{V: b.m.Each}
	return and(op(program.Ge, b.store(seat), each), op(program.Lt, b.store(seat), op(program.Mul, open, each)))
}

// filling adds the stage; finish is what is laid out after each outcome.
func (l *lowerer) filling(finish []*program.Block) {
	m, match := l.game.Match, l.p.Match
	stage := &program.Stage{Name: fillingStage, PerPlayer: true}
	for seat := range l.p.Players {
		s := &program.Seat{Seat: seat, Route: l.geo.route(nil, seat), PerHole: 1, Slots: match.Slots}
		s.Inward = l.geo.inward(s.Route)
		c := &seatCtx{lowerer: l, seat: s, slots: match.Slots}
		b := &between{env: c.env(), m: m, winner: -1, block: &program.Block{Name: "lap"}}
		_, slot := b.env.slot()
		n := program.Slot{I: slot}
		cond := op(program.Eq, cellAt(0, n), zero)
		if closed := l.p.Layout.Closed; closed >= 0 {
			cond = and(cond, op(program.Eq, cellAt(closed, n), zero))
		}
		each := program.Const{V: m.Each}
		s.Moves = []*program.Tier{{Options: []*program.Option{{Rule: l.met(m.Infos["order"]), Kind: rules.EnterAt, Slot: slot, TakeAll: true,
			From: where(holes(b.sideOf(seat, true)...), slot, cond), Enter: each, Dirs: []program.Dir{program.None}}}}}
		b.lap(seat, finish)
		s.Lap = b.block
		s.Slots = max(s.Slots, c.slots)
		stage.Seats = append(stage.Seats, s)
	}
	l.p.Stages = append(l.p.Stages, stage)
	for seat := range l.p.Players {
		c := &seatCtx{lowerer: l, seat: &program.Seat{Seat: seat}}
		all := make([]int, l.p.Holes)
		for i := range all {
			all[i] = i
		}
		e := c.env()
		held := e.ownedNow(holes(all...), []rules.Part{{Word: "own"}}, seat)
		if l.p.Layout.Owners < 0 {
			held = holes(e.sideOf(seat, true)...)
		}
		match.Holds = append(match.Holds, op(program.Add, program.Cell{I: l.board.StorePlace(seat)}, e.seedsOf(held)))
		match.Slots = max(match.Slots, c.slots)
	}
}

// lap says how the choosing goes on after a hole was filled.
func (b *between) lap(seat int, finish []*program.Block) {
	other := 1 - seat
	each := program.Const{V: b.m.Each}
	add := func(when program.Expr, do ...program.Stmt) {
		b.block.Rules = append(b.block.Rules, &program.Rule{When: when, Info: b.m.Infos["order"], Do: do})
	}
	add(op(program.Ge, b.hand(seat), each), program.Again{})
	add(op(program.Ge, b.hand(other), each), program.Stop{})
	for i, f := range finish {
		won := i
		if i == len(finish)-1 {
			won = -1
		}
		add(op(program.Eq, program.Cell{I: b.p.Match.Won}, program.Const{V: won}), program.Call{Block: f}, program.Continue{})
	}
	reset := []program.Stmt{program.SetCell{Base: b.p.Match.Won, Value: none}, program.SetCell{Base: b.phase(seat), Value: zero}, program.SetCell{Base: b.phase(other), Value: zero}}
	if t := b.p.Layout.Turns; t >= 0 {
		reset = append(reset, program.SetCell{Base: t, Value: zero}, program.SetCell{Base: t + 1, Value: zero})
	}
	add(nil, append(reset, program.Continue{})...)
	add(op(program.Eq, program.Cell{I: b.p.Layout.Starter}, program.Const{V: seat}), program.Again{})
	add(nil, program.Stop{})
}
