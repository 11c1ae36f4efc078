package games_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// told are the keys whose text speaks to readers, not to the engine.
var told = map[string]bool{"about": true, "text": true, "name": true, "note": true, "asks": true, "id": true, "title": true, "author": true}

// constructs are the forms of the grammar in which words have more than one sense.
var constructs = []string{
	// options of moves
	`from own where`, `step from`, `enter 0 at`, `enter \d at`, `enter 1\.\.hand`, `enter [^;|]* sowing`, `otherwise pass`, `taking all`, `taking \d+ ?\.\.`,
	`going inward`, `going clockwise`, `going either way`, `dropping \d`, `along [a-z-]+`, `provided`,
	// actions
	`relay from`, `relay going`, `sow captured from`, `sow last from`, `move again from`, `move again`, `move all from`, `to each`,
	`capture [^;|]* for its owner`, `for its marker`, `capture [^;|]* into`, `mark [^;|]* as [a-z-]+ for`, `unmark`, `claim`, `close`, `for every [^;|]* do`,
	`set [a-z-]+ of`, `choose \d`, `choose [a-z]+ from`, `may \(`, `may stop`, `end game`, `end round`, `each takes`, `captor takes`, `reverse`, `continue`, `draw`,
	// conditions
	`is empty`, `is not`, `is closed`, `was empty`, `was occupied`, `was own`, `was enemy`, `has \d or \d`, `has \d or more`, `has \d\.\.\d`,
	`has even`, `has odd`, `has at least`, `has at most`, `has a move`, `has no move`, `has a hole`, `has no hole`, `any player`, `every player`, `no player`,
	`turn would win`, `lap would capture`, `lap would end in`, `could capture`, `could end in`, `could win`, `position repeats`, `position occurs`, `visited`,
	// numbers and holes
	`seeds\(`, `count\(`, `largest\(`, `total`, `rest`, `captured`, `carried`, `hand of`, ` mod `, ` / `, ` \* `,
	`next \d`, `previous \d`, `next of`, `opposite of`, `beyond`, `behind`, `front of`, `mirror`, `nearest`, `leftmost`, `rightmost`, `store of`,
	`run on from`, `run on by`, `run back from`, `run back by`, `left half`, `right half`, `column \d\.\.\d`, `left \d`, `middle`, `neutral`, `except`,
}

var wordInRules = regexp.MustCompile(`[a-z][a-z-]*`)

// Every word of the language, and every form in which words have a sense of
// their own, stands in a rule of some small game, where both executors are
// tried on it.
func TestEveryWordIsPlayed(t *testing.T) {
	reference, err := os.ReadFile("../dsl/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(reference), "```words\n")
	list, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the reference lists no words")
	}
	rules := smallRules(t)
	said := map[string]bool{}
	for _, word := range wordInRules.FindAllString(rules, -1) {
		said[word] = true
	}
	for _, word := range strings.Fields(list) {
		if !said[word] {
			t.Errorf("no small game says %q", word)
		}
	}
	for _, form := range constructs {
		if !regexp.MustCompile(form).MatchString(rules) {
			t.Errorf("no small game says %q", form)
		}
	}
}

// smallRules are the rule texts of all small games, one after the other.
func smallRules(t *testing.T) string {
	t.Helper()
	paths, err := filepath.Glob(smallGames + "/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no games", err)
	}
	var texts []string
	for _, path := range paths {
		var file map[string]any
		if _, err := toml.DecodeFile(path, &file); err != nil {
			t.Fatal(path, err)
		}
		texts = ruleTexts(file, texts)
	}
	return strings.Join(strings.Fields(strings.Join(texts, "\n|\n")), " ")
}

// ruleTexts adds the texts below a value that the engine reads.
func ruleTexts(value any, texts []string) []string {
	switch v := value.(type) {
	case string:
		return append(texts, v)
	case map[string]any:
		for key, below := range v {
			if !told[key] {
				texts = ruleTexts(below, texts)
			}
		}
	case []map[string]any:
		for _, below := range v {
			texts = ruleTexts(below, texts)
		}
	case []any:
		for _, below := range v {
			texts = ruleTexts(below, texts)
		}
	}
	return texts
}
