package compiled_test

import (
	"os"
	"reflect"
	"testing"

	"mancala/dsl"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/program"
)

// rivals are the hand-written games, and how the engine is to play them.
var rivals = []struct {
	id    string
	rival rival
	depth int // of the counts of move sequences
	count func(depth int) uint64
}{
	{"hus", &husRival{}, 5, func(depth int) uint64 {
		g := &husRival{}
		g.start()
		return countRival(g, depth)
	}},
	{"hawalis", &hawalisRival{}, 5, func(depth int) uint64 {
		g := &hawalisRival{}
		g.start()
		g.seen = nil
		return countRival(g, depth)
	}},
	{"anywoli", &anywoliRival{}, 5, func(depth int) uint64 {
		g := &anywoliRival{}
		g.start()
		return countRival(g, depth)
	}},
	{"oware", &owareRival{}, 8, func(depth int) uint64 {
		g := &owareRival{}
		g.start()
		return countRival(g, depth)
	}},
	{"kalah", &kalahRival{}, 8, func(depth int) uint64 {
		g := &kalahRival{}
		g.start()
		return countRival(g, depth)
	}},
	{"cliff", &cliffRival{}, 7, func(depth int) uint64 {
		g := &cliffRival{}
		g.start()
		return countRival(g, depth)
	}},
}

// rivalProgram is a game under the rules its rival plays by: the answers of the
// independent counts, and no repetition where those ignore it.
func rivalProgram(t testing.TB, id string) *program.Program {
	if id == "cliff" {
		file, err := os.ReadFile("testdata/cliff.toml")
		if err != nil {
			t.Fatal(err)
		}
		return text(t, string(file))
	}
	_, under := counts(t)
	c := dsl.Choice{Answers: map[string]string{}}
	for question, answer := range under[id].Answers {
		c.Answers[question] = answer
	}
	if id == "oware" {
		c.Answers["repetition"] = "plays-on"
	}
	return load(t, id, c)
}

const rivalPlies = 2000

// The engine and the hand-written programs play the same games.
func TestRivalsPlayTheSame(t *testing.T) {
	for _, r := range rivals {
		t.Run(r.id, func(t *testing.T) {
			s, e := startOf(t, r.id)
			seeds := make([]uint64, 200)
			for i := range seeds {
				seeds[i] = interpreter.GameSeed(r.id, 1, uint64(i))
			}
			err := e.Playouts(s, seeds, interpreter.Limits{Plies: rivalPlies}, func(i int, got interpreter.Result, _ error) {
				plies, moves := playRival(r.rival, seeds[i], rivalPlies)
				if got.Endless != 0 { // found before the rival's turn is cut, and not always an end
					got.Plies, got.Moves = plies, moves
				}
				if got.Plies != plies || got.Moves != moves {
					t.Fatalf("game %d: %d plies and %d moves, the hand-written program has %d and %d", i, got.Plies, got.Moves, plies, moves)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

// A game that is left in the middle and gone on with is the same game.
func TestGamesInSlices(t *testing.T) {
	for _, r := range rivals {
		if r.id == "cliff" {
			continue // no game of the library
		}
		p := load(t, r.id, dsl.Choice{}) // repetition and all
		seeds := make([]uint64, 40)
		for i := range seeds {
			seeds[i] = interpreter.GameSeed(r.id, 2, uint64(i))
		}
		results := func(slice int) (out []interpreter.Result) {
			e := engineWith(t, p, compiled.Options{}, interpreter.Budget{Laps: rivalLaps})
			e.SetSlice(slice)
			s, err := e.Start()
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Playouts(s, seeds, interpreter.Limits{Plies: 300}, func(_ int, r interpreter.Result, _ error) { out = append(out, r) }); err != nil {
				t.Fatal(err)
			}
			return out
		}
		if whole, cut := results(1<<20), results(7); !reflect.DeepEqual(whole, cut) {
			t.Errorf("%s: games cut in slices of seven plies are others", r.id)
		}
	}
}

// They count the same move sequences.
func TestRivalsCountTheSame(t *testing.T) {
	for _, r := range rivals {
		s, e := startOf(t, r.id)
		want := r.count(4)
		got, err := e.Perft(s, 4)
		if err != nil || got[4] != want {
			t.Errorf("%s: %v, %v; the hand-written program counts %d", r.id, got, err, want)
		}
	}
}

func startOf(t testing.TB, id string) (*interpreter.State, *compiled.Engine) {
	e := engineWith(t, rivalProgram(t, id), compiled.Options{}, interpreter.Budget{Laps: rivalLaps})
	s, err := e.Start()
	if err != nil {
		t.Fatal(err)
	}
	return s, e
}

// BenchmarkPlayouts plays random games, on the engine and by hand; cpu-ns/ply is what to compare.
func BenchmarkPlayouts(b *testing.B) {
	for _, r := range rivals {
		b.Run(r.id+"/engine", func(b *testing.B) {
			s, e := startOf(b, r.id)
			benchPlayouts(b, s, e)
		})
		b.Run(r.id+"/by-hand", func(b *testing.B) {
			seed, plies := uint64(0), 0
			start := processTime()
			for b.Loop() {
				for range 256 {
					seed += 0x9E3779B97F4A7C15
					n, _ := playRival(r.rival, seed, rivalPlies)
					plies += n
				}
			}
			perPly(b, start, plies)
		})
	}
}

func perPly(b *testing.B, start float64, plies int) {
	if d := processTime() - start; d > 0 {
		b.ReportMetric(d*1e9/float64(plies), "cpu-ns/ply")
	}
}

func benchPlayouts(b *testing.B, s *interpreter.State, e *compiled.Engine) {
	seeds := make([]uint64, 256)
	n, plies := uint64(0), 0
	b.ReportAllocs()
	start := processTime()
	for b.Loop() {
		for i := range seeds {
			n += 0x9E3779B97F4A7C15
			seeds[i] = n
		}
		err := e.Playouts(s, seeds, interpreter.Limits{Plies: rivalPlies}, func(_ int, r interpreter.Result, _ error) { plies += r.Plies })
		if err != nil {
			b.Fatal(err)
		}
	}
	perPly(b, start, plies)
}

// BenchmarkPerft counts move sequences, on the engine and by hand.
func BenchmarkPerft(b *testing.B) {
	for _, r := range rivals {
		b.Run(r.id+"/engine", func(b *testing.B) {
			s, e := startOf(b, r.id)
			start, n := processTime(), uint64(0)
			for b.Loop() {
				counts, err := e.Perft(s, r.depth)
				if err != nil {
					b.Fatal(err)
				}
				n += counts[r.depth]
			}
			perPly(b, start, int(n))
		})
		b.Run(r.id+"/by-hand", func(b *testing.B) {
			start, n := processTime(), uint64(0)
			for b.Loop() {
				n += r.count(r.depth)
			}
			perPly(b, start, int(n))
		})
	}
}

// BenchmarkCompile translates a game and makes it ready to run.
func BenchmarkCompile(b *testing.B) {
	for _, id := range []string{"hus", "hawalis", "anywoli", "oware", "kalah", "bao-la-kiswahili"} {
		b.Run(id, func(b *testing.B) {
			p := load(b, id, dsl.Choice{})
			size, start := 0, processTime()
			for b.Loop() {
				m, err := compiled.Compile(p, compiled.Options{})
				if err != nil {
					b.Fatal(err)
				}
				r, err := compiled.NewRuntime(m)
				if err != nil {
					b.Fatal(err)
				}
				size = len(m.Bytes())
				if err := r.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((processTime()-start)*1e3/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(size), "bytes")
		})
	}
}
