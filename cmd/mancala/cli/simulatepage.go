package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"mancala/cmd/mancala/page"
	"mancala/interpreter/simulate"
)

// writePage writes the report as a page, where one is asked for.
func (r *results) writePage() error {
	if r.o.html == "" {
		return nil
	}
	var b bytes.Buffer
	if err := r.page().Write(&b); err != nil {
		return err
	}
	return save(r.o.html, b.Bytes())
}

// mostRunsOnPage bounds the runs that a page of many rows tells in full.
const mostRunsOnPage = 24

func (r *results) page() *page.Report {
	out := &page.Report{Title: r.title(), Foot: fmt.Sprintf("mancala simulate, version %s, seed %d. The same version, rules, players and seed give the same report.", r.plan.Program, r.plan.Seed)}
	known := r.known()
	if done, wanted := r.done(), r.wanted(); done < wanted {
		out.Lead = append(out.Lead, fmt.Sprintf("Only a part: %s of %s games were played.", count(done), count(wanted)))
	}
	if len(r.cells) > 1 {
		out.Table = r.pageRows(known)
		out.More = r.pageRatings()
	}
	for i, c := range known {
		if len(r.cells) == 1 {
			out.Title = pageTitle(c, c.report(r.plan))
		}
		if i == mostRunsOnPage {
			out.Lead = append(out.Lead, fmt.Sprintf("The first %d rows are told in full.", mostRunsOnPage))
			break
		}
		out.Runs = append(out.Runs, r.pageRun(c))
	}
	return out
}

// pageRows is the table of all cells.
func (r *results) pageRows(known []*simCell) *page.Table {
	heads := slices.Clone(r.plan.Vary)
	if len(heads) == 0 {
		heads = []string{"game"}
	}
	n := len(heads)
	t := &page.Table{Heads: append(heads, "games", "South wins", "95 % interval", "draws", "unfinished", "endless", "turns", "moves a turn", "laps a turn")}
	for i := range t.Heads {
		t.Right = append(t.Right, i >= n)
	}
	for _, c := range known {
		p := c.report(r.plan)
		cells := slices.Clone(c.vary)
		if len(cells) == 0 {
			cells = []string{c.g.Rules.Name}
		}
		wins := p.Seats[0].Wins
		t.Rows = append(t.Rows, append(cells, count(p.Games), percent(wins.Share), percent(wins.Low)+" – "+percent(wins.High), percent(p.Draws.Share),
			percent(p.Open.Share), percent(p.Endless.Share), fmt.Sprintf("%.1f", p.Turns.Mean), fmt.Sprintf("%.2f", p.Branching), fmt.Sprintf("%.2f", p.LapsATurn)))
	}
	return t
}

// pageRatings are the strengths of the players of a round robin.
func (r *results) pageRatings() []page.Table {
	if !slices.Contains(r.plan.Vary, "players") {
		return nil
	}
	var out []page.Table
	groups, titles := r.pairingsByRules()
	for i, group := range groups {
		t := page.Table{Caption: "Elo of the players, " + titles[i], Heads: []string{"player", "Elo", "95 % interval", "score", "of"}, Right: []bool{false, true, true, true, true}}
		for _, p := range simulate.Ratings(group) {
			t.Rows = append(t.Rows, ratingCells(&p))
		}
		out = append(out, t)
	}
	return out
}

// pageRun tells one cell in full, from the same words as the text.
func (r *results) pageRun(c *simCell) page.Run {
	p := c.report(r.plan)
	var text strings.Builder
	writeSizes(&text, p)
	run := page.Run{Title: pageTitle(c, p),
		Lead: []string{"Rules: " + c.g.ruleSet() + ".", "Hash of the rules: " + c.g.Hash + "."}}
	run.Charts = append(run.Charts, page.Chart{Caption: "Wins, with 95 % intervals", Picture: page.Intervals("Shares of games won, with intervals", pageIntervals(p))})
	for _, m := range pageMeasures(p) {
		run.Charts = append(run.Charts, page.Chart{Caption: m.caption, Picture: page.Histogram(m.caption, pageBars(&m.m.Hist))})
	}
	if p.Watched != nil {
		run.Charts = append(run.Charts, pageHeat(c.g, p.Watched)...)
	}
	run.Notes = []string{turnText(p), strings.TrimSpace(text.String())}
	run.Tables = []page.Table{pageSummary(p), pageEnds(c.g, p)}
	if d := p.Watched; d != nil {
		if lead := leadText(p); lead != "" {
			run.Notes = append(run.Notes, "In the first "+plural(int(d.Games), "game")+", told step by step: "+strings.Join(strings.Fields(lead), " "))
		}
		run.Unfolds = []page.Table{pageUses(c.g, d)}
	}
	return run
}

