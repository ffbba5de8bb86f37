package worktree

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/rules"
)

const (
	// maxCommits is the maximum number of commits that are read. In a longer history, no file is reported as
	// missing from all commits.
	maxCommits = 10_000
	// hookCommits is the same for a hook: git takes about half a millisecond per commit.
	hookCommits = 5_000
	// maxQuestions is the maximum number of git calls of one kind per work tree. Beyond it, the evidence is
	// incomplete.
	maxQuestions = 1000
)

// history is what git knows about a work tree: the paths of all commits that a branch, tag, work tree or
// reflog reaches.
type history struct {
	*names
	repository git.Repository
	trees      *Trees
	err        error
	// last is the latest change of each file, first the time of its first change.
	last    map[string]change
	first   map[string]time.Time
	commits int // number of those that were read
	// reaches is the time from which everything is known: the time of the oldest commits of a shallow clone,
	// or zero if nothing is missing.
	reaches time.Time
	shallow bool

	// begins returns when the reflog of HEAD begins, or zero if that is unknown or if commits made since may
	// be gone. It is called once.
	begins func() time.Time

	mutex     sync.Mutex
	questions map[string]int // by git's command
}

// change is what a commit did to a path.
type change struct {
	commit Commit
	gone   bool
	// blob is the hash of the content after the change.
	blob string
}

// readHistory runs git log once, in the raw format, without renames and contents: git reads neither files of
// the work tree nor the content of any version, and runs nothing.
func readHistory(root string, trees *Trees) *history {
	h := &history{names: newNames(), last: map[string]change{}, first: map[string]time.Time{}, questions: map[string]int{}, trees: trees}
	h.begins = sync.OnceValue(h.readBegin)
	h.repository, h.err = git.Open(context.Background(), root, trees.Git)
	_, hasRepository := files.Around(root)
	if h.err != nil && hasRepository && !strings.Contains(h.err.Error(), "not a git repository") {
		trees.Incomplete.Add(rules.KindFiles, h.err.Error())
	}
	if h.err != nil {
		return h
	}
	shallow, err := h.ask("", "rev-parse", "--is-shallow-repository")
	if err != nil {
		h.err = err
		return h
	}
	h.shallow = strings.TrimSpace(shallow) == "true"
	// A repository can configure that a program shows signatures, that the first commit or submodules show no
	// files, or that names come from another file.
	out, err := h.ask("", "log", "--all", "--reflog", "--root", "--no-show-signature", "--no-mailmap", "--ignore-submodules=none", "--no-relative",
		"--raw", "-z", "--no-abbrev", "--no-renames", "--max-count="+strconv.Itoa(trees.commits), "--format=>%H %ct %P")
	h.err = err
	if err == nil {
		h.err = h.parseLog(out)
	}
	h.incomplete = h.commits == trees.commits
	return h
}

// ask runs git, which has its own limits of time and size. A repository that was refused is not asked.
func (h *history) ask(input string, args ...string) (string, error) {
	if h.err != nil {
		return "", h.err
	}
	h.mutex.Lock()
	h.questions[args[0]]++
	over := h.questions[args[0]] > maxQuestions
	h.mutex.Unlock()
	if over {
		h.trees.Incomplete.Add(rules.KindFiles, fmt.Sprintf("git is asked over %d times about one kind of thing", maxQuestions))
		return "", errors.New("git was asked too often")
	}
	answer, err := h.repository.AskWith(context.Background(), input, args...)
	h.trees.cutShort(err)
	return answer, err
}

// parseLog adds the changes in git's log. It has for each commit a line `>hash time parents`, and for each change
// `:mode mode hash hash status` and the path, each ended by NUL.
func (h *history) parseLog(log string) error {
	var at Commit
	for log != "" {
		var field string
		field, log, _ = strings.Cut(log, "\x00")
		field = strings.TrimLeft(field, "\n")
		parts := strings.Fields(field)
		switch {
		case field == "": // after the last NUL
		case strings.HasPrefix(field, ">") && len(parts) > 1:
			var err error
			at, err = commitOf(parts[0][1:], parts[1])
			if err != nil {
				return fmt.Errorf("git log answers with %q instead of a commit", field)
			}
			h.commits++
			isOldest := h.shallow && len(parts) == 2 // without parents, which a shallow clone leaves out
			if isOldest && at.Time.After(h.reaches) {
				h.reaches = at.Time
			}
		default:
			var name string
			name, log, _ = strings.Cut(log, "\x00")
			if len(parts) != 5 || name == "" {
				return fmt.Errorf("git log answers with %q instead of a change", field)
			}
			name = norm.NFC.String(name)
			const submodule = "160000" // the mode of a file that is another repository
			if parts[1] == submodule || parts[0] == ":"+submodule {
				h.repositories[name] = true
			}
			h.addChange(name, change{commit: at, gone: parts[4] == "D", blob: parts[3]})
		}
	}
	return nil
}

