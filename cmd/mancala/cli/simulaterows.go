package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter/simulate"
)

// writeRows prints a row a cell, and of a round robin the strengths.
func (r *results) writeRows() error {
	s, w := r.a.style(r.a.out), r.a.out
	fmt.Fprintln(w, s.head(r.title()))
	r.ruleLines(w, s)
	if done, wanted := r.done(), r.wanted(); done < wanted {
		fmt.Fprintln(w, s.warn(fmt.Sprintf("only a part: %s of %s games were played", count(done), count(wanted))))
	}
	fmt.Fprintln(w)
	players := slices.Contains(r.plan.Vary, "players")
	heads := append(slices.Clone(r.plan.Vary), ">games")
	if players {
		heads = append(heads, ">first named", "95 % interval")
	} else {
		heads = append(heads, ">South wins", "95 % interval")
	}
	t := newTable(append(heads, ">draws", ">unfinished", ">endless", ">turns", ">moves", ">laps a turn", ">captured")...)
	for _, c := range r.known() {
		p := c.report(r.plan)
		wins := p.Seats[0].Wins
		if players {
			wins = p.ByName[0].Wins
		}
		t.row(append(slices.Clone(c.vary), count(p.Games), percent(wins.Share), percent(wins.Low)+" – "+percent(wins.High),
			percent(p.Draws.Share), percent(p.Open.Share), percent(p.Endless.Share),
			fmt.Sprintf("%.1f", p.Turns.Mean), fmt.Sprintf("%.2f", p.Branching), fmt.Sprintf("%.2f", p.LapsATurn), fmt.Sprintf("%.1f", p.Captured.Mean))...)
	}
	if err := t.write(w, s); err != nil {
		return err
	}
	if players {
		return r.writeRatings(w, s)
	}
	return nil
}

func (r *results) title() string {
	names := []string{}
	for _, c := range r.cells {
		if !slices.Contains(names, c.g.Rules.Name) {
			names = append(names, c.g.Rules.Name)
		}
	}
	title := strings.Join(names, ", ") + ", " + plural(len(r.cells), "row") + " of " + count(r.plan.Games) + " games"
	if !slices.Contains(r.plan.Vary, "players") {
		title += ", " + strings.Join(r.cells[0].setup.Players, " against ")
	}
	return fmt.Sprintf("%s, seed %d", title, r.plan.Seed)
}

// ruleLines prints the rules of every game once, without what is varied.
func (r *results) ruleLines(w io.Writer, s style) {
	seen := map[string]bool{}
	for _, c := range r.cells {
		if id := c.g.File.Name; !seen[id] {
			seen[id] = true
			fmt.Fprintln(w, s.dim("rules: "+c.g.ruleSetBut(r.plan.Vary)))
		}
	}
}

// ruleSetBut is ruleSet without the parameters and answers that vary.
func (g *game) ruleSetBut(vary []string) string {
	parts := []string{g.Rules.ID}
	if g.Rules.Variant != "" && !slices.Contains(vary, "variant") {
		parts = append(parts, "variant "+g.Rules.Variant)
	}
	for _, p := range g.Rules.Parameters {
		if !slices.Contains(vary, p.Name) {
			parts = append(parts, fmt.Sprintf("%s=%d", p.Name, p.Value))
		}
	}
	for _, q := range g.Rules.Questions {
		if answer := chosen(&q); answer != "" && !slices.Contains(vary, "answer:"+q.ID) {
			parts = append(parts, q.ID+"="+answer)
		}
	}
	return strings.Join(parts, ", ")
}

func (r *results) done() uint64 {
	n := uint64(0)
	for _, c := range r.known() {
		n += c.tally.Games
	}
	return n
}

func (r *results) wanted() uint64 { return r.plan.Games * uint64(len(r.cells)) }

