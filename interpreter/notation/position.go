package notation

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// mostShown is how much of a position a message repeats.
const mostShown = 300

// Given tells which keys a position text states.
type Given map[string]bool

// FormatPosition writes a position in one line. Reading it again gives the
// same cells; the history of a game is not part of it (FormatState has it).
func FormatPosition(p *program.Program, s *interpreter.State) string {
	return FormatCells(p, s.Cells)
}

// FormatCells is FormatPosition of bare cells, as gaps and events keep them.
func FormatCells(p *program.Program, cells []int32) string {
	words := []string{formatRows(p, cells), formatStores(p, cells), rules.SeatLetter(int(cells[p.Layout.Mover]))}
	for _, k := range keysOf(p) {
		if text := k.format(cells); text != "" {
			words = append(words, k.name+"="+text)
		}
	}
	return strings.Join(words, " ")
}

func formatStores(p *program.Program, cells []int32) string {
	if p.Game.Board.Stores == rules.NoStores {
		return "-"
	}
	return join(cells[p.Layout.Stores:][:p.Players], ",")
}

func join(list []int32, sep string) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, sep)
}

// ParsePosition reads a position. The state is not begun: give it to
// Executor.Begin, with count unless the text states `turn`. Given names the
// keys the text states; everything else has its value from the start of a game.
func ParsePosition(p *program.Program, text string) (*interpreter.State, Given, error) {
	st, err := ParseStated(p, text)
	if err != nil {
		return nil, nil, err
	}
	if st.Mover < 0 {
		return nil, nil, fmt.Errorf("position %q: who is to move? Write %s after the stores", source.Cut(text, mostShown), seatLetters(p))
	}
	cells, err := st.cells(p)
	if err != nil {
		return nil, nil, fmt.Errorf("position %q: %w", source.Cut(text, mostShown), err)
	}
	given := Given{}
	for name := range st.Keys {
		given[name] = true
	}
	s := &interpreter.State{Cells: cells}
	if text, ok := st.Keys[since]; ok {
		if s.Seen, err = parseHistory(p, text); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", since, err)
		}
	}
	return s, given, nil
}

// Stated is what a position text says, and no more than that: records are
// compared with it field by field.
type Stated struct {
	Holes  []int // by place
	Closed []bool
	Stores []int // by seat; nil where the text has `-` or nothing
	Mover  int   // -1 if not given
	Keys   map[string]string
}

var (
	aroundSigns = regexp.MustCompile(`\s*([/,|=:])\s*`)
	storesWord  = regexp.MustCompile(`^\d+(,\d+)*$`)
)

// ParseStated reads a position text without filling in what it leaves out.
func ParseStated(p *program.Program, text string) (*Stated, error) {
	words := strings.Fields(aroundSigns.ReplaceAllString(text, "$1"))
	if len(words) == 0 {
		return nil, fmt.Errorf("the position is empty; the start is %q", FormatCells(p, p.Start))
	}
	st := &Stated{Mover: -1, Keys: map[string]string{}}
	list, err := parseRows(p.Game.Board, words[0])
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", source.Cut(text, mostShown), err)
	}
	for _, h := range list {
		st.Holes = append(st.Holes, h.seeds)
		st.Closed = append(st.Closed, h.closed)
	}
	for i, word := range words[1:] {
		if err := st.word(p, i, word); err != nil {
			return nil, fmt.Errorf("position %q: %w", source.Cut(text, mostShown), err)
		}
	}
	return st, nil
}

// word reads one word after the rows; i counts them.
func (st *Stated) word(p *program.Program, i int, word string) error {
	if name, value, ok := strings.Cut(word, "="); ok {
		if st.Keys[name] != "" {
			return fmt.Errorf("%q is given twice", name)
		}
		if err := knownKey(p, name); err != nil {
			return err
		}
		st.Keys[name] = value
		return nil
	}
	seat := seatOf(p, word)
	switch {
	case seat >= 0 && st.Mover < 0:
		st.Mover = seat
	case word == "-" && i == 0:
	case storesWord.MatchString(word) && i == 0:
		return st.stores(p, word)
	default:
		return fmt.Errorf("%q is not understood: after the rows come the stores (%s), the mover (%s) and key=value", source.Cut(word, mostShown), storesHint(p), seatLetters(p))
	}
	return nil
}

