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
// not by where it stands: it stays the same when other lines or values come or
// go. It is a hash of the rule and its variant, and of a value of the handoff's
// own object the pointer, with any index in a list left open, and the value: of
// a list or an object that it is one, of a missing field that it is missing. A
// finding about anything else has its line instead, with the white space evened
// out. One without a pointer has what its words were filled in with besides,
// numbers left open: one more word in a section that is too short is no other
// fault.
//
// Several findings may have one fingerprint; who keeps them counts them.
func (f Finding) Fingerprint() string {
	if f.fingerprint != "" {
		return f.fingerprint
	}
	about := f.subject
	if about == "" {
		about = "line " + f.line()
	}
	return f.hash(f.Rule, f.Variant, openIndexes(f.Pointer), about)
}

// WithFingerprint is the finding with a fingerprint that was read from a report.
func (f Finding) WithFingerprint(fingerprint string) Finding {
	f.fingerprint = fingerprint
	return f
}

// line is the finding's line with the white space evened out.
func (f Finding) line() string { return strings.Join(strings.Fields(f.Excerpt.Text), " ") }

// hash is a fingerprint of some texts, and of what the words of a finding
// without a pointer were filled in with.
func (f Finding) hash(parts ...string) string {
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