// pairingsByRules groups the results of a round robin by rule set.
func (r *results) pairingsByRules() (groups [][]simulate.Pairing, titles []string) {
	index := map[string]int{}
	for _, c := range r.known() {
		if len(c.setup.Players) != 2 {
			continue
		}
		title := c.g.ruleSet()
		i, known := index[title]
		if !known {
			i = len(groups)
			index[title] = i
			groups, titles = append(groups, nil), append(titles, title)
		}
		p := c.report(r.plan)
		groups[i] = append(groups[i], simulate.Pairing{A: c.setup.Players[0], B: c.setup.Players[1],
			Wins: p.ByName[0].Wins.Count, Losses: p.ByName[1].Wins.Count, Draws: p.ByName[0].Draws})
	}
	return groups, titles
}

// writeRatings prints the strengths of the players of every rule set.
func (r *results) writeRatings(w io.Writer, s style) error {
	groups, titles := r.pairingsByRules()
	for i, group := range groups {
		fmt.Fprintln(w)
		if len(groups) > 1 {
			fmt.Fprintln(w, s.dim(titles[i]))
		}
		t := newTable("player", ">Elo", "95 % interval", ">score", ">of")
		for _, p := range simulate.Ratings(group) {
			t.row(ratingCells(&p)...)
		}
		if err := t.write(w, s); err != nil {
			return err
		}
	}
	if len(groups) > 0 {
		fmt.Fprintln(w, s.dim("Elo by Bradley and Terry, a draw half a win, one drawn game added to each pairing; the mean is 0."))
	}
	return nil
}

func ratingCells(p *simulate.Rating) []string {
	return []string{p.Player, fmt.Sprintf("%+.0f", p.Elo), fmt.Sprintf("%+.0f – %+.0f", p.Low, p.High), strconv.FormatFloat(p.Score, 'f', 1, 64), count(p.Games)}
}

// rowsJSON is a sweep or round robin for machines.
type rowsJSON struct {
	Rows    []rowJSON     `json:"rows"`
	Ratings []ratingsJSON `json:"ratings,omitempty"`
}

type rowJSON struct {
	Row map[string]string `json:"row"` // what varies, by name
	simulationJSON
}

type ratingsJSON struct {
	Rules   string            `json:"rules"` // in words
	Players []simulate.Rating `json:"players"`
}

func (r *results) writeRowsJSON(reports []simulationJSON) error {
	out := rowsJSON{Rows: []rowJSON{}}
	for i, c := range r.known() {
		row := map[string]string{}
		for k, name := range r.plan.Vary {
			row[name] = c.vary[k]
		}
		out.Rows = append(out.Rows, rowJSON{row, reports[i]})
	}
	if slices.Contains(r.plan.Vary, "players") {
		groups, titles := r.pairingsByRules()
		for i, group := range groups {
			out.Ratings = append(out.Ratings, ratingsJSON{titles[i], simulate.Ratings(group)})
		}
	}
	return r.a.writeJSON(out)
}

// ---- CSV ----

