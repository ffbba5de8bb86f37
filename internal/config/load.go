package config

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Load reads a configuration and the files that it extends. For "" it returns only the user's own
// configuration, or nil if there is none. Globs are relative to the file's folder. The error is a *Problems
// with all mistakes in all files, or a bug in handofflint.
func Load(path string) (*Config, error) { return LoadOver("", path) }

// LoadOver is like Load, but extends a base that the user has named and that may be anywhere. The file's rule
// files are added to the base's. Without the file, globs are relative to the root of the current tree.
func LoadOver(base, path string) (*Config, error) {
	if path == "" {
		return loadOver(base, "", files.Named, files.Root("."))
	}
	return loadOver(base, path, files.Tree(filepath.Dir(path)), filepath.Dir(path))
}

// LoadNamed is like LoadOver for a file that the user has named, with globs relative to a folder.
func LoadNamed(base, path, folder string) (*Config, error) {
	return loadOver(base, path, namedDoor(path), folder)
}

// namedDoor returns the door for a file that the user has named. A file in a tree is opened as the tree's,
// even if named.
func namedDoor(path string) files.Door {
	if place, err := files.Named.Find(path); err == nil && place.InTree() {
		return files.Tree(filepath.Dir(path))
	}
	return files.Named
}

// loadOver reads a base and a file, which may be "", and what they extend. It returns nil without either.
func loadOver(base, path string, door files.Door, folder string) (*Config, error) {
	l := &loader{}
	l.readConfig(base, namedDoor(base))
	l.base = len(l.files)
	l.readConfig(path, door)
	user := readUser()
	if len(l.files) == 0 && user == nil {
		return nil, nil
	}
	team, err := l.readTeam()
	if err != nil {
		return nil, err
	}
	for _, s := range l.files {
		s.check(team)
		s.checkBounds()
	}
	read := slices.Concat(l.files, l.beside)
	if user != nil {
		read = append(read, user)
	}
	var all Problems
	for _, s := range read {
		if len(s.problems) > 0 {
			all.Results = append(all.Results, s.result())
		}
	}
	if len(all.Results) > 0 {
		return nil, &all
	}
	return newConfig(l.files, l.base, user, team, folder)
}

// loader reads a file and the files that it extends.
type loader struct {
	// door opens the file that is being read, and those that it names.
	door files.Door
	// files are the files that were read, each after those that it extends: a later one wins. The first base
	// files are the base and what it extends.
	files []*source
	base  int
	// chain are the files that are being read, each extended by the previous one.
	chain []*source
	// beside are the files that match rule-files.
	beside []*source
	// globs counts the steps of rule-files.
	globs text.Steps
	// extended counts the names in all extends.
	extended int
}

// maxExtended is the maximum average number of times that each file is extended.
const maxExtended = 20

// readConfig reads a configuration file through a door, and the files that it extends. It skips an empty path.
func (l *loader) readConfig(path string, door files.Door) {
	if path == "" {
		return
	}
	l.door = door
	path = filepath.FromSlash(files.Key(path))
	l.follow(path, func(kind, reason string) {
		s := newSource(path, nil)
		name := s.shown
		if reason == "" {
			name = secret.Quote(name)
		} else {
			kind = "unread"
		}
		s.add(kind, text.Span{}, "name", name, "reason", reason)
		l.files = append(l.files, s)
	})
}

// follow reads a file and the files that it extends, and then adds it, unless it was read before. If it cannot be
// read or must not be extended, refuse adds the mistake to the file that names it.
func (l *loader) follow(path string, refuse func(kind, reason string)) {
	const noReason = "" // the kind says it
	isSame := func(other *source) bool { return other.path == path }
	l.extended++
	ending := strings.ToLower(filepath.Ext(path))
	switch {
	case !slices.Contains([]string{".yaml", ".yml"}, ending):
		refuse("extends-ending", noReason)
		return
	case slices.ContainsFunc(l.chain, isSame):
		refuse("extends-cycle", noReason)
		return
	case slices.ContainsFunc(l.files, isSame):
		return
	case len(l.files)+len(l.chain) >= loadReading().Files, l.extended > maxExtended*loadReading().Files:
		refuse("extends-many", noReason)
		return
	}
	s, fault := read(l.door, path)
	if fault != nil {
		kinds := map[string]string{document.VariantMissing: "extends-missing", document.VariantOutside: "outside"}
		refuse(cmp.Or(kinds[fault.Variant], "unread"), reason(*fault))
		return
	}
	l.chain = append(l.chain, s)
	for _, n := range s.root.Field("extends").OneOrMore() {
		l.follow(s.resolve(n.Text), func(kind, reason string) {
			s.add(kind, n.Value, "name", secret.Quote(n.Text), "reason", reason, "folder", show(s.folder()),
				"trust", files.UserConfigName(), "limit", strconv.Itoa(loadReading().Files))
		})
	}
	l.chain = l.chain[:len(l.chain)-1]
	l.files = append(l.files, s)
}

