package dispatch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/handofflint/handofflint/internal/filelock"
)

const (
	// lockName is the lock of a session's folder. It stays for good: to remove
	// it would let two processes hold two locks of one name.
	lockName = ".dispatch.lock"
	// lockWait is how long to wait for others, who each hold the lock for as
	// long as it takes to list a folder.
	lockWait = 10 * time.Second
	lockPoll = 5 * time.Millisecond
	// maxNumber is the largest number in a report's name: nine digits, as
	// internal/document reads them.
	maxNumber = 999_999_999
	// maxClaim is the largest claim that is read, in bytes.
	maxClaim = 8 << 10
)

// claim is a number that was given out, and to whom.
type claim struct {
	Role string `json:"role"`
	Task string `json:"task_id"`
	Key  string `json:"key,omitempty"`
}

// claimName is the name of a claim. It is hidden, and no handoff by its name:
// neither a walk nor the rules for sessions see it.
func claimName(number int) string { return fmt.Sprintf(".%02d.claim", number) }

var (
	claimed  = regexp.MustCompile(`^\.(\d{1,9})\.claim$`)
	numbered = regexp.MustCompile(`^(\d{1,9})-`)
	reported = regexp.MustCompile(`^(\d{1,9})-.+-report\.md$`)
)

// claimNumber claims the next number in a session's folder.
func claimNumber(ctx context.Context, folder string, q Request) (number int, err error) {
	unlock, err := lock(ctx, folder)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	taken, err := survey(folder)
	if err != nil {
		return 0, err
	}
	taken.clean(folder)
	if n := taken.given(folder, q); n > 0 {
		return n, nil
	}
	return createClaim(folder, taken.highest+1, claim{Role: q.Role, Task: q.Task, Key: q.Key})
}

func lock(ctx context.Context, folder string) (unlock func() error, err error) {
	unlock, err = filelock.At(ctx, filepath.Join(folder, lockName), filelock.Patience{Wait: lockWait, Poll: lockPoll})
	if errors.Is(err, filelock.ErrBusy) {
		return nil, fmt.Errorf("another process has held %s for %v", lockName, lockWait)
	}
	return unlock, err
}

// numbers are those that a session's folder has.
type numbers struct {
	highest int
	// claims are the numbers with a claim, reports those with a report.
	claims, reports map[int]bool
}

// survey lists a folder. Whatever begins with a number takes that number, so
// that a marker without its report does not get another one.
func survey(folder string) (numbers, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return numbers{}, err
	}
	n := numbers{claims: map[int]bool{}, reports: map[int]bool{}}
	for _, entry := range entries {
		n.add(claimed, entry.Name(), n.claims)
		n.add(reported, entry.Name(), n.reports)
		n.add(numbered, entry.Name(), nil)
	}
	return n, nil
}

func (n *numbers) add(form *regexp.Regexp, name string, to map[int]bool) {
	m := form.FindStringSubmatch(name)
	if m == nil {
		return
	}
	number, _ := strconv.Atoi(m[1]) // nine digits always fit
	n.highest = max(n.highest, number)
	if to != nil {
		to[number] = true
	}
}

// clean removes claims that have their report. One that cannot be removed does
// no harm.
func (n *numbers) clean(folder string) {
	for number := range n.claims {
		if n.reports[number] {
			_ = os.Remove(filepath.Join(folder, claimName(number)))
			delete(n.claims, number)
		}
	}
}

// given is the number that a role was given under the request's key, 0 where
// it was not.
func (n *numbers) given(folder string, q Request) int {
	if q.Key == "" {
		return 0
	}
	least := 0
	for number := range n.claims {
		c := readClaim(filepath.Join(folder, claimName(number)))
		if c.Key == q.Key && c.Role == q.Role {
			least = min(number, cmp.Or(least, number))
		}
	}
	return least
}

// readClaim reads a claim. One that was cut off, or is no file, is nobody's
// and still takes its number.
func readClaim(path string) claim {
	var c claim
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxClaim {
		return c
	}
	data, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(data, &c) != nil {
		return claim{}
	}
	return c
}

// createClaim claims the first number from one on that nobody has claimed. It
// creates a file that must not be there, so that two claims are never one even
// on a file system whose locks do nothing.
func createClaim(folder string, from int, c claim) (int, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return 0, err
	}
	for number := from; number <= maxNumber; number++ {
		file, err := os.OpenFile(filepath.Join(folder, claimName(number)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return 0, err
		}
		_, err = file.Write(append(data, '\n'))
		return number, errors.Join(err, file.Close())
	}
	return 0, fmt.Errorf("the numbers up to %d are taken", maxNumber)
}

// Release removes the claim on a report's number once the report is there. The
// path is the report's. What has no claim is left alone.
func Release(report string) error {
	m := reported.FindStringSubmatch(filepath.Base(report))
	if m == nil {
		return nil
	}
	if _, err := os.Stat(report); err != nil {
		return nil
	}
	number, _ := strconv.Atoi(m[1]) // nine digits always fit
	err := os.Remove(filepath.Join(filepath.Dir(report), claimName(number)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
