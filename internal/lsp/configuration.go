package lsp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

// configurations are the mistakes in configurations.
type configurations struct {
	// opened are the projects that this is about, and problems the results for their
	// files, by folder. The paths of these are absolute.
	opened   map[string]*project
	problems map[string][]rules.Result
	// shown is the error that was shown last.
	shown map[string]string
	// published are the paths of the files with published problems.
	published map[string]bool
}

// checkConfiguration shows what is wrong with a project's configuration, once.
func (s *server) checkConfiguration(ctx context.Context, folder string, p *project) error {
	if s.opened[folder] == p {
		return nil
	}
	_, err := p.open()
	s.opened[folder] = p
	s.problems[folder] = nil
	var problems *config.Problems
	if errors.As(err, &problems) {
		for _, result := range problems.Results {
			if key, err := files.Key(result.Path); err == nil {
				result.Path = key
				s.problems[folder] = append(s.problems[folder], result)
			}
		}
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

// publishProblems publishes the mistakes in files of configurations, and clears those that
// were corrected.
func (s *server) publishProblems(ctx context.Context) error {
	paths := map[string]bool{}
	for _, results := range s.problems {
		for _, r := range results {
			paths[r.Path] = true
		}
	}
	changed := slices.Concat(slices.Collect(maps.Keys(paths)), slices.Collect(maps.Keys(s.published)))
	slices.Sort(changed)
	s.published = paths
	for _, path := range slices.Compact(changed) {
		if snap := s.openAt(path); snap != nil {
			s.mutex.Lock()
			s.enqueue(snap.doc) // with what is found in it
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
	positions := positionsOnDisk(path)
	seen := map[string]bool{}
	for _, folder := range slices.Sorted(maps.Keys(s.problems)) {
		for _, r := range s.problems[folder] {
			if r.Path == path && !seen[path] {
				for _, f := range r.Findings {
					diagnostics = append(diagnostics, s.diagnosticOf(f, positions))
				}
				seen[path] = true
			}
		}
	}
	return diagnostics
}
