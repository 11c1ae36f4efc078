package simulate_test

import (
	"context"
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/program"
	"mancala/interpreter/simulate"
)

// What statistics cost: random games of the engine alone, and of a run that
// counts and tells what a run of a million games does.
//
//	go test ./interpreter/simulate -run - -bench Cost -count 5
func BenchmarkCost(b *testing.B) {
	for _, id := range []string{"hus", "kalah", "oware"} {
		bed := newBed(b, id)
		b.Run(id+"/engine", func(b *testing.B) {
			x, err := compiled.NewEngine(bed.runtime, interpreter.Budget{})
			if err != nil {
				b.Fatal(err)
			}
			defer x.Close()
			start, err := x.Start()
			if err != nil {
				b.Fatal(err)
			}
			hash, seeds := program.Hash(bed.p), make([]uint64, 64)
			for n := 0; n < b.N; n += len(seeds) {
				for i := range seeds {
					seeds[i] = interpreter.GameSeed(hash, 1, uint64(n+i))
				}
				if err := x.Playouts(start, seeds, interpreter.Limits{}, func(int, interpreter.Result, error) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(id+"/statistics", func(b *testing.B) {
			s := bed.setup(b, 1, "random", "random")
			s.Games, s.Watch = uint64(b.N), uint64(b.N/4000)
			if _, err := simulate.Run(context.Background(), s, simulate.Range{To: s.Games}, bed.options(1)); err != nil {
				b.Fatal(err)
			}
		})
	}
}
