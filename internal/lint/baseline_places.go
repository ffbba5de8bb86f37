package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
)

// places turns paths as findings show them into names that a baseline keeps:
// from its own folder, so that they are the same wherever the program is
// started.
type places struct {
	// folder is the baseline's, given how it is named; real and cwd are without
	// symbolic links.
	folder, real, cwd string
}

func newPlaces(folder string) (places, error) {
	cwd, err := os.Getwd()
	if err != nil && !filepath.IsAbs(folder) {
		return places{}, fmt.Errorf("the current folder is not known: %w", err)
	}
	p := places{folder: folder, cwd: resolved(cwd)}
	if !filepath.IsAbs(folder) {
		p.folder = filepath.Join(cwd, folder)
	}
	p.real = resolved(p.folder)
	return p, nil
}

// resolved is a folder without symbolic links, or as it is where it cannot be
// followed.
func resolved(folder string) string {
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		return real
	}
	return filepath.Clean(folder)
}

// name is a file's name in the baseline. There is none for standard input, and
// none that JSON can hold for a name that is not UTF-8.
func (p places) name(shown string) (string, bool) {
	if shown == "" || shown == document.StdinName || !utf8.ValidString(shown) {
		return "", false
	}
	file := filepath.FromSlash(shown)
	base := p.real
	switch {
	case !filepath.IsAbs(file):
		file = filepath.Join(p.cwd, file)
	case within(p.folder, file):
		base = p.folder
	default:
		file = filepath.Join(resolved(filepath.Dir(file)), filepath.Base(file))
	}
	name, err := filepath.Rel(base, file)
	if err != nil { // on another volume of Windows
		name = file
	}
	return filepath.ToSlash(name), true
}

func within(folder, file string) bool {
	return strings.HasPrefix(file, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// file is where a name leads.
func (p places) file(name string) string {
	native := filepath.FromSlash(name)
	if filepath.IsAbs(native) {
		return native
	}
	return filepath.Join(p.real, native)
}
