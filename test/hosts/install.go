package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

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
