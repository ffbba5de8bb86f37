package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Load reads a configuration and the files that it extends. Its globs are
// relative to its own folder. The error is a *Problems with all mistakes in all
// files, or a bug in handofflint.
func Load(path string) (*Config, error) {
	return loadThrough(path, filepath.Dir(path), files.Tree(filepath.Dir(path)))
}

// LoadNamed is Load of a file that a person has named, which may be anywhere,
// with globs relative to a folder. A file in a tree is the tree's, whoever
// names it.
func LoadNamed(path, folder string) (*Config, error) {
	door := files.Named
	if place, err := files.Named.Find(path); err == nil && place.InTree() {
		door = files.Tree(filepath.Dir(path))
	}
	return loadThrough(path, folder, door)
}

// LoadUser reads the user's own configuration alone.
func LoadUser() (*Config, error) { return loadThrough("", ".", files.Named) }

func loadThrough(path, folder string, door files.Door) (*Config, error) {
	c := loadContract()
	l := &loader{contract: c, door: door}
	if path != "" {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return nil, fmt.Errorf("the current folder is not known: %w", err)
		}
		l.start(absolute)
	}
	l.readUser()
	team, err := l.readTeam()
	if err != nil {
		return nil, err
	}
	for _, s := range l.files {
		check(s, c, team)
		l.bound(s)
	}
	read := slices.Concat(l.files, l.beside)
	if l.user != nil {
		check(l.user, c, team)
		read = append(read, l.user)
	}
	var all Problems
	for _, s := range read {
		if len(s.problems) > 0 {
			all.Results = append(all.Results, s.result(c))
		}
	}
	if len(all.Results) > 0 {
		return nil, &all
	}
	return newConfig(c, l.files, l.user, team, folder)
}

// loader reads a file and those that it extends.
type loader struct {
	contract *contract
	// door opens the files that the configuration names.
	door files.Door
	// user is the user's own configuration, nil if there is none.
	user *source
	// files are those read, each after those that it extends: a later one wins.
	files []*source
	// chain are the files that are being read, each extended by the one before.
	chain []*source
	// beside are the files that rule-files matches.
	beside []*source
}

// start reads the file that the user names, or the one found.
func (l *loader) start(path string) {
	s := newSource(path, nil)
	if kind := wrongEnding(path); kind != "" {
		s.add(kind, text.Span{}, "name", rules.Quote(s.shown))
	} else if file, fault := read(l.door, path, l.contract); fault != nil {
		s.add("extends-unread", text.Span{}, "name", s.shown, "reason", l.reason(*fault))
	} else {
		l.follow(file)
		return
	}
	l.files = append(l.files, s)
}

// wrongEnding returns the kind of problem of a path that is not a configuration's by
// its extension, "" for none.
func wrongEnding(path string) string {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yaml", ".yml":
		return ""
	case ".cue":
		return "cue"
	}
	return "extends-ending"
}

// reason returns the catalogue's message for a file that could not be read.
func (l *loader) reason(fault document.Fault) string {
	rule := l.contract.catalogue.Rule(fault.Rule)
	if rule == nil {
		return fault.Variant
	}
	return text.Fill(rule.In(fault.Variant).Message, fault.Values)
}

// follow reads what a file extends, and then adds the file.
func (l *loader) follow(s *source) {
	l.chain = append(l.chain, s)
	for _, n := range oneOrMore(s.root.Field("extends")) {
		l.extend(s, n)
	}
	l.chain = l.chain[:len(l.chain)-1]
	l.files = append(l.files, s)
}

// oneOrMore returns the texts of a list, or the one text, without those that are
// blank.
func oneOrMore(n *document.Node) []*document.Node {
	list := items(n)
	if n.Str() != "" {
		list = []*document.Node{n}
	}
	return slices.DeleteFunc(slices.Clone(list), func(item *document.Node) bool { return item.Kind != document.String || item.Blank() })
}

