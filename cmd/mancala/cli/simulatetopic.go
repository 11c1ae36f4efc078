package cli

// statisticsTopic says what the figures of a simulation mean.
const statisticsTopic = `simulate plays independent games and reports:

wins, draws      shares with 95 % intervals after Wilson, by seat and by player;
                 players change seats from game to game (--no-swap: they don't)
who begins       most files let South begin every game, so that beginning and
                 the seat are one thing; --begins each tells them apart
unfinished       over the limit of turns or rounds, over a budget, or stopped
                 where the description is silent: never scored
endless turn     proved: a lap began exactly as an earlier one of its turn
over the budget  a turn of more than 200,000 laps, not proved endless
laps, sown       of games without an endless turn; how many are left out is said
branching        legal moves a turn; decisions: turns with two or more
game tree        mean legal moves to the power of mean turns: the usual estimate
state space      ways to distribute all seeds over holes, stores and hands, times
                 the players who may be to move: exact, but not all are reached

Of the first games, told step by step (--watch):
lead             who would score most if the game ended now; without [score], who
                 has most seeds on his side. Counted after every turn
lead changes     how often the lead goes from one player to another
from behind      games won by somebody who was behind at some time
drama            share of the turns after which the later winner was behind
leads for good   the share of the game after which the winner was never level again
rules            how often each rule acted, and which never did (--details)
holes            where moves start and where seeds are captured (--details)

Elo comes from all pairings at once (Bradley and Terry): 400 points are ten to one.

JSON has everything, with full histograms as [[value, count], …]; CSV has a row
for every rule set and pairing; NDJSON a line for every game.`
