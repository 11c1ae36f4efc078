package cli

import (
	"fmt"
	"strings"
)

// topics are help texts without a command.
var topics = []struct{ name, short, text string }{
	{"notation", "Positions, holes, moves and records", notationTopic},
	{"rules", "The language of game files in one page", rulesTopic},
	{"statistics", "What the figures of a simulation mean", statisticsTopic},
	{"exit-codes", "What the exit codes mean", exitTopic()},
	{"environment", "Environment variables", environmentTopic},
}

const notationTopic = `Holes: row letter and column from the owner's left. South's inner row is A, then B
outward; North's is a, b. On two rows a6 stands opposite A1.

Moves: the hole, then what has to be said besides:
  A4      lift A4                      A4>  towards the owner's right, A4<  left
  A4:2    take (or enter) two seeds    A4+b3  with a further choice of hole b3
  A4/A6   a further start from A6      A4-A5  a step
  A4+     an optional action taken     A4=tax  a kind of move
  pass

Positions: ROWS STORES MOVER [key=value …]
  4x6/4x6 0,0 S                        two rows of six fours, South to move
  2x8/2x4,0x4/0x4,2x4/2x8 - S          four rows, no stores
Rows go from the one farthest from South to his nearest, holes from South's left;
4x6 is six holes of four; stores are South's, North's; x is a closed hole.
Keys follow where the rules read them: hand=22,22 mark=a3:S owner=a1:S closed=A1
phase=opening turn=7,6 total=48, of a match round=2 starter=N moved=S points=3,5, the
names of [state] variables, and the history of games that ask if a position repeats:
since= and the earlier positions, joined by +, with ; for their blanks.

Records: JSON lines, or text with tags in brackets and numbered moves.
  {"record":1,"game":"oware","start":"4x6/4x6 0,0 S"}
  {"n":1,"player":"S","move":"A3","after":"4x6/4,4,0,5,5,5 0,0 N"}
  {"result":"S","score":[27,21]}
A move that ends a round of a match has "round_over":"S" and "round_score":[27,21],
and the position after it is that of the next round.`

const rulesTopic = `A game file is TOML: [game], [[source]], [parameters], [board], [setup], [sowing],
[rules], [define], [state], [score], [match], [[question]], [variant.NAME], [[evidence]].

[rules] holds the rule texts, in ''' ''':
  moves  which moves are legal    from own where hole has 2 or more
                                  otherwise from own where hole has 1
  drop   after every drop but a lap's last
  lap    after a lap's last drop: stop, relay, capture, move again
  turn   when the sowing has stopped
  end    when a player is about to move

A table is read from the top; the first rule whose condition holds acts:
  when last was empty and last in own then capture last, opposite; stop
  when last was occupied              then relay
  otherwise                           stop

Words: last origin first hole next previous opposite beyond behind front ·
own enemy board inner outer left half right 2 column 3 ends store ·
has 2 or more, has even, is empty, was occupied, in inner · and or not ·
any every no · seeds(S) count(S) · run back from last while …
The whole language is described in dsl/README.md; ` + "`mancala new`" + ` writes a file to start from.`

const environmentTopic = `NO_COLOR          no colour, whatever it is set to
CLICOLOR=0        no colour
CLICOLOR_FORCE=1  colour also where stdout is no terminal
TERM=dumb         no colour, no bars

simulate takes its part of a run from these, unless --shard says it:
SLURM_ARRAY_TASK_ID, _MIN, _COUNT   a job array of Slurm
JOB_COMPLETION_INDEX                an indexed job of Kubernetes, with --shards N`

func exitTopic() string {
	var b strings.Builder
	for _, c := range exitCodes {
		fmt.Fprintf(&b, "%4d  %s\n", c.code, c.text)
	}
	return strings.TrimRight(b.String(), "\n")
}
