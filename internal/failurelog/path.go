package failurelog

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// PathVariable is the environment variable that names the log.
const PathVariable = "HANDOFFLINT_FAILURE_LOG"

// Location is all that decides where the log is.
type Location struct {
	// Option is the path that the command line gives, Config the one of the
	// configuration, "" if they give none. Off says that the configuration keeps no
	// log.
	Option, Config string
	Off            bool
	// Getenv looks up an environment variable.
	Getenv func(name string) string
}

// Named reports whether the command line or the environment names the log.
func (l Location) Named() bool { return l.Option != "" || l.Getenv(PathVariable) != "" }

// writes reports whether failures are logged at all. A machine that builds is gone
// with its log, so it keeps one only if it was told where.
func (l Location) writes() bool {
	ci := l.Getenv("CI")
	return l.Named() || !l.Off && (ci == "" || ci == "false")
}

// Path is where the log is: the option, else the environment, else the
// configuration, else among the logs of ~/.claude if that folder exists, else in
// the user's folder for state. A leading `~/` means the home folder: a shell leaves
// it alone in `--failure-log=~/x`.
func (l Location) Path() (string, error) {
	for _, given := range []string{l.Option, l.Getenv(PathVariable), l.Config} {
		if rest, ok := strings.CutPrefix(filepath.ToSlash(given), "~/"); ok {
			return underHome(rest)
		}
		if given != "" {
			return given, nil
		}
	}
	if claude, err := underHome(".claude"); err == nil {
		if info, err := os.Stat(claude); err == nil && info.IsDir() {
			return filepath.Join(claude, "logs", "handoff-failures.jsonl"), nil
		}
	}
	folder, err := StateFolder(l.Getenv)
	return filepath.Join(folder, "failures.jsonl"), err
}

// StateFolder is the folder that keeps what the program remembers between runs:
// `handofflint` in $XDG_STATE_HOME if that is absolute, as its specification has it,
// else in the system's folder for state.
func StateFolder(getenv func(string) string) (string, error) {
	const name = "handofflint"
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, name), nil
	}
	if runtime.GOOS != "windows" {
		return underHome(".local", "state", name)
	}
	if dir := getenv("LOCALAPPDATA"); dir != "" {
		return filepath.Join(dir, name), nil
	}
	return underHome("AppData", "Local", name)
}

func underHome(names ...string) (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no place for the failure log: name one with --failure-log or $%s: %w", PathVariable, err)
	}
	return filepath.Join(append([]string{home}, names...)...), nil
}
