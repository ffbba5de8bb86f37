package lsp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// source names this program in a diagnostic.
const source = "handofflint"

// enqueue has a document checked, after those that wait already. The mutex is held.
func (s *server) enqueue(doc *openFile) {
	if !doc.queued {
		doc.queued = true
		s.queue = append(s.queue, doc)
	}
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

// dequeue returns the next document to check; closed means that there is nothing to
// check any more. It is nil if none waits.
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

// work checks the documents that wait, until the client is gone. Nobody else publishes,
// so that what is published last is what holds.
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
		return nil // the newer one waits
	}
	diagnostics = append(diagnostics, s.problemsOf(snap.doc.path)...)
	return s.send(ctx, publishDiagnosticsParams{URI: snap.doc.uri, Version: &snap.version, Diagnostics: diagnostics})
}

// diagnose returns what is found of a snapshot. A configuration with mistakes is told, and
// nothing is found by it.
func (s *server) diagnose(ctx context.Context, snap *snapshot) ([]diagnostic, error) {
	diagnostics := []diagnostic{}
	if snap.doc.path == "" {
		return diagnostics, nil
	}
	if err := s.configured(ctx, path.Dir(snap.doc.path), snap.project); err != nil {
		return nil, err
	}
	if _, broken := snap.project.open(); broken != nil {
		return diagnostics, nil
	}
	c, err := snap.result()
	if err != nil { // nobody may think that nothing was found
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

// findings returns what is found of a snapshot and its session, none of a file that is no
// handoff or is left out.
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

// close takes back what was published about a document, unless it is open again.
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

// diagnosticOf returns a finding as the protocol has it.
func (s *server) diagnosticOf(f rules.Finding, positions *text.Positions) diagnostic {
	d := diagnostic{Range: rangeOf(f.Range, positions), Severity: severityWarning, Code: f.Rule, Source: source, Message: f.Message}
	if f.Failed() {
		d.Severity = severityError
	}
	if f.URL != "" {
		d.CodeDescription = &codeDescription{f.URL}
	}
	if f.Help != "" {
		d.Message += "\n" + f.Help
	}
	if !s.client.TextDocument.PublishDiagnostics.RelatedInformation {
		return d
	}
	for _, r := range f.Related {
		in := positions
		if r.Path != f.Path {
			in = s.positionsOf(r.Path)
		}
		d.RelatedInformation = append(d.RelatedInformation, relatedInformation{location{s.uriOf(r.Path), rangeOf(r.Range, in)}, r.Message})
	}
	return d
}

func rangeOf(r text.Range, positions *text.Positions) textRange {
	return textRange{positions.At(r.Start.Offset), positions.At(r.End.Offset)}
}

// openAt returns the open document of a path, nil if there is none.
func (s *server) openAt(path string) *openFile {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, doc := range s.documents {
		if doc.path == path {
			return doc
		}
	}
	return nil
}

// uriOf returns the URI of a path: of an open file that which the client uses.
func (s *server) uriOf(path string) string {
	if doc := s.openAt(path); doc != nil {
		return doc.uri
	}
	return uriOf(path)
}

// maxRelated bounds a file that is read for the positions in it.
const maxRelated = 4 << 20

// positionsOf returns the positions in a file as it is on the disk, or in the editor. In
// one that cannot be read there is only its start.
func (s *server) positionsOf(path string) *text.Positions {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, doc := range s.documents {
		if doc.path == path {
			return doc.latest.positions
		}
	}
	return text.NewPositions(onDisk(path))
}

func onDisk(path string) []byte {
	name := filepath.FromSlash(path)
	in, _ := document.Read(files.Tree(filepath.Dir(name)), name, maxRelated) // without text there is only its start
	return in.Data
}

// configurations is what is known of the mistakes in configurations.
type configurations struct {
	// opened are the projects that this is about, by folder.
	opened   map[string]*project
	problems map[string][]rules.Result
	// shown is the error that was shown last.
	shown map[string]string
	// published are the paths of the files with published problems.
	published map[string]bool
}

// configured tells what is wrong with a project's configuration.
func (s *server) configured(ctx context.Context, folder string, p *project) error {
	if s.opened[folder] == p {
		return nil
	}
	_, err := p.open()
	s.opened[folder] = p
	s.problems[folder] = nil
	var problems *config.Problems
	if errors.As(err, &problems) {
		s.problems[folder] = problems.Results
	}
	if err == nil {
		delete(s.shown, folder)
	} else if message := err.Error(); s.shown[folder] != message {
		if !slices.Contains(slices.Collect(maps.Values(s.shown)), message) {
			s.show(ctx, s.conn, fmt.Errorf("nothing is checked by a configuration with mistakes: %w", err))
		}
		s.shown[folder] = message
	}
	return s.publishProblems(ctx)
}

// publishProblems publishes the mistakes in files of configurations, and takes back
// those that are gone.
func (s *server) publishProblems(ctx context.Context) error {
	paths := map[string]bool{}
	for _, results := range s.problems {
		for _, r := range results {
			paths[absolute(r.Path)] = true
		}
	}
	changed := slices.Concat(slices.Collect(maps.Keys(paths)), slices.Collect(maps.Keys(s.published)))
	slices.Sort(changed)
	s.published = paths
	for _, path := range slices.Compact(changed) {
		if doc := s.openAt(path); doc != nil {
			s.mutex.Lock()
			s.enqueue(doc) // with what is found in it
			s.mutex.Unlock()
			continue
		}
		if err := s.send(ctx, publishDiagnosticsParams{URI: uriOf(path), Diagnostics: s.problemsOf(path)}); err != nil {
			return err
		}
	}
	return nil
}

// problemsOf returns the mistakes in a file of a configuration.
func (s *server) problemsOf(path string) []diagnostic {
	diagnostics := []diagnostic{}
	if !s.published[path] {
		return diagnostics
	}
	positions := text.NewPositions(onDisk(path))
	seen := map[string]bool{}
	for _, folder := range slices.Sorted(maps.Keys(s.problems)) {
		for _, r := range s.problems[folder] {
			if absolute(r.Path) == path && !seen[path] {
				for _, f := range r.Findings {
					diagnostics = append(diagnostics, s.diagnosticOf(f, positions))
				}
				seen[path] = true
			}
		}
	}
	return diagnostics
}

// absolute returns the absolute path that findings show, with forward slashes.
func absolute(shown string) string {
	path, err := filepath.Abs(filepath.FromSlash(shown))
	if err != nil {
		return shown
	}
	return filepath.ToSlash(path)
}
