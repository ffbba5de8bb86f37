package worktree

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// maxIgnoreFile is the maximum size of an ignore file, in bytes.
const maxIgnoreFile = 256 << 10

// ignoreRules are git's ignore rules of a work tree. An ignored file may have existed without a trace. The
// rules are read and matched here, since a pattern can keep git busy for hours.
type ignoreRules struct {
	tree *Tree
	// others are the rules of the user and the repository, the strongest last.
	others ignoreFile

	mutex sync.Mutex
	// folders are the rules of the tree's folders, by path from the root.
	folders map[string]ignoreFile
}

// ignoreFile is a parsed ignore file.
type ignoreFile struct {
	lines []files.IgnoreLine
	// unknown means that it cannot be read, or that git may not see it.
	unknown bool
}

// readIgnoreRules reads the rules of the user and the repository; those of folders are read on demand.
func (t *Tree) readIgnoreRules() *ignoreRules {
	r := &ignoreRules{tree: t, folders: map[string]ignoreFile{}}
	h := t.history()
	// A repository's own configuration belongs to the checked tree: a path in it is not opened.
	answer, err := h.ask("", "config", "--show-scope", "--type=path", "--get", "core.excludesFile")
	scope, excludes, _ := strings.Cut(strings.TrimSuffix(answer, "\n"), "\t")
	isOfUser := scope == "global" || scope == "system"
	isUnset := git.Refused(err) // then git has a default
	if !isOfUser && !isUnset {
		r.others.unknown = true
		return r
	}
	if folder := files.ConfigFolder(); excludes == "" && folder != "" {
		excludes = filepath.Join(folder, "git", "ignore")
	}
	for _, name := range []string{excludes, h.repository.ExcludeFile()} {
		file := readIgnoreFile(files.Named, name)
		r.others.lines = append(r.others.lines, file.lines...)
		r.others.unknown = r.others.unknown || file.unknown
	}
	return r
}

// readIgnoreFile reads an ignore file, which may be missing.
func readIgnoreFile(door files.Door, name string) ignoreFile {
	data, isLonger, err := door.ReadFile(name, maxIgnoreFile)
	if isMissing(err) {
		return ignoreFile{}
	}
	if err != nil || isLonger {
		return ignoreFile{unknown: true}
	}
	return ignoreFile{lines: files.IgnoreLinesOrMore(folded(string(data)))}
}

func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// mayIgnore reports whether git ignores a missing path, or may ignore it.
func (r *ignoreRules) mayIgnore(name string) bool {
	const orFolder = true // the missing path may have been a folder
	isIgnored := r.others.unknown || r.ignores(folded(name), orFolder)
	isFolder := false // and the folders around it are folders
	for at := name; at != "." && !isIgnored; at = path.Dir(at) {
		isIgnored = r.rulesOf(path.Dir(at)).unknown || r.ignores(folded(at), isFolder)
		isFolder = true
	}
	if r.tree.trees.ignore.Exceeded() {
		r.tree.trees.Incomplete.Add(rules.KindFiles, fmt.Sprintf("the ignore rules of git take over %d steps", text.MaxSteps))
		return true
	}
	return isIgnored
}

// ignores reports whether git ignores a path by itself: the last matching line in the nearest ignore file
// decides.
func (r *ignoreRules) ignores(name string, isFolder bool) bool {
	at := name
	for at != "." {
		at = path.Dir(at)
		line := files.LastMatch(r.rulesOf(at).lines, strings.TrimPrefix(name, at+"/"), isFolder, r.tree.trees.ignore)
		if line != nil {
			return !line.Negated
		}
	}
	line := files.LastMatch(r.others.lines, name, isFolder, r.tree.trees.ignore)
	return line != nil && !line.Negated
}

// rulesOf returns the rules of a folder; "." is the root.
func (r *ignoreRules) rulesOf(folder string) ignoreFile {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	file, known := r.folders[folder]
	if !known {
		file = r.read(folder)
		r.folders[folder] = file
	}
	return file
}

func (r *ignoreRules) read(folder string) ignoreFile {
	at := filepath.Join(r.tree.root, filepath.FromSlash(folder))
	name := filepath.Join(at, ".gitignore")
	for _, file := range []string{at, name} {
		info, err := r.tree.door.Lstat(file)
		if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			return ignoreFile{unknown: true} // git follows no link to a folder, and only some versions follow a link to an ignore file
		}
	}
	return readIgnoreFile(r.tree.door, name)
}

// folded returns a text with letter case as the file system compares it.
func folded(s string) string {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.ToLower(s)
	}
	return s
}
