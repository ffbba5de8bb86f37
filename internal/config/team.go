package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// teamSources are the files with a team's rules and formats, and the catalogue with them. Package teamrules
// defines what they may contain.
type teamSources struct {
	sources   []teamrules.Source
	size      int         // of the sources in bytes
	team      *rules.Team // nil without sources, or if they have mistakes
	catalogue *rules.Catalogue
	// unread is set if a file could not be read or has mistakes, so that the catalogue lacks its definitions.
	unread bool
}

// namesOf returns the names of the rules of a catalogue.
func namesOf(catalogue *rules.Catalogue) (names []string) {
	for _, r := range catalogue.Rules {
		names = append(names, r.Name)
	}
	return names
}

// FormatNames returns the names of the formats of a catalogue.
func FormatNames(catalogue *rules.Catalogue) (names []string) {
	for _, f := range catalogue.Formats {
		names = append(names, string(f.Name))
	}
	return names
}

// readTeam reads the team's rules and formats. Mistakes in them become problems of their files.
func (l *loader) readTeam() (teamSources, error) {
	// Of a file that could not be parsed, read keeps only the problems.
	isUnread := func(s *source) bool { return len(s.problems) > 0 && len(s.root.Items) == 0 }
	t := teamSources{catalogue: rules.BuiltIn(), unread: slices.ContainsFunc(l.files, isUnread)}
	known := map[string]bool{}
	for _, from := range []*source{nearestRuleFiles(l.files[:l.base]), nearestRuleFiles(l.files[l.base:])} {
		if from == nil {
			continue
		}
		for _, glob := range from.root.Field("rule-files").Elements() {
			for _, path := range l.ruleFiles(from, glob, &t) {
				if !known[path] && t.size <= teamrules.MaxSources { // larger sources are rejected later
					l.readRules(from, glob, path, &t)
				}
				known[path] = true
			}
		}
	}
	if len(t.sources) == 0 {
		return t, nil
	}
	team, err := teamrules.Read(t.sources)
	var mistakes *teamrules.Error
	if errors.As(err, &mistakes) {
		t.unread = true
		l.addMistakes(mistakes.Problems)
		return t, nil
	}
	t.team = team
	t.catalogue, err = rules.LoadCatalogue(rules.Options{Team: team})
	return t, err
}

// addMistakes adds the mistakes in the team's rules to their files, each at the word where it begins.
func (l *loader) addMistakes(problems []teamrules.Problem) {
	for _, p := range problems {
		i := slices.IndexFunc(l.beside, func(s *source) bool { return s.shown == p.Path })
		if i < 0 {
			continue
		}
		s := l.beside[i]
		at := text.Span{Start: min(p.Offset, len(s.data)), End: len(s.data)}
		if end := bytes.IndexAny(s.data[at.Start:], " \t\r\n,]}):"); end >= 0 {
			at.End = min(at.Start+max(end, 1), len(s.data))
		}
		s.problems = append(s.problems, problem{Report: rules.Report{Variant: "own", At: at}, own: &p})
	}
}

// nearestRuleFiles returns the last file that has rule-files, or nil.
func nearestRuleFiles(list []*source) *source {
	for _, s := range slices.Backward(list) {
		if s.root.Field("rule-files") != nil {
			return s
		}
	}
	return nil
}

// ruleFiles returns the files that match a glob in rule-files of a file, sorted. A glob without a match is a
// mistake: its rules would not be checked. Special characters in the folder's own name are literal. If the glob
// cannot be searched, t.unread is set.
func (l *loader) ruleFiles(s *source, glob *document.Node, t *teamSources) []string {
	if glob.Kind != document.String || checkPathGlob(glob.Text) != nil {
		return nil // reported by checkGlobs
	}
	base, pattern := doublestar.SplitPattern(glob.Text)
	folder := s.resolve(base)
	place, err := s.door.Find(folder)
	if files.IsOutside(err) {
		s.add("outside", glob.Value, "name", secret.Quote(glob.Text), "trust", files.UserConfigName())
		t.unread = true
		return nil
	}
	found := filesMatching(place, pattern, &l.globs)
	if l.globs.Exceeded() {
		s.add("unread", glob.Value, "name", secret.Quote(glob.Text), "reason", "it takes too long to find its files")
		t.unread = true
		return nil
	}
	if len(found) == 0 {
		s.add("rule-files-none", glob.Value, "got", secret.Quote(glob.Text), "folder", show(s.folder()))
	}
	for i, name := range found {
		found[i] = filepath.Join(folder, filepath.FromSlash(name))
	}
	slices.Sort(found)
	return found
}

