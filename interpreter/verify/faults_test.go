package verify

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"mancala/dsl"
	"mancala/dsl/source"
)

var update = flag.Bool("update", false, "write the copies with planted faults anew")

// fault is a planted change in a copy of a game.
type fault struct {
	ID, Game, What, Old, New string
}

func faults(t *testing.T) []fault {
	t.Helper()
	var list struct{ Fault []fault }
	if _, err := toml.DecodeFile(filepath.Join("testdata", "faults.toml"), &list); err != nil {
		t.Fatal(err)
	}
	return list.Fault
}

func (f fault) path() string { return filepath.Join("testdata", "faults", f.ID+".toml") }

// Every planted fault is found: a claim of the file is refuted that holds in
// the game itself, or a line of play is found on which the two part, within a
// small part of the default budgets.
func TestPlantedFaults(t *testing.T) {
	list := faults(t)
	if len(list) < 10 {
		t.Fatalf("%d faults", len(list))
	}
	sound := map[string]map[string]Word{}
	for _, f := range list {
		if *update {
			plant(t, f)
		}
		t.Run(f.ID, func(t *testing.T) {
			text, err := os.ReadFile(f.path())
			if err != nil {
				t.Fatal(err)
			}
			if sound[f.Game] == nil {
				sound[f.Game] = quick(t, verifier(t, f.Game, "", dsl.Choice{}))
			}
			v := verifier(t, f.Game, "", dsl.Choice{})
			v.File, v.Arg = source.NewFile(f.path(), text), f.path()
			var refuted []string
			for id, w := range quick(t, v) {
				if w == Refuted && sound[f.Game][id] == Holds {
					refuted = append(refuted, id)
				}
			}
			a, err := v.Base()
			if err != nil {
				t.Fatal(err)
			}
			c, err := Compare(context.Background(), load(t, f.Game, dsl.Choice{}), a, Budget{Nodes: 20_000, Games: 40, Plies: 60_000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(refuted) == 0 && c.Shortest == nil {
				t.Errorf("not found: %s", f.What)
			}
			line := "no difference found"
			if c.Shortest != nil {
				line = c.Shortest.What + " after " + strings.Join(c.Shortest.Line, " ")
			}
			t.Logf("%s\nrefuted: %s\n%s", f.What, strings.Join(refuted, " "), line)
		})
	}
}

// quick is what becomes of the claims, but for those about thousands of games.
func quick(t *testing.T, v *Verifier) map[string]Word {
	t.Helper()
	base, err := v.Base()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]Word{}
	for i := range base.Game.Evidence {
		e := &base.Game.Evidence[i]
		if e.Kind == "figure" {
			continue
		}
		x, err := v.Try(context.Background(), e, v.Choice)
		if err != nil {
			t.Fatal(err)
		}
		out[e.ID] = x.Word
	}
	return out
}

// plant writes the copy of a game with its fault.
func plant(t *testing.T, f fault) {
	t.Helper()
	text := string(library(t, f.Game, "").Text)
	if n := strings.Count(text, f.Old); n != 1 {
		t.Fatalf("%s: the text to change occurs %d times in %s", f.ID, n, f.Game)
	}
	if err := os.WriteFile(f.path(), []byte(strings.Replace(text, f.Old, f.New, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}
