package search_test

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"mancala/interpreter"
	"mancala/interpreter/search"
)

// The value of every position of Awari with few seeds, whether a game can
// come to it or not, as counted in appendix B of T. R. Lincke, "Exploring the
// Computational Limits of Large Exhaustive Search Problems" (ETH 2002). Nearly
// all of these games can go round for ever, so the table is a test of how
// repetition is judged.
func TestAwariEndgames(t *testing.T) {
	f, err := os.Open("testdata/awari-endgames.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := map[[2]int]int{} // seeds, difference for the mover → positions
	for _, row := range rows[1:] {
		n, _ := strconv.Atoi(row[0])
		d, _ := strconv.Atoi(row[1])
		want[[2]int{n, d}], _ = strconv.Atoi(row[2])
	}
	most := 3
	if *long {
		most = 5
	}
	g := load(t, "oware", choice{})
	x := g.compiled(t)
	sv := search.NewSolver(g.p, 10)
	got := map[[2]int]int{}
	for n := 1; n <= most; n++ {
		spread(n, 12, func(holes []int32) {
			s := &interpreter.State{Cells: append([]int32(nil), g.p.Start...)}
			copy(s.Cells, holes)
			if err := x.Begin(s, true); err != nil {
				t.Fatal(err)
			}
			d := 0
			if s.Over != nil {
				d = s.Over.Scores[0] - s.Over.Scores[1]
			} else {
				out, err := sv.Solve(x, s, search.Budget{})
				if err != nil || !out.Known() {
					t.Fatalf("%v: %+v, %v", holes, out, err)
				}
				d = out.Low.Result() * out.Low.Margin()
			}
			got[[2]int{n, d}]++
		})
	}
	for k, n := range want {
		if k[0] <= most && got[k] != n {
			t.Errorf("%d seeds, difference %d: %d positions, published %d", k[0], k[1], got[k], n)
		}
	}
	for k, n := range got {
		if want[k] == 0 {
			t.Errorf("%d seeds, difference %d: %d positions, none published", k[0], k[1], n)
		}
	}
}

// spread calls do for every way to lay n seeds in so many holes.
func spread(n, holes int, do func(holes []int32)) {
	list := make([]int32, holes)
	var lay func(left, hole int)
	lay = func(left, hole int) {
		if hole == holes-1 {
			list[hole] = int32(left)
			do(list)
			return
		}
		for k := range left + 1 {
			list[hole] = int32(k)
			lay(left-k, hole+1)
		}
	}
	lay(n, 0)
}
