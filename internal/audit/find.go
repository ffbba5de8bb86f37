package audit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/transcript"
)

// Places returns the folders in which clients keep their transcripts, for a home folder and
// an environment.
func Places(home string, getenv func(string) string) []string {
	return []string{
		filepath.Join(cmp.Or(getenv("CLAUDE_CONFIG_DIR"), filepath.Join(home, ".claude")), "projects"),
		filepath.Join(cmp.Or(getenv("CODEX_HOME"), filepath.Join(home, ".codex")), "sessions"),
	}
}

// Wanted says which transcripts of a folder are wanted.
type Wanted struct {
	// Roots are the folders that the work has to lie in, nil for any.
	Roots []string
	// Since is the time after which the session ended, the zero time for any.
	Since time.Time
	// Ignored are the words of claims, and commands, whose findings the user ignores.
	Ignored []string
}

// Found are the transcripts of sessions.
type Found struct {
	// Names are their paths: first those that were named, then those of folders, sorted.
	Names []string
	// Elsewhere is how many sessions of other projects there are.
	Elsewhere int
	// Unread is how many sessions there are in folders of clients whose sessions are not read, by
	// the client's name.
	Unread map[string]int
	// Failed is what could not be read.
	Failed []Failure

	want           Wanted
	named          []string
	all, elsewhere []candidate
	heads          transcript.Heads
}

// Failure is why a file or folder could not be read, and whether it was named.
type Failure struct {
	Named bool
	Err   error
}

// candidate is a transcript, and whose it is.
type candidate struct {
	name string
	head transcript.Head
}

// Find returns the transcripts of sessions below some paths: each leads to those of its
// agents. A file that is named is always among them; a file of a folder that is no transcript
// is not.
func Find(paths []string, want Wanted) *Found {
	f := &Found{want: want, Unread: map[string]int{}}
	for _, path := range paths {
		info, err := files.Named.Stat(path)
		switch {
		case err != nil:
			f.Failed = append(f.Failed, Failure{Named: true, Err: unreadable(path, err)})
		case info.IsDir():
			f.walk(path)
		default:
			f.named = append(f.named, path)
		}
	}
	f.Names = slices.Clone(f.named)
	for _, name := range sessions(f.all) {
		if !slices.Contains(f.named, name) {
			f.Names = append(f.Names, name)
		}
	}
	f.Elsewhere = len(sessions(f.elsewhere))
	return f
}

// walk adds the transcripts below a folder. No link below it is followed.
func (f *Found) walk(folder string) {
	start := files.Real(folder)
	_ = filepath.WalkDir(start, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			f.Failed = append(f.Failed, Failure{Named: name == start, Err: unreadable(name, err)})
			return nil // the others are read
		}
		isJSON := filepath.Ext(name) == ".jsonl" || filepath.Ext(name) == ".json"
		if entry.Type().IsRegular() && isJSON {
			f.add(name, entry)
		}
		return nil
	})
}

// add adds a file if it is a transcript. A file that was last written before the time that is wanted has no
// later record.
func (f *Found) add(name string, entry fs.DirEntry) {
	if info, err := entry.Info(); err != nil || info.ModTime().Before(f.want.Since) {
		return // it is gone, or too old
	}
	head, err := f.heads.Of(name)
	unread := (*transcript.UnreadError)(nil)
	switch {
	case errors.As(err, &unread):
		f.Unread[unread.Client]++
	case errors.Is(err, transcript.ErrUnknown):
	case err != nil:
		f.fail(name, unreadable(name, err))
	case f.want.isIn(head.Cwd):
		f.all = append(f.all, candidate{name, head})
	default:
		f.elsewhere = append(f.elsewhere, candidate{name, head})
	}
}

// isIn reports whether a working folder lies in one of the roots.
func (w Wanted) isIn(cwd string) bool {
	if w.Roots == nil {
		return true
	}
	if !filepath.IsAbs(cwd) {
		return false
	}
	folders := []string{filepath.Clean(cwd), files.Real(cwd)}
	return slices.ContainsFunc(w.Roots, func(root string) bool {
		return slices.ContainsFunc(folders, func(folder string) bool { return files.Below(root, folder) })
	})
}

// sessions returns the transcripts of main agents, and those of agents whose session has none. An agent of
// Codex leads to the others in its folder, so one of them is enough.
func sessions(all []candidate) (names []string) {
	isCodex := func(c candidate) bool { return c.head.Client == transcript.Codex }
	key := func(c candidate) string {
		folder := ""
		if isCodex(c) {
			folder = filepath.Dir(c.name)
		}
		return strings.Join([]string{c.head.Client, c.head.Session, folder}, "\x00")
	}
	isLed := map[string]bool{}
	for _, c := range all {
		if c.head.Agent == "" {
			isLed[key(c)] = true
		}
	}
	for _, c := range all {
		if c.head.Agent == "" || !isLed[key(c)] {
			names = append(names, c.name)
			isLed[key(c)] = isLed[key(c)] || isCodex(c)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// fail records why a transcript is missing.
func (f *Found) fail(name string, err error) {
	f.Failed = append(f.Failed, Failure{Named: slices.Contains(f.named, name), Err: err})
}

func unreadable(name string, err error) error {
	return fmt.Errorf("cannot read %s: %w", name, files.Reason(err))
}
