package verify

import (
	"fmt"
	"slices"
	"strings"

	"mancala/dsl/rules"
)

// Sources is what each description of a file says and where they differ.
type Sources struct {
	Says     []SourceSays `json:"sources"`
	Families [][]string   `json:"same_rules,omitempty"` // sources that give the rules of one another, two or more
	Disagree []Point      `json:"disagree"`             // on questions about the rules
	Differ   []Point      `json:"differ"`               // on what is no rule
	Unproved []RuleRef    `json:"rules_without_source"`
	Ruleless []string     `json:"sources_without_rule"`
	Unused   []string     `json:"sources_never_cited"`
}

// SourceSays is what one source is cited for.
type SourceSays struct {
	ID       string            `json:"id"`
	Author   string            `json:"author,omitempty"`
	Title    string            `json:"title,omitempty"`
	Year     string            `json:"year,omitempty"`
	Language string            `json:"language,omitempty"`
	Address  string            `json:"address,omitempty"`
	Note     string            `json:"note,omitempty"`
	Follows  string            `json:"follows,omitempty"`
	Line     int               `json:"line"`
	Rules    []RuleRef         `json:"rules,omitempty"`
	Answers  map[string]string `json:"answers,omitempty"` // question → answer; several by " or "
	Evidence []string          `json:"evidence,omitempty"`
	Variants []string          `json:"variants,omitempty"`
}

// RuleRef is a rule in force, with the pages of the citation it is listed under.
type RuleRef struct {
	Table string `json:"table"`
	Phase string `json:"phase,omitempty"`
	Label string `json:"label,omitempty"`
	Text  string `json:"text"`
	File  string `json:"file,omitempty"` // where it is not the game's own: a file that this one extends
	Line  int    `json:"line"`
	Pages string `json:"pages,omitempty"`
}

// Place names the line, and the file if it is another one.
func (r RuleRef) Place() string { return place(r.File, r.Line) }

func place(file string, line int) string {
	if file != "" {
		return fmt.Sprintf("%s:%d", file, line)
	}
	return fmt.Sprintf("line %d", line)
}

// otherFile is the name of the file a rule stands in, "" if it is the game's own.
func otherFile(g *rules.Game, r *rules.RuleInfo) string {
	if r.Span.IsValid() && g.File != nil && r.Span.File.Name != g.File.Name {
		return r.Span.File.Name
	}
	return ""
}

// Point is something on which sources say different things.
type Point struct {
	Question string   `json:"question,omitempty"` // id, where it is one
	About    string   `json:"about"`
	Note     string   `json:"note,omitempty"`
	Line     int      `json:"line"`
	Sayings  []Saying `json:"says"`
}

// Saying is what some sources say on a point.
type Saying struct {
	Text    string   `json:"text"`
	Sources []string `json:"sources"`
}

// Sources reads a report on the descriptions off the rules in force.
func (v *Verifier) Sources() (*Sources, error) {
	base, err := v.Base()
	if err != nil {
		return nil, err
	}
	return SourcesOf(base.Game), nil
}

// SourcesOf is the report on a checked game.
func SourcesOf(g *rules.Game) *Sources {
	out := &Sources{Says: []SourceSays{}, Disagree: []Point{}, Differ: []Point{}, Unproved: []RuleRef{}, Ruleless: []string{}, Unused: []string{}}
	for _, s := range g.Sources {
		out.Says = append(out.Says, says(g, s))
	}
	for i := range out.Says {
		s := &out.Says[i]
		if parent := out.find(s.Follows); parent != nil && s.Follows != s.ID {
			s.inherit(parent)
		}
	}
	for _, s := range out.Says {
		switch {
		case len(s.Rules) > 0:
		case len(s.Answers)+len(s.Evidence)+len(s.Variants) > 0 || spoken(g, s.ID):
			out.Ruleless = append(out.Ruleless, s.ID)
		default:
			out.Ruleless, out.Unused = append(out.Ruleless, s.ID), append(out.Unused, s.ID)
		}
	}
	for _, t := range g.Texts {
		for _, r := range t.Rules {
			if len(r.Sources) == 0 {
				out.Unproved = append(out.Unproved, ruleOf(g, r, ""))
			}
		}
	}
	out.families(g)
	out.points(g)
	return out
}

