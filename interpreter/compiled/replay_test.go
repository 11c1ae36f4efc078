package compiled_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// longTurns is a board of 4x64 with 1,000 seeds where a turn relays on and on.
const longTurns = `mancala = 1
[game]
name = "Long turns"
[board]
rows = 4
columns = 64
stores = "none"
[setup]
holes = '''
own: 4
own inner right 12: 3
'''
[sowing]
route = "own"
direction = "anticlockwise"
endless = "open"
[rules]
moves = "from own where hole has 2 or more"
lap = '''
when last was occupied then relay
when last in inner and opposite has seeds then capture opposite, beyond; sow captured from next
when next has seeds then relay from next
otherwise relay from leftmost (own where hole has seeds)
'''
end = "when mover has no move then opponent wins"
`

// What stops a game is told as the reference executor tells it, but it is not
// asked for turns over their laps, and for one ply of a game at most.
func TestStoppedGames(t *testing.T) {
	open := strings.NewReplacer(`"stop"`, `"open"`, "when position repeats then draw\n", "")
	never := strings.NewReplacer(`"stop"`, `"never"`, "when position repeats then draw\n", "", "then relay", "and lap < 40 then relay\nwhen last was occupied then relay")
	plain := strings.NewReplacer("when opposite has seeds then capture opposite, beyond; sow captured from next\n", "")
	for name, c := range map[string]struct {
		file    string
		laps    int
		asked   bool // by some game
		endless bool
	}{
		"over the laps at once": {longTurns, 300, false, false},
		"over the laps":         {open.Replace(relays(4, 16, 2, "own")), 64, false, false},
		"endless, no answer":    {plain.Replace(open.Replace(relays(4, 4, 2, "own"))), 300, false, true},
		"endless after a sow":   {open.Replace(relays(4, 4, 2, "own")), 300, false, true},
		"claimed never to be":   {never.Replace(relays(4, 4, 2, "own")), 300, false, true},
		"no rule":               {strings.NewReplacer("otherwise stop", "when last in own then stop", "when position repeats then draw\n", "").Replace(relays(2, 6, 4, "board")), 300, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := text(t, c.file)
			budget := interpreter.Budget{Laps: c.laps}
			e, x := engineWith(t, p, compiled.Options{}, budget), oracleWith(t, p, budget)
			s, err := x.Start()
			if err != nil {
				t.Fatal(err)
			}
			seeds, stopped, late, endless := make([]uint64, 40), 0, 0, 0
			for i := range seeds {
				seeds[i] = uint64(i) + 1
			}
			limits := interpreter.Limits{Plies: 200}
			err = e.Playouts(s, seeds, limits, func(i int, r interpreter.Result, err error) {
				want, errX := interpreter.Playout(x, s.Clone(), interpreter.NewRandom(seeds[i]), limits)
				if !reflect.DeepEqual(err, errX) {
					t.Errorf("game %d: error %v, want %v", i, err, errX)
				}
				if !reflect.DeepEqual(r, want) {
					t.Errorf("game %d: %+v\nwant %+v", i, r, want)
				}
				if err != nil || r.Gap != nil {
					stopped++
				}
				if r.Gap != nil && r.Gap.Kind == interpreter.GapEndless {
					endless++
				}
				if (err != nil || r.Gap != nil) && r.Plies > 0 {
					late++
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if (endless > 0) != c.endless {
				t.Errorf("%d games were stopped by endless turns", endless)
			}
			if stopped == 0 || (e.Asked() > 0) != c.asked || c.file != longTurns && late == 0 {
				t.Errorf("%d games stopped, %d of them after some plies; the reference executor was asked %d times", stopped, late, e.Asked())
			}
		})
	}
}

// A single move and a count meet the lap budget without the reference executor.
func TestOverLaps(t *testing.T) {
	p := text(t, longTurns)
	budget := interpreter.Budget{Laps: 300}
	e, x := engineWith(t, p, compiled.Options{}, budget), oracleWith(t, p, budget)
	s, err := e.Start()
	if err != nil {
		t.Fatal(err)
	}
	legal, err := e.Legal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range legal[:10] {
		before := s.Clone()
		_, err := e.Play(s, m)
		_, want := x.Play(s.Clone(), m)
		var over *interpreter.OverBudget
		if !errors.As(want, &over) || !reflect.DeepEqual(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
		if !reflect.DeepEqual(s, before) {
			t.Error("the position has changed")
		}
	}
	_, err = e.Perft(s, 2)
	if _, want := interpreter.Perft(x, s, 2, nil); !reflect.DeepEqual(err, want) {
		t.Errorf("error %v, want %v", err, want)
	}
	if e.Asked() > 0 {
		t.Errorf("the reference executor was asked %d times", e.Asked())
	}
}

// Games of the library that do not say what an endless turn means are stopped
// by it as the reference executor is, in matches and where positions repeat, too.
func TestEndlessUnsaid(t *testing.T) {
	for _, id := range []string{"altiev", "kanji-guti", "tegre", "yovodi"} {
		p := load(t, id, dsl.Choice{})
		budget := interpreter.Budget{Laps: 2000}
		e, other, x := engineWith(t, p, compiled.Options{}, budget), engineWith(t, p, compiled.Options{}, budget), oracleWith(t, p, budget)
		s, err := x.Start()
		if err != nil {
			t.Fatal(err)
		}
		seeds, compared := make([]uint64, 400), 0
		for i := range seeds {
			seeds[i] = uint64(i) + 1
		}
		limits := interpreter.Limits{Plies: 1000}
		err = e.Playouts(s, seeds, limits, func(i int, r interpreter.Result, err error) {
			if err == nil && r.Gap == nil || compared == 4 {
				return
			}
			compared++
			want, errX := interpreter.Playout(x, s.Clone(), interpreter.NewRandom(seeds[i]), limits)
			if !reflect.DeepEqual(r, want) || !reflect.DeepEqual(err, errX) {
				t.Errorf("%s, game %d: %+v, %v\nwant %+v, %v", id, i, r, err, want, errX)
			}
			after, wantAfter := s.Clone(), s.Clone()
			_, _ = other.Rollout(after, seeds[i], limits)
			_, _ = interpreter.Playout(x, wantAfter, interpreter.NewRandom(seeds[i]), limits)
			if !reflect.DeepEqual(after.Cells, wantAfter.Cells) {
				t.Errorf("%s, game %d stopped in %v, want %v", id, i, after.Cells, wantAfter.Cells)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if compared == 0 || e.Asked() > 0 {
			t.Errorf("%s: %d games were stopped; the reference executor was asked %d times", id, compared, e.Asked())
		}
	}
}
