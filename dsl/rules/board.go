package rules

import "fmt"

// Board is the geometry of a game.
//
// Places are numbered: holes 0..len(Holes)-1, seat by seat, each seat's
// inner row first, each row from its owner's left; neutral holes last; then
// the stores, one a seat, whether the board has them or not. Turning a
// two-player board round therefore maps hole h to h ± len(Holes)/2.
type Board struct {
	Shape   string // "rows", "ring", "perimeter"
	Rows    int
	Columns int
	Stores  Store
	Holes   []Hole
	Players int
	// OwnersChange: "" if holes keep their owners, "change" if rules claim
	// them or rounds move them, "seeds" if a hole is owned by the seeds in it.
	OwnersChange string
}

// Hole is one hole and where it lies.
type Hole struct {
	Name   string // A4, b11: row letter and column from the left of the seat whose side it is
	Owner  int    // seat that owns it at the start, -1 if nobody does
	Side   int    // seat whose side of the board it lies on (its name's row letter), -1 if neither
	End    bool   // an end hole beside the rows
	Depth  int    // 0 = inner row, counted towards the owner
	Column int    // 1-based, from the owner's left
	X, Y   int    // drawing: column from South's left, row from the top
}

// Route is the order in which a seat sows.
type Route struct {
	Name string
	As   string // its name in [sowing.routes]; "" for the usual route
	// Cycle[seat] lists places anticlockwise; the stores appear where they are sown.
	// A seat that has no route gets nil.
	Cycle [][]int
}

// StorePlace is the place number of a seat's store.
func (b *Board) StorePlace(seat int) int { return len(b.Holes) + seat }

// Places is the number of holes and stores.
func (b *Board) Places() int { return len(b.Holes) + b.Players }

// PlaceName is the name of a hole or "store".
func (b *Board) PlaceName(p int) string {
	switch {
	case p < 0:
		return "nowhere"
	case p < len(b.Holes):
		return b.Holes[p].Name
	case p < b.Places():
		return fmt.Sprintf("store of %s", SeatName(p-len(b.Holes)))
	default: // as events name a hand
		return fmt.Sprintf("hand of %s", SeatName(p-b.Places()))
	}
}

// SeatName is the full name of a seat: South, North, West, East.
func SeatName(seat int) string {
	if seat < 0 || seat > 3 {
		return "nobody"
	}
	return [...]string{"South", "North", "West", "East"}[seat]
}

// SeatLetter is the letter of a seat in positions and records.
func SeatLetter(seat int) string { return SeatName(seat)[:1] }

// HoleByName finds a hole by its name; ok is false if there is none.
func (b *Board) HoleByName(name string) (hole int, ok bool) {
	for i, h := range b.Holes {
		if h.Name == name {
			return i, true
		}
	}
	return -1, false
}
