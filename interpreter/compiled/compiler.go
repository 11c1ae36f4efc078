package compiled

import (
	"fmt"

	"mancala/dsl/rules"
	"mancala/interpreter/compiled/wasm"
	"mancala/interpreter/program"
)

// The control block: what calls hand in and out, at fixed addresses. Numbers
// are 32 bits wide where nothing else is said. The engine and the
// module alone read it.
const (
	cRandom      = 64  // 64 bits: state of the generator
	cBits        = 72  // 64 bits: legal moves of the position, as bits
	cGap         = 80  // gap met: one of the gap numbers below, 0 = none
	cGapRule     = 84  // rule that met it, id + 1
	cOver        = 88  // 1: the game is over, and the next seven hold
	cWinner      = 92  // seat or -1
	cDraw        = 96  // 0, 1
	cOutKind     = 100 // interpreter.OutcomeKind
	cOutRule     = 104 // rule id + 1
	cScores      = 108 // four numbers
	cEndless     = 124 // interpreter.EndlessKind of the latest turn that found one
	cPeriod      = 128
	cLaps        = 132 // sums over the turns played since they were cleared
	cCaptured    = 136 // and cSown are added to as one number
	cSown        = 140
	cLost        = 144
	cMaxLaps     = 148
	cLast        = 152 // last drop of the latest turn
	cAgain       = 156 // 1: the latest turn gave another
	cFuel        = 160 // laps until the host is asked whether to go on
	cStopped     = 164 // the host said no
	cLapLimit    = 168 // laps a turn may have
	cMoveCap     = 172 // completions a position may have
	cDepthCap    = 176 // nested forecasts
	cDepth       = 180 // nested forecasts now
	cHistory     = 184 // positions in the history
	cChoice      = 188 // places a choice asked for; see choices.go
	cLegal       = 192 // length of the move list
	cPasses      = 196 // passes of the game
	cBranches    = 200 // 64 bits: legal moves summed over plies, and above choiceShift plies with two or more
	cPlies       = 212
	cAgains      = 216
	cInNext      = 220
	cAnyLap      = 224 // forecasts: bit 0, the mover captured in the first lap; bit 1, later
	cWon1        = 228 // he won in it
	cLast1       = 232 // its last drop
	cTested      = 236 // the tested move is legal
	cIgnore      = 240 // 1: history is ignored
	cChBase      = 244 // records of choices: first of the running turn
	cChPos       = 248 // choices met so far in it
	cChLen       = 252 // choices given
	cChProbe     = 256 // 1: stop at the first choice not given
	cLogBase     = 260 // see endless.go
	cLogEnd      = 264
	cMoves       = 268 // end of the move lists
	cTried       = 272 // turns run ahead in this call
	cHistoryGen  = 276 // generation of the table of hashes
	cLogGen      = 280 // 64 bits
	cInCould     = 288 // 1: a `could` is being answered
	cMemoSeat    = 292 // seat + 1 of the latest answer, 0 = none
	cCount       = 296 // legal moves of the position
	cTestWon     = 300 // of the tested turn: the mover won
	cTestLast    = 304 // its last drop
	cGame        = 308 // playouts: games finished
	cGames       = 312 // games to play
	cInGame      = 316 // 1: one is being played
	cPlyCap      = 320 // plies a game may have
	cSeenBase    = 324 // positions in the history of the start position
	cDepthMax    = 328 // depth of the perft
	cStatus      = 332 // status the latest game ended with
	cBegun       = 336 // 1: a ply began in this call
	cSeen        = 340 // how often the position of this ply was met before, as far as rules ask
	cHistoryMask = 344 // slots of the table that are in use, less one
	cKeyAt       = 348 // address of the key of the position whose ply began last
	cStamp       = 404 // what marks this history in the filter: 1 to 255
	cIndexed     = 408 // positions of the history that are in the table
	cSlot        = 412 // where another key like that looked up belongs in the table
	cCounts      = 512 // 64 numbers of 64 bits: sequences by depth
	ctrlEnd      = 1024
)

