package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/notation"
	"mancala/interpreter/program"
)

// Report is what a replay of a record found.
type Report struct {
	Plies    int       // moves replayed without a fault
	Findings []Finding // all faults of the first wrong line
	Notes    []Finding // what could not be checked, and why
	Outcome  *interpreter.Outcome
	State    *interpreter.State // position reached
}

// OK reports whether everything the record states is so.
func (r *Report) OK() bool { return len(r.Findings) == 0 }

// Finding is one thing the record says that is not so.
type Finding struct {
	Line  int    // line in the record's file
	N     int    // number of the ply, 0 for header and result
	Move  string // the move of the line
	Field string // what is wrong: game, variant, answers, parameters, start, n, player, move, legal, after, captured, laps, endless, last, result, score, reason
	Said  string // what the record says
	Found string // what the rules give
	Text  string // the finding in a sentence
	Rule  *rules.RuleInfo
}

func (f Finding) String() string {
	where := fmt.Sprintf("line %d", f.Line)
	if f.Move != "" {
		where += fmt.Sprintf(", move %d %s", f.N, source.Cut(f.Move, 60))
	}
	return where + ": " + f.Text
}

// Referee replays a record and checks everything it states: that it is of
// this game and rule set, who moves, that the move is legal, the legal moves as
// a set, the position after (as far as it is given), captured seeds, laps,
// whether the game is over, result, score and reason. It stops at the first
// wrong line. The names another program (By) has for games, variants and
// answers are its own and not compared.
//
// The error is for what is no fault of the record: a budget used up, or a
// program that fails.
func Referee(x interpreter.Explainer, r *Record) (*Report, error) {
	report, err := replay(x, r)
	if err != nil || report.OK() {
		return report, err
	}
	if other, err := otherArrows(x, r); other != nil || err != nil {
		return other, err
	}
	return report, nil
}

// replay is Referee with the arrows of the record taken at their word.
func replay(x interpreter.Explainer, r *Record) (*Report, error) {
	ref := &referee{x: x, p: x.Program(), rec: r, report: &Report{}}
	ref.unknown()
	if ref.header(); !ref.report.OK() {
		return ref.report, nil
	}
	if err := ref.start(); err != nil {
		return ref.report, err
	}
	for i := 0; i < len(r.Moves) && ref.report.OK() && !ref.stopped; i++ {
		parts, err := ref.line(i)
		if err != nil {
			return ref.report, err
		}
		i += parts
	}
	ref.report.State = ref.s
	if ref.s != nil {
		ref.report.Outcome = ref.s.Over
	}
	if ref.report.OK() {
		ref.result()
	}
	return ref.report, nil
}

type referee struct {
	x       interpreter.Explainer
	p       *program.Program
	rec     *Record
	s       *interpreter.State
	report  *Report
	stopped bool               // the rest can't be checked; a note says why
	again   bool               // the last move gave its player another one
	passes  bool               // it is noted that the record lists passes beside moves
	final   bool               // the line is the last one of the record
	ended   bool               // the record says the game (or round) ended
	round   *interpreter.Round // the round of a match that ended with the latest move
	at      Finding
}

// wrong adds a fault of the current line.
func (r *referee) wrong(field, said, found, format string, args ...any) {
	f := r.at
	f.Field, f.Said, f.Found, f.Text = field, said, found, fmt.Sprintf(format, args...)
	r.report.Findings = append(r.report.Findings, f)
}

func (r *referee) note(field, format string, args ...any) {
	f := r.at
	f.Field, f.Text = field, fmt.Sprintf(format, args...)
	r.report.Notes = append(r.report.Notes, f)
}

// start sets up the record's position, or the game's own. The player to move
// there is the one who began, unless the position says otherwise.
func (r *referee) start() error {
	r.at = Finding{Line: max(r.rec.At, 1)}
	if r.rec.Start == "" {
		s, err := r.x.Start()
		return r.begun(s, err)
	}
	s, given, err := notation.ParsePosition(r.p, r.rec.Start)
	if err != nil {
		if s, given, err = r.withoutStores(err); err != nil {
			r.wrong("start", r.rec.Start, "", "the start can't be set up: %v", err)
			return nil
		}
	}
	if l := r.p.Layout; l.Starter >= 0 && !given["starter"] {
		s.Cells[l.Starter] = s.Cells[l.Mover]
	}
	r.fillFromStart(s, given)
	return r.begun(s, r.x.Begin(s, !given["turn"]))
}

