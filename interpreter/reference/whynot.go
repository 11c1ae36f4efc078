package reference

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/program"
)

// WhyNot tells why a move is not legal. Of the options that might have
// offered it, the one that came nearest to it is named: the reason that came
// last in the order of asking is the one the player has to mend.
//
// The parts of the move its name does not show (Move.Shown) are not held
// against it.
func (x *Executor) WhyNot(s *interpreter.State, m interpreter.Move) (interpreter.Refusal, error) {
	if s.Over != nil {
		return interpreter.Refusal{Reason: "The game is over.", Rule: s.Over.Rule}, nil
	}
	legal, err := x.legal(s)
	if err != nil {
		return interpreter.Refusal{}, err
	}
	r, err := x.at(s)
	if err != nil {
		return interpreter.Refusal{}, err
	}
	defer x.release(r)
	w := refusal{run: r, m: m, legal: legal}
	w.search()
	return interpreter.Refusal{Reason: w.reason, Rule: w.rule}, r.err
}

// refusal collects the best reason against a move.
type refusal struct {
	*run
	m     interpreter.Move
	legal []found

	nearness
	reason string
	rule   *rules.RuleInfo
}

// nearness orders reasons: how near a move came to being legal.
type nearness int

const (
	noReason nearness = iota
	notOffered
	notAmong    // the option starts from other holes
	filtered    // its `where` fails
	otherManner // direction or number not offered
	laterTier   // offered, but other moves come first
	fails       // `provided` fails, or the turn is endless
	wrongInner  // the start is legal, its inner choices are not
	isLegal
)

func (w *refusal) say(n nearness, rule *rules.RuleInfo, format string, args ...any) {
	if n > w.nearness {
		w.nearness, w.rule, w.reason = n, rule, fmt.Sprintf(format, args...)
	}
}

func (w *refusal) search() {
	if w.m.Pass {
		w.pass()
		return
	}
	if w.m.From < 0 || w.m.From >= w.x.p.Places {
		w.say(notOffered, nil, "There is no such hole on this board.")
		return
	}
	w.say(notOffered, nil, "%s No move of these rules starts like this.", w.hole())
	for _, f := range w.legal {
		w.against(f)
	}
	if w.nearness >= wrongInner {
		return
	}
	for _, tier := range w.seat.Moves {
		for _, o := range tier.Options {
			w.option(o, w.inForce(tier))
			if w.run.err != nil {
				return
			}
		}
	}
}

func (w *refusal) pass() {
	for _, f := range w.legal {
		if f.move.Pass {
			w.say(isLegal, nil, "The pass is legal.")
			return
		}
	}
	for _, tier := range w.seat.Moves {
		if tier.Pass {
			w.say(laterTier, tier.Rule, "A pass is only allowed when there is no other legal move; %s is one.", w.name(w.legal[0].move.From))
			return
		}
	}
	w.say(notOffered, nil, "These rules know no pass.")
}

// against compares the move with a legal one.
func (w *refusal) against(f found) {
	if !w.startsLike(f.move) {
		return
	}
	if sameInner(f.move.Inner, w.m.Inner) {
		w.say(isLegal, f.opt.Rule, "The move is legal.")
		return
	}
	t := w.x.acquire(w.cells, w.seen)
	defer w.x.release(t)
	t.sit(w.mover)
	m := f.move
	m.Inner = w.m.Inner
	t.play(m, f.opt)
	if t.ask != nil {
		w.say(wrongInner, f.opt.Rule, "The move has to go on with a choice here: %s.", w.choices(t.ask))
		return
	}
	if bad, ok := t.err.(*BadChoice); ok {
		w.say(wrongInner, f.opt.Rule, "Choice %d of the move does not fit: %s.", bad.Index+1, bad.Wants)
		return
	}
	if t.used < len(m.Inner) {
		w.say(wrongInner, f.opt.Rule, "The turn is over after %d of the %d choices of the move.", t.used, len(m.Inner))
		return
	}
	w.say(wrongInner, f.opt.Rule, "Started like this, the move is legal with other choices only.")
}

// choices lists alternatives for a sentence.
func (w *refusal) choices(list []interpreter.Choice) string {
	var out []string
	for _, c := range list {
		switch {
		case c.Kind == interpreter.Optional && c.Taken:
			out = append(out, "do the optional action")
		case c.Kind == interpreter.Optional:
			out = append(out, "leave it")
		default:
			var names []string
			for _, p := range c.Places {
				names = append(names, w.name(p))
			}
			out = append(out, strings.Join(names, " and "))
		}
	}
	return strings.Join(out, " or ")
}

// startsLike compares the start of a legal move with what the name of the
// move in question says.
func (w *refusal) startsLike(f interpreter.Move) bool {
	m := w.m
	return !f.Pass && f.From == m.From && (f.Kind == rules.StepFrom) == (m.Kind == rules.StepFrom) &&
		(m.Kind != rules.StepFrom || f.To == m.To) &&
		(m.Shown&interpreter.ShowDir == 0 || f.Dir.Base() == m.Dir.Base()) &&
		(m.Shown&interpreter.ShowTake == 0 || f.Take == m.Take) &&
		(m.Shown&interpreter.ShowLabel == 0 || f.Label == m.Label)
}

