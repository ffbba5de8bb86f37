package rules

import (
	"strconv"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// clock matches a date and time as people write them, even an invalid one: 2026-05-31 25:00.
var clock = text.MustCompile(`^(\d{4})-(\d{2})-(\d{2})(?:([Tt ])(\d{2}):(\d{2})(?::(\d{2}))?)?`)

// clockPart is a part of a date and time, by its group in clock.
type clockPart struct {
	name        string
	group       int
	least, most int
}

// timeVariant returns the variant for a value that has one wrong part and otherwise is the date and time that
// the schema requires: hour 25, February 30, a space instead of a T.
func (c *docCheck) timeVariant(checker *schema.Node, v schema.Violation, values Values) string {
	at := clock.FindStringSubmatchIndex(v.Node.Str())
	wanted := checker.At(strings.TrimPrefix(v.Pointer, "/data"), &c.steps)
	if at == nil || wanted == nil {
		return ""
	}
	value := v.Node.Text
	group := func(i int) string {
		if at[2*i] < 0 {
			return ""
		}
		return value[at[2*i]:at[2*i+1]]
	}
	// fits reports whether the value is right with another text for a part.
	fits := func(i int, part string) (string, bool) {
		changed := value[:at[2*i]] + part + value[at[2*i+1]:]
		return changed, wanted.Match(&document.Node{Kind: document.String, Text: changed}, &c.steps)
	}
	if group(4) == " " {
		if fixed, ok := fits(4, "T"); ok {
			values["fixed"] = secret.Quote(fixed)
			return "space"
		}
		return ""
	}
	year, _ := strconv.Atoi(group(1))
	month, _ := strconv.Atoi(group(2))
	last := time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	values["month"] = value[:at[5]]
	values["last"] = strconv.Itoa(last)
	for _, p := range []clockPart{{"month", 2, 1, 12}, {"day", 3, 1, last}, {"hour", 5, 0, 23}, {"minute", 6, 0, 59}, {"second", 7, 0, 60}} {
		n, err := strconv.Atoi(group(p.group))
		if err != nil || n >= p.least && n <= p.most {
			continue
		}
		if _, ok := fits(p.group, "01"); !ok {
			return ""
		}
		values["part"] = group(p.group)
		return p.name
	}
	return ""
}
