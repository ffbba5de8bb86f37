// Command examples prints what the playground offers, in JSON: the repository's complete
// handoffs, and for each rule a case that breaks it and one that does not, by format. Each
// case is checked first: one that does not show its rule without a configuration is left out.
//
//	go run ./examples ROOT
package main

import (
	"context"
	"encoding/json"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	schema "github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/audit"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/site/playground/linter"
)

// maxCase bounds a case, in bytes.
const maxCase = 16 << 10

type examples struct {
	Formats  []format   `json:"formats"`
	Complete []complete `json:"complete"`
	Rules    []example  `json:"rules"`
	// Sample is the page about a session, so that it is there before the engine.
	Sample string `json:"sample"`
}

type format struct {
	Name  rules.Format `json:"name"`
	Title string       `json:"title"`
}

// project are files, of which one is open.
type project struct {
	Open  string            `json:"open"`
	Files map[string]string `json:"files"`
}

type complete struct {
	Format rules.Format `json:"format"`
	Title  string       `json:"title"`
	project
}

type example struct {
	Format   rules.Format   `json:"format"`
	Rule     string         `json:"rule"`
	Summary  string         `json:"summary"`
	Severity rules.Severity `json:"severity"`
	Bad      project        `json:"bad"`
	Good     *project       `json:"good,omitempty"`
}

var engine = must(linter.NewEngine())

// must returns a value, and ends the program on an error.
func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// data is the folder of what the repository is tested with.
var data string

func main() {
	root := must(filepath.Abs(os.Args[1]))
	data = filepath.Join(root, "testdata")
	out := examples{
		Complete: append(completeIn(filepath.Join(data, "examples")), skeletons()...),
		Sample:   pageAbout(filepath.Join(root, "site/playground/examples"), "sample.jsonl"),
	}
	for _, f := range rules.BuiltIn().Formats {
		out.Formats = append(out.Formats, format{f.Name, f.Title})
	}
	for _, rule := range rules.BuiltIn().Rules {
		folder := filepath.Join(data, "rules", filepath.FromSlash(rule.Name))
		bad, good := cases(filepath.Join(folder, "bad"), rule.Name), cases(filepath.Join(folder, "good"), "")
		for _, f := range out.Formats {
			if p := bad[f.Name]; p != nil {
				out.Rules = append(out.Rules, example{f.Name, rule.Name, rule.Summary, rule.Severity, *p, good[f.Name]})
			}
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(out))
}

// pageAbout returns what `handofflint audit -f html` writes about a transcript in a folder.
func pageAbout(folder, name string) string {
	check(os.Chdir(folder))
	sessions := audit.Read(audit.Find([]string{name}, audit.Wanted{}), filepath.ToSlash)
	return must((&audit.Text{}).Page(sessions))
}

// completeIn returns the handoffs of a folder, each with all files of its own folder.
func completeIn(folder string) (list []complete) {
	files := read(folder)
	delete(files, "README.md")
	for _, r := range handoffs(lintFiles(files)) {
		beside := map[string]string{}
		for name, text := range files {
			if filepath.Dir(name) == filepath.Dir(r.Path) {
				beside[name] = text
			}
		}
		list = append(list, complete{r.Format, filepath.Base(r.Path), project{r.Path, beside}})
	}
	return list
}

// skeletons returns a skeleton of each format.
func skeletons() (list []complete) {
	for _, s := range []struct {
		format     rules.Format
		file, path string
	}{
		{"report", "report.md", ".claude/agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md"},
		{"metadata", "metadata-base.md", ".output/task/review.md"},
		{"context", "context.json", "docs/context/1717500000-task.json"},
		{"task", "task.json", "kelos-handoff.json"},
		{"sdd-report", "sdd-report.md", ".superpowers/sdd/task-1-report.md"},
		{"handover", "handover.md", "HANDOFF.md"},
		{"gsd", "gsd.json", ".planning/HANDOFF.json"},
	} {
		text := string(must(schema.Skeletons.ReadFile("skeletons/" + s.file)))
		if s.format == "report" {
			text = must(handoff.Skeleton(rules.BuiltIn(), ""))
		}
		list = append(list, complete{s.format, "skeleton to fill in", project{s.path, map[string]string{s.path: text}}})
	}
	return list
}

// cases returns the first case of each format that has a finding of a rule, or none at all
// if the rule is "".
func cases(folder, rule string) map[rules.Format]*project {
	found := map[rules.Format]*project{}
	for _, entry := range must(os.ReadDir(folder)) {
		if strings.HasSuffix(entry.Name(), ".want") {
			continue
		}
		files := readCase(filepath.Join(folder, entry.Name()))
		shown := subject(lintFiles(files), rule)
		if shown == nil {
			continue
		}
		// The page names the open file, of which some rules ask more.
		named := subject(lintFiles(files, shown.Path), rule)
		if named != nil && found[named.Format] == nil {
			found[named.Format] = &project{shown.Path, files}
		}
	}
	return found
}

// subject returns the handoff that a case is about, nil if it does not show the rule: the
// one with the finding, else, for a finding about its folder, the first.
func subject(results []rules.Result, rule string) *rules.Result {
	findings, list := lint.Findings(results), handoffs(results)
	i := slices.IndexFunc(findings, func(f rules.Finding) bool { return f.Rule == rule || rule == "" })
	if (i < 0) != (rule == "") || len(list) == 0 {
		return nil
	}
	for _, r := range list {
		if i >= 0 && r.Path == findings[i].Path {
			return &r
		}
	}
	return &list[0]
}

// handoffs returns the results that are about handoffs.
func handoffs(results []rules.Result) []rules.Result {
	return slices.DeleteFunc(slices.Clone(results), func(r rules.Result) bool {
		return r.Skipped != "" || r.Folder || r.Format == ""
	})
}

// lintFiles checks files, of which some are named, as `handofflint check` does in a folder
// that holds nothing else.
func lintFiles(files map[string]string, named ...string) []rules.Result {
	folder := must(os.MkdirTemp("", "playground"))
	defer os.RemoveAll(folder)
	now := time.Now()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		check(os.MkdirAll(filepath.Dir(path), 0o755))
		check(os.WriteFile(path, []byte(text), 0o644))
		check(os.Chtimes(path, now, now))
	}
	check(os.Chdir(folder))
	found := must(lint.Walk(context.Background(), append(named, "."), lint.Options{}))
	return must(must(linter.Here(engine)).Run(context.Background(), found))
}

