package payload

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/rules"
)

// maxOutput is how many bytes a prompt may have.
const maxOutput = 8 << 20

// output takes what a template writes, up to maxOutput.
type output struct{ strings.Builder }

func (o *output) Write(p []byte) (int, error) {
	if o.Len()+len(p) > maxOutput {
		return 0, errTooLong
	}
	return o.Builder.Write(p)
}

var errTooLong = fmt.Errorf("the prompt would have over %d bytes; hand over less, or shorten what loops", maxOutput)

// handoff is a handoff as a template sees it. A nil one is false in `if` and
// `with`, and has the same fields as any other, all empty.
type handoff struct {
	payload Payload
	// detailUsed reports whether the template has asked for the detail.
	detailUsed bool
}

func (h *handoff) get() (p Payload) {
	if h != nil {
		p = h.payload
	}
	return p
}

// Version is the payload's version, 0 without a handoff.
func (h *handoff) Version() int { return h.get().Version }

// Summary is the payload's summary.
func (h *handoff) Summary() string { return h.get().Summary }

// Detail is the payload's detail, cut if there is a budget.
func (h *handoff) Detail() string {
	if h != nil {
		h.detailUsed = true
	}
	return h.get().Detail
}

// Data has the payload's data by key.
func (h *handoff) Data() map[string]string { return h.get().Data }

// view is a dependency as a template sees it.
type view struct {
	Name    string
	Handoff *handoff
	Results map[string]string
	Outputs []string
}

// viewKeys and handoffKeys are the fields of a view and of a handoff.
var (
	viewKeys    = []string{"Handoff", "Name", "Outputs", "Results"}
	handoffKeys = []string{"Data", "Detail", "Summary", "Version"}
)

// unknownKey says that a dependency, or its handoff, has no such field.
func unknownKey(of, name string, keys []string) string {
	return fmt.Sprintf("a %s has no %s%s; it has %s", of, rules.Quote(name), near.DidYouMeanOne(name, keys), strings.Join(keys, ", "))
}

// unknownDependency says that there is no dependency of that name.
func unknownDependency(name string, names []string) string {
	return fmt.Sprintf("it asks for the dependency %s, which no --dep names%s; add --dep NAME=FILE for it", rules.Quote(name), near.DidYouMeanOne(name, names))
}

// index is text/template's, for what a template can see. A dependency that is
// not there is nil, so that a template can test for it.
func index(item any, keys ...any) (any, error) {
	for i, key := range keys {
		name, named := key.(string)
		at, numbered := key.(int)
		list, isList := item.([]string)
		if isList && (!numbered || at < 0 || at >= len(list)) || !isList && !named {
			return nil, fmt.Errorf("there is nothing at index %v", key)
		}
		switch v := item.(type) {
		case map[string]*view:
			if v[name] == nil && i+1 < len(keys) {
				return nil, errors.New(unknownDependency(name, slices.Sorted(maps.Keys(v))))
			}
			item = v[name]
		case *view:
			fields := map[string]any{"Name": v.Name, "Handoff": v.Handoff, "Results": v.Results, "Outputs": v.Outputs}
			if item = fields[name]; item == nil {
				return nil, errors.New(unknownKey("dependency", name, viewKeys))
			}
		case *handoff:
			fields := map[string]func() any{
				"Version": func() any { return v.Version() }, "Summary": func() any { return v.Summary() },
				"Detail": func() any { return v.Detail() }, "Data": func() any { return v.Data() },
			}
			if fields[name] == nil {
				return nil, errors.New(unknownKey("handoff", name, handoffKeys))
			}
			item = fields[name]()
		case map[string]string:
			item = v[name]
		case []string:
			item = v[at]
		default:
			return nil, fmt.Errorf("there is nothing at index %v", key)
		}
	}
	return item, nil
}
