package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mancala/dsl/format"
	"mancala/dsl/source"
	"mancala/dsl/syntax"
)

// newGame is what a starting file needs to know.
type newGame struct {
	id, name      string
	rows, columns int
	seeds         int
	relay         bool
	stores        string
}

// newNewCmd is `new`.
func newNewCmd(a *app) *cobra.Command {
	g := newGame{rows: 2, columns: 6, seeds: 4, stores: "beside"}
	cmd := &cobra.Command{
		Use:   "new [ID]",
		Short: "A commented game file to start from",
		Long: `New writes ID.toml, a small game that passes check and can be played at once,
with comments that say what to change. On a terminal without flags it asks; -
writes to standard output. An existing file is never overwritten.`,
		Example: `  mancala new mygame
  mancala new mygame --rows 4 --columns 8 --seeds 2 --relay
  mancala new - --rows 2 --columns 7`,
		Args: takes(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				g.id = strings.TrimSuffix(args[0], ".toml")
			}
			flagged := cmd.Flags().NFlag() > 0
			if isTerminal(a.in) && !flagged && g.id != "-" {
				if err := a.askNew(&g); err != nil {
					return err
				}
			}
			return a.writeNew(g)
		},
	}
	cmd.Flags().StringVar(&g.name, "name", "", "the game's name")
	cmd.Flags().IntVar(&g.rows, "rows", 2, "rows: 2 or 4")
	cmd.Flags().IntVar(&g.columns, "columns", 6, "holes in a row")
	cmd.Flags().IntVar(&g.seeds, "seeds", 4, "seeds in a hole")
	cmd.Flags().BoolVar(&g.relay, "relay", false, "a lap that ends in an occupied hole goes on")
	cmd.Flags().StringVar(&g.stores, "stores", "beside", "none, beside or \"sown own\"")
	return cmd
}

// askNew asks for what the flags would say; an empty line keeps the default.
func (a *app) askNew(g *newGame) error {
	in := bufio.NewScanner(a.in)
	ask := func(question, def string) string {
		fmt.Fprintf(a.err, "%s [%s] ", question, def)
		if in.Scan() && strings.TrimSpace(in.Text()) != "" {
			return strings.TrimSpace(in.Text())
		}
		return def
	}
	askInt := func(question string, v *int) {
		if n, err := strconv.Atoi(ask(question, fmt.Sprint(*v))); err == nil {
			*v = n
		}
	}
	if g.id == "" {
		g.id = ask("Name of the file, without .toml?", "mygame")
	}
	g.name = ask("Name of the game?", g.id)
	askInt("How many rows (2 or 4)?", &g.rows)
	askInt("How many holes in a row?", &g.columns)
	askInt("How many seeds in a hole?", &g.seeds)
	g.relay = strings.HasPrefix(ask("Does a lap go on when its last seed falls in an occupied hole (yes or no)?", "no"), "y")
	return in.Err()
}

func (a *app) writeNew(g newGame) error {
	switch {
	case g.id == "":
		return usagef("name the file: mancala new mygame")
	case g.id != "-" && !syntax.IsName(lastPart(g.id)) && !syntax.Reserved(lastPart(g.id)):
		return usagef("%q can't be the name of a game; write small letters, digits and hyphens, such as my-game", g.id)
	case g.rows != 2 && g.rows != 4:
		return usagef("--rows is 2 or 4, this is %d", g.rows)
	case g.columns < 1 || g.columns > 64:
		return usagef("--columns lies between 1 and 64, this is %d", g.columns)
	case g.seeds < 1 || g.seeds > 100:
		return usagef("--seeds lies between 1 and 100, this is %d", g.seeds)
	case g.stores != "none" && g.stores != "beside" && g.stores != "sown own":
		return usagef("--stores is none, beside or \"sown own\", this is %q", g.stores)
	}
	if g.rows == 4 {
		g.stores = "none"
	}
	if g.name == "" && g.id == "-" {
		g.name = "My game"
	}
	if g.name == "" {
		g.name = strings.ToUpper(lastPart(g.id)[:1]) + lastPart(g.id)[1:]
	}
	formatted, ds := format.Format(source.NewFile(g.id+".toml", []byte(newText(g))))
	if ds.HasErrors() {
		return fmt.Errorf("the file to start from is at fault: %s", ds.Text())
	}
	text := string(formatted)
	if g.id == "-" && a.json {
		return a.writeJSON(newJSON{File: "-", Name: g.name, Text: text})
	}
	if g.id == "-" {
		_, err := fmt.Fprint(a.out, text)
		return err
	}
	path := g.id + ".toml"
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return usagef("%s is there already; nothing was changed", path)
	}
	if err != nil {
		return &exitError{exitInternal, err}
	}
	if _, err = f.WriteString(text); err == nil {
		err = f.Close()
	}
	if err != nil {
		return &exitError{exitInternal, err}
	}
	if a.json {
		return a.writeJSON(newJSON{File: path, Name: g.name, Written: true, Text: text})
	}
	fmt.Fprintf(a.err, "wrote %s; next: mancala check %s, mancala play %s\n", path, path, path)
	return nil
}

// newJSON is the report of `new`.
type newJSON struct {
	File    string `json:"file"`
	Name    string `json:"name"`
	Written bool   `json:"written"`
	Text    string `json:"text"`
}

func lastPart(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// newText is the starting file.
func newText(g newGame) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("mancala = 1 # the version of the language")
	p("")
	p("[game]")
	p("name = %q", g.name)
	p("places = []                # where it is played")
	p("about = \"\"")
	p("")
	p("# Who says so? Rules cite a source by its id, like this: [@me]")
	p("[[source]]")
	p("id = \"me\"")
	p("title = \"My own notes\"")
	p("")
	p("[board]")
	p("rows = %d", g.rows)
	p("columns = %d", g.columns)
	p("stores = %q # none, beside (for captures) or sown own", g.stores)
	p("")
	p("[setup]")
	p("holes = \"board: %d\"         # or a line a place, such as own outer: 2", g.seeds)
	p("")
	p("[sowing]")
	if g.rows == 2 {
		p("route = \"board\"            # round all holes; own = round the mover's row")
	} else {
		p("route = \"own\"              # round the mover's own two rows")
	}
	p("direction = \"anticlockwise\"")
	if g.relay {
		p("endless = \"open\"           # what a turn that never ends means: say it when you know")
	}
	p("")
	p("[rules]")
	p("# which moves are legal")
	p("moves = \"from own where hole has seeds [@me]\"")
	p("# what happens when the last seed of a lap has fallen: the first rule that holds acts")
	p("lap = '''")
	if g.stores == "sown own" {
		p("when last is own store then move again")
	}
	where := "last in own"
	if g.rows == 4 {
		where = "last in inner"
	}
	if g.relay {
		p("when last was occupied then relay")
		p("when %s and opposite has seeds then capture opposite; stop", where)
	} else {
		p("when %s and last was empty and opposite has seeds then capture opposite; stop", where)
	}
	p("otherwise stop")
	p("'''")
	p("# asked whenever a player is about to move")
	if g.stores == "none" {
		p("end = \"when mover has no move then opponent wins\"")
	} else {
		p("end = \"when mover has no move then each takes own; end game\"")
		p("")
		p("[score]")
		p("counts = \"own store\"")
		p("wins = \"most\"")
	}
	return b.String()
}
