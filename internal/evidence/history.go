package evidence

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
)

const (
	// maxCommits is how many commits are looked at. In a longer history no file is
	// said to be in none.
	maxCommits = 50_000
	// hookCommits is the same in a hook: git takes about half a millisecond for one.
	hookCommits = 5_000
	// maxAsked is how many paths git is asked about at once: a command line has an end.
	maxAsked = 200
	// maxQuestions is how often git is asked one kind of question about a work tree. What
	// is asked beyond that is not known.
	maxQuestions = 128
)

// history is what git knows of a work tree: the paths of all commits that any branch,
// tag, work tree or reflog leads to.
type history struct {
	repository git.Repository
	err        error
	// last is the latest change of each path. A path is here if any commit has it.
	last       map[string]change
	byBase     map[string][]string
	folders    map[string]bool // first folders
	extensions map[string]bool
	submodules map[string]bool
	commits    []string // sorted
	// reaches is the time from which on all is known: that of the oldest commits of a
	// shallow clone, zero if nothing is missing. cut says that there are more commits.
	reaches      time.Time
	shallow, cut bool

	mutex     sync.Mutex
	questions map[string]int // by git's command
}

var errTooMany = errors.New("git was asked too often")

// change is what a commit did to a path.
type change struct {
	commit Commit
	gone   bool
	// blob is the hash of the content after it.
	blob string
}

// readHistory asks git once. The form is raw, without renames and contents: git reads
// neither files of the work tree nor the content of any version, and runs nothing.
func readHistory(root string, commits int) *history {
	h := &history{last: map[string]change{}, byBase: map[string][]string{}, folders: map[string]bool{}, extensions: map[string]bool{}, submodules: map[string]bool{}, questions: map[string]int{}}
	var out, shallow string
	if h.repository, h.err = git.Open(context.Background(), root); h.err != nil {
		return h
	}
	if shallow, h.err = h.ask("rev-parse", "--is-shallow-repository"); h.err != nil {
		return h
	}
	h.shallow = strings.TrimSpace(shallow) == "true"
	// A repository can configure that signatures are shown by a program, that the
	// first commit or submodules show no files, or that names are another file's.
	out, h.err = h.ask("log", "--all", "--reflog", "--root", "--no-show-signature", "--no-mailmap", "--ignore-submodules=none", "--no-relative",
		"--raw", "-z", "--no-abbrev", "--no-renames", "--max-count="+strconv.Itoa(commits), "--format=>%H %ct %P")
	if h.err == nil {
		h.err = h.read(out)
	}
	slices.Sort(h.commits)
	h.cut = len(h.commits) == commits
	return h
}

// ask asks git, which has its own limits of time and size.
func (h *history) ask(args ...string) (string, error) {
	h.mutex.Lock()
	h.questions[args[0]]++
	over := h.questions[args[0]] > maxQuestions
	h.mutex.Unlock()
	if over {
		return "", errTooMany
	}
	return h.repository.Ask(context.Background(), args...)
}

// read reads the log: for each commit a line `>hash time parents`, and for each change
// `:mode mode hash hash status` and the path, all ended by NUL.
func (h *history) read(log string) error {
	var at Commit
	for log != "" {
		var field string
		field, log, _ = strings.Cut(log, "\x00")
		field = strings.TrimLeft(field, "\n")
		switch {
		case field == "":
		case strings.HasPrefix(field, ">"):
			parts := strings.Fields(field[1:])
			if len(parts) < 2 {
				return fmt.Errorf("git log answers with %q instead of a commit", field)
			}
			seconds, err := strconv.ParseInt(parts[1], 10, 64)
			if err != nil {
				return fmt.Errorf("git log answers with %q instead of a commit", field)
			}
			at = Commit{parts[0], time.Unix(seconds, 0).UTC()}
			h.commits = append(h.commits, at.Hash)
			if h.shallow && len(parts) == 2 && at.Time.After(h.reaches) {
				h.reaches = at.Time
			}
		default:
			parts := strings.Fields(field)
			var name string
			name, log, _ = strings.Cut(log, "\x00")
			if len(parts) != 5 || name == "" {
				return fmt.Errorf("git log answers with %q instead of a change", field)
			}
			h.add(norm.NFC.String(name), change{commit: at, gone: parts[4] == "D", blob: parts[3]}, parts[1] == "160000" || parts[0] == ":160000")
		}
	}
	return nil
}

