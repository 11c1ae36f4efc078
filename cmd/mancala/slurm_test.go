package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"testing"
)

// TestSlurm plays a run as a job array of a real Slurm cluster and holds the
// merged parts against one run. It needs a cluster that shares this machine's
// file system (testdata/slurm-node.sh starts one of a single node) and is
// asked for by MANCALA_SLURM=1.
func TestSlurm(t *testing.T) {
	if os.Getenv("MANCALA_SLURM") == "" {
		t.Skip("set MANCALA_SLURM=1 where there is a Slurm cluster")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "mancala")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(name string, args ...string) []byte {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		var errOut bytes.Buffer
		cmd.Stderr = &errOut
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s%s", name, args, err, out, errOut.String())
		}
		t.Logf("%s %v\n%.3000s%s", name, args, out, errOut.String())
		return out
	}
	play := []string{"simulate", "hus", "kalah", "--games", "20000", "--seed", "11"}
	job := run(program, append(play, "--emit", "slurm", "--shards", "4")...)
	if err := os.WriteFile(filepath.Join(dir, "hus.sbatch"), job, 0o755); err != nil {
		t.Fatal(err)
	}
	run("sbatch", "--wait", "hus.sbatch")
	logs, _ := filepath.Glob(filepath.Join(dir, "*.log"))
	sort.Strings(logs)
	for _, name := range logs {
		text, err := os.ReadFile(name)
		t.Logf("%s: %s %v", filepath.Base(name), text, err)
	}
	parts, _ := filepath.Glob(filepath.Join(dir, "mancala-hus", "part-*.json"))
	merged := run(program, append([]string{"merge"}, parts...)...)
	if one := run(program, play...); !bytes.Equal(one, merged) {
		t.Error("the parts are not the bytes of one run")
	}
}
