// Command go plays a game of random moves from a module that `mancala build`
// wrote, with nothing but a WebAssembly runtime:
//
//	mancala build hus -o hus.wasm
//	go run ./interpreter/compiled/examples/go hus.wasm 1
//
// The interface is described in ../../MODULE.md. Moves are named as games
// without directions, takings and inner choices name them: by their hole.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// game is an instance of a module.
type game struct {
	ctx context.Context
	mod api.Module
	about
}

// about is what this program reads of the module's description.
type about struct {
	Interface int
	Players   []string
	Holes     []string
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("write: go run . hus.wasm SEED")
	}
	seed, err := strconv.ParseUint(args[1], 10, 64)
	if err != nil {
		return err
	}
	wasm, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	ctx := context.Background()
	rt := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCustomSections(true))
	defer rt.Close(ctx)
	g, err := open(ctx, rt, wasm)
	if err != nil {
		return err
	}
	return g.play(seed)
}

// open makes an instance and reads what the module says of itself.
func open(ctx context.Context, rt wazero.Runtime, wasm []byte) (*game, error) {
	code, err := rt.CompileModule(ctx, wasm)
	if err != nil {
		return nil, err
	}
	g := &game{ctx: ctx}
	for _, s := range code.CustomSections() {
		if s.Name() == "mancala" {
			if err := json.Unmarshal(s.Data(), &g.about); err != nil {
				return nil, err
			}
		}
	}
	if g.Interface != 1 {
		return nil, fmt.Errorf("a module of interface %d, this program knows 1", g.Interface)
	}
	g.mod, err = rt.InstantiateModule(ctx, code, wazero.NewModuleConfig())
	return g, err
}

// call calls a function of the module.
func (g *game) call(name string, args ...uint64) (int32, error) {
	out, err := g.mod.ExportedFunction(name).Call(g.ctx, args...)
	if err != nil {
		return 0, err
	}
	return int32(out[0]), nil
}

// play plays a game and prints its moves.
func (g *game) play(seed uint64) error {
	status, err := g.call("start")
	for err == nil && status < 2 {
		status, err = g.move(&seed)
	}
	if err != nil {
		return err
	}
	if status > 2 {
		return fmt.Errorf("the game stopped with status %d", status)
	}
	winner, err := g.call("get", 1)
	if winner < 0 {
		fmt.Println("a draw")
	} else {
		fmt.Println(g.Players[winner], "wins")
	}
	return err
}

// move makes a random move.
func (g *game) move(seed *uint64) (status int32, err error) {
	n, err := g.call("moves")
	if err != nil || n < 1 {
		return 3, err
	}
	i := int32(0)
	if n > 1 {
		i = below(seed, n)
	}
	mover, err := g.call("mover")
	if err != nil {
		return 3, err
	}
	at, err := g.call("move", uint64(i))
	if err != nil {
		return 3, err
	}
	from, _ := g.mod.Memory().ReadUint32Le(uint32(at) + 4)
	name := "pass"
	if int32(from) >= 0 {
		name = g.Holes[from]
	}
	fmt.Println(g.Players[mover], name)
	return g.call("play", uint64(i))
}

// below draws a number from 0 below n as the module's own random games do:
// xorshift64*, the high half of its output times n.
func below(s *uint64, n int32) int32 {
	*s ^= *s >> 12
	*s ^= *s << 25
	*s ^= *s >> 27
	high := *s * 0x2545F4914F6CDD1D >> 32
	return int32(high * uint64(n) >> 32)
}
