package cli

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sort"
	"strconv"
	"strings"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter/players"
	"mancala/interpreter/simulate"
)

// planned is a plan with its cells ready to be played.
type planned struct {
	plan  *simulate.Plan
	cells []*simCell
}

// simCell is one rule set with its players.
type simCell struct {
	g     *game
	setup *simulate.Setup
	tally *simulate.Tally // nil: nothing yet
	vary  []string        // values of Plan.Vary
}

// maxCells bounds a sweep.
const maxCells = 10_000

// plan turns arguments and flags into cells: games × sweeps × pairings.
func (a *app) plan(args []string, f *simulateFlags) (*planned, error) {
	base, err := a.choice.choice()
	if err != nil {
		return nil, err
	}
	p := &planned{plan: &simulate.Plan{Program: programVersion(), Seed: f.seed, Games: f.games, Swap: !f.noSwap,
		Begins: f.begins, Turns: f.maxTurns, Rounds: f.rounds, Round: a.choice.round, Watch: watched(f.games, f.watch)}}
	if len(f.sweeps) > 0 || len(f.players) > 0 {
		p.plan.Layout = "rows"
		p.plan.Vary = f.vary(len(args) > 1)
	}
	files := &planFiles{plan: p.plan, index: map[string]int{}}
	for _, arg := range args {
		file, err := a.readGame(arg)
		if err != nil {
			return nil, err
		}
		files.add(file)
		first, err := a.loadFile(arg, file, base)
		if err != nil {
			return nil, err
		}
		choices, err := sweep(first, base, f.sweeps)
		if err != nil {
			return nil, err
		}
		for _, choice := range choices {
			if err := a.planCells(p, files, arg, file, choice, f); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// planCells adds the cells of one rule set: one, or one a pairing.
func (a *app) planCells(p *planned, files *planFiles, arg string, file *source.File, choice dsl.Choice, f *simulateFlags) error {
	g, err := a.loadFile(arg, file, choice)
	if err != nil {
		return err
	}
	pairings, err := f.pairings(g)
	if err != nil {
		return err
	}
	for _, names := range pairings {
		if len(p.plan.Cells) == maxCells {
			return usagef("these sweeps and players make more than %d rows", maxCells)
		}
		c := simulate.Cell{File: files.at(file), Arg: arg, Variant: choice.Variant, Parameters: choice.Parameters, Answers: choice.Answers,
			Rules: g.Hash, Players: names}
		setup, err := setupOf(p.plan, &c, g)
		if err != nil {
			return err
		}
		p.plan.Cells = append(p.plan.Cells, c)
		p.cells = append(p.cells, &simCell{g: g, setup: setup, vary: varied(p.plan.Vary, g, names)})
	}
	return nil
}

// watched is how many games are told step by step.
func watched(games uint64, wanted int64) uint64 {
	if wanted < 0 {
		wanted = int64(min(max(games/4000, 100), 500))
	}
	return min(uint64(wanted), games)
}

// setupOf is what a cell of a plan plays.
func setupOf(p *simulate.Plan, c *simulate.Cell, g *game) (*simulate.Setup, error) {
	s, err := simulate.NewSetup(g.Program, g.Hash, c.Players, p.Seed)
	if err != nil {
		return nil, usagef("%v", err)
	}
	s.Swap, s.Plies, s.Rounds, s.Games, s.Watch = p.Swap, p.Turns, p.Rounds, p.Games, p.Watch
	s.Begins, err = beginners(p.Begins, g.Program.Players)
	return s, err
}

// beginners reads --begins.
func beginners(text string, n int) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var names []string
	var all []int
	for seat := range n {
		name := strings.ToLower(rules.SeatName(seat))
		if text == name {
			return []int{seat}, nil
		}
		names, all = append(names, name), append(all, seat)
	}
	if text == "each" {
		return all, nil
	}
	return nil, usagef("--begins is %s or each, not %q", strings.Join(names, ", "), text)
}

// pairings are the seatings of a game: the seats named, or every pairing of --players.
func (f *simulateFlags) pairings(g *game) ([][]string, error) {
	n := g.Program.Players
	timed := func(names []string) []string {
		out := slices.Clone(names)
		for i := range out {
			if f.time > 0 {
				out[i] = players.WithTime(out[i], f.time)
			}
		}
		return out
	}
	if len(f.players) == 0 {
		return [][]string{timed(f.seats[:min(n, len(f.seats))])}, nil
	}
	names := timed(f.players)
	switch {
	case n == 1:
		var out [][]string
		for _, name := range names {
			out = append(out, []string{name})
		}
		return out, nil
	case n > 2 && len(names) != n:
		return nil, usagef("--players: %s is for %d, so name %d players; pairings are for games of two", g.Rules.ID, n, n)
	case n > 2:
		return [][]string{names}, nil
	case len(names) < 2:
		return nil, usagef("--players wants two players or more: --players random,greedy")
	}
	var out [][]string
	for i, a := range names {
		for _, b := range names[i+1:] {
			out = append(out, []string{a, b})
		}
	}
	return out, nil
}

// vary names the columns that tell one row from another.
func (f *simulateFlags) vary(games bool) []string {
	var out []string
	if games {
		out = append(out, "game")
	}
	for _, s := range f.sweeps {
		name, _, _ := strings.Cut(s, "=")
		out = append(out, strings.TrimSpace(name))
	}
	if len(f.players) > 0 {
		out = append(out, "players")
	}
	return out
}

// varied are the values of those columns.
func varied(vary []string, g *game, names []string) []string {
	out := make([]string, len(vary))
	for i, v := range vary {
		question, isAnswer := strings.CutPrefix(v, "answer:")
		switch {
		case v == "game":
			out[i] = g.Rules.ID
		case v == "players":
			out[i] = strings.Join(names, " – ")
		case v == "variant":
			out[i] = g.Rules.Variant
		case isAnswer:
			out[i] = g.Rules.Answers[question]
		default:
			for _, p := range g.Rules.Parameters {
				if p.Name == v {
					out[i] = strconv.Itoa(p.Value)
				}
			}
		}
	}
	return out
}

// ---- files of a plan ----

// planFiles collects the texts of the game files, with those they extend.
type planFiles struct {
	plan  *simulate.Plan
	index map[string]int // by name
}

// add notes a file and, from now on, every file it is found to extend.
func (p *planFiles) add(f *source.File) int {
	if i, known := p.index[f.Name]; known {
		return i
	}
	i := len(p.plan.Files)
	p.index[f.Name] = i
	p.plan.Files = append(p.plan.Files, simulate.PlanFile{Name: f.Name, Text: string(f.Text)})
	if others := f.Others; others != nil {
		f.Others = func(id string) (*source.File, error) {
			o, err := others(id)
			if err == nil {
				at := p.add(o)
				if p.plan.Files[i].Others == nil {
					p.plan.Files[i].Others = map[string]int{}
				}
				p.plan.Files[i].Others[id] = at
			}
			return o, err
		}
	}
	return i
}

func (p *planFiles) at(f *source.File) int { return p.index[f.Name] }

// fileOf is a file of a plan as the checker reads it.
func fileOf(p *simulate.Plan, i int) *source.File {
	f := source.NewFile(p.Files[i].Name, []byte(p.Files[i].Text))
	f.Others = func(id string) (*source.File, error) {
		at, known := p.Files[i].Others[id]
		if !known {
			return nil, fmt.Errorf("the plan has no file %q", id)
		}
		return fileOf(p, at), nil
	}
	return f
}

// rebuild makes a plan that was read ready to be played or reported. The
// rules are checked again, and must be the rules that were played.
func (a *app) rebuild(name string, plan *simulate.Plan) (*planned, error) {
	p := &planned{plan: plan}
	if version := programVersion(); plan.Program != version {
		return nil, findingf("%s was made by version %s of this program, and this is version %s: use the same for all parts", name, plan.Program, version)
	}
	a.choice.round = plan.Round
	loaded := map[string]*game{}
	for i := range plan.Cells {
		c := &plan.Cells[i]
		key := fmt.Sprintf("%d %q %v %v", c.File, c.Variant, sortedMap(c.Parameters), sortedMap(c.Answers))
		g := loaded[key]
		if g == nil {
			var err error
			choice := dsl.Choice{Variant: c.Variant, Parameters: c.Parameters, Answers: c.Answers}
			if g, err = a.loadFile(c.Arg, fileOf(plan, c.File), choice); err != nil {
				return nil, err
			}
			loaded[key] = g
		}
		if g.Hash != c.Rules {
			return nil, findingf("%s: the rules of %s in it are %.12s, and it says that %.12s were played", name, c.Arg, g.Hash, c.Rules)
		}
		setup, err := setupOf(plan, c, g)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		p.cells = append(p.cells, &simCell{g: g, setup: setup, vary: varied(plan.Vary, g, c.Players)})
	}
	return p, nil
}

func sortedMap[V any](m map[string]V) string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var out strings.Builder
	for _, k := range keys {
		fmt.Fprintf(&out, "%q=%v ", k, m[k])
	}
	return out.String()
}

// programVersion names the program that plays: a release, or the commit it
// was built from.
func programVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		version = "devel"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && version == "devel" {
			version += "-" + s.Value[:min(12, len(s.Value))]
		}
	}
	return version
}