// Status of a turn, the result of turn functions.
const (
	stNext    = iota // the turn is over
	stAgain          // it is over and gave the mover another
	stOver           // the game is over
	stGap            // the description is silent, or a turn has used up its laps; cGap says which
	stChoice         // an inner choice is missing
	stIllegal        // an endless turn that the rules forbid
)

const (
	gapNone = iota
	gapLap
	gapUnended
	gapNoMove
	gapSkip
	gapRelay
	gapEndless
	gapScore
	gapDirection
	gapNobody
	gapBegins
	gapRound
	overLaps
	overCompletions
	overDepth
	overStack
)

// Options choose how a program is compiled; the zero value is right for play.
type Options struct {
	Seeds      int  // a hole must be able to hold so many; 0 = what the program can reach
	Standalone bool // no host function: nothing can interrupt a call
	Plain      bool // no fast forms, to test them against
}

// compiler holds one module being made.
type compiler struct {
	p    *program.Program
	opt  Options
	m    *wasm.Module
	lay  *packed
	next int // first free address
	uses uses

	tables                map[string]int
	helpers               map[string]wasm.FuncRef
	sowTables             map[string]*sowTable
	windows               []*sowTable  // of all seats
	host                  wasm.FuncRef // asks whether to go on
	modes                 bool         // turns are run for other reasons than to be played
	choices               int          // records of choices
	keyBuf                int
	quickStart            int // position a quick turn starts from
	touchedTo             int // end of the addresses functions touch beforehand, see reach
	history, historyTable int
	filter                int
	logStart              wasm.Global
	moves, movesEnd       int
	memo                  int            // state and answer of the latest `could`
	begin                 []wasm.FuncRef // by seat: the beginning of a ply
	any_                  []wasm.FuncRef // by seat: has he a legal move
	could_                []wasm.FuncRef
	shared                []*sharedRun
	err                   error

	scratch, scratchEnd   int                                   // of a turn, saved with the state
	touched, caught, fell int                                   // in it: a byte a cell, a byte a place, 32 bits a place; 0 = not kept
	lists                 int                                   // stack of lists
	sel                   int                                   // see selectTable
	setup                 []func(f *wasm.Func, zero wasm.Local) // run when the module is instantiated
	startAt, results      int
	gamesFrom             int // position playouts start from
	stack, stackEnd       int // stack of states
	top                   wasm.Global
	sp                    wasm.Global

	seats [][]*seatCode // [stage][seat]
}

// uses is what the trees of a program read: what nobody reads is not kept.
type uses struct {
	repeats, visited, forecasts, could bool
	choices, picks                     bool
}

func (c *compiler) failf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// alloc reserves memory.
func (c *compiler) alloc(n, to int) int {
	a := align(c.next, to)
	c.next = a + n
	return a
}

// table puts constant bytes into memory, equal ones once, and gives their address.
func (c *compiler) table(b []byte, to int) int {
	key := fmt.Sprint(to, ":", string(b))
	if a, ok := c.tables[key]; ok {
		return a
	}
	a := c.alloc(len(b), to)
	c.tables[key] = a
	c.m.Data(uint32(a), b)
	return a
}

// wide tells boards with more places than a mask has bits.
func (c *compiler) wide() bool { return c.p.Places > 64 }

func (c *compiler) scan() {
	u := &c.uses
	c.p.Visit(program.Visitor{
		Expr: func(e program.Expr) {
			switch e := e.(type) {
			case program.Repeats:
				u.repeats = true
			case program.Visited:
				u.visited = true
			case program.Forecast:
				u.forecasts = true
				u.could = u.could || e.Could
			}
		},
		Set: func(s program.Set) {
			if _, ok := s.(program.Picked); ok {
				u.picks = true
			}
		},
		Stmt: func(s program.Stmt) {
			switch s := s.(type) {
			case program.Choose, program.May:
				u.choices = true
			case program.Again:
				u.choices = u.choices || s.From != nil
			}
		},
	})
	u.repeats = u.repeats || c.p.Facts.ReadsRepeat
}

