package notation

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// placeName is a hole's name; a store is "store-S".
func placeName(p *program.Program, place int) string {
	if place >= p.Holes {
		return "store-" + rules.SeatLetter(place-p.Holes)
	}
	if place < 0 {
		return "-"
	}
	return p.Game.Board.Holes[place].Name
}

// parsePlace reads a name as placeName writes it.
func parsePlace(p *program.Program, name string) (int, error) {
	if h, ok := p.Game.Board.HoleByName(name); ok {
		return h, nil
	}
	if letter, ok := strings.CutPrefix(name, "store-"); ok {
		if seat := seatOf(p, letter); seat >= 0 {
			return p.Game.Board.StorePlace(seat), nil
		}
	}
	return -1, fmt.Errorf("there is no hole %q: %s", name, holeNames(p.Game.Board))
}

// holeNames tells how the holes of a board are called: "A1 to A6, a1 to a6".
func holeNames(b *rules.Board) string {
	var list []string
	for i := 0; i < len(b.Holes); {
		letter := rowLetter(b.Holes[i].Name)
		j := i
		for j+1 < len(b.Holes) && rowLetter(b.Holes[j+1].Name) == letter {
			j++
		}
		if j > i {
			list = append(list, b.Holes[i].Name+" to "+b.Holes[j].Name)
		} else {
			list = append(list, b.Holes[i].Name)
		}
		i = j + 1
	}
	return "the holes are " + strings.Join(list, ", ")
}

func rowLetter(name string) string { return strings.TrimRight(name, "0123456789") }

// anyCase finds the holes a name means when its case is not taken at its
// word: first the mover's side, then all others.
func anyCase(p *program.Program, name string) []int {
	var list []int
	for i, h := range p.Game.Board.Holes {
		if strings.EqualFold(h.Name, name) {
			list = append(list, i)
		}
	}
	return list
}
