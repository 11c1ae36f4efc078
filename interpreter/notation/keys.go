package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter/program"
)

// key is one key=value of a position: what lies in the state beyond seeds and
// mover, and only what this game's rules read.
type key struct {
	name, alias string
	format      func(cells []int32) string // "" where it has its start value
	parse       func(cells []int32, text string) error
	absent      func(cells []int32) // where the text does not give it; nil: the start value stays
}

// keysOf lists the keys of a game in the order they are written. `total`
// comes last: it is about all the seeds before it.
func keysOf(p *program.Program) []key {
	l := p.Layout
	var keys []key
	if l.Hands >= 0 {
		keys = append(keys, handKey(p))
	}
	for _, f := range l.Fields {
		if f.Var != nil {
			keys = append(keys, variableKey(p, f))
		}
	}
	if l.Owners >= 0 {
		keys = append(keys, ownerKey(p))
	}
	if l.Closed >= 0 {
		keys = append(keys, closedKey(p))
	}
	if l.Captor >= 0 {
		keys = append(keys, seatKey(p, "captor", l.Captor))
	}
	if l.Starter >= 0 {
		keys = append(keys, seatKey(p, "starter", l.Starter))
	}
	if l.Phases >= 0 {
		keys = append(keys, phaseKey(p))
	}
	if l.Turns >= 0 {
		keys = append(keys, turnKey(p))
	}
	if l.Round >= 0 {
		keys = append(keys, counted(numbersKey(p, "round", l.Round, 1), l.Round, 1, 1))
	}
	if m := p.Match; m != nil && m.Moved >= 0 {
		keys = append(keys, seatKey(p, "moved", m.Moved))
	}
	if m := p.Match; m != nil && m.Won >= 0 {
		keys = append(keys, seatKey(p, "won", m.Won))
	}
	return append(keys, totalKey(p))
}

// numbersKey is a run of numbers: one, or one a seat.
func numbersKey(p *program.Program, name string, base, size int) key {
	start := p.Start[base : base+size]
	return key{
		name: name,
		format: func(cells []int32) string {
			if slices.Equal(cells[base:base+size], start) {
				return ""
			}
			return join(cells[base:base+size], ",")
		},
		parse: func(cells []int32, text string) error {
			words := strings.Split(text, ",")
			if len(words) != size {
				if size == 1 {
					return fmt.Errorf("one number is wanted")
				}
				return fmt.Errorf("%d numbers are wanted, one a player, South's first", size)
			}
			for i, w := range words {
				n, err := parseNumber(w)
				if err != nil {
					return err
				}
				cells[base+i] = n
			}
			return nil
		},
	}
}

// counted refuses numbers that no counting reaches.
func counted(k key, base, size int, least int32) key {
	parse := k.parse
	k.parse = func(cells []int32, text string) error {
		if err := parse(cells, text); err != nil {
			return err
		}
		for _, n := range cells[base : base+size] {
			if n < least {
				return fmt.Errorf("%d is too small: it is counted from %d", n, least)
			}
		}
		return nil
	}
	return k
}

func parseNumber(w string) (int32, error) {
	n, err := strconv.ParseInt(w, 10, 32)
	if errors.Is(err, strconv.ErrRange) || n > maxSeeds || n < -maxSeeds {
		return 0, fmt.Errorf("%q lies beyond %d", w, maxSeeds)
	}
	if err != nil {
		return 0, fmt.Errorf("%q is no number", w)
	}
	return int32(n), nil
}

// handKey: hands that hold nothing are not written.
func handKey(p *program.Program) key {
	k := numbersKey(p, "hand", p.Layout.Hands, p.Players)
	parse := k.parse
	k.parse = func(cells []int32, text string) error {
		if err := parse(cells, text); err != nil {
			return err
		}
		if slices.Min(cells[p.Layout.Hands:][:p.Players]) < 0 {
			return fmt.Errorf("a hand can't hold fewer than no seeds")
		}
		return nil
	}
	k.format = func(cells []int32) string {
		hands := cells[p.Layout.Hands:][:p.Players]
		if slices.Max(hands) == 0 {
			return ""
		}
		return join(hands, ",")
	}
	return k
}

