package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestKilledShard: a shard whose process is killed again and again goes on
// from its checkpoint, and the shards put together are the bytes of one run.
func TestKilledShard(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs links")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "mancala") // by this name the test binary is the program
	if err := os.Symlink(self, program); err != nil {
		t.Skip(err)
	}
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		return cmd
	}
	play := []string{"simulate", "hus", "--games", "3000", "--seed", "5", "--north", "greedy", "--watch", "30"}
	want, err := command(play...).Output()
	if err != nil {
		t.Fatal(err)
	}
	shard := func(i string) []string {
		return append(append([]string{}, play...), "--shard", i+"/3", "--out", i+".part", "--checkpoint", i+".state", "--checkpoint-every", "2ms")
	}
	kills := 0
	for range 4 {
		kills += killed(t, command(shard("1")...), filepath.Join(dir, "1.state"))
	}
	t.Logf("killed %d times", kills)
	for _, i := range []string{"0", "1", "2"} {
		if out, err := command(shard(i)...).CombinedOutput(); err != nil {
			t.Fatalf("shard %s: %v\n%s", i, err, out)
		}
	}
	got, err := command("merge", "2.part", "0.part", "1.part").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the shards give\n%s\nwant\n%s", got, want)
	}
}

// killed starts a run and kills it once its checkpoint was replaced; a run
// that ends before is no fault. It gives the number of kills.
func killed(t *testing.T, cmd *exec.Cmd, state string) int {
	t.Helper()
	before, _ := os.Stat(state)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- cmd.Wait() }()
	for {
		select {
		case err := <-over:
			if err != nil {
				t.Fatal(err)
			}
			return 0
		case <-time.After(time.Millisecond):
		}
		now, err := os.Stat(state)
		if err == nil && (before == nil || !os.SameFile(before, now)) {
			_ = cmd.Process.Kill()
			<-over
			return 1
		}
	}
}
