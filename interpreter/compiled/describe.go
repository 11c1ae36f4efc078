package compiled

import (
	"encoding/json"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
)

// descriptionSection is the custom section in which a module on its own
// describes itself, in JSON.
const descriptionSection = "mancala"

// description is what a host needs to know about a module besides its
// functions; MODULE.md explains the fields.
type description struct {
	Interface  int               `json:"interface"`
	Game       string            `json:"game"`
	Name       string            `json:"name"`
	Variant    string            `json:"variant,omitempty"`
	Parameters map[string]int    `json:"parameters,omitempty"`
	Answers    map[string]string `json:"answers,omitempty"`
	Rules      string            `json:"rules"` // hash

	Players []string `json:"players"`
	Holes   []string `json:"holes"`
	Stores  bool     `json:"stores"`
	Seeds   int      `json:"seeds"` // of the start position
	Most    int      `json:"most"`  // seeds of a position
	Right   []string `json:"right"` // by player, a letter a hole
	Phases  []string `json:"phases"`

	Cells    []cellRun         `json:"cells"`
	Options  [][][]optionShown `json:"options"` // [phase][player][option]
	Texts    []ruleText        `json:"texts"`   // by number
	Gaps     []string          `json:"gaps"`    // by number
	Child    int               `json:"child"`   // bytes from one child to the next
	Record   int               `json:"record"`  // bytes of a playout's record
	Playouts int               `json:"playouts"`
	Choice   int               `json:"choice"` // bytes of an inner choice of a move
}

// cellRun is a run of cells of the same kind.
type cellRun struct {
	Name  string `json:"name"`
	First int    `json:"first"`
	Count int    `json:"count"`
	Seeds bool   `json:"seeds,omitempty"`
}

// optionShown says what an option's moves are and what belongs to their name.
type optionShown struct {
	Kind      string `json:"kind"` // from, enter, step
	Label     string `json:"label,omitempty"`
	Direction bool   `json:"direction,omitempty"`
	Taking    bool   `json:"taking,omitempty"`
}

// ruleText is a rule of the file.
type ruleText struct {
	Table string `json:"table"`
	Line  int    `json:"line"`
	Text  string `json:"text"`
}

// gapNames are the gaps and budgets by their number.
var gapNames = [...]string{
	gapNone: "", gapLap: string(interpreter.GapLap), gapUnended: string(interpreter.GapUnended), gapNoMove: string(interpreter.GapNoMove),
	gapSkip: string(interpreter.GapSkip), gapRelay: string(interpreter.GapRelay), gapEndless: string(interpreter.GapEndless),
	gapScore: string(interpreter.GapScore), gapDirection: string(interpreter.GapDirection), gapNobody: string(interpreter.GapNobody),
	gapBegins: string(interpreter.GapBegins), gapRound: string(interpreter.GapRound),
	overLaps: "over-laps", overCompletions: "over-completions", overDepth: "over-forecasts", overStack: "over-stack",
}

// describe writes the section.
func (c *compiler) describe() {
	p := c.p
	d := description{
		Interface: InterfaceVersion, Rules: program.Hash(p), Seeds: p.Total, Most: c.lay.most,
		Gaps: gapNames[:], Child: c.kidSize(), Record: rsSize, Playouts: gameBatch, Choice: c.choiceSize(),
	}
	for seat := range p.Players {
		d.Players = append(d.Players, rules.SeatName(seat))
	}
	for _, f := range p.Layout.Fields {
		d.Cells = append(d.Cells, cellRun{f.Name, f.Base, f.Len, f.Kind == program.Seeds})
	}
	for _, r := range p.Rules {
		if r == nil {
			d.Texts = append(d.Texts, ruleText{})
			continue
		}
		d.Texts = append(d.Texts, ruleText{r.Table, r.Span.Line(), strings.TrimSpace(r.Text)})
	}
	c.describeGame(&d)
	c.describeMoves(&d)
	text, err := json.Marshal(d)
	if err != nil {
		c.failf("describing the module: %v", err)
	}
	c.m.Custom(descriptionSection, text)
}

// describeGame fills in what the file says.
func (c *compiler) describeGame(d *description) {
	g := c.p.Game
	if g == nil || g.Board == nil {
		return
	}
	d.Game, d.Name, d.Variant, d.Answers, d.Stores = g.ID, g.Name, g.Variant, g.Answers, g.Board.Stores != rules.NoStores
	for _, p := range g.Parameters {
		if d.Parameters == nil {
			d.Parameters = map[string]int{}
		}
		d.Parameters[p.Name] = p.Value
	}
	for _, h := range g.Board.Holes {
		d.Holes = append(d.Holes, h.Name)
	}
	for seat := range c.p.Players {
		right := make([]byte, c.p.Holes)
		for h := range right {
			m := interpreter.Move{From: h, Dir: program.Anticlockwise, Shown: interpreter.ShowDir}
			text := notation.MoveText(c.p, seat, m)
			right[h] = "ac"[b2i(!strings.HasSuffix(text, ">"))]
		}
		d.Right = append(d.Right, string(right))
	}
}

// describeMoves fills in phases and options.
func (c *compiler) describeMoves(d *description) {
	for _, stage := range c.p.Stages {
		d.Phases = append(d.Phases, stage.Name)
		var seats [][]optionShown
		for _, s := range stage.Seats {
			options := []optionShown{}
			for _, t := range s.Moves {
				for _, o := range t.Options {
					show := shown(o)
					e := optionShown{Kind: [...]string{rules.FromHole: "from", rules.EnterAt: "enter", rules.StepFrom: "step"}[o.Kind],
						Direction: show&interpreter.ShowDir != 0, Taking: show&interpreter.ShowTake != 0}
					if c.p.Game != nil && o.Label < len(c.p.Game.Labels) {
						e.Label = c.p.Game.Labels[o.Label]
					}
					options = append(options, e)
				}
			}
			seats = append(seats, options)
		}
		d.Options = append(d.Options, seats)
	}
}
