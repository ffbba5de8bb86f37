package lsp

import (
	"context"
	"path"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// enqueue queues a document to be checked. The mutex is held.
func (s *server) enqueue(doc *openFile) {
	if !doc.queued {
		doc.queued = true
		s.queue = append(s.queue, doc)
	}
	select {
	case s.wake <- struct{}{}:
	default: // it is awake already
	}
}

// dequeue returns the next document of the queue with its latest snapshot, nil if the
// queue is empty; closed reports whether the document was closed since.
func (s *server) dequeue() (doc *openFile, snap *snapshot, closed bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.queue) == 0 {
		return nil, nil, false
	}
	doc, s.queue = s.queue[0], s.queue[1:]
	doc.queued = false
	return doc, doc.latest, s.documents[doc.uri] != doc
}

// work checks queued documents until the client disconnects. Only it publishes, so that
// what is published last is what holds.
func (s *server) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		for {
			doc, snap, closed := s.dequeue()
			if doc == nil || ctx.Err() != nil {
				break
			}
			err := recovered(func() error {
				if closed {
					return s.close(ctx, doc)
				}
				return s.publish(ctx, snap)
			})
			if err != nil && ctx.Err() == nil {
				s.show(ctx, s.conn, err)
			}
		}
	}
}

// publish checks a snapshot and publishes what is found, unless there is a newer one by
// then.
func (s *server) publish(ctx context.Context, snap *snapshot) error {
	diagnostics, err := s.diagnose(ctx, snap)
	if err != nil {
		return err
	}
	s.mutex.Lock()
	latest := snap.doc.latest == snap && s.documents[snap.doc.uri] == snap.doc
	s.mutex.Unlock()
	if !latest {
		return nil // the newer one is queued
	}
	diagnostics = append(diagnostics, s.problemsOf(snap.doc.path)...)
	return s.send(ctx, publishDiagnosticsParams{URI: snap.doc.uri, Version: &snap.version, Diagnostics: diagnostics})
}

// diagnose returns the diagnostics of a snapshot, none if its configuration has mistakes,
// which are shown instead.
func (s *server) diagnose(ctx context.Context, snap *snapshot) ([]diagnostic, error) {
	diagnostics := []diagnostic{}
	if snap.doc.path == "" {
		return diagnostics, nil
	}
	if err := s.checkConfiguration(ctx, path.Dir(snap.doc.path), snap.project); err != nil {
		return nil, err
	}
	if _, broken := snap.project.open(); broken != nil {
		return diagnostics, nil
	}
	c, err := snap.result()
	if err != nil { // what was not checked must not look clean
		s.Log(err.Error())
		return append(diagnostics, diagnostic{Severity: severityError, Source: source, Message: firstLine(err)}), nil
	}
	if c.result.Format == document.Report {
		if err := s.checkSession(ctx, snap); err != nil {
			return nil, err
		}
	}
	findings, err := s.findings(snap)
	for _, f := range findings {
		diagnostics = append(diagnostics, s.diagnosticOf(f, snap.positions))
	}
	return diagnostics, err
}

// findings returns the findings of a snapshot and its session, none if the file is not a
// handoff or is excluded.
func (s *server) findings(snap *snapshot) ([]rules.Finding, error) {
	c, err := snap.result()
	if err != nil || c.result.Path == "" {
		return nil, err
	}
	s.mutex.Lock()
	session := snap.doc.session
	s.mutex.Unlock()
	return snap.project.found(c.result, session)
}

func (s *server) send(ctx context.Context, p publishDiagnosticsParams) error {
	return s.conn.Notify(ctx, "textDocument/publishDiagnostics", p)
}

// close clears the diagnostics of a document, unless it is open again.
func (s *server) close(ctx context.Context, doc *openFile) error {
	s.mutex.Lock()
	again, folder := s.documents[doc.uri] != nil, path.Dir(doc.path)
	used := false
	for _, other := range s.documents {
		used = used || path.Dir(other.path) == folder
	}
	s.mutex.Unlock()
	if again {
		return nil
	}
	if !used {
		s.mutex.Lock()
		delete(s.projects, folder)
		s.mutex.Unlock()
		delete(s.opened, folder)
		delete(s.problems, folder)
		delete(s.shown, folder)
		if err := s.publishProblems(ctx); err != nil {
			return err
		}
	}
	return s.send(ctx, publishDiagnosticsParams{URI: doc.uri, Diagnostics: append([]diagnostic{}, s.problemsOf(doc.path)...)})
}

// checkSession checks the session that a report is part of, if that is due.
func (s *server) checkSession(ctx context.Context, snap *snapshot) error {
	s.mutex.Lock()
	stale := snap.doc.stale
	s.mutex.Unlock()
	if !stale {
		return nil
	}
	opened, err := snap.project.open()
	if err != nil {
		return err
	}
	walk, linter := opened.Walk, *opened.Linter
	walk.Flat, linter.Texts = true, s.texts()
	found, err := lint.Walk(ctx, []string{path.Dir(snap.doc.path)}, walk)
	if err != nil {
		return err
	}
	results, err := linter.Sessions(ctx, found)
	if err != nil {
		return err
	}
	var findings []rules.Finding
	for _, result := range results {
		if result.Path == snap.doc.path {
			findings = result.Findings
		}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if snap.doc.latest == snap { // else it is still stale, and waits
		snap.doc.session, snap.doc.stale = findings, false
	}
	return nil
}
