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

// Counts of move sequences go on from one round into the next.
func TestCountsAcrossRounds(t *testing.T) {
	for _, id := range []string{"dakon", "gabata", "bechi", "urim", "two-row-bao", "motiq", "giuthi"} {
		p := load(t, id, dsl.Choice{})
		e, x := engine(t, p, compiled.Options{}), oracle(t, p)
		crossed := false
		for game := range uint64(20) {
			s, err := x.Start()
			if err != nil {
				t.Fatal(err)
			}
			// a position two plies before a round ends, if one does
			var past []*interpreter.State
			r, ended := interpreter.NewRandom(interpreter.GameSeed(id, 4, game)), false
			for ply := 0; ply < 400 && !ended && s.Over == nil; ply++ {
				past = append(past, s.Clone())
				moves, err := x.Legal(s)
				if err != nil {
					break
				}
				pl, err := x.Play(s, moves[r.Below(len(moves))])
				if err != nil {
					break
				}
				ended = pl.Round != nil
			}
			if !ended || len(past) < 2 {
				continue
			}
			from := past[len(past)-2]
			got, err := e.Perft(from, 4)
			want, err2 := interpreter.Perft(x, from, 4, nil)
			if err != nil || err2 != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, game %d: %v %v, want %v %v", id, game, got, err, want, err2)
			}
			crossed = true
			break
		}
		if !crossed {
			t.Errorf("%s: no round of twenty games ended", id)
		}
	}
}
