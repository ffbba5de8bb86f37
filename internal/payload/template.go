package payload

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/handofflint/handofflint/internal/text"
)

// mainName is the template's own name in text/template's messages.
const mainName = "the template"

// wayOut ends the messages about a template.
const wayOut = "`handofflint render --help` lists what a template can ask for"

// Template is a prompt to fill in.
type Template struct {
	path   string
	source *text.Source
	parsed *template.Template
}

// TemplateError is a fault of a template: path, line and column from 1, the column in
// code points, and what is wrong.
type TemplateError struct {
	Path         string
	Line, Column int
	Message      string
}

func (e *TemplateError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s; %s", e.Path, e.Line, e.Column, e.Message, wayOut)
}

// ParseTemplate reads a template. path is what errors call it. A fault of the template
// is an *TemplateError.
func ParseTemplate(path string, data []byte) (*Template, error) {
	t := &Template{path: path, source: text.NewSource(data)}
	if at := strings.IndexByte(strings.ToValidUTF8(string(data), "\x00"), 0); at >= 0 {
		return nil, t.errorAt(at, "the template is not UTF-8, or has a NUL byte; save it as UTF-8")
	}
	parsed, err := template.New(mainName).Option("missingkey=zero").Funcs(template.FuncMap{"index": index}).Parse(string(data[t.source.Start():]))
	if err != nil {
		return nil, t.parseError(err)
	}
	t.parsed = parsed
	return t, nil
}

func (t *Template) errorAt(offset int, message string) *TemplateError {
	at := t.source.Pos(min(max(offset, 0), len(t.source.Bytes())))
	return &TemplateError{Path: t.path, Line: at.Line, Column: at.Column, Message: message}
}

// Messages of text/template: a parser's has the line alone.
var (
	parseMessage = regexp.MustCompile(`(?s)^template: ` + mainName + `:(\d+): (.*)$`)
	runMessage   = regexp.MustCompile(`(?s)^template: ` + mainName + `:(\d+):(\d+): executing ".*?" at (<.*?>): (.*)$`)
	dashedName   = regexp.MustCompile(`\.Deps\.(\w+-[\w-]+)`)
	fieldOf      = regexp.MustCompile(`\.Deps\.(\w+)`)
	unknownField = regexp.MustCompile(`can't evaluate field (\w+) in type (?:\*?payload\.(\w+)|struct)`)
	quotedToken  = regexp.MustCompile(`"((?:[^"\\]|\\.)+)"`)
)

// parseError gives a parser's message its column: that of the token which it
// quotes, or of the first action on the line.
func (t *Template) parseError(err error) error {
	m := parseMessage.FindStringSubmatch(err.Error())
	if m == nil {
		return t.errorAt(t.source.Start(), err.Error())
	}
	number, _ := strconv.Atoi(m[1])
	span := t.source.LineSpan(number)
	line := t.source.Slice(span)
	at := max(0, strings.Index(line, "{{"))
	if token := quotedToken.FindStringSubmatch(m[2]); token != nil {
		if found := strings.Index(line, token[1]); found >= 0 {
			at = found
		}
	}
	message := m[2]
	if dashed := dashedName.FindStringSubmatch(line); dashed != nil && strings.Contains(message, "bad character") {
		message = fmt.Sprintf("a name with a - is not a field: write {{index .Deps %q ...}}", dashed[1])
	}
	return t.errorAt(span.Start+at, message)
}

// runError says what went wrong while a template ran. Columns of text/template
// count bytes from 0, and those of a chain of fields are of its second one.
func (t *Template) runError(err error, names []string) error {
	m := runMessage.FindStringSubmatch(err.Error())
	if m == nil {
		return t.errorAt(t.source.Start(), strings.TrimPrefix(err.Error(), "template: "+mainName+": "))
	}
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	offset := t.source.LineSpan(line).Start + column
	before := string(t.source.Bytes()[:min(offset, len(t.source.Bytes()))])
	offset = len(strings.TrimSuffix(strings.TrimSuffix(before, ".Deps"), "$"))
	message := m[3] + ": " + m[4]
	field, missing := unknownField.FindStringSubmatch(m[4]), fieldOf.FindStringSubmatch(m[3])
	switch {
	case field != nil && field[2] == "":
		message = m[3] + ": a template has .Deps and nothing else"
	case field != nil && field[2] == "view":
		message = unknownKey("dependency", field[1], viewKeys)
	case field != nil && field[2] == "handoff":
		message = unknownKey("handoff", field[1], handoffKeys)
	case missing != nil && strings.HasPrefix(m[4], "nil pointer evaluating *payload.view"):
		message = unknownDependency(missing[1], names)
	case strings.HasPrefix(m[4], "error calling index: "):
		message = strings.TrimPrefix(m[4], "error calling index: ")
	}
	return t.errorAt(offset, message)
}

// run fills the template in, with other details than the dependencies have, and
// reports whose details it asks for.
func (t *Template) run(dependencies []Dependency, details []string) (prompt string, used []bool, err error) {
	views := map[string]*view{}
	for i, d := range dependencies {
		v := &view{Name: d.Name, Results: d.Results, Outputs: d.Outputs}
		if d.Handoff != nil {
			v.Handoff = &handoff{payload: *d.Handoff}
			v.Handoff.payload.Detail = details[i]
		}
		views[d.Name] = v
	}
	var out output
	err = t.parsed.Execute(&out, struct{ Deps map[string]*view }{views})
	switch {
	case errors.Is(err, errTooLong):
		return "", nil, t.errorAt(t.source.Start(), errTooLong.Error())
	case err != nil:
		return "", nil, t.runError(err, slices.Sorted(maps.Keys(views)))
	}
	for _, d := range dependencies {
		h := views[d.Name].Handoff
		used = append(used, h != nil && h.detailUsed)
	}
	return out.String(), used, nil
}
