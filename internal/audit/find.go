package audit

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
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
	// Since is the time after which the transcript was written to, the zero time for any.
	Since time.Time
}

// found is a transcript, and whose it is.
type found struct {
	name string
	head transcript.Head
}

// Find returns the transcripts of sessions below some paths, sorted: each leads to those of
// its agents. A file that is named is always among them; a file of a folder that is no
// transcript is not.
func Find(paths []string, want Wanted) ([]string, error) {
	var named []string
	var all []found
	for _, path := range paths {
		info, err := files.Named.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", path, files.Reason(err))
		}
		if !info.IsDir() {
			named = append(named, path)
			continue
		}
		below, err := walk(path, want)
		if err != nil {
			return nil, err
		}
		all = append(all, below...)
	}
	return append(named, sessions(all)...), nil
}

// walk returns the transcripts below a folder. No link is followed.
func walk(folder string, want Wanted) (all []found, err error) {
	err = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || filepath.Ext(name) != ".jsonl" {
			return err
		}
		if info, err := entry.Info(); err == nil && info.ModTime().Before(want.Since) {
			return nil
		}
		head, ok := transcript.HeadOf(name)
		if ok && want.isIn(head.Cwd) {
			all = append(all, found{name, head})
		}
		return nil
	})
	return all, err
}

// isIn reports whether a working folder lies in one of the roots.
func (w Wanted) isIn(cwd string) bool {
	return w.Roots == nil || slices.ContainsFunc(w.Roots, func(root string) bool {
		rel, err := filepath.Rel(root, cwd)
		return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(os.PathSeparator))
	})
}

// sessions returns the transcripts of main agents, and those of agents whose session has
// none.
func sessions(all []found) (names []string) {
	mains := map[string]bool{}
	for _, f := range all {
		if f.head.Agent == "" {
			mains[f.head.Client+"\x00"+f.head.Session] = true
		}
	}
	for _, f := range all {
		if f.head.Agent == "" || !mains[f.head.Client+"\x00"+f.head.Session] {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return names
}
