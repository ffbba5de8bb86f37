package prompt

import (
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/handofflint/handofflint/internal/convert"
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
	of     *convert.Payload
	detail string
}

// Version is the payload's version, 0 without a handoff.
func (h *handoff) Version() int {
	if h == nil {
		return 0
	}
	return h.of.Version
}

// Summary is the payload's summary.
func (h *handoff) Summary() string {
	if h == nil {
		return ""
	}
	return h.of.Summary
}

// Detail is the payload's detail, cut if there is a budget.
func (h *handoff) Detail() string {
	if h == nil {
		return ""
	}
	return h.detail
}

// Data has the payload's data by key.
func (h *handoff) Data() map[string]string {
	if h == nil {
		return nil
	}
	return h.of.Data
}

// field is one of handoffKeys.
func (h *handoff) field(name string) (any, bool) {
	switch name {
	case "Version":
		return h.Version(), true
	case "Summary":
		return h.Summary(), true
	case "Detail":
		return h.Detail(), true
	case "Data":
		return h.Data(), true
	}
	return nil, false
}

// functions are those that a template has beside, or in place of, its own.
var functions = template.FuncMap{"index": index}

// index is text/template's, for what a template can see, a handoff included.
func index(item any, keys ...any) (any, error) {
	for _, key := range keys {
		name, named := key.(string)
		at, numbered := key.(int)
		found := named
		switch v := item.(type) {
		case *handoff:
			item, found = v.field(name)
		case map[string]any:
			item = v[name]
		case map[string]string:
			item = v[name]
		case []string:
			if found = numbered && at >= 0 && at < len(v); found {
				item = v[at]
			}
		default:
			found = false
		}
		if !found {
			return nil, fmt.Errorf("there is nothing at index %v", key)
		}
	}
	return item, nil
}

// view is the dependency as a template sees it. detail stands for that of its
// handoff, which a budget may cut.
func (d Dependency) view(detail string) map[string]any {
	var h *handoff
	if d.Handoff != nil {
		h = &handoff{d.Handoff, detail}
	}
	return map[string]any{"Name": d.Name, "Handoff": h, "Results": d.Results, "Outputs": slices.Clone(d.Outputs)}
}

// detail is that of the handoff, "" without one.
func (d Dependency) detail() string {
	if d.Handoff == nil {
		return ""
	}
	return d.Handoff.Detail
}
