package lsp

import (
	"context"
	"fmt"
	"path"
	"slices"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// An openFile is a file that is open in the editor.
type openFile struct {
	uri string
	// path is the absolute path with forward slashes, "" if the URI is not that of a file.
	path   string
	latest *snapshot
	// session has the findings about the session that the file is part of, from when a
	// file was last opened or saved. Edits since then have moved them.
	session []rules.Finding
	// queued means that the document is to be checked, stale that its session is, too.
	queued, stale bool
}

// A snapshot is a document's text at a moment.
type snapshot struct {
	doc       *openFile
	version   int
	positions *text.Positions
	project   *project
	// result checks the text once.
	result func() (checked, error)
}

// checked is the outcome of checking a snapshot.
type checked struct {
	// in is the file as it was checked, fault why it was not read.
	in    document.Input
	fault *document.Fault
	// result is skipped if the file is not a handoff, or is excluded.
	result rules.Result
}

// bytes is the text.
func (snap *snapshot) bytes() []byte { return snap.positions.Bytes() }

// A project is opened when the first of its files is checked.
type project struct {
	open func() (*Project, error)
	// mutex guards the baseline.
	mutex sync.Mutex
}

// found returns the findings of a file and of its session as `check` reports them: those
// that say the same once, and none that the baseline has.
func (p *project) found(result rules.Result, session []rules.Finding) ([]rules.Finding, error) {
	opened, err := p.open()
	if err != nil {
		return nil, err
	}
	if len(session) > 0 {
		sessions := []rules.Result{{Path: result.Path, Format: rules.SessionFormat, Findings: session}}
		result = opened.Linter.Engine.Merge([]rules.Result{result}, sessions)[0]
	}
	if result.Skipped != "" || opened.Baseline == nil {
		return result.Findings, nil
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	results, _ := opened.Baseline.Apply(lint.Run{Results: []rules.Result{result}, Folders: []string{path.Dir(result.Path)}})
	return results[0].Findings, nil
}

// projectOf returns the project of a file. The mutex is held.
func (s *server) projectOf(file string) *project {
	folder := path.Dir(file)
	p := s.projects[folder]
	if p == nil {
		p = &project{open: sync.OnceValues(func() (*Project, error) { return s.Open(folder) })}
		s.projects[folder] = p
	}
	return p
}

// update makes a new snapshot of a document, and queues it. The mutex is held.
func (s *server) update(doc *openFile, version int, data []byte) {
	snap := &snapshot{doc: doc, version: version, positions: text.NewPositions(data)}
	if doc.path != "" {
		snap.project = s.projectOf(doc.path)
	}
	snap.result = sync.OnceValues(snap.check)
	doc.latest = snap
	s.enqueue(doc)
}

// check checks the text as `check --skip-unknown` checks the file.
func (snap *snapshot) check() (c checked, err error) {
	c.result.Skipped = "no file"
	if snap.doc.path == "" {
		return c, nil
	}
	opened, err := snap.project.open()
	if err != nil {
		return c, err
	}
	walk := opened.Walk
	walk.Unsaved = true
	found, err := lint.Walk(context.Background(), []string{snap.doc.path}, walk)
	if err != nil || len(found.Files) != 1 || found.Files[0].Path != snap.doc.path {
		return c, err // the marker of a report, say, leads to the report
	}
	c.in, c.fault = found.Files[0].ReadAs(snap.bytes(), opened.Linter.Engine.Limits().Bytes)
	c.result, err = opened.Linter.CheckInput(c.in, c.fault)
	return c, err
}

// handoff returns the outcome of checking a snapshot, and its project; false if it is not
// a handoff, or could not be checked, which the diagnostics say.
func (snap *snapshot) handoff() (checked, *Project, bool) {
	c, err := snap.result()
	if err != nil || c.result.Path == "" || c.result.Skipped != "" && !c.result.Reserved {
		return c, nil, false
	}
	opened, err := snap.project.open()
	return c, opened, err == nil
}

func (s *server) didOpen(p didOpenParams) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	uri := p.TextDocument.URI
	doc := &openFile{uri: uri, path: pathOf(uri), stale: true}
	s.documents[uri] = doc
	s.update(doc, p.TextDocument.Version, []byte(p.TextDocument.Text))
	return nil
}

func (s *server) didChange(p didChangeParams) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	doc := s.documents[p.TextDocument.URI]
	if doc == nil {
		return fmt.Errorf("the editor has changed %s, which it did not open", text.QuoteShort(p.TextDocument.URI))
	}
	positions := doc.latest.positions
	for _, change := range p.ContentChanges {
		positions = text.NewPositions(doc.apply(positions, change))
	}
	s.update(doc, p.TextDocument.Version, positions.Bytes())
	return nil
}

// apply returns a text after a change, and moves the findings about the session.
func (doc *openFile) apply(positions *text.Positions, change contentChange) []byte {
	if change.Range == nil {
		doc.session = nil
		return []byte(change.Text)
	}
	start, end := positions.Offset(change.Range.Start), positions.Offset(change.Range.End)
	if end < start {
		start, end = end, start
	}
	by := len(change.Text) - (end - start)
	doc.session = slices.DeleteFunc(slices.Clone(doc.session), func(f rules.Finding) bool {
		return f.Range.Start.Offset < end && f.Range.End.Offset > start
	})
	for i, f := range doc.session {
		if f.Range.Start.Offset >= end && !isWhole(f) {
			doc.session[i].Range.Start.Offset += by
			doc.session[i].Range.End.Offset += by
		}
	}
	data := positions.Bytes()
	return slices.Concat(data[:start], []byte(change.Text), data[end:])
}

// isWhole reports whether a finding is about the file as a whole.
func isWhole(f rules.Finding) bool { return f.Range.Start == f.Range.End && f.Range.Start.Line <= 1 }

func (s *server) didClose(p documentParams) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if doc := s.documents[p.TextDocument.URI]; doc != nil {
		delete(s.documents, doc.uri)
		s.enqueue(doc)
	}
	return nil
}

// refresh checks all documents again, with their configurations and sessions: something on
// the disk has changed.
func (s *server) refresh() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	clear(s.projects)
	for _, doc := range s.documents {
		doc.stale = true
		s.update(doc, doc.latest.version, doc.latest.bytes())
	}
}

// texts returns the texts of all open files, by path.
func (s *server) texts() map[string][]byte {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	texts := map[string][]byte{}
	for _, doc := range s.documents {
		if doc.path != "" {
			texts[doc.path] = doc.latest.bytes()
		}
	}
	return texts
}
