package payload

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"text/template"

	"github.com/handofflint/handofflint/internal/text"
)

// Template is a prompt to fill in.
type Template struct {
	path   string
	parsed *template.Template
}

// ParseTemplate reads a template. path is what errors call it.
func ParseTemplate(path string, data []byte) (*Template, error) {
	t := &Template{path: path}
	if strings.IndexByte(strings.ToValidUTF8(string(data), "\x00"), 0) >= 0 {
		return nil, fmt.Errorf("%s: the template is not UTF-8, or has a NUL byte; save it as UTF-8", path)
	}
	parsed, err := template.New(mainName).Option("missingkey=zero").Funcs(template.FuncMap{"index": index}).Parse(strings.TrimPrefix(string(data), text.BOM))
	if err != nil {
		return nil, t.explain(err)
	}
	t.parsed = parsed
	return t, nil
}

// mainName is the template's own name in text/template's messages, and message what
// is before the words of one. Its columns are often those of another node.
const mainName = "the template"

var message = regexp.MustCompile(`^template: ` + mainName + `:(\d+)(?::\d+)?: (?:executing ".*?" at )?`)

// explain is an error of text/template with the template's path and a way out.
func (t *Template) explain(err error) error {
	return fmt.Errorf("%s; `handofflint render --help` lists what a template can ask for", t.path+":"+message.ReplaceAllString(err.Error(), "$1: "))
}

// run fills the template in, with other details than the dependencies have, and
// reports whose details it asks for.
func (t *Template) run(dependencies []Dependency, details []string) (prompt string, used []bool, err error) {
	views := map[string]*view{}
	for i, d := range dependencies {
		views[d.Name] = &view{dependency: d}
		if d.Handoff != nil {
			h := &handoff{payload: *d.Handoff}
			h.payload.Detail, views[d.Name].handoff = details[i], h
		}
	}
	var out output
	err = t.parsed.Execute(&out, struct{ Deps map[string]*view }{views})
	switch {
	case errors.Is(err, errTooLong):
		return "", nil, fmt.Errorf("%s: %w", t.path, errTooLong)
	case err != nil:
		return "", nil, t.explain(err)
	}
	for _, d := range dependencies {
		h := views[d.Name].handoff
		used = append(used, h != nil && h.detailUsed)
	}
	return out.String(), used, nil
}

// maxOutput is how many bytes a prompt may have.
const maxOutput = 8 << 20

var errTooLong = fmt.Errorf("the prompt would have over %d bytes; hand over less, or shorten what loops", maxOutput)

// output takes what a template writes, up to maxOutput.
type output struct{ strings.Builder }

func (o *output) Write(p []byte) (int, error) {
	if o.Len()+len(p) > maxOutput {
		return 0, errTooLong
	}
	return o.Builder.Write(p)
}

// view is a dependency as a template sees it. A nil one is false in `if` and `with`,
// and an error in all else.
type view struct {
	dependency Dependency
	handoff    *handoff
}

// get is the view, or an error that a template has asked for a task that is not there.
func (v *view) get() (view, error) {
	if v == nil {
		return view{}, errors.New("no --dep has this name; add --dep NAME=FILE for it")
	}
	return *v, nil
}

// Name is the task's name.
func (v *view) Name() (string, error) {
	known, err := v.get()
	return known.dependency.Name, err
}

// Handoff is what the task handed over, nil if it left nothing.
func (v *view) Handoff() (*handoff, error) {
	known, err := v.get()
	return known.handoff, err
}

// Results are the `key: value` lines of the task's log.
func (v *view) Results() (map[string]string, error) {
	known, err := v.get()
	return known.dependency.Results, err
}

// Outputs are all lines of results.
func (v *view) Outputs() ([]string, error) {
	known, err := v.get()
	return known.dependency.Outputs, err
}

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

// index is text/template's, which also takes the names of fields. A dependency that is
// not there is nil, so that a template can test for it.
func index(item any, keys ...any) (any, error) {
	for _, key := range keys {
		name, named := key.(string)
		at, numbered := key.(int)
		v := reflect.ValueOf(item)
		switch {
		case !v.IsValid():
			return nil, fmt.Errorf("there is nothing at %v", key)
		case v.Kind() == reflect.Map && named:
			if v = v.MapIndex(reflect.ValueOf(name)); !v.IsValid() {
				v = reflect.Zero(reflect.TypeOf(item).Elem())
			}
			item = v.Interface()
		case v.Kind() == reflect.Slice && numbered && at >= 0 && at < v.Len():
			item = v.Index(at).Interface()
		case v.Kind() == reflect.Pointer && v.MethodByName(name).IsValid():
			got := v.MethodByName(name).Call(nil)
			if len(got) == 2 && !got[1].IsNil() {
				return nil, got[1].Interface().(error)
			}
			item = got[0].Interface()
		default:
			return nil, fmt.Errorf("there is nothing at index %v", key)
		}
	}
	return item, nil
}
