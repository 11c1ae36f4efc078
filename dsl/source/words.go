package source

import (
	"fmt"
	"strings"
)

// Noun is a noun as it follows a number: 1 lap, 2 laps.
func Noun(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// Plural is a number with its noun: 1 lap, 2 laps.
func Plural(n int, noun string) string { return fmt.Sprintf("%d %s", n, Noun(n, noun)) }

// A is a noun with its article: a hole, an array.
func A(noun string) string {
	if noun != "" && strings.Contains("aeiou", strings.ToLower(noun[:1])) {
		return "an " + noun
	}
	return "a " + noun
}
