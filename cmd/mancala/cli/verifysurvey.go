package cli

import (
	"fmt"

	"mancala/interpreter/verify"
)

// writeSurvey prints what is proved, what was searched and what was found.
func (a *app) writeSurvey(s *verify.Survey) {
	if s == nil {
		return
	}
	style := a.style(a.out)
	fmt.Fprintf(a.out, "\n%s\n", style.head("Proved by the checker, for every position:"))
	for _, p := range s.Proofs {
		place := ""
		if p.Line > 0 {
			place = fmt.Sprintf(" (line %d)", p.Line)
		}
		fmt.Fprintf(a.out, "  %s%s\n", p.Text, place)
	}
	for _, b := range s.Small {
		a.writeSmall(b)
	}
	fmt.Fprintf(a.out, "\n%s every line of %s from the start, and %s\n", style.head("Searched, not proved:"), plural(s.Exhausted, "move"), plural(s.Games, "random game"))
	if len(s.Findings) == 0 {
		fmt.Fprintln(a.out, "  No silence of the rules, no endless turn, no repetition without a meaning, no seed lost or made.")
	}
	a.writeFindings(s.Findings)
	if s.Cut > 0 {
		fmt.Fprintf(a.out, "  %s did not end within the ply limit.\n", plural(s.Cut, "game"))
	}
	switch {
	case s.Told == 0:
	case len(s.Unfired) == 0:
		fmt.Fprintf(a.out, "  Every rule acted in %s.\n", plural(s.Told, "random game"))
	default:
		fmt.Fprintf(a.out, "  Rules that never acted in %s:\n", plural(s.Told, "random game"))
		for _, u := range s.Unfired {
			fmt.Fprintf(a.out, "    %s, %s: %s\n", u.Place(), u.Table, u.Text)
		}
	}
}

// writeSmall prints what is known of a whole small board.
func (a *app) writeSmall(b verify.Small) {
	aside := ""
	if b.Aside {
		aside = ", repetition aside"
	}
	style := a.style(a.out)
	fmt.Fprintf(a.out, "\n%s all %s%s\n", style.head("Proved with "+b.Board+":"), plural(b.Positions, "position"), aside)
	if len(b.Findings) == 0 {
		fmt.Fprintln(a.out, "  No silence of the rules, no endless turn, no seed lost or made.")
		return
	}
	a.writeFindings(b.Findings)
	if b.Command != "" {
		fmt.Fprintf(a.out, "    %s\n", b.Command)
	}
}

func (a *app) writeFindings(findings []verify.Finding) {
	style := a.style(a.out)
	for _, f := range findings {
		met := ""
		if f.Of > 0 && f.Games > 0 {
			met = fmt.Sprintf(" in %d of %d games", f.Games, f.Of)
		}
		fmt.Fprintf(a.out, "  %s%s: %s\n", f.Kind, met, f.Text)
		length := "shortest line found"
		if f.Shortest {
			length = "shortest line"
		}
		if len(f.Line) > 0 {
			fmt.Fprintf(a.out, "    %s, %s\n", length, plural(len(f.Line), "move"))
		}
		fmt.Fprintf(a.out, "    %s\n", style.dim(shortened(f.Command, 400)))
	}
}
