package reference_test

import (
	"errors"
	"slices"
	"testing"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

// tiny is a 2x3 board on one ring, stores beside it, with a lap table of the
// test's own. Places: A1..A3 = 0..2, a1..a3 = 3..5, stores 6 and 7.
func tiny(lap ...*program.Rule) *program.Program {
	p := board(1, 3, true)
	fillHoles(p, 2)
	stage := &program.Stage{}
	for s := range 2 {
		seat := &program.Seat{Seat: s, Route: tables(p.Places, span(0, 5)), PerHole: 1, Slots: 10}
		seat.Moves = []*program.Tier{fromWhere("from own where hole has seeds", holes(span(3*s, 3*s+2)...), op(seedsAt(program.Slot{I: 0}), program.Gt, num(0)))}
		seat.Lap = block("lap", lap...)
		stage.Seats = append(stage.Seats, seat)
	}
	p.Stages = []*program.Stage{stage}
	return p
}

func always(do ...program.Stmt) *program.Rule { return rule("lap", "always", nil, do...) }

// bothSeats changes the rules of both seats.
func bothSeats(p *program.Program, change func(*program.Seat)) *program.Program {
	for _, s := range p.Stages[0].Seats {
		change(s)
	}
	return p
}

// from is a position of a program with these holes, South to move.
func from(t *testing.T, x *reference.Executor, content ...int32) *interpreter.State {
	t.Helper()
	s := start(t, x)
	copy(s.Cells, content)
	if err := x.Begin(s, false); err != nil {
		t.Fatal(err)
	}
	return s
}

func lift(place int) interpreter.Move {
	return interpreter.Move{From: place, To: -1, Dir: program.Anticlockwise}
}

func TestGaps(t *testing.T) {
	relayAll := func(p *program.Program) *program.Program { p.Facts.Relays = true; return p }
	for _, c := range []struct {
		name string
		p    *program.Program
		kind interpreter.GapKind
	}{
		{"no lap rule holds", tiny(rule("lap", "when last has 9 then stop", op(seedsAt(last), program.Eq, num(9)), program.Stop{})), interpreter.GapLap},
		{"no lap table", bothSeats(tiny(), func(s *program.Seat) { s.Lap = nil }), interpreter.GapLap},
		{"a rule without an ending", tiny(always(program.Capture{Set: one(last), Slot: 8})), interpreter.GapUnended},
		{"continue past the last rule", tiny(always(program.Continue{})), interpreter.GapUnended},
		{"relay of an emptied hole", relayAll(tiny(always(program.Capture{Set: one(last), Slot: 8}, program.Relay{From: last}))), interpreter.GapRelay},
		{"relay of no hole", relayAll(tiny(always(program.Relay{From: num(-1)}))), interpreter.GapRelay},
		{"sowing of nothing", tiny(always(program.Sow{From: last})), interpreter.GapRelay},
		{"everything skipped", bothSeats(tiny(always(program.Stop{})), func(s *program.Seat) { s.Skip = num(1) }), interpreter.GapSkip},
		{"off the route", bothSeats(tiny(always(program.Stop{})), func(s *program.Seat) { s.Route = tables(8, []int{3, 4}) }), interpreter.GapSkip},
		{"captured for nobody", tiny(always(program.Capture{Set: one(last), Slot: 8, For: num(-1)}, program.Stop{})), interpreter.GapNobody},
		{"taken by nobody", tiny(always(program.Take{Seat: num(-1), Set: one(last)}, program.Stop{})), interpreter.GapNobody},
		{"no score", tiny(always(program.End{How: rules.ByScore})), interpreter.GapScore},
		{"endless, unsaid", relayAll(tiny(always(program.Relay{From: last}))), interpreter.GapEndless},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := executor(t, c.p)
			s := start(t, x)
			before := slices.Clone(s.Cells)
			_, events, err := x.Explain(s, lift(0))
			var gap *interpreter.Gap
			if !errors.As(err, &gap) {
				t.Fatalf("error %v, want a gap", err)
			}
			if gap.Kind != c.kind || gap.Note == "" || gap.Text == "" || len(gap.Cells) != len(before) {
				t.Errorf("gap %+v, want kind %s with a note and the position", gap, c.kind)
			}
			if len(events) == 0 || len(gap.Turn) != len(events) {
				t.Errorf("%d events, %d of them in the gap", len(events), len(gap.Turn))
			}
			if !slices.Equal(s.Cells, before) || s.Over != nil {
				t.Errorf("the state changed on an error")
			}
		})
	}
}

