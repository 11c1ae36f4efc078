package source

import (
	"fmt"
	"strings"
	"unicode/utf8"
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

// Cut is a text short enough to be shown: of a longer one the beginning.
func Cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}

// A is a noun with its article: a hole, an array.
func A(noun string) string {
	if noun != "" && strings.Contains("aeiou", strings.ToLower(noun[:1])) {
		return "an " + noun
	}
	return "a " + noun
}
