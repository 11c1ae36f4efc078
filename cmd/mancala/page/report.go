package page

import (
	_ "embed"
	"html/template"
	"io"
)

// Report is the report of a simulation as a page.
type Report struct {
	Title string
	Lead  []string // lines below the title: rules, what is a part
	Table *Table   // rows of a sweep or round robin
	More  []Table  // what follows from the rows
	Runs  []Run
	Foot  string // program and how to get the same again
}

// Run is what one rule set and pairing gave.
type Run struct {
	Title   string
	Lead    []string
	Charts  []Chart
	Notes   []string // sentences
	Tables  []Table
	Unfolds []Table // shown when asked for
}

// Chart is a picture with its caption.
type Chart struct {
	Caption string
	Picture template.HTML
}

// Table is a table; columns named in Right are set to the right.
type Table struct {
	Caption string
	Heads   []string
	Right   []bool
	Rows    [][]string
}

// Bare is the table without its caption, where that is said elsewhere.
func (t Table) Bare() Table {
	t.Caption = ""
	return t
}

//go:embed report.html
var reportText string

// Write writes the page.
func (r *Report) Write(w io.Writer) error {
	t, err := template.New("report").Parse(reportText)
	if err != nil {
		return err
	}
	return t.Execute(w, r)
}
