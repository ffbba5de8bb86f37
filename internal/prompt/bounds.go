package prompt

import (
	"errors"
	"fmt"
	"strings"
	"text/template"
)

// What running a template may take. A prompt that fills a model's whole context
// takes far less; a template that takes more loops.
const (
	// maxOutput is how many bytes a prompt may have.
	maxOutput = 8 << 20
	// maxMade is how many bytes all functions of one run may make.
	maxMade = 32 << 20
	// maxSteps is how many steps the bodies of loops and of named templates may
	// take, and stepBytes how much of their source is one.
	maxSteps  = 1_000_000
	stepBytes = 16
	// maxNesting is how deep `if`, `range` and `with` may nest.
	maxNesting = 100
	// maxCalls is how many templates may be called with `template`, and so how
	// deep they may call each other.
	maxCalls = 10_000
)

// The functions that the program itself puts into a template.
const (
	stepFunction  = "handofflint_step"
	callFunction  = "handofflint_call"
	givenFunction = "handofflint_given"
)

// boundError says that a template took more than it may. offset is where it
// stands in the template, -1 where that is for others to say.
type boundError struct {
	offset int
	words  string
}

func (e *boundError) Error() string { return e.words }

// bounds counts what one run of a template takes.
type bounds struct {
	steps, calls, made int
	out                strings.Builder
}

// Write takes the output.
func (b *bounds) Write(p []byte) (int, error) {
	if b.out.Len()+len(p) > maxOutput {
		return 0, &boundError{-1, fmt.Sprintf("the prompt would have over %d bytes; hand over less, or shorten what loops", maxOutput)}
	}
	return b.out.Write(p)
}

// step counts the steps of a loop's body that is about to run.
func (b *bounds) step(steps, offset int) (string, error) {
	if b.steps += steps; b.steps > maxSteps {
		return "", &boundError{offset, fmt.Sprintf("the loop runs over %d steps; range over less", maxSteps)}
	}
	return "", nil
}

// call counts a template that is about to run.
func (b *bounds) call(steps, offset int) (string, error) {
	if b.calls++; b.calls > maxCalls {
		return "", &boundError{offset, fmt.Sprintf("the template is called over %d times; end its recursion", maxCalls)}
	}
	return b.step(steps, offset)
}

// make checks what a function is about to make: at most so many bytes.
func (b *bounds) make(most int) error {
	if most < 0 || most > maxMade-b.made {
		return &boundError{-1, fmt.Sprintf("the functions of the template make over %d bytes of text; insert less", maxMade)}
	}
	return nil
}

// functions are those of text/template that make text, bounded, and our own.
func (b *bounds) functions() template.FuncMap {
	text := func(factor int, of func(...any) string) func(...any) (string, error) {
		return func(args ...any) (string, error) {
			return b.text(factor*sizeOf(args), func() string { return of(args...) })
		}
	}
	return template.FuncMap{
		stepFunction:  b.step,
		callFunction:  b.call,
		givenFunction: given,
		"not":         func(v any) bool { truth, _ := template.IsTrue(given(v)); return !truth },
		"print":       text(1, fmt.Sprint),
		"println":     text(1, fmt.Sprintln),
		"html":        text(htmlFactor, template.HTMLEscaper),
		"js":          text(jsFactor, template.JSEscaper),
		"urlquery":    text(urlFactor, template.URLQueryEscaper),
		"printf": func(format string, args ...any) (string, error) {
			most, err := printfSize(format, args)
			if err != nil {
				return "", err
			}
			return b.text(most, func() string { return fmt.Sprintf(format, args...) })
		},
	}
}

// By how much escaping lengthens a text at most: `"` is &#34; in HTML, `<` is
// \u003C in JavaScript, any byte three in a URL.
const (
	htmlFactor = 5
	jsFactor   = 6
	urlFactor  = 3
)

func (b *bounds) text(most int, of func() string) (string, error) {
	if err := b.make(most); err != nil {
		return "", err
	}
	s := of()
	b.made += len(s)
	return s, nil
}

// given makes nothing of a handoff that is missing, for `if`, `with` and `not`.
func given(v any) any {
	if _, missing := v.(missingHandoff); missing {
		return nil
	}
	return v
}

// sizeOf is how many bytes values have at most once they are printed.
func sizeOf(values []any) int {
	size := 0
	for _, v := range values {
		switch v := v.(type) {
		case string:
			size += len(v) + 1
		case nil, bool, int, float64:
			size += 32
		default:
			size += len(fmt.Sprint(v)) // it is of the dependencies, which are bounded
		}
	}
	return size
}

// printfSize is how many bytes a format makes at most. A width that only an
// argument tells is refused, and so is one that no prompt needs.
func printfSize(format string, args []any) (int, error) {
	const widest = 1000
	if strings.Contains(format, "*") && strings.Contains(format, "%") {
		return 0, errors.New("printf with a * in its format is not supported; write the width as a number")
	}
	number := 0
	for _, r := range format {
		if number *= 10; r < '0' || r > '9' {
			number = 0
			continue
		}
		if number += int(r - '0'); number > widest {
			return 0, fmt.Errorf("printf takes numbers up to %d in its format", widest)
		}
	}
	// %q, %x and %#v lengthen a text, the others insert it as it is.
	factor := 1
	if strings.ContainsAny(format, "qxXU#+") {
		factor = 12
	}
	verbs := strings.Count(format, "%")
	return len(format) + verbs*(2*widest+factor*sizeOf(args)), nil
}
