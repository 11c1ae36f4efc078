package program

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"mancala/dsl/rules"
)

// Dump writes a program as readable text: the board, the state, then every
// stage and seat with its tables as indented trees.
func Dump(p *Program) string {
	d := &dumper{p: p, names: true}
	d.program()
	return d.out.String()
}

// Hash identifies a rule set: the SHA-256, in hex, of everything that changes
// play (board, start, tables, parameters and answers in force), and of nothing
// else: not names, labels, comments, sources or lines.
func Hash(p *Program) string {
	d := &dumper{p: p}
	d.program()
	sum := sha256.Sum256([]byte(d.out.String()))
	return hex.EncodeToString(sum[:])
}

// A dumper writes the canonical form. With names, holes and fields are called
// by their names, constant sets by ranges, and rules show their labels.
type dumper struct {
	p     *Program
	names bool
	out   strings.Builder
	depth int

	tables []string // tables looked up, in the order met: t0, t1…
}

func (d *dumper) line(format string, args ...any) {
	d.out.WriteString(strings.Repeat("  ", d.depth))
	fmt.Fprintf(&d.out, format, args...)
	d.out.WriteByte('\n')
}

func (d *dumper) in(f func()) { d.depth++; f(); d.depth-- }

func (d *dumper) program() {
	p := d.p
	d.line("program players %d holes %d places %d total %d", p.Players, p.Holes, p.Places, p.Total)
	d.layout()
	d.line("start %s", ints(p.Start))
	d.line("home %s", ints(p.Home))
	for i, e := range p.Score {
		d.line("score %d %s", i, d.expr(e))
	}
	if len(p.Score) > 0 && p.Least {
		d.line("least wins")
	}
	if d.names {
		d.line("facts %+v", p.Facts)
	}
	for i, s := range p.Stages {
		d.stage(i, s)
	}
	if m := p.Match; m != nil {
		d.line("match points %d moved %d", m.Points, m.Moved)
		for seat, e := range m.Holds {
			d.line("filling in stage %d, won %d, seat %d holds %s", m.Filling, m.Won, seat, d.expr(e))
		}
		for i, b := range m.After {
			d.line("won by %d", i)
			d.block(b)
		}
	}
	for i, t := range d.tables {
		d.line("t%d = %s", i, t)
	}
}

// table names a table by its number; the tables stand at the end.
func (d *dumper) table(t Table) string {
	text := ints(t)
	i := slices.Index(d.tables, text)
	if i < 0 {
		i = len(d.tables)
		d.tables = append(d.tables, text)
	}
	return fmt.Sprintf("t%d", i)
}

func (d *dumper) layout() {
	l := d.p.Layout
	d.line("layout size %d span %d", l.Size, l.Span)
	d.in(func() {
		for _, f := range l.Fields {
			name, extra := "", ""
			if d.names || f.Var == nil {
				name = f.Name + " "
			}
			if f.Var != nil {
				extra = fmt.Sprintf(" lasts %d start %d", f.Var.Lasts, f.Var.Start)
			}
			d.line("%skind %d at %d len %d key %t cap %d%s", name, f.Kind, f.Base, f.Len, f.InKey, f.Cap, extra)
		}
	})
}

func (d *dumper) stage(i int, s *Stage) {
	name := ""
	if d.names && s.Name != "" {
		name = " " + s.Name
	}
	d.line("stage %d%s per-player %t", i, name, s.PerPlayer)
	if s.Lots {
		d.line("by lots")
	}
	d.in(func() {
		for seat, e := range s.Until {
			d.line("until %d %s", seat, d.expr(e))
		}
		for _, seat := range s.Seats {
			d.seat(seat)
		}
	})
}

func (d *dumper) seat(s *Seat) {
	d.line("seat %d", s.Seat)
	d.in(func() {
		d.line("route %s | %s", ints(s.Route[0]), ints(s.Route[1]))
		if s.Along != nil {
			d.line("along %s", ints(s.Along))
		}
		d.line("inward %s", ints(s.Inward))
		for _, p := range s.More {
			d.line("further route %s | %s inward %s", ints(p.Next[0]), ints(p.Next[1]), ints(p.Inward))
		}
		if s.Skip != nil {
			d.line("skip $%d %s", s.SkipSlot, d.expr(s.Skip))
		}
		if s.PerHoleOf != nil {
			d.line("per hole $%d %s", s.PerHoleSlot, d.expr(s.PerHoleOf))
		}
		d.line("sow %d a hole, direction %d, skip-origin %t, first-in-origin %t, unless-single %t, endless %s",
			s.PerHole, s.Dir, s.SkipOrigin, s.FirstInOrigin, s.UnlessSingle, endlessNames[s.Endless])
		for i, t := range s.Moves {
			d.tier(i, t)
		}
		for _, b := range []struct {
			name  string
			block *Block
		}{{"lift", s.Lift}, {"drop", s.Drop}, {"lap", s.Lap}, {"at-once", s.AtOnce}, {"turn", s.Turn}, {"end", s.End}} {
			if b.block != nil {
				d.line("%s", b.name)
				d.block(b.block)
			}
		}
	})
}