// begun takes a begun position; a gap there is a finding.
func (r *referee) begun(s *interpreter.State, err error) error {
	var gap *interpreter.Gap
	if errors.As(err, &gap) {
		r.wrong("start", r.rec.Start, "", "%v", gap)
		return nil
	}
	r.s = s
	return err
}

// line replays one move; parts is how many of the lines after it belong to it.
func (r *referee) line(i int) (parts int, err error) {
	l := &r.rec.Moves[i]
	r.at = Finding{Line: l.At, N: i + 1, Move: l.Move}
	if l.N > 0 {
		r.at.N = l.N
	}
	if r.s.Over != nil && r.passesOnly(i) {
		r.stop("%s lets a player who can't move pass; by these rules the game was over: %s", r.rec.By, r.describe(r.s.Over))
		return 0, nil
	}
	if r.s.Over != nil {
		r.wrong("move", l.Move, "", "the game was over before this move: %s", r.describe(r.s.Over))
		return 0, nil
	}
	if l.N > 0 && i > 0 && r.rec.Moves[i-1].N > 0 && l.N != r.rec.Moves[i-1].N+1 {
		r.wrong("n", fmt.Sprint(l.N), fmt.Sprint(r.rec.Moves[i-1].N+1), "move %d follows move %d: is a line missing?", l.N, r.rec.Moves[i-1].N)
		return 0, nil
	}
	if i == 0 && l.N > 1 && r.fromBeginning() {
		r.wrong("n", fmt.Sprint(l.N), "1", "the first move from the beginning of the game is numbered %d: is a line missing?", l.N)
		return 0, nil
	}
	mover := r.mover()
	if l.Player != "" && !strings.EqualFold(l.Player, rules.SeatLetter(mover)) && !strings.EqualFold(l.Player, rules.SeatName(mover)) {
		r.wrong("player", l.Player, rules.SeatLetter(mover), "%s is to move, not %s", rules.SeatName(mover), l.Player)
		return 0, nil
	}
	legal, err := r.x.Legal(r.s)
	if gap := asGap(err); gap != nil {
		r.wrong("move", l.Move, "", "%v", gap)
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	if r.givenUp(i, legal) {
		r.stop("%s writes a pass for giving the game up", r.rec.By)
		return 0, nil
	}
	move, parts := r.inParts(mover, i, legal)
	if parts == 0 {
		var ok bool
		if move, ok, err = r.find(mover, l, legal); err != nil || !ok {
			return 0, err
		}
	}
	r.legalList(mover, l, legal)
	r.final = i+parts == len(r.rec.Moves)-1
	told := *l
	if parts > 0 {
		told = r.rec.Moves[i+parts]
		told.Move, told.At = l.Move, l.At
		r.note("move", "%s tells the choices of this move in lines of their own", r.rec.By)
	}
	return parts, r.play(&told, move)
}

const passText = "pass"

// maxParts is how many lines of another program may tell one move.
const maxParts = 8

func (r *referee) mover() int { return int(r.s.Cells[r.p.Layout.Mover]) }

func asGap(err error) *interpreter.Gap {
	var gap *interpreter.Gap
	errors.As(err, &gap)
	return gap
}

// find is the move the line means; if it is none, the rules say why.
func (r *referee) find(mover int, l *Line, legal []interpreter.Move) (interpreter.Move, bool, error) {
	m, err := notation.FindStated(r.p, mover, l.Move, legal)
	if err == nil {
		return m, true, nil
	}
	if meant, err := notation.FindMove(r.p, mover, l.Move, legal); err == nil && !meant.Pass && r.side(meant.From) == mover {
		his := notation.MoveText(r.p, mover, meant)
		r.wrong("move", l.Move, his, "%s is %s's hole, and %s is to move: his own is %s", l.Move, rules.SeatName(1-mover), rules.SeatName(mover), his)
		return m, false, nil
	}
	var missing *notation.NotFound
	if !errors.As(err, &missing) || missing.Many {
		r.wrong("move", l.Move, "", "%v", err)
		return m, false, nil
	}
	said, err := notation.ParseMove(r.p, mover, l.Move)
	if err != nil {
		return m, false, err
	}
	why, err := r.x.WhyNot(r.s, said)
	if err != nil {
		why.Reason = missing.Error()
	}
	r.wrong("move", l.Move, strings.Join(missing.Among, ","), "%s is not legal: %s", l.Move, why.Reason)
	r.report.Findings[len(r.report.Findings)-1].Rule = why.Rule
	return m, false, nil
}

// play makes the move and checks what the line says of it.
func (r *referee) play(l *Line, m interpreter.Move) error {
	before := r.s.Clone()
	ply, err := r.x.Play(r.s, m)
	endless := l.Endless != nil && *l.Endless
	gap := asGap(err)
	var over *interpreter.OverBudget
	switch {
	case endless && r.rec.By != "" && errors.As(err, &over):
		r.stop("%s gives the turn up as endless; by these rules it is undecided after %d %s", r.rec.By, over.Used, over.What)
		return nil
	case gap != nil && gap.Kind == interpreter.GapEndless && endless:
		r.stop("the turn is endless, as the record says; what follows can't be checked")
		r.report.Plies++
		return nil
	case gap != nil && r.cutOff(before, m, l):
		r.stop("%s stops in the middle of this turn; by these rules %v", r.rec.By, gap)
		r.report.Plies++
		return nil
	case gap != nil:
		r.wrong("move", l.Move, "", "%v", gap)
		return nil
	case err != nil:
		return err
	}
	r.again = ply.Again
	if endless && ply.Endless == interpreter.NotEndless && r.rec.By != "" {
		r.stop("%s gives the turn up as endless; by these rules it ends after %s", r.rec.By, source.Plural(ply.Laps, "lap"))
		return nil
	}
	if l.Endless != nil && endless != (ply.Endless != interpreter.NotEndless) {
		r.wrong("endless", fmt.Sprint(endless), fmt.Sprint(!endless), "the turn %s", endlessText(ply))
		return nil
	}
	if endless {
		r.stop("the turn is endless, as the record says; what follows can't be checked")
	} else {
		r.effects(l, ply)
		if n := len(r.report.Findings); n == 1 && r.report.Findings[0].Field == "after" && r.unswept(before, m, l) {
			r.report.Findings = nil
			r.note("after", "%s shows the board as the last move left it, before the seeds were taken", r.rec.By)
		} else if forced, s := r.joined(l); n == 1 && r.report.Findings[0].Field == "after" && forced != "" {
			r.report.Findings, r.s = nil, s
			r.note("after", "%s tells what had to be played next, %s, as laps of this move", r.rec.By, forced)
		} else if n > 0 && r.cutOff(before, m, l) {
			r.report.Findings, r.s = nil, before
			r.stop("%s stops in the middle of this turn", r.rec.By)
		}
	}
	if r.report.OK() {
		r.report.Plies++
	}
	return nil
}

func endlessText(ply *interpreter.Ply) string {
	if ply.Endless == interpreter.NotEndless {
		return "ends after " + source.Plural(ply.Laps, "lap")
	}
	return "never ends"
}

func (r *referee) stop(format string, args ...any) {
	r.note("", format, args...)
	r.stopped = true
}

// effects checks position, captures, laps and end.
func (r *referee) effects(l *Line, ply *interpreter.Ply) {
	if l.Captured != nil && *l.Captured != ply.Captured {
		r.wrong("captured", fmt.Sprint(*l.Captured), fmt.Sprint(ply.Captured), "%d captured, not %d", ply.Captured, *l.Captured)
	}
	r.round = ply.Round
	r.roundOver(l)
	if l.After != "" {
		r.after(l)
	}
	r.laps(l, ply)
	if l.Last {
		r.ended = true
		r.lastMove()
	}
}

// laps: other programs count a lap where captures go on differently; if the
// position they give after the move is right, their number is only noted.
func (r *referee) laps(l *Line, ply *interpreter.Ply) {
	switch {
	case l.Laps == nil || *l.Laps == ply.Laps:
	case r.rec.By != "" && l.After != "" && r.report.OK():
		r.note("laps", "%s counts %s, these rules %d", r.rec.By, source.Plural(*l.Laps, "lap"), ply.Laps)
	default:
		r.wrong("laps", fmt.Sprint(*l.Laps), fmt.Sprint(ply.Laps), "%s, not %d", source.Plural(ply.Laps, "lap"), *l.Laps)
	}
}

// after compares the stated position; what it does not state is not compared.
func (r *referee) after(l *Line) {
	st, err := notation.ParseStated(r.p, l.After)
	if err != nil {
		r.wrong("after", l.After, "", "the position after the move can't be read: %v", err)
		return
	}
	if r.s.Over != nil {
		st.Mover = -1 // nobody is to move any more
	}
	if said, ok := st.Keys["since"]; ok {
		if err := notation.SameHistory(r.p, said, r.s); err != nil {
			r.wrong("after", l.After, "", "the history is another: %v", err)
		}
	}
	diff := st.Differs(r.p, r.s.Cells)
	if len(diff) > 0 && r.round != nil && r.final {
		r.note("after", "the record ends with the round; the position after it is not that of the next round, and is not checked")
		return
	}
	if len(diff) > 0 {
		found := notation.FormatPosition(r.p, r.s)
		r.wrong("after", l.After, found, "the position is %s; differs: %s", found, strings.Join(diff, ", "))
	}
}

// roundOver checks what the line says of a round that ends with it.
func (r *referee) roundOver(l *Line) {
	if l.RoundOver == "" && l.RoundScore == nil {
		return
	}
	if r.round == nil {
		r.wrong("round_over", l.RoundOver, "", "no round ends with this move")
		return
	}
	if won := winnerWord(r.round.Winner); l.RoundOver != "" && l.RoundOver != won {
		r.wrong("round_over", l.RoundOver, won, "the round ends with %s, not %s", won, l.RoundOver)
	}
	if l.RoundScore != nil && !slices.Equal(l.RoundScore, r.round.Scores) {
		r.wrong("round_score", fmt.Sprint(l.RoundScore), fmt.Sprint(r.round.Scores), "the round is counted %v, not %v", r.round.Scores, l.RoundScore)
	}
}

// maxForced is how many forced moves another program's record may join to one.
const maxForced = 64

// lastMove: the record says that the game ended, or a round of it. A program that stops
// counting once one player has more than half is not contradicted by rules
// that play on.
func (r *referee) lastMove() {
	if r.s.Over != nil || r.round != nil {
		return
	}
	if seat := r.decided(); seat >= 0 {
		r.stop("the record ends here, where %s has more than half; by these rules the game goes on", rules.SeatName(seat))
		return
	}
	r.wrong("last", "true", "false", "the record ends here, but by these rules the game goes on: %s", notation.FormatPosition(r.p, r.s))
}

// decided is the seat whose store holds more than half of all seeds, -1 if none.
func (r *referee) decided() int {
	if r.p.Game.Board.Stores == rules.NoStores {
		return -1
	}
	for seat := range r.p.Players {
		if 2*int(r.s.Cells[r.p.Layout.Stores+seat]) > r.p.Total {
			return seat
		}
	}
	return -1
}

// describe says how a game ended.
func (r *referee) describe(o *interpreter.Outcome) string {
	text := "the game is drawn"
	if word := outcomeWord(o); word != "draw" {
		text = rules.SeatName(o.Winner) + " has won"
	}
	if o.Scores != nil {
		text += fmt.Sprintf(" (%s)", scoreText(o.Scores))
	}
	if why := endReason(r.p.Game.ID, o); why != "" {
		text += " by " + why
	}
	return text
}
