package verify

import (
	"context"
	"slices"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/dsl/source"
	"mancala/games"
)

// library reads a game of the library, with text added at its end.
func library(t *testing.T, id, more string) *source.File {
	t.Helper()
	name, text, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return games.NewFile(name, append(append([]byte{}, text...), more...))
}

func verifier(t *testing.T, id, more string, c dsl.Choice) *Verifier {
	t.Helper()
	v := &Verifier{File: library(t, id, more), Arg: id, Choice: c}
	t.Cleanup(v.Close)
	return v
}

func verdicts(t *testing.T, v *Verifier) map[string]Verdict {
	t.Helper()
	list, err := v.Evidence(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]Verdict{}
	for _, x := range list {
		if x.Why == "" || x.Command == "" || x.Line == 0 {
			t.Errorf("%s: a verdict lacks its reason, command or line: %+v", x.Evidence, x)
		}
		out[x.Evidence] = x
	}
	return out
}

const planted = `
[[evidence]]
id = "no-fact"
kind = "fact"
holds = "seeds(board) = 47"
[[evidence]]
id = "no-fact-there"
kind = "fact"
position = "2x8/2x4,0x4/0x4,2x4/2x8 - S"
holds = "any own has 3 or more"
[[evidence]]
id = "no-laps"
kind = "example"
moves = ["B1"]
laps = 4
captured = 2
[[evidence]]
id = "no-move"
kind = "example"
moves = ["B1", "a1"]
[[evidence]]
id = "no-after"
kind = "example"
moves = ["B1"]
after = "2x8/2x4,0x4/0x4,2x4/2x8 - N"
[[evidence]]
id = "no-legal"
kind = "example"
legal = ["A5"]
[[evidence]]
id = "no-illegal"
kind = "example"
illegal = ["A5"]
[[evidence]]
id = "no-record"
kind = "record"
moves = ["B1", "a8"]
result = "S"
[[evidence]]
id = "no-count"
kind = "count"
answers = { outer = "no" }
perft = [12, 144, 1245]
[[evidence]]
id = "no-figure"
kind = "figure"
players = "random"
games = 400
measure = "first mover share"
between = [0.8, 0.9]
[[evidence]]
id = "no-captures"
kind = "puzzle"
claim = "captures at least 40"
[[evidence]]
id = "no-such-measure"
kind = "figure"
measure = "branchin"
between = [1, 2]
[[evidence]]
id = "no-hole"
kind = "example"
position = "2x9/2x4,0x4/0x4,2x4/2x8 - S"
moves = ["B1"]
[[evidence]]
id = "far-puzzle"
kind = "puzzle"
claim = "mover wins"
[[evidence]]
id = "true-fact"
kind = "fact"
position = "2x8/2x4,0x4/0x4,2x4/2x8 - S"
holds = "any own has 2 or more and no own has 3 or more"
`

func TestPlantedFalseClaims(t *testing.T) {
	v := verifier(t, "hus", planted, dsl.Choice{})
	v.Budget.Nodes = 2000
	got := verdicts(t, v)
	want := map[string]string{ // what the counterexample must say
		"no-fact": "48 seeds", "no-fact-there": "not so", "no-laps": "laps: 5, not 4; captured", "no-move": "not legal", "no-after": "after: ",
		"no-legal": "legal, too", "no-illegal": "A5 is legal", "no-record": "not over", "no-count": "depth 3: 1244 sequences, not 1245",
		"no-figure": "outside 0.8 to 0.9", "no-captures": "the most is", "no-such-measure": `did you mean "branching"`, "no-hole": "position:",
	}
	for id, says := range want {
		x := got[id]
		if id == "no-laps" { // B1 captures nothing: both statements are wrong
			says = "laps: 5, not 4"
		}
		if x.Word != Refuted || !strings.Contains(x.Why, says) {
			t.Errorf("%s: %s, %q; want refuted, saying %q", id, x.Word, x.Why, says)
		}
	}
	if x := got["far-puzzle"]; x.Word != Undecided {
		t.Errorf("a puzzle out of reach: %s, %s", x.Word, x.Why)
	}
	for id, x := range got {
		if _, false := want[id]; !false && id != "far-puzzle" && x.Word != Holds {
			t.Errorf("%s: %s, %s", id, x.Word, x.Why)
		}
	}
}

