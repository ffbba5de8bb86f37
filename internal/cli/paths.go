package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/payload"
)

// shownPath returns an absolute path with forward slashes, relative if it is in the current folder.
func shownPath(path string) string {
	here, _ := os.Getwd() // without it nothing is relative to it
	if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
		path = rel
	}
	return filepath.ToSlash(path)
}

// checkout returns the root of the repository and the current folder within it, both without links and with forward
// slashes. On GitHub and GitLab the environment has the root; elsewhere it is the nearest folder with a .git, or else the
// current one.
func (r *runner) checkout() (root, dir string) {
	here, err := os.Getwd()
	if err != nil {
		return "", ""
	}
	if real, err := filepath.EvalSymlinks(here); err == nil {
		here = real
	}
	for _, root := range []string{r.streams.Getenv("GITHUB_WORKSPACE"), r.streams.Getenv("CI_PROJECT_DIR"), files.Root(here)} {
		real, err := filepath.EvalSymlinks(root)
		if err != nil {
			continue
		}
		if dir, err := filepath.Rel(real, here); err == nil && filepath.IsLocal(dir) {
			return filepath.ToSlash(real), filepath.ToSlash(dir)
		}
	}
	return filepath.ToSlash(here), ""
}

// realPath returns the absolute path, its folder without links.
func realPath(path string) string {
	place, err := files.Named.FindLink(path)
	if err != nil {
		return filepath.Clean(path)
	}
	return place.Path()
}

// notOver returns an error if an output would replace one of the inputs, whatever path leads there. The value of an
// input says what it is. A device is not replaced.
func notOver(outputs []output, inputs map[string]string) error {
	for _, out := range outputs {
		info, err := files.Named.Stat(out.path)
		if out.path == "" || err != nil || !info.Mode().IsRegular() {
			continue // nothing is replaced
		}
		for _, input := range slices.Sorted(maps.Keys(inputs)) {
			if files.Real(input) == files.Real(out.path) {
				return fmt.Errorf("%s would be replaced by the output, and it is %s: write the output to another file", out.path, inputs[input])
			}
		}
	}
	return nil
}

// logArgument returns the log or output that is the command's only argument, "-" for standard input.
func logArgument(c *cli.Context) (string, error) {
	if c.NArg() == 0 {
		return "-", nil
	}
	return oneArgument(c, "the log")
}

// logName returns the name of a log in messages.
func logName(path string) string {
	if path == "-" {
		return document.StdinName
	}
	return path
}

// readLog reads a log or an output to its end, standard input for "-". Unlike a file to check it may be a pipe.
func (r *runner) readLog(path string) ([]byte, error) {
	in := r.streams.In
	if path != "-" {
		at, err := files.Named.Find(path)
		if err != nil {
			return nil, err
		}
		file, err := at.OpenFile(os.O_RDONLY, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("no file %s; name one, or - for standard input", path)
		}
		if err != nil {
			return nil, err
		}
		defer file.Close() // it was only read
		in = file
	}
	data, err := files.ReadLog(in)
	if err == nil && payload.IsUTF16(data) {
		// No marker and no signal would be found in it.
		err = errors.New("it is UTF-16, as > of Windows PowerShell writes it; write it as UTF-8, such as with | Out-File -Encoding utf8")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", logName(path), files.Reason(err))
	}
	return data, nil
}
