package report

import (
	"bufio"
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
)

// object is an object of SARIF 2.1.0 (OASIS).
type object map[string]any

// writeSARIF writes a log for code scanning. If it has more results than code scanning reads, the least severe are left
// out.
func writeSARIF(out *bufio.Writer, run Run) error {
	descriptors, index := run.sarifRules()
	seen := fingerprints{}
	results := objectsOf(run, func(f *rules.Finding) object { return run.sarifResult(f, index[f.Rule], seen.next(f)) })
	dropped := max(0, len(results)-mostSarifResults)
	if dropped > 0 {
		slices.SortStableFunc(results, func(a, b object) int { return cmp.Compare(a["level"].(string), b["level"].(string)) })
	}
	return WriteJSON(out, object{
		"$schema": sarifSchema,
		"version": "2.1.0",
		"runs": []object{{
			"automationDetails":  object{"id": toolName + "/"},
			"columnKind":         "unicodeCodePoints",
			"invocations":        []object{run.sarifInvocation(dropped)},
			"originalUriBaseIds": object{sourceRoot: object{"description": object{"text": "the root of the repository"}}},
			"results":            results[:len(results)-dropped],
			"tool":               object{"driver": object{"name": toolName, "version": run.Version, "informationUri": homepage, "rules": descriptors}},
		}},
	})
}

// notify adds a notification to an invocation.
func (invocation object) notify(kind, level, note string) {
	notes, _ := invocation[kind].([]object)
	invocation[kind] = append(notes, object{"level": level, "message": object{"text": note}})
}

// sarifInvocation returns what the log has no results for. A run is not successful (SARIF 2.1.0, 3.20.14) if a file
// could not be read, or if evidence was not asked to the end: the log is then not the verdict on all files. That a
// handoff is cut off or cannot be parsed is a result. dropped is the number of findings beyond the limit of the log; if
// there are any, it calls run.Note.
func (run Run) sarifInvocation(dropped int) object {
	unjudged := 0
	for f := range run.findings() {
		if f.Unjudged && strings.HasPrefix(f.Rule, "file/") {
			unjudged++
		}
	}
	invocation := object{"executionSuccessful": unjudged == 0 && len(run.Incomplete) == 0}
	if unjudged > 0 {
		invocation.notify("toolExecutionNotifications", "error",
			fmt.Sprintf("this log is not the verdict on all files; findings that say that one could not be judged: %d", unjudged))
	}
	for _, line := range run.incompleteLines() {
		invocation.notify("toolExecutionNotifications", "error", line)
	}
	if dropped > 0 {
		note := fmt.Sprintf("%d findings are left out, the least severe first: a run holds at most %d results", dropped, mostSarifResults)
		invocation.notify("toolExecutionNotifications", "warning", note)
		run.Note("sarif: " + note)
	}
	for _, line := range run.notReported() {
		invocation.notify("toolConfigurationNotifications", "note", line)
	}
	return invocation
}

// sarifRules returns the rules that fired, sorted by name, and the index of each.
func (run Run) sarifRules() (descriptors []object, index map[string]int) {
	first := map[string]*rules.Finding{}
	for f := range run.findings() {
		if first[f.Rule] == nil {
			first[f.Rule] = f
		}
	}
	descriptors = []object{}
	index = map[string]int{}
	for i, name := range slices.Sorted(maps.Keys(first)) {
		index[name] = i
		f := first[name]
		e, page := &rules.Rule{}, ""
		if run.Explain != nil {
			e, page = run.Explain(name)
		}
		// A rule needs a description even if nobody explains it.
		summary := cmp.Or(e.Summary, name)
		why := cmp.Or(strings.TrimSpace(e.Why), summary)
		severity := f.Severity // of a rule that is off by default
		if e.Severity == rules.Error || e.Severity == rules.Warning {
			severity = e.Severity
		}
		rule := object{
			"id": name, "shortDescription": object{"text": summary}, "fullDescription": object{"text": why},
			"help":                 object{"text": why, "markdown": cmp.Or(page, why)},
			"defaultConfiguration": object{"level": level(severity)},
			// what code scanning reads
			"properties": object{"tags": []string{"handoff"}, "precision": "high", "problem.severity": level(severity)},
		}
		// The page of a team's rule is what the team has written.
		if u, err := url.Parse(f.URL); err == nil && isWebAddress(u) {
			rule["helpUri"] = u.String()
		}
		descriptors = append(descriptors, rule)
	}
	return descriptors, index
}

func isWebAddress(u *url.URL) bool {
	return slices.Contains([]string{"https", "http"}, u.Scheme) && u.Host != ""
}

func (run Run) sarifResult(f *rules.Finding, index int, fingerprint string) object {
	result := object{
		"ruleId": f.Rule, "ruleIndex": index, "level": level(f.Severity), "message": unlinked(advice(f)),
		"locations":           []object{run.sarifLocation(f.Path, f.Range)},
		"partialFingerprints": object{"primaryLocationLineHash": fingerprint}, // CodeQL's, which code scanning reads
	}
	var related []object
	for i, r := range f.Related {
		at := run.sarifLocation(r.Path, r.Range)
		at["id"] = i + 1
		at["message"] = unlinked(text.Escape(r.Message))
		related = append(related, at)
	}
	if related != nil {
		result["relatedLocations"] = related
	}
	if f.Fix != nil {
		var replacements []object
		for _, e := range f.Fix.Edits {
			replacements = append(replacements, object{"deletedRegion": sarifRegion(e.Range), "insertedContent": object{"text": e.NewText}})
		}
		change := object{"artifactLocation": run.sarifArtifact(f.Path), "replacements": replacements}
		result["fixes"] = []object{{"description": unlinked(text.Escape(f.Fix.Message)), "artifactChanges": []object{change}}}
	}
	return result
}

func (run Run) sarifLocation(path string, at text.Range) object {
	return object{"physicalLocation": object{"artifactLocation": run.sarifArtifact(path), "region": sarifRegion(at)}}
}

func sarifRegion(r text.Range) object {
	at := regionOf(r)
	return object{"startLine": at.Line, "startColumn": at.Column, "endLine": at.EndLine, "endColumn": at.EndColumn}
}

// sarifArtifact returns a file as a URI: from the root of the repository, or absolute if it is outside of it. Standard
// input has a description, and no base to look its name up from.
func (run Run) sarifArtifact(name string) object {
	if name == document.StdinName {
		return object{"uri": "stdin", "description": object{"text": "standard input"}}
	}
	name = run.relative(name)
	uri := uriPath(name)
	if !isAbsolute(name) {
		return object{"uri": uri, "uriBaseId": sourceRoot}
	}
	return object{"uri": "file:///" + strings.TrimPrefix(uri, "/")}
}

// unlinked returns a message in which "[text](target)" is not a link (SARIF 2.1.0, 3.11.6).
func unlinked(s string) object {
	return object{"text": strings.ReplaceAll(s, "](", `]\(`)}
}
