package lsp

import (
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// openFile is a file that is open in the editor.
type openFile struct {
	uri string
	// path is the absolute path with forward slashes, or "" if the URI is not a file's.
	path      string
	version   int
	positions *text.Positions // of the text, which it holds
	// published means that the client has the diagnostics of the text.
	published bool
	// session has the findings about the session of the file, as of when a file was last opened or saved;
	// later edits have moved them. They are recomputed if they are stale.
	session      []rules.Finding
	sessionStale bool
	// checked is the outcome for the text, or nil if it was not checked yet.
	checked *checkedText
}

// checkedText is the outcome of checking a text.
type checkedText struct {
	project *Project
	// Result is skipped if the file is not a handoff, and has no path if it is excluded.
	lint.Checked
	// findings are those of the file and its session that are not in the baseline.
	findings []rules.Finding
	err      error
}

// openHandoff is an open file that is a handoff.
type openHandoff struct {
	*openFile
	*checkedText
	server *server
}

// handoff returns an open handoff, or nil if the file is not a handoff or was not read.
func (s *server) handoff(uri string) *openHandoff {
	f := s.documents[uri]
	if f == nil {
		return nil
	}
	c := s.check(f)
	isSkipped := c.Result.Skipped != "" && !c.Result.Reserved // a reserved report is still to be written
	if c.err != nil || c.Doc == nil || isSkipped {
		return nil // diagnostics show the error
	}
	c.project.Begin()
	return &openHandoff{f, c, s}
}

func (s *server) didOpen(p params) {
	f := &openFile{uri: p.TextDocument.URI, path: pathOf(p.TextDocument.URI), version: p.TextDocument.Version, sessionStale: true}
	f.set([]byte(p.TextDocument.Text))
	s.documents[f.uri] = f
}

func (s *server) didChange(p params) error {
	f := s.documents[p.TextDocument.URI]
	if f == nil {
		return fmt.Errorf("the editor has changed %s, which it did not open", text.QuoteShort(p.TextDocument.URI))
	}
	for _, change := range p.ContentChanges {
		f.set(f.apply(change))
	}
	f.version = p.TextDocument.Version
	return nil
}

func (s *server) didClose(p params) {
	if f := s.documents[p.TextDocument.URI]; f != nil {
		delete(s.documents, f.uri)
		s.sendDiagnostics(f.uri, nil, s.problemsOf(f.path))
	}
}

// refresh marks all documents, with their configurations and sessions, for another check, since something on
// disk has changed.
func (s *server) refresh() {
	clear(s.projects)
	s.stale = true
	for _, f := range s.documents {
		f.sessionStale = true
		f.checked = nil
		f.published = false
	}
}

func (f *openFile) text() []byte { return f.positions.Bytes() }

func (f *openFile) set(data []byte) {
	f.positions = text.NewPositions(data)
	f.checked = nil
	f.published = false
}

// apply returns the text after a change, and moves the findings about the session.
func (f *openFile) apply(change contentChange) []byte {
	if change.Range == nil {
		f.session = nil
		return []byte(change.Text)
	}
	start := f.positions.Offset(change.Range.Start)
	end := max(start, f.positions.Offset(change.Range.End))
	f.session = slices.DeleteFunc(slices.Clone(f.session), func(f rules.Finding) bool {
		return f.Range.Start.Offset < end && f.Range.End.Offset > start
	})
	moved := len(change.Text) - (end - start)
	for i, finding := range f.session {
		if finding.Range.Start.Offset >= end {
			f.session[i].Range.Start.Offset += moved
			f.session[i].Range.End.Offset += moved
		}
	}
	data := f.text()
	return slices.Concat(data[:start], []byte(change.Text), data[end:])
}

// check checks a file like `check --skip-unknown`, with the editor's text. Cancelling a request does not stop
// it, since others need the outcome.
func (s *server) check(f *openFile) *checkedText {
	if f.checked == nil {
		c := &checkedText{}
		f.checked = c // also if it panics
		c.err = recovered(func() error { return s.checkInto(f, c) })
	}
	return f.checked
}

// checkInto sets the outcome of check, and computes the findings about the session anew if they are stale.
func (s *server) checkInto(f *openFile, c *checkedText) (err error) {
	c.Result.Skipped = "no file" // until it is checked
	if f.path == "" {
		return nil
	}
	project := s.project(path.Dir(f.path))
	if project.err != nil {
		return nil // the user has seen it
	}
	c.project = project.Project
	c.project.Begin()
	walk := c.project.Walk
	walk.Unsaved = true
	linter := s.linter(c.project)
	found, err := lint.Walk(context.Background(), []string{f.path}, walk)
	i := slices.IndexFunc(found.Files, func(file lint.File) bool { return file.Path == f.path })
	if err != nil || i < 0 {
		return err // for example, the marker of a report leads to the report
	}
	c.Checked, err = linter.CheckInput(linter.Read(found.Files[i]))
	if err != nil {
		return err
	}
	if f.sessionStale && protocol.Named(c.Result.Format).InSession {
		f.session, err = s.checkSession(f, c.project)
		if err != nil {
			return err
		}
		f.sessionStale = false
	}
	result := c.Result
	if len(f.session) > 0 {
		session := rules.Result{Path: f.path, Format: rules.SessionFormat, Findings: f.session}
		result = linter.Engine.Merge([]rules.Result{result}, []rules.Result{session})[0]
	}
	c.findings = c.project.notInBaseline(result)
	return nil
}

// linter returns a linter that checks files with the texts of the editor.
func (s *server) linter(project *Project) *lint.Linter {
	linter := *project.Linter
	linter.Texts = map[string][]byte{}
	for _, f := range s.documents {
		linter.Texts[f.path] = f.text()
	}
	return &linter
}

// checkSession returns the findings in a report about its session.
func (s *server) checkSession(f *openFile, project *Project) (findings []rules.Finding, err error) {
	walk := project.Walk
	walk.Flat = true
	found, err := lint.Walk(context.Background(), []string{path.Dir(f.path)}, walk)
	if err != nil {
		return nil, err
	}
	results, err := s.linter(project).Sessions(context.Background(), found)
	for _, result := range results {
		if result.Path == f.path {
			findings = result.Findings
		}
	}
	return findings, err
}

// notInBaseline returns the findings of a result that are not in the baseline.
func (p *Project) notInBaseline(result rules.Result) []rules.Finding {
	if p.Baseline != nil {
		results, _ := p.Baseline.Apply(lint.Run{Results: []rules.Result{result}, Folders: []string{path.Dir(result.Path)}})
		result = results[0]
	}
	return result.Findings
}
