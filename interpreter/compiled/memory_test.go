package compiled_test

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// Random games allocate what their results hold, and nothing for a move.
func TestNoAllocationPerMove(t *testing.T) {
	for _, id := range []string{"hus", "oware", "hawalis", "bao-la-kiswahili"} {
		t.Run(id, func(t *testing.T) {
			e := engine(t, load(t, id, dsl.Choice{}), compiled.Options{})
			s, err := e.Start()
			if err != nil {
				t.Fatal(err)
			}
			seeds := []uint64{1, 2, 3, 4, 5, 6, 7, 8}
			plies := 0
			play := func() {
				plies = 0
				err = e.Playouts(s, seeds, interpreter.Limits{Plies: 500}, func(_ int, r interpreter.Result, _ error) { plies += r.Plies })
			}
			play() // the engine is warm then
			asked := e.Asked()
			n := testing.AllocsPerRun(5, play)
			t.Logf("%.0f allocations for %d games of %d moves", n, len(seeds), plies)
			if err != nil {
				t.Fatal(err)
			}
			if e.Asked() == asked && n > float64(4*len(seeds)) {
				t.Errorf("%.0f allocations for %d games of %d moves", n, len(seeds), plies)
			}
		})
	}
}

// A move made by hand allocates its report, and the list of legal moves is
// made once for a position.
func TestAllocationsOfPlay(t *testing.T) {
	e := engine(t, load(t, "hus", dsl.Choice{}), compiled.Options{})
	s, err := e.Start()
	if err != nil {
		t.Fatal(err)
	}
	legal, err := e.Legal(s)
	if err != nil {
		t.Fatal(err)
	}
	next := s.Clone()
	play := func() {
		next.Cells = append(next.Cells[:0], s.Cells...)
		next.Seen, next.Over = nil, nil
		_, err = e.Play(next, legal[0])
	}
	play()
	n := testing.AllocsPerRun(50, play)
	t.Logf("%.0f allocations", n)
	if err != nil || n > 4 {
		t.Errorf("%.0f allocations for a move, %v", n, err)
	}
}

// The memory of the process and of the module stays as it is over millions of games.
func TestMemoryIsFlat(t *testing.T) {
	want, err := strconv.Atoi(os.Getenv("MANCALA_MEMORY"))
	if err != nil {
		t.Skip("set MANCALA_MEMORY to a number of games, for instance 10000000")
	}
	e := engine(t, load(t, "hus", dsl.Choice{}), compiled.Options{})
	s, err := e.Start()
	if err != nil {
		t.Fatal(err)
	}
	seeds := make([]uint64, 1000)
	games, moves := 0, 0
	batch := func() {
		for i := range seeds {
			seeds[i] = interpreter.GameSeed("memory", 1, uint64(games+i))
		}
		err = e.Playouts(s, seeds, interpreter.Limits{}, func(_ int, r interpreter.Result, _ error) { moves += r.Plies })
		games += len(seeds)
	}
	for range 20 {
		batch()
	}
	heap, resident, module := inUse(), residentKB(), e.MemorySize()
	for err == nil && games < want {
		batch()
	}
	if err != nil {
		t.Fatal(err)
	}
	heap2, resident2, module2 := inUse(), residentKB(), e.MemorySize()
	t.Logf("after %d games, %d moves: heap %d → %d kB, resident %d → %d kB, module %d → %d kB",
		games, moves, heap>>10, heap2>>10, resident, resident2, module>>10, module2>>10)
	// the module grows with the longest endless turn it has met, never with their number
	if heap2 > heap+1<<20 || module2 > module+8<<20 || resident2 > resident+16<<10 {
		t.Error("memory has grown")
	}
}

// inUse is the heap in use after a collection.
func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

// residentKB is the memory of the process in kB, 0 where the system does not tell.
func residentKB() int {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	word := strings.Fields(rest + " 0")[0]
	n, _ := strconv.Atoi(word)
	return n
}
