package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/handofflint/handofflint/internal/files"
)

// maxSame is how many tasks of one second may have the same words.
const maxSame = 9999

// ContextRequest asks for a new context file.
type ContextRequest struct {
	// Words are those of the id, as CheckIDWords takes them.
	Words string
	// Now is when the task is begun.
	Now time.Time
	// Text is what the file of an id holds.
	Text func(id string) ([]byte, error)
}

// Create makes the context file of a new task, and its folder if there is
// none, and gives the task's id. Any number of processes may call it at once:
// each gets a file of its own, for where an id is taken its words get a number
// after them. The file is there with all of its text, or not at all, and is
// never written over another one.
func (f ContextFolder) Create(q ContextRequest) (id string, err error) {
	folder, err := f.open(true)
	if err != nil {
		return "", fmt.Errorf("no context file is made: %w", err)
	}
	_ = folder.Close() // it is there, and no link leads to it
	for n := 1; n <= maxSame; n++ {
		id = NewTaskID(q.Now, q.Words)
		if n > 1 {
			id = fmt.Sprintf("%s-%d", id, n)
		}
		text, err := q.Text(id)
		if err != nil {
			return "", err
		}
		err = files.Create(f.Path(ContextFileName(id)), text, files.WriteOptions{NoLinks: true, Mode: 0o644})
		switch {
		case err == nil:
			return id, nil
		case !errors.Is(err, fs.ErrExist) && !errors.Is(err, files.ErrNotRegular):
			return "", fmt.Errorf("no context file is made in %s: %w", f.Rel, files.Reason(err))
		}
	}
	return "", fmt.Errorf("no context file is made: %d tasks have the id %s already; choose other --words", maxSame, NewTaskID(q.Now, q.Words))
}