// extend reads a file that another extends, unless it was read before.
func (l *loader) extend(s *source, n *document.Node) {
	add := func(kind string, pairs ...string) {
		s.add(kind, n.Value, append(pairs, "name", rules.Quote(n.Text))...)
	}
	path := filepath.FromSlash(n.Text)
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.folder(), path)
	}
	is := func(other *source) bool { return other.path == path }
	switch {
	case wrongEnding(n.Text) != "":
		add(wrongEnding(n.Text))
		return
	case slices.ContainsFunc(l.chain, is):
		add("extends-cycle")
		return
	case slices.ContainsFunc(l.files, is):
		return
	case len(l.files)+len(l.chain) >= l.contract.Files:
		add("extends-many", "limit", strconv.Itoa(l.contract.Files))
		return
	}
	next, fault := read(l.door, path, l.contract)
	switch {
	case fault == nil:
		l.follow(next)
	case fault.Variant == document.VariantMissing:
		add("extends-missing", "folder", show(s.folder()))
	case fault.Variant == document.VariantOutside:
		add("outside", "trust", files.UserConfigName())
	default:
		add("extends-unread", "reason", l.reason(*fault))
	}
}

// bound refuses paths outside of the tree and limits above the maximum: a
// checked tree must not decide what is read or written elsewhere, nor how much
// work a file may cost.
func (l *loader) bound(s *source) {
	root := settingOf(s.root, s)
	for _, limit := range root.at("limits").all() {
		most := l.contract.Tree[limit.node.Name]
		reported := slices.ContainsFunc(s.problems, func(p problem) bool { return p.at == limit.node.Value })
		if most > 0 && limit.number() > most && !reported {
			s.add("limit", limit.node.Value, "name", limit.node.Name, "got", limit.node.Text, "limit", strconv.FormatInt(most, 10), "user", files.UserConfigName())
		}
	}
	for _, key := range []string{"failure-log", "baseline"} {
		named := root.at(key)
		path := named.path()
		if home, err := os.UserHomeDir(); atHome(named.str()) && err == nil {
			path = filepath.Join(home, named.str()[2:])
		}
		if strings.TrimSpace(path) == "" {
			continue
		}
		if _, err := l.door.Find(path); files.IsOutside(err) {
			s.add("outside", named.node.Value, "name", rules.Quote(named.str()), "trust", files.UserConfigName())
		}
	}
}

// source is one file of a configuration.
type source struct {
	// path is the file's absolute path, shown the one in findings.
	path, shown string
	data        []byte
	text        *text.Source
	// root is the tree of its settings, an empty object if there are none.
	root     *document.Node
	problems []problem
}

func newSource(path string, data []byte) *source {
	return &source{path: path, shown: show(path), data: data, text: text.NewSource(data), root: &document.Node{Kind: document.Object}}
}

// folder returns the folder that paths in the file are relative to.
func (s *source) folder() string { return filepath.Dir(s.path) }

// read reads and parses one file and collects its problems; the fault is why it
// could not be read.
func read(door files.Door, path string, c *contract) (*source, *document.Fault) {
	in, fault := document.Read(door, path, c.Bytes)
	s := newSource(path, in.Data)
	if fault != nil {
		return s, fault
	}
	root, _, faults := document.ParseYAML(s.data, c.Limits)
	for _, f := range faults {
		p := problem{kind: kindOf(f), at: f.Span, values: f.Values, related: f.Related}
		s.problems = append(s.problems, p)
		if p.kind != "duplicate" {
			root = nil // reading the rest would only add more mistakes
		}
	}
	if root != nil {
		s.root = root
	}
	return s, nil
}

// kindOf returns the kind of problem for a fault of YAML.
func kindOf(f document.Fault) string {
	switch {
	case f.Rule == "syntax/duplicate-key":
		return "duplicate"
	case f.Rule == "file/not-utf8" && f.Variant != "nul":
		return "not-utf8"
	}
	return f.Variant
}

// show returns a path as findings show it: with forward slashes, and relative
// to the current folder if it is in it or beside it.
func show(path string) string {
	here, err := filepath.Abs(".")
	if err != nil {
		return filepath.ToSlash(path)
	}
	rel, err := filepath.Rel(here, path)
	if err != nil || strings.Count(filepath.ToSlash(rel), "../") > 2 {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}
