package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/testkit"
)

// docPages are the pages that people write, by their path.
func docPages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, pattern := range []string{"../../*.md", docsFolder + "/*.md", "../../skills/*/*.md"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: no pages: %v", pattern, err)
		}
		for _, path := range paths {
			pages[path] = string(testkit.Read(t, path))
		}
	}
	return pages
}

// TestDocsLinks follows every link of the pages to a file or a heading.
func TestDocsLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for page, text := range docPages(t) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			name, anchor, _ := strings.Cut(m[1], "#")
			target := page
			if name != "" {
				target = filepath.Join(filepath.Dir(page), name)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %v", page, err)
			} else if anchor != "" && !slices.Contains(anchors(string(testkit.Read(t, target))), anchor) {
				t.Errorf("%s: %s has no heading for #%s", page, target, anchor)
			}
		}
	}
}

// TestDocsListed looks for every page of docs in the README, from which the site has
// its sidebar: the pages between these two lines, and those after them.
func TestDocsListed(t *testing.T) {
	pages := docPages(t)
	for _, line := range []string{"\n## Documentation\n", "\nReference:"} {
		if !strings.Contains(pages[filepath.FromSlash("../../README.md")], line) {
			t.Errorf("the README has no line %q", line)
		}
	}
	for page := range pages {
		if name, isDoc := strings.CutPrefix(filepath.ToSlash(page), docsFolder); isDoc && !strings.Contains(pages[filepath.FromSlash("../../README.md")], "](docs"+name) {
			t.Errorf("the README does not link to docs%s", name)
		}
	}
}

// anchors are what GitHub makes of the headings of a page.
func anchors(page string) (list []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		plain := regexp.MustCompile(`[^\pL\pN _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(plain, " ", "-"))
	}
	return list
}

// TestDocsOptions looks up every command and option that the pages have in code.
func TestDocsOptions(t *testing.T) {
	use := regexp.MustCompile(`handofflint"? ([a-z]+)((?: [^\n` + "`" + `|;>]*)?)(?:[\n` + "`" + `|;>]|$)`)
	word := regexp.MustCompile(`^[a-z]+$`)
	option := regexp.MustCompile(` (--[a-z][a-z-]+)`)
	help := map[string]string{}
	for page, text := range docPages(t) {
		for _, code := range regexp.MustCompile("(?s)```.*?```|`[^`\n]+`").FindAllString(text, -1) {
			for _, m := range use.FindAllStringSubmatch(code, -1) {
				name, rest := m[1], strings.Fields(m[2])
				if help[name] == "" {
					_, help[name], _ = streamMain(nil, nil, "help", name)
				}
				usage := help[name]
				path := []string{"help", name}
				for len(rest) > 0 && word.MatchString(rest[0]) && strings.Contains(usage, "\n   "+rest[0]+" ") {
					path, rest = append(path, rest[0]), rest[1:]
					_, usage, _ = streamMain(nil, nil, path...)
				}
				if !strings.Contains(usage, "handofflint "+name) {
					t.Errorf("%s: no command %s in %q", page, name, m[0])
				}
				for _, o := range option.FindAllStringSubmatch(m[2], -1) {
					if !regexp.MustCompile(regexp.QuoteMeta(o[1]) + `\b`).MatchString(usage) {
						t.Errorf("%s: %s has no option %s", page, m[0], o[1])
					}
				}
			}
		}
	}
}

// TestConfigurationDoc looks up the address of the published schema.
func TestConfigurationDoc(t *testing.T) {
	doc := string(testkit.Read(t, docsFolder+"/configuration.md"))
	if !strings.Contains(doc, "# yaml-language-server: $schema="+config.SchemaURL+"\n") {
		t.Error("the address of the schema is another one")
	}
}

// TestOutputDoc looks up every format in the table of docs/output.md.
func TestOutputDoc(t *testing.T) {
	table, _, _ := strings.Cut(string(testkit.Read(t, docsFolder+"/output.md")), "\n## ")
	for _, name := range report.Names() {
		if !strings.Contains(table, "`"+name+"`") {
			t.Errorf("the table does not have %s", name)
		}
	}
}
