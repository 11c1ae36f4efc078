package check

import (
	"fmt"
	"strings"

	"mancala/dsl/rules"
	"mancala/dsl/source"
)

// Messages about rules and their tables.

func (c *checker) notHere(at source.Span, what, text, want string) {
	c.err(at, "not-here", "an action out of place", "", "%q belongs to %q, this is %q", what, want, text)
}

func (c *checker) onlyEnds(at source.Span) {
	c.err(at, "only-ends", "at-once may only end the game", `write "wins", "loses", "draw" or "end game"`, "at-once is asked in the middle of a sowing and must not change it")
}

func (c *checker) afterOtherwise(at source.Span) {
	c.err(at, "after-otherwise", "rules after otherwise", "move it to the end, or give it a condition", "\"otherwise\" always acts, so the rules after it never do")
}

func (c *checker) alwaysAlone(at source.Span) {
	c.err(at, "always-alone", "always among other rules", `write "otherwise" for the last rule of several`, "\"always\" is for a table of one rule")
}

func (c *checker) otherwiseAlone(at source.Span) {
	c.err(at, "otherwise-alone", "otherwise than what?", `write "always" for a table of one rule`, "there is no rule before this one")
}

func (c *checker) unended(at source.Span) {
	c.err(at, "unended", "how does the lap go on?", "end the rule with stop, relay, sow …, move again, an ending of the game, or continue (to the next rule)", "after these actions the lap neither stops nor goes on")
}

func (c *checker) neverReached(at, after source.Span) {
	c.err(at, "never-reached", "an action that is never reached", "put it before", "the action before it ends the rule")
	c.related(after, "this ends it")
}

func (c *checker) neverTrue(at source.Span) {
	c.warn(at, "never-fires", "a rule that can never fire", "", "its condition never holds")
}

func (c *checker) shadowed(at, by source.Span) {
	c.warn(at, "never-fires", "a rule that can never fire", "put the narrower rule first, or remove it", "whenever its condition holds, an earlier rule has acted already")
	c.related(by, "this one")
}

func (c *checker) notTotal(at, last source.Span) {
	c.warn(last, "not-total", "the table doesn't cover everything", `add a last rule: "otherwise stop" (or relay …); if the description is silent, leave it: play then stops there and shows the position`, "when no rule of \"lap\" holds, the description says nothing")
}

func (c *checker) noEndless(at source.Span) {
	c.err(at, "no-endless", "what if a turn never ends?", `write endless = "mover loses", "illegal", "stop", "draw", "open" (the sources are silent) or "never" (it can't happen)`, "laps are relayed here, so a turn may go round for ever: [sowing] must say what that means")
}

func (c *checker) noGoing(at source.Span) {
	c.err(at, "no-going", "which direction?", `add "going clockwise", "going anticlockwise" or "going either way"`, "with direction = \"by move\" every option says its direction")
}

func (c *checker) noScore(at source.Span) {
	c.err(at, "no-score", "nothing to count", "add [score] with counts = \"own store\" and wins = \"most\", or say who wins", "\"end game\" compares scores, but the file has no [score]")
}

func (c *checker) noLap(at source.Span) {
	c.err(at, "missing-key", "a key is missing", `write for instance: lap = "always stop"`, "[rules] needs \"lap\": what happens when the last seed has fallen")
}

func (c *checker) passNotLast(at source.Span) {
	c.err(at, "pass-not-last", "a pass is the last resort", `write "otherwise pass" at the end`, "\"pass\" stands alone in the last tier")
}

func (c *checker) passForEver(at source.Span) {
	c.warn(at, "pass-for-ever", "both players might pass for ever", `add to end: "when mover has no move and opponent has no move then …"`, "a player who can't move passes; no rule says what happens when neither can")
}

func (c *checker) noMoveUnsaid(at source.Span) {
	c.warn(at, "no-move-unsaid", "what if a player can't move?", `add to end: "when mover has no move then opponent wins", or to moves: "otherwise pass"`, "no rule says what a player without a legal move does")
}

func (c *checker) neverUsed(at source.Span, n string, k nameKind) {
	c.warn(at, "never-used", "never used", "remove it, or use it", "%s %q is used nowhere", strings.TrimPrefix(k.String(), "a "), n)
}

func (c *checker) routeUnused(at source.Span, n string) {
	c.warn(at, "never-used", "never used", "remove it, or let a move or a lap go \"along "+n+"\"", "the route %q is used nowhere", n)
}

