package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// jsonFormat prints one object: the version, the summary and all findings. It
// is a contract with readers, kept in docs/schemas/check.schema.json.
type jsonFormat struct{}

// jsonHead is the object but for its findings, which are written one by one
// so that a run with many of them is never held in memory twice.
type jsonHead struct {
	Version string      `json:"version"`
	Summary jsonSummary `json:"summary"`
	Shard   *Shard      `json:"shard,omitempty"`
}

type jsonSummary struct {
	rules.Summary
	// Disabled is never null.
	Disabled []Disabled `json:"disabled"`
}

func jsonSummaryOf(summary rules.Summary, disabled []Disabled) jsonSummary {
	return jsonSummary{summary, append([]Disabled{}, disabled...)}
}

func (jsonFormat) Write(w io.Writer, run Run) error {
	head := jsonHead{run.Version, jsonSummaryOf(run.Summary, run.Disabled), run.shard()}
	return writeJSON(w, head, func(yield func([]byte, error) bool) {
		for f := range run.findings() {
			if !yield(encode(jsonFindingOf(f), "    ", "  ")) {
				return
			}
		}
	})
}

// writeJSON writes a head and findings, each encoded with the indent of its
// place.
func writeJSON(w io.Writer, head jsonHead, findings func(yield func([]byte, error) bool)) error {
	out := bufio.NewWriter(w)
	text, err := encode(head, "", "  ")
	if err != nil {
		return err
	}
	out.Write(bytes.TrimSuffix(text, []byte("\n}")))
	out.WriteString(",\n  \"findings\": [")
	before, after := "\n    ", "]\n}\n"
	for object, err := range findings {
		if err != nil {
			return err
		}
		out.WriteString(before)
		if _, err := out.Write(object); err != nil {
			return err
		}
		before, after = ",\n    ", "\n  ]\n}\n"
	}
	out.WriteString(after)
	return out.Flush() // a bufio.Writer keeps the first error of any write
}

// jsonFinding is a finding in the json and jsonl formats, kept in
// docs/schemas/finding.schema.json. Every key is always there, but for fix.
type jsonFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Path     string `json:"path"`
	place
	Pointer string        `json:"pointer"`
	Message string        `json:"message"`
	Help    string        `json:"help"`
	URL     string        `json:"url"`
	Related []jsonRelated `json:"related"`
	Fix     *jsonFix      `json:"fix,omitempty"`
}

type jsonRelated struct {
	Path string `json:"path"`
	place
	Message string `json:"message"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	place
	NewText string `json:"new_text"`
}

func jsonFindingOf(f *rules.Finding) jsonFinding {
	related := make([]jsonRelated, len(f.Related))
	for i, r := range f.Related {
		related[i] = jsonRelated{r.Path, placeOf(r.Range), r.Message}
	}
	return jsonFinding{
		Rule:     f.Rule,
		Severity: string(f.Severity),
		Path:     f.Path,
		place:    placeOf(f.Range),
		Pointer:  f.Pointer,
		Message:  f.Message,
		Help:     f.Help,
		URL:      f.URL,
		Related:  related,
		Fix:      jsonFixOf(f.Fix),
	}
}

func jsonFixOf(fix *rules.Fix) *jsonFix {
	if fix == nil {
		return nil
	}
	edits := make([]jsonEdit, len(fix.Edits))
	for i, e := range fix.Edits {
		edits[i] = jsonEdit{placeOf(e.Range), e.NewText}
	}
	return &jsonFix{fix.Message, edits}
}

// encode writes v as JSON without a final line end, indented where prefix and
// indent say so. Bytes that are not UTF-8 become U+FFFD.
func encode(v any, prefix, indent string) ([]byte, error) {
	line, err := text.JSON(v)
	if err != nil || prefix == "" && indent == "" {
		return text.EscapeJSON(line), err
	}
	var b bytes.Buffer
	err = json.Indent(&b, line, prefix, indent)
	return text.EscapeJSON(b.Bytes()), err
}
