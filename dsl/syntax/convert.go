package syntax

import (
	"reflect"
	"strings"

	"mancala/dsl/source"
)

// convert.go turns participle's nodes into the tree.

// tokenSpan is the place of a text that stands in the file as it is.
func (s *stream) tokenSpan(offset int, text string) source.Span {
	return source.Span{File: s.text.File, Start: offset, End: offset + len(text)}
}

// nodeSpan covers a node: participle's end is the start of the next token, so
// the node ends with the token before that one.
func (s *stream) nodeSpan(start, end int) source.Span {
	if end > start {
		end = max(s.lastBefore(end), start)
	}
	return source.Span{File: s.text.File, Start: start, End: max(start, end)}
}

func (s *stream) rule(n *ruleNode) *Rule {
	r := &Rule{Node: Node{s.nodeSpan(n.Pos.Offset, n.EndPos.Offset)}}
	r.Label, r.LabelSpan = s.label(n.Label)
	r.Head = n.Head.Word
	if n.Head.When != nil {
		r.Head, r.When = "when", s.phrase(n.Head.When)
	}
	r.HeadSpan = s.tokenSpan(n.Head.Pos.Offset, r.Head)
	r.Acts = s.acts(n.Acts)
	r.Cites = s.cites(n.Cites)
	return r
}

func (s *stream) label(n *tokenNode) (string, source.Span) {
	if n == nil {
		return "", source.Span{}
	}
	l := strings.TrimSuffix(n.Text, ":")
	return l, s.tokenSpan(n.Pos.Offset, l)
}

// cites reads `[@source, pages]`; several sources are separated by ";" or by brackets.
func (s *stream) cites(nodes []*citeNode) []Cite {
	var out []Cite
	for _, n := range nodes {
		body := strings.TrimSuffix(strings.TrimPrefix(n.Text, "["), "]")
		for _, part := range strings.Split(body, ";") {
			part = strings.TrimPrefix(strings.TrimSpace(part), "@")
			id, pages, _ := strings.Cut(part, ",")
			out = append(out, Cite{Node{s.tokenSpan(n.Pos.Offset, n.Text)}, strings.TrimSpace(id), strings.TrimSpace(pages)})
		}
	}
	return out
}

func (s *stream) option(n *optionNode) *Option {
	o := &Option{Node: Node{s.nodeSpan(n.Pos.Offset, n.EndPos.Offset)}}
	o.Label, o.LabelSpan = s.label(n.Label)
	switch {
	case n.Start != "":
		o.Start = "pass"
	case n.From != nil:
		o.Start, o.Sets = "from", s.phrase(n.From)
	case n.Enter != nil:
		o.Start, o.Enter, o.Sets = "enter", s.phrase(n.Enter), s.phrase(n.At)
		if n.EnterMax != nil {
			o.EnterMax = s.phrase(n.EnterMax)
		}
	default:
		o.Start, o.Sets, o.To = "step", s.phrase(n.Step), s.phrase(n.To)
	}
	for _, m := range n.Manner {
		s.manner(o, m)
	}
	if n.Provided != nil {
		o.Provided = s.phrase(n.Provided)
	}
	o.Cites = s.cites(n.Cites)
	return o
}

func (s *stream) manner(o *Option, m *mannerNode) {
	switch {
	case m.Way != nil:
		o.repeats("going", o.Going != nil)
		o.Going = s.way(m.Way)
		return
	case m.Drops != "":
		o.repeats("dropping", o.Dropping != 0)
		if o.Dropping = atoi(m.Drops); o.Dropping == 0 {
			o.Dropping = -1
		}
		return
	case m.Sown:
		o.repeats("sowing", o.Sowing)
		o.Sowing = true
		return
	case m.Along != nil:
		o.repeats("along", o.Along != "")
		o.Along, o.AlongAt = s.name(m.Along)
		return
	}
	o.repeats("taking", o.Taking)
	o.Taking, o.TakeAll = true, m.All
	o.TakeMin = atoi("0" + m.Min)
	if m.Max != nil {
		o.TakeMax = s.phrase(m.Max)
	}
}

func (o *Option) repeats(word string, said bool) {
	if said {
		o.Repeats = word
	}
}

func (s *stream) way(n wayNode) *Way {
	w, _ := n.(*Way)
	if w != nil {
		w.S.File = s.text.File
	}
	return w
}

func (s *stream) acts(nodes []*actNode) []*Act {
	var out []*Act
	for _, n := range nodes {
		out = append(out, s.act(n))
	}
	return out
}

func (s *stream) group(n *groupNode) []*Act {
	if n.One != nil {
		return s.acts([]*actNode{n.One})
	}
	return s.acts(n.Acts)
}

