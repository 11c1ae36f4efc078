package lower

import (
	"slices"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// match lowers [match]: for every way a round can end, one table that gathers
// the seeds, gives points, lays out the next round and asks if the match is
// over. Every rule of it goes on to the next one.
func (l *lowerer) match() {
	m := l.game.Match
	if m == nil {
		return
	}
	l.p.Match = &program.Match{Points: -1, Moved: -1, Won: -1}
	if m.PointsVar != nil {
		l.p.Match.Points = l.vars[m.PointsVar]
	}
	for _, f := range l.p.Layout.Fields {
		switch {
		case f.Kind != program.Machine:
		case f.Name == movedField:
			l.p.Match.Moved = f.Base
		case f.Name == wonField:
			l.p.Match.Won = f.Base
		}
	}
	if choosing(m) {
		l.p.Match.Filling = len(l.p.Stages)
	}
	var finish []*program.Block
	for winner := range l.p.Players + 1 {
		c := &seatCtx{lowerer: l, seat: &program.Seat{Seat: winner % l.p.Players}}
		b := &between{env: c.env(), m: m, winner: winner, block: &program.Block{Name: "match"}}
		if winner == l.p.Players {
			b.winner = -1
		}
		b.env.round = &roundEnv{winner: b.winner}
		finish = append(finish, b.write())
		l.p.Match.After = append(l.p.Match.After, b.block)
		l.p.Match.Slots = max(l.p.Match.Slots, c.slots)
	}
	if choosing(m) {
		l.filling(finish)
	}
}

// movedField is the machine's cell for `begins = "last-mover"`.
const movedField = "moved"

// roundEnv is what the words of a match text mean.
type roundEnv struct {
	winner int          // seat, -1 after a drawn round
	rest   program.Expr // nil outside `fill`
}

// between writes the table that follows a round with one outcome.
type between struct {
	env
	m      *rules.Match
	winner int
	block  *program.Block
}

// rule adds a rule that always acts and goes on.
func (b *between) rule(key string, do ...program.Stmt) {
	if len(do) == 0 {
		return
	}
	info := b.m.Infos[key]
	b.met(info)
	b.block.Rules = append(b.block.Rules, &program.Rule{Info: info, Do: append(do, program.Continue{})})
}

// write gives the part that comes after the players have chosen, if they choose.
func (b *between) write() *program.Block {
	if b.m.Refill {
		b.rule("order", b.gather()...)
	}
	b.rule("points", b.points()...)
	b.rule("begins", program.Renew{Begins: b.begins()})
	if b.m.Between != nil && b.winner >= 0 {
		b.rule("between", b.text(b.m.Between, b.env)...)
	}
	switch {
	case choosing(b.m):
		finish := *b
		finish.block = &program.Block{Name: "match"}
		finish.rule("order", program.Hand{Seat: 0}, program.Hand{Seat: 1})
		finish.settle()
		finish.over()
		b.chosen(finish.block)
		return finish.block
	case b.m.Order == rules.FillArranged && b.m.Refill:
		b.over() // before the seeds are in the hands, from where a phase enters them
		for _, seat := range b.inOrder(0) {
			b.rule("order", program.Hand{Seat: seat, Take: true})
		}
		return nil
	case b.m.Refill:
		order := b.order()
		for i, seat := range order {
			if i == 0 || !b.mirrored() {
				b.rule("order", b.fill(seat)...)
			}
		}
		b.settle()
	default:
		b.rule("order", program.SetUp{})
	}
	b.over()
	return nil
}

func (b *between) over() {
	if b.m.Over != nil {
		for _, seat := range b.inOrder(b.winner) {
			b.rule("over", b.text(b.m.Over, b.asMover(seat))...)
		}
	}
}

// text calls a rule text; what its rules do is theirs to tell.
func (b *between) text(t *rules.Table, e env) []program.Stmt {
	return []program.Stmt{program.Call{Block: e.block(t)}}
}

// inOrder lists the seats, one of them first.
func (b *between) inOrder(first int) []int {
	first = max(first, 0)
	out := make([]int, b.p.Players)
	for i := range out {
		out[i] = (first + i) % b.p.Players
	}
	return out
}

// asMover reads words from a seat. The rules run in the table of the winner.
func (b *between) asMover(seat int) env { return b.env.seenBy(seat) }

// gather gives every player what counts for him; seeds that count for nobody
// are out of play.
func (b *between) gather() []program.Stmt {
	var out []program.Stmt
	if score := b.game.Score; score != nil {
		for seat := range b.p.Players {
			for _, counted := range score.Counts {
				s := b.asMover(seat).set(counted)
				if list, ok := constantSet(s); ok {
					list = slices.DeleteFunc(slices.Clone(list), func(p int) bool { return p >= b.p.Holes })
					s = holes(list...)
				}
				if !isEmpty(s) {
					out = append(out, program.Take{Seat: program.Const{V: seat}, Set: s})
				}
			}
		}
	}
	all := make([]int, b.p.Holes)
	for i := range all {
		all[i] = i
	}
	return append(out, program.Take{Set: holes(all...)})
}

func (b *between) points() []program.Stmt {
	if b.m.Points == nil {
		return nil
	}
	var out []program.Stmt
	for seat := range b.p.Players {
		if b.m.PointsEach || seat == b.winner {
			cell := b.p.Match.Points + seat
			sum := op(program.Add, program.Cell{I: cell}, b.asMover(seat).expr(b.m.Points))
			out = append(out, program.SetCell{Base: cell, Value: sum, Var: b.m.PointsVar})
		}
	}
	return out
}

// begins is the seat that begins the next round; -1 if the file is silent.
func (b *between) begins() program.Expr {
	other := op(program.Mod, op(program.Add, program.Cell{I: b.p.Layout.Starter}, one), program.Const{V: b.p.Players})
	if b.p.Players == 2 {
		other = op(program.Sub, one, program.Cell{I: b.p.Layout.Starter})
	}
	switch b.m.Begins {
	case rules.BeginsOpen:
		return none
	case rules.BeginsWinner:
		if b.winner >= 0 {
			return program.Const{V: b.winner}
		}
	case rules.BeginsLoser:
		if b.winner >= 0 {
			return program.Const{V: 1 - b.winner}
		}
	case rules.BeginsLastMover:
		moved := program.Cell{I: b.p.Match.Moved}
		return choose(op(program.Lt, moved, zero), other, moved)
	}
	return other
}

// row lists the holes of a player in the order he fills them.
func (b *between) row(seat int) []int {
	list := b.sideOf(seat, true)
	rank := map[int]int{}
	for i, h := range b.geo.fromLeft(seat, b.m.Order == rules.FillRight) {
		rank[h] = i
	}
	key := func(h int) int { return rank[h] }
	if b.m.Order == rules.FillOutward || b.m.Order == rules.FillInward {
		key = func(h int) int {
			column := b.board.Holes[h].Column
			off := 2*column - b.board.Columns - 1 // twice the distance from the middle, signed
			if b.m.Order == rules.FillInward {
				return -2*max(off, -off) + truth(off > 0)
			}
			return 2*max(off, -off) + truth(off > 0)
		}
	}
	slices.SortStableFunc(list, func(x, y int) int { return key(x) - key(y) })
	return list
}

// order is who fills his holes first.
func (b *between) order() []int {
	switch {
	case b.winner < 0:
	case b.m.First == rules.LoserFills:
		return b.inOrder(1 - b.winner)
	case b.m.First == rules.WinnerFills:
		return b.inOrder(b.winner)
	}
	return b.inOrder(0)
}

// mirrored: the second player fills as the first did; after a drawn round
// there is no first.
func (b *between) mirrored() bool { return b.m.Mirrors && b.winner >= 0 }

// settle lays out what follows the filling: the mirror image, what players
// are asked about their rest, holes bought, and what becomes of holes not filled.
func (b *between) settle() {
	order := b.order()
	for i, seat := range order {
		if i > 0 && b.mirrored() {
			b.rule("then", b.mirror(seat)...)
		} else {
			b.rule("unfilled", b.half(seat)...)
		}
	}
	for _, seat := range order {
		b.rule("fill", b.fillText(seat)...)
	}
	for _, seat := range order {
		b.rule("surplus", b.buy(seat)...)
	}
	for _, seat := range order {
		b.rule("unfilled", b.unfilled(seat)...)
	}
}

func (b *between) store(seat int) program.Expr { return program.Cell{I: b.storePlace(seat)} }

func (b *between) storePlace(seat int) int { return b.board.StorePlace(seat) }

// open asks if a hole may be filled: `between` may have closed it.
func (b *between) open(h int) program.Expr {
	if b.p.Layout.Closed < 0 {
		return one
	}
	return op(program.Eq, program.Cell{I: b.p.Layout.Closed + h}, zero)
}

func (b *between) put(amount program.Expr, seat, hole int) program.Stmt {
	return program.MoveSeeds{Amount: amount, From: program.Const{V: b.storePlace(seat)}, To: program.Const{V: hole}}
}

// fill fills a player's holes from his store as far as it goes.
func (b *between) fill(seat int) []program.Stmt {
	var out []program.Stmt
	for _, h := range b.row(seat) {
		each := program.Const{V: b.m.Each}
		out = append(out, b.put(choose(and(b.open(h), op(program.Ge, b.store(seat), each)), each, zero), seat, h))
	}
	return out
}

// half puts what is left, if it is not enough for a hole, into the next one.
func (b *between) half(seat int) []program.Stmt {
	if b.m.Unfilled != rules.UnfilledHalf {
		return nil
	}
	inner, n := b.env.slot()
	_ = inner
	rest := choose(op(program.Lt, b.store(seat), program.Const{V: b.m.Each}), b.store(seat), zero)
	return []program.Stmt{program.Each{Set: single(b.firstEmpty(seat)), Slot: n, Do: []program.Stmt{
		program.MoveSeeds{Amount: rest, From: program.Const{V: b.storePlace(seat)}, To: program.Slot{I: n}}}}}
}

// mirror fills a player's holes as the other side's are filled.
func (b *between) mirror(seat int) []program.Stmt {
	var out []program.Stmt
	for _, h := range b.row(seat) {
		if other := b.geo.mirror.At(h); other >= 0 {
			out = append(out, b.put(program.Cell{I: other}, seat, h))
		}
	}
	return out
}

// empty is the set of a player's open holes that hold nothing.
func (b *between) empty(seat int, list []int) program.Set {
	n := b.peek()
	cond := op(program.Eq, cellAt(0, program.Slot{I: n}), zero)
	if c := b.p.Layout.Closed; c >= 0 {
		cond = and(cond, op(program.Eq, cellAt(c, program.Slot{I: n}), zero))
	}
	return where(holes(list...), n, cond)
}

// firstEmpty is the first of them in the order of filling, or nowhere.
func (b *between) firstEmpty(seat int) program.Expr {
	row := b.row(seat)
	return pick(b.empty(seat, b.sideOf(seat, true)), append(row, without(b.everyPlace(), row)...))
}

func (b *between) everyPlace() []int {
	all := make([]int, b.p.Places)
	for i := range all {
		all[i] = i
	}
	return all
}

// fillText asks `fill` of a player who has left a hole unfilled.
func (b *between) fillText(seat int) []program.Stmt {
	if b.m.Fill == nil {
		return nil
	}
	e, n := b.asMover(seat).slot()
	e = e.bind(b.m.FillHole, program.Slot{I: n})
	e.round = &roundEnv{winner: b.winner, rest: b.store(seat)}
	return []program.Stmt{program.Each{Set: single(b.firstEmpty(seat)), Slot: n, Do: b.text(b.m.Fill, e)}}
}

// buy lets a player with seeds left over buy holes the other could not fill:
// so many seeds of the price as a hole holds go into it, the others to its
// former owner.
func (b *between) buy(seat int) []program.Stmt {
	if !b.m.Buys {
		return nil
	}
	var out []program.Stmt
	other := 1 - seat
	for _, h := range b.row(other) {
		n := b.peek()
		can := and(op(program.Eq, cellAt(0, program.Slot{I: n}), zero), op(program.Ge, b.store(seat), program.Const{V: b.m.Price}))
		do := []program.Stmt{
			program.Fill{Set: holes(h), Base: b.p.Layout.Owners, Value: program.Const{V: seat}, What: "claim"},
			b.put(program.Const{V: b.m.Each}, seat, h),
		}
		if over := b.m.Price - b.m.Each; over > 0 {
			do = append(do, b.put(program.Const{V: over}, seat, b.storePlace(other)))
		}
		out = append(out, program.Each{Set: where(holes(h), n, and(can, b.open(h))), Slot: n, Do: do})
	}
	return out
}

// unfilled settles what becomes of a player's empty holes.
func (b *between) unfilled(seat int) []program.Stmt {
	empty := b.empty(seat, b.sideOf(seat, true))
	switch b.m.Unfilled {
	case rules.UnfilledClosed, rules.UnfilledHalf:
		return []program.Stmt{program.Fill{Set: empty, Base: b.p.Layout.Closed, Value: one, What: "close"}}
	case rules.UnfilledEnemy:
		if b.m.Buys {
			return nil
		}
		enemy := 1 - seat
		out := []program.Stmt{program.Fill{Set: empty, Base: b.p.Layout.Owners, Value: program.Const{V: enemy}, What: "claim"}}
		each := program.Const{V: b.m.Each}
		for _, h := range b.row(seat) {
			his := op(program.Eq, program.Cell{I: b.p.Layout.Owners + h}, program.Const{V: enemy})
			out = append(out, b.put(choose(and(his, op(program.Ge, b.store(enemy), each)), each, zero), enemy, h))
		}
		return out
	}
	return nil
}
