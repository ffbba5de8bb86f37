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
	c, err := loadContract()
	if err != nil {
		return nil, err
	}
	l := &loader{contract: c, door: door}
	if path != "" {
		if path, err = filepath.Abs(path); err != nil {
			return nil, fmt.Errorf("the current folder is not known: %w", err)
		}
		l.start(path)
	}
	l.readUser()
	team, err := l.readTeam()
	if err != nil {
		return nil, err
	}
	for _, s := range l.files {
		s.check(c, team)
	}
	l.bound()
	read := slices.Concat(l.files, l.beside)
	if l.user != nil {
		l.user.check(c, team)
		read = append(read, l.user)
	}
	for _, s := range read {
		s.deduplicateTeam()
	}
	if err := problemsOf(read, c); err != nil {
		return nil, err
	}
	return newConfig(c, l.files, l.user, team, folder)
}

// bound refuses paths outside of the tree and limits above the maximum: a
// checked tree must not decide what is read or written elsewhere, nor how much
// work a file may cost.
func (l *loader) bound() {
	for _, s := range l.files {
		for _, n := range fields(s.root.Field("limits")) {
			limit := l.contract.tree[n.Name]
			if got := (&setting{node: n}).number(); limit > 0 && got > limit {
				s.add("limit", n.Value, "name", n.Name, "got", n.Text, "limit", strconv.FormatInt(limit, 10), "user", files.UserConfigName())
			}
		}
		for _, key := range []string{"failure-log", "baseline"} {
			n := s.root.Field(key)
			if n == nil || n.Kind != document.String || n.Blank() {
				continue
			}
			path := (&setting{node: n, file: s}).path()
			if atHome(n.Text) {
				home, err := os.UserHomeDir()
				if err != nil {
					continue
				}
				path = filepath.Join(home, n.Text[2:])
			}
			if _, err := l.door.Find(path); files.IsOutside(err) {
				s.add("outside", n.Value, "name", rules.Quote(n.Text), "trust", files.UserConfigName())
			}
		}
	}
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
	// beside are files of the team's rules that have mistakes.
	beside []*source
}

// start reads the file that the user names, or the one found.
func (l *loader) start(path string) {
	if kind := wrongEnding(path); kind != "" {
		l.refuse(path, kind, "name", rules.Quote(show(path)))
		return
	}
	s, fault := read(l.door, path, l.contract)
	if fault != nil {
		l.refuse(path, "extends-unread", "name", show(path), "reason", l.reason(*fault))
		return
	}
	l.follow(s)
}

// refuse reports a file that is not read at all.
func (l *loader) refuse(path, kind string, pairs ...string) {
	s := &source{path: path, shown: show(path), text: text.NewSource(nil), root: &document.Node{Kind: document.Object}}
	s.add(kind, text.Span{}, pairs...)
	l.files = append(l.files, s)
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
	extends := s.root.Field("extends")
	list := items(extends)
	if extends != nil && extends.Kind == document.String {
		list = []*document.Node{extends}
	}
	for _, n := range list {
		if n.Kind == document.String && !n.Blank() {
			l.extend(s, n)
		}
	}
	l.chain = l.chain[:len(l.chain)-1]
	l.files = append(l.files, s)
}

// extend reads a file that another extends, unless it was read before.
func (l *loader) extend(s *source, n *document.Node) {
	path, bad := l.resolve(s, n)
	if bad {
		return
	}
	if l.known(path) {
		return
	}
	if len(l.chain) >= l.contract.chain {
		s.add("extends-deep", n.Value, "limit", strconv.Itoa(l.contract.chain))
		return
	}
	if len(l.files)+len(l.chain) >= l.contract.files {
		s.add("extends-many", n.Value, "limit", strconv.Itoa(l.contract.files))
		return
	}
	next, fault := read(l.door, path, l.contract)
	switch {
	case fault != nil && fault.Variant == document.VariantMissing:
		s.add("extends-missing", n.Value, "name", rules.Quote(n.Text), "folder", show(s.folder()))
	case fault != nil && fault.Variant == document.VariantOutside:
		s.add("outside", n.Value, "name", rules.Quote(n.Text), "trust", files.UserConfigName())
	case fault != nil:
		s.add("extends-unread", n.Value, "name", rules.Quote(n.Text), "reason", l.reason(*fault))
	default:
		l.follow(next)
	}
}

// known reports whether a file was read before, by another path.
func (l *loader) known(path string) bool {
	return slices.ContainsFunc(l.files, func(s *source) bool { return s.path == path })
}

// resolve returns the path of a name under extends, and reports what is wrong
// with it.
func (l *loader) resolve(s *source, n *document.Node) (path string, bad bool) {
	name := n.Text
	switch {
	case strings.Contains(name, "://"):
		s.add("extends-url", n.Value, "name", rules.Quote(name))
		return "", true
	case wrongEnding(name) != "":
		s.add(wrongEnding(name), n.Value, "name", rules.Quote(name))
		return "", true
	}
	path = filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.folder(), path)
	}
	for i, around := range l.chain {
		if around.path != path {
			continue
		}
		var cycle []string
		for _, c := range l.chain[i:] {
			cycle = append(cycle, c.shown)
		}
		s.add("extends-cycle", n.Value, "name", rules.Quote(name), "cycle", strings.Join(append(cycle, show(path)), " → "))
		return "", true
	}
	return path, false
}
