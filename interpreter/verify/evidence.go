package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/lower"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
	"mancala/interpreter/reference"
)

// claim is a piece of evidence being tried under a rule set.
type claim struct {
	v   *Verifier
	ctx context.Context
	e   *rules.Evidence
	r   *RuleSet
	x   *reference.Executor
	out Verdict
}

// Evidence tries every claim of the file under the chosen rules, in file
// order. When ctx ends, it gives the verdicts so far with ctx's error.
func (v *Verifier) Evidence(ctx context.Context) ([]Verdict, error) {
	base, err := v.Base()
	if err != nil {
		return nil, err
	}
	return v.evidence(ctx, base, v.Choice)
}

func (v *Verifier) evidence(ctx context.Context, base *RuleSet, c dsl.Choice) ([]Verdict, error) {
	out := []Verdict{}
	for i := range base.Game.Evidence {
		e := &base.Game.Evidence[i]
		v.say("%s: %s", e.Kind, e.ID)
		verdict, err := v.Try(ctx, e, c)
		if err != nil {
			return out, err
		}
		out = append(out, verdict)
	}
	return out, nil
}

// Try tries one claim with its own variant, answers and parameters laid over
// a choice. A claim whose verdict hangs on a question that neither the choice
// nor the file answers needs an answer. The error is ctx's, or a fault of the
// program.
func (v *Verifier) Try(ctx context.Context, e *rules.Evidence, c dsl.Choice) (Verdict, error) {
	out, err := v.tryUnder(ctx, e, c)
	r, lerr := v.ruleSet(v.overlay(e, c))
	if err != nil || lerr != nil {
		return out, err
	}
	for _, q := range r.Game.Questions {
		if q.Chosen >= 0 || q.Variant != "" && q.Variant != r.Game.Variant {
			continue
		}
		var found []string
		words := map[Word]bool{}
		for _, a := range q.Answers {
			under := c
			under.Answers = with(c.Answers, q.ID, a.ID)
			x, err := v.Try(ctx, e, under)
			if err != nil {
				return out, err
			}
			words[x.Word] = true
			found = append(found, fmt.Sprintf("%s with %s=%s", x.Word, q.ID, a.ID))
		}
		if len(words) > 1 {
			out.Word, out.Why = NeedsAnswer, strings.Join(found, ", ")+"; the file leaves it open"
			return out, nil
		}
	}
	return out, nil
}

// tryUnder tries a claim with the base rules where a question is left open.
func (v *Verifier) tryUnder(ctx context.Context, e *rules.Evidence, c dsl.Choice) (Verdict, error) {
	cl := &claim{v: v, e: e, out: Verdict{Evidence: e.ID, Kind: e.Kind, Sources: e.Sources, Line: e.Span.Line()}}
	r, err := v.ruleSet(v.overlay(e, c))
	if err != nil {
		cl.is(NeedsAnswer, "no rules to try it under: %v", err)
		cl.out.Command = "mancala check " + v.Arg
		return cl.out, nil
	}
	key := r.Hash + " " + e.ID
	if known, ok := v.verdicts[key]; ok {
		return known, nil
	}
	cl.r, cl.out.Rules = r, r.Hash
	timed, cancel := context.WithTimeout(ctx, v.Budget.withDefaults().Time)
	defer cancel()
	cl.ctx = timed
	if cl.x, err = r.Reference(timed); err != nil {
		return cl.out, err
	}
	if err := cl.judge(cl.try()); err != nil {
		return cl.out, err
	}
	if interrupted(ctx) {
		return cl.out, ctx.Err()
	}
	if v.verdicts == nil {
		v.verdicts = map[string]Verdict{}
	}
	v.verdicts[key] = cl.out
	return cl.out, nil
}

// overlay is a choice with what a claim says of its rule set laid over it.
// Answers to questions of another variant are left out.
func (v *Verifier) overlay(e *rules.Evidence, c dsl.Choice) dsl.Choice {
	out := dsl.Choice{Variant: c.Variant, Answers: maps.Clone(c.Answers), Parameters: maps.Clone(c.Parameters)}
	if name, ok := e.Values["variant"].(string); ok {
		out.Variant = name
	}
	if base, err := v.ruleSet(v.Choice); err == nil && out.Variant != c.Variant {
		for _, q := range base.Game.Questions {
			if q.Variant != "" && q.Variant != out.Variant {
				delete(out.Answers, q.ID)
			}
		}
	}
	if m, ok := e.Values["answers"].(map[string]any); ok {
		if out.Answers == nil {
			out.Answers = map[string]string{}
		}
		for k, a := range m {
			out.Answers[k] = fmt.Sprint(a)
		}
	}
	if m, ok := e.Values["set"].(map[string]any); ok {
		if out.Parameters == nil {
			out.Parameters = map[string]int{}
		}
		for k, n := range m {
			if n, ok := n.(int64); ok {
				out.Parameters[k] = int(n)
			}
		}
	}
	return out
}