func TestGapNoMove(t *testing.T) {
	x := executor(t, tiny(always(program.Stop{})))
	s := from(t, x, 0, 0, 0, 2, 2, 2)
	_, err := x.Legal(s)
	var gap *interpreter.Gap
	if !errors.As(err, &gap) || gap.Kind != interpreter.GapNoMove {
		t.Errorf("error %v, want the gap of no move", err)
	}
}

func TestGapHandLeftOver(t *testing.T) {
	p := bothSeats(tiny(always(program.Stop{})), func(s *program.Seat) {
		s.AtOnce = block("at-once", rule("at-once", "when A2 has 3 then end game", op(seedsAt(num(1)), program.Eq, num(3)), program.End{How: rules.ByScore}))
	})
	p.Score = []program.Expr{program.Cell{I: 6}, program.Cell{I: 7}}
	x := executor(t, p)
	s := start(t, x)
	_, err := x.Play(s, lift(0))
	var gap *interpreter.Gap
	if !errors.As(err, &gap) || gap.Kind != interpreter.GapScore {
		t.Errorf("error %v, want a gap: a seed is still in the hand", err)
	}
}

// Seeds in the hand when a player wins in the middle of a sowing belong to nobody.
func TestAtOnceWins(t *testing.T) {
	p := bothSeats(tiny(always(program.Stop{})), func(s *program.Seat) {
		s.AtOnce = block("at-once", rule("at-once", "when A2 has 3 then opponent wins", op(seedsAt(num(1)), program.Eq, num(3)), program.End{How: rules.Wins, Seat: num(1 - s.Seat)}))
	})
	x := executor(t, p)
	s := start(t, x)
	ply, err := x.Play(s, lift(0))
	if err != nil {
		t.Fatal(err)
	}
	if s.Over == nil || s.Over.Winner != 1 || s.Over.Rule == nil || ply.Sown != 1 || ply.Outcome != s.Over {
		t.Errorf("outcome %+v after %+v", s.Over, ply)
	}
	if total := sum(x, s); total != p.Total || s.Cells[p.Layout.Out] != 1 {
		t.Errorf("%d seeds of %d, %d out of play", total, p.Total, s.Cells[p.Layout.Out])
	}
}

// sum counts the seeds of a state.
func sum(x *reference.Executor, s *interpreter.State) int {
	n := 0
	for _, f := range x.Program().Layout.Fields {
		if f.Kind == program.Seeds {
			for i := range f.Len {
				n += int(s.Cells[f.Base+i])
			}
		}
	}
	return n
}

func TestEndlessMeanings(t *testing.T) {
	// Two seeds on a ring of six run for ever: each lap of one seed goes a
	// hole on, the other is picked up on the way.
	for _, c := range []struct {
		endless rules.Endless
		winner  int
		draw    bool
		over    bool
	}{
		{rules.EndlessLoses, 1, false, true},
		{rules.EndlessDraw, -1, true, true},
		{rules.EndlessStop, 0, false, false},
	} {
		p := bothSeats(tiny(always(program.Relay{From: last})), func(s *program.Seat) { s.Endless = c.endless })
		p.Facts.Relays = true
		x := executor(t, p)
		s := from(t, x, 1, 0, 0, 0, 0, 1)
		ply, err := x.Play(s, lift(0))
		if err != nil {
			t.Fatal(err)
		}
		if ply.Endless != interpreter.EndlessExact || ply.Period < 1 || ply.Laps < ply.Period {
			t.Errorf("%v: endless %v, period %d, laps %d", c.endless, ply.Endless, ply.Period, ply.Laps)
		}
		if (s.Over != nil) != c.over || c.over && (s.Over.Winner != c.winner || s.Over.Draw != c.draw || s.Over.Kind != interpreter.ByEndless) {
			t.Errorf("%v: outcome %+v", c.endless, s.Over)
		}
		if !c.over && s.Cells[p.Layout.Mover] != 1 {
			t.Errorf("%v: the turn did not pass on", c.endless)
		}
	}
}

