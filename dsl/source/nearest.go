package source

import "strings"

// maxNearest is the length of a word above which it is no misspelling.
const maxNearest = 64

// Nearest is the candidate most like word, for "did you mean" hints; "" if
// none is near. Case, hyphens and underscores do not count; up to a third of
// the letters (but always one) may be missing, added, wrong, or swapped with
// their neighbour. Of two equally near candidates the first is given, and a
// candidate equal to word is never given.
func Nearest(word string, candidates []string) string {
	best, distance := "", -1
	w := fold(word)
	if len(w) == 0 || len(w) > maxNearest {
		return ""
	}
	for _, c := range candidates {
		if c == word {
			continue
		}
		f := fold(c)
		if len(f) == 0 {
			continue
		}
		allowed := max(1, max(len(w), len(f))/3)
		if len(w) == 1 && len(f) == 1 {
			allowed = 0 // one letter is never "near" another
		}
		if distance >= 0 {
			allowed = min(allowed, distance-1)
		}
		d, ok := within(w, f, allowed)
		if !ok && allowed > 0 && (len(w) > 3 && singular(string(w)) == string(f) || len(f) > 3 && singular(string(f)) == string(w)) {
			d, ok = min(1, allowed), true // one of several is the same word
		}
		if ok {
			best, distance = c, d
		}
	}
	return best
}

// singular is the word without the ending of several.
func singular(w string) string {
	if s, ok := strings.CutSuffix(w, "ies"); ok {
		return s + "y"
	}
	return strings.TrimSuffix(w, "s")
}

// fold drops what does not count in a comparison.
func fold(s string) []rune {
	return []rune(strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s)))
}

// within gives the number of edits (insert, delete, replace, swap two
// neighbours) that turn a into b, if it is at most limit.
func within(a, b []rune, limit int) (int, bool) {
	if limit < 0 || len(a)-len(b) > limit || len(b)-len(a) > limit {
		return 0, false
	}
	var before, row []int // rows i-2 and i-1 of the table of distances
	next := make([]int, len(b)+1)
	for j := range next {
		next[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, row, next = row, next, make([]int, len(b)+1)
		next[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
			least = min(least, next[j])
		}
		if least > limit {
			return 0, false
		}
	}
	return next[len(b)], next[len(b)] <= limit
}
