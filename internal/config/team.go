package config

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// teamSources are the files with a team's rules and formats, and the catalogue
// with them. Package rules defines what they may contain.
type teamSources struct {
	sources   []rules.Source
	catalogue *rules.Catalogue
	// names are the team's if its sources have mistakes and the catalogue lacks
	// them.
	names names
	// unread is set if a file could not be read: it may contain what others
	// name.
	unread bool
}

// Sources returns the files with the team's rules and formats: files of the
// configuration that have some, farthest first, then those that rule-files
// names.
func (c *Config) Sources() []rules.Source {
	if c == nil {
		return nil
	}
	return c.team.sources
}

// Warnings returns what may be wrong with the team's rules and formats.
func (c *Config) Warnings() []rules.Problem {
	if c == nil || c.team.catalogue == nil {
		return nil
	}
	return c.team.catalogue.Warnings
}

// Plain returns the catalogue with the team's rules and formats but without
// settings. It is shared: do not change it.
func (c *Config) Plain() (*rules.Catalogue, error) {
	if c == nil {
		return rules.BuiltIn(), nil
	}
	return c.team.catalogue, nil
}

// readTeam reads the team's rules and formats. Mistakes in them become problems
// of their files.
func (l *loader) readTeam() (teamSources, error) {
	o := teamSources{catalogue: l.contract.catalogue}
	for _, s := range l.files {
		o.unread = o.unread || len(s.problems) > 0 && len(s.root.Items) == 0
		if l.contract.hasTeamRules(s) {
			o.sources = append(o.sources, rules.Source{Name: s.shown, Data: s.data})
		}
	}
	files, whole := l.ruleFiles()
	o.sources, o.unread = append(o.sources, files...), o.unread || !whole
	if len(o.sources) == 0 {
		return o, nil
	}
	catalogue, err := rules.LoadCatalogue(o.sources...)
	var mistakes *rules.SourceError
	switch {
	case errors.As(err, &mistakes):
		o.readNames()
		l.addTeamProblems(mistakes.Problems, o.sources)
	case err != nil && !o.unread:
		return o, err
	case err == nil:
		o.catalogue = catalogue
	}
	return o, nil
}

// hasTeamRules reports whether a file defines rules.
func (c *contract) hasTeamRules(s *source) bool {
	return s.root.Field("formats") != nil || slices.ContainsFunc(fields(s.root.Field("rules")), func(entry *document.Node) bool {
		return c.catalogue.Rule(entry.Name) == nil && c.isTeamRule(entry)
	})
}

// ruleFiles returns the files that rule-files matches in the nearest file that
// has it. A glob that matches nothing is a mistake: the rules that were meant
// would not be checked. whole is false if a file cannot be read.
func (l *loader) ruleFiles() (sources []rules.Source, whole bool) {
	for _, s := range slices.Backward(l.files) {
		if globs := s.root.Field("rule-files"); globs != nil {
			return l.filesOf(s, globs)
		}
	}
	return nil, true
}

func (l *loader) filesOf(s *source, globs *document.Node) (sources []rules.Source, whole bool) {
	whole = true
	known := map[string]bool{}
	for _, g := range items(globs) {
		if g.Kind != document.String || checkPathGlob(g.Text) != nil {
			continue // reported by checkGlobs; one with many braces would match without end
		}
		matched, err := l.matching(s.folder(), g.Text)
		switch {
		case files.IsOutside(err):
			s.add("outside", g.Value, "name", rules.Quote(g.Text), "trust", files.UserConfigName())
			whole = false
		case err == nil && len(matched) == 0:
			s.add("rule-files-none", g.Value, "got", rules.Quote(g.Text), "folder", show(s.folder()))
		}
		for _, path := range matched {
			if known[path] {
				continue
			}
			known[path] = true
			if !strings.EqualFold(filepath.Ext(path), ".cue") {
				s.add("rule-files-ending", g.Value, "name", rules.Quote(show(path)))
				continue
			}
			file, read := l.ruleFile(s, g, path)
			if whole = whole && read; read {
				sources = append(sources, file)
			}
		}
	}
	return sources, whole
}

// matching returns the files that a glob below a folder matches, sorted.
// Special characters in the folder's own name are literal.
func (l *loader) matching(folder, glob string) ([]string, error) {
	base, pattern := doublestar.SplitPattern(glob)
	folder = filepath.Join(folder, filepath.FromSlash(base))
	place, err := l.door.Find(folder)
	if err != nil {
		return nil, err
	}
	below, err := place.FS()
	if err != nil {
		return nil, nil // there is no such folder, so no file in it
	}
	found, err := doublestar.Glob(below, pattern, doublestar.WithFilesOnly())
	for i, name := range found {
		found[i] = filepath.Join(folder, filepath.FromSlash(name))
	}
	slices.Sort(found)
	return found, err
}

// ruleFile reads a file of rules, or reports why it cannot be read.
func (l *loader) ruleFile(s *source, glob *document.Node, path string) (file rules.Source, read bool) {
	in, fault := document.Read(l.door, path, rules.MaxSource)
	if fault != nil {
		s.add("rule-files-unread", glob.Value, "name", show(path), "reason", l.reason(*fault))
		return rules.Source{}, false
	}
	return rules.Source{Name: show(path), Data: in.Data}, true
}

// addTeamProblems adds problems in the team's rules to their files.
func (l *loader) addTeamProblems(problems []rules.Problem, sources []rules.Source) {
	for _, p := range problems {
		s := l.fileOf(p.Path, sources)
		s.teamProblems = append(s.teamProblems, p)
	}
}

// deduplicateTeam drops problems of package rules that this package has found at the
// same position.
func (s *source) deduplicateTeam() {
	s.teamProblems = slices.DeleteFunc(s.teamProblems, func(p rules.Problem) bool {
		return slices.ContainsFunc(s.problems, func(q problem) bool {
			pos := s.text.Pos(q.at.Start)
			return pos.Line == p.Line && pos.Column == p.Column
		})
	})
}

// fileOf returns the file of that name, or a file of rules.
func (l *loader) fileOf(name string, sources []rules.Source) *source {
	for _, s := range slices.Concat(l.files, l.beside) {
		if s.shown == name {
			return s
		}
	}
	s := &source{shown: name, text: text.NewSource(nil)}
	for _, own := range sources {
		if own.Name == name {
			s.data, s.text = own.Data, text.NewSource(own.Data)
		}
	}
	l.beside = append(l.beside, s)
	return s
}

// teamFinding returns a mistake in a team's rule as a finding.
func (s *source) teamFinding(c *contract, p rules.Problem) rules.Finding {
	start := s.offset(p.Line, p.Column)
	length := strings.IndexAny(string(s.data[start:])+"\n", " \t\r\n,]}):")
	at := text.Span{Start: start, End: min(start+max(length, 1), len(s.data))}
	f := rules.NewFinding(Name, rules.Words{}, s.shown, s.text, rules.Report{At: at})
	f.Message, f.Help, f.URL = p.Message, cmp.Or(p.Help, c.words["own"].Help), teamPage
	return f
}

// offset returns the offset of a line and a column in code points.
func (s *source) offset(line, column int) int {
	if line < 1 || line > s.text.Lines() {
		return s.text.Start()
	}
	span := s.text.LineSpan(line)
	for i := range strings.Trim(s.text.Slice(span), "\r\n") {
		if column--; column < 1 {
			return span.Start + i
		}
	}
	return span.End
}
