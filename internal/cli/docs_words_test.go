package cli

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

const (
	readmeWords = 700
	guideWords  = 900
	// guidesTogether is how many words all guides have at most, but for formats.md, which has a section for
	// each format.
	guidesTogether = 11_200
)

// notGuides are the pages of docs for contributors.
var notGuides = []string{"architecture.md", "benchmarks.md", "releasing.md", "tested-hosts.md"}

// TestDocsWords counts the words of the README and of the guides.
func TestDocsWords(t *testing.T) {
	countWords(t, "../../README.md", readmeWords)
	guides, err := filepath.Glob(docsFolder + "/*.md")
	if err != nil {
		t.Fatal(err)
	}
	together := 0
	for _, path := range guides {
		name := filepath.Base(path)
		if slices.Contains(notGuides, name) {
			continue
		}
		words := countWords(t, path, guideWords)
		if name != "formats.md" {
			together += words
		}
	}
	if together > guidesTogether {
		t.Errorf("the guides have %d words together, more than %d", together, guidesTogether)
	}
}

// countWords returns how many words a page has, after comparing it with its limit. The lines between the
// columns of a table are no words.
func countWords(t *testing.T, path string, limit int) int {
	t.Helper()
	words := 0
	for word := range strings.FieldsSeq(string(testkit.Read(t, path))) {
		if word != "|" {
			words++
		}
	}
	if words > limit {
		t.Errorf("%s has %d words, more than %d", path, words, limit)
	}
	return words
}

// stiff are phrases that nobody says, as patterns, each with a better one.
var stiff = []struct{ phrase, better string }{
	{`\b(hold|holds|held|holding) ([^.;:|]{0,60} )?against\b`, "check against"},
	{`[^.]\bdeeds?\b`, "actions"},
	{`\b(send|sends|sent|sending) ((an|the|another|next|all) )*(agents?|it|them) out\b|\bsent out\b`, "launch an agent"},
	{`\b(in|with) a window\b`, "interactive"},
	{`\bfor ?ever\b`, "blocking is bounded"},
	{`\ball the same\b`, "always"},
	{`\bof CUE there (is|are)\b`, "handofflint supports this subset of CUE"},
	{`\b(to|can|could|cannot) be had\b|\bnothing (further |more )?is said\b`, "when in doubt, it stays silent"},
	{`\bborne out\b`, "the transcript contradicts it"},
	{`\breserv(e|es|ed|ing) (a|the) report\b`, "create a report file"},
	{`\b(whether|if|what) [^.]*, (it|handofflint) does not know\b`, "it cannot tell"},
	{`\b(someone|somebody|anyone|who) who types\b|\bwho types has\b`, "editing"},
}

// TestPlainWords looks for stiff phrases in pages, help texts and messages: in Markdown, in
// the strings of the program, in the data of rules and formats with their comments, which
// commands print, and in what editors, the action and the site show.
func TestPlainWords(t *testing.T) {
	var phrases []*regexp.Regexp
	for _, s := range stiff {
		phrases = append(phrases, regexp.MustCompile("(?i)"+s.phrase))
	}
	shown := []string{".md", ".html", ".ts", ".yml", ".json"}
	checked := 0
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(path)
		if entry.IsDir() {
			if slices.Contains([]string{".git", ".github", "node_modules", "testdata", "table", "test"}, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		var text string
		switch {
		case strings.HasSuffix(name, "_test.go"):
			return nil
		case strings.HasSuffix(name, ".go"):
			text = goStrings(testkit.Read(t, path))
		case strings.HasSuffix(name, ".cue"):
			text = regexp.MustCompile(`(?m)^\s*//`).ReplaceAllString(string(testkit.Read(t, path)), "")
		case slices.Contains(shown, filepath.Ext(name)):
			text = string(testkit.Read(t, path))
		default:
			return nil
		}
		checked++
		text = strings.Join(strings.Fields(text), " ")
		for i, phrase := range phrases {
			for _, at := range phrase.FindAllStringIndex(text, -1) {
				t.Errorf("%s: %q: say %q", name, text[max(at[0]-20, 0):min(at[1]+20, len(text))], stiff[i].better)
			}
		}
		return nil
	})
	if err != nil || checked < 200 {
		t.Errorf("checked %d files: %v", checked, err)
	}
}

// goStrings returns the strings of a Go file, one after the other.
func goStrings(source []byte) string {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", files.Base(), len(source)), source, nil, 0)
	var text strings.Builder
	for {
		_, kind, literal := s.Scan()
		if kind == token.EOF {
			return text.String()
		}
		if kind == token.STRING && !strings.HasPrefix(literal, "`json:") {
			text.WriteString(strings.ReplaceAll(literal, `\n`, " ") + " ")
		}
	}
}
