package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// Target is a host's settings file on disk.
type Target struct {
	Host *Host
	// Path is the file, which need not exist. Root is the folder of the project, and
	// Global says that the file is for all projects of the user.
	Path, Root string
	Global     bool
	// Bytes is the size of the largest file that is read, Limits bounds its
	// parsing.
	Bytes  int64
	Limits document.Limits
}

// Outcome is what has become of a file.
type Outcome struct {
	// Changed says that something was written or removed at all, Removed that the
	// file does not exist any longer.
	Changed, Removed bool
}

// Install puts the hooks into the file and creates it if it does not exist. Errors are
// those of Host.Install, or the file system's.
func (t Target) Install(in Installation) (out Outcome, err error) {
	before, err := t.Read()
	if err != nil {
		return out, err
	}
	after, err := t.Host.Install(before, in, t.Limits)
	if err != nil || before != nil && bytes.Equal(before, after) {
		return out, err
	}
	if before == nil {
		folder, err := files.Named.Find(filepath.Dir(t.Path))
		if err == nil {
			err = folder.MkdirAll(0o755)
		}
		if err == nil {
			err = files.Create(t.Path, after, files.WriteOptions{})
		}
		return Outcome{Changed: err == nil}, err
	}
	out.Changed = true
	return out, files.Swap(t.Path, before, after, files.WriteOptions{})
}

// Uninstall takes the hooks out of the file. A file that holds nothing else is removed.
func (t Target) Uninstall() (out Outcome, err error) {
	before, err := t.Read()
	if err != nil {
		return out, err
	}
	after, err := t.Host.Uninstall(before, t.Limits)
	if err != nil || bytes.Equal(before, after) {
		return out, err
	}
	out.Changed = true
	s, err := t.Host.parse(after, t.Limits)
	if err != nil {
		return out, err
	}
	if len(s.Root.Items) > 1 || len(s.Root.Items) == 1 && !(t.Host.file.version && s.Root.Items[0].Name == "version") {
		return out, files.Swap(t.Path, before, after, files.WriteOptions{})
	}
	file, err := files.Named.Find(t.Path)
	if err == nil {
		err = file.Remove()
	}
	if err != nil {
		return out, err
	}
	out.Removed = true
	return out, nil
}

// Read is the file's text, nil if there is no file.
func (t Target) Read() ([]byte, error) {
	if _, err := files.Named.Lstat(t.Path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return readSmall(t.Path, t.Bytes)
}

// readSmall reads a regular file of bounded size; it never waits on a pipe.
func readSmall(path string, limit int64) ([]byte, error) {
	in, fault := document.Read(files.Named, path, limit)
	if fault != nil {
		return nil, &FileError{Faults: []document.Fault{*fault}, Message: fmt.Sprintf("%s cannot be read (%s)", path, fault.Variant)}
	}
	return in.Data, nil
}

// Upstream are the hooks of agent-handoff that a settings file has beside ours: its
// scripts that do what we do.
func Upstream(settings []byte) (names []string) {
	for _, name := range []string{"hook-validate-handoff", "pre-agent-handoff-check"} {
		if bytes.Contains(settings, []byte(name)) {
			names = append(names, name)
		}
	}
	return names
}
