package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// InlineKey is the field of a handoff's own object for handofflint. The
// schema's #Inline defines it: what violates that is skipped here.
const InlineKey = "handofflint"

// readKey reads the suppressions under the key.
func (r *inlineReader) readKey(key *Node) {
	pointer := document.PointerStep("", InlineKey)
	r.reportStrayKeys(key, pointer, "disable")
	list := key.Field("disable")
	if list == nil || list.Kind != document.List {
		return
	}
	pointer = document.PointerStep(pointer, "disable")
	for i, entry := range list.Items {
		if r.left < 0 {
			return
		}
		r.readEntry(entry, document.PointerStep(pointer, strconv.Itoa(i)))
	}
}

// readEntry reads one entry of the list: "RULE -- reason", or an object.
func (r *inlineReader) readEntry(entry *Node, pointer string) {
	say := statement{whole: entry.Value, start: -1, variant: "key", pointer: pointer, place: scope{variant: inFile}}
	switch entry.Kind {
	case document.String:
		say.text = entry.Text
	case document.Object:
		rule, reason, value := entry.Field("rule"), entry.Field("reason"), entry.Field("pointer")
		if r.reportStrayKeys(entry, pointer, "rule", "reason", "pointer") || rule.Str() == "" || !textOrNone(reason) || !textOrNone(value) {
			return
		}
		say.text, say.reason = rule.Text, reason.Str()
		if value != nil && !strings.HasPrefix(value.Text, "/") {
			return
		}
		if value != nil {
			say.place = scope{variant: atValue, value: value.Text}
		}
	}
	if strings.TrimSpace(say.text) != "" {
		r.read(say, "this entry")
	}
}

func textOrNone(n *Node) bool { return n == nil || n.Kind == document.String }

// reportStrayKeys reports the unknown fields of an object, and whether there
// are any. The entry is then not used: a field may have been meant to limit it.
func (r *inlineReader) reportStrayKeys(object *Node, pointer string, known ...string) bool {
	if object == nil || object.Kind != document.Object {
		return false
	}
	stray := false
	for _, field := range object.Items {
		if slices.Contains(known, field.Name) {
			continue
		}
		stray = true
		at := document.PointerStep(pointer, field.Name)
		r.addNamed(ruleMalformed, Report{At: field.Key, Scope: object.Value, Pointer: at, Variant: "key", Values: Values{"field": Quote(field.Name)}})
	}
	return stray
}
