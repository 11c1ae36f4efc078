package simulate

import (
	"encoding/json"
	"fmt"
	"math"
	"sort"
)

// Hist counts how often each value occurred: an exact histogram of integers
// of zero or more, from which mean, deviation and quantiles follow.
type Hist struct {
	small []uint64       // counts of the values below len(small)
	large map[int]uint64 // counts of the others
}

// denseValues bounds the values counted in a slice.
const denseValues = 4096

// Add counts a value.
func (h *Hist) Add(v int) { h.addN(v, 1) }

func (h *Hist) addN(v int, n uint64) {
	if v >= 0 && v < denseValues {
		if v >= len(h.small) {
			grown := make([]uint64, min(2*v+16, denseValues))
			copy(grown, h.small)
			h.small = grown
		}
		h.small[v] += n
		return
	}
	if h.large == nil {
		h.large = map[int]uint64{}
	}
	h.large[v] += n
}

// Merge adds another histogram.
func (h *Hist) Merge(o *Hist) {
	for _, b := range o.Bars() {
		h.addN(b.Value, b.Count)
	}
}

// Bar is a value and how often it occurred.
type Bar struct {
	Value int
	Count uint64
}

// Bars lists the values that occurred, ascending.
func (h *Hist) Bars() []Bar {
	var out []Bar
	for v, n := range h.small {
		if n > 0 {
			out = append(out, Bar{v, n})
		}
	}
	dense := len(out)
	for v, n := range h.large {
		out = append(out, Bar{v, n})
	}
	sort.Slice(out[dense:], func(i, j int) bool { return out[dense+i].Value < out[dense+j].Value })
	return out
}

// MarshalJSON writes [[value, count], …], ascending.
func (h Hist) MarshalJSON() ([]byte, error) {
	pairs := [][2]uint64{}
	for _, b := range h.Bars() {
		pairs = append(pairs, [2]uint64{uint64(b.Value), b.Count})
	}
	return json.Marshal(pairs)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (h *Hist) UnmarshalJSON(text []byte) error {
	var pairs [][2]uint64
	if err := json.Unmarshal(text, &pairs); err != nil {
		return err
	}
	*h = Hist{}
	for i, p := range pairs {
		if p[0] > math.MaxInt32 || p[1] == 0 || i > 0 && p[0] <= pairs[i-1][0] {
			return fmt.Errorf("a histogram holds [value, count] with values rising and counts above zero; entry %d is %d, %d", i, p[0], p[1])
		}
		h.addN(int(p[0]), p[1])
	}
	return nil
}

// Summary is what a report says of a histogram. Quantiles are values that
// occurred: the smallest value that so large a share does not exceed.
type Summary struct {
	Mean   float64 `json:"mean"`
	SD     float64 `json:"sd"` // of the sample
	Min    int     `json:"min"`
	P5     int     `json:"p5"`
	Median int     `json:"median"`
	P95    int     `json:"p95"`
	Max    int     `json:"max"`
}

// Summary sums a histogram up; of nothing everything is 0.
func (h *Hist) Summary() Summary {
	bars := h.Bars()
	if len(bars) == 0 {
		return Summary{}
	}
	var n, sum uint64
	for _, b := range bars {
		n += b.Count
		sum += b.Count * uint64(b.Value)
	}
	mean := float64(sum) / float64(n)
	squares := 0.0 // summed in ascending order of values: the same on every machine
	for _, b := range bars {
		d := float64(b.Value) - mean
		squares += float64(b.Count) * d * d
	}
	s := Summary{Mean: round(mean), Min: bars[0].Value, Max: bars[len(bars)-1].Value}
	if n > 1 {
		s.SD = round(math.Sqrt(squares / float64(n-1)))
	}
	s.P5, s.Median, s.P95 = quantile(bars, n, 5), quantile(bars, n, 50), quantile(bars, n, 95)
	return s
}

// quantile is the smallest value that percent of all do not exceed.
func quantile(bars []Bar, n uint64, percent uint64) int {
	need := (n*percent + 99) / 100
	seen := uint64(0)
	for _, b := range bars {
		if seen += b.Count; seen >= need {
			return b.Value
		}
	}
	return bars[len(bars)-1].Value
}

// round keeps six decimals, enough for any report and short to print.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// Interval is a share with its 95 % confidence interval after Wilson.
type Interval struct {
	Count uint64  `json:"count"`
	Of    uint64  `json:"of"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Wilson is the interval of count in of; of nothing it is 0 to 1.
func Wilson(count, of uint64) Interval {
	if of == 0 {
		return Interval{High: 1}
	}
	const z = 1.959963984540054
	n, p := float64(of), float64(count)/float64(of)
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return Interval{count, of, round(p), round(max(middle-half, 0)), round(min(middle+half, 1))}
}

// Total is the sum of all values counted.
func (h *Hist) Total() uint64 {
	sum := uint64(0)
	for _, b := range h.Bars() {
		sum += uint64(b.Value) * b.Count
	}
	return sum
}
