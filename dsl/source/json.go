package source

import "encoding/json"

// MarshalJSON gives a finding to other programs:
//
//	{"file": "games/x.toml", "severity": "error", "code": "unknown-word",
//	 "range": {"start": {"line": 14, "column": 22, "offset": 310}, "end": {…}},
//	 "summary": "unknown word", "message": "…", "hint": "…",
//	 "related": [{"file": …, "range": …, "message": …}]}
//
// Lines and columns count from 1, columns in characters; offsets are bytes
// from 0. The end is the first place after the range. A finding about no file
// has no "file" and no "range"; "hint" and "related" are left out if empty.
func (d Diagnostic) MarshalJSON() ([]byte, error) {
	out := jsonDiagnostic{
		jsonPlace: placeOf(d.Span),
		Severity:  d.Severity.String(), Code: d.Code, Summary: d.Summary, Message: d.Detail, Hint: d.Hint,
	}
	for _, r := range d.Related {
		out.Related = append(out.Related, jsonRelated{placeOf(r.Span), r.Message})
	}
	return json.Marshal(out)
}

type jsonDiagnostic struct {
	jsonPlace
	Severity string        `json:"severity"`
	Code     string        `json:"code"`
	Summary  string        `json:"summary"`
	Message  string        `json:"message"`
	Hint     string        `json:"hint,omitempty"`
	Related  []jsonRelated `json:"related,omitempty"`
}

type jsonRelated struct {
	jsonPlace
	Message string `json:"message"`
}

type jsonPlace struct {
	File  string     `json:"file,omitempty"`
	Range *jsonRange `json:"range,omitempty"`
}

type jsonRange struct {
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

func placeOf(s Span) jsonPlace {
	if !s.IsValid() {
		return jsonPlace{}
	}
	at := func(offset int) jsonPosition {
		line, column := s.File.Position(offset)
		return jsonPosition{line, column, offset}
	}
	return jsonPlace{s.File.Name, &jsonRange{at(s.Start), at(s.End)}}
}
