package reference_test

import (
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

func executor(t testing.TB, p *program.Program) *reference.Executor {
	t.Helper()
	x, err := reference.New(p, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func start(t testing.TB, x *reference.Executor) *interpreter.State {
	t.Helper()
	s, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The counts of the handmade programs are those of independent programs.
func TestPerftHandmade(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *program.Program
		want []uint64
	}{
		{"kalah", kalah(6, 4), []uint64{1, 6, 35, 185, 942, 4690, 23233}},
		{"hus", hus(8), []uint64{1, 12, 144, 1244, 11350, 77105}},
		{"hawalis", hawalis(7), []uint64{1, 14, 182, 1539, 12626, 80262}},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := executor(t, c.p)
			got, err := interpreter.Perft(x, start(t, x), len(c.want)-1, nil)
			if err != nil {
				t.Fatal(err)
			}
			for d, want := range c.want {
				if got[d] != want {
					t.Errorf("depth %d: %d, want %d", d, got[d], want)
				}
			}
		})
	}
}

func BenchmarkPlayout(b *testing.B) {
	for name, p := range map[string]*program.Program{"kalah": kalah(6, 4), "hus": hus(8), "hawalis": hawalis(7)} {
		b.Run(name, func(b *testing.B) {
			x := executor(b, p)
			r := interpreter.NewRandom(1)
			plies := 0
			for b.Loop() {
				s := start(b, x)
				res, err := interpreter.Playout(x, s, r, interpreter.Limits{})
				if err != nil {
					b.Fatal(err)
				}
				plies += res.Plies
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}
