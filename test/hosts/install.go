package main

import (
	"bufio"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed versions.txt
var versionsText string

// pin is a package of npm at a version.
type pin struct{ Name, Package, Version string }

// dir is where it is installed.
func (p pin) dir() string { return p.Name + "-" + p.Version }

func readVersions(text string) (map[string]pin, error) {
	pins := map[string]pin{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 3 {
			return nil, fmt.Errorf("versions.txt: %q is not a name, a package and a version", lines.Text())
		}
		pins[fields[0]] = pin{fields[0], fields[1], fields[2]}
	}
	return pins, lines.Err()
}

// newest asks npm for the newest version of a package.
func newest(p pin) (pin, error) {
	out, err := exec.Command("npm", "view", p.Package+"@latest", "version").Output()
	if err != nil {
		return p, fmt.Errorf("npm view %s: %w", p.Package, err)
	}
	p.Version = strings.TrimSpace(string(out))
	return p, nil
}

// install installs a host below dir, if it is not there yet. The folder gets its
// name at the end, so an installation that was broken off is not taken for whole.
func install(p pin, dir string) error {
	target := filepath.Join(dir, p.dir())
	if _, err := os.Stat(target); err == nil {
		return nil
	}
	fmt.Printf("install %s@%s\n", p.Package, p.Version)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(dir, ".installing-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	cmd := exec.Command("npm", "install", "--prefix", temporary, "--no-audit", "--no-fund", "--no-package-lock", "--no-save", p.Package+"@"+p.Version)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("npm install %s@%s: %w", p.Package, p.Version, err)
	}
	return os.Rename(temporary, target)
}
