package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
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
	content := sarifContent{version: run.Version, rules: descriptors, results: results, shard: run.sarifShard(), left: run.left(), note: run.Note, limit: run.sarifBytes}
	for f := range run.findings() {
		if f.Unjudged {
			content.unjudged++
		}
	}
	return content.write(w)
}

// sarifContent is what differs from one log to another, already encoded.
type sarifContent struct {
	version string
	rules   []json.RawMessage
	results []sarifEncoded
	// shard is set in a part. A part is never cut: only who has all parts knows
	// what is over the limits.
	shard *sarifShard
	// unjudged is the number of findings that kept a file from being judged.
	unjudged int
	// left are the lines about what is not reported.
	left []string
	// limit is how many bytes the log may have compressed, 0 for mostSarifBytes.
	limit int
	// note is told what is left out; it may be nil.
	note func(text string)
}

func (c sarifContent) write(w io.Writer) error {
	if c.shard != nil {
		return c.render(w, c.results)
	}
	kept, err := c.fitting(mostSarifResults, cmp.Or(c.limit, mostSarifBytes))
	if err != nil {
		return err
	}
	if left := len(c.results) - len(kept); left > 0 && c.note != nil {
		c.note("sarif: " + leftOut(left))
	}
	return c.render(w, kept)
}

// render writes the log with some of its results.
func (c sarifContent) render(w io.Writer, kept []sarifEncoded) error {
	log := c.log()
	invocation := &log.Runs[0].Invocations[0]
	invocation.say(len(c.results) - len(kept))
	for _, line := range c.left {
		invocation.Configured = append(invocation.Configured, sarifNote{Level: "note", Message: sarifText{line}})
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

// log is the log without its results.
func (c sarifContent) log() sarifLog {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: toolName, Version: c.version, URI: homepage, Rules: c.rules}},
		Automation:  sarifID{"handofflint/"},
		Bases:       map[string]sarifBase{sourceRoot: {sarifText{"the root of the repository"}}},
		ColumnKind:  "unicodeCodePoints",
		Invocations: []sarifInvocation{invocationOf(c.unjudged)},
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