// The only move being endless and illegal, there is none; with another move it is not listed.
func TestEndlessIllegal(t *testing.T) {
	p := bothSeats(tiny(
		rule("lap", "when last in own then stop", program.In{Spot: last, Set: holes(0, 1, 2)}, program.Stop{}),
		always(program.Relay{From: last})), func(s *program.Seat) { s.Endless = rules.EndlessIllegal })
	p.Facts.Relays, p.Facts.NeedsRun = true, true
	bothSeats(p, func(s *program.Seat) { s.Route = tables(8, []int{1, 2, 0, 3, 4, 5}); s.Route[0][5] = 3 })
	x := executor(t, p)
	s := from(t, x, 1, 1, 0, 0, 0, 0)
	moves, err := x.Legal(s)
	if err != nil || len(moves) != 1 || moves[0].From != 1 {
		t.Fatalf("moves %+v, %v; want A2 alone", moves, err)
	}
	why, err := x.WhyNot(s, lift(0))
	if err != nil || why.Rule == nil || why.Reason == "" {
		t.Fatalf("why not: %+v, %v", why, err)
	}
	want := "The turn never ends: after 4 laps it goes round every 3 laps, and endless turns are illegal."
	if why.Reason != want {
		t.Errorf("reason %q\nwant   %q", why.Reason, want)
	}
	if _, err := x.Play(s, lift(0)); err == nil {
		t.Error("the illegal move was played")
	}
}

func TestLapBudget(t *testing.T) {
	p := hawalis(7)
	x, err := reference.New(p, interpreter.Budget{Laps: 20})
	if err != nil {
		t.Fatal(err)
	}
	s := ringPosition(t, x, "6 5 6 7 6 5 4 2 1 6 1 6 3 2")
	ply, err := x.Play(s, lift(13)) // B7
	if err != nil || ply.Endless != interpreter.EndlessBudget || ply.Laps != 20 || s.Over == nil || s.Over.Winner != 1 {
		t.Errorf("%+v, %v: want the budget of 20 laps reported, and the meaning of endless applied", ply, err)
	}
	bothSeats(p, func(s *program.Seat) { s.Endless = rules.EndlessNever })
	s = ringPosition(t, x, "6 5 6 7 6 5 4 2 1 6 1 6 3 2")
	_, err = x.Play(s, lift(13))
	var over *interpreter.OverBudget
	if !errors.As(err, &over) || over.Used != 20 {
		t.Errorf("%v: a used-up budget refutes no claim", err)
	}
}

// ringPosition puts South's seeds on his ring of fourteen, outer row first.
func ringPosition(t *testing.T, x *reference.Executor, ring string) *interpreter.State {
	t.Helper()
	content := make([]int32, 28)
	for i := range 14 {
		content[14+i] = 2
	}
	for i, n := range ints(t, ring) {
		content[ringPlace(i)] = int32(n)
	}
	return from(t, x, content...)
}

func ringPlace(i int) int {
	if i < 7 {
		return 7 + i
	}
	return 13 - i
}

// Pure relays of independent programs that never end, with the exact period.
func TestEndlessPeriods(t *testing.T) {
	x := executor(t, hawalis(7))
	for _, c := range []struct {
		ring          string
		start, period int
	}{
		{"0 1 0 1 2 0 1 0 2 1 0 1 0 1", 4, 98},
		{"0 2 1 2 1 0 1 2 1 0 1 0 3 2", 13, 238},
		{"0 3 2 5 2 1 2 1 2 1 2 0 4 3", 10, 5187},
		{"6 5 6 7 6 5 4 2 1 6 1 6 3 2", 6, 61642},
	} {
		s := ringPosition(t, x, c.ring)
		ply, err := x.Play(s, lift(ringPlace(c.start)))
		if err != nil || ply.Endless != interpreter.EndlessExact || ply.Period != c.period || ply.Captured != 0 {
			t.Errorf("%s from %d: %+v, %v; want period %d", c.ring, c.start, ply, err, c.period)
		}
	}
}
