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

// The limits of GitHub's code scanning for one run (docs.github.com, "SARIF
// results exceed one or more limits"). It takes 10 MB compressed; to keep them
// uncompressed holds on every reader's side.
const (
	mostSarifResults = 25_000
	mostSarifBytes   = 10_000_000
)

// sarifSpare is room for all that is neither a rule nor a result.
const sarifSpare = 8_000

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
	return sarifContent{run.Version, descriptors, results, run.sarifShard()}.write(w)
}

// sarifContent is what differs from one log to another, already encoded.
type sarifContent struct {
	version string
	rules   []json.RawMessage
	results []sarifEncoded
	// shard is set in a part. A part is never cut: only who has all parts knows
	// what is over the limits.
	shard *sarifShard
}

func (c sarifContent) write(w io.Writer) error {
	log, kept := c.log(), c.results
	if c.shard == nil {
		rulesSize, err := encode(log.Runs[0].Tool, "      ", "  ")
		if err != nil {
			return err
		}
		kept = keepWorst(c.results, mostSarifResults, mostSarifBytes-sarifSpare-len(rulesSize))
		log.Runs[0].Invocations[0].say(len(c.results) - len(kept))
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
	for _, blocking := range []bool{true, false} {
		for i, r := range results {
			size := len(r.json) + len(",\n        ")
			if (r.severity == rules.Error) != blocking || most == 0 || size > room {
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

// log is the log without its results.
func (c sarifContent) log() sarifLog {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: toolName, Version: c.version, URI: homepage, Rules: c.rules}},
		Automation:  sarifID{"handofflint/"},
		Bases:       map[string]sarifBase{sourceRoot: {sarifText{"the root of the repository"}}},
		ColumnKind:  "unicodeCodePoints",
		Invocations: []sarifInvocation{{Successful: true}},
		Results:     []json.RawMessage{},
	}
	if c.shard != nil {
		run.Properties = &sarifRunProperties{c.shard}
	}
	return sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}}
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

// say tells in the log itself that it is not all.
func (i *sarifInvocation) say(left int) {
	if left == 0 {
		return
	}
	text := fmt.Sprintf("%d findings are left out, the least severe first: a run holds at most %d results and %d bytes",
		left, mostSarifResults, mostSarifBytes)
	i.Notes = []sarifNote{{Level: "warning", Message: sarifText{text}}}
}
