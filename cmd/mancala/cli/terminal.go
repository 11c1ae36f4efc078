package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// output is buffered stdout; the terminal behind it stays visible to isTerminal.
type output struct {
	*bufio.Writer
	under io.Writer
}

func newOutput(w io.Writer) *output { return &output{bufio.NewWriterSize(w, 1<<16), w} }

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	if o, ok := stream.(*output); ok {
		stream = o.under
	}
	if r, ok := stream.(*interruptible); ok {
		stream = r.in
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// flush hands on what was written so far, where stdout is buffered.
func (a *app) flush() {
	if f, ok := a.out.(interface{ Flush() error }); ok {
		_ = f.Flush() // a broken stream is reported by the last flush
	}
}

// widthOf is the number of columns of a stream, 80 if it is no terminal.
func widthOf(stream any) int {
	if o, ok := stream.(*output); ok {
		stream = o.under
	}
	if f, ok := stream.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	return 80
}

// colorPolicy is the value of --color.
type colorPolicy string

func (c *colorPolicy) String() string {
	if *c == "" {
		return "auto"
	}
	return string(*c)
}

// Type names the kind of value in help.
func (c *colorPolicy) Type() string { return "when" }

// Set takes a value from the command line.
func (c *colorPolicy) Set(s string) error {
	switch s {
	case "auto", "always", "never":
		*c = colorPolicy(s)
		return nil
	}
	return fmt.Errorf("it is auto, always or never")
}

// colors reports whether a stream gets colour: --color decides; then
// CLICOLOR_FORCE, NO_COLOR, CLICOLOR=0 and TERM=dumb; then whether it is a terminal.
func (a *app) colors(stream any) bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	if v := os.Getenv("CLICOLOR_FORCE"); v != "" && v != "0" {
		return true
	}
	if os.Getenv("NO_COLOR") != "" || os.Getenv("CLICOLOR") == "0" || os.Getenv("TERM") == "dumb" {
		return false
	}
	return isTerminal(stream)
}

// style paints words, or leaves them alone where there is no colour.
type style struct{ on bool }

func (a *app) style(stream any) style { return style{a.colors(stream)} }

func (s style) paint(code, text string) string {
	if !s.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) head(text string) string { return s.paint("1", text) }
func (s style) dim(text string) string  { return s.paint("2", text) }
func (s style) bad(text string) string  { return s.paint("1;31", text) }
func (s style) warn(text string) string { return s.paint("1;33", text) }
func (s style) good(text string) string { return s.paint("1;32", text) }
func (s style) rule(text string) string { return s.paint("36", text) }
