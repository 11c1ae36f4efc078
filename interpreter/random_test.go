package interpreter

import "testing"

// The outputs are part of the record format: a run named by its seed must be
// the same run for ever. They were computed by an independent program.
func TestRandomGolden(t *testing.T) {
	r := NewRandom(1)
	for i, want := range []uint64{0x47e4ce4b896cdd1d, 0xabcfa6a8e079651d, 0xb9d10d8feb731f57, 0x4db418a0bb1b019d} {
		if got := r.Next(); got != want {
			t.Errorf("output %d = %#x, want %#x", i, got, want)
		}
	}
}

func TestBelowGolden(t *testing.T) {
	r := NewRandom(0xdeadbeefcafebabe)
	for i, want := range []int{3, 1, 3, 2, 0, 6, 6, 0, 6, 4, 6, 5} {
		if got := r.Below(7); got != want {
			t.Errorf("draw %d = %d, want %d", i, got, want)
		}
	}
}

func TestBelowStaysBelow(t *testing.T) {
	r := NewRandom(0) // zero counts as one
	if r.State() != 1 {
		t.Fatalf("state %d, want 1", r.State())
	}
	seen := map[int]int{}
	for range 30_000 {
		seen[r.Below(3)]++
	}
	for i := range 3 {
		if seen[i] < 9_500 || seen[i] > 10_500 {
			t.Errorf("%d drawn %d times of 30,000", i, seen[i])
		}
	}
	if len(seen) != 3 || r.Below(0) != 0 || r.Below(-4) != 0 {
		t.Errorf("draws outside 0..2: %v", seen)
	}
}

func TestGameSeedGolden(t *testing.T) {
	for _, c := range []struct {
		hash       string
		seed, game uint64
		want       uint64
	}{
		{"abc", 1, 0, 0x90b7c045fb74514e},
		{"abc", 1, 1, 0x7da2968623281472},
		{"", 1<<64 - 1, 1 << 63, 0x2373e5f0f76258c4},
	} {
		if got := GameSeed(c.hash, c.seed, c.game); got != c.want {
			t.Errorf("GameSeed(%q, %d, %d) = %#x, want %#x", c.hash, c.seed, c.game, got, c.want)
		}
	}
}
