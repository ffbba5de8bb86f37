package report

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

const (
	toolName = "handofflint"
	homepage = "https://github.com/handofflint/handofflint"
	// sarifSchema is the schema's own address.
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sourceRoot is the base that code scanning takes for the checkout.
	sourceRoot = "%SRCROOT%"
	// mostSarifResults is the limit of GitHub's code scanning for one run
	// (docs.github.com, "SARIF results exceed one or more limits").
	mostSarifResults = 25_000
	// sarifHole is replaced by the results in the encoded log. No text can look like
	// it: a quote in a string is escaped.
	sarifHole = `"results": []`
)

// The part of SARIF 2.1.0 (OASIS) that is written here, in the order and with the
// names of the standard. A map is an object with one property.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        map[string]sarifDriver          `json:"tool"`
	Automation  map[string]string               `json:"automationDetails"`
	Bases       map[string]map[string]sarifText `json:"originalUriBaseIds"`
	ColumnKind  string                          `json:"columnKind"`
	Invocations []sarifInvocation               `json:"invocations"`
	Results     []sarifResult                   `json:"results"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	URI     string      `json:"informationUri"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID         string            `json:"id"`
	Short      sarifText         `json:"shortDescription"`
	Full       sarifText         `json:"fullDescription"`
	Help       sarifText         `json:"help"`
	HelpURI    string            `json:"helpUri,omitempty"`
	Config     map[string]string `json:"defaultConfiguration"`
	Properties sarifProperties   `json:"properties"`
}

// sarifProperties are those that code scanning reads.
type sarifProperties struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
	Severity  string   `json:"problem.severity"`
}

type sarifInvocation struct {
	Successful bool        `json:"executionSuccessful"`
	Notes      []sarifNote `json:"toolExecutionNotifications,omitempty"`
	// Configured says what is not reported, and why.
	Configured []sarifNote `json:"toolConfigurationNotifications,omitempty"`
}

type sarifNote struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`
}

type sarifLocation struct {
	ID    int `json:"id,omitempty"`
	Place struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	} `json:"physicalLocation"`
	Message *sarifText `json:"message,omitempty"`
}

type sarifArtifact struct {
	URI         string     `json:"uri"`
	Base        string     `json:"uriBaseId,omitempty"`
	Description *sarifText `json:"description,omitempty"`
}

type sarifRegion struct {
	Line      int `json:"startLine"`
	Column    int `json:"startColumn"`
	EndLine   int `json:"endLine"`
	EndColumn int `json:"endColumn"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

// writeSARIF writes a log as code scanning reads it. Of more results than it takes,
// the least severe are left out.
func writeSARIF(out *bufio.Writer, run Run) error {
	descriptors, index := run.sarifRules()
	invocation := run.sarifInvocation()
	findings := slices.Collect(run.findings())
	dropped := map[*rules.Finding]bool{}
	if left := len(findings) - mostSarifResults; left > 0 {
		for _, i := range worstFirst(findings)[mostSarifResults:] {
			dropped[findings[i]] = true
		}
		note := fmt.Sprintf("%d findings are left out, the least severe first: a run holds at most %d results", left, mostSarifResults)
		invocation.Notes = append(invocation.Notes, sarifNote{"warning", sarifText{Text: note}})
		if run.Note != nil {
			run.Note("sarif: " + note)
		}
	}
	log, err := encode(sarifLog{sarifSchema, "2.1.0", []sarifRun{{
		Tool:        map[string]sarifDriver{"driver": {toolName, run.Version, homepage, descriptors}},
		Automation:  map[string]string{"id": toolName + "/"},
		Bases:       map[string]map[string]sarifText{sourceRoot: {"description": {Text: "the root of the repository"}}},
		ColumnKind:  "unicodeCodePoints",
		Invocations: []sarifInvocation{invocation},
		Results:     []sarifResult{},
	}}}, "", "  ")
	if err != nil {
		return err
	}
	before, after, _ := bytes.Cut(log, []byte(sarifHole))
	out.Write(before)
	out.WriteString(`"results": `)
	seen := fingerprints{}
	if err := run.writeList(out, "      ", func(f *rules.Finding) any {
		if fingerprint := seen.of(f); !dropped[f] {
			return run.sarifResult(f, index[f.Rule], fingerprint)
		}
		return nil
	}); err != nil {
		return err
	}
	_, err = out.Write(append(after, '\n'))
	return err
}

