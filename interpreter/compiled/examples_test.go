package compiled_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/compiled"
	"mancala/interpreter/notation"
)

// The examples play from a module alone the game that the reference executor
// plays from the same seed.
func TestExamplesPlayHus(t *testing.T) {
	p := load(t, "hus", dsl.Choice{})
	m, err := compiled.Compile(p, compiled.Options{Standalone: true})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "hus.wasm")
	if err := os.WriteFile(file, m.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, command := range map[string][]string{
		"go":   {"go", "run", "./examples/go", file},
		"node": {"node", "examples/hus.mjs", file},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(command[0]); err != nil {
				t.Skipf("%s is not installed: its example is not run", command[0])
			}
			if name == "node" && !nodeIsNew() {
				t.Skip("node is older than version 20: its example is not run")
			}
			for _, seed := range []uint64{1, 20261130} {
				got, err := exec.Command(command[0], append(command[1:], fmt.Sprint(seed))...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %s", err, got)
				}
				if want := husGame(t, oracle(t, p), seed); string(got) != want {
					t.Errorf("seed %d:\n%swant\n%s", seed, got, want)
				}
			}
		})
	}
}

// nodeIsNew tells if node is of version 20 or later.
func nodeIsNew() bool {
	out, err := exec.Command("node", "--version").Output()
	major, _, _ := strings.Cut(strings.TrimPrefix(string(out), "v"), ".")
	n, perr := strconv.Atoi(major)
	return err == nil && perr == nil && n >= 20
}

// husGame is the game of a seed, a move a line.
func husGame(t *testing.T, x interpreter.Executor, seed uint64) string {
	t.Helper()
	s, err := x.Start()
	if err != nil {
		t.Fatal(err)
	}
	random := interpreter.NewRandom(seed)
	var b strings.Builder
	for s.Over == nil {
		legal, err := x.Legal(s)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		if len(legal) > 1 {
			i = random.Below(len(legal))
		}
		mover := int(s.Cells[x.Program().Layout.Mover])
		fmt.Fprintln(&b, rules.SeatName(mover), notation.MoveText(x.Program(), mover, legal[i]))
		if _, err := x.Play(s, legal[i]); err != nil {
			t.Fatal(err)
		}
	}
	if s.Over.Draw {
		return b.String() + "a draw\n"
	}
	return b.String() + rules.SeatName(s.Over.Winner) + " wins\n"
}
