package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
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

// Path returns the path of a file in the folder, absolute.
func (f ContextFolder) Path(name string) string {
	return filepath.Join(f.Root, filepath.FromSlash(f.Rel), name)
}

// ContextFileName returns the name of the context file of a task.
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
		in, fault := document.Read(files.Named, settings, limits.Bytes)
		if fault != nil && fault.Variant == document.VariantMissing {
			continue
		}
		show := in.Path
		if near, err := filepath.Rel(here, settings); err == nil {
			show = filepath.ToSlash(near)
		}
		if fault != nil {
			return ContextFolder{}, fmt.Errorf("%s cannot be read (%s): fix it, or remove it to use %s", show, fault.Variant, docsDefault)
		}
		docs, err := docsDir(show, in.Data, limits)
		return ContextFolder{Root: root, Rel: path.Join(docs, folderName)}, err
	}
	return ContextFolder{Root: folders[len(folders)-1], Rel: path.Join(docsDefault, folderName)}, nil
}

// docsDir reads the folder of documents from a project's settings, with forward
// slashes. show is the settings' path in errors.
func docsDir(show string, settings []byte, limits rules.Limits) (string, error) {
	root, src, faults := document.ParseJSON(settings, limits.Limits)
	failed := func(offset int, format string, args ...any) error {
		pos := src.Pos(offset)
		return fmt.Errorf("%s:%d:%d: %s", show, pos.Line, pos.Column, fmt.Sprintf(format, args...))
	}
	if len(faults) > 0 {
		return "", failed(faults[0].Span.Start, "not a valid JSON object: fix it, or remove the file to use %s", docsDefault)
	}
	docs := root.Field(docsKey)
	if docs == nil {
		return docsDefault, nil
	}
	clean := path.Clean(filepath.ToSlash(docs.Text))
	if docs.Kind != document.String || docs.Blank() || strings.ContainsFunc(clean, unicode.IsControl) {
		return "", failed(docs.Value.Start, "%s has to name a folder, such as %q", docsKey, docsDefault)
	}
	if !filepath.IsLocal(filepath.FromSlash(clean)) {
		return "", failed(docs.Value.Start, "%s %q leads out of the project: name a folder in it, such as %q", docsKey, docs.Text, docsDefault)
	}
	return clean, nil
}

// place returns the folder, behind the door of the project. A link on the way to it is
// refused: nothing is written or removed through a link in a tree.
func (f ContextFolder) place() (at files.Place, err error) {
	door := files.Tree(f.Root)
	root, err := door.Find(f.Root)
	if err == nil {
		at, err = door.Find(f.Path(""))
	}
	if err == nil && at.Path() != filepath.Join(root.Path(), filepath.FromSlash(f.Rel)) {
		err = files.ErrTreeLink
	}
	return at, err
}

// maxSame is how many tasks of one second may have the same words.
const maxSame = 9999

// ContextRequest asks for a new context file.
type ContextRequest struct {
	// Words are those of the id, as CheckIDWords takes them.
	Words string
	// Now is when the task is begun.
	Now time.Time
	// Form is the file, with a placeholder for the task's id.
	Form string
}

// Create makes the context file of a new task, and its folder if there is
// none, and gives the task's id. Any number of processes may call it at once:
// each gets a file of its own, for where an id is taken its words get a number
// after them. The file is there with all of its text, or not at all, and is
// never written over another one.
func (f ContextFolder) Create(q ContextRequest) (id string, err error) {
	folder, err := f.place()
	if err == nil {
		err = folder.MkdirAll(0o755)
	}
	task := fmt.Sprintf("%d-%s", q.Now.Unix(), q.Words)
	for n := 1; err == nil && n <= maxSame; n++ {
		id = task
		if n > 1 {
			id = fmt.Sprintf("%s-%d", task, n)
		}
		text := []byte(FillField(q.Form, "task_id", text.JSONQuote(id)))
		err = files.Create(folder.In(ContextFileName(id)).Path(), text, newFile)
		if err == nil {
			return id, nil
		}
		if errors.Is(err, fs.ErrExist) || errors.Is(err, files.ErrNotRegular) {
			err = nil // the name is taken
		}
	}
	if err == nil {
		err = fmt.Errorf("%d tasks have the id %s already; choose other --words", maxSame, task)
	}
	return "", fmt.Errorf("no context file is made in %s: %w", f.Rel, files.Reason(err))
}
