package interpreter_test

import (
	"os/exec"
	"strings"
	"testing"
)

// allowed are the modules dsl and interpreter may import, the last one
// because the WebAssembly runtime needs it.
var allowed = []string{
	"mancala",
	"github.com/BurntSushi/toml",
	"github.com/alecthomas/participle/v2",
	"github.com/tetratelabs/wazero",
	"golang.org/x/sys",
}

// The language and the interpreter stay small enough to be embedded: nothing
// but the standard library and a few modules, and nothing of the command line.
func TestImports(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{with .Module}} {{.Path}}{{end}}{{end}}", "./dsl/...", "./interpreter/...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		pkg, module, _ := strings.Cut(line, " ")
		seen[module] = true
		if strings.HasPrefix(pkg, "mancala/cmd") {
			t.Errorf("%s is imported: imports go the other way", pkg)
		}
		ok := false
		for _, a := range allowed {
			ok = ok || module == a
		}
		if !ok {
			t.Errorf("%s of module %q is imported", pkg, module)
		}
	}
	for _, a := range allowed {
		if !seen[a] {
			t.Errorf("nothing of %s is imported: take it off the list", a)
		}
	}
}
