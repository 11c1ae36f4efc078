package compiled

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

// Runtime holds a module ready to run. Engines made from it share its machine
// code; it may be used by several goroutines at once.
type Runtime struct {
	m    *Module
	rt   wazero.Runtime
	code wazero.CompiledModule

	mu   sync.Mutex
	wide *Runtime // the same program with wider lanes, for positions that need them
}

type engineKey struct{}

// NewRuntime makes a module ready to run: to machine code where the runtime
// can, else it is interpreted.
func NewRuntime(m *Module) (*Runtime, error) {
	ctx := context.Background()
	rt := wazero.NewRuntime(ctx)
	tick := api.GoFunc(func(ctx context.Context, stack []uint64) {
		e, _ := ctx.Value(engineKey{}).(*Engine)
		stack[0] = 0
		if e != nil && e.stop != nil && e.stop() {
			stack[0] = 1
		}
	})
	_, err := rt.NewHostModuleBuilder("mancala").NewFunctionBuilder().
		WithGoFunction(tick, nil, []api.ValueType{api.ValueTypeI32}).Export("tick").Instantiate(ctx)
	if err == nil {
		var code wazero.CompiledModule
		if code, err = rt.CompileModule(ctx, m.bytes); err == nil {
			return &Runtime{m: m, rt: rt, code: code}, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("making %s ready: %w", gameID(m.p), err), rt.Close(ctx))
}

// Module is the module that was made ready.
func (r *Runtime) Module() *Module { return r.m }

// Close frees the machine code. No engine of the runtime may be used afterwards.
func (r *Runtime) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var err error
	if r.wide != nil {
		err = r.wide.Close()
	}
	return errors.Join(err, r.rt.Close(context.Background()))
}

// wider is a runtime whose holes can count so many seeds.
func (r *Runtime) wider(seeds int64) (*Runtime, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wide != nil && capacity(r.wide.m.lay.lane) >= seeds {
		return r.wide, nil
	}
	if seeds > 1<<30 {
		return nil, fmt.Errorf("%d seeds are too many", seeds)
	}
	opt := r.m.opt
	opt.Seeds = int(seeds)
	m, err := Compile(r.m.p, opt)
	if err != nil {
		return nil, err
	}
	w, err := NewRuntime(m)
	if err == nil {
		r.wide = w
	}
	return w, err
}

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
	fn     map[string]api.Function
	stack  [4]uint64

	list  []listed            // moves of the position in listCells
	cells []int32             // position listed
	seen  [][]byte            // history in the module
	ref   *reference.Executor // tells errors in words
	asked int                 // times it was asked
	wide  *Engine
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
	e := &Engine{r: r, p: r.m.p, lay: r.m.lay, budget: b, fn: map[string]api.Function{}}
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
func (e *Engine) OnTick(stop func() bool) { e.stop = stop }

