package cli

import (
	"fmt"
	"strings"

	"mancala/interpreter/verify"
)

// writeSources prints what each description says and where they differ.
func (a *app) writeSources(s *verify.Sources) {
	if s == nil || len(s.Says) == 0 {
		return
	}
	style := a.style(a.out)
	fmt.Fprintf(a.out, "\n%s\n", style.head("Sources:"))
	for _, x := range s.Says {
		fmt.Fprintf(a.out, "  %s: %s\n", sourceName(x), sourceSays(x))
	}
	for _, f := range s.Families {
		fmt.Fprintf(a.out, "  %s give the same rules.\n", strings.Join(f, ", "))
	}
	a.writePoints("They differ in what is no rule:", s.Differ)
	a.writePoints("They disagree on the rules:", s.Disagree)
	if len(s.Unproved) > 0 {
		fmt.Fprintln(a.out, "  Rules without a source:")
		for _, r := range s.Unproved {
			fmt.Fprintf(a.out, "    %s, %s: %s\n", r.Place(), r.Table, r.Text)
		}
	}
	if len(s.Ruleless) > 0 {
		fmt.Fprintf(a.out, "  Sources without a rule: %s.\n", strings.Join(s.Ruleless, ", "))
	}
	if len(s.Unused) > 0 {
		fmt.Fprintf(a.out, "  Sources cited by nothing: %s.\n", strings.Join(s.Unused, ", "))
	}
}

func (a *app) writePoints(title string, points []verify.Point) {
	if len(points) == 0 {
		return
	}
	fmt.Fprintf(a.out, "  %s\n", title)
	for _, p := range points {
		about := p.About
		if p.Question != "" {
			about = p.Question + "? " + about
		}
		fmt.Fprintf(a.out, "    %s\n", about)
		for _, s := range p.Sayings {
			fmt.Fprintf(a.out, "      %s: %s\n", s.Text, strings.Join(s.Sources, ", "))
		}
	}
}

// sourceName is the id of a source with its year and language.
func sourceName(x verify.SourceSays) string {
	var parts []string
	for _, p := range []string{x.Year, x.Language} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	if x.Follows != "" {
		parts = append(parts, "follows "+x.Follows)
	}
	if len(parts) == 0 {
		return x.ID
	}
	return x.ID + " (" + strings.Join(parts, ", ") + ")"
}

// sourceSays says in a line what a source is cited for.
func sourceSays(x verify.SourceSays) string {
	var parts []string
	if n := len(x.Rules); n > 0 {
		lines := make([]string, n)
		for i, r := range x.Rules {
			lines[i] = fmt.Sprint(r.Line)
		}
		word := "the rules of lines "
		if n == 1 {
			word = "the rule of line "
		}
		parts = append(parts, word+strings.Join(lines, ", "))
	}
	if len(x.Answers) > 0 {
		var answers []string
		for _, q := range sortedNames(x.Answers) {
			answers = append(answers, q+"="+x.Answers[q])
		}
		parts = append(parts, "answers "+strings.Join(answers, ", "))
	}
	if len(x.Evidence) > 0 {
		parts = append(parts, "evidence "+strings.Join(x.Evidence, ", "))
	}
	if len(x.Variants) > 0 {
		parts = append(parts, "variant "+strings.Join(x.Variants, ", "))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, "; ")
}
