package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
	"mancala/interpreter/record"
	"mancala/interpreter/reference"
)

// CheckClaims reports evidence that can't be tried or can't be so: positions,
// holes, moves and measures that can't be read (errors), positions with more
// or fewer seeds than the game has, and moves that no reading of the rules
// allows (warnings). It plays the moves a claim quotes and no others. The game
// is the file's base game; open reads the files that records name and may be
// nil.
func CheckClaims(f *source.File, g *rules.Game, p *program.Program, open func(name string) ([]byte, error)) source.Diagnostics {
	v := &Verifier{File: f, Arg: g.ID, Open: open}
	v.sets = map[string]*RuleSet{"": {Arg: g.ID, Game: g, Program: p}}
	k := &claimCheck{v: v}
	for i := range g.Evidence {
		k.evidence(&g.Evidence[i])
	}
	return k.found
}

type claimCheck struct {
	v     *Verifier
	found source.Diagnostics
}

// say adds a finding at the value of a key, or at a text within it.
func (k *claimCheck) say(severity source.Severity, code string, at source.Span, summary, hint, detail string, args ...any) {
	k.found = append(k.found, source.Diagnostic{Severity: severity, Code: code, Span: at, Summary: summary, Hint: hint, Detail: fmt.Sprintf(detail, args...)})
}

func (k *claimCheck) evidence(e *rules.Evidence) {
	r, err := k.v.ruleSet(k.v.overlay(e, dsl.Choice{}))
	if err != nil {
		return // the checker has said why
	}
	x, err := r.Reference(context.Background())
	if err != nil {
		return
	}
	c := &claim{v: k.v, e: e, r: r, x: x}
	if !k.position(c) {
		return
	}
	k.after(c)
	k.endsIn(c)
	k.lists(c)
	switch e.Kind {
	case "fact", "figure":
		k.condition(c)
	case "record":
		k.record(c)
	case "puzzle":
		said := strings.Join(strings.Fields(c.text("claim")), " ")
		if !capturesClaim.MatchString(said) && !winsClaim.MatchString(said) {
			k.say(source.Error, "bad-claim", at(e, "claim"), "a puzzle that can't be read", `write "mover wins", "mover loses", "South wins" or "captures at least 30"`, "%q is no claim", said)
		}
	case "count":
		if e.Values["perft"] == nil && e.Values["reachable"] == nil {
			k.say(source.Error, "bad-claim", e.Span, "a count without numbers", "write perft = [6, 35, 185] or reachable = 120", "%q says nothing to count", e.ID)
		}
	}
	if e.Kind == "example" || e.Kind == "record" && c.text("file") == "" {
		k.moves(c)
	}
}

// at is the place of a value, or of the claim where it has none.
func at(e *rules.Evidence, key string) source.Span {
	if s, ok := e.Spans[key]; ok {
		return s
	}
	return e.Span
}

// within is the place of the n-th text (from 0) of a list.
func within(e *rules.Evidence, key string, list []string, n int) source.Span {
	span := at(e, key)
	text, offset := span.Text(), 0
	for i := 0; i <= n && i < len(list); i++ {
		found := strings.Index(text[offset:], list[i])
		if found < 0 {
			return span
		}
		offset += found
		if i == n {
			return source.Span{File: span.File, Start: span.Start + offset, End: span.Start + offset + len(list[i])}
		}
		offset += len(list[i])
	}
	return span
}

// position reads the position and counts its seeds; false means there is
// nothing to go on from.
func (k *claimCheck) position(c *claim) bool {
	text := c.text("position")
	if text == "" {
		return true
	}
	p := c.r.Program
	s, given, err := notation.ParsePosition(p, c.readable(p, text))
	if err != nil {
		k.say(source.Error, "bad-position", at(c.e, "position"), "a position that can't be read", "the start of this game is "+notation.FormatCells(p, p.Start), "%v", err)
		return false
	}
	seen := 0
	for _, n := range s.Cells[:p.Places] {
		seen += int(n)
	}
	stores := 0
	if c.r.Game.Board.Stores != rules.NoStores {
		for _, n := range s.Cells[p.Layout.Stores:][:p.Players] {
			stores += int(n)
		}
	}
	if p.Layout.Hands >= 0 || given["total"] {
		return true
	}
	switch hint := fmt.Sprintf("write total=%d after the mover if it is meant so", seen); {
	case seen > p.Total:
		k.say(source.Warning, "seed-total", at(c.e, "position"), "a position with more seeds than the game has", hint, "these are %s, and the game has %d", source.Plural(seen, "seed"), p.Total)
	case stores > 0 && seen < p.Total:
		k.say(source.Warning, "seed-total", at(c.e, "position"), "a position with fewer seeds than the game has", hint, "holes and stores have %s, and the game has %d", source.Plural(seen, "seed"), p.Total)
	}
	return true
}

func (k *claimCheck) after(c *claim) {
	if text := c.text("after"); text != "" {
		if _, err := notation.ParseStated(c.r.Program, c.readable(c.r.Program, text)); err != nil {
			k.say(source.Error, "bad-position", at(c.e, "after"), "a position that can't be read", "the start of this game is "+notation.FormatCells(c.r.Program, c.r.Program.Start), "%v", err)
		}
	}
}

func (k *claimCheck) endsIn(c *claim) {
	text := c.text("ends-in")
	if text == "" {
		return
	}
	var names []string
	for place := range c.r.Program.Places {
		names = append(names, c.r.Game.Board.PlaceName(place))
	}
	if slices.Contains(names, text) {
		return
	}
	hint := "holes are named as in " + names[0] + " to " + names[len(c.r.Game.Board.Holes)-1]
	if near := source.Nearest(text, names); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	k.say(source.Error, "unknown-hole", at(c.e, "ends-in"), "unknown hole", hint, "this board has no hole %q", text)
}

