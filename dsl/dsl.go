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
	"slices"

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

// read is a file read once: its tree, what was found on the way, and the rule
// texts parsed so far. It is kept with the file.
type read struct {
	file  *check.File // nil: the file can't be read
	diags source.Diagnostics
}

// reading gives a check the file, read now or before.
func reading(f *source.File, with func(*check.File) (*rules.Game, source.Diagnostics)) (game *rules.Game, diags source.Diagnostics) {
	f.Keep(func(before any) any {
		r, _ := before.(*read)
		if r == nil {
			root, found := inherit.Parse(f)
			r = &read{diags: found}
			if root != nil {
				r.file = check.Of(f, root)
			}
		}
		diags = slices.Clone(r.diags)
		if r.file != nil {
			var more source.Diagnostics
			game, more = with(r.file)
			diags = append(diags, more...)
		}
		return r
	})
	return game, diags
}

// Load checks a game file under a choice. The game is nil if there are
// errors. A wrong choice (unknown variant, answer, parameter; value out of
// range) is a diagnostic without a place in the file.
func Load(f *source.File, c Choice) (*rules.Game, source.Diagnostics) {
	return reading(f, func(d *check.File) (*rules.Game, source.Diagnostics) { return d.Check(check.Choice(c)) })
}

// LoadClaim is Load with the condition of a piece of evidence (its key
// `holds`) in the place of `end`: a position of the game it gives is over
// exactly if the claim holds of it.
func LoadClaim(f *source.File, c Choice, evidence string) (*rules.Game, source.Diagnostics) {
	return reading(f, func(d *check.File) (*rules.Game, source.Diagnostics) { return d.Claim(check.Choice(c), evidence) })
}

// CheckAll checks a file as `mancala check` does: the base rules, every
// variant, and every answer on its own. The game is the base game.
func CheckAll(f *source.File) (*rules.Game, source.Diagnostics) {
	return reading(f, (*check.File).CheckAll)
}
