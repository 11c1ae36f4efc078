// Plays a game of random moves from a module that `mancala build` wrote, with
// nothing but the WebAssembly of the JavaScript engine (Node 20 or later; in a
// browser fetch the file instead):
//
//   mancala build hus -o hus.wasm
//   node interpreter/compiled/examples/hus.mjs hus.wasm 1
//
// The interface is described in ../MODULE.md. Moves are named as games without
// directions, takings and inner choices name them: by their hole.
import { readFileSync } from "node:fs";

const [file, seedText] = process.argv.slice(2);
if (seedText === undefined) {
  console.error("write: node hus.mjs hus.wasm SEED");
  process.exit(1);
}
const module = new WebAssembly.Module(readFileSync(file));
const [section] = WebAssembly.Module.customSections(module, "mancala");
const about = JSON.parse(new TextDecoder().decode(section));
if (about.interface !== 1) throw new Error(`a module of interface ${about.interface}, this program knows 1`);
const game = new WebAssembly.Instance(module).exports; // no imports

// below draws a number from 0 below n as the module's own random games do:
// xorshift64*, the high half of its output times n.
let seed = BigInt(seedText);
function below(n) {
  seed ^= seed >> 12n;
  seed ^= BigInt.asUintN(64, seed << 25n);
  seed ^= seed >> 27n;
  const high = BigInt.asUintN(64, seed * 0x2545f4914f6cdd1dn) >> 32n;
  return Number((high * BigInt(n)) >> 32n);
}

// number reads 32 bits; the memory may have grown, so the view is made anew.
const number = (at) => new DataView(game.memory.buffer).getInt32(at, true);

let status = game.start();
while (status < 2) {
  const n = game.moves();
  if (n < 1) throw new Error(`the description is silent: ${about.gaps[game.get(17)]}`);
  const i = n > 1 ? below(n) : 0;
  const from = number(game.move(i) + 4);
  console.log(about.players[game.mover()], from < 0 ? "pass" : about.holes[from]);
  status = game.play(i);
}
if (status > 2) throw new Error(`the game stopped with status ${status}`);
const winner = game.get(1);
console.log(winner < 0 ? "a draw" : `${about.players[winner]} wins`);