// lists reads the moves of `legal` and `illegal`.
func (k *claimCheck) lists(c *claim) {
	for _, key := range []string{"legal", "illegal"} {
		list := c.list(key)
		for i, text := range list {
			if _, err := parsed(c.r.Program, text); err != nil {
				k.unreadable(c, key, list, i, err)
			}
		}
	}
}

// parsed reads a move of either player.
func parsed(p *program.Program, text string) (m interpreter.Move, err error) {
	for seat := range max(p.Players, 1) {
		if m, err = notation.ParseMove(p, seat, text); err == nil {
			return m, nil
		}
	}
	return m, err
}

func (k *claimCheck) unreadable(c *claim, key string, list []string, i int, err error) {
	k.say(source.Error, "bad-move", within(c.e, key, list, i), "a move that can't be read", "`mancala help notation` tells how moves are written; `mancala moves "+c.v.File.Name+"` lists those of the start", "%v", err)
}

// condition reads `holds` as a rule is read; its mistakes have their place in the file.
func (k *claimCheck) condition(c *claim) {
	if measure := c.text("measure"); c.e.Kind == "figure" && measures[measure] == nil && measure != holdsShare {
		hint := "measures are " + strings.Join(append(sortedKeys(measures), holdsShare), ", ")
		if near := source.Nearest(measure, append(sortedKeys(measures), holdsShare)); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		k.say(source.Error, "bad-measure", at(c.e, "measure"), "unknown measure", hint, "there is no measure %q", measure)
	}
	if c.e.Kind == "figure" {
		if _, _, err := c.between(); err != nil {
			k.say(source.Error, "bad-measure", at(c.e, "between"), "a figure without its range", "write between = [0.45, 0.55]", "%v", err)
		}
	}
	if c.text("holds") == "" {
		if c.e.Kind == "fact" {
			k.say(source.Error, "bad-claim", c.e.Span, "a fact that says nothing", `write holds = "seeds(board) = 48"`, "%q has no condition", c.e.ID)
		}
		return
	}
	_, ds := dsl.LoadClaim(c.v.File, c.r.Choice, c.e.ID)
	span := at(c.e, "holds")
	for _, d := range ds {
		if d.Severity == source.Error && d.Span.Start >= span.Start && d.Span.End <= span.End {
			k.found = append(k.found, d)
		}
	}
}

// record reads the file of a record.
func (k *claimCheck) record(c *claim) {
	name := c.text("file")
	switch {
	case name == "" && len(c.list("moves")) == 0:
		k.say(source.Error, "bad-claim", c.e.Span, "a record without moves", `write moves = ["A3", "a2"] or file = "game.jsonl"`, "%q has no moves", c.e.ID)
	case name != "" && c.v.Open != nil:
		text, err := c.v.Open(name)
		if err == nil {
			_, err = record.Read(text)
		}
		if err != nil {
			k.say(source.Error, "bad-record", at(c.e, "file"), "a record that can't be read", "", "%v", err)
		}
	}
}

// moves plays the moves of a claim. That they are illegal under the answers in
// force is no mistake of the file, if another answer allows them.
func (k *claimCheck) moves(c *claim) {
	list := c.list("moves")
	n, reason, err := firstIllegal(c.r, c.x, c, list)
	if n < 0 {
		return
	}
	if err != nil {
		k.unreadable(c, "moves", list, n, err)
		return
	}
	for _, q := range c.r.Game.Questions {
		for _, a := range q.Answers {
			if q.Variant != "" && q.Variant != c.r.Game.Variant || c.r.Game.Answers[q.ID] == a.ID {
				continue
			}
			choice := c.r.Choice
			choice.Answers = with(choice.Answers, q.ID, a.ID)
			r, err := k.v.ruleSet(choice)
			if err != nil {
				continue
			}
			x, err := r.Reference(context.Background())
			if err != nil {
				continue
			}
			if further, _, _ := firstIllegal(r, x, c, list); further < 0 || further > n {
				return
			}
		}
	}
	k.say(source.Warning, "illegal-move", within(c.e, "moves", list, n), "an illegal move in evidence",
		fmt.Sprintf("`mancala verify %s --only %s` shows the position", c.v.File.Name, c.e.ID), "move %d, %s, is not legal: %s", n+1, list[n], reason)
}

// firstIllegal plays moves; n is the index of the first that is not legal, with the
// reason, or, with an error, can't be read; -1 if there is none.
func firstIllegal(r *RuleSet, x *reference.Executor, c *claim, moves []string) (n int, reason string, err error) {
	trial := &claim{v: c.v, e: c.e, r: r, x: x}
	s, err := trial.position(r.Program, x)
	if err != nil {
		return -1, "", nil
	}
	for i, text := range moves {
		if s.Over != nil {
			return i, "the game is over: " + outcomeText(s.Over), nil
		}
		legal, err := x.Legal(s)
		if err != nil {
			return -1, "", nil
		}
		m, err := notation.FindMove(r.Program, mover(r, s), text, legal)
		var none *notation.NotFound
		switch {
		case errors.As(err, &none) && none.Many:
			return i, err.Error(), nil
		case errors.As(err, &none):
			refusal, werr := x.WhyNot(s, none.Said)
			if werr != nil || refusal.Reason == "" {
				refusal.Reason = err.Error()
			}
			return i, refusal.Reason, nil
		case err != nil:
			return i, "", err
		}
		if i+1 == len(moves) {
			break // it is legal; what it does is for the verifier
		}
		if _, err := x.Play(s, m); err != nil {
			return -1, "", nil
		}
	}
	return -1, "", nil
}
