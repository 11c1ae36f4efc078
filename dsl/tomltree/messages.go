package tomltree

import (
	"errors"
	"fmt"

	"github.com/BurntSushi/toml"

	"mancala/dsl/source"
)

func fileTooBig(at source.Span, size int) *source.Diagnostic {
	return &source.Diagnostic{Code: "file-too-big", Summary: "the file is too big",
		Detail: fmt.Sprintf("it has %d bytes; a game file has at most %d", size, MaxSize), Span: at}
}

func emptyFile(at source.Span) *source.Diagnostic {
	return &source.Diagnostic{Code: "empty-file", Summary: "the file is empty",
		Detail: "a game file begins with `mancala = 1`", Hint: "begin with `mancala = 1` and the tables [board], [setup], [sowing], [rules]", Span: at}
}

func notText(at source.Span, why string) *source.Diagnostic {
	return &source.Diagnostic{Code: "not-text", Summary: "the file is not UTF-8 text", Detail: why,
		Hint: "save it as plain text in the encoding UTF-8", Span: at}
}

func keyTooLong(at source.Span) *source.Diagnostic {
	return &source.Diagnostic{Code: "key-too-long", Summary: "a key is too long",
		Detail: fmt.Sprintf("a key, with the tables it lies in, has at most %d bytes and %d parts", maxKey, maxParts), Span: at}
}

func nestedTooDeep(at source.Span) *source.Diagnostic {
	return &source.Diagnostic{Code: "nested-too-deep", Summary: "brackets are nested too deep",
		Detail: fmt.Sprintf("lists and tables may lie in one another at most %d deep", maxDepth), Span: at}
}

func (s *scanner) newer(start, end int, what string) {
	s.newly = append(s.newly, source.Diagnostic{Severity: source.Warning, Code: "toml-1.1",
		Summary: "this is TOML 1.1", Detail: what + " is allowed only from TOML 1.1 on; game files are TOML 1.0",
		Span: s.span(start, end)})
}

// notScanned reports what the decoder lets pass and the scanner does not.
func notScanned(s *scanner, f *scanFailure) source.Diagnostic {
	at := s.span(f.start, f.end)
	return source.Diagnostic{Code: "toml-closed", Summary: "this adds to a value that is complete",
		Detail: fmt.Sprintf("%q was given a whole value before; a later line cannot add to it", at.Text()),
		Hint:   "give all of it in one place", Span: at}
}

func explain(s *scanner, err error, failed *scanFailure) source.Diagnostic {
	d := source.Diagnostic{Code: "toml", Summary: "the TOML can't be read", Detail: err.Error(), Span: s.span(0, 0)}
	var pe toml.ParseError
	if errors.As(err, &pe) {
		d.Detail = pe.Message
		d.Span = s.span(pe.Position.Start, pe.Position.Start+pe.Position.Len)
	}
	return d
}
