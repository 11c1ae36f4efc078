package check

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
	"mancala/dsl/tomltree"
)

// Every message of the checker is made here, one function a message, so that
// the texts can be read together.

func (c *checker) add(d source.Diagnostic) { c.diags = append(c.diags, d) }

func (c *checker) err(at source.Span, code, summary, hint, detail string, args ...any) {
	c.add(source.Diagnostic{Severity: source.Error, Code: code, Summary: summary, Hint: hint, Span: at, Detail: fmt.Sprintf(detail, args...)})
}

func (c *checker) warn(at source.Span, code, summary, hint, detail string, args ...any) {
	c.add(source.Diagnostic{Severity: source.Warning, Code: code, Summary: summary, Hint: hint, Span: at, Detail: fmt.Sprintf(detail, args...)})
}

func (c *checker) note(at source.Span, code, summary, hint, detail string, args ...any) {
	c.add(source.Diagnostic{Severity: source.Note, Code: code, Summary: summary, Hint: hint, Span: at, Detail: fmt.Sprintf(detail, args...)})
}

// related adds a second place to the message made last.
func (c *checker) related(at source.Span, message string) {
	if at.IsValid() {
		d := &c.diags[len(c.diags)-1]
		d.Related = append(d.Related, source.Related{Span: at, Message: message})
	}
}

func quoteList(words []string) string {
	q := make([]string, len(words))
	for i, w := range words {
		q[i] = fmt.Sprintf("%q", w)
	}
	if len(q) < 2 {
		return strings.Join(q, "")
	}
	return strings.Join(q[:len(q)-1], ", ") + " or " + q[len(q)-1]
}