// variableKey: a number, numbers by seat, or entries by hole. Marks with
// seats are a3:S, marks without are A1, values are A3:2; a value per hole and
// player is A3:S:2. Nothing set where the start has something is `-`.
func variableKey(p *program.Program, f program.Field) key {
	switch {
	case f.Kind == program.Marks:
		k := entriesKey(p, f.Name, f.Base, p.Layout.Span, 0, markCodec(p, f))
		if f.Seats && onlyMark(p) {
			k.name, k.alias = "mark", f.Name
		}
		return k
	case f.Var.OnHole && f.Var.PerPlayer:
		return entriesKey(p, f.Name, f.Base, f.Len, int32(f.Var.Start), perPlayerCodec(p))
	case f.Var.OnHole:
		return entriesKey(p, f.Name, f.Base, f.Len, int32(f.Var.Start), valueCodec(p))
	}
	return numbersKey(p, f.Name, f.Base, f.Len)
}

func onlyMark(p *program.Program) bool {
	n := 0
	for _, f := range p.Layout.Fields {
		if f.Kind == program.Marks {
			n++
		}
	}
	return n == 1
}

// codec writes and reads one entry of a field on holes.
type codec struct {
	write func(index int, value int32) string
	read  func(words []string) (index int, value int32, err error)
	parts int  // words of an entry, split at the colon
	add   bool // values of the same hole are bits and add up
}

// entriesKey is a list of holes; a cell that has the ordinary value is not in it.
func entriesKey(p *program.Program, name string, base, size int, ordinary int32, c codec) key {
	return key{
		name: name,
		format: func(cells []int32) string {
			if slices.Equal(cells[base:base+size], p.Start[base:base+size]) {
				return ""
			}
			var list []string
			for i, v := range cells[base : base+size] {
				if v != ordinary {
					list = append(list, c.write(i, v))
				}
			}
			if list == nil {
				return "-"
			}
			return strings.Join(list, ",")
		},
		parse: func(cells []int32, text string) error {
			for i := range size {
				cells[base+i] = ordinary
			}
			if text == "-" {
				return nil
			}
			for _, entry := range strings.Split(text, ",") {
				words := strings.Split(entry, ":")
				if len(words) != c.parts {
					return fmt.Errorf("%q is not understood: entries look like %s", entry, c.write(0, 1))
				}
				i, v, err := c.read(words)
				if err != nil {
					return err
				}
				if c.add {
					v |= cells[base+i]
				}
				cells[base+i] = v
			}
			return nil
		},
	}
}

func markCodec(p *program.Program, f program.Field) codec {
	if !f.Seats {
		return codec{parts: 1, write: func(i int, v int32) string { return placeName(p, i) },
			read: func(w []string) (int, int32, error) { i, err := parsePlace(p, w[0]); return i, 1, err }}
	}
	return codec{parts: 2, add: true,
		write: func(i int, v int32) string {
			var list []string
			for seat := range p.Players {
				if v&(1<<seat) != 0 {
					list = append(list, placeName(p, i)+":"+rules.SeatLetter(seat))
				}
			}
			return strings.Join(list, ",")
		},
		read: func(w []string) (int, int32, error) {
			i, err := parsePlace(p, w[0])
			if err != nil {
				return 0, 0, err
			}
			seat := seatOf(p, w[1])
			if seat < 0 {
				return 0, 0, fmt.Errorf("%q is no player: write %s", w[1], seatLetters(p))
			}
			return i, 1 << seat, nil
		}}
}

