package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/handofflint/handofflint/rules"
)

// The limits of GitHub's code scanning for one run (docs.github.com, "SARIF
// results exceed one or more limits"). It takes 10 MB compressed; to keep them
// uncompressed holds on every reader's side.
const (
	mostSarifResults = 25_000
	mostSarifBytes   = 10_000_000
)

// sarifSpare is room for all that is neither a rule nor a result.
const sarifSpare = 8_000

// homepage is where handofflint is kept.
const homepage = "https://github.com/handofflint/handofflint"

// sarifFormat prints SARIF 2.1.0 (OASIS), as code scanning reads it.
type sarifFormat struct{}

// sarifHole is where the results go in the encoded log. No text can look like
// it: a quote in a string is escaped.
const sarifHole = `"results": []`

func (sarifFormat) Write(w io.Writer, run Run) error {
	log, index := run.sarifLog()
	rulesSize, err := encode(log.Runs[0].Tool, "      ", "  ")
	if err != nil {
		return err
	}
	results, err := run.sarifResults(index)
	if err != nil {
		return err
	}
	kept := keepWorst(results, mostSarifResults, mostSarifBytes-sarifSpare-len(rulesSize))
	log.Runs[0].Invocations[0].say(len(results) - len(kept))
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

// sarifEncoded is a result as it will be written.
type sarifEncoded struct {
	json     []byte
	severity rules.Severity
}

// keepWorst leaves out what is over the limits, warnings before errors and
// later ones before earlier ones. The order stays.
func keepWorst(results []sarifEncoded, most, room int) []sarifEncoded {
	keep := make([]bool, len(results))
	for _, errors := range []bool{true, false} {
		for i, r := range results {
			size := len(r.json) + len(",\n        ")
			if (r.severity == rules.Error) != errors || most == 0 || size > room {
				continue
			}
			keep[i] = true
			most, room = most-1, room-size
		}
	}
	kept := make([]sarifEncoded, 0, len(results))
	for i, r := range results {
		if keep[i] {
			kept = append(kept, r)
		}
	}
	return kept
}

// sarifLog is the log without results, and the place of each rule in it: the
// rules that fired, in the order of their names.
func (run Run) sarifLog() (log sarifLog, index map[string]int) {
	first := map[string]*rules.Finding{}
	var names []string
	for f := range run.findings() {
		if first[f.Rule] == nil {
			first[f.Rule] = f
			names = append(names, f.Rule)
		}
	}
	slices.Sort(names)
	index = map[string]int{}
	descriptors := make([]sarifRule, len(names))
	for i, name := range names {
		index[name] = i
		descriptors[i] = run.sarifRule(first[name])
	}
	driver := sarifDriver{Name: "handofflint", Version: run.Version, URI: homepage, Rules: descriptors}
	return sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{{
		Tool:        sarifTool{driver},
		Automation:  sarifID{"handofflint/"},
		Bases:       map[string]sarifBase{sourceRoot: {sarifText{"the root of the repository"}}},
		ColumnKind:  "unicodeCodePoints",
		Invocations: []sarifInvocation{{Successful: true}},
		Results:     []json.RawMessage{},
	}}}, index
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
		HelpURI: f.URL,
		Config:  sarifConfig{sarifLevel(severity)},
		Properties: sarifProperties{
			Tags: []string{"handoff"}, Precision: "high", Severity: sarifLevel(severity),
		},
	}
}

// sarifLevel is a severity in SARIF's words, which are the same.
func sarifLevel(s rules.Severity) string {
	if s == rules.Warning {
		return "warning"
	}
	return "error"
}

// say tells in the log itself that it is not all.
func (i *sarifInvocation) say(left int) {
	if left == 0 {
		return
	}
	text := fmt.Sprintf("%d findings are left out, the least severe first: a run holds at most %d results and %d bytes",
		left, mostSarifResults, mostSarifBytes)
	i.Notes = []sarifNote{{Level: "warning", Message: sarifText{text}}}
}
