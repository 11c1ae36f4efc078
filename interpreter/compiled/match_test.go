package compiled_test

import (
	"reflect"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// Both engines play the same matches: round by round, position by position,
// and in whole playouts.
func TestMatchesAgree(t *testing.T) {
	played := 0
	for _, id := range games.IDs() {
		p := load(t, id, dsl.Choice{})
		if p.Match == nil {
			continue
		}
		t.Run(id, func(t *testing.T) {
			e, x := engine(t, p, compiled.Options{}), oracle(t, p)
			r := interpreter.NewRandom(interpreter.GameSeed(id, 3, 0))
			a, err := e.Start()
			b, err2 := x.Start()
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			rounds := 0
			for ply := 0; ply < 250 && rounds < 3 && a.Over == nil; ply++ {
				moves, err := x.Legal(b)
				if err != nil {
					break
				}
				m := moves[r.Below(len(moves))]
				pa, err := e.Play(a, m)
				pb, err2 := x.Play(b, m)
				if !sameError(err, err2) {
					t.Fatalf("ply %d: %v against %v", ply, err, err2)
				}
				if err != nil {
					break
				}
				if !reflect.DeepEqual(pa, pb) || !reflect.DeepEqual(show(a), show(b)) {
					t.Fatalf("ply %d:\n%+v %+v\n%+v %+v\n%v\n%v", ply, pa, pa.Round, pb, pb.Round, show(a), show(b))
				}
				if pb.Round != nil {
					rounds++
				}
			}
			played += rounds
			limits := interpreter.Limits{Plies: 250, Rounds: 3}
			start, _ := e.Start()
			_ = e.Playouts(start, []uint64{1, 2, 3}, limits, func(i int, got interpreter.Result, err error) {
				s, _ := x.Start()
				want, err2 := interpreter.Playout(x, s, interpreter.NewRandom(uint64(i+1)), limits)
				if !sameError(err, err2) || !reflect.DeepEqual(got, want) {
					t.Errorf("playout %d:\n%+v\n%+v", i, got, want)
				}
			})
		})
	}
	t.Log(played, "rounds")
}