// csvColumns are the figures of a row; seats and players come before them.
var csvColumns = []struct {
	name  string
	value func(*simulate.Report) string
}{
	{"games", func(r *simulate.Report) string { return whole(r.Games) }},
	{"games_wanted", func(r *simulate.Report) string { return whole(r.Wanted) }},
	{"draws", func(r *simulate.Report) string { return whole(r.Draws.Count) }},
	{"unfinished", func(r *simulate.Report) string { return whole(r.Open.Count) }},
	{"endless", func(r *simulate.Report) string { return whole(r.Endless.Count) }},
	{"over_lap_budget", func(r *simulate.Report) string { return whole(r.Unclear) }},
	{"beginner_wins", func(r *simulate.Report) string { return whole(r.Begins.Wins.Count) }},
	{"turns_mean", func(r *simulate.Report) string { return real(r.Turns.Mean) }},
	{"turns_sd", func(r *simulate.Report) string { return real(r.Turns.SD) }},
	{"turns_p5", func(r *simulate.Report) string { return strconv.Itoa(r.Turns.P5) }},
	{"turns_median", func(r *simulate.Report) string { return strconv.Itoa(r.Turns.Median) }},
	{"turns_p95", func(r *simulate.Report) string { return strconv.Itoa(r.Turns.P95) }},
	{"laps_mean", func(r *simulate.Report) string { return real(r.Laps.Mean) }},
	{"laps_sd", func(r *simulate.Report) string { return real(r.Laps.SD) }},
	{"longest_turn_max", func(r *simulate.Report) string { return strconv.Itoa(r.Longest.Max) }},
	{"sown_mean", func(r *simulate.Report) string { return real(r.Sown.Mean) }},
	{"sown_sd", func(r *simulate.Report) string { return real(r.Sown.SD) }},
	{"captured_mean", func(r *simulate.Report) string { return real(r.Captured.Mean) }},
	{"captured_sd", func(r *simulate.Report) string { return real(r.Captured.SD) }},
	{"margin_mean", func(r *simulate.Report) string {
		if r.Margin == nil {
			return ""
		}
		return real(r.Margin.Mean)
	}},
	{"branching", func(r *simulate.Report) string { return real(r.Branching) }},
	{"decisions", func(r *simulate.Report) string { return real(r.Decisions) }},
	{"laps_per_turn", func(r *simulate.Report) string { return real(r.LapsATurn) }},
	{"sown_per_turn", func(r *simulate.Report) string { return real(r.SownATurn) }},
	{"move_again", func(r *simulate.Report) string { return real(r.Again) }},
	{"game_tree_log10", func(r *simulate.Report) string { return real(r.Tree.Log10) }},
	{"state_space_log10", func(r *simulate.Report) string { return real(r.Space.Log10) }},
	{"watched", told(func(t *simulate.Told) string { return whole(t.Games) })},
	{"lead_changes_mean", told(func(t *simulate.Told) string { return real(t.LeadChanges.Mean) })},
	{"comebacks", told(func(t *simulate.Told) string { return whole(t.Comebacks) })},
	{"drama_percent", told(func(t *simulate.Told) string { return real(t.Drama.Mean) })},
	{"rules_never_fired", told(func(t *simulate.Told) string { return strconv.Itoa(t.Never) })},
}

func told(value func(*simulate.Told) string) func(*simulate.Report) string {
	return func(r *simulate.Report) string {
		if r.Watched == nil {
			return ""
		}
		return value(r.Watched)
	}
}

func whole(n uint64) string { return strconv.FormatUint(n, 10) }
func real(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// writeCSV prints a row a cell.
func (r *results) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	seats := 0
	for _, c := range r.cells {
		seats = max(seats, len(c.setup.Players))
	}
	head := []string{"game", "variant", "parameters", "answers", "rules", "players", "seed"}
	for seat := range seats {
		name := strings.ToLower(rules.SeatName(seat))
		head = append(head, name+"_wins", name+"_share", name+"_low", name+"_high")
	}
	for i := range seats {
		head = append(head, fmt.Sprintf("player%d_wins", i+1))
	}
	for _, c := range csvColumns {
		head = append(head, c.name)
	}
	_ = out.Write(head)
	for _, c := range r.known() {
		_ = out.Write(r.csvRow(c, seats))
	}
	out.Flush()
	return out.Error()
}

func (r *results) csvRow(c *simCell, seats int) []string {
	p, set := c.report(r.plan), c.g.ruleSetJSON()
	row := []string{set.Game, set.Variant, pairs(set.Parameters), pairs(set.Answers), set.Rules, strings.Join(p.Players, " "), whole(p.Seed)}
	for seat := range seats {
		if seat >= len(p.Seats) {
			row = append(row, "", "", "", "")
			continue
		}
		wins := p.Seats[seat].Wins
		row = append(row, whole(wins.Count), real(wins.Share), real(wins.Low), real(wins.High))
	}
	for i := range seats {
		if i >= len(p.ByName) {
			row = append(row, "")
			continue
		}
		row = append(row, whole(p.ByName[i].Wins.Count))
	}
	for _, c := range csvColumns {
		row = append(row, c.value(p))
	}
	return row
}

// pairs writes a map as a=1 b=2, sorted.
func pairs[V any](m map[string]V) string {
	var out []string
	for k, v := range m {
		out = append(out, fmt.Sprintf("%s=%v", k, v))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