// The perfect games that were published for Kalah hold with empty capture
// alone, and the file's own claims show it.
func TestKalahNeedsEmptyCapture(t *testing.T) {
	v := verifier(t, "kalah", "", dsl.Choice{})
	base := verdicts(t, v)
	m, err := v.Matrix(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !m.Whole || m.Product != 24 || len(m.Rows) != 24 {
		t.Errorf("%d of %d combinations, whole %v", len(m.Rows), m.Product, m.Whole)
	}
	with := m.row(map[string]string{"empty-capture": "yes", "end-rule": "either-row", "long-lap": "yes", "majority": "no"})
	if with == nil {
		t.Fatal("the rules with empty capture were not tried")
	}
	games := 0
	for i, id := range m.Claims {
		if !strings.HasPrefix(id, "perfect-") {
			continue
		}
		games++
		if with.Words[i] != Holds {
			t.Errorf("with empty capture %s: %s", id, with.Words[i])
		}
		if w := m.Rows[0].Words[i]; w != base[id].Word {
			t.Errorf("%s: %s in the first row, %s in force", id, w, base[id].Word)
		}
	}
	if games == 0 {
		t.Error("no perfect game was tried")
	}
	kalahConflict(t, v, m)
}

// kalahConflict: the perfect games need what the example of the standard rule
// refutes, so no combination agrees with all the evidence, and it says so.
func kalahConflict(t *testing.T, v *Verifier, m *Matrix) {
	t.Helper()
	decisions, err := v.Questions(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range decisions {
		for _, r := range d.Readings {
			if d.Question == "empty-capture" && len(r.RuledOut) == 0 {
				t.Errorf("nothing rules out %s", r.Answer)
			}
			if r.Agrees != 0 || r.Of == 0 {
				t.Errorf("%s=%s agrees in %d of %d rows", d.Question, r.Answer, r.Agrees, r.Of)
			}
		}
	}
	if len(m.Agree) != 0 {
		t.Errorf("rows %v agree with all the evidence", m.Agree)
	}
	for _, c := range m.Conflicts {
		both := append(append([]string{}, c.A...), c.B...)
		if slices.Contains(both, "opposite-empty") && slices.Contains(both, "perfect-5-4") {
			if !slices.Equal(c.Questions, []string{"empty-capture"}) {
				t.Errorf("the conflict is about %v", c.Questions)
			}
			return
		}
	}
	t.Errorf("no conflict found between the standard rule and the perfect games: %+v", m.Conflicts)
}

func TestPuzzlesOfTheLibrary(t *testing.T) {
	for _, id := range []string{"tchoukaillon", "tchuka-ruma"} {
		for name, x := range verdicts(t, verifier(t, id, "", dsl.Choice{})) {
			if x.Word != Holds {
				t.Errorf("%s, %s: %s, %s", id, name, x.Word, x.Why)
			}
		}
	}
	v := verifier(t, "tchuka-ruma", `
[[evidence]]
id = "two-ways"
kind = "puzzle"
claim = "mover wins"
solutions = 2
[[evidence]]
id = "lost"
kind = "puzzle"
claim = "mover loses"
`, dsl.Choice{})
	got := verdicts(t, v)
	for _, id := range []string{"two-ways", "lost"} {
		if got[id].Word != Refuted {
			t.Errorf("%s: %s, %s", id, got[id].Word, got[id].Why)
		}
	}
}

func load(t *testing.T, id string, c dsl.Choice) *RuleSet {
	t.Helper()
	r, err := Load(id, library(t, id, ""), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func compare(t *testing.T, a, b *RuleSet) *Comparison {
	t.Helper()
	c, err := Compare(context.Background(), a, b, Budget{Nodes: 40_000, Games: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestHusAnswersPart(t *testing.T) {
	c := compare(t, load(t, "hus", dsl.Choice{Answers: map[string]string{"outer": "yes"}}), load(t, "hus", dsl.Choice{Answers: map[string]string{"outer": "no"}}))
	if c.Shortest == nil || !c.Proved || len(c.Shortest.Line) != 2 || c.Shortest.What != "position" {
		t.Fatalf("%+v", c.Shortest)
	}
	if c.Games != 100 || c.Parted < 80 || c.MeanTurn < 2 {
		t.Errorf("%d of %d part at turn %.1f", c.Parted, c.Games, c.MeanTurn)
	}
}

// A difference that lies far from the start is found in random games and its
// line made shorter.
func TestFarDifference(t *testing.T) {
	c := compare(t, load(t, "oware", dsl.Choice{Answers: map[string]string{"majority": "yes"}}), load(t, "oware", dsl.Choice{}))
	d := c.Shortest
	if d == nil || c.Proved || d.What != "outcome" || c.Exhausted < 3 {
		t.Fatalf("%+v", c)
	}
	if float64(len(d.Line)) >= c.MeanTurn {
		t.Errorf("the line was not shortened: %d moves, parting at turn %.1f on average", len(d.Line), c.MeanTurn)
	}
}

func TestSameRules(t *testing.T) {
	if c := compare(t, load(t, "hus", dsl.Choice{}), load(t, "hus", dsl.Choice{})); !c.SameProgram || c.Shortest != nil {
		t.Errorf("%+v", c)
	}
	// Other words for the same rules: another program, no difference.
	name, text, err := games.Open("kalah")
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.ReplaceAll(string(text), "has seeds", "has 1 or more")
	if changed == string(text) {
		t.Fatal("nothing was changed")
	}
	b, err := Load("kalah", games.NewFile(name, []byte(changed)), dsl.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if c := compare(t, load(t, "kalah", dsl.Choice{}), b); c.Shortest != nil || !c.SameProgram && c.Exhausted < 3 {
		t.Errorf("%+v", c)
	}
}

// Njombwa's file leaves the meaning of an endless turn open: random play
// meets one, and the line that shows it leads there.
func TestGapsAreFound(t *testing.T) {
	v := verifier(t, "njombwa", "", dsl.Choice{})
	v.Budget = Budget{Nodes: 20_000, Games: 300, Told: 20}
	s, err := v.Survey(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Findings {
		if f.Kind == "endless" {
			if f.Games == 0 || len(f.Line) == 0 || !strings.Contains(f.Text, "repeat every") {
				t.Errorf("%+v", f)
			}
			return
		}
	}
	t.Errorf("no endless turn found: %+v", s)
}

func TestUnfiredRules(t *testing.T) {
	file := string(library(t, "hus", "").Text)
	v := verifier(t, "hus", "", dsl.Choice{})
	v.File = source.NewFile("hus.toml", []byte(strings.Replace(file, "lap = '''\n", "lap = '''\nwhen last was 90 or more then stop\n", 1)))
	v.Budget = Budget{Nodes: 1000, Games: 10, Told: 10}
	s, err := v.Survey(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range s.Unfired {
		if strings.Contains(u.Text, "last was 90") {
			return
		}
	}
	t.Errorf("a rule that can't act passed for one that does: %+v", s.Unfired)
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	v := verifier(t, "hus", "", dsl.Choice{})
	n := 0
	v.Progress = func(string) {
		if n++; n == 3 {
			cancel()
		}
	}
	list, err := v.Evidence(ctx)
	if err != context.Canceled || len(list) == 0 || len(list) > 3 {
		t.Errorf("%d verdicts, %v", len(list), err)
	}
}

// Cancelled at any step, a matrix and its proposals are what was known.
func TestInterruptedQuestions(t *testing.T) {
	for _, after := range []int{1, 20, 60} {
		ctx, cancel := context.WithCancel(context.Background())
		v := verifier(t, "kalah", "", dsl.Choice{})
		n := 0
		v.Progress = func(string) {
			if n++; n == after {
				cancel()
			}
		}
		m, err := v.Matrix(ctx)
		if err != context.Canceled || m == nil || m.Whole || len(m.Rows) >= 24 {
			t.Fatalf("after %d steps: %v, %+v", after, err, m)
		}
		for _, r := range m.Rows {
			if len(r.Words) != len(m.Claims) {
				t.Errorf("after %d steps: a row of %d verdicts for %d claims", after, len(r.Words), len(m.Claims))
			}
		}
		cancel()
	}
}

// A claim that hangs on a question the file leaves open needs an answer; one
// that doesn't holds or is refuted as it is.
func TestOpenQuestionNeedsAnswer(t *testing.T) {
	text := strings.Replace(string(library(t, "hus", "").Text), "id = \"no\"\ndefault = true\nsources = [\"mancala-world\", \"fourie\"]", "id = \"no\"\nsources = [\"mancala-world\", \"fourie\"]", 1)
	text += `
[[evidence]]
id = "both-rows"
kind = "example"
position = "0x8/1,0x7/0,1,0x6/2,0x7 - S"
legal = ["B1"]
[[evidence]]
id = "inner-only"
kind = "example"
position = "1,0x7/0x7,3/3,0x6,1/0x6,2,0 - S"
moves = ["B7"]
captured = 3
`
	v := &Verifier{File: source.NewFile("hus.toml", []byte(text)), Arg: "hus.toml"}
	defer v.Close()
	base, err := v.Base()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Word{"both-rows": Holds, "inner-only": NeedsAnswer}
	for i := range base.Game.Evidence {
		e := &base.Game.Evidence[i]
		if want[e.ID] == "" {
			continue
		}
		x, err := v.Try(context.Background(), e, v.Choice)
		if err != nil {
			t.Fatal(err)
		}
		if x.Word != want[e.ID] {
			t.Errorf("%s: %s, %s", e.ID, x.Word, x.Why)
		}
		if x.Word == NeedsAnswer && (!strings.Contains(x.Why, "with outer=no") || !strings.Contains(x.Why, "the file leaves it open")) {
			t.Errorf("%s: %s", e.ID, x.Why)
		}
	}
}

// What Hus's evidence leaves open is asked about by the shortest line there
// is, or on a board on which the answers differ.
func TestProposalsOfHus(t *testing.T) {
	v := verifier(t, "hus", "", dsl.Choice{})
	v.Budget.Asked = 4000
	m, err := v.Matrix(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	list, err := v.Questions(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Propose(context.Background(), m, list); err != nil {
		t.Fatal(err)
	}
	proposals := map[string]Proposal{}
	for _, d := range list {
		if len(d.Proposals) > 0 {
			proposals[d.Question] = d.Proposals[0]
		}
	}
	outer := proposals["outer"]
	if !outer.Found || !outer.Shortest || len(outer.Line) != 2 || outer.Position == "" || !strings.Contains(outer.Commands[0], "--answer outer=no --position") {
		t.Errorf("outer: %+v", outer)
	}
	row := proposals["inner-row"]
	if !row.Found || row.Set["columns"] != 10 || row.What != "start" {
		t.Errorf("inner-row: %+v", row)
	}
	if _, decided := proposals["direction"]; decided {
		t.Error("the evidence decides the direction, and it is asked about")
	}
}

// The endings of Anywoli that the sources give contradict each other, and
// that about half of random games go round with eight seeds left comes out as
// a figure with its interval.
func TestAnywoliEndings(t *testing.T) {
	v := verifier(t, "anywoli", "", dsl.Choice{Answers: map[string]string{"endless": "open", "majority": "no"}})
	m, err := v.Matrix(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !m.Whole || m.Product != 27 || len(m.Agree) != 0 {
		t.Errorf("%d combinations, %d agree with all the evidence", m.Product, len(m.Agree))
	}
	about := map[string][]string{}
	for _, c := range m.Conflicts {
		for _, q := range c.Questions {
			about[q] = append(append(about[q], c.SourceA...), c.SourceB...)
		}
	}
	if !slices.Contains(about["eight"], "wikipedia") || !slices.Contains(about["eight"], "mancala-world") {
		t.Errorf("the conflict about the last eight is between %v", about["eight"])
	}
	if !slices.Contains(about["extra-move"], "wikipedia") || !slices.Contains(about["extra-move"], "mancalagames") {
		t.Errorf("the conflict about the extra move is between %v", about["extra-move"])
	}
	i := slices.Index(m.Claims, "circulation")
	if i < 0 || m.Rows[0].Words[i] != Holds || !strings.Contains(m.Rows[0].why[i], "95 % interval") {
		t.Errorf("circulation: %+v", m.Rows[0])
	}
}

// Hawalis's endless turns come out with their exact periods.
func TestHawalisPeriods(t *testing.T) {
	v := verifier(t, "hawalis", "", dsl.Choice{})
	base, err := v.Base()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"endless-10": "every 98", "endless-16": "every 238", "endless-28": "every 5187", "endless-60": "every 61642"}
	for i := range base.Game.Evidence {
		e := &base.Game.Evidence[i]
		if want[e.ID] == "" {
			continue
		}
		x, err := v.Try(context.Background(), e, v.Choice)
		if err != nil || x.Word != Holds || !strings.HasSuffix(x.Why, want[e.ID]) {
			t.Errorf("%s: %s, %s, %v", e.ID, x.Word, x.Why, err)
		}
		delete(want, e.ID)
	}
	if len(want) > 0 {
		t.Errorf("not tried: %v", want)
	}
}

// A line that parts two answers is tried on the others: the endless turn of
// Hus, met by luck, tells all three meanings apart.
func TestLineIsCarriedOver(t *testing.T) {
	line := strings.Fields("B5 b2 A8 b1 A3 b8 A2 b6 B8 b2 A7 a3 A5 a7 A6 a4 A3 b4 A2 a3 B2 a8 B6")
	meaning := func(answer string) *RuleSet {
		return load(t, "hus", dsl.Choice{Answers: map[string]string{"endless": answer}})
	}
	loses, illegal, open := meaning("loses"), meaning("illegal"), meaning("open")
	for _, c := range []struct {
		a, b *RuleSet
		what string
		line int
	}{{loses, illegal, "legal moves", len(line)}, {loses, open, "silence", len(line) + 1}, {illegal, open, "legal moves", len(line)}} {
		found, err := compareOn(context.Background(), c.a, c.b, line)
		if err != nil {
			t.Fatal(err)
		}
		if d := found.Shortest; d == nil || d.What != c.what || len(d.Line) != c.line {
			t.Errorf("%s and %s: %+v", c.a.flags(), c.b.flags(), d)
		}
	}
	if found, err := compareOn(context.Background(), loses, open, line[:4]); err != nil || found.Shortest != nil {
		t.Errorf("a line that parts nothing: %+v, %v", found, err)
	}
}
