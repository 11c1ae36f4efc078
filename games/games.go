// Package games is the library: one file a game, embedded in the program, so
// that `mancala show hus` works on a machine that has nothing but the binary.
// The directory shared holds what several games extend and is no game itself.
package games

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"mancala/dsl/source"
)

//go:embed *.toml shared/*.toml
var files embed.FS

const extension = ".toml"

// IDs lists the games of the library by id (file name without .toml), in
// alphabetical order.
func IDs() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil // an embedded root can always be read
	}
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), extension); ok {
			ids = append(ids, id)
		}
	}
	sort.Strings(ids)
	return ids
}

// Open gives the text of a game of the library. The name is the file's name
// as messages should show it. The error wraps fs.ErrNotExist.
func Open(id string) (name string, text []byte, err error) {
	name = id + extension
	if strings.ContainsAny(id, `/\`) {
		return "", nil, fmt.Errorf("no game %q in the library: %w", id, fs.ErrNotExist)
	}
	text, err = files.ReadFile(name)
	if err != nil {
		return "", nil, fmt.Errorf("no game %q in the library: %w", id, fs.ErrNotExist)
	}
	return "games/" + name, text, nil
}

// File is a game of the library, ready to be checked. The error wraps fs.ErrNotExist.
func File(id string) (*source.File, error) {
	name, text, err := Open(id)
	if err != nil {
		return nil, err
	}
	return NewFile(name, text), nil
}

// NewFile is source.NewFile for a text that may extend games of the library.
func NewFile(name string, text []byte) *source.File {
	f := source.NewFile(name, text)
	f.Others = other
	return f
}

// other is what a file may extend: a game, or a rule set several games share.
func other(id string) (*source.File, error) {
	f, err := File(id)
	if err == nil {
		return f, nil
	}
	name := path.Join("shared", id+extension)
	text, sharedErr := files.ReadFile(name)
	if sharedErr != nil {
		return nil, err
	}
	return NewFile(path.Join("games", name), text), nil
}
