package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/games"
	"mancala/interpreter/lower"
	"mancala/interpreter/program"
)

// listed is a game of the library with what is computed from its program.
type listed struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Places   []string `json:"places"`
	Rows     int      `json:"rows"`
	Columns  int      `json:"columns"`
	Players  int      `json:"players"`
	Seeds    int      `json:"seeds"`
	Features []string `json:"features"`
	Open     int      `json:"open_questions"`
}

// newListCmd is `list`.
func newListCmd(a *app) *cobra.Command {
	var with []string
	var rows, players int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "The library: every game with its board, seeds and mechanics",
		Long: `List shows the games of the library. Mechanics are computed from the rules as
they are played, not declared by the files:

  relay       a lap may go on with a lift of another hole
  in-passing  seeds are captured while others are still being sown
  two-way     the direction is not fixed
  choices     decisions inside a turn
  marks       holes that carry a mark
  forecast    legality looks ahead
  stores      captured seeds are kept
  sown-stores the stores are sown
  repetition  a repeated position matters
  phases      the rules change during the game
  rounds      a match of several rounds is played
  variants    the file has named variants`,
		Example: `  mancala list
  mancala list --with relay --rows 4
  mancala list --json`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if rows < 0 || players < 0 {
				return usagef("--rows and --players are numbers from 1; 0 is any number")
			}
			for _, w := range with {
				if !knownFeature(w) {
					near := source.Nearest(w, features)
					return usagef("no mechanic %q (%s)%s", w, strings.Join(features, ", "), hintFor(near))
				}
			}
			var all []listed
			for _, id := range games.IDs() {
				l, ok := listGame(id)
				if ok && matches(l, with, rows, players) {
					all = append(all, l)
				}
			}
			return a.writeList(all)
		},
	}
	cmd.Flags().StringSliceVar(&with, "with", nil, "only games with these mechanics")
	cmd.Flags().IntVar(&rows, "rows", 0, "only boards of so many rows")
	cmd.Flags().IntVar(&players, "players", 0, "only games for so many players")
	return cmd
}

func hintFor(near string) string {
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", near)
}

var features = []string{"relay", "in-passing", "two-way", "choices", "marks", "forecast", "stores", "sown-stores", "repetition", "phases", "rounds", "variants"}

func knownFeature(w string) bool {
	for _, f := range features {
		if f == w {
			return true
		}
	}
	return false
}

func matches(l listed, with []string, rows, players int) bool {
	if rows > 0 && l.Rows != rows || players > 0 && l.Players != players {
		return false
	}
	for _, w := range with {
		found := false
		for _, f := range l.Features {
			found = found || f == w
		}
		if !found {
			return false
		}
	}
	return true
}

func (a *app) writeList(all []listed) error {
	if a.json {
		if all == nil {
			all = []listed{}
		}
		return a.writeJSON(all)
	}
	t := newTable("game", "name", "place", ">board", ">seeds", "mechanics")
	for _, l := range all {
		place := strings.Join(l.Places, ", ")
		if r := []rune(place); len(r) > 30 {
			place = string(r[:29]) + "…"
		}
		t.row(l.ID, l.Name, place, fmt.Sprintf("%dx%d", l.Rows, l.Columns), fmt.Sprint(l.Seeds), strings.Join(l.Features, " "))
	}
	if err := t.write(a.out, a.style(a.out)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.err, "%s\n", plural(len(all), "game"))
	return err
}

// listGame reads a game of the library under its default rules.
func listGame(id string) (listed, bool) {
	name, text, err := games.Open(id)
	if err != nil {
		return listed{}, false
	}
	g, _ := dsl.Load(games.NewFile(name, text), dsl.Choice{})
	if g == nil {
		return listed{}, false
	}
	l := listed{ID: id, Name: g.Name, Places: g.Places, Rows: g.Board.Rows, Columns: g.Board.Columns, Players: g.Players}
	if l.Places == nil {
		l.Places = []string{}
	}
	for _, q := range g.Questions {
		if q.Chosen < 0 {
			l.Open++
		}
	}
	if p, err := lower.Lower(g); err == nil {
		l.Seeds = p.Total
		l.Features = featuresOf(g, p)
	}
	return l, true
}

// featuresOf computes the mechanics of a program.
func featuresOf(g *rules.Game, p *program.Program) []string {
	has := map[string]bool{
		"relay": p.Facts.Relays, "two-way": p.Facts.TwoWay, "choices": p.Facts.Choices, "forecast": p.Facts.Forecasts,
		"repetition": p.Facts.ReadsRepeat, "phases": len(g.Phases) > 1, "rounds": p.Match != nil, "variants": len(g.Variants) > 0,
		"stores": g.Board.Stores != rules.NoStores, "sown-stores": g.Board.Stores == rules.SownOwn || g.Board.Stores == rules.SownBoth,
	}
	for _, st := range p.Stages {
		for _, s := range st.Seats {
			has["in-passing"] = has["in-passing"] || s.Drop != nil
		}
	}
	for _, f := range p.Layout.Fields {
		has["marks"] = has["marks"] || f.Kind == program.Marks
	}
	out := []string{}
	for _, f := range features {
		if has[f] {
			out = append(out, f)
		}
	}
	return out
}
