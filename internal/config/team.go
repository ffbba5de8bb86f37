package config

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
	"github.com/bmatcuk/doublestar/v4"

	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// teamSources is what a team has of its own: the files that hold rules and formats, and
// the catalogue with them. What such a rule may say is package rules' business.
type teamSources struct {
	sources   []rules.Source
	catalogue *rules.Catalogue
	// names are the team's own where its sources have mistakes, so that the
	// catalogue does not have them.
	names names
	// unread says that a file could not be read: what others name may be in it.
	unread bool
}

// Sources are the files that hold rules and formats of the team's own: the
// configuration's own files where they have some, farthest first, then those
// that rule-files names.
func (c *Config) Sources() []rules.Source {
	if c == nil {
		return nil
	}
	return c.team.sources
}

// Plain is the catalogue with what the team has of its own and without settings.
// It is shared: do not change it.
func (c *Config) Plain() (*rules.Catalogue, error) {
	if c == nil {
		return rules.BuiltIn()
	}
	return c.team.catalogue, nil
}

// HasTeamRules says whether the user's own file itself, the first of Files, has rules
// or formats of the team's own.
func (c *Config) HasTeamRules() bool {
	return c != nil && len(c.files) > 0 && c.contract.hasTeamRules(c.files[len(c.files)-1])
}

// readTeam reads what the team has of its own. Mistakes in it become problems of
// the files that they stand in. An error says that evaluating it was stopped.
func (l *loader) readTeam() (teamSources, error) {
	o := teamSources{catalogue: l.contract.catalogue}
	for _, s := range l.files {
		o.unread = o.unread || len(s.problems) > 0 && len(s.root.Items) == 0
		if l.contract.hasTeamRules(s) || s.unread() {
			o.sources = append(o.sources, rules.Source{Name: s.shown, Data: s.data})
		}
	}
	files, whole := l.ruleFiles()
	o.sources, o.unread = append(o.sources, files...), o.unread || !whole
	if len(o.sources) == 0 {
		return o, nil
	}
	catalogue, err := rules.BuiltInWith(o.sources...)
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

// unread says that nothing is known of what a file in CUE holds, because of a
// mistake in it. It may hold rules of the team's own, in which there may be more.
func (s *source) unread() bool {
	mistake := func(p problem) bool {
		return slices.Contains(cueKinds, p.kind)
	}
	return len(s.root.Items) == 0 && slices.ContainsFunc(s.problems, mistake)
}

// hasTeamRules says whether a file has rules or formats of the team's own.
func (c *contract) hasTeamRules(s *source) bool {
	if len(fields(s.root.Field("formats"))) > 0 {
		return true
	}
	return slices.ContainsFunc(fields(s.root.Field("rules")), func(entry *document.Node) bool {
		return c.catalogue.Rule(entry.Name) == nil && c.isTeamRule(entry)
	})
}

// ruleFiles are the files that rule-files means in the nearest file that has
// it. A glob that matches nothing is a mistake: the rules that were meant would
// not be judged by. They are not whole where a file cannot be read.
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
			continue // checkGlobs tells why; one with many braces would match without end
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
			file, read := l.ruleFile(s, g, path)
			if whole = whole && read; read {
				sources = append(sources, file)
			}
		}
	}
	return sources, whole
}

// matching are the files that a glob below a folder means, sorted. Signs of
// globs in the folder's own name mean themselves.
func (l *loader) matching(folder, glob string) ([]string, error) {
	base, pattern := doublestar.SplitPattern(glob)
	folder = filepath.Join(folder, filepath.FromSlash(base))
	place, err := l.door.Find(folder)
	if err != nil {
		return nil, err
	}
	below, err := place.FS()
	if err != nil {
		return nil, nil // there is no such folder, and so no file in it
	}
	found, err := doublestar.Glob(below, pattern, doublestar.WithFilesOnly())
	for i, name := range found {
		found[i] = filepath.Join(folder, filepath.FromSlash(name))
	}
	slices.Sort(found)
	return found, err
}

