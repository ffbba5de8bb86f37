package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Load reads a configuration and the files that it builds on. Its globs are
// relative to its own folder. The error is a *Problems with all that is wrong
// in all of them, or a fault of the program.
func Load(path string) (*Config, error) { return LoadFor(path, filepath.Dir(path)) }

// LoadFor is Load with globs that are relative to a folder, for a file that
// stands elsewhere.
func LoadFor(path, folder string) (*Config, error) {
	c, err := loadContract()
	if err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, fmt.Errorf("the current folder is not known: %w", err)
	}
	l := &loader{contract: c}
	l.start(path)
	own, err := l.readOwn()
	if err != nil {
		return nil, err
	}
	for _, s := range l.files {
		s.check(c, own)
	}
	read := slices.Concat(l.files, l.beside)
	for _, s := range read {
		s.settleOwn()
	}
	if err := problemsOf(read, c); err != nil {
		return nil, err
	}
	return newConfig(c, l.files, own, folder)
}

// loader reads a file and those that it builds on.
type loader struct {
	contract *contract
	// files are those read, each behind those that it builds on: what stands
	// in a later one wins.
	files []*source
	// chain are the files that are being read, each built upon by the one
	// before it.
	chain []*source
	// beside are files of the team's own rules that have mistakes.
	beside []*source
}

// start reads the file that the user has, or means.
func (l *loader) start(path string) {
	if !isConfiguration(path) {
		l.refuse(path, "extends-ending", "name", rules.Quote(show(path)))
		return
	}
	s, fault := read(path, l.contract)
	if fault != nil {
		l.refuse(path, "extends-unread", "name", show(path), "reason", l.reason(*fault))
		return
	}
	l.follow(s)
}

// refuse tells of a file that is not read at all.
func (l *loader) refuse(path, kind string, pairs ...string) {
	s := &source{path: path, shown: show(path), text: text.NewSource(nil), root: &document.Node{Kind: document.Object}}
	s.add(kind, text.Span{}, pairs...)
	l.files = append(l.files, s)
}

// reason is what the catalogue says of a file that could not be read.
func (l *loader) reason(fault document.Fault) string {
	rule := l.contract.catalogue.Rule(fault.Rule)
	if rule == nil {
		return fault.Variant
	}
	return rules.Fill(rule.In(fault.Variant).Message, fault.Values)
}

// follow reads what a file builds on, and then keeps the file.
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

// extend reads one file that another builds on, unless it is read already.
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
	next, fault := read(path, l.contract)
	switch {
	case fault != nil && fault.Variant == discover.VariantMissing:
		s.add("extends-missing", n.Value, "name", rules.Quote(n.Text), "folder", show(s.folder()))
	case fault != nil:
		s.add("extends-unread", n.Value, "name", rules.Quote(n.Text), "reason", l.reason(*fault))
	default:
		l.follow(next)
	}
}

// known says whether a file is read already, by another way.
func (l *loader) known(path string) bool {
	return slices.ContainsFunc(l.files, func(s *source) bool { return s.path == path })
}

// resolve is the path that a name under extends means. What is wrong with it is
// told.
func (l *loader) resolve(s *source, n *document.Node) (path string, bad bool) {
	name := n.Text
	switch {
	case strings.Contains(name, "://"):
		s.add("extends-url", n.Value, "name", rules.Quote(name))
		return "", true
	case !isConfiguration(name):
		s.add("extends-ending", n.Value, "name", rules.Quote(name))
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
