package reference_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/rules"
	"mancala/interpreter"
	"mancala/interpreter/reference"
)

// longTurns is a board of 4x64 with 1,000 seeds where a turn relays on and on.
const longTurns = `mancala = 1
[game]
name = "Long turns"
[board]
rows = 4
columns = 64
stores = "none"
[setup]
holes = '''
own: 4
own inner right 12: 3
'''
[sowing]
route = "own"
direction = "anticlockwise"
endless = "open"
[rules]
moves = "from own where hole has 2 or more"
lap = '''
when last was occupied then relay
when last in inner and opposite has seeds then capture opposite, beyond; sow captured from next
when next has seeds then relay from next
otherwise relay from leftmost (own where hole has seeds)
'''
end = "when mover has no move then opponent wins"
`

// An interrupt stops every call: it is asked for after each slice of work, and
// once the answer is yes nothing goes on. What is held is the work between
// questions, not the time it takes, which tells of the machine.
func TestInterruptsAreHeard(t *testing.T) {
	long := loadText(t, "long.toml", []byte(longTurns), dsl.Choice{})
	ahead := loadText(t, "ahead.toml", []byte(strings.Replace(longTurns, "2 or more", "2 or more and turn would capture", 1)), dsl.Choice{})
	s := start(t, long)
	for _, c := range []struct {
		name  string
		x     *reference.Executor
		call  func() error
		asked int // at least this often in a whole call; 0 = it is not made whole
	}{
		{"a long turn", long, func() error {
			_, err := long.Play(s.Clone(), interpreter.Move{Kind: rules.FromHole, From: 0, To: -1})
			return err
		}, 500},
		{"a long turn explained", long, func() error {
			_, _, err := long.Explain(s.Clone(), interpreter.Move{Kind: rules.FromHole, From: 0, To: -1})
			return err
		}, 0},
		{"moves that run ahead", ahead, func() error { _, err := ahead.Legal(s); return err }, 0},
		{"reasons against a move", ahead, func() error { _, err := ahead.WhyNot(s, interpreter.Move{From: 3, To: -1}); return err }, 0},
		{"a position from outside", ahead, func() error { return ahead.Begin(s.Clone(), true) }, 0},
		{"a playout", long, func() error {
			_, err := interpreter.Playout(long, s.Clone(), interpreter.NewRandom(1), interpreter.Limits{})
			return err
		}, 500},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := 0
			before := s.Clone()
			if c.asked > 0 {
				c.x.OnTick(func() bool { asked++; return false })
				if err := c.call(); errors.Is(err, interpreter.ErrStopped) {
					t.Fatal("stopped without being told to")
				}
				if asked < c.asked {
					t.Errorf("asked %d times in a whole call, want at least %d", asked, c.asked)
				}
			}
			asked = 0
			c.x.OnTick(func() bool { asked++; return asked >= 3 })
			if err := c.call(); !errors.Is(err, interpreter.ErrStopped) {
				t.Fatalf("error %v, want ErrStopped", err)
			}
			if asked > 20 {
				t.Errorf("asked %d times although the third answer was to stop", asked)
			}
			if !reflect.DeepEqual(s, before) {
				t.Error("the position has changed")
			}
		})
	}
	long.OnTick(nil)
	if moves, err := long.Legal(s); err != nil || len(moves) == 0 {
		t.Errorf("afterwards: %d moves, %v", len(moves), err)
	}
}

// The record of a turn of very many laps keeps its beginning and its end, and
// stays within its memory.
func TestLongRecords(t *testing.T) {
	p := loadText(t, "long.toml", []byte(longTurns), dsl.Choice{}).Program()
	x, err := reference.New(p, interpreter.Budget{Laps: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, x)
	_, events, err := x.Explain(s, interpreter.Move{Kind: rules.FromHole, From: 0, To: -1})
	var over *interpreter.OverBudget
	if !errors.As(err, &over) {
		t.Fatalf("error %v, want the lap budget", err)
	}
	if n := len(events) * (4*len(s.Cells) + 160); n > 70<<20 {
		t.Errorf("%d events take %d MB", len(events), n>>20)
	}
	if first, last := events[0].Lap, events[len(events)-1].Lap; first > 1 || last < over.Used-1 {
		t.Errorf("laps %d to %d of %d", first, last, over.Used)
	}
	for i := 1; i < len(events); i++ {
		if events[i].Lap < events[i-1].Lap {
			t.Fatalf("lap %d follows lap %d", events[i].Lap, events[i-1].Lap)
		}
	}
}
