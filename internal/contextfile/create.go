package contextfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/handofflint/handofflint/internal/replace"
)

// maxSame is how many tasks of one second may have the same words.
const maxSame = 9999

// Request asks for a new context file.
type Request struct {
	// Words are those of the id, as CheckWords takes them.
	Words string
	// Now is when the task is begun.
	Now time.Time
	// Text is what the file of an id holds.
	Text func(id string) ([]byte, error)
}

// Create makes the context file of a new task, and its folder where there is
// none, and gives the task's id. Any number of processes may call it at once:
// each gets a file of its own, for where an id is taken its words get a number
// behind them. The file is there with all of its text, or not at all, and is
// never written over another one.
func (f Folder) Create(q Request) (id string, err error) {
	folder, err := f.open(true)
	if err != nil {
		return "", fmt.Errorf("no context file is made: %w", err)
	}
	defer folder.Close()
	for n := 1; n <= maxSame; n++ {
		id = NewID(q.Now, q.Words)
		if n > 1 {
			id = fmt.Sprintf("%s-%d", id, n)
		}
		text, err := q.Text(id)
		if err != nil {
			return "", err
		}
		err = createFile(folder, FileName(id), text)
		switch {
		case err == nil:
			return id, nil
		case !errors.Is(err, fs.ErrExist):
			return "", fmt.Errorf("no context file is made in %s: %w", f.Rel, replace.Reason(err))
		}
	}
	return "", fmt.Errorf("no context file is made: %d tasks have the id %s already; choose other --words", maxSame, NewID(q.Now, q.Words))
}

// createFile writes a file under a temporary name and links it to its own,
// which a link does only where the name is free. Another process that makes
// the same file holds the temporary name; the error is fs.ErrExist then, too.
func createFile(folder *os.Root, name string, text []byte) error {
	if _, err := folder.Lstat(name); err == nil {
		return fs.ErrExist
	}
	temporary := replace.TemporaryName("new", name)
	if err := writeNew(folder, temporary, text); err != nil {
		return err
	}
	defer folder.Remove(temporary)
	err := folder.Link(temporary, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// This file system has no links.
	return writeNew(folder, name, text)
}

// writeNew writes a file that must not be there.
func writeNew(folder *os.Root, name string, text []byte) error {
	file, err := folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		_ = folder.Remove(name)
	}
	return err
}
