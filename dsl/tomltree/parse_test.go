package tomltree

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"mancala/dsl/source"
)

func parse(t *testing.T, text string) *Node {
	t.Helper()
	root, ds := Parse(source.NewFile("test.toml", []byte(text)))
	if root == nil {
		t.Fatalf("refused: %v\n%s", ds, text)
	}
	return root
}

// same compares a value of the decoder with one of the tree.
func same(want any, got *Node) error {
	switch w := want.(type) {
	case map[string]any:
		if got.Kind != Table || len(w) != len(got.Fields) || len(w) != len(got.Keys) {
			return fmt.Errorf("%s: table %v, got %v", got.Path(), w, got.Keys)
		}
		for k, v := range w {
			if got.Fields[k] == nil {
				return fmt.Errorf("%s: no key %q", got.Path(), k)
			}
			if err := same(v, got.Fields[k]); err != nil {
				return err
			}
		}
	case []map[string]any:
		items := make([]any, len(w))
		for i := range w {
			items[i] = w[i]
		}
		return same(items, got)
	case []any:
		if got.Kind != Array || len(w) != len(got.Items) {
			return fmt.Errorf("%s: list %v, got %d items", got.Path(), w, len(got.Items))
		}
		for i := range w {
			if err := same(w[i], got.Items[i]); err != nil {
				return err
			}
		}
	case time.Time:
		if got.Kind != Datetime {
			return fmt.Errorf("%s: date, got %v", got.Path(), got.Kind)
		}
	case float64:
		if got.Kind != Float || w != got.Float && !(math.IsNaN(w) && math.IsNaN(got.Float)) {
			return fmt.Errorf("%s: %v, got %v", got.Path(), w, got.Float)
		}
	default:
		if !reflect.DeepEqual(want, got.Value()) {
			return fmt.Errorf("%s: %#v, got %#v", got.Path(), want, got.Value())
		}
	}
	return nil
}

// checkSpans holds that the text under the span of every value that is written
// in one piece decodes to that value, and every key's to that key.
func checkSpans(root *Node) error {
	var err error
	root.Walk(func(n *Node) {
		if err != nil {
			return
		}
		if n.Kind != Table && n.Span.Text() == "" {
			err = fmt.Errorf("%s has an empty span", n.Path())
			return
		}
		if n.Kind == String {
			err = checkOffsets(n)
		}
		piece := n.Kind != Table || n.Inline
		if n.Kind == Array && len(n.Items) > 0 && n.Span.Text()[0] == '[' && strings.HasPrefix(n.Span.Text(), "[[") && !n.Items[0].Inline && n.Items[0].Kind == Table {
			piece = false
		}
		if piece && err == nil {
			var v map[string]any
			if _, e := toml.Decode("v = "+n.Span.Text(), &v); e != nil {
				err = fmt.Errorf("%s: span %q: %w", n.Path(), n.Span.Text(), e)
			} else if e := same(v["v"], n); e != nil {
				err = fmt.Errorf("span %q: %w", n.Span.Text(), e)
			}
		}
		if n.Key != "" && err == nil {
			var v map[string]any
			if _, e := toml.Decode(n.KeySpan.Text()+" = 1", &v); e != nil {
				err = fmt.Errorf("%s: key span %q: %w", n.Path(), n.KeySpan.Text(), e)
			} else if _, ok := v[n.Key]; !ok {
				err = fmt.Errorf("%s: key span %q", n.Path(), n.KeySpan.Text())
			}
		}
	})
	return err
}

// checkOffsets holds that every byte of a text that is not an escape stands
// at its offset.
func checkOffsets(n *Node) error {
	last := n.Span.Start
	for i := range len(n.Str) + 1 {
		at := n.Offset(i)
		if at < last || at > n.Span.End {
			return fmt.Errorf("%s: offset %d of byte %d runs backwards", n.Path(), at, i)
		}
		last = at
		if i < len(n.Str) {
			if c := n.Span.File.Text[at]; c != n.Str[i] && c != '\\' {
				return fmt.Errorf("%s: byte %d is %q in the text, %q in the file", n.Path(), i, n.Str[i], c)
			}
		}
	}
	if c := n.Span.File.Text[n.Offset(len(n.Str))]; c != '"' && c != '\'' && c != '\\' {
		return fmt.Errorf("%s: the end offset stands on %q", n.Path(), c)
	}
	return nil
}

func checkFile(text []byte) error {
	var want map[string]any
	_, err := toml.Decode(string(text), &want)
	f := source.NewFile("x.toml", text)
	root, ds := Parse(f)
	if err != nil {
		if root != nil || !ds.HasErrors() {
			return fmt.Errorf("accepted, but %w", err)
		}
		return nil
	}
	if root == nil {
		// The decoder lets a later line add to an inline table or, by a dotted
		// key, to a list. TOML does not, and neither does the scanner.
		if unreadable(f) != nil || tooDeep(f) != nil || ds[0].Code == "toml-twice" {
			return nil
		}
		return fmt.Errorf("refused: %v", ds)
	}
	if err := same(want, root); err != nil {
		return err
	}
	return checkSpans(root)
}

// The official corpus lies in the decoder's own module; it is read where it is.
func TestOfficialCorpus(t *testing.T) {
	mods, _ := filepath.Glob(filepath.Join(cmp.Or(os.Getenv("GOMODCACHE"), filepath.Join(os.Getenv("HOME"), "go/pkg/mod")), "github.com/!burnt!sushi/toml@*/internal/toml-test/tests"))
	if len(mods) == 0 {
		t.Skip("the corpus is not on this machine")
	}
	valid, invalid := 0, 0
	err := filepath.WalkDir(mods[len(mods)-1], func(path string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".toml" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if strings.Contains(path, "/invalid/") {
			invalid++
		} else {
			valid++
		}
		if err := checkFile(text); err != nil {
			t.Errorf("%s: %v", path[len(mods[0]):], err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d valid files, %d others", valid, invalid)
	if valid < 200 {
		t.Errorf("only %d valid files found", valid)
	}
}

func TestSketches(t *testing.T) {
	files, _ := filepath.Glob("../../games/*.toml")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkFile(text); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
