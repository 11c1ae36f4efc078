// Package dsl turns a game file into a checked game.
//
// The stages, each a file or package that reads as its name says:
//
//	source    files, spans, diagnostics
//	tomltree  TOML values with the place of every key and value
//	inherit   a file over those it extends
//	syntax    rule texts → syntax trees (participle)
//	check     description → rules.Game: names, types, board facts
//	rules     the checked game other packages see
//
// Nothing here opens files or knows a terminal, so that the same code can run
// in a browser: files that others extend come from File.Others.
package dsl

import (
	"mancala/dsl/check"
	"mancala/dsl/inherit"
	"mancala/dsl/rules"
	"mancala/dsl/source"
)

// Choice settles what a file leaves open: variant, answers, parameters.
type Choice struct {
	Variant    string
	Answers    map[string]string
	Parameters map[string]int
}

// Load checks a game file under a choice. The game is nil if there are
// errors. A wrong choice (unknown variant, answer, parameter; value out of
// range) is a diagnostic without a place in the file.
func Load(f *source.File, c Choice) (*rules.Game, source.Diagnostics) {
	root, diags := inherit.Parse(f)
	if root == nil {
		return nil, diags
	}
	game, more := check.Check(f, root, check.Choice(c))
	return game, append(diags, more...)
}

// LoadClaim is Load with the condition of a piece of evidence (its key
// `holds`) in the place of `end`: a position of the game it gives is over
// exactly if the claim holds of it.
func LoadClaim(f *source.File, c Choice, evidence string) (*rules.Game, source.Diagnostics) {
	root, diags := inherit.Parse(f)
	if root == nil {
		return nil, diags
	}
	game, more := check.Claim(f, root, check.Choice(c), evidence)
	return game, append(diags, more...)
}

// CheckAll checks a file as `mancala check` does: the base rules, every
// variant, and every answer on its own. The game is the base game.
func CheckAll(f *source.File) (*rules.Game, source.Diagnostics) {
	root, diags := inherit.Parse(f)
	if root == nil {
		return nil, diags
	}
	game, more := check.CheckAll(f, root)
	return game, append(diags, more...)
}
