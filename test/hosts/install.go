package main

import (
	"context"
	"errors"
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

// noProgram is why a host that npm has installed cannot be run: some packages come
// without the program for a system, and npm is content.
type noProgram struct{ why string }

func (e noProgram) Error() string { return "cannot be installed: " + e.why }

// install installs a host below dir, if it is not there yet, and tries its program.
// The folder gets its name at the end, so an installation that was broken off, or has
// no program that runs, is not taken for whole.
func install(p pin, program, dir string) error {
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
	cmd := exec.Command("npm", "install", "--prefix", temporary, "--loglevel", "error", "--no-audit", "--no-fund", "--no-package-lock", "--no-save", p.Package+"@"+p.Version)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("npm install %s@%s: %w", p.Package, p.Version, err)
	}
	if err := starts(binary(temporary, program)); err != nil {
		return noProgram{fmt.Sprintf("after `npm install %s@%s`, `%s --version` says: %s", p.Package, p.Version, program, err)}
	}
	return os.Rename(temporary, target)
}

// binary returns where npm puts a program.
func binary(dir, program string) string { return filepath.Join(dir, "node_modules", ".bin", program) }

// starts asks a program for its version, in a home of its own. The error is the line
// that says most.
func starts(program string) error {
	home, err := os.MkdirTemp("", "hosts-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	ctx, cancel := context.WithTimeout(context.Background(), runTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--version")
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + home}
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); strings.Contains(strings.ToLower(line), "error") || strings.Contains(line, "not ") {
			return errors.New(line)
		}
	}
	return err
}