// entrySteps is the cost of reading one entry of a folder, in steps of globs: some microseconds.
const entrySteps = 500

// filesMatching returns the files and links in a folder that match a glob. It stops when the steps are exceeded.
func filesMatching(folder files.Place, pattern string, steps *text.Steps) (found []string) {
	root, err := folder.OpenRoot()
	if err != nil {
		return nil
	}
	defer root.Close()                      // nothing was written through it
	glob, _ := files.NewGlob("/" + pattern) // checkPathGlob has accepted it
	isDeep := strings.Contains(pattern, "**")
	depth := strings.Count(pattern, "/")
	visit := func(name string, entry fs.DirEntry, err error) error {
		steps.Take(entrySteps)
		if steps.Exceeded() {
			return fs.SkipAll
		}
		if err != nil {
			return nil // nothing matches in a folder that cannot be listed
		}
		isTooDeep := name != "." && !isDeep && strings.Count(name, "/") >= depth
		if entry.IsDir() && isTooDeep {
			return fs.SkipDir
		}
		const isFolder = false
		if !entry.IsDir() && glob.Match(name, isFolder, steps) {
			found = append(found, name) // an unreadable one is reported when it is read
		}
		return nil
	}
	_ = fs.WalkDir(root.FS(), ".", visit) // it returns no error
	return found
}

// readRules adds a file of rules to the sources, or reports why it cannot be read.
func (l *loader) readRules(s *source, glob *document.Node, path string, t *teamSources) {
	if !strings.EqualFold(filepath.Ext(path), ".cue") {
		s.add("rule-files-ending", glob.Value, "name", secret.Quote(show(path)))
		return
	}
	in, fault := document.Read(s.door, path, teamrules.MaxSource)
	if fault != nil {
		s.add("unread", glob.Value, "name", show(path), "reason", reason(*fault))
		t.unread = true
		return
	}
	file := newSource(path, in.Data)
	l.beside = append(l.beside, file)
	t.sources = append(t.sources, teamrules.Source{Name: file.shown, Data: file.data})
	t.size += len(file.data)
}

// WithRuleFile returns the text of the configuration's own file with another entry in rule-files, or of a new
// file if there is none. An error means that the user has to add the entry.
func (c *Config) WithRuleFile(entry string) (string, error) {
	insert := "rule-files:\n  - " + yamlKey(entry) + "\n"
	if len(c.Files()) == 0 {
		return "# yaml-language-server: $schema=" + SchemaURL + "\n" + insert, nil
	}
	own := c.files[len(c.files)-1]
	data := strings.TrimSuffix(string(own.data), "\n") + "\n"
	list := own.root.Field("rule-files")
	at := len(data)
	if list == nil && c.at("rule-files") != nil {
		return "", errors.New("its rule-files are in a file that it extends") // its own list may replace those
	}
	if items := list.Elements(); len(items) > 0 { // after the last one, with what is before it on its line
		last := items[len(items)-1].Value.Start
		insert = data[strings.LastIndexByte(data[:last], '\n')+1:last] + yamlKey(entry) + "\n"
		at = last + strings.IndexByte(data[last:], '\n') + 1
	}
	text := data[:at] + insert + data[at:] // wrong if the list is written in another form, so it is parsed
	root, _, faults := document.ParseYAML([]byte(text), loadReading().Limits)
	added := root.Field("rule-files").Elements()
	if len(faults) > 0 || len(added) != len(list.Elements())+1 || added[len(added)-1].Str() != entry {
		return "", fmt.Errorf("its rule-files are not written one a line, as %q and below it %q", "rule-files:", "  - "+yamlKey(entry))
	}
	return text, nil
}
