package handoff

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
)

// The formats of the files that an agent is assigned to write.
const (
	Report  document.Format = "report"
	Context document.Format = "context"
)

// NewSession returns a new session id in upstream's form: the time, in UTC, and eight random hexadecimal
// digits, 20260531-170546-ad4f12aa.
func NewSession(now time.Time) string {
	var chance [4]byte
	_, _ = rand.Read(chance[:]) // crypto/rand never fails
	return protocol.SessionID(now, hex.EncodeToString(chance[:]))
}

// sessionVariables are the variables in which coding agents keep the session's id: upstream's own, then those
// of Claude Code, Codex and Gemini CLI.
var sessionVariables = []string{"CLAUDE_SESSION_ID", "CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID", "GEMINI_SESSION_ID"}

// SessionFrom returns the session id of the coding agent that runs the program, or "".
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

// Root returns the project's folder for an absolute working folder: $CLAUDE_PROJECT_DIR if it contains the folder, else
// the nearest folder around it that already has sessions in the folder for reports, else the root of the
// repository, else the folder itself. It does not search above the repository.
func Root(folder, reports string, getenv func(string) string) string {
	if project := filepath.Clean(getenv("CLAUDE_PROJECT_DIR")); files.Below(project, folder) {
		return project
	}
	folders, found := files.Around(folder)
	if !found {
		return folder
	}
	hasReports := func(at string) bool { return isFolder(filepath.Join(at, filepath.FromSlash(reports))) }
	if i := slices.IndexFunc(folders, hasReports); i >= 0 {
		return folders[i]
	}
	return folders[len(folders)-1]
}

func isFolder(path string) bool {
	info, err := files.Named.Stat(path)
	return err == nil && info.IsDir()
}

// makeFolder makes a session's folder. If it also makes the folder of all sessions, it adds a .gitignore, as
// upstream does: handoffs are for the session, and lasting decisions belong elsewhere.
func makeFolder(root, reports, session string) (files.Place, error) {
	if !isFolder(root) {
		return files.Place{}, fmt.Errorf("%s is not a folder", root)
	}
	all, err := files.Named.Find(filepath.Join(root, filepath.FromSlash(reports)))
	if err == nil {
		err = all.Folder().MkdirAll(0o755)
	}
	if err != nil {
		return all, err
	}
	if err := all.Mkdir(0o755); err == nil {
		if err := files.Create(all.In(".gitignore").Path(), []byte("*\n"), newFile); err != nil {
			return all, err
		}
	}
	// The session's folder may be a link too.
	return files.Named.MkdirAll(all.In(session).Path(), 0o755)
}