// commitOf returns a commit of git's answer.
func commitOf(hash, seconds string) (Commit, error) {
	n, err := strconv.ParseInt(seconds, 10, 64)
	return Commit{hash, time.Unix(n, 0).UTC()}, err
}

// addChange adds a change of a file: it may be the first, the latest, both or neither. Changes come in no certain order.
func (h *history) addChange(name string, c change) {
	last, known := h.last[name]
	if !known {
		h.addWithFolders(name)
	}
	if !known || c.commit.Time.Before(h.first[name]) {
		h.first[name] = c.commit.Time
	}
	if !known || c.commit.Time.After(last.commit.Time) {
		h.last[name] = c
	}
}

// addWithFolders adds a file and the folders around it.
func (h *history) addWithFolders(name string) {
	h.add(name)
	for folder := path.Dir(name); folder != "." && !h.has[folder]; folder = path.Dir(folder) {
		h.has[folder] = true
	}
}

// hadFolder reports whether a commit at or before a time has a file in a folder.
func (h *history) hadFolder(folder string, at time.Time) bool {
	for name, first := range h.first {
		if !first.After(at) && strings.HasPrefix(name, folder+"/") {
			return true
		}
	}
	return false
}

// covers reports whether every path in commits at or after a time is known.
func (h *history) covers(at time.Time) bool {
	return h.err == nil && !h.incomplete && !h.reaches.After(at)
}

// isInHead reports whether a commit is certainly HEAD or an ancestor of it.
func (h *history) isInHead(commit string) bool {
	_, err := h.ask("", "merge-base", "--is-ancestor", commit, "HEAD")
	return err == nil
}

// renames returns the new names of the files that a commit renamed, or nil if git does not answer.
func (h *history) renames(commit string) map[string]string {
	out, err := h.ask("", "diff-tree", "-r", "-z", "--root", "--no-commit-id", "--find-renames", "--diff-filter=R", "--name-status", commit)
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

// keeps is how long a commit is certainly kept after the work that ended with it: git prunes no object
// younger than two weeks, and work takes a day at most.
const keeps = 13 * 24 * time.Hour

// keepsFrom reports whether every commit of work that ended at a time certainly still exists: the work was in this
// clone, which has its whole history and no submodules, and git has pruned nothing, even after a rebase.
func (h *history) keepsFrom(at, now time.Time) bool {
	isWhole := !h.shallow && !h.incomplete && len(h.repositories) == 0
	if !isWhole || now.Sub(at) > keeps {
		return false
	}
	begins := h.begins()
	return !begins.IsZero() && !begins.After(at) // the clone is older than the work
}

// readBegin returns when the reflog of HEAD begins, which is when the clone was made or later. It returns
// zero for a partial clone, which lacks objects, and for a repository that configures when git prunes.
func (h *history) readBegin() time.Time {
	const drops = `^(remote\..*\.promisor|extensions\.partialclone|gc\.(.*\.)?(pruneexpire|reflogexpire.*))$`
	if _, err := h.ask("", "config", "--get-regexp", drops); !git.Refused(err) {
		return time.Time{}
	}
	out, _ := h.ask("", "log", "-g", "--no-show-signature", "--no-mailmap", "--date=unix", "--format=%gd", "HEAD")
	entries := strings.Fields(out)
	if len(entries) == 0 {
		return time.Time{}
	}
	seconds := strings.TrimSuffix(strings.TrimPrefix(entries[len(entries)-1], "HEAD@{"), "}")
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.Unix(n, 0)
}

// objects reports for hashes, and prefixes of hashes, whether such an object exists.
func (h *history) objects(hashes []string) map[string]ledger.Answer {
	answers := map[string]ledger.Answer{}
	out, err := h.ask(strings.Join(hashes, "\n")+"\n", "cat-file", "--batch-check=")
	lines := strings.Split(out, "\n")
	if err != nil || len(lines) <= len(hashes) {
		return answers
	}
	for i, hash := range hashes {
		answers[hash] = ledger.Yes
		if lines[i] == hash+" missing" {
			answers[hash] = ledger.No
		}
	}
	return answers
}