// seatFacts is what one seat's rules can do in one phase.
type seatFacts struct {
	relays   bool // some table starts another lap
	choices  bool // some table asks an inner choice
	reads    map[program.Register]bool
	captures bool // the mover may capture
	loses    bool // others may get captured seeds
	reverse  bool
	dirs     []bool // directions a lap can have, as RDir holds them
	noDir    bool   // a lap can have no direction
	runs     bool   // legality needs the turn to be run
}

func (c *compiler) factsOf(s *program.Seat) seatFacts {
	f := seatFacts{reads: map[program.Register]bool{}, dirs: make([]bool, s.Directions())}
	kept := map[int]bool{} // routes that laps turn into, the way they went
	dir := func(d program.Dir) {
		switch d.Base() {
		case program.Anticlockwise, program.Clockwise:
			f.dirs[d.Reg()] = true
		case program.Inward:
			for _, v := range s.InwardOn(d.Route()) {
				if v == 0 || v == 1 {
					f.dirs[int(v)+2*d.Route()] = true
				} else {
					f.noDir = true
				}
			}
		default:
			kept[d.Route()] = d.Route() > 0
			f.noDir = f.noDir || d.Route() == 0
		}
	}
	v := program.Visitor{
		Expr: func(e program.Expr) {
			if r, ok := e.(program.Reg); ok {
				f.reads[r.R] = true
			}
		},
		Stmt: func(st program.Stmt) {
			switch st := st.(type) {
			case program.Relay:
				f.relays = true
				if st.Dir != nil {
					dir(*st.Dir)
				}
			case program.Sow:
				f.relays = true
				if st.Dir != nil {
					dir(*st.Dir)
				}
			case program.Again:
				f.relays = f.relays || st.From != nil
				f.choices = f.choices || st.From != nil
			case program.Choose, program.May:
				f.choices = true
			case program.Reverse:
				f.reverse = true
			case program.Capture:
				k, isConst := constant(st.For)
				f.captures = f.captures || st.For == nil || !isConst || k == s.Seat
				f.loses = f.loses || st.For != nil && !(isConst && k == s.Seat)
			}
		},
	}
	v.VisitSeat(s)
	for _, t := range s.Moves {
		for _, o := range t.Options {
			for _, d := range o.Dirs {
				switch d.Base() {
				case program.Inward: // offered only where it is a direction
					for _, v := range s.InwardOn(d.Route()) {
						if v == 0 || v == 1 {
							f.dirs[int(v)+2*d.Route()] = true
						}
					}
				case program.None:
					f.noDir = true
				default:
					dir(d)
				}
			}
			f.runs = f.runs || o.Provided != nil
		}
	}
	f.keepDirs(kept)
	f.runs = f.runs || s.Endless == rules.EndlessIllegal && f.relays
	return f
}

// keepDirs adds the directions that laps come to by turning round, or into
// another route the way they went.
func (f *seatFacts) keepDirs(kept map[int]bool) {
	way := [2]bool{}
	for d, can := range f.dirs {
		way[d&1] = way[d&1] || can
	}
	if f.reverse {
		way = [2]bool{way[0] || way[1], way[0] || way[1]}
	}
	for d := range f.dirs {
		here := f.dirs[d&^1] || f.dirs[d|1]
		if kept[d/2] && way[d&1] || f.reverse && here && way[d&1] {
			f.dirs[d] = true
		}
	}
}

// onlyDir is the one direction laps have; ok is false if there are several or none.
func (f *seatFacts) onlyDir() (dir int, ok bool) {
	for d, can := range f.dirs {
		if can && ok {
			return 0, false
		}
		if can {
			dir, ok = d, true
		}
	}
	return dir, ok && !f.noDir
}

func constant(e program.Expr) (int, bool) {
	c, ok := e.(program.Const)
	return c.V, ok
}