// Close frees the instance.
func (e *Engine) Close() error {
	var err error
	if e.wide != nil {
		err = e.wide.Close()
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
	if e.wide != nil && capacity(e.wide.lay.lane) >= many.total {
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
	// the key lies at the end of the history, or is the last of it
	n := int(e.get(cHistory))
	if e.get(cSeen) == 0 && n > 0 {
		n--
	}
	at := e.r.m.history + n*e.lay.keyLen
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

// Legal lists the legal complete moves in canonical order.
func (e *Engine) Legal(s *interpreter.State) ([]interpreter.Move, error) {
	if s.Over != nil {
		return nil, nil
	}
	if err := e.load(s); err != nil {
		w, err := e.wider(err)
		if err != nil {
			return nil, err
		}
		return w.Legal(s)
	}
	if err := e.listMoves(s); err != nil {
		if !errors.Is(err, errTrap) {
			return nil, err
		}
		ref, refErr := e.reference()
		if refErr != nil {
			return nil, refErr
		}
		return ref.Legal(s)
	}
	moves := make([]interpreter.Move, len(e.list))
	for i, l := range e.list {
		moves[i] = l.move
	}
	return moves, nil
}

// listMoves fills e.list for the position in the module.
func (e *Engine) listMoves(s *interpreter.State) error {
	e.list, e.cells = e.list[:0], e.cells[:0]
	n, err := e.call("legal", 0)
	if err != nil {
		return err
	}
	if n < 0 {
		return errTrap
	}
	seat := e.p.Stages[e.stageOf(s.Cells)].Seats[s.Cells[e.p.Layout.Mover]]
	var options []*program.Option
	several := false
	for _, t := range seat.Moves {
		options = append(options, t.Options...)
		several = several || len(t.Options) > 1
	}
	mem := e.mem()
	at := e.r.m.moves
	for i := range int(n) {
		m := e.decode(mem[at:], options)
		e.list = append(e.list, listed{m, i})
		at += int(binary.LittleEndian.Uint32(mem[at+mvSize:]))
	}
	if several {
		showLabels(e.list)
	}
	e.cells = append(e.cells, s.Cells...)
	return nil
}

func (e *Engine) stageOf(cells []int32) int {
	if c := e.p.Layout.Phases; c >= 0 {
		return int(cells[c+int(cells[e.p.Layout.Mover])])
	}
	return 0
}

// decode reads a move of the list.
func (e *Engine) decode(b []byte, options []*program.Option) interpreter.Move {
	num := func(at int) int { return int(int32(binary.LittleEndian.Uint32(b[at:]))) }
	from, how := num(mvFrom), num(mvHow)
	if from < 0 {
		return interpreter.Move{Pass: true, From: -1, To: -1, Dir: program.None}
	}
	o := options[how&255]
	m := interpreter.Move{Kind: o.Kind, Label: o.Label, From: from, To: num(mvTo), Take: how >> howTakeShift, Shown: shown(o), Dir: program.None}
	if d := how>>howDirShift&3 - 1; d >= 0 {
		m.Dir = program.Dir(d)
	}
	for i := range num(mvChoices) {
		m.Inner = append(m.Inner, choiceAt(b[mvRecords+i*e.r.m.choiceSize:]))
	}
	return m
}

func choiceAt(b []byte) interpreter.Choice {
	num := func(at int) int { return int(int32(binary.LittleEndian.Uint32(b[at:]))) }
	c := interpreter.Choice{Kind: interpreter.ChoiceKind(num(chKind))}
	if c.Kind == interpreter.Optional {
		c.Taken = num(chIndex) == 0
		return c
	}
	for i := range num(chCount) {
		c.Places = append(c.Places, num(chPlaces+4*i))
	}
	return c
}

// shown says which parts of the manner an option's moves are named by.
func shown(o *program.Option) uint8 {
	var s uint8
	if o.Explicit {
		s |= interpreter.ShowDir
	}
	if c, fixed := o.TakeMax.(program.Const); !o.TakeAll && o.Kind != rules.StepFrom && (!fixed || c.V != o.TakeMin) {
		s |= interpreter.ShowTake
	}
	return s
}

// showLabels lets moves be named by their kind where two kinds start alike.
func showLabels(list []listed) {
	for i := range list {
		for j := range i {
			a, b := &list[j].move, &list[i].move
			if a.Label != b.Label && looksLike(a, b) {
				a.Shown |= interpreter.ShowLabel
				b.Shown |= interpreter.ShowLabel
			}
		}
	}
}

// looksLike compares what the names of two starts say, labels apart.
func looksLike(a, b *interpreter.Move) bool {
	const manner = interpreter.ShowDir | interpreter.ShowTake
	return a.From == b.From && a.To == b.To && a.Shown&manner == b.Shown&manner &&
		(a.Shown&interpreter.ShowDir == 0 || a.Dir == b.Dir) && (a.Shown&interpreter.ShowTake == 0 || a.Take == b.Take)
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
		return e.playInWords(s, m)
	}
	e.store(s, status)
	return &interpreter.Ply{Mover: mover, Move: m, Laps: int(e.get(cLaps)), Sown: int(e.get(cSown)), Captured: int(e.get(cCaptured)),
		Lost: int(e.get(cLost)), Last: int(e.get(cLast)), Again: e.get(cAgain) != 0, Endless: interpreter.EndlessKind(e.get(cEndless)),
		Period: int(e.get(cPeriod)), Outcome: s.Over}, nil
}

// playInWords lets the reference executor say what is wrong with a move.
func (e *Engine) playInWords(s *interpreter.State, m interpreter.Move) (*interpreter.Ply, error) {
	ref, err := e.reference()
	if err != nil {
		return nil, err
	}
	return ref.Play(s, m)
}

func sameMove(a, b interpreter.Move) bool {
	if a.Pass || b.Pass {
		return a.Pass == b.Pass
	}
	if a.Kind != b.Kind || a.Label != b.Label || a.From != b.From || a.To != b.To || a.Dir != b.Dir || a.Take != b.Take || len(a.Inner) != len(b.Inner) {
		return false
	}
	for i, c := range a.Inner {
		d := b.Inner[i]
		if c.Kind != d.Kind || c.Taken != d.Taken || !slices.Equal(c.Places, d.Places) {
			return false
		}
	}
	return true
}
