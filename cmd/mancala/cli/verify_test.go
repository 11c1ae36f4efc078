package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// cancelling is a writer that cancels a context when it is first written to.
type cancelling struct {
	bytes.Buffer
	cancel func()
}

func (c *cancelling) Write(b []byte) (int, error) {
	c.cancel()
	return c.Buffer.Write(b)
}

// Interrupted while the second game is being verified (Anywoli's 162
// combinations take far longer than printing the first page), verify prints
// the first page whole and what is known of the second, and exits with 130.
func TestVerifyInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &cancelling{cancel: cancel}
	var errOut bytes.Buffer
	a := &app{out: out, err: &errOut}
	err := a.verify(ctx, []string{"tchoukaillon", "anywoli", "hawalis"}, verifyFlags{games: 5, nodes: 1000})
	if code := codeOf(err); code != exitInterrup {
		t.Errorf("exit code %d, want %d: %v", code, exitInterrup, err)
	}
	first, second, found := strings.Cut(out.String(), "rules: anywoli")
	if !strings.Contains(first, "rules: tchoukaillon") || strings.Contains(first, "Interrupted") {
		t.Errorf("the first page is not whole:\n%s", first)
	}
	if found && !strings.Contains(second, "Interrupted: this is what was known.") {
		t.Errorf("the second page passes for a whole one:\n%s", second)
	}
}

// Interrupted before anything is known, it says so and no more.
func TestVerifyInterruptedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errOut bytes.Buffer
	if code := Run(ctx, []string{"verify", "hus", "kalah"}, strings.NewReader(""), &out, &errOut); code != exitInterrup {
		t.Errorf("exit code %d", code)
	}
	if out.Len() > 0 || !strings.Contains(errOut.String(), "interrupted") {
		t.Errorf("stdout %q, stderr %q", out.String(), errOut.String())
	}
}

// Several games come in the order they were named, whichever is done first.
func TestVerifyInOrder(t *testing.T) {
	var out, errOut bytes.Buffer
	args := []string{"verify", "anywoli", "hus", "oware", "--only", "seeds"}
	if code := Run(context.Background(), args, strings.NewReader(""), &out, &errOut); code != exitOK {
		t.Errorf("exit code %d, stderr %s", code, errOut.String())
	}
	at := -1
	for _, id := range []string{"anywoli", "hus", "oware"} {
		next := strings.Index(out.String(), "rules: "+id)
		if next <= at {
			t.Errorf("%s stands at %d, after %d", id, next, at)
		}
		at = next
	}
}
