package report

import (
	"net/url"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// sarifResults are all findings, encoded.
func (run Run) sarifResults(index map[string]int) ([]sarifEncoded, error) {
	var results []sarifEncoded
	seen := fingerprints{}
	for f := range run.findings() {
		object, err := encode(run.sarifResult(f, index[f.Rule], sarifFingerprints{seen.of(f)}), "        ", "  ")
		if err != nil {
			return nil, err
		}
		results = append(results, sarifEncoded{object, f.Severity})
	}
	return results, nil
}

func (run Run) sarifResult(f *rules.Finding, index int, fingerprints sarifFingerprints) sarifResult {
	r := sarifResult{
		RuleID:       f.Rule,
		RuleIndex:    index,
		Level:        sarifLevel(f.Severity),
		Message:      sarifText{unlinked(advice(f))},
		Locations:    []sarifLocation{{Place: run.sarifPlace(f.Path, f.Range)}},
		Fingerprints: fingerprints,
	}
	for i, related := range f.Related {
		id := i + 1
		r.Related = append(r.Related, sarifLocation{
			ID: id, Place: run.sarifPlace(related.Path, related.Range), Message: &sarifText{unlinked(text.Escape(related.Message))},
		})
	}
	if f.Fix != nil && len(f.Fix.Edits) > 0 {
		r.Fixes = []sarifFix{run.sarifFix(f)}
	}
	return r
}

func (run Run) sarifFix(f *rules.Finding) sarifFix {
	change := sarifChange{Artifact: run.sarifArtifact(f.Path)}
	for _, e := range f.Fix.Edits {
		change.Replacements = append(change.Replacements, sarifReplacement{sarifRegionOf(e.Range), sarifText{e.NewText}})
	}
	return sarifFix{sarifText{unlinked(text.Escape(f.Fix.Message))}, []sarifChange{change}}
}

func (run Run) sarifPlace(path string, at text.Range) sarifPlace {
	return sarifPlace{run.sarifArtifact(path), sarifRegionOf(at)}
}

func sarifRegionOf(at text.Range) sarifRegion {
	p := placeOf(at)
	return sarifRegion{p.Line, p.Column, p.EndLine, p.EndColumn}
}

// sarifArtifact is a file as a URI: from the root of the repository, or
// absolute where it is outside of it. Standard input has a name that no reader
// looks up from the root, and says what it is.
func (run Run) sarifArtifact(name string) sarifArtifact {
	if name == stdin {
		return sarifArtifact{URI: "stdin", Description: &sarifText{"standard input"}}
	}
	name = run.relative(name)
	if !absolute(name) {
		return sarifArtifact{URI: pathURI(name), Base: sourceRoot}
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name
	}
	return sarifArtifact{URI: "file://" + pathURI(name)}
}

// pathURI escapes every part of a path, so that nothing in it is taken for a
// scheme, a query or a fragment.
func pathURI(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(part), ":", "%3A")
	}
	return strings.Join(parts, "/")
}

// unlinked keeps "[text](target)" from becoming a link: SARIF has links in
// messages (SARIF 2.1.0, 3.11.6).
func unlinked(s string) string { return strings.ReplaceAll(s, "](", `]\(`) }
