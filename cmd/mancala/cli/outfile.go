package cli

import (
	"os"
	"path/filepath"
	"strings"
)

// spare refuses to write reports where they would destroy what the user has:
// into a file the command reads, into anything named like a game, or two of
// them into one file. A file "" is none, "-" is standard output. It is asked
// before any work is done; inputs are arguments as typed, so some of them may
// name games of the library.
func spare(inputs []string, outputs ...string) error {
	for i, out := range outputs {
		if out == "" || out == "-" {
			continue
		}
		if strings.EqualFold(filepath.Ext(out), ".toml") {
			return usagef("%s is the name of a game file; what is written there is no game: choose another name", out)
		}
		for _, in := range inputs {
			if sameFile(in, out) {
				return usagef("%s is read by this command and would be lost: choose another name to write to", out)
			}
		}
		for _, other := range outputs[:i] {
			if sameFile(other, out) {
				return usagef("%s is given as the place of two things: one would take the place of the other", out)
			}
		}
	}
	return nil
}

// sameFile tells if two names are of one file, there or yet to be made.
// Devices are no files in this sense: nothing in them can be lost.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA != nil || errB != nil {
		return a != "" && filepath.Clean(a) == filepath.Clean(b)
	}
	return infoB.Mode().IsRegular() && os.SameFile(infoA, infoB)
}
