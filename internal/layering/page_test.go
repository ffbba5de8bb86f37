package layering

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// page is the starting point for readers of the code.
const page = "../../docs/architecture.md"

// TestPageHasEachPackage holds that each package is in the drawing.
func TestPageHasEachPackage(t *testing.T) {
	text := readPage(t)
	for _, floor := range layers {
		for _, name := range floor {
			short := strings.TrimPrefix(strings.TrimPrefix(name, "internal/"), "cmd/")
			if name != library && !strings.Contains(text, "<b>"+short+"</b>") && short != "handofflint" {
				t.Errorf("%s is not in the drawing of docs/architecture.md", name)
			}
		}
	}
}

// TestPageLinksToFunctions holds that a linked file has the function that the page names.
func TestPageLinksToFunctions(t *testing.T) {
	link := regexp.MustCompile("\\[`(\\w+)`\\]\\(\\.\\./([\\w/.-]+\\.go)\\)")
	links := link.FindAllStringSubmatch(readPage(t), -1)
	if len(links) < 30 {
		t.Errorf("only %d links to functions", len(links))
	}
	for _, m := range links {
		source, err := os.ReadFile(filepath.Join("../..", m[2]))
		if err != nil {
			t.Error(err)
			continue
		}
		declared := regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|var )` + m[1] + `\b`)
		if !declared.Match(source) {
			t.Errorf("%s has no %s: docs/architecture.md says so", m[2], m[1])
		}
	}
}

func readPage(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