func (c *checker) enterAndTake(at source.Span) {
	c.err(at, "enter-and-take", "two numbers in one move", "write \"taking all\", or enter a fixed number", "the move says how many seeds enter; it can't also say how many are taken on")
}

func (c *checker) enterTwoWays(at source.Span) {
	c.err(at, "enter-and-take", "sown in two ways", "\"sowing\" sows the seeds that enter, \"taking all\" lifts the hole with them: leave one out", "these seeds can't be sown twice")
}

func (c *checker) sowingUnentered(at source.Span) {
	c.err(at, "sowing-unentered", "sowing what?", "leave \"sowing\" out: a hole that is lifted is always sown", "\"sowing\" is said of seeds that enter from the hand")
}

func (c *checker) droppingLabel(at source.Span, n int) {
	word := map[int]string{1: "ones", 2: "twos", 3: "threes", 4: "fours"}[n]
	if word == "" {
		word = fmt.Sprintf("by-%d", n)
	}
	c.err(at, "dropping-label", "a kind of move without a name", "label the option: "+word+": from …", "how many seeds a hole are dropped must be heard in the name of the move")
}

func (c *checker) enterNone(at source.Span) {
	c.err(at, "enter-none", "a range that begins with no seeds", "begin with 1, and write \"also enter 0 at …\" if the player may enter none", "a move that enters seeds enters one at least")
}

func (c *checker) emptyRange(at source.Span, lo, hi int) {
	c.err(at, "empty-range", "a range without a number", fmt.Sprintf("begin with the smaller one: %d..%d", hi, lo), "no number lies between %d and %d", lo, hi)
}

func (c *checker) saidTwice(at source.Span, word string) {
	c.err(at, "said-twice", "said twice", "leave one out, or write two options, joined by \"also\"", "this option says %q more than once", word)
}

func (c *checker) whoseHand(at source.Span) {
	c.err(at, "whose-hand", "whose hand?", `write "hand" for the mover's or "hand of opponent"`, "seeds go to and from the hand of a player who is known before play")
}

func (c *checker) noTwin(at, lap source.Span) {
	c.note(at, "no-twin", "the last seed is not meant?", "if it is, add the rule to lap, too", "\"drop\" is asked of every seed but the last; no rule of \"lap\" makes the same test")
	c.related(lap, "the lap table")
}

func (c *checker) useLiteral(at source.Span) {
	c.note(at, "use-literal", "rules read better in ''' '''", "write the text between three single quotes", "in \"…\" backslashes and quotes have to be escaped")
}

func (c *checker) unknownLabel(at source.Span, label string, labels []string) {
	hint := didYouMean(label, append([]string{}, labels...))
	if hint == "" {
		hint = "labels of this file: " + strings.Join(labels, ", ")
	}
	c.err(at, "unknown-label", "no rule has this label", hint, "\"rule.%s\" replaces a rule labelled %q, but there is none", label, label)
}

func (c *checker) labelInOverride(at source.Span, label string) {
	c.err(at, "label-in-override", "the label is said already", "leave the label out of the text", "an override keeps the label of the rule it replaces, %q is repeated here", label)
}

func (c *checker) tooLarge(at source.Span) {
	c.err(at, "too-large", "the rules are too large", "look for definitions that use one another many times over",
		"with every definition in the place of its name there are more than %d phrases", maxWork)
}

func (c *checker) pairUnguarded(at source.Span) {
	c.note(at, "unguarded-pair", "a pair of holes without a condition", "if the inner hole decides, add to the condition: and opposite has seeds",
		"the seeds of \"beyond\" are taken even when \"opposite\" is empty")
}

func (c *checker) nobodyPasses(at, by source.Span) {
	c.warn(at, "never-passes", "nobody ever passes", `to end the game only when both are stuck: "when mover has no move and opponent has no move then …"`,
		"a pass is no move, so this rule of \"end\" ends the game before anybody passes")
	c.related(by, "this rule")
}

func (c *checker) noEndlessTurn(at source.Span) {
	c.warn(at, "no-endless-turn", "no turn is endless here", "take the key out", "no rule starts another lap, so every turn ends")
}

func (c *checker) variableNeverSet(v *rules.Variable) {
	hint := fmt.Sprintf("set it in a rule: \"set %s = 1\"", v.Name)
	if v.OnHole {
		hint = fmt.Sprintf("mark holes in a rule: \"mark last as %s\"", v.Name)
	}
	c.warn(v.Span, "never-set", "a variable that never changes", hint, "no rule changes %q, so it keeps its first value", v.Name)
}
