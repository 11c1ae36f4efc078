package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// How a turn goes on: another lap from the board, or with captured seeds.

func (t *turn) turnRound() {
	g := t.g
	d := g.reg[program.RDir]
	if !t.hasRev || !d.isLocal {
		return
	}
	if g.facts.noDir {
		g.f.Get(d.local).Get(t.rev).Op(wasm.I32Xor).Get(d.local)
		g.f.Get(d.local).Const(0).Op(wasm.I32GeS, wasm.Select).Set(d.local)
	} else {
		g.f.Get(d.local).Get(t.rev).Op(wasm.I32Xor).Set(d.local)
	}
	g.f.Const(0).Set(t.rev)
}

func (t *text) relay(s program.Relay, end *ruleEnd) {
	g := t.g
	known := g.known
	g.val(s.From)
	g.f.Set(t.place)
	t.ruleEnds(end)
	if t.decide == nil {
		g.f.Br(t.over)
		return
	}
	if g.spots(s.From).has(-1) {
		g.f.Get(t.place).Const(0).Op(wasm.I32LtS)
		g.gapIf(gapRelay)
	}
	t.newDirection(s.Dir)
	if g.seat.Lift == nil {
		content := program.CellAt{Base: 0, Index: s.From}
		if l, ok := g.fact(content); ok && len(known) > 0 {
			g.f.Get(l).Set(t.seeds) // something just fell there
		} else {
			g.loadPlace(t.place, g.spots(s.From).without(-1))
			g.f.Tee(t.seeds).Op(wasm.I32Eqz)
			g.gapIf(gapRelay)
		}
	}
	t.decide(decLift, 0)
}

func (t *text) sow(s program.Sow, end *ruleEnd) {
	g := t.g
	f := g.f
	g.val(s.From)
	f.Set(t.place)
	switch {
	case s.Of == nil && t.hasBag:
		f.Get(t.bag).Set(t.seeds).Const(0).Set(t.bag)
		emptied := *end
		emptied.bag = false // nothing is left to go home
		end = &emptied
	case s.Of == nil:
		f.Const(0).Set(t.seeds)
	default:
		g.temp(wasm.I32, func(of wasm.Local) {
			f.Const(0).Set(t.seeds)
			g.val(s.Of)
			f.Tee(of).Const(0).Op(wasm.I32GeS)
			f.If()
			on := g.spots(s.Of).without(-1)
			g.loadPlace(of, on)
			f.Set(t.seeds)
			g.storePlace(of, on, func() { f.Const(0) })
			f.End()
		})
		g.known = nil
	}
	f.Get(t.seeds).Op(wasm.I32Eqz)
	g.gapIf(gapRelay)
	t.ruleEnds(end)
	if t.decide != nil {
		t.newDirection(s.Dir)
	}
	t.decided(decSow)
}

// newDirection sets the direction of the lap that a decision begins at t.place.
func (t *turn) newDirection(d *program.Dir) {
	g := t.g
	r := g.reg[program.RDir]
	if d == nil || !r.isLocal {
		return
	}
	route := d.Route()
	switch d.Base() {
	case program.Anticlockwise, program.Clockwise:
		g.f.Const(d.Reg()).Set(r.local)
	case program.Inward:
		g.f.Get(t.place)
		g.entry(g.seat.InwardOn(route), g.anyPlace())
		g.f.Set(r.local)
		if route > 0 {
			g.f.Get(r.local).Const(2 * route).Op(wasm.I32Add).Const(-1)
			g.f.Get(r.local).Const(0).Op(wasm.I32GeS, wasm.Select).Set(r.local)
		}
	default:
		if route == 0 {
			g.f.Const(-1).Set(r.local)
			return
		}
		g.f.Get(r.local).Const(1).Op(wasm.I32And).Const(2 * route).Op(wasm.I32Or).Const(-1) // the way it was
		g.f.Get(r.local).Const(0).Op(wasm.I32GeS, wasm.Select).Set(r.local)
	}
}
