package reference_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain has the random positions drawn alike in every run; -rapid.seed draws others.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("rapid.seed"); f != nil && f.Value.String() == f.DefValue {
		if err := f.Value.Set("1"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
