package hook

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/testkit"
)

func readText(t *testing.T, path string) string {
	t.Helper()
	return string(testkit.Read(t, path))
}

// listing returns the contents of a folder, including empty folders.
func listing(t *testing.T, root string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if entries, _ := os.ReadDir(path); !d.IsDir() || len(entries) == 0 {
			out = append(out, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func newList(name string, items ...*document.Node) *document.Node {
	return &document.Node{Kind: document.List, Name: name, Items: items}
}

func newObject(name string, fields ...*document.Node) *document.Node {
	return &document.Node{Kind: document.Object, Name: name, Items: fields}
}

// onLine renders a node for comparison.
func onLine(n *document.Node) string {
	if n.Kind != document.List && n.Kind != document.Object {
		return n.Name + ":" + n.Kind.String() + n.Text
	}
	var parts []string
	for _, item := range n.Items {
		parts = append(parts, onLine(item))
	}
	return n.Name + ":" + n.Kind.String() + "(" + strings.Join(parts, ",") + ")"
}

func freshText(t *testing.T, h *Host) string {
	t.Helper()
	data, err := h.Install(nil, exe)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
