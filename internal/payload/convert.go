package payload

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// Converted is a handoff in another format.
type Converted struct {
	// Text is the whole file.
	Text string
	// Lost is what was not carried.
	Lost []Loss
	// Open names the places that hold a placeholder and are to be filled in:
	// fields, "section 1", "the title". Check refuses the handoff until then.
	Open []string
}

// Convert makes a handoff in another format of a document that passes. The skeleton
// is what there is to fill in of that format, as `handofflint new` prints it.
// An error says that the pair makes no sense, and what does.
func Convert(table *rules.Conversions, doc *document.Document, to document.Format, skeleton string) (Converted, error) {
	if err := Possible(table, doc.Format, to); err != nil {
		return Converted{}, err
	}
	carried := Carry(table, table.Find(doc.Format, to), doc, table.Limits)
	if to == document.Report {
		text, open := writeReport(skeleton, carried)
		return Converted{Text: text, Lost: carried.Lost, Open: open}, nil
	}
	carried.trim(table, table.Limits)
	payload := carried.payload()
	var open []string
	if payload.Summary == "" {
		open = []string{summaryField}
		if err := placeholder(skeleton, &payload.Summary); err != nil {
			return Converted{}, err
		}
	}
	text, err := writePayload(payload)
	return Converted{Text: text, Lost: carried.Lost, Open: open}, err
}

// placeholder takes the summary's from a payload's skeleton.
func placeholder(skeleton string, summary *string) error {
	var fields struct{ Summary string }
	if err := json.Unmarshal([]byte(skeleton), &fields); err != nil {
		return fmt.Errorf("the skeleton of a task cannot be read: %w", err)
	}
	*summary = fields.Summary
	return nil
}

// Possible says why a format cannot become another one, nil if it can.
func Possible(table *rules.Conversions, from, to document.Format) error {
	switch {
	case from == to:
		return fmt.Errorf("it is a %s already", to)
	case table.Find(from, to) != nil:
		return nil
	}
	return fmt.Errorf("a %s does not say what a %s needs; what can be converted: %s", from, to, strings.Join(ConversionPairs(table), ", "))
}

// ConversionPairs lists what can be converted to what: "context to task".
func ConversionPairs(table *rules.Conversions) []string {
	var names []string
	for _, p := range table.Pairs {
		names = append(names, fmt.Sprintf("%s to %s", p.From, p.To))
	}
	slices.Sort(names)
	return names
}

// ConversionTargets are the formats that something can be converted to.
func ConversionTargets(table *rules.Conversions) []string {
	var names []string
	for _, p := range table.Pairs {
		if !slices.Contains(names, string(p.To)) {
			names = append(names, string(p.To))
		}
	}
	slices.Sort(names)
	return names
}

// Unexcused are the errors of a result that its placeholders do not explain:
// those that a bare skeleton, with the findings given, does not have as well.
func (r Converted) Unexcused(result, skeleton []rules.Finding) []rules.Finding {
	type place struct{ rule, pointer string }
	excused := map[place]bool{}
	if len(r.Open) > 0 {
		for _, f := range skeleton {
			excused[place{f.Rule, f.Pointer}] = true
		}
	}
	var out []rules.Finding
	for _, f := range result {
		if f.Severity == rules.Error && !excused[place{f.Rule, f.Pointer}] {
			out = append(out, f)
		}
	}
	return out
}