func didYouMean(word string, known []string) string {
	sort.Strings(known)
	if near := source.Nearest(word, known); near != "" && near != word {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// ---- the file ----

func (c *checker) noVersion() {
	at := source.Span{File: c.file, Start: 0, End: min(1, len(c.file.Text))}
	c.err(at, "no-version", "the language version is missing", "make the first line: mancala = 1", "a game file begins with the version of the language it is written in")
}

func (c *checker) wrongVersion(n *tomltree.Node) {
	c.err(n.Span, "wrong-version", "unknown language version", "write: mancala = 1", "this program reads version 1 of the language, the file says %s", n.Span.Text())
}

func (c *checker) wrongType(n *tomltree.Node, key, want string) {
	c.err(n.Span, "wrong-type", "wrong kind of value", "", "%q wants %s, this is %s", key, want, n.Kind)
}

func (c *checker) notAnArray(n *tomltree.Node, key string) {
	c.err(spanOf(n), "wrong-type", "wrong kind of table", fmt.Sprintf("write [[%s]] with two brackets, once for each", key), "%q is a list of tables", key)
}

func spanOf(n *tomltree.Node) source.Span {
	if n.KeySpan.IsValid() {
		return n.KeySpan
	}
	return n.Span
}

func (c *checker) unknownValue(n *tomltree.Node, key string, words []string) {
	hint := didYouMean(n.Str, append([]string{}, words...))
	if hint == "" {
		hint = "write " + quoteList(words)
	}
	c.err(n.Span, "unknown-value", "unknown word", hint, "%q is not a value of %q", n.Str, key)
}

func (c *checker) noHoleNamed(at source.Span, name string) {
	b := c.game.Board
	c.err(at, "not-a-hole", "no such hole", fmt.Sprintf("holes are named %s to %s", b.Holes[0].Name, b.Holes[len(b.Holes)-1].Name), "the board has no hole %q", name)
}

func (c *checker) notSowing(at source.Span, text string) {
	c.err(at, "not-sowing", "no seeds are carried here", "in `lap` the last seed has fallen: say what becomes of the others in `drop` or `skip`",
		"`carried` counts the seeds that have yet to fall, in `skip`, `per-hole` and `drop`; this is `%s`", text)
}

func (c *checker) answersAlone(at source.Span) {
	c.err(at, "answers-alone", "nothing to answer", "mark the answer that holds: default = true",
		"`answers` speaks to the questions of a file that this one extends; this file extends none")
}

// unknownKey reports a key, and where it belongs if it is known elsewhere.
func (c *checker) unknownKey(t *table, n *tomltree.Node, key string) {
	hint := didYouMean(key, append([]string{}, t.known...))
	if t.name == "question.answer" && contains([]string{"asks", "note"}, key) {
		hint = fmt.Sprintf("did you mean the question above? In TOML everything after [[question.answer]] belongs to the answer: move %q above it", key)
	} else if hint == "" && t.name == "" && contains([]string{"rows", "columns", "route", "moves", "lap", "holes", "name"}, key) {
		hint = "keys stand below the header of their table, such as [board], [sowing], [rules], [setup], [game]"
	} else if hint == "" {
		var known []string
		seen := map[string]bool{}
		for _, k := range t.known {
			if !seen[k] {
				seen[k] = true
				known = append(known, k)
			}
		}
		sort.Strings(known)
		hint = "known here: " + strings.Join(known, ", ")
	}
	where := "[" + t.name + "]"
	if t.name == "" {
		where = "a game file"
	}
	kind := "key"
	if n.Kind == tomltree.Table || n.Kind == tomltree.Array && t.name == "" {
		kind = "table"
	}
	c.err(spanOf(n), "unknown-key", "unknown "+kind, hint, "%s has no %s %q", where, kind, key)
}

func (c *checker) missing(at source.Span, where, key, example string) {
	c.err(at, "missing-key", "a key is missing", "write for instance: "+example, "%s needs %q", where, key)
}

func (c *checker) missingTable(name, example string) {
	at := source.Span{File: c.file, Start: max(len(c.file.Text)-1, 0), End: len(c.file.Text)}
	if n := c.root.Get("mancala"); n != nil {
		at = n.KeySpan
	}
	c.err(at, "missing-table", "a table is missing", "add for instance:\n"+example, "a game file needs [%s]", name)
}

func (c *checker) duplicate(what, id string, at, first source.Span) {
	c.err(at, "duplicate", "the same "+what+" twice", "choose another name", "%s %q is there already", what, id)
	c.related(first, "first here")
}

func (c *checker) outOfRange(at source.Span, what string, v, lo, hi int) {
	if hi >= 1<<30 {
		c.err(at, "out-of-range", "number out of range", "", "%s must be at least %d, this is %d", what, lo, v)
		return
	}
	this := strconv.Itoa(v)
	if text := at.Text(); text != "" && strings.Trim(text, "0123456789") == "" {
		this = text // a number too large to be held was cut
	}
	c.err(at, "out-of-range", "number out of range", "", "%s must lie between %d and %d, this is %s", what, lo, hi, this)
}

func (c *checker) notConstant(at source.Span) {
	c.err(at, "not-constant", "not a fixed number", "use numbers and parameters with + - * /", "this must be known before play begins")
}

func (c *checker) reservedName(at source.Span, n, what string) {
	c.err(at, "reserved-word", "a word of the language as a name", fmt.Sprintf("call it %q", n+"-"+nameTail(what)), "%q is a word of the language and can't be the name of %s", n, source.A(what))
}

func nameTail(what string) string {
	switch what {
	case "role", "definition":
		return "hole"
	case "parameter":
		return "number"
	}
	return "value"
}

func (c *checker) badName(at source.Span, n, what string) {
	good := strings.ToLower(strings.Join(strings.FieldsFunc(n, func(r rune) bool { return r == ' ' || r == '_' || r == '-' || r == '.' }), "-"))
	if !syntax.IsName(good) {
		good = "tuz-allowed"
	}
	c.err(at, "bad-name", "not a name", "write small letters and digits, words joined by hyphens: "+good, "%q can't be the name of %s", n, source.A(what))
}

// ---- questions, answers, variants, parameters, sources ----

func (c *checker) noAnswers(at source.Span, id string) {
	c.err(at, "no-answers", "a question without answers", "add [[question.answer]] with an id for every possible answer", "question %q has no answer", id)
}

func (c *checker) twoDefaults(at source.Span, id string) {
	c.err(at, "two-defaults", "two default answers", "keep `default = true` in one answer, or in none if the question is open", "question %q has more than one default", id)
}

func (c *checker) checkSource(id string, at source.Span) {
	var ids []string
	for _, s := range c.game.Sources {
		if s.ID == id {
			return
		}
		ids = append(ids, s.ID)
	}
	hint := didYouMean(id, ids)
	if hint == "" {
		hint = fmt.Sprintf("add [[source]] with id = %q", id)
	}
	c.err(at, "unknown-source", "unknown source", hint, "no [[source]] has the id %q", id)
}

func (c *checker) unknownVariant(name string) {
	c.err(source.Span{}, "unknown-variant", "unknown variant", didYouMean(name, c.variantNames()), "%s has no variant %q%s", c.game.Name, name, listed("variants", c.variantNames()))
}

func (c *checker) unknownVariantAt(n *tomltree.Node) {
	c.err(n.Span, "unknown-variant", "unknown variant", didYouMean(n.Str, c.variantNames()), "the file has no [variant.%s]%s", n.Str, listed("variants", c.variantNames()))
}

func (c *checker) variantNames() []string {
	var out []string
	for _, v := range c.game.Variants {
		out = append(out, v.Name)
	}
	return out
}

func listed(what string, words []string) string {
	if len(words) == 0 {
		return "; it has no " + what
	}
	return "; " + what + ": " + strings.Join(words, ", ")
}

func (c *checker) unknownQuestion(id string) {
	var ids []string
	for _, q := range c.game.Questions {
		if q.Variant == "" || q.Variant == c.choice.Variant {
			ids = append(ids, q.ID)
		}
	}
	hint := didYouMean(id, append([]string{}, ids...))
	for _, q := range c.game.Questions {
		if q.ID == id {
			hint = fmt.Sprintf("it belongs to the variant %q", q.Variant)
		}
	}
	c.err(source.Span{}, "unknown-question", "unknown question", hint, "%s has no question %q%s", c.game.Name, id, listed("questions", ids))
}

func (c *checker) unknownAnswer(q *rules.Question, id string) {
	var ids []string
	for _, a := range q.Answers {
		ids = append(ids, a.ID)
	}
	c.err(source.Span{}, "unknown-answer", "unknown answer", didYouMean(id, append([]string{}, ids...)), "question %q has no answer %q%s", q.ID, id, listed("answers", ids))
}

func (c *checker) noSuchQuestion(n *tomltree.Node, id string) {
	var ids []string
	for _, q := range c.game.Questions {
		ids = append(ids, q.ID)
	}
	c.err(spanOf(n), "unknown-question", "unknown question", didYouMean(id, append([]string{}, ids...)), "the file has no question %q%s", id, listed("questions", ids))
}

func (c *checker) noSuchAnswer(n *tomltree.Node, q rules.Question) {
	var ids []string
	for _, a := range q.Answers {
		ids = append(ids, a.ID)
	}
	c.err(n.Span, "unknown-answer", "unknown answer", didYouMean(n.Str, append([]string{}, ids...)), "question %q has no answer %q%s", q.ID, n.Str, listed("answers", ids))
}

func (c *checker) clash(path, q string, o *tomltree.Node, other string, first *tomltree.Node) {
	at, was := o.Lookup(strings.Split(path, ".")...), first.Lookup(strings.Split(path, ".")...)
	c.err(spanOf(at), "clashing-answers", "two answers change the same thing",
		fmt.Sprintf("let this answer say over = [%q] if it is meant to go over the other, or choose another answer to one of them", other),
		"the answers in force to %q and %q both change %s", other, q, path)
	c.related(spanOf(was), "the other answer changes it here")
}

func (c *checker) unknownParameter(at source.Span, name string) {
	var ids []string
	for _, p := range c.game.Parameters {
		ids = append(ids, p.Name)
	}
	hint := didYouMean(name, ids)
	if hint == "" {
		hint = fmt.Sprintf("declare it: [parameters] with %s = { default = 4 }", name)
	}
	c.err(at, "unknown-parameter", "unknown parameter", hint, "%q is not a number and no parameter", name)
}

func (c *checker) unknownSet(name string) {
	var ids []string
	for _, p := range c.game.Parameters {
		ids = append(ids, p.Name)
	}
	c.err(source.Span{}, "unknown-parameter", "unknown parameter", didYouMean(name, append([]string{}, ids...)), "%s has no parameter %q%s", c.game.Name, name, listed("parameters", ids))
}

func (c *checker) parameterRange(at source.Span, p rules.Parameter) {
	if p.Value != p.Default {
		at = source.Span{}
	}
	switch {
	case p.Min > p.Max:
		c.err(at, "parameter-range", "a parameter without a value", fmt.Sprintf("min = %d, max = %d", p.Max, p.Min), "min = %d is more than max = %d", p.Min, p.Max)
	case p.Min == -1<<30:
		c.err(at, "parameter-range", "parameter out of range", "", "%s is at most %d, this is %d", p.Name, p.Max, p.Value)
	case p.Max == 1<<30:
		c.err(at, "parameter-range", "parameter out of range", "", "%s is at least %d, this is %d", p.Name, p.Min, p.Value)
	default:
		c.err(at, "parameter-range", "parameter out of range", "", "%s goes from %d to %d, this is %d", p.Name, p.Min, p.Max, p.Value)
	}
}

func (c *checker) parameterStep(at source.Span, p rules.Parameter) {
	if p.Value != p.Default {
		at = source.Span{}
	}
	c.err(at, "parameter-range", "parameter out of step", fmt.Sprintf("write %d or %d", p.Value-(p.Value-p.Min)%p.Step, p.Value-(p.Value-p.Min)%p.Step+p.Step),
		"%s goes from %d in steps of %d, %d is between them", p.Name, p.Min, p.Step, p.Value)
}

// ---- board and set-up ----

func (c *checker) badRows(n *tomltree.Node, b *rules.Board) {
	at := n.KeySpan
	if r := n.Get("rows"); r != nil {
		at = r.Span
	}
	if b.Players > 2 {
		c.err(at, "bad-board", "rows can't be shared out", `use shape = "ring" or shape = "perimeter" for more than two players`, "%d players can't sit at a board of rows", b.Players)
		return
	}
	c.err(at, "bad-board", "rows can't be shared out", "write 2, 3 (one and a half rows each), 4 or 6 rows", "%s can't be shared by two players", source.Plural(b.Rows, "row"))
}

func (c *checker) oddHalf(n *tomltree.Node) {
	c.err(n.Span, "bad-board", "half a hole", "write an even number of columns", "on three rows each player owns half of the middle row, so the columns must be even")
}

func (c *checker) noSuchRoute(n *tomltree.Node, b *rules.Board) {
	hint := `on two rows write "board" (all holes) or "own" (one's own row)`
	switch {
	case b.Shape != "rows":
		hint = `on a ring write "ring"`
	case b.Rows == 4:
		hint = `on four rows write "own" (round one's own two rows)`
	case b.Rows == 6:
		hint = `on six rows write "own zigzag"`
	case b.Rows == 3:
		hint = `on three rows write "board" (an S over all holes)`
	}
	c.err(n.Span, "no-such-route", "a route this board lacks", hint, "there is no route %q on a board of %s", n.Str, source.Plural(b.Rows, "row"))
}

func (c *checker) notAHole(n *tomltree.Node, b *rules.Board) {
	c.err(n.Span, "not-a-hole", "not a hole of this board", fmt.Sprintf("holes are named %s to %s, and \"store\" is the owner's store", b.Holes[0].Name, b.Holes[len(b.Holes)-1].Name),
		"a listed route names holes, %s is none", n.Span.Text())
}

func (c *checker) twiceOnRoute(n *tomltree.Node) {
	c.err(n.Span, "twice-on-route", "a hole twice on the route", "", "%q is on this route already", n.Str)
}

func (c *checker) tooManySeeds(n *tomltree.Node, total, limit int) {
	at := source.Span{}
	if n != nil {
		at = n.Span
	}
	c.err(at, "too-many-seeds", "too many seeds", fmt.Sprintf("the game may hold up to %d seeds", limit), "this set-up has %d seeds", total)
}

func (c *checker) noSeeds(n *tomltree.Node) {
	c.warn(n.KeySpan, "no-seeds", "a board without seeds", `fill it: holes = "board: 4"`, "the set-up puts no seed anywhere")
}

func (c *checker) restNotOne(at source.Span, n int) {
	c.err(at, "bad-rest", "the rest needs one hole", "name a single hole, such as own outer left 1", "each player has %s here", source.Plural(n, "hole"))
}

func (c *checker) restNegative(at source.Span, each, used int) {
	c.err(at, "bad-rest", "nothing is left", "say how many seeds a player has with seeds = … in [setup]", "each player has %s, the other lines use %d", source.Plural(each, "seed"), used)
}

func (c *checker) roleNotConstant(at source.Span, word string) {
	c.err(at, "not-constant", "not a fixed set of holes", "make the role of areas only, such as own inner right 1", "%q depends on the position, a set-up can't use it", word)
}

func (c *checker) emptyPlace(at source.Span) {
	c.err(at, "empty-place", "no such hole", "check the words: each one narrows the ones before", "no hole of this board is %q", at.Text())
}

func (c *checker) noSuchRow(at source.Span, word string, b *rules.Board) {
	hint := "leave the word out: each player has one row"
	if word == "middle" && b.RowsOfSide() == 2 {
		hint = `write "inner" or "outer": each player has two rows`
	}
	c.err(at, "no-such-row", "a word this board lacks", hint, "%q needs more rows than this board of %s has", word, source.Plural(b.Rows, "row"))
}

func (c *checker) columnRange(at source.Span, word string, n int) {
	now := ""
	if len(c.game.Parameters) > 0 {
		var values []string
		for _, p := range c.game.Parameters {
			values = append(values, fmt.Sprintf("%s = %d", p.Name, p.Value))
		}
		now = " (with " + strings.Join(values, ", ") + ")"
	}
	hint := "columns are counted from the left of the row's owner"
	if word != "column" {
		hint = fmt.Sprintf("\"%s 2\" are the two holes of a row that lie farthest to the %s of its owner", word, word)
	}
	c.err(at, "no-such-column", "a column this board lacks", hint, "%q: this board has columns 1 to %d%s", strings.TrimSpace(word+" "+fmt.Sprint(n)), c.game.Board.Columns, now)
}

func (c *checker) noOpponent(at source.Span) {
	c.err(at, "no-opponent", "nobody else plays", "write \"board\", or \"mover loses\" for the end of a solitaire", "this game has one player, there is no opponent")
}

func (c *checker) manyOpponents(at source.Span) {
	c.err(at, "many-opponents", "several opponents", `write "any opponent", "no opponent", or "mover loses"`, "%d players: which opponent?", c.game.Players)
}

func (c *checker) noOpposite(at source.Span, word string) {
	c.err(at, "no-opposite", "a word this board lacks", "", "%q needs two sides facing each other", word)
}

func (c *checker) noStores(at source.Span) {
	c.err(at, "no-stores", "this board has no stores", `write stores = "beside" in [board] if captured seeds are kept`, "the board says stores = \"none\"")
}

func (c *checker) whoseStore(at source.Span) {
	c.err(at, "whose-store", "whose store?", `write "own store", "enemy store" or "store of captor"`, "a store needs its owner and nothing else")
}

func (c *checker) fixedHole(at source.Span, h rules.Hole) {
	c.err(at, "fixed-hole", "a hole by its name", fmt.Sprintf("say it from the seat: own column %d", h.Column), "rules are said from the mover's seat, so %s can't be named", h.Name)
}

func (c *checker) ownersFixed(at source.Span) {
	c.err(at, "owners-fixed", "nobody can claim holes here", `write owners = "change" (or "seeds") in [board]`, "the holes of this board keep their owners")
}

// ---- names and phrases ----

func (c *checker) unknownWord(at source.Span, word string, known []string) {
	hint := didYouMean(word, append([]string{}, known...))
	if q := c.definedByAnswer(word); q != "" {
		hint = fmt.Sprintf("only answers to the question %q define it: give one of them `default = true`, or define it in [define], too", q)
	} else if hint == "" {
		hint = fmt.Sprintf("give it a meaning in [define]: %s = \"…\"", word)
	}
	c.err(at, "unknown-word", "unknown word", hint, "%q is no word of the language, no role and no definition", word)
}

// definedByAnswer is the question one of whose answers defines a word.
func (c *checker) definedByAnswer(word string) string {
	for _, q := range c.game.Questions {
		for _, a := range c.answerNodes[q.ID] {
			if a.Lookup("define", word) != nil || a.Lookup("board", "roles", word) != nil {
				return q.ID
			}
		}
	}
	return ""
}

// undeclared reports a variable or mark that [state] does not have.
func (c *checker) undeclared(at source.Span, word, example string) {
	var known []string
	for _, v := range c.game.State {
		known = append(known, v.Name)
	}
	hint := didYouMean(word, known)
	if hint == "" {
		hint = fmt.Sprintf("declare it in [state]: %s = { %s }", word, example)
	}
	c.err(at, "unknown-word", "unknown word", hint, "[state] has no %q", word)
}

var actionVerbs = strings.Fields("stop continue draw reverse relay capture sow move mark unmark claim close open for set choose may end each")

func (c *checker) unknownAction(at source.Span, word string) {
	hint := didYouMean(word, append(append([]string{}, actionVerbs...), c.nameList()...))
	if hint == "" {
		hint = fmt.Sprintf("actions are %s; or define it: %s = \"always …\"", strings.Join(actionVerbs, ", "), word)
	}
	c.err(at, "unknown-word", "unknown action", hint, "%q is no action and no definition of actions", word)
}

func (c *checker) emptyDefinition(n *tomltree.Node) {
	c.err(n.Span, "empty-definition", "an empty definition", "for nothing to happen write \"always continue\"; for a condition that always holds write true", "%q says nothing", n.Key)
}

func (c *checker) cycle(at source.Span, word string, use source.Span) {
	c.err(at, "cycle", "a definition that needs itself", "", "%q is defined by way of itself", word)
	c.related(use, "here it comes round again")
}

func (c *checker) tableAsPhrase(at source.Span, word string) {
	c.err(at, "actions-as-phrase", "actions where a phrase is wanted", "", "%q is a definition of actions, it stands after \"then\"", word)
}

func (c *checker) phraseAsAction(at source.Span, word string, k nameKind) {
	c.err(at, "phrase-as-action", "a phrase where actions are wanted", fmt.Sprintf("actions are defined with a rule: %s = \"always capture last\"", word), "%q is %s, not something to do", word, k)
}

func (c *checker) notASet(at source.Span, word string, k nameKind) {
	c.err(at, "not-a-set", "not a set of holes", "", "%q is %s and can't narrow a set of holes", word, k)
}

func (c *checker) wanted(at source.Span, want string, got kind) {
	hint := ""
	switch {
	case want == "a number" && (got == kSpot || got == kSet):
		hint = "for its seeds write seeds(…), for its holes count(…)"
	case want == "a condition" && (got == kSpot || got == kSet):
		hint = `say something of it: "… has seeds", "… is empty"`
	case want == "a condition" && got == kNumber:
		hint = `compare it: "… > 0"`
	case want == "one hole" && got == kNumber:
		hint = `did you mean "column N" or a role?`
	}
	c.err(at, "wrong-phrase", "the wrong kind of phrase", hint, "here stands %s, wanted is %s", got, want)
}

func (c *checker) wantedNumber(at source.Span, got kind) {
	hint := ""
	if got == kSpot || got == kSet {
		hint = `write "seeds(…) = 4", or "… has 4"`
	}
	c.err(at, "wrong-phrase", "only numbers can be compared", hint, "on the left of this comparison stands %s", got)
}

func (c *checker) notOneHole(at source.Span, n int) {
	c.err(at, "not-one-hole", "one hole is wanted", `say which: "leftmost …", "nearest …", or test them with "any" and "every"`, "%q names %s", at.Text(), source.Plural(n, "hole"))
}

func (c *checker) countOfSeveral(at source.Span, text string) {
	c.err(at, "count-of-several", "a count of several holes", fmt.Sprintf(`write "any %s has …", "every %s has …", or "seeds(%s) = …" for their sum`, text, text, text),
		"%q may be several holes: does each have that many, or all together?", text)
}

func (c *checker) hasOfNumber(at source.Span) {
	c.err(at, "wrong-phrase", "a number has nothing", `compare it: "lap = 1", "captured >= 2"`, "numbers are compared, only holes and players have something")
}

func (c *checker) onlyPlayersHave(at source.Span, thing string) {
	c.err(at, "wrong-phrase", "only players have that", "", "a hole has seeds, %q is said of mover and opponent", thing)
}

func (c *checker) cantBe(at source.Span, a, b kind) {
	c.err(at, "wrong-phrase", "these can't be the same", "", "%s can't be %s", a, b)
}

func (c *checker) notAMark(at source.Span, word string) {
	c.err(at, "not-a-mark", "not a mark", fmt.Sprintf("declare it in [state]: %s = { on = \"hole\", of = \"player\", lasts = \"game\" }", word), "%q is not a variable on holes", word)
}

func (c *checker) notAVariable(at source.Span, word string, k nameKind) {
	c.err(at, "not-a-variable", "can't be set", fmt.Sprintf("declare a variable in [state]: %s = { lasts = \"turn\" }", word), "%q is %s", word, k)
}

func (c *checker) noMark(at source.Span) {
	c.err(at, "no-mark", "no mark with an owner", `declare one in [state]: tuz = { on = "hole", of = "player" }`, "\"its marker\" needs a mark that belongs to players")
}

func (c *checker) whichMark(at source.Span, a, b string) {
	c.err(at, "which-mark", "which mark?", "", "\"its marker\" could mean %q or %q", a, b)
}

func (c *checker) badOf(at source.Span, v *rules.Variable, got kind) {
	want := "nobody and nothing"
	switch {
	case v.OnHole && v.PerPlayer:
		want = "a hole or a player"
	case v.OnHole:
		want = "a hole"
	case v.PerPlayer:
		want = "a player"
	}
	c.err(at, "wrong-phrase", "whose is it?", "", "%q belongs to %s, here stands %s", v.Name, want, got)
}

func (c *checker) notALabel(at source.Span, word string, labels []string) {
	hint := didYouMean(word, append([]string{}, labels...))
	if hint == "" {
		hint = "label the option in moves: \"eating: from …\""
	}
	c.err(at, "unknown-label", "unknown kind of move", hint, "\"move is\" wants the label of an option, %q is none", word)
}

func (c *checker) moveAlone(at source.Span) {
	c.err(at, "wrong-phrase", "what about the move?", `write "move is LABEL", or "mover has no move"`, "\"move\" alone says nothing")
}

func (c *checker) noHole(at source.Span, text string) {
	c.err(at, "no-hole-here", "which hole?", "write \"last\" (where the last seed fell) or \"origin\" (the hole lifted)", "\"hole\" is the hole being looked at in a filter (where, while, for every); in %q nothing is being looked at", text)
}

func (c *checker) noLast(at source.Span, text string) {
	hint := ""
	switch text {
	case "moves":
		hint = `"hole" is the hole that would be lifted; ask what would happen with "provided …" or "lap would end in …"`
	case "end":
		hint = `"end" is asked before a move; put the rule in "turn", which is asked when the sowing has stopped`
	}
	c.err(at, "no-last-here", "nothing has fallen yet", hint, "there is no last hole in %q", text)
}

func (c *checker) noOrigin(at source.Span, text string) {
	c.err(at, "no-origin-here", "no hole was lifted", "", "%q has no meaning in %q", at.Text(), text)
}

func (c *checker) noAnchor(at source.Span, word, text string) {
	c.err(at, "no-anchor", word+" of what?", fmt.Sprintf(`write "%s of …", or use it in a filter: "own where %s has seeds"`, word, word), "in %q there is no hole from which %q could be counted", text, word)
}

func (c *checker) wasOnlyLast(at source.Span) {
	c.err(at, "was-only-last", "\"was\" is for the last hole", `write "last was empty"`, "what a hole held before is only known of the hole of the last drop")
}

func (c *checker) eitherIsNoDirection(at source.Span) {
	c.err(at, "wrong-phrase", "not a direction", `write "direction is clockwise" or "direction is anticlockwise"`, "a lap goes one way, not either")
}

func (c *checker) eitherInLap(at source.Span) {
	c.err(at, "wrong-phrase", "not a direction", "say clockwise or anticlockwise, or leave it out to keep the direction", "a new lap can't offer a choice of direction")
}

func (c *checker) visitedOf(at source.Span) {
	c.err(at, "wrong-phrase", "visited by what?", `write "turn visited enemy" or "lap visited enemy"`, "seeds of a turn or of a lap visit holes")
}

func (c *checker) wouldOf(at source.Span) {
	c.err(at, "wrong-phrase", "what would?", `write "lap would …", "turn would …", or "mover could …"`, "forecasts are about the lap or the turn being chosen")
}

func (c *checker) couldOfWhat(at source.Span) {
	c.err(at, "wrong-phrase", "who could?", `write "mover could …" or "opponent could …"`, "only players could do something")
}

func (c *checker) forecastPlace(at source.Span) {
	c.err(at, "forecast-place", "a forecast out of place", `use it in moves ("where lap would capture", "provided …"); elsewhere ask "mover could …"`, "\"would\" looks ahead at a move that is being chosen")
}

func (c *checker) circularMove(at source.Span) {
	c.err(at, "circular", "a question that needs its own answer", "", "whether a move is legal can't depend on whether there is a legal move; after the move, \"opponent has a move\" may be asked with provided")
}

func (c *checker) couldInCould(at source.Span) {
	c.err(at, "circular", "a question that needs its own answer", `ask the two apart and join them with "and"`, "a \"could\" can't look into another \"could\"")
}

func (c *checker) couldInMoves(at source.Span) {
	c.err(at, "circular", "a question that needs its own answer", `after the move, "opponent could …" may be asked: "provided not opponent could …"`,
		"\"could\" looks at the legal moves, so which moves are legal can't depend on it")
}

func (c *checker) couldInLap(at source.Span, text string) {
	c.err(at, "circular", "a question that needs its own answer", "ask it in \"turn\", which \"could\" does not look into", "\"could\" runs the first lap of every move, and those laps ask %q again", text)
}

func (c *checker) movesInLap(at source.Span, text string, by source.Span) {
	c.err(at, "circular", "a question that needs its own answer", "ask it in \"end\", which is asked when the next player is to move",
		"whether a move is legal here depends on the turn it makes, so %q can't ask which moves are legal", text)
	c.related(by, "this looks ahead at the turn")
}

func (c *checker) onlyInMatch(at source.Span, word string) {
	c.err(at, "only-in-match", "only between rounds", `write "mover" or "opponent"`, "%q is known when a round is over, in the texts of [match]", word)
}

// ---- rules ----

func (c *checker) notHere(at source.Span, what, text, want string) {
	c.err(at, "not-here", "an action out of place", "", "%q belongs to %q, this is %q", what, want, text)
}

func (c *checker) onlyEnds(at source.Span) {
	c.err(at, "only-ends", "at-once may only end the game", `write "wins", "loses", "draw" or "end game"`, "at-once is asked in the middle of a sowing and must not change it")
}

func (c *checker) afterOtherwise(at source.Span) {
	c.err(at, "after-otherwise", "rules after otherwise", "move it to the end, or give it a condition", "\"otherwise\" always acts, so the rules after it never do")
}

func (c *checker) alwaysAlone(at source.Span) {
	c.err(at, "always-alone", "always among other rules", `write "otherwise" for the last rule of several`, "\"always\" is for a table of one rule")
}

func (c *checker) otherwiseAlone(at source.Span) {
	c.err(at, "otherwise-alone", "otherwise than what?", `write "always" for a table of one rule`, "there is no rule before this one")
}

func (c *checker) unended(at source.Span) {
	c.err(at, "unended", "how does the lap go on?", "end the rule with stop, relay, sow …, move again, an ending of the game, or continue (to the next rule)", "after these actions the lap neither stops nor goes on")
}

func (c *checker) neverReached(at, after source.Span) {
	c.err(at, "never-reached", "an action that is never reached", "put it before", "the action before it ends the rule")
	c.related(after, "this ends it")
}

func (c *checker) neverTrue(at source.Span) {
	c.warn(at, "never-fires", "a rule that can never fire", "", "its condition never holds")
}

func (c *checker) shadowed(at, by source.Span) {
	c.warn(at, "never-fires", "a rule that can never fire", "put the narrower rule first, or remove it", "whenever its condition holds, an earlier rule has acted already")
	c.related(by, "this one")
}

func (c *checker) notTotal(at, last source.Span) {
	c.warn(last, "not-total", "the table doesn't cover everything", `add a last rule: "otherwise stop" (or relay …); if the description is silent, leave it: play then stops there and shows the position`, "when no rule of \"lap\" holds, the description says nothing")
}

func (c *checker) noEndless(at source.Span) {
	c.err(at, "no-endless", "what if a turn never ends?", `write endless = "mover loses", "illegal", "stop", "draw", "open" (the sources are silent) or "never" (it can't happen)`, "laps are relayed here, so a turn may go round for ever: [sowing] must say what that means")
}

func (c *checker) noGoing(at source.Span) {
	c.err(at, "no-going", "which direction?", `add "going clockwise", "going anticlockwise" or "going either way"`, "with direction = \"by move\" every option says its direction")
}

func (c *checker) noScore(at source.Span) {
	c.err(at, "no-score", "nothing to count", "add [score] with counts = \"own store\" and wins = \"most\", or say who wins", "\"end game\" compares scores, but the file has no [score]")
}

func (c *checker) noLap(at source.Span) {
	c.err(at, "missing-key", "a key is missing", `write for instance: lap = "always stop"`, "[rules] needs \"lap\": what happens when the last seed has fallen")
}

func (c *checker) passNotLast(at source.Span) {
	c.err(at, "pass-not-last", "a pass is the last resort", `write "otherwise pass" at the end`, "\"pass\" stands alone in the last tier")
}

func (c *checker) passForEver(at source.Span) {
	c.warn(at, "pass-for-ever", "both players might pass for ever", `add to end: "when mover has no move and opponent has no move then …"`, "a player who can't move passes; no rule says what happens when neither can")
}

func (c *checker) noMoveUnsaid(at source.Span) {
	c.warn(at, "no-move-unsaid", "what if a player can't move?", `add to end: "when mover has no move then opponent wins", or to moves: "otherwise pass"`, "no rule says what a player without a legal move does")
}

func (c *checker) neverUsed(at source.Span, n string, k nameKind) {
	c.warn(at, "never-used", "never used", "remove it, or use it", "%s %q is used nowhere", strings.TrimPrefix(k.String(), "a "), n)
}

func (c *checker) noTwin(at, lap source.Span) {
	c.note(at, "no-twin", "the last seed is not meant?", "if it is, add the rule to lap, too", "\"drop\" is asked of every seed but the last; no rule of \"lap\" makes the same test")
	c.related(lap, "the lap table")
}

func (c *checker) useLiteral(at source.Span) {
	c.note(at, "use-literal", "rules read better in ''' '''", "write the text between three single quotes", "in \"…\" backslashes and quotes have to be escaped")
}

func (c *checker) unknownLabel(at source.Span, label string, labels []string) {
	hint := didYouMean(label, append([]string{}, labels...))
	if hint == "" {
		hint = "labels of this file: " + strings.Join(labels, ", ")
	}
	c.err(at, "unknown-label", "no rule has this label", hint, "\"rule.%s\" replaces a rule labelled %q, but there is none", label, label)
}

func (c *checker) labelInOverride(at source.Span, label string) {
	c.err(at, "label-in-override", "the label is said already", "leave the label out of the text", "an override keeps the label of the rule it replaces, %q is repeated here", label)
}

func (c *checker) tooLarge(at source.Span) {
	c.err(at, "too-large", "the rules are too large", "look for definitions that use one another many times over",
		"with every definition in the place of its name there are more than %d phrases", maxWork)
}

func (c *checker) pairUnguarded(at source.Span) {
	c.note(at, "unguarded-pair", "a pair of holes without a condition", "if the inner hole decides, add to the condition: and opposite has seeds",
		"the seeds of \"beyond\" are taken even when \"opposite\" is empty")
}

func (c *checker) nobodyPasses(at, by source.Span) {
	c.warn(at, "never-passes", "nobody ever passes", `to end the game only when both are stuck: "when mover has no move and opponent has no move then …"`,
		"a pass is no move, so this rule of \"end\" ends the game before anybody passes")
	c.related(by, "this rule")
}

func (c *checker) noEndlessTurn(at source.Span) {
	c.warn(at, "no-endless-turn", "no turn is endless here", "take the key out", "no rule starts another lap, so every turn ends")
}

func (c *checker) variableNeverSet(v *rules.Variable) {
	hint := fmt.Sprintf("set it in a rule: \"set %s = 1\"", v.Name)
	if v.OnHole {
		hint = fmt.Sprintf("mark holes in a rule: \"mark last as %s\"", v.Name)
	}
	c.warn(v.Span, "never-set", "a variable that never changes", hint, "no rule changes %q, so it keeps its first value", v.Name)
}

// oneMistake takes out what only follows from another finding: a key is
// missing because it is misspelt.
func oneMistake(ds source.Diagnostics) source.Diagnostics {
	misspelt := map[string]bool{}
	for _, d := range ds {
		if word := meant(d.Hint); d.Code == "unknown-key" && word != "" {
			misspelt[word] = true
		}
	}
	var out source.Diagnostics
	for _, d := range ds {
		_, needs, _ := strings.Cut(d.Detail, "needs ")
		if !strings.HasPrefix(d.Code, "missing-") || !misspelt[strings.Trim(needs, "\"[]")] {
			out = append(out, d)
		}
	}
	return out
}

// meant is the word of a hint `did you mean "word"?`.
func meant(hint string) string {
	word, ok := strings.CutPrefix(hint, `did you mean "`)
	if !ok {
		return ""
	}
	return strings.TrimSuffix(word, `"?`)
}

// underChoice says under which choice a message was found.
func underChoice(ds source.Diagnostics, ch Choice) source.Diagnostics {
	var words []string
	if ch.Variant != "" {
		words = append(words, "variant "+ch.Variant)
	}
	for q, a := range ch.Answers {
		words = append(words, fmt.Sprintf("answer %s = %s", q, a))
	}
	out := append(source.Diagnostics(nil), ds...)
	for i := range out {
		if out[i].Severity == source.Error {
			out[i].Related = append(out[i].Related, source.Related{Message: "found with " + strings.Join(words, ", ")})
		}
	}
	return out
}
