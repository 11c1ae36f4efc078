package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSimulateDiskFull: a file that can't be written keeps nothing else from
// being written.
func TestSimulateDiskFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "whole.shard")
	code, stdout, stderr := run(t, "", "simulate", "kalah", "--games", "300", "--out", "/dev/full", "--manifest", out)
	if code != exitInternal || !strings.Contains(stdout, "Kalah, 300 games") || !strings.Contains(stderr, "/dev/full can't be written: no space left on device") {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if _, err := os.Stat(out); err != nil {
		t.Errorf("the manifest was not written: %v", err)
	}
	code, stdout, stderr = run(t, "", "simulate", "kalah", "--games", "300", "--checkpoint", "/dev/full")
	if code != exitInternal || stdout != "" || !strings.Contains(stderr, "no regular file") {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	var errOut bytes.Buffer
	code = Run(context.Background(), []string{"simulate", "kalah", "--games", "5000", "--format", "ndjson"}, strings.NewReader(""), full, &errOut)
	if code != exitInternal || !strings.Contains(errOut.String(), "no space left") {
		t.Errorf("exit %d, stderr %q", code, errOut.String())
	}
}

// TestSimulateFolders: a folder nobody may write to is told before any game is played.
func TestSimulateFolders(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"--out", "--checkpoint", "--manifest", "--html", "--records"} {
		code, stdout, stderr := run(t, "", "simulate", "kalah", "--games", "5", flag, filepath.Join(dir, "x"))
		if code != exitInternal || stdout != "" || !strings.Contains(stderr, "permission denied") {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", flag, code, stdout, stderr)
		}
	}
}

// TestSimulateRecordsFail: when records can't be written any more the games
// counted so far are reported.
func TestSimulateRecordsFail(t *testing.T) {
	dir := t.TempDir()
	records := filepath.Join(dir, "records")
	if err := os.MkdirAll(filepath.Join(records, "kalah-random-random-seed1-0000100-0000199.jsonl"), 0o777); err != nil { // in the way of the second file
		t.Fatal(err)
	}
	code, stdout, stderr := run(t, "", "simulate", "kalah", "--games", "400", "--records", records)
	if code != exitInternal || !strings.Contains(stderr, "0000199.jsonl can't be written") || !strings.Contains(stdout, "only a part") {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
	if _, err := os.Stat(filepath.Join(records, "kalah-random-random-seed1-0000000-0000099.jsonl")); err != nil {
		t.Error(err)
	}
}

// TestSimulateInterrupted: what Ctrl-C leaves is a report that says it is a
// part, a checkpoint to go on from, and records of the games played; gone on
// with, it is the run that was never interrupted.
func TestSimulateInterrupted(t *testing.T) {
	dir := t.TempDir()
	state, records := filepath.Join(dir, "state"), filepath.Join(dir, "records")
	args := []string{"simulate", "kalah", "oware", "--games", "120", "--north", "greedy", "--watch", "20"}
	code, want, _ := run(t, "", args...)
	if code != exitOK {
		t.Fatal(code)
	}
	args = append(args, "--checkpoint", state, "--checkpoint-every", "1ms", "--records", records)
	for changes := 1; changes < 4; changes++ {
		code, got, stderr := runUntil(args, state, changes)
		if code != exitOK && code != exitInterrup {
			t.Fatalf("exit %d, %s\n%s", code, stderr, got)
		}
		if code == exitInterrup && got != "" && !strings.Contains(got, "only a part") && !strings.Contains(got, "Kalah, 120 games") {
			t.Errorf("a report of a part doesn't say so:\n%s", got)
		}
	}
	if code, got, stderr := run(t, "", args...); code != exitOK || got != want {
		t.Errorf("exit %d, %s\n%s\nwant\n%s", code, stderr, got, want)
	}
	for _, id := range []string{"kalah", "oware"} {
		files, _ := filepath.Glob(filepath.Join(records, id+"-*.jsonl"))
		games := 0
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			games += strings.Count(string(text), `{"record":1`)
		}
		if games != 120 {
			t.Errorf("%d records of %s in %v", games, id, files)
		}
	}
}

// TestSimulateInterruptedAtOnce: even of no games at all the JSON is a document.
func TestSimulateInterruptedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errOut bytes.Buffer
	code := Run(ctx, []string{"simulate", "kalah", "--games", "50", "--json"}, strings.NewReader(""), &out, &errOut)
	var report struct {
		Games  *int `json:"games"`
		Wanted int  `json:"games_wanted"`
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil || code != exitInterrup || report.Games == nil || *report.Games != 0 || report.Wanted != 50 {
		t.Errorf("exit %d, %v, %+v in %s", code, err, report, out.String())
	}
}

// runUntil interrupts a run once a file is there and was replaced a few times.
func runUntil(args []string, file string, changes int) (code int, out, errOut string) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		var last os.FileInfo
		for ctx.Err() == nil && changes > 0 {
			if info, err := os.Stat(file); err == nil && (last == nil || !os.SameFile(info, last)) {
				last = info
				changes--
			}
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	var o, e bytes.Buffer
	code = Run(ctx, args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}
