package constraint

import (
	"time"
	"unicode/utf8"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// accepted reports whether an ordering satisfies a bound's operator.
func accepted(op cue.Op, order int) bool {
	switch op {
	case cue.LessThanOp:
		return order < 0
	case cue.LessThanEqualOp:
		return order <= 0
	case cue.GreaterThanOp:
		return order > 0
	case cue.GreaterThanEqualOp:
		return order >= 0
	case cue.NotEqualOp:
		return order != 0
	}
	return false
}

// numberBound is `>=1`, and the other operators, against a number. Integers and
// floats are compared by value, as in CUE.
type numberBound struct {
	op      cue.Op
	limit   number
	literal string
}

func (t *numberBound) on() kinds { return numbers }

func (t *numberBound) holds(kind document.Kind, text string, _ *Steps) bool {
	num, ok := parseNumber(text)
	return ok && numbers.has(kind) && accepted(t.op, num.compare(t.limit))
}

// fault returns by how much a whole number misses a whole limit.
func (t *numberBound) fault(text string) (Kind, int) {
	num, _ := parseNumber(text)
	got, ok := num.int()
	limit, whole := t.limit.int()
	if !ok || !whole {
		return Bound, 0
	}
	return Bound, max(got-limit, limit-got)
}

// textBound is `>"b"`, and the other operators, against a string, by bytes.
type textBound struct {
	op    cue.Op
	limit string
}

func (t *textBound) on() kinds { return only(document.String) }

func (t *textBound) holds(kind document.Kind, text string, _ *Steps) bool {
	order := 0
	switch {
	case text < t.limit:
		order = -1
	case text > t.limit:
		order = 1
	}
	return kind == document.String && accepted(t.op, order)
}

func (t *textBound) fault(string) (Kind, int) { return Bound, 0 }

// pattern is `=~"x"`, or `!~"x"` if negated. CUE uses the same RE2 package.
type pattern struct {
	re      *text.Pattern
	negated bool
}

func (t *pattern) on() kinds { return only(document.String) }

func (t *pattern) holds(kind document.Kind, text string, steps *Steps) bool {
	return kind == document.String && t.re.Match(text, steps) != t.negated
}

func (t *pattern) fault(string) (Kind, int) { return Pattern, 0 }

// runes is strings.MinRunes and strings.MaxRunes: code points. A negative max
// is no upper limit.
type runes struct{ min, max int }

func (t *runes) on() kinds { return only(document.String) }

func (t *runes) holds(kind document.Kind, text string, _ *Steps) bool {
	return kind == document.String && t.excess(text) == 0
}

// and returns the length that both accept.
func (t *runes) and(other *runes) *runes {
	both := &runes{min: max(t.min, other.min), max: max(t.max, other.max)}
	if t.max >= 0 && other.max >= 0 {
		both.max = min(t.max, other.max)
	}
	return both
}

// excess returns how many code points are too many, negative for too few.
func (t *runes) excess(text string) int {
	count := utf8.RuneCountInString(text)
	switch {
	case count < t.min:
		return count - t.min
	case t.max >= 0 && count > t.max:
		return count - t.max
	}
	return 0
}

func (t *runes) fault(text string) (Kind, int) {
	excess := t.excess(text)
	return Length, max(excess, -excess)
}

// moment is time.Time and time.Format(layout). It parses as CUE's package time
// does: by the layout, in UTC.
type moment struct{ layout string }

func (t *moment) on() kinds { return only(document.String) }

func (t *moment) holds(kind document.Kind, text string, _ *Steps) bool {
	if kind != document.String {
		return false
	}
	_, err := time.ParseInLocation(t.layout, text, time.UTC)
	return err == nil
}

func (t *moment) fault(string) (Kind, int) { return Pattern, 0 }

// isPattern is regexp.Valid, for a pattern within its bound.
type isPattern struct{}

func (isPattern) on() kinds { return only(document.String) }

func (isPattern) holds(kind document.Kind, source string, _ *Steps) bool {
	if kind != document.String {
		return false
	}
	_, err := text.CompilePattern(source)
	return err == nil
}

func (isPattern) fault(string) (Kind, int) { return Pattern, 0 }
