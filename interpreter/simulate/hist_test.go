package simulate

import (
	"encoding/json"
	"math"
	"sort"
	"testing"

	"pgregory.net/rapid"
)

// A histogram sums up as the plain list of its values does.
func TestHistSummary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(0, 30), rapid.IntRange(0, 3*denseValues)), 1, 200).Draw(t, "values")
		cut := rapid.IntRange(0, len(values)).Draw(t, "cut")
		var h, o Hist
		sum := 0
		for i, v := range values {
			if sum += v; i < cut {
				h.Add(v)
			} else {
				o.Add(v)
			}
		}
		h.Merge(&o)
		sort.Ints(values)
		s := h.Summary()
		n := float64(len(values))
		mean, squares := float64(sum)/n, 0.0
		for _, v := range values {
			squares += (float64(v) - mean) * (float64(v) - mean)
		}
		if math.Abs(s.Mean-mean) > 1e-5 || s.Min != values[0] || s.Max != values[len(values)-1] || h.Total() != uint64(sum) {
			t.Fatalf("summary %+v of %v", s, values)
		}
		if len(values) > 1 && math.Abs(s.SD-math.Sqrt(squares/(n-1))) > 1e-4 {
			t.Fatalf("deviation %v of %v", s.SD, values)
		}
		if want := values[(len(values)+1)/2-1]; s.Median != want {
			t.Fatalf("median %d of %v, want %d", s.Median, values, want)
		}
		text, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		var back Hist
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if again, _ := json.Marshal(back); string(again) != string(text) {
			t.Fatalf("%s read back is %s", text, again)
		}
	})
}

func TestHistRefuses(t *testing.T) {
	for _, text := range []string{`[[2,1],[1,1]]`, `[[1,0]]`, `[[-1,1]]`, `[[99999999999,1]]`, `{}`} {
		var h Hist
		if json.Unmarshal([]byte(text), &h) == nil {
			t.Errorf("%s was read as a histogram", text)
		}
	}
}

// Values of the formula, computed with exact arithmetic elsewhere.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		count, of uint64
		low, high float64
	}{
		{0, 0, 0, 1}, {0, 10, 0, .277533}, {10, 10, .722467, 1}, {5, 10, .236593, .763407}, {50, 100, .403832, .596168}, {1, 1000, .000177, .005642},
	} {
		w := Wilson(c.count, c.of)
		if math.Abs(w.Low-c.low) > 2e-6 || math.Abs(w.High-c.high) > 2e-6 {
			t.Errorf("Wilson(%d, %d) = %v – %v, want %v – %v", c.count, c.of, w.Low, w.High, c.low, c.high)
		}
	}
}
