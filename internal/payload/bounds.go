package payload

import (
	"fmt"
	"text/template"
)

// bounds count what a template makes while it is filled in: what is printed is bounded by output,
// but a few lines can double a text in memory.
type bounds struct{ bytes int }

// functions returns those of a template: text/template's own that make a text are bounded.
func (b *bounds) functions() template.FuncMap {
	return template.FuncMap{
		"index": index,
		"print": b.text(fmt.Sprint), "println": b.text(fmt.Sprintln),
		"printf": func(format string, args ...any) (string, error) { return b.count(fmt.Sprintf(format, args...)) },
		"html":   b.text(template.HTMLEscaper), "js": b.text(template.JSEscaper), "urlquery": b.text(template.URLQueryEscaper),
	}
}

func (b *bounds) text(function func(...any) string) func(...any) (string, error) {
	return func(args ...any) (string, error) { return b.count(function(args...)) }
}

func (b *bounds) count(s string) (string, error) {
	b.bytes += len(s)
	if b.bytes > maxOutput {
		return "", errTooLong
	}
	return s, nil
}