func (h *history) add(name string, c change, submodule bool) {
	if submodule {
		h.submodules[name] = true
	}
	old, known := h.last[name]
	if known && !c.commit.Time.After(old.commit.Time) {
		return
	}
	h.last[name] = c
	if known {
		return
	}
	base := path.Base(name)
	h.byBase[base] = append(h.byBase[base], name)
	h.extensions[path.Ext(base)] = true
	if first, _, nested := strings.Cut(name, "/"); nested {
		h.folders[first] = true
	}
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if _, known := h.last[folder]; known {
			break
		}
		h.last[folder] = change{}
	}
}

// covers reports whether every path that was in a commit at a time or later is known.
func (h *history) covers(at time.Time) bool {
	return h.err == nil && !h.cut && (!h.shallow || !at.IsZero() && !h.reaches.After(at))
}

// contains reports whether a commit is HEAD or one before it.
func (h *history) contains(commit string) Answer {
	_, err := h.ask("merge-base", "--is-ancestor", commit, "HEAD")
	switch {
	case err == nil:
		return Yes
	case saidNo(err):
		return No
	}
	return Unknown
}

// renames are the new names of the files that a commit renamed, nil if that is not
// known.
func (h *history) renames(commit string) map[string]string {
	out, err := h.ask("diff-tree", "-r", "-z", "--root", "--no-commit-id", "--find-renames", "--diff-filter=R", "--name-status", commit)
	if err != nil {
		return nil
	}
	renames := map[string]string{}
	fields := strings.Split(out, "\x00")
	for i := 0; i+2 < len(fields); i += 3 {
		renames[norm.NFC.String(fields[i+1])] = norm.NFC.String(fields[i+2])
	}
	return renames
}

// ignored are those of some paths that git ignores, or of which it cannot say: one that
// is behind a link, or in a submodule.
func (h *history) ignored(paths []string) map[string]bool {
	ignored := map[string]bool{}
	for chunk := range slices.Chunk(paths, maxAsked) {
		// Names in quotes would have control characters, which no reference has.
		out, err := h.ask(append([]string{"-c", "core.quotePath=false", "check-ignore", "--no-index", "--"}, chunk...)...)
		switch {
		case err == nil:
			for name := range strings.SplitSeq(out, "\n") {
				ignored[name] = true
			}
		case saidNo(err):
		case len(chunk) == 1 || errors.Is(err, errTooMany):
			for _, name := range chunk {
				ignored[name] = true
			}
		default:
			for _, name := range chunk {
				maps.Copy(ignored, h.ignored([]string{name}))
			}
		}
	}
	return ignored
}

// hasObject reports whether there is an object whose hash begins so.
func (h *history) hasObject(hash string) Answer {
	i, _ := slices.BinarySearch(h.commits, hash)
	if i < len(h.commits) && strings.HasPrefix(h.commits[i], hash) {
		return Yes
	}
	if h.err != nil || len(h.commits) == 0 || h.shallow || h.cut || len(h.submodules) > 0 {
		return Unknown
	}
	out, err := h.ask("rev-parse", "--disambiguate="+hash)
	switch {
	case err != nil:
		return Unknown
	case strings.TrimSpace(out) != "":
		return Yes
	}
	if promised, err := h.ask("config", "--get-regexp", `^(remote\..*\.promisor|extensions\.partialclone)$`); err == nil && promised != "" || err != nil && !saidNo(err) {
		return Unknown
	}
	return No
}

// otherTrees are the roots of the repository's other work trees outside of a root.
// known is false if git does not name them, or one is not what it says.
func (h *history) otherTrees(root string) (roots []string, known bool) {
	out, err := h.ask("worktree", "list", "--porcelain")
	if err != nil {
		return nil, false
	}
	for block := range strings.SplitSeq(out, "\n\n") {
		lines := strings.Split(block, "\n")
		at, ok := strings.CutPrefix(lines[0], "worktree ")
		if !ok || slices.Contains(lines, "bare") {
			continue
		}
		at = files.Root(filepath.FromSlash(at))
		if _, err := files.Named.Stat(at); err != nil || files.Below(root, at) {
			continue // it is gone, or listed with this one
		}
		other, err := git.Open(context.Background(), at)
		if err != nil || !h.shares(other) {
			return nil, false
		}
		roots = append(roots, at)
	}
	return roots, true
}

// shares reports whether another work tree has the same commits.
func (h *history) shares(other git.Repository) bool {
	ask := func(r git.Repository) string {
		out, err := r.Ask(context.Background(), "rev-parse", "--path-format=absolute", "--git-common-dir")
		if err != nil {
			return ""
		}
		return out
	}
	mine := ask(h.repository)
	return mine != "" && mine == ask(other)
}

// saidNo reports whether git answered no: exit code 1, other than 128 for an error.
func saidNo(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == 1
}
