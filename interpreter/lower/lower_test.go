package lower

import (
	"fmt"
	"testing"

	"mancala/interpreter/program"
)

func TestX(t *testing.T) {
	for _, g := range []func() *program.Program{
		func() *program.Program {
			p, err := Lower(handHus())
			if err != nil {
				t.Fatal(err)
			}
			return p
		},
		func() *program.Program {
			p, err := Lower(handKalah())
			if err != nil {
				t.Fatal(err)
			}
			return p
		},
	} {
		fmt.Println(program.Dump(g()))
	}
}
