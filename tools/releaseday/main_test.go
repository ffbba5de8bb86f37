package main

import (
	"io/fs"
	"os"
	"strings"
	"testing"
)

// TestChanged looks at the repository as it will be. Each place has to be there, and no page may
// still speak of the time before the first release, or need more words: pages have limits.
func TestChanged(t *testing.T) {
	repository := os.DirFS("../..")
	texts, err := changed(repository, "some-name")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*.md", "docs/*.md", "npm/*.md", "site/*.md", "editors/vscode/*.md"} {
		pages, err := fs.Glob(repository, pattern)
		if err != nil || len(pages) == 0 {
			t.Fatalf("%s: %d pages, %v", pattern, len(pages), err)
		}
		for _, name := range pages {
			data, err := fs.ReadFile(repository, name)
			if err != nil {
				t.Fatal(err)
			}
			before, after := string(data), string(data)
			if text, isChanged := texts[name]; isChanged {
				after = text
			}
			if strings.Contains(before, "npx handofflint") {
				t.Errorf("%s has a command with a name that nobody owns", name)
			}
			isForUsers := name != "CHANGELOG.md" && name != "docs/releasing.md"
			for _, gone := range []string{"first release", "go run ./cmd/handofflint audit", "NPM-NAME"} {
				if isForUsers && strings.Contains(after, gone) {
					t.Errorf("%s still has %q", name, gone)
				}
			}
			if was, is := len(strings.Fields(before)), len(strings.Fields(after)); is > was && strings.HasPrefix(name, "docs/") {
				t.Errorf("%s has %d words instead of %d", name, is, was)
			}
		}
	}
	if words := len(strings.Fields(texts["README.md"])); words > 700 {
		t.Errorf("README.md has %d words, more than 700", words)
	}
}
