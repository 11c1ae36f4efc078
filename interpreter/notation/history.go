package notation

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// The key `since` is the history of a game whose rules ask if a position
// repeats: the earlier positions, first to last, joined by "+", each with ";"
// for its blanks: since=4x6/4x6;0,0;S+4x5,0/5x4,4x2;0,0;N. Of them only what
// tells positions apart is kept: counters count as far as the rules look.

const since = "since"

// FormatState is FormatPosition with the history, where the rules read one:
// whoever reads it again can go on as if he had played the game.
func FormatState(p *program.Program, s *interpreter.State) string {
	text := FormatPosition(p, s)
	before := past(p, s)
	if !p.Facts.ReadsRepeat || len(before) == 0 {
		return text
	}
	return text + " " + since + "=" + formatHistory(p, before)
}

// past is the history before the position itself.
func past(p *program.Program, s *interpreter.State) [][]byte {
	if n := len(s.Seen); n > 0 && bytes.Equal(s.Seen[n-1], historyKey(p, s.Cells)) {
		return s.Seen[:n-1]
	}
	return s.Seen
}

// SameHistory compares the text of a key `since` with the history of a state;
// nil if they are the same.
func SameHistory(p *program.Program, text string, s *interpreter.State) error {
	said, err := parseHistory(p, text)
	if err != nil {
		return err
	}
	found := past(p, s)
	for i := range min(len(said), len(found)) {
		if !bytes.Equal(said[i], found[i]) {
			return fmt.Errorf("earlier position %d was %s", i+1, FormatCells(p, historyCells(p, found[i])))
		}
	}
	if len(said) != len(found) {
		return fmt.Errorf("it has %s, the game had %d", source.Plural(len(said), "earlier position"), len(found))
	}
	return nil
}

func formatHistory(p *program.Program, past [][]byte) string {
	var words []string
	for _, key := range past {
		words = append(words, strings.ReplaceAll(FormatCells(p, historyCells(p, key)), " ", ";"))
	}
	return strings.Join(words, "+")
}

// parseHistory reads the positions of `since` as keys.
func parseHistory(p *program.Program, text string) ([][]byte, error) {
	var out [][]byte
	for i, word := range strings.Split(text, "+") {
		position := strings.ReplaceAll(word, ";", " ")
		st, err := ParseStated(p, position)
		if err != nil {
			return nil, fmt.Errorf("earlier position %d: %w", i+1, err)
		}
		if st.Mover < 0 {
			return nil, fmt.Errorf("earlier position %d: who was to move? Write %s after the stores", i+1, seatLetters(p))
		}
		if st.Keys[since] != "" {
			return nil, fmt.Errorf("earlier position %d has a history of its own", i+1)
		}
		cells, err := st.cells(p)
		if err != nil {
			return nil, fmt.Errorf("earlier position %d: %w", i+1, err)
		}
		out = append(out, historyKey(p, cells))
	}
	return out, nil
}

// eachKeyCell visits the cells that tell positions apart, in the order of the
// layout, with the value above which they count as the same (0: none).
func eachKeyCell(p *program.Program, visit func(cell int, most int32)) {
	for _, f := range p.Layout.Fields {
		if f.InKey {
			for c := range f.Len {
				visit(f.Base+c, int32(f.Cap))
			}
		}
	}
}

// historyKey is a position as histories keep it: its cells plus one, as
// varints. The executors write the same.
func historyKey(p *program.Program, cells []int32) []byte {
	var b []byte
	eachKeyCell(p, func(cell int, most int32) {
		v := cells[cell]
		if most > 0 {
			v = min(v, most)
		}
		b = binary.AppendUvarint(b, uint64(uint32(v+1)))
	})
	return b
}

// historyCells are the cells a key was made of; the others are as at the start.
func historyCells(p *program.Program, key []byte) []int32 {
	cells := append([]int32(nil), p.Start...)
	eachKeyCell(p, func(cell int, _ int32) {
		v, n := binary.Uvarint(key)
		key = key[max(n, 0):]
		cells[cell] = int32(uint32(v)) - 1
	})
	keys := keysOf(p)
	if total := keys[len(keys)-1]; total.absent != nil {
		total.absent(cells) // what is not on the board is out of play
	}
	return cells
}
