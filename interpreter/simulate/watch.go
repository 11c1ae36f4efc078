package simulate

import (
	"errors"
	"fmt"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Watched is what was counted in the games that were told step by step: the
// first ones of a run, for telling takes many times as long as playing.
type Watched struct {
	Games uint64 `json:"games"`
	Long  uint64 `json:"long"` // games passed over for their length
	Plies uint64 `json:"plies"`

	Fired   []uint64 `json:"fired"`    // by rule: how often it acted
	FiredIn []uint64 `json:"fired_in"` // by rule: in how many games
	From    []uint64 `json:"from"`     // by hole: moves that start there
	Taken   []uint64 `json:"taken"`    // by hole: seeds captured there
	Takings []uint64 `json:"takings"`  // by hole: captures there
	Landed  []uint64 `json:"landed"`   // by place: turns that end there

	Branching Hist `json:"branching"` // legal moves of a turn

	// Who leads is who would score most, or without a score who has most
	// seeds on his side. Of games with two players or more:
	LeadChanges Hist `json:"lead_changes"` // of a game
	Deficit     Hist `json:"deficit"`      // of the winner of a game, at its greatest
	Behind      Hist `json:"behind"`       // share of the turns, in per cent, after which the winner was behind
	Settled     Hist `json:"settled"`      // when the winner took the lead for good, in per cent of the game
}

// longest bounds the laps of a game that is told.
const longest = 5_000

func newWatched(p *program.Program) *Watched {
	return &Watched{
		Fired: make([]uint64, len(p.Rules)), FiredIn: make([]uint64, len(p.Rules)),
		From: make([]uint64, p.Holes), Taken: make([]uint64, p.Holes), Takings: make([]uint64, p.Holes),
		Landed: make([]uint64, p.Places),
	}
}

func (w *Watched) merge(o *Watched) {
	w.Games += o.Games
	w.Long += o.Long
	w.Plies += o.Plies
	for _, p := range [][2][]uint64{{w.Fired, o.Fired}, {w.FiredIn, o.FiredIn}, {w.From, o.From}, {w.Taken, o.Taken}, {w.Takings, o.Takings}, {w.Landed, o.Landed}} {
		addAll(p[0], p[1])
	}
	for _, h := range [][2]*Hist{{&w.Branching, &o.Branching}, {&w.LeadChanges, &o.LeadChanges}, {&w.Deficit, &o.Deficit}, {&w.Behind, &o.Behind}, {&w.Settled, &o.Settled}} {
		h[0].Merge(h[1])
	}
}

// fits tells sums that belong to a program.
func (w *Watched) fits(p *program.Program) bool {
	return len(w.Fired) == len(p.Rules) && len(w.FiredIn) == len(p.Rules) && len(w.From) == p.Holes &&
		len(w.Taken) == p.Holes && len(w.Takings) == p.Holes && len(w.Landed) == p.Places
}

// watch tells the games of a block that are to be watched. When the run is
// stopped meanwhile the block ends before the game it did not finish.
func (w *worker) watch(t *taken) error {
	for i := range t.games {
		g := &t.games[i]
		if g.Game >= w.setup.Watch {
			break
		}
		if t.told == nil {
			t.told = newWatched(w.setup.Program)
		}
		if w.tell == nil {
			x, err := w.run.o.Tell()
			if err != nil {
				return err
			}
			if s, ok := x.(interpreter.Interruptible); ok {
				s.OnTick(w.run.stopped)
			}
			w.tell = x
		}
		err := w.watchOne(g, t.told)
		if errors.Is(err, interpreter.ErrStopped) {
			t.games = t.games[:i]
			return err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) watchOne(g *Played, sums *Watched) error {
	if g.Result.Laps > longest || g.Result.Endless == interpreter.EndlessBudget {
		sums.Long++
		return nil
	}
	v := &viewer{x: w.tell, p: w.setup.Program, one: newWatched(w.setup.Program), leader: -1}
	if err := w.setup.Again(w.tell, g, v.ply); err != nil {
		return fmt.Errorf("%s, game %d told: %w", w.setup.Program.Game.ID, g.Game, err)
	}
	v.close(g.Result.Outcome)
	sums.merge(v.one)
	return nil
}

// viewer counts one game. The sums are kept apart until it is over, so that a
// game broken off leaves nothing.
type viewer struct {
	x       Teller
	p       *program.Program
	one     *Watched
	leader  int     // who led last
	changes int     // of the lead
	worth   [][]int // after each ply, by seat: how far he is ahead of the best other
}

// ply tells one ply.
func (v *viewer) ply(s *interpreter.State, legal []interpreter.Move, m interpreter.Move) error {
	ply, events, err := v.x.Explain(s, m)
	v.events(events)
	if err != nil {
		return err
	}
	v.one.Plies++
	v.one.Branching.Add(len(legal))
	if !m.Pass && m.From >= 0 && m.From < len(v.one.From) {
		v.one.From[m.From]++
	}
	if ply.Last >= 0 && ply.Last < len(v.one.Landed) {
		v.one.Landed[ply.Last]++
	}
	return v.lead(s)
}

func (v *viewer) events(events []interpreter.Event) {
	for i := range events {
		switch e := &events[i]; e.Kind {
		case interpreter.Fired:
			if e.Rule != nil && e.Rule.ID >= 0 && e.Rule.ID < len(v.one.Fired) {
				v.one.Fired[e.Rule.ID]++
				v.one.FiredIn[e.Rule.ID] = 1
			}
		case interpreter.Captured:
			if e.Place >= 0 && e.Place < len(v.one.Taken) {
				v.one.Taken[e.Place] += uint64(e.N)
				v.one.Takings[e.Place]++
			}
		}
	}
}

// lead finds who leads now.
func (v *viewer) lead(s *interpreter.State) error {
	if v.p.Players < 2 {
		return nil
	}
	worth, err := v.worthOf(s)
	if err != nil {
		return err
	}
	margins := make([]int, len(worth))
	leader := -1
	for seat, w := range worth {
		best, first := 0, true
		for other, o := range worth {
			if other != seat && (first || o > best) {
				best, first = o, false
			}
		}
		if margins[seat] = w - best; margins[seat] > 0 {
			leader = seat
		}
	}
	if leader >= 0 {
		if v.leader >= 0 && leader != v.leader {
			v.changes++
		}
		v.leader = leader
	}
	v.worth = append(v.worth, margins)
	return nil
}

// worthOf is what every seat would score now, or the seeds on his side.
func (v *viewer) worthOf(s *interpreter.State) ([]int, error) {
	scores, err := v.x.Scores(s)
	if err != nil {
		return nil, err
	}
	if scores != nil {
		for i := range scores {
			if v.p.Least {
				scores[i] = -scores[i]
			}
		}
		return scores, nil
	}
	out := make([]int, v.p.Players)
	for hole := range v.p.Holes {
		owner := v.p.Game.Board.Holes[hole].Owner
		if v.p.Layout.Owners >= 0 {
			owner = int(s.Cells[v.p.Layout.Owners+hole])
		}
		if owner >= 0 && owner < len(out) {
			out[owner] += int(s.Cells[hole])
		}
	}
	for seat := range out {
		if v.p.Game.Board.Stores != rules.NoStores {
			out[seat] += int(s.Cells[v.p.Holes+seat])
		}
		if v.p.Layout.Hands >= 0 {
			out[seat] += int(s.Cells[v.p.Layout.Hands+seat])
		}
	}
	return out, nil
}

// close sums the game up.
func (v *viewer) close(o *interpreter.Outcome) {
	v.one.Games = 1
	if v.p.Players < 2 {
		return
	}
	v.one.LeadChanges.Add(v.changes)
	if o == nil || o.Draw || o.Winner < 0 || len(v.worth) == 0 {
		return
	}
	deficit, behind, settled := 0, 0, 0
	for ply, margins := range v.worth {
		switch m := margins[o.Winner]; {
		case m < 0:
			behind++
			deficit = max(deficit, -m)
			settled = ply + 1
		case m == 0:
			settled = ply + 1
		}
	}
	n := len(v.worth)
	v.one.Deficit.Add(deficit)
	v.one.Behind.Add((100*behind + n/2) / n)
	v.one.Settled.Add((100*settled + n/2) / n)
}
