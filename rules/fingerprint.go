package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// fingerprintLength is how many hexadecimal digits a fingerprint has: 64 bits
// tell the findings of one file apart.
const fingerprintLength = 16

var (
	indexStep = regexp.MustCompile(`/[0-9]+(/|$)`)
	number    = regexp.MustCompile(`[0-9]+`)
)

// Fingerprint tells the finding from others of its file by what it is about,
// not by where it stands: it stays the same when lines above come or go. It is
// a hash of the rule and its variant, of the line with its white space evened
// out, and of the value's pointer with any index in a list left open. A finding
// about no single value has what its words were filled in with instead, numbers
// left open: one more word in a section that is too short is no other fault.
//
// Several findings may have one fingerprint; who keeps them counts them.
func (f Finding) Fingerprint() string {
	line := strings.Join(strings.Fields(f.Excerpt.Text), " ")
	parts := []string{f.Rule, f.Variant, line, openIndexes(f.Pointer)}
	if f.Pointer == "" {
		for _, name := range slices.Sorted(maps.Keys(f.Values)) {
			parts = append(parts, name, number.ReplaceAllString(f.Values[name], "#"))
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])[:fingerprintLength]
}

// openIndexes is a pointer with a * for every step that may be an index. Two
// indexes in a row share a slash, so one pass finds every other one.
func openIndexes(pointer string) string {
	return indexStep.ReplaceAllString(indexStep.ReplaceAllString(pointer, "/*$1"), "/*$1")
}
