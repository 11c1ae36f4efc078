package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

type pflagFlag = pflag.Flag

// groups are the headings of `mancala help`.
var groups = []struct{ id, title string }{
	{"write", "Write a game:"},
	{"play", "Play and understand:"},
	{"study", "Study:"},
}

// commands lists every command with its group. A new command is a file with
// its constructor and a line here.
var commands = []struct {
	group string
	build func(*app) *cobra.Command
}{
	{"play", newListCmd},
	{"play", newShowCmd},
	{"play", newPlayCmd},
	{"play", newMovesCmd},
	{"play", newWhyCmd},
	{"write", newNewCmd},
	{"write", newCheckCmd},
	{"write", newFmtCmd},
	{"study", newRefereeCmd},
	{"study", newPerftCmd},
	{"study", newSolveCmd},
	{"study", newSimulateCmd},
	{"study", newMergeCmd},
	{"study", newBenchCmd},
	{"study", newVerifyCmd},
	{"study", newCompareCmd},
	{"study", newBuildCmd},
}
