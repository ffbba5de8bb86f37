package handoff

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/handofflint/handofflint/internal/files"
)

// NewSession makes a session's id as upstream does: the time, in UTC, and
// eight hexadecimal digits by chance, 20260531-170546-ad4f12aa.
func NewSession(now time.Time) string {
	var chance [4]byte
	_, _ = rand.Read(chance[:]) // crypto/rand never fails
	return now.UTC().Format("20060102-150405-") + hex.EncodeToString(chance[:])
}

// sessionVariables are where coding agents keep the id of the session: upstream's
// own variable, then those of Claude Code, Codex and Gemini CLI.
var sessionVariables = []string{"CLAUDE_SESSION_ID", "CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID", "GEMINI_SESSION_ID"}

// SessionFrom is the id of the session of the coding agent that runs the program,
// "" for none.
func SessionFrom(getenv func(string) string) (string, error) {
	for _, variable := range sessionVariables {
		id := getenv(variable)
		if id == "" {
			continue
		}
		if err := CheckSession(id); err != nil {
			return "", fmt.Errorf("$%s: %w", variable, err)
		}
		return id, nil
	}
	return "", nil
}

// device are the names that Windows keeps for devices, in any folder and with
// any extension.
var device = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)`) })

// CheckSession says what keeps an id from being the name of a session's
// folder, on any platform; nil where nothing does.
func CheckSession(id string) error {
	switch {
	case id == "":
		return errors.New("the session's id is missing")
	case len(id) > maxName:
		return fmt.Errorf("the session's id has %d bytes, at most %d make a folder's name", len(id), maxName)
	case !name().MatchString(id) || strings.HasSuffix(id, ".") || device().MatchString(id):
		return fmt.Errorf("the session's id %q cannot be a folder's name: use letters, digits, - and _", id)
	}
	return nil
}

// Root is the project's folder for who works in a folder: the one that
// $CLAUDE_PROJECT_DIR names if it is around it, else the nearest around it that
// has sessions already in the folder for reports, else the root of the
// repository, else the folder itself. Above the repository nothing is looked for.
func Root(folder, reports string, getenv func(string) string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	if project := getenv("CLAUDE_PROJECT_DIR"); filepath.IsAbs(project) && inside(project, folder) && isFolder(project) {
		return filepath.Clean(project), nil
	}
	folders, found := files.Around(folder)
	if !found {
		return folder, nil
	}
	for _, at := range folders {
		if isFolder(filepath.Join(at, filepath.FromSlash(reports))) {
			return at, nil
		}
	}
	return folders[len(folders)-1], nil
}

// inside says whether a folder is the outer one or in it.
func inside(outer, folder string) bool {
	rel, err := filepath.Rel(outer, folder)
	return err == nil && filepath.IsLocal(rel)
}

func isFolder(path string) bool {
	info, err := files.Named.Stat(path)
	return err == nil && info.IsDir()
}

// makeFolder makes a session's folder. If it makes the folder of all sessions too,
// it puts a .gitignore there, as upstream wants it: handoffs are for the session,
// and lasting decisions belong elsewhere.
func makeFolder(root, reports, session string) (files.Place, error) {
	if !isFolder(root) {
		return files.Place{}, fmt.Errorf("%s is not a folder", root)
	}
	all, err := files.Named.Find(filepath.Join(root, filepath.FromSlash(reports)))
	if err != nil {
		return all, err
	}
	if err := all.Folder().MkdirAll(0o755); err != nil {
		return all, err
	}
	if err := all.Mkdir(0o755); err == nil {
		if err := create(all.In(".gitignore"), "*\n"); err != nil {
			return all, err
		}
	}
	// The session's folder may be a link too.
	folder, err := files.Named.Find(all.In(session).Path())
	if err != nil {
		return folder, err
	}
	return folder, folder.MkdirAll(0o755)
}

// create makes a file that must not be there yet.
func create(at files.Place, text string) error {
	file, err := at.OpenFile(os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