// sarifInvocation says what the log has no results of. A run in which something was
// not judged did not go well (SARIF 2.1.0, 3.20.14), for then the log is no verdict
// on all files.
func (run Run) sarifInvocation() sarifInvocation {
	unjudged := 0
	for f := range run.findings() {
		if f.Unjudged {
			unjudged++
		}
	}
	invocation := sarifInvocation{Successful: unjudged == 0}
	if unjudged > 0 {
		note := fmt.Sprintf("this log is not the verdict on all files; findings that say that one could not be judged: %d", unjudged)
		invocation.Notes = []sarifNote{{"error", sarifText{Text: note}}}
	}
	for _, line := range run.left() {
		invocation.Configured = append(invocation.Configured, sarifNote{"note", sarifText{Text: line}})
	}
	return invocation
}

// sarifRules are the rules that fired, in the order of their names, and the
// index of each among them.
func (run Run) sarifRules() (descriptors []sarifRule, index map[string]int) {
	first := map[string]*rules.Finding{}
	for f := range run.findings() {
		if first[f.Rule] == nil {
			first[f.Rule] = f
		}
	}
	descriptors, index = []sarifRule{}, map[string]int{}
	for i, name := range slices.Sorted(maps.Keys(first)) {
		index[name] = i
		f, e := first[name], Explanation{}
		if run.Explain != nil {
			e = run.Explain(name)
		}
		// Something has to be said of a rule that nobody explains.
		summary := cmp.Or(e.Summary, name)
		why := cmp.Or(e.Why, summary)
		severity := f.Severity
		if e.Severity == rules.Error || e.Severity == rules.Warning {
			severity = e.Severity
		}
		rule := sarifRule{
			ID: name, Short: sarifText{Text: summary}, Full: sarifText{Text: why}, Help: sarifText{why, cmp.Or(e.Markdown, why)},
			Config:     map[string]string{"level": level(severity)},
			Properties: sarifProperties{[]string{"handoff"}, "high", level(severity)},
		}
		// A team's own rules say themselves where they are explained.
		if u, err := url.Parse(f.URL); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
			rule.HelpURI = u.String()
		}
		descriptors = append(descriptors, rule)
	}
	return descriptors, index
}

func (run Run) sarifResult(f *rules.Finding, index int, fingerprint string) sarifResult {
	r := sarifResult{
		RuleID: f.Rule, RuleIndex: index, Level: level(f.Severity), Message: unlinked(advice(f)),
		Locations:    []sarifLocation{run.sarifLocation(f.Path, f.Range)},
		Fingerprints: map[string]string{"primaryLocationLineHash": fingerprint}, // CodeQL's, which code scanning reads
	}
	for i, related := range f.Related {
		at, message := run.sarifLocation(related.Path, related.Range), unlinked(text.Escape(related.Message))
		at.ID, at.Message = i+1, &message
		r.Related = append(r.Related, at)
	}
	if f.Fix != nil && len(f.Fix.Edits) > 0 {
		change := sarifChange{Artifact: run.sarifArtifact(f.Path)}
		for _, e := range f.Fix.Edits {
			change.Replacements = append(change.Replacements, sarifReplacement{sarifRegion(regionOf(e.Range)), sarifText{Text: e.NewText}})
		}
		r.Fixes = []sarifFix{{unlinked(text.Escape(f.Fix.Message)), []sarifChange{change}}}
	}
	return r
}

func (run Run) sarifLocation(path string, at text.Range) (l sarifLocation) {
	l.Place.Artifact, l.Place.Region = run.sarifArtifact(path), sarifRegion(regionOf(at))
	return l
}

// sarifArtifact is a file as a URI: from the root of the repository, or
// absolute if it is outside of it. Standard input has a name that no reader
// looks up from the root, and says what it is.
func (run Run) sarifArtifact(name string) sarifArtifact {
	if name == document.StdinName {
		return sarifArtifact{URI: "stdin", Description: &sarifText{Text: "standard input"}}
	}
	name = run.relative(name)
	// Every part is escaped, so that nothing is taken for a scheme, a query or a
	// fragment.
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(part), ":", "%3A")
	}
	uri := strings.Join(parts, "/")
	if !absolute(name) {
		return sarifArtifact{URI: uri, Base: sourceRoot}
	}
	return sarifArtifact{URI: "file:///" + strings.TrimPrefix(uri, "/")}
}

// unlinked keeps "[text](target)" from becoming a link: SARIF has links in
// messages (SARIF 2.1.0, 3.11.6).
func unlinked(s string) sarifText {
	return sarifText{Text: strings.ReplaceAll(s, "](", `]\(`)}
}