var endlessNames = map[rules.Endless]string{
	rules.EndlessUnset: "unset", rules.EndlessOpen: "open", rules.EndlessLoses: "loses", rules.EndlessIllegal: "illegal",
	rules.EndlessStop: "stop", rules.EndlessDraw: "draw", rules.EndlessNever: "never",
}

func (d *dumper) tier(i int, t *Tier) {
	if t.Pass {
		d.line("tier %d pass", i)
		return
	}
	d.line("tier %d", i)
	d.in(func() {
		for _, o := range t.Options {
			d.option(o)
		}
	})
}

func (d *dumper) option(o *Option) {
	kind := [...]string{"from", "enter", "step"}[o.Kind]
	d.line("%s $%d in %s", kind, o.Slot, d.set(o.From))
	d.in(func() {
		if o.Label != 0 {
			d.line("kind %d", o.Label)
		}
		dirs := make([]string, len(o.Dirs))
		for i, w := range o.Dirs {
			dirs[i] = w.String()
		}
		d.line("going %s explicit %t", strings.Join(dirs, ","), o.Explicit)
		if !o.TakeAll && o.TakeMax != nil {
			d.line("taking %d..%s", o.TakeMin, d.expr(o.TakeMax))
		}
		if o.Enter != nil {
			d.line("enter %s sows %t", d.expr(o.Enter), o.Sows)
		}
		if o.SowsHand {
			d.line("sowing them")
		}
		if o.EnterMax != nil {
			d.line("enter at most %s", d.expr(o.EnterMax))
		}
		if o.To != nil {
			d.line("to %s", d.expr(o.To))
		}
		if o.Provided != nil {
			d.line("provided %s", d.expr(o.Provided))
		}
	})
}

func (d *dumper) block(b *Block) {
	d.in(func() {
		for _, r := range b.Rules {
			label := ""
			if d.names && r.Info != nil && r.Info.Label != "" {
				label = "  # " + r.Info.Label
			}
			if r.When == nil {
				d.line("always%s", label)
			} else {
				d.line("when %s%s", d.expr(r.When), label)
			}
			d.stmts(r.Do)
		}
	})
}

func (d *dumper) stmts(list []Stmt) {
	d.in(func() {
		for _, s := range list {
			d.stmt(s)
		}
	})
}

func (d *dumper) stmt(s Stmt) {
	switch s := s.(type) {
	case Stop:
		d.line("stop")
	case Continue:
		d.line("continue")
	case Relay:
		d.line("relay %s%s", d.expr(s.From), going(s.Dir))
	case Sow:
		d.line("sow %s from %s%s", d.expr(s.Of), d.expr(s.From), going(s.Dir))
	case Capture:
		d.line("capture $%d in %s for %s into %s%s", s.Slot, d.set(s.Set), d.expr(s.For), d.expr(s.Into), inHand(" hand", s.IntoHand))
	case MoveSeeds:
		d.line("move %s from %s to %s each %s%s%s", d.expr(s.Amount), d.expr(s.From), d.expr(s.To), d.set(s.ToEach),
			inHand(" from hand", s.FromHand), inHand(" to hand", s.ToHand))
	case Mark:
		d.line("mark %s at %d seat %s clear %t", d.set(s.Set), s.Base, d.expr(s.Seat), s.Clear)
	case Fill:
		d.line("fill %s at %d with %s", d.set(s.Set), s.Base, d.expr(s.Value))
	case Each:
		d.line("each $%d in %s", s.Slot, d.set(s.Set))
		d.stmts(s.Do)
	case SetCell:
		d.line("set %d[%s] = %s", s.Base, d.expr(s.Index), d.expr(s.Value))
	case Choose:
		d.line("choose %d $%d in %s", s.N, s.Slot, d.set(s.Set))
	case May:
		d.line("may")
		d.stmts(s.Do)
	case Again:
		d.line("again %s", d.set(s.From))
	case Reverse:
		d.line("reverse")
	case Call:
		d.line("call")
		d.block(s.Block)
	case Take:
		d.line("take %s for %s", d.set(s.Set), d.expr(s.Seat))
	case Renew:
		d.line("renew %s", d.expr(s.Begins))
	case Hand:
		d.line("hand %d take %t", s.Seat, s.Take)
	case SetUp:
		d.line("set up")
	case End:
		d.line("end %s %s", [...]string{"by-score", "wins", "loses", "drawn", "round"}[s.How], d.expr(s.Seat))
	}
}

func inHand(word string, h InHand) string {
	if h == 0 {
		return ""
	}
	if h == OutOfPlay {
		return " out of play"
	}
	return fmt.Sprintf("%s %d", word, h-1)
}

func going(dir *Dir) string {
	if dir == nil {
		return ""
	}
	return " going " + dir.String()
}

// String is the direction's word.
func (d Dir) String() string {
	word := [...]string{"anticlockwise", "clockwise", "inward", "none"}[d.Base()]
	if n := d.Route(); n > 0 {
		word += fmt.Sprintf(" along %d", n)
	}
	return word
}

func ints[T int | int16 | int32](list []T) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, ",")
}
