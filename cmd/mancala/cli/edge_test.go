package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestInterruptedInput: Ctrl-C ends a command that waits for input.
func TestInterruptedInput(t *testing.T) {
	for _, args := range [][]string{{"play", "oware"}, {"referee", "oware", "-"}, {"check", "-"}} {
		in, w := io.Pipe()
		defer w.Close()
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		var out, errOut bytes.Buffer
		done := make(chan int, 1)
		go func() { done <- Run(ctx, args, in, &out, &errOut) }()
		select {
		case code := <-done:
			if code != exitInterrup {
				t.Errorf("%v: exit %d, want %d; stderr %q", args, code, exitInterrup, errOut.String())
			}
		case <-time.After(time.Minute):
			t.Fatalf("%v: still waiting for input", args)
		}
	}
}

// TestInterruptedPerft: partial counts are said to be partial.
func TestInterruptedPerft(t *testing.T) {
	for _, args := range [][]string{{"perft", "oware", "--depth", "20"}, {"perft", "oware", "--depth", "20", "--divide"}, {"perft", "oware", "--depth", "20", "--json"}, {"perft", "oware", "--depth", "20", "--divide", "--json"}} {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(50*time.Millisecond, cancel)
		var out, errOut bytes.Buffer
		if code := Run(ctx, args, strings.NewReader(""), &out, &errOut); code != exitInterrup {
			t.Errorf("%v: exit %d, want %d", args, code, exitInterrup)
		}
		if !strings.Contains(out.String(), "interrupted") {
			t.Errorf("%v doesn't say that it is partial:\n%s", args, out.String())
		}
	}
}

// TestReplaceFile: a link stays a link, a device a device, and a read-only
// file is left alone.
func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	if err := replaceFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
	if text, _ := os.ReadFile(file); string(text) != "new" {
		t.Errorf("the file behind the link holds %q", text)
	}
	if err := replaceFile(dir, []byte("new")); err == nil {
		t.Error("a directory was written to")
	}
	if os.Geteuid() == 0 {
		return // nothing is read-only for root
	}
	if err := os.Chmod(file, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(file, []byte("newer")); err == nil {
		t.Error("a read-only file was replaced")
	}
}

// TestFlagNumbers: what is no number is said in the words of the user.
func TestFlagNumbers(t *testing.T) {
	for value, want := range map[string]string{"-1": "--games wants a whole number from 0", "NaN": "--games wants", "99999999999999999999": "is too large"} {
		var out, errOut bytes.Buffer
		code := Run(context.Background(), []string{"simulate", "oware", "--games", value}, strings.NewReader(""), &out, &errOut)
		if code != exitUsage || !strings.Contains(errOut.String(), want) || strings.Contains(errOut.String(), "strconv") {
			t.Errorf("--games %s: exit %d, %q", value, code, errOut.String())
		}
	}
}

// TestEndlessLine: what is no line of text is refused in words.
func TestEndlessLine(t *testing.T) {
	var out, errOut bytes.Buffer
	code := Run(context.Background(), []string{"play", "oware"}, strings.NewReader(strings.Repeat("A", 100_000)), &out, &errOut)
	if code != exitUsage || !strings.Contains(errOut.String(), "a line of 64 kB or more is no move") {
		t.Errorf("exit %d, %q", code, errOut.String())
	}
}