func valueCodec(p *program.Program) codec {
	return codec{parts: 2,
		write: func(i int, v int32) string { return fmt.Sprintf("%s:%d", placeName(p, i), v) },
		read: func(w []string) (int, int32, error) {
			i, err := parsePlace(p, w[0])
			if err != nil {
				return 0, 0, err
			}
			v, err := parseNumber(w[1])
			return i, v, err
		}}
}

func perPlayerCodec(p *program.Program) codec {
	span := p.Layout.Span
	one := valueCodec(p)
	return codec{parts: 3,
		write: func(i int, v int32) string {
			return fmt.Sprintf("%s:%s:%d", placeName(p, i%span), rules.SeatLetter(i/span), v)
		},
		read: func(w []string) (int, int32, error) {
			seat := seatOf(p, w[1])
			if seat < 0 {
				return 0, 0, fmt.Errorf("%q is no player: write %s", w[1], seatLetters(p))
			}
			i, v, err := one.read([]string{w[0], w[2]})
			return i + seat*span, v, err
		}}
}

// ownerKey names the holes that are not owned by the seat of their row.
func ownerKey(p *program.Program) key {
	base, span := p.Layout.Owners, p.Layout.Span
	return key{
		name: "owner",
		format: func(cells []int32) string {
			var list []string
			for i := range span {
				if v := cells[base+i]; v != p.Start[base+i] {
					list = append(list, placeName(p, i)+":"+seatOrNobody(int(v)))
				}
			}
			return strings.Join(list, ",")
		},
		parse: func(cells []int32, text string) error {
			for _, entry := range strings.Split(text, ",") {
				name, who, _ := strings.Cut(entry, ":")
				i, err := parsePlace(p, name)
				if err != nil {
					return err
				}
				seat, err := parseSeat(p, who)
				if err != nil {
					return err
				}
				cells[base+i] = int32(seat)
			}
			return nil
		},
	}
}

// closedKey names closed holes that hold seeds; empty ones are `x` in the rows.
func closedKey(p *program.Program) key {
	base := p.Layout.Closed
	return key{
		name: "closed",
		format: func(cells []int32) string {
			var list []string
			for i := range p.Layout.Span {
				if cells[base+i] != 0 && (i >= p.Holes || cells[i] != 0) {
					list = append(list, placeName(p, i))
				}
			}
			return strings.Join(list, ",")
		},
		parse: func(cells []int32, text string) error {
			for _, name := range strings.Split(text, ",") {
				i, err := parsePlace(p, name)
				if err != nil {
					return err
				}
				cells[base+i] = 1
			}
			return nil
		},
	}
}

func seatKey(p *program.Program, name string, cell int) key {
	return key{
		name: name,
		format: func(cells []int32) string {
			if cells[cell] == p.Start[cell] {
				return ""
			}
			return seatOrNobody(int(cells[cell]))
		},
		parse: func(cells []int32, text string) error {
			seat, err := parseSeat(p, text)
			cells[cell] = int32(seat)
			return err
		},
	}
}

func seatOrNobody(seat int) string {
	if seat < 0 {
		return "-"
	}
	return rules.SeatLetter(seat)
}

func parseSeat(p *program.Program, word string) (int, error) {
	if word == "-" {
		return -1, nil
	}
	seat := seatOf(p, word)
	if seat < 0 {
		return -1, fmt.Errorf("%q is no player: write %s, or - for nobody", word, seatLetters(p))
	}
	return seat, nil
}

