package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// fingerprintLength is the number of hexadecimal digits: 64 bits distinguish
// the findings of one file.
const fingerprintLength = 16

var (
	indexStep = regexp.MustCompile(`/[0-9]+(/|$)`)
	number    = regexp.MustCompile(`[0-9]+`)
)

// Fingerprint identifies the finding in its file by its subject, not its
// position: it stays the same if other lines or values are added or removed. It
// is a hash of the rule, the variant, and the subject. For a value of the
// handoff's own object that is the pointer without list indexes, and the value
// (the kind of a list or object; that a missing field is missing); otherwise the
// line, with normalized white space. Without a pointer the hash includes the
// values of the message, without numbers: one more word in a section that is too
// short is the same fault.
//
// Several findings may share a fingerprint; count them.
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

// WithFingerprint returns the finding with a fingerprint read from a report.
func (f Finding) WithFingerprint(fingerprint string) Finding {
	f.fingerprint = fingerprint
	return f
}

// line returns the finding's line with normalized white space.
func (f Finding) line() string { return strings.Join(strings.Fields(f.Excerpt.Text), " ") }

// hash returns a fingerprint of the strings, and of the values in the words of
// a finding without a pointer.
func (f Finding) hash(parts ...string) string {
	if f.Pointer == "" {
		for _, name := range slices.Sorted(maps.Keys(f.Values)) {
			parts = append(parts, name, number.ReplaceAllString(f.Values[name], "#"))
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])[:fingerprintLength]
}

// openIndexes replaces every step of a pointer that may be an index with a *.
// Two indexes in a row share a slash, so one pass finds every other one.
func openIndexes(pointer string) string {
	return indexStep.ReplaceAllString(indexStep.ReplaceAllString(pointer, "/*$1"), "/*$1")
}
