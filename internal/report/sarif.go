package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"

	"github.com/handofflint/handofflint/rules"
)

// toolName is what the formats call this program.
const toolName = "handofflint"

// homepage is where handofflint is kept.
const homepage = "https://github.com/handofflint/handofflint"

// sarifFormat prints SARIF 2.1.0 (OASIS), as code scanning reads it.
type sarifFormat struct{}

// sarifHole is where the results go in the encoded log. No text can look like
// it: a quote in a string is escaped.
const sarifHole = `"results": []`

func (sarifFormat) Write(w io.Writer, run Run) error {
	descriptors, index, err := run.sarifRules()
	if err != nil {
		return err
	}
	results, err := run.sarifResults(index)
	if err != nil {
		return err
	}
	kept := keepWorst(results, mostSarifResults)
	log := run.sarifLog(descriptors)
	if left := len(results) - len(kept); left > 0 {
		note := fmt.Sprintf("%d findings are left out, the least severe first: a run holds at most %d results", left, mostSarifResults)
		invocation := &log.Runs[0].Invocations[0]
		invocation.Notes = append(invocation.Notes, sarifNote{Level: "warning", Message: sarifText{note}})
		if run.Note != nil {
			run.Note("sarif: " + note)
		}
	}
	head, err := encode(log, "", "  ")
	if err != nil {
		return err
	}
	before, after, _ := bytes.Cut(head, []byte(sarifHole))
	out := bufio.NewWriter(w)
	out.Write(before)
	writeSarifResults(out, kept)
	out.Write(after)
	out.WriteByte('\n')
	return out.Flush()
}

// sarifEncoded is a result as it will be written.
type sarifEncoded struct {
	json     []byte
	severity rules.Severity
}

func writeSarifResults(out *bufio.Writer, results []sarifEncoded) {
	out.WriteString(`"results": [`)
	before, after := "\n        ", "]"
	for _, r := range results {
		out.WriteString(before)
		out.Write(r.json)
		before, after = ",\n        ", "\n      ]"
	}
	out.WriteString(after)
}

// sarifLog is the log without its results.
func (run Run) sarifLog(descriptors []json.RawMessage) sarifLog {
	unjudged := 0
	for f := range run.findings() {
		if f.Unjudged {
			unjudged++
		}
	}
	// A run in which something was not judged did not go well (SARIF 2.1.0,
	// 3.20.14), for then the log is no verdict on all files.
	invocation := sarifInvocation{Successful: unjudged == 0}
	if unjudged > 0 {
		text := fmt.Sprintf("this log is not the verdict on all files; findings that say that one could not be judged: %d", unjudged)
		invocation.Notes = []sarifNote{{Level: "error", Message: sarifText{text}}}
	}
	for _, line := range run.left() {
		invocation.Configured = append(invocation.Configured, sarifNote{Level: "note", Message: sarifText{line}})
	}
	return sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{{
		Tool:        sarifTool{sarifDriver{Name: toolName, Version: run.Version, URI: homepage, Rules: descriptors}},
		Automation:  sarifID{"handofflint/"},
		Bases:       map[string]sarifBase{sourceRoot: {sarifText{"the root of the repository"}}},
		ColumnKind:  "unicodeCodePoints",
		Invocations: []sarifInvocation{invocation},
		Results:     []json.RawMessage{},
	}}}
}

// sarifRules are the rules that fired, in the order of their names, and the
// place of each among them.
func (run Run) sarifRules() (descriptors []json.RawMessage, index map[string]int, err error) {
	first := map[string]*rules.Finding{}
	for f := range run.findings() {
		if first[f.Rule] == nil {
			first[f.Rule] = f
		}
	}
	index = map[string]int{}
	descriptors = make([]json.RawMessage, len(first))
	for i, name := range slices.Sorted(maps.Keys(first)) {
		index[name] = i
		if descriptors[i], err = encode(run.sarifRule(first[name]), "", ""); err != nil {
			return nil, nil, err
		}
	}
	return descriptors, index, nil
}

func (run Run) sarifRule(f *rules.Finding) sarifRule {
	e := run.explain(f.Rule)
	severity := e.Severity
	if severity != rules.Error && severity != rules.Warning {
		severity = f.Severity
	}
	return sarifRule{
		ID:      f.Rule,
		Short:   sarifText{e.Summary},
		Full:    sarifText{e.Why},
		Help:    sarifMarkdown{e.Why, e.Markdown},
		HelpURI: webAddress(f.URL),
		Config:  sarifConfig{sarifLevel(severity)},
		Properties: sarifProperties{
			Tags: []string{"handoff"}, Precision: "high", Severity: sarifLevel(severity),
		},
	}
}

// webAddress is a URL that the standard takes and a reader may open, else "": a
// team's own rules say themselves where they are explained.
func webAddress(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}

// sarifLevel is a severity in SARIF's words, which are the same.
func sarifLevel(s rules.Severity) string {
	if s == rules.Warning {
		return "warning"
	}
	return "error"
}
