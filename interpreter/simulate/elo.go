package simulate

import (
	"math"
	"sort"
)

// Pairing is what two players of a round robin did against each other; games
// without a result are not in it.
type Pairing struct {
	A, B                string
	Wins, Losses, Draws uint64 // of A
}

func (p *Pairing) games() uint64 { return p.Wins + p.Losses + p.Draws }

// Rating is the strength of a player in Elo: 400 points more are ten times
// the odds. The mean of a list is 0.
type Rating struct {
	Player string  `json:"player"`
	Elo    float64 `json:"elo"`
	Low    float64 `json:"low"` // 95 % interval, the others' strengths taken as found
	High   float64 `json:"high"`
	Score  float64 `json:"score"` // wins and half the draws
	Games  uint64  `json:"games"`
}

// Ratings fits the strengths that make the results of a round robin most
// likely (Bradley and Terry; a draw is half a win), with one drawn game added
// to each pairing, so that a player who won everything has a strength, too.
func Ratings(results []Pairing) []Rating {
	var names []string
	index := map[string]int{}
	for _, r := range results {
		for _, name := range []string{r.A, r.B} {
			if _, known := index[name]; !known {
				index[name] = len(names)
				names = append(names, name)
			}
		}
	}
	n := len(names)
	score, games := make([]float64, n), make([][]float64, n)
	out := make([]Rating, n)
	for i := range games {
		games[i] = make([]float64, n)
		out[i].Player = names[i]
	}
	for _, r := range results {
		a, b := index[r.A], index[r.B]
		if a == b || r.games() == 0 {
			continue
		}
		half := float64(r.Draws) / 2
		out[a].Score += float64(r.Wins) + half
		out[b].Score += float64(r.Losses) + half
		out[a].Games += r.games()
		out[b].Games += r.games()
		score[a] += float64(r.Wins) + half + 0.5
		score[b] += float64(r.Losses) + half + 0.5
		games[a][b] += float64(r.games()) + 1
		games[b][a] += float64(r.games()) + 1
	}
	strength := fit(score, games)
	for i := range out {
		information := 0.0
		for j, g := range games[i] {
			p := strength[i] / (strength[i] + strength[j])
			information += float64(g * p * (1 - p))
		}
		elo := 400 * math.Log10(strength[i])
		half := 0.0
		if information > 0 {
			half = 1.959963984540054 / math.Sqrt(information) * 400 / math.Ln10
		}
		out[i].Elo, out[i].Low, out[i].High = tenth(elo), tenth(elo-half), tenth(elo+half)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Elo > out[j].Elo })
	return out
}

// fit iterates until the strengths stand still; their geometric mean is 1.
func fit(score []float64, games [][]float64) []float64 {
	n := len(score)
	s := make([]float64, n)
	for i := range s {
		s[i] = 1
	}
	for range 10_000 {
		moved := 0.0
		for i := range s {
			sum := 0.0
			for j, g := range games[i] {
				sum += g / (s[i] + s[j])
			}
			if sum == 0 {
				continue
			}
			next := score[i] / sum
			moved = max(moved, math.Abs(math.Log(next/s[i])))
			s[i] = next
		}
		logs := 0.0
		for _, x := range s {
			logs += math.Log(x)
		}
		scale := math.Exp(-logs / float64(n))
		for i := range s {
			s[i] *= scale
		}
		if moved < 1e-10 {
			break
		}
	}
	return s
}

func tenth(x float64) float64 { return math.Round(10*x) / 10 }
