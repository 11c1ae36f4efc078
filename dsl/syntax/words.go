package syntax

import "strings"

// Words are the words of the language; none may be used as a name.
var Words = strings.Fields(`
a again all along also always and anticlockwise any as at back behind beyond board by captor capture captured carried choose claim
clockwise close closed column continue could count direction do draw dropping each either empty end ends enemy enter even every
except first for from front game going half hand has hole in inner into inward is its lap largest last least left
leftmost loser loses mark marker may middle mirror mod more most move mover nearest neutral next no not occupied occurs odd of
on open opponent opposite or origin otherwise out outer own owner pass player position previous provided relay repeats rest
reverse right rightmost round run seeds set sow sowing starter step stop store takes taking then times to total turn unmark visited
was way when where while win winner wins would`)

var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range Words {
		m[w] = true
	}
	return m
}()

// Reserved reports whether a name is a word of the language.
func Reserved(name string) bool { return reserved[name] }

// IsName reports whether s can be a name: small letters, digits, hyphens.
func IsName(s string) bool {
	if s == "" || reserved[s] {
		return false
	}
	for i, part := range strings.Split(s, "-") {
		if part == "" {
			return false
		}
		for j, c := range part {
			letter := c >= 'a' && c <= 'z'
			digit := c >= '0' && c <= '9'
			if !letter && !(digit && (j > 0)) {
				_ = i
				return false
			}
		}
	}
	return true
}
