// Package notation writes and reads positions, holes and moves as people
// type them and records keep them, and draws boards for terminals.
//
// A position is ROWS STORES MOVER and, where the rules read more than that,
// key=value:
//
//	4x6/4x6 0,0 S
//	2x8/2x4,0x4/0x4,2x4/2x8 - S
//	5x4,0,4/0,5x4,4 0,0 N turn=2 mark=a3:S
//
// Rows go from the one farthest from South to his nearest, holes from left to
// right as South sees them, `4x6` is six holes of four, `x` a closed hole.
// What is not written has the value it has at the start of a game.
package notation
