package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

// fingerprintLength is the number of hexadecimal digits: 64 bits distinguish the findings of one file.
const fingerprintLength = 16

var (
	indexStep = text.MustCompile(`/[0-9]+(/|$)`)
	number    = text.MustCompile(`[0-9]+`)
)

// Fingerprint identifies the finding in its file by its subject, not its position: it stays the same if other
// lines or values are added or removed. It is a hash of the rule, the variant and the subject. For a value of
// the handoff's own object, the subject is the pointer without list indexes and the value (for a list or
// object its kind; for a missing field the fact that it is missing). Otherwise it is the line with normalized
// white space. Without a pointer the hash includes the values of the message, without numbers: a section that
// is one word shorter has the same fault.
//
// Several findings may share a fingerprint; count them.
func (f Finding) Fingerprint() string {
	about := f.subject
	if about == "" {
		about = "line " + text.Fold(f.Excerpt.Text)
	}
	parts := []string{f.Rule, f.Variant, openIndexes(f.Pointer), about}
	if f.Pointer == "" {
		for _, name := range slices.Sorted(maps.Keys(f.Values)) {
			parts = append(parts, name, number.ReplaceAllString(f.Values[name], "#"))
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])[:fingerprintLength]
}

// openIndexes replaces each step of a pointer that may be an index with a *. It takes two passes because two
// indexes in a row share a slash.
func openIndexes(pointer string) string {
	return indexStep.ReplaceAllString(indexStep.ReplaceAllString(pointer, "/*$1"), "/*$1")
}

// subjectOf identifies the subject of a report on the handoff's own object, independent of other values: for
// a scalar its kind and text, or the part that is reported; for a list or object its kind; for a missing
// field the fact that it is missing. It returns "" for any other report.
func (c *docCheck) subjectOf(r Report) string {
	data := c.doc.Data()
	isAboutData := data != nil && (r.Pointer != "" || r.At == data.Value)
	if !isAboutData {
		return ""
	}
	n := data.At(r.Pointer)
	if n == nil {
		return "missing"
	}
	if n.Kind.IsContainer() {
		return n.Kind.String()
	}
	subject := n.Text
	isInside := n.Value.Start <= r.At.Start && r.At.End <= n.Value.End
	isPart := isInside && r.At.Len() > 0 && r.At.Len() < n.Value.Len()
	if isPart {
		subject = c.source.Slice(r.At)
	}
	return n.Kind.String() + " " + text.Fold(subject)
}
