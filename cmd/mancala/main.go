// Command mancala plays, checks, explains and simulates sowing games that are
// described in game files. It holds no rules of any game.
package main

import (
	"os"

	"mancala/cmd/mancala/cli"
)

func main() { os.Exit(cli.Main()) }