// readCase returns the files of a case, a file or an archive, by their names. It returns none
// if they are too large for the page, or not text.
func readCase(path string) map[string]string {
	files := map[string]string{}
	if filepath.Ext(path) == testkit.CaseSuffix {
		c := must(testkit.ReadCase(path))
		for _, file := range c.Files {
			files[file.Name] = string(file.Data)
		}
		if named := transcriptOf.FindStringSubmatch(c.Directives); named != nil {
			files[linter.Transcript] = transcriptNamed(named[1], files)
		}
	} else {
		files[filepath.Base(path)] = string(must(os.ReadFile(path)))
	}
	size := 0
	for _, text := range files {
		size += len(text)
		if size > maxCase || !utf8.ValidString(text) {
			return nil
		}
	}
	return files
}

// transcriptOf finds the transcript that a case is checked with.
var transcriptOf = regexp.MustCompile(`(?m)^transcript: (\S+)$`)

// transcriptNamed returns a transcript: a file of the case, or one that cases share.
func transcriptNamed(name string, files map[string]string) string {
	own, isOwn := files[name]
	if isOwn {
		delete(files, name)
		return own
	}
	return string(must(os.ReadFile(filepath.Join(data, "evidence/transcripts", name))))
}

// read returns the files below a folder, by their paths in it.
func read(folder string) map[string]string {
	files := map[string]string{}
	check(filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name := filepath.ToSlash(must(filepath.Rel(folder, path)))
		files[name] = string(must(os.ReadFile(path)))
		return nil
	}))
	return files
}
