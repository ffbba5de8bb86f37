package lint

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

// plant creates files in a new current folder and returns it. A name that ends in a slash is a folder,
// content `-> x` a link to x.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		plantOne(t, filepath.Join(root, filepath.FromSlash(name)), strings.HasSuffix(name, "/"), content)
	}
	t.Chdir(root)
	return root
}

func plantOne(t *testing.T, path string, folder bool, content string) {
	t.Helper()
	dir := path
	if !folder {
		dir = filepath.Dir(path)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if folder {
		return
	}
	if to, ok := strings.CutPrefix(content, "-> "); ok {
		if err := os.Symlink(filepath.FromSlash(to), path); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
		return
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// find walks and fails the test on an error.
func find(t *testing.T, opts Options, roots ...string) Found {
	t.Helper()
	found, err := Walk(t.Context(), roots, opts)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// paths returns the files of a walk, with a star for named ones.
func paths(found Found) []string {
	list := []string{}
	for _, f := range found.Files {
		if f.fault != nil {
			continue
		}
		path := f.Path
		if f.Named {
			path += "*"
		}
		list = append(list, path)
	}
	return list
}

// problems returns the problems of a walk as `path: rule variant`.
func problems(found Found) []string {
	list := []string{}
	for _, f := range found.Files {
		if f.fault != nil {
			list = append(list, f.Path+": "+faultText(f.fault))
		}
	}
	return list
}

// skips returns the skips of a walk as `path: reason detail`.
func skips(found Found) []string {
	list := []string{}
	for _, s := range found.Skipped {
		list = append(list, strings.TrimSpace(s.Path+": "+s.Reason+" "+s.Detail))
	}
	return list
}

func faultText(fault *document.Fault) string {
	if fault == nil {
		return ""
	}
	return fault.Rule + " " + fault.Variant
}
