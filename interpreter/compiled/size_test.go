package compiled_test

import (
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter/compiled"
)

// mostModule is how large the module of a library game may be, in bytes: making
// it ready takes a time that grows with it.
const mostModule = 60_000

// The modules of the library stay small, those that stand alone, too.
func TestModulesAreSmall(t *testing.T) {
	for _, id := range games.IDs() {
		p := load(t, id, dsl.Choice{})
		for _, alone := range []bool{false, true} {
			m, err := compiled.Compile(p, compiled.Options{Standalone: alone})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(m.Bytes()); n > mostModule {
				t.Errorf("%s (standing alone: %v): a module of %d bytes, more than %d", id, alone, n, mostModule)
			}
		}
	}
}