// ruleFile reads a file of rules, or tells why it cannot be read.
func (l *loader) ruleFile(s *source, glob *document.Node, path string) (file rules.Source, read bool) {
	in, fault := discover.File{Path: filepath.ToSlash(path), Named: true}.ReadThrough(l.door, rules.MaxSource)
	if fault != nil {
		s.add("rule-files-unread", glob.Value, "name", show(path), "reason", l.reason(*fault))
		return rules.Source{}, false
	}
	l.refuseSettings(path, in.Data)
	return rules.Source{Name: show(path), Data: in.Data}, true
}

// refuseSettings tells of the settings in a file of rules, which nobody reads
// there. What cannot be parsed is told of by whoever reads the rules.
func (l *loader) refuseSettings(path string, data []byte) {
	s := &source{path: path, shown: show(path), data: data, text: text.NewSource(data)}
	names := s.topLevel(l.contract)
	for _, key := range l.contract.keys() {
		if at, set := names[key]; set && key != "rules" && key != "formats" {
			s.add("rule-files-setting", at, "name", key)
		}
	}
	if len(s.problems) > 0 {
		l.beside = append(l.beside, s)
	}
}

// topLevel are the names at the top of a file of rules, and where they stand.
func (s *source) topLevel(c *contract) map[string]text.Span {
	names := map[string]text.Span{}
	if strings.EqualFold(filepath.Ext(s.path), ".cue") {
		file, err := parser.ParseFile(s.path, s.data)
		if err != nil {
			return nil
		}
		for _, d := range file.Decls {
			if name := nameOf(d); name != "" {
				names[name] = s.span(d.(*ast.Field).Label)
			}
		}
		return names
	}
	root, _, _ := document.ParseYAML(s.data, c.limits)
	for _, item := range fields(root) {
		names[item.Name] = keySpan(item)
	}
	return names
}

// addTeamProblems files what is wrong with the team's own rules with the files that it
// stands in.
func (l *loader) addTeamProblems(problems []rules.Problem, sources []rules.Source) {
	for _, p := range problems {
		s := l.fileOf(p.Path, sources)
		s.teamProblems = append(s.teamProblems, p)
	}
}

// deduplicateTeam leaves one of two problems that are the same mistake: what this
// package and package rules both have found at one place, and in a file that
// this package could not read, on one line. What CUE itself says is told in the
// words of rules, anything else in those of configurations.
func (s *source) deduplicateTeam() {
	read := s.root != nil && len(s.root.Items) > 0
	if slices.ContainsFunc(s.problems, func(q problem) bool { return q.kind == "cue-key" }) {
		s.teamProblems = nil // it follows from a key that is none
	}
	same := func(q problem, p rules.Problem) bool {
		pos := s.text.Pos(q.at.Start)
		return pos.Line == p.Line && (pos.Column == p.Column || !read)
	}
	s.problems = slices.DeleteFunc(s.problems, func(q problem) bool {
		return q.kind == "cue" && slices.ContainsFunc(s.teamProblems, func(p rules.Problem) bool { return same(q, p) })
	})
	s.teamProblems = slices.DeleteFunc(s.teamProblems, func(p rules.Problem) bool {
		return slices.ContainsFunc(s.problems, func(q problem) bool { return same(q, p) })
	})
}

// fileOf is the file of that name, a file of rules included.
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

// teamFinding is a mistake in a team's own rule as a finding.
func (s *source) teamFinding(c *contract, p rules.Problem) rules.Finding {
	f := rules.NewFinding(Name, rules.Words{}, s.shown, s.text, rules.Report{At: s.word(s.offset(p.Line, p.Column))})
	f.Message, f.Help, f.URL = p.Message, cmp.Or(p.Help, c.words["own"].Help), teamPage
	return f
}

// offset is where a line and a column, in code points, begin.
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
