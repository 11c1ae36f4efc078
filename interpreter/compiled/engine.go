package compiled

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

// Engine is an instance of a module: an executor that plays at native speed.
// It is not safe for concurrent use; make one a goroutine.
type Engine struct {
	r      *Runtime
	p      *program.Program
	lay    *packed
	budget interpreter.Budget
	ctx    context.Context
	inst   api.Module
	stop   func() bool
	slice  int // about how many plies a call of playouts goes on for
	fn     map[string]api.Function
	stack  [4]uint64

	list   []listed            // moves of the position in listCells
	cells  []int32             // position listed
	seen   [][]byte            // history in the module
	ref    *reference.Executor // tells errors in words
	asked  int                 // times it was asked
	wide   *Engine
	before []byte  // position whose moves are being made; see Expand
	second *Engine // see replay.go

	stoppedAt *interpreter.State // before the ply that stopped the latest game
	quiet     bool               // what stops a game is not told
}

// listed is a move and its number in the module's list.
type listed struct {
	move interpreter.Move
	n    int
}

var _ interpreter.Executor = (*Engine)(nil)

// minLaps is the smallest lap budget an engine can keep.
const minLaps = watchFrom

// NewEngine makes an engine.
func NewEngine(r *Runtime, b interpreter.Budget) (*Engine, error) {
	b = b.WithDefaults()
	if b.Laps < minLaps {
		return nil, fmt.Errorf("the compiled engine can't keep to fewer than %d laps a turn", minLaps)
	}
	e := &Engine{r: r, p: r.m.p, lay: r.m.lay, budget: b, slice: slicePlies, fn: map[string]api.Function{}}
	e.ctx = context.WithValue(context.Background(), engineKey{}, e)
	inst, err := r.rt.InstantiateModule(e.ctx, r.code, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return nil, fmt.Errorf("starting %s: %w", gameID(r.m.p), err)
	}
	e.inst = inst
	for _, name := range []string{"start", "begin", "ready", "legal", "play", "perft", "playouts", "history"} {
		e.fn[name] = inst.ExportedFunction(name)
	}
	e.put(cLapLimit, int32(b.Laps))
	e.put(cMoveCap, int32(b.Completions))
	e.put(cDepthCap, int32(b.Depth))
	return e, nil
}

// Program is the rules being played.
func (e *Engine) Program() *program.Program { return e.p }

// OnTick sets a function that is asked about every millisecond during long
// calls; when it says true the call ends with interpreter.ErrStopped.
func (e *Engine) OnTick(stop func() bool) {
	e.stop = stop
	if e.wide != nil {
		e.wide.OnTick(stop)
	}
}

// Close frees the instance.
func (e *Engine) Close() error {
	var err error
	if e.wide != nil {
		err = e.wide.Close()
	}
	if e.second != nil {
		err = errors.Join(err, e.second.Close())
	}
	return errors.Join(err, e.inst.Close(context.Background()))
}

func (e *Engine) mem() []byte {
	m := e.inst.Memory()
	b, _ := m.Read(0, m.Size())
	return b
}

func (e *Engine) get(at int) int32 {
	v, _ := e.inst.Memory().ReadUint32Le(uint32(at))
	return int32(v)
}

func (e *Engine) put(at int, v int32) { e.inst.Memory().WriteUint32Le(uint32(at), uint32(v)) }

// errTrap says that the module stopped where no result makes sense: an
// interrupt, or a budget.
var errTrap = errors.New("the module stopped")

// debugTrap shows tests why a call stopped.
var debugTrap func(call string, err error)

func (e *Engine) call(name string, arg int) (int32, error) {
	e.stack[0] = uint64(uint32(arg))
	if err := e.fn[name].CallWithStack(e.ctx, e.stack[:]); err != nil {
		if e.get(cStopped) != 0 {
			return 0, interpreter.ErrStopped
		}
		if debugTrap != nil {
			debugTrap(fmt.Sprint(name, " gap ", e.get(cGap), " tried ", e.get(cTried), " depth ", e.get(cDepth), " moves ", e.get(cMoves)-int32(e.r.m.moves)), err)
		}
		return 0, errTrap
	}
	return int32(uint32(e.stack[0])), nil
}

