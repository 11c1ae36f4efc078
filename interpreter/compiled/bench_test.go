package compiled_test

import (
	"os"
	"strconv"
	"testing"

	"mancala/dsl"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// benchGames are the games with hand-written rivals, under the answers of the
// independent counts.
var benchGames = []string{"hus", "hawalis", "anywoli", "oware", "kalah"}

// BenchmarkPlayouts plays random games; moves/s is what to compare.
func BenchmarkPlayouts(b *testing.B) {
	_, under := counts(b)
	for _, id := range benchGames {
		b.Run(id, func(b *testing.B) {
			e := engine(b, load(b, id, under[id]), compiled.Options{})
			benchPlayouts(b, e, id)
		})
	}
}

func benchPlayouts(b *testing.B, e *compiled.Engine, id string) {
	s, err := e.Start()
	if err != nil {
		b.Fatal(err)
	}
	seeds := make([]uint64, 256)
	n := uint64(0)
	plies := 0
	b.ReportAllocs()
	for b.Loop() {
		for i := range seeds {
			n += 0x9E3779B97F4A7C15
			seeds[i] = n
		}
		err := e.Playouts(s, seeds, interpreter.Limits{Plies: 2000}, func(_ int, r interpreter.Result, err error) {
			if err != nil {
				b.Fatal(err)
			}
			plies += r.Plies
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}

// BenchmarkPerft counts move sequences.
func BenchmarkPerft(b *testing.B) {
	depths := map[string]int{"hus": 5, "hawalis": 5, "anywoli": 5, "oware": 7, "kalah": 7}
	_, under := counts(b)
	for _, id := range benchGames {
		b.Run(id, func(b *testing.B) {
			e := engine(b, load(b, id, under[id]), compiled.Options{})
			s, err := e.Start()
			if err != nil {
				b.Fatal(err)
			}
			depth := depths[id]
			if d, err := strconv.Atoi(os.Getenv("MANCALA_DEPTH")); err == nil {
				depth = d
			}
			for b.Loop() {
				if _, err := e.Perft(s, depth); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCompile translates a game and makes it ready to run.
func BenchmarkCompile(b *testing.B) {
	_, under := counts(b)
	for _, id := range append(benchGames, "bao") {
		b.Run(id, func(b *testing.B) {
			p := load(b, id, under[id])
			size := 0
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
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

var _ = dsl.Choice{}