// reason returns the catalogue's message for a file that could not be read.
func reason(fault document.Fault) string {
	return text.Fill(rules.BuiltIn().Rule(fault.Rule).In(fault.Variant).Message, fault.Values)
}

// checkBounds reports paths outside of the tree and limits above the maximum: a checked tree must not decide what
// is read or written elsewhere, nor how much work a file may cost.
func (s *source) checkBounds() {
	for _, n := range s.root.Field("limits").Fields() {
		most := loadReading().Tree[n.Name]
		isTooHigh := most > 0 && n.Int() > most
		// The schema may have rejected the value, too: one mistake is enough.
		isReported := slices.ContainsFunc(s.problems, func(p problem) bool { return p.At == n.Value })
		if isTooHigh && !isReported {
			s.add("limit", n.Value, "name", n.Name, "got", n.Text, "limit", strconv.FormatInt(most, 10), "user", files.UserConfigName())
		}
	}
	for _, key := range []string{"failure-log", "baseline"} {
		n := s.root.Field(key)
		if strings.TrimSpace(n.Str()) == "" { // not set, false, or blank
			continue
		}
		path := s.resolve(n.Text)
		if atHome(n.Text) {
			home, _ := os.UserHomeDir()
			path = filepath.Join(home, n.Text[2:])
		}
		if _, err := s.door.Find(path); files.IsOutside(err) {
			s.add("outside", n.Value, "name", secret.Quote(n.Text), "trust", files.UserConfigName())
		}
	}
}

// source is one file of a configuration.
type source struct {
	// path is the file's absolute path, shown the path in findings.
	path, shown string
	// door opens the files that it names.
	door files.Door
	data []byte
	text *text.Source
	// root is the tree of its settings, an empty object if there are none.
	root     *document.Node
	problems []problem
	// severities apply to all files.
	severities []placedOverride
}

func newSource(path string, data []byte) *source {
	return &source{path: path, shown: show(path), data: data, text: text.NewSource(data), root: &document.Node{Kind: document.Object}}
}

// folder returns the folder that paths in the file are relative to.
func (s *source) folder() string { return filepath.Dir(s.path) }

// read reads and parses one file and collects its problems; the fault is why it could not be read.
func read(door files.Door, path string) (*source, *document.Fault) {
	in, fault := document.Read(door, path, loadReading().Bytes)
	s := newSource(path, in.Data)
	s.door = door
	if fault != nil {
		return s, fault
	}
	root, _, faults := document.ParseYAML(s.data, loadReading().Limits)
	for _, f := range faults {
		kind := f.Variant
		if f.Rule == "syntax/duplicate-key" {
			kind = "duplicate"
		} else if f.Rule == "file/not-utf8" && f.Variant != "nul" {
			kind = "not-utf8" // a NUL byte has its own message
		}
		s.problems = append(s.problems, problem{Report: rules.Report{Variant: kind, At: f.Span, Values: f.Values, Related: f.Related}})
		if kind != "duplicate" {
			root = nil // reading the rest would only add more mistakes
		}
	}
	if excess := globOverLimit(root); excess != nil {
		s.add("globs", excess.Value, "limit", strconv.Itoa(loadReading().Globs))
		root = nil
	}
	if root != nil {
		s.root = root
	}
	return s, nil
}

// globOverLimit returns the glob at which the total number of alternatives in braces exceeds a file's limit, or
// nil.
func globOverLimit(root *document.Node) *document.Node {
	lists := []*document.Node{root.Field("exclude"), root.Field("rule-files")}
	for _, key := range []string{"files", "overrides"} {
		for _, entry := range root.Field(key).Elements() {
			lists = append(lists, entry.Field("paths"))
		}
	}
	count := 0
	for _, list := range lists {
		for _, glob := range list.OneOrMore() {
			count += files.Alternatives(glob.Text)
			if count > loadReading().Globs {
				return glob
			}
		}
	}
	return nil
}

// show returns a path as findings show it: with forward slashes, and relative if it is in or next to the
// current folder.
func show(path string) string {
	here, _ := filepath.Abs(".") // without it nothing is relative to it
	rel, err := filepath.Rel(here, path)
	if err != nil || strings.Count(filepath.ToSlash(rel), "../") > 2 {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}
