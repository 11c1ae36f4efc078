package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mancala/dsl/prose"
	"mancala/dsl/rules"
	"mancala/interpreter/compiled"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
)

// newShowCmd is `show`.
func newShowCmd(a *app) *cobra.Command {
	var dump bool
	cmd := &cobra.Command{
		Use:   "show GAME",
		Short: "A game: its board, its rules in plain words, sources and open questions",
		Example: `  mancala show hus
  mancala show anywoli --answer extra-move=may
  mancala show oware --json`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.load(args[0])
			if err != nil {
				return err
			}
			switch {
			case dump:
				_, err = fmt.Fprint(a.out, program.Dump(g.Program))
				return err
			case a.json:
				return a.showJSON(g)
			}
			return a.showText(g)
		},
	}
	cmd.Flags().BoolVar(&dump, "program", false, "the lowered program instead")
	return cmd
}

func (a *app) showJSON(g *game) error {
	type question struct {
		ID      string   `json:"id"`
		Asks    string   `json:"asks"`
		Answers []string `json:"answers"`
		Chosen  string   `json:"chosen"`
	}
	out := struct {
		ruleSetJSON
		Name      string     `json:"name"`
		About     string     `json:"about"`
		Board     string     `json:"board"`
		Seeds     int        `json:"seeds"`
		Start     string     `json:"start"`
		Words     []string   `json:"words"`
		Questions []question `json:"questions"`
		Features  []string   `json:"features"`
	}{ruleSetJSON: g.ruleSetJSON(), Name: g.Rules.Name, About: g.Rules.About.About, Board: prose.Board(g.Rules), Seeds: g.Program.Total,
		Start: notation.FormatCells(g.Program, g.Program.Start), Words: prose.Rules(g.Rules), Questions: []question{}, Features: featuresOf(g.Rules, g.Program)}
	for _, q := range g.Rules.Questions {
		x := question{ID: q.ID, Asks: q.Asks, Chosen: chosen(&q)}
		for _, an := range q.Answers {
			x.Answers = append(x.Answers, an.ID)
		}
		out.Questions = append(out.Questions, x)
	}
	return a.writeJSON(out)
}

func (a *app) showText(g *game) error {
	s, r := a.style(a.out), g.Rules
	w := a.out
	fmt.Fprintln(w, s.head(r.Name))
	for _, line := range [][2]string{{"also", strings.Join(r.Aliases, ", ")}, {"played in", strings.Join(r.Places, ", ")}, {"by", strings.Join(r.Peoples, ", ")},
		{"the differences from", strings.Join(r.Extends, ", ")}} {
		if line[1] != "" {
			fmt.Fprintln(w, wrap(line[0]+" "+line[1], "  ", widthOf(w)))
		}
	}
	if r.About.About != "" {
		fmt.Fprintln(w, wrap(r.About.About, "  ", widthOf(w)))
	}
	fmt.Fprintf(w, "\n%s\n", s.dim("rules in force: "+g.ruleSet()))
	fmt.Fprintf(w, "\n%s\n", notation.DrawCells(g.Program, g.Program.Start, notation.DrawOptions{}))
	fmt.Fprintln(w, s.head("The rules in words"))
	for _, line := range prose.Rules(r) {
		fmt.Fprintln(w, wrap(line, "  ", widthOf(w)))
	}
	a.showQuestions(r)
	a.showSources(r)
	if len(r.Variants) > 0 {
		fmt.Fprintf(w, "\n%s\n", s.head("Variants (--variant NAME)"))
		for _, v := range r.Variants {
			fmt.Fprintln(w, wrap(v.Name+": "+v.About, "  ", widthOf(w)))
		}
	}
	if ok, why := compiled.Supported(g.Program); !ok {
		fmt.Fprintf(w, "\nThe compiled engine can't play these rules (%s); the reference executor does.\n", why)
	}
	return nil
}

func (a *app) showQuestions(r *rules.Game) {
	if len(r.Questions) == 0 {
		return
	}
	s, w := a.style(a.out), a.out
	fmt.Fprintf(w, "\n%s\n", s.head("Open questions (--answer QUESTION=ANSWER)"))
	for _, q := range r.Questions {
		if q.Variant != "" && q.Variant != r.Variant {
			continue
		}
		fmt.Fprintln(w, wrap(q.ID+": "+q.Asks, "  ", widthOf(w)))
		for i, an := range q.Answers {
			mark := "-"
			if i == q.Chosen {
				mark = "*"
			}
			line := mark + " " + an.ID
			if an.About != "" {
				line += ", " + an.About
			}
			if len(an.Sources) > 0 {
				line += " (" + strings.Join(an.Sources, ", ") + ")"
			}
			fmt.Fprintln(w, wrap(line, "      ", widthOf(w)))
		}
	}
}

func (a *app) showSources(r *rules.Game) {
	if len(r.Sources) == 0 {
		return
	}
	fmt.Fprintf(a.out, "\n%s\n", a.style(a.out).head("Sources"))
	for _, x := range r.Sources {
		var parts []string
		for _, p := range []string{x.Author, x.Year, x.Title, x.Pages, x.Note} {
			if p != "" {
				parts = append(parts, p)
			}
		}
		fmt.Fprintln(a.out, wrap(x.ID+": "+strings.Join(parts, ", "), "  ", widthOf(a.out)))
	}
}

// wrap breaks a text into lines; lines after the first are set in two further.
func wrap(text, indent string, width int) string {
	width = min(max(width, 40), 100)
	var b strings.Builder
	line := indent
	for _, word := range strings.Fields(text) {
		if len([]rune(line))+len([]rune(word)) > width && strings.TrimSpace(line) != "" {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent + "  "
		}
		line += word + " "
	}
	b.WriteString(strings.TrimRight(line, " "))
	return b.String()
}
