package payload

import (
	"errors"
	"fmt"
	"strings"
	"text/template"

	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/text"
)

// Template is a prompt to fill in.
type Template struct {
	path   string
	parsed *template.Template
}

// ParseTemplate parses a template. path is its name in errors.
func ParseTemplate(path string, data []byte) (*Template, error) {
	t := &Template{path: path}
	if strings.IndexByte(strings.ToValidUTF8(string(data), "\x00"), 0) >= 0 {
		return nil, fmt.Errorf("%s: the template is not UTF-8, or has a NUL byte; save it as UTF-8", path)
	}
	parsed, err := template.New(mainName).Option("missingkey=zero").Funcs(new(bounds).functions()).Parse(strings.TrimPrefix(string(data), text.BOM))
	if err != nil {
		return nil, t.explain(err)
	}
	t.parsed = parsed
	return t, nil
}

// mainName is the template's name in text/template's messages, and message matches the part of one before its
// words. Its column is often that of another node.
const mainName = "the template"

var message = text.MustCompile(`^template: ` + mainName + `:(\d+)(?::\d+)?: (?:executing ".*?" at )?`)

// unknownField matches text/template's message for a missing field.
var unknownField = text.MustCompile(`can't evaluate field (\S+) in type (.+)$`)

// templateRoot is the data of a template.
type templateRoot struct{ Deps map[string]*Dependency }

// fields are the names of the fields that a template can use, by type.
var fields = map[string][]string{
	fmt.Sprintf("%T", (*Handoff)(nil)):    {"Summary", "Detail", "Data", "Version"},
	fmt.Sprintf("%T", (*Dependency)(nil)): {"Name", "Handoff", "Results", "Outputs"},
	fmt.Sprintf("%T", templateRoot{}):     {"Deps"},
}

// noField returns the message for a field that a type does not have.
func noField(name, typeName string) string {
	return fmt.Sprintf("there is no field %q%s", name, near.DidYouMeanOne(name, fields[typeName]))
}

var errNoDependency = errors.New("no --dep has this name; add --dep NAME=FILE for it")

// explain returns an error of text/template with the template's path and a hint.
func (t *Template) explain(err error) error {
	words := message.ReplaceAllString(err.Error(), "$1: ")
	if before, _, isNil := strings.Cut(words, fmt.Sprintf("nil pointer evaluating %T.", (*Dependency)(nil))); isNil {
		words = before + errNoDependency.Error()
	}
	if field := unknownField.FindStringSubmatch(words); field != nil {
		words = strings.TrimSuffix(words, field[0]) + noField(field[1], field[2])
	}
	return fmt.Errorf("%s; `handofflint pipeline render --help` lists what a template can ask for", t.path+":"+words)
}

// Render executes the template with what the dependencies handed over.
func (t *Template) Render(dependencies []Dependency) (string, error) {
	byName := map[string]*Dependency{}
	for _, d := range dependencies {
		byName[d.Name] = &d
	}
	var out output
	err := t.parsed.Funcs(new(bounds).functions()).Execute(&out, templateRoot{byName})
	if errors.Is(err, errTooLong) {
		return "", fmt.Errorf("%s: %w", t.path, errTooLong)
	}
	if err != nil {
		return "", t.explain(err)
	}
	return out.String(), nil
}

// maxOutput is the maximum size of a prompt in bytes.
const maxOutput = 8 << 20

var errTooLong = fmt.Errorf("the prompt would have over %d bytes; hand over less, or shorten what loops", maxOutput)

// output keeps what a template writes, up to maxOutput.
type output struct{ strings.Builder }

func (o *output) Write(p []byte) (int, error) {
	if o.Len()+len(p) > maxOutput {
		return 0, errTooLong
	}
	return o.Builder.Write(p)
}

// index is like text/template's, but also takes the names of fields. A missing dependency is nil, so that a
// template can test for it.
func index(item any, keys ...any) (any, error) {
	for _, key := range keys {
		part, err := partOf(item, key)
		if err != nil {
			return nil, err
		}
		item = part
	}
	return item, nil
}

// partOf returns what an item has under a key: a name, or the number of a line.
func partOf(item, key any) (any, error) {
	name := fmt.Sprint(key)
	var values map[string]any
	switch from := item.(type) {
	case map[string]*Dependency:
		return from[name], nil
	case map[string]string:
		return from[name], nil
	case []string:
		if i, isNumber := key.(int); isNumber && i >= 0 && i < len(from) {
			return from[i], nil
		}
	case *Dependency:
		if from == nil {
			return nil, errNoDependency
		}
		values = map[string]any{"Name": from.Name, "Handoff": from.Handoff, "Results": from.Results, "Outputs": from.Outputs}
	case *Handoff:
		values = map[string]any{"Summary": from.Summary(), "Detail": from.Detail(), "Data": from.Data(), "Version": from.Version()}
	}
	if values == nil {
		return nil, fmt.Errorf("there is nothing at index %v", key)
	}
	value, known := values[name]
	if !known {
		return nil, errors.New(noField(name, fmt.Sprintf("%T", item)))
	}
	return value, nil
}
