package lsp

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// takeUnpublished returns a function that publishes the next diagnostics that the client does not have, or nil. They
// count as published from now on, also if the function fails.
func (s *server) takeUnpublished() func() {
	for _, uri := range slices.Sorted(maps.Keys(s.documents)) {
		if f := s.documents[uri]; !f.published {
			f.published = true
			return func() { s.publish(f) }
		}
	}
	if s.stale {
		s.stale = false
		return s.publishProblems
	}
	return nil
}

// publish publishes the diagnostics of a file: its findings, or the error of a check that failed. To these it adds the
// mistakes in the file if it is itself a configuration. A file that is not checked because the configuration for it has
// mistakes has no findings; the user has seen the mistakes.
func (s *server) publish(f *openFile) {
	var diagnostics []diagnostic
	c := s.check(f)
	if c.err != nil { // a file that was not checked must not look clean
		s.Log(c.err.Error())
		diagnostics = append(diagnostics, diagnostic{Severity: severityError, Source: source, Message: firstLine(c.err)})
	} else if c.Result.Path != "" { // neither excluded nor without a usable configuration
		diagnostics = s.diagnosticsOf(c.findings, f.positions)
	}
	s.sendDiagnostics(f.uri, &f.version, append(diagnostics, s.problemsOf(f.path)...))
}

func (s *server) sendDiagnostics(uri string, version *int, diagnostics []diagnostic) {
	params := object{"uri": uri, "diagnostics": append([]diagnostic{}, diagnostics...)}
	if version != nil {
		params["version"] = version
	}
	s.notify("textDocument/publishDiagnostics", params)
}

// project is the configuration of a folder, or why it cannot be used.
type project struct {
	*Project
	err error
}

// project returns the project of a folder. It shows the user once why there is none.
func (s *server) project(folder string) *project {
	if known := s.projects[folder]; known != nil {
		return known
	}
	p := &project{}
	s.projects[folder] = p
	s.stale = true
	p.err = recovered(func() (err error) {
		p.Project, err = s.Open(folder)
		return err
	})
	if p.err != nil && !s.shown[p.err.Error()] {
		s.shown[p.err.Error()] = true
		s.show(fmt.Errorf("nothing is checked by a configuration with mistakes: %w", p.err))
	}
	return p
}

// publishProblems publishes the mistakes in configuration files, and clears those that were corrected.
func (s *server) publishProblems() {
	before := s.problems
	s.problems = map[string][]rules.Finding{}
	s.shown = map[string]bool{}
	for _, p := range s.projects {
		var problems *config.Problems
		if p.err != nil {
			s.shown[p.err.Error()] = true
		}
		if errors.As(p.err, &problems) {
			for _, result := range problems.Results {
				s.problems[files.Key(result.Path)] = result.Findings
			}
		}
	}
	changed := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(s.problems))
	slices.Sort(changed)
	for _, path := range slices.Compact(changed) {
		if f := s.openAt(path); f != nil {
			f.published = false // with its own findings
		} else {
			s.sendDiagnostics(uriOf(path), nil, s.problemsOf(path))
		}
	}
}

// problemsOf returns the mistakes in a configuration file, at their positions on disk.
func (s *server) problemsOf(path string) []diagnostic {
	if s.problems[path] == nil {
		return nil
	}
	return s.diagnosticsOf(s.problems[path], positionsOnDisk(path))
}

// diagnosticsOf returns the findings about a file as diagnostics. Their related places are in the same file.
func (s *server) diagnosticsOf(findings []rules.Finding, positions *text.Positions) (diagnostics []diagnostic) {
	for _, f := range findings {
		d := diagnostic{Range: rangeOf(f.Range, positions), Severity: severityWarning, Code: f.Rule, CodeDescription: object{"href": f.URL}, Source: source, Message: f.Message}
		if f.Failed() {
			d.Severity = severityError
		}
		if f.Help != "" {
			d.Message += "\n" + f.Help
		}
		for _, r := range f.Related {
			location := object{"uri": s.uriAt(r.Path), "range": rangeOf(r.Range, positions)}
			d.RelatedInformation = append(d.RelatedInformation, object{"location": location, "message": r.Message})
		}
		diagnostics = append(diagnostics, d)
	}
	return diagnostics
}

func rangeOf(r text.Range, positions *text.Positions) textRange {
	return spanOf(text.Span{Start: r.Start.Offset, End: r.End.Offset}, positions)
}

func spanOf(span text.Span, positions *text.Positions) textRange {
	return textRange{positions.At(span.Start), positions.At(span.End)}
}

// openAt returns the open file at a path, or nil.
func (s *server) openAt(path string) *openFile {
	for _, f := range s.documents {
		if f.path == path {
			return f
		}
	}
	return nil
}

// uriAt returns a file's URI: the editor's if it is open.
func (s *server) uriAt(path string) string {
	if f := s.openAt(path); f != nil {
		return f.uri
	}
	return uriOf(path)
}

// maxOnDisk bounds a file that is read for its positions, in bytes.
const maxOnDisk = 4 << 20

// positionsOnDisk returns the positions in a file. If the file cannot be read, every position is its start.
func positionsOnDisk(name string) *text.Positions {
	in, _ := document.Read(files.Tree(filepath.FromSlash(path.Dir(name))), filepath.FromSlash(name), maxOnDisk)
	return text.NewPositions(in.Data)
}
