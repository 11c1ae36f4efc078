package compiled

import (
	"encoding/binary"
	"errors"
	"slices"

	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// Moves as the module lists them and as the interpreter knows them.

// Legal lists the legal complete moves in canonical order.
func (e *Engine) Legal(s *interpreter.State) ([]interpreter.Move, error) {
	if s.Over != nil {
		return nil, nil
	}
	if err := e.load(s); err != nil {
		w, err := e.wider(err)
		if err != nil {
			return nil, err
		}
		return w.Legal(s)
	}
	if err := e.listMoves(s); err != nil {
		if !errors.Is(err, errTrap) {
			return nil, err
		}
		ref, refErr := e.reference()
		if refErr != nil {
			return nil, refErr
		}
		return ref.Legal(s)
	}
	moves := make([]interpreter.Move, len(e.list))
	for i, l := range e.list {
		moves[i] = l.move
	}
	return moves, nil
}

// listMoves fills e.list for the position in the module.
func (e *Engine) listMoves(s *interpreter.State) error {
	e.list, e.cells = e.list[:0], e.cells[:0]
	n, err := e.call("legal", 0)
	if err != nil {
		return err
	}
	if n < 0 {
		return errTrap
	}
	seat := e.p.Stages[e.stageOf(s.Cells)].Seats[s.Cells[e.p.Layout.Mover]]
	var options []*program.Option
	several := false
	for _, t := range seat.Moves {
		options = append(options, t.Options...)
		several = several || len(t.Options) > 1
	}
	mem := e.mem()
	at := e.r.m.moves
	for i := range int(n) {
		m := e.decode(mem[at:], options)
		e.list = append(e.list, listed{m, i})
		at += int(binary.LittleEndian.Uint32(mem[at+mvSize:]))
	}
	if several {
		showLabels(e.list)
	}
	e.cells = append(e.cells, s.Cells...)
	return nil
}

func (e *Engine) stageOf(cells []int32) int {
	if c := e.p.Layout.Phases; c >= 0 {
		return int(cells[c+int(cells[e.p.Layout.Mover])])
	}
	return 0
}

// decode reads a move of the list.
func (e *Engine) decode(b []byte, options []*program.Option) interpreter.Move {
	num := func(at int) int { return int(int32(binary.LittleEndian.Uint32(b[at:]))) }
	from, how := num(mvFrom), num(mvHow)
	if from < 0 {
		return interpreter.Move{Pass: true, From: -1, To: -1, Dir: program.None}
	}
	o := options[how&255]
	m := interpreter.Move{Kind: o.Kind, Label: o.Label, From: from, To: num(mvTo), Take: how >> howTakeShift, Shown: shown(o), Dir: program.None}
	if d := how>>howDirShift&3 - 1; d >= 0 {
		m.Dir = program.Dir(d).On(o.Dirs[0].Route())
	}
	for i := range num(mvChoices) {
		m.Inner = append(m.Inner, choiceAt(b[mvRecords+i*e.r.m.choiceSize:]))
	}
	return m
}

func choiceAt(b []byte) interpreter.Choice {
	num := func(at int) int { return int(int32(binary.LittleEndian.Uint32(b[at:]))) }
	c := interpreter.Choice{Kind: interpreter.ChoiceKind(num(chKind))}
	if c.Kind == interpreter.Optional {
		c.Taken = num(chIndex) == 0
		return c
	}
	for i := range num(chCount) {
		c.Places = append(c.Places, num(chPlaces+4*i))
	}
	return c
}

// shown says which parts of the manner an option's moves are named by.
func shown(o *program.Option) uint8 {
	var s uint8
	if o.Explicit {
		s |= interpreter.ShowDir
	}
	if o.EnterMax != nil {
		return s | interpreter.ShowTake
	}
	if c, fixed := o.TakeMax.(program.Const); !o.TakeAll && o.Kind != rules.StepFrom && (!fixed || c.V != o.TakeMin) {
		s |= interpreter.ShowTake
	}
	return s
}

// showLabels lets moves be named by their kind where two kinds start alike.
func showLabels(list []listed) {
	for i := range list {
		for j := range i {
			a, b := &list[j].move, &list[i].move
			if a.Label != b.Label && looksLike(a, b) {
				a.Shown |= interpreter.ShowLabel
				b.Shown |= interpreter.ShowLabel
			}
		}
	}
}

// looksLike compares what the names of two starts say, labels apart.
func looksLike(a, b *interpreter.Move) bool {
	const manner = interpreter.ShowDir | interpreter.ShowTake
	return a.From == b.From && a.To == b.To && a.Shown&manner == b.Shown&manner &&
		(a.Shown&interpreter.ShowDir == 0 || a.Dir.Base() == b.Dir.Base()) && (a.Shown&interpreter.ShowTake == 0 || a.Take == b.Take)
}

func sameMove(a, b interpreter.Move) bool {
	if a.Pass || b.Pass {
		return a.Pass == b.Pass
	}
	if a.Kind != b.Kind || a.Label != b.Label || a.From != b.From || a.To != b.To || a.Dir != b.Dir || a.Take != b.Take || len(a.Inner) != len(b.Inner) {
		return false
	}
	for i, c := range a.Inner {
		d := b.Inner[i]
		if c.Kind != d.Kind || c.Taken != d.Taken || !slices.Equal(c.Places, d.Places) {
			return false
		}
	}
	return true
}
