package cli

import (
	"fmt"
	"io"
	"strings"

	"mancala/interpreter/notation"
	"mancala/interpreter/simulate"
)

// writeReport prints a report as a person reads it.
func (a *app) writeReport(g *game, r *simulate.Report, details bool) {
	s, w := a.style(a.out), a.out
	fmt.Fprintln(w, s.head(g.Rules.Name+", "+count(r.Games)+" games, "+strings.Join(r.Players, " against ")+", seed "+fmt.Sprint(r.Seed)))
	fmt.Fprintln(w, s.dim("rules: "+g.ruleSet()))
	if r.Games < r.Wanted {
		fmt.Fprintln(w, s.warn(fmt.Sprintf("only a part: %s of %s games were played", count(r.Games), count(r.Wanted))))
	}
	fmt.Fprintln(w)
	a.writeWins(w, s, r)
	a.writeMeasures(w, s, r)
	writeSizes(w, r)
	a.writeEnds(w, s, g, r)
	a.writeTold(w, s, g, r, details)
	fmt.Fprintf(w, "\n%s\n%s", s.head("Length of the games in turns"), histogram(&r.Turns.Hist))
}

func (a *app) writeWins(w io.Writer, s style, r *simulate.Report) {
	t := newTable("", ">games", ">share", "95 % interval")
	add := func(name string, i simulate.Interval) {
		t.row(name, count(i.Count), percent(i.Share), percent(i.Low)+" – "+percent(i.High))
	}
	winLines(r, add)
	_ = t.write(w, s)
	if !r.Begins.Apart && len(r.Begins.Seats) == 1 && len(r.Seats) > 1 {
		fmt.Fprintf(w, "%s begins every game; --begins each tells beginning and seat apart.\n", r.Begins.Seats[0].Seat)
	}
}

// winLines gives the shares of a report in the order they are shown.
func winLines(r *simulate.Report, add func(name string, i simulate.Interval)) {
	for _, p := range r.Seats {
		add(p.Name+" wins", p.Wins)
	}
	if r.Begins.Apart {
		add("who begins wins", r.Begins.Wins)
	}
	if len(r.Seats) == 1 { // nobody to draw with
		add("not won", r.Draws)
	} else {
		add("draws", r.Draws)
	}
	add("unfinished", r.Open)
	add("met an endless turn", r.Endless)
	if r.Unclear > 0 { // not proved endless
		add("met a turn over the lap budget", simulate.Wilson(r.Unclear, r.Games))
	}
	if differ(r.Players) {
		for i, p := range r.ByName {
			add(fmt.Sprintf("%s (player %d) wins", p.Name, i+1), p.Wins)
		}
	}
}

func (a *app) writeMeasures(w io.Writer, s style, r *simulate.Report) {
	fmt.Fprintln(w)
	t := newTable("a game", ">mean", ">sd", ">least", ">5 %", ">median", ">95 %", ">most")
	measureLines(r, func(name string, m *simulate.Measure) { t.row(measureCells(name, m)...) })
	_ = t.write(w, s)
	writeRounds(w, r.Rounds)
	if left := r.Endless.Count + r.Unclear; left > 0 {
		fmt.Fprintf(w, "Laps and seeds sown leave out the %s with such a turn.\n", plural(int(left), "game"))
	}
	fmt.Fprintf(w, "\n%s\n", turnText(r))
}

// turnText tells what a turn is on the average.
func turnText(r *simulate.Report) string {
	return fmt.Sprintf("A turn has %.2f legal moves, %.2f laps and %.2f seeds sown; %s of turns leave a choice, %s give another turn.",
		r.Branching, r.LapsATurn, r.SownATurn, percent(r.Decisions), percent(r.Again))
}

// measureLines gives the measures of a game in the order they are shown.
func measureLines(r *simulate.Report, add func(name string, m *simulate.Measure)) {
	add("turns", &r.Turns)
	if r.Rounds != nil {
		add("rounds", &r.Rounds.Played)
	}
	add("laps", &r.Laps)
	add("laps of its longest turn", &r.Longest)
	add("seeds sown", &r.Sown)
	add("seeds captured", &r.Captured)
	if r.Margin != nil {
		add("margin", r.Margin)
	}
}

func measureCells(name string, m *simulate.Measure) []string {
	return []string{name, fmt.Sprintf("%.2f", m.Mean), fmt.Sprintf("%.2f", m.SD), count(m.Min), count(m.P5), count(m.Median), count(m.P95), count(m.Max)}
}

// writeSizes tells how large the game is.
func writeSizes(w io.Writer, r *simulate.Report) {
	fmt.Fprintf(w, "Game tree about 10^%.1f (mean legal moves to the power of mean turns).\n", r.Tree.Log10)
	more := ""
	if r.Space.More {
		more = ", marks, phases and the like not counted"
	}
	fmt.Fprintf(w, "State space 10^%.1f: %s seeds in %d places, %d to move: %d × C(%d, %d)%s; not all can be reached.\n",
		r.Space.Log10, count(r.Space.Seeds), r.Space.Places, r.Space.Movers, r.Space.Movers, r.Space.Seeds+r.Space.Places-1, r.Space.Places-1, more)
}

func (a *app) writeEnds(w io.Writer, s style, g *game, r *simulate.Report) {
	fmt.Fprintln(w)
	t := newTable(">games", ">share", "how they ended", "where")
	for _, e := range r.Ends {
		t.row(count(e.Games.Count), percent(e.Games.Share), e.Text, endPlace(g, &e))
	}
	_ = t.write(w, s)
}

// linePlace names a line of the game's file, or of one it extends.
func linePlace(g *game, elsewhere string, line int) string {
	if elsewhere == "" {
		elsewhere = g.File.Name
	}
	return fmt.Sprintf("%s:%d", elsewhere, line)
}