// reference is the executor that has words for what went wrong.
func (e *Engine) reference() (*reference.Executor, error) {
	e.asked++
	if e.ref == nil {
		ref, err := reference.New(e.p, e.budget)
		if err != nil {
			return nil, err
		}
		ref.OnTick(func() bool { return e.stop != nil && e.stop() })
		e.ref = ref
	}
	return e.ref, nil
}

// wider is an engine for a position whose seeds this one can't count.
func (e *Engine) wider(err error) (*Engine, error) {
	var many *tooManySeeds
	if !errors.As(err, &many) {
		return nil, err
	}
	if e.wide != nil && int64(e.wide.lay.most) >= many.total {
		return e.wide, nil
	}
	r, err := e.r.wider(many.total)
	if err != nil {
		return nil, err
	}
	w, err := NewEngine(r, e.budget)
	if err != nil {
		return nil, err
	}
	w.stop = e.stop
	e.wide = w
	return w, nil
}

// load puts a position, and the history its rules read, into the module.
func (e *Engine) load(s *interpreter.State) error {
	if len(s.Cells) == e.p.Layout.Size {
		if m := s.Cells[e.p.Layout.Mover]; m < 0 || int(m) >= e.p.Players {
			return fmt.Errorf("no player has the number %d", m)
		}
		if c := e.p.Layout.Phases; c >= 0 {
			if ph := s.Cells[c+int(s.Cells[e.p.Layout.Mover])]; ph < 0 || int(ph) >= len(e.p.Stages) {
				return fmt.Errorf("%s is in no phase of this game", rules.SeatName(int(s.Cells[e.p.Layout.Mover])))
			}
		}
	}
	if err := e.lay.pack(e.mem(), s.Cells); err != nil {
		return err
	}
	if e.r.m.repeats {
		return e.loadHistory(s.Seen)
	}
	return nil
}

func (e *Engine) loadHistory(seen [][]byte) error {
	if sameHistory(e.seen, seen) {
		return nil
	}
	if len(seen) > historyCap {
		return fmt.Errorf("a history of %d positions is longer than %d", len(seen), historyCap)
	}
	mem := e.mem()
	for i, key := range seen {
		if err := e.unpackKey(mem[e.r.m.history+i*e.lay.keyLen:], key); err != nil {
			return err
		}
	}
	e.put(cSeenBase, int32(len(seen)))
	if _, err := e.call("history", 0); err != nil {
		return err
	}
	e.seen = seen
	return nil
}

// unknownHistory stands for a history in the module that is that of no state.
var unknownHistory = [][]byte{nil}

// sameHistory tells if two histories are the same list. Histories only grow,
// so the last key tells.
func sameHistory(a, b [][]byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[len(a)-1] == &b[len(b)-1])
}

// unpackKey writes a key of a position as the module keeps it.
func (e *Engine) unpackKey(to []byte, key []byte) error {
	clear(to[:e.lay.keyLen])
	for _, k := range e.lay.key {
		v, n := binary.Uvarint(key)
		if n <= 0 {
			return fmt.Errorf("a key of the history is broken")
		}
		key = key[n:]
		v--
		for b := range e.lay.kind[k.cell].width {
			to[e.r.m.keyAt[k.cell]+b] = byte(v >> (8 * b))
		}
	}
	return nil
}

// packKey is the key of the position whose ply began last.
func (e *Engine) packKey(mem []byte) []byte {
	at := int(e.get(cKeyAt))
	var out []byte
	for _, k := range e.lay.key {
		v := e.lay.kind[k.cell].read(mem[at+e.r.m.keyAt[k.cell]:])
		out = binary.AppendUvarint(out, uint64(uint32(v+1)))
	}
	return out
}

// store gives a position what became of it.
func (e *Engine) store(s *interpreter.State, status int32) {
	mem := e.mem()
	s.Cells = slices.Grow(s.Cells[:0], e.p.Layout.Size)[:e.p.Layout.Size]
	e.lay.unpack(mem, s.Cells)
	s.Over = nil
	if status == stOver {
		s.Over = e.outcome()
	}
	if e.r.m.repeats {
		if e.p.Match != nil && e.get(cRounds) != 0 {
			s.Seen = nil
		}
		if e.get(cBegun) != 0 {
			s.Seen = append(s.Seen, e.packKey(mem))
		}
		e.seen = s.Seen
	}
}

