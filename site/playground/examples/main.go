// Command examples prints what the playground offers, in JSON: the repository's complete
// handoffs, and for each rule a case that breaks it and one that does not, by format. Each
// case is checked first: one that does not show its rule without a configuration is left out.
//
//	go run ./examples ROOT
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/handofflint/handofflint/checks"
	schema "github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// mostBytes is how large a case may be.
const mostBytes = 16 << 10

type examples struct {
	Formats  []format   `json:"formats"`
	Complete []complete `json:"complete"`
	Rules    []example  `json:"rules"`
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

func main() {
	log.SetFlags(0)
	root, err := filepath.Abs(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	out, err := collect(root)
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		log.Fatal(err)
	}
}

func collect(root string) (out examples, err error) {
	engine, err := rules.NewEngine(checks.WithoutEvidence(), rules.Options{})
	if err != nil {
		return out, err
	}
	linter := &lint.Linter{Engine: engine, Jobs: 1}
	for _, f := range rules.BuiltIn().Formats {
		out.Formats = append(out.Formats, format{f.Name, f.Title})
	}
	if out.Complete, err = completeOnes(linter, filepath.Join(root, "testdata", "examples")); err != nil {
		return out, err
	}
	for _, rule := range rules.BuiltIn().Rules {
		folder := filepath.Join(root, "testdata", "rules", filepath.FromSlash(rule.Name))
		bad, err := byFormat(linter, filepath.Join(folder, "bad"), func(f rules.Finding) bool { return f.Rule == rule.Name })
		if err != nil {
			return out, err
		}
		good, err := byFormat(linter, filepath.Join(folder, "good"), nil)
		if err != nil {
			return out, err
		}
		for _, f := range out.Formats {
			p, ok := bad[f.Name]
			if !ok {
				continue
			}
			e := example{Format: f.Name, Rule: rule.Name, Summary: rule.Summary, Severity: rule.Severity, Bad: p}
			if p, ok := good[f.Name]; ok {
				e.Good = &p
			}
			out.Rules = append(out.Rules, e)
		}
	}
	return out, nil
}

// completeOnes are the handoffs of a folder, and a skeleton of each format.
func completeOnes(linter *lint.Linter, folder string) (list []complete, err error) {
	files, err := read(folder)
	if err != nil {
		return nil, err
	}
	delete(files, "README.md")
	results, err := check(linter, files)
	if err != nil {
		return nil, err
	}
	for _, r := range results {
		if r.Skipped == "" && !r.Folder {
			list = append(list, complete{r.Format, filepath.Base(r.Path), project{r.Path, beside(files, r.Path)}})
		}
	}
	report, err := handoff.Skeleton(rules.BuiltIn(), "")
	if err != nil {
		return nil, err
	}
	for _, s := range []struct {
		format     rules.Format
		file, path string
	}{
		{rules.ReportFormat, "report.md", ".claude/agent-handoffs/20260531-170546-ad4f12aa/01-architect-report.md"},
		{rules.MetadataFormat, "metadata-base.md", ".output/task/review.md"},
		{rules.ContextFormat, "context.json", "docs/context/1717500000-task.json"},
		{rules.TaskFormat, "task.json", "kelos-handoff.json"},
	} {
		text, err := schema.Skeletons.ReadFile("skeletons/" + s.file)
		if err != nil {
			return nil, err
		}
		if s.format == rules.ReportFormat {
			text = []byte(report)
		}
		list = append(list, complete{s.format, "skeleton to fill in", project{s.path, map[string]string{s.path: string(text)}}})
	}
	return list, nil
}

// beside are a file and those of its folder.
func beside(files map[string]string, path string) map[string]string {
	found := map[string]string{}
	for name, text := range files {
		if filepath.Dir(name) == filepath.Dir(path) {
			found[name] = text
		}
	}
	return found
}

// byFormat returns the first case of each format that has such a finding, or none at all
// if shows is nil.
func byFormat(linter *lint.Linter, folder string, shows func(rules.Finding) bool) (map[rules.Format]project, error) {
	cases, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	found := map[rules.Format]project{}
	for _, c := range cases {
		if strings.HasSuffix(c.Name(), ".want") {
			continue
		}
		files, err := read(filepath.Join(folder, c.Name()))
		if errors.Is(err, errUnfit) {
			continue
		} else if err != nil {
			return nil, err
		}
		results, err := check(linter, files)
		if err != nil {
			return nil, err
		}
		_, open := shown(results, shows)
		if open == "" {
			continue
		}
		// The page names the open file, of which some rules ask more.
		if results, err = check(linter, files, open); err != nil {
			return nil, err
		}
		format, _ := shown(results, shows)
		if _, known := found[format]; !known && format != rules.UnknownFormat {
			found[format] = project{open, files}
		}
	}
	return found, nil
}

// shown returns the file that a case is about, and its format, "" for none.
func shown(results []rules.Result, shows func(rules.Finding) bool) (format rules.Format, open string) {
	formats := map[string]rules.Format{}
	for _, r := range results {
		if r.Skipped != "" || r.Folder {
			continue
		}
		formats[r.Path] = r.Format
		if open == "" {
			format, open = r.Format, r.Path
		}
	}
	if shows == nil {
		if len(lint.Findings(results)) > 0 {
			return "", ""
		}
		return format, open
	}
	i := slices.IndexFunc(lint.Findings(results), shows)
	if i < 0 {
		return "", ""
	}
	if path := lint.Findings(results)[i].Path; formats[path] != "" {
		return formats[path], path
	}
	return format, open // the finding is about the folder
}

// check checks files, of which some are named, as `handofflint check` does in a folder
// that holds nothing else.
func check(linter *lint.Linter, files map[string]string, named ...string) ([]rules.Result, error) {
	folder, err := os.MkdirTemp("", "playground")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	now := time.Now()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return nil, err
		}
		if err := os.Chtimes(path, now, now); err != nil {
			return nil, err
		}
	}
	if err := os.Chdir(folder); err != nil {
		return nil, err
	}
	found, err := lint.Walk(context.Background(), append(named, "."), lint.Options{})
	if err != nil {
		return nil, err
	}
	return linter.Run(context.Background(), found)
}

// errUnfit is the error of a case that is too large, or is not text.
var errUnfit = errors.New("not fit for the playground")

// read reads a file, or the files below a folder, by their paths in it.
func read(folder string) (map[string]string, error) {
	files, size := map[string]string{}, 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == "case.txt" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if size += len(data); size > mostBytes || !utf8.Valid(data) {
			return errUnfit
		}
		name, err := filepath.Rel(folder, path)
		if name == "." { // the case is one file
			name = filepath.Base(path)
		}
		files[filepath.ToSlash(name)] = string(data)
		return err
	})
	return files, err
}