// phaseKey is one name where all players are in the same phase, else one a
// player. The main rules are called main; a player who is out is in none: `-`.
func phaseKey(p *program.Program) key {
	base := p.Layout.Phases
	name := func(i int32) string {
		switch {
		case i < 0:
			return "-"
		case int(i) >= len(p.Stages) || p.Stages[i].Name == "":
			return "main"
		}
		return p.Stages[i].Name
	}
	return key{
		name: "phase",
		format: func(cells []int32) string {
			mine := cells[base : base+p.Players]
			if slices.Equal(mine, p.Start[base:base+p.Players]) {
				return ""
			}
			names := make([]string, p.Players)
			for seat, i := range mine {
				names[seat] = name(i)
			}
			if len(slices.Compact(slices.Clone(names))) == 1 {
				return names[0]
			}
			return strings.Join(names, ",")
		},
		parse: func(cells []int32, text string) error {
			words := strings.Split(text, ",")
			if len(words) != 1 && len(words) != p.Players {
				return fmt.Errorf("one phase is wanted, or one a player")
			}
			for seat := range p.Players {
				w := words[min(seat, len(words)-1)]
				i := slices.IndexFunc(p.Stages, func(s *program.Stage) bool {
					return s.Name == w || s.Name == "" && w == "main"
				})
				if i < 0 && words[min(seat, len(words)-1)] != "-" {
					return fmt.Errorf("no such phase; the phases are %s", strings.Join(phaseNames(p, name), ", "))
				}
				cells[base+seat] = int32(i)
			}
			return nil
		},
	}
}

func phaseNames(p *program.Program, name func(int32) string) []string {
	list := make([]string, len(p.Stages))
	for i := range p.Stages {
		list[i] = name(int32(i))
	}
	return list
}

// turnKey is the mover's number of turns; those before him in the order of
// play have had as many, those after him one less. Otherwise all numbers are written.
func turnKey(p *program.Program) key { return counted(turnsKey(p), p.Layout.Turns, p.Players, 0) }

func turnsKey(p *program.Program) key {
	base := p.Layout.Turns
	usual := func(cells []int32, n int32) []int32 {
		list := make([]int32, p.Players)
		mover, starter := int(cells[p.Layout.Mover]), int(p.Start[p.Layout.Mover])
		order := func(seat int) int { return (seat - starter + p.Players) % p.Players }
		for seat := range list {
			list[seat] = n
			if order(seat) > order(mover) {
				list[seat] = max(n-1, 0)
			}
		}
		return list
	}
	k := numbersKey(p, "turn", base, p.Players)
	all := k.parse
	k.format = func(cells []int32) string {
		turns := cells[base : base+p.Players]
		mine := turns[cells[p.Layout.Mover]]
		if slices.Equal(turns, usual(cells, mine)) {
			return fmt.Sprint(mine)
		}
		return join(turns, ",")
	}
	k.parse = func(cells []int32, text string) error {
		if strings.Contains(text, ",") {
			return all(cells, text)
		}
		n, err := parseNumber(text)
		copy(cells[base:], usual(cells, n))
		return err
	}
	return k
}

// totalKey says how many seeds there are, those out of play included. Without
// it they are as many as at the start, or those to be seen if these are more.
func totalKey(p *program.Program) key {
	out := p.Layout.Out
	visible := func(cells []int32) int {
		n := 0
		for _, f := range p.Layout.Fields {
			if f.Kind == program.Seeds && f.Base != out {
				for _, v := range cells[f.Base : f.Base+f.Len] {
					n += int(v)
				}
			}
		}
		return n
	}
	return key{
		name:   "total",
		absent: func(cells []int32) { cells[out] = int32(max(p.Total-visible(cells), 0)) },
		format: func(cells []int32) string {
			if v := visible(cells); int(cells[out]) != max(p.Total-v, 0) {
				return fmt.Sprint(v + int(cells[out]))
			}
			return ""
		},
		parse: func(cells []int32, text string) error {
			n, err := parseNumber(text)
			if err != nil {
				return err
			}
			v := visible(cells)
			if int(n) < v {
				return fmt.Errorf("%s can be seen already", source.Plural(v, "seed"))
			}
			cells[out] = n - int32(v)
			return nil
		},
	}
}

// KeyNames are the names of the keys that positions of a game may have.
func KeyNames(p *program.Program) []string {
	var out []string
	for _, k := range keysOf(p) {
		out = append(out, k.name)
		if k.alias != "" {
			out = append(out, k.alias)
		}
	}
	return out
}
