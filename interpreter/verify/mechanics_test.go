package verify

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
)

// The small games that show one construct each make claims about it: all hold.
func TestMechanics(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/mechanics/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no games", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".toml"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			v := &Verifier{File: games.NewFile(path, text), Arg: path}
			t.Cleanup(v.Close)
			verdicts, err := v.Evidence(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if len(verdicts) == 0 {
				t.Error("it claims nothing")
			}
			for _, b := range verdicts {
				if b.Word != Holds {
					t.Errorf("%s, line %d: %s: %s", b.Evidence, b.Line, b.Word, b.Why)
				}
			}
			if _, ds := dsl.CheckAll(v.File); len(ds) > 0 {
				t.Error(ds.Text())
			}
		})
	}
}
