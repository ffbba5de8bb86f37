package payload

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

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
type handoff struct{ payload Payload }

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
func (h *handoff) Detail() string { return h.get().Detail }

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
	return fmt.Sprintf("a %s has no %s%s; it has %s", of, rules.Quote(name), rules.DidYouMeanOne(name, keys), strings.Join(keys, ", "))
}

// unknownDependency says that there is no dependency of that name.
func unknownDependency(name string, names []string) string {
	return fmt.Sprintf("it asks for the dependency %s, which no --dep names%s; add --dep NAME=FILE for it", rules.Quote(name), rules.DidYouMeanOne(name, names))
}

// index is text/template's, for what a template can see. A dependency that is
// not there is nil, so that a template can test for it.
func index(item any, keys ...any) (any, error) {
	for i, key := range keys {
		name, named := key.(string)
		at, numbered := key.(int)
		next := map[string]any{}
		switch v := item.(type) {
		case map[string]*view:
			if v[name] == nil && i+1 < len(keys) {
				return nil, errors.New(unknownDependency(name, slices.Sorted(maps.Keys(v))))
			}
			next[name] = v[name]
		case *view:
			next = map[string]any{"Name": v.Name, "Handoff": v.Handoff, "Results": v.Results, "Outputs": v.Outputs}
			if next[name] == nil {
				return nil, errors.New(unknownKey("dependency", name, viewKeys))
			}
		case *handoff:
			next = map[string]any{"Version": v.Version(), "Summary": v.Summary(), "Detail": v.Detail(), "Data": v.Data()}
			if next[name] == nil {
				return nil, errors.New(unknownKey("handoff", name, handoffKeys))
			}
		case map[string]string:
			next[name] = v[name]
		case []string:
			if numbered && at >= 0 && at < len(v) {
				next[name], named = v[at], true
			}
		}
		var found bool
		if item, found = next[name]; !found || !named {
			return nil, fmt.Errorf("there is nothing at index %v", key)
		}
	}
	return item, nil
}
