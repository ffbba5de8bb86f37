package worktree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// maxIgnoreFile is the longest ignore file that is read, in bytes.
const maxIgnoreFile = 256 << 10

// ignoreRules are git's rules for which files of a work tree are not kept. A file that
// they name may have been there without a trace. They are read and matched here, since a
// pattern can keep git busy for hours.
type ignoreRules struct {
	tree  *Tree
	steps *text.Steps
	// others are those of the repository and the user, unknown if one cannot be read.
	others  []*files.IgnoreRules
	unknown bool

	mutex   sync.Mutex
	folders map[string]folderRules
}

// folderRules are those of one folder.
type folderRules struct {
	rules *files.IgnoreRules
	// unknown: git may not see what is in the folder, or has rules that cannot be read.
	unknown bool
}

func (t *Tree) ignoreRules() *ignoreRules {
	r := &ignoreRules{tree: t, steps: t.trees.ignore, folders: map[string]folderRules{}}
	h := t.history()
	// A repository's own configuration belongs to the checked tree: a path in it is not
	// opened.
	answer, err := h.ask("", "config", "--show-scope", "--type=path", "--get", "core.excludesFile")
	scope, excludes, _ := strings.Cut(strings.TrimSuffix(answer, "\n"), "\t")
	isOfUser := scope == "global" || scope == "system"
	if err != nil && !isNo(err) || err == nil && !isOfUser {
		r.unknown = true
		return r
	}
	if excludes == "" {
		excludes = defaultExcludes()
	}
	for _, name := range []string{h.repository.ExcludeFile(), excludes} {
		rules, err := readIgnoreFile(name)
		if err != nil {
			r.unknown = true
		}
		r.others = append(r.others, rules)
	}
	return r
}

// defaultExcludes returns the user's own ignore file, "" if there is no place for one.
func defaultExcludes() string {
	folder := os.Getenv("XDG_CONFIG_HOME")
	if folder == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		folder = filepath.Join(home, ".config")
	}
	return filepath.Join(folder, "git", "ignore")
}

// readIgnoreFile reads an ignore file outside of the work tree, or nil if there is none.
func readIgnoreFile(name string) (*files.IgnoreRules, error) {
	if name == "" {
		return nil, nil
	}
	info, err := files.Named.Stat(name)
	if err != nil {
		return nil, unlessMissing(err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxIgnoreFile {
		return nil, errNotSimple
	}
	data, _, err := files.Named.ReadFile(name, maxIgnoreFile)
	return files.NewIgnoreRules(folded(string(data))), err
}

func unlessMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	return err
}

var errNotSimple = errors.New("it is not a regular file, or too long")

// mayIgnore reports whether git ignores a path that is not there, or nobody can say.
func (r *ignoreRules) mayIgnore(name string) bool {
	isUnknown := r.unknown
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		isUnknown = isUnknown || r.in(folder).unknown
	}
	if isUnknown || r.in(".").unknown {
		return true
	}
	chain := files.IgnoreChain{In: func(folder string) *files.IgnoreRules { return r.in(folder).rules }, Others: r.others}
	name = folded(name)
	ignored := chain.Ignores(name, false, r.steps) || chain.Ignores(name, true, r.steps)
	if r.steps.Exceeded() {
		r.tree.trees.Incomplete.Add(rules.KindFiles, fmt.Sprintf("the ignore rules of git take over %d steps", text.MaxSteps))
		return true
	}
	return ignored
}

// in returns the rules of a folder, "." for the root.
func (r *ignoreRules) in(folder string) folderRules {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	rules, known := r.folders[folder]
	if !known {
		rules = r.read(folder)
		r.folders[folder] = rules
	}
	return rules
}

func (r *ignoreRules) read(folder string) folderRules {
	at := filepath.Join(r.tree.root, filepath.FromSlash(folder))
	info, err := r.tree.door.Lstat(at)
	if err != nil {
		return folderRules{unknown: unlessMissing(err) != nil}
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return folderRules{unknown: true} // git does not look behind it
	}
	name := filepath.Join(at, ".gitignore")
	info, err = r.tree.door.Lstat(name)
	switch {
	case err != nil:
		return folderRules{unknown: unlessMissing(err) != nil}
	case info.IsDir():
		return folderRules{}
	case info.Mode()&fs.ModeSymlink != 0:
		return folderRules{unknown: true} // it depends on the version whether git follows it
	case !info.Mode().IsRegular():
		r.tree.trees.Incomplete.Add(rules.KindFiles, path.Join(folder, ".gitignore")+" is not a regular file")
		return folderRules{unknown: true}
	}
	data, isLonger, err := r.tree.door.ReadFile(name, maxIgnoreFile)
	if err != nil || isLonger {
		return folderRules{unknown: true}
	}
	return folderRules{rules: files.NewIgnoreRules(folded(string(data)))}
}

// folded returns a text in which letters are compared as the file system does.
func folded(s string) string {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.ToLower(s)
	}
	return s
}
