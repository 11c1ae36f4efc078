package compiled_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
)

// host runs a module on its own by nothing but what MODULE.md says.
type host struct {
	t   testing.TB
	mod api.Module
	d   struct {
		Interface      int
		Game, Rules    string
		Players, Holes []string
		Most           int
		Right          []string
		Options        [][][]struct {
			Kind, Label       string
			Direction, Taking bool
		}
		Gaps                            []string
		Child, Record, Playouts, Choice int
	}
}

func newHost(t testing.TB, p *program.Program) *host {
	t.Helper()
	m, err := compiled.Compile(p, compiled.Options{Standalone: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	rt := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCustomSections(true))
	t.Cleanup(func() { _ = rt.Close(ctx) })
	code, err := rt.CompileModule(ctx, m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(code.ImportedFunctions()); n > 0 {
		t.Fatalf("%d imports, want none", n)
	}
	h := &host{t: t}
	for _, s := range code.CustomSections() {
		if s.Name() == "mancala" {
			if err := json.Unmarshal(s.Data(), &h.d); err != nil {
				t.Fatal(err)
			}
		}
	}
	if h.mod, err = rt.InstantiateModule(ctx, code, wazero.NewModuleConfig()); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *host) call(name string, args ...int) int {
	h.t.Helper()
	n, err := h.try(name, args...)
	if err != nil {
		h.t.Fatalf("%s%v: %v", name, args, err)
	}
	return n
}

func (h *host) try(name string, args ...int) (int, error) {
	f := h.mod.ExportedFunction(name)
	if f == nil {
		return 0, fmt.Errorf("there is no function %s", name)
	}
	list := make([]uint64, len(args))
	for i, a := range args {
		list[i] = uint64(uint32(a))
	}
	out, err := f.Call(context.Background(), list...)
	if err != nil {
		return 0, err
	}
	if f.Definition().ResultTypes()[0] == api.ValueTypeI64 {
		return int(out[0]), nil
	}
	return int(int32(uint32(out[0]))), nil
}

func (h *host) number(at int) int {
	v, ok := h.mod.Memory().ReadUint32Le(uint32(at))
	if !ok {
		h.t.Fatalf("%d lies outside the memory", at)
	}
	return int(int32(v))
}

// cells is the position.
func (h *host) cells(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(h.call("cell", i))
	}
	return out
}

// save gives the position as bytes, restore puts it back.
func (h *host) save() []byte {
	b, _ := h.mod.Memory().Read(uint32(h.call("state")), uint32(h.call("size")))
	return slices.Clone(b)
}

func (h *host) restore(b []byte, history int) {
	h.t.Helper()
	h.mod.Memory().Write(uint32(h.call("state")), b)
	if r := h.call("resume", history); r != 0 {
		h.t.Fatalf("resume gave %d", r)
	}
}

// names lists the legal moves by name, as MODULE.md says names are made.
func (h *host) names() []string {
	n, seat := h.call("moves"), h.call("mover")
	options := h.d.Options[h.call("phase")][seat]
	names, labels := make([]string, n), make([]string, n)
	count := map[string]map[string]bool{}
	choices := make([]string, n)
	for i := range n {
		a := h.call("move", i)
		from, how, to := h.number(a+4), h.number(a+8), h.number(a+12)
		if from < 0 {
			names[i] = "pass"
			continue
		}
		o := options[how&255]
		name := h.d.Holes[from]
		if o.Kind == "step" {
			name += "-" + h.d.Holes[to]
		}
		if way := how >> 8 & 3; o.Direction && way > 0 {
			name += string("<>"[b2i("ac"[way-1] == h.d.Right[seat][from])])
		}
		if o.Taking {
			name += fmt.Sprint(":", how>>10)
		}
		names[i], labels[i], choices[i] = name, o.Label, h.choices(a)
		if count[name] == nil {
			count[name] = map[string]bool{}
		}
		count[name][o.Label] = true
	}
	for i, name := range names {
		if len(count[name]) > 1 && labels[i] != "" {
			names[i] += "=" + labels[i]
		}
		names[i] += choices[i]
	}
	return names
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// choices names the inner choices of the move at an address.
func (h *host) choices(a int) string {
	text, declined := "", ""
	for i := range h.number(a + 16) {
		c := a + 20 + i*h.d.Choice
		if h.number(c+8) == 2 { // optional: taken is the first alternative
			if h.number(c) == 0 {
				text, declined = text+declined+"+", ""
			} else {
				declined += "."
			}
			continue
		}
		sign := "+"
		if h.number(c+8) == 1 {
			sign = "/"
		}
		for k := range h.number(c + 12) {
			if k > 0 {
				sign = ","
			}
			text, declined = text+declined+sign+h.d.Holes[h.number(c+16+4*k)], ""
		}
	}
	return text
}

// moves lists the legal moves as hole, way and target.
func (h *host) moves() (out [][3]int) {
	n := h.call("moves")
	for i := range n {
		a := h.call("move", i)
		out = append(out, [3]int{h.number(a + 4), h.number(a + 8), h.number(a + 12)})
	}
	return out
}

// Every game plays through the public interface as on the reference executor:
// positions, moves, what a move did, children, and how the game ends.
func TestPublicInterface(t *testing.T) {
	for i, id := range games.IDs() {
		if i%6 != 0 && !slices.Contains([]string{"hus", "oware", "hawalis", "bao-la-kiswahili", "katro", "adi"}, id) {
			continue // the compiler is the same for all; their rules are compared elsewhere
		}
		t.Run(id, func(t *testing.T) {
			p := load(t, id, dsl.Choice{})
			x, h := oracle(t, p), newHost(t, p)
			if h.d.Interface != compiled.InterfaceVersion || h.call("version") != h.d.Interface || h.d.Rules != program.Hash(p) || len(h.d.Holes) != p.Holes {
				t.Errorf("described as %+v", h.d)
			}
			s, err := x.Start()
			status := h.call("start")
			if err != nil {
				if status < 3 {
					t.Errorf("starts with status %d, want a gap: %v", status, err)
				}
				return
			}
			random := interpreter.NewRandom(interpreter.GameSeed(id, 5, 0))
			for ply := 0; ply < 25 && s.Over == nil; ply++ {
				if !h.same(x, s, status) || !h.step(x, s, random, &status) {
					return
				}
			}
		})
	}
}

// same compares positions.
func (h *host) same(x interpreter.Executor, s *interpreter.State, status int) bool {
	if got := h.cells(len(s.Cells)); !reflect.DeepEqual(got, s.Cells) {
		h.t.Errorf("position\n%v, want\n%v", got, s.Cells)
		return false
	}
	if over := status == 2; over != (s.Over != nil) {
		h.t.Errorf("status %d of a game that is over: %v", status, s.Over != nil)
		return false
	}
	if s.Over != nil {
		rule := 0
		if s.Over.Rule != nil {
			rule = s.Over.Rule.ID + 1
		}
		got := []int{h.call("get", 0), h.call("get", 1), h.call("get", 3), h.call("get", 4)}
		if want := []int{1, s.Over.Winner, int(s.Over.Kind), rule}; !slices.Equal(got, want) {
			h.t.Errorf("outcome %v, want %v", got, want)
		}
		for seat, n := range s.Over.Scores {
			if got := h.call("get", 5+seat); got != n {
				h.t.Errorf("score of seat %d is %d, want %d", seat, got, n)
			}
		}
	}
	return true
}

// step compares the moves of a position and their children, and makes one.
func (h *host) step(x interpreter.Executor, s *interpreter.State, random *interpreter.Random, status *int) bool {
	legal, err := x.Legal(s)
	if err != nil {
		if n, trap := h.try("moves"); trap == nil && n >= 0 {
			h.t.Errorf("%d moves, want none: %v", n, err)
		}
		return false
	}
	moves := h.moves()
	if len(moves) != len(legal) {
		h.t.Errorf("%d moves, want %d", len(moves), len(legal))
		return false
	}
	for i, m := range legal {
		if moves[i][0] != m.From || !m.Pass && (moves[i][1]>>10 != m.Take || moves[i][2] != m.To) {
			h.t.Errorf("move %d is %v, want %+v", i, moves[i], m)
		}
	}
	names := h.names()
	mover := int(s.Cells[x.Program().Layout.Mover])
	for i, m := range legal {
		if want := notation.MoveText(x.Program(), mover, m); names[i] != want {
			h.t.Errorf("move %d is called %q, want %q", i, names[i], want)
		}
	}
	before := h.save()
	if n := h.call("expand"); n != len(legal) {
		h.t.Errorf("%d children of %d moves", n, len(legal))
	}
	if !slices.Equal(h.save(), before) {
		h.t.Error("expand changed the position")
	}
	i := random.Below(len(legal))
	kid := h.call("child", i)
	child, _ := h.mod.Memory().Read(uint32(kid+32), uint32(len(before)))
	child = slices.Clone(child)
	ply, err := x.Play(s, legal[i])
	kidStatus := h.number(kid)
	*status = h.call("play", i)
	if kidStatus != *status {
		h.t.Errorf("the child has status %d, the move %d", kidStatus, *status)
	}
	if err != nil {
		var gap *interpreter.Gap
		if errors.As(err, &gap) && h.d.Gaps[h.call("get", 17)] != string(gap.Kind) {
			h.t.Errorf("gap %q, want %q", h.d.Gaps[h.call("get", 17)], gap.Kind)
		}
		if *status < 3 {
			h.t.Errorf("status %d, want a gap: %v", *status, err)
		}
		return false
	}
	if !slices.Equal(child, h.save()) {
		h.t.Error("the child is not the position the move leads to")
	}
	got := []int{h.call("get", 9), h.call("get", 11), h.call("get", 12), h.call("get", 13), h.call("get", 14), h.call("get", 15)}
	if want := []int{int(ply.Endless), ply.Laps, ply.Sown, ply.Captured, ply.Lost, ply.Last}; !slices.Equal(got, want) {
		h.t.Errorf("the move did %v, want %v", got, want)
	}
	return h.same(x, s, *status)
}

// Counts and random games are those of the reference executor, and leave the
// position as it was.
func TestPublicLoops(t *testing.T) {
	for _, id := range []string{"hus", "oware", "kalah", "hawalis", "bao-la-kiswahili", "adi"} {
		t.Run(id, func(t *testing.T) {
			p := load(t, id, dsl.Choice{})
			x, h := oracle(t, p), newHost(t, p)
			s, err := x.Start()
			if err != nil {
				t.Fatal(err)
			}
			h.call("start")
			for range 3 { // not only from the start
				legal, err := x.Legal(s)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := x.Play(s, legal[0]); err != nil {
					t.Fatal(err)
				}
				h.call("moves")
				h.call("play", 0)
			}
			before := h.save()
			want, err := interpreter.Perft(x, s, 3, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := h.call("perft", 3); uint64(got) != want[3] || uint64(h.call("count", 2)) != want[2] {
				t.Errorf("perft %d, want %v", got, want)
			}
			h.playouts(x, s, 20)
			if !slices.Equal(h.save(), before) {
				t.Error("the position has changed")
			}
			legal, _ := x.Legal(s)
			if n := h.call("moves"); n != len(legal) {
				t.Errorf("%d moves afterwards, want %d", n, len(legal))
			}
		})
	}
}

// playouts plays random games from the position in slices and compares them.
func (h *host) playouts(x interpreter.Executor, s *interpreter.State, n int) {
	const plies = 200
	if h.call("budget", 3, plies) != 1 {
		h.t.Error("the limit of plies is refused")
	}
	a := h.call("playouts", n)
	for i := range n {
		h.mod.Memory().WriteUint64Le(uint32(a+i*h.d.Record), interpreter.GameSeed("public", 1, uint64(i)))
	}
	calls := 0
	for h.call("run", 100) < n {
		calls++
	}
	if calls == 0 {
		h.t.Error("all games in one slice")
	}
	for i := range n {
		seed := interpreter.GameSeed("public", 1, uint64(i))
		want, err := interpreter.Playout(x, s.Clone(), interpreter.NewRandom(seed), interpreter.Limits{Plies: plies})
		if err != nil || want.Gap != nil {
			continue
		}
		rec, _ := h.mod.Memory().Read(uint32(a+i*h.d.Record), uint32(h.d.Record))
		num := func(at int) int { return int(int32(binary.LittleEndian.Uint32(rec[at:]))) }
		got := []int{num(8), num(16), num(20), num(24), num(28), num(32), num(36), num(40), num(44), num(48), num(52)}
		if w := []int{want.Moves, want.Plies, want.Laps, want.Sown, want.Captured, want.Lost, want.Choices, want.MaxLaps, want.Again, int(want.Endless), want.Period}; !slices.Equal(got, w) {
			h.t.Errorf("game %d: %v, want %v", i, got, w)
		}
		if over := num(92) == 2; over != (want.Outcome != nil) || over && num(60) != want.Outcome.Winner {
			h.t.Errorf("game %d: status %d, winner %d, want %+v", i, num(92), num(60), want.Outcome)
		}
	}
}

// A host can go back, put positions together, and count wrong without harm.
func TestPublicPositions(t *testing.T) {
	p := load(t, "oware", dsl.Choice{})
	x, h := oracle(t, p), newHost(t, p)
	if h.call("start") != 0 {
		t.Fatal("no start")
	}
	start, history := h.save(), h.call("get", 19)
	for range 3 {
		h.call("moves")
		h.call("play", 0)
	}
	h.restore(start, history)
	if n := h.call("moves"); n != 6 {
		t.Errorf("%d moves, want 6", n)
	}

	s := &interpreter.State{Cells: slices.Clone(p.Start)}
	for i, n := range []int32{0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 3} {
		s.Cells[i] = n
		if h.call("set", i, int(n)) != 1 {
			t.Errorf("cell %d can't be set", i)
		}
	}
	if h.call("moves") != 0 || h.call("play", 0) != -1 {
		t.Error("a position half put together can be played")
	}
	if err := x.Begin(s, true); err != nil {
		t.Fatal(err)
	}
	if status := h.call("begin", 1); !h.same(x, s, status) {
		t.Error("not the position put together")
	}
	h.moves()

	for name, args := range map[string][][]int{
		"cell": {{-1}, {1000}}, "get": {{-1}, {len(h.d.Gaps) * 100}}, "play": {{-1}, {64}}, "perft": {{-1}, {61}}, "count": {{-1}, {64}}, "resume": {{-1}, {1 << 30}},
	} {
		for _, a := range args {
			if n := h.call(name, a...); n != -1 {
				t.Errorf("%s%v gave %d, want -1", name, a, n)
			}
		}
	}
	for name, args := range map[string][][]int{
		"set": {{-1, 0}, {0, -1}, {0, h.d.Most + 1}, {1000, 1}, {p.Layout.Mover, 2}}, "move": {{-1}, {64}}, "child": {{0}, {-1}}, "playouts": {{0}, {-1}, {h.d.Playouts + 1}},
		"budget": {{0, 10}, {9, 1}, {-1, 1}},
	} {
		for _, a := range args {
			if n := h.call(name, a...); n != 0 {
				t.Errorf("%s%v gave %d, want 0", name, a, n)
			}
		}
	}
	h.call("set", 0, h.d.Most)
	h.call("set", 1, h.d.Most)
	if n := h.call("begin", 0); n != -1 {
		t.Errorf("a position of more seeds than the module counts begins with status %d", n)
	}
}
