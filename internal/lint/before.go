package lint

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/rules"
)

// Before returns those of the files and session folders that exist in the base of changes, with their text
// there.
func (f Found) Before(changes *Changes) (Found, error) {
	var before Found
	var objects []string
	for _, file := range f.Files {
		name := filepath.FromSlash(file.Path)
		object := changes.objectOf(name)
		if object != noObject {
			file.stored = &storedText{hasMarker: changes.objectOf(name+protocol.MarkerSuffix()) != noObject}
			before.Files = append(before.Files, file)
			objects = append(objects, object)
		}
	}
	texts, err := changes.texts(objects)
	if err != nil {
		return Found{}, err
	}
	for i, object := range objects {
		before.Files[i].stored.data = texts[object]
	}
	for _, folder := range f.Folders {
		isNew := func(name string) bool {
			return changes.objectOf(filepath.FromSlash(path.Join(folder.Path, name))) == noObject
		}
		folder.Reports = slices.DeleteFunc(slices.Clone(folder.Reports), isNew)
		folder.Done = slices.DeleteFunc(slices.Clone(folder.Done), isNew)
		if len(folder.Reports)+len(folder.Done) > 0 {
			before.Folders = append(before.Folders, folder)
		}
	}
	return before, nil
}

// texts returns the texts of objects. It asks git once for all of them: if git times out it returns an error,
// since the files would otherwise have no findings.
func (c *Changes) texts(objects []string) (map[string]string, error) {
	answer, err := c.ask(strings.Join(objects, "\n")+"\n", "cat-file", "--batch=%(objectsize)")
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, object := range objects {
		head, rest, _ := strings.Cut(answer, "\n")
		size, err := strconv.Atoi(head)
		if err != nil || size >= len(rest) {
			return nil, fmt.Errorf("git cat-file answers with %q, which handofflint does not know", head)
		}
		texts[object] = rest[:size]
		answer = rest[size+1:]
	}
	return texts, nil
}

// fault identifies a finding in the files of a run, wherever it is in its file.
type fault struct{ path, rule, fingerprint string }

// faultOf returns the identity of a finding. A finding that points at nothing, as at the end of a file that
// is cut off, is about the file as a whole.
func faultOf(f rules.Finding) fault {
	if f.Pointer == "" && f.Range.Start == f.Range.End {
		return fault{f.Path, f.Rule, ""}
	}
	return fault{f.Path, f.Rule, f.Fingerprint()}
}

// isUnread reports whether a file could not be read or parsed, so that other new findings are unknown.
func isUnread(f rules.Finding) bool {
	return f.Unjudged && (strings.HasPrefix(f.Rule, "file/") || strings.HasPrefix(f.Rule, "syntax/"))
}

// placed is a fault on a line with a given text.
type placed struct {
	fault
	line string
}

// WithoutOld returns results without the findings that the same file had before, and the number of these. Of
// equal findings, those on lines that existed before are the old ones.
func WithoutOld(results, before []rules.Result) (left []rules.Result, old int) {
	faults, lines := map[fault]int{}, map[placed]int{}
	for _, f := range Findings(before) {
		faults[faultOf(f)]++
		lines[placed{faultOf(f), f.Excerpt.Text}]++
	}
	// Both report whether a finding is old, and then take it off what was there before: an earlier finding makes only
	// one old. takeOldOnLine also asks for a line with the same text.
	takeOld := func(f rules.Finding) bool {
		what := faultOf(f)
		if faults[what] == 0 || isUnread(f) {
			return false
		}
		faults[what]--
		old++
		return true
	}
	takeOldOnLine := func(f rules.Finding) bool {
		line := placed{faultOf(f), f.Excerpt.Text}
		if lines[line] == 0 {
			return false
		}
		lines[line]--
		return takeOld(f)
	}
	left = slices.Clone(results)
	for i := range left {
		left[i].Findings = slices.DeleteFunc(slices.Clone(left[i].Findings), takeOldOnLine)
	}
	for i := range left {
		left[i].Findings = slices.DeleteFunc(left[i].Findings, takeOld)
	}
	return left, old
}

// Changed keeps what has changed. A session is kept as a whole if anything in it has changed, since its rules
// check all of its files. What a walk could not read is also kept, since it may contain handoffs.
func (f Found) Changed(changes *Changes) Found {
	keep := map[string]bool{}
	sessions := map[string]bool{}
	for _, folder := range f.Folders {
		sessions[folder.Path] = true
		keep[folder.Path] = changes.touched(folder.Path)
	}
	sessionOrFile := func(file string) string {
		if folder := path.Dir(file); sessions[folder] {
			return folder
		}
		return file
	}
	for _, file := range f.Files {
		if file.fault != nil || changes.Has(file.Path) {
			keep[sessionOrFile(file.Path)] = true
		}
	}
	kept := Found{Skipped: f.Skipped}
	kept.Files = slices.DeleteFunc(slices.Clone(f.Files), func(file File) bool { return !keep[sessionOrFile(file.Path)] })
	kept.Folders = slices.DeleteFunc(slices.Clone(f.Folders), func(folder Folder) bool { return !keep[folder.Path] })
	return kept.sorted()
}