// endPlace is where an end is written, or a game that ended so.
func endPlace(g *game, e *simulate.EndLine) string {
	if e.Line > 0 {
		return linePlace(g, e.File, e.Line)
	}
	return fmt.Sprintf("first in game %d", e.First)
}

// writeTold tells what was found in the games told step by step.
func (a *app) writeTold(w io.Writer, s style, g *game, r *simulate.Report, details bool) {
	d := r.Watched
	if d == nil {
		return
	}
	which := fmt.Sprintf("The first %s told step by step", plural(int(d.Games), "game"))
	if d.Long > 0 {
		which += fmt.Sprintf(" (%s too long to be told)", plural(int(d.Long), "game"))
	}
	fmt.Fprintf(w, "\n%s\n", s.head(which))
	fmt.Fprint(w, leadText(r))
	a.writeUses(w, s, g, d, details)
	if !details {
		return
	}
	moves, taken := make([]uint64, len(d.Holes)), make([]uint64, len(d.Holes))
	for i, h := range d.Holes {
		moves[i], taken[i] = h.Moves, h.Taken
	}
	a.writeHeat(w, s, g, "Moves that start at a hole, per thousand", moves)
	a.writeHeat(w, s, g, "Seeds captured at a hole, per thousand", taken)
}

// leadText tells how the lead goes to and fro; "" where nobody has one.
func leadText(r *simulate.Report) string {
	d := r.Watched
	if len(r.Players) < 2 {
		return ""
	}
	by := "score"
	if d.LeadBy == "seeds" {
		by = "seeds on a player's side"
	}
	return fmt.Sprintf("The lead (by %s) changes %.2f times a game. Of %s games won %s were won from behind,\nby %.2f seeds at most on the average; the winner is behind after %.1f %% of the turns (drama)\nand leads for good after %.0f %% of the game.\n",
		by, d.LeadChanges.Mean, count(d.Decided), count(d.Comebacks), d.Deficit.Mean, d.Drama.Mean, d.Settled.Mean)
}

// useText is a rule with its table and phase.
func useText(u *simulate.Use) string {
	text := u.Table + ": " + u.Text
	if u.Phase != "" {
		text = u.Phase + ", " + text
	}
	return text
}

// writeUses lists the rules that never acted, or all with their use.
func (a *app) writeUses(w io.Writer, s style, g *game, d *simulate.Told, details bool) {
	if !details && d.Never == 0 {
		fmt.Fprintf(w, "Each of the %d rules acted; --details tells how often.\n", len(d.Rules))
		return
	}
	t := newTable(">acted", ">games", "rule", "where")
	if !details {
		fmt.Fprintf(w, "%s of %d never acted (--details tells how often the others did):\n", plural(d.Never, "rule"), len(d.Rules))
		t = newTable("", "", "", "")
	}
	for _, u := range d.Rules {
		text, where := useText(&u), linePlace(g, u.File, u.Line)
		switch {
		case details && u.Fired == 0:
			t.row("never", "", text, where)
		case details:
			t.row(count(u.Fired), count(u.Games), text, where)
		case u.Fired == 0:
			t.row("", "", text, where)
		}
	}
	_ = t.write(w, s)
}

// writeHeat draws a board with shares in the place of seeds.
func (a *app) writeHeat(w io.Writer, s style, g *game, title string, counts []uint64) {
	sum := uint64(0)
	for _, n := range counts {
		sum += n
	}
	if sum == 0 {
		return
	}
	cells := make([]int32, g.Program.Layout.Size)
	for i, n := range counts {
		cells[i] = int32((n*1000 + sum/2) / sum)
	}
	if c := g.Program.Layout.Owners; c >= 0 { // as at the start
		copy(cells[c:c+g.Program.Layout.Span], g.Program.Start[c:])
	}
	fmt.Fprintf(w, "\n%s\n%s", s.head(title), indent(notation.DrawCells(g.Program, cells, notation.DrawOptions{BoardOnly: true}), "  "))
}

func differ(names []string) bool {
	for _, n := range names {
		if n != names[0] {
			return true
		}
	}
	return false
}

func percent(share float64) string { return fmt.Sprintf("%.2f %%", 100*share) }

// histogram draws at most twenty bars of equal width in values.
func histogram(h *simulate.Hist) string {
	var out strings.Builder
	counts, step, low, beyond := grouped(h)
	top := uint64(0)
	for _, n := range counts {
		top = max(top, n)
	}
	for i, n := range counts {
		label := groupLabel(low+i*step, step)
		fmt.Fprintf(&out, "%13s %s\n", label, strings.TrimRight(strings.Repeat("█", int(n*50/max(top, 1)))+" "+count(n), " "))
	}
	if beyond > 0 {
		fmt.Fprintf(&out, "%13s %s\n", "more", count(beyond))
	}
	return out.String()
}

func groupLabel(from, step int) string {
	if step > 1 {
		return fmt.Sprintf("%d–%d", from, from+step-1)
	}
	return fmt.Sprint(from)
}

// grouped counts in at most twenty groups of equal width, and what lies
// beyond the last of them, which holds the 95 % quantile.
func grouped(h *simulate.Hist) (counts []uint64, step, low int, beyond uint64) {
	bars := h.Bars()
	if len(bars) == 0 {
		return nil, 1, 0, 0
	}
	low = bars[0].Value
	high := h.Summary().P95
	const most = 20
	step = max(1, (high-low+most)/most)
	counts = make([]uint64, (high-low)/step+1)
	for _, b := range bars {
		if i := (b.Value - low) / step; i < len(counts) {
			counts[i] += b.Count
		} else {
			beyond += b.Count
		}
	}
	return counts, step, low, beyond
}
