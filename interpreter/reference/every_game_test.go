package reference_test

import (
	"errors"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
)

// Every game of the library plays: no seed is lost, every listed move can be
// made, and nothing but a gap or a budget stops a game before its end.
func TestEveryGamePlays(t *testing.T) {
	for _, id := range games.IDs() {
		t.Run(id, func(t *testing.T) {
			x := load(t, id, dsl.Choice{})
			ended, gaps, plies := 0, map[interpreter.GapKind]int{}, 0
			for game := range uint64(5) {
				s, err := x.Start()
				var gap *interpreter.Gap
				if errors.As(err, &gap) {
					gaps[gap.Kind]++
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				total := sum(x, s)
				random := interpreter.NewRandom(interpreter.GameSeed(id, 1, game))
				for range 6 { // slices of a game, to see seeds on the way
					res, err := interpreter.Playout(x, s, random, interpreter.Limits{Plies: 25})
					var over *interpreter.OverBudget
					if err != nil && !errors.As(err, &over) {
						t.Fatalf("after %d plies: %v", plies, err)
					}
					plies += res.Plies
					if now := sum(x, s); now != total {
						t.Fatalf("%d seeds became %d", total, now)
					}
					if err != nil || res.Gap != nil {
						if res.Gap != nil {
							gaps[res.Gap.Kind]++
						}
						break
					}
				}
				if s.Over != nil {
					ended++
				}
			}
			t.Logf("%d plies, %d of 5 games ended, gaps %v", plies, ended, gaps)
		})
	}
}

// The seats of every game of two sides are alike: positions of a random game
// play the same when turned round.
func TestEveryGameIsSymmetric(t *testing.T) {
	for _, id := range games.IDs() {
		t.Run(id, func(t *testing.T) {
			x := load(t, id, dsl.Choice{})
			if p := x.Program(); p.Players != 2 || neutral(p) == p.Holes {
				t.Skip("not a game of two sides")
			}
			s, err := x.Start()
			if err != nil {
				t.Skip(err)
			}
			random := interpreter.NewRandom(interpreter.GameSeed(id, 2, 0))
			for ply := 0; ply < 40 && s.Over == nil; ply++ {
				turned := &interpreter.State{Cells: turn(x.Program(), s.Cells)}
				plain := &interpreter.State{Cells: s.Cells}
				if diff := differsTurned(x, plain, turned); diff != "" {
					t.Fatalf("ply %d: %s", ply, diff)
				}
				moves, err := x.Legal(s)
				if err != nil {
					return
				}
				if _, err := x.Play(s, moves[random.Below(len(moves))]); err != nil {
					return
				}
			}
		})
	}
}

// Of four players those who lose are out one by one, the last one left wins.
func TestFourPlayersPlayOn(t *testing.T) {
	x := load(t, "quendo", dsl.Choice{Parameters: map[string]int{"players": 4}})
	p := x.Program()
	if p.Players != 4 {
		t.Fatalf("%d players, want 4", p.Players)
	}
	out, won := map[int]int{}, map[int]int{}
	for game := range uint64(40) {
		s := start(t, x)
		r := interpreter.NewRandom(interpreter.GameSeed("quendo", 1, game))
		for s.Over == nil {
			res, err := interpreter.Playout(x, s, r, interpreter.Limits{Plies: 1})
			if err != nil || res.Gap != nil {
				t.Fatalf("%v, %v", err, res.Gap)
			}
			if mover := int(s.Cells[p.Layout.Mover]); s.Over == nil && s.Cells[p.Layout.Phases+mover] < 0 {
				t.Fatalf("seat %d is out and to move", mover)
			}
		}
		left := 0
		for seat := range 4 {
			if s.Cells[p.Layout.Phases+seat] >= 0 {
				left++
			}
		}
		out[4-left]++
		won[s.Over.Winner]++
	}
	if won[-1] > 0 || out[0]+out[1]+out[2]+out[3] == 0 {
		t.Errorf("players out at the end: %v, winners %v", out, won)
	}
	t.Logf("players out at the end: %v, winners %v", out, won)
}
