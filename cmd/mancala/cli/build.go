package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"mancala/interpreter/compiled"
)

// maxSeeds is the most that --seeds asks for.
const maxSeeds = 1_000_000

// newBuildCmd is `build`.
func newBuildCmd(a *app) *cobra.Command {
	var out string
	var seeds int
	cmd := &cobra.Command{
		Use:   "build GAME",
		Short: "The game as a WebAssembly module for other programs",
		Long: `Build writes the compiled game: a module of some 20 kB that plays by itself in a
browser or in any program with a WebAssembly runtime, without imports. Its
interface has a version and is described in interpreter/compiled/MODULE.md, with
examples in Go and JavaScript:

  start() moves() move(i) play(i)   play a game
  expand() perft(d) playouts(n)     search, count, play random games
  cell(i) set(i,v) begin(c)         read positions and put them together
  state() size() resume(h)          keep positions and go back to them
  get(k) budget(k,n) version()      what a move did; limits

The rules, the names of holes and the meaning of numbers stand as JSON in the
custom section "mancala".`,
		Example: `  mancala build hus -o hus.wasm
  mancala build oware --answer grand-slam=illegal -o oware.wasm`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if seeds < 0 || seeds > maxSeeds {
				return usagef("--seeds lies between 0 and %d, this is %d", maxSeeds, seeds)
			}
			if err := spare(args, out); err != nil {
				return err
			}
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			if ok, why := compiled.Supported(g.Program); !ok {
				return findingf("%s can't be compiled: %s", g.Rules.ID, why)
			}
			m, err := compiled.Compile(g.Program, compiled.Options{Standalone: true, Seeds: seeds})
			if err != nil {
				return err
			}
			return a.writeModule(g, m.Bytes(), out)
		},
	}
	cmd.Flags().IntVar(&seeds, "seeds", 0, "seeds that positions may have, if more than the game's own")
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
	if err := save(out, module); err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(struct {
			ruleSetJSON
			File      string `json:"file"`
			Bytes     int    `json:"bytes"`
			Interface int    `json:"interface"`
		}{g.ruleSetJSON(), out, len(module), compiled.InterfaceVersion})
	}
	fmt.Fprintf(a.err, "wrote %s, %s\n", out, plural(len(module), "byte"))
	return nil
}
