package reference_test

import (
	"fmt"
	"slices"
	"testing"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

func contents(p *program.Program, s *interpreter.State) string {
	return fmt.Sprint(s.Cells[:p.Places])
}

// Where the seeds of one lap fall, under every rule about the origin.
func TestWhereSeedsFall(t *testing.T) {
	for _, c := range []struct {
		name, want string
		seeds      int32
		change     func(*program.Seat)
	}{
		{"plain", "[0 1 1 1 0 0 0 0]", 3, func(*program.Seat) {}},
		{"round the board", "[1 2 1 1 1 1 0 0]", 7, func(*program.Seat) {}},
		{"origin skipped", "[0 2 2 1 1 1 0 0]", 7, func(s *program.Seat) { s.SkipOrigin = true }},
		{"origin first", "[1 1 1 0 0 0 0 0]", 3, func(s *program.Seat) { s.FirstInOrigin = true }},
		{"origin first, a single too", "[1 0 0 0 0 0 0 0]", 1, func(s *program.Seat) { s.FirstInOrigin = true }},
		{"unless single", "[0 1 0 0 0 0 0 0]", 1, func(s *program.Seat) { s.FirstInOrigin, s.UnlessSingle = true, true }},
		{"two a hole, the last short", "[0 2 2 1 0 0 0 0]", 5, func(s *program.Seat) { s.PerHole = 2 }},
		{"a skipped hole", "[0 1 0 1 1 0 0 0]", 3, func(s *program.Seat) { s.Skip, s.SkipSlot = op(program.Slot{I: 7}, program.Eq, num(2)), 7 }},
		{"clockwise", "[0 0 0 1 1 1 0 0]", 3, func(s *program.Seat) { s.Moves[0].Options[0].Dirs = []program.Dir{program.Clockwise} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := bothSeats(tiny(always(program.Stop{})), c.change)
			x := executor(t, p)
			s := from(t, x, c.seeds, 0, 0, 0, 0, 0)
			moves, err := x.Legal(s)
			if err != nil || len(moves) != 1 {
				t.Fatalf("%v, %v", moves, err)
			}
			ply, events, err := x.Explain(s, moves[0])
			if err != nil || ply.Sown != int(c.seeds) || ply.Laps != 1 {
				t.Fatalf("%+v, %v", ply, err)
			}
			if got := contents(p, s); got != c.want {
				t.Errorf("holes %s, want %s", got, c.want)
			}
			if kind := events[len(events)-1].Kind; kind != interpreter.Stopped {
				t.Errorf("the record ends with %d", kind)
			}
		})
	}
}

// Takings go upwards, directions as offered, both named by the move.
func TestManners(t *testing.T) {
	p := bothSeats(tiny(always(program.Stop{})), func(s *program.Seat) {
		o := s.Moves[0].Options[0]
		o.TakeAll, o.TakeMin, o.TakeMax = false, 1, num(5)
		o.Dirs, o.Explicit = []program.Dir{program.Clockwise, program.Anticlockwise}, true
	})
	x := executor(t, p)
	moves, err := x.Legal(from(t, x, 2, 1, 0, 0, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, m := range moves {
		got += fmt.Sprintf("%d:%d%c ", m.From, m.Take, "><"[m.Dir])
		if m.Shown != interpreter.ShowDir|interpreter.ShowTake {
			t.Errorf("%+v shows %b", m, m.Shown)
		}
	}
	if want := "0:1< 0:1> 0:2< 0:2> 1:1< 1:1> "; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
}

// A filter is asked once for each direction, in that direction.
func TestFilterSeesDirection(t *testing.T) {
	p := bothSeats(tiny(always(program.Stop{})), func(s *program.Seat) {
		o := s.Moves[0].Options[0]
		w := o.From.(program.Where)
		w.Cond = and(w.Cond, op(seedsAt(program.Next{Of: program.Slot{I: 0}, N: 1}), program.Eq, num(0)))
		o.From = w
		o.Dirs = []program.Dir{program.Anticlockwise, program.Clockwise}
	})
	x := executor(t, p)
	moves, err := x.Legal(from(t, x, 1, 1, 0, 0, 0, 0))
	if err != nil || len(moves) != 2 || moves[0].From != 0 || moves[0].Dir != program.Clockwise || moves[1].From != 1 || moves[1].Dir != program.Anticlockwise {
		t.Errorf("moves %+v, %v", moves, err)
	}
}

// Seeds captured on the way for the owner of the hole, the last ones for the mover.
func TestCapturesOnTheWay(t *testing.T) {
	drop := func(s *program.Seat) {
		s.Drop = block("drop", rule("drop", "when hole has 2 then capture hole for its owner",
			op(seedsAt(last), program.Eq, num(2)), program.Capture{Set: one(last), Slot: 8, For: program.If{Cond: op(program.Slot{I: 8}, program.Lt, num(3)), Then: num(0), Else: num(1)}}))
	}
	p := bothSeats(tiny(always(program.Capture{Set: one(last), Slot: 8}, program.Stop{})), drop)
	x := executor(t, p)
	s := from(t, x, 5, 1, 0, 1, 0, 1)
	ply, err := x.Play(s, lift(0))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := contents(p, s), "[0 0 1 0 1 0 4 2]"; got != want {
		t.Errorf("holes %s, want %s", got, want)
	}
	if ply.Captured != 4 || ply.Lost != 2 || ply.Last != 5 || s.Cells[p.Layout.Captor] != 0 {
		t.Errorf("%+v, captor %d", ply, s.Cells[p.Layout.Captor])
	}
}

// withFields adds fields to a program's state.
func withFields(p *program.Program, fields ...program.Field) *program.Program {
	for _, f := range fields {
		f.Base = p.Layout.Size
		p.Layout.Size += f.Len
		p.Layout.Fields = append(p.Layout.Fields, f)
		for range f.Len {
			v := int32(0)
			if f.Var != nil {
				v = int32(f.Var.Start)
			}
			p.Start = append(p.Start, v)
		}
	}
	return p
}

func TestEnterAndStep(t *testing.T) {
	p := withFields(tiny(always(program.Stop{})), program.Field{Name: "hands", Kind: program.Seeds, Len: 2})
	p.Layout.Hands = p.Layout.Size - 2
	p.Start[p.Layout.Hands] = 2
	enter := &program.Option{Label: 1, Kind: rules.EnterAt, Slot: 1, Dirs: []program.Dir{program.None}, TakeAll: true, Enter: num(2)}
	sows := &program.Option{Label: 2, Kind: rules.EnterAt, Slot: 1, Dirs: []program.Dir{program.Anticlockwise}, TakeAll: true, Enter: num(1), Sows: true}
	step := &program.Option{Label: 3, Kind: rules.StepFrom, Slot: 1, Dirs: []program.Dir{program.Anticlockwise}, TakeAll: true, To: program.Next{Of: program.Slot{I: 1}, N: 2}}
	for s, seat := range p.Stages[0].Seats {
		for _, o := range []*program.Option{enter, sows, step} {
			o := *o
			o.From = holes(3*s, 3*s+1)
			seat.Moves[0].Options = append(seat.Moves[0].Options, &o)
		}
		seat.Moves[0].Options = seat.Moves[0].Options[1:]
	}
	x := executor(t, p)
	for _, c := range []struct {
		label, hand int
		want        string
	}{
		{1, 0, "[3 0 0 1 1 1 0 0]"},
		{2, 1, "[0 1 1 1 1 1 0 0]"},
		{3, 2, "[0 0 1 1 1 1 0 0]"},
	} {
		s := from(t, x, 1, 0, 0, 1, 1, 1)
		moves, err := x.Legal(s)
		if err != nil || len(moves) != 5 {
			t.Fatalf("moves %+v, %v", moves, err)
		}
		i := slices.IndexFunc(moves, func(m interpreter.Move) bool { return m.From == 0 && m.Label == c.label })
		if _, err := x.Play(s, moves[i]); err != nil {
			t.Fatal(err)
		}
		if got := contents(p, s); got != c.want || int(s.Cells[p.Layout.Hands]) != c.hand {
			t.Errorf("label %d: %s, hand %d; want %s, %d", c.label, got, s.Cells[p.Layout.Hands], c.want, c.hand)
		}
		if (moves[i].Shown&interpreter.ShowLabel != 0) != (c.label < 3) {
			t.Errorf("label %d shown: %b (two kinds of entering start alike, the step does not)", c.label, moves[i].Shown)
		}
	}
}

// provided is asked of the finished turn; the next tier is used when no move passes.
func TestProvided(t *testing.T) {
	p := bothSeats(tiny(always(program.Stop{})), func(s *program.Seat) {
		s.Moves[0].Options[0].Provided = op(seedsAt(num(5-5*s.Seat)), program.Ge, num(1))
		s.Moves = append(s.Moves, fromWhere("otherwise from own where hole has seeds", holes(span(3*s.Seat, 3*s.Seat+2)...), op(seedsAt(program.Slot{I: 0}), program.Gt, num(0))))
	})
	x := executor(t, p)
	s := from(t, x, 0, 4, 1, 0, 0, 0)
	moves, err := x.Legal(s)
	if err != nil || len(moves) != 1 || moves[0].From != 1 {
		t.Errorf("moves %+v, %v; want A2, which reaches a3", moves, err)
	}
	why, err := x.WhyNot(s, lift(2))
	if want := "The move is offered, but what it leads to is not allowed: see “from own where hole has seeds”."; err != nil || why.Reason != want {
		t.Errorf("why not: %q, %v", why.Reason, err)
	}
	moves, err = x.Legal(from(t, x, 1, 1, 0, 0, 0, 0))
	if err != nil || len(moves) != 2 {
		t.Errorf("moves %+v, %v; want the second tier", moves, err)
	}
}

// captureThrees captures a last hole of three seeds.
func captureThrees() []*program.Rule {
	return []*program.Rule{
		rule("lap", "when last has 3 then capture last; stop", op(seedsAt(last), program.Eq, num(3)), program.Capture{Set: one(last), Slot: 8}, program.Stop{}),
		rule("lap", "otherwise stop", nil, program.Stop{}),
	}
}

func TestForecasts(t *testing.T) {
	capture := program.Forecast{First: true, What: program.WouldCapture}
	for _, c := range []struct {
		name string
		cond func(seat int) program.Expr
		late bool // in provided
		want []int
	}{
		{"would capture, asked of the candidate", func(int) program.Expr { return capture }, false, []int{1}},
		{"would not capture", func(int) program.Expr { return program.Not{A: capture} }, false, []int{0}},
		{"captured, asked of the finished move", func(int) program.Expr { return capture }, true, []int{1}},
		{"would capture in a1", func(int) program.Expr {
			return program.Forecast{What: program.WouldCapture, Set: holes(3)}
		}, false, []int{1}},
		{"would capture in a2", func(int) program.Expr {
			return program.Forecast{What: program.WouldCapture, Set: holes(4)}
		}, false, nil},
		{"would end in A3", func(int) program.Expr {
			return program.Forecast{First: true, What: program.WouldEnd, Set: holes(2)}
		}, false, []int{0}},
		// A2 captures a1's seeds; then North's a2 still makes three in A1.
		{"the opponent could capture afterwards", func(seat int) program.Expr {
			return program.Forecast{Could: true, Seat: 1 - seat, What: program.WouldCapture}
		}, true, []int{1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := bothSeats(tiny(captureThrees()...), func(s *program.Seat) {
				o := s.Moves[0].Options[0]
				if c.late && s.Seat == 0 { // a could inside a could finds nothing
					o.Provided = c.cond(s.Seat)
				}
				if c.late {
					return
				}
				w := o.From.(program.Where)
				w.Cond = and(w.Cond, c.cond(s.Seat))
				o.From = w
			})
			x := executor(t, p)
			s := from(t, x, 2, 2, 0, 2, 2, 0)
			moves, err := x.Legal(s)
			if c.want == nil {
				if _, gap := err.(*interpreter.Gap); !gap {
					t.Errorf("moves %+v, %v; want none", moves, err)
				}
				return
			}
			if err != nil || sameMoves(moves, c.want) != "" {
				t.Errorf("%s, %v", sameMoves(moves, c.want), err)
			}
		})
	}
}

// A filter that asks a forecast whose laps ask whether a player has a move
// would go on for ever.
func TestForecastsAreBounded(t *testing.T) {
	p := bothSeats(tiny(rule("lap", "when mover has a move then stop", program.HasMove{Seat: 0}, program.Stop{}), always(program.Stop{})), func(s *program.Seat) {
		o := s.Moves[0].Options[0]
		w := o.From.(program.Where)
		w.Cond = program.Forecast{First: true, What: program.WouldCapture}
		o.From = w
	})
	x := executor(t, p)
	s := start(t, x)
	_, err := x.Legal(s)
	if over, ok := err.(*interpreter.OverBudget); !ok || over.What != "nested forecasts" {
		t.Errorf("error %v", err)
	}
	if _, err := x.Legal(s); err == nil {
		t.Error("the second time it worked")
	}
}

// Who is not to move is asked about his next turn.
func TestHasMoveCountsTheNextTurn(t *testing.T) {
	p := withFields(tiny(always(program.Stop{})), program.Field{Name: "turns", Kind: program.Machine, Len: 2})
	p.Layout.Turns = p.Layout.Size - 2
	bothSeats(p, func(s *program.Seat) {
		o := s.Moves[0].Options[0]
		w := o.From.(program.Where)
		w.Cond = op(program.Cell{I: p.Layout.Turns + s.Seat}, program.Eq, num(1))
		o.From = w
		s.End = block("end", rule("end", "when opponent has a move then opponent wins", program.HasMove{Seat: 1 - s.Seat}, program.End{How: rules.Wins, Seat: num(1 - s.Seat)}))
	})
	x := executor(t, p)
	if s := start(t, x); s.Over == nil || s.Over.Winner != 1 || s.Cells[p.Layout.Turns] != 1 || s.Cells[p.Layout.Turns+1] != 0 {
		t.Errorf("outcome %+v, turns %v", s.Over, s.Cells[p.Layout.Turns:])
	}
}

// reverse: places of the same rule are read in the old direction; the next
// lap, and the rest of the turn, go the other way.
func TestReverse(t *testing.T) {
	p := tiny(rule("lap", "when lap = 1 then reverse; relay from next", op(program.Reg{R: program.RLap}, program.Eq, num(1)),
		program.Reverse{}, program.Relay{From: program.Next{Of: last, N: 1}}), always(program.Stop{}))
	p.Facts.Relays, p.Facts.LapKey = true, 2
	x := executor(t, p)
	s := from(t, x, 1, 0, 2, 0, 0, 0)
	if _, err := x.Play(s, lift(0)); err != nil {
		t.Fatal(err)
	}
	// A1 drops in A2; the next hole is A3, sown back: A2, A1.
	if got, want := contents(p, s), "[1 2 0 0 0 0 0 0]"; got != want {
		t.Errorf("holes %s, want %s", got, want)
	}
}

// The bag of the acting rule can be sown; `from` is where its first seed falls.
func TestSowCaptured(t *testing.T) {
	p := tiny(rule("lap", "when lap = 1 then capture a1, a2; sow captured from next", op(program.Reg{R: program.RLap}, program.Eq, num(1)),
		program.Capture{Set: holes(3, 4), Slot: 8}, program.Sow{From: program.Next{Of: last, N: 1}}), always(program.Stop{}))
	p.Facts.Relays, p.Facts.LapKey = true, 2
	x := executor(t, p)
	s := from(t, x, 1, 0, 0, 2, 1, 0)
	ply, err := x.Play(s, lift(0))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := contents(p, s), "[0 1 1 1 1 0 0 0]"; got != want || ply.Laps != 2 || ply.Sown != 4 || ply.Captured != 3 {
		t.Errorf("holes %s, want %s; %+v", got, want, ply)
	}
}

func TestVisited(t *testing.T) {
	p := tiny(rule("lap", "when turn visited enemy then capture last; stop", program.Visited{Set: holes(3, 4, 5)}, program.Capture{Set: one(last), Slot: 8}, program.Stop{}),
		rule("lap", "when lap visited A2 then relay", program.Visited{Lap: true, Set: holes(1)}, program.Relay{From: last}), always(program.Stop{}))
	p.Facts.Relays, p.Facts.Visits = true, true
	x := executor(t, p)
	s := from(t, x, 1, 1, 0, 0, 0, 0)
	ply, err := x.Play(s, lift(0)) // A1 → A2, relay: A3, a1: the enemy's hole was visited
	if err != nil || ply.Laps != 2 || ply.Captured != 1 || ply.Last != 3 {
		t.Errorf("%+v, %v", ply, err)
	}
}

// Variables are forgotten at the end of what they last for.
func TestLifetimes(t *testing.T) {
	v := func(name string, l rules.Lifetime) program.Field {
		return program.Field{Name: name, Kind: program.Variable, Len: 1, Var: &rules.Variable{Name: name, Lasts: l, Start: 7}}
	}
	p := withFields(tiny(), v("game", rules.LastsGame), v("turn", rules.LastsTurn), v("lap", rules.LastsLap), v("next", rules.LastsNextTurn))
	first := p.Layout.Size - 4
	var sets []program.Stmt
	for i := range 4 {
		sets = append(sets, program.SetCell{Base: first + i, Value: num(1), Var: p.Layout.Fields[len(p.Layout.Fields)-4+i].Var})
	}
	setting := rule("lap", "when last in own then set …; stop", program.In{Spot: last, Set: holes(1)}, append(sets, program.Stop{})...)
	bothSeats(p, func(s *program.Seat) { s.Lap = block("lap", setting, always(program.Stop{})) })
	x := executor(t, p)
	s := from(t, x, 1, 0, 0, 1, 0, 0)
	for i, want := range []string{"[1 7 7 1]", "[1 7 7 7]"} {
		if _, err := x.Play(s, lift(3*i)); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(s.Cells[first:]); got != want {
			t.Errorf("after ply %d: %s, want %s", i+1, got, want)
		}
	}
}

// A player's phase ends for him alone, a phase of the game for both.
func TestPhases(t *testing.T) {
	for _, perPlayer := range []bool{true, false} {
		p := withFields(tiny(always(program.Stop{})), program.Field{Name: "phases", Kind: program.Machine, Len: 2})
		p.Layout.Phases = p.Layout.Size - 2
		main := p.Stages[0]
		opening := &program.Stage{Name: "opening", PerPlayer: perPlayer, Seats: main.Seats}
		for s := range 2 {
			opening.Until = append(opening.Until, op(seedsAt(num(3*s)), program.Eq, num(0)))
		}
		p.Stages = []*program.Stage{opening, main}
		x := executor(t, p)
		s := from(t, x, 1, 0, 0, 1, 1, 0)
		if _, err := x.Play(s, lift(0)); err != nil {
			t.Fatal(err)
		}
		if _, err := x.Play(s, lift(4)); err != nil {
			t.Fatal(err)
		}
		want := "[1 0]"
		if !perPlayer {
			want = "[1 1]"
		}
		if got := fmt.Sprint(s.Cells[p.Layout.Phases:]); got != want {
			t.Errorf("per player %v: phases %s, want %s", perPlayer, got, want)
		}
	}
}

// A position that comes back is seen at the beginning of the ply, before its
// own key is among the earlier ones; a pass is a ply.
func TestRepeats(t *testing.T) {
	p := bothSeats(tiny(always(program.Stop{})), func(s *program.Seat) {
		s.Moves = append(s.Moves, &program.Tier{Pass: true})
		s.End = block("end", rule("end", "when position repeats then draw", program.Repeats{Times: 2}, program.End{How: rules.Drawn}))
	})
	x := executor(t, p)
	s := from(t, x, 0, 0, 0, 0, 0, 0)
	s.Seen = nil
	if err := x.Begin(s, false); err != nil {
		t.Fatal(err)
	}
	for ply := range 2 {
		moves, err := x.Legal(s)
		if err != nil || len(moves) != 1 || !moves[0].Pass {
			t.Fatalf("ply %d: %+v, %v (over: %+v)", ply, moves, err, s.Over)
		}
		if _, err := x.Play(s, moves[0]); err != nil {
			t.Fatal(err)
		}
	}
	if s.Over == nil || !s.Over.Draw || len(s.Seen) != 3 {
		t.Errorf("over %+v with %d keys; South to move came back", s.Over, len(s.Seen))
	}
	// Counts of moves ignore history.
	counts, err := interpreter.Perft(x, from(t, x, 0, 0, 0, 0, 0, 0), 5, nil)
	if err != nil || fmt.Sprint(counts) != "[1 1 1 1 1 1]" {
		t.Errorf("perft %v, %v", counts, err)
	}
}

// Of three players one who loses is out, and the others play on.
func TestThreePlayers(t *testing.T) {
	p := &program.Program{Game: &rules.Game{ID: "three", Board: &rules.Board{Players: 3}}, Players: 3, Holes: 3, Places: 6, Home: []int{6, 6, 6}}
	for s := range 3 {
		p.Game.Board.Holes = append(p.Game.Board.Holes, rules.Hole{Name: fmt.Sprint("h", s), Owner: s, Column: 1})
	}
	p.Layout = program.Layout{Size: 11, Span: 3, Stores: 3, Hands: -1, Out: 6, Mover: 7, Turns: -1, Phases: 8, Captor: -1, Starter: -1, Closed: -1, Owners: -1, Round: -1,
		Fields: []program.Field{{Name: "holes", Kind: program.Seeds, Len: 6}, {Name: "out", Kind: program.Seeds, Base: 6, Len: 1}}}
	p.Start = []int32{2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}
	p.Total = 3
	stage := &program.Stage{}
	for s := range 3 {
		seat := &program.Seat{Seat: s, Route: tables(6, []int{0, 1, 2}), PerHole: 1, Lap: block("lap", always(program.Stop{}))}
		seat.Moves = []*program.Tier{fromWhere("from own where hole has seeds", holes(s), op(seedsAt(program.Slot{I: 0}), program.Gt, num(0)))}
		seat.End = block("end", rule("end", "when mover has no seeds then mover loses", op(seedsAt(num(s)), program.Eq, num(0)), program.End{How: rules.Loses, Seat: num(s)}))
		stage.Seats = append(stage.Seats, seat)
	}
	p.Stages = []*program.Stage{stage}
	x := executor(t, p)
	s := start(t, x)
	if _, err := x.Play(s, lift(0)); err != nil { // 0 1 2
		t.Fatal(err)
	}
	if _, err := x.Play(s, lift(1)); err != nil { // 0 0 3: South is skipped over after losing at his turn
		t.Fatal(err)
	}
	if _, err := x.Play(s, lift(2)); err != nil { // 1 1 1: South is out at once? no, he has a seed again
		t.Fatal(err)
	}
	if s.Over != nil || s.Cells[7] != 0 {
		t.Fatalf("over %+v, mover %d", s.Over, s.Cells[7])
	}
	copy(s.Cells, []int32{1, 0, 0})
	if err := x.Begin(s, false); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Play(s, lift(0)); err != nil { // 0 1 0
		t.Fatal(err)
	}
	if _, err := x.Play(s, lift(1)); err != nil { // 0 0 1
		t.Fatal(err)
	}
	if _, err := x.Play(s, lift(2)); err != nil { // 1 0 0: back to South, nobody was asked in between without seeds
		t.Fatal(err)
	}
	copy(s.Cells, []int32{0, 0, 1})
	if err := x.Begin(s, false); err != nil { // South loses; North has none either, West wins
		t.Fatal(err)
	}
	if s.Over == nil || s.Over.Winner != 2 {
		t.Errorf("over %+v, cells %v", s.Over, s.Cells)
	}
}
