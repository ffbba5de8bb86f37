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
	// settingsPath is the path of a project's Coding Friend settings, docsKey the setting of the folder of
	// documents, and docsDefault its default.
	settingsPath = ".coding-friend/config.json"
	docsKey      = "docsDir"
	docsDefault  = "docs"
	// folderName is the folder of the context files in the folder of documents.
	folderName = "context"
)

// ContextFolder is the folder of a project's context files.
type ContextFolder struct {
	// Root is the project's folder, absolute.
	Root string
	// Rel is the folder of the context files relative to Root, with forward slashes, such as "docs/context".
	// It need not exist.
	Rel string
}

// Path returns the path of a file in the folder, absolute.
func (f ContextFolder) Path(name string) string {
	return filepath.Join(f.Root, filepath.FromSlash(f.Rel), name)
}

// FindContextFolder finds the context folder for a working folder: by the nearest settings around it, up to
// the root of the repository, else `docs/context` in that root. Without a repository it does not search above
// the folder itself. An error names settings that cannot be read or followed, with the position in them.
func FindContextFolder(here string, limits rules.Limits) (ContextFolder, error) {
	here = filepath.FromSlash(files.Key(here))
	folders, found := files.Around(here)
	if !found {
		folders = folders[:1] // settings further up belong to another project
	}
	for _, root := range folders {
		settings := filepath.Join(root, filepath.FromSlash(settingsPath))
		in, fault := document.Read(files.Named, settings, limits.Bytes)
		if fault.Is(document.VariantMissing) {
			continue
		}
		near, _ := filepath.Rel(here, settings) // both are absolute, and on one volume
		show := filepath.ToSlash(near)
		if fault != nil {
			return ContextFolder{}, fmt.Errorf("%s cannot be read (%s): fix it, or remove it to use %s", show, fault.Variant, docsDefault)
		}
		docs, err := docsDir(show, in.Data, limits)
		return ContextFolder{Root: root, Rel: path.Join(docs, folderName)}, err
	}
	return ContextFolder{Root: folders[len(folders)-1], Rel: path.Join(docsDefault, folderName)}, nil
}

// docsDir reads the folder of documents from a project's settings, with forward slashes. show is the
// settings' path in errors.
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
	isInProject := docs.Kind == document.String && !docs.Blank() && filepath.IsLocal(filepath.FromSlash(clean))
	hasControl := strings.ContainsFunc(clean, unicode.IsControl) // the path is printed
	if !isInProject || hasControl {
		return "", failed(docs.Value.Start, "%s has to name a folder in the project, such as %q", docsKey, docsDefault)
	}
	return clean, nil
}

// place returns the folder through the project's door. It refuses a link on the way: nothing is written or
// removed through a link in a tree.
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

// maxSame is the maximum number of tasks in one second with the same words.
const maxSame = 9999

// Create creates the context file of a task that begins now, and its folder if needed, and returns the task's
// id. CheckIDWords checks its words; form is the file, with a placeholder for the id. It is safe to call from
// several processes at once: each gets its own file, since a number is appended to the words of an id that is
// taken. The file has its complete text or does not exist, and never overwrites another one.
func (f ContextFolder) Create(words string, now time.Time, form string) (id string, err error) {
	folder, err := f.place()
	if err == nil {
		err = folder.MkdirAll(0o755)
	}
	if err == nil {
		id, err = createTask(folder, fmt.Sprintf("%d-%s", now.Unix(), words), form)
	}
	if err != nil {
		return "", fmt.Errorf("no context file is made in %s: %w", f.Rel, files.Reason(err))
	}
	return id, nil
}

// createTask creates the file of a task, and returns its id: the first of "task", "task-2" and so on that is free.
func createTask(folder files.Place, task, form string) (string, error) {
	for n := 1; n <= maxSame; n++ {
		id := task
		if n > 1 {
			id = fmt.Sprintf("%s-%d", task, n)
		}
		content := []byte(FillField(form, "task_id", text.JSONQuote(id)))
		err := files.Create(folder.In(id+".json").Path(), content, newFile)
		isTaken := errors.Is(err, fs.ErrExist) || errors.Is(err, files.ErrNotRegular)
		if !isTaken {
			return id, err
		}
	}
	return "", fmt.Errorf("%d tasks have the id %s already; choose other --words", maxSame, task)
}
