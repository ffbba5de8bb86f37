package handoff

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Skeleton returns a report to fill in, with the catalogue's minimums for a role, or for any role if it is "". A section
// has a minimum of characters; only that of few.Section is in words, and depends on the role.
func Skeleton(c *rules.Catalogue, role string) (string, error) {
	var length struct{ Min map[string]int }
	var few struct{ Section, Summary int }
	for name, into := range map[string]any{
		"report/section-too-short": &length,
		"report/too-few-words":     &few,
	} {
		if err := json.Unmarshal([]byte(c.Rule(name).Params), into); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
	}
	least, err := leastWords(c, role)
	if err != nil {
		return "", err
	}
	words := table.Load[templates]("dispatch")
	values := rules.Values{}
	for _, s := range c.Format(string(Report)).Sections {
		number := strconv.Itoa(s.Number)
		template := words.Characters
		n := length.Min[number]
		if s.Number == few.Section {
			template, n = words.Words, least
			if role == "" {
				template = words.NoRole
			}
		}
		values[number] = text.Fill(template, rules.Values{"number": strconv.Itoa(n), "summary": strconv.Itoa(few.Summary)})
	}
	return text.Fill(skeleton.Report(), values), nil
}

// leastWords returns the minimum number of words of section 1 for a role.
func leastWords(c *rules.Catalogue, role string) (int, error) {
	return checks.LeastWords([]byte(c.Rule("report/too-few-words").Params), role)
}

// FillField replaces a skeleton's placeholder for a field with a value in JSON.
func FillField(skeleton, field, value string) string {
	place := regexp.MustCompile(`(?m)^(\s*"?` + regexp.QuoteMeta(field) + `"?: )"<[^>]*>"`)
	return place.ReplaceAllStringFunc(skeleton, func(line string) string {
		return place.FindStringSubmatch(line)[1] + value
	})
}
