package check

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// Messages about sources, questions with their answers, variants and parameters.

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
