package record

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/interpreter"
	"mancala/interpreter/notation"
)

// What a record states of the game as a whole: its rules at the head, its
// outcome at the end.

// unknown notes fields that are not checked because no record has them.
func (r *referee) unknown() {
	told := map[string]bool{}
	for _, u := range r.rec.Unknown {
		if told[u.Name] {
			continue
		}
		told[u.Name] = true
		r.at = Finding{Line: u.At}
		hint := ""
		if near := source.Nearest(u.Name, fieldNames); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		r.note(u.Name, "records have no field %q, it was not checked%s", u.Name, hint)
	}
}

// header compares the rules the record says it was played by with those in
// force. What it leaves unsaid is not compared.
func (r *referee) header() {
	r.at = Finding{Line: max(r.rec.At, 1)}
	if r.rec.By != "" {
		return
	}
	g := r.p.Game
	if r.rec.Game != "" && r.rec.Game != g.ID {
		r.wrong("game", r.rec.Game, g.ID, "this is a record of %q; the rules are those of %q", r.rec.Game, g.ID)
		return
	}
	if r.rec.Variant != g.Variant && (r.rec.Variant != "" || r.rec.VariantStated) {
		r.wrong("variant", r.rec.Variant, g.Variant, "it was played by %s, these are %s", variantText(r.rec.Variant), variantText(g.Variant))
	}
	for _, id := range slices.Sorted(maps.Keys(r.rec.Answers)) {
		r.answer(g, id, r.rec.Answers[id])
	}
	for _, name := range slices.Sorted(maps.Keys(r.rec.Parameters)) {
		r.parameter(g, name, r.rec.Parameters[name])
	}
}

func variantText(name string) string {
	if name == "" {
		return "the rules without a variant"
	}
	return "the variant " + name
}

// answer compares one answer of the header with the one in force.
func (r *referee) answer(g *rules.Game, id, said string) {
	var questions []string
	for _, q := range g.Questions {
		if q.Variant != "" && q.Variant != g.Variant {
			continue
		}
		questions = append(questions, q.ID)
		if q.ID != id {
			continue
		}
		var answers []string
		for _, a := range q.Answers {
			answers = append(answers, a.ID)
		}
		switch found := g.Answers[id]; {
		case !slices.Contains(answers, said):
			r.wrong("answers", id+"="+said, id+"="+found, "the question %q has no answer %q%s", id, said, choices("answers", said, answers))
		case found == "":
			r.wrong("answers", id+"="+said, "", "it was played with %s=%s, these rules leave %q open", id, said, id)
		case found != said:
			r.wrong("answers", id+"="+said, id+"="+found, "it was played with %s=%s, these rules have %s=%s", id, said, id, found)
		}
		return
	}
	r.wrong("answers", id+"="+said, "", "%s has no question %q%s", g.Name, id, choices("questions", id, questions))
}

// parameter compares one parameter of the header with its value in force.
func (r *referee) parameter(g *rules.Game, name string, said int) {
	var names []string
	for _, p := range g.Parameters {
		if p.Name == name {
			if p.Value != said {
				r.wrong("parameters", fmt.Sprint(said), fmt.Sprint(p.Value), "it was played with %s=%d, these rules have %s=%d", name, said, name, p.Value)
			}
			return
		}
		names = append(names, p.Name)
	}
	r.wrong("parameters", name, "", "%s has no parameter %q%s", g.Name, name, choices("parameters", name, names))
}

// choices lists what there is, the nearest first.
func choices(what, word string, known []string) string {
	if len(known) == 0 {
		return "; it has no " + what
	}
	text := "; " + what + ": " + strings.Join(known, ", ")
	if near := source.Nearest(word, known); near != "" {
		text += fmt.Sprintf("; did you mean %q?", near)
	}
	return text
}

// fromBeginning reports whether the record starts where games start.
func (r *referee) fromBeginning() bool {
	return r.rec.Start == "" || r.rec.Start == notation.FormatCells(r.p, r.p.Start)
}

// resultWords are the results a record may state.
var resultWords = []string{"S", "N", "W", "E", "draw", "unfinished"}

// result checks how the record says the game ended. A record that stops after
// the first round of several does not tell how the match went on.
func (r *referee) result() {
	res := r.rec.Result
	if res == nil || r.s == nil {
		return
	}
	r.at = Finding{Line: res.At}
	if res.At == 0 {
		r.at.Line = r.rec.At
	}
	if res.Result != "" && !slices.Contains(resultWords, res.Result) {
		r.wrong("result", res.Result, "", "%q is no result: %s", res.Result, resultHint)
		return
	}
	over := r.s.Over
	switch {
	case res.Rounds > 1 && (over == nil || r.p.Match == nil):
		r.note("result", "the result is that of %d rounds; one was replayed", res.Rounds)
	case over == nil && r.round != nil && res.Result != "unfinished":
		if won := winnerWord(r.round.Winner); res.Result != won {
			r.wrong("result", res.Result, won, "the record says %s, but the round ends with %s", res.Result, won)
		}
	case over == nil && (r.stopped || r.ended):
		r.note("result", "the result %q can't be checked: the game is not over by these rules", res.Result)
	case over == nil && r.rec.By != "" && r.again:
		r.note("result", "the record breaks off before the mover's next move, so the result %q can't be checked", res.Result)
	case over == nil && res.Result != "unfinished" && res.Result != "":
		r.wrong("result", res.Result, "unfinished", "the record says %s, but the game is not over", res.Result)
	case over == nil && res.Score != nil:
		r.note("score", "the score can't be checked: the game is not over")
	case over == nil:
	case res.Result != "" && res.Result != outcomeWord(over):
		r.wrong("result", res.Result, outcomeWord(over), "the record says %s, but %s", res.Result, r.describe(over))
	default:
		r.score(res, over)
		r.reason(res, over)
	}
}

func (r *referee) score(res *Result, over *interpreter.Outcome) {
	switch {
	case res.Score == nil:
	case over.Scores == nil && r.rec.By != "":
	case over.Scores == nil:
		r.wrong("score", fmt.Sprint(res.Score), "", "the record states a score, but the game was not decided by counting: %s", r.describe(over))
	case !slices.Equal(res.Score, over.Scores):
		r.wrong("score", fmt.Sprint(res.Score), fmt.Sprint(over.Scores), "the score is %s, not %s", scoreText(over.Scores), scoreText(res.Score))
	}
}

// scoreText writes a score as text records do: 27-21.
func scoreText(score []int) string {
	words := make([]string, len(score))
	for i, n := range score {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, "-")
}

// ourReason is how this program writes the reason of an end.
var ourReason = regexp.MustCompile(`^(endless turn|[a-z-]+ rule( [a-z0-9-]+)?(, line \d+( of \S+)?)?)$`)

// reason compares the reason of the end; one in words of its own is only noted.
func (r *referee) reason(res *Result, over *interpreter.Outcome) {
	found := endReason(r.p.Game.ID, over)
	switch {
	case res.Reason == "" || res.Reason == found || r.rec.By != "":
	case ourReason.MatchString(res.Reason):
		r.wrong("reason", res.Reason, found, "the game ended by %s, not by %s", found, res.Reason)
	default:
		r.note("reason", "the reason %q is in words of its own; by these rules the game ended by %s", res.Reason, found)
	}
}