func pageTitle(c *simCell, p *simulate.Report) string {
	return c.g.Rules.Name + ", " + strings.Join(p.Players, " against ") + ", " + count(p.Games) + " games"
}

func pageIntervals(p *simulate.Report) []page.Interval {
	var out []page.Interval
	add := func(name string, i simulate.Interval) {
		out = append(out, page.Interval{Name: name, Share: i.Share, Low: i.Low, High: i.High, Text: percent(i.Share) + " (" + percent(i.Low) + " – " + percent(i.High) + ")"})
	}
	winLines(p, add)
	return out
}

type pageMeasure struct {
	caption string
	m       *simulate.Measure
}

func pageMeasures(p *simulate.Report) []pageMeasure {
	out := []pageMeasure{{"Length of the games in turns", &p.Turns}}
	if p.Laps.Mean != p.Turns.Mean {
		out = append(out, pageMeasure{"Laps of a game", &p.Laps})
	}
	out = append(out, pageMeasure{"Seeds captured in a game", &p.Captured})
	if p.Margin != nil {
		out = append(out, pageMeasure{"Margin of the winner in seeds", p.Margin})
	}
	return out
}

func pageBars(h *simulate.Hist) []page.Bar {
	counts, step, low, beyond := grouped(h)
	var out []page.Bar
	for i, n := range counts {
		out = append(out, page.Bar{Label: groupLabel(low+i*step, step), Count: n, Text: count(n)})
	}
	if beyond > 0 {
		out = append(out, page.Bar{Label: "more", Count: beyond, Text: count(beyond)})
	}
	return out
}

// pageHeat draws where moves start and where seeds are captured.
func pageHeat(g *game, d *simulate.Told) []page.Chart {
	var out []page.Chart
	for _, m := range []struct {
		caption string
		value   func(*simulate.Heat) uint64
	}{
		{"Moves that start at a hole, per cent", func(h *simulate.Heat) uint64 { return h.Moves }},
		{"Seeds captured at a hole, per cent", func(h *simulate.Heat) uint64 { return h.Taken }},
	} {
		sum, top := uint64(0), uint64(0)
		for i := range d.Holes {
			sum += m.value(&d.Holes[i])
			top = max(top, m.value(&d.Holes[i]))
		}
		if sum == 0 {
			continue
		}
		var holes []page.Hole
		for i := range d.Holes {
			n := m.value(&d.Holes[i])
			at := g.Rules.Board.Holes[i]
			holes = append(holes, page.Hole{Name: d.Holes[i].Hole, X: at.X, Y: at.Y, Share: float64(n) / float64(top), Text: fmt.Sprintf("%.1f", 100*float64(n)/float64(sum))})
		}
		caption := m.caption + " (first " + plural(int(d.Games), "game") + ")"
		out = append(out, page.Chart{Caption: caption, Picture: page.Heat(caption, holes)})
	}
	return out
}

func pageSummary(p *simulate.Report) page.Table {
	t := page.Table{Caption: "A game", Heads: []string{"", "mean", "sd", "least", "5 %", "median", "95 %", "most"}}
	for i := range t.Heads {
		t.Right = append(t.Right, i > 0)
	}
	measureLines(p, func(name string, m *simulate.Measure) { t.Rows = append(t.Rows, measureCells(name, m)) })
	return t
}

func pageEnds(g *game, p *simulate.Report) page.Table {
	t := page.Table{Caption: "How they ended", Heads: []string{"games", "share", "end", "where"}, Right: []bool{true, true, false, false}}
	for _, e := range p.Ends {
		t.Rows = append(t.Rows, []string{count(e.Games.Count), percent(e.Games.Share), e.Text, endPlace(g, &e)})
	}
	return t
}

func pageUses(g *game, d *simulate.Told) page.Table {
	t := page.Table{Caption: fmt.Sprintf("Rules and how often they acted (%d of %d never)", d.Never, len(d.Rules)),
		Heads: []string{"acted", "in games", "rule", "where"}, Right: []bool{true, true, false, false}}
	for _, u := range d.Rules {
		fired := count(u.Fired)
		if u.Fired == 0 {
			fired = "never"
		}
		t.Rows = append(t.Rows, []string{fired, count(u.Games), useText(&u), linePlace(g, u.File, u.Line)})
	}
	return t
}
