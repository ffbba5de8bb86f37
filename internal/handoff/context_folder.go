package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

const (
	// settingsPath is where Coding Friend keeps a project's settings, and
	// docsKey the one that names the folder of documents; docsDefault is that
	// folder if nobody names one.
	settingsPath = ".coding-friend/config.json"
	docsKey      = "docsDir"
	docsDefault  = "docs"
	// folderName is the folder of the context files among the documents.
	folderName = "context"
)

// ContextFolder is where the context files of a project are.
type ContextFolder struct {
	// Root is the project's folder, absolute.
	Root string
	// Rel is the folder of the context files, from Root and with forward
	// slashes, such as "docs/context". It need not exist.
	Rel string
}

// Path is the path of a file in the folder, absolute.
func (f ContextFolder) Path(name string) string {
	return filepath.Join(f.Root, filepath.FromSlash(f.Rel), name)
}

// ContextFileName is the name of the context file of a task.
func ContextFileName(id string) string { return id + ".json" }

// FindContextFolder finds the folder for who works in a folder: by the settings that are
// nearest around it, up to the root of the repository, else `docs/context` in
// that root. Without a repository nothing is looked for above the folder
// itself. An error names settings that cannot be read or followed, with the
// place in them.
func FindContextFolder(here string, limits rules.Limits) (ContextFolder, error) {
	here, err := filepath.Abs(here)
	if err != nil {
		return ContextFolder{}, fmt.Errorf("the current folder is not known: %w", err)
	}
	folders, found := files.Around(here)
	if !found {
		folders = folders[:1] // settings further up are not this project's
	}
	for _, root := range folders {
		settings := filepath.Join(root, filepath.FromSlash(settingsPath))
		if _, err := os.Lstat(settings); err == nil {
			docs, err := readDocsDir(here, settings, limits)
			if err != nil {
				return ContextFolder{}, err
			}
			return ContextFolder{Root: root, Rel: path.Join(docs, folderName)}, nil
		}
	}
	return ContextFolder{Root: folders[len(folders)-1], Rel: path.Join(docsDefault, folderName)}, nil
}

// readDocsDir reads the folder of documents from a project's settings, with
// forward slashes. Errors name the settings as seen from a folder.
func readDocsDir(here, settings string, limits rules.Limits) (string, error) {
	show := filepath.ToSlash(settings)
	if near, err := filepath.Rel(here, settings); err == nil {
		show = filepath.ToSlash(near)
	}
	in, fault := document.Read(files.Named, settings, limits.Bytes)
	if fault != nil {
		return "", fmt.Errorf("%s cannot be read (%s): fix it, or remove it to use %s", show, fault.Variant, docsDefault)
	}
	root, src, faults := document.ParseJSON(in.Data, limits.Limits)
	if len(faults) > 0 {
		pos, what := src.Pos(faults[0].Span.Start), "not a valid JSON object"
		if faults[0].Rule == "syntax/duplicate-key" {
			what = "duplicate key"
		}
		return "", fmt.Errorf("%s:%d:%d: %s: fix it, or remove the file to use %s", show, pos.Line, pos.Column, what, docsDefault)
	}
	docs := root.Field(docsKey)
	if docs == nil {
		return docsDefault, nil
	}
	clean, err := checkDocsDir(docs)
	if err != nil {
		pos := src.Pos(docs.Value.Start)
		return "", fmt.Errorf("%s:%d:%d: %w", show, pos.Line, pos.Column, err)
	}
	return clean, nil
}

func checkDocsDir(docs *document.Node) (string, error) {
	if docs.Kind != document.String || docs.Blank() {
		return "", fmt.Errorf("%s has to name a folder, such as %q", docsKey, docsDefault)
	}
	clean := path.Clean(filepath.ToSlash(docs.Text))
	switch {
	case strings.ContainsFunc(clean, unicode.IsControl):
		return "", fmt.Errorf("%s %q has characters that no folder's name has", docsKey, docs.Text)
	case !filepath.IsLocal(filepath.FromSlash(clean)):
		return "", fmt.Errorf("%s %q leads out of the project: name a folder in it, such as %q", docsKey, docs.Text, docsDefault)
	}
	return clean, nil
}

// open opens the folder, step by step and never through a link: a link could
// lead out of the project, where nothing is ours to write or to remove. With
// create, folders that are missing are made.
func (f ContextFolder) open(create bool) (*os.Root, error) { return openWithin(f.Root, f.Rel, create) }

func openWithin(root, rel string, create bool) (*os.Root, error) {
	at, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	for i, name := range strings.Split(rel, "/") {
		next, err := step(at, name, create)
		_ = at.Close() // it was only looked into
		if err != nil {
			return nil, &stepError{strings.Join(strings.Split(rel, "/")[:i+1], "/"), err}
		}
		at = next
	}
	return at, nil
}

// stepError says which folder on the way could not be opened.
type stepError struct {
	// path counts from the project's folder.
	path string
	err  error
}

// Error names the folder.
func (e *stepError) Error() string { return e.path + ": " + e.err.Error() }

// Unwrap is what was wrong with it.
func (e *stepError) Unwrap() error { return e.err }

// errLink and errNoFolder say what is in the place of a folder.
var (
	errLink     = errors.New("this is a link: handofflint writes and removes nothing through links; put a folder in its place, or do it by hand where it leads")
	errNoFolder = errors.New("not a folder")
)

// step opens a folder in another one.
func step(at *os.Root, name string, create bool) (*os.Root, error) {
	info, err := at.Lstat(name)
	if create && errors.Is(err, fs.ErrNotExist) {
		if err := at.Mkdir(name, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, files.Reason(err)
		}
		info, err = at.Lstat(name)
	}
	switch {
	case err != nil:
		return nil, files.Reason(err)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, errLink
	case !info.IsDir():
		return nil, errNoFolder
	}
	// A link that takes its place meanwhile leads nowhere out of the root.
	next, err := at.OpenRoot(name)
	return next, files.Reason(err)
}
