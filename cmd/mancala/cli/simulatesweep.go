package cli

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"mancala/dsl"
	"mancala/dsl/source"
)

// sweep multiplies a choice of rules by every --sweep.
func sweep(g *game, base dsl.Choice, sweeps []string) ([]dsl.Choice, error) {
	choices := []dsl.Choice{base}
	for _, text := range sweeps {
		var next []dsl.Choice
		ways, err := sweepWays(g, text)
		if err != nil {
			return nil, err
		}
		for _, c := range choices {
			for _, way := range ways {
				one := dsl.Choice{Variant: c.Variant, Answers: maps.Clone(c.Answers), Parameters: maps.Clone(c.Parameters)}
				way(&one)
				next = append(next, one)
			}
		}
		if choices = next; len(choices) > maxCells {
			return nil, usagef("these sweeps make more than %d rule sets", maxCells)
		}
	}
	return choices, nil
}

// sweepWays are the settings of one --sweep.
func sweepWays(g *game, text string) ([]func(*dsl.Choice), error) {
	if question, ok := strings.CutPrefix(text, "answer:"); ok {
		return sweepAnswers(g, question)
	}
	if text == "variant" {
		ways := []func(*dsl.Choice){func(c *dsl.Choice) { c.Variant = "" }}
		for _, v := range g.Rules.Variants {
			ways = append(ways, func(c *dsl.Choice) { c.Variant = v.Name })
		}
		return ways, nil
	}
	name, values, ok := strings.Cut(text, "=")
	if !ok {
		return nil, usagef("--sweep %s: write PARAMETER=8..12, PARAMETER=8,10,12, answer:QUESTION or variant", text)
	}
	return sweepValues(g, strings.TrimSpace(name), values)
}

func sweepAnswers(g *game, question string) ([]func(*dsl.Choice), error) {
	var known []string
	for _, q := range g.Rules.Questions {
		if known = append(known, q.ID); q.ID != question {
			continue
		}
		var ways []func(*dsl.Choice)
		for _, answer := range q.Answers {
			ways = append(ways, func(c *dsl.Choice) { c.Answers[question] = answer.ID })
		}
		return ways, nil
	}
	return nil, usagef("--sweep answer:%s: %s", question, noSuch(g.Rules.ID, "question", question, known))
}

// sweepValues reads 6..12 (in the parameter's steps) or 6,8,12.
func sweepValues(g *game, name, values string) ([]func(*dsl.Choice), error) {
	var known []string
	for _, p := range g.Rules.Parameters {
		if known = append(known, p.Name); p.Name != name {
			continue
		}
		list, err := sweepNumbers(values, max(p.Step, 1))
		if err != nil {
			return nil, usagef("--sweep %s=%s: %v", name, values, err)
		}
		var ways []func(*dsl.Choice)
		for _, v := range list {
			ways = append(ways, func(c *dsl.Choice) { c.Parameters[name] = v })
		}
		return ways, nil
	}
	return nil, usagef("--sweep %s=%s: %s", name, values, noSuch(g.Rules.ID, "parameter", name, known))
}

func sweepNumbers(values string, step int) ([]int, error) {
	var out []int
	for _, part := range strings.Split(values, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "..")
		from, err := strconv.Atoi(strings.TrimSpace(low))
		to := from
		if err == nil && isRange {
			to, err = strconv.Atoi(strings.TrimSpace(high))
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%q is neither a number nor a range such as 8..12", part)
		case to < from:
			return nil, fmt.Errorf("the range %s is empty", part)
		case (to-from)/step >= maxCells:
			return nil, fmt.Errorf("the range %s has more than %d values", part, maxCells)
		}
		for v := from; v <= to; v += step {
			out = append(out, v)
		}
	}
	return out, nil
}

// noSuch says that a game lacks something, with the nearest thing it has.
func noSuch(id, what, name string, known []string) string {
	if near := source.Nearest(name, known); near != "" {
		return fmt.Sprintf("%s has no such %s; did you mean %q?", id, what, near)
	}
	if len(known) == 0 {
		return fmt.Sprintf("%s has no %ss", id, what)
	}
	return fmt.Sprintf("%s has no such %s, but %s", id, what, strings.Join(known, ", "))
}
