package simulate

import (
	"math"
	"math/big"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// Space is the number of positions that can be written down: the ways to
// distribute all seeds over the places that can hold some, times the players
// who may be to move. Not all of them can be reached from the start.
type Space struct {
	Seeds     int     `json:"seeds"`
	Places    int     `json:"places"` // holes, stores, hands, and one for seeds out of play
	Movers    int     `json:"movers"`
	Positions string  `json:"positions"` // Movers × C(Seeds+Places-1, Places-1)
	Log10     float64 `json:"log10"`
	More      bool    `json:"more"` // marks, variables or phases are not in it: there is more to a position
}

// StateSpace counts the positions of a game.
func StateSpace(p *program.Program) Space {
	s := Space{Seeds: p.Total, Places: p.Holes, Movers: p.Players}
	switch {
	case p.Game.Board.Stores != rules.NoStores:
		s.Places += p.Players
	case seedsLeave(p):
		s.Places++
	}
	if p.Layout.Hands >= 0 {
		s.Places += p.Players
	}
	for _, f := range p.Layout.Fields {
		s.More = s.More || f.Kind == program.Marks || f.Kind == program.Variable
	}
	s.More = s.More || p.Layout.Phases >= 0 || p.Layout.Owners >= 0 || p.Layout.Closed >= 0
	if s.Places == 0 {
		return s
	}
	n := new(big.Int).Binomial(int64(s.Seeds+s.Places-1), int64(s.Places-1))
	n.Mul(n, big.NewInt(int64(s.Movers)))
	s.Positions = n.String()
	f, _ := new(big.Float).SetInt(n).Float64()
	s.Log10 = round(math.Log10(f))
	return s
}

// seedsLeave reports whether captured seeds can leave a board without stores:
// whether some rule captures and does not sow on what it captured.
func seedsLeave(p *program.Program) bool {
	leave := false
	for _, stage := range p.Stages {
		for _, seat := range stage.Seats {
			for _, b := range seat.Blocks() {
				for _, r := range b.Rules {
					leave = leave || captures(r) && !sowsOn(r)
				}
			}
		}
	}
	return leave
}

func captures(r *program.Rule) bool {
	found := false
	program.Visitor{Stmt: func(s program.Stmt) {
		if c, ok := s.(*program.Capture); ok && c.Into == nil {
			found = true
		}
	}}.VisitBlock(&program.Block{Rules: []*program.Rule{r}})
	return found
}

func sowsOn(r *program.Rule) bool {
	if len(r.Do) == 0 {
		return false
	}
	s, ok := r.Do[len(r.Do)-1].(*program.Sow)
	return ok && s.Of == nil
}
