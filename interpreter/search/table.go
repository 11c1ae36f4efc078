package search

// bound says what a value in a table is.
type bound uint8

const (
	noBound bound = iota
	atLeast
	atMost
	exact
)

// entry is what a search remembers of a position.
type entry struct {
	key   key
	age   uint32 // search it belongs to
	value int32
	depth int16
	best  int16 // number of the move, -1 = none
	bound bound
}

// table remembers positions in a fixed number of places, two for each key:
// one keeps the deepest search, the other the latest. An entry counts only
// for the search that wrote it, so that what a player does depends on
// nothing he did before.
type table struct {
	entries []entry
	age     uint32
}

// newTable makes a table of 2^size entries.
func newTable(size int) *table { return &table{entries: make([]entry, 1<<size)} }

// forget begins a new search.
func (t *table) forget() {
	if t.age++; t.age == 0 {
		clear(t.entries)
		t.age = 1
	}
}

func (t *table) pair(k key) (deep, late *entry) {
	i := k.at & uint64(len(t.entries)-1) &^ 1
	return &t.entries[i], &t.entries[i+1]
}

// find is the entry of a position, nil if it is not remembered.
func (t *table) find(k key) *entry {
	deep, late := t.pair(k)
	for _, e := range [2]*entry{deep, late} {
		if e.age == t.age && e.key == k {
			return e
		}
	}
	return nil
}

// keep writes an entry.
func (t *table) keep(e entry) {
	e.age = t.age
	deep, late := t.pair(e.key)
	if deep.age != t.age || deep.key == e.key || deep.depth <= e.depth {
		if deep.key != e.key && deep.age == t.age {
			*late = *deep
		}
		*deep = e
		return
	}
	*late = e
}
