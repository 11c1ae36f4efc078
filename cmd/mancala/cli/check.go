package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"mancala/dsl"
	"mancala/dsl/format"
	"mancala/dsl/source"
	"mancala/interpreter/lower"
	"mancala/interpreter/verify"
)

// newCheckCmd is `check`.
func newCheckCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE…",
		Short: "Everything that is wrong or doubtful in game files",
		Long: `Check reads game files and reports all it finds: errors, which keep a game from
being played, warnings, and notes. Every variant and every answer is checked,
too. A directory stands for the game files in it, - for standard input.`,
		Example: `  mancala check mygame.toml
  mancala check hus
  mancala check games --json`,
		Args: takes(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := a.gameFiles(args)
			if err != nil {
				return err
			}
			all := checkFiles(files)
			if a.json {
				if all == nil {
					all = source.Diagnostics{}
				}
				err = a.writeJSON(all)
			} else {
				err = source.Print(a.out, all, a.colors(a.out))
			}
			if err != nil {
				return err
			}
			if all.HasErrors() {
				return findings
			}
			if !a.json {
				fmt.Fprintf(a.err, "%s checked, no errors\n", plural(len(files), "file"))
			}
			return nil
		},
	}
}

// checkFiles checks files on all processors; the findings come in the order of
// the files. Checking makes little that lives on, so memory is collected
// less often while it goes on.
func checkFiles(files []*source.File) source.Diagnostics {
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	found := make([]source.Diagnostics, len(files))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(files)); i = next.Add(1) - 1 {
				found[i] = checkFile(files[i])
			}
		})
	}
	workers.Wait()
	return slices.Concat(found...)
}

// checkFile checks a file, lowers its base rules and reads its evidence.
func checkFile(f *source.File) source.Diagnostics {
	g, ds := dsl.CheckAll(f)
	if g == nil || ds.HasErrors() {
		return ds
	}
	p, err := lower.Lower(g)
	if err != nil {
		return append(ds, source.Diagnostic{Code: "not-playable", Summary: "these rules can't be played yet", Detail: err.Error(),
			Span: source.Span{File: f, Start: 0, End: min(1, len(f.Text))}})
	}
	return append(ds, verify.CheckClaims(f, g, p, beside(f.Name))...)
}

// gameFiles reads the files, directories and library games named.
func (a *app) gameFiles(args []string) ([]*source.File, error) {
	var out []*source.File
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			f, err := a.readGame(arg)
			if err != nil {
				return nil, err
			}
			out = append(out, f)
			continue
		}
		paths, _ := filepath.Glob(filepath.Join(arg, "*.toml"))
		if len(paths) == 0 {
			return nil, usagef("%s: no game files (.toml) there", arg)
		}
		for _, p := range paths {
			f, err := a.readGame(p)
			if err != nil {
				return nil, err
			}
			out = append(out, f)
		}
	}
	return out, nil
}

// newFmtCmd is `fmt`.
func newFmtCmd(a *app) *cobra.Command {
	var check, diff bool
	cmd := &cobra.Command{
		Use:   "fmt FILE…",
		Short: "Game files in the canonical layout, comments kept",
		Long: `Fmt writes game files in the one canonical layout. It never changes a value or
loses a comment. With - it reads standard input and writes standard output.`,
		Example: `  mancala fmt mygame.toml
  mancala fmt --check games
  mancala fmt --diff mygame.toml`,
		Args: takes(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := a.gameFiles(args)
			if err != nil {
				return err
			}
			return a.formatFiles(files, check, diff)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "change nothing; list the files that are not in the layout and exit 1")
	cmd.Flags().BoolVar(&diff, "diff", false, "change nothing; show what would change")
	return cmd
}

// formatted is what became of one file.
type formatted struct {
	File      string             `json:"file"`
	Canonical bool               `json:"canonical"`          // it was in the layout already
	Written   bool               `json:"written"`            // it was changed
	Diff      string             `json:"diff,omitempty"`     // with --diff
	Text      string             `json:"text,omitempty"`     // of standard input
	Errors    source.Diagnostics `json:"findings,omitempty"` // it can't be read
}

// formatFiles formats files as the flags say. A file that can't be read is
// left alone, and the others are still done.
func (a *app) formatFiles(files []*source.File, check, diff bool) error {
	found := false
	var all []formatted
	for _, f := range files {
		done, err := a.formatFile(f, check, diff)
		if err != nil {
			return err
		}
		found = found || done.Errors != nil || check && !done.Canonical
		all = append(all, done)
	}
	if a.json {
		if err := a.writeJSON(struct {
			Files []formatted `json:"files"`
		}{all}); err != nil {
			return err
		}
	}
	if found {
		return findings
	}
	return nil
}

// formatFile formats one file as the flags say and tells what became of it,
// in words unless the report is JSON.
func (a *app) formatFile(f *source.File, check, diff bool) (formatted, error) {
	text, ds := format.Format(f)
	done := formatted{File: f.Name, Canonical: string(text) == string(f.Text)}
	tell := a.out
	if a.json {
		tell = io.Discard
	}
	switch {
	case ds.HasErrors():
		done.Canonical, done.Errors = false, errorsOf(ds)
		if a.json {
			return done, nil
		}
		return done, source.Print(a.err, done.Errors, a.colors(a.err))
	case f.Name == "stdin" && !check && !diff:
		done.Text = string(text)
		_, err := tell.Write(text)
		return done, err
	case done.Canonical:
	case diff:
		done.Diff = lineDiff(f.Name, string(f.Text), string(text))
		fmt.Fprint(tell, done.Diff)
	case check:
		fmt.Fprintln(tell, f.Name)
	default:
		if err := replaceFile(f.Name, text); err != nil {
			return done, &exitError{exitInternal, err}
		}
		done.Written = true
		if !a.json {
			fmt.Fprintln(a.err, "formatted", f.Name)
		}
	}
	return done, nil
}

// replaceFile writes beside a file and renames, so that a full disk loses
// nothing. A link stays a link, what is no regular file (a device, a pipe) is
// written to, and a file that may not be written is left alone.
func replaceFile(name string, text []byte) error {
	mode := os.FileMode(0o644)
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode()
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if !mode.IsRegular() {
			_, err = f.Write(text)
		}
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err != nil || !mode.IsRegular() {
			return err
		}
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".mancala-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err = tmp.Write(text); err == nil {
		err = tmp.Chmod(mode)
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}

// lineDiff shows the lines that differ, by the longest common subsequence.
func lineDiff(name, before, after string) string {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	if len(a)*len(b) > 25_000_000 {
		return fmt.Sprintf("%s: too long to compare line by line\n", name)
	}
	common := make([][]int32, len(a)+1)
	for i := range common {
		common[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s (canonical)\n", name, name)
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j >= len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			fmt.Fprintf(&out, "%d-\t%s\n", i+1, a[i])
			i++
		default:
			fmt.Fprintf(&out, "%d+\t%s\n", j+1, b[j])
			j++
		}
	}
	return out.String()
}