func (s *Sources) find(id string) *SourceSays {
	for i := range s.Says {
		if s.Says[i].ID == id {
			return &s.Says[i]
		}
	}
	return nil
}

// inherit takes over what the source says that this one follows, except where
// it is cited for another answer itself.
func (s *SourceSays) inherit(parent *SourceSays) {
	s.Rules = append(slices.Clone(parent.Rules), s.Rules...)
	for q, a := range parent.Answers {
		if _, own := s.Answers[q]; !own {
			if s.Answers == nil {
				s.Answers = map[string]string{}
			}
			s.Answers[q] = a
		}
	}
}

// cited splits a citation into the id of its source and the pages.
func cited(citation string) (id, pages string) {
	id, pages, _ = strings.Cut(citation, ",")
	return strings.TrimSpace(id), strings.TrimSpace(pages)
}

func ruleOf(g *rules.Game, r *rules.RuleInfo, pages string) RuleRef {
	out := RuleRef{Table: r.Table, Phase: r.Phase, Label: r.Label, Text: r.Text, Pages: pages, File: otherFile(g, r)}
	if r.Span.IsValid() {
		out.Line = r.Span.Line()
	}
	return out
}

func says(g *rules.Game, s rules.Source) SourceSays {
	out := SourceSays{ID: s.ID, Author: s.Author, Title: s.Title, Year: s.Year, Language: s.Language, Address: s.Address, Note: s.Note, Follows: s.Follows, Line: s.Span.Line()}
	for _, t := range g.Texts {
		for _, r := range t.Rules {
			for _, citation := range r.Sources {
				if id, pages := cited(citation); id == s.ID {
					out.Rules = append(out.Rules, ruleOf(g, r, pages))
				}
			}
		}
	}
	for _, q := range g.Questions {
		for _, a := range q.Answers {
			if !cites(a.Sources, s.ID) {
				continue
			}
			if out.Answers == nil {
				out.Answers = map[string]string{}
			}
			if was := out.Answers[q.ID]; was != "" {
				out.Answers[q.ID] = was + " or " + a.ID
			} else {
				out.Answers[q.ID] = a.ID
			}
		}
	}
	for _, e := range g.Evidence {
		if cites(e.Sources, s.ID) {
			out.Evidence = append(out.Evidence, e.ID)
		}
	}
	for _, x := range g.Variants {
		if cites(x.Sources, s.ID) {
			out.Variants = append(out.Variants, x.Name)
		}
	}
	return out
}

func cites(citations []string, id string) bool {
	return slices.ContainsFunc(citations, func(c string) bool { x, _ := cited(c); return x == id })
}

// spoken tells if a source is cited on a point that is no rule.
func spoken(g *rules.Game, id string) bool {
	for _, d := range g.Differences {
		for _, s := range d.Says {
			if cites(s.Sources, id) {
				return true
			}
		}
	}
	return false
}

// families are the sources that follow one another.
func (s *Sources) families(g *rules.Game) {
	for _, head := range g.Sources {
		family := []string{head.ID}
		for _, x := range g.Sources {
			if x.Follows == head.ID && x.ID != head.ID {
				family = append(family, x.ID)
			}
		}
		if len(family) > 1 {
			s.Families = append(s.Families, family)
		}
	}
}

// points lists the questions on which sources are cited for different
// answers, and the differences that are no rules.
func (s *Sources) points(g *rules.Game) {
	for _, q := range g.Questions {
		if q.Variant != "" && q.Variant != g.Variant {
			continue
		}
		p := Point{Question: q.ID, About: q.Asks, Note: q.Note, Line: q.Span.Line()}
		for _, a := range q.Answers {
			var who []string
			for _, x := range s.Says {
				if slices.Contains(strings.Split(x.Answers[q.ID], " or "), a.ID) {
					who = append(who, x.ID)
				}
			}
			if len(who) > 0 {
				p.Sayings = append(p.Sayings, Saying{a.ID, who})
			}
		}
		if len(p.Sayings) > 1 {
			s.Disagree = append(s.Disagree, p)
		}
	}
	for _, d := range g.Differences {
		p := Point{About: d.About, Note: d.Note, Line: d.Span.Line()}
		for _, x := range d.Says {
			p.Sayings = append(p.Sayings, Saying{x.Text, x.Sources})
		}
		s.Differ = append(s.Differ, p)
	}
}
