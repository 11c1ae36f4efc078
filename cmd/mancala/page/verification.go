package page

import (
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"mancala/dsl/prose"
	"mancala/dsl/rules"
	"mancala/interpreter/program"
	"mancala/interpreter/verify"
)

// Verification is what a verification found, to be written as one page.
type Verification struct {
	Game     *rules.Game
	Program  *program.Program
	RuleSet  string // the rules in force, in a line
	Hash     string
	Sources  *verify.Sources
	Claims   []Claim
	Matrix   *verify.Matrix
	Decide   []Decision
	Survey   *verify.Survey
	Findings []Finding
	Complete bool
}

// Claim is a piece of evidence with its verdict and pictures.
type Claim struct {
	verify.Verdict
	Text     string
	Pictures []Picture
}

// Decision is a question with the pictures of what is proposed to be asked.
type Decision struct {
	verify.Decision
	Asks []Asked
}

// Asked is a proposal with its pictures.
type Asked struct {
	verify.Proposal
	Pictures []Picture
}

// Finding is a silence, an endless turn and the like with its pictures.
type Finding struct {
	verify.Finding
	Pictures []Picture
}

// Picture is a drawn board with what it shows.
type Picture struct {
	Title string
	SVG   template.HTML // made by Board
}

// Pictures draws the last move of a line: the position before it and, if it
// was made, the one after it.
func Pictures(r *verify.Replay) []Picture {
	if r == nil {
		return nil
	}
	p := r.Rules.Program
	if r.Move == "" {
		return []Picture{{"The position", template.HTML(Board(p, r.Before, NoMarks()))}}
	}
	frames := Frames(p, r.Before, r.Move, r.Events, 0)
	last := frames[len(frames)-1]
	laps := 0
	for _, e := range r.Events {
		laps = max(laps, e.Lap)
	}
	title := "After " + r.Move
	if laps > 1 {
		title = fmt.Sprintf("After %s (%d laps; the last one is marked)", r.Move, laps)
	}
	return []Picture{
		{frames[0].Title, template.HTML(Board(p, r.Before, frames[0].Marks))},
		{title, template.HTML(Board(p, r.After, last.Marks))},
	}
}

// Write writes the page: one file of HTML that needs no other.
func (r *Verification) Write(w io.Writer) error { return pageTemplate.Execute(w, r) }

// Start draws the set-up.
func (r *Verification) Start() template.HTML {
	return template.HTML(Board(r.Program, r.Program.Start, NoMarks()))
}

// Words are the rules in plain words: sentences, with the cases below them.
func (r *Verification) Words() []Sentence {
	var out []Sentence
	for _, line := range prose.Rules(r.Game) {
		if below, ok := strings.CutPrefix(strings.TrimLeft(line, " "), "- "); ok && len(out) > 0 {
			last := &out[len(out)-1]
			last.Below = append(last.Below, below)
			continue
		}
		out = append(out, Sentence{Text: line})
	}
	return out
}

// Sentence is a rule in words, with its cases.
type Sentence struct {
	Text  string
	Below []string
}

// needs says under which answers a claim holds.
func needs(n verify.ClaimNeed) string {
	questions := slices.Sorted(maps.Keys(n.Answers))
	parts := make([]string, len(questions))
	for i, q := range questions {
		parts[i] = q + " = " + strings.Join(n.Answers[q], " or ")
	}
	return n.Evidence + " holds only with " + strings.Join(parts, " and ") + "."
}

// BoardWords describes the board.
func (r *Verification) BoardWords() string { return prose.Board(r.Game) }

// RuleTexts are the rules in force as the file has them.
func (r *Verification) RuleTexts() []*rules.RuleInfo {
	var out []*rules.RuleInfo
	for _, t := range r.Game.Texts {
		out = append(out, t.Rules...)
	}
	return out
}

// Counts sums the verdicts up: "10 hold, 2 are refuted".
func (r *Verification) Counts() string {
	var parts []string
	for _, w := range []struct {
		word verify.Word
		text string
	}{{verify.Holds, "hold"}, {verify.Refuted, "refuted"}, {verify.Undecided, "undecided"}, {verify.NeedsAnswer, "in need of an answer"}} {
		n := 0
		for _, c := range r.Claims {
			if c.Word == w.word {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, w.text))
		}
	}
	if len(parts) == 0 {
		return "The file quotes no evidence."
	}
	return strings.Join(parts, ", ") + "."
}

// Asked are the questions the combinations vary, in order.
func (r *Verification) Asked() []string {
	var out []string
	for _, d := range r.Decide {
		out = append(out, d.Question)
	}
	return out
}

// Line is a row of the table of combinations: those that refute the same claims.
type Line struct {
	Count   int
	Answers []string // by question, as Asked
	Refuted []string
	InForce bool
}

// Lines gathers the combinations by the claims they refute, fewest first.
func (r *Verification) Lines() []Line {
	if r.Matrix == nil || len(r.Matrix.Claims) == 0 {
		return nil
	}
	var out []Line
	var sets [][]map[string]string
	for _, row := range r.Matrix.Rows {
		if row.Error != "" {
			continue
		}
		at := slices.IndexFunc(out, func(l Line) bool { return slices.Equal(l.Refuted, row.Refuted) })
		if at < 0 {
			at = len(out)
			out, sets = append(out, Line{Refuted: row.Refuted}), append(sets, nil)
		}
		out[at].Count++
		out[at].InForce = out[at].InForce || row.InForce
		sets[at] = append(sets[at], row.Answers)
	}
	for i := range out {
		for _, q := range r.Asked() {
			var answers []string
			for _, row := range sets[i] {
				if a := row[q]; a != "" && !slices.Contains(answers, a) {
					answers = append(answers, a)
				}
			}
			out[i].Answers = append(out[i].Answers, strings.Join(answers, " / "))
		}
	}
	slices.SortStableFunc(out, func(a, b Line) int { return len(a.Refuted) - len(b.Refuted) })
	return out
}

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"join":  func(list []string) string { return strings.Join(list, ", ") },
	"css":   func() template.CSS { return template.CSS(pageStyle + Style) },
	"word":  func(w verify.Word) string { return strings.ReplaceAll(string(w), " ", "-") },
	"needs": needs,
	"text":  func(p verify.Proposal) string { return p.Text() },
}).Parse(pageText))
