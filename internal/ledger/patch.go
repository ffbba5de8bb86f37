package ledger

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/testcode"
	"github.com/handofflint/handofflint/internal/text"
)

var patchLine = text.MustCompile(`(?m)^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$`)

// maxPatched is how many files of a patch are kept.
const maxPatched = 1_000

// PatchDeeds returns the writes and deletions of a patch in the form of Codex, with paths as
// they are written.
func PatchDeeds(patch string) (deeds []Deed) {
	found := patchLine.FindAllStringSubmatchIndex(patch, maxPatched)
	for i, at := range found {
		end := len(patch)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		d := Deed{Act: Write, Path: patch[at[4]:at[5]]}
		d.SetDiff(patch[at[1]:end])
		switch last := len(deeds) - 1; patch[at[2]:at[3]] {
		case "Add File":
			d.Created = true
		case "Delete File":
			d.Act = Delete
		case "Move to":
			if last >= 0 {
				deeds[last].Act = Delete
			}
		}
		deeds = append(deeds, d)
	}
	return deeds
}

// SetDiff sets what is known of an edit by the difference that it made.
func (d *Deed) SetDiff(diff string) {
	d.Was, d.Is = diffMarks(diff)
	var was, is strings.Builder
	for line := range strings.Lines(diff) {
		rest := line[1:]
		switch line[0] {
		case '-':
			was.WriteString(rest)
		case '+':
			is.WriteString(rest)
		case ' ': // beside what was changed
			was.WriteString(rest)
			is.WriteString(rest)
		}
	}
	d.SetTests(was.String(), is.String())
}

// SetTests sets the tests that an edit of one text into another one added.
func (d *Deed) SetTests(was, is string) {
	groups, ok := testcode.Added(d.Path, was, is)
	if ok {
		d.Tests = append([]int{}, groups...)
	}
}

// SetWhole sets whether a tool that wrote all of a file created it. What a file had that was
// there is not known: any of its tests may have been added.
func (d *Deed) SetWhole(created bool) {
	d.Created = created
	if created || d.Tests == nil {
		return
	}
	total := 0
	for _, count := range d.Tests {
		total += count
	}
	d.Tests = slices.Repeat([]int{1}, total)
}

// diffMarks returns the marks of the lines that a difference takes away and adds.
func diffMarks(diff string) (string, string) {
	var was, is strings.Builder
	for line := range strings.Lines(diff) {
		switch {
		case strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---"):
			was.WriteString(line[1:])
		case strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++"):
			is.WriteString(line[1:])
		}
	}
	return Marks(was.String(), is.String())
}

// Marks returns fingerprints of the text before and after an edit, "" for both if the edit
// changes nothing.
func Marks(was, is string) (string, string) {
	if was == is {
		return "", ""
	}
	return fingerprint(was), fingerprint(is)
}

// fingerprint returns a short mark of a text.
func fingerprint(s string) string {
	h := fnv.New64a()
	h.Write([]byte(s))
	return strconv.FormatUint(h.Sum64(), 36)
}
