package search

// proof is what is proved of a position: its value is low at least and high
// at most. The rest is about the last question that got no answer.
type proof struct {
	key       key
	low, high Value
	asked     Value // a value at least? nothing was found…
	depth     int16 // …within so many plies
	best      int16 // the move that answered a question, -1 = none
	age       uint32
}

// answers tells if a proof answers a question.
func (p *proof) answers(t Value) bool { return p.low >= t || p.high < t || p.low == p.high }

// proofs is a table of proofs, two places for a key as in table.
type proofs struct {
	list []proof
	age  uint32
}

func newProofs(size int) *proofs { return &proofs{list: make([]proof, 1<<size)} }

func (t *proofs) forget() {
	if t.age++; t.age == 0 {
		clear(t.list)
		t.age = 1
	}
}

func (t *proofs) find(k key) *proof {
	i := k.at & uint64(len(t.list)-1) &^ 1
	for j := i; j < i+2; j++ {
		if e := &t.list[j]; e.age == t.age && e.key == k {
			return e
		}
	}
	return nil
}

func (t *proofs) keep(p proof) {
	p.age = t.age
	i := p.key.at & uint64(len(t.list)-1) &^ 1
	first, second := &t.list[i], &t.list[i+1]
	switch {
	case first.age != t.age || first.key == p.key:
		*first = p
	case second.age == t.age && second.key == p.key:
		*second = p
	case first.depth <= p.depth && first.depth != endless:
		*second = *first
		*first = p
	default:
		*second = p
	}
}
