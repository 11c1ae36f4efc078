package compiled_test

import (
	"slices"
	"testing"

	"mancala/dsl"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// Making all moves of a position at once gives what Legal and Play give, and
// a game played out in one call ends where Playout ends: in games with extra
// turns, relays, choices, phases, histories, rounds, three players and one.
func TestExpandAndRollout(t *testing.T) {
	for _, id := range []string{"kalah", "oware", "hus", "hawalis", "anywoli", "tshuba", "bao-la-kiswahili", "quendo", "tchuka-ruma", "nano-wari", "weg"} {
		t.Run(id, func(t *testing.T) {
			p := load(t, id, dsl.Choice{})
			e, ref := engine(t, p, compiled.Options{}), oracle(t, p)
			s, err := ref.Start()
			if err != nil {
				t.Fatal(err)
			}
			r := interpreter.NewRandom(4)
			var kids []interpreter.Kid
			for ply := 0; s.Over == nil && ply < 25; ply++ {
				sameRollout(t, e, ref, s, uint64(ply)+1, 1+ply*7)
				want, err := interpreter.ExpandByPlay(ref, s, nil)
				if err != nil {
					return // a gap
				}
				before := s.Clone()
				if kids, err = e.Expand(s, kids); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(before.Cells, s.Cells) || len(before.Seen) != len(s.Seen) {
					t.Fatalf("ply %d: the position was changed", ply)
				}
				if len(kids) != len(want) {
					t.Fatalf("ply %d: %d moves, want %d", ply, len(kids), len(want))
				}
				for i := range want {
					sameKid(t, ply, i, &kids[i], &want[i])
				}
				k := &want[r.Below(len(want))]
				if k.Err != nil {
					return
				}
				s = k.State.Clone()
			}
		})
	}
}

func sameKid(t *testing.T, ply, i int, got, want *interpreter.Kid) {
	t.Helper()
	if (got.Err == nil) != (want.Err == nil) {
		t.Fatalf("ply %d, move %d: error %v, want %v", ply, i, got.Err, want.Err)
	}
	if got.Err != nil {
		return
	}
	sameEnd(t, ply, &got.State, &want.State)
	if got.Again != want.Again || got.Captured != want.Captured || got.Endless != want.Endless {
		t.Fatalf("ply %d, move %d: %+v, want %+v", ply, i, got, want)
	}
}

func sameEnd(t *testing.T, ply int, got, want *interpreter.State) {
	t.Helper()
	if !slices.Equal(got.Cells, want.Cells) || !slices.EqualFunc(got.Seen, want.Seen, slices.Equal) {
		t.Fatalf("ply %d: %v with %d keys, want %v with %d", ply, got.Cells, len(got.Seen), want.Cells, len(want.Seen))
	}
	if (got.Over == nil) != (want.Over == nil) || got.Over != nil && (got.Over.Winner != want.Over.Winner || got.Over.Draw != want.Over.Draw ||
		!slices.Equal(got.Over.Scores, want.Over.Scores)) {
		t.Fatalf("ply %d: over %+v, want %+v", ply, got.Over, want.Over)
	}
}

// sameRollout plays a random game in one call and step by step. The history
// is not kept by the call.
func sameRollout(t *testing.T, e interface {
	Rollout(*interpreter.State, uint64, interpreter.Limits) (interpreter.Result, error)
}, ref interpreter.Executor, s *interpreter.State, seed uint64, plies int) {
	t.Helper()
	limits := interpreter.Limits{Plies: plies}
	a, b := s.Clone(), s.Clone()
	got, err := e.Rollout(a, seed, limits)
	if err != nil {
		t.Fatal(err)
	}
	want, err := interpreter.Playout(ref, b, interpreter.NewRandom(seed), limits)
	if err != nil {
		t.Fatal(err)
	}
	a.Seen, b.Seen = nil, nil
	if b.Over != nil { // then only the outcome is told
		a.Cells = b.Cells
	}
	sameEnd(t, plies, a, b)
	if got.Plies != want.Plies || got.Captured != want.Captured || (got.Gap == nil) != (want.Gap == nil) {
		t.Fatalf("%d plies: %+v, want %+v", plies, got, want)
	}
}