func (s *stream) name(n *nameNode) (string, source.Span) {
	return n.Text, s.tokenSpan(n.Pos.Offset, n.Text)
}

// act is one switch over the kinds of actions.
func (s *stream) act(n *actNode) *Act {
	a := &Act{Node: Node{s.nodeSpan(n.Pos.Offset, n.EndPos.Offset)}}
	switch {
	case n.Plain != "":
		a.Kind = n.Plain
	case n.Relay:
		a.Kind, a.From, a.Way = "relay", s.phrase(n.RFrom), s.way(n.RWay)
		s.along(a, n.RAlong)
	case n.Capture != nil:
		a.Kind, a.Sets, a.Player, a.To = "capture", s.phrase(n.Capture), s.phrase(n.For), s.phrase(n.Into)
	case n.Sow != nil:
		a.Kind, a.Of, a.From, a.Way = "sow", s.phrase(n.Sow.Of), s.phrase(n.Sow.From), s.way(n.Sow.Way)
		s.along(a, n.Sow.Along)
	case n.Move != nil:
		s.moveAct(a, n.Move)
	case n.Mark != nil:
		a.Kind, a.Sets, a.Player = "mark", s.phrase(n.Mark), s.phrase(n.MarkFor)
		a.Name, a.NameAt = s.name(n.MarkAs)
	case n.Unmark != nil:
		a.Kind, a.Sets = "unmark", s.phrase(n.Unmark)
		a.Name, a.NameAt = s.name(n.UnmarkAs)
	case n.Change != "":
		a.Kind, a.Sets = n.Change, s.phrase(n.Holes)
	case n.Every != nil:
		a.Kind, a.Sets, a.Acts = "for every", s.phrase(n.Every), s.group(n.Do)
	case n.Set != nil:
		a.Kind, a.Of, a.Value = "set", s.phrase(n.SetOf), s.phrase(n.Value)
		a.Name, a.NameAt = s.name(n.Set)
	case n.Choose:
		a.Kind, a.N, a.Sets = "choose", max(1, atoi("0"+n.ChooseN)), s.phrase(n.ChooseFrom)
		a.Name, a.NameAt = s.name(n.ChooseName)
	case n.May != nil:
		a.Kind, a.Acts = "may", s.group(n.May)
	case n.End != "":
		a.Kind = "end " + n.End
	case n.Each != nil:
		a.Kind, a.Sets = "each takes", s.phrase(n.Each)
	case n.Player != nil:
		s.playerAct(a, n)
	default:
		a.Kind = "call"
		a.Name, a.NameAt = s.name(n.Call)
	}
	return a
}

func (s *stream) along(a *Act, n *nameNode) {
	if n != nil {
		a.Along, a.AlongAt = s.name(n)
	}
}

func (s *stream) moveAct(a *Act, n *moveNode) {
	if n.Again {
		a.Kind, a.From = "move again", s.phrase(n.Start)
		return
	}
	a.Kind = "move seeds"
	if n.N != nil {
		a.Amount = s.phrase(n.N)
	}
	a.From = s.phrase(n.From)
	switch {
	case n.Out:
		a.Out = true
	case n.To.Each != nil:
		a.Sets = s.phrase(n.To.Each)
	default:
		a.To = s.phrase(n.To.One)
	}
}

func (s *stream) playerAct(a *Act, n *actNode) {
	at := n.Player.Pos.Offset
	if n.Player.Its != "" {
		a.Player = &Its{Node{s.tokenSpan(at, "its "+n.Player.Its)}, n.Player.Its}
	} else {
		a.Player = &Word{Node: Node{s.tokenSpan(at, n.Player.Word)}, W: n.Player.Word}
	}
	a.Kind = n.Does
	if n.Takes != nil {
		a.Kind, a.Sets = "takes", s.phrase(n.Takes)
	}
}

// phrase gives a phrase its file.
func (s *stream) phrase(x Phrase) Phrase {
	if x == nil {
		return nil
	}
	setFile(x, s.text.File)
	return x
}

var spanType = reflect.TypeFor[source.Span]()

// setFile writes the file into every span of a phrase: the custom
// productions know offsets only. Phrases are trees of exported struct fields.
func setFile(x any, f *source.File) { setFileIn(reflect.ValueOf(x), f) }

func setFileIn(v reflect.Value, f *source.File) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && v.Type() != reflect.TypeFor[*source.File]() {
			setFileIn(v.Elem(), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			setFileIn(v.Index(i), f)
		}
	case reflect.Struct:
		if v.Type() == spanType {
			if v.CanSet() {
				v.Addr().Interface().(*source.Span).File = f
			}
			return
		}
		for i := range v.NumField() {
			setFileIn(v.Field(i), f)
		}
	}
}
