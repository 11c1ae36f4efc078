package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"mancala/interpreter/compiled"
)

// newBuildCmd is `build`.
func newBuildCmd(a *app) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "build GAME",
		Short: "The game as a WebAssembly module",
		Long: `Build writes the compiled game: a module of a few kilobytes that plays by itself
in a browser or in any program with a WebAssembly runtime. Its interface is not
yet a public contract: the names of its functions may still change.`,
		Example: `  mancala build hus -o hus.wasm
  mancala build oware --answer grand-slam=illegal -o oware.wasm`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			if ok, why := compiled.Supported(g.Program); !ok {
				return findingf("%s can't be compiled: %s", g.Rules.ID, why)
			}
			m, err := compiled.Compile(g.Program, compiled.Options{Standalone: true})
			if err != nil {
				return err
			}
			return a.writeModule(g, m.Bytes(), out)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write; - for standard output (default GAME.wasm)")
	return cmd
}

func (a *app) writeModule(g *game, module []byte, out string) error {
	if out == "" {
		out = g.Rules.ID + ".wasm"
	}
	if out == "-" {
		if isTerminal(a.out) {
			return usagef("a module is no text for a terminal; write -o FILE")
		}
		_, err := a.out.Write(module)
		return err
	}
	if err := replaceFile(out, module); err != nil {
		return &exitError{exitInternal, err}
	}
	if a.json {
		return a.writeJSON(struct {
			ruleSetJSON
			File  string `json:"file"`
			Bytes int    `json:"bytes"`
		}{g.ruleSetJSON(), out, len(module)})
	}
	fmt.Fprintf(a.err, "wrote %s, %s\n", out, plural(len(module), "byte"))
	return nil
}
