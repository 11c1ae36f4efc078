package compiled_test

import (
	"bufio"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
)

// counts reads the independent counts and the answers they hold under.
func counts(t testing.TB) (byGame map[string][]uint64, under map[string]dsl.Choice) {
	t.Helper()
	f, err := os.Open("../../testdata/perft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	byGame, under = map[string][]uint64{}, map[string]dsl.Choice{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if rest, ok := strings.CutPrefix(line, "# answers "); ok {
			game, list, _ := strings.Cut(rest, " ")
			c := dsl.Choice{Answers: map[string]string{}}
			for _, f := range strings.Fields(list) {
				question, answer, _ := strings.Cut(f, "=")
				c.Answers[question] = answer
			}
			under[game] = c
			continue
		}
		fields := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || len(fields) != 3 {
			continue
		}
		n, err := strconv.ParseUint(fields[2], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if byGame[fields[0]] == nil {
			byGame[fields[0]] = []uint64{1}
		}
		byGame[fields[0]] = append(byGame[fields[0]], n)
	}
	return byGame, under
}

// The module counts as independent programs do, to every depth listed.
func TestCountsOfIndependentPrograms(t *testing.T) {
	byGame, under := counts(t)
	for id, want := range byGame {
		t.Run(id, func(t *testing.T) {
			e := engine(t, load(t, id, under[id]), compiled.Options{})
			s, err := e.Start()
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Perft(s, len(want)-1)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("counts %v, want %v", got, want)
			}
			if e.Asked() > 0 {
				t.Error("the reference executor was asked")
			}
		})
	}
}

// Counts of every game equal those of the reference executor.
func TestCountsOfEveryGame(t *testing.T) {
	for _, id := range games.IDs() {
		t.Run(id, func(t *testing.T) {
			p := load(t, id, dsl.Choice{})
			e, x := engine(t, p, compiled.Options{}), oracle(t, p)
			s, err := x.Start()
			if err != nil {
				t.Skip(err)
			}
			want, errX := interpreter.Perft(x, s, 2, nil)
			got, err := e.Perft(s, 2)
			if !sameError(err, errX) {
				t.Fatalf("error %v, want %v", err, errX)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("counts %v, want %v", got, want)
			}
			if e.Asked() > 0 && errX == nil {
				t.Error("the reference executor was asked")
			}
		})
	}
}

// Playouts in the module are those of the reference executor, number for number.
func TestPlayoutsOfEveryGame(t *testing.T) {
	for _, id := range games.IDs() {
		t.Run(id, func(t *testing.T) {
			p := load(t, id, dsl.Choice{})
			e, x := engine(t, p, compiled.Options{}), oracle(t, p)
			s, err := x.Start()
			if err != nil {
				t.Skip(err)
			}
			seeds := make([]uint64, 8)
			for i := range seeds {
				seeds[i] = interpreter.GameSeed(id, 2, uint64(i))
			}
			limits := interpreter.Limits{Plies: 80}
			gaps, done := 0, 0
			err = e.Playouts(s, seeds, limits, func(i int, r interpreter.Result, err error) {
				want, errX := interpreter.Playout(x, s.Clone(), interpreter.NewRandom(seeds[i]), limits)
				if !sameError(err, errX) {
					t.Fatalf("game %d: error %v, want %v", i, err, errX)
				}
				if err != nil || r.Gap != nil {
					gaps++
				}
				if !reflect.DeepEqual(r, want) {
					t.Fatalf("game %d: %+v %+v\nwant %+v %+v", i, r, r.Outcome, want, want.Outcome)
				}
				done++
			})
			if err != nil {
				t.Fatal(err)
			}
			if done != len(seeds) {
				t.Fatalf("%d of %d games", done, len(seeds))
			}
			if e.Asked() > gaps {
				t.Errorf("the reference executor was asked %d times for %d games with gaps", e.Asked(), gaps)
			}
		})
	}
}
