package compiled

import (
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// Rule tables and their actions: what decides comes first, then the list of all
// actions. A new action gets a case in stmt; its code goes to the file of its
// subject: relay.go (how a turn goes on), capture.go, effects.go (whatever else
// changes the position), outcome.go (ends), choices.go (choices of the player).
// An action that changes cells must also set gen.known to nil.

// decision is how a rule says the turn goes on.
type decision int

const (
	decStop decision = iota
	decAgain
	decLift // the place to lift is in turn.place
	decSow  // turn.seeds seeds, the first in turn.place
)

// text is one rule text being emitted: what its outermost table does with
// decisions and ends.
type text struct {
	*turn
	outermost bool                        // its rules end with the bag going home
	decide    func(d decision, loses int) // jumps; nil: decisions mean only that the table is over
	gameOver  func()                      // jumps away after the game ended
	over      wasm.Label                  // the table is over
	ran       func()                      // emitted when a rule has acted without a decision
	elsewhere func()                      // jumps away where a rule does anything but relay; nil: it acts here
}

// rule is where a rule's statements can go.
type ruleEnd struct {
	next wasm.Label // continue: the rules after it
	over wasm.Label // the table it stands in is over
	bag  bool       // it may leave captured seeds in the bag
	turn bool       // it may turn the direction round
	top  bool       // of the outermost table
}

// table emits a rule table: the first rule that holds acts.
func (t *text) table(b *program.Block, outer *ruleEnd) {
	g := t.g
	f := g.f
	over := f.Block()
	if outer == nil {
		t.over = over
	}
	known := g.known
	for _, r := range b.Rules {
		next := f.Block()
		narrow := len(g.narrow)
		if r.When != nil {
			g.jumpUnless(r.When, next)
			g.narrow = g.narrow[:narrow]
			g.assume(r.When, true)
		}
		saved := g.rule
		if r.Info != nil {
			g.rule = r.Info
		}
		end := &ruleEnd{next: next, over: over, top: outer == nil}
		if outer == nil {
			end.bag, end.turn = leaves(r.Do)
		} else {
			end.bag, end.turn = outer.bag, outer.turn
		}
		if end.top && end.bag && t.outermost && t.hasBag {
			f.Const(0).Set(t.bag) // as it is: said here, it need not be carried from lap to lap
		}
		if t.elsewhere != nil && !t.plainRelay(r.Do) {
			t.elsewhere()
		} else if !t.stmts(r.Do, end) {
			if end.top {
				t.ruleEnds(end)
				if t.ran != nil {
					t.ran()
				}
			}
			f.Br(over)
		}
		g.rule = saved
		g.narrow = g.narrow[:narrow]
		f.End()
		g.known = known
		if continues(r.Do) {
			known = nil
			g.known = nil
		}
	}
	f.End()
}

// leaves tells if statements may leave seeds in the bag, or turn the direction round.
func leaves(list []program.Stmt) (bag, turn bool) {
	v := program.Visitor{Stmt: func(s program.Stmt) {
		switch s.(type) {
		case program.Capture:
			bag = true
		case program.Reverse:
			turn = true
		}
	}}
	for _, s := range list {
		v.VisitStmt(s)
	}
	return bag, turn
}

// continues tells if statements may go on to the next rule having changed something.
func continues(list []program.Stmt) bool {
	found := false
	v := program.Visitor{Stmt: func(s program.Stmt) {
		if _, ok := s.(program.Continue); ok {
			found = true
		}
	}}
	for _, s := range list {
		v.VisitStmt(s)
	}
	return found && len(list) > 1
}

// ruleEnds sends the bag home and turns the direction round if the rule said so.
func (t *text) ruleEnds(end *ruleEnd) {
	if !t.outermost {
		return
	}
	if end.bag {
		t.bagHome()
	}
	if end.turn {
		t.turnRound()
	}
}

// stmts emits statements; true if the last of them never goes on.
func (t *text) stmts(list []program.Stmt, end *ruleEnd) bool {
	for len(list) > 0 {
		if n := t.callShared(list); n > 0 {
			list = list[n:]
			continue
		}
		if t.stmt(list[0], end) {
			return true
		}
		list = list[1:]
	}
	return false
}

// stmt emits a statement, one case an action; true if it never goes on.
func (t *text) stmt(s program.Stmt, end *ruleEnd) bool {
	g := t.g
	switch s := s.(type) {
	case program.Stop:
		t.ruleEnds(end)
		t.decided(decStop)
		return true
	case program.Continue:
		if end.top {
			t.ruleEnds(end)
		}
		g.f.Br(end.next)
		return true
	case program.Relay:
		t.relay(s, end)
		return true
	case program.Sow:
		t.sow(s, end)
		return true
	case program.Capture:
		t.capture(s)
	case program.MoveSeeds:
		t.moveSeeds(s)
	case program.Mark:
		t.mark(s)
	case program.Fill:
		t.fill(s)
	case program.Each:
		t.each(s, end)
	case program.SetCell:
		t.setCell(s)
	case program.Choose:
		t.choose(s)
	case program.May:
		t.may(s, end)
	case program.Again:
		return t.again(s, end)
	case program.Reverse:
		if t.hasRev {
			g.f.Get(t.rev).Const(1).Op(wasm.I32Xor).Set(t.rev)
		}
	case program.Call:
		known := g.known
		t.table(s.Block, end)
		g.known = nil
		if !writes(s.Block) {
			g.known = known
		}
	case program.Take:
		t.take(s)
	case program.Renew:
		t.renew(s)
	case program.Hand:
		t.inHand(s)
	case program.SetUp:
		t.setUp()
	case program.End:
		t.ruleEnds(end)
		t.end(s)
		return true
	default:
		g.failf("an action of an unknown kind: %T", s)
	}
	return false
}

// writes tells if a table does anything but decide.
func writes(b *program.Block) bool {
	found := false
	v := program.Visitor{Stmt: func(s program.Stmt) {
		switch s.(type) {
		case program.Stop, program.Continue, program.Call, program.End:
		default:
			found = true
		}
	}}
	v.VisitBlock(b)
	return found
}

// decided leaves the table with a decision.
func (t *text) decided(d decision) {
	if t.decide == nil {
		if d == decSow { // nothing sows here: the seeds go home
			t.g.addCell(t.g.p.Home[t.g.who], func() { t.g.f.Get(t.seeds) })
		}
		t.g.f.Br(t.over)
		return
	}
	t.decide(d, 0)
}