func (e *Engine) outcome() *interpreter.Outcome {
	o := &interpreter.Outcome{Winner: int(e.get(cWinner)), Draw: e.get(cDraw) != 0, Kind: interpreter.OutcomeKind(e.get(cOutKind)),
		Rule: e.rule(e.get(cOutRule))}
	if e.p.Score != nil {
		for i := range e.p.Players {
			o.Scores = append(o.Scores, int(e.get(cScores+4*i)))
		}
	}
	return o
}

func (e *Engine) rule(id int32) *rules.RuleInfo {
	if id <= 0 || int(id) > len(e.p.Rules) {
		return nil
	}
	return e.p.Rules[id-1]
}

// Start is the start position, its first ply begun.
func (e *Engine) Start() (*interpreter.State, error) {
	if g := e.p.Game; g != nil && g.Setup.Begins < 0 {
		ref, err := e.reference()
		if err != nil {
			return nil, err
		}
		return ref.Start()
	}
	s := &interpreter.State{}
	e.seen = nil
	status, err := e.call("start", 0)
	if errors.Is(err, interpreter.ErrStopped) {
		return nil, err
	}
	if err != nil || status > stOver {
		e.seen = unknownHistory
		ref, refErr := e.reference()
		if refErr != nil {
			return nil, refErr
		}
		return ref.Start()
	}
	e.store(s, status)
	return s, nil
}

// Begin settles a position given from outside: phases, then `end`.
func (e *Engine) Begin(s *interpreter.State, count bool) error {
	if err := e.load(s); err != nil {
		w, err := e.wider(err)
		if err != nil {
			return err
		}
		return w.Begin(s, count)
	}
	n := 0
	if count {
		n = 1
	}
	status, err := e.call("begin", n)
	if errors.Is(err, interpreter.ErrStopped) {
		return err
	}
	if err != nil || status > stOver {
		e.seen = unknownHistory
		ref, refErr := e.reference()
		if refErr != nil {
			return refErr
		}
		return ref.Begin(s, count)
	}
	e.store(s, status)
	return nil
}

// Play makes a legal move. On an error the state is unchanged.
func (e *Engine) Play(s *interpreter.State, m interpreter.Move) (*interpreter.Ply, error) {
	if s.Over != nil {
		return nil, errors.New("the game is over: there is no move to make")
	}
	if err := e.load(s); err != nil {
		w, err := e.wider(err)
		if err != nil {
			return nil, err
		}
		return w.Play(s, m)
	}
	if !slices.Equal(e.cells, s.Cells) {
		if err := e.listMoves(s); err != nil && !errors.Is(err, errTrap) {
			return nil, err
		}
		if err := e.load(s); err != nil {
			return nil, err
		}
	}
	i := slices.IndexFunc(e.list, func(l listed) bool { return sameMove(l.move, m) })
	if i < 0 {
		return e.playInWords(s, m)
	}
	mover := int(s.Cells[e.p.Layout.Mover])
	status, err := e.call("play", e.list[i].n)
	e.cells = e.cells[:0]
	if errors.Is(err, interpreter.ErrStopped) {
		return nil, err
	}
	if err != nil || status > stOver {
		e.seen = unknownHistory
		if over := e.overLapped(); over != nil && err == nil {
			return nil, over
		}
		if gap := e.endlessGap(s.Cells, int(e.get(cLaps))); gap != nil && err == nil && status == stGap {
			return nil, gap
		}
		return e.playInWords(s, m)
	}
	e.store(s, status)
	return &interpreter.Ply{Mover: mover, Move: m, Laps: int(e.get(cLaps)), Sown: int(e.get(cSown)), Captured: int(e.get(cCaptured)),
		Lost: int(e.get(cLost)), Last: int(e.get(cLast)), Again: e.get(cAgain) != 0, Endless: interpreter.EndlessKind(e.get(cEndless)),
		Period: int(e.get(cPeriod)), Outcome: s.Over, Round: e.lastRound()}, nil
}

// playInWords lets the reference executor say what is wrong with a move.
func (e *Engine) playInWords(s *interpreter.State, m interpreter.Move) (*interpreter.Ply, error) {
	ref, err := e.reference()
	if err != nil {
		return nil, err
	}
	return ref.Play(s, m)
}
