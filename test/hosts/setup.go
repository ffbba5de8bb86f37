package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
)

// setup is what all tests of a run share. The exported part is made where there
// is a network, and inherited by the process that has none.
type setup struct {
	Self, Linter string // this program, and the handofflint under test
	Root         string // of the repository
	Hosts        string // where the hosts are installed
	Versions     map[string]pin
	Missing      map[string]string // why a version cannot be installed

	dir  string // where the tests have their folders
	keep bool
	cell string // selects cells
}

// setupVariable is the variable that holds a setup, in JSON.
const setupVariable = "HANDOFFLINT_HOSTS_SETUP"

func inherit() (s setup, ok bool, err error) {
	text := os.Getenv(setupVariable)
	if text == "" {
		return s, false, nil
	}
	return s, true, json.Unmarshal([]byte(text), &s)
}

// prepare builds handofflint and installs the hosts.
func prepare(hosts []*host, latest bool) (s setup, err error) {
	if s.Self, err = os.Executable(); err != nil {
		return s, err
	}
	if s.Root, err = filepath.Abs("../.."); err != nil {
		return s, err
	}
	s.Versions, s.Missing = maps.Clone(pinned), map[string]string{}
	if s.Hosts, err = cacheDir(); err != nil {
		return s, err
	}
	for _, h := range hosts {
		p := s.Versions[h.version]
		if latest {
			if p, err = newest(p); err != nil {
				return s, err
			}
		}
		s.Versions[h.version] = p
		var missing noProgram
		err := install(p, h.program, s.Hosts)
		switch {
		case errors.As(err, &missing):
			fmt.Println(missing)
			s.Missing[h.version] = missing.Error()
		case err != nil:
			return s, err
		}
	}
	temporary, err := os.MkdirTemp("", "hosts-")
	if err != nil {
		return s, err
	}
	s.Linter = filepath.Join(temporary, "handofflint")
	build := exec.Command("go", "build", "-o", s.Linter, "./cmd/handofflint")
	build.Dir = s.Root
	if out, err := build.CombinedOutput(); err != nil {
		return s, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return s, nil
}

// cacheDir returns where the hosts are installed: $HANDOFFLINT_HOSTS, or a folder of
// the user's cache.
func cacheDir() (string, error) {
	if dir := os.Getenv("HANDOFFLINT_HOSTS"); dir != "" {
		return filepath.Abs(dir)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return filepath.Join(os.TempDir(), "handofflint-hosts"), nil
	}
	return filepath.Join(cache, "handofflint", "hosts"), nil
}

// isolated returns this program again, in a network of its own that has the loopback
// interface and nothing else: no host can report home or ask for a real model.
// It is nil if the system cannot do that.
func isolated(s setup) *exec.Cmd {
	text, err := json.Marshal(s)
	if err != nil {
		return nil
	}
	for _, network := range []string{"-n", "-rn"} { // as root, or in a user namespace
		if exec.Command("unshare", network, "ip", "link", "set", "lo", "up").Run() != nil {
			continue
		}
		args := append([]string{network, "sh", "-c", `ip link set lo up && exec "$@"`, "sh", s.Self}, os.Args[1:]...)
		cmd := exec.Command("unshare", args...)
		cmd.Env = append(os.Environ(), setupVariable+"="+string(text))
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		return cmd
	}
	return nil
}
