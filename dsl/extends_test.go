package dsl_test

import (
	"fmt"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/dsl/source"
)

// library makes files that may extend each other.
func library(texts map[string]string) func(id string) (*source.File, error) {
	var open func(id string) (*source.File, error)
	open = func(id string) (*source.File, error) {
		text, ok := texts[id]
		if !ok {
			return nil, fmt.Errorf("no game %q here", id)
		}
		f := source.NewFile(id+".toml", []byte(text))
		f.Others = open
		return f, nil
	}
	return open
}

const parent = `
mancala = 1
[game]
name = "Parent"
[[source]]
id = "anon"
title = "Old"
[board]
rows = 2
columns = 6
stores = "beside"
[setup]
holes = "board: 4"
[sowing]
route = "board"
direction = "anticlockwise"
[rules]
moves = "from own where hole has seeds"
lap = '''
eat:  when last in enemy and small  then capture last; stop  [@anon]
      otherwise                     stop
'''
end = "when mover has no move then each takes own; end game"
[score]
counts = "own store"
[define]
small = "last has 2 or 3"
[[question]]
id = "eats"
asks = "Are holes of three captured?"
[[question.answer]]
id = "yes"
default = true
[[question.answer]]
id = "no"
define.small = "last has 2"
[variant.wide]
board.columns = 8
[[evidence]]
id = "seeds"
kind = "fact"
holds = "seeds(board) = 48"
`

func loadOf(t *testing.T, texts map[string]string, id string, c dsl.Choice) *rules.Game {
	t.Helper()
	f, err := library(texts)(id)
	if err != nil {
		t.Fatal(err)
	}
	g, ds := dsl.Load(f, c)
	if g == nil {
		t.Fatal(ds.Text())
	}
	if _, ds := dsl.CheckAll(f); len(ds) > 0 {
		t.Error(ds.Text())
	}
	return g
}

func TestExtends(t *testing.T) {
	texts := map[string]string{"parent": parent,
		"child": `
mancala = 1
extends = "parent"
answers = { eats = "no" }
[game]
name = "Child"
[[source]]
id = "anon"
title = "New"
[board]
columns = 7
[[question]]
id = "more"
asks = "?"
[[question.answer]]
id = "yes"
default = true
`,
		"grandchild": `
mancala = 1
extends = "child"
[rule]
eat = "when last in enemy and small then capture last, opposite; stop"
[variant.ever]
answers = { eats = "yes" }
`}
	child := loadOf(t, texts, "child", dsl.Choice{})
	if child.Name != "Child" || child.ID != "child" || len(child.Board.Holes) != 14 {
		t.Errorf("%s (%s) of %d holes", child.Name, child.ID, len(child.Board.Holes))
	}
	if child.Answers["eats"] != "no" || child.Answers["more"] != "yes" || len(child.Questions) != 2 {
		t.Errorf("answers %v to %d questions", child.Answers, len(child.Questions))
	}
	if len(child.Variants) != 0 || len(child.Evidence) != 0 {
		t.Error("variants and evidence are inherited")
	}
	if len(child.Sources) != 1 || child.Sources[0].Title != "New" {
		t.Errorf("sources %v", child.Sources)
	}
	grand := loadOf(t, texts, "grandchild", dsl.Choice{Variant: "ever"})
	if grand.Name != "grandchild" || grand.Answers["eats"] != "yes" {
		t.Errorf("%s, answers %v", grand.Name, grand.Answers)
	}
	for _, text := range grand.Texts {
		if text.Table != "lap" {
			continue
		}
		if first := text.Rules[0]; !strings.Contains(first.Text, "opposite") || first.Span.File.Name != "grandchild.toml" {
			t.Errorf("lap begins with %q of %s", first.Text, first.Span.File.Name)
		}
		if second := text.Rules[1]; second.Span.File.Name != "parent.toml" {
			t.Errorf("lap goes on in %s", second.Span.File.Name)
		}
	}
}

// Several files may be extended: the later ones lie over the earlier.
func TestExtendsSeveral(t *testing.T) {
	texts := map[string]string{"parent": parent,
		"clockwise": "mancala = 1\n[sowing]\ndirection = \"clockwise\"\n",
		"both":      "mancala = 1\nextends = [\"parent\", \"clockwise\"]\n"}
	if g := loadOf(t, texts, "both", dsl.Choice{}); g.Phases[0].Sowing.Direction != rules.Clockwise {
		t.Error("the second file does not lie over the first")
	}
}

// A mistake in a file that is extended is shown there.
func TestExtendsPointsIntoTheRightFile(t *testing.T) {
	for name, c := range map[string]struct{ parent, child, want string }{
		"in the parent": {strings.Replace(parent, "has 2 or 3", "has 2 and 3", 1), "mancala = 1\nextends = \"parent\"\n", "--> parent.toml:27:"},
		"not TOML":      {parent + "[broken\n", "mancala = 1\nextends = \"parent\"\n", "--> parent.toml:43:"},
		"in the child":  {parent, "mancala = 1\nextends = \"parent\"\n[define]\nsmall = \"last has 2 and 3\"\n", "--> child.toml:4:"},
		"of both":       {parent, "mancala = 1\nextends = \"parent\"\n[rules]\nlap = \"always stop\"\n[rule]\neat = \"\"\n", "--> child.toml:6:"},
	} {
		f, _ := library(map[string]string{"parent": c.parent, "child": c.child})("child")
		g, ds := dsl.Load(f, dsl.Choice{})
		if g != nil || !strings.Contains(ds.Text(), c.want) {
			t.Errorf("%s: want %s in\n%s", name, c.want, ds.Text())
		}
	}
}

// Long lines and circles of files are refused.
func TestExtendsIsBounded(t *testing.T) {
	texts := map[string]string{"a": "mancala = 1\nextends = \"b\"\n", "b": "mancala = 1\nextends = \"a\"\n"}
	for i := range 30 {
		texts[fmt.Sprintf("line-%d", i)] = fmt.Sprintf("mancala = 1\nextends = \"line-%d\"\n", i+1)
		texts[fmt.Sprintf("tree-%d", i)] = fmt.Sprintf("mancala = 1\nextends = [\"tree-%d\", \"tree-%d\"]\n", i+1, i+1)
	}
	texts["line-30"], texts["tree-30"] = parent, parent
	for id, code := range map[string]string{"a": "extends-circle", "line-0": "extends-too-far", "tree-0": "extends-too-far", "tree-23": "extends-too-far"} {
		f, _ := library(texts)(id)
		g, ds := dsl.Load(f, dsl.Choice{})
		if g != nil || len(ds) == 0 || ds[0].Code != code {
			t.Errorf("%s: %s", id, ds.Text())
		}
	}
	loadOf(t, texts, "line-22", dsl.Choice{})
}
