package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mancala/interpreter/verify"
)

// verifyQuestions tries the evidence under the combinations of answers.
func (a *app) verifyQuestions(ctx context.Context, v *verify.Verifier, page *verified) error {
	m, err := v.Matrix(ctx)
	if m != nil && len(m.Rows) > 0 {
		page.Matrix = m
	}
	if err != nil {
		return err
	}
	if page.Questions, err = v.Questions(ctx, m); err != nil {
		return err
	}
	return v.Propose(ctx, m, page.Questions)
}

func (a *app) writeQuestions(p *verified) {
	style := a.style(a.out)
	for _, q := range p.Questions {
		fmt.Fprintf(a.out, "\n%s %s\n", style.head(q.Question+"?"), q.Asks)
		for _, r := range q.Readings {
			mark := " "
			if r.InForce {
				mark = "*"
			}
			fmt.Fprintf(a.out, "  %s %s: %s\n", mark, r.Answer, readingText(r))
		}
		switch {
		case q.Open:
			fmt.Fprintln(a.out, "    The file leaves it open.")
		case len(p.Evidence) == 0:
		case q.Silent:
			fmt.Fprintln(a.out, "    No evidence tells the answers apart.")
		case q.Decided:
			fmt.Fprintln(a.out, "    The evidence leaves one answer.")
		}
		for _, x := range q.Proposals {
			fmt.Fprintf(a.out, "    %s\n", x.Text())
			for i, command := range x.Commands {
				if command != "" {
					fmt.Fprintf(a.out, "      %s: %s\n      %s\n", x.Answers[i], x.Gives[i], style.dim(command))
				}
			}
		}
	}
	a.writeMatrix(p.Matrix)
}

// readingText says in a line what an answer does to the evidence.
func readingText(r verify.Reading) string {
	switch {
	case r.Error != "":
		return "can't be tried alone: " + r.Error
	case len(r.RuledOut) > 0:
		return "ruled out by " + strings.Join(r.RuledOut, ", ")
	case len(r.Changed) > 0:
		var parts []string
		for _, c := range r.Changed {
			parts = append(parts, fmt.Sprintf("%s %s", c.Evidence, c.Word))
		}
		return "changes " + strings.Join(parts, ", ")
	case r.InForce:
		return "the rules in force"
	case r.Same:
		return "gives the same rules here"
	}
	return "every claim comes out the same"
}

// writeMatrix prints what the combinations of answers do to the evidence: the
// claims that need an answer, the table, and what can't be had together.
func (a *app) writeMatrix(m *verify.Matrix) {
	if m == nil || len(m.Claims) == 0 || len(m.Rows) < 2 {
		return
	}
	style := a.style(a.out)
	tried := fmt.Sprintf("all %d combinations", m.Product)
	if !m.Whole {
		tried = fmt.Sprintf("%d of %d combinations (each answer alone and in pairs, the others as in force)", len(m.Rows), m.Product)
	}
	fmt.Fprintf(a.out, "\n%s %s of answers; %d agree with all the evidence.\n", style.head("Answers and evidence:"), tried, len(m.Agree))
	a.writeRows(m)
	for _, n := range m.Needs {
		var parts []string
		for _, q := range sortedNames(n.Answers) {
			parts = append(parts, q+"="+strings.Join(n.Answers[q], " or "))
		}
		fmt.Fprintf(a.out, "  %s holds only with %s.\n", n.Evidence, strings.Join(parts, " and "))
	}
	if len(m.Never) > 0 {
		fmt.Fprintf(a.out, "  Refuted whatever is answered: %s.\n", strings.Join(m.Never, ", "))
	}
	for _, c := range m.Conflicts {
		about := ""
		if len(c.Questions) > 0 {
			about = " (" + strings.Join(c.Questions, ", ") + ")"
		}
		fmt.Fprintf(a.out, "  No answers let both hold%s: %s%s — %s%s.\n", about,
			strings.Join(c.A, ", "), bySources(c.SourceA), strings.Join(c.B, ", "), bySources(c.SourceB))
	}
}

func bySources(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return " [" + strings.Join(ids, ", ") + "]"
}

// mostRows is how many different rows of the table are shown.
const mostRows = 16

// writeRows prints one line for every set of refuted claims, with the
// combinations that refute just those.
func (a *app) writeRows(m *verify.Matrix) {
	type line struct {
		refuted string
		answers []map[string]string
	}
	var lines []line
	for _, r := range m.Rows {
		if r.Error != "" {
			continue
		}
		refuted := strings.Join(r.Refuted, ", ")
		at := slices.IndexFunc(lines, func(l line) bool { return l.refuted == refuted })
		if at < 0 {
			lines, at = append(lines, line{refuted: refuted}), len(lines)
		}
		lines[at].answers = append(lines[at].answers, r.Answers)
	}
	slices.SortStableFunc(lines, func(x, y line) int { return strings.Count(x.refuted, ",") - strings.Count(y.refuted, ",") })
	t := newTable("combinations", "answers", "refuted")
	for i, l := range lines {
		if i == mostRows {
			t.row(fmt.Sprintf("… %d more", len(lines)-i), "", "")
			break
		}
		refuted := l.refuted
		if refuted == "" {
			refuted = "none"
		}
		t.row(fmt.Sprint(len(l.answers)), shortened(answerSet(l.answers), 70), shortened(refuted, 90))
	}
	_ = t.write(a.out, a.style(a.out))
}

// answerSet writes a set of combinations: for every question the answers that
// occur, "any" left out.
func answerSet(rows []map[string]string) string {
	occur := map[string][]string{}
	for _, r := range rows {
		for q, answer := range r {
			if !slices.Contains(occur[q], answer) {
				occur[q] = append(occur[q], answer)
			}
		}
	}
	var parts []string
	for _, q := range sortedNames(occur) {
		parts = append(parts, q+"="+strings.Join(occur[q], "/"))
	}
	return strings.Join(parts, " ")
}

func sortedNames[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for k := range m {
		names = append(names, k)
	}
	slices.Sort(names)
	return names
}
