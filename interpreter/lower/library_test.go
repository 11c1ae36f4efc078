package lower_test

import (
	"os"
	"path/filepath"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
)

// Every game of the library, in every variant, lowers, to the same program each time.
func TestLibrary(t *testing.T) {
	paths, err := filepath.Glob("../../games/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no games", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := games.NewFile(filepath.Base(path), text)
		game, diags := dsl.Load(f, dsl.Choice{})
		if game == nil {
			t.Logf("%s does not check: %v", f.Name, diags.Sorted()[0].Summary)
			continue
		}
		names := []string{""}
		for _, v := range game.Variants {
			names = append(names, v.Name)
		}
		for _, name := range names {
			t.Run(f.Name+" "+name, func(t *testing.T) {
				g, diags := dsl.Load(f, dsl.Choice{Variant: name})
				if g == nil {
					t.Skipf("does not check: %v", diags.Sorted()[0].Summary)
				}
				p, err := lower.Lower(g)
				if err != nil {
					t.Fatal(err)
				}
				again, _ := lower.Lower(g)
				if a, b := program.Dump(p), program.Dump(again); a != b {
					t.Error("two lowerings differ")
				}
				if len(program.Hash(p)) != 64 || program.Hash(p) != program.Hash(again) {
					t.Error("the hash is not stable")
				}
			})
		}
	}
}
