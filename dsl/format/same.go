package format

import (
	"fmt"
	"math"
	"strings"

	"mancala/dsl/source"
	"mancala/dsl/tomltree"
)

// sameMeaning reads the formatted text again and compares values and comments
// with those before.
func sameMeaning(before *tomltree.Node, stmts []tomltree.Statement, text []byte) error {
	after, again, ds := tomltree.Statements(source.NewFile("formatted", text))
	if after == nil {
		return fmt.Errorf("line %d: %s", ds[0].Span.Line(), ds[0].Detail)
	}
	if err := sameValue(before, after); err != nil {
		return err
	}
	if a, b := comments(stmts), comments(again); a != b {
		return fmt.Errorf("comments would be lost")
	}
	return nil
}

// comments are all comments between, inside and behind the statements, in order.
func comments(stmts []tomltree.Statement) string {
	var b strings.Builder
	for _, s := range stmts {
		if s.Kind == tomltree.Comment {
			b.WriteString(s.Span.Text() + "\n")
			continue
		}
		if v := s.Value; s.Kind == tomltree.KeyValue && (v.Kind == tomltree.Array || v.Kind == tomltree.Table) {
			r := valueReader{text: v.Span.Text()}
			r.value(0)
			b.WriteString(strings.Join(r.comments, "\n") + "\n")
		}
		if s.Comment.IsValid() {
			b.WriteString(s.Comment.Text() + "\n")
		}
	}
	return b.String()
}

func sameValue(a, b *tomltree.Node) error {
	differ := a.Kind != b.Kind || a.Int != b.Int || a.Bool != b.Bool || len(a.Items) != len(b.Items) ||
		strings.Join(a.Keys, "\x00") != strings.Join(b.Keys, "\x00") ||
		a.Float != b.Float && !(math.IsNaN(a.Float) && math.IsNaN(b.Float))
	if isRuleText(a.Path()) && a.Kind == tomltree.String {
		differ = differ || sameWords(a.Str) != sameWords(b.Str)
	} else {
		differ = differ || a.Str != b.Str
	}
	if differ {
		return fmt.Errorf("%s would change", a.Path())
	}
	for i := range a.Items {
		if err := sameValue(a.Items[i], b.Items[i]); err != nil {
			return err
		}
	}
	for _, k := range a.Keys {
		if err := sameValue(a.Fields[k], b.Fields[k]); err != nil {
			return err
		}
	}
	return nil
}

// sameWords gives the words of a rule text, with the ends of comments.
func sameWords(text string) string {
	var b strings.Builder
	for _, l := range strings.Split(text, "\n") {
		code, comment, found := strings.Cut(l, "#")
		b.WriteString(strings.Join(strings.Fields(code), " "))
		b.WriteByte(' ')
		if found {
			b.WriteString("#" + strings.TrimRight(comment, " \t\r") + "\n")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