// inForce tells if the legal moves are those of a tier.
func (w *refusal) inForce(tier *program.Tier) bool {
	if len(w.legal) == 0 {
		return false
	}
	for _, o := range tier.Options {
		if o == w.legal[0].opt {
			return true
		}
	}
	return false
}

// option finds what keeps an option from offering the move.
func (w *refusal) option(o *program.Option, inForce bool) {
	m := w.m
	if (o.Kind == rules.StepFrom) != (m.Kind == rules.StepFrom) {
		return
	}
	w.clearAsk(o)
	w.opt = o
	if !w.inBase(o, o.From) {
		w.notAmong(o)
		return
	}
	starts := w.startsOf(o)
	switch {
	case w.cells[m.From] < 1 && o.Kind != rules.EnterAt:
		w.say(filtered, o.Rule, "%s is empty: there is nothing to lift.", w.name(m.From))
	case len(starts) == 0:
		w.say(filtered, o.Rule, "%s It is not among the holes of %s.", w.hole(), quoted(o))
	default:
		w.manner(o, starts, inForce)
	}
}

// notAmong is the reason when an option starts from other holes altogether.
func (w *refusal) notAmong(o *program.Option) {
	switch owner := w.ownerOf(w.m.From); {
	case owner >= 0 && owner != w.mover:
		w.say(notAmong, o.Rule, "%s belongs to %s, and %s is to move.", w.name(w.m.From), rules.SeatName(owner), rules.SeatName(w.mover))
	default:
		w.say(notAmong, o.Rule, "%s It is not among the holes of %s.", w.hole(), quoted(o))
	}
}

// startsOf lists the starts an option offers from the hole.
func (w *refusal) startsOf(o *program.Option) []interpreter.Move {
	var out []interpreter.Move
	w.offers(o, func(m interpreter.Move) bool {
		if m.From == w.m.From {
			out = append(out, m)
		}
		return true
	})
	return out
}

// manner looks on when an option does offer the hole.
func (w *refusal) manner(o *program.Option, starts []interpreter.Move, inForce bool) {
	for _, m := range starts {
		m.Label = o.Label
		if !w.startsLike(m) {
			continue
		}
		if !inForce && len(w.legal) > 0 && w.earlier(o) {
			first := w.legal[0]
			w.say(laterTier, ruleOf(first), "Other moves come first: while a move of %s is legal, such as %s, this one is not.", quoted(first.opt), w.name(first.move.From))
			return
		}
		w.refused(o, m)
		return
	}
	w.say(otherManner, o.Rule, "%s can be played, but not in this way: see %s.", w.name(w.m.From), quoted(o))
}

// earlier tells if the legal moves belong to a tier before the one of an option.
func (w *refusal) earlier(o *program.Option) bool {
	for _, tier := range w.seat.Moves {
		for _, other := range tier.Options {
			if other == w.legal[0].opt {
				return true
			}
			if other == o {
				return false
			}
		}
	}
	return false
}

// refused runs a start that is offered and yet not legal.
func (w *refusal) refused(o *program.Option, m interpreter.Move) {
	w.runAll(o, m, false, func(t *run, m interpreter.Move) bool {
		switch {
		case t.illegal && t.endlessly == interpreter.EndlessBudget:
			w.say(fails, o.Rule, "The turn was not seen to end within %s, and endless turns are illegal.", source.Plural(t.reg[program.RLap], "lap"))
		case t.illegal:
			w.say(fails, o.Rule, "The turn never ends: after %s it goes round every %s, and endless turns are illegal.", source.Plural(t.reg[program.RLap], "lap"), source.Plural(t.period, "lap"))
		default:
			w.say(fails, o.Rule, "The move is offered, but what it leads to is not allowed: see %s.", quoted(o))
		}
		return true
	})
}

// inBase asks if the hole is in the set of an option before its filters.
func (w *refusal) inBase(o *program.Option, s program.Set) bool {
	switch s := s.(type) {
	case program.Where:
		return w.inBase(o, s.Set)
	case program.Minus:
		return w.inBase(o, s.A)
	case program.Union:
		for _, part := range s.Sets {
			if w.inBase(o, part) {
				return true
			}
		}
		return false
	}
	w.stand(o, w.m.From, o.Dirs[0])
	return w.member(s, w.m.From)
}

// hole says what the hole of the move holds.
func (w *refusal) hole() string {
	n := w.cells[w.m.From]
	switch name := w.name(w.m.From); n {
	case 0:
		return name + " is empty."
	case 1:
		return name + " holds 1 seed."
	default:
		return fmt.Sprintf("%s holds %d seeds.", name, n)
	}
}

func ruleOf(f found) *rules.RuleInfo {
	if f.opt == nil {
		return nil
	}
	return f.opt.Rule
}

// quoted is an option's own text in quotes.
func quoted(o *program.Option) string {
	if o == nil || o.Rule == nil || o.Rule.Text == "" {
		return "the rule"
	}
	return "“" + o.Rule.Text + "”"
}