// try runs the claim by its kind.
func (c *claim) try() error {
	switch c.e.Kind {
	case "fact":
		return c.fact()
	case "example":
		return c.example()
	case "record":
		return c.record()
	case "puzzle":
		return c.puzzle()
	case "count":
		return c.count()
	case "figure":
		return c.figure()
	}
	c.is(Undecided, "claims of the kind %q can't be tried", c.e.Kind)
	return nil
}

// is settles the verdict.
func (c *claim) is(w Word, format string, args ...any) {
	c.out.Word, c.out.Why = w, fmt.Sprintf(format, args...)
}

// badClaim is a claim that can't be understood: a fault of the file.
type badClaim struct{ text string }

func (b *badClaim) Error() string { return b.text }

func bad(format string, args ...any) error { return &badClaim{fmt.Sprintf(format, args...)} }

// judge turns the errors a claim can run into into verdicts.
func (c *claim) judge(err error) error {
	var gap *interpreter.Gap
	var budget *interpreter.OverBudget
	var wrong *badClaim
	switch {
	case err == nil:
	case errors.As(err, &gap):
		c.is(NeedsAnswer, "%v", gap)
	case errors.As(err, &budget):
		c.is(Undecided, "%v", budget)
	case errors.As(err, &wrong):
		c.is(Refuted, "the claim can't be read: %v", wrong)
	case errors.Is(err, interpreter.ErrStopped), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		c.is(Undecided, "the time of %s was used up", c.v.Budget.withDefaults().Time)
	default:
		return err
	}
	if c.out.Command == "" {
		c.shownBy("moves", "")
	}
	return nil
}

// shownBy notes the command that shows the claim.
func (c *claim) shownBy(command, rest string) {
	c.out.Command = "mancala " + command + " " + c.r.Arg + c.r.flags()
	if p := c.text("position"); p != "" && command != "simulate" {
		p = c.readable(c.r.Program, p)
		c.out.Command += fmt.Sprintf(" --position %q", p)
	}
	c.out.Command += rest
}

func (c *claim) stop() bool { return c.ctx.Err() != nil }

// ---- values ----

func (c *claim) text(key string) string {
	s, _ := c.e.Values[key].(string)
	return s
}

func (c *claim) number(key string) (int, bool) {
	n, ok := c.e.Values[key].(int64)
	return int(n), ok
}

// list is a list of strings; a single one counts as a list.
func (c *claim) list(key string) []string {
	switch v := c.e.Values[key].(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, x := range v {
			out = append(out, fmt.Sprint(x))
		}
		return out
	}
	return nil
}

func (c *claim) numbers(key string) []int {
	items, _ := c.e.Values[key].([]any)
	var out []int
	for _, x := range items {
		if n, ok := x.(int64); ok {
			out = append(out, int(n))
		}
	}
	return out
}

// position is the position of the claim, or the start.
func (c *claim) position(p *program.Program, x interpreter.Executor) (*interpreter.State, error) {
	text := c.text("position")
	if text == "" {
		return x.Start()
	}
	text = c.readable(p, text)
	s, given, err := notation.ParsePosition(p, text)
	if err != nil {
		return nil, bad("position: %v", err)
	}
	return s, x.Begin(s, !given["turn"])
}

// readable leaves out of a position the keys that the chosen rules read and
// these, under other answers, don't.
func (c *claim) readable(p *program.Program, position string) string {
	base, err := c.v.Base()
	if err != nil {
		return position
	}
	reads, might := notation.KeyNames(p), notation.KeyNames(base.Program)
	words := slices.DeleteFunc(strings.Fields(position), func(w string) bool {
		name, _, isKey := strings.Cut(w, "=")
		return isKey && !slices.Contains(reads, name) && slices.Contains(might, name)
	})
	return strings.Join(words, " ")
}

// ---- facts ----

// fact asks a condition of the start or of a position.
func (c *claim) fact() error {
	if c.text("holds") == "" {
		return bad(`a fact says what holds: holds = "seeds(board) = 48"`)
	}
	p, x, err := c.condition()
	if err != nil {
		return err
	}
	s, err := c.position(p, x)
	if err != nil {
		return err
	}
	where := notation.FormatPosition(p, s)
	if s.Over != nil {
		c.is(Holds, "%s", c.text("holds"))
	} else {
		c.is(Refuted, "not so in %s (%d seeds in all)", where, p.Total)
	}
	return nil
}

// condition is the rule set under which exactly the positions that the key
// `holds` of the claim is true of are over.
func (c *claim) condition() (*program.Program, *reference.Executor, error) {
	g, ds := dsl.LoadClaim(c.v.File, c.r.Choice, c.e.ID)
	if ds.HasErrors() || g == nil {
		return nil, nil, bad("%v", &LoadError{ds})
	}
	p, err := lower.Lower(g)
	if err != nil {
		return nil, nil, bad("%v", err)
	}
	x, err := reference.New(p, interpreter.Budget{})
	if err == nil {
		x.OnTick(c.stop)
	}
	return p, x, err
}
