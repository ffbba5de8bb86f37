package payload

import (
	"fmt"
	"text/template"
)

// bounds counts the bytes of the texts that a template makes while it runs. output bounds what it prints, but
// a few lines can keep doubling a text in memory.
type bounds struct{ bytes int }

// functions returns a template's functions: those of text/template that make a text are bounded.
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
