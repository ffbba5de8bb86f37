package dispatch

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/handofflint/handofflint/internal/filelock"
	"github.com/handofflint/handofflint/internal/files"
)

const (
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
func claimNumber(folder files.Place, q Request) (number int, err error) {
	unlock, err := filelock.Lock(folder.Path())
	if err != nil {
		return 0, err
	}
	defer unlock()
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

// numbers are those that a session's folder has.
type numbers struct {
	highest int
	// claims are the numbers with a claim, reports those with a report.
	claims, reports map[int]bool
}

// survey lists a folder. Whatever begins with a number takes that number, so
// that a marker without its report does not get another one.
func survey(folder files.Place) (numbers, error) {
	entries, err := folder.ReadDir()
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
func (n *numbers) clean(folder files.Place) {
	for number := range n.claims {
		if n.reports[number] {
			_ = folder.In(claimName(number)).Remove()
			delete(n.claims, number)
		}
	}
}

// given is the number that a role was given under the request's key, 0 where
// it was not.
func (n *numbers) given(folder files.Place, q Request) int {
	if q.Key == "" {
		return 0
	}
	least := 0
	for number := range n.claims {
		c := readClaim(folder.In(claimName(number)))
		if c.Key == q.Key && c.Role == q.Role {
			least = min(number, cmp.Or(least, number))
		}
	}
	return least
}

// readClaim reads a claim. One that was cut off, or is no file, is nobody's
// and still takes its number.
func readClaim(at files.Place) claim {
	var c claim
	info, err := at.Lstat()
	if err != nil || !info.Mode().IsRegular() {
		return c
	}
	file, err := at.Open()
	if err != nil {
		return c
	}
	defer file.Close() // nothing was written
	data, err := io.ReadAll(io.LimitReader(file, maxClaim))
	if err != nil || json.Unmarshal(data, &c) != nil {
		return claim{}
	}
	return c
}

// createClaim claims the first number from one on that nobody has claimed. It
// creates a file that must not be there, so that two claims are never one even
// on a file system whose locks do nothing.
func createClaim(folder files.Place, from int, c claim) (int, error) {
	data, err := json.Marshal(c)
	if err != nil {
		return 0, err
	}
	for number := from; number <= maxNumber; number++ {
		err := create(folder.In(claimName(number)), string(data)+"\n")
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		return number, err
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
	if _, err := files.Named.Stat(report); err != nil {
		return nil
	}
	number, _ := strconv.Atoi(m[1]) // nine digits always fit
	at, err := files.Named.FindLink(filepath.Join(filepath.Dir(report), claimName(number)))
	if err == nil {
		err = at.Remove()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
