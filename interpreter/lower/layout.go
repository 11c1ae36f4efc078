package lower

import (
	"slices"

	"mancala/dsl/rules"
	"mancala/interpreter/program"
)

// layout lays out the state vector; see program.Layout.
func (l *lowerer) layout() {
	b := &layoutBuilder{Layout: &l.p.Layout}
	n, seats := l.p.Holes, l.p.Players
	b.Span = n
	if l.needs.stored {
		b.Span = l.p.Places
	}
	b.field(program.Field{Name: "holes", Kind: program.Seeds, Len: n, InKey: true})
	b.Stores = b.field(program.Field{Name: "stores", Kind: program.Seeds, Len: seats, InKey: true})
	b.Hands = b.when(l.needs.hands, program.Field{Name: "hand", Kind: program.Seeds, Len: seats, InKey: true})
	// The rest of the seeds decides what is out of play: it need not be in a key.
	b.Out = b.field(program.Field{Name: "out", Kind: program.Seeds, Len: 1})
	machine := func(name string, size int, inKey bool) program.Field {
		return program.Field{Name: name, Kind: program.Machine, Len: size, InKey: inKey}
	}
	b.Mover = b.field(machine("mover", 1, true))
	b.Turns = b.when(l.needs.turns, machine("turn", seats, true))
	// Of three or more players one who loses is out: he is in no phase (-1).
	b.Phases = b.when(len(l.game.Phases) > 1 || seats > 2 || l.needs.choosing, machine("phase", seats, true))
	b.Captor = b.when(l.needs.captor, machine("captor", 1, true))
	b.Starter = b.when(l.needs.starter, machine("starter", 1, false))
	b.Closed = b.when(l.needs.closed, machine("closed", b.Span, true))
	b.Owners = b.when(l.needs.owners, machine("owner", b.Span, true))
	b.Round = b.when(l.needs.round, machine("round", 1, false))
	b.when(l.needs.moved, machine(movedField, 1, false))
	b.when(l.needs.choosing, machine(wonField, 1, false))
	l.variables(b)
}

func (l *lowerer) variables(b *layoutBuilder) {
	l.vars = map[*rules.Variable]int{}
	for _, v := range l.game.State {
		f := program.Field{Name: v.Name, Kind: program.Variable, Len: 1, Var: v, InKey: true}
		switch {
		case l.needs.marks[v]:
			f.Kind, f.Len, f.Seats = program.Marks, b.Span, l.needs.seats[v]
		case v.OnHole && v.PerPlayer:
			f.Len = b.Span * l.p.Players
		case v.OnHole:
			f.Len = b.Span
		case v.PerPlayer:
			f.Len = l.p.Players
		case v.Lasts == rules.LastsNextTurn:
			l.fail(v.Span, "the variable %q lasts until the next turn of nobody: give it `on = \"hole\"` or `of = \"player\"`", v.Name)
		}
		l.vars[v] = b.field(f)
	}
}

type layoutBuilder struct{ *program.Layout }

// field adds cells at the end and gives the first.
func (b *layoutBuilder) field(f program.Field) int {
	f.Base = b.Size
	b.Fields = append(b.Fields, f)
	b.Size += f.Len
	return f.Base
}

func (b *layoutBuilder) when(needed bool, f program.Field) int {
	if !needed {
		return -1
	}
	return b.field(f)
}

// startPosition fills Start, Total and Home.
func (l *lowerer) startPosition() {
	p, setup, lay := l.p, l.game.Setup, l.p.Layout
	p.Start = make([]int32, lay.Size)
	put := func(base int, values []int) {
		for i, v := range values {
			if base >= 0 {
				p.Start[base+i] = int32(v)
			}
		}
	}
	put(0, setup.Holes)
	put(lay.Stores, setup.Stores)
	put(lay.Hands, setup.Hand)
	for _, f := range lay.Fields {
		if f.Kind == program.Seeds {
			for _, n := range p.Start[f.Base : f.Base+f.Len] {
				p.Total += int(n)
			}
		}
	}
	begins := min(max(setup.Begins, 0), p.Players-1)
	put(lay.Mover, []int{begins})
	put(lay.Captor, []int{-1})
	put(lay.Starter, []int{begins})
	put(lay.Round, []int{1})
	for _, f := range lay.Fields {
		if (f.Name == movedField || f.Name == wonField) && f.Kind == program.Machine {
			put(f.Base, []int{-1})
		}
	}
	for i, owner := range l.geo.owner[:lay.Span] {
		put(offset(lay.Owners, i), []int{int(owner)})
	}
	for _, f := range lay.Fields {
		if f.Var != nil {
			put(f.Base, slices.Repeat([]int{l.initial(f)}, f.Len))
		}
	}
	for seat := range p.Players {
		home := lay.Out
		if l.board.Stores != rules.NoStores {
			home = lay.Stores + seat
		}
		p.Home = append(p.Home, home)
	}
}

func offset(base, i int) int {
	if base < 0 {
		return -1
	}
	return base + i
}

// initial is the start value of a variable's cells: a mark that is set at
// the start is set for everybody.
func (l *lowerer) initial(f program.Field) int {
	if f.Kind == program.Marks && f.Var.Start != 0 {
		if l.needs.seats[f.Var] {
			return 1<<l.p.Players - 1
		}
		return 1
	}
	return f.Var.Start
}
