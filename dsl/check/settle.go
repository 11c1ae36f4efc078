package check

import (
	"sort"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// tables that an answer or a variant may override.
var overridable = []string{"parameters", "board", "setup", "sowing", "rules", "rule", "define", "state", "score", "phase", "match"}

// version reads the first line of every file.
func (c *checker) version() {
	n := c.root.Get("mancala")
	switch {
	case n == nil:
		c.noVersion()
	case n.Kind != tomltree.Integer || n.Int != 1:
		c.wrongVersion(n)
	}
}

// descriptions reads what doesn't change play: [game], sources, questions, variants.
func (c *checker) descriptions() {
	t := c.table(c.root.Get("game"), "game")
	c.game.About = rules.About{Name: t.text("name"), Aliases: t.list("aliases"), Places: t.list("places"),
		Peoples: t.list("peoples"), About: t.text("about")}
	t.done()
	c.game.Extends = c.table(c.root, "").list("extends")
	if c.game.Name == "" {
		c.game.Name = c.game.ID
	}
	c.sources()
	c.variants()
	c.game.Questions = c.questions(c.root.Get("question"), "")
	if v := c.root.Get("variant"); v != nil && v.Kind == tomltree.Table {
		for _, name := range v.Keys {
			c.game.Questions = append(c.game.Questions, c.questions(v.Get(name).Get("question"), name)...)
		}
	}
	c.overs()
	c.variantAnswers()
	c.fileAnswers()
	seen := map[string]rules.Question{}
	for _, q := range c.game.Questions {
		if first, twice := seen[q.ID]; twice {
			c.duplicate("question", q.ID, q.Span, first.Span)
		}
		seen[q.ID] = q
	}
}

// overs looks at the questions that answers say they go over.
func (c *checker) overs() {
	for _, q := range c.game.Questions {
		for _, a := range c.answerNodes[q.ID] {
			over := a.Get("over")
			if over == nil {
				continue
			}
			for i, id := range c.table(a, "question.answer").list("over") {
				at := over
				if over.Kind == tomltree.Array && i < len(over.Items) {
					at = over.Items[i]
				}
				if _, known := c.answerNodes[id]; !known {
					c.noSuchQuestion(at, id)
				}
			}
		}
	}
}

// items are the tables of an array of tables; anything else is a wrong type.
func (c *checker) items(n *tomltree.Node, key string) []*tomltree.Node {
	if n == nil {
		return nil
	}
	if n.Kind != tomltree.Array {
		c.notAnArray(n, key)
		return nil
	}
	var out []*tomltree.Node
	for _, it := range n.Items {
		if it.Kind != tomltree.Table {
			c.notAnArray(it, key)
			continue
		}
		out = append(out, it)
	}
	return out
}

func (c *checker) sources() {
	ids := map[string]rules.Source{}
	for _, n := range c.items(c.root.Get("source"), "source") {
		t := c.table(n, "source")
		s := rules.Source{ID: t.text("id"), Author: t.text("author"), Title: t.text("title"), Year: t.year("year"),
			Pages: t.year("pages"), Language: t.text("language"), Address: t.text("address"), Note: t.text("note"), Follows: t.text("follows"), Span: n.KeySpan}
		t.done()
		if s.ID == "" {
			c.missing(n.KeySpan, "source", "id", `id = "ingrams"`)
			continue
		}
		if first, twice := ids[s.ID]; twice {
			c.duplicate("source", s.ID, n.KeySpan, first.Span)
		}
		ids[s.ID] = s
		c.game.Sources = append(c.game.Sources, s)
	}
}

// citeable reports a source id that the file doesn't declare.
func (c *checker) checkSources(ids []string, n *tomltree.Node) {
	for i, id := range ids {
		at := n.Span
		if n.Kind == tomltree.Array && i < len(n.Items) {
			at = n.Items[i].Span
		}
		c.checkSource(id, at)
	}
}

func (c *checker) variants() {
	n := c.root.Get("variant")
	if n == nil {
		return
	}
	if n.Kind != tomltree.Table {
		c.wrongType(n, "variant", "tables [variant.NAME]")
		return
	}
	for _, name := range n.Keys {
		v := n.Fields[name]
		t := c.table(v, "variant."+name)
		if t.node == nil {
			continue
		}
		va := rules.Variant{Name: name, About: t.text("about"), Sources: t.list("sources"), Span: v.KeySpan}
		if s := v.Get("sources"); s != nil {
			c.checkSources(va.Sources, s)
		}
		t.known = append(t.known, "question", "note", "name", "answers")
		t.known = append(t.known, overridable...)
		t.done()
		c.game.Variants = append(c.game.Variants, va)
	}
}

// fileAnswers looks at what a file answers to the questions of those it
// extends; the answers themselves were laid over them already.
func (c *checker) fileAnswers() {
	n := c.root.Get("answers")
	switch {
	case n == nil:
		return
	case c.root.Get("extends") == nil:
		c.answersAlone(spanOf(n))
		return
	}
	t := c.table(n, "answers")
	if t.node == nil {
		return
	}
	for _, id := range t.node.Keys {
		if a := t.get(id); c.hasQuestion("", id) {
			c.checkAnswer(id, a)
		} else {
			c.noSuchQuestion(a, id)
		}
	}
}

// ofThisFile leaves out remarks on files that this one extends: what they
// define and this game does not use is no fault of theirs.
func (c *checker) ofThisFile(ds source.Diagnostics) source.Diagnostics {
	var out source.Diagnostics
	for _, d := range ds {
		if d.Severity == source.Error || d.Span.File == nil || d.Span.File == c.file {
			out = append(out, d)
		}
	}
	return out
}

// variantAnswers reads what each variant says to the questions of the file,
// its own among them. They stand in the place of the defaults.
func (c *checker) variantAnswers() {
	for i := range c.game.Variants {
		v := &c.game.Variants[i]
		t := c.table(c.root.Get("variant").Get(v.Name).Get("answers"), "variant."+v.Name+".answers")
		if t.node == nil {
			continue
		}
		v.Answers = map[string]string{}
		for _, id := range t.node.Keys {
			n := t.get(id)
			switch {
			case !c.hasQuestion(v.Name, id):
				c.noSuchQuestion(n, id)
			case n.Kind != tomltree.String:
				c.wrongType(n, id, "the id of an answer, a text in quotes")
			default:
				c.checkAnswer(id, n)
				v.Answers[id] = n.Str
			}
		}
	}
}

func (c *checker) questions(n *tomltree.Node, variant string) []rules.Question {
	var out []rules.Question
	for _, qn := range c.items(n, "question") {
		t := c.table(qn, "question")
		q := rules.Question{ID: t.text("id"), Asks: t.text("asks"), Note: t.text("note"), Variant: variant, Chosen: -1, Span: qn.KeySpan}
		t.get("answer")
		t.done()
		if q.ID == "" {
			c.missing(qn.KeySpan, "question", "id", `id = "endless"`)
			continue
		}
		q.Answers = c.answers(qn.Get("answer"), q.ID)
		if len(q.Answers) == 0 {
			c.noAnswers(qn.KeySpan, q.ID)
		}
		out = append(out, q)
	}
	return out
}

func (c *checker) answers(n *tomltree.Node, question string) []rules.Answer {
	var out []rules.Answer
	defaults := 0
	for _, an := range c.items(n, "question.answer") {
		t := c.table(an, "question.answer")
		a := rules.Answer{ID: t.text("id"), About: t.text("about"), Default: t.flag("default"), Sources: t.list("sources"), Span: an.KeySpan}
		if s := an.Get("sources"); s != nil {
			c.checkSources(a.Sources, s)
		}
		t.known = append(t.known, "over")
		t.known = append(t.known, overridable...)
		t.done()
		if a.ID == "" {
			c.missing(an.KeySpan, "answer", "id", `id = "yes"`)
			continue
		}
		for _, b := range out {
			if a.ID == b.ID {
				c.duplicate("answer", a.ID, an.KeySpan, b.Span)
			}
		}
		if a.Default {
			defaults++
			if defaults == 2 {
				c.twoDefaults(an.KeySpan, question)
			}
		}
		out = append(out, a)
		c.answerNodes[question] = append(c.answerNodes[question], an)
	}
	return out
}

// settle lays variant and answers over the base rules: base < variant < answer.
func (c *checker) settle() {
	base := &tomltree.Node{Kind: tomltree.Table}
	for _, k := range c.root.Keys {
		if !contains([]string{"question", "variant", "evidence", "difference", "source", "game", "extends", "answers"}, k) {
			base.Set(k, c.root.Fields[k])
		}
	}
	if c.choice.Variant != "" {
		v := c.root.Get("variant").Get(c.choice.Variant)
		if v == nil {
			c.unknownVariant(c.choice.Variant)
			return
		}
		c.game.Variant = c.choice.Variant
		base = base.Merge(overrides(v))
	}
	c.settleAnswers(&base)
	c.tree = base
}

// overrides is a variant's or answer's tree without what only describes it.
func overrides(n *tomltree.Node) *tomltree.Node {
	o := n.Clone()
	for _, k := range []string{"id", "about", "default", "sources", "question", "note", "name", "over", "asks", "answers"} {
		o.Delete(k)
	}
	return o
}

// settleAnswers chooses the answer in force for every question that applies
// and lays it over the tree. Two answers that change one key clash, unless
// one says which question it goes over.
func (c *checker) settleAnswers(tree **tomltree.Node) {
	for id := range c.choice.Answers {
		if !c.hasQuestion(c.choice.Variant, id) {
			c.unknownQuestion(id)
		}
	}
	type laid struct {
		question string
		node     *tomltree.Node
		over     []string
	}
	changed := map[string]laid{}
	for i := range c.game.Questions {
		q := &c.game.Questions[i]
		if q.Variant != "" && q.Variant != c.choice.Variant {
			continue
		}
		n := c.chosenAnswer(q)
		if n == nil {
			continue
		}
		over := c.table(n, "question.answer").list("over")
		o := overrides(n)
		for _, path := range leaves(o, "") {
			if was, ok := changed[path]; ok && was.question != q.ID {
				switch {
				case contains(was.over, q.ID):
					removePath(o, path)
					continue
				case !contains(over, was.question):
					c.clash(path, q.ID, o, was.question, was.node)
				}
			}
			changed[path] = laid{q.ID, o, over}
		}
		*tree = (*tree).Merge(o)
	}
}

// hasQuestion reports whether a question is asked in a variant ("": in the base rules).
func (c *checker) hasQuestion(variant, id string) bool {
	for _, q := range c.game.Questions {
		if q.ID == id && (q.Variant == "" || q.Variant == variant) {
			return true
		}
	}
	return false
}

// chosenAnswer settles one question: the choice, else the variant's answer,
// else the default, else open.
func (c *checker) chosenAnswer(q *rules.Question) *tomltree.Node {
	want, asked := c.choice.Answers[q.ID]
	if !asked {
		want = c.game.Unasked(*q)
	}
	for i, a := range q.Answers {
		if a.ID == want {
			q.Chosen = i
			c.game.Answers[q.ID] = a.ID
			return c.answerNodes[q.ID][i]
		}
	}
	if asked {
		c.unknownAnswer(q, want)
	}
	return nil
}

// leaves are the dotted paths of all values under a tree.
func leaves(n *tomltree.Node, prefix string) []string {
	var out []string
	for _, k := range n.Keys {
		v := n.Fields[k]
		if v.Kind == tomltree.Table && !v.Inline {
			out = append(out, leaves(v, prefix+k+".")...)
		} else {
			out = append(out, prefix+k)
		}
	}
	return out
}

func removePath(n *tomltree.Node, path string) {
	keys := strings.Split(path, ".")
	for _, k := range keys[:len(keys)-1] {
		n = n.Get(k)
	}
	n.Delete(keys[len(keys)-1])
}

// parameters reads [parameters] with the values of the choice.
func (c *checker) parameters() {
	n := c.tree.Get("parameters")
	t := c.table(n, "parameters")
	if t.node != nil {
		for _, name := range t.node.Keys {
			c.parameter(name, t.node.Fields[name])
		}
	}
	var unknown []string
	for name := range c.choice.Parameters {
		if _, ok := c.params[name]; !ok {
			unknown = append(unknown, name)
		}
	}
	sort.Strings(unknown)
	for _, name := range unknown {
		c.unknownSet(name)
	}
}

func (c *checker) parameter(name string, n *tomltree.Node) {
	p := rules.Parameter{Name: name, Min: -1 << 30, Max: 1 << 30, Step: 1, Span: n.KeySpan}
	if !c.newName(name, n.KeySpan, "parameter") {
		return
	}
	if n.Kind == tomltree.Integer {
		p.Default = int(n.Int)
	} else {
		t := c.table(n, "parameters."+name)
		if t.node == nil {
			return
		}
		if t.node.Get("default") == nil {
			c.missing(n.KeySpan, "parameter", "default", name+" = { default = 8, min = 4, max = 16 }")
			return
		}
		p.Min = t.number("min", p.Min, -1<<30, 1<<30)
		p.Max = t.number("max", p.Max, -1<<30, 1<<30)
		p.Step = t.number("step", 1, 1, 1<<20)
		p.Default = t.number("default", 0, -1<<30, 1<<30)
		p.About = t.text("about")
		t.done()
	}
	p.Value = p.Default
	at := n.Span
	if v, ok := c.choice.Parameters[name]; ok {
		p.Value = v
	}
	switch {
	case p.Value < p.Min || p.Value > p.Max:
		c.parameterRange(at, p)
	case p.Step > 1 && p.Min > -1<<30 && (p.Value-p.Min)%p.Step != 0:
		c.parameterStep(at, p)
	}
	c.params[name] = p.Value
	c.names[name] = &nameEntry{kind: nameParameter, value: p.Value, span: n.KeySpan}
	c.game.Parameters = append(c.game.Parameters, p)
}
