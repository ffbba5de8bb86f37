package rules

import (
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// moment matches a date and time in RFC 3339 (section 5.6): the day, and the
// zone, which may be missing.
var moment = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)[Tt]\d\d:\d\d:\d\d(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)?$`)

// addZone adds to a time without a zone the zone of all other times of the
// handoff.
func (t *docCheck) addZone(r Report) ([]Replacement, Values) {
	node := t.nodeAt(r.Pointer)
	m := moment.FindStringSubmatch(node.Str())
	if m == nil || m[2] != "" {
		return nil, nil
	}
	zone := t.commonZone(node, m[1])
	at, ok := t.endOfText(node)
	if zone == "" || !ok {
		return nil, nil
	}
	return []Replacement{{at, zone}}, Values{"zone": zone}
}

// commonZone returns the zone of all times but one, "" if they differ. An
// offset changes with the season, so one of them must be of the same day.
func (t *docCheck) commonZone(without *document.Node, day string) string {
	zone, sameDay, agreed := "", false, true
	eachString(t.doc.Data(), func(n *document.Node) {
		m := moment.FindStringSubmatch(n.Text)
		if m == nil || n == without {
			return
		}
		own := strings.ToUpper(m[2])
		agreed = agreed && own != "" && (zone == "" || zone == own)
		zone, sameDay = own, sameDay || m[1] == day
	})
	if !agreed || zone != "Z" && !sameDay {
		return ""
	}
	return zone
}

// endOfText returns the position after the last character of a string, within
// its quotes, and whether it is known.
func (t *docCheck) endOfText(node *document.Node) (text.Span, bool) {
	switch t.source.Slice(node.Value) {
	case node.Text:
		return text.At(node.Value.End), true
	case `"` + node.Text + `"`, "'" + node.Text + "'":
		return text.At(node.Value.End - 1), true
	}
	return text.Span{}, false
}

// eachString calls a function for every string of a tree. Parsers bound its
// depth and size, aliases included.
func eachString(n *document.Node, call func(*document.Node)) {
	if n == nil {
		return
	}
	if n.Kind == document.String {
		call(n)
	}
	for _, item := range n.Items {
		eachString(item, call)
	}
}
