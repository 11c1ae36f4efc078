package tomltree

import (
	"fmt"

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
