package report

import (
	"bufio"

	"github.com/handofflint/handofflint/rules"
)

type jsonSummary struct {
	rules.Summary
	Disabled   []Disabled               `json:"disabled"` // never null
	Incomplete []rules.IncompleteReason `json:"incomplete,omitempty"`
}

// JSON writes one object: the version, the summary and all findings. docs/schemas/check.schema.json is the contract.
func JSON(out *bufio.Writer, run Run) error {
	return WriteJSON(out, struct {
		Version  string      `json:"version"`
		Summary  jsonSummary `json:"summary"`
		Findings []any       `json:"findings"`
	}{run.Version, jsonSummary{run.Summary, append([]Disabled{}, run.Disabled...), run.Incomplete}, objectsOf(run, jsonFindingOf)})
}

// writeJSONL writes one finding a line, each an object like those of the json format, for programs that read a stream.
func writeJSONL(out *bufio.Writer, run Run) error {
	return WriteLines(out, objectsOf(run, jsonFindingOf))
}

// jsonFinding is a finding in the json and jsonl formats; docs/schemas/finding.schema.json is the contract. All keys but
// fix are always present.
type jsonFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Path     string `json:"path"`
	region
	Pointer string        `json:"pointer"`
	Message string        `json:"message"`
	Help    string        `json:"help"`
	URL     string        `json:"url"`
	Related []jsonRelated `json:"related"`
	Fix     *jsonFix      `json:"fix,omitempty"`
}

type jsonRelated struct {
	Path string `json:"path"`
	region
	Message string `json:"message"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	region
	NewText string `json:"new_text"`
}

func jsonFindingOf(f *rules.Finding) any {
	j := jsonFinding{f.Rule, string(f.Severity), f.Path, regionOf(f.Range), f.Pointer, f.Message, f.Help, f.URL, []jsonRelated{}, nil}
	for _, r := range f.Related {
		j.Related = append(j.Related, jsonRelated{r.Path, regionOf(r.Range), r.Message})
	}
	if f.Fix != nil {
		j.Fix = &jsonFix{f.Fix.Message, []jsonEdit{}}
		for _, e := range f.Fix.Edits {
			j.Fix.Edits = append(j.Fix.Edits, jsonEdit{regionOf(e.Range), e.NewText})
		}
	}
	return j
}
