package record_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/record"
	"mancala/interpreter/reference"
)

// A recordSet is a line of testdata/records.tsv.
type recordSet struct {
	name, game string
	choice     dsl.Choice
}

const (
	setList = "../../testdata/records.tsv"
	ludii   = "../../testdata/records-ludii.tsv"
	others  = "../../../shared/conformance/ludii"
	samples = "../../testdata/records"
	whole   = "../../../shared/conformance/mancalagames"
)

// TestRecordsOfAnotherProgram replays recorded games of another program by
// the rules of the library: the sample always, the whole sets where they are.
func TestRecordsOfAnotherProgram(t *testing.T) {
	sets := recordSets(t, setList)
	if len(sets) < 80 {
		t.Errorf("%d record sets are accepted, 80 are promised", len(sets))
	}
	for _, set := range sets {
		t.Run(set.name, func(t *testing.T) {
			t.Parallel()
			replay(t, set, filepath.Join(samples, set.name+".jsonl"))
			if path := filepath.Join(whole, set.name+".jsonl"); exists(path) {
				replay(t, set, path)
			}
		})
	}
}

// TestRecordsOfLudii does so with sets that are not part of the project.
func TestRecordsOfLudii(t *testing.T) {
	sets := recordSets(t, ludii)
	if len(sets) < 66 {
		t.Errorf("%d of 66 record sets are accepted", len(sets))
	}
	for _, set := range sets {
		t.Run(set.name, func(t *testing.T) {
			t.Parallel()
			executorOf(t, set) // the rules named in the list exist
			if path := filepath.Join(others, set.name+".jsonl"); exists(path) {
				replay(t, set, path)
			}
		})
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// replay holds every record of a file against the rules of its set.
func replay(t *testing.T, set recordSet, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	records, err := record.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		x := executorOf(t, set)
		report, err := record.Referee(x, r)
		if err != nil {
			t.Fatalf("%s, record %d: %v", path, i+1, err)
		}
		for _, f := range report.Findings {
			t.Errorf("%s, record %d: %s", path, i+1, f)
		}
		if report.Plies == 0 {
			t.Errorf("%s, record %d: no move was checked", path, i+1)
		}
	}
}

func executorOf(t *testing.T, set recordSet) *reference.Executor {
	t.Helper()
	name, text, err := games.Open(set.game)
	if err != nil {
		t.Fatal(err)
	}
	g, ds := dsl.Load(games.NewFile(name, text), set.choice)
	if g == nil {
		t.Fatal(ds.Text())
	}
	p, err := lower.Lower(g)
	if err != nil {
		t.Fatal(err)
	}
	x, err := reference.New(p, interpreter.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// recordSets reads a list: set, game, variant, parameters, answers.
func recordSets(t *testing.T, path string) []recordSet {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []recordSet
	for _, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 5 {
			t.Fatalf("%s: %q has %d columns, not 5", path, line, len(f))
		}
		set := recordSet{name: f[0], game: f[1], choice: dsl.Choice{Variant: f[2], Answers: pairs(f[4]), Parameters: map[string]int{}}}
		for k, v := range pairs(f[3]) {
			n, err := strconv.Atoi(v)
			if err != nil {
				t.Fatal(err)
			}
			set.choice.Parameters[k] = n
		}
		out = append(out, set)
	}
	return out
}

// pairs reads "a=b,c=d".
func pairs(s string) map[string]string {
	out := map[string]string{}
	for _, kv := range strings.Split(s, ",") {
		if k, v, ok := strings.Cut(kv, "="); ok {
			out[k] = v
		}
	}
	return out
}
