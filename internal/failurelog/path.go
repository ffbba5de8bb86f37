package failurelog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// PathVariable is the environment variable that names the log.
const PathVariable = "HANDOFFLINT_FAILURE_LOG"

// Location is all that decides where the log is. The functions stand for the
// machine and are the real ones where nil.
type Location struct {
	// Flag is the path that the command line gives, Config the one of the
	// config file, "" where they give none.
	Flag, Config string
	// Getenv looks up an environment variable, "" where it is not set.
	Getenv func(name string) string
	// Home is the user's home folder.
	Home func() (string, error)
	// IsDir says whether a path is a folder.
	IsDir func(path string) bool
	// GOOS is the operating system, as Go names it.
	GOOS string
}

// Path is where the log is: the flag, else the environment, else the config,
// else among the logs of ~/.claude where that folder exists, else in the
// user's folder for state. It fails only where there is no home folder and
// nothing else names a place. A leading `~/` in a path that the user gave
// means the home folder: a shell leaves it alone in `--failure-log=~/x`.
func (l Location) Path() (string, error) {
	l = l.withDefaults()
	for _, given := range []string{l.Flag, l.Getenv(PathVariable), l.Config} {
		if given != "" {
			return l.expand(given)
		}
	}
	home, err := l.Home()
	if err == nil && home != "" && l.IsDir(filepath.Join(home, ".claude")) {
		return filepath.Join(home, ".claude", "logs", "handoff-failures.jsonl"), nil
	}
	state, err := l.stateFolder()
	if err != nil {
		return "", err
	}
	return filepath.Join(state, "handofflint", "failures.jsonl"), nil
}

// StateFolder is the folder that keeps what the program remembers between runs:
// `handofflint` in the user's folder for state. It need not exist.
func (l Location) StateFolder() (string, error) {
	state, err := l.withDefaults().stateFolder()
	return filepath.Join(state, "handofflint"), err
}

// stateFolder is $XDG_STATE_HOME or what stands for it on the system. The XDG
// Base Directory specification has a relative path there ignored.
func (l Location) stateFolder() (string, error) {
	if dir := l.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	if l.GOOS == "windows" {
		if dir := l.Getenv("LOCALAPPDATA"); dir != "" {
			return dir, nil
		}
		return l.underHome("AppData", "Local")
	}
	return l.underHome(".local", "state")
}

func (l Location) expand(path string) (string, error) {
	rest, tilde := strings.CutPrefix(path, "~/")
	if !tilde && l.GOOS == "windows" {
		rest, tilde = strings.CutPrefix(path, `~\`)
	}
	if !tilde {
		return path, nil
	}
	return l.underHome(rest)
}

func (l Location) underHome(names ...string) (string, error) {
	home, err := l.Home()
	if err == nil && home == "" {
		err = errors.New("no home folder is set")
	}
	if err != nil {
		return "", fmt.Errorf("no place for the failure log: name one with --failure-log or $%s: %w", PathVariable, err)
	}
	return filepath.Join(append([]string{home}, names...)...), nil
}

func (l Location) withDefaults() Location {
	if l.Getenv == nil {
		l.Getenv = os.Getenv
	}
	if l.Home == nil {
		l.Home = os.UserHomeDir
	}
	if l.IsDir == nil {
		l.IsDir = isDir
	}
	if l.GOOS == "" {
		l.GOOS = runtime.GOOS
	}
	return l
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
