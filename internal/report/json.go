package report

import (
	"bufio"
	"bytes"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type jsonSummary struct {
	rules.Summary
	Disabled   []Disabled               `json:"disabled"` // never null
	Incomplete []rules.IncompleteReason `json:"incomplete,omitempty"`
}

// JSON writes one object: the version, the summary and all findings. It is a
// contract with readers, kept in docs/schemas/check.schema.json.
func JSON(out *bufio.Writer, run Run) error {
	head, err := encode(struct {
		Version string      `json:"version"`
		Summary jsonSummary `json:"summary"`
		Shard   *Shard      `json:"shard,omitempty"`
	}{run.Version, jsonSummary{run.Summary, append([]Disabled{}, run.Disabled...), run.Incomplete}, run.shard()}, "", "  ")
	if err != nil {
		return err
	}
	out.Write(bytes.TrimSuffix(head, []byte("\n}")))
	out.WriteString(",\n  \"findings\": ")
	if err := run.writeList(out, "  ", jsonFindingOf); err != nil {
		return err
	}
	_, err = out.WriteString("\n}\n")
	return err
}

// writeJSONL writes one finding a line, each an object like those of the json
// format, for programs that read a stream. Without findings it writes nothing.
func writeJSONL(out *bufio.Writer, run Run) error {
	return run.writeLines(out, jsonFindingOf)
}

// jsonFinding is a finding in the json and jsonl formats, kept in
// docs/schemas/finding.schema.json. Every key is always there, but for fix.
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

// finding returns the finding that was written, but for what its shard says of it.
func (j jsonFinding) finding() rules.Finding {
	f := rules.Finding{
		Rule: j.Rule, Severity: rules.Severity(j.Severity), Path: j.Path, Range: j.textRange(),
		Pointer: j.Pointer, Message: j.Message, Help: j.Help, URL: j.URL,
	}
	for _, r := range j.Related {
		f.Related = append(f.Related, rules.Related{Path: r.Path, Range: r.textRange(), Message: r.Message})
	}
	if j.Fix != nil {
		f.Fix = &rules.Fix{Message: j.Fix.Message}
		for _, e := range j.Fix.Edits {
			f.Fix.Edits = append(f.Fix.Edits, rules.Edit{Range: e.textRange(), NewText: e.NewText})
		}
	}
	return f
}

func (r region) textRange() text.Range {
	return text.Range{Start: text.Pos{Line: r.Line, Column: r.Column}, End: text.Pos{Line: r.EndLine, Column: r.EndColumn}}
}