func (st *Stated) stores(p *program.Program, word string) error {
	for _, w := range strings.Split(word, ",") {
		n, err := strconv.Atoi(w)
		if err != nil || n > maxSeeds {
			return fmt.Errorf("%q is too many: a store holds up to %d seeds", w, maxSeeds)
		}
		st.Stores = append(st.Stores, n)
	}
	if len(st.Stores) != p.Players {
		return fmt.Errorf("%q gives %s; there are %d players: write %s", word, source.Plural(len(st.Stores), "store"), p.Players, storesHint(p))
	}
	return nil
}

func storesHint(p *program.Program) string {
	if p.Game.Board.Stores == rules.NoStores {
		return "`-`: this game has none"
	}
	return "`0" + strings.Repeat(",0", p.Players-1) + "`, South's first"
}

func seatLetters(p *program.Program) string {
	letters := make([]string, p.Players)
	for i := range letters {
		letters[i] = rules.SeatLetter(i)
	}
	return strings.Join(letters, " or ")
}

// seatOf reads a seat's letter or name, -1 if it is none.
func seatOf(p *program.Program, word string) int {
	for seat := range p.Players {
		if strings.EqualFold(word, rules.SeatLetter(seat)) || strings.EqualFold(word, rules.SeatName(seat)) {
			return seat
		}
	}
	return -1
}

// knownKey reports keys this game does not read.
func knownKey(p *program.Program, name string) error {
	var names []string
	for _, k := range keysOf(p) {
		if k.name == name || k.alias == name && name != "" {
			return nil
		}
		names = append(names, k.name)
	}
	if name == since && p.Facts.ReadsRepeat {
		return nil
	}
	if name == since {
		return fmt.Errorf("the rules of this game don't ask if a position repeats, so there is no history to give with %q", since)
	}
	hint := "this game's rules read no keys"
	if len(names) > 0 {
		hint = "this game reads " + strings.Join(names, ", ")
		if near := source.Nearest(name, names); near != "" {
			hint = fmt.Sprintf("did you mean %q? (%s)", near, hint)
		}
	}
	return fmt.Errorf("unknown key %q: %s", name, hint)
}

// cells builds a state vector: the start position with everything on the
// board replaced and the stated keys put in.
func (st *Stated) cells(p *program.Program) ([]int32, error) {
	l := p.Layout
	cells := append([]int32(nil), p.Start...)
	for _, f := range l.Fields {
		if f.Kind == program.Seeds {
			clear(cells[f.Base : f.Base+f.Len])
		}
	}
	for h, n := range st.Holes {
		cells[h] = int32(n)
		if st.Closed[h] && l.Closed < 0 {
			return nil, fmt.Errorf("hole %s is given as closed (x), but no rule of this game closes holes", p.Game.Board.Holes[h].Name)
		}
		if l.Closed >= 0 {
			cells[l.Closed+h] = int32(b2i(st.Closed[h]))
		}
	}
	if err := st.putStores(p, cells); err != nil {
		return nil, err
	}
	cells[l.Mover] = int32(st.Mover)
	for _, k := range keysOf(p) {
		text, ok := st.Keys[k.name]
		if !ok && k.alias != "" {
			text, ok = st.Keys[k.alias]
		}
		if !ok && k.absent != nil {
			k.absent(cells)
		}
		if ok {
			if err := k.parse(cells, text); err != nil {
				return nil, fmt.Errorf("%s=%s: %w", k.name, text, err)
			}
		}
	}
	return cells, nil
}

func (st *Stated) putStores(p *program.Program, cells []int32) error {
	none := p.Game.Board.Stores == rules.NoStores
	if st.Stores == nil {
		if !none {
			return fmt.Errorf("the stores are missing: write them after the rows, as in %q", storesHint(p))
		}
		return nil
	}
	for seat, n := range st.Stores {
		if none {
			if n != 0 {
				return fmt.Errorf("this game has no stores: write `-` after the rows")
			}
			continue
		}
		cells[p.Layout.Stores+seat] = int32(n)
	}
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
