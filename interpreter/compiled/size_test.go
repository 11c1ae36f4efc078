package compiled_test

import (
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter/compiled"
)

// The modules of the library stay small: making one ready takes a time that
// grows with it. One that stands alone has its description in it, too.
func TestModulesAreSmall(t *testing.T) {
	for _, id := range games.IDs() {
		p := load(t, id, dsl.Choice{})
		for alone, most := range map[bool]int{false: 60_000, true: 64 << 10} {
			m, err := compiled.Compile(p, compiled.Options{Standalone: alone})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(m.Bytes()); n > most {
				t.Errorf("%s (standing alone: %v): a module of %d bytes, more than %d", id, alone, n, most)
			}
		}
	}
}
